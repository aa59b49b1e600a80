"""Dice are checked in the browser when a game is over: honest ones, and those of the other tests, which are not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect
from server.support import Server
from web.screens import make
from web.table import Table

pytestmark = pytest.mark.browser


def given_up(player: Table) -> None:
    """A game that is over soon after its first hands were dealt."""
    player.page.goto(f"{player.address}/g/{make(player, scenario='na_berlin', soviet='computer', level='random')}")
    player.settled()
    player.at("menu").click()
    player.at("dice-open").click()
    expect(player.at("dice-commitment")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    player.page.get_by_text("When the game is over").wait_for()
    player.shot("dice-committed")
    player.page.keyboard.press("Escape")
    player.page.evaluate("""async () => {
        const game = "/api" + location.pathname.replace("/g/", "/games/");
        for (let moves = 0; moves < 40; moves++) {
            const seen = await (await fetch(game)).json();
            if (!seen.actions.length) break;
            await fetch(game + "/actions", {method: "POST", headers: {"content-type": "application/json"},
                body: JSON.stringify({ply: seen.ply, action: seen.actions.at(-1)})});
        }
    }""")
    player.page.reload()
    player.at("menu").click()
    player.at("resign").click()
    player.at("resign-yes").click()
    player.at("check-dice").click()
    player.at("dice-check").click()
    player.shot("dice-checked")


def test_honest_dice_pass(tmp_path: Path, context: Callable[..., BrowserContext]) -> None:
    server = Server(tmp_path / "data")
    try:
        player = Table(context().new_page(), server.address, Path(__file__).parent / "shots")
        given_up(player)
        expect(player.at("dice-found")).to_contain_text("are what the secret and the seeds say")
        assert player.page.get_by_text("(yours)").count() == 1
        with player.page.expect_download() as saved:
            player.page.get_by_role("link", name="Save the record").click()
        assert '"secret"' in Path(saved.value.path()).read_text(encoding="utf-8")
        assert player.errors == []
    finally:
        server.close()


def test_crooked_dice_do_not(table: Callable[..., Table]) -> None:
    """The server that the browser tests share throws its dice from a seed of their own."""
    player = table()
    given_up(player)
    expect(player.at("dice-found")).to_contain_text("Something is wrong")
    expect(player.at("dice-found")).to_contain_text("something else should have come")
