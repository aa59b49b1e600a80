"""Small benchmarks: the scenarios of at most five turns, each from the side that has to attack.

Random play wins hardly any of them, careful play most: `score` says how many a player wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from noretreat import game
from noretreat.ai.referee.play import Contender, game_seed, play_game
from noretreat.core.setup import Options
from noretreat.data.facts import Side


class Benchmark(NamedTuple):
    """A scenario, and the side that is to be played."""

    scenario: str
    side: Side
    turns: int


BENCHMARKS: Final = (
    Benchmark("barbarossa_1941", Side.AXIS, 5),
    Benchmark("fall_blau", Side.AXIS, 4),
    Benchmark("saturn", Side.SOVIET, 3),
    Benchmark("citadel", Side.SOVIET, 3),
    Benchmark("bagration", Side.SOVIET, 4),
)
"""The benchmarks, in the order of the war."""


def score(
    benchmark: Benchmark,
    player: Contender,
    opponent: Contender = "random",
    games: int = 20,
    seed: int = 1,
    options: Options | Mapping[str, object] | None = None,
) -> float:
    """The share of games that a player wins; a draw counts half. The same seed plays the same games.

    Players are named as everywhere (`easy`, `my_players:Careful`), or are objects.
    """
    return sum(play(benchmark, player, opponent, number, seed, options)[0] for number in range(games)) / games


def play(
    benchmark: Benchmark,
    player: Contender,
    opponent: Contender,
    number: int,
    seed: int = 1,
    options: Options | Mapping[str, object] | None = None,
) -> tuple[float, float]:
    """Plays game `number` of those that `score` counts: 1 for a victory of the player, 0.5 for a draw, else 0; and the
    seconds of process time that it took.
    """
    axis, soviet = (player, opponent) if benchmark.side is Side.AXIS else (opponent, player)
    record = play_game(game.new_game(benchmark.scenario, options), axis, soviet, game_seed(seed, number))
    return 0.5 if record.winner is None else float(record.winner is benchmark.side), record.seconds
