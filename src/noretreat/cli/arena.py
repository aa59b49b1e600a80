"""Play a match between two computer players in both seats, and say how sure its result is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

import msgspec
from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat import game
from noretreat.ai.players.levels import LEVELS
from noretreat.ai.referee import report, statistics
from noretreat.ai.referee.contenders import player_of
from noretreat.ai.referee.lint_report import as_text, lint_row
from noretreat.ai.referee.luck import adjusted, luck_of, value_of
from noretreat.ai.referee.match import Game, Played, Row, play_one, schedule
from noretreat.ai.referee.results import Results, ResultsError, read_moves
from noretreat.ai.referee.statistics import Sprt
from noretreat.cli.common import CliError, add_crew, add_options, count, options_of, results_of, ruleset, scenario
from noretreat.cli.origin import stamped
from noretreat.core.setup import Options
from noretreat.data.load import ruleset_ids, scenario_ids

EXAMPLES = """\
  noretreat arena normal easy --pairs 20
  noretreat arena normal bench.yardstick:Old --results match.csv    goes on where it was stopped
  noretreat arena "hard(evaluations=200)" my_players:Careful --scenario fall_blau,saturn --rules digital,deluxe
  noretreat arena hard normal --scenario all --pairs 500 --jobs 2 --sprt 0,50
  RAY_ADDRESS=auto noretreat arena hard normal --pairs 1000 --ray"""

GRACE = 3
"""A player turn may take this many times the seconds that were asked for before it loses the game."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    known = ", ".join(LEVELS)
    parser.add_argument("a", metavar="A", help=f"the player to measure: {known}, or MODULE:NAME of your own")
    parser.add_argument("b", metavar="B", help="its opponent")
    parser.add_argument(
        "--scenario",
        default="barbarossa",
        metavar="IDS",
        help=f"one or more, with commas between, or all: {', '.join(scenario_ids())} (barbarossa)",
    )
    parser.add_argument(
        "--rules",
        default=Options().rules,
        metavar="IDS",
        help=f"one or more, or files, with commas between, or all: {', '.join(ruleset_ids())} ({Options().rules})",
    )
    add_options(parser)
    parser.add_argument(
        "--pairs", type=count, default=10, metavar="N", help="pairs of games, of each scenario and rule set (10)"
    )
    parser.add_argument("--games", action=_CountsPairs, help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed brings the same luck (1)")
    add_crew(parser)
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="a CSV file, one line a game; games that it has are not played"
    )
    parser.add_argument("--sprt", type=_sprt, metavar="ELO0,ELO1", help="stop as soon as one of the two is shown")
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help=f"thought a player turn; a player that takes {GRACE} times as long loses",
    )
    parser.add_argument(
        "--luck",
        metavar="MODULE:NAME",
        help="also tell the score without luck, by this guess of the Axis chance of winning (bench.yardstick:chance)",
    )
    parser.add_argument("--lint", action="store_true", help="count blunders too (noretreat lint-games)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


class _CountsPairs(argparse.Action):
    """The refusal of `--games`, an option that other commands have."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Ends the command with a sentence about pairs."""
        parser.error("a match counts pairs of games, with the seats changed: --pairs 20 plays 40 games")


def run(arguments: argparse.Namespace) -> int:
    """Plays what is left to play, and prints the figures."""
    games = list(_games(arguments))
    try:
        for name in (arguments.a, arguments.b):
            player_of(name, 0)  # a wrong name is an error before anything starts
        if arguments.luck:
            value_of(arguments.luck)
        for wanted in {(each.scenario, each.options): each for each in games}.values():
            game.new_game(wanted.scenario, wanted.options)
        results = Results(arguments.results) if arguments.results else None
        if results:
            results.require_same(games)
    except (ValueError, TypeError, ResultsError) as error:
        raise CliError(str(error)) from None
    games_played = _play(games, results, arguments)
    rows = [played.row for played in games_played]
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(_figures(rows))).decode())
    else:
        print(_text(rows, (arguments.a, arguments.b), arguments.sprt))
    tasks = [(played.row, played.moves) for played in games_played if played.moves]
    if arguments.luck:
        lucks = list(results_of(luck_of, [(*task, arguments.luck) for task in tasks], arguments))
        print(_without_luck(lucks, arguments.luck))
    if arguments.lint:
        print("", as_text(list(results_of(lint_row, tasks, arguments))), sep="\n")
    return 0


def _games(arguments: argparse.Namespace) -> Iterator[Game]:
    """The games of the match."""
    if "" not in sys.path:
        sys.path.insert(0, "")  # players of one's own are looked for where one stands
    try:
        rules = [ruleset(each) for each in _list(arguments.rules, ruleset_ids())]
    except argparse.ArgumentTypeError as error:
        raise CliError(f"--rules: {error}") from None
    try:
        scenarios = [scenario(each) for each in _list(arguments.scenario, scenario_ids())]
    except argparse.ArgumentTypeError as error:
        raise CliError(f"--scenario: {error}") from None
    options = [options_of(argparse.Namespace(**{**vars(arguments), "rules": each})) for each in rules]
    limit = None if arguments.seconds is None else GRACE * arguments.seconds
    return schedule(arguments.a, arguments.b, scenarios, options, arguments.pairs, arguments.seed, limit)


def _list(text: str, every: Iterable[str]) -> list[str]:
    """The ids of an argument."""
    return list(every) if text == "all" else [each.strip() for each in text.split(",")]


def _play(games: list[Game], results: Results | None, arguments: argparse.Namespace) -> list[Played]:
    """Plays the games that the results lack, and returns all of them."""
    wanted = {each.key for each in games}
    moves = read_moves(results.path) if results and (arguments.lint or arguments.luck) else {}
    found = [Played(row, moves.get(row.key, ())) for row in results.rows if row.key in wanted] if results else []
    rows = [played.row for played in found]
    done = {row.key for row in rows}
    test: Sprt | None = arguments.sprt

    def undecided() -> bool:
        return test is None or not test.verdict(_counts(rows))

    with tqdm(total=len(games), initial=len(done), unit="game", file=sys.stderr, disable=None) as bar:
        todo = [each for each in games if each.key not in done]
        for played in results_of(play_one, [(each,) for each in todo], arguments, undecided):
            row = stamped(played.row)
            rows.append(row)
            found.append(played._replace(row=row))
            if results:
                results.add(found[-1])
            bar.set_postfix_str(report.percent(statistics.score(_counts(rows))), refresh=False)
            bar.update()
    return found


def _counts(rows: list[Row]) -> statistics.Pentanomial:
    return statistics.pentanomial([first.score + second.score for first, second in report.whole_pairs(rows)])


def _sprt(text: str) -> Sprt:
    """The argument of a sequential test."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not ELO0,ELO1") from None
    if elo0 >= elo1:
        raise argparse.ArgumentTypeError(f"{elo0:g} is not below {elo1:g}")
    return Sprt(elo0, elo1)


def _groups(rows: list[Row]) -> dict[str, list[Row]]:
    """The rows of each scenario under each rule set, and of all of them together if there are several."""

    def kind(row: Row) -> str:
        return f"{row.scenario} {row.options_and_rules}"

    found = {title: list(some) for title, some in groupby(sorted(rows, key=kind), kind)}
    return found if len(found) == 1 else {**found, "all": rows}


def _text(rows: list[Row], names: tuple[str, str], test: Sprt | None) -> str:
    """The figures for people."""
    if not rows:
        return "no games"
    match = f"{names[0]} v {names[1]}"
    return "\n".join(report.as_text(f"{match}, {title}", some, names, test) for title, some in _groups(rows).items())


def _without_luck(lucks: list[tuple[Row, float]], name: str) -> str:
    """The score without luck, for people."""
    share, left = adjusted(lucks)
    elo = report.signed(statistics.in_elo(share), 0)
    return f"  no luck     {report.percent(share)}   Elo {elo}   by {name}, variance x {left:.2f}"


def _figures(rows: list[Row]) -> dict[str, report.Standing]:
    """The figures for programs."""
    return {title: report.standing(some) for title, some in _groups(rows).items()}
