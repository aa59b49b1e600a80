"""The coach's sheet: how a finished game went, from its end and from the list of games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from web.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

SHORT = Path(__file__).resolve().parents[1] / "saved_games" / "06-na_berlin-digital_0_1-soviet-garrison.jsonl"


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
