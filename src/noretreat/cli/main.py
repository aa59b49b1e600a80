"""The command `noretreat`: reads the arguments, calls the module of the command, turns errors into one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import noretreat
from noretreat.cli import (
    admin,
    arena,
    backup,
    check_data,
    fuzz,
    lint_games,
    perft,
    play,
    replay,
    reports,
    restore,
    selfplay,
    serve,
    simulate,
    trials,
    verify,
    worker,
)
from noretreat.cli.common import CliError
from noretreat.cli.printing import print_any_letter
from noretreat.data.load import DataError
from noretreat.storage.savegame import SaveError

COMMANDS = (
    play, serve, worker, backup, verify, restore, reports, admin, simulate, arena, selfplay, lint_games, replay, perft,
    fuzz, trials, check_data,
)  # fmt: skip


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="noretreat",
        description="No Retreat! The Russian Front: play it in the browser, or put the rules engine to work.",
        epilog="Exit codes: 0 all is well, 1 something failed, 2 the command line is wrong.",
    )
    parser.add_argument("--version", action="version", version=f"noretreat {noretreat.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in COMMANDS:
        name = module.__name__.rpartition(".")[2].replace("_", "-")
        command = commands.add_parser(
            name,
            help=module.HELP,
            description=module.__doc__,
            epilog=f"examples:\n{module.EXAMPLES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,  # `serve --data` is no `--database-url`
        )
        module.configure(command)
        command.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    print_any_letter()
    arguments = build_parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
    except (CliError, SaveError, DataError) as error:
        print(f"noretreat: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"noretreat: {error.filename or ''}: {error.strerror or error}".replace(": :", ":"), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return code
