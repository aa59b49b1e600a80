"""Every half of every card: when it may be played, that it may not at any other time, and that it has tests of its own.

The table says when, taken from the printed cards and not from the code. What a half does is shown in test_footprints.py
and by the tests named after it (`test_12a_...`); the last tests here fail for a half that is not shown from all sides.
"""

from __future__ import annotations

import ast
import re
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from cards.marks import ASPECTS, shows
from rules.helpers import hand, play, why_not_now

from noretreat.core.actions import Dealt
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET
from noretreat.core.types import NO_CARDS, CardNumber
from noretreat.game import State, legal_actions
from noretreat.positions import position
from noretreat.rules.joker import JOKER
from noretreat.rules.windows import REGISTRY, Window

# half, moments, in whose player turn, sign (cross: only with Axis initiative, star: only with Soviet initiative)
TIMES: Final = """
    01A commit/counterblow any - | 01S phase_end any cross | 02A any any -
    02S any any cross | 03A organization axis cross | 03S commit any -
    04A commit soviet - | 04S commit axis cross | 05A card axis cross
    05S organization_start axis - | 06A commit/removal any cross | 06S organization soviet -
    07A react any - | 07S any_card any cross | 08A commit any star
    08S organization soviet - | 09A draw any red | 09S victory/any any cross
    10A move_end soviet - | 10S commit axis cross | 11A draw any red
    11S commit any cross | 12A payment axis cross | 12S draw any red
    13A card axis - | 13S draw any red | 14A react any cross
    14S commit axis - | 15A commit axis - | 15S combat_end any cross
    16A roll any - | 16S commit axis cross | 17A move/commit any cross
    17S commit soviet - | 18A supply_end any cross | 18S any_card any -
    19A result any star | 19S card_opponent axis - | 20A draw any red
    20S card soviet - | 21A commit any - | 21S commit soviet star
    22A any any star | 22S commit any - | 23A card_opponent soviet -
    23S commit any star | 24A commit soviet - | 24S any any star
    25A organization axis star | 25S any any - | 26A counterblow soviet -
    26S any any star | 27A commit axis - | 27S commit soviet star
    28A rolled any - | 28S commit soviet star | 29A commit soviet -
    29S combat_end soviet star | 30A any_card any star | 30S rolled any -
    31A react any - | 31S react any star | 32A commit soviet -
    32S move soviet star | 33A commit any cross | 33S any any -
    34A commit any star | 34S react any - | 35A organization axis star
    35S move_end soviet - | 36A move_end soviet cross | 36S react any -
    37A commit axis cross | 37S counterblow axis - | 38A commit soviet -
    38S any soviet star | 39A move_end soviet - | 39S card soviet star
    40A victory/any any star | 40S draw any red | 41A organization axis star
    41S move_end axis - | 42A card_opponent soviet cross | 42S commit axis -
    43A move_end soviet cross | 43S roll any - | 44A result any cross
    44S card_opponent axis - | 45A card axis - | 45S draw any red
    46A draw any red | 46S commit any - | 47A draw any red
    47S commit soviet - | 48A organization axis - | 48S draw any red
    49A organization axis - | 49S draw any red | 50A draw any red
    50S commit any - | 51A draw any red | 51S after_ex any -
    52A commit soviet - | 52S draw any red | 53A payment axis -
    53S draw any red | 54A draw any red | 54S commit any -
"""
ANYTIME: Final = {
    "victory", "card", "card_opponent", "any_card", "supply_end", "organization_start", "organization", "move",
    "move_end", "combat_end", "removal", "any",
}  # fmt: skip
"""Moments at which nothing is half done."""
TOO_SOON: Final = ("it can be played only", "player turn (5.3.1)", "has the initiative", "already happened")
"""How the four refusals of the clock begin or end: moment, turn, sign, once a turn."""


class Half(NamedTuple):
    """A line of the table."""

    card: int
    side: int
    moments: set[str]
    turn: str
    sign: str

    @property
    def name(self) -> str:
        """As the cards are called in the tests: 01a."""
        return f"{self.card:02}{'as'[self.side]}"


def _half(line: str) -> Half:
    name, moments, turn, sign = line.split()
    found = set(moments.split("/"))
    if "any" in found:
        found |= ANYTIME
    if "any_card" in found:
        found |= {"card", "card_opponent"}
    return Half(int(name[:2]), SOVIET if name[2] == "S" else AXIS, found, turn, sign)


HALVES: Final = [_half(line) for line in re.split(r"[|\n]", TIMES) if line.strip()]
PLAYED: Final = [half for half in HALVES if half.sign != "red"]
COPIES: Final = ("02a", "26s")
"""Their moments are those of what they repeat: test_02a and test_26s."""


def stage(half: Half, phasing: int, initiative: int) -> State:
    """Any position with the card in the hand; only the clock matters."""
    state = position({"turn": 19, "units": {"G4": "0606", "S_W": "2008"}})
    state.phasing, state.initiative, state.played = phasing, initiative, [NO_CARDS, NO_CARDS]
    state.hands[half.side] |= 1 << CardNumber(half.card)
    return state


def clock(state: State, half: Half, window: Window) -> set[str]:
    """Which of the four refusals of the clock is given, if any."""
    reason = why_not_now(state, half.side, half.card, window) or ""
    return {words for words in TOO_SOON if words in reason}


def test_the_table_is_complete() -> None:
    assert [half.name for half in HALVES] == [f"{n:02}{s}" for n in range(1, 55) for s in "as"]
    assert {(half.side, half.card) for half in HALVES} == {key for key in REGISTRY if key[1] != JOKER}


@pytest.mark.parametrize("half", [half for half in PLAYED if half.name not in COPIES], ids=lambda half: half.name)
def test_only_at_its_moment_in_its_turn_and_with_its_sign(half: Half) -> None:
    """Positive: the clock allows it. Negative: every other moment, turn and initiative is refused for its reason."""
    for phasing, initiative in product((AXIS, SOVIET), (AXIS, SOVIET)):
        state = stage(half, phasing, initiative)
        right_turn = half.turn in ("any", ("axis", "soviet")[phasing])
        right_sign = half.sign in ("-", ("cross", "star")[initiative])
        for window in Window:
            refused = clock(state, half, window)
            if window.value not in half.moments:
                assert refused == {"it can be played only"}, window
            else:
                expected = set() if right_turn and right_sign else {TOO_SOON[1] if not right_turn else TOO_SOON[2]}
                assert refused == expected, (window, phasing, initiative)


@pytest.mark.parametrize("half", PLAYED, ids=lambda half: half.name)
def test_the_window_closes_once_it_has_happened(half: Half) -> None:
    """CRD-8: not a second time in this player turn; the half of the other side is not touched by that."""
    initiative = SOVIET if half.sign == "star" else AXIS
    state = stage(half, SOVIET if half.turn == "soviet" else AXIS, initiative)
    state.played[half.side] |= 1 << CardNumber(half.card)
    moment = next(window for window in Window if window.value in half.moments)
    assert clock(state, half, moment) == {"already happened"}
    assert not state.played[ENEMY[half.side]]


@pytest.mark.parametrize("half", HALVES, ids=lambda half: half.name)
def test_the_other_side_has_another_half(half: Half) -> None:
    """Who holds the card plays its own half: the two share nothing but the number."""
    card = BOARD.cards[half.card]
    assert card.axis.title != card.soviet.title
    assert REGISTRY[AXIS, half.card].effect is not REGISTRY[SOVIET, half.card].effect


@shows("red", "positive", "negative")
@pytest.mark.parametrize("half", [half for half in HALVES if half.sign == "red"], ids=lambda half: half.name)
def test_a_red_half_happens_on_drawing_it_and_never_else(half: Half) -> None:
    """CRD-4: it happens to its own side; the other side draws a card like any other, and nobody plays it."""
    turn = 7 if half.card < 45 else 24
    for side in (AXIS, SOVIET):
        state = position({"turn": turn, "phase": f"cards {('axis', 'soviet')[side]}", "discards": [21]})
        assert Dealt(half.card) in legal_actions(state)
        after = play(state, Dealt(half.card))
        card = BOARD.cards[half.card]
        happens = side == half.side or (card.axis.mandatory and card.soviet.mandatory)
        assert (half.card in hand(after, ("axis", "soviet")[side])) is not happens
    state = stage(half, half.side, half.side)
    assert all("only when its card is drawn" in (why_not_now(state, half.side, half.card, w) or "") for w in Window)


# --- tests of its own -----------------------------------------------------------------------------------------
SHARED: Final = {
    "test_weather_cards_turn_variable_markers": ("09a", "11a", "12s", "13s"),
    "test_no_variable_weather_in_the_computer_rules": ("09a",),
    "test_a_flip_of_this_turn_counts_at_once": ("11a",),
    "test_snow_after_snow_is_a_long_winter_at_once": ("13s",),
    "test_a_weather_card_of_the_opening_deal_is_only_replaced": ("09a", "11a", "12s", "13s"),
    "test_reshuffle_on_draw": ("20a", "40s", "53s", "54a"),
    "test_reshuffle_replaces_the_card_only_where_it_says_so": ("20a", "54a"),
    "test_20a_40s_another_card_only_if_the_joker_shows_ones_own_face": ("20a", "40s"),
    "test_points_of_1945": ("45s", "46a", "47a", "48s", "49s", "50a", "52s"),
}
"""Tests with several halves in their parameters."""


def test_every_half_has_tests_of_its_own() -> None:
    """One that shows it working and one that shows its limit, at least; the red ones are shown above and in one."""
    written: dict[str, int] = {}
    for path in (*Path(__file__).parent.glob("test_*.py"), Path(__file__).parents[1] / "rules" / "test_15_7_joker.py"):
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            for half in SHARED.get(name, tuple(re.findall(r"^test_(\d\d[as])_", name))):
                written[half] = written.get(half, 0) + 1
    missing = {half.name for half in HALVES if written.get(half.name, 0) < (1 if half.sign == "red" else 2)}
    assert missing == set()


# --- from all sides ---------------------------------------------------------------------------------------
HERE: Final = Path(__file__).parent
PAYING: Final = {"12A", "53A"}
NAMES: Final = {half.name.upper() for half in HALVES}
RED: Final = {half.name.upper() for half in HALVES if half.sign == "red"}
GROUPS: Final = {"all": NAMES, "red": RED, "played": NAMES - RED, "paying": PAYING,
                 "played but paying": NAMES - RED - PAYING}  # fmt: skip
"""Tests that go through a table; that the table is whole is shown where it stands (test_footprints.py)."""


def shown() -> dict[str, set[str]]:
    """Per half what the marks of the tests say about it."""
    found: dict[str, set[str]] = {}
    for path in (*HERE.glob("test_*.py"), HERE.parent / "rules" / "test_15_7_joker.py"):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for test in (one for one in body if isinstance(one, ast.FunctionDef)):
            for mark in test.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "shows":
                    words = [ast.literal_eval(word) for word in mark.args]
                    assert test.name.startswith("test_")
                    aspects = [word for word in words if word in ASPECTS]
                    halves = [half for word in words if word not in ASPECTS for half in GROUPS.get(word, word.split())]
                    named = halves or [half.upper() for half in re.findall(r"^test_(\d\d[as])_", test.name)]
                    assert aspects, test.name
                    assert named, test.name
                    for half in named:
                        found.setdefault(half, set()).update(aspects)
    return found


def test_every_half_and_the_joker_are_shown_from_all_sides() -> None:
    """Positive, negative, boundary, a bystander, closed: nobody lacks one, and no mark names what does not exist."""
    found = shown()
    lacking = {half: sorted(set(ASPECTS) - found.get(half, set())) for half in (*NAMES, "55A", "55S")}
    assert {half: aspects for half, aspects in lacking.items() if aspects} == {}
    assert found.keys() == {*NAMES, "55A", "55S"}
