"""A battle is fought at its hex: its card stands beside the counters, with the column, the die and what came of it.

The dice are those of a real table, so that each test throws the one that it is about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from web.table import THROWN, Table
from web.test_marching import HOLD, LATE, MOVING, elsewhere, package, shows
from web.tongues import speak

from noretreat.data.languages import CODES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1,
}
POSITION = """
rules deluxe
turn 9
phase combat axis
unit G4 1511
unit G9 1610
unit S_W 1611
supports 1 0
weather clear
"""
"""4th and 9th Army against the West Front: 2:1, and 3:1 with a Blitz marker."""
_BOX = "(e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }"
_FACES = "() => [...document.querySelectorAll('[data-testid=fight] .faces b')].map((e) => e.textContent)"
_WORDS = """() => [...document.querySelectorAll('[data-testid=fight] .faces .word')].map((e) => {
  const { width, height } = e.getBoundingClientRect();
  return height > 0 && width <= e.parentElement.clientWidth + 1;
})"""
_VIEW = "() => document.querySelector('[data-testid=board] .sheet').style.transform"
_OVER = """() => {
  const box = (e) => e.getBoundingClientRect();
  const card = box(document.querySelector('[data-testid=fight][data-stands=true]'));
  const kept = [
    ...document.querySelectorAll(
      '.counter.attacks .button, .counter.defends .button, .counter.able .button, [data-testid^="at-"],'
      + '[data-testid^="to-"], .fan > *, [data-covers], [data-points]'),
  ];
  return kept.filter((e) => {
    const b = box(e);
    return b.width > 0 && b.left < card.right && card.left < b.right && b.top < card.bottom && card.top < b.bottom;
  }).map((e) => e.dataset.testid ?? e.getAttribute('aria-label') ?? e.className);
}"""
"""What the card lies on and must not: who fights, what is clicked now, the hand, the tools, the arrows."""
_HEAR = """() => {
  Object.assign(window, { shouts: [], murmurs: [] });
  for (const [region, heard] of [['shouted', window.shouts], ['said', window.murmurs]]) {
    const place = document.querySelector(`[data-testid=${region}]`);
    new MutationObserver(() => heard.push(place.textContent))
      .observe(place, { childList: true, characterData: true, subtree: true });
  }
}"""
"""Notes what is read aloud from now on: at once, and when there is time."""


def battle(table: Callable[..., Table], **options: Any) -> Table:
    """A table at the question whether a Blitz marker is committed."""
    mine = table(**options)
    http = mine.page.request
    wishes = {"position": POSITION, "axis": "human", "soviet": "human", "own_dice": True}
    game = http.post(f"{mine.address}/api/games", data=wishes).json()["id"]
    told = http.get(f"{mine.address}/api/games/{game}").json()
    while told["view"]["prompt"]["code"] != "support":
        verbs = ("DeclareTarget", "AssignAttacker", "BeginBattle", "Done")
        action = next(one for verb in verbs for one in told["actions"] if one["type"] == verb)
        body = {"ply": told["ply"], "action": action}
        told = http.post(f"{mine.address}/api/games/{game}/actions", data=body).json()
    mine.open(game)
    mine.at_rest()
    return mine


def told_by_the_engine(mine: Table, near: int = 160) -> None:
    """The card says what the engine says, at most so many pixels from its hex, and on nothing that counts."""
    mine.at_rest()
    expect(mine.at("fight")).to_have_attribute("data-stands", "true")
    assert mine.page.evaluate(_OVER) == []
    left, top, right, bottom = mine.at("fight").evaluate(_BOX)
    x, y = mine.middle("hex-1611")
    assert max(left - x, x - right, top - y, y - bottom) < near
    odds = package(mine)["view"]["battle"]["odds"]
    expect(mine.at("fight-column")).to_have_text(odds["column"])
    assert mine.page.evaluate(_FACES) == [one.replace("NE", "–") for one in odds["results"]]
    assert mine.page.get_by_test_id("shift").count() == len(odds["shifts"])


def throw(mine: Table, die: int) -> None:
    """The die of the real table, typed."""
    ply = mine.see().ply
    mine.page.keyboard.press(str(die))
    mine.settled(ply)


def test_from_the_support_to_the_retreat_the_eyes_stay_at_the_hex(table: Callable[..., Table]) -> None:
    """The column is the engine's, the support is added to it, the die lies there; the map does not move, and each thing
    is told once."""
    mine = battle(table)
    page = mine.page
    told_by_the_engine(mine)
    view = page.evaluate(_VIEW)
    expect(page.locator("[data-testid=odds-1611], [role=tabpanel] [data-testid=odds]")).to_have_count(0)
    mine.at("act-CommitSupport").hover()
    expect(mine.at("fight-column")).to_have_text("3:1")
    page.mouse.move(5, 5)
    expect(mine.at("fight-column")).to_have_text("2:1")
    mine.shot("hex-support")
    mine.do("act-CommitSupport")
    told_by_the_engine(mine)
    expect(mine.at("shift")).to_contain_text("Blitz support")
    expect(mine.at("shift").locator("a")).to_have_text("10.6.2")
    assert page.locator(THROWN).count() == 0
    page.evaluate(_HEAR)
    throw(mine, 3)
    told_by_the_engine(mine)
    expect(page.locator(THROWN)).to_have_attribute("data-face", "3")
    expect(mine.at("face-3")).to_have_attribute("aria-current", "true")
    expect(mine.at("fight-result")).to_contain_text("Retreat.")
    assert [said[:10] for said in page.evaluate("window.shouts")] == ["3: retreat"]
    assert len(mine.lit("[data-testid^='to-']")) > 3
    mine.shot("hex-retreat")
    # Good for one side is bad for the other, and a sign says so: here the Soviets look.
    expect(mine.at("face-3")).to_contain_text("▼")
    expect(mine.at("face-1")).to_contain_text("▲")
    mine.take_way()
    told_by_the_engine(mine)
    expect(mine.at("fight-result")).to_contain_text("West Front retreats")
    told = page.evaluate("[...window.shouts, ...window.murmurs]")
    assert sum("West Front retreats" in said for said in told) == 1, told
    assert sum("3: retreat" in said.lower() for said in told) == 1, told
    murmured = [said.strip() for said in page.evaluate("window.murmurs")]
    assert len(set(murmured)) == len(murmured), "no question is read twice"
    assert page.evaluate(_VIEW) == view
    mine.shot("hex-advance")
    # Looked back at, the card is there too, with the die as it lay then.
    page.keyboard.press("r")
    mine.at("replay").wait_for()
    page.keyboard.press("ArrowLeft")
    expect(mine.at("fight-result")).to_contain_text("Retreat.")
    page.keyboard.press("ArrowLeft")
    expect(mine.at("fight-result")).to_have_text("Axis table")
    assert page.locator(THROWN).count() == 0


def test_out_of_view_an_arrow_tells_and_leads(table: Callable[..., Table]) -> None:
    """It has the place, the column and the result; the card comes with the hex, and those who listen have it anyway."""
    mine = battle(table)
    page = mine.page
    for _ in range(9):
        page.keyboard.press("ArrowLeft")
    mine.at_rest()
    view = page.evaluate(_VIEW)
    expect(mine.at("fight")).to_have_attribute("data-stands", "false")
    arrow = page.locator("[data-points]")
    expect(arrow).to_have_count(1)
    expect(arrow).to_contain_text("West Front")
    expect(arrow).to_contain_text("2:1")
    expect(page.get_by_role("region", name="Battle for 1611")).to_contain_text("West Front")
    mine.do("primary" if page.get_by_test_id("act-CommitSupport").count() == 0 else "act-CommitSupport")
    throw(mine, 2)
    expect(arrow.first).to_contain_text("3:1 and exchange")
    mine.at_rest()
    assert page.evaluate(_VIEW) == view
    mine.shot("hex-out-of-view")
    arrow.first.click()
    told_by_the_engine(mine)


def finish(page: Page, of: str) -> None:
    """Lets the motion that stands still at this thing come to its end."""
    found = "window.marches.find((one) => one.of === of && one.playState === 'paused')"
    page.wait_for_function(f"(of) => Boolean({found})", arg=of)
    page.evaluate(f"(of) => {found}.finish()", of)


def test_the_enemys_battle_is_played_at_its_hex(table: Callable[..., Table]) -> None:
    """The die has tumbled, its result flies to those whom it meets, the lost unit goes, and the counter that loses a
    step is turned."""
    mine = battle(table, own=True, **MOVING)
    page = mine.page
    page.wait_for_load_state("networkidle")
    page.evaluate(HOLD)
    shows(page, elsewhere(mine, {"type": "CommitSupport"}, {"type": "Rolled", "value": 2}))
    expect(page.locator(THROWN)).to_have_attribute("data-face", "2")
    for hex_ in ("1611", "1511", "1610"):
        expect(mine.at(f"flies-{hex_}")).to_have_text("EX")
    assert page.get_by_test_id("leaves-S_W").count() == 1
    mine.shot("hex-flies")
    for hex_ in ("1611", "1511", "1610"):
        finish(page, f"flies-{hex_}")
    finish(page, "leaves-S_W")
    expect(mine.at("leaves-S_W")).to_have_count(0)
    shows(page, elsewhere(mine, {"type": "LoseStep", "unit": "G9"}))
    value = mine.at("unit-G9").locator(".value")
    expect(value).to_have_text("4-4")
    finish(page, "unit-G9")
    expect(value).to_have_text("3-4")
    finish(page, "unit-G9")
    assert page.evaluate(LATE) == []


def test_at_once_for_who_wants_no_motion(table: Callable[..., Table]) -> None:
    """The same battle: nothing moves, and all of it is there."""
    mine = battle(table, own=True)
    page = mine.page
    page.wait_for_load_state("networkidle")
    page.evaluate(HOLD)
    shows(page, elsewhere(mine, {"type": "CommitSupport"}, {"type": "Rolled", "value": 2}))
    expect(page.locator(THROWN)).to_have_attribute("data-face", "2")
    expect(mine.at("fight-result")).to_contain_text("Exchange.")
    shows(page, elsewhere(mine, {"type": "LoseStep", "unit": "G9"}))
    expect(mine.at("unit-G9").locator(".value")).to_have_text("3-4")
    expect(mine.at("fight-result")).to_contain_text("9th Army loses a step")
    assert page.evaluate("window.marches.length") == 0


def test_who_only_watches_sees_it_too(table: Callable[..., Table]) -> None:
    """With the eyes of the attacker, and an arrow where the hex is out of view."""
    mine = battle(table, own=True)
    guest = table(own=True)
    guest.page.goto(mine.page.url)
    expect(guest.at("fight-column")).to_have_text("2:1")
    expect(guest.at("fight")).to_have_attribute("data-stands", "true")
    expect(guest.at("face-4")).to_contain_text("▲")
    for _ in range(9):
        guest.page.keyboard.press("ArrowLeft")
    expect(guest.page.locator("[data-points]")).to_contain_text("2:1")


def test_on_a_phone_it_lies_at_an_edge_with_the_hex_in_view(table: Callable[..., Table]) -> None:
    """On nothing that is clicked, in every language within its frame; a sheet that is drawn up takes its place."""
    mine = battle(table, **PHONE)
    told_by_the_engine(mine)
    (left, top, right, bottom), (x, y) = mine.at("board").evaluate(_BOX), mine.middle("hex-1611")
    assert left + 20 < x < right - 20
    assert top + 20 < y < bottom - 20
    for language in CODES:
        speak(mine.page, language)
        mine.at_rest()
        wide = "(e) => [e, ...e.querySelectorAll('*')].filter((one) => one.scrollWidth > e.clientWidth + 1).length"
        assert mine.at("fight").evaluate(wide) == 0, language
        left, _, right, _ = mine.at("fight").evaluate(_BOX)
        assert 0 <= left < right <= PHONE["viewport"]["width"], language
        # What each face does is told in words, which fit below it; letters are the last form, where there is no room.
        strip = mine.page.locator("[data-testid=fight].strip").count() > 0
        assert strip or mine.page.evaluate(_WORDS) == [True] * 6, language
        assert mine.at("fight").locator(".faces b").first.is_hidden() is not strip
        mine.shot(f"hex-phone-{language}")
    # What gives up stands among the other answers, and the way on in one row with the ways back.
    ways = mine.page.locator(".ways:has([data-testid=act-CommitSupport])")
    bottom = "(b) => Math.round(b.getBoundingClientRect().bottom)"
    bottoms = f"(e) => new Set([...e.querySelectorAll('button')].map({bottom})).size"
    assert mine.page.locator(".buttons [data-testid=primary]").is_visible()
    assert ways.evaluate(bottoms) == 1
    mine.page.set_viewport_size({"width": 390, "height": 1000})
    expect(mine.page.locator("[data-testid=fight].strip")).to_have_count(0)
    assert mine.page.evaluate(_WORDS) == [True] * 6
    mine.page.set_viewport_size(PHONE["viewport"])
    speak(mine.page, "en")
    mine.do("act-CommitSupport")
    throw(mine, 3)
    told_by_the_engine(mine, near=PHONE["viewport"]["width"])
    frame, card = mine.at("board").evaluate(_BOX), mine.at("fight").evaluate(_BOX)
    tray = mine.at("tray").evaluate(_BOX)
    assert min(card[1] - frame[1], tray[1] - card[3]) < 30, "the question lies over the lower edge of the map"
    mine.shot("hex-phone")
    mine.at("tab-battle").click()
    expect(mine.at("fight")).to_have_count(0)
    expect(mine.at("odds-fought")).to_have_text("3:1")
