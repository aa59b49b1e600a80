"""Accounts in the browser, on a real site with a real mail server: made, used from a phone, changed, deleted."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from server.accounts import OTHER, PASSWORD, Place, site_on, words
from server.mailbox import Mailbox
from web.axe import findings, too_small
from web.conftest import SHOTS
from web.table import Table

from noretreat.storage.database import url_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A site with accounts, for the tests of a module."""
    yield from site_of_its_own(tmp_path_factory.mktemp("site"))


@pytest.fixture
def place(site: Place) -> Place:
    """The site, with people whom no other test knows."""
    return Place(site.server, site.url, site.mailbox)


def site_of_its_own(tmp_path: Path) -> Iterator[Place]:
    """A site under a name: browsers have passkeys for names alone, and take *.localhost for safe."""
    mailbox = Mailbox()
    mailbox.controller.start()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    url = url_of(tmp_path)
    server = site_on(tmp_path / "site", url, mailbox, site=f"http://games.localhost:{port}", port=port)
    yield Place(server, url, mailbox)
    server.close()
    mailbox.controller.stop()


@pytest.fixture
def visit(place: Place, context: Callable[..., BrowserContext]) -> Iterator[Callable[..., Table]]:
    """Opens a page of the site; afterwards no page may have had an error in its scripts."""
    tables: list[Table] = []

    def open_one(path: str, **options: object) -> Table:
        SHOTS.mkdir(exist_ok=True)
        address = f"http://games.localhost:{place.server.address.rpartition(':')[2]}"
        tables.append(Table(context(**options).new_page(), address, SHOTS))
        tables[-1].page.goto(address + path)
        return tables[-1]

    yield open_one
    for one in tables:
        assert one.errors == []


def whole(table: Table, *, touch: bool = False) -> None:
    """Nothing serious is wrong with what is seen."""
    found = findings(table.page, "", both_themes=not touch)
    if touch:
        found += too_small(table.page, "")
    assert found == []


_POST = """async ([path, body]) => (await fetch(path, {
  method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body),
})).json()"""


def told(table: Table, path: str, body: dict[str, Any]) -> Any:
    """What the site answers to the page: only the browser knows its name."""
    return table.page.evaluate(_POST, [path, body])


def made(place: Place, anna: Table) -> None:
    """Makes an account from the page of accounts, by the keyboard alone."""
    anna.at("link-mail").fill(place.anna)
    anna.page.keyboard.press("Enter")
    expect(anna.at("link-sent")).to_contain_text(place.anna)
    anna.page.goto(f"{anna.address}/account/open#{place.code(place.anna)}")
    anna.at("open-password").focus()
    anna.page.keyboard.type(PASSWORD)
    anna.page.keyboard.press("Enter")
    expect(anna.at("opened")).to_contain_text("signed in")


def test_an_account_from_the_first_mail_to_the_last(place: Place, visit: Callable[..., Table]) -> None:
    anna = visit("/")
    anna.at("who-friend").check()
    anna.at("my-name").fill("Anna")
    anna.at("begin").click()
    anna.at("invite").wait_for()
    game = anna.page.url
    anna.page.goto(anna.address)
    anna.at("account-line").get_by_role("link").click()
    anna.at("sign-in").wait_for()
    anna.shot("account-enter")
    whole(anna)
    made(place, anna)
    assert "#" not in anna.page.url, "the code stays in no address"
    anna.page.get_by_role("link", name="My games").click()
    expect(anna.page.locator("[data-testid^=game-]")).to_have_count(1)
    expect(anna.at("home-me")).to_contain_text("Anna")
    anna.at("home-me").click()
    expect(anna.at("account-line")).to_contain_text(place.anna)
    expect(anna.at("code-make")).to_have_count(0)
    anna.shot("account-me")

    phone = visit("/account", **PHONE)
    phone.at("sign-in-mail").fill(place.anna)
    phone.at("sign-in-password").fill("not the password")
    phone.at("sign-in-go").click()
    expect(phone.page.locator(".toast")).to_contain_text("address or the password is wrong")
    phone.shot("account-enter-phone")
    phone.at("sign-in-password").fill(PASSWORD)
    phone.at("sign-in-go").click()
    expect(phone.page.locator("[data-testid^=game-]")).to_have_count(1)
    phone.page.goto(game)
    phone.at("tray").wait_for()
    phone.page.goto(f"{phone.address}/account")
    expect(phone.at("browsers").locator("li")).to_have_count(2)
    phone.shot("account-own-phone")
    whole(phone, touch=True)

    anna.page.goto(f"{anna.address}/account")
    expect(anna.at("browsers").locator("li")).to_have_count(2)
    anna.shot("account-own")
    anna.at("browsers-end").click()
    expect(anna.at("browsers").locator("li")).to_have_count(1)
    phone.page.reload()
    phone.at("sign-in").wait_for()

    anna.at("change-password").click()
    anna.at("old-password").fill(PASSWORD)
    anna.at("new-password").fill(OTHER)
    anna.at("new-password-go").click()
    expect(anna.page.locator(".toast")).to_contain_text("password is changed")
    anna.at("change-mail").click()
    anna.at("new-mail").fill(f"new-{place.anna}")
    anna.at("new-mail-password").fill(OTHER)
    anna.at("new-mail-go").click()
    phone.page.goto(f"{phone.address}/account/mail#{place.code(f'new-{place.anna}')}")
    phone.at("mail-use").click()
    expect(phone.at("mail-used")).to_contain_text("has this address now")
    anna.page.reload()
    expect(anna.at("signed-in")).to_contain_text(f"new-{place.anna}")

    with anna.page.expect_download() as copy:
        anna.at("download").click()
    assert copy.value.suggested_filename == "noretreat-account.zip"
    anna.at("delete-ask").click()
    expect(anna.at("leaving")).to_contain_text("1 game with nobody else is deleted")
    anna.at("delete-password").fill(OTHER)
    anna.shot("account-delete")
    anna.at("delete-yes").click()
    expect(anna.at("deleted")).to_contain_text("deleted")
    anna.page.get_by_role("link", name="My games").first.click()
    expect(anna.page.locator("[data-testid^=game-]")).to_have_count(0)


def test_the_mail_is_in_the_language_of_the_page(place: Place, visit: Callable[..., Table]) -> None:
    """The reader chose it here: the browser's own would be English."""
    anna = visit("/account", locale="en-GB")
    anna.page.evaluate("localStorage.setItem('noretreat.language', 'de')")
    anna.page.reload()
    anna.at("link-mail").fill(place.anna)
    anna.page.keyboard.press("Enter")
    expect(anna.at("link-sent")).to_contain_text(place.anna)
    assert "Noch gibt es keines." in words(place.letter(place.anna))


def test_a_player_blocks_another_and_takes_it_back(place: Place, visit: Callable[..., Table]) -> None:
    anna = visit("/account")
    made(place, anna)
    game = told(anna, "/api/games", {"axis": "human", "soviet": "open"})
    boris = visit("/")
    told(boris, "/api/me", {"name": "Boris", "color": "red"})
    boris.page.goto(f"{boris.address}{game['links']['soviet']}")
    boris.at("join-yes").click()
    boris.at("talk-open").click()
    boris.at("talk-text").fill("Rude words")
    boris.at("talk-send").click()
    anna.page.goto(f"{anna.address}/g/{game['id']}")
    anna.at("talk-open").click()
    expect(anna.at("talk")).to_contain_text("Rude words")
    anna.at("block").click()
    anna.shot("account-block")
    anna.at("block-yes").click()
    expect(anna.at("is-blocked")).to_contain_text("blocked this player")
    expect(anna.at("talk")).not_to_contain_text("Rude words")
    whole(anna)
    anna.page.goto(f"{anna.address}/account")
    expect(anna.at("blocked")).to_contain_text("Boris")
    anna.shot("account-blocked")
    anna.at("blocked-end").click()
    expect(anna.at("blocked")).to_have_count(0)


def test_a_passkey_signs_in_without_a_password(place: Place, visit: Callable[..., Table]) -> None:
    anna = visit("/account")
    session = anna.page.context.new_cdp_session(anna.page)
    session.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    made(place, anna)
    anna.page.goto(f"{anna.address}/account")
    anna.at("passkey-add").click()
    anna.at("passkey-password").fill(PASSWORD)
    anna.at("passkey-go").click()
    expect(anna.at("passkeys")).to_contain_text("not used yet")
    anna.shot("account-passkeys")
    whole(anna)
    anna.at("sign-out").click()
    anna.at("begin").wait_for()
    anna.page.goto(f"{anna.address}/account")
    anna.at("passkey-enter").click()
    anna.at("begin").wait_for()
    anna.page.goto(f"{anna.address}/account")
    expect(anna.at("signed-in")).to_contain_text(place.anna)
    expect(anna.at("passkeys")).to_contain_text("last used")
    anna.at("passkeys-end").click()
    anna.at("passkey-remove-yes").click()
    expect(anna.at("passkeys")).to_have_count(0)
