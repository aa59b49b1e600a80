"""The map stays in sight: what lies over it covers little, and never what is decided; the tools keep their places."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from web.positions import TWO_TARGETS
from web.screens import STARTS, make
from web.table import CARDS, COUNTERS, THROWN, Table
from web.tongues import LANGUAGES, speak

from noretreat.core.board import BOARD
from noretreat.data.load import scenario_ids
from tools.draw_map.palette import DARK, LIGHT

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

MOST = 0.25
"""The part of the map that hand, digest, tip, die and the enemy's hand may cover together."""
TABLET: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}}
SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "tablet": TABLET,
    "upright": {"viewport": {"width": 820, "height": 1180}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 1,
    },
}
TOUCH = {**TABLET, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
TWO_MOVES = """
turn 9
phase movement axis
unit G4 1510
unit G9 1609
unit S_W 1713
supports 2 1
"""
EIGHT = """
turn 14
phase movement soviet
unit S_SW 2006
unit S_NW 1904
unit G1Pz 1905
hand soviet 3 7 12 20 22 23 30 34
hand axis 1 6 8
"""
COUNTER = 58
"""The side of a counter in units of the map."""
DISCARDING = EIGHT.replace("movement", "cards")
SIX = DISCARDING.replace("hand soviet 3 7 12 20 22 23 30 34", "hand soviet 3 7 12 20 22 23")
WIDE_AND_NARROW = ("bagration", "barbarossa")
"""Scenarios with the longest and with a short front."""
FOREIGN = ("DeclareTarget", "BeginBattle", "AssignAttacker", "Done", "Pass")

_COVERED = """() => {
  const board = document.querySelector('[data-testid=board]');
  const frame = board.getBoundingClientRect();
  const over = '.hand, .piles, .digest, .brief, .tip, [data-testid=fight]';
  // To ask what lies at a point is dear where the map lies: it is asked only where one of these or their parts may be.
  const boxes = [...document.querySelectorAll(over)].flatMap((e) => [e, ...e.querySelectorAll('*')])
    .map((e) => e.getBoundingClientRect()).filter((b) => b.width > 0 && b.height > 0);
  let all = 0, hidden = 0;
  for (let x = frame.left + 3; x < frame.right; x += 6) {
    const here = boxes.filter((b) => b.left <= x && x <= b.right);
    for (let y = frame.top + 3; y < frame.bottom; y += 6) {
      all += 1;
      if (here.some((b) => b.top <= y && y <= b.bottom) && document.elementFromPoint(x, y)?.closest(over)) hidden += 1;
    }
  }
  return hidden / all;
}"""
"""The part of the map that lies under the hand, the piles, the digest, a tip or the card of a battle."""
_HIDDEN = """(ids) => ids.filter((id) => {
  const hex = document.querySelector(`[data-testid="hex-${id}"]`);
  const box = hex.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !top?.closest('[data-testid=board]');
})"""
"""Hexes whose middle does not lie free on the screen."""
_PLACES = """() => [...document.querySelectorAll('[data-testid=tray], .ways button')].map((e) => {
  const b = e.getBoundingClientRect();
  return [e.dataset.testid ?? e.className, Math.round(b.left), Math.round(b.top), Math.round(b.right)];
})"""
"""Where the tray and the buttons that are always there lie."""
_SCALE = """() => new DOMMatrix(
  getComputedStyle(document.querySelector('[data-testid=board] .sheet')).transform).a"""
"""Pixels of the screen to a unit of the map."""
_NAMES = """() => [...document.querySelectorAll('[data-testid^=name-]')].map((e) => {
  const b = e.getBoundingClientRect();
  return [e.dataset.testid.slice(5), b.left + 1, b.top + 1, b.right - 1, b.bottom - 1];
})"""
"""The boxes of the names of all cities, less a pixel for their halo."""
_ON_NAMES = """() => [...document.querySelectorAll('.beyond button')].filter((arrow) => {
  const a = arrow.getBoundingClientRect();
  return [...document.querySelectorAll('[data-testid^=name-]')].some((name) => {
    const b = name.getBoundingClientRect();
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  });
}).map((arrow) => arrow.textContent)"""
"""The arrows at the edge that lie on the name of a city."""


def package(table: Table) -> dict[str, Any]:
    """What the server tells the page."""
    told: dict[str, Any] = table.page.request.get(table.page.url.replace("/g/", "/api/games/").split("?")[0]).json()
    return told


def battle_hexes(table: Table) -> list[str]:
    """The hexes of the battle that is being decided."""
    view = package(table)["view"]
    where = {unit["id"]: unit["at"] for unit in view["units"]}
    battle = view["battle"]
    return [*battle["targets"], *(where[unit] for unit in battle["attackers"])]


def in_sight(table: Table, *hexes: str) -> None:
    """The map is in sight, and with it these hexes."""
    table.at_rest()
    assert table.page.evaluate(_COVERED) <= MOST
    assert table.page.evaluate(_HIDDEN, list(hexes)) == []


# --- how much is covered ------------------------------------------------------------------------------------------
def test_at_the_start(table: Callable[..., Table]) -> None:
    """Cards are discarded, with the tip of a first game beside them."""
    one = table(tips=True)
    one.play_the_axis()
    one.settled()
    one.at("brief").wait_for()
    in_sight(one)
    one.at("brief-ok").click()
    one.at("tip").wait_for()
    in_sight(one)
    one.shot("sight-start")
    one.page.locator(".card").first.hover()
    one.at_rest()
    one.shot("sight-start-card")


def test_while_moving(table: Callable[..., Table]) -> None:
    one = table(tips=True)
    one.play_the_axis()
    one.at("brief-ok").click()
    while one.settled().code != "move":
        one.step()
    one.at("tip").wait_for()
    unit = one.lit(COUNTERS)[0]
    one.lift(unit)
    where = {u["id"]: u["at"] for u in package(one)["view"]["units"]}
    in_sight(one, where[unit.removeprefix("unit-")])
    bar, edge = one.page.evaluate(
        "['.can:not(.edge)', '.can.edge'].map((name) => getComputedStyle(document.querySelector(name)).stroke)"
    )
    assert contrast(bar, edge) >= 3, "the bar of a unit that can act is set off from the map and the counter"
    one.shot("sight-move")


def test_a_battle_with_its_die(table: Callable[..., Table]) -> None:
    one = table()
    seen = one.set_up(TWO_TARGETS, "compose", eager=("DeclareTarget", "Done"))
    met = set()
    while seen.phase == "combat" and not one.page.locator(THROWN).count():
        if package(one)["view"]["battle"]:
            met.add(seen.code)
            in_sight(one, *battle_hexes(one))
        seen = one.step()
    assert met
    one.page.locator(THROWN).wait_for()
    in_sight(one)
    fought = next(line for line in reversed(package(one)["events"]) if line["type"] == "ResultFound")
    assert one.page.evaluate(_HIDDEN, fought["hexes"]) == []
    one.shot("sight-die")


def test_on_coming_back(table: Callable[..., Table]) -> None:
    """The digest of what the computer did."""
    one = table(color_scheme="dark")
    STARTS["missed"](one)
    one.at("digest").wait_for()
    in_sight(one)
    one.shot("sight-digest-dark")


@pytest.mark.parametrize("position", [EIGHT, DISCARDING], ids=["moving", "discarding"])
def test_with_eight_cards(table: Callable[..., Table], position: str) -> None:
    one = table()
    code = "move" if position is EIGHT else "discard"
    one.set_up(position, code, eager=("Done", "Pass"))
    assert one.page.locator(".hand .card").count() == 8
    in_sight(one, "2006" if code == "move" else "1904")
    one.shot(f"sight-eight-{code}")


def test_with_cards_to_be_given_up_on_a_tablet(table: Callable[..., Table]) -> None:
    """Where no pointer raises a card, each shows in whole lines what it does, and the map stays in sight."""
    one = table(viewport={"width": 1180, "height": 820}, has_touch=True, is_mobile=True)
    one.set_up(SIX, "discard", eager=("Done", "Pass"))
    one.at_rest()
    assert one.page.locator(".hand .card").count() == 6
    assert one.page.evaluate(_COVERED) < 1 / 3
    assert one.page.evaluate(
        "() => [...document.querySelectorAll('.hand .card')].every((card) => card.scrollHeight <= card.clientHeight)"
    )


# --- the opening look ---------------------------------------------------------------------------------------------
def front(table: Table) -> list[str]:
    """The hexes where units of both sides stand side by side."""
    grid = {one.id: (one.q, one.r) for one in BOARD.facts.map.hexes}
    stand = {unit["at"]: unit["side"] for unit in package(table)["view"]["units"] if unit["at"] in grid}

    def beside(a: str, b: str) -> bool:
        q, r = grid[a][0] - grid[b][0], grid[a][1] - grid[b][1]
        return max(abs(q), abs(r), abs(q + r)) == 1

    return [a for a, side in stand.items() if any(other != side and beside(a, b) for b, other in stand.items())]


def looks_at_the_front(table: Table) -> set[str]:
    """The hexes of the front that lie free; units of both sides are among them, and large enough to be read."""
    table.at_rest()
    hexes = front(table)
    seen = set(hexes) - set(table.page.evaluate(_HIDDEN, hexes))
    stand = {unit["at"]: unit["side"] for unit in package(table)["view"]["units"]}
    assert {stand[one] for one in seen} == {"axis", "soviet"}
    phone = table.page.evaluate("innerWidth") < 500
    assert table.page.evaluate(_SCALE) * COUNTER >= (34 if phone else 44) - 0.01
    return seen


@pytest.mark.parametrize("size", SIZES)
def test_a_game_opens_where_armies_face_each_other(table: Callable[..., Table], size: str) -> None:
    """Beside what wins, and above the cards that are discarded, also on a phone: a front that is too long for the
    window is seen where most is decided, its counters large enough to be read.

    The widest and the narrowest window show every scenario to a newcomer, the others those with the longest and with a
    short front to somebody who has had all tips.
    """
    newcomer = size in ("desk", "phone")
    one = table(tips=newcomer, **SIZES[size])
    for scenario in sorted(scenario_ids() if newcomer else WIDE_AND_NARROW):
        one.turn_to(make(one, scenario=scenario))
        assert len(looks_at_the_front(one)) >= 3, scenario


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_what_decides_the_game_is_in_sight_or_has_an_arrow(table: Callable[..., Table], size: str) -> None:
    """Until the map is moved: the objectives that the side has not got, on the screen or, with room, at its edge."""
    one = table(**SIZES[size])
    made = one.page.request.post(
        f"{one.address}/api/games", data={"scenario": "fall_blau", "axis": "human", "soviet": "computer"}
    )
    one.turn_to(made.json()["id"])
    looks_at_the_front(one)
    held = package(one)["view"]["control"]
    wanted = [h.id for h in BOARD.facts.map.hexes if h.objective_of == "axis" and held.get(h.id) != "axis"]
    hidden = set(one.page.evaluate(_HIDDEN, wanted))
    assert hidden, "some lie out of view"
    named = one.page.locator(".beyond button")
    told = set(" ".join(named.evaluate_all("all => all.map((e) => e.dataset.places)")).split())
    assert told <= set(wanted)
    assert told or size == "phone", "an arrow that would cover a counter is left out"
    assert size == "phone" or one.page.evaluate(_ON_NAMES) == [], "where there is room beside the names"
    one.page.keyboard.press("-")
    one.page.wait_for_function("() => !document.querySelector('.beyond .goal')")


def test_the_first_look_is_taken_anew_when_the_cover_is_lifted(table: Callable[..., Table]) -> None:
    """The cards of a hand that was covered are spread only then."""
    one = table(**TABLET)
    one.page.goto(f"{one.address}/g/{make(one, scenario='bagration')}")
    one.take_over()
    assert len(looks_at_the_front(one)) >= 6


def test_the_first_look_is_taken_anew_until_the_map_is_moved(table: Callable[..., Table]) -> None:
    """What wins, tips and the spread cards cover the map for a while; whoever has moved the map finds it as it was."""
    one, other = table(tips=True, **TABLET), table(tips=True, **TABLET)
    seen, scales = {}, {}
    for each in (one, other):
        each.open(make(each, scenario="saturn"))
        seen[each] = looks_at_the_front(each)
        scales[each] = each.page.evaluate(_SCALE)
    other.drag(40, 0)
    for each in (one, other):
        each.at("brief-ok").click()
        while each.settled().code == "discard":
            each.do(each.lit(CARDS)[0])
        each.at("tip").wait_for()
        each.at_rest()
        each.at("tip-none").click()
        each.at_rest()
    assert len(looks_at_the_front(one)) > len(seen[one])
    assert other.page.evaluate(_SCALE) == scales[other]


# --- things keep their places -------------------------------------------------------------------------------------
def test_the_tray_keeps_its_height_and_its_buttons(table: Callable[..., Table]) -> None:
    """While one question lasts: a unit is taken in hand, put down, another one taken, and sent off."""
    one = table(**TABLET)
    one.play_the_axis("move")
    first, second, *_ = one.lit(COUNTERS)
    one.page.wait_for_load_state("networkidle")  # what threatens is told before a unit is lifted
    one.lift(first)
    one.drawn()  # the tray grows when it has been drawn, as for a person
    places = one.page.evaluate(_PLACES)
    one.page.keyboard.press("Escape")
    one.drawn()
    assert one.page.evaluate(_PLACES) == places
    one.page.mouse.move(5, 5)
    one.lift(second)
    one.drawn()
    assert one.page.evaluate(_PLACES) == places
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("n")
    one.drawn()
    assert one.page.evaluate(_PLACES) == places


_HEADS = """() => {
  const track = document.querySelector('.track'), board = document.querySelector('[data-testid=board]');
  window.heads = [];
  const look = () => {
    window.heads.push(`${track.classList.contains('below')} ${Math.round(board.getBoundingClientRect().top)}`);
    window.looking = requestAnimationFrame(look);
  };
  look();
}"""
"""Notes with every frame whether the stations have a line of their own, and where the map begins."""


def test_the_head_holds_still_while_one_plays(table: Callable[..., Table]) -> None:
    """Where the names of the phases hardly fit: what is tried is not seen."""
    one = table(viewport={"width": 1240, "height": 900})
    one.set_up(TWO_MOVES, "move")
    one.at_rest()
    one.page.evaluate(_HEADS)
    for move in ("4 A > 1511", "9 A > 1610"):
        one.page.keyboard.press("/")
        one.at("orders-text").fill(move)
        one.page.wait_for_function(
            "(text) => document.querySelector('[data-testid=orders-box]').dataset.read === text", arg=move
        )
        before = one.see().ply
        one.page.keyboard.press("Enter")
        one.settled(before)
        one.drawn()
    assert len(set(one.page.evaluate("() => window.heads"))) == 1


def test_arrows_and_odds_stay_until_the_battle_is_fought(table: Callable[..., Table]) -> None:
    """Under the digital rules all battles are planned first; arrows and odds outlast every question in between."""
    one = table()
    one.set_up(f"rules digital\n{TWO_TARGETS}", "fight_planned", eager=FOREIGN)
    arrows = "[data-testid^='attack-']"
    waiting = {hex_ for battle in package(one)["view"]["planned"] for hex_ in battle["targets"]}
    assert len(waiting) == 2
    while waiting:
        assert {name.rsplit("-", 1)[1] for name in one.lit(arrows)} >= waiting
        assert {name.removeprefix("odds-") for name in one.lit("[data-testid^='odds-']")} >= waiting
        one.shot("sight-arrows")
        one.step()
        told = package(one)["view"]
        if told["phase"] != "combat":
            break
        waiting = {hex_ for battle in told["planned"] for hex_ in battle["targets"]}
    one.at_rest()


def contrast(one: str, other: str) -> float:
    """The contrast of two colors, `#rrggbb` or `rgb(...)`, as the accessibility guidelines count it."""

    def light(color: str) -> float:
        found = re.findall(r"\d+", color) if color.startswith("rgb") else [int(color[i : i + 2], 16) for i in (1, 3, 5)]
        parts = [int(part) / 255 for part in found[:3]]
        r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_arrows_of_the_enemys_turn_can_be_seen(table: Callable[..., Table]) -> None:
    """On open ground and in the woods, by day and by night."""
    one = table()
    STARTS["missed"](one)
    one.page.locator(".trails .line").first.wait_for(state="attached")
    themes: tuple[tuple[Literal["light", "dark"], dict[str, str]], ...] = (("light", LIGHT), ("dark", DARK))
    for theme, ground in themes:
        one.page.emulate_media(color_scheme=theme)
        one.page.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
        lines = one.page.evaluate(
            "[...document.querySelectorAll('.trails .line')].map((e) => getComputedStyle(e).stroke)"
        )
        grounds = [ground[name] for name in ("ussr", "gg", "forest")]
        assert lines
        assert {line for line in lines if min(contrast(line, g) for g in grounds) < 3} == set(), theme
        one.shot(f"trails-{theme}")


def test_the_tool_rail_fits_without_a_scroll(table: Callable[..., Table]) -> None:
    """For fingers, whose buttons are larger."""
    one = table(**TOUCH)
    one.play_the_axis()
    one.settled()
    one.shot("rail")
    assert (
        one.page.evaluate(
            "(() => { const r = document.querySelector('.rail'); return r.scrollHeight - r.clientHeight })()"
        )
        == 0
    )
    rail, board = one.page.locator(".rail").bounding_box(), one.at("board").bounding_box()
    assert rail is not None
    assert board is not None
    assert rail["y"] + rail["height"] <= board["y"] + board["height"]


# --- names --------------------------------------------------------------------------------------------------------
def test_no_two_names_of_cities_lie_on_one_another(table: Callable[..., Table]) -> None:
    """In every language, beside the units of several scenarios, with flags and what a city is worth, near and far."""
    one = table()
    spoken = ("en", *LANGUAGES)
    # Units move a name, a language makes it longer: each scenario is seen in languages of its own, all in some.
    for scenario, languages in (("barbarossa", spoken[:2]), ("saturn", spoken[2:4]), ("na_berlin", spoken[4:])):
        one.open(make(one, scenario=scenario))
        for keys in ("fv", "+++"):
            for key in keys:
                one.page.keyboard.press(key)
            for language in languages:
                speak(one.page, language)
                one.at_rest()
                assert clashes(one.page.evaluate(_NAMES)) == [], (scenario, keys, language)


def clashes(boxes: list[tuple[str, float, float, float, float]]) -> list[tuple[str, str]]:
    """The pairs of names whose boxes lie on one another; from afar the Objectives alone have names."""
    assert len(boxes) >= 9
    return [
        (a[0], b[0])
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
        if a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]
    ]
