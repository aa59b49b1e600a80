"""The halves of the supply check and of Organization, and what answers a step."""

from __future__ import annotations

from typing import Final

from cards.cases import FAR, LINE, LOST, Case, Lack, phase
from cards.cases_of_battle import AXIS_SIGN, AXIS_TURN, SOVIET_SIGN, SOVIET_TURN

from noretreat.core.actions import (
    ChooseHex,
    ChooseUnit,
    Dealt,
    Done,
    ImproveUnit,
    LoseStep,
    PayCard,
    PlaceUnit,
    ReplaceUnit,
    UpgradeUnit,
)
from noretreat.rules.windows import Window

HOME: Final = {"G4": "0606 back", "G6": "box:destroyed back", "S_NW": "2310"}
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

CASES: Final = [
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
            Lack(
                phase("movement soviet", units=FAR),
                "you have no shattered, destroyed or surrendered unit to send (9.1)",
            ),
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
