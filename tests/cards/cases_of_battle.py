"""The halves played in a battle: results, dice, strengths, columns, and what answers a die or a result."""

from __future__ import annotations

from typing import Final

from cards.cases import ATTACK, EVEN, IN_1945, KIEV, LATE, TWO_FRONTS, Case, Lack, battle

from noretreat.core.actions import ChooseHex, ChooseUnit, Counterattack, Dealt, LoseStep, MarkCounterblow, Pass, Rolled
from noretreat.rules.windows import Window

AXIS_TURN: Final = "only in the Axis player turn (5.3.1)"
SOVIET_TURN: Final = "only in the Soviet player turn (5.3.1)"
AXIS_SIGN: Final = "only while the Axis side has the initiative (5.3.3)"
SOVIET_SIGN: Final = "only while the Soviet side has the initiative (5.3.3)"
ONLY_COMMIT: Final = "it can be played only in a battle (5.3.1)"
ATTACKS: Final = "only when your units attack (5.3.1)"
DEFENDS: Final = "only when your units are attacked (5.3.1)"
TWO_BATTLES: Final = {"units": TWO_FRONTS, "by": ("G4",), "also": ("1804",)}
"""The phase goes on after the one that counts."""
BACK: Final = (Rolled(1), Counterattack())
"""A battle of 4 to 4 in which the other side strikes back."""
PASSED: Final = (Pass(), *BACK)
"""The same where the card could have been played before."""
RESULTS: Final = [
    Case(
        "04A",
        battle("soviet"),
        lasts="battle",
        lacks=(Lack(battle("axis"), SOVIET_TURN), Lack(battle("soviet", units=EVEN, then=PASSED), DEFENDS)),
    ),
    Case(
        "37A",
        battle("axis"),
        lasts="battle",
        lacks=(
            Lack(battle("axis", "1211", units=KIEV), "it cannot be played against a city (5.3.1)"),
            Lack(battle("axis", units=EVEN, then=PASSED), ATTACKS),
            Lack(battle("axis", turn=LATE), AXIS_SIGN),
        ),
    ),
    Case(
        "27S",
        battle("soviet", turn=LATE),
        lasts="battle",
        lacks=(
            Lack(battle("soviet"), SOVIET_SIGN),
            Lack(battle("soviet", turn=LATE, initiative="soviet", units=EVEN, weather="clear", then=PASSED), ATTACKS),
        ),
    ),
    Case(
        "14S",
        battle("axis", "1211", units=KIEV),
        lasts="battle",
        lacks=(Lack(battle("axis"), "only against a city (5.3.1)"), Lack(battle("soviet"), AXIS_TURN)),
    ),
    Case(
        "32A",
        battle("soviet"),
        lacks=(Lack(battle("axis"), SOVIET_TURN), Lack(battle("soviet", units=EVEN, then=PASSED), DEFENDS)),
    ),
    Case(
        "52A",
        battle("soviet", turn=IN_1945),
        (Dealt(34),),
        lacks=(Lack(battle("axis", turn=IN_1945), SOVIET_TURN),),
    ),
    Case(
        "42S",
        battle("axis"),
        lacks=(Lack(battle("soviet"), AXIS_TURN), Lack(battle("axis", units=EVEN, then=PASSED), DEFENDS)),
    ),
    Case(
        "16S",
        battle("axis", **TWO_BATTLES),
        (Rolled(2), Rolled(5)),
        lacks=(Lack(battle("soviet"), AXIS_TURN), Lack(battle("axis", turn=LATE), AXIS_SIGN)),
    ),
    Case(
        "38A",
        battle("soviet", **{**TWO_BATTLES, "by": ("S_W",), "also": ("1704",)}),
        (Rolled(6), Rolled(1)),
        lacks=(Lack(battle("axis"), SOVIET_TURN),),
    ),
    Case(
        "10S",
        battle("axis"),
        lasts="phase",
        lacks=(Lack(battle("soviet"), AXIS_TURN), Lack(battle("axis", turn=LATE), AXIS_SIGN)),
    ),
    Case("24A", battle("soviet"), lasts="phase", lacks=(Lack(battle("axis"), SOVIET_TURN),)),
    Case(
        "21S",
        battle("soviet", turn=LATE, target="1911", units={"S_W": "1910 back", "G4": "1911"}),
        lasts="battle",
        lacks=(Lack(battle("soviet"), SOVIET_SIGN), Lack(battle("axis", turn=LATE), SOVIET_TURN)),
    ),
    Case(
        "27A",
        battle("axis", "1910", units={"G4": "1911", "S_W": "1910"}),
        lasts="battle",
        lacks=(Lack(battle("soviet"), AXIS_TURN),),
    ),
    Case(
        "21A",
        battle("axis"),
        lasts="roll",
        lacks=(Lack(battle("axis", then=(Pass(), Rolled(1))), ONLY_COMMIT, Window.ROLL),),
    ),
    Case(
        "22S",
        battle("soviet"),
        lasts="phase",
        lacks=(Lack(battle("soviet", then=(Pass(), Rolled(1))), ONLY_COMMIT, Window.ROLL),),
    ),
    Case(
        "19A",
        battle("soviet", turn=LATE, then=(Rolled(5),)),
        window=Window.RESULT,
        lasts="battle",
        lacks=(
            Lack(battle("soviet", then=(Rolled(5),)), SOVIET_SIGN),
            Lack(battle("soviet", turn=LATE, then=(Rolled(1),)), "only when your units have to retreat (5.3.1)"),
        ),
    ),
    Case(
        "04S",
        battle("axis"),
        lasts="battle",
        lacks=(Lack(battle("soviet"), AXIS_TURN), Lack(battle("axis", turn=LATE), AXIS_SIGN)),
    ),
    Case("11S", battle("axis"), lasts="whole_battle", lacks=(Lack(battle("axis", turn=LATE), AXIS_SIGN),)),
]
"""What becomes of the battle."""
COLUMNS: Final = [
    Case(
        "01A",
        battle("axis"),
        (ChooseUnit("G4"),),
        mode="double",
        lasts="battle",
        lacks=(
            Lack(
                battle("axis", then=(Pass(), Rolled(1))),
                "it can be played only in a battle, while counterblows are placed (5.3.1)",
                Window.ROLL,
            ),
        ),
    ),
    Case(
        "29A",
        battle("soviet"),
        lasts="battle",
        lacks=(Lack(battle("axis"), SOVIET_TURN), Lack(battle("soviet", units=EVEN, then=PASSED), DEFENDS)),
    ),
    Case(
        "23S",
        battle("soviet", turn=13),
        lasts="two_battles",
        lacks=(
            Lack(battle("soviet", turn=10, initiative="soviet"), "not before 1943 (5.3.1)"),
            Lack(battle("soviet", turn=13, initiative="axis"), SOVIET_SIGN),
        ),
    ),
    Case(
        "06A",
        battle("axis"),
        mode="shift",
        lasts="battle",
        lacks=(Lack(battle("soviet"), ATTACKS), Lack(battle("axis", turn=LATE), AXIS_SIGN)),
    ),
    Case(
        "28S",
        battle("soviet", turn=LATE),
        lasts="battle",
        lacks=(Lack(battle("axis", turn=LATE), SOVIET_TURN), Lack(battle("soviet"), SOVIET_SIGN)),
    ),
    Case("34A", battle("soviet", turn=LATE), lasts="phase", lacks=(Lack(battle("soviet"), SOVIET_SIGN),)),
    Case(
        "03S",
        battle("axis", "1115", units={"G4": "1214", "S_W": "1115"}),
        lasts="phase",
        lacks=(Lack(battle("axis", then=(Pass(), Rolled(1))), ONLY_COMMIT, Window.ROLL),),
    ),
    Case(
        "46S",
        battle("soviet", units={"S_CEN": "1611 back", "S_W": "1610 back", "G8": "1511"}, turn=IN_1945),
        (Dealt(34),),
        lasts="battle",
        lacks=(
            Lack(battle("soviet", turn=IN_1945), "armor and infantry must attack together (5.3.1)"),
            Lack(
                battle(
                    "soviet",
                    units={"S_CEN": "1611 unsupplied back", "S_W": "1610 unsupplied", "G8": "1511"},
                    turn=IN_1945,
                ),
                "none of the attackers is supplied (6.5)",
            ),
            Lack(battle("axis", turn=IN_1945), ATTACKS),
        ),
    ),
    Case(
        "50S",
        battle("soviet", "0704", units={"S_W": "0804 back", "G4": "0704"}, turn=IN_1945),
        (Dealt(34),),
        lasts="battle",
        lacks=(
            Lack(battle("soviet", turn=IN_1945), "only against a city in Greater Germany (5.3.1)"),
            Lack(battle("axis", turn=IN_1945), ATTACKS),
        ),
    ),
    Case(
        "08A",
        battle("axis", units={"G1Pz": "1511", "S_CEN": "1611"}, turn=LATE),
        mode="own_bonus",
        lasts="phase",
        lacks=(Lack(battle("axis"), SOVIET_SIGN),),
    ),
    Case(
        "08A",
        battle("soviet", units={"S_CEN": "1611 back", "G4": "1511"}, turn=LATE),
        mode="enemy_bonus",
        lasts="phase",
        lacks=(Lack(battle("soviet"), SOVIET_SIGN),),
    ),
    Case(
        "54S",
        battle("soviet", units={"S_CEN": "1611 back", "G4": "1511"}, turn=IN_1945),
        lasts="battle",
        lacks=(
            Lack(battle("soviet", turn=IN_1945), "this attack has no armor bonus (10.6.3)"),
            Lack(battle("axis", units={"G1Pz": "1511", "S_W": "1611"}, turn=IN_1945), ATTACKS),
        ),
    ),
    Case(
        "33A",
        battle("axis", "1318", units={"G1Pz": "1317", "G2Pz": "1317", "S_SEV": "1318 back"}),
        lasts="battle",
        lacks=(
            Lack(battle("axis"), "no fort stands in a target hex (14.1)"),
            Lack(battle("soviet"), ATTACKS),
            Lack(battle("axis", turn=LATE), AXIS_SIGN),
        ),
    ),
    Case(
        "47S",
        battle("soviet", "1104", units={"S_CEN": "1203 back", "S_W": "1204 back", "FEST1": "1104"}, turn=IN_1945),
        lasts="battle",
        lacks=(Lack(battle("axis", turn=IN_1945), SOVIET_TURN),),
    ),
    Case(
        "17A",
        battle("axis"),
        mode="advance",
        lasts="battle",
        lacks=(Lack(battle("soviet"), ATTACKS), Lack(battle("axis", turn=LATE), AXIS_SIGN)),
    ),
    Case(
        "15A",
        battle("axis", units={**ATTACK, "S_KAL": "1804", "G9": "1704"}, by=("G4", "G6"), counterblow="1804"),
        (ChooseHex("1804"), Dealt(34)),
        lacks=(Lack(battle("soviet"), AXIS_TURN),),
    ),
    Case(
        "17S",
        battle("soviet", units={"S_CEN": "1611 back", "S_W": "1610 back", "G4": "1511", "G8": "1511 back"}, turn=LATE),
        (ChooseUnit("G4"),),
        lasts="battle",
        lacks=(
            Lack(battle("soviet", turn=LATE), "only against two units in a single hex (5.3.1)"),
            Lack(battle("axis"), SOVIET_TURN),
        ),
    ),
]
"""What it is fought with."""
ANSWERS: Final = [
    Case(
        "16A",
        battle("axis", then=(Rolled(1),)),
        (Rolled(4),),
        window=Window.ROLL,
        lacks=(Lack(battle("axis"), "it can be played only when a die has been rolled (5.3.1)", Window.COMMIT),),
    ),
    Case(
        "43S",
        battle("axis", **TWO_BATTLES, then=(Rolled(6),)),
        (Rolled(1),),
        window=Window.ROLL,
        lacks=(Lack(battle("axis"), "it can be played only when a die has been rolled (5.3.1)", Window.COMMIT),),
    ),
    Case(
        "44A",
        battle("axis", then=(Rolled(1),)),
        (Rolled(4),),
        window=Window.RESULT,
        lacks=(
            Lack(battle("axis", then=(Rolled(5),)), "only on a result of no effect or CB (10.7)"),
            Lack(battle("axis", turn=LATE, then=(Rolled(1),)), AXIS_SIGN),
        ),
    ),
    Case(
        "28A",
        battle("soviet", then=(Rolled(4),)),
        window=Window.ROLLED,
        lacks=(Lack(battle("axis", then=(Rolled(4),)), "only on a roll for an enemy attack (5.3.1)"),),
    ),
    Case(
        "30S",
        battle("axis", then=(Rolled(4),)),
        window=Window.ROLLED,
        lacks=(Lack(battle("soviet", then=(Rolled(4),)), "only on a roll for an enemy attack (5.3.1)"),),
    ),
    Case(
        "51S",
        battle(
            "soviet",
            units={"S_W": "1611 back", "S_KAL": "1610 back", "G4": "1511", "G6": "1704", "S_S": "1804"},
            turn=IN_1945,
            by=("S_W", "S_KAL"),
            also=("1704",),
            then=(Rolled(2), LoseStep("S_W")),
        ),
        (Rolled(1), MarkCounterblow("1611"), Dealt(34)),
        window=Window.AFTER_EX,
        lacks=(Lack(battle("axis", turn=IN_1945), ATTACKS),),
    ),
]
"""What answers the die and the result."""
CASES: Final = [*RESULTS, *COLUMNS, *ANSWERS]
