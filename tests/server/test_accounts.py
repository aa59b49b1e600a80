"""Accounts of a site: by mail and password, on SQLite and PostgreSQL, and the attacks on them."""

from __future__ import annotations

import asyncio
import threading
from email.header import decode_header, make_header
from pathlib import Path
from typing import Any

import pytest
from server.accounts import OTHER, PASSWORD, SITE, Place, cookie_of, mail_of, post, site_on, with_cookie, words
from server.mailbox import Mailbox, texts_of
from server.support import Server

from noretreat.data.languages import CODES
from noretreat.server.accounts.messages import WRITERS_WITH_ACCOUNTS, account_notice
from noretreat.server.accounts.passwords import Passwords, check
from noretreat.server.http.errors import Problem
from noretreat.server.notify.messages import MailHeader, preferred
from noretreat.server.notify.texts import MessageTexts
from noretreat.storage.database import Database
from noretreat.storage.tables import ACCOUNT, METADATA

ANNA = "anna@example.org"


def everything_in(url: str) -> str:
    """All that a store holds, as text."""

    async def read() -> str:
        database = Database(url)
        await database.open("")
        rows = [await database.rows(table.select()) for table in METADATA.sorted_tables]
        await database.close()
        return repr(rows)

    return asyncio.run(read())


# --- the way of an account --------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_guest_makes_an_account_and_keeps_seats_name_and_invitations(place: Place) -> None:
    anna, boris = place.visitor(), place.visitor()
    anna.http.post("/api/me", json={"name": "Anna", "color": "teal"})
    game = anna.create(axis="human", soviet="open")
    before = anna.links
    assert mail_of(anna) == ""
    place.made(anna, f"  {place.anna.upper()} ")
    assert mail_of(anna) == place.anna
    assert anna.show(game)["owned"] == ["axis"]
    assert anna.http.get("/api/me").json()["name"] == "Anna"
    (row,) = anna.http.get("/api/games").json()
    assert row["links"] == before, "an invitation that was sent is still good"
    assert boris.http.get(before["soviet"]).status_code == 303
    package = anna.show(game)
    anna.act(game, package["ply"], package["actions"][0])

    phone = place.visitor()
    theirs = phone.create()
    assert post(phone, "sign-in", mail=place.anna, password=PASSWORD) == (204, "")
    assert {one["id"] for one in phone.http.get("/api/games").json()} == {game, theirs}, (
        "what was begun there comes along"
    )
    assert {one["id"] for one in anna.http.get("/api/games").json()} == {game, theirs}
    assert post(phone, "sign-out") == (204, "")
    assert (mail_of(phone), cookie_of(phone), phone.http.get("/api/games").json()) == ("", "", [])
    assert mail_of(anna) == place.anna


def test_a_forgotten_password_is_replaced_and_all_browsers_are_signed_out(place: Place) -> None:
    anna = place.made(place.visitor(), place.anna)
    game = anna.create()
    other = place.visitor()
    assert post(other, "letter", mail=place.anna) == (204, "")
    code = place.code(place.anna, 1)
    assert other.http.post("/api/account/link", json={"code": code}).json() == {"mail": place.anna, "known": True}
    assert post(other, "open", code=code, password=OTHER) == (204, "")
    assert [one["id"] for one in other.http.get("/api/games").json()] == [game]
    assert mail_of(anna) == ""
    assert anna.show(game)["owned"] == []
    assert post(anna, "sign-in", mail=place.anna, password=PASSWORD) == (403, "wrong-sign-in")
    assert post(anna, "sign-in", mail=place.anna, password=OTHER) == (204, "")
    assert "password of your account was changed" in words(place.letter(place.anna, 2))


def test_password_and_address_are_changed_with_the_password(place: Place) -> None:
    anna, phone = place.made(place.visitor(), place.anna), place.visitor()
    assert post(phone, "sign-in", mail=place.anna, password=PASSWORD) == (204, "")
    assert post(anna, "password", password=OTHER, wanted=OTHER) == (403, "wrong-password")
    assert post(anna, "password", password=PASSWORD, wanted="short") == (400, "bad-password")
    assert post(anna, "password", password=PASSWORD, wanted=OTHER) == (204, "")
    assert (mail_of(anna), mail_of(phone)) == (place.anna, "")
    assert post(anna, "mail", password=OTHER, mail=f"new-{place.anna}") == (204, "")
    assert mail_of(anna) == place.anna, "not before the new address has answered"
    assert post(phone, "mail/confirm", code=place.code(f"new-{place.anna}")) == (204, "")
    assert mail_of(anna) == f"new-{place.anna}"
    assert "another mail address" in words(place.letter(place.anna, 2))
    assert post(phone, "sign-in", mail=place.anna, password=OTHER) == (403, "wrong-sign-in")
    for call, body in (("password", {"wanted": OTHER}), ("mail", {"mail": "x@example.org"})):
        assert post(phone, call, password=OTHER, **body) == (403, "not-signed-in")


def test_an_address_that_has_an_account_is_not_taken_over(place: Place) -> None:
    place.made(place.visitor(), place.boris)
    anna = place.made(place.visitor(), place.anna)
    assert post(anna, "mail", password=PASSWORD, mail=place.boris) == (204, ""), "nothing is told of who has an account"
    assert post(anna, "mail/confirm", code=place.code(place.boris, 1)) == (404, "link-lapsed")
    assert mail_of(anna) == place.anna


@pytest.mark.one_database
def test_mails_are_in_the_language_of_the_browser_that_asks(place: Place) -> None:
    anna = place.visitor()
    anna.http.headers["accept-language"] = "it, de-AT;q=0.9, en;q=0.8"
    place.made(anna, place.anna)
    assert post(anna, "mail", password=PASSWORD, mail=f"new-{place.anna}") == (204, "")
    assert post(anna, "mail/confirm", code=place.code(f"new-{place.anna}")) == (204, "")
    mails = [place.letter(place.anna), place.letter(f"new-{place.anna}"), place.letter(place.anna, 1)]
    expected = [
        ("Dein Konto", "Noch gibt es keines.", "Das Konto anlegen"),
        ("Deine neue Adresse", "2 Stunden", "Diese Adresse verwenden"),
        ("Deine Adresse wurde geändert", "andere Mailadresse", "hol dir dein Konto zurück"),
    ]
    for mail, (subject, *said) in zip(mails, expected, strict=True):
        plain, page = texts_of(mail)
        assert str(make_header(decode_header(mail["Subject"]))) == f"No Retreat!: {subject}"
        assert page.startswith('<html lang="de">')
        for text in said:
            assert text in plain
            assert text in page
    stranger = place.visitor()
    stranger.http.headers["accept-language"] = "fr"
    assert post(stranger, "letter", mail=f"new-{place.anna}") == (204, "")
    assert "accéder à votre compte" in words(place.letter(f"new-{place.anna}", 1)), "as the browser says, each time"


HEAD = MailHeader("games@example.org", SITE)


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("topic", ["new", "known", "mail", "password", "address", "passkey", "deleted"])
def test_every_letter_is_there_in_every_language(language: str, topic: str) -> None:
    """In words of its own, in both forms; with the code of a link, and the place where a lost account is taken back."""
    code = "" if topic in ("password", "address", "passkey", "deleted") else "-c_o-d_e"

    def written(language: str) -> tuple[str, str, str]:
        notice = account_notice(topic, language, ANNA, "2026-01-01T00:00:00+00:00", code)
        mail = WRITERS_WITH_ACCOUNTS[notice.kind](notice, HEAD, MessageTexts("en"))
        plain, page = mail.get_body(("plain",)), mail.get_body(("html",))
        assert plain
        assert page
        return str(mail["Subject"]), plain.get_content(), page.get_content()

    subject, plain, page = written(language)
    link = f"{SITE}/account/{'mail' if topic == 'mail' else 'open'}#{code}" if code else f"{SITE}/account"
    assert link in plain
    assert link in page
    assert f'lang="{language}"' in page
    if language != "en":
        english = written("en")
        assert subject != english[0]
        assert not set(plain.splitlines()) & (set(english[1].splitlines()) - {""})


def test_a_letter_that_an_earlier_version_left_is_sent_in_english() -> None:
    notice = account_notice("known", "de", ANNA, "2026-01-01T00:00:00+00:00", "-c_o-d_e")
    notice.text = "known -c_o-d_e"
    body = WRITERS_WITH_ACCOUNTS["account"](notice, HEAD, MessageTexts("en")).get_body(("plain",))
    assert body
    assert "Choose a new password: https://games.example.org/account/open#-c_o-d_e" in body.get_content()


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE-at", "de"),
        ("it,fr;q=0.5,pl;q=0.7", "pl"),
        ("ru;q=0.8, de;q=0.8", "ru"),
        ("de;q=0", "en"),
        ("de;q=many, fr;q=0.1", "fr"),
        ("*, tlh, ;;q=,", "en"),
    ],
)
def test_the_language_of_a_browser(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


# --- attacks ----------------------------------------------------------------------------------------------------
@pytest.mark.one_database
def test_nothing_tells_whether_an_address_has_an_account(place: Place) -> None:
    place.made(place.visitor(), place.anna)
    answers = []
    for mail in (place.anna, f"nobody-{place.anna}"):
        stranger = place.visitor()
        told = [
            stranger.http.post("/api/account/letter", json={"mail": mail}),
            stranger.http.post("/api/account/sign-in", json={"mail": mail, "password": "not the password"}),
        ]
        kept = ("content-length", "content-type", "set-cookie", "cache-control")
        answers.append([(one.status_code, one.text, [one.headers.get(name) for name in kept]) for one in told])
    assert answers[0] == answers[1]
    assert "into your account" in words(place.letter(place.anna, 1)), "the mail alone says it, to its owner"
    assert "There is none yet" in words(place.letter(f"nobody-{place.anna}"))


def test_an_unknown_address_costs_a_comparison_too(monkeypatch: pytest.MonkeyPatch) -> None:
    passwords, compared = Passwords(), []

    def note(password: str, stored: str) -> bool:
        compared.append(stored)
        return True

    monkeypatch.setattr(passwords, "_compare", note)
    assert asyncio.run(passwords.fits("whatever", "")) is False
    assert compared[0].startswith("$argon2id$")


@pytest.mark.one_database
def test_a_cookie_that_was_planted_opens_nothing(place: Place) -> None:
    """Session fixation: whoever knew the cookie before the sign-in knows nothing afterwards."""
    victim = place.visitor()
    game = victim.create()
    planted = cookie_of(victim)
    place.made(victim, place.anna)
    after_opening = cookie_of(victim)
    assert planted != after_opening
    thief = with_cookie(place, victim, planted)
    assert (mail_of(thief), thief.show(game)["owned"]) == ("", [])
    thief.create()
    assert cookie_of(thief) not in (planted, after_opening)
    assert post(victim, "sign-in", mail=place.anna, password=PASSWORD) == (204, "")
    assert cookie_of(victim) != after_opening
    assert mail_of(with_cookie(place, victim, after_opening)) == "", "one browser has one session"


def test_a_link_is_good_once_and_void_after_another_password(place: Place) -> None:
    anna = place.visitor()
    for _ in range(2):
        assert post(anna, "letter", mail=place.anna) == (204, "")
    first, second = place.code(place.anna), place.code(place.anna, 1)
    assert post(anna, "open", code=first, password="short") == (400, "bad-password")
    assert post(anna, "open", code=first, password=PASSWORD) == (204, "")
    thief = place.visitor()
    for code in (first, second, "", "x" * 32):
        assert post(thief, "open", code=code, password=OTHER) == (404, "link-lapsed")
        assert post(thief, "link", code=code) == (404, "link-lapsed")
        assert post(thief, "mail/confirm", code=code) == (404, "link-lapsed")
    assert post(thief, "sign-in", mail=place.anna, password=OTHER) == (403, "wrong-sign-in")


def test_one_of_many_uses_a_link(place: Place) -> None:
    async def race() -> list[int]:
        import httpx

        async with httpx.AsyncClient(base_url=place.server.address, timeout=120) as client:
            calls = [
                client.post("/api/account/open", json={"code": code, "password": f"{PASSWORD} {number}"})
                for number in range(6)
            ]
            return sorted(answer.status_code for answer in await asyncio.gather(*calls))

    assert post(place.visitor(), "letter", mail=place.anna) == (204, "")
    code = place.code(place.anna)
    assert asyncio.run(race()) == [204, 404, 404, 404, 404, 404]


@pytest.mark.one_database
@pytest.mark.slow
def test_a_link_runs_out(store_url: str, tmp_path: Path, mailbox: Mailbox) -> None:
    twist = "import noretreat.server.accounts.service as service\nservice.HOURS = 0\n"
    place = Place(site_on(tmp_path / "site", store_url, mailbox, twist=twist), store_url, mailbox)
    anna = place.visitor()
    assert post(anna, "letter", mail=place.anna) == (204, "")
    assert post(anna, "open", code=place.code(place.anna), password=PASSWORD) == (404, "link-lapsed")
    place.server.close()


@pytest.mark.one_database
@pytest.mark.slow
def test_passwords_cannot_be_tried_without_end(place: Place) -> None:
    place.made(place.visitor(), place.anna)
    thief = place.visitor()
    from_one = [post(thief, "sign-in", mail=place.anna, password="wrong wrong wrong")[0] for _ in range(14)]
    assert from_one[:8] == [403] * 8
    assert from_one[-1] == 429
    assert post(place.visitor(), "sign-in", mail=place.anna, password=PASSWORD) == (204, ""), "its owner gets in"
    from_many = [post(place.visitor(), "sign-in", mail=place.anna, password="wrong wrong wrong")[0] for _ in range(54)]
    assert from_many[:30] == [403] * 30
    assert from_many[-1] == 429, "whoever tries, from wherever"
    assert post(place.visitor(), "sign-in", mail=place.anna.upper(), password=PASSWORD) == (429, "too-many")
    assert post(place.visitor(), "letter", mail=place.anna) == (204, ""), "a link is sent nevertheless"
    link = place.code(place.anna, 1)
    assert post(place.visitor(), "open", code=link, password=OTHER) == (204, ""), "and opens the account"
    one = place.visitor()
    from_one = [post(one, "sign-in", mail=f"{number}@example.org", password="wrong wrong")[0] for number in range(36)]
    assert (from_one[0], from_one[-1]) == (403, 429), "one visitor, whomever they try"


@pytest.mark.slow
@pytest.mark.one_database
def test_nobody_is_buried_in_letters(place: Place) -> None:
    answers = [post(place.visitor(), "letter", mail=place.anna) for _ in range(7)]
    assert answers == [(204, "")] * 5 + [(429, "letters-too-often")] * 2
    for mail in ("nobody", "a b@example.org", "x@example.org\r\nBcc: y@example.org", "https://example.org"):
        assert post(place.visitor(), "letter", mail=mail) == (400, "no-mail-address")


@pytest.mark.slow
def test_strangers_are_not_mailed_by_a_visitor_who_invents_cookies(place: Place) -> None:
    """Each cookie is another player, but the address is one: mails that confirm one are counted like letters."""
    visitor, answers = place.visitor(), []
    for number in range(34):
        visitor.http.cookies.clear()
        assert visitor.http.post("/api/cookie", json={}).status_code < 300
        mail = place.anna.replace("@", f"-{number}@")
        answers.append(visitor.http.post("/api/notices", json={"mail": mail}).status_code)
    assert answers[:25] == [200] * 25
    assert answers[-1] == 429
    assert place.visitor().http.get("/api/notices").status_code == 200


@pytest.mark.slow
def test_a_password_that_takes_long_to_look_at_keeps_nobody_from_signing_in() -> None:
    """It has a desk of its own."""

    async def run() -> None:
        passwords = Passwords()
        stored = await passwords.hashed(PASSWORD)
        looked, done = threading.Event(), threading.Event()

        def look() -> None:
            looked.set()
            assert done.wait(60)

        looking = asyncio.create_task(passwords._look.do(look))
        while not looked.is_set():
            await asyncio.sleep(0)
        assert await passwords.fits(PASSWORD, stored)
        assert not looking.done()
        done.set()
        await looking

    asyncio.run(run())


def test_a_link_does_not_try_passwords_without_end(place: Place) -> None:
    """Passwords that are refused are counted, though the link is not used up."""
    anna = place.visitor()
    assert post(anna, "letter", mail=place.anna) == (204, "")
    code = place.code(place.anna)
    answers = [post(anna, "open", code=code, password="aaaaaaaaaaaa") for _ in range(14)]
    assert answers[0] == (400, "bad-password")
    assert answers[-1] == (429, "too-many")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example.org"},
        {"sec-fetch-site": "cross-site"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "text/plain"},
    ],
)
@pytest.mark.one_database
def test_another_page_can_forge_nothing(place: Place, headers: dict[str, str]) -> None:
    anna = place.made(place.visitor(), place.anna)
    body = b'{"mail":"thief@example.org","password":"' + PASSWORD.encode() + b'"}'
    for call in ("sign-in", "sign-out", "mail", "password", "letter", "open"):
        answer = anna.http.post(
            f"/api/account/{call}", content=body, headers={"content-type": "application/json", **headers}
        )
        assert answer.status_code in (403, 415), call
    assert mail_of(anna) == place.anna


def test_the_store_opens_no_account(place: Place) -> None:
    anna = place.visitor()
    guest = anna.create() and cookie_of(anna)
    place.made(anna, place.anna)
    post(anna, "letter", mail=place.anna)
    code = place.code(place.anna, 1)
    kept = everything_in(place.url)
    assert place.anna in kept
    for secret in (PASSWORD, cookie_of(anna)):
        assert secret not in kept
    assert guest in kept, "the player's own token is there; with an account it opens nothing"
    assert mail_of(with_cookie(place, anna, guest)) == ""
    for _ in range(600):
        if code not in kept:
            break
        kept = everything_in(place.url)  # until it is noted that the letter was sent
    assert code not in kept


def test_both_sides_of_a_game_do_not_become_one(place: Place) -> None:
    anna, boris = place.made(place.visitor(), place.anna), place.visitor()
    game = anna.create(axis="human", soviet="open")
    assert boris.http.get(anna.links["soviet"]).status_code == 303
    assert post(boris, "sign-in", mail=place.anna, password=PASSWORD) == (409, "account-both-sides")
    assert boris.show(game)["owned"] == ["soviet"]


@pytest.mark.one_database
def test_the_cookie_of_a_session_is_out_of_reach(place: Place) -> None:
    anna = place.made(place.visitor(), place.anna)
    forwarded = {"host": "games.example.org", "x-forwarded-proto": "https", "origin": SITE}
    answer = anna.http.post("/api/account/sign-in", json={"mail": place.anna, "password": PASSWORD}, headers=forwarded)
    assert answer.status_code == 204
    for word in ("HttpOnly", "SameSite=lax", "Secure", "Path=/"):
        assert word in answer.headers["set-cookie"]
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.one_database
def test_codes_of_guests_are_not_for_accounts(place: Place) -> None:
    anna = place.visitor()
    anna.create()
    code: Any = anna.http.post("/api/me/recovery", json={}).json()
    place.made(anna, place.anna)
    for call, body in (("recovery", {}), ("recovery/use", code), ("sign-out-others", {})):
        assert anna.http.post(f"/api/me/{call}", json=body).status_code == 409
    assert place.visitor().http.post("/api/me/recovery/use", json=code).status_code == 404, (
        "the one from before is void"
    )


def test_a_private_server_has_no_accounts(server: Server) -> None:
    browser = server.browser()
    assert browser.http.get("/api/account").json() == {"offered": False, "mail": "", "made": "", "host": False}
    assert post(browser, "letter", mail=ANNA) == (404, "no-accounts")


@pytest.mark.parametrize("password", ["eleven char", "a" * 200, "aaaabbbbcccc", ANNA, "anna@example", f"{ANNA} 1"])
def test_a_password_that_is_found_easily_is_refused(password: str) -> None:
    with pytest.raises(Problem) as refused:
        check(password, ANNA)
    assert refused.value.status == 400
    check(PASSWORD, ANNA)


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("passwortpasswort", "stolen-password"),
        ("Motdepasse123", "stolen-password"),
        ("correct horse battery staple", "stolen-password"),
        ("zaq12wsxcde3", "stolen-password"),
        ("abcdefghijkl", "stolen-password"),
        ("Stalingrad 1943", "stolen-password"),
        ("noretreat1943", "guessed-password"),
        ("wrong wrong wrong", "guessed-password"),
    ],
)
def test_a_password_that_was_stolen_or_is_guessed_soon_is_refused(password: str, why: str) -> None:
    with pytest.raises(Problem) as refused:
        check(password, ANNA)
    assert (refused.value.status, refused.value.why.code) == (400, why)
    assert "words that nobody would expect together" in refused.value.text


@pytest.mark.parametrize(
    "password", [PASSWORD, OTHER, "танки застряли в грязи", "der Bahnhof frisst Kohle", "kGx9!vQ2#pLmZ"]
)
def test_a_good_password_is_taken_however_long(password: str) -> None:
    check(password, ANNA)
    check(f"{password} {password[::-1]} {password}"[:128], ANNA)


@pytest.mark.one_database
def test_no_account_has_a_stolen_password(place: Place) -> None:
    anna = place.visitor()
    assert post(anna, "letter", mail=place.anna) == (204, "")
    code = place.code(place.anna)
    assert post(anna, "open", code=code, password="correct horse battery staple") == (400, "stolen-password")
    assert post(anna, "open", code=code, password=PASSWORD) == (204, ""), "the link was not used up"
    assert post(anna, "password", password=PASSWORD, wanted="noretreat1943") == (400, "guessed-password")


@pytest.mark.slow
@pytest.mark.one_database
def test_old_hashes_are_renewed_on_sign_in(place: Place) -> None:
    from argon2 import PasswordHasher

    place.made(place.visitor(), place.anna)
    weak = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)

    async def write() -> None:
        database = Database(place.url)
        await database.open("")
        change = ACCOUNT.update().where(ACCOUNT.c.mail == place.anna).values(password=weak)
        await database.write(lambda connection: connection.execute(change))
        await database.close()

    asyncio.run(write())
    assert post(place.visitor(), "sign-in", mail=place.anna, password=PASSWORD) == (204, "")
    assert weak not in everything_in(place.url)


# --- mails about games -------------------------------------------------------------------------------------------
def test_the_address_of_an_account_is_told_of_turns_without_another_confirmation(place: Place) -> None:
    """Where it was wished for when the account was made; it goes along when the address changes."""
    anna, boris = place.visitor(), place.visitor()
    assert post(anna, "letter", mail=place.anna) == (204, "")
    code = place.code(place.anna)
    assert post(anna, "open", code=code, password=PASSWORD, notices=True) == (204, "")
    told = anna.http.get("/api/notices").json()
    assert (told["mail"], told["confirmed"], told["account"]) == (place.anna, True, place.anna)
    place.made(boris, place.boris)
    told = boris.http.get("/api/notices").json()
    assert (told["mail"], told["account"]) == ("", place.boris), "not unasked"
    stranger = boris.http.post("/api/notices", json={"mail": place.anna}).json()
    assert (stranger["mail"], stranger["confirmed"]) == (place.anna, False), "somebody else's is asked first"
    own = boris.http.post("/api/notices", json={"mail": place.boris}).json()
    assert (own["mail"], own["confirmed"]) == (place.boris, True)
    new = f"new-{place.anna}"
    assert post(anna, "mail", password=PASSWORD, mail=new) == (204, "")
    assert post(anna, "mail/confirm", code=place.code(new)) == (204, "")
    told = anna.http.get("/api/notices").json()
    assert (told["mail"], told["confirmed"], told["account"]) == (new, True, new)
