"""The map as a picture: saved as a drawing or as dots, and printed on one page."""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect
from web.positions import TWO_TARGETS
from web.table import Table, wait_at

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

SVG = "{http://www.w3.org/2000/svg}"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_LOADED = "() => performance.getEntriesByType('resource').some((one) => /PictureSheet.*js/.test(one.name))"


def saved(table: Table, kind: str) -> tuple[str, bytes]:
    """The name and the content of the file that a button of the sheet saves."""
    expect(table.at(f"picture-{kind}")).to_be_enabled()
    with table.page.expect_download() as download:
        table.at(f"picture-{kind}").click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def in_words(drawing: bytes) -> list[str]:
    """The texts of a drawing."""
    return [text for one in ElementTree.fromstring(drawing).iter(f"{SVG}text") for text in one.itertext()]


def opened(table: Table) -> None:
    """Opens the sheet from the menu."""
    table.at("menu").click()
    table.at("picture-open").click()
    table.at("picture-shown").wait_for()


def test_what_is_seen_is_saved_as_a_drawing(table: Callable[..., Table]) -> None:
    """Counters, flags and markers as they are now; it stands by itself, and nothing is loaded before it is wanted."""
    one = table(own=True)
    one.set_up(TWO_TARGETS, "declare")
    assert not one.page.evaluate(_LOADED)
    one.do("at-1611")
    opened(one)
    assert one.page.evaluate(_LOADED)
    name, drawing = saved(one, "svg")
    assert re.fullmatch(r"position-\w+-turn-9-axis-combat\.svg", name)
    root = ElementTree.fromstring(drawing)
    assert root.get("viewBox") == "0 -58 2180 1888"
    title = root.findtext(f"{SVG}title") or ""
    assert "Turn 9, Sept-Oct 1942" in title
    assert "Axis: Combat" in title
    words = in_words(drawing)
    assert {"4th", "6th", "9th", "11th", "West", "South", "MOSCOW", "Kharkov"} <= set(words)
    # Whatever the page's styles say of it is in it, and what is asked of the player is not.
    text = drawing.decode()
    assert re.findall(r"var\(|color-mix|currentColor|https?://(?!www\.w3\.org)|data:|xlink|<image", text) == []
    assert re.findall(r'(?:href=|url\()"?(?!#|"#)[^"#)]', text) == []
    target = one.page.evaluate("() => getComputedStyle(document.querySelector('.target')).stroke")
    red = "#{:02x}{:02x}{:02x}".format(*map(int, re.findall(r"\d+", target)))
    assert f'stroke="{red}"' in text
    assert "2:1" not in words
    # Drawn by itself, by a browser that knows nothing of the page, it is the size of the map.
    alone = one.page.context.new_page()
    alone.set_content(text)
    box = alone.locator("svg").first.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (2180, 1888)
    alone.close()


def test_dots_are_sharp_enough_to_read(table: Callable[..., Table]) -> None:
    """The PNG is more than 2000 dots wide, and holds what the drawing holds: the color of a counter where it is."""
    one = table()
    one.set_up(TWO_TARGETS, "declare")
    opened(one)
    one.shot("picture")
    name, dots = saved(one, "png")
    assert name.endswith("-turn-9-axis-combat.png")
    assert dots[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", dots[16:24])
    assert (width, height) == (3270, 2832)
    one.page.keyboard.press("Escape")
    spot = one.page.evaluate(
        """async (dots) => {
          const [body] = document.querySelectorAll("[data-testid='unit-S_W'] .body");
          const middle = document.querySelector("[data-testid='unit-S_W'] .picture").style.transform.match(/[\\d.]+/g);
          const bytes = Uint8Array.from(atob(dots), (one) => one.charCodeAt(0));
          const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const pen = new OffscreenCanvas(1, 1).getContext("2d");
          // Left of the middle, where a counter bears nothing.
          pen.drawImage(picture, -(Number(middle[0]) - 24) * 1.5, -(Number(middle[1]) + 58 - 20) * 1.5);
          return [[...pen.getImageData(0, 0, 1, 1).data].slice(0, 3), getComputedStyle(body).fill];
        }""",
        base64.b64encode(dots).decode(),
    )
    assert f"rgb({', '.join(map(str, spot[0]))})" == spot[1]


def test_the_step_that_is_looked_at_is_saved_with_the_drawing_on_it(table: Callable[..., Table]) -> None:
    """The name of its file has the step; what the player has drawn is in the picture as it is on the map."""
    one = table()
    one.set_up(TWO_TARGETS, "declare")
    ply = one.do("at-1611").ply
    one.page.keyboard.press("r")
    wait_at(one, ply)
    one.page.keyboard.press("Home")
    wait_at(one, 0)
    one.page.keyboard.press("d")
    for hex_ in ("hex-1511", "hex-1611"):
        one.page.mouse.click(*one.middle(hex_))
    opened(one)
    name, drawing = saved(one, "svg")
    assert name.endswith("-step-0.svg")
    green = one.page.evaluate("() => getComputedStyle(document.querySelector('.green .head')).fill")
    ink = "#{:02x}{:02x}{:02x}".format(*map(int, re.findall(r"\d+", green)))
    assert f'fill="{ink}"' in drawing.decode()


def test_a_table_prints_its_map_on_one_page(table: Callable[..., Table]) -> None:
    """The map by day below a line, across one page; nothing of the page's frame, and the screen is as it was."""
    scheme = "dark"  # which the paper is not
    one = table(color_scheme=scheme)
    one.set_up(TWO_TARGETS, "declare")
    page = one.page
    page.evaluate("() => { window.print = () => { window.printed = (window.printed ?? 0) + 1; }; }")
    page.keyboard.press("Control+p")
    page.wait_for_function("() => window.printed === 1")
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    size = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", paper)
    assert size is not None
    assert float(size[1]) > float(size[2])
    assert page.evaluate("() => document.documentElement.dataset.theme") == scheme
    # What is on it, as the page shows it while it is printed.
    page.emulate_media(media="print")
    page.evaluate("() => { dispatchEvent(new Event('beforeprint')); }")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "light"
    expect(one.at("headline")).to_contain_text("Turn 9, Sept-Oct 1942 · Axis: Combat · Victory points:")
    seen = page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && !one.children.length
          && !one.closest("[data-paper]")).map((one) => one.outerHTML)"""
    )
    assert seen == []
    map_ = page.locator("[data-live]").bounding_box()
    assert map_ is not None
    assert map_["width"] / map_["height"] == pytest.approx(2180 / 1830, rel=0.01)
    by_day = page.evaluate(
        "() => [...document.querySelectorAll('img')].filter((one) => one.checkVisibility() && one.complete).at(-1).src"
    )
    assert by_day.endswith("/art/map-light.svg")
    page.evaluate("() => { dispatchEvent(new Event('afterprint')); }")
    page.emulate_media(media="screen")
    assert page.evaluate("() => document.documentElement.dataset.theme") == scheme
    expect(one.at("headline")).to_be_hidden()


def test_a_set_up_in_the_editor_is_pictured_too(table: Callable[..., Table]) -> None:
    """On a phone: the start of a scenario is loaded, and saved without a game to name."""
    one = table(own=True, **PHONE)
    one.page.goto(f"{one.address}/edit")
    one.at("edit-from").select_option("barbarossa")
    one.page.locator(".counter").nth(5).wait_for(state="attached")
    one.at("picture-open").tap()
    one.at("picture-shown").wait_for()
    one.shot("picture-phone")
    name, drawing = saved(one, "svg")
    assert re.fullmatch(r"position-turn-1-\w+-\w+\.svg", name)
    words = in_words(drawing)
    assert words.count("LENINGRAD") == 1
    assert (
        len([word for word in words if re.fullmatch(r"\d-\d|\(\d\)", word)])
        == one.page.locator(".counter .face").count()
    )
    one.page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    one.at("picture-print").tap()
    one.page.wait_for_function("() => window.printed")
    assert one.page.locator("dialog[open]").count() == 0
