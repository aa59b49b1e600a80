"""Arguments that several commands share, and the recording of games."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import msgspec

from noretreat.ai.players.levels import LEVELS
from noretreat.ai.referee.contenders import player_of
from noretreat.ai.referee.workers import as_finished
from noretreat.cli.errors import CliError as CliError
from noretreat.core.setup import Options, options_from
from noretreat.data.facts import RuleSet, Scenario
from noretreat.data.load import DataError, add_ruleset, add_scenario, ruleset_ids, scenario_ids

T = TypeVar("T")


def count(text: str) -> int:
    """An argument that is a whole number of at least 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return number


def add_setup(parser: argparse.ArgumentParser, *, spread: bool = False) -> None:
    """Adds the arguments that say which game is played; with `spread`, those left out (None) vary between games."""
    parser.add_argument(
        "--scenario",
        type=scenario,
        default=None if spread else "barbarossa",
        metavar="ID",
        help=f"a scenario file, or one of: {', '.join(scenario_ids())} ({'all' if spread else 'barbarossa'})",
    )
    parser.add_argument(
        "--rules",
        type=ruleset,
        default=None if spread else Options().rules,
        metavar="ID",
        help=f"a rule set file, or one of: {', '.join(ruleset_ids())} ({'all' if spread else Options().rules})",
    )
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that choose optional rules."""
    parser.add_argument(
        "--campaign", action="store_true", help="play on to the end of the war, under the campaign rules"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"an optional rule, the value as JSON; names: {', '.join(Options.__struct_fields__[1:])}",
    )


def scenario(text: str) -> str:
    """An argument that names a scenario: an id, or a file without errors, which is then offered under its id."""
    return _offered(text, add_scenario)


def ruleset(text: str) -> str:
    """An argument that names a rule set: an id, or a file without errors, which is then offered under its id."""
    return _offered(text, add_ruleset)


def _offered(text: str, add: Callable[[str], Scenario | RuleSet]) -> str:
    """The id of what an argument names; a file is added first."""
    if not text.endswith(".toml"):
        return text
    _sound(text)
    try:
        return add(text).id
    except DataError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _sound(file: str) -> None:
    """Raises for a scenario or rule set file with errors: the first of them."""
    from noretreat.checks.data_files import problems_of  # what it needs is not needed by most commands

    problems = problems_of([existing(file)])
    if problems:
        more = f" (and {len(problems) - 1} more: noretreat check-data {file})" if len(problems) > 1 else ""
        raise argparse.ArgumentTypeError(f"{problems[0]}{more}")


def options_of(arguments: argparse.Namespace) -> Options:
    """The options of the games, from the arguments of `add_setup`."""
    chosen: dict[str, object] = {"rules": arguments.rules or Options().rules, "campaign": arguments.campaign}
    for text in arguments.option:
        name, _, value = text.partition("=")
        name = name.replace("-", "_")
        try:
            chosen[name] = msgspec.json.decode(value or "true")
        except msgspec.DecodeError:
            raise CliError(f"--option {text}: the value is not JSON") from None
    try:
        return options_from(chosen)
    except ValueError as error:
        raise CliError(f"--option: {str(error).removeprefix('options: ')}") from None


def add_level(parser: argparse.ArgumentParser, side: str) -> None:
    """Adds the argument that says who plays a side."""
    known = ", ".join(LEVELS)
    parser.add_argument(
        f"--{side}",
        type=contender,
        default="random",
        metavar="PLAYER",
        help=f"who plays it: {known}, or MODULE:NAME of your own (random)",
    )


def add_series(parser: argparse.ArgumentParser, games: int) -> None:
    """Adds the arguments of a series of games between two players: which games, how many, who plays, and where."""
    add_setup(parser)
    parser.add_argument("--games", type=count, default=games, metavar="N", help=f"how many there are to be ({games})")
    add_level(parser, "axis")
    add_level(parser, "soviet")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (1)")
    add_crew(parser)


def add_crew(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments that say where games are played."""
    parser.add_argument("--jobs", type=count, default=1, metavar="N", help="processes to use (1)")
    parser.add_argument(
        "--ray", action="store_true", help="play on a Ray cluster: that of RAY_ADDRESS, or one of --jobs processes here"
    )


def results_of(
    function: Callable[..., T],
    tasks: Iterable[tuple[object, ...]],
    arguments: argparse.Namespace,
    go_on: Callable[[], bool] = lambda: True,
) -> Iterator[T]:
    """Yield the results of a function, one for each task, as they finish, on the machines that the arguments of
    `add_crew` name.
    """
    if arguments.ray and find_spec("ray") is None:
        raise CliError("Ray is not installed: pip install '.[ray]' in a checkout")
    yield from as_finished(function, tasks, arguments.jobs, go_on, ray=arguments.ray)


def contender(name: str) -> str:
    """An argument that names a player: a level, or one of the user's own, searched for in the current folder."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        player_of(name, 0)
    except (ValueError, TypeError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def existing(path: str) -> Path:
    """An argument that is a file."""
    if not Path(path).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {path}")
    return Path(path)
