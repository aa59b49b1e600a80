"""The halves played between the battles: supply, organization, movement, counterblows, cards and points."""

from __future__ import annotations

from typing import Any, Final

from cards.cases import FAR, LATE, Case, Lack, Start, battle, phase
from cards.cases_of_battle import AXIS_SIGN, AXIS_TURN, SOVIET_SIGN, SOVIET_TURN
from rules.combat_helpers import CENTRE, Table

from noretreat.rules.actions import (
    AssignAttacker,
    ChooseCard,
    ChooseHex,
    ChooseOption,
    ChooseUnit,
    Dealt,
    DeclareTarget,
    DetrainUnit,
    Discard,
    Done,
    EntrainUnit,
    ImproveUnit,
    LoseStep,
    MoveUnit,
    Pass,
    PayCard,
    PlaceCounterblow,
    PlaceUnit,
    PlayEvent,
    ReplaceUnit,
    Rolled,
    UpgradeUnit,
)
from noretreat.rules.windows import Window

HOME: Final = {"G4": "0606 back", "G6": "box:destroyed back", "S_NW": "2310"}
LINE: Final = {"G4": "1511", "G6": "1311", "G9": "1711", "S_W": "1512", "S_S": "1312", "S_KAL": "1712"}
KETTLE: Final = {
    "S_W": "0908",
    "OST1": "0808",
    "S_S": "2111",
    "G4": "1007",
    "G6": "1009",
    "G9": "1108",
    "G11": "0906",
    "G17": "0709",
    "G16": "0909",
}
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
MOVING: Final = {"G4": "1511", "G1Pz": "1513", "G6": "0606", "S_W": CENTRE, "S_NW": "2310"}
LOST: Final = {"S_SW": "box:surrendered", "S_W": "2008", "G4": "1007"}
EVERYTHING: Final = [
    "1902", "1403", "2006", "1307", "2207", "1708", "2008", "1909", "2310", "1211", "1912", "1613", "1115", "1415",
]  # fmt: skip
GERMAN_CITIES: Final = ["1104", "0606", "0503"]


def before_victory(*, turn: int, **words: Any) -> Table:
    """The window of a Victory Phase, come from the Detraining Phase before."""
    table = Table(cards=True, phase="detraining soviet", turn=turn - 1, **words)
    while table.view.phase != "victory":
        table.do(next(action for action in (Done(), Pass(), *table.legal) if action in table.legal))
    return table


ORGANIZING: Final = [
    Case(
        "18A",
        phase("supply axis", units=KETTLE),
        (ChooseUnit("S_W"),),
        window=Window.SUPPLY_END,
        lacks=(
            Lack(phase("supply axis", units={"G4": "1511", "S_S": "2111"}), "no enemy unit is unsupplied (6.4)"),
            Lack(phase("supply axis", units=KETTLE, initiative="soviet"), AXIS_SIGN),
        ),
    ),
    Case(
        "05S",
        phase("organization axis", units={"G4": "1511", "G6": "0906", "S_S": "2111"}),
        (ChooseUnit("G6"),),
        window=Window.ORGANIZATION_START,
        lacks=(Lack(phase("organization soviet", units=FAR), AXIS_TURN),),
    ),
    Case(
        "03A",
        phase("organization axis", turn=3, units=HOME),
        (ReplaceUnit("G6", "0606"),),
        window=Window.ORGANIZATION,
        lacks=(
            Lack(phase("organization axis", units=FAR), "no unit can be replaced or improved now (7.1, 7.9)"),
            Lack(phase("organization soviet", units=HOME), AXIS_TURN),
            Lack(phase("organization axis", units=HOME, turn=13), AXIS_SIGN),
        ),
    ),
    Case(
        "30A",
        phase("cards soviet", turn=13, units=HOME),
        (ImproveUnit("G4"), ReplaceUnit("G6", "0606")),
        window=Window.CARD_OPPONENT,
        lacks=(Lack(phase("cards soviet", units=HOME), SOVIET_SIGN),),
    ),
    Case(
        "38S",
        phase("movement soviet", turn=13, units={"S_W": "2008", "S_SW": "box:destroyed", "G4": "1007"}),
        (Dealt(16), Dealt(17), ReplaceUnit("S_SW", "2207")),
        window=Window.MOVE,
        lacks=(
            Lack(phase("movement axis", turn=13, units=LOST), SOVIET_TURN),
            Lack(phase("movement soviet", units=LOST), SOVIET_SIGN),
        ),
    ),
    Case(
        "08S",
        phase("organization soviet", turn=18, units={"S_W": "2008", "S_NW": "2310", "G4": "1007"}),
        (UpgradeUnit("S_W"),),
        mode="upgrade",
        window=Window.ORGANIZATION,
        lacks=(
            Lack(phase("organization soviet", turn=5, units=FAR), "only from turn 6 on (5.3.1)"),
            Lack(phase("organization axis", units=FAR), SOVIET_TURN),
        ),
    ),
    Case(
        "08S",
        phase("organization soviet", turn=6, units=FAR),
        (Dealt(30), Dealt(31)),
        mode="draw",
        window=Window.ORGANIZATION,
        lacks=(Lack(phase("organization soviet", turn=5, units=FAR), "only from turn 6 on (5.3.1)"),),
    ),
    Case(
        "01S",
        phase("supply axis", units=LOST),
        (ReplaceUnit("S_SW", "2310"),),
        window=Window.PHASE_END,
        lacks=(
            Lack(phase("detraining axis", units={"S_W": "2008", "G4": "1007"}), "no lost unit can be placed now (7.6)"),
            Lack(phase("detraining axis", units=LOST, turn=13), AXIS_SIGN),
        ),
    ),
    Case(
        "02S",
        phase(
            "movement soviet",
            units={
                "S_SW": "box:surrendered",
                "S_S": "box:shattered",
                "S_W": "box:destroyed",
                "S_NW": "2310",
                "G4": "1007",
            },
        ),
        (ChooseUnit("S_SW"), ChooseUnit("S_S")),
        window=Window.MOVE,
        lacks=(
            Lack(phase("movement soviet", units=FAR), "no shattered, destroyed or surrendered unit can be sent (9.1)"),
            Lack(
                phase("movement soviet", units={**LOST, "S_S": "box:rail", "S_NW": "box:rail", "S_KAL": "box:rail"}),
                "the rail box is full (9.1)",
            ),
            Lack(phase("movement soviet", units=LOST, turn=13), AXIS_SIGN),
        ),
    ),
    Case(
        "25A",
        phase(
            "organization axis", turn=13, units={"KG1": "box:cadres", "KG2": "box:cadres", "G4": "0606", "S_NW": "2310"}
        ),
        (PlaceUnit("KG1", "0606"), PlaceUnit("KG2", "0503")),
        window=Window.ORGANIZATION,
        lacks=(
            Lack(phase("organization axis", turn=13, units=FAR), "no Kampfgruppe can be placed now (9.2)"),
            Lack(phase("organization soviet", turn=13, units=FAR), AXIS_TURN),
            Lack(phase("organization axis", units=FAR), SOVIET_SIGN),
        ),
    ),
    Case(
        "48A",
        phase(
            "organization axis", turn=25, units={"FEST1": "box:removed", "FEST2": "0704", "G4": "0606", "S_NW": "2310"}
        ),
        (PlaceUnit("FEST1", "1104"),),
        window=Window.ORGANIZATION,
        lacks=(
            Lack(
                phase(
                    "organization axis",
                    turn=25,
                    units={"FEST1": "1104", "FEST2": "0704", "FEST3": "0606", "G4": "0503", "S_NW": "2310"},
                ),
                "no eliminated fort can be put into a German city (7.6)",
            ),
            Lack(phase("organization soviet", turn=25, units=FAR), AXIS_TURN),
        ),
    ),
    Case(
        "49A",
        phase("organization axis", turn=25, units=FAR),
        (PlaceUnit("VOLKS1", "0503"), PlaceUnit("VOLKS2", "0704")),
        window=Window.ORGANIZATION,
        lacks=(
            Lack(phase("organization soviet", turn=25, units=FAR), AXIS_TURN),
            Lack(
                phase(
                    "organization axis",
                    turn=25,
                    units={**FAR, "VOLKS1": "0503", "VOLKS2": "0704", "VOLKS3": "1104", "VOLKS4": "0606"},
                ),
                "no eliminated Volkssturm can be put into a German city (7.6)",
            ),
        ),
    ),
    Case(
        "06S",
        phase("organization soviet", units={"G4": "1007", "G6": "0606 back", "S_NW": "2310", "KG1": "box:cadres"}),
        (LoseStep("G6"),),
        window=Window.ORGANIZATION,
        lacks=(Lack(phase("organization axis", units=FAR), SOVIET_TURN),),
    ),
    Case(
        "35A",
        phase(
            "organization axis",
            turn=17,
            units={
                "S_W": "2008",
                "S_S": "2310 back",
                "S_NW": "2207",
                "S_SW": "1716 unsupplied",
                "OST1": "1909",
                "G4": "1007",
            },
        ),
        (LoseStep("S_S"), LoseStep("S_W")),
        window=Window.ORGANIZATION,
        lacks=(
            Lack(phase("organization axis", turn=16, units=FAR), "only from 1944 on (5.3.1)"),
            Lack(
                phase("organization axis", turn=17, units={"OST1": "1909", "S_VOR": "2314 unsupplied", "G4": "1007"}),
                "no enemy unit but cadres is supplied (6.5.5)",
            ),
            Lack(phase("organization soviet", turn=17, units=FAR), AXIS_TURN),
        ),
    ),
    Case(
        "41A",
        phase("organization axis", turn=13, units={"G4": "1511", "S_W": "1611", "S_NW": "2310"}),
        (ChooseHex("1511"),),
        window=Window.ORGANIZATION,
        lacks=(
            Lack(phase("organization axis", units=FAR), SOVIET_SIGN),
            Lack(phase("organization soviet", turn=13, units=FAR), AXIS_TURN),
        ),
    ),
    Case(
        "12A",
        phase("organization axis", units=HOME, hands={"axis": [12, 16, 19]}, then=(Done(), ReplaceUnit("G6", "0606"))),
        (PayCard(12), Dealt(30)),
        lacks=(
            Lack(
                phase("organization axis", units=HOME, hands={"axis": [12, 16]}, then=(ImproveUnit("G4"),)),
                "only when it pays for a replacement (5.4)",
            ),
        ),
        window=Window.PAYMENT,
        played=False,
    ),
    Case(
        "53A",
        phase("organization axis", units=HOME, turn=23, hands={"axis": [53]}),
        (ImproveUnit("G4"), PayCard(53)),
        lacks=(
            Lack(
                phase("movement axis", turn=23, units=FAR, hands={"axis": [53]}),
                "only in your Organization Phase (5.4)",
            ),
            Lack(phase("combat soviet", turn=23, units=LINE, hands={"axis": [53]}), AXIS_TURN),
        ),
        window=Window.PAYMENT,
        played=False,
    ),
    Case(
        "07A",
        phase("organization soviet", units={"S_W": "2008", "S_NW": "2310", "G4": "1007"}, then=(UpgradeUnit("S_W"),)),
        window=Window.REACT,
        lacks=(
            Lack(
                phase("organization soviet", units=FAR), "only right after an enemy replacement or improvement (5.3.5)"
            ),
        ),
    ),
    Case(
        "31S",
        phase(
            "organization axis",
            units=HOME,
            turn=13,
            hands={"axis": [16, 19], "soviet": [31]},
            then=(ImproveUnit("G4"), PayCard(16), PayCard(19)),
        ),
        window=Window.REACT,
        lacks=(
            Lack(
                phase("organization axis", turn=13, units=FAR),
                "only right after an enemy replacement or improvement (5.3.5)",
            ),
            Lack(phase("organization axis", units=HOME), SOVIET_SIGN),
        ),
    ),
]
"""Supply, organization, and what answers a step."""
MOVES: Final = [
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
                "none of your units is still to move (8.1)",
            ),
            Lack(phase("movement soviet", units=MOVING), "movement points are given in your own Movement Phase (8.1)"),
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
                phase("movement soviet", units={"G18": "1511", "S_W": CENTRE}), "enemy zones hold all your units (8.5)"
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
            units={"G6": "1411", "G9": "1411", "G4": "1711", "S_W": CENTRE, "S_NW": "2310"},
            then=(Done(),),
        ),
        (MoveUnit("G6", "1511"),),
        window=Window.MOVE_END,
        lacks=(
            Lack(
                phase("movement soviet", units={"G6": "1211", "S_W": CENTRE}),
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
                "no hex may bear a Counterblow marker (10.1.2)",
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
                "no hex may bear a Counterblow marker (10.1.2)",
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
                "no unit in the boxes finds a place on the map (9.2)",
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
CARDS: Final = [
    Case(
        "02A",
        phase("movement axis", turn=13, discards=[22]),
        (Dealt(30), Dealt(31), Dealt(32), Discard(30)),
        window=Window.MOVE,
        lacks=(
            Lack(
                phase("movement axis", discards=[9]),
                "the uppermost discard has no event of yours that could be repeated (5.0)",
            ),
            Lack(phase("movement axis", discards=[6]), "Luftwaffe Support is played at another moment (5.3.1)"),
        ),
    ),
    Case(
        "26S",
        phase("movement soviet", turn=13, units={"G4": "1007", "S_SW": "box:destroyed", "S_NW": "2310"}, discards=[2]),
        (ChooseUnit("S_SW"),),
        window=Window.MOVE,
        lacks=(
            Lack(
                phase("movement soviet", turn=13, discards=[13]),
                "the uppermost discard has no event of yours that could be repeated (5.0)",
            ),
            Lack(phase("movement soviet", discards=[2]), SOVIET_SIGN),
        ),
    ),
    Case(
        "22A",
        phase("movement axis", turn=13, units=FAR),
        (Dealt(30), Dealt(31), Dealt(32), Discard(31)),
        window=Window.MOVE,
        lacks=(Lack(phase("movement axis", units=FAR), SOVIET_SIGN),),
    ),
    Case(
        "45A",
        phase("cards axis", turn=24, units=FAR),
        (Dealt(30),),
        window=Window.CARD,
        lacks=(Lack(phase("cards soviet", turn=24, units=FAR), AXIS_TURN),),
    ),
    Case(
        "05A",
        phase("cards axis", units=FAR, discards=[16, 9, 17, 18]),
        (ChooseCard(17),),
        window=Window.CARD,
        lacks=(
            Lack(phase("cards axis", units=FAR), "there are no discards (5.0)"),
            Lack(phase("cards soviet", units=FAR, discards=[16]), AXIS_TURN),
            Lack(phase("cards axis", turn=13, units=FAR, discards=[16]), AXIS_SIGN),
        ),
    ),
    Case(
        "33S",
        phase("movement soviet", units=FAR, discards=[16, 17, 12]),
        window=Window.MOVE,
        lacks=(Lack(phase("movement soviet", units=FAR, discards=[12]), "no discard has an event of yours (5.0)"),),
    ),
    Case(
        "33S",
        phase("movement soviet", units=FAR, joker="axis"),
        mode="joker",
        window=Window.MOVE,
        lacks=(Lack(phase("movement soviet", units=FAR, joker="soviet"), "no discard has an event of yours (5.0)"),),
    ),
    Case(
        "25S",
        phase("movement soviet", units=FAR, hands={"soviet": [25], "axis": [16, 19]}),
        (ChooseCard(19),),
        lacks=(
            Lack(
                phase("combat soviet", units=LINE, then=(DeclareTarget("1511"), Done())),
                "only at another moment: between other things (5.3.1)",
                Window.COMMIT,
            ),
        ),
        window=Window.MOVE,
    ),
    Case(
        "42A",
        phase("cards soviet", units=FAR, hands={"axis": [42], "soviet": [16]}),
        (Dealt(16),),
        window=Window.CARD_OPPONENT,
        lacks=(
            Lack(phase("cards axis", units=FAR), SOVIET_TURN),
            Lack(phase("cards soviet", turn=13, units=FAR), AXIS_SIGN),
        ),
    ),
    Case(
        "09S",
        phase("movement soviet", units=FAR),
        (Dealt(17), Dealt(18), Discard(17)),
        mode="draw",
        window=Window.MOVE,
        lacks=(Lack(phase("movement soviet", turn=13, units=FAR), AXIS_SIGN),),
    ),
    Case(
        "40A",
        phase("movement axis", turn=13, units=FAR),
        (Dealt(17), Dealt(18), Discard(17)),
        mode="draw",
        window=Window.MOVE,
        lacks=(Lack(phase("movement axis", units=FAR), SOVIET_SIGN),),
    ),
    Case(
        "09S",
        Start(before_victory, {"turn": 6, "control": {"axis": EVERYTHING}}),
        mode="cancel",
        window=Window.VICTORY,
        lacks=(Lack(phase("movement soviet", units=FAR, turn=13), AXIS_SIGN),),
    ),
    Case(
        "40A",
        Start(before_victory, {"turn": 18, "initiative": "soviet", "control": {"soviet": GERMAN_CITIES}}),
        mode="cancel",
        window=Window.VICTORY,
        lacks=(Lack(phase("movement axis", units=FAR), SOVIET_SIGN),),
    ),
    Case(
        "13A",
        phase("cards axis", units=FAR),
        (Dealt(30), Dealt(31), Dealt(32)),
        lasts="combat",
        window=Window.CARD,
        lacks=(
            Lack(phase("cards axis", units=FAR, weather="mud"), "only in clear weather (13.1)"),
            Lack(phase("cards soviet", units=FAR), AXIS_TURN),
        ),
    ),
    Case(
        "20S",
        phase("cards soviet", units=FAR),
        (Dealt(30), Dealt(31), Dealt(32), Dealt(33)),
        lasts="combat",
        window=Window.CARD,
        lacks=(
            Lack(phase("cards soviet", units=FAR, weather="mud"), "only in clear weather or snow (13.1)"),
            Lack(phase("cards axis", units=FAR), SOVIET_TURN),
        ),
    ),
    Case(
        "19S",
        phase("cards axis", units=FAR),
        lasts="combat",
        window=Window.CARD_OPPONENT,
        lacks=(Lack(phase("cards soviet", units=FAR), AXIS_TURN),),
    ),
    Case(
        "23A",
        phase("cards soviet", units=FAR),
        lasts="combat",
        window=Window.CARD_OPPONENT,
        lacks=(Lack(phase("cards axis", units=FAR), SOVIET_TURN),),
    ),
    Case(
        "39S",
        phase("cards soviet", turn=13, units=FAR),
        lasts="player_turn",
        window=Window.CARD,
        lacks=(
            Lack(phase("cards axis", turn=13, units=FAR), SOVIET_TURN),
            Lack(phase("cards soviet", units=FAR), SOVIET_SIGN),
        ),
    ),
    Case(
        "24S",
        phase("movement soviet", turn=13, units=FAR, hands={"soviet": [24], "axis": [16]}),
        (ChooseOption("card_and_step"), LoseStep("G4"), Discard(16)),
        window=Window.MOVE,
        lacks=(Lack(phase("movement soviet", units=FAR), SOVIET_SIGN),),
    ),
    Case(
        "44S",
        phase(
            "cards axis",
            turn=11,
            units={**FAR, "RUM3": "0816", "FINN": "FINLAND"},
            hands={"soviet": [44], "axis": [16]},
        ),
        (Discard(16), ChooseUnit("RUM3")),
        window=Window.CARD_OPPONENT,
        lacks=(
            Lack(phase("cards axis", units=FAR), "no ally of the Germans is on the map (14.2)"),
            Lack(phase("cards soviet", units=FAR), AXIS_TURN),
        ),
    ),
    Case(
        "07S",
        phase("cards axis", units=FAR),
        (ChooseHex("1211"),),
        window=Window.CARD_OPPONENT,
        lacks=(Lack(phase("cards axis", turn=13, units=FAR), AXIS_SIGN),),
    ),
    Case(
        "18S",
        phase("cards axis", units={"S_W": "2008", "S_S": "1909", "S_NW": "box:rail", "G4": "1007"}),
        (EntrainUnit("S_W"), EntrainUnit("S_S"), DetrainUnit("S_W", "2310"), DetrainUnit("S_NW", "2207")),
        lacks=(
            Lack(phase("movement soviet", units=FAR), "only at another moment: in a Card Phase (5.3.1)", Window.MOVE),
        ),
        window=Window.CARD_OPPONENT,
    ),
    Case(
        "14A",
        phase("cards soviet", units=FAR, hands={"axis": [14], "soviet": [20]}, then=(PlayEvent(20),)),
        window=Window.REACT,
        lacks=(
            Lack(phase("cards soviet", units=FAR), "there is no enemy card to cancel (5.3.5)"),
            Lack(phase("cards soviet", turn=13, units=FAR), AXIS_SIGN),
        ),
    ),
    Case(
        "31A",
        phase("cards soviet", units=FAR, hands={"axis": [31], "soviet": [20]}, then=(PlayEvent(20),)),
        window=Window.REACT,
        lacks=(Lack(phase("cards soviet", units=FAR), "there is no enemy event to cancel (5.3.5)"),),
    ),
    Case(
        "34S",
        phase("cards axis", units=FAR, hands={"axis": [16, 45], "soviet": [34]}, then=(PlayEvent(45),)),
        (Dealt(30),),
        window=Window.REACT,
        lacks=(Lack(phase("cards axis", units=FAR), "there is no enemy card to cancel (5.3.5)"),),
    ),
    Case(
        "36S",
        phase("cards axis", units=FAR, hands={"axis": [13], "soviet": [36]}, then=(PlayEvent(13),)),
        window=Window.REACT,
        lacks=(Lack(phase("cards axis", units=FAR), "there is no enemy card to cancel (5.3.5)"),),
    ),
]
"""Cards, points, promises, pressure and what answers a card."""
CASES: Final = [*ORGANIZING, *MOVES, *CARDS]
