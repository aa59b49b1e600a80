"""The game without a mouse: a whole turn of both sides, the hex cursor, the lists, and the table of keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from web.keyboard import Keyboard
from web.positions import TWO_TARGETS
from web.table import COUNTERS, HEXES, Seen, Table

MARCH = """
turn 9
phase movement axis
rules deluxe
unit G4 1511
unit G6 1512
unit G9 1610
unit G17 1107
unit S_W 1611
unit S_S 1612
weather clear
"""
SHORTCUTS = Path(__file__).resolve().parents[2] / "web" / "src" / "shared" / "shortcuts.json"


def test_no_key_does_two_things() -> None:
    keys = [key for shortcut in json.loads(SHORTCUTS.read_text(encoding="utf-8")) for key in shortcut["keys"]]
    assert len(keys) > 30
    assert len(keys) == len(set(keys))


def sit_down(table: Table, rules: str = "deluxe", scenario: str = "barbarossa") -> Keyboard:
    """Both seats of a new game."""
    made = table.page.request.post(
        f"{table.address}/api/games", data={"scenario": scenario, "rules": rules, "axis": "human", "soviet": "human"}
    )
    assert made.status == 201, made.text()
    table.page.goto(f"{table.address}/g/{made.json()['id']}")
    table.take_over()
    return Keyboard(table)


def move_two(player: Keyboard) -> int:
    """Moves two units to where they get farthest, by N, arrows and Enter."""
    moved = 0
    for _ in range(2):
        if player.table.see().code != "move" or not player.table.lit(COUNTERS):
            break
        player.take()
        ways = player.destinations()
        if not ways:
            continue
        ply = player.table.see().ply
        player.walk(ways[-1])
        assert re.search(r"reachable for \d|Move", player.focused())
        player.press("Enter")
        player.until_changed(ply)
        moved += 1
    return moved


def play_on(player: Keyboard, until: Callable[[Seen], bool]) -> dict[str, int]:
    """Plays until something is reached; returns how often each kind of thing was done."""
    done = {"axis moves": 0, "soviet moves": 0, "targets": 0, "attackers": 0, "orders": 0}
    walked: set[tuple[int, str]] = set()
    seen = player.table.settled()
    for _ in range(400):
        if until(seen) or seen.over:
            return done
        if seen.code == "move" and (seen.turn, seen.phasing) not in walked:
            walked.add((seen.turn, seen.phasing))
            done[f"{seen.phasing} moves"] += move_two(player)
        elif seen.code == "declare" and done["targets"] < 2 and player.table.lit(HEXES):
            player.to_map()
            player.walk(player.table.lit(HEXES)[0].removeprefix("at-"))
            assert "odds" in player.focused()
            player.press("Enter")
            player.until_changed(seen.ply)
            done["targets"] += 1
        elif seen.code == "compose" and player.table.lit(COUNTERS):
            player.take()
            player.press("Enter")
            player.until_changed(seen.ply)
            done["attackers"] += 1
        else:
            done["orders"] += seen.code in ("next_battle", "compose")
            player.step()
        seen = player.table.settled()
    raise AssertionError(f"no end in sight: {seen}")


@pytest.mark.browser
@pytest.mark.slow
def test_a_whole_turn_of_both_sides_by_keys_alone(table: Callable[..., Table]) -> None:
    """By the board game; by the computer game the same turn is clicked in `test_phases.py`."""
    player = sit_down(table(), "deluxe")
    done = play_on(player, lambda seen: seen.turn == 2)
    assert done["axis moves"] == 2
    assert done["targets"] >= 1
    # Attackers with one target are ticked by the page: then the way on gives the orders.
    assert done["attackers"] + done["orders"] >= 1
    assert player.table.see().turn == 2
    player.table.shot("keyboard")


NAME = re.compile(
    r"(?P<place>[^,]*\b\d{4}\b[^,]*), (?P<terrain>clear|forest|marsh|mountain|city|strait)"
    r"(?:, (?P<side>Axis|Soviet) (?P<unit>[^,]+) \(?(?P<strength>\d+-\d+)\)?,"
    r" (?:one step|\d steps), (?P<supply>supplied(?: by [^,;]+)?|unsupplied|would be out of supply)(?:, [^;]+)?)?"
    r"(?:; [^;]+)*"
)
"""How a hex is called: where it is, its ground, who stands there and how; then what goes on and what Enter does."""


def called(player: Keyboard) -> re.Match[str]:
    """The name of the hex with the focus, in its parts, once the server has told all that belongs to it."""
    player.page.wait_for_function("() => document.activeElement.getAttribute('aria-label')?.includes(', ')")
    name = player.focused()
    found = NAME.fullmatch(name)
    assert found is not None, name
    return found


@pytest.mark.browser
def test_the_hex_cursor_speaks(table: Callable[..., Table]) -> None:
    """One tab stop, apart from that of the signs of danger; six directions; a name with terrain, units, supply and
    zone; the edge and the last words again.
    """
    player = Keyboard(table())
    page = player.page
    player.table.set_up(MARCH, "move")
    player.to_map()
    stops = page.locator("[role=application] [data-hex][tabindex='0']:not([data-danger])")
    expect(stops).to_have_count(1)
    at = player.take("G4")
    assert at == "1511"
    here = called(player)
    assert (here["place"], here["side"], here["unit"]) == ("1511", "Axis", "4th Army")
    assert here["supply"] == "would be out of supply"
    assert "enemy zone of control" in here.group()
    page.locator("[data-testid^='to-']").first.wait_for(state="attached")
    player.walk("1411")
    page.wait_for_function("() => document.activeElement.getAttribute('aria-label')?.includes('reachable for')")
    there = called(player)
    assert there["side"] is None
    assert re.search(r"; reachable for \d", there.group())
    player.walk("1511")
    player.walk("1611")
    enemy = called(player)
    assert (enemy["side"], enemy["unit"]) == ("Soviet", "West Front")
    player.walk("1511")
    for there_key, back in (("ArrowRight", "ArrowLeft"), ("PageDown", "Home"), ("End", "PageUp")):
        player.press(there_key)
        page.wait_for_function("(hex) => document.querySelector('[data-cursor]').dataset.hex !== hex", arg=at)
        player.press(back)
        page.wait_for_function("(hex) => document.querySelector('[data-cursor]').dataset.hex === hex", arg=at)
    for key, title in (("i", at), ("Shift+F10", at), ("Tab", ""), ("i", "4th Army"), ("Shift+F10", "4th Army")):
        player.press(key)
        if not title:
            continue  # to the counter on the hex
        expect(page.locator("dialog[open] h2")).to_contain_text(title)
        player.press("Escape")
        page.get_by_test_id("info").wait_for(state="detached")
        assert player.hex() == at, f"closing the card of {key} loses the place"
    assert player.take("G17") == "1107"
    assert called(player)["supply"].startswith("supplied")
    assert page.title().lstrip("● ").startswith(player.table.see().prompt)
    player.press(".")
    expect(page.get_by_test_id("said")).not_to_be_empty()
    player.table.shot("keyboard-cursor")


@pytest.mark.browser
def test_the_sheet_lists_every_key(table: Callable[..., Table]) -> None:
    player = sit_down(table())
    player.press("?")
    sheet = player.page.get_by_test_id("keys")
    sheet.wait_for()
    assert sheet.locator("kbd").count() > 50
    printed = sheet.inner_text()
    for name in ("undo", "zones of control", "say the last announcement again", "one hex up and left"):
        assert name in printed
    player.press("Escape")
    sheet.wait_for(state="detached")


@pytest.mark.browser
def test_what_the_map_can_do_the_lists_can_do(table: Callable[..., Table]) -> None:
    """The ways of a unit, cheapest first, and the units of both sides, as tables with buttons."""
    player = Keyboard(table())
    page = player.page
    seen = player.table.set_up(MARCH, "move")
    player.take("G4")
    page.locator("[data-testid^='to-']").first.wait_for(state="attached")
    ways = player.destinations()
    player.press("q")
    rows = page.get_by_test_id("list-ways").locator("tbody tr")
    expect(rows).to_have_count(len(ways))
    expect(rows.first.locator("td").nth(1)).not_to_be_empty()
    costs = [int(cost) for row in rows.all() if (cost := row.locator("td").nth(1).inner_text())]
    assert len(costs) > 3
    assert costs == sorted(costs)
    for side, units in (("axis", 4), ("soviet", 2)):
        army = page.get_by_test_id(f"list-{side}").locator("tbody tr")
        expect(army).to_have_count(units)
        assert army.locator("button").count() == units
    player.table.shot("keyboard-lists")
    rows.first.get_by_role("button").focus()
    player.press("Enter")
    player.until_changed(seen.ply)
    assert page.get_by_test_id("lists").count() == 0
    assert page.get_by_test_id("unit-G4").count() == 1


@pytest.mark.browser
def test_targets_from_the_list_and_the_die_aloud(table: Callable[..., Table]) -> None:
    """The legal targets with their defenders and best odds are a table; what the die brings is said at once."""
    player = Keyboard(table())
    page = player.page
    seen = player.table.set_up(f"rules deluxe\n{TWO_TARGETS}", "declare")
    lit = {name.removeprefix("at-") for name in player.table.lit(HEXES)}
    player.press("q")
    rows = page.get_by_test_id("list-targets").locator("tbody tr")
    expect(rows).to_have_count(len(lit))
    for row in rows.all():
        assert any(hex_ in row.locator("button").inner_text() for hex_ in lit)
        assert row.locator("td").nth(1).inner_text() != ""
        assert re.match(r"\d:\d|[A-Z]", row.locator("td").nth(2).inner_text())
    rows.first.get_by_role("button").focus()
    player.press("Enter")
    player.until_changed(seen.ply)
    shouted = page.get_by_test_id("shouted")
    assert shouted.get_attribute("aria-live") == "assertive"
    assert page.get_by_test_id("said").get_attribute("aria-live") == "polite"
    seen = player.primary()  # no second target
    for _ in range(20):
        if shouted.inner_text().strip():
            break
        if seen.code == "compose" and player.table.lit(COUNTERS):
            player.take()
            player.press("Enter")
            seen = player.until_changed(seen.ply)
        else:
            seen = player.step()
    assert re.match(r"[1-6]: \w+", shouted.inner_text())
