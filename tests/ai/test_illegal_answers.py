"""An illegal answer of a computer player is an error, wherever it sits: no seat quietly plays something else."""

from __future__ import annotations

import asyncio
import logging

import pytest

from noretreat import game
from noretreat.ai.player import IllegalAnswer, Observation, observe
from noretreat.ai.players import greedy
from noretreat.ai.players.greedy import GreedyPlayer
from noretreat.ai.referee.play import Foul, play_game
from noretreat.ai.search import habits, lookahead
from noretreat.ai.search.habits import HABITS, Habitual
from noretreat.ai.search.lookahead import QUICK_ANSWERS
from noretreat.core.actions import Action, MoveUnit
from noretreat.core.board import SIDE_INDEX
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Side
from noretreat.server.computer import players as server_players
from noretreat.server.computer.players import Computer

NOWHERE = MoveUnit("G4", "2520")


def illegal(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    return NOWHERE


@pytest.fixture
def asked() -> State:
    """A position in which a side has a choice, and is not asked for a move."""
    state = game.new_game("na_berlin", Options(guarded=False))
    while not isinstance(game.actor(state), Side) or len(state.options) < 2 or code(state) == "move":
        state, _ = game.apply(state, state.options[0])
    return state


def code(state: State) -> str:
    assert state.question is not None
    return state.question.CODE


def actor(state: State) -> Side:
    return Side(str(game.actor(state)))


def test_a_player_raises_and_names_itself_the_question_and_the_action(
    asked: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(greedy.ANSWERS, code(asked), illegal)
    monkeypatch.setattr(GreedyPlayer, "_event", lambda *_: None)
    with pytest.raises(IllegalAnswer, match=rf"GreedyPlayer answered '{code(asked)}' with MoveUnit.*2520.*not legal"):
        GreedyPlayer(1).choose(observe(asked, actor(asked)))


def test_an_imagined_game_raises_too(asked: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(habits.HABITS, code(asked), illegal)
    with pytest.raises(IllegalAnswer, match="Habitual answered"):
        Habitual(SIDE_INDEX[actor(asked)]).choose(asked)


def test_a_lookahead_raises_too(asked: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(lookahead.QUICK_ANSWERS, code(asked), illegal)
    monkeypatch.setattr(lookahead, "_CHOSEN", frozenset())
    with pytest.raises(IllegalAnswer, match="the lookahead answered"):
        lookahead._answer(asked, asked.options, lookahead.Sight(SIDE_INDEX[actor(asked)]))


def test_a_lookahead_has_an_answer_to_every_question() -> None:
    assert set(QUICK_ANSWERS) == {*HABITS, "move"}


def test_the_referee_counts_it_as_a_foul(asked: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(greedy.ANSWERS, code(asked), illegal)
    monkeypatch.setattr(GreedyPlayer, "_event", lambda *_: None)
    record = play_game(asked, "normal", "normal", 1, strict=False)
    assert (record.reason, record.winner) == ("illegal", Side.SOVIET if actor(asked) is Side.AXIS else Side.AXIS)
    assert "GreedyPlayer answered" in record.fault
    with pytest.raises(Foul):
        play_game(asked, "normal", "normal", 1)


def test_the_server_goes_on_with_a_legal_action_and_logs_the_error(
    asked: State, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Cheat:
        def choose(self, observation: Observation) -> Action:
            return NOWHERE

    monkeypatch.setattr(server_players, "player_of", lambda level: Cheat())
    computer = Computer()
    with caplog.at_level(logging.ERROR, logger="noretreat.server"):
        action = asyncio.run(computer.choose(asked, actor(asked), "random"))
    computer.close()
    assert action in asked.options
    assert f"random answered '{code(asked)}' with MoveUnit" in caplog.text
