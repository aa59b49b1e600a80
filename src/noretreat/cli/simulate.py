"""Play many games without a screen and count: decisions per second, victories, turns."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat import game
from noretreat.ai.referee.play import game_seed, play_game
from noretreat.cli.common import add_series, options_of, results_of
from noretreat.cli.origin import made_with
from noretreat.core.setup import Options
from noretreat.data.facts import Side
from noretreat.storage import savegame

EXAMPLES = """\
  noretreat simulate --games 200 --seed 1
  noretreat simulate --games 50 --rules digital --jobs 2 --json > result.json
  noretreat simulate --scenario citadel --axis normal --soviet normal
  noretreat simulate --scenario mine.toml         a scenario of your own
  noretreat simulate --rules mine.toml            a rule set of your own
  noretreat simulate --axis my_players:Careful    a player of your own
  noretreat simulate --games 5 --save games/      one save file for each game"""


@dataclass(slots=True)
class GameResult:
    """One finished game."""

    number: int
    winner: str
    """`axis`, `soviet` or `draw`."""
    reason: str
    turn: int
    decisions: int
    chance_decisions: int
    seconds: float
    """Process time spent on playing."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_series(parser, games=100)
    parser.add_argument("--save", type=Path, metavar="DIR", help="write every game to a save file in this folder")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Plays, and prints the summary."""
    options = options_of(arguments)
    game.new_game(arguments.scenario, options)  # a wrong name is an error before anything starts
    if arguments.save is not None:
        arguments.save.mkdir(parents=True, exist_ok=True)
    started = time.perf_counter()
    results = []
    with tqdm(total=arguments.games, unit="game", file=sys.stderr, disable=None) as bar:
        for result in _results(arguments):
            results.append(result)
            bar.update()
    results.sort(key=lambda result: result.number)
    found = summary(results, time.perf_counter() - started) | made_with([(arguments.scenario, options.rules)])
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        print(as_text(found))
    return 0


def _results(arguments: argparse.Namespace) -> Iterator[GameResult]:
    """The games as they finish."""
    options = options_of(arguments)
    tasks = [
        (arguments.scenario, options, arguments.axis, arguments.soviet, arguments.seed, number, arguments.save)
        for number in range(1, arguments.games + 1)
    ]
    return results_of(play_one, tasks, arguments)


def play_one(
    scenario: str, options: Options, axis: str, soviet: str, seed: int, number: int, folder: Path | None
) -> GameResult:
    """Plays game `number` of a series between two levels, and saves it in `folder` where one is given."""
    saved = None if folder is None else savegame.new_save(scenario, options, name=f"Game {number} of seed {seed}")
    watch, heed = (None, None) if saved is None else (savegame.recorder(saved), savegame.heeder(saved))
    record = play_game(game.new_game(scenario, options), axis, soviet, game_seed(seed, number), watch, heed=heed)
    if folder is not None and saved is not None:
        savegame.save(folder / f"{Path(scenario).stem}-{seed}-{number}.jsonl", saved)
    return GameResult(
        number,
        record.outcome.won_by,
        record.reason,
        record.turn,
        record.decisions,
        record.chance_decisions,
        record.seconds,
    )


def summary(results: list[GameResult], wall: float) -> dict[str, Any]:
    """The counts and means of a series."""
    seconds = sum(result.seconds for result in results)
    decisions = sum(result.decisions for result in results)
    chance = sum(result.chance_decisions for result in results)
    endings = Counter(f"{result.winner} {result.reason}" for result in results)
    return {
        "games": len(results),
        "decisions": decisions,
        "chance_decisions": chance,
        "decisions_per_second": round(decisions / seconds) if seconds else 0,
        "actions_per_second": round((decisions + chance) / seconds) if seconds else 0,
        "process_seconds": round(seconds, 3),
        "wall_seconds": round(wall, 3),
        "decisions_per_game": round(decisions / len(results), 1),
        "wins": {side.value: sum(result.winner == side.value for result in results) for side in Side},
        "draws": sum(result.winner == "draw" for result in results),
        "endings": dict(endings.most_common()),
        "mean_last_turn": round(sum(result.turn for result in results) / len(results), 2),
        "each": [asdict(result) for result in results],
    }


def as_text(found: dict[str, Any]) -> str:
    """The summary for people."""
    total = found["games"]
    lines = [
        f"{total} games, {found['decisions']:,} decisions of players, {found['chance_decisions']:,} of chance",
        f"{found['decisions_per_second']:,} decisions a second "
        f"({found['actions_per_second']:,} with those of chance; process time {found['process_seconds']:.1f} s)",
        f"last turn on average: {found['mean_last_turn']}; decisions a game: {found['decisions_per_game']}",
    ]
    for side, wins in found["wins"].items():
        lines.append(f"{side:7} {wins:5} wins  {100 * wins / total:5.1f} %")
    if found["draws"]:
        lines.append(f"draws   {found['draws']:5}       {100 * found['draws'] / total:5.1f} %")
    for ending, times in found["endings"].items():
        lines.append(f"  {ending:28} {times:5}  {100 * times / total:5.1f} %")
    return "\n".join(lines)
