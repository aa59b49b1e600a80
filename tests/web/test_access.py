"""Everybody can play: no serious finding on any screen, large text, high contrast, stillness, colour vision, touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from web.axe import findings
from web.table import Seen, Table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHASES = {"cards", "movement", "combat"}
"""What a first turn of both sides comes to at least."""
TABS = ("log", "battle", "boxes", "calendar")
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}


def new_game(table: Table, rules: str = "deluxe") -> str:
    """Both seats of a new game, by the server; the page is not opened."""
    body = {"scenario": "barbarossa", "rules": rules, "axis": "human", "soviet": "human"}
    made = table.page.request.post(f"{table.address}/api/games", data=body)
    assert made.status == 201, made.text()
    name: str = made.json()["id"]
    return name


def check(table: Table, where: str, wrong: dict[str, Any]) -> None:
    """Notes what axe finds on the page as it stands."""
    found = findings(table.page)
    if found:
        wrong[where] = found
        table.shot(f"axe-{where}")


def open_panels(table: Table, where: str, wrong: dict[str, Any]) -> None:
    """Every panel and every sheet of the game screen."""
    page = table.page
    for tab in TABS:
        table.at(f"tab-{tab}").click()
        check(table, f"{where}-{tab}", wrong)
    for opener in ("menu", "help"):
        page.get_by_test_id(opener).click()
        page.locator("dialog[open]").wait_for()
        check(table, f"{where}-{opener}", wrong)
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
def test_no_serious_finding_on_any_screen(table: Callable[..., Table], scheme: str, device: dict[str, Any]) -> None:
    """Home and new game, then each phase of a turn with its tray, every panel and every sheet."""
    player = table(color_scheme=scheme, **device)
    wrong: dict[str, Any] = {}
    player.page.goto(player.address)
    player.page.get_by_test_id("begin").wait_for()
    check(player, "home", wrong)
    game = new_game(player)
    player.page.goto(f"{player.address}/g/{game}")
    seen = player.settled()
    met: set[tuple[str, str]] = set()
    for _ in range(200):
        if seen.turn > 1 or seen.over:
            break
        kind = ("handover" if seen.handover else seen.phase, seen.code)
        if kind not in met:
            met.add(kind)
            check(player, "-".join(kind), wrong)
            if seen.code in ("move", "support") and not seen.handover:
                open_panels(player, "-".join(kind), wrong)
        seen = forward(player, seen)
    assert {phase for phase, _ in met} >= PHASES
    assert wrong == {}, "\n".join(f"{where}: {found}" for where, found in wrong.items())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_finding_beside_the_game(table: Callable[..., Table], scheme: str) -> None:
    """Lessons, editor, settings; looking back, lab, roads to victory, lists and report of a game in its middle."""
    player = table(color_scheme=scheme)
    page = player.page
    wrong: dict[str, Any] = {}
    for path in ("learn", "edit"):
        page.goto(f"{player.address}/{path}")
        page.wait_for_timeout(1200)
        check(player, path, wrong)
    at_the_first_move(player)
    for key, what in {"o": "lab", "k": "victory", "q": "lists", "F10": "report", "r": "replay"}.items():
        page.keyboard.press(key)
        page.wait_for_timeout(700)
        check(player, what, wrong)
        page.keyboard.press("Escape")
        page.wait_for_timeout(200)
    assert wrong == {}, "\n".join(f"{where}: {found}" for where, found in wrong.items())


def forward(player: Table, seen: Seen) -> Seen:
    """One decision on, by the shortest way: what is on the screen is looked at, not played well."""
    page = player.page
    if seen.handover:
        page.locator("[data-testid=handover] button").click()
        return player.settled()
    package = page.request.get(f"{player.address}/api/games/{page.url.rsplit('/', 1)[1]}").json()
    verbs = {action["type"] for action in package["actions"]}
    eager = {"declare": "DeclareTarget", "compose": "AssignAttacker", "next_battle": "BeginBattle"}
    wished = eager.get(seen.code, "")
    if wished == "DeclareTarget" and package["view"]["targets"]:
        wished = ""
    if wished not in verbs:
        wished = next((verb for verb in ("Done", "Pass") if verb in verbs), package["actions"][0]["type"])
    action = next(action for action in package["actions"] if action["type"] == wished)
    body = {"ply": package["ply"], "action": action}
    answer = page.request.post(f"{player.address}/api/games/{package['game']['id']}/actions", data=body)
    assert answer.status == 200, answer.text()
    return player.settled(package["ply"])


# --- how it looks to those who see otherwise ----------------------------------------------------------------------
def at_the_first_move(player: Table) -> None:
    """A table in the Axis' first movement."""
    player.page.goto(f"{player.address}/g/{new_game(player)}")
    seen = player.settled()
    while seen.code != "move":
        seen = forward(player, seen)


_BOX = "(e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }"


def box(player: Table, name: str) -> list[float]:
    """Left, top, right and bottom of a thing."""
    sides: list[float] = player.page.locator(name).first.evaluate(_BOX)
    return sides


def apart(one: list[float], two: list[float]) -> bool:
    """Whether two boxes do not overlap."""
    return one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]


@pytest.mark.parametrize("device", [DESK, TABLET], ids=["desk", "tablet"])
def test_letters_twice_as_large_hide_nothing(table: Callable[..., Table], device: dict[str, Any]) -> None:
    """Nothing scrolls sideways, piles and hand do not cover each other, the way on is in the window."""
    player = table(**device)
    at_the_first_move(player)
    for size in ("100%", "200%"):
        player.page.add_style_tag(content=f"html {{ font-size: {size} }}")
        player.page.evaluate("() => dispatchEvent(new Event('resize'))")
        player.page.wait_for_timeout(200)
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
    player = table(forced_colors="active")
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
    """Who asks for less motion gets none: nothing on the page runs or glides longer than a frame."""
    player = table(reduced_motion="reduce")
    at_the_first_move(player)
    longest = player.page.evaluate(
        """() => Math.max(...[...document.querySelectorAll('*')].flatMap((e) => {
          const style = getComputedStyle(e);
          return [...style.transitionDuration.split(','), ...style.animationDuration.split(',')].map(parseFloat);
        }))"""
    )
    assert longest <= 0.01


@pytest.mark.parametrize("kind", ["protanopia", "deuteranopia", "tritanopia", "achromatopsia"])
def test_overlays_differ_without_their_colours(table: Callable[..., Table], kind: str) -> None:
    """The sides' zones differ by their dashes, the counters by their shape; a picture is kept to look at."""
    player = table()
    at_the_first_move(player)
    player.page.context.new_cdp_session(player.page).send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
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
    player.shot(f"vision-{kind}")


# --- fingers ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("device", [PHONE, SMALL_PHONE, TABLET], ids=["phone", "small-phone", "tablet"])
def test_fingers_find_every_button(table: Callable[..., Table], device: dict[str, Any]) -> None:
    """Buttons are 44 pixels high or more, a long press tells about a counter, and the sheet leaves the way on free."""
    player = table(**device)
    at_the_first_move(player)
    small = player.page.evaluate(
        """() => [...document.querySelectorAll('button, a[href], summary, [role=tab]')]
          .filter((e) => e.checkVisibility() && !e.closest('.sr, .skip') && !e.classList.contains('skip'))
          .map((e) => [e.getBoundingClientRect(), e])
          .filter(([b]) => b.width > 0 && (b.height < 43.5 || b.width < 43.5))
          .map(([b, e]) => `${e.outerHTML.slice(0, 90)} ${Math.round(b.width)}x${Math.round(b.height)}`)"""
    )
    assert small == []
    x, y = player.point("unit-G4Pz")
    touch = player.page.context.new_cdp_session(player.page)
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
    player.page.wait_for_timeout(250)
    player.shot("pinched")
    pinched = box(player, "[data-testid=hex-1104]")
    assert pinched[2] - pinched[0] > (wide[2] - wide[0]) * 1.3
    if device is not TABLET:
        for tab in ("hand", *TABS):
            player.at(f"tab-{tab}").click()
            player.page.locator("main > .sheet").wait_for()
            assert apart(box(player, "main > .sheet"), box(player, "[data-testid=primary]"))
            x, y = player.middle("primary")
            free = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-testid=primary]') != null"
            assert player.page.evaluate(free, [x, y])
