"""Odds at several targets that can be had together, on the map."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from web.positions import TWO_TARGETS
from web.table import Table

pytestmark = pytest.mark.browser


def test_the_badges_of_two_targets_count_each_unit_once(table: Callable[..., Table]) -> None:
    mine = table()
    page = mine.page
    board = page.get_by_test_id("board")
    mine.set_up(f"rules digital\n{TWO_TARGETS}unit S_CEN 1609\n", "declare")
    alone = board.get_by_test_id("odds-1611").text_content()
    mine.do("at-1612")
    mine.do("at-1611")
    game = page.url.rsplit("/", 1)[-1]
    told = page.request.get(f"{mine.address}/api/games/{game}").json()
    column = {name: told["together"][name]["odds"]["column"] for name in ("1611", "1612")}
    assert any(column[name] != told["targets"][name]["column"] for name in column)
    for name, odds in column.items():
        expect(board.get_by_test_id(f"odds-{name}")).to_have_text(odds)
    assert (alone or "").strip() == told["targets"]["1611"]["column"]
    who = {unit for name in column for unit in told["together"][name]["attackers"]}
    for name in column:
        for unit in told["together"][name]["attackers"]:
            page.get_by_test_id(f"attack-{unit}-{name}").wait_for(state="attached")
    assert board.locator("[data-testid^='attack-']").count() == len(who)
    mine.shot("together")
