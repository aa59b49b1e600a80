"""Review a game that is over: the chances of winning, luck and play apart, a report, and where it turned."""

from __future__ import annotations

import argparse

import msgspec

from noretreat.cli.common import CliError, existing, ruleset
from noretreat.coach.review import NotOver, review
from noretreat.coach.telling import as_text
from noretreat.storage import savegame

EXAMPLES = """\
  noretreat review game.jsonl
  noretreat review game.jsonl --games 24          also what the computer would have done
  noretreat review game.jsonl --json              the records, for programs"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", type=existing, metavar="FILE", help="a save file")
    parser.add_argument(
        "--games",
        type=int,
        default=0,
        metavar="N",
        help="judge the computer's own plans for the turning points by N imagined games each (0: leave them out)",
    )
    parser.add_argument("--unfinished", action="store_true", help="also a game that is not over")
    parser.add_argument("--json", action="store_true", help="print the records as JSON")
    parser.add_argument(
        "--rules", type=ruleset, metavar="FILE", help="the rule set file of a game that was played by one"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the review."""
    saved = savegame.load(arguments.file)
    try:
        found = review(saved, games=arguments.games, unfinished=arguments.unfinished)
    except NotOver:
        raise CliError(f"{arguments.file}: the game is not over (--unfinished reviews it all the same)") from None
    print(msgspec.json.encode(found).decode() if arguments.json else as_text(found))
    return 0
