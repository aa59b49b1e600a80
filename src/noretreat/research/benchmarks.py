"""Small benchmarks: the scenarios of at most five turns, each from the side that has to attack.

Random play wins hardly any of them, careful play most: `measure` says how many a player wins, with all that belongs to
a result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from noretreat import __version__, game
from noretreat.ai.referee.play import Contender, game_seed, play_game
from noretreat.ai.referee.statistics import Estimate, wilson
from noretreat.core.setup import Options, options_from
from noretreat.data.contents import digest
from noretreat.data.facts import Side
from noretreat.data.load import UnknownName


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


class Score(NamedTuple):
    """A result with all that belongs to it (docs/benchmark.md); as text, a line to be kept."""

    benchmark: Benchmark
    player: str
    opponent: str
    games: int
    seed: int
    won: Estimate
    """The share of games won, a draw counting half, with its 95% interval (Wilson)."""
    seconds: float
    """Of process time, for both sides together."""
    digests: tuple[str, str]
    """Of the scenario and the rule set."""

    def __str__(self) -> str:
        share, low, high = (100 * value for value in self.won)
        return (
            f"{self.benchmark.scenario}, {self.benchmark.side}: {self.player} v {self.opponent} won {share:.1f}% "
            f"[{low:.1f}, {high:.1f}] of {self.games} games, seed {self.seed}; {self.seconds:.1f} s of process time; "
            f"noretreat {__version__}, rules {game.RULES_VERSION}, digests {' '.join(self.digests)}"
        )


def measure(
    benchmark: Benchmark | str,
    player: Contender,
    opponent: Contender = "random",
    games: int = 20,
    seed: int = 1,
    options: Options | Mapping[str, object] | None = None,
) -> Score:
    """Plays a benchmark, given as such or by its scenario, and returns the result. The same seed plays the same games.

    Players are named as everywhere (`easy`, `my_players:Careful`), or are objects. Raises `UnknownName` for a scenario
    that is no benchmark or a player that does not exist, and `ValueError` for fewer than one game.
    """
    task, chosen = _task(benchmark), options_from(options)
    if games < 1:
        raise ValueError(f"at least one game is played, not {games}")
    played = [play(task, player, opponent, number, seed, chosen) for number in range(games)]
    return Score(
        task, _called(player), _called(opponent), games, seed,
        wilson(sum(points for points, _ in played) / games, games),
        sum(seconds for _, seconds in played),
        (digest("scenario", task.scenario), digest("ruleset", chosen.rules)),
    )  # fmt: skip


def _task(benchmark: Benchmark | str) -> Benchmark:
    """A benchmark by its scenario."""
    for one in BENCHMARKS:
        if benchmark in (one, one.scenario):
            return one
    if isinstance(benchmark, Benchmark):
        return benchmark  # of one's own
    known = ", ".join(one.scenario for one in BENCHMARKS)
    raise UnknownName(f"there is no benchmark {benchmark!r}; known are {known}")


def _called(player: Contender) -> str:
    """What a result calls a player."""
    return player if isinstance(player, str) else type(player).__name__


def play(
    benchmark: Benchmark,
    player: Contender,
    opponent: Contender,
    number: int,
    seed: int = 1,
    options: Options | Mapping[str, object] | None = None,
) -> tuple[float, float]:
    """Plays game `number` of those that `measure` counts: 1 for a victory of the player, 0.5 for a draw, else 0; and
    the seconds of process time that it took.
    """
    axis, soviet = (player, opponent) if benchmark.side is Side.AXIS else (opponent, player)
    record = play_game(game.new_game(benchmark.scenario, options), axis, soviet, game_seed(seed, number))
    return 0.5 if record.winner is None else float(record.winner is benchmark.side), record.seconds
