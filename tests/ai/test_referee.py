"""The referee: whole games between players, the same for the same seed, legal throughout, and taken down."""

from __future__ import annotations

import pytest

from noretreat import game
from noretreat.ai.player import Observation
from noretreat.ai.players.random_player import RandomPlayer
from noretreat.ai.referee import play
from noretreat.ai.referee.fate import Fate
from noretreat.ai.referee.play import Foul, Record, Runaway, Seat, play_game, play_out
from noretreat.core.actions import Action, Done, MoveUnit
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side


class Stopper:
    """Ends every phase as soon as it can: a player from outside the levels."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, observation: Observation) -> Action:
        self.asked += 1
        return Done() if Done() in observation.actions else observation.actions[0]


class Cheat:
    """Makes a move that the rules do not offer."""

    def choose(self, observation: Observation) -> Action:
        return MoveUnit("G4", "2520")


def begin(scenario: str = "barbarossa") -> State:
    return game.new_game(scenario, Options(guarded=False))


def played(record: Record) -> tuple[object, ...]:
    """What does not depend on how fast the game was played."""
    return record[: Record._fields.index("seconds")]


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game() -> None:
    hasty = "easy(evaluations=15,candidates=3)"
    first = play_game(begin("na_berlin"), hasty, "random", 3)
    assert played(play_game(begin("na_berlin"), hasty, "random", 3)) == played(first)
    assert played(play_game(begin("na_berlin"), hasty, "random", 4)) != played(first)


@pytest.mark.parametrize(("axis", "soviet"), [("easy", "random"), ("random", "easy")])
@pytest.mark.slow
def test_levels_play_legally_over_whole_games(axis: str, soviet: str) -> None:
    # An action that is not legal would be a foul, so a game that ends was legal throughout.
    record = play_game(begin(), axis, soviet, 11)
    assert record.turn > 1
    assert game.outcome(record.end) == (record.winner, record.reason)


def test_the_record_counts_what_was_decided() -> None:
    by_players, by_chance = [], []

    def watch(before: State, action: Action, *_: object) -> None:
        (by_chance if game.actor(before) is game.Chance.CHANCE else by_players).append(action)

    record = play_game(begin("na_berlin"), "random", "random", 5, watch)
    assert (record.decisions, record.chance_decisions) == (len(by_players), len(by_chance))
    assert (record.turn, record.points) == (record.end.turn, record.end.vp_shown)
    for side in Side:
        assert sum(record.thought[side].values()) > 0
        assert {turn for turn, _ in record.thought[side]} <= set(range(1, record.turn + 1))


def test_any_player_may_sit_down() -> None:
    stopper = Stopper()
    record = play_game(begin("na_berlin"), stopper, RandomPlayer(1), 5)
    assert 0 < stopper.asked < record.decisions


def test_an_illegal_action_is_a_foul() -> None:
    with pytest.raises(Foul, match="of the axis side"):
        play_game(begin(), Cheat(), "random", 5)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="no level"):
        play_game(begin(), "napoleon", "random", 5)


def test_a_game_that_goes_round_in_circles_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "DECISION_LIMIT", 20)
    seats = [Seat(side, "random", 1).choose for side in Side]
    with pytest.raises(Runaway, match="no end after 20"):
        play_out(begin(), seats[0], seats[1], Fate(1).choose)


@pytest.mark.slow
@pytest.mark.parametrize(("axis", "soviet", "winner"), [("normal", "random", "axis"), ("random", "normal", "soviet")])
def test_normal_beats_random_with_either_side(axis: str, soviet: str, winner: str) -> None:
    assert play_game(begin(), axis, soviet, 0).winner is Side(winner)
