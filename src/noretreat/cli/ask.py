"""Ask about the position of a save file in words, and print the answer."""

from __future__ import annotations

import argparse

from noretreat.ask import ask
from noretreat.cli.common import existing, ruleset
from noretreat.core.board import SIDES
from noretreat.core.sides import NO_SIDE
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.languages import CODES
from noretreat.storage import savegame

EXAMPLES = """\
  noretreat ask game.jsonl "can the 4th Panzer reach Minsk?"
  noretreat ask game.jsonl "who can be cut off?" --as soviet
  noretreat ask game.jsonl "Ist Riga versorgt?" --language de     the question in German, the answer in English
  noretreat ask game.jsonl "how do I win?" --at 120               after action 120"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", type=existing, metavar="SAVE", help="a save file")
    parser.add_argument("question", metavar="QUESTION", help="the question, in quotation marks")
    parser.add_argument("--language", choices=CODES, default="en", help="the language it is in (en)")
    parser.add_argument(
        "--as",
        dest="viewer",
        choices=[*(side.value for side in Side), "spectator"],
        help="who asks (the side that decides): nothing hidden from it is told",
    )
    parser.add_argument("--at", type=int, metavar="N", help="ask about the position after action N")
    parser.add_argument(
        "--rules", type=ruleset, metavar="FILE", help="the rule set file of a game that was played by one"
    )


def run(arguments: argparse.Namespace) -> int:
    """Answers; 1 if the question is not understood."""
    done = savegame.replay(savegame.load(arguments.file), arguments.at)
    happened = [event for _, events in done.entries for event in events]
    answer = ask(done.state, arguments.question, arguments.language, _viewer(arguments.viewer, done.state), happened)
    for line in answer.lines:
        print(f"{line.words} [{line.rule}]" if line.rule else line.words)
    if answer.nearly:
        print(f"“{arguments.question}”: perhaps you mean:")
        print("\n".join(f"  {other}" for other in answer.nearly))
    if not answer.lines and not answer.nearly:
        print(f"“{arguments.question}” is not understood as a question about the position.")
    return 0 if answer.understood else 1


def _viewer(name: str | None, state: State) -> Side | None:
    """Who asks: a side, None for a spectator."""
    if name is not None:
        return None if name == "spectator" else Side(name)
    question = state.question
    decides = NO_SIDE if question is None else question.actor(state)
    return SIDES[decides if decides in (0, 1) else state.phasing]
