"""The map from afar: what counters still show, and how large their signs are on the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from web.table import WAYS, Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

ART = Path(__file__).resolve().parents[2] / "web" / "public" / "art"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WAR = """
turn 4
phase combat axis
weather clear
unit G4Pz 1708
unit G9 1708
unit G2Pz 1809 back
unit G4 1807
unit G17 1613
unit G1Pz 1513
unit G6 1614 unsupplied
unit S_W 1808
unit S_NW 1706
unit S_SW 1713
unit S_BRY 1910
unit S_S 1714
unit S_LEN 1902 back
supports 0 0
"""
"""Panzers, one of them weakened and one below an infantry army; one without supply; a fortress; odds, dangers."""
_SIGNS = """() => [...document.querySelectorAll("[data-live] :is(.legible, .large)")].map((sign) => {
  const box = sign.getBoundingClientRect(), matrix = sign.getScreenCTM();
  const sizes = [...sign.querySelectorAll("text")].map((t) => parseFloat(getComputedStyle(t).fontSize) * matrix.a);
  const part = sign.querySelector("rect, circle") ? 1 : 0.5;  // a triangle covers half of its box
  const name = sign.parentElement.dataset.testid ?? sign.parentElement.getAttribute("class");
  return [name, sizes, box.width * box.height * part];
})"""
"""Of each sign on the map: what it is, the sizes of its letters in pixels, and how many pixels it covers at most."""
_SCALE = "() => document.querySelector('[data-testid=board] .sheet').getBoundingClientRect().width / 2180"
HEX = 80 * 92.38 * 0.75
"""A hex, in units of the map."""


def sit(table: Callable[..., Table], **options: Any) -> Table:
    """A page at the war, in which both sides are played here."""
    one = table(**options)
    one.set_up(WAR, "declare")
    return one


@pytest.mark.parametrize("screen", [{}, PHONE])
def test_signs_can_be_read_and_hide_no_two_hexes(table: Callable[..., Table], screen: dict[str, Any]) -> None:
    """At three distances: near, a front, and the whole map."""
    one = sit(table, **screen)
    one.page.keyboard.press("f")
    one.at_rest()
    for keys in ("", "+++", "+++"):
        for key in keys:
            one.page.keyboard.press(key)
        one.at_rest()
        scale = one.page.evaluate(_SCALE)
        signs = one.page.evaluate(_SIGNS)
        names = " ".join(name for name, _, _ in signs)
        assert all(kind in names for kind in ("odds-1808", "badge warn", "danger-at-")), names
        for name, sizes, covered in signs:
            assert all(size >= 11 - 0.01 for size in sizes), (scale, name, sizes)
            assert covered < 2 * HEX * scale**2 or scale > 1, (scale, name, covered)


def test_the_far_face_tells_armor_fortresses_and_lost_steps(table: Callable[..., Table]) -> None:
    """No name, no size; armor has a dark band above and lies on top, a fortress a wall; what was lost is empty."""
    one = sit(table)

    def has(unit: str, part: str) -> bool:
        return one.at(f"unit-{unit}").locator(f".face {part}").count() > 0

    assert has("G4Pz", ".name")
    one.page.keyboard.press("f")
    one.at("unit-G4Pz").locator("[data-far='1']").wait_for(state="attached")
    for unit in ("G4Pz", "G9", "S_LEN"):
        assert not has(unit, ".name")
        assert not has(unit, ".size")
        assert has(unit, ".value")
    assert [has(unit, ".armor") for unit in ("G4Pz", "G2Pz", "G9", "S_LEN")] == [True, True, False, False]
    assert [has(unit, ".wall") for unit in ("G4Pz", "S_LEN")] == [False, True]
    assert [has(unit, ".spent") for unit in ("G2Pz", "G4Pz")] == [True, False]
    # A stack shows its panzers.
    one.page.mouse.move(5, 5)
    assert one.page.evaluate(
        """() => document.querySelector("[data-testid=unit-G9]").compareDocumentPosition(
          document.querySelector("[data-testid=unit-G4Pz]")) & Node.DOCUMENT_POSITION_FOLLOWING"""
    )
    # The names that are left are those that decide.
    assert one.at("name-2008").count() == 1
    assert one.at("name-1613").count() == 0


def test_names_keep_their_side_when_units_march_past(table: Callable[..., Table]) -> None:
    """A city's name stands beside the army there, and goes to no other side when the army leaves."""
    one = table()
    one.set_up(WAR.replace("phase combat", "phase movement") + "unit G11 1415\n", "move")
    before = one.page.evaluate(_SIDES)
    one.lift("unit-G11")
    one.do(next(way for way in one.lit(WAYS) if one.on_screen(way) and not one.covered(way)))
    one.at_rest()
    after = one.page.evaluate(_SIDES)
    assert before["name-1415"] in ("start", "end", "above", "below")
    assert after == before


_SIDES = """() => Object.fromEntries([...document.querySelectorAll("[data-testid^='name-']")].map((name) => {
  const hex = document.querySelector(`[data-testid="hex-${name.dataset.testid.slice(5)}"]`).getBBox();
  const anchor = name.querySelector("text").getAttribute("text-anchor");
  const above = Number(/[\\d.]+(?=\\))/.exec(name.getAttribute("transform"))[0]) < hex.y + hex.height / 2;
  return [name.dataset.testid, anchor !== "middle" ? anchor : above ? "above" : "below"];
}))"""


def test_snow_and_mud_are_seen_on_the_map(table: Callable[..., Table]) -> None:
    """The ground has another color in each season, in the picture that is saved too."""
    one = table(own=True, color_scheme="dark")
    # The shared server has a plain sheet in its place.
    one.page.route("**/art/map-*.svg", lambda route: route.fulfill(path=ART / route.request.url.rpartition("/")[2]))
    seen = {}
    for weather in ("clear", "mud", "snow"):
        one.set_up(WAR.replace("weather clear", f"weather {weather}"), "declare")
        wanted = "" if weather == "clear" else f"[data-season={weather}][src^='blob:']"
        one.page.locator(f"[data-testid=terrain]{wanted}").wait_for()
        seen[weather] = one.page.evaluate(_GROUND)
    assert len(set(map(str, seen.values()))) == 3
    light = {weather: sum(color[:3]) for weather, color in seen.items()}
    assert light["snow"] > light["clear"] > light["mud"]


_GROUND = """async () => {
  const image = new Image(), pen = new OffscreenCanvas(218, 183).getContext("2d");
  image.src = document.querySelector("[data-testid=terrain]").src;
  await image.decode();
  pen.drawImage(image, 0, 0, 218, 183);
  // In the open, west of Minsk.
  return [...pen.getImageData(108, 65, 1, 1).data];
}"""


def test_the_front_is_a_band_between_the_armies(table: Callable[..., Table]) -> None:
    """From the start of each scenario; with the flags it goes out, and it is in the picture of the map."""
    one = table()
    for scenario in ("barbarossa", "saturn"):
        made = one.page.request.post(
            f"{one.address}/api/games", data={"scenario": scenario, "axis": "human", "soviet": "human"}
        ).json()
        one.open(made["id"])
        one.at("front").wait_for(state="attached")
        assert len(one.at("front").locator("path").first.get_attribute("d") or "") > 500
    one.page.keyboard.press("c")
    one.at("front").wait_for(state="detached")
    one.page.keyboard.press("c")
    one.at("front").wait_for(state="attached")
