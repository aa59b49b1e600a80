"""Collecting puzzles: a file of what was found, which can be gone on with, and the choice of the best."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from noretreat.core.setup import Options
from noretreat.puzzles.making import proof
from noretreat.puzzles.making.maker import Made, graded, made_of, rated
from noretreat.puzzles.making.sources import Game, positions_of
from noretreat.puzzles.making.writing import as_toml
from noretreat.puzzles.records import Kind, Puzzle

OF_A_KIND: Final = 24
"""The most puzzles of a kind that are kept."""
OF_A_GAME: Final = 4
"""The most puzzles of a kind out of one game."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the file: a puzzle, or a game that has been looked through."""

    made: Made | None = None
    seed: int = 0
    number: int = 0


def entries(file: Path) -> Iterator[Entry]:
    """The lines of a file, without a last one that was cut off."""
    if file.exists():
        with file.open("rb") as lines:
            yield from (msgspec.json.decode(each, type=Entry) for each in lines if each.endswith(b"\n"))


def look_through(file: Path, games: Iterable[Game], kinds: Sequence[Kind] = ()) -> Iterator[Made]:
    """Adds the puzzles of these games to the file, but for games that it has been through."""
    for played in games:
        found = [
            each
            for source in positions_of(played)
            for made in made_of(source, kinds)
            if (each := rated(made)) is not None
        ]
        last = Entry(seed=played.origin.seed, number=played.origin.number)
        with file.open("ab") as out:
            for entry in [*map(Entry, found), last]:
                out.write(msgspec.json.encode(entry) + b"\n")
        yield from found


def looked_through(file: Path) -> set[tuple[int, int]]:
    """The games that a file has been through."""
    return {(entry.seed, entry.number) for entry in entries(file) if entry.made is None}


# --- the choice -------------------------------------------------------------------------------------------
def chosen(found: Iterable[Made]) -> list[Puzzle]:
    """The puzzles to keep: of a side and game turn one at most, of each kind, side, scenario and level few."""
    pool: dict[Kind, list[Made]] = defaultdict(list)
    for made in sorted(map(graded, found), key=lambda made: made.puzzle.id):
        pool[made.puzzle.kind].append(made)
    taken: list[Puzzle] = []
    turns: set[tuple[object, ...]] = set()
    counts: Counter[tuple[object, ...]] = Counter()
    scarce = sorted(pool, key=lambda kind: len(pool[kind]))
    for _ in range(OF_A_KIND):
        for kind in scarce:  # in turn, so that none takes all the game turns
            free = [
                made
                for made in pool[kind]
                if _turn(made.puzzle) not in turns and counts[_game(made.puzzle)] < OF_A_GAME
            ]
            while free:
                best = min(free, key=lambda made: (_often(made.puzzle, counts), -len(made.misses)))
                pool[kind].remove(best)
                if proof.prove(best.puzzle):  # it was found by an earlier version
                    free.remove(best)
                    continue
                turns.add(_turn(best.puzzle))
                counts.update([_game(best.puzzle), *_traits(best.puzzle)])
                taken.append(best.puzzle)
                break
    return sorted(taken, key=lambda one: (list(Kind).index(one.kind), one.rating, one.id))


def _often(puzzle: Puzzle, counts: Counter[tuple[object, ...]]) -> int:
    """How much like those that are there a puzzle is; the usual rule set goes before others."""
    return sum(counts[trait] for trait in _traits(puzzle)) + 9 * (puzzle.rules != Options().rules)


def _turn(puzzle: Puzzle) -> tuple[object, ...]:
    return puzzle.scenario, puzzle.origin.seed, puzzle.origin.number, puzzle.turn, puzzle.side


def _game(puzzle: Puzzle) -> tuple[object, ...]:
    return puzzle.kind, puzzle.origin.seed, puzzle.origin.number


def _traits(puzzle: Puzzle) -> list[tuple[object, ...]]:
    """What is to vary within a kind."""
    kind = puzzle.kind
    return [
        (kind, puzzle.side), (kind, puzzle.scenario), (kind, puzzle.level), (kind, puzzle.turn),
        (kind, "length", len(puzzle.solution)), (kind, puzzle.task.places), (kind, puzzle.task.units),
        (kind, puzzle.task.cards),
    ]  # fmt: skip


def write(folder: Path, puzzles: Sequence[Puzzle]) -> None:
    """Writes the files of these puzzles, one for each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in Kind:
        those = [puzzle for puzzle in puzzles if puzzle.kind is kind]
        if those:
            (folder / f"{kind.value}.toml").write_text(as_toml(those), encoding="utf-8", newline="\n")
