"""The phases at the screen, by clicking, by the board game and by the computer game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

import pytest
from playwright.sync_api import expect
from web.phases import a_turn_of_both_sides, progress, restarted_and_done_again, sit
from web.positions import BILLS, STAFF, TWO_TARGETS
from web.table import CARDS, WAYS, Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]
BOTH = pytest.mark.parametrize("rules", ["deluxe", "digital"])
"""Where the page does another thing by the board game than by the computer game."""


@pytest.mark.parametrize("rules", ["digital"])
def test_a_whole_turn_of_both_sides(table: Callable[..., Table], rules: str) -> None:
    """Every phase that stops is answered by clicks; the primary button never moves."""
    phases = a_turn_of_both_sides(table, rules)
    assert {"axis movement", "axis combat", "soviet movement"} <= phases


def planning(table: Callable[..., Table], rules: str) -> Table:
    """Two targets are declared; who attacks which is still open."""
    mine, _ = sit(table, TWO_TARGETS, rules, "declare")
    mine.do("at-1611")
    seen = mine.do("at-1612")
    if seen.code == "declare":
        seen = mine.do("primary")
    while seen.code not in ("next_battle", "compose"):
        seen = mine.step()
    return mine


@BOTH
def test_battles_are_planned_in_a_table(table: Callable[..., Table], rules: str) -> None:
    """Units are ticked against targets. The board game fights one battle of the plan at once; by the computer rules all
    orders are given together, and what is still missing stands there in words until nothing is.
    """
    mine = planning(table, rules)
    page, primary = mine.page, mine.page.get_by_test_id("primary")
    expect(page.get_by_test_id("tab-phase")).to_have_attribute("aria-selected", "true")  # opened at its question
    expect(page.get_by_test_id("fresh")).to_have_count(0)
    page.get_by_role("button", name="Clear the plan").click()  # the page has ticked those with one target
    page.get_by_test_id("tick-G9-1611").check()
    assert progress(mine) == "Targets with attackers: 1 of 2."
    if rules == "digital":
        expect(page.get_by_test_id("unmet")).to_contain_text("1612 still needs an attacker")
        expect(primary).to_have_text("Give the orders")
        expect(primary).to_be_disabled()
    for tick in ("G6-1612", "G11-1612", "G4-1611"):
        page.get_by_test_id(f"tick-{tick}").check()
    expect(page.get_by_test_id("allocation").get_by_test_id("odds-1611")).not_to_have_text("–")
    expect(page.locator(".plan .head")).to_have_count(4)
    mine.shot(f"plan-{rules}")
    before = mine.see().ply
    # the button names the battle to be fought next, which may change until it is pressed
    named = str(primary.evaluate("button => { const named = button.innerText; button.click(); return named; }"))
    if rules == "digital":
        page.wait_for_function("() => document.querySelector('[data-testid=tray]').dataset.code === 'fight_planned'")
        assert mine.settled(before).code == "fight_planned"
        assert len(mine.lit("[data-testid^='at-']")) == 2
    else:
        fighting = ["G4", "G9"] if "1611" in named else ["G6", "G11"]
        # the orders go out one by one: the last of them has arrived when all attackers show it
        page.wait_for_function(
            "units => units.every(u => document.querySelector(`.attacks[data-unit='${u}']`))", arg=fighting
        )


@pytest.mark.parametrize("rules", ["deluxe"])
def test_an_attacker_in_the_battle_counts_in_the_plan(table: Callable[..., Table], rules: str) -> None:
    """Who was put into the battle on the map is not missed by the table."""
    mine = planning(table, rules)
    mine.at("tab-phase").click()
    if mine.see().code == "next_battle":
        mine.do("at-1611")
    mine.do("unit-G9")
    expect(mine.at("fight-column")).not_to_have_text("")  # the battle's card stands in place of the hex's odds
    expect(mine.page.get_by_test_id("allocation").get_by_test_id("odds-1611")).not_to_have_text("–")
    expect(mine.page.locator(".problems li").filter(has_text="1611 still needs")).to_have_count(0)


@pytest.mark.parametrize(("rules", "ticked"), [("deluxe", False), ("digital", True)])
def test_a_plan_is_dragged_on_the_map(table: Callable[..., Table], rules: str, ticked: bool) -> None:
    """A unit is taken to its target, whether or not the page has ticked it before."""
    mine = planning(table, rules)
    mine.at("tab-phase").click()
    mine.page.get_by_test_id("tick-G9-1611").wait_for()
    expect(mine.page.get_by_test_id("tick-G9-1611")).to_be_checked()
    if not ticked:
        mine.page.get_by_role("button", name="Clear the plan").click()
        expect(mine.page.get_by_test_id("tick-G9-1611")).not_to_be_checked()
    x, y = mine.point("unit-G9")
    to_x, to_y = mine.middle("hex-1611")
    mouse = mine.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=4)
    mouse.move(to_x, to_y, steps=4)
    with mine.page.expect_response("**/query") if not ticked else nullcontext():
        mouse.up()
    mine.drawn()
    expect(mine.page.get_by_test_id("tick-G9-1611")).to_be_checked()


@BOTH
def test_a_shopping_list_and_its_bill(table: Callable[..., Table], rules: str) -> None:
    """What can be had with its price; a card is dragged onto the bill."""
    mine, _ = sit(table, BILLS, rules, "place", eager=("Done", "Pass"))
    page = mine.page
    total = page.get_by_test_id("shop-total")
    nothing = "On the bill: 0" if rules == "digital" else "0 cards paid"
    expect(total).to_contain_text(nothing)
    mine.shot(f"shopping-{rules}")
    page.get_by_test_id("shop-ReplaceUnit-S_KAL").click()
    page.locator(WAYS).first.wait_for()
    seen = mine.do(mine.lit(WAYS)[0])
    paid = seen.code == "pay"
    if paid:
        assert "to go" in progress(mine)
    while seen.code == "pay":
        page.locator(CARDS).first.drag_to(page.get_by_test_id("drop"))
        seen = mine.settled(seen.ply)
    expect(total).not_to_contain_text(nothing)
    if not paid:
        assert "Bill so far: 1" in progress(mine)
    expect(page.get_by_test_id("bought").locator("li").first).not_to_have_text("Nothing yet.")


@pytest.mark.parametrize("rules", ["digital"])
def test_the_phase_is_restarted_and_done_again(table: Callable[..., Table], rules: str) -> None:
    """UND-2: a paid replacement goes back with everything before it; redo brings each step again."""
    restarted_and_done_again(table, rules)


@pytest.mark.parametrize("rules", ["deluxe"])
def test_what_is_open_is_told_before_the_phase_ends(table: Callable[..., Table], rules: str) -> None:
    """The list names the idle units; held ones do not count; it stays away once that is asked for, until the settings
    bring it back.
    """
    mine = table(checklist=True, own=True)
    seen = mine.set_up(f"rules {rules}\n{STAFF}", "move")
    page = mine.page
    page.get_by_test_id("primary").click()
    expect(page.get_by_test_id("checklist")).to_contain_text("3 units have not moved.")
    mine.shot(f"checklist-{rules}")
    page.get_by_test_id("check-back").click()
    page.get_by_test_id("hold-G4").click()
    expect(page.get_by_test_id("moves")).to_contain_text("Held")
    page.get_by_test_id("primary").click()
    expect(page.get_by_test_id("checklist")).to_contain_text("2 units have not moved.")
    page.get_by_test_id("mute-move").check()
    page.get_by_test_id("check-go").click()
    mine.settled(seen.ply)
    again = mine.set_up(f"rules {rules}\n{STAFF}", "move")
    mine.do("primary")
    assert mine.see().ply > again.ply
    mine.set_up(f"rules {rules}\n{STAFF}", "move")
    mine.click("menu")
    mine.click("settings-open")
    expect(page.get_by_test_id("unmute-move")).to_have_text("Ask again: units that have not moved")
    mine.shot(f"settings-silenced-{rules}")
    mine.click("unmute-move")
    expect(page.get_by_test_id("unmute-move")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_test_id("settings").wait_for(state="detached")
    page.get_by_test_id("primary").click()
    expect(page.get_by_test_id("checklist")).to_contain_text("3 units have not moved.")
