"""Dice are checked in the browser when a game is over: honest ones, and those of the other tests, which are not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect
from server.support import Server
from web.screens import make
from web.table import Table

pytestmark = pytest.mark.browser

HONEST = re.compile("that came (is|are) what the secret and the seeds say")
"""Chance decides how many cards come before a game is given up: sometimes only one."""


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


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose dice are its own."""
    server = Server(tmp_path_factory.mktemp("honest") / "data")
    yield server
    server.close()


def test_two_browsers_settle_their_dice_and_check_them(honest: Server, context: Callable[..., BrowserContext]) -> None:
    """From the link to the end: nothing is dealt before both are there, and both find the dice honest."""
    shots = Path(__file__).parent / "shots"
    host, guest = (Table(context().new_page(), honest.address, shots) for _ in range(2))
    host.page.goto(honest.address)
    made = host.page.request.post(
        f"{honest.address}/api/games", data={"scenario": "na_berlin", "soviet": "open"}
    ).json()
    host.page.goto(f"{honest.address}/g/{made['id']}")
    expect(host.at("dice-wait")).to_contain_text("before somebody has taken the other seat")
    expect(host.at("prompt")).to_have_text("The game waits for its dice.")
    host.shot("dice-wait")
    guest.join(f"{honest.address}{made['links']['soviet']}")
    for player in (host, guest):
        expect(player.at("prompt")).not_to_have_text("The game waits for its dice.")
        expect(player.at("dice-wait")).to_have_count(0)
    guest.at("menu").click()
    guest.at("resign").click()
    guest.at("resign-yes").click()
    for player in (host, guest):
        player.at("check-dice").click()
        player.at("dice-check").click()
        expect(player.at("dice-found")).to_contain_text(HONEST)
        assert player.page.get_by_text("(yours)").count() == 1
        assert player.errors == []
    guest.shot("dice-of-two")
    with guest.page.expect_download() as saved:
        guest.page.get_by_role("link", name="Save the record").click()
    told = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    seals = {each["side"]: each["seal"] for each in told["seeds"]}
    assert (told["version"], told["browser"]["theirs"]) == (2, seals["axis"])
    assert [each["since"] for each in told["seeds"]] == [0, 0]


def test_a_seed_that_is_in_no_browser_is_given_up(honest: Server, context: Callable[..., BrowserContext]) -> None:
    """A player whose browser has forgotten its seed is told, and goes on only when asked; both see that it was so."""
    shots = Path(__file__).parent / "shots"
    host, guest = (Table(context().new_page(), honest.address, shots) for _ in range(2))
    made = host.page.request.post(
        f"{honest.address}/api/games", data={"scenario": "na_berlin", "soviet": "open"}
    ).json()
    host.page.goto(f"{honest.address}/g/{made['id']}")
    host.at("dice-wait").wait_for()
    host.page.wait_for_function("(id) => localStorage.getItem(`noretreat.dice.${id}`)", arg=made["id"])
    host.page.wait_for_load_state("networkidle")
    host.page.goto(honest.address)
    host.page.evaluate("(id) => localStorage.removeItem(`noretreat.dice.${id}`)", made["id"])
    guest.join(f"{honest.address}{made['links']['soviet']}")
    expect(guest.at("dice-wait")).to_contain_text("as soon as the game is opened there")
    host.page.goto(f"{honest.address}/g/{made['id']}")
    expect(host.at("dice-wait")).to_contain_text("in another browser of yours")
    host.at("dice-without").click()
    host.shot("dice-lost")
    host.at("dice-without-yes").click()
    for player in (host, guest):
        expect(player.at("dice-wait")).to_have_count(0)
        player.at("menu").click()
        player.at("dice-open").click()
        expect(player.at("dice-unproven")).to_contain_text("These dice are not proven")
        assert player.errors == []
    guest.shot("dice-unproven")


def test_honest_dice_pass(honest: Server, context: Callable[..., BrowserContext]) -> None:
    player = Table(context().new_page(), honest.address, Path(__file__).parent / "shots")
    given_up(player)
    expect(player.at("dice-found")).to_contain_text(HONEST)
    assert player.page.get_by_text("(yours)").count() == 1
    with player.page.expect_download() as saved:
        player.page.get_by_role("link", name="Save the record").click()
    assert '"secret"' in Path(saved.value.path()).read_text(encoding="utf-8")
    assert player.errors == []


def test_crooked_dice_do_not(table: Callable[..., Table]) -> None:
    """The server that the browser tests share throws its dice from a seed of their own."""
    player = table()
    given_up(player)
    expect(player.at("dice-found")).to_contain_text("Something is wrong")
    expect(player.at("dice-found")).to_contain_text("something else should have come")
