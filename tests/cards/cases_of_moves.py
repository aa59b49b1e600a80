"""The halves of Movement, of the counterblows, of the end of combat and of removal."""

from __future__ import annotations

from typing import Final

from cards.cases import FAR, LATE, LINE, LOST, Case, Lack, battle, phase
from cards.cases_of_battle import AXIS_SIGN, AXIS_TURN, SOVIET_SIGN, SOVIET_TURN
from rules.combat_helpers import CENTER

from noretreat.core.actions import (
    AssignAttacker,
    ChooseHex,
    DeclareTarget,
    DetrainUnit,
    Done,
    LoseStep,
    MoveUnit,
    PlaceCounterblow,
    Rolled,
)
from noretreat.rules.windows import Window

CUT_OFF: Final = {
    "G4": "1611 unsupplied",
    "G6": "1611 unsupplied",
    "G9": "1811 unsupplied",
    "G17": "box:rail",
    "S_W": "1711",
    "S_S": "1510",
    "S_NW": "1512",
    "S_KAL": "1710",
}
MOVING: Final = {"G4": "1511", "G1Pz": "1513", "G6": "0606", "S_W": CENTER, "S_NW": "2310"}

CASES: Final = [
    Case(
        "17A",
        phase("movement axis", units={"G4": "1511", "G6": "1511", "G9": "1311", "S_W": "2106"}),
        (ChooseHex("1511"),),
        mode="move",
        lasts="phase",
        window=Window.MOVE,
        lacks=(
            Lack(
                phase("movement axis", units={"G4": "1511"}, then=(MoveUnit("G4", "1611"), MoveUnit("G18", "0409"))),
                "all your units have already moved (8.1)",
            ),
            Lack(
                phase("movement soviet", units=MOVING),
                "movement points can be added only in your own Movement Phase (8.1)",
            ),
        ),
    ),
    Case(
        "10A",
        phase("movement soviet", units=MOVING, then=(Done(),)),
        (MoveUnit("G6", "0607"),),
        window=Window.MOVE_END,
        lacks=(
            Lack(
                phase("movement soviet", units={"G6": "0606 unsupplied", "G18": "0309 unsupplied", "S_NW": "2310"}),
                "no supplied unit is free of enemy zones (8.5)",
            ),
            Lack(phase("movement axis", units=MOVING), SOVIET_TURN),
        ),
    ),
    Case(
        "39A",
        phase("movement soviet", units=MOVING, then=(Done(),)),
        (MoveUnit("G6", "0607"), MoveUnit("G1Pz", "1514"), Done()),
        window=Window.MOVE_END,
        lacks=(
            Lack(phase("movement axis", units=MOVING), SOVIET_TURN),
            Lack(
                phase("movement soviet", units={"G18": "1511", "S_W": CENTER}),
                "all your units are in enemy zones of control (8.5)",
            ),
        ),
    ),
    Case(
        "41S",
        phase("movement axis", units=MOVING, then=(Done(),)),
        (MoveUnit("S_NW", "2210"), Done()),
        window=Window.MOVE_END,
        lacks=(Lack(phase("movement soviet", units=MOVING), AXIS_TURN),),
    ),
    Case(
        "43A",
        phase("movement soviet", units=MOVING, then=(Done(),)),
        (MoveUnit("G1Pz", "1313"),),
        window=Window.MOVE_END,
        lacks=(
            Lack(phase("movement soviet", units=MOVING, weather="mud"), "only in clear weather (13.1)"),
            Lack(phase("movement soviet", units=FAR), "no supplied armor is free of enemy zones (8.5)"),
            Lack(phase("movement soviet", units=MOVING, turn=13), AXIS_SIGN),
        ),
    ),
    Case(
        "36A",
        phase(
            "movement soviet",
            units={"G6": "1411", "G9": "1411", "G4": "1711", "S_W": CENTER, "S_NW": "2310"},
            then=(Done(),),
        ),
        (MoveUnit("G6", "1511"),),
        window=Window.MOVE_END,
        lacks=(
            Lack(
                phase("movement soviet", units={"G6": "1211", "S_W": CENTER}),
                "no supplied stack can reach the enemy (8.0)",
            ),
            Lack(phase("movement soviet", units=MOVING, turn=13), AXIS_SIGN),
        ),
    ),
    Case(
        "35S",
        phase(
            "movement soviet",
            units={"S_W": "box:rail", "S_S": "box:rail", "S_NW": "2207", "G4": "1007"},
            then=(Done(),),
        ),
        (DetrainUnit("S_W", "2008"), Done(), MoveUnit("S_W", "2009")),
        window=Window.MOVE_END,
        lacks=(
            Lack(phase("movement soviet", units=MOVING), "no unit in the rail box can be detrained (9.2)"),
            Lack(phase("movement axis", units=MOVING), SOVIET_TURN),
        ),
    ),
    Case(
        "32S",
        phase("movement soviet", turn=13, units={"S_W": "2008", "S_S": "2109", "S_NW": "2207", "G4": "1007"}),
        (ChooseHex("2109"), ChooseHex("2009"), ChooseHex("2209")),
        lasts="player_turn",
        window=Window.MOVE,
        lacks=(
            Lack(phase("movement axis", turn=13, units=MOVING), SOVIET_TURN),
            Lack(phase("movement soviet", units=MOVING), SOVIET_SIGN),
        ),
    ),
    Case(
        "26A",
        phase("combat soviet", units=LINE, then=(Done(),)),
        (PlaceCounterblow("1511"), PlaceCounterblow("1311")),
        window=Window.COUNTERBLOW,
        lacks=(
            Lack(
                phase("combat soviet", units={"G4": "1511", "S_W": "1512"}, then=(DeclareTarget("1511"),)),
                "no hex can take a Counterblow marker (10.1.2)",
            ),
            Lack(phase("combat axis", units=LINE), SOVIET_TURN),
        ),
    ),
    Case(
        "37S",
        phase("combat axis", units=LINE, then=(Done(),)),
        (PlaceCounterblow("1512"), PlaceCounterblow("1312")),
        window=Window.COUNTERBLOW,
        lacks=(Lack(phase("combat soviet", units=LINE), AXIS_TURN),),
    ),
    Case(
        "01A",
        phase("combat soviet", units=LINE, then=(Done(),)),
        (PlaceCounterblow("1511"), PlaceCounterblow("1311"), PlaceCounterblow("1711")),
        mode="counterblows",
        window=Window.COUNTERBLOW,
        lacks=(
            Lack(
                phase("combat soviet", units={"G4": "1511", "S_W": "1512"}, then=(DeclareTarget("1511"),)),
                "no hex can take a Counterblow marker (10.1.2)",
            ),
        ),
    ),
    Case(
        "29S",
        battle(
            "soviet",
            turn=LATE,
            units={"S_W": "1611 back", "G4": "1511", "S_KAL": "1512 back", "S_S": "box:rail"},
            by=("S_W",),
            then=(Rolled(2),),
        ),
        acts=(AssignAttacker("S_W"), AssignAttacker("S_KAL"), Rolled(2), LoseStep("S_KAL")),
        window=Window.COMBAT_END,
        lacks=(
            Lack(
                battle("soviet", turn=LATE, units={"S_W": "1611 back unsupplied", "G4": "1511"}, then=(Rolled(2),)),
                "none of your units could attack again (10.1.1)",
            ),
            Lack(phase("combat axis", turn=LATE, units=FAR), SOVIET_TURN),
            Lack(battle("soviet", then=(Rolled(1),)), SOVIET_SIGN),
        ),
    ),
    Case(
        "15S",
        phase(
            "combat axis",
            units={"G4": "1511", "S_W": "1611", "S_S": "box:destroyed", "S_NW": "2108", "G17": "box:rail"},
            then=(Done(), Done()),
        ),
        (DetrainUnit("S_S", "2008"),),
        window=Window.COMBAT_END,
        lacks=(
            Lack(
                phase("combat axis", units={"G4": "1511", "S_W": "1611", "S_S": "box:rail"}),
                "no unit in the boxes has a legal hex on the map (9.2)",
            ),
            Lack(phase("combat axis", turn=LATE, units=LOST), AXIS_SIGN),
        ),
    ),
    Case(
        "06A",
        phase("removal axis", units=CUT_OFF),
        (ChooseHex("1611"),),
        mode="save",
        lasts="player_turn",
        window=Window.REMOVAL,
        lacks=(Lack(phase("removal axis", units={"G4": "1611"}), "none of your units is unsupplied (6.4)"),),
    ),
]
"""Movement, counterblows, the end of combat, removal."""
