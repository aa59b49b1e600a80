"""Make puzzles out of games of the computer players, and prove those that there are."""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat.cli.common import CliError, add_level, add_setup, count, existing, options_of
from noretreat.core.setup import Options
from noretreat.puzzles import book
from noretreat.puzzles.making import collecting, proof, sources
from noretreat.puzzles.records import Kind, Origin

EXAMPLES = """\
  noretreat make-puzzles found.jsonl --kept bench/coach-games.jsonl.xz        look through kept games
  noretreat make-puzzles found.jsonl --kept bench/coach-games.jsonl.xz        goes on where it was stopped
  noretreat make-puzzles found.jsonl --scenario citadel --axis normal --soviet normal --seed 7   play new games
  noretreat make-puzzles found.jsonl more.jsonl --write puzzles/              choose the best, and write their files
  noretreat make-puzzles --prove                                              prove all puzzles of the game again
  noretreat make-puzzles --prove mine.toml"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="what was found (the first is written); files to prove"
    )
    parser.add_argument("--kept", type=existing, metavar="FILE", help="games as bench/coach.py keeps them")
    parser.add_argument("--part", default="1/1", metavar="I/N", help="every Nth of the games, from the Ith")
    parser.add_argument("--kind", action="append", type=Kind, default=[], metavar="KIND", help="only of these kinds")
    parser.add_argument("--write", type=Path, metavar="DIR", help="choose among what was found, and write it there")
    parser.add_argument("--prove", action="store_true", help="prove puzzles: of these files, or those of the game")
    parser.add_argument("--sample", type=count, metavar="N", help="with --prove: every Nth only")
    add_setup(parser)
    parser.add_argument("--games", type=count, default=10, metavar="N", help="how many new games to play (10)")
    add_level(parser, "axis")
    add_level(parser, "soviet")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (1)")


def run(arguments: argparse.Namespace) -> int:
    """Looks through games, or writes what was chosen, or proves."""
    if arguments.prove:
        return _prove(arguments)
    if not arguments.files:
        raise CliError("name the file for what is found")
    if arguments.write:
        found = [entry.made for file in arguments.files for entry in collecting.entries(file) if entry.made]
        chosen = collecting.chosen(found)
        collecting.write(arguments.write, chosen)
        print(f"{len(found)} found, {len(chosen)} written to {arguments.write}")
        return 0
    (file,) = arguments.files
    number, games = 0, _games(arguments, collecting.looked_through(file))
    for _ in tqdm(collecting.look_through(file, games, arguments.kind), unit="puzzle", file=sys.stderr, disable=None):
        number += 1
    print(f"{file}: {number} more")
    return 0


def _prove(arguments: argparse.Namespace) -> int:
    """Proves puzzles, and prints what speaks against them."""
    known = [each for file in arguments.files for each in book.read(file)] or list(book.puzzles().values())
    known = known[:: arguments.sample or 1]
    faults = 0
    for puzzle in tqdm(known, unit="puzzle", file=sys.stderr, disable=None):
        for problem in proof.prove(puzzle):
            print(f"{puzzle.id}: {problem}")
            faults += 1
    print(f"{len(known)} puzzles, {faults} faults")
    return 1 if faults else 0


def _games(arguments: argparse.Namespace, there: set[tuple[int, int]]) -> Iterator[sources.Game]:
    """The games to look through that are not there yet."""
    place, _, parts = arguments.part.partition("/")
    if arguments.kept:
        yield from _kept(arguments.kept, int(place) - 1, int(parts), there)
        return
    options = options_of(arguments)
    players = (arguments.axis, arguments.soviet)
    for number in range(int(place) - 1, arguments.games, int(parts)):
        if (arguments.seed, number) not in there:
            yield sources.new_game(arguments.scenario, options, players, arguments.seed, number)


def _kept(file: Path, place: int, parts: int, there: set[tuple[int, int]]) -> Iterator[sources.Game]:
    """Games that were kept as numbers of actions."""
    try:
        from noretreat.research import codec
    except ModuleNotFoundError as error:
        raise CliError(f'{error.name} is missing: pip install ".[research]" in a checkout') from None
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        for number, each in enumerate(lines):
            data = json.loads(each)
            if number % parts == place and (data["seed"], data["number"]) not in there:
                yield sources.Game(
                    data["scenario"],
                    Options(rules=data["rules"], campaign=data["campaign"]),
                    Origin(data["axis"], data["soviet"], data["seed"], data["number"]),
                    tuple(map(codec.decode, data["codes"])),
                )
