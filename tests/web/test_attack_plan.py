"""The plan of attack at the screen: made while targets are declared, fought in its order up to each decision (10)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from web.phases import sit
from web.positions import TWO_TARGETS
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]
BOTH = pytest.mark.parametrize("rules", ["deluxe", "digital"])
"""Where the server fights the plan in another way by the board game than by the computer game."""

# One more enemy could be attacked, so that declaring does not end by itself; and a marker for one of the battles.
THREE = TWO_TARGETS + "unit S_CEN 1513\n"
WITH_MARKER = THREE.replace("supports 0 0", "supports 1 0")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WITH_MARKERS = THREE.replace("supports 0 0", "supports 2 0")


def declared(table: Callable[..., Table], position: str, rules: str) -> Table:
    """Two targets are declared of three, and the button that leads to the plan is pressed."""
    mine, _ = sit(table, position, rules, "declare")
    mine.do("at-1611")
    mine.do("at-1612")
    mine.at("tab-log").click()
    mine.at("open-plan").click()
    mine.at("attack-list").wait_for()
    return mine


def events(mine: Table) -> list[dict[str, Any]]:
    """The whole log of the game."""
    package = mine.page.request.get(f"{mine.address}/api/games/{mine.page.url.rsplit('/', 1)[1]}").json()
    found: list[dict[str, Any]] = package["events"]
    return found


def begun(mine: Table) -> list[dict[str, Any]]:
    """The battles that have been begun, in their order."""
    return [line["event"] for line in events(mine) if line["type"] == "BattleBegan"]


@BOTH
def test_the_plan_is_fought_in_its_order(table: Callable[..., Table], rules: str) -> None:
    """One button ends declaring, puts the battles together and fights them: the second of the list first, if wished."""
    mine = declared(table, THREE, rules)
    page = mine.page
    rows = page.get_by_test_id("attack-list").locator("li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("1611")
    expect(page.get_by_test_id("unmet")).to_have_count(0)
    page.get_by_test_id("sooner-1612").click()
    expect(rows.first).to_contain_text("1612")
    mine.shot(f"attack-{rules}")
    before = mine.see().ply
    page.get_by_test_id("attack-go").click()
    page.wait_for_function("() => document.querySelector('[data-testid=fight-column]')")
    mine.settled(before)
    assert begun(mine)[0]["targets"] == ["1612"]


@BOTH
def test_targets_are_proposed_shown_and_fought_by_two_presses(table: Callable[..., Table], rules: str) -> None:
    """What is proposed is declared, and can be taken back; no panel has to be opened to fight it. By key, by finger."""
    window: dict[str, Any] = PHONE if rules == "digital" else {}
    mine = table(**window)
    before = mine.set_up(f"rules {rules}\n{THREE}", "declare")
    page = mine.page
    if not window:
        mine.at("tab-log").click()
    expect(mine.at("propose-targets")).to_have_text("Propose targets")
    expect(mine.at("fight-all")).to_have_count(0)
    if window:
        mine.at("propose-targets").click()
    else:
        page.keyboard.press("Shift+t")
    mine.at("taken").wait_for()
    seen = mine.settled(before.ply)
    assert seen.code == "declare", "declaring ends by the player's own press"
    declared = seen.ply - before.ply
    assert declared >= 1
    expect(mine.at("fight-all")).to_have_text("Fight the battle" if declared == 1 else f"Fight the {declared} battles")
    mine.shot(f"proposed-{rules}-{'phone' if window else 'desk'}")
    if window:
        mine.at("more-ways").click()
    mine.at("restart").click()
    expect(mine.at("tray")).to_have_attribute("data-ply", str(before.ply))
    mine.at("propose-targets").click()
    mine.settled(before.ply + declared - 1)
    mine.at("fight-all").click()
    page.wait_for_function("() => document.querySelector('[data-testid=fight-column]')")
    mine.settled(seen.ply)
    assert begun(mine)


@pytest.mark.parametrize("rules", ["deluxe"])
def test_what_is_ticked_is_what_the_way_on_fights(table: Callable[..., Table], rules: str) -> None:
    """The table of the plan takes ticks while targets are declared; then the loudest button carries the plan out."""
    mine = declared(table, THREE, rules)
    page, primary = mine.page, mine.page.get_by_test_id("primary")
    expect(primary).to_have_text("No more targets")
    page.get_by_test_id("tick-G4-1611").check()
    expect(primary).to_have_text("Fight as planned")
    expect(page.get_by_test_id("attack-list").locator("li").first).to_contain_text("4th Army")
    before = mine.see().ply
    primary.click()
    page.wait_for_function("() => document.querySelector('[data-testid=fight-column]')")
    mine.settled(before)
    first = begun(mine)[0]
    assert first["targets"] == ["1611"]
    assert "G4" in first["attackers"]


@pytest.mark.parametrize(("rules", "support"), [("deluxe", "with"), ("digital", "without")])
def test_a_marker_is_spent_as_it_was_meant(table: Callable[..., Table], rules: str, support: str) -> None:
    """The question is answered by the plan, and the odds tell of it before."""
    mine = declared(table, WITH_MARKER, rules)
    page = mine.page
    row = page.get_by_test_id("attack-list").locator("li").first
    plain = row.locator(".odds").inner_text()
    page.get_by_test_id("support-1611").select_option(support)
    if support == "with":
        expect(row.locator(".odds")).not_to_have_text(plain)
    before = mine.see().ply
    page.get_by_test_id("attack-go").click()
    page.wait_for_function("() => !document.querySelector('[data-testid=odds-1611]')")
    mine.settled(before)
    assert begun(mine)[0]["targets"] == ["1611"]
    spent = any(line["type"] == "SupportCommitted" for line in events(mine))
    assert spent == (support == "with")


@pytest.mark.parametrize("rules", ["digital"])
def test_a_plan_that_is_broken_off_leaves_everything_to_the_player(table: Callable[..., Table], rules: str) -> None:
    """Without a word about markers the question comes; the plan waits for the answer, or is broken off."""
    mine = declared(table, WITH_MARKERS, rules)
    page = mine.page
    before = mine.see().ply
    later = page.get_by_test_id("attack-list").locator("li", has_text="1612")
    plain = later.locator(".odds").inner_text()
    page.get_by_test_id("support-1612").select_option("with")
    # Until the odds have come there is a dash.
    expect(later.locator(".odds")).to_have_text(re.compile(rf"^(?!{re.escape(plain)}$).*\d"))
    marked = later.locator(".odds").inner_text()
    page.get_by_test_id("attack-go").click()
    page.wait_for_function("() => document.querySelector('[data-testid=tray]').dataset.code === 'support'")
    mine.settled(before)
    rows = page.get_by_test_id("attack-list").locator("li")
    expect(rows).to_have_count(2)
    expect(later.locator(".odds")).to_have_text(marked)
    page.get_by_test_id("attack-stop").click()
    expect(page.get_by_test_id("attack-stop")).to_have_count(0)
    expect(rows).to_have_count(1)
    page.get_by_test_id("support-for-the-rest").click()
    mine.settled(before + 1)
    assert not any(line["type"] == "SupportCommitted" for line in events(mine))


@pytest.mark.parametrize("rules", ["deluxe"])
def test_no_event_for_a_turn_is_one_click(table: Callable[..., Table], rules: str) -> None:
    """Whoever has a card for each battle is asked before the first, and not again."""
    mine = declared(table, f"{THREE}hand axis 21\n", rules)
    page = mine.page
    before = mine.see().ply
    page.keyboard.press("Shift+Enter")
    page.wait_for_function("() => document.querySelector('[data-testid=tray]').dataset.code === 'window'")
    seen = mine.settled(before)
    assert seen.phasing == "axis"
    seen = mine.do("pass-turn")
    while len(begun(mine)) < 2:
        assert seen.code != "window"
        seen = mine.step()
