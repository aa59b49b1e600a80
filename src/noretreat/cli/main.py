"""The command `noretreat`: reads the arguments, calls the module of the command, turns errors into one line."""

from __future__ import annotations

import argparse
import atexit
import contextlib
import gc
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from threading import current_thread, main_thread
from types import FrameType, ModuleType
from typing import Final

import noretreat
from noretreat.cli.environment import from_environment
from noretreat.cli.errors import CliError
from noretreat.cli.printing import print_any_letter

COMMANDS: Final = {
    "play": "play in the browser",
    "serve": "serve a site for many",
    "worker": "play for the computer on a site, and send its mails",
    "migrate": "bring the tables of a server up to date",
    "backup": "write everything that a server keeps to one file",
    "verify": "check that a backup is whole and undamaged",
    "restore": "fill a new database from a backup",
    "reports": "show what players have reported of the talk at their tables",
    "admin": "moderate a site while it runs",
    "simulate": "play many games by computer and count",
    "arena": "play a match between two computer players",
    "selfplay": "play games for learning and keep them as numbers",
    "lint-games": "count blunders in games that were played",
    "make-puzzles": "make puzzles out of games, and prove them",
    "replay": "check a save file and print its log",
    "ask": "ask about the position of a save file in words",
    "review": "tell how a game went, and where it turned",
    "perft": "count the ways a position can go on",
    "fuzz": "play random games and check that nothing breaks",
    "trials": "play games of all levels and rules, and count the faults",
    "check-data": "check the data files, or your own",
}
"""The commands, and what each is for. The module of one is loaded when it is called."""
SETTINGS_OF: Final = ("play", "serve", "worker")
"""Commands all of whose options can stand in the environment."""
_STOPPED: Final = 130
"""The exit code after Ctrl-C, as shells have it."""


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser of all commands, or one that knows no more of the others than that there are.

    `only`: the command whose options it knows; empty: none.
    """
    parser = argparse.ArgumentParser(
        prog="noretreat",
        description="No Retreat! The Russian Front: play it in the browser, or put the rules engine to work.",
        epilog="Exit codes: 0 all is well, 1 something failed, 2 the command line or a setting is wrong, "
        "130 stopped by Ctrl-C.",
    )
    parser.add_argument("--version", action="version", version=f"noretreat {noretreat.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,  # `serve --data` is no `--database-url`
        )
        if only is None or only == name:
            _complete(command, _module_of(name))
    return parser


def _module_of(name: str) -> ModuleType:
    from noretreat import new_game as _  # noqa: F401  (mistakes in the game's own data end every command)

    try:
        return import_module(f"noretreat.cli.{name.replace('-', '_')}")
    except ModuleNotFoundError as error:
        if (error.name or "noretreat").partition(".")[0] == "noretreat":
            raise
        raise MissingExtra(name, error.name or "") from None


class MissingExtra(SystemExit):
    """A command that plays games with people, where only the library and the command line are installed."""

    def __init__(self, command: str, package: str) -> None:
        extra = _EXTRA_OF.get(command, "play")
        super().__init__(
            f"noretreat: `noretreat {command}` needs the server and its page, and {package} is missing: "
            f'pip install ".[{extra}]" in a checkout, or of a wheel '
            f'pip install "noretreat-{noretreat.__version__}-py3-none-any.whl[{extra}]"'
        )


_EXTRA_OF: Final = {"serve": "site", "worker": "site"}
"""The extras of commands for a site; all others need `play` if they need one."""


def _complete(command: argparse.ArgumentParser, module: ModuleType) -> None:
    """Gives the parser of a command its options."""
    command.description, command.epilog = module.__doc__, f"examples:\n{module.EXAMPLES}"
    module.configure(command)
    command.set_defaults(run=module.run, parser=command)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    # The end of the program is no time to look for garbage among all there is: that is a fifth of a server's work.
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    # Nor is its beginning: modules are read, and stay. A server looks for none before it has started.
    gc.disable()
    try:
        with _leaving_at_once():
            arguments = _read(words)
            if words[0] in SETTINGS_OF:
                return _run(arguments)
        gc.enable()
        return _run(arguments)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return _STOPPED
    finally:
        gc.enable()


@contextlib.contextmanager
def _leaving_at_once() -> Iterator[None]:
    """Has Ctrl-C end the program at once: while modules are loaded nothing is at stake, and an exception that is
    raised within them may be lost there. A server loads more of them when it runs, and takes over Ctrl-C when it has.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler or current_thread() is not main_thread():
        yield
        return

    def leave(_number: int, _frame: FrameType | None) -> None:
        os.write(2, b"stopped\n")
        os._exit(_STOPPED)

    signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _read(words: list[str]) -> argparse.Namespace:
    """The arguments of a command, whose module is loaded."""
    print_any_letter()
    name = words[0] if words and words[0] in COMMANDS else ""
    parser = build_parser(name)
    if name in SETTINGS_OF:
        from_environment(_command(parser, name), os.environ)
    return parser.parse_args(words)


def _run(arguments: argparse.Namespace) -> int:
    """Runs a command, and turns its errors into one line and an exit code."""
    try:
        code: int = arguments.run(arguments)
    except CliError as error:
        print(f"noretreat: {error}", file=sys.stderr)
        return error.code
    except OSError as error:
        print(f"noretreat: {error.filename or ''}: {error.strerror or error}".replace(": :", ":"), file=sys.stderr)
        return 1
    except Exception as error:
        if not _is_of_a_file(error):
            raise
        print(f"noretreat: {error}", file=sys.stderr)
        return 1
    return code


def _command(parser: argparse.ArgumentParser, name: str) -> argparse.ArgumentParser:
    """The parser of a command."""
    (choices,) = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    found: argparse.ArgumentParser = choices[name]
    return found


def _is_of_a_file(error: Exception) -> bool:
    """True for a mistake in a file of the user's."""
    from noretreat.data.load import DataError
    from noretreat.storage.savegame import SaveError

    return isinstance(error, (SaveError, DataError))
