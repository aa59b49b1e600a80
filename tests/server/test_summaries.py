"""What is kept of positions for lists and for the next view says the same as what is worked out anew."""

from __future__ import annotations

import random

import msgspec
import pytest

from noretreat import game
from noretreat.core.actions import MoveUnit, PlaceUnit
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.setup import Options
from noretreat.core.types import NO_UNITS
from noretreat.data.facts import Side
from noretreat.explain.knowledge import view as views
from noretreat.explain.knowledge.view import view
from noretreat.explain.questions import answers
from noretreat.rules import supply
from noretreat.server.game.summary import Summary, summary


@pytest.mark.slow
def test_counters_that_are_kept_are_those_of_the_position() -> None:
    """Also where games of several rule sets are looked at by turns; and both sides are shown the same ones."""
    dice = random.Random(11)
    states = [game.new_game("barbarossa", Options(rules=rules)) for rules in ("digital", "deluxe", "classic")]
    for _ in range(120):
        for number, state in enumerate(states):
            cut = sum((1 << unit for side in (AXIS, SOVIET) for unit in supply.cut_off(state, side)), NO_UNITS)
            seen = view(state, None)
            assert seen.units == views._laid(state, cut)
            assert view(state, Side.AXIS).units is view(state, Side.SOVIET).units is seen.units
            if state.options:
                states[number], _ = game.apply_trusted(state, dice.choice(state.options))
    assert len(views._LAID) <= views.MOST_LAID


def test_a_summary_says_what_a_spectator_sees() -> None:
    dice, state = random.Random(5), game.new_game("na_berlin")
    for _ in range(150):
        found, seen = msgspec.json.decode(summary(state), type=Summary), view(state, None)
        for name in ("turn", "months", "year", "phase", "actor", "vp", "initiative", "outcome"):
            assert getattr(found, name) == getattr(seen, name), name
        assert found.finished is (seen.outcome is not None)
        on_map = {
            side: {unit.at for unit in seen.units if unit.side is side and unit.at[:1].isdigit()} for side in Side
        }
        assert found.pieces == {side: sorted(places) for side, places in on_map.items()}
        if not state.options:
            break
        state, _ = game.apply_trusted(state, dice.choice(state.options))


def test_of_plain_answers_there_is_nothing_to_say() -> None:
    """They are passed over, as there are many of them: none has a price, words of its own, or is in vain."""
    dice, met = random.Random(3), set()
    for scenario in ("barbarossa", "na_berlin"):
        state = game.new_game(scenario)
        for _ in range(400):
            question = state.question
            for action in state.options:
                if type(action) in answers._PLAIN and question is not None:
                    met.add(type(action))
                    who = question.actor(state)
                    assert answers.price(state, action) == 0
                    assert answers._label_code(state, question.CODE, who, action) == ""
                    assert answers._moot(state, who, action) is None
            if not state.options:
                break
            state, _ = game.apply_trusted(state, dice.choice(state.options))
    assert {MoveUnit, PlaceUnit} <= met
