"""What the settings change is seen to change: card windows, the computer's pace, motion, language, single letters."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from web.positions import BREAKTHROUGH, CANCEL, CUT_BY_A_STEP, IDLE_EVENT, STAFF
from web.screens import make
from web.table import COUNTERS, WAYS, Table

from noretreat.data.languages import TRANSLATED

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request

pytestmark = pytest.mark.browser

LONGEST = """() => Math.max(...[...document.querySelectorAll('*')].flatMap((e) => {
  const style = getComputedStyle(e);
  return [...style.transitionDuration.split(','), ...style.animationDuration.split(',')].map(parseFloat);
}))"""
"""Seconds of the longest motion that anything on the page may make."""
_LISTEN = """
window.heard = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { heard.push(this.frequency.value); return start.apply(this, at); };
"""
"""Notes the tones that the page plays."""
STEPS = 40
"""Of a player turn: by then the computer has played."""
SLOW = 1700
"""Milliseconds between two looks at the computer's play at the slow pace, less what a clock may be off."""


def choose(page: Page, name: str) -> None:
    """One setting, through the sheet of the game that is open."""
    page.get_by_test_id("menu").click()
    page.get_by_test_id("settings-open").click()
    page.get_by_test_id(f"set-{name}").check()
    page.keyboard.press("Escape")
    page.get_by_test_id("settings").wait_for(state="detached")


@pytest.mark.parametrize(("setting", "own", "theirs"), [("own", True, False), ("never", False, False)])
def test_where_the_game_stops_for_card_events(
    table: Callable[..., Table], setting: str, *, own: bool, theirs: bool
) -> None:
    """Before an own battle, and when the other side has played an event: one is asked, or the window is passed."""
    mine = table()
    mine.set_up(STAFF, "move")
    choose(mine.page, f"windows-{setting}")
    for position, eager, stops in (
        (f"{BREAKTHROUGH}hand axis 21\n", ("DeclareTarget",), own),
        (CANCEL, ("PlayEvent",), theirs),
    ):
        game, ply = mine.play_to(f"rules deluxe\n{position}", "window", eager=eager)
        seen = mine.open(game)
        if stops:
            mine.drawn()  # who passes by himself does so as soon as the page is there
            seen = mine.settled()
            assert (seen.code, seen.ply) == ("window", ply)
        else:
            assert mine.settled(ply).ply > ply


def test_the_game_offers_to_stop_no_more_where_a_stop_annoys(table: Callable[..., Table]) -> None:
    """At a window of events that change nothing; the offer passes that window, and from then on such windows pass."""
    mine = table()
    page = mine.page
    eager = ("DeclareTarget", "BeginBattle", "AssignAttacker", "Done")
    useful, idle = (f"rules deluxe\n{IDLE_EVENT}weather {weather}\n" for weather in ("clear", "mud"))
    mine.set_up(useful, "window", eager=eager)
    assert page.get_by_test_id("skip-moot").count() == 0, "here the event may change something"
    seen = mine.set_up(idle, "window", eager=eager)
    offer = mine.at("skip-moot")
    offer.wait_for()
    page.locator(".card").first.click(position={"x": 30, "y": 16})
    expect(mine.at("tray")).to_contain_text("changes nothing here")
    page.keyboard.press("Escape")
    mine.shot("settings-skip-moot")
    offer.click()
    assert mine.settled(seen.ply).code != "window"
    game, ply = mine.play_to(idle, "window", eager=eager)
    mine.open(game)
    assert mine.settled(ply).ply > ply, "asked no more"
    game, ply = mine.play_to(useful, "window", eager=eager)
    assert mine.open(game).ply == ply
    mine.drawn()
    assert (mine.see().code, mine.see().ply) == ("window", ply), "asked where it may change something"
    page.get_by_test_id("menu").click()
    page.get_by_test_id("settings-open").click()
    expect(page.get_by_test_id("set-windows-useful")).to_be_checked()


TOUCH = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


@pytest.mark.parametrize(
    ("setting", "screen", "shown"),
    [("auto", TOUCH, True), ("once", TOUCH, False), ("confirm", {}, True)],
    ids=["touch", "touch-once", "mouse-confirm"],
)
def test_a_move_is_made_at_once_or_shown_first(
    table: Callable[..., Table], setting: str, screen: dict[str, object], *, shown: bool
) -> None:
    """By mouse at once, by touch with what it costs before it is made, unless the player wants it otherwise."""
    mine = table(**screen)
    seen = mine.set_up(CUT_BY_A_STEP, "move")
    if setting != "auto":
        choose(mine.page, f"moves-{setting}")
    mine.lift("unit-G1Pz")
    way = next(name for name in mine.lit(WAYS) if mine.on_screen(name) and not mine.covered(name))
    spot = mine.middle(way)
    tap = mine.page.touchscreen.tap if screen else mine.page.mouse.click
    tap(*spot)
    if shown:
        mine.at("go-there").wait_for()
        words = mine.at("move-tip").text_content() or ""
        assert re.search(r"\d MP", words), words
        assert mine.see().ply == seen.ply, "nothing has been done yet"
        mine.shot(f"settings-move-{setting}-{len(screen)}")
        tap(*spot)
    assert mine.settled(seen.ply).ply > seen.ply


def test_the_move_that_is_shown_warns_of_zones_and_supply(table: Callable[..., Table]) -> None:
    """What the hex costs, that an enemy zone stops there, and that no supply reaches it."""
    mine = table(**TOUCH)
    mine.set_up(CUT_BY_A_STEP, "move")
    mine.lift("unit-G1Pz")
    said = set()
    for way in mine.lit(WAYS):
        if not mine.on_screen(way) or mine.covered(way):
            continue
        mine.page.touchscreen.tap(*mine.middle(way))
        mine.at("move-tip").wait_for()
        words = mine.at("move-tip").text_content() or ""
        said |= {what for what in ("MP left", "stops by zone of control", "would be unsupplied") if what in words}
        if len(said) == 3:
            break
    assert said == {"MP left", "stops by zone of control", "would be unsupplied"}


def test_the_computer_is_shown_at_the_pace_that_is_chosen(table: Callable[..., Table]) -> None:
    """Slow: after each look at its play the page waits before the next one."""
    mine = table()
    page = mine.page
    game = make(mine, axis="human", soviet="computer", level="random")
    mine.open(game)
    choose(page, "pace-slow")
    mine.settled()
    looks: list[float] = []
    played: list[float] = []
    path = f"/api/games/{game}"

    def note(asked: Request) -> None:
        address = asked.url.split("?")[0]
        if address.endswith(path):
            looks.append(asked.timing["startTime"])
        elif address.endswith(f"{path}/actions"):
            played.append(asked.timing["startTime"])

    page.on("requestfinished", note)
    starts: list[float] = []
    for _ in range(STEPS):
        begun = time.time() * 1000
        mine.step()
        # the last action of the step, and every look at what the computer has played meanwhile
        last = max((at for at in played if at >= begun), default=begun)
        starts = [last, *sorted(at for at in looks if at >= last)]
        if len(starts) > 1:
            break
    gaps = [after - before for before, after in pairwise(starts)]
    assert gaps, "the computer has not been seen to play"
    assert min(gaps) >= SLOW


def test_nothing_sounds_before_it_is_wanted(table: Callable[..., Table]) -> None:
    """A move is silent; with the sounds of the table it is heard."""
    one = table()
    one.page.add_init_script(_LISTEN)
    one.set_up(STAFF, "move")
    for unit, wanted in zip(one.lit(COUNTERS), (False, True), strict=False):
        if wanted:
            choose(one.page, "sounds")
            one.page.evaluate("heard.length = 0")  # the sample that the setting plays
        one.lift(unit)
        one.do(one.lit(WAYS)[0])
        assert bool(one.page.evaluate("heard.length")) is wanted


@pytest.mark.parametrize(("device", "chosen", "moves"), [("no-preference", "off", False), ("reduce", "full", True)])
def test_motion_is_the_readers_own_word(table: Callable[..., Table], device: str, chosen: str, moves: bool) -> None:
    """Off is still on a device that allows motion; full moves on one that asks for less."""
    mine = table(reduced_motion=device)
    mine.open(make(mine))
    choose(mine.page, f"motion-{chosen}")
    assert (mine.page.evaluate(LONGEST) > 0.01) is moves


def test_the_language_changes_at_once_and_stays(table: Callable[..., Table]) -> None:
    """Every language: the page says so, the words are others, no key of a text shows through, and a reload keeps it."""
    mine = table()
    page = mine.page
    page.goto(mine.address)
    begin, choice, root = page.get_by_test_id("begin"), page.get_by_test_id("language"), page.locator("html")
    begin.wait_for()
    words = {begin.inner_text()}
    for code in TRANSLATED:
        choice.select_option(code)
        expect(root).to_have_attribute("lang", code)
        words.add(begin.inner_text())
    assert len(words) == 1 + len(TRANSLATED)
    assert page.get_by_text("home.").count() == 0
    choice.select_option("ru")
    expect(root).to_have_attribute("lang", "ru")
    mine.open(make(mine))
    expect(root).to_have_attribute("lang", "ru")
    assert any("а" <= letter <= "я" for letter in mine.see().prompt.lower())
    mine.shot("language-ru")
    page.goto(mine.address)
    choice.select_option("auto")
    expect(root).to_have_attribute("lang", "en")


def test_single_letters_can_be_turned_off(table: Callable[..., Table]) -> None:
    """Then letters do nothing; keys that are no characters still do what they did."""
    mine = table()
    page = mine.page
    mine.open(make(mine))
    ply = mine.see().ply
    page.keyboard.press("q")
    page.get_by_test_id("lists").wait_for()
    page.keyboard.press("Escape")
    page.get_by_test_id("menu").click()
    page.get_by_test_id("settings-open").click()
    page.get_by_test_id("set-letters").uncheck()
    page.keyboard.press("Escape")
    page.get_by_test_id("settings").wait_for(state="detached")
    for key in ("q", "z", "?", "1", "F10"):
        page.keyboard.press(key)
    page.get_by_test_id("report").wait_for()
    expect(page.locator("dialog[open]")).to_have_count(1)
    assert page.get_by_test_id("zones").get_attribute("aria-pressed") == "false"
    assert mine.see().ply == ply
