"""Matches, public games and the archive from the first click to the last page; the ladder and a player's ratings."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from server.accounts import PASSWORD, Place
from server.support import Server
from web.axe import findings, too_small
from web.table import Table
from web.test_accounts import made, site_of_its_own, visit  # noqa: F401  (a fixture)
from web.test_claims import let_pass

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A site with accounts, for the tests of this module."""
    yield from site_of_its_own(tmp_path_factory.mktemp("site"))


@pytest.fixture
def place(site: Place) -> Place:
    """The site, with people whom no other test knows."""
    return Place(site.server, site.url, site.mailbox)


def named(one: Table, name: str) -> None:
    one.page.request.post(f"{one.address}/api/me", data={"name": name, "color": "teal"})


def resign(one: Table, game: str) -> None:
    package = one.page.request.get(f"{one.address}/api/games/{game}").json()
    action = {"type": "Resign", "side": package["owned"][0]}
    body = {"ply": package["ply"], "action": action}
    assert one.page.request.post(f"{one.address}/api/games/{game}/actions", data=body).ok


def ticked(box: Locator) -> None:
    """Ticks a box by the keyboard."""
    box.focus()
    box.press("Space")
    expect(box).to_be_checked()


def whole(one: Table, *, touch: bool = False) -> None:
    found = findings(one.page, "", both_themes=not touch)
    assert found + (too_small(one.page, "") if touch else []) == []


@pytest.mark.slow
def test_a_match_is_agreed_on_played_and_found_in_the_archive(table: Callable[..., Table]) -> None:
    anna, boris = table(), table(**PHONE)
    for one, name in ((anna, "Anna"), (boris, "Boris")):
        named(one, name)
    anna.page.goto(anna.address)
    anna.at("who-friend").check(force=True)
    anna.at("scenario-fall_blau").check(force=True)
    expect(anna.at("rated")).to_have_count(0)
    ticked(anna.at("pair"))
    expect(anna.at("sum-pair")).to_be_visible()
    anna.shot("new-match")
    anna.at("begin").click()
    link = anna.at("invite").input_value()
    first = anna.page.url.rpartition("/")[2]
    boris.page.goto(link)
    expect(boris.at("join-pair")).to_be_visible()
    boris.shot("join-match-phone")
    boris.at("join-yes").click()
    boris.page.wait_for_url(f"**/g/{first}")

    resign(boris, first)
    anna.page.goto(f"{anna.address}/g/{first}")
    expect(anna.at("ending")).to_be_visible()
    ending = anna.at("ending")
    expect(ending.get_by_test_id("match-line")).to_contain_text("1 : 0")
    ticked(ending.get_by_test_id("public"))
    expect(ending.get_by_test_id("public-state")).to_contain_text("once the other player agrees")
    anna.shot("ending-match")
    boris.page.goto(f"{boris.address}/g/{first}")
    expect(boris.at("ending").get_by_test_id("match-line")).to_contain_text("0 : 1")
    expect(boris.at("ending").get_by_test_id("public-state")).to_contain_text("would like")
    boris.at("ending").get_by_test_id("public").check()
    expect(boris.at("ending").get_by_test_id("public-state")).to_contain_text("is public")
    boris.shot("ending-match-phone")
    ending.get_by_test_id("match-other").click()
    anna.page.wait_for_url(lambda url: "/g/" in url and first not in url)
    second = anna.page.url.rpartition("/")[2]
    anna.page.goto(anna.address)
    expect(anna.at(f"game-{second}").get_by_test_id("match-score")).to_have_text("Match score 1 : 0")
    anna.shot("list-match")

    stranger = table(**PHONE)
    stranger.page.goto(f"{stranger.address}/archive")
    found = stranger.at(f"archived-{first}")
    expect(found).to_contain_text("Anna")
    stranger.at("archive-find").fill("nobody of that name")
    expect(found).to_have_count(0)
    expect(stranger.at("archive-found")).to_contain_text("No game fits")
    stranger.at("archive-find").fill("boris")
    expect(found).to_be_visible()
    whole(stranger, touch=True)
    stranger.shot("archive-phone")
    found.get_by_test_id("archive-dice").click()
    expect(stranger.page.get_by_role("dialog")).to_be_visible()
    expect(stranger.at("ending")).to_have_count(0)
    anna.page.goto(f"{anna.address}/archive")
    expect(anna.at(f"archived-{first}")).to_be_visible()
    anna.at("archive-whose").select_option("mine")
    expect(anna.at(f"archived-{first}")).to_be_visible()
    whole(anna)
    anna.shot("archive")


@pytest.fixture
def ranked(place: Place) -> Callable[[str, str, float, int], None]:
    """Gives players of the site ratings, as if they had played for them."""
    path = Path(place.url.removeprefix("sqlite:///"))

    def put(player: str, side: str, mu: float, games: int) -> None:
        with closing(sqlite3.connect(path, timeout=60)) as connection, connection:
            if not connection.execute("SELECT id FROM player WHERE id = ?", (player,)).fetchone():
                row = (player, player.title(), "red", "", "", "", f"page-{player}", 1, player)
                connection.execute("INSERT INTO player VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            rating = (player, "short", side, mu, 90.0, games, "2026-11-01")
            connection.execute("INSERT INTO rating VALUES (?, ?, ?, ?, ?, ?, ?)", rating)
            for number in range(games):
                rated = (
                    f"{player}{number}",
                    side,
                    player,
                    "short",
                    "won",
                    mu - 40 * (games - number),
                    90.0,
                    f"{number}",
                )
                connection.execute("INSERT INTO rated VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rated)

    return put


def test_the_ladder_leads_to_players_and_their_ratings(
    place: Place,
    visit: Callable[..., Table],  # noqa: F811
    ranked: Callable[[str, str, float, int], None],
) -> None:
    for player, mu, games in (("clara", 1710.0, 8), ("dora", 1555.0, 6), ("emil", 1820.0, 2)):
        ranked(player, "axis", mu, games)
    stranger = visit("/")
    stranger.at("to-ladder").focus()
    stranger.page.keyboard.press("Enter")
    rows = stranger.at("ladder-rows").locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("Clara")
    expect(rows.nth(2)).to_contain_text("provisional")
    whole(stranger)
    stranger.shot("ladder")
    stranger.at("ladder-side").select_option("soviet")
    expect(stranger.at("ladder-none")).to_be_visible()
    phone = visit("/ladder", **PHONE)
    expect(phone.at("ladder-rows")).to_contain_text("1710")
    whole(phone, touch=True)
    phone.shot("ladder-phone")
    phone.at("player-page-clara").click()
    expect(phone.at("ratings")).to_contain_text("1710")
    expect(phone.at("ratings").get_by_role("img")).to_be_visible()
    whole(phone, touch=True)
    phone.shot("profile-rated-phone")


def test_a_rated_game_asks_for_accounts(place: Place, visit: Callable[..., Table]) -> None:  # noqa: F811
    anna = visit("/account")
    made(place, anna)
    anna.page.goto(anna.address)
    anna.at("who-friend").check(force=True)
    anna.at("terms").click()
    ticked(anna.at("rated"))
    expect(anna.at("rated-what")).to_be_visible()
    expect(anna.at("sum-rated")).to_be_visible()
    anna.at("begin").click()
    link = anna.at("invite").input_value()
    guest = visit("/", **PHONE)
    guest.page.goto(link)
    expect(guest.at("join-rated")).to_contain_text("Sign in")
    guest.shot("join-rated-phone")
    guest.at("join-yes").click()
    expect(guest.at("toasts")).to_contain_text("players with an account")
    expect(guest.at("join-rated")).to_be_visible()


def tell(table: Table, path: str, body: dict[str, str]) -> None:
    """Has the page tell the site something that needs no answer."""
    said = """async ([path, body]) => (await fetch(path, {
      method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body),
    })).ok"""
    assert table.page.evaluate(said, [path, body])


def entered(place: Place, tournament: str, *names: str) -> None:
    """Gives players who never look places in a tournament."""
    path = Path(place.url.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path, timeout=60)) as connection, connection:
        taken = connection.execute("SELECT count(*) FROM entrant WHERE tournament = ?", (tournament,)).fetchone()[0]
        for number, name in enumerate(names, taken + 1):
            player = (f"of {name}", name, f"page-of-{name}")
            connection.execute(
                "INSERT INTO player (id, name, color, recovery, sealed, seen, page)"
                " VALUES (?, ?, 'blue', '', '', '', ?)",
                player,
            )
            row = (tournament, number, f"of {name}")
            connection.execute(
                "INSERT INTO entrant (tournament, number, player, joined, seed, gone, why) "
                "VALUES (?, ?, ?, '2026-11-28', 0, '', '')",
                row,
            )


def test_a_tournament_is_made_joined_and_read(place: Place, visit: Callable[..., Table]) -> None:  # noqa: F811
    anna = visit("/account")
    made(place, anna)
    tell(anna, "/api/me", {"name": "Anna", "color": "teal"})
    anna.page.goto(anna.address)
    anna.at("to-tournaments").press("Enter")
    anna.at("new-tournament").press("Enter")
    anna.at("tournament-name").fill("Winter Cup")
    anna.at("form-robin").check()
    anna.at("tournament-begins").select_option("hand")
    anna.at("tournament-most").select_option("5")
    anna.at("option-simultaneous_battles").press("Space")
    whole(anna)
    anna.shot("new-tournament")
    anna.at("tournament-name").press("Enter")
    expect(anna.at("tournament-state")).to_have_text("0 of 5 places taken")
    expect(anna.page.get_by_role("listitem").filter(has_text="Simultaneous")).to_be_visible()
    cup = anna.page.url.rpartition("/")[2]
    anna.at("join").press("Enter")
    expect(anna.at("joined")).to_have_text("You are in.")
    anna.shot("tournament-open")

    boris = visit(f"/t/{cup}", **PHONE)
    expect(boris.at("join-sign-in")).to_be_visible()
    tell(boris, "/api/account/letter", {"mail": place.boris})
    tell(boris, "/api/account/open", {"code": place.code(place.boris), "password": PASSWORD})
    tell(boris, "/api/me", {"name": "Boris the Unyielding", "color": "red"})
    boris.page.goto(f"{boris.address}/tournaments")
    boris.at(f"tournament-{cup}").click()
    boris.at("join").click()
    expect(boris.at("entrants")).to_contain_text("Boris the Unyielding (you)")
    whole(boris, touch=True)
    boris.shot("tournament-open-phone")

    entered(place, cup, "Clara", "Dmitri", "Emil")
    anna.page.reload()
    anna.at("start").click()
    expect(anna.at("standings").locator("tbody tr")).to_have_count(5)
    expect(anna.at("round-1")).to_contain_text("bye")
    boris.page.goto(boris.address)
    boris.at("of-tournament").click()
    expect(boris.at("my-game")).to_be_visible()
    boris.at("leave").click()
    expect(boris.at("sure")).to_contain_text("are then lost")
    boris.shot("tournament-leave-phone")
    boris.at("leave-yes").click()
    expect(boris.at("standings")).to_contain_text("left, does not count")
    boris.at("scoring").locator("summary").click()
    whole(boris, touch=True)
    boris.shot("tournament-phone")
    anna.page.reload()
    expect(anna.at("round-1")).to_contain_text("without play")
    whole(anna)
    anna.shot("tournament")
    expect(anna.at("invite")).to_have_value(f"{anna.address}/t/{cup}")
    anna.page.goto(f"{anna.address}/tournaments")
    expect(anna.at("tournament-rows")).to_contain_text("Round 1 of 5")
    anna.shot("tournaments")


def test_who_has_waited_for_a_week_reminds_from_the_list_or_the_table(
    table: Callable[..., Table], server: Server
) -> None:
    anna, boris = table(), table(**PHONE)
    games = []
    for one, name in ((anna, "Anna"), (boris, "Boris")):
        named(one, name)
    for _ in range(2):
        wish = {"scenario": "fall_blau", "axis": "human", "soviet": "open"}
        made_now = anna.page.request.post(f"{anna.address}/api/games", data=wish).json()
        assert boris.page.request.get(f"{anna.address}{made_now['links']['soviet']}").ok
        games.append(made_now["id"])
    boris.page.goto(boris.address)
    expect(boris.at(f"game-{games[0]}")).to_be_visible()
    expect(boris.at("remind")).to_have_count(0)
    for game in games:
        let_pass(server, game, 7.1)
    boris.page.reload()
    button = boris.at(f"game-{games[0]}").get_by_test_id("remind")
    expect(button).to_be_visible()
    boris.shot("remind-phone")
    button.click()
    expect(boris.at("toasts")).to_contain_text("being reminded")
    expect(button).to_have_count(0)
    boris.page.goto(f"{boris.address}/g/{games[1]}")
    boris.at("menu").click()
    boris.at("may-remind").focus()
    boris.page.keyboard.press("Enter")
    expect(boris.at("may-remind")).to_have_count(0)
    lines = anna.page.request.get(f"{anna.address}/api/games/{games[1]}/company").json()["lines"]
    assert lines[-1]["kind"] == "remind"


def test_an_invitation_by_name_is_declined_from_the_list(table: Callable[..., Table]) -> None:
    anna, boris = table(), table()
    for one, name in ((anna, "Anna"), (boris, "Boris")):
        named(one, name)
    wish = {"scenario": "fall_blau", "axis": "human", "soviet": "open"}
    old = anna.page.request.post(f"{anna.address}/api/games", data=wish).json()
    assert boris.page.request.get(f"{anna.address}{old['links']['soviet']}").ok
    (met,) = anna.page.request.get(f"{anna.address}/api/people/met").json()["players"]
    new = anna.page.request.post(f"{anna.address}/api/games", data=wish).json()["id"]
    body = {"key": met["key"], "name": met["name"]}
    assert anna.page.request.post(f"{anna.address}/api/games/{new}/guests", data=body).ok
    boris.page.goto(boris.address)
    boris.at(f"lobby-{new}").get_by_test_id("decline").click()
    expect(boris.at(f"lobby-{new}")).to_have_count(0)
