"""Every event of every card is judged by the computer player, with all its steps, and carried out to its end."""

from __future__ import annotations

import random

import pytest
from cards.cases import Case
from cards.test_footprints import PLAYED

from noretreat import game
from noretreat.ai.player import observe
from noretreat.ai.players.greedy import ANSWERS, EasyPlayer
from noretreat.ai.search.event_timing import best_event
from noretreat.core.actions import PlayEvent
from noretreat.core.board import SIDE_INDEX
from noretreat.data.facts import Side

IN_HAND = 25
"""After this many answers every event of the table is over."""


@pytest.mark.slow
@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.name.replace(" ", "-"))
def test_an_event_is_judged_and_played_to_its_end(case: Case) -> None:
    state = case.begin().state
    event = PlayEvent(case.card, case.mode)
    assert event in game.legal_actions(state)
    assert best_event([state], case.side, [event]) in (None, event)
    state, _ = game.apply(state, event)
    rng, player = random.Random(case.card), EasyPlayer(case.card)
    for _ in range(IN_HAND):
        who, actions = game.actor(state), game.legal_actions(state)
        if not isinstance(who, Side):
            if who is None:
                break
            action = actions[rng.randrange(len(actions))]
        elif state.question is not None and state.question.CODE == "move":
            break  # the plan of a whole phase is another test's matter
        else:
            assert state.question is not None
            assert state.question.CODE in ANSWERS
            action = player.choose(observe(state, who))
            assert action in actions, SIDE_INDEX[who]
        state, _ = game.apply(state, action)
