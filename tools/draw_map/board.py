"""The map data, arranged for drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from noretreat.data.facts import Feature, Hex, Region
from noretreat.data.load import DATA_DIR, load_facts, read_toml
from tools.draw_map.hexgrid import DIRECTIONS, Point, centre, corner, key

Cell = tuple[int, int]
SIDE_NAMES = ("NE", "E", "SE", "SW", "W", "NW")

PARTLY_SEA = frozenset({("1501", 4), ("1502", 5), ("1902", 5), ("1317", 1)})
"""Outer sides that the data does not call sea because a spit or an island touches them; drawn as shore."""


@dataclass(frozen=True)
class Board:
    """Hexes by cell and by number, and what lies on their sides."""

    cells: dict[Cell, Hex]
    by_id: dict[str, Hex]
    rivers: dict[frozenset[str], str]
    lakes: dict[frozenset[str], str]
    seas: frozenset[frozenset[str]]
    borders: frozenset[frozenset[str]]
    shore: frozenset[tuple[str, int]]
    """Outer sides (hex number, side) that face open sea or a lake beyond the hexes."""
    neighbors: dict[str, tuple[str | None, ...]] = field(default_factory=dict)

    def at(self, number: str) -> Point:
        """The middle of a hex."""
        hexagon = self.by_id[number]
        return centre(hexagon.q, hexagon.r)

    def side_ends(self, number: str, side: int) -> tuple[Point, Point]:
        """The two corners of a side, clockwise."""
        at = self.at(number)
        return corner(at, side), corner(at, side + 1)

    def shared(self, a: str, b: str) -> tuple[Point, Point]:
        """The two corners of the side between two neighbors."""
        return self.side_ends(a, self.neighbors[a].index(b))

    def is_open(self, number: str, side: int) -> bool:
        """True if land ends at this side: nothing beyond it, or a sea channel between two hexes."""
        other = self.neighbors[number][side]
        return other is None or frozenset((number, other)) in self.seas

    def is_shore(self, number: str, side: int) -> bool:
        """True if the sea is beyond this side."""
        other = self.neighbors[number][side]
        if other is None:
            return (number, side) in self.shore
        return frozenset((number, other)) in self.seas

    def outer(self) -> Iterator[tuple[str, int]]:
        """All sides with no hex behind them."""
        for number, others in self.neighbors.items():
            for side, other in enumerate(others):
                if other is None:
                    yield number, side


def load_board() -> Board:
    """Read the project's own map data."""
    facts = load_facts().map
    cells = {(h.q, h.r): h for h in facts.hexes}
    raw = read_toml(DATA_DIR / "map.toml")
    shore = frozenset((row["hex"], SIDE_NAMES.index(row["side"])) for row in raw["shores"]) | PARTLY_SEA
    sides: dict[Feature, dict[frozenset[str], str]] = {feature: {} for feature in Feature}
    for s in facts.hexsides:
        sides[s.feature][frozenset((s.a, s.b))] = s.name
    board = Board(
        cells=cells,
        by_id={h.id: h for h in facts.hexes},
        rivers=sides[Feature.RIVER],
        lakes=sides[Feature.LAKE],
        seas=frozenset(sides[Feature.SEA]),
        borders=frozenset(sides[Feature.BORDER]),
        shore=shore,
    )
    for h in facts.hexes:
        around = (cells.get((h.q + dq, h.r + dr)) for dq, dr in DIRECTIONS)
        board.neighbors[h.id] = tuple(other.id if other else None for other in around)
    return board


def outlines(board: Board, region: Region | None = None) -> list[list[tuple[str, int]]]:
    """Closed walks along the open sides of the land, as (hex number, side), clockwise with land to the right.

    With a region given, the walk goes round that region only, and its inner limits count as open too.
    """

    def open_side(number: str, side: int) -> bool:
        other = board.neighbors[number][side]
        if board.is_open(number, side):
            return True
        return region is not None and other is not None and board.by_id[other].region is not region

    todo = {
        (number, side)
        for number in board.neighbors
        if region is None or board.by_id[number].region is region
        for side in range(6)
        if open_side(number, side)
    }
    walks = []
    while todo:
        start = min(todo)
        walk, at = [], start
        while at in todo:
            todo.discard(at)
            walk.append(at)
            at = _next_open(board, at, open_side)
        walks.append(walk)
    return walks


def _next_open(board: Board, at: tuple[str, int], open_side) -> tuple[str, int]:  # type: ignore[no-untyped-def]
    """The open side that follows another one clockwise round the land."""
    number, side = at
    while True:
        side = (side + 1) % 6
        if open_side(number, side):
            return number, side
        other = board.neighbors[number][side]
        assert other is not None
        number, side = other, (side + 3) % 6


def corner_key(board: Board, number: str, i: int) -> tuple[int, int]:
    """The identity of corner i of a hex."""
    return key(corner(board.at(number), i))
