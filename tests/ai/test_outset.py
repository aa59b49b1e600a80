"""Positions before a side's own moves are judged by what the moves make of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rules.combat_helpers import Table

from noretreat.ai.evaluation.prospects import prospects
from noretreat.ai.player import observe
from noretreat.ai.players.greedy import GreedyPlayer, HardPlayer
from noretreat.ai.search import event_timing, lookahead
from noretreat.ai.search.event_timing import EventTiming, best_event
from noretreat.ai.search.outset import Comparison, Outset, is_preparing, outset
from noretreat.core.actions import Action, Pass, PlayEvent
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Phase, Side
from noretreat.game import apply_trusted, legal_actions

FRONT = {"G1Pz": "1608", "G2Pz": "1609", "G4": "1511", "S_KAL": "1910", "S_SW": "2010"}
HAND = [4, 39]


def before(phase: str = "cards soviet", hand: list[int] = HAND, **units: str) -> State:
    """A position of the third Soviet turn, in which 1708 is still Soviet."""
    table = Table(
        cards=True, phase=phase, turn=3, units={**FRONT, **units}, hands={"soviet": hand}, control={"soviet": ["1708"]}
    )
    return table.state


def test_a_city_that_the_moves_can_still_garrison_is_not_lost() -> None:
    inside, beside = before(S_W="1708"), before(S_W="1808")
    assert prospects(inside, SOVIET) - prospects(beside, SOVIET) > 2, "as if the enemy were next"
    assert abs(outset(inside, SOVIET, 150).worth - outset(beside, SOVIET, 150).worth) < 0.2


def test_units_that_cards_can_replace_before_the_moves_take_part_in_them() -> None:
    """A replacement costs cards (ORG-8), which are spent on the way to the moves."""
    replaced, lost = before(S_BRY="box:destroyed"), before()
    assert outset(replaced, SOVIET, 150).worth - outset(lost, SOVIET, 150).worth > 1
    assert len(outset(replaced, SOVIET, 150).goals) == len(outset(lost, SOVIET, 150).goals) + 1


def test_what_is_compared_sets_out_from_the_same_plan() -> None:
    """A plan that the search would not find by itself is not forgotten in the position that it is compared with."""
    state = before(S_W="1808")
    alone, hasty = outset(state, SOVIET, 150), outset(state, SOVIET, 1)
    assert hasty.worth < alone.worth
    assert outset(state, SOVIET, 1, alone).worth >= alone.worth
    assert Comparison(1, alone)(state, SOVIET) >= alone.worth


def test_a_plan_that_is_found_with_an_event_counts_without_it_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that found too little without the event is no gain from it."""
    state = before(hand=[7, 4], S_W="1808")
    events = [action for action in legal_actions(state) if isinstance(action, PlayEvent)]
    first = [outset(state, SOVIET, 150)]

    def little_at_first(of: State, side: SideIndex, evaluations: int, *others: Outset) -> Outset:
        return Outset(first.pop().worth - 5, {}) if first else outset(of, side, evaluations, *others)

    monkeypatch.setattr(event_timing, "outset", little_at_first)
    assert best_event([state], SOVIET, events, evaluations=150) is None
    assert not first


def test_hard_answers_what_an_event_asks_before_the_moves_by_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    state = before(hand=[18, 4], S_W="1808")
    (event,) = [action for action in legal_actions(state) if isinstance(action, PlayEvent)]
    state = apply_trusted(state, event)[0]
    asked: list[int] = []

    def first(state: State, side: SideIndex, actions: tuple[Action, ...], evaluations: int) -> Action:
        asked.append(evaluations)
        return actions[0]

    monkeypatch.setattr(lookahead, "best_before_moves", first)
    seen = observe(state, Side.SOVIET)
    assert HardPlayer(1).choose(seen) == seen.actions[0]
    GreedyPlayer(1).choose(seen)
    assert asked == [HardPlayer.effort.outset]


def test_only_a_sides_own_phases_before_its_moves_are_judged_so() -> None:
    state = before(S_W="1808")
    assert is_preparing(state, SOVIET)
    assert not is_preparing(state, AXIS)
    moving = before(phase="movement soviet", S_W="1808")
    assert not is_preparing(moving, SOVIET)
    assert Comparison(150)(moving, SOVIET) == prospects(moving, SOVIET)


def test_no_city_is_burned_that_the_moves_will_hold() -> None:
    """07S would scorch 1708, which the unit beside it is about to garrison."""
    state = before(hand=[7, 4], S_W="1808")
    events = [action for action in legal_actions(state) if isinstance(action, PlayEvent)]
    assert [event.card for event in events] == [7]
    assert best_event([state], SOVIET, events), "as if the enemy were next"
    assert best_event([state], SOVIET, events, evaluations=150) is None
    hard = HardPlayer(1)
    assert isinstance(hard.choose(observe(state, Side.SOVIET)), Pass)


def test_an_event_is_weighed_once_before_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the Card Phase, and not again in the phases that follow, unless the hand has changed."""
    weighed: list[int] = []

    def weigh(states: object, side: object, events: Sequence[PlayEvent], evaluations: int = 0) -> None:
        weighed.extend(event.card for event in events)

    monkeypatch.setattr(event_timing, "best_event", weigh)
    timing = EventTiming(150)
    cards, supply = before(hand=[7, 4], S_W="1808"), before(hand=[7, 4], S_W="1808")
    supply.phase = Phase.SUPPLY
    for state in (cards, supply):
        assert timing.choose(state, SOVIET, tuple(legal_actions(cards)), lambda: cards) is None
    assert weighed == [7]
    richer = before(hand=[7, 4, 39], S_W="1808")
    timing.choose(richer, SOVIET, tuple(legal_actions(richer)), lambda: richer)
    assert weighed == [7, 7]
