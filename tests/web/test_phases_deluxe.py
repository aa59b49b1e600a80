"""The board game's phases at the screen: deluxe rules, by clicking."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.phases import a_turn_of_both_sides, progress, restarted_and_done_again, sit
from web.positions import BILLS, BLOW, BREAKTHROUGH, CROWD, RASH, STAFF, TWO_TARGETS
from web.table import CARDS, WAYS, Table

pytestmark = pytest.mark.browser

RULES = "deluxe"
FIGHT = ("DeclareTarget", "AssignAttacker", "BeginBattle", "Done", "Pass")


def test_a_whole_turn_of_both_sides(table: Callable[..., Table]) -> None:
    """Every phase that stops is answered by clicks; the primary button never moves."""
    phases = a_turn_of_both_sides(table, RULES)
    assert {"axis movement", "axis combat", "soviet movement"} <= phases


def test_battles_are_planned_in_a_table(table: Callable[..., Table]) -> None:
    """Units are ticked against targets; each battle of the plan can be fought at once."""
    mine, _ = sit(table, TWO_TARGETS, RULES, "declare")
    mine.do("at-1611")
    seen = mine.do("at-1612")
    if seen.code == "declare":
        seen = mine.do("primary")
    while seen.code not in ("next_battle", "compose"):
        seen = mine.step()
    page = mine.page
    expect(page.get_by_test_id("tab-phase")).to_have_attribute("aria-selected", "true")
    page.get_by_test_id("tick-G9-1611").check()
    assert progress(mine) == "1 of 2 targets have attackers."
    page.get_by_test_id("tick-G6-1612").check()
    page.get_by_test_id("tick-G11-1612").check()
    page.get_by_test_id("tick-G4-1611").check()
    expect(page.get_by_test_id("odds-1611")).not_to_have_text("–")
    expect(page.locator(".plan .head")).to_have_count(4)
    mine.shot(f"plan-{RULES}")
    before = mine.see().ply
    primary = page.get_by_test_id("primary")
    expect(primary).to_contain_text("161")
    fighting = {"G4", "G9"} if "1611" in primary.inner_text() else {"G6", "G11"}
    primary.click()
    mine.settled(before)
    assert fighting <= set(mine.page.evaluate("[...document.querySelectorAll('.attacks')].map(e => e.dataset.unit)"))


def test_a_plan_is_dragged_on_the_map(table: Callable[..., Table]) -> None:
    mine, _ = sit(table, TWO_TARGETS, RULES, "declare")
    mine.do("at-1611")
    seen = mine.do("at-1612")
    if seen.code == "declare":
        seen = mine.do("primary")
    while seen.code not in ("next_battle", "compose"):
        seen = mine.step()
    mine.at("allocation").wait_for()
    x, y = mine.point("unit-G9")
    to_x, to_y = mine.middle("hex-1611")
    mouse = mine.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=4)
    mouse.move(to_x, to_y, steps=4)
    mouse.up()
    expect(mine.page.get_by_test_id("tick-G9-1611")).to_be_checked()


def test_a_counterblow_is_paid_and_answered(table: Callable[..., Table]) -> None:
    """The defender marks a hex and pays for it; the attacker must then see to it."""
    mine, seen = sit(table, BLOW, RULES, "counterblow", eager=("Done", "Pass"))
    hexes = mine.lit("[data-testid^='at-']")
    assert hexes
    seen = mine.do(hexes[0])
    if seen.code == "pay":
        assert "to go" in progress(mine)
        expect(mine.page.get_by_test_id("drop")).to_be_visible()
        mine.page.locator(CARDS).first.drag_to(mine.page.get_by_test_id("drop"))
        seen = mine.settled(seen.ply)
    mine.shot(f"counterblow-{RULES}")
    assert seen.code != "pay"


def test_a_counterattack_is_decided(table: Callable[..., Table]) -> None:
    mine, seen = sit(table, RASH, RULES, "counterattack", eager=FIGHT)
    mine.shot(f"counterattack-{RULES}")
    assert mine.page.get_by_test_id("act-Counterattack").count() == 1
    after = mine.do("act-Counterattack")
    assert after.ply > seen.ply


def test_a_retreat_is_chosen(table: Callable[..., Table]) -> None:
    mine, seen = sit(table, BREAKTHROUGH, RULES, "retreat", eager=FIGHT)
    assert mine.lit(WAYS)
    mine.shot(f"retreat-{RULES}")
    after = mine.take_way()
    assert after.ply > seen.ply


def test_who_leaves_an_overstacked_hex(table: Callable[..., Table]) -> None:
    """The counters that may go lie in the tray as well."""
    mine, _ = sit(table, CROWD, RULES, "overstack", eager=("Done", "Pass"))
    picks = mine.lit("[data-testid^='pick-']")
    assert len(picks) == 3
    mine.shot(f"overstack-{RULES}")
    after = mine.do(picks[0])
    assert after.code != "overstack"


def test_a_shopping_list_and_its_bill(table: Callable[..., Table]) -> None:
    """What can be had with its price; a card is dragged onto the bill."""
    mine, _ = sit(table, BILLS, RULES, "place", eager=("Done", "Pass"))
    page = mine.page
    total = page.get_by_test_id("shop-total")
    expect(total).to_contain_text("0 cards paid")
    mine.shot(f"shopping-{RULES}")
    page.get_by_test_id("shop-ReplaceUnit-S_KAL").click()
    page.locator(WAYS).first.wait_for()
    seen = mine.do(mine.lit(WAYS)[0])
    paid = seen.code == "pay"
    while seen.code == "pay":
        page.locator(CARDS).first.drag_to(page.get_by_test_id("drop"))
        seen = mine.settled(seen.ply)
    if paid:
        expect(total).not_to_contain_text("0 cards paid")
    expect(page.get_by_test_id("bought").locator("li").first).not_to_have_text("Nothing yet.")


def test_the_phase_is_restarted_and_done_again(table: Callable[..., Table]) -> None:
    """UND-2: a paid replacement goes back with everything before it; redo brings each step again."""
    restarted_and_done_again(table, RULES)


def test_what_is_open_is_told_before_the_phase_ends(table: Callable[..., Table]) -> None:
    """The list names the idle units; held ones do not count; it stays away once that is asked for."""
    mine = table(checklist=True)
    seen = mine.set_up(f"rules {RULES}\n{STAFF}", "move")
    page = mine.page
    page.get_by_test_id("primary").click()
    expect(page.get_by_test_id("checklist")).to_contain_text("3 units have not moved.")
    mine.shot(f"checklist-{RULES}")
    page.get_by_test_id("check-back").click()
    page.get_by_test_id("hold-G4").click()
    expect(page.get_by_test_id("moves")).to_contain_text("Held")
    page.get_by_test_id("primary").click()
    expect(page.get_by_test_id("checklist")).to_contain_text("2 units have not moved.")
    page.get_by_test_id("check-mute").check()
    page.get_by_test_id("check-go").click()
    mine.settled(seen.ply)
    again = mine.set_up(f"rules {RULES}\n{STAFF}", "move")
    mine.do("primary")
    assert mine.see().ply > again.ply
