"""What a host does to a site while it runs, by the command and by the page, on either database; and its log."""

from __future__ import annotations

import asyncio
import io
import json
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from postgres import Postgres
from server.accounts import HOST, OTHER, PASSWORD, Place, post
from server.support import Browser
from server.test_table_service import ANNA, BORIS, Inn

from noretreat.cli.main import main
from noretreat.server.admin.acts import Admin
from noretreat.server.admin.keeping import Keep, Keeper
from noretreat.server.clocks.now import now
from noretreat.server.game.listing import NewGame
from noretreat.server.http.live import Hub
from noretreat.server.http.pubsub import PubSub
from noretreat.server.http.security import hashed
from noretreat.server.measures import InForce, Measures, network_of
from noretreat.storage.accounts import AccountRow, AccountStore, CodeRow, SessionRow
from noretreat.storage.database import Database, StorageError
from noretreat.storage.keeping import KeepingStore
from noretreat.storage.measures import MeasureRow, MeasureStore, event_of
from noretreat.storage.notices import NoticeRow, after
from noretreat.storage.personal_data import PersonalData
from noretreat.storage.players import PlayerRow, PlayerStore
from noretreat.storage.tables import CONDUCT, SECURITY

Command = Callable[..., str]


@pytest.fixture
def admin(place: Place, capsys: pytest.CaptureFixture[str]) -> Iterator[Command]:
    """`noretreat admin` on the store of the running site; whatever holds for all visitors is lifted in the end."""

    def run(*arguments: str, fails: bool = False) -> str:
        code = main(["admin", *arguments, "--database-url", place.url])
        said = capsys.readouterr()
        assert code == int(fails), said.err
        return said.err if fails else said.out

    yield run
    for line in run("measures").splitlines():
        _, kind, *rest = line.split()
        if kind == "network":
            run("lift", rest[0])
        elif kind in ("announce", "read-only", "accounts-only"):
            run(kind, "off")


LETTERS_BEFORE = 3
"""Letters about an account that was made, given another password, and deleted."""


def until(what: Callable[[], Any], wanted: object) -> None:
    """Waits until the running process has taken something up."""
    deadline = time.monotonic() + 60
    while (found := what()) != wanted:
        assert time.monotonic() < deadline, found
        time.sleep(0.02)


def refused(answer: Any) -> str:
    """Why something was refused; empty if it was not."""
    return "" if answer.status_code < 300 else str(answer.json()["error"]["why"]["code"])


def called(browser: Browser, name: str) -> Browser:
    assert browser.http.post("/api/me", json={"name": name}).status_code == 200
    return browser


def standing(browser: Browser) -> dict[str, Any]:
    return dict(browser.http.get("/api/standing").json()["standing"])


@pytest.mark.slow
def test_who_is_suspended_looks_and_does_not_play(place: Place, admin: Command) -> None:
    anna = place.made(place.visitor(), place.anna)
    game = anna.create()
    assert "x-noretreat-standing" not in anna.http.get("/api/games").headers
    assert "suspended until" in admin("suspend", place.anna, "--for", "7d", "--reason", "insults")

    def play() -> str:
        return refused(anna.try_to(game, 0, {"type": "Pass"}))

    until(play, "suspended-until")
    assert anna.http.get("/api/games").headers["x-noretreat-standing"]
    assert anna.show(game)["ply"] >= 0, "one may look"
    assert standing(anna)["suspended_until"] > now()
    assert standing(place.visitor())["suspended"] is False
    assert refused(anna.http.post("/api/games", json={})) == "suspended-until"
    assert refused(anna.http.post("/api/notices/muted", json={"game": game, "muted": True})) == "", (
        "mails are one's own"
    )
    assert post(anna, "sign-out") == (204, "")
    assert "is not suspended any more" in admin("lift", place.anna)
    until(lambda: standing(anna)["suspended"], False)
    assert "not in force" in admin("lift", place.anna, fails=True)
    (lifted, made) = admin("log", "--about", place.anna).splitlines()
    assert "lift-suspend" in lifted
    assert "insults" in made


def test_an_address_is_suspended_for_all_who_come_from_it(place: Place, admin: Command) -> None:
    anna, boris = place.visitor(), place.visitor()
    address = anna.http.headers["x-forwarded-for"]
    admin("suspend", address, "--for", "1h")
    until(lambda: refused(anna.http.post("/api/games", json={})), "address-suspended-until")
    assert post(anna, "letter", mail=place.anna) == (403, "address-suspended-until")
    assert (standing(anna)["network"], standing(boris)["network"]) == (True, False)
    boris.create()
    admin("lift", address)
    until(lambda: standing(anna)["suspended"], False)


def test_read_only_and_accounts_only(place: Place, admin: Command) -> None:
    anna, guest = place.made(place.visitor(), place.anna), place.visitor()
    begun = guest.create()
    admin("accounts-only", "on")
    until(lambda: refused(guest.http.post("/api/games", json={})), "accounts-only")
    assert refused(guest.http.get(f"/join/{begun}/nothing")) == "accounts-only"
    guest.act(begun, (shown := guest.show(begun))["ply"], shown["actions"][0])
    game = anna.create()
    admin("read-only", "on", "--for", "1h")
    until(lambda: refused(anna.http.post(f"/api/games/{game}/undo", json={"ply": 0})), "read-only-until")
    answer = anna.http.post("/api/games", json={})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "read_only")
    assert anna.http.post(f"/api/games/{game}/query", json={"kind": "supply", "side": "axis"}).status_code != 409
    assert post(anna, "sign-out") == (204, "")
    assert post(anna, "sign-in", mail=place.anna, password=PASSWORD) == (204, "")
    admin("read-only", "off")
    admin("accounts-only", "off")
    until(lambda: refused(guest.http.post("/api/games", json={"axis": "human", "soviet": "human"})), "")


def test_an_announcement_is_told_by_every_answer(place: Place, admin: Command) -> None:
    guest = place.visitor()
    admin("announce", "We move tonight.", "--for", "2h")
    until(lambda: standing(guest)["announcement"], "We move tonight.")
    first = guest.http.get("/api/lobby").headers["x-noretreat-standing"]
    admin("announce", "We have moved.")
    until(lambda: standing(guest)["announcement"], "We have moved.")
    assert guest.http.get("/api/lobby").headers["x-noretreat-standing"] != first
    admin("announce", "off")
    until(lambda: standing(guest)["announcement"], "")


@pytest.mark.slow
def test_a_guest_is_muted_renamed_and_removed(place: Place, admin: Command, tmp_path: Path) -> None:
    name = place.boris.partition("@")[0]
    anna, boris = place.made(place.visitor(), place.anna), called(place.visitor(), name)
    game = anna.create(axis="human", soviet="open")
    assert boris.http.get(anna.links["soviet"]).status_code == 303
    assert boris.http.post(f"/api/games/{game}/talk", json={"text": "Something rude"}).status_code == 204

    def heard() -> list[str]:
        lines = anna.http.get(f"/api/games/{game}/company").json()["lines"]
        return [line["text"] for line in lines if line["kind"] == "say"]

    assert heard() == ["Something rude"]
    found = admin("find", name)
    assert game in found, "the games of a player are found with the player"
    shown = admin("show", name)
    assert shown.startswith("player ")
    player = shown.split()[1]
    assert admin("show", player) == shown
    admin("mute", player)
    until(heard, [])
    assert refused(boris.http.post(f"/api/games/{game}/talk", json={"text": "More"})) == "muted"
    assert refused(boris.http.post("/api/me", json={"name": "Worse"})) == "muted"
    admin("unmute", player)
    until(heard, ["Something rude"])
    assert "the player is called Somebody" in admin("rename", player, "Somebody")
    assert boris.http.get("/api/me").json()["name"] == "Somebody"
    file = tmp_path / "guest.zip"
    admin("export", player, str(file))
    assert file.stat().st_mode & 0o077 == 0
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as archive:
        kept = json.loads(archive.read("player.json"))
    assert (kept["player"][0]["name"], kept["said"][-1]["text"]) == ("Somebody", "Something rude")
    assert "say --yes" in admin("remove", player, fails=True)
    admin("remove", player, "--yes", "--reason", "asked for by mail")
    assert boris.http.get("/api/me").json()["name"] == ""
    assert anna.http.get(f"/api/games/{game}/company").json()["seats"]["soviet"]["kind"] == "computer"
    assert "asked for by mail" in (log := admin("log", "--about", player))
    assert "Somebody" not in log


@pytest.mark.slow
def test_a_game_is_marked_ended_renamed_and_removed(place: Place, admin: Command) -> None:
    anna, boris = place.made(place.visitor(), place.anna), place.made(place.visitor(), place.boris)
    game = anna.create(axis="human", soviet="open", rated=True, pair=True, name="Something rude")
    assert boris.http.get(anna.links["soviet"]).status_code == 303
    assert game in admin("find", f"https://games.example.org/g/{game}")
    admin("mark", game)
    until(lambda: refused(anna.http.post(f"/api/games/{game}/talk", json={"text": "Hello"})), "game-marked")
    assert refused(anna.http.post(f"/api/games/{game}/public", json={"public": True})) == "game-marked"
    assert refused(anna.http.post(f"/api/games/{game}/name", json={"name": "Worse"})) == "game-marked"
    admin("lift", game)
    until(lambda: refused(anna.http.post(f"/api/games/{game}/talk", json={"text": "Hello"})), "")
    admin("rename", game, "A game")
    assert [one["name"] for one in anna.http.get("/api/games").json()] == ["A game"]
    assert "say --yes" in admin("end", game, fails=True)
    admin("end", game, "--yes")
    outcome = anna.show(game)["view"]["outcome"]
    assert (outcome["winner"], outcome["reason"]) == (None, "stopped")
    assert [one["id"] for one in anna.http.get("/api/games").json()] == [game], "no second game of the match follows"
    assert "is over" in admin("end", game, "--yes", fails=True)
    admin("remove", game, "--yes")
    assert anna.http.get(f"/api/games/{game}").status_code == 404
    assert "no such player, game" in admin("show", game, fails=True)


@pytest.mark.parametrize("wrong", ["7", "0d", "d", "7y", "-1d"])
def test_a_time_is_a_number_and_a_unit(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["admin", "suspend", "anna", f"--for={wrong}"])
    assert "it is a number and a unit" in capsys.readouterr().err


@pytest.mark.slow
def test_the_page_is_for_named_hosts_alone(place: Place, admin: Command) -> None:
    anna = called(place.made(place.visitor(), place.anna), place.anna.partition("@")[0])
    host, letters = place.visitor(), sum(one["To"] == HOST for one in place.mailbox.taken)
    assert post(host, "letter", mail=HOST) == (204, "")
    assert post(host, "open", code=place.code(HOST, letters), password=PASSWORD) == (204, "")
    calls = [
        ("find", {"text": place.anna}),
        ("acts", {"act": "suspend", "target": place.anna}),
        ("data", {"target": place.anna, "password": PASSWORD}),
    ]
    for browser in (anna, place.visitor()):
        assert browser.http.get("/api/admin").status_code == 404
        for call, body in calls:
            assert browser.http.post(f"/api/admin/{call}", json=body).status_code == 404

    def do(act: str, **more: Any) -> str:
        return refused(host.http.post("/api/admin/acts", json={"act": act, **more}))

    foreign = host.http.post("/api/admin/acts", json=calls[1][1], headers={"origin": "https://elsewhere.example"})
    assert refused(foreign) == "wrong-origin"
    (found,) = host.http.post("/api/admin/find", json={"text": place.anna}).json()["players"]
    assert do("suspend", target=found["id"], hours=2, why="a try") == ""
    assert standing(anna)["suspended"], "what a host orders on the page holds at once"
    assert do("read-only") == ""
    assert standing(anna)["read_only"]
    assert do("lift-read-only") == "", "a host acts on a site that is read-only"
    assert do("lift", target=found["id"]) == ""
    assert not standing(anna)["suspended"]
    assert do("lift", target=found["id"]) == "not-in-force"
    assert do("remove-player", target=found["id"]) == "wrong-password"
    desk = host.http.get("/api/admin").json()
    assert [line["act"] for line in desk["log"]][:2] == ["lift-suspend", "lift-read-only"]
    assert (desk["log"][3]["by"], desk["log"][3]["why"]) == (HOST, "a try")
    wanted = {"target": found["id"], "why": "asked for by mail"}
    for password in ({}, {"password": OTHER}):
        assert refused(host.http.post("/api/admin/data", json={**wanted, **password})) == "wrong-password"
    assert host.http.get("/api/admin").json()["log"][0]["act"] == "lift-suspend", "nobody had the data"
    had = host.http.post("/api/admin/data", json={**wanted, "password": PASSWORD})
    with zipfile.ZipFile(io.BytesIO(had.content)) as archive:
        assert json.loads(archive.read("player.json"))["player"][0]["name"] == found["name"]
    line = host.http.get("/api/admin").json()["log"][0]
    assert (line["act"], line["by"], line["why"]) == ("export", HOST, "asked for by mail")
    assert do("remove-player", target=found["id"], password=PASSWORD) == ""
    assert post(place.visitor(), "sign-in", mail=place.anna, password=PASSWORD) == (403, "wrong-sign-in")


@pytest.mark.slow
def test_what_happens_to_accounts_is_in_the_log(place: Place, admin: Command) -> None:
    anna = place.made(place.visitor(), place.anna)
    assert post(anna, "password", password=PASSWORD, wanted=OTHER) == (204, "")
    place.letter(place.anna, 1)  # what has not been sent by then goes with the account
    stranger = place.visitor()
    while post(stranger, "sign-in", mail=place.anna, password=PASSWORD)[0] != 429:
        pass
    assert post(stranger, "sign-in", mail=place.anna, password=PASSWORD)[0] == 429
    player = admin("show", place.anna).split()[1]
    lines = admin("log", "--about", place.anna).splitlines()
    assert [line.split("  ")[2] for line in lines] == ["sign-in-locked", "password"]
    assert stranger.http.headers["x-forwarded-for"] in lines[0]
    admin("suspend", place.anna)
    assert post(anna, "delete", password=OTHER) == (204, "")
    left = [line.split("  ")[2] for line in admin("log", "--about", player).splitlines()]
    assert left == ["account-deleted", "suspend"], "what was the player's own went with the account"
    again = place.visitor()
    assert post(again, "letter", mail=place.anna) == (204, "")
    code = place.code(place.anna, LETTERS_BEFORE)
    assert post(again, "open", code=code, password=PASSWORD) == (204, "")
    until(lambda: standing(again)["suspended"], True)


# --- without a network -------------------------------------------------------------------------------------------
def on(store_url: str, story: Callable[[Inn, Database], Any]) -> None:
    """Runs a story on a store of its own."""

    async def run() -> None:
        database = Database(store_url)
        await database.open("mark")
        inn = Inn(database, 20)
        try:
            await story(inn, database)
        finally:
            await inn.games.close()
            await database.close()

    asyncio.run(run())


def keeper_of(inn: Inn, database: Database, **keep: int) -> Keeper:
    store = MeasureStore(database)
    return Keeper(KeepingStore(database), Admin(database, inn.games, store), Measures(store), Keep(**keep))


def account_of(token: str, mail: str) -> AccountRow:
    return AccountRow(f"account of {mail}", hashed(token), token, mail, "", now())


async def make_account(database: Database, token: str, mail: str) -> AccountRow:
    """An account that was made by a link."""
    store, at = AccountStore(database), now()
    letter = NoticeRow(f"n {mail}", "", None, "account", "", mail, at, at)
    await store.send(CodeRow(f"c {mail}", "open", None, mail, at, after(at, hours=1)), letter)
    account = await store.open(
        f"c {mail}", at, account_of(token, mail), SessionRow(f"s {mail}", "", at, at, ""), letter
    )
    assert account is not None
    return account


def test_what_guests_leave_is_kept_for_a_time(store_url: str) -> None:
    async def story(inn: Inn, database: Database) -> None:
        played = await inn.begin(scenario="fall_blau")
        await make_account(database, "c" * 43, "clara@example.org")
        waiting = (await inn.games.list.create(NewGame(axis="human", soviet="open"), ANNA)).id
        kept = (await inn.games.list.create(NewGame(axis="human", soviet="human"), "c" * 43)).id
        idle = hashed("d" * 43)
        await PlayerStore(database).change(idle, name="Idle")
        at, people = now(), PlayerStore(database)
        keeper = keeper_of(inn, database)
        assert await keeper.run_once(after(at, days=364)) == 0
        assert (await people.players([idle]))[idle].seen == after(at, days=364), "nobody knew since when"
        assert await keeper.run_once(after(at, days=366)) == 2
        async with inn.games.tables.open(played) as match:
            assert match.row.ended
        assert {row.id for row in await inn.games.list._store.rows_of([played, waiting, kept])} == {played, kept}
        assert await keeper.run_once(after(at, days=364 + 179)) == 0, (
            "ended games stay, unless the host wants it otherwise"
        )
        keeper = keeper_of(inn, database, ended=30)
        assert await keeper.run_once(after(at, days=29)) == 0
        assert await keeper.run_once(after(at, days=364 + 181)) == 2, "the ended game, and the guest without any"
        assert await people.players([idle]) == {}
        assert [row.id for row in await inn.games.list._store.rows_of([played, kept])] == [kept]

    on(store_url, story)


def test_old_rows_go_and_one_process_does_it(store_url: str) -> None:
    async def story(inn: Inn, database: Database) -> None:
        game = await inn.begin(scenario="fall_blau")
        at = now()
        row = {"id": "r", "player": hashed(ANNA), "game": game, "at": at, "kind": "reply", "seconds": 5}
        await database.write(lambda connection: connection.execute(CONDUCT.insert(), row))
        store = MeasureStore(database)
        await store.impose(MeasureRow("mute", hashed(ANNA), after(at, days=1), "", at), event_of(at, "root", "mute"))
        keeper = keeper_of(inn, database, games=0, guests=0)

        async def left() -> list[int]:
            count = sa.select(sa.func.count())
            return [await database.scalar(count.select_from(table)) for table in (CONDUCT, SECURITY)]

        await keeper.run_once(after(at, days=364))
        assert (await left(), await store.in_force(at)) == ([1, 1], [])
        await keeper.run_once(after(at, days=366))
        assert await left() == [1, 0]
        await keeper.run_once(after(at, days=731))
        assert await left() == [0, 0]
        rounds, hour = KeepingStore(database), after(at, hours=1)
        assert [await rounds.begin(at, after(at, hours=-1)), await rounds.begin(at, after(at, hours=-1))] == [
            True,
            False,
        ]
        assert await rounds.begin(hour, after(hour, hours=-1))

    on(store_url, story)


def test_a_measure_follows_its_player(store_url: str) -> None:
    async def story(inn: Inn, database: Database) -> None:
        store, people, at = MeasureStore(database), PlayerStore(database), now()
        guest, player = hashed(ANNA), hashed(BORIS)
        for who, days in ((guest, 7), (player, 2)):
            measure = MeasureRow("suspend", who, after(at, days=days), "", at)
            await store.impose(measure, event_of(at, "root", "suspend", who))
        await store.impose(MeasureRow("mute", guest, "", "", at), event_of(at, "root", "mute", guest))
        await people.move(guest, PlayerRow(player, "Boris"))
        held = InForce(await store.in_force(at))
        assert held.find("suspend", guest) is None
        assert (found := held.find("suspend", player)) is not None
        assert found.until == after(at, days=7), "the longer one"
        assert held.find("mute", player) is not None
        kept = await PersonalData(database).all_of(account_of(BORIS, "boris@example.org"))
        assert [row["kind"] for row in kept["measures"]] == ["suspend", "mute"]
        assert len(kept["security"]) == 3
        assert "root" not in str(kept["security"])

    on(store_url, story)


def test_without_its_store_a_process_keeps_to_what_it_knows(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_: str) -> list[MeasureRow]:
        raise StorageError("storage_unreachable", "The database cannot be reached.")

    async def story(inn: Inn, database: Database) -> None:
        store, at, clock = MeasureStore(database), now(), [0.0]
        noticed: list[str] = []
        measures = Measures(store, lambda: noticed.append("changed"), clock=lambda: clock[0])
        await store.impose(MeasureRow("read-only", "", "", "", at), event_of(at, "root", "read-only"))
        assert (await measures.current()).find("read-only") is not None
        assert measures.read_only
        await store.lift("read-only", "", event_of(at, "root", "lift read-only"))
        assert measures.read_only, "it is believed for a moment"
        clock[0] += 2
        assert (await measures.current()).rows == []
        assert noticed == ["changed", "changed"]
        await store.impose(MeasureRow("read-only", "", "", "", at), event_of(at, "root", "read-only"))
        monkeypatch.setattr(store, "in_force", gone)
        clock[0] += 2
        assert (await measures.current()).rows == []

    on(store_url, story)


def test_after_a_change_nobody_is_told_what_was_before(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks while it is read again waits; a reading that began before the change does not count."""

    async def story(inn: Inn, database: Database) -> None:
        store, at = MeasureStore(database), now()
        measures, reads, slow = Measures(store, clock=lambda: 0.0), asyncio.Queue[asyncio.Event](), store.in_force

        async def when_let(time: str) -> list[MeasureRow]:
            found = await slow(time)
            await reads.put(let := asyncio.Event())
            await let.wait()
            return found

        monkeypatch.setattr(store, "in_force", when_let)
        begun = asyncio.create_task(measures.current())
        first = await reads.get()
        assert (await measures.current()).rows == [], "nobody waits for what is read from time to time"
        await store.impose(MeasureRow("read-only", "", "", "", at), event_of(at, "root", "read-only"))
        measures.changed()
        asked = asyncio.create_task(measures.current())
        first.set()
        await begun
        (await reads.get()).set()
        assert (await asked).find("read-only") is not None
        assert (await measures.current()).find("read-only") is not None

    on(store_url, story)


def test_processes_hear_of_a_measure_at_once(postgres: Postgres) -> None:
    async def run() -> None:
        url = postgres.new()
        database, elsewhere, heard = Database(url), Database(url), asyncio.Event()
        await database.open("mark")
        await elsewhere.open("")
        pubsub = PubSub(database, Hub(), ordered=heard.set)
        pubsub.start()
        try:
            await pubsub.listening.wait()
            at = now()
            await MeasureStore(elsewhere).impose(
                MeasureRow("read-only", "", "", "", at), event_of(at, "root", "read-only")
            )
            await asyncio.wait_for(heard.wait(), 60)
        finally:
            await pubsub.close()
            await database.close()
            await elsewhere.close()
            postgres.drop(url)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.7/24", "192.0.2.0/24"),
        ("2001:db8::1", "2001:db8::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
    ],
)
def test_a_network_is_named_as_limits_count_it(text: str, network: str) -> None:
    assert network_of(text) == network
    held = InForce([MeasureRow("network", network)])
    assert held.network("2001:db8::99" if ":" in network else "192.0.2.7") is not None
    assert held.network("203.0.113.1") is None
    assert held.network("no address") is None
