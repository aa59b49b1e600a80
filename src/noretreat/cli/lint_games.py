"""Count what wargamers call blunders in games that were played: of a match, or in save files."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat import game
from noretreat.ai.referee.envelope import envelope
from noretreat.ai.referee.lint_report import CAMPAIGN, Linted, Tally, as_text, lint_row, lint_steps, tallies
from noretreat.ai.referee.match import Step
from noretreat.ai.referee.results import ResultsError, contents_of, read, read_moves
from noretreat.ai.referee.workers import as_finished
from noretreat.cli.common import CliError, count, existing
from noretreat.data.contents import require_known
from noretreat.storage import savegame

EXAMPLES = """\
  noretreat lint-games match.csv                 the games of a match, from match.moves.jsonl beside it
  noretreat lint-games games/*.jsonl --json      save files"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("files", nargs="+", type=existing, metavar="FILE", help="results of a match, or save files")
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes to use (1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Plays the games again, counts, and prints the figures."""
    try:
        tasks = [task for path in arguments.files for task in _tasks(path)]
        with tqdm(total=len(tasks), unit="game", file=sys.stderr, disable=None) as bar:
            games = []
            for each in as_finished(lint_task, tasks, arguments.jobs):
                games.append(each)
                bar.update()
    except (ResultsError, ValueError) as error:
        raise CliError(str(error)) from None
    print(json.dumps(figures(games), indent=2) if arguments.json else as_text(games))
    return 0


def _tasks(path: Path) -> Iterator[tuple[Any, ...]]:
    """The games of a file: a save file is one, and results have as many as their moves are kept."""
    if path.suffix != ".csv":
        yield (path,)
        return
    moves = read_moves(path)
    require_known(contents_of(path), str(path), bring=True)
    rows = [row for row in read(path) if row.key in moves]
    if not rows:
        raise ResultsError(f"beside {path} there are no moves of its games")
    for row in rows:
        yield (row, moves[row.key])


def lint_task(*task: Any) -> Linted:
    """One game: of a save file, or of a row and its moves."""
    return lint_save(*task) if len(task) == 1 else lint_row(*task)


def lint_save(path: Path) -> Linted:
    """The game of a save file; raises `SaveError` when it does not replay."""
    saved = savegame.load(path)
    start = savegame.replay(saved, 0).state
    seats = saved.header.seats
    players = tuple(seats[side].level if side in seats else "" for side in ("axis", "soviet"))
    campaign = saved.header.scenario == CAMPAIGN or bool(saved.header.options.get("campaign"))
    last = [start]
    found = lint_steps((players[0], players[1]), campaign, _steps(saved, last))
    outcome = game.outcome(last[0])
    ending = "" if outcome is None else f"{outcome.won_by} {outcome.reason}"
    return found._replace(ending=ending)


def _steps(saved: savegame.SavedGame, last: list[game.State]) -> Iterator[Step]:
    """The steps of a saved game; `last` holds the position that they have come to."""
    for entry in saved.entries:
        before = last[0]
        last[0], events = game.apply(before, entry.action)
        yield before, entry.action, last[0], events


def figures(games: list[Linted]) -> dict[str, Any]:
    """The figures for programs: those of each player and side, and how campaigns went."""
    players = {f"{player} {side.value}".strip(): _figures(tally) for (player, side), tally in tallies(games).items()}
    campaigns = [each for each in games if each.campaign]
    if not campaigns:
        return {"players": players}
    ends = Counter(each.ending for each in campaigns)
    return {"players": players, "campaigns": asdict(envelope([each.curve for each in campaigns])) | {"ends": ends}}


def _figures(tally: Tally) -> dict[str, Any]:
    """Return the figures of one player with one side."""
    each = {name: round(tally.each(name), 3) for name in tally.counts}
    shares = {name: round(share, 3) for name in tally.counts if (share := tally.share(name)) is not None}
    return {
        "games": tally.games,
        "a_game": each,
        "share": shares,
        "events": {half: [tally.played[half], tally.offered[half]] for half in sorted(tally.offered)},
    }
