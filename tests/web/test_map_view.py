"""What the map shows: it stays where the player took it, and nothing that floats over it lies on a question."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.positions import BILLS, BLOW
from web.table import COUNTERS, THROWN, WAYS, Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
EARLY = """
turn 2
phase combat axis
unit G4 1107
unit G9 1107
unit S_W 1207
unit S_NW 1304
supports 0 0
weather clear
"""
PAST_KHARKOV = """
turn 9
phase combat axis
unit G6 1512
unit G11 1512
unit G4 2012
unit S_S 1612
control axis 1613
supports 0 0
weather clear
"""
"""Of two ways to 1713 one takes Kharkov back; both ways to 1711 come to the same."""
ATTACK = ("AssignAttacker", "DeclareTarget", "BeginBattle")
FEW = 6
_VIEW = "() => document.querySelector('[data-testid=board] .sheet').style.transform"
_UNDER = """(things) => [...document.querySelectorAll(things)].flatMap((thing) => {
  const box = thing.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return top?.closest('[data-testid=board]') ? [] : [thing.dataset.testid];
})"""
"""Lit things whose middle lies under something that is not the map."""


def test_a_move_leaves_the_map_where_it_was(table: Callable[..., Table]) -> None:
    one = table()
    one.play_the_axis("move")
    one.lift(one.lit(COUNTERS)[0])
    way = next(name for name in one.lit(WAYS) if one.on_screen(name) and not one.covered(name))
    one.page.mouse.move(*one.middle(way))
    far = one.page.evaluate(_VIEW)
    one.page.mouse.wheel(0, -200)
    one.at_rest()
    before = one.page.evaluate(_VIEW)
    assert before != far, "the wheel brings the map nearer"
    ply = one.see().ply
    one.page.mouse.click(*one.middle(way))
    one.settled(ply)
    one.drawn()
    assert one.page.evaluate(_VIEW) == before


def test_the_table_is_as_high_as_the_window(table: Callable[..., Table]) -> None:
    """Nothing makes the page longer: it would move when something in it is scrolled into view."""
    one = table()
    one.play_the_axis()
    one.settled()
    assert one.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_map_is_never_a_stamp(table: Callable[..., Table]) -> None:
    one = table()
    one.play_the_axis()
    one.settled()
    for _ in range(30):
        one.page.keyboard.press("-")
    sheet, frame = one.page.locator("[data-testid=board] .sheet").bounding_box(), one.at("board").bounding_box()
    assert sheet is not None
    assert frame is not None
    assert max(sheet["width"] / frame["width"], sheet["height"] / frame["height"]) > 0.8


def test_a_hex_that_the_log_lit_goes_out_with_the_line(table: Callable[..., Table]) -> None:
    """The pointer rests on a line of the log; what is done meanwhile takes the line away, and its light too."""
    one = table()
    one.play_the_axis("move")
    one.lift(one.lit(COUNTERS)[0])
    one.do(next(name for name in one.lit(WAYS) if one.on_screen(name) and not one.covered(name)))
    one.at("tab-log").click()
    one.page.locator("aside.side").get_by_text(" - ").last.hover()
    one.page.locator(".flash").first.wait_for(state="attached")
    one.page.evaluate("document.activeElement.blur()")
    one.page.keyboard.press("Enter")
    one.page.locator("[data-testid=tab-phase] [data-testid=fresh]").wait_for()
    expect(one.at("tab-log")).to_have_attribute("aria-selected", "true")
    one.page.locator(".flash").first.wait_for(state="detached")


def test_one_of_two_ways_to_a_hex(table: Callable[..., Table]) -> None:
    """A click on the hex leaves its arrows alone, names the ways on buttons; Esc goes back to all of them. Where the
    ways come to the same, it takes one of them at once.
    """
    one = table()
    one.set_up(PAST_KHARKOV, "retreat", eager=ATTACK)
    ways = one.lit("[data-testid^='way-']")
    pointed = one.page.evaluate(
        "[...document.querySelectorAll('[data-places]')].map((e) => e.dataset.places).join(' ')"
    )
    assert {way.removeprefix("to-") for way in one.page.evaluate(_UNDER, WAYS)} <= set(pointed.split())
    goals = [way.rsplit("-", 1)[1] for way in ways]
    goal, other = "1713", "1711"
    assert goals.count(goal) == goals.count(other) == 2
    assert one.lit("[data-testid=act-RetreatUnit]") == []
    one.click(f"to-{goal}")
    buttons = one.page.get_by_test_id("act-RetreatUnit")
    buttons.first.wait_for()
    expect(buttons).to_have_count(goals.count(goal))
    assert buttons.first.inner_text().startswith("By ")
    assert {way.rsplit("-", 1)[1] for way in one.lit("[data-testid^='way-']")} == {goal}
    assert f"There are {goals.count(goal)} routes" in one.see().prompt
    one.shot("two-ways")
    one.page.keyboard.press("Escape")
    buttons.first.wait_for(state="detached")
    assert one.lit("[data-testid^='way-']") == ways
    assert one.do(f"to-{other}").code != "retreat"


@pytest.mark.parametrize("screen", [PHONE, {"viewport": {"width": 820, "height": 1180}}])
def test_no_notice_lies_on_a_question_or_on_another(table: Callable[..., Table], screen: dict[str, object]) -> None:
    """The card of the battle, the tip and the piles stand beside one another, on a phone the card alone; the hexes of
    the question lie free of them."""
    one = table(tips=True, **screen)
    one.set_up(EARLY, "declare")
    one.at("tip").wait_for()
    one.do("at-1207")
    while not one.page.locator(THROWN).count():
        one.step()
    one.shot("notices")
    boxes = one.page.evaluate(
        """() => [...document.querySelectorAll('.corner > *, dl.piles:not(.flat), [data-stands=true]')].map((e) => {
          const b = e.getBoundingClientRect();
          return [b.left, b.top, b.right, b.bottom];
        }).filter((b) => b[0] < b[2])"""
    )
    assert len(boxes) >= (1 if screen == PHONE else 2)
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    lit = f"{WAYS}, [data-testid^='at-']"
    places, under = len(one.lit(lit)), one.page.evaluate(_UNDER, lit)
    for name in under:
        x, y = one.middle(name)
        assert not any(a[0] < x < a[2] and a[1] < y < a[3] for a in boxes), name
    # Of many places some are in the window, of few all, or an arrow leads there.
    pointed = one.page.evaluate(
        "[...document.querySelectorAll('[data-places]')].flatMap((e) => e.dataset.places.split(' '))"
    )
    assert {name[3:] for name in under} <= set(pointed) if places <= FEW else len(under) < places


def test_the_way_on_is_one_line_on_a_phone(table: Callable[..., Table]) -> None:
    """Its label is one line, and that it cannot be undone is another."""
    one = table(**PHONE)
    one.set_up(BLOW, "declare")
    for width in (390, 360, 320):
        one.page.set_viewport_size({"width": width, "height": 700})
        label = one.page.locator("[data-testid=primary] .label").bounding_box()
        assert label is not None
        assert label["height"] < 30


def test_the_extension_of_the_first_edition_is_veiled(table: Callable[..., Table]) -> None:
    """Its card says when it is laid; in the other rule sets there is no veil."""
    one = table()
    made = one.page.request.post(
        f"{one.address}/api/games",
        data={"scenario": "barbarossa", "rules": "classic", "axis": "human", "soviet": "human"},
    ).json()
    one.open(made["id"])
    assert one.page.get_by_test_id("extension").count() == 1
    one.page.keyboard.press("f")
    x, y = one.middle("hex-0502")
    one.page.mouse.click(x, y, button="right")
    one.page.get_by_test_id("info").filter(has_text="Laid on turn 17").wait_for()
    one.page.keyboard.press("Escape")
    one.play_the_axis()
    one.settled()
    assert one.page.get_by_test_id("extension").count() == 0


@pytest.mark.parametrize("size", [(820, 1180), (900, 640)])
def test_every_card_to_be_given_up_can_be_reached(table: Callable[..., Table], size: tuple[int, int]) -> None:
    """On a tablet six cards have no room side by side: they stand in two rows, or make room for one."""
    one = table(viewport={"width": size[0], "height": size[1]})
    one.play_the_axis()
    assert one.settled().code == "discard"
    cards = one.page.locator(".hand .card")
    for i in range(cards.count()):
        cards.nth(i).click(trial=True, position={"x": 20, "y": 16})
        box, frame = cards.nth(i).bounding_box(), one.at("board").bounding_box()
        assert box is not None
        assert frame is not None
        assert frame["x"] <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1


def test_a_pointer_gets_from_each_card_to_the_next(table: Callable[..., Table]) -> None:
    """The card that is read is wider, and the others make room for it: it covers none of them."""
    one = table(viewport={"width": 900, "height": 640})
    one.play_the_axis()
    assert one.settled().code == "discard"
    frame = one.at("board").bounding_box()
    assert frame is not None
    bottom, met = frame["y"] + frame["height"] - 30, []
    for x in range(int(frame["x"]), int(frame["x"] + frame["width"]), 12):
        one.page.mouse.move(x, bottom)
        one.drawn()
        met += one.lit(".fan li:hover .card")
    assert list(dict.fromkeys(met)) == one.lit(".hand .card")


def test_the_hand_leaves_the_piles_free(table: Callable[..., Table]) -> None:
    """Seven cards on a tablet lie along the lower edge, the piles in the upper corner."""
    one = table(viewport={"width": 1180, "height": 820})
    one.set_up(BILLS, "flip")
    piles, card = one.page.locator("dl.piles").bounding_box(), one.page.locator(".hand .card").last.bounding_box()
    assert piles is not None
    assert card is not None
    assert piles["y"] + piles["height"] <= card["y"]
    broken = one.page.evaluate(
        """() => [...document.querySelectorAll('.hand .card .title')].flatMap((title) => {
          const text = title.firstChild, words = [...text.data.matchAll(/\\S+/g)];
          return words.filter((word) => {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const cut = range.getBoundingClientRect().right > title.getBoundingClientRect().right + 1;
            return cut || range.getClientRects().length > 1;
          }).map((word) => word[0]);
        })"""
    )
    assert broken == [], "no word of a name is cut while there is width"
