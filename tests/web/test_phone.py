"""On a phone, by touch: a move, the cards, the panels."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.table import CARDS, COUNTERS, WAYS, Table

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


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
    mine.new_game()
    seen = mine.settled()
    mine.shot("phone-discard")
    while seen.code == "discard":
        ply = seen.ply
        mine.at(mine.lit(CARDS)[0]).tap()
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
