"""Notices: one for each hand-over, by a real mail server that fails half the time; none lost, none doubled."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from email.message import EmailMessage, Message
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.mailbox import Mailbox, texts_of
from server.support import Server
from websockets.sync.client import connect

from noretreat.server.notify.choices import awake
from noretreat.server.notify.messages import MailHeader
from noretreat.server.notify.outbox import LEASE, Outbox, Smtp
from noretreat.storage.database import Database, url_of
from noretreat.storage.games import GameRow, GameStore, SeatRow
from noretreat.storage.notices import AddressRow, NoticeRow, NoticeStore, after
from noretreat.storage.preferences import PreferenceStore
from noretreat.storage.tables import META, NOTICE

AT = "2026-11-22T12:00:00.000+00:00"
HEAD = MailHeader("No Retreat <games@example.org>", "https://games.example.org")


@pytest.fixture
def mailbox(request: pytest.FixtureRequest) -> Iterator[Mailbox]:
    box = Mailbox(getattr(request, "param", 0.0))
    box.controller.start()
    yield box
    box.controller.stop()


def summary_of(actor: str) -> str:
    """The summary of a game in which a side has to decide."""
    found = {"turn": 1, "months": "", "year": 1941, "phase": "cards", "actor": actor, "vp": 0, "initiative": "axis"}
    return json.dumps({**found, "finished": False, "outcome": None})


async def game_of(database: Database, name: str, player: str) -> None:
    """A game that waits for a player."""
    row = GameRow(name, "", name, "barbarossa", "{}", AT, AT, 0, 7, "", summary_of("axis"))
    await GameStore(database).create(
        row, [SeatRow(name, "axis", "human", token=player), SeatRow(name, "soviet", "human")], [], []
    )


def notice(name: str, player: str, game: str, **more: Any) -> NoticeRow:
    return NoticeRow(name, player, game, "turn", f"What now in {game}?", "", AT, AT, **more)


def office_of(database: Database, mailer: Smtp, head: MailHeader = HEAD, **more: Any) -> Outbox:
    """A post office on a store."""
    return Outbox(NoticeStore(database), PreferenceStore(database), mailer, head, **more)


def with_store(folder: Path, look: Callable[[Database], Awaitable[Any]]) -> Any:
    """What `look` finds in a store."""

    async def run() -> Any:
        database = Database(url_of(folder))
        try:
            await database.open("mark")
            return await look(database)
        finally:
            await database.close()

    return asyncio.run(run())


async def states(database: Database) -> Counter[tuple[str, str]]:
    """How many notices of each kind are in each state."""
    rows = await database.records(NoticeRow, NOTICE.select())
    return Counter((row.kind, row.state) for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize("mailbox", [0.5], indirect=True)
def test_none_is_lost_and_none_doubled_by_a_mail_server_that_fails_half_the_time(
    mailbox: Mailbox, tmp_path: Path
) -> None:
    players = [f"player{number}" for number in range(20)]

    async def run(database: Database) -> None:
        store = NoticeStore(database)
        for player in players:
            await game_of(database, f"game-{player}", player)
            mail = AddressRow(player, f"{player}@example.org", confirmed=True, off=player)
            await store.put_address(mail, notice(f"n-{player}", player, f"game-{player}"))
        another = Database(url_of(tmp_path))
        await another.open("mark")
        offices = [office_of(each, Smtp(mailbox.url), HEAD) for each in (database, another)]
        at = AT
        for _ in range(12):
            await asyncio.gather(*(office.run_once(at) for office in offices))
            at = after(at, hours=2)
        await another.close()
        assert await states(database) == {("turn", "sent"): len(players), ("nudge", "waiting"): len(players)}

    with_store(tmp_path, run)
    assert sorted(str(mail["To"]) for mail in mailbox.taken) == sorted(f"{player}@example.org" for player in players)
    assert mailbox.refused > 5


def test_a_sender_that_dies_between_sending_and_marking_is_followed_by_one_that_sends_the_same_mail(
    mailbox: Mailbox, tmp_path: Path
) -> None:
    class Dying(Smtp):
        async def send(self, mail: EmailMessage, to: str) -> None:
            await super().send(mail, to)
            raise asyncio.CancelledError

    async def run(database: Database) -> None:
        store = NoticeStore(database)
        await game_of(database, "game", "anna")
        await store.put_address(AddressRow("anna", "anna@example.org", True, off="k"), notice("n", "anna", "game"))
        with pytest.raises(asyncio.CancelledError):
            await office_of(database, Dying(mailbox.url), HEAD).run_once(AT)
        office = office_of(database, Smtp(mailbox.url), HEAD)
        assert await office.run_once(after(AT, seconds=LEASE / 2)) == 0, "another one may still be at it"
        assert await office.run_once(after(AT, seconds=LEASE + 1)) == 1
        assert await office.run_once(after(AT, seconds=LEASE * 9)) == 0
        assert await states(database) == {("turn", "sent"): 1, ("nudge", "waiting"): 1}

    with_store(tmp_path, run)
    assert len(mailbox.taken) == 2
    assert len({mail["Message-ID"] for mail in mailbox.taken}) == 1, "a mailbox can tell that they are one"


def test_several_games_are_told_in_one_mail_and_reminded_of_after_a_week(mailbox: Mailbox, tmp_path: Path) -> None:
    async def run(database: Database) -> None:
        store = NoticeStore(database)
        for name in ("riga", "kiev", "muted", "over"):
            await game_of(database, name, "anna" if name != "over" else "boris")
        address = AddressRow("anna", "anna@example.org", True, off="key", muted='["muted"]')
        notices = [notice(f"n-{name}", "anna", name) for name in ("riga", "kiev", "muted", "over")]
        await store.put_address(address, *notices)
        office = office_of(database, Smtp(mailbox.url), HEAD, here=lambda _: ())
        assert await office.run_once(AT) == 1
        assert await office.run_once(after(AT, days=6)) == 0
        assert await office.run_once(after(AT, days=8)) == 1

    with_store(tmp_path, run)
    first, reminder = mailbox.taken
    assert str(first["Subject"]).endswith("2 games wait for you: riga; kiev"), "it names them"
    assert first["List-Unsubscribe"] == "<https://games.example.org/notices/off/key>"
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    plain, html = texts_of(first)
    for text in (plain, html):
        assert "What now in riga?" in text
        assert "https://games.example.org/g/kiev" in text
        assert "muted" not in text
        assert "over" not in text
    assert reminder["Message-ID"] != first["Message-ID"]


def test_an_address_that_is_refused_for_good_rests_for_a_week(mailbox: Mailbox, store_url: str) -> None:
    """Not the one that is refused because of us, nor the one that is refused for now."""
    answers = {
        "anna": "550 5.1.1 No such user",
        "boris": "554 5.7.1 Relay access denied",
        "clara": "450 4.2.1 Try again later",
    }
    mailbox.unknown.update({f"{player}@example.org": said for player, said in answers.items()})

    async def run() -> None:
        database = Database(store_url)
        await database.open("mark")
        store, office = NoticeStore(database), office_of(database, Smtp(mailbox.url))

        async def told(day: int) -> list[str]:
            """The states of the notices of each player, after one more a day later."""
            for player in answers:
                await game_of(database, f"{player}{day}", player)
                address = AddressRow(player, f"{player}@example.org", True, off=player)
                await store.put_address(address, notice(f"{player}{day}", player, f"{player}{day}"))
            await office.run_once(after(AT, days=day))
            rows = await database.records(NoticeRow, NOTICE.select().order_by(NOTICE.c.id))
            kept = [row for row in rows if row.kind == "turn"]
            return [" ".join(row.state for row in kept if row.player == player) for player in answers]

        assert await told(0) == ["failed", "failed", "waiting"]
        assert await told(2) == ["failed dropped", "failed failed", "waiting waiting"]
        mailbox.unknown.clear()
        assert await told(8) == ["failed dropped sent", "failed failed sent", "sent sent sent"]
        await store.forget(after(AT, days=8))
        assert await database.rows(META.select().where(META.c.key.startswith("rests"))) == []
        await database.close()

    asyncio.run(run())


def test_who_is_at_the_table_is_told_nothing(mailbox: Mailbox, tmp_path: Path) -> None:
    async def run(database: Database) -> None:
        store = NoticeStore(database)
        await game_of(database, "game", "anna")
        await store.put_address(AddressRow("anna", "anna@example.org", True, off="k"), notice("n", "anna", "game"))
        office = office_of(database, Smtp(mailbox.url), HEAD, here=lambda _: ["anna"])
        assert await office.run_once(AT) == 0
        assert await states(database) == {("turn", "waiting"): 1}

    with_store(tmp_path, run)
    assert mailbox.taken == []


@pytest.mark.parametrize(
    ("begin", "end", "at", "then"),
    [
        (22, 7, "2026-11-22T12:00:00.000+00:00", "2026-11-22T12:00:00.000+00:00"),
        (22, 7, "2026-11-22T22:30:10.000+00:00", "2026-11-23T06:00:00.000+00:00"),
        (22, 7, "2026-11-23T02:05:00.000+00:00", "2026-11-23T06:00:00.000+00:00"),
        (9, 17, "2026-11-22T12:00:00.000+00:00", "2026-11-22T16:00:00.000+00:00"),
        (0, 0, "2026-11-22T02:00:00.000+00:00", "2026-11-22T02:00:00.000+00:00"),
        # The nights in which the clocks are changed are an hour longer or shorter.
        (22, 7, "2026-10-24T21:30:00.000+00:00", "2026-10-25T06:00:00.000+00:00"),
        (22, 7, "2026-03-28T22:30:00.000+00:00", "2026-03-29T05:00:00.000+00:00"),
        (22, 2, "2026-03-28T22:30:00.000+00:00", "2026-03-29T01:00:00.000+00:00"),
    ],
)
def test_quiet_hours_are_those_where_the_player_lives(begin: int, end: int, at: str, then: str) -> None:
    address = AddressRow("anna", quiet_from=begin, quiet_to=end, zone="Europe/Berlin")
    assert awake(address, at) == then


# --- on a server -----------------------------------------------------------------------------------------------------
@pytest.fixture
def site(mailbox: Mailbox, tmp_path: Path) -> Iterator[Server]:
    """A server that sends at once."""
    script = f"""
import os
os.environ |= {{"NORETREAT_MAIL": {mailbox.url!r}, "NORETREAT_MAIL_FROM": "games@example.org",
    "NORETREAT_URL": "https://games.example.org"}}
import noretreat.server.notify.outbox as office
office.EVERY = 0.05
import sys
sys.argv += ["--notice-after", "0"]
from noretreat.cli.main import main
raise SystemExit(main())
"""
    server = Server(tmp_path / "site", script)
    yield server
    server.close()


def link_in(mail: Message) -> str:
    """The path of the first link of a mail."""
    text = texts_of(mail)[0]
    found = re.search(r"https://games\.example\.org(/\S+)", text)
    assert found, text
    return found.group(1)


def test_a_player_who_is_away_is_told_what_is_asked(site: Server, mailbox: Mailbox) -> None:
    axis, soviet = site.browser(), site.browser()
    game = axis.create(axis="human", soviet="open")
    assert soviet.http.get(axis.links["soviet"]).status_code == 303
    soviet.show(game)
    wanted = {"mail": "boris@example.org", "quiet_from": 0, "quiet_to": 0, "zone": "Europe/Berlin"}
    assert soviet.http.post("/api/notices", json=wanted).json()["confirmed"] is False
    confirming = link_in(mailbox.wait_for("Confirm"))
    mail_program = httpx.Client(base_url=site.address)
    assert mail_program.get(f"{confirming}).").status_code == 200, "what stands behind a link is no part of it"
    assert soviet.http.get("/api/notices").json()["confirmed"] is False, "looking at a link does nothing"
    assert mail_program.post(confirming).status_code == 200
    assert soviet.http.get("/api/notices").json()["confirmed"] is True
    cookie = "; ".join(f"{name}={value}" for name, value in soviet.http.cookies.items())
    address = f"{site.address.replace('http', 'ws')}/api/games/{game}/live"
    with connect(address, additional_headers={"Cookie": cookie}) as forgotten:  # a tab in the background
        for here in ("true", "false"):
            forgotten.send(f'{{"here": {here}}}')
            while forgotten.recv(timeout=60) != "{}":
                pass
        for _ in range(400):
            package = axis.show(game)
            if package["view"]["actor"] == "soviet":
                break
            ends = [action for action in package["actions"] if action["type"] in ("Pass", "Done")]
            axis.act(game, package["ply"], (ends or package["actions"])[0])
        told = mailbox.wait_for("your turn")
    text = texts_of(told)[0]
    assert soviet.show(game)["view"]["prompt"]["text"] in text
    assert f"/g/{game}" in text
    for _ in range(600):  # it is noted after the mail server has taken the mail
        (sent, *_) = soviet.http.get("/api/notices").json()["sent"]
        if sent["kind"] == "turn":
            break
        time.sleep(0.05)
    assert (sent["game"], sent["kind"], sent["failed"]) == (game, "turn", False)
    off = str(told["List-Unsubscribe"]).strip("<>").removeprefix("https://games.example.org")
    one_click = mail_program.post(
        off, content="List-Unsubscribe=One-Click", headers={"content-type": "application/x-www-form-urlencoded"}
    )
    assert one_click.status_code == 200
    assert soviet.http.get("/api/notices").json()["mail"] == ""
    mail_program.close()


def test_an_address_is_not_asked_again_and_again(site: Server) -> None:
    answers = []
    for _ in range(5):
        browser = site.browser()
        browser.create()
        wanted = {"mail": "victim@example.org"}
        answers.append(browser.http.post("/api/notices", json=wanted).status_code)
    assert answers == [200, 200, 200, 429, 429]


def test_a_server_without_mail_offers_none(server: Server) -> None:
    browser = server.browser()
    browser.create()
    assert browser.http.get("/api/notices").json()["offered"] is False
    assert browser.http.post("/api/notices", json={"mail": "anna@example.org"}).status_code == 409


def test_what_is_no_address_is_refused(site: Server) -> None:
    browser = site.browser()
    browser.create()
    for mail in (
        "nobody",
        "a@b",
        "a b@example.org",
        "x@example.org\r\nBcc: y@example.org",
        "x" * 70 + "@example.org",
        "https://u@e.org",
    ):
        assert browser.http.post("/api/notices", json={"mail": mail}).status_code == 400, mail
    wrong = {"mail": "", "zone": "../../etc/passwd"}
    assert browser.http.post("/api/notices", json=wrong).status_code == 400
    assert site.browser().http.post(f"/notices/confirm/{secrets.token_hex(8)}").status_code == 404


def test_old_notices_are_forgotten(tmp_path: Path) -> None:
    """There is one for nearly every hand-over: the table would grow without end."""

    async def run(database: Database) -> None:
        store = NoticeStore(database)
        await game_of(database, "game", "axel")
        notices = [
            NoticeRow(f"{state} {days}", "axel", "game", "turn", "", "", AT, after(AT, days=-days), state)
            for state in ("waiting", "sending", "sent", "dropped", "failed")
            for days in (1, 3, 100)
        ]
        await store.put_address(AddressRow("axel", "axel@example.org", confirmed=True), *notices)
        assert await store.forget(AT) == 4
        kept = {row[0] for row in await database.rows(NOTICE.select())}
        assert kept == {one.id for one in notices} - {"sent 100", "failed 100", "dropped 3", "dropped 100"}

    with_store(tmp_path, run)
