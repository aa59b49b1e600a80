"""Asks the questions of players about a position (`bench/questions/engine.*.json`), and counts how many are answered.

They were written by somebody who had seen none of the program's words, thirty in each language (Spanish: twenty), about
the campaign before its first move, for the Axis. Half of them are kept aside: the words of
`src/noretreat/data/asking` were made with the other half in sight. An answer counts if it is of the kind that was asked
for and speaks of what was asked about: the program checks no more, so a person should read the answers as well
(`--show`).

    .venv/bin/python bench/ask_engine.py            (make bench ARGS=ask_engine)
    .venv/bin/python bench/ask_engine.py --kept     those kept aside, too
    .venv/bin/python bench/ask_engine.py --show     each question with what it was taken for
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from noretreat.ask import AskAnswer, ask
from noretreat.data.facts import Side
from noretreat.data.languages import LANGUAGES
from noretreat.game import new_game

FOLDER: Final = Path(__file__).parent / "questions"
ANSWERED_BY: Final[dict[str, str]] = {
    "reach": "reach range reachers stuck", "odds": "odds attackers face", "cut off": "encircle out supply",
    "win": "win objectives points", "cards": "cards card",
    "why not": "stuck no-attack attack attackers reach cards rail",
    "where": "where hex", "targets": "attack targets", "strength": "unit hex", "points": "points",
    "supply": "supply out",    "support": "markers odds", "stack": "stack",
    "threat": "dangers attackers attack encircle", "loss": "loss",
    "retreat": "retreat", "zone": "zone", "attackers": "attackers", "terrain": "terrain hex", "distance": "distance",
    "reinforcements": "arrivals",
    "weather": "weather", "hint": "hint", "box": "back", "advance": "advance", "chance": "face odds",
    "control": "holder", "calendar": "turn arrivals weather", "hand": "hands cards",
    "objectives": "objectives win holder",    "phase": "turn",
}  # fmt: skip
"""The kind that its writer gave a question -> the kinds of answers that are right."""


class About(msgspec.Struct):
    """What a question is about."""

    units: list[str]
    places: list[str]


class Written(msgspec.Struct):
    """A question as it was written down."""

    question: str
    kind: str
    about: About
    kept_aside: bool


class Measured(NamedTuple):
    """A question with its answer."""

    written: Written
    answer: AskAnswer
    right: bool
    took: float


def questions(language: str) -> list[Written]:
    """The questions of a language."""
    return msgspec.json.decode((FOLDER / f"engine.{language}.json").read_bytes(), type=list[Written])


def measured(language: str, *, kept: bool) -> list[Measured]:
    """Asks those that were kept aside, or the others."""
    state = new_game("barbarossa")
    found = []
    for written in questions(language):
        if written.kept_aside == kept:
            begun = time.perf_counter()
            answer = ask(state, written.question, language, Side.AXIS)
            took = time.perf_counter() - begun
            found.append(Measured(written, answer, is_right(written, answer), took))
    return found


def is_right(written: Written, answer: AskAnswer) -> bool:
    """Is the answer of the kind that was asked for, and about what was asked?"""
    if not answer.understood or answer.kind not in ANSWERED_BY[written.kind].split():
        return False
    about = {*written.about.units, *written.about.places}
    return answer.kind == "hint" or not about or bool(about & {*answer.units, *answer.hexes})


def main() -> None:
    """Prints a line for each language."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kept", action="store_true", help="ask those kept aside as well")
    parser.add_argument("--show", action="store_true", help="show each question")
    arguments = parser.parse_args()
    print("language, half, right, of, median ms")
    for language in LANGUAGES:
        for kept in (False, True) if arguments.kept else (False,):
            found = measured(language, kept=kept)
            took = sorted(one.took for one in found)[len(found) // 2] * 1000
            half = "kept aside" if kept else "in sight"
            print(f"{language}, {half}, {sum(one.right for one in found)}, {len(found)}, {took:.0f}")
            for one in found if arguments.show else ():
                mark = "+" if one.right else "-"
                print(f"  {mark} {one.written.kind} -> {one.answer.kind or '?'}: {one.written.question}")
                for line in one.answer.lines:
                    print(f"        {line.words} [{line.rule}]")
                for other in one.answer.nearly:
                    print(f"        ? {other}")


if __name__ == "__main__":
    main()
