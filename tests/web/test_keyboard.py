"""The game without a mouse: a whole turn of both sides, the hex cursor, the lists, and the table of keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from web.keyboard import Keyboard
from web.table import COUNTERS, HEXES, Seen, Table

SHORTCUTS = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "shortcuts.json"


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
    table.settled()
    return Keyboard(table)


def move_two(player: Keyboard) -> int:
    """Moves two units to where they get farthest, by N, arrows and Enter."""
    moved = 0
    for _ in range(2):
        if player.table.see().code != "move" or not player.table.lit(COUNTERS):
            break
        player.take()
        player.page.wait_for_timeout(150)
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
    done = {"axis moves": 0, "soviet moves": 0, "targets": 0, "attackers": 0}
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
            assert "best odds" in player.focused()
            player.press("Enter")
            player.until_changed(seen.ply)
            done["targets"] += 1
        elif seen.code == "compose" and player.table.lit(COUNTERS):
            player.take()
            player.press("Enter")
            player.until_changed(seen.ply)
            done["attackers"] += 1
        else:
            player.step()
        seen = player.table.settled()
    raise AssertionError(f"no end in sight: {seen}")


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_a_whole_turn_of_both_sides_by_keys_alone(table: Callable[..., Table], rules: str) -> None:
    player = sit_down(table(), rules)
    done = play_on(player, lambda seen: seen.turn == 2)
    assert done["axis moves"] == 2
    assert done["targets"] >= 1
    assert done["attackers"] >= 1
    assert player.table.see().turn == 2
    player.table.shot(f"keyboard-{rules}")


@pytest.mark.browser
def test_the_hex_cursor_speaks(table: Callable[..., Table]) -> None:
    """One tab stop; six directions; a name with terrain, units, supply and zone; I tells more; the edge is said."""
    player = sit_down(table())
    while player.table.settled().code != "move":
        player.step()
    player.to_map()
    hexes = player.page.evaluate(
        "() => document.querySelectorAll('[role=application] [data-hex][tabindex=\"0\"]').length"
    )
    assert hexes == 1
    at = player.take("G4Pz")
    name = player.focused()
    assert re.match(rf"{at}( [^,]+)?, [a-z ]+, Axis 4\. Panzer|{at}", name), name
    assert "steps" in name
    assert "supplied" in name
    for there, back in (("ArrowRight", "ArrowLeft"), ("PageDown", "Home"), ("End", "PageUp")):
        player.press(there)
        player.page.wait_for_function("(hex) => document.querySelector('[data-cursor]').dataset.hex !== hex", arg=at)
        player.press(back)
        player.page.wait_for_function("(hex) => document.querySelector('[data-cursor]').dataset.hex === hex", arg=at)
    player.press("i")
    player.page.get_by_test_id("info").wait_for()
    player.press("Escape")
    player.page.get_by_test_id("info").wait_for(state="detached")
    assert player.page.title().lstrip("● ").startswith(player.table.see().prompt)
    player.press(".")
    assert player.said() != ""
    player.table.shot("keyboard-cursor")


@pytest.mark.browser
def test_letters_can_be_turned_off_and_the_sheet_lists_every_key(table: Callable[..., Table]) -> None:
    player = sit_down(table())
    player.press("?")
    sheet = player.page.get_by_test_id("keys")
    sheet.wait_for()
    printed = sheet.inner_text()
    for name in ("undo", "zones of control", "say the last announcement again", "one hex up and left"):
        assert name in printed
    player.page.get_by_test_id("letters").focus()
    player.press("Space", "Escape")
    sheet.wait_for(state="detached")
    player.press("q")
    player.page.wait_for_timeout(200)
    assert player.page.get_by_test_id("lists").count() == 0


@pytest.mark.browser
def test_what_the_map_can_do_the_lists_can_do(table: Callable[..., Table]) -> None:
    """The ways of a unit, cheapest first, and the units of both sides, as tables with buttons."""
    player = sit_down(table())
    while player.table.settled().code != "move":
        player.step()
    player.take()
    player.page.wait_for_timeout(200)
    ways = player.destinations()
    player.press("q")
    rows = player.page.get_by_test_id("list-ways").locator("tbody tr").all()
    assert len(rows) >= len(ways)
    costs = [int(cost) for row in rows if (cost := row.locator("td").nth(1).inner_text())]
    assert costs == sorted(costs)
    for side in ("axis", "soviet"):
        assert player.page.get_by_test_id(f"list-{side}").locator("tbody tr").count() > 5
    player.table.shot("keyboard-lists")


@pytest.mark.browser
def test_looking_back_and_a_sandbox_by_keys_alone(table: Callable[..., Table]) -> None:
    """R looks back, arrows step, X tries a line of play there, Backspace comes back to the step, then to the game."""
    player = sit_down(table())
    for _ in range(3):
        player.step()
    last = player.table.settled().ply
    page = player.page
    player.press("r")
    page.wait_for_function(f"() => Number(document.querySelector('[data-testid=replay]')?.dataset.ply) === {last}")
    page.wait_for_load_state("networkidle")
    player.press("ArrowLeft")
    page.wait_for_function(f"() => Number(document.querySelector('[data-testid=replay]').dataset.ply) < {last}")
    page.wait_for_timeout(400)
    step = page.get_by_test_id("replay").get_attribute("data-ply")
    player.press("x")
    page.get_by_test_id("sandbox-frame").wait_for()
    before = player.table.settled()
    assert player.step().ply > before.ply
    player.press("Backspace")
    page.get_by_test_id("replay").wait_for()
    page.wait_for_function(f"() => document.querySelector('[data-testid=replay]').dataset.ply === '{step}'")
    player.press("Backspace")
    page.get_by_test_id("tray").wait_for()
    assert player.table.settled().ply == last
