"""What events would make of a battle (10.5 step 2): foretold, then played."""

from __future__ import annotations

import pytest
from cards.battles import LATE, axis_attack, soviet_attack
from rules.combat_helpers import Table

from noretreat.core.actions import Pass
from noretreat.core.board import SOVIET
from noretreat.core.events import DieRolled, ResultFound
from noretreat.core.snapshot import dump
from noretreat.core.types import CardMask
from noretreat.explain.ahead.battle_cards import BattleCard, might_hold
from noretreat.explain.ahead.forecast import Forecast
from noretreat.explain.questions import queries

EVEN = {"G4": "1511", "S_W": "1611"}


def foretold(table: Table) -> Forecast:
    """The forecast of the battle being fought."""
    found = queries.forecast_of(table.state, [], [])
    assert found is not None
    return found


def told(table: Table, card: int, mode: str = "") -> BattleCard | None:
    """What the forecast says of a card."""
    return next((one for one in foretold(table).cards if (one.card, one.mode) == (card, mode)), None)


@pytest.mark.parametrize(
    ("card", "mode", "hands"),
    [
        (6, "shift", {"axis": [6]}),
        (1, "double", {"axis": [1]}),
        (37, "", {"axis": [37]}),
        (42, "", {"soviet": [42]}),
        (10, "", {"soviet": [10]}),
    ],
)
@pytest.mark.parametrize("die", [1, 4, 6])
def test_10_5_what_is_foretold_of_a_card_comes_true(
    card: int, mode: str, hands: dict[str, list[int]], die: int
) -> None:
    table = axis_attack(hands)
    one = told(table, card, mode)
    assert one is not None
    table.play_event(card, mode)
    if mode == "double":
        table.do(table.legal[0])
    if len(one.results) == 1:
        assert table.seen(ResultFound)[0].result == one.results[0]
        assert not table.seen(DieRolled), "nothing is rolled for it"
    else:
        assert table.column == one.column
        table.roll(die)
        assert table.result == one.results[die - 1]


def test_10_5_the_strongest_comes_first_and_gain_is_seen_from_its_side() -> None:
    """A counterattack spares the Soviets everything; Guderian's DR costs the Axis nothing and the Soviets the hex."""
    cards = foretold(axis_attack({"axis": [37], "soviet": [42]})).cards
    assert [one.gain for one in cards] == sorted((one.gain for one in cards), reverse=True)
    assert cards[0].card == 42
    assert cards[0].results == ("CA",)


def test_10_5_a_card_that_helps_the_enemy_is_told_as_such() -> None:
    """Elastic Defense gives the hex up: on these odds the attacker would rather not roll."""
    one = told(soviet_attack({"axis": [4]}), 4)
    assert one is not None
    assert one.gain < 0


def test_10_5_no_card_where_its_moment_is_over() -> None:
    """The attacker has let his event pass, then the defender."""
    table = axis_attack({"axis": [6], "soviet": [42]})
    assert {one.side for one in foretold(table).cards} == {"axis", "soviet"}
    table.do(Pass())
    assert {one.side for one in foretold(table).cards} == {"soviet"}
    table.do(Pass())
    assert foretold(table).cards == ()


def test_c_17_no_card_in_a_counterattack_of_the_computer_rules() -> None:
    """By the board game it is a round with all its steps."""
    board, computer = (
        soviet_attack({"axis": [1]}, EVEN, rules=rules, supports="1 0").do(Pass()).roll(1).counterattack()
        for rules in ("deluxe", "digital")
    )
    assert board.asked("support")
    assert computer.asked("support"), "a marker may be committed in both"
    assert foretold(board).cards != ()
    assert foretold(computer).cards == ()


@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_10_5_what_is_told_depends_on_no_hand(rules: str) -> None:
    """Whichever of the unseen cards the two sides hold, the forecast is the same."""
    hands = ({"axis": [10, 37], "soviet": [42]}, {"axis": [8, 21], "soviet": [10]})
    one, other = (axis_attack(dealt, rules=rules) for dealt in hands)
    assert foretold(one).cards == foretold(other).cards


def test_10_5_a_card_that_was_seen_leaving_counts_no_more() -> None:
    """Face-up discards are known (C-39); where nobody may see them any card may be anywhere."""
    for rules, known in (("deluxe", True), ("digital", False)):
        table = axis_attack({"axis": [6]}, rules=rules, turn=LATE)
        state = table.state.copy()
        card = 1 << 42
        state.hands[SOVIET] &= ~CardMask(card)
        state.set_pile(SOVIET, state.pile(SOVIET) & ~card)
        state.set_discarded(SOVIET, (42,))
        assert bool(might_hold(state, SOVIET) & card) is not known


def test_10_5_nothing_is_played_by_looking() -> None:
    table = axis_attack({"axis": [6], "soviet": [42]})
    before = dump(table.state)
    foretold(table)
    assert dump(table.state) == before
