"""The red halves: they happen when their own side draws the card, and nobody can help it."""

from __future__ import annotations

from typing import Any, Final

from cards.cases import FAR, Case, phase

from noretreat.core.actions import Action, ChooseUnit, Dealt
from noretreat.rules.windows import Window


def _drawn(half: str, start_words: dict[str, Any], *more: Action) -> Case:
    """Its own side draws it in its Card Phase."""
    side = "soviet" if half[2] == "S" else "axis"
    words = {"turn": 25 if int(half[:2]) > 44 else 7, "units": FAR, **start_words}
    return Case(half, phase(f"cards {side}", **words), (Dealt(int(half[:2])), *more), window=Window.DRAW, played=False)


CASES: Final = [
    _drawn("09A", {"turn": 3}, Dealt(30)),
    _drawn("11A", {"turn": 3}, Dealt(30)),
    _drawn("12S", {"turn": 3}, Dealt(30)),
    _drawn("13S", {"turn": 5}, Dealt(30)),
    _drawn("20A", {"discards": [21, 22]}),
    _drawn("40S", {"discards": [21, 22]}),
    _drawn("53S", {"discards": [21, 22]}, Dealt(30)),
    _drawn("54A", {"discards": [21, 22]}, Dealt(30)),
    _drawn("45S", {"control": {"soviet": ["0511"]}}, Dealt(30)),
    _drawn("46A", {"units": {**FAR, "BERLIN_G": "0503"}}, Dealt(30)),
    _drawn("47A", {"units": {**FAR, "G4": "1211"}}, Dealt(30)),
    _drawn("48S", {"units": {**FAR, "S_NW": "FINLAND"}}, Dealt(30)),
    _drawn("49S", {"units": {**FAR, "S_NW": "0717"}}, Dealt(30)),
    _drawn("50A", {}, Dealt(30)),
    _drawn("51A", {"units": {**FAR, "G6": "box:rail"}}, ChooseUnit("G6"), Dealt(30)),
    _drawn("52S", {"control": {"soviet": ["0414"]}}, Dealt(30)),
]
