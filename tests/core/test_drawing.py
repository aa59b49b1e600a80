"""The picture of a state for notebooks: every counter lies where the client puts it; nothing of a hand is in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.dom import minidom

import pytest

from noretreat import Side, new_game, position, svg, view
from noretreat.core.board import BOARD, bits
from noretreat.explain.knowledge import drawing

ART = Path(__file__).resolve().parents[2] / "web" / "src" / "art" / "geometry.json"
SHEET = "<svg viewBox='0 0 2 2'><style>.sea,.co{fill:#abc}text{fill:#000}</style><defs/><path class='sea'/></svg>"


def test_places_lie_where_the_client_draws_them() -> None:
    art = json.loads(ART.read_text(encoding="utf-8"))
    for node in bits(BOARD.hexes):
        point = art["hexes"][BOARD.id_of[node]]
        assert drawing.point_of(node) == pytest.approx((point["x"], point["y"]), abs=0.1)
    areas = {name: (area["x"], area["y"]) for name, area in art["areas"].items()}
    assert areas == drawing.AREA_POINTS
    assert art["viewBox"] == [0, 0, drawing.WIDTH, drawing.HEIGHT]


@pytest.mark.parametrize("sheet", ["", SHEET])
def test_every_unit_on_the_map_is_drawn(sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "load_map_sheet", lambda: sheet)
    state = new_game("citadel")
    drawn = svg(state)
    assert state._repr_mimebundle_() == {"image/svg+xml": drawn}
    minidom.parseString(drawn)
    on_map = {BOARD.unit_ids[unit] for side in (0, 1) for unit in state.on_map(side)}
    assert set(re.findall(r"<title>(\w+)</title>", drawn)) >= on_map
    assert view(state, Side.AXIS).svg() == drawn
    assert ("nr-map" in drawn) is bool(sheet)


def test_styles_of_the_sheet_keep_to_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "load_map_sheet", lambda: SHEET)
    drawn = svg(new_game("citadel"))
    assert ".nr-map .sea,.nr-map .co{fill:#abc}.nr-map text{fill:#000}" in drawn


def test_faces_markers_and_control_are_drawn() -> None:
    text = "turn 6\nunit G4Pz 1204 unsupplied\nunit S_KAL 2006 back disorganized\nunit FINN FINLAND\ncontrol axis 1403"
    drawn = svg(position(text))
    assert ">5-6</text>" in drawn
    assert all(color in drawn for color in ("#c22f1f", "#e0a020", "#9ab0c6", "#b23a2b"))
    assert "translate(1580.0 96.0)" in drawn
