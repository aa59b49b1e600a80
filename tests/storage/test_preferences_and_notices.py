"""Preferences, browsers, invitations and reports in the store, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from noretreat.storage.around_games import around_games
from noretreat.storage.database import Database
from noretreat.storage.games import GameRow, GameStore, SeatRow
from noretreat.storage.invitations import InvitationRow, InvitationStore
from noretreat.storage.notices import BrowserRow, HandOver, NoticeRow, NoticeStore
from noretreat.storage.players import PlayerRow, PlayerStore
from noretreat.storage.preferences import PreferenceRow, PreferenceStore
from noretreat.storage.table_talk import ReportRow, TalkStore

AT, LATER = "2026-11-22T12:00:00.000+00:00", "2026-11-22T13:00:00.000+00:00"


def told(url: str, story: Callable[[Database], Awaitable[None]]) -> None:
    async def run() -> None:
        database = Database(url)
        await database.open("mark")
        try:
            await story(database)
        finally:
            await database.close()

    asyncio.run(run())


async def game(database: Database, name: str, soviet: str = "open") -> None:
    row = GameRow(name, "anna", name, "barbarossa", "{}", AT, AT, 0, 7, "", "{}")
    seats = [SeatRow(name, "axis", "human", token="anna"), SeatRow(name, "soviet", soviet)]
    await GameStore(database).create(row, seats, [], [])


def test_guests_are_found_invited_once_and_told(store_url: str) -> None:
    async def story(database: Database) -> None:
        people, preferences, invitations = PlayerStore(database), PreferenceStore(database), InvitationStore(database)
        for name in ("Anna", "Boris", "Borislav", "B_ris"):
            await people.change(name.lower(), name=name, color="red")
            await preferences.put(PreferenceRow(name.lower(), found=name.casefold()))
        assert [name for _, name, _ in await invitations.found("boris", 5)] == ["Boris", "Borislav"]
        assert [name for _, name, _ in await invitations.found("b_r", 5)] == ["B_ris"], "no sign stands for others"
        assert len(await invitations.found("bo", 1)) == 1
        await game(database, "riga")
        guest = InvitationRow("riga", "boris", "anna", AT)
        letter = NoticeRow("n", "boris", "riga", "invite", "Anna", "", AT, AT)
        assert await invitations.invite(guest, [letter])
        assert not await invitations.invite(guest, [])
        assert await invitations.of("boris") == [guest]
        assert await invitations.since("anna", "2026") == 1
        notices = NoticeStore(database)
        assert await notices.invited("riga", "boris")
        await people.move("boris", PlayerRow("boris on a phone", "Boris"))
        assert [one.player for one in await invitations.at("riga")] == ["boris on a phone"]
        assert (await preferences.of(["boris on a phone"]))["boris on a phone"].found == "boris"
        assert await invitations.dismiss("riga", "boris on a phone")
        assert not await notices.invited("riga", "boris on a phone")

    told(store_url, story)


def test_a_notice_is_directed_once_to_each_way(store_url: str) -> None:
    async def story(database: Database) -> None:
        store = NoticeStore(database)
        await game(database, "riga", "human")
        for number in range(3):
            browser = BrowserRow(f"b{number}", "anna", "https://e.org", "key", "auth", f"{AT}{number}")
            await store.put_browser(browser, 2)
        assert [one.id for one in await store.browsers("anna")] == ["b1", "b2"], "the oldest makes room"
        assert await store.kept("push", lambda: "first") == await store.kept("push", lambda: "second") == "first"
        await GameStore(database).append(
            GameRow("riga", "anna", "riga", "barbarossa", "{}", AT, AT, 0, 7, "", "{}"),
            [], [], None, HandOver([NoticeRow("n", "anna", "riga", "turn", "?", "", AT, AT)]),
        )  # fmt: skip
        ((_, due),) = (await store.due(LATER, AT)).items()
        claimed = await store.claim(due, f"{LATER} me")
        directed = await store.direct([(one, ["mail", "push:b1"]) for one in claimed])
        assert [one.mail for one in directed] == ["mail", "push:b1"]
        assert await store.claim(due, f"{LATER} you") == [], "whoever looked before has nothing any more"
        await store.settle([msgspec.structs.replace(one, state="sent", at=LATER) for one in directed])
        around = await database.read(lambda connection: around_games(connection, ["riga"]))
        assert around.told == {("riga", "anna"): LATER}

    told(store_url, story)


def test_a_line_is_reported_once_and_settled(store_url: str) -> None:
    async def story(database: Database) -> None:
        talk = TalkStore(database)
        await game(database, "riga", "human")
        await talk.add("riga", AT, "soviet", "join")
        for side, text in (("axis", "Hello"), ("soviet", "You fool")):
            await talk.add("riga", AT, side, "say", text)
        around = await database.read(lambda connection: around_games(connection, ["riga"]))
        assert around.said == {("riga", "axis"): 2, ("riga", "soviet"): 3}
        report = ReportRow("r1", LATER, "riga", 3, "anna", "boris", "An insult", "[]")
        assert await talk.report(report, AT, 1)
        assert await talk.report(msgspec.structs.replace(report, id="r2"), AT, 1), (
            "the same line again is no other report"
        )
        assert not await talk.report(msgspec.structs.replace(report, id="r3", number=2), AT, 1)
        assert await talk.reports() == [report]
        assert await talk.settle_report("r1", LATER)
        assert await talk.reports() == []
        assert [one.settled for one in await talk.reports(settled=True)] == [LATER]

    told(store_url, story)
