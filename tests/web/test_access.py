"""Everybody can play: large text, high contrast, stillness, colour vision, touch. (axe-core: test_screens.py.)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from web.axe import too_small
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.shared_page]

TABS = ("log", "battle", "boxes", "calendar")
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}


def new_game(table: Table, rules: str = "deluxe") -> str:
    """Both seats of a new game, by the server; the page is not opened."""
    body = {"scenario": "barbarossa", "rules": rules, "axis": "human", "soviet": "human"}
    made = table.page.request.post(f"{table.address}/api/games", data=body)
    assert made.status == 201, made.text()
    name: str = made.json()["id"]
    return name


# --- how it looks to those who see otherwise ----------------------------------------------------------------------
def at_the_first_move(player: Table) -> None:
    """A table in the Axis' first movement; the cards before it are given away without looking."""
    games, name = f"{player.address}/api/games", new_game(player)
    package = player.page.request.get(f"{games}/{name}").json()
    while package["view"]["prompt"]["code"] != "move":
        actions = package["actions"]
        action = next((one for one in actions if one["type"] in ("Done", "Pass")), actions[0])
        package = player.page.request.post(
            f"{games}/{name}/actions", data={"ply": package["ply"], "action": action}
        ).json()
    player.open(name)


_BOX = "(e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }"


_LINES = """(link) => {
  const longer = link.cloneNode();
  longer.textContent = `${link.textContent} `.repeat(5);
  link.after(longer);
  const lines = longer.clientHeight / parseFloat(getComputedStyle(longer).lineHeight);
  longer.remove();
  return lines;
}"""
"""How many lines of a text five times as long a link shows."""


def box(player: Table, name: str) -> list[float]:
    """Left, top, right and bottom of a thing."""
    sides: list[float] = player.page.locator(name).first.evaluate(_BOX)
    return sides


def middle(sides: list[float]) -> tuple[float, float]:
    """The middle of a box."""
    return (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2


def apart(one: list[float], two: list[float]) -> bool:
    """Whether two boxes do not overlap."""
    return one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]


@pytest.mark.parametrize("device", [DESK, TABLET], ids=["desk", "tablet"])
def test_letters_twice_as_large_hide_nothing(table: Callable[..., Table], device: dict[str, Any]) -> None:
    """Nothing scrolls sideways, piles and hand do not cover each other, the way on is in the window."""
    player = table(own=True, **device)  # its letters stay large
    at_the_first_move(player)
    for size in ("100%", "200%"):
        player.page.add_style_tag(content=f"html {{ font-size: {size} }}")
        player.page.evaluate("() => dispatchEvent(new Event('resize'))")
        player.drawn()
        width, height = player.page.viewport_size["width"], player.page.viewport_size["height"]  # type: ignore[index]
        assert player.page.evaluate("() => document.documentElement.scrollWidth") <= width
        left, top, right, bottom = box(player, "[data-testid=primary]")
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
        if player.page.locator(".piles").count():
            cards = [card.evaluate(_BOX) for card in player.page.locator(".hand .card").all()]
            assert cards
            assert all(apart(box(player, ".piles"), card) for card in cards)
        player.shot(f"text-{size.rstrip('%')}-{width}")


def test_forced_colours_show_what_is_chosen(table: Callable[..., Table]) -> None:
    """In the system's own colours a pressed button, an open tab and a taken seat differ from the others."""
    player = table(own=True, forced_colors="active")
    player.page.goto(player.address)
    player.page.get_by_test_id("begin").wait_for()
    ground = "(e) => getComputedStyle(e.nextElementSibling ?? e).backgroundColor"
    sides = {side: player.page.get_by_test_id(f"seat-{side}") for side in ("axis", "soviet")}
    sides["axis"].check(force=True)
    assert sides["axis"].evaluate(ground) != sides["soviet"].evaluate(ground)
    at_the_first_move(player)
    ground = "(e) => getComputedStyle(e).backgroundColor"
    zones = player.page.get_by_test_id("zones")
    before = zones.evaluate(ground)
    zones.click()
    player.page.mouse.move(700, 400)
    assert zones.evaluate(ground) != before
    tabs = player.page.locator("[role=tab]")
    grounds = {tab.get_attribute("aria-selected"): tab.evaluate(ground) for tab in tabs.all()}
    assert grounds["true"] != grounds["false"]
    player.shot("forced-colours")


def test_stillness(table: Callable[..., Table]) -> None:
    """Who asks for less motion gets none: nothing on the page runs or glides."""
    player = table(reduced_motion="reduce")
    at_the_first_move(player)
    glides, runs = player.page.evaluate(
        """() => {
          const styles = [...document.querySelectorAll('*')].map((e) => getComputedStyle(e));
          const longest = (what) => Math.max(...styles.flatMap((style) => style[what].split(',').map(parseFloat)));
          return [longest('transitionDuration'), longest('animationDuration')];
        }"""
    )
    assert glides == 0, "a short transition of all that changes can show its old state once more, and it is measured"
    assert runs == 0, "a short animation that never ends flickers, and draws a frame after the other"


def test_overlays_differ_without_their_colours(table: Callable[..., Table]) -> None:
    """The sides' zones differ by their dashes, the counters by their shape; a picture of each kind of colour blindness
    is kept to look at.
    """
    player = table(own=True)
    at_the_first_move(player)
    for _ in range(3):
        player.page.get_by_test_id("zones").click()
    player.page.get_by_test_id("zone-soviet").wait_for(state="attached")
    dashes = {
        side: player.page.locator(f"[data-testid=zone-{side}] path").first.evaluate(
            "(e) => getComputedStyle(e).strokeDasharray"
        )
        for side in ("axis", "soviet")
    }
    assert dashes["axis"] != dashes["soviet"]
    shapes = {
        unit: player.page.locator(f"[data-testid=unit-{unit}] .body").first.evaluate(
            "(e) => e.getAttribute('d') ?? e.rx"
        )
        for unit in ("G4Pz", "S_NW")
    }
    assert shapes["G4Pz"] != shapes["S_NW"]
    seeing = player.page.context.new_cdp_session(player.page)
    for kind in ("protanopia", "deuteranopia", "tritanopia", "achromatopsia"):
        seeing.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        player.shot(f"vision-{kind}")


# --- fingers ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("device", [SMALL_PHONE, TABLET], ids=["small-phone", "tablet"])
def test_fingers_find_every_button(table: Callable[..., Table], device: dict[str, Any]) -> None:
    """Buttons are 44 pixels high or more, a long press tells about a counter, and the sheet leaves the way on free."""
    player = table(**device)
    at_the_first_move(player)
    assert too_small(player.page) == []
    assert player.page.locator(".aim .open").evaluate(_LINES) < 3.3, "nothing of what is left out shows below it"
    touch = player.page.context.new_cdp_session(player.page)
    for x, y in (player.point("unit-G4Pz"), middle(box(player, "[data-info='header:initiative']"))):
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        player.page.get_by_test_id("info").wait_for()
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        player.shot(f"long-press-{device['viewport']['width']}")
        player.page.keyboard.press("Escape")
        player.page.get_by_test_id("info").wait_for(state="detached")
    wide = box(player, "[data-testid=hex-1104]")
    points = [{"x": 150, "y": 330}, {"x": 210, "y": 330}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    for spread in (20, 40, 60):
        points = [{"x": 150 - spread, "y": 330}, {"x": 210 + spread, "y": 330}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    player.page.wait_for_function(
        "(width) => document.querySelector('[data-testid=hex-1104]').getBoundingClientRect().width > width * 1.3",
        arg=wide[2] - wide[0],
    )
    player.shot("pinched")
    if device is not TABLET:
        for tab in ("hand", *TABS):
            player.at(f"tab-{tab}").click()
            player.page.locator("main > .sheet").wait_for()
            assert apart(box(player, "main > .sheet"), box(player, "[data-testid=primary]"))
            x, y = player.middle("primary")
            free = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-testid=primary]') != null"
            assert player.page.evaluate(free, [x, y])
