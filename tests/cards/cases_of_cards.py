"""The halves about cards, points, promises and pressure, and what answers a card."""

from __future__ import annotations

from typing import Any, Final

from cards.cases import FAR, LINE, Case, Lack, Start, phase
from cards.cases_of_battle import AXIS_SIGN, AXIS_TURN, SOVIET_SIGN, SOVIET_TURN
from rules.combat_helpers import Table

from noretreat.core.actions import (
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
    LoseStep,
    Pass,
    PlayEvent,
)
from noretreat.rules.windows import Window

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


CASES: Final = [
    Case(
        "02A",
        phase("movement axis", turn=13, discards=[22]),
        (Dealt(30), Dealt(31), Dealt(32), Discard(30)),
        window=Window.MOVE,
        lacks=(
            Lack(
                phase("movement axis", discards=[9]),
                "the top discard has no event of yours that can be repeated (5.0)",
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
                "the top discard has no event of yours that can be repeated (5.0)",
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
                "it can be played only between actions, at almost any time (5.3.1)",
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
            Lack(phase("movement soviet", units=FAR), "it can be played only in a Card Phase (5.3.1)", Window.MOVE),
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
