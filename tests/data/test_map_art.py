"""The drawn board is what the generator draws from the map data, and covers all of it."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from noretreat.data.facts import UnitType
from noretreat.data.load import load_facts
from tools.draw_map import __main__ as draw_map
from tools.draw_map.board import Board, load_board
from tools.draw_map.coast import area_rings, beyond_rings
from tools.draw_map.crop import around, crop
from tools.draw_map.hexgrid import Point, between, inside
from tools.draw_symbols import TARGETS, UNITS, sprite

ROOT = Path(__file__).resolve().parents[2]
PARTLY = {"0402", "0113", "1902", "1903", "2003", "2203", "2222", "2420", "1722", "0817"}
"""Hexes with an outer side that is half land, half sea, or that faces a lake lying within land."""


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return draw_map.files()


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board()


@pytest.fixture(scope="module")
def rings() -> list[list[Point]]:
    """The outlines of the land and the areas beyond the hexes."""
    return [*beyond_rings().values(), *area_rings().values()]


def land_around(board: Board, number: str, rings: list[list[Point]]) -> Iterator[tuple[int, bool]]:
    """For every outer side of a hex: whether drawn land lies just beyond it."""
    for side, other in enumerate(board.neighbors[number]):
        if other is None:
            middle = between(*board.side_ends(number, side), 0.5)
            yield side, any(inside(between(board.at(number), middle, 1.2), ring) for ring in rings)


def test_the_committed_files_are_what_the_generator_draws(drawn: dict[str, str]) -> None:
    for name, text in drawn.items():
        assert (ROOT / name).read_text(encoding="utf-8") == text, f"{name}: run python -m tools.draw_map"


def test_the_images_are_small_and_well_formed(drawn: dict[str, str]) -> None:
    for name, text in drawn.items():
        if name.endswith(".svg"):
            assert len(text.encode()) < 450_000
            assert len(gzip.compress(text.encode(), mtime=0)) < 90_000, "the first load waits for it"
            ElementTree.fromstring(text)


def test_seasons_change_the_ground_alone(drawn: dict[str, str]) -> None:
    """Snow and mud are other colors of the same drawing: no rule of theirs is new, and the sea stays as it is."""
    seasons = json.loads(drawn["web/src/art/seasons.json"])
    assert set(seasons) == {"snow", "mud"}
    for themes in seasons.values():
        for theme, rules in themes.items():
            sheet = drawn[f"web/public/art/map-{theme}.svg"]
            names = [rule.partition("{")[0] for rule in rules.split("}") if rule]
            assert ".us" in names
            assert ".sea" not in names
            assert all(f"{name}{{" in sheet for name in names)


def test_geometry_covers_every_hex_and_area(drawn: dict[str, str]) -> None:
    data = json.loads(drawn["web/src/art/geometry.json"])
    facts = load_facts().map
    assert set(data["hexes"]) == {h.id for h in facts.hexes}
    assert len(data["hexes"]) == 380
    assert set(data["areas"]) == {a.id for a in facts.areas}
    assert set(data["labels"]) == {h.id for h in facts.hexes if h.name}
    left, top, width, height = data["viewBox"]
    for spot in [*data["hexes"].values(), *data["areas"].values()]:
        assert left < spot["x"] < left + width
        assert top < spot["y"] < top + height


def test_counters_in_an_area_stand_inside_its_outline(drawn: dict[str, str]) -> None:
    data = json.loads(drawn["web/src/art/geometry.json"])
    for name, ring in area_rings().items():
        assert inside((data["areas"][name]["x"], data["areas"][name]["y"]), ring)


def test_sea_is_drawn_where_the_data_has_sea(board: Board, rings: list[list[Point]]) -> None:
    for hexagon in board.by_id.values():
        for side, land in land_around(board, hexagon.id, rings):
            assert land != board.is_shore(hexagon.id, side) or hexagon.id in PARTLY, (hexagon.id, side)


def test_every_coastal_hex_has_a_shore(board: Board) -> None:
    for hexagon in board.by_id.values():
        if hexagon.coasts:
            assert any(board.is_shore(hexagon.id, side) for side in range(6)), hexagon.id


def test_there_is_a_sign_for_every_kind_of_unit() -> None:
    assert set(UNITS) == {str(kind) for kind in UnitType if kind is not UnitType.MARKER}
    for target in TARGETS:
        assert target.read_text(encoding="utf-8") == sprite(), "run python tools/draw_symbols.py"


def test_a_strip_of_the_map_shows_what_the_map_shows_there() -> None:
    """A line that leaves the strip and comes back is shortened outside it, and the same inside."""
    box = (0.0, 0.0, 10.0, 10.0)
    out_and_in = [(5.0, 5.0), (20.0, 5.0), (30.0, 2.0), (40.0, 9.0), (20.0, 8.0), (5.0, 8.0)]
    assert around(out_and_in, box) == [(5.0, 5.0), (20.0, 5.0), (20.0, 8.0), (5.0, 8.0)]
    about = [(-5.0, 5.0), (-5.0, -5.0), (15.0, -5.0), (15.0, 15.0)]
    assert around(about, box) == about, "around a corner: each step lies beyond another edge"
    paths = '<path d="M1 1l2 2zM90 90l5 5"/><path d="M90 90l1 1"/><text x="3">a</text>'
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg">{paths}</svg>'
    assert re.findall(' d="([^"]*)"', crop(drawn, box)) == ["M1 1l2 2z"]


def test_the_strip_of_the_title_is_much_smaller(drawn: dict[str, str]) -> None:
    for theme in ("light", "dark"):
        strip, whole = drawn[f"web/public/art/title-{theme}.svg"], drawn[f"web/public/art/map-{theme}.svg"]
        assert len(strip) < len(whole) / 3
        assert "<text" not in strip
        assert strip.count("<path") > 30
