"""The coach's sheet: how a finished game went, from its end and from the list of games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

SAVES = Path(__file__).resolve().parents[1] / "saved_games"
SHORT = SAVES / "06-na_berlin-digital_0_1-soviet-garrison.jsonl"
TURNED = SAVES / "101-tournament-classic-soviet-objectives.jsonl"
"""In its one player turn the Axis leaves Königsberg."""
LONG = 120_000


def test_the_coach_tells_how_a_game_went(table: Callable[..., Table]) -> None:
    one = table()
    save = SHORT.read_text(encoding="utf-8")
    made = one.page.request.post(f"{one.address}/api/games/import", data={"save": save}).json()["id"]
    one.page.goto(f"{one.address}/g/{made}")
    one.at("ending-coach").click()
    expect(one.at("coach-report").get_by_role("row", name="Units lost")).to_be_visible(timeout=60_000)
    expect(one.at("coach-apart").get_by_role("row")).to_have_count(4)
    one.page.get_by_text("Chances and what changed them, as a table").click()
    expect(one.at("coach-turns").get_by_role("row").last).to_contain_text("100")
    one.page.keyboard.press("Escape")
    expect(one.at("coach")).to_have_count(0)
    one.page.goto(f"{one.address}/g/{made}?coach")
    expect(one.at("coach-report")).to_be_visible()
    expect(one.at("ending")).to_have_count(0)


def test_a_turning_point_is_looked_at_and_tried_again(table: Callable[..., Table]) -> None:
    one = table()
    page = one.page
    save = TURNED.read_text(encoding="utf-8")
    made = page.request.post(f"{one.address}/api/games/import", data={"save": save}).json()["id"]
    page.goto(f"{one.address}/g/{made}?coach")
    expect(one.at("coach-otherwise")).to_be_visible(timeout=LONG)
    expect(one.at("coach-learn-march")).to_be_visible()
    with page.expect_download() as picture:
        one.at("coach-png").click()
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")
    # Both plans on the map, by keyboard, and back.
    one.at("coach-plans").focus()
    page.keyboard.press("Enter")
    expect(one.at("visited")).to_be_visible()
    begins = int(one.at("replay").get_attribute("data-ply") or 0)
    expect(one.at("played-G18")).to_have_count(1)
    assert page.locator("[data-testid^=computer-]").count() > 0
    one.at("plan-played").focus()
    page.keyboard.press("Space")
    expect(one.at("played-G18")).to_have_count(0)
    one.at("back-to-coach").click()
    # The turn again: nothing is judged before its moves are over.
    one.at("coach-try").click()
    expect(one.at("sandbox-frame")).to_be_visible()
    sandbox = page.url.rpartition("/")[2]
    one.at("sandbox-coach").click()
    expect(one.at("coach-tried")).to_contain_text("End the Movement Phase", ignore_case=True, timeout=LONG)
    page.keyboard.press("Escape")
    act = {"ply": 0, "action": {"type": "Done"}}
    assert page.request.post(f"{one.address}/api/games/{sandbox}/actions", data=act).ok
    expect(page.locator("[data-testid=tray][data-code=move]")).to_have_count(0)
    one.at("sandbox-coach").click()
    expect(one.at("coach-tried").locator(".verdict")).to_contain_text("than what was played", timeout=LONG)
    one.at("coach-tried-back").click()
    expect(one.at("coach-tries").get_by_role("listitem")).to_have_count(1)
    assert page.request.get(f"{one.address}/api/games/{made}/review").json()["tries"][0]["tried"]["ply"] == begins
    # From the finding to the puzzles of its kind, and into one of them.
    one.at("puzzles-like").first.focus()
    page.keyboard.press("Enter")
    expect(one.at("puzzle-kind-hold")).to_have_attribute("aria-pressed", "true")
    expect(one.at("coach")).to_have_count(0)
    one.shot("coach-to-puzzles")
    one.at("puzzle-suits").click()
    expect(one.at("puzzle")).to_have_attribute("data-state", "open")
    expect(one.at("puzzle").get_by_role("heading")).to_have_text("Hold the city")
