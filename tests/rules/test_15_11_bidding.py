"""Bids for the sides of a game (15.11, BAL-1): who plays which side, the handicap, equal bids, and when."""

from __future__ import annotations

import pytest
from rules.helpers import play

from noretreat.core.actions import SettleSides
from noretreat.core.bidding import Bid, Bids
from noretreat.core.events import HandicapGiven, SidesSettled
from noretreat.core.setup import Options
from noretreat.core.snapshot import dump, load
from noretreat.data.facts import Side
from noretreat.game import IllegalAction, State, apply, legal_actions, new_game

A, S = Side.AXIS, Side.SOVIET
CARDS, DICE = "draw_modifiers", "die_modifiers"


def bids(host: tuple[Side, int], guest: tuple[Side, int]) -> Bids:
    return Bid(*host), Bid(*guest)


def to_settle(**handicap: tuple[int, int]) -> State:
    """A game whose sides are bid for, set up with a handicap: (Axis, Soviets)."""
    return new_game("fall_blau", Options(**handicap), by_bids=True)  # type: ignore[arg-type]


def refused(state: State, action: SettleSides) -> str:
    """The code of the reason why an action is refused."""
    with pytest.raises(IllegalAction) as found:
        apply(state, action)
    return found.value.reason.code


@pytest.mark.parametrize(
    ("offered", "host", "handicap", "given"),
    [
        # different sides: each has the one wanted, and nobody gives anything
        (bids((A, 5), (S, 2)), A, {}, None),
        (bids((S, 0), (A, 4)), S, {}, None),
        # the higher number plays the side that both want, and the enemy has that many steps
        (bids((A, 1), (A, 0)), A, {CARDS: (0, 1)}, (S, 1)),
        (bids((A, 0), (A, 2)), S, {CARDS: (0, 2)}, (S, 2)),
        (bids((S, 3), (S, 2)), S, {CARDS: (2, -1)}, (A, 3)),
        (bids((S, 1), (S, 4)), A, {CARDS: (2, -1), DICE: (1, 0)}, (A, 4)),
        (bids((A, 5), (A, 4)), A, {CARDS: (-1, 2), DICE: (-1, 1)}, (S, 5)),
    ],
)
def test_15_11_the_higher_bid_has_the_side_and_the_enemy_the_steps(
    offered: Bids, host: Side, handicap: dict[str, tuple[int, int]], given: tuple[Side, int] | None
) -> None:
    state = to_settle(**handicap)
    _, happened = apply(state, SettleSides(host, offered))
    assert happened == (SidesSettled(host, offered), *([HandicapGiven(*given)] if given else []))
    assert refused(state, SettleSides(S if host is A else A, offered)) == "bids-differ", "the other side for the host"
    assert refused(to_settle(draw_modifiers=(1, 1)), SettleSides(host, offered)) == "bids-differ", "another handicap"
    if given:
        mirrored = {name: pair[::-1] for name, pair in handicap.items()}
        assert refused(to_settle(**mirrored), SettleSides(host, offered)) == "bids-differ", "given to the wrong side"


def test_15_11_between_equal_bids_either_side_may_fall_to_the_host() -> None:
    for wanted, handicap in ((A, {CARDS: (0, 2)}), (S, {CARDS: (2, 0)})):
        equal = bids((wanted, 2), (wanted, 2))
        for host in Side:
            _, happened = apply(to_settle(**handicap), SettleSides(host, equal))
            assert happened == (SidesSettled(host, equal), HandicapGiven(S if wanted is A else A, 2))


def test_15_11_the_sides_are_settled_once_and_before_anything_else() -> None:
    action = SettleSides(A, bids((A, 0), (S, 0)))
    fresh = to_settle()
    settled, _ = apply(fresh, action)
    assert refused(settled, action) == "sides-late"
    assert refused(load(dump(settled)), action) == "sides-late"
    assert apply(load(dump(fresh)), action)[0] == settled, "it is kept with the game whether they are settled"
    assert refused(new_game("fall_blau"), action) == "sides-late", "nobody bids for this one"
    assert fresh.unsettled, "the old state is untouched"
    assert settled == new_game("fall_blau"), "and from then on it is like any other game"
    for first in legal_actions(fresh)[:3]:
        assert refused(play(fresh, first), action) == "sides-late"
