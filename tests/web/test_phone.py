"""On a phone, by touch: a move, the cards, the panels, upright and held across."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.positions import TWO_TARGETS
from web.screens import make
from web.table import CARDS, COUNTERS, WAYS, Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}
_IN_THE_WINDOW = """(e) => {
  const box = e.getBoundingClientRect();
  const at = (x, y) => e.contains(document.elementFromPoint(x, y));
  return box.height > 0 && at(box.left + box.width / 2, box.top + 2) && at(box.left + box.width / 2, box.bottom - 2);
}"""
"""Whether a thing is seen from its upper to its lower edge."""


def ended(table: Table, scenario: str) -> str:
    """A game of this browser against nobody, in which both sides have done nothing until the scenario was over."""
    games = f"{table.address}/api/games"
    made = table.page.request.post(games, data={"axis": "human", "soviet": "human", "scenario": scenario}).json()
    package = table.page.request.get(f"{games}/{made['id']}").json()
    while package["view"]["outcome"] is None:
        actions = package["actions"]
        idle = next((action for action in actions if action["type"] in ("Done", "Pass")), actions[0])
        data = {"ply": package["ply"], "action": idle}
        package = table.page.request.post(f"{games}/{made['id']}/actions", data=data).json()
    return str(made["id"])


def test_a_move_and_the_cards_by_touch(table: Callable[..., Table]) -> None:
    """The opening discards lie in the sheet; a counter and a hex are tapped; cards and log open by their tabs."""
    mine = table(**PHONE)
    page = mine.page
    mine.play_the_axis()
    seen = mine.settled()
    mine.shot("phone-discard")
    while seen.code == "discard":
        ply = seen.ply
        for card in mine.lit(CARDS)[:2]:
            mine.at(card).tap()
        seen = mine.settled(ply)
    mine.shot("phone-board")
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")

    unit = next(name for name in mine.lit(COUNTERS) if mine.on_screen(name))
    page.touchscreen.tap(*mine.middle(unit))
    page.wait_for_selector(WAYS, state="attached")
    mine.shot("phone-reach")
    way = next(name for name in mine.lit(WAYS) if mine.on_screen(name) and not mine.covered(name))
    ply = mine.see().ply
    page.touchscreen.tap(*mine.middle(way))
    go = mine.at("go-there")
    go.wait_for()
    assert mine.see().ply == ply, "a finger is shown the move before it is made"
    mine.shot("phone-move-shown")
    go.tap()
    assert mine.settled(ply).ply > ply

    mine.at("tab-hand").tap()
    page.locator(".card").first.wait_for()
    mine.shot("phone-hand")
    mine.at("tab-hand").tap()
    for tab in ("log", "battle", "boxes", "calendar"):
        mine.at(f"tab-{tab}").tap()
        page.locator("[role=tabpanel]").wait_for()
    mine.shot("phone-calendar")


def moving(one: Table) -> None:
    """A new game, played to the first unit's move."""
    one.play_the_axis("move")


# --- the tray -----------------------------------------------------------------------------------------------------
def test_what_is_done_with_a_unit_stands_in_one_row(table: Callable[..., Table]) -> None:
    """Beside a short name and below a long one."""
    one = table(**PHONE)
    moving(one)
    for unit in one.lit(COUNTERS)[:3]:
        one.lift(unit)
        info, hold = one.at("about-unit").bounding_box(), one.at("hold").bounding_box()
        assert info is not None
        assert hold is not None
        assert info["y"] == hold["y"]
        one.page.keyboard.press("Escape")


def test_after_an_answer_by_key_the_focus_waits_on_the_way_on(table: Callable[..., Table]) -> None:
    """The button that was pressed is gone, and the next question's takes its place; a tap leaves the focus nowhere."""
    one = table(**PHONE)
    moving(one)
    ply = one.see().ply
    one.at("primary").focus()
    one.page.keyboard.press("Enter")
    assert one.settled(ply).primary
    expect(one.at("primary")).to_be_focused()
    ply = one.see().ply
    one.at("primary").tap()
    one.settled(ply)
    one.drawn()
    expect(one.at("primary")).not_to_be_focused()


def test_a_low_window_reaches_every_answer(table: Callable[..., Table]) -> None:
    """The question scrolls by itself, the way on stays below it, the map keeps its place."""
    one = table(**{**PHONE, "viewport": {"width": 360, "height": 480}})
    moving(one)
    one.lift(one.lit(COUNTERS)[0])
    footer = one.page.locator("footer").bounding_box()
    assert footer is not None
    assert footer["height"] <= 0.6 * 480 + 1
    assert footer["y"] + footer["height"] <= 480
    assert one.at("primary").evaluate(_IN_THE_WINDOW)
    for name in ("about-unit", "hold", "undo", "primary"):
        one.at(name).scroll_into_view_if_needed()
        assert one.at(name).evaluate(_IN_THE_WINDOW), name
    one.shot("phone-low")


def test_cards_that_are_asked_for_are_one_button_away(table: Callable[..., Table]) -> None:
    """What wins lies before them, or the sheet was laid down: the tray opens the hand."""
    one = table(tips=True, **PHONE)
    one.play_the_axis()
    assert one.settled().code == "discard"
    one.at("brief").wait_for()
    expect(one.page.locator(CARDS)).to_have_count(0)
    one.shot("phone-show-hand")
    one.at("show-hand").tap()
    expect(one.page.locator(CARDS).first).to_be_visible()
    expect(one.at("show-hand")).to_have_count(0)
    one.at("tab-hand").tap()
    expect(one.at("show-hand")).to_be_visible()


def test_who_is_asked_without_a_card_reads_why(table: Callable[..., Table]) -> None:
    """Between two people a pass must tell nothing: without an event one is asked all the same, or has it answered."""
    anna, boris = table(), table(**PHONE)
    wanted = {"position": f"{TWO_TARGETS}hand axis 26\nhand soviet 5\n", "axis": "human", "soviet": "open"}
    made = anna.page.request.post(f"{anna.address}/api/games", data=wanted).json()
    boris.join(f"{anna.address}{made['links']['soviet']}", "Boris", orders="ask")
    game = f"{anna.address}/api/games/{made['id']}"
    package = anna.page.request.get(game).json()
    while package["actions"]:
        ways = [a for verb in ("DeclareTarget", "Done", "Pass") for a in package["actions"] if a["type"] == verb]
        body = {"ply": package["ply"], "action": (ways or package["actions"])[0]}
        package = anna.page.request.post(f"{game}/actions", data=body).json()
    boris.settled()
    assert boris.see().code == "window"
    assert "none of your cards can be played" in boris.see().prompt.lower()
    expect(boris.at("asked-why")).to_contain_text("a pass tells nothing of your hand")
    boris.shot("phone-asked")
    expect(boris.at("standing-here")).to_contain_text("Standing orders can answer for you")
    boris.at("standing-here").tap()
    expect(boris.at("standing-cards")).to_be_visible()


# --- sheets -------------------------------------------------------------------------------------------------------
def test_the_question_of_giving_up_is_seen(table: Callable[..., Table]) -> None:
    """At the end of a sheet that is longer than a small window."""
    one = table(**{**PHONE, "viewport": {"width": 360, "height": 560}})
    one.play_the_axis()
    one.settled()
    one.at("menu").tap()
    one.at("resign").tap()
    expect(one.at("resign-no")).to_be_focused()
    for name in ("resign-yes", "resign-no"):
        assert one.at(name).evaluate(_IN_THE_WINDOW), name
    one.shot("phone-resign")


def test_the_cards_are_as_tall_as_their_text(table: Callable[..., Table]) -> None:
    """Those to be given up are told in a line, with the map above them, until the whole text is wished."""
    one = table(**PHONE)
    one.play_the_axis()
    one.settled()
    shown = one.at("board").evaluate("(e) => e.offsetHeight"), one.at("hand").evaluate("(e) => e.offsetHeight")
    assert shown[1] < shown[0] / 2
    expect(one.page.locator(".card .gist").first).to_be_visible()
    expect(one.page.locator(".card .text").first).to_be_hidden()
    one.at("cards-whole").tap()
    letter = one.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    cards = one.page.locator(CARDS)
    boxes = cards.evaluate_all("(all) => all.map((e) => [e.offsetWidth, e.offsetHeight])")
    assert {round(width / letter, 1) for width, _ in boxes} == {9.6}
    # The longest fills its card: none has room for another line below its text.
    spare = cards.locator(".text").evaluate_all(
        "(all) => Math.min(...all.map((e) => { const r = document.createRange(); r.selectNodeContents(e);"
        " return e.getBoundingClientRect().bottom - r.getBoundingClientRect().bottom; }))"
    )
    assert -1 <= spare < letter
    assert cards.locator(".text").evaluate_all("(all) => all.every((e) => e.scrollHeight <= e.clientHeight + 1)")


# --- the map ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_the_tip_of_a_move_lies_beside_its_hex(table: Callable[..., Table], screen: dict[str, object]) -> None:
    """At every scale; near an edge of the map's window it lies on the other side, and is seen whole."""
    one = table(**screen)
    moving(one)
    looked = 0
    for keys in ("", "---", "++++++"):
        for key in keys:
            one.page.keyboard.press(key)
        one.at_rest()
        unit = next((name for name in one.lit(COUNTERS) if one.on_screen(name)), None)
        if unit is None:
            continue
        one.lift(unit)
        one.at_rest()
        for way in [name for name in one.lit(WAYS) if one.on_screen(name)][:4]:
            if one.covered(way):
                continue
            if screen:
                one.page.touchscreen.tap(*one.middle(way))
            else:
                one.page.mouse.move(*one.middle(way))
            one.at("move-tip").wait_for()
            one.drawn()
            x, y = one.middle(way)
            tip, frame = one.page.locator("[data-testid=move-tip] rect").bounding_box(), one.at("board").bounding_box()
            assert tip is not None
            assert frame is not None
            assert not (tip["x"] <= x <= tip["x"] + tip["width"] and tip["y"] <= y <= tip["y"] + tip["height"])
            assert tip["x"] >= frame["x"]
            assert tip["x"] + tip["width"] <= frame["x"] + frame["width"]
            looked += 1
        one.shot(f"tip-{len(keys)}-{len(screen)}")
        one.page.keyboard.press("Escape")
    assert looked > 2


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_the_map_fills_the_window_however_far_it_is_moved(
    table: Callable[..., Table], screen: dict[str, object]
) -> None:
    """Beyond its edge there is a strip of sea, not half a window of it."""
    one = table(**screen)
    one.page.goto(f"{one.address}/g/{make(one, scenario='saturn', soviet='computer', level='easy')}")
    one.settled()
    one.at_rest()
    for _ in range(4):
        one.page.keyboard.press("+")
    for way, side in (("ArrowLeft", "x"), ("ArrowUp", "y")):
        for _ in range(60):
            one.page.keyboard.press(way)
        one.at_rest()
        sheet, frame = one.page.locator("[data-testid=board] .sheet").bounding_box(), one.at("board").bounding_box()
        assert sheet is not None
        assert frame is not None
        length = frame["width" if side == "x" else "height"]
        covered = one.page.locator(".sheet.over").count() * length / 2
        rail = one.page.locator(".rail").bounding_box()
        assert rail is not None
        before = rail["x"] + rail["width"] - frame["x"] if side == "x" else 0
        beyond = sheet["x"] - frame["x"] if side == "x" else sheet["y"] - frame["y"]
        assert 0 < beyond <= 0.08 * length + 81 + before + covered


# --- two people ---------------------------------------------------------------------------------------------------
def test_clocks_and_names_share_one_row(table: Callable[..., Table]) -> None:
    """Whether one waits or is waited for; only of the other player is told how long that has taken."""
    anna, boris = table(**PHONE), table(**PHONE)
    wanted = {"axis": "human", "soviet": "open", "clock": {"kind": "move", "each": 259_200}}
    anna.page.request.post(f"{anna.address}/api/me", data={"name": "Anna Maria", "color": "teal"})
    made = anna.page.request.post(f"{anna.address}/api/games", data=wanted).json()
    boris.join(f"{anna.address}{made['links']['soviet']}", "Boris")
    anna.page.goto(f"{anna.address}/g/{made['id']}")
    for one in (anna, boris):
        expect(one.at("seat-of-soviet")).to_contain_text("Boris")
        one.page.clock.install()
        one.page.clock.fast_forward("03:00")
    expect(boris.at("waits")).to_contain_text(re.compile(r"\d\s+min"))
    expect(anna.at("waits")).to_have_text("Your turn")
    for one, name in ((anna, "yours"), (boris, "theirs")):
        one.drawn()
        one.shot(f"phone-clock-{name}")
        parts = [one.at(name).bounding_box() for name in ("seat-of-axis", "seat-of-soviet", "talk-open")]
        assert len({round(part["y"] + part["height"] / 2, -1) for part in parts if part}) == 1, "all in one row"
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- held across --------------------------------------------------------------------------------------------------
def beside_the_map(one: Table, width: int) -> None:
    """The map has half the width at least and the whole height; the question stands beside it, its buttons in reach.

    The way on is seen without scrolling, but in a very low window, where the question itself needs the room.
    """
    board, tray = one.at("board").bounding_box(), one.at("tray").bounding_box()
    assert board is not None
    assert tray is not None
    assert board["width"] >= width / 2
    assert board["height"] == one.page.evaluate("innerHeight")
    assert tray["x"] >= board["x"] + board["width"]
    if board["height"] > 352:
        assert one.at("primary").evaluate(_IN_THE_WINDOW)
    for button in one.page.locator("[data-testid=tray] button:visible").all():
        button.evaluate("(e) => e.scrollIntoView({ block: 'start' })")
        assert button.evaluate(_IN_THE_WINDOW), button.inner_text()
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def hidden(one: Table) -> list[str]:
    """The unit in hand, and the battle's hexes, where something else than the map lies on them."""
    names: list[str] = one.page.evaluate(
        """() => [...document.querySelectorAll('.counter.selected, [data-testid^=at-]')].filter((thing) => {
          const box = thing.getBoundingClientRect();
          const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return !top?.closest('[data-testid=board]');
        }).map((thing) => thing.dataset.testid)"""
    )
    return names


@pytest.mark.parametrize("size", [(844, 390), (568, 320)], ids=str)
def test_held_across_the_question_stands_beside_the_map(table: Callable[..., Table], size: tuple[int, int]) -> None:
    """Nothing but the cards that are asked for lies on the map; a unit is sent off, and a battle is asked about."""
    one = table(**{**PHONE, "viewport": {"width": size[0], "height": size[1]}}, tips=True)
    one.page.goto(f"{one.address}/g/{make(one, scenario='saturn', axis='computer', level='easy')}")
    assert one.settled().code == "discard"
    expect(one.page.locator(CARDS).first).to_be_visible()
    for gone in ("brief", "tip", "aim"):
        expect(one.at(gone)).to_have_count(0)
    while one.settled().code != "move":
        one.step()
    unit = next(name for name in one.lit(COUNTERS) if one.on_screen(name))
    one.lift(unit)
    one.at_rest()
    one.shot(f"across-{size[0]}")
    assert hidden(one) == []
    beside_the_map(one, size[0])
    way = next(name for name in one.lit(WAYS) if not one.covered(name))
    ply = one.see().ply
    one.page.touchscreen.tap(*one.middle(way))
    one.at("go-there").tap()
    assert one.settled(ply).ply > ply


def test_a_phone_is_turned(table: Callable[..., Table]) -> None:
    """The map is looked at anew each time, and what is asked lies in it."""
    one = table(**PHONE)
    one.set_up(TWO_TARGETS, "declare")
    asked = one.lit("[data-testid^='at-']")
    assert asked
    for _ in range(8):
        one.page.keyboard.press("ArrowRight")
    for width, height in ((844, 390), (390, 844)):
        one.page.set_viewport_size({"width": width, "height": height})
        one.at_rest()
        one.shot(f"turned-{width}")
        assert one.lit("[data-testid^='at-']") == asked
        assert hidden(one) == []
        if width > height:
            beside_the_map(one, width)
    expect(one.at("aim")).to_be_visible()


def test_12_6_at_the_end_everything_can_be_reached(table: Callable[..., Table]) -> None:
    """The rule, how the goals stood, the curves with the goal, the way back: nothing lies under the foot."""
    mine = table(**PHONE)
    page = mine.page
    page.goto(f"{mine.address}/g/{ended(mine, 'citadel')}")
    expect(mine.at("outcome")).to_contain_text("Victory for the Axis.")
    mine.at("goals-stood").tap()
    road = mine.at("road-soviet-scenario")
    expect(road).to_contain_text("13 / 14")
    expect(road).to_contain_text("1 short")
    expect(road).not_to_contain_text("at the earliest")
    page.keyboard.press("Escape")
    expect(road).to_have_count(0)
    mine.at("outcome").get_by_role("link", name="12.6").tap()
    expect(mine.at("rules-body")).to_contain_text("A scenario with goals of its own ends with its last turn")
    page.keyboard.press("Escape")

    mine.at("show-ending").tap()
    mine.at("how-it-went").tap()
    points = mine.at("graphs").locator("figure").first
    expect(points).to_contain_text("Soviet: 13 points (turn 16)")
    expect(mine.at("graphs-goal")).to_have_text("Goal of the Soviets: 14 points · at the mark this favors the Axis")
    expect(points.locator("path.goal")).to_have_count(1)
    foot = page.locator("nav.foot").bounding_box()
    assert foot is not None
    assert foot["y"] + foot["height"] <= 844
    mine.shot("phone-outcome-graphs")
    mine.at("replay-leave").tap()
    expect(mine.at("replay")).to_have_count(0)


def test_a_game_without_goals_of_its_own_has_none_to_look_back_on(table: Callable[..., Table]) -> None:
    mine = table(**PHONE)
    made = mine.page.request.post(f"{mine.address}/api/games", data={"axis": "human", "soviet": "human"}).json()["id"]
    game = f"{mine.address}/api/games/{made}"
    ply = mine.page.request.get(game).json()["ply"]
    mine.page.request.post(f"{game}/actions", data={"ply": ply, "action": {"type": "Resign", "side": "soviet"}})
    mine.page.goto(f"{mine.address}/g/{made}")
    mine.at("how-it-went").wait_for()
    expect(mine.at("goals-stood")).to_have_count(0)
    mine.at("how-it-went").tap()
    mine.at("graphs").locator("figure").first.wait_for()
    expect(mine.at("graphs-goal")).to_have_count(0)
