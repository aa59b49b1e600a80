"""Counters march to where they are: the picture may be late, the position never is.

The marches are held by the page and wound on frame by frame, so that no slow machine can miss one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from web.screens import MIDDLE
from web.table import Table, wait_at
from web.test_settings import choose

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

MOVING = {"reduced_motion": "no-preference"}
KIEV = """
turn 7
phase movement axis
unit G1Pz 1210
unit G4 1209
unit S_SW 1810
control soviet 1211
"""
"""An army beside a city of the enemy."""
HOLD = """() => {
  window.marches = [];
  window.heard = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const march = animate.apply(this, how);
    march.pause();
    if (how[1].duration > 1) {
      march.of = this.closest('[data-testid]').dataset.testid;
      window.marches.push(march);
    }
    return march;
  };
  const said = document.querySelector('[data-testid=said]');
  new MutationObserver(() => window.heard.push(said.textContent))
    .observe(said, { childList: true, characterData: true, subtree: true });
}"""
"""Every march stands still at its start; what is said from now on is noted."""
WIND = """async (unit) => {
  const march = window.marches.find((one) => one.of.endsWith(unit) && one.playState === 'paused');
  const span = march.effect.getComputedTiming().endTime;
  const picture = march.effect.target;
  const spots = new Set(), buttons = new Set(), fades = new Set();
  for (let i = 0; i <= 24; i++) {
    march.currentTime = (span * i) / 24;
    await new Promise((drawn) => requestAnimationFrame(drawn));
    const at = picture.getBoundingClientRect();
    spots.add(`${Math.round(at.x)} ${Math.round(at.y)}`);
    fades.add(getComputedStyle(picture).opacity);
    const button = document.querySelector(`[data-testid=unit-${unit}] .button`)?.getBoundingClientRect();
    if (button) buttons.add(`${Math.round(button.x)} ${Math.round(button.y)}`);
  }
  march.finish();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return { spots: spots.size, buttons: buttons.size, fades: fades.size };
}"""
"""Takes the march that a unit stands in from its start to its end, and counts where it was seen."""
LATE = """() => [...document.querySelectorAll('.counter')].filter((counter) => {
  const middle = (what) => {
    const box = counter.querySelector(what).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [[a, b], [x, y]] = [middle('.face .body'), middle('.button')];
  return Math.hypot(a - x, b - y) > 12;
}).map((counter) => counter.dataset.unit).sort()"""
"""The units whose picture is not where they are."""
WAITING = "() => window.marches.filter((one) => one.playState === 'paused').map((one) => one.of)"
"""What stands at the start of its march, as the hold keeps it."""
SEEN = """(state) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""The tab comes to be seen, or to be hidden."""
STILL = "() => document.getAnimations().filter((one) => one.effect.target.matches('.picture, .ghost')).length === 0"


def package(table: Table) -> dict[str, Any]:
    """The game as the server has it."""
    told: dict[str, Any] = table.page.request.get(table.page.url.replace("/g/", "/api/games/").split("?")[0]).json()
    return told


def elsewhere(table: Table, *done: dict[str, Any]) -> int:
    """Somebody acts, and not in this page; returns the step that it leads to."""
    address = table.page.url.replace("/g/", "/api/games/")
    told = package(table)
    for wanted in done:
        action = next(one for one in told["actions"] if wanted.items() <= one.items())
        made = table.page.request.post(f"{address}/actions", data={"ply": told["ply"], "action": action})
        assert made.status == 200, made.text()
        told = made.json()
    return int(told["ply"])


def move(unit: str, to: str) -> dict[str, str]:
    """A move to a hex."""
    return {"type": "MoveUnit", "unit": unit, "to": to}


def shows(page: Page, ply: int) -> None:
    """Waits until the page has a step, whatever its picture shows."""
    page.wait_for_function(
        "(ply) => Number(document.querySelector('[data-testid=tray]')?.dataset.ply) === ply", arg=ply
    )


def test_an_own_move_marches_and_holds_nothing_up(table: Callable[..., Table]) -> None:
    """By its way, hex by hex; what is clicked is at once where it belongs, and each thing is said once."""
    mine = table(**MOVING)
    mine.set_up(MIDDLE, "move")
    mine.lift("unit-G1Pz")
    mine.page.evaluate(HOLD)
    mine.do("to-1513")
    assert mine.page.evaluate(LATE) == ["G1Pz"]
    seen = mine.page.evaluate(WIND, "G1Pz")
    assert seen["spots"] > 10
    assert seen["buttons"] == 1
    mine.page.wait_for_function(STILL)
    assert mine.page.evaluate(LATE) == []
    assert sum("1st Panzer" in said for said in mine.page.evaluate("window.heard")) == 1
    # It is taken back while its picture is still on the way, by the way it came.
    mine.page.keyboard.press("u")
    mine.settled()
    mine.page.wait_for_function("() => window.marches.length === 2")
    assert mine.page.evaluate(WIND, "G1Pz")["spots"] > 10
    assert sum(said.startswith("Taken back.") for said in mine.page.evaluate("window.heard")) == 1
    # Who carries a counter to its hex by hand has seen the way.
    ply, mouse = mine.see().ply, mine.page.mouse
    (x, y), (to_x, to_y) = mine.point("unit-G4"), mine.middle("hex-1411")
    mouse.move(x, y)
    mouse.down()
    mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=4)
    mouse.move(to_x, to_y, steps=4)
    mouse.up()
    mine.settled(ply)
    mine.drawn()
    assert mine.page.evaluate("window.marches.length") == 2
    assert mine.page.evaluate(LATE) == []


def test_others_march_one_after_another_until_a_click(table: Callable[..., Table]) -> None:
    """The position is at once as it is; a click or a key ends what is still to be seen."""
    mine = table(own=True, **MOVING)
    page = mine.page
    mine.set_up(MIDDLE, "move")
    page.wait_for_load_state("networkidle")
    page.evaluate(HOLD)
    shows(page, elsewhere(mine, move("G1Pz", "1513"), move("G4", "1411")))
    page.wait_for_function("() => window.marches.length === 1")
    assert page.evaluate(LATE) == ["G1Pz", "G4"]
    assert page.evaluate(WIND, "G1Pz")["spots"] > 10
    page.wait_for_function("() => window.marches.length === 2")
    assert page.evaluate(WAITING) == ["unit-G4"]
    assert page.evaluate(LATE) == ["G4"]
    mine.at("board").click(position={"x": 300, "y": 300})
    page.wait_for_function(STILL)
    assert page.evaluate(LATE) == []
    shows(page, elsewhere(mine, move("G6", "1412")))
    page.wait_for_function("() => window.marches.length === 3")
    page.keyboard.press("g")
    page.wait_for_function(STILL)


def test_nothing_is_caught_up_with(table: Callable[..., Table]) -> None:
    """After a reload, after a time without a line, in a tab that nobody sees: the counters are where they are."""
    mine = table(own=True, **MOVING)
    page = mine.page
    mine.set_up(MIDDLE, "move")
    elsewhere(mine, move("G1Pz", "1513"))
    page.reload()
    mine.settled()
    mine.drawn()
    assert page.evaluate(STILL)
    page.wait_for_load_state("networkidle")
    page.evaluate(HOLD)
    page.context.set_offline(True)
    expect(page.locator(".offline")).to_be_visible()
    ply = elsewhere(mine, move("G9", "1609"))
    page.context.set_offline(False)
    shows(page, ply)
    page.evaluate(SEEN, "hidden")
    shows(page, elsewhere(mine, move("G4", "1411")))
    page.evaluate(SEEN, "visible")
    mine.drawn()
    assert page.evaluate("window.marches.length") == 0
    assert page.evaluate(LATE) == []


def test_what_leaves_comes_and_turns(table: Callable[..., Table]) -> None:
    """A counter fades from the map and onto it; the flag of a city turns when its taker has arrived."""
    mine = table(**MOVING)
    page = mine.page
    mine.set_up(KIEV, "move")
    page.wait_for_load_state("networkidle")
    page.evaluate(HOLD)
    shows(page, elsewhere(mine, move("G1Pz", "1211"), {"type": "EntrainUnit", "unit": "G4"}))
    flag = mine.at("name-1211").locator(".flag")
    page.wait_for_function("() => window.marches.length === 1")
    page.evaluate(WIND, "G1Pz")
    expect(flag).to_have_class(re.compile("soviet"))
    for _ in range(2):  # each half of a turn
        page.wait_for_function("() => window.marches.some((one) => one.playState === 'paused')")
        assert page.evaluate(WAITING) == ["name-1211"]
        page.evaluate("() => window.marches.at(-1).finish()")
    expect(flag).to_have_class(re.compile("axis"))
    page.wait_for_function("() => window.marches.length === 4")
    assert page.get_by_test_id("unit-G4").count() == 0
    assert page.evaluate(WIND, "leaves-G4")["fades"] > 10
    expect(mine.at("leaves-G4")).to_have_count(0)
    shows(page, elsewhere(mine, {"type": "DetrainUnit", "unit": "G4"}))
    page.wait_for_function("() => window.marches.length === 5")
    assert page.evaluate(WIND, "G4")["fades"] > 10
    assert page.evaluate(LATE) == []


def test_stillness_and_at_once(table: Callable[..., Table]) -> None:
    """Who asks for less motion, or for the moves of the others at once, sees where they lead."""
    calm = table(own=True)
    calm.set_up(MIDDLE, "move")
    calm.lift("unit-G1Pz")
    calm.page.evaluate(HOLD)
    calm.do("to-1513")
    assert calm.page.evaluate("window.marches.length") == 0
    assert calm.page.evaluate(LATE) == []
    mine = table(own=True, **MOVING)
    mine.set_up(MIDDLE, "move")
    choose(mine.page, "pace-once")
    mine.page.wait_for_load_state("networkidle")
    mine.page.evaluate(HOLD)
    shows(mine.page, elsewhere(mine, move("G1Pz", "1513")))
    mine.drawn()
    assert mine.page.evaluate("window.marches.length") == 0
    assert mine.page.evaluate(LATE) == []


def test_a_replay_marches_by_steps_and_not_by_jumps(table: Callable[..., Table]) -> None:
    """On and back by one step; from there to the other end at once."""
    mine = table(**MOVING)
    page = mine.page
    mine.set_up(MIDDLE, "move")
    last = elsewhere(mine, move("G1Pz", "1513"), move("G4", "1411"))
    shows(page, last)
    page.keyboard.press("r")
    wait_at(mine, last)
    page.evaluate(HOLD)
    page.keyboard.press("ArrowLeft")
    wait_at(mine, last - 1)
    page.wait_for_function("() => window.marches.length === 1")
    assert page.evaluate(WIND, "G4")["spots"] > 5
    page.keyboard.press("ArrowRight")
    wait_at(mine, last)
    page.wait_for_function("() => window.marches.length === 2")
    page.keyboard.press("Home")
    wait_at(mine, 0)
    page.keyboard.press("End")
    wait_at(mine, last)
    mine.drawn()
    assert page.evaluate("window.marches.length") == 2
    assert page.evaluate(STILL)


def test_counters_out_of_the_way(table: Callable[..., Table]) -> None:
    """While a key is held, and by a tool beside the map, which a phone has too."""
    mine = table()
    mine.set_up(MIDDLE, "move")
    counters = mine.page.locator("svg .counters")
    mine.page.keyboard.down("h")
    expect(counters).to_have_css("opacity", "0")
    mine.page.keyboard.up("h")
    expect(counters).to_have_css("opacity", "1")
    mine.at("bare").click()
    expect(counters).to_have_css("opacity", "0")
    expect(mine.at("bare")).to_have_attribute("aria-pressed", "true")
    mine.at("bare").click()
    expect(counters).to_have_css("opacity", "1")
    phone = table(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.set_up(MIDDLE, "move")
    phone.at("layers").tap()
    phone.at("bare").tap()
    expect(phone.page.locator("svg .counters")).to_have_css("opacity", "0")
