"""The frame holds still: the map, the tray, the panel and the buttons stay where they are while an answer is due."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.phases import onward
from web.positions import STAFF, TWO_TARGETS, sit
from web.screens import STARTS
from web.table import COUNTERS, Table
from web.tongues import speak

from noretreat.data.languages import CODES

pytestmark = pytest.mark.browser

_VIEW = "() => document.querySelector('[data-testid=board] .sheet').style.transform"


def test_the_map_stays_and_arrows_lead_to_what_is_asked(table: Callable[..., Table]) -> None:
    """An arrow at the edge names what lies out of view; by a key it leads there, and the focus with it.

    A new question does not move the map, nor, if that is wished, does what is played back.
    """
    one = table()
    one.set_up(TWO_TARGETS, "declare")
    one.at_rest()
    assert one.page.locator("[data-testid^=beyond-]").count() == 0
    for _ in range(8):
        one.page.keyboard.press("ArrowLeft")
    arrow = one.page.locator("[data-testid^=beyond-]")
    expect(arrow).to_have_count(1)
    expect(arrow).to_have_accessible_name("South Front, … Show on the map: South Front and West Front")
    arrow.focus()
    one.page.keyboard.press("Enter")
    expect(arrow).to_have_count(0)
    one.at_rest()
    assert one.on_screen("at-1611")
    assert one.page.evaluate("document.activeElement.closest('#map') !== null")

    one.page.evaluate("document.activeElement.blur()")
    for _ in range(12):
        one.page.keyboard.press("ArrowLeft")
    one.at_rest()
    before = one.page.evaluate(_VIEW)
    one.do("primary")
    one.at_rest()
    assert one.page.evaluate(_VIEW) == before, "the next question moves nothing"
    one.at("menu").click()
    one.at("settings-open").click()
    one.at("set-holds-map").check()
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("r")
    one.at("replay").wait_for()
    one.page.keyboard.press("Home")
    one.at("replay-speed").select_option(index=3)
    one.at("replay-play").click()
    expect(one.at("replay-play")).to_have_attribute("title", "Play (Space)")
    one.at_rest()
    assert one.page.evaluate(_VIEW) == before, "nor does what is played back"


MARCHING = TWO_TARGETS.replace("phase combat", "phase movement")


def test_the_targets_of_a_combat_phase_come_into_view_once(table: Callable[..., Table]) -> None:
    """Wherever the map lay while the units marched; not where the map is to hold still, and not a second time."""
    one = table()
    for holds in (False, True):
        one.set_up(MARCHING, "move")
        one.at_rest()
        for _ in range(8):
            one.page.keyboard.press("ArrowLeft")
        one.at_rest()
        before = one.page.evaluate(_VIEW)
        while one.see().code != "declare":
            one.do("primary")
        one.at_rest()
        assert (one.page.evaluate(_VIEW) == before) == holds
        if holds:
            break
        assert one.on_screen("at-1611")
        assert one.on_screen("at-1612")
        one.do("at-1611")
        for _ in range(8):
            one.page.keyboard.press("ArrowLeft")
        one.at_rest()
        before = one.page.evaluate(_VIEW)
        one.at("undo").click()
        one.at("at-1611").wait_for(state="attached")
        one.at_rest()
        assert one.page.evaluate(_VIEW) == before
        one.page.evaluate("localStorage.setItem('noretreat.settings', '{\"confirm\": false, \"holdsMap\": true}')")


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
_BOX = "(e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }"


def test_what_is_told_lies_beside_the_map(table: Callable[..., Table]) -> None:
    """On a desk in the panel, on a phone below the map, with its buttons on the screen in every language.

    The names of the phases are there at every width, the present one on a phone too.
    """
    one = table()
    STARTS["missed"](one)
    expect(one.page.locator("aside.side [data-testid=digest]")).to_be_visible()
    for width in (1440, 1312, 1024, 820):
        one.page.set_viewport_size({"width": width, "height": 900})
        for language in ("de", "ru"):
            speak(one.page, language)
            one.drawn()
            cut = one.page.evaluate(
                "[...document.querySelectorAll('.track .name')].filter((e) => e.checkVisibility()"
                " && e.scrollWidth <= e.clientWidth + 1 || e.closest('.now')).length"
            )
            assert cut == one.page.locator(".track li").count(), (width, language)
    phone = table(**PHONE)
    STARTS["missed"](phone)
    for language in ("de", "ru", "fr", "en"):
        speak(phone.page, language)
        phone.drawn()
        expect(phone.page.locator("main.stage [data-testid=digest]")).to_have_count(0)
        for name in ("digest-watch", "digest-step", "digest-skip"):
            left, top, right, bottom = phone.at(name).evaluate(_BOX)
            assert left >= 0, (language, name)
            assert right <= 360, (language, name)
            assert 0 <= top < bottom <= 740, (language, name)
        left, top, right, bottom = phone.page.locator(".track .phase").evaluate(_BOX)
        assert 0 < left < right <= 360, language


def test_nothing_stays_blank_in_the_phones_tray(table: Callable[..., Table]) -> None:
    """A unit that is put down leaves the map its room."""
    one = table(**PHONE)
    one.play_the_axis("move")
    before = one.at("tray").evaluate("(e) => e.offsetHeight")
    one.lift(one.lit(COUNTERS)[0])
    one.drawn()
    assert one.at("tray").evaluate("(e) => e.offsetHeight") > before
    one.page.keyboard.press("Escape")
    one.drawn()
    assert one.at("tray").evaluate("(e) => e.offsetHeight") == before


def test_a_sheet_is_confirmed_left_and_gone_back_from(table: Callable[..., Table]) -> None:
    """Enter does what the sheet was opened for; Escape and the way back close the top sheet and nothing more.

    After a click the keys are the table's, wherever the click was; a second click goes through a stack.
    """
    one = sit(table, STAFF)
    page = one.page
    game = page.evaluate("location.pathname")
    page.goto(one.address)
    page.goto(one.address + game)
    one.settled()
    page.get_by_test_id("tab-log").click()
    page.keyboard.press("n")
    expect(page.locator(".counter.selected")).to_have_count(1)
    first = page.locator(".counter.selected").get_attribute("data-testid")
    page.get_by_test_id("menu").click()
    page.get_by_test_id("settings-open").click()
    expect(page.get_by_test_id("settings")).to_be_visible()
    page.go_back()
    expect(page.get_by_test_id("settings")).to_have_count(0)
    assert page.locator(".counter.selected").get_attribute("data-testid") == first
    page.keyboard.press("i")
    expect(one.at("info")).to_be_visible()
    page.keyboard.press("?")  # below a sheet no key is heard
    expect(page.locator("dialog")).to_have_count(1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert page.locator(".counter.selected").get_attribute("data-testid") == first
    page.keyboard.press("Escape")
    expect(page.locator(".counter.selected")).to_have_count(0)

    one.at_rest()
    one.pick_up("unit-G4")
    page.wait_for_timeout(450)  # slower than a double click, which takes the whole stack
    box = one.middle("unit-G4")
    page.mouse.click(*box)
    expect(one.at("unit-G1Pz")).to_have_class(re.compile("selected"))

    ply = one.see().ply
    page.keyboard.press("Enter")
    expect(one.at("check-go")).to_be_focused()
    page.keyboard.press("Enter")
    assert one.settled(ply).ply > ply
    page.go_back()  # the entry of the sheets is no step of its own
    page.wait_for_function("(game) => location.pathname !== game", arg=game)


_PLACES = """() => ['.stage', 'dl.piles', '.hand .fan li:last-child', '.track li', '.facts dt', '.foot']
  .flatMap((what) => [...document.querySelectorAll(what)])
  .map((e) => { const b = e.getBoundingClientRect(); return [b.left, b.top].map(Math.round); })"""


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_a_longer_question_and_another_phase_move_nothing(
    table: Callable[..., Table], screen: dict[str, object]
) -> None:
    """Map, hand, piles, stations and cells stay in their places while the question below them rises over the map."""
    one = table(**screen)
    armed = TWO_TARGETS.replace("supports 0 0", "supports 2 2") + "hand axis 1 5 9\nhand soviet 3 7\n"
    places, heights = [], []
    for position, code in ((armed.replace("phase combat", "phase movement"), "move"), (armed, "support")):
        one.set_up(position, code)
        one.at_rest()
        left = one.at("undo").evaluate("(e) => Math.round(e.getBoundingClientRect().left)")
        places.append([left, *one.page.evaluate(_PLACES)])
        heights.append(one.at("tray").evaluate("(e) => e.offsetHeight"))
    assert places[0] == places[1]
    assert heights[0] < heights[1]


FIGHT = ("DeclareTarget", "AssignAttacker", "BeginBattle")


def test_a_button_leads_to_what_is_asked_out_of_view(table: Callable[..., Table]) -> None:
    """Where there is nothing to press, it stands there, until something asked for is seen."""
    one = table()
    one.set_up(TWO_TARGETS, "advance", eager=FIGHT)
    one.at_rest()
    expect(one.at("lead-there")).to_have_count(0)
    for _ in range(14):
        one.page.keyboard.press("ArrowLeft")
    lead = one.at("lead-there")
    expect(lead).to_have_text(re.compile("^ ?Show "))
    lead.click()
    expect(lead).to_have_count(0)
    expect(one.page.locator(".ways .primary")).to_be_disabled()


_SHIFT = """() => {
  window.shift = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value; })
    .observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_cards_that_are_given_up_let_nothing_jump(table: Callable[..., Table], screen: dict[str, object]) -> None:
    """The others slide, the sheet keeps its height, and the way on its place beside the ways back."""
    one = table(**screen)
    one.play_the_axis()
    seen = one.settled()
    one.at_rest()
    one.page.evaluate(_SHIFT)
    back = one.at("undo").evaluate(_BOX)
    while seen.code == "discard":
        seen = onward(one, seen)
        one.at_rest()
    assert one.at("undo").evaluate(_BOX)[:3:2] == back[:3:2]
    assert one.page.evaluate("window.shift") < 0.02


_LEFTS = "(e) => [...e.querySelectorAll('[role=tab], dt')].map((one) => Math.round(one.getBoundingClientRect().left))"


def test_tabs_and_the_cells_of_the_head_keep_their_places(table: Callable[..., Table]) -> None:
    """The chosen tab has bolder letters, a dot marks what is new; and a player turn ends with its markers."""
    one = table()
    one.set_up(TWO_TARGETS, "declare")
    tabs, head = one.page.locator("aside.side .tabs"), one.page.locator("header .facts")
    one.at_rest()
    cells = head.evaluate(_LEFTS)
    one.do("primary")
    one.at_rest()
    assert head.evaluate(_LEFTS) == cells
    for language in CODES:
        speak(one.page, language)
        one.drawn()
        places = tabs.evaluate(_LEFTS)
        for name in ("log", "boxes", "phase"):
            one.at(f"tab-{name}").click()
            assert tabs.evaluate(_LEFTS) == places, (language, name)
