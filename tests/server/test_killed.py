"""Server and workers are killed at random moments under load, one of them in the middle of an upgrade: what was
acknowledged is there, every game replays, and every notice is sent once.

A few rounds by default; `NORETREAT_ROUNDS=200` for the long run.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from server.mailbox import Mailbox
from server.support import Browser, Server

from noretreat import game
from noretreat.core.actions import from_json
from noretreat.core.setup import stored_options
from noretreat.positions import begin
from noretreat.server.clocks.now import now
from noretreat.server.game.match import encoded
from noretreat.server.http.security import hashed
from noretreat.storage import database as databases
from noretreat.storage.database import Database
from noretreat.storage.games import EntryRow, GameRow, GameStore
from noretreat.storage.notices import AddressRow, NoticeRow, NoticeStore, after
from noretreat.storage.tables import GAME, NOTICE, REVISION

ROUNDS = int(os.environ.get("NORETREAT_ROUNDS", "2"))
LEASE = 2.0
SLOWEST = 900
"""Seconds without a single move after which the site is taken to be stuck."""
TWIST = f"""
import sys
import noretreat.server.notify.outbox as office
import noretreat.server.job_worker as crew
import noretreat.server.site as site
site.rate_of = lambda requests: None  # as much as they can
office.EVERY, office.LEASE, office.LONGEST_WAIT, crew.LEASE = 0.1, {LEASE}, 0.01, 3
from noretreat.cli.main import main
raise SystemExit(main())
"""
NEWER = """
from pathlib import Path
import noretreat.storage.tables as tables
tables.REVISION = "9999"
import noretreat.storage.migrations as migrations
folders = f"{{Path(migrations.__file__).parent / 'versions'}} {folder}"
plain = migrations.settings
def settings(connection):
    config = plain(connection)
    config.set_main_option("path_separator", "space")
    config.set_main_option("version_locations", folders)
    return config
migrations.settings = settings
"""
"""Run first, it makes of the program a newer version, with one more migration."""
MIGRATION = f"""
import os, time
from alembic import op
revision, down_revision, branch_labels, depends_on = "9999", "{REVISION}", None, None
def upgrade():
    op.execute("UPDATE game SET name = name || '!'")
    op.execute("CREATE TABLE trial (game TEXT)")
    if "NORETREAT_HALFWAY" in os.environ:
        print("half", flush=True)
        time.sleep(600)
    op.execute("INSERT INTO trial SELECT id FROM game")
"""
ENDS = ("Done", "Pass", "Defer")


class Player(threading.Thread):
    """Plays one game after the other, whatever becomes of the server; remembers what was acknowledged."""

    def __init__(self, seats: list[Browser], make: Callable[[], str]) -> None:
        super().__init__(daemon=True)
        self.seats, self._make, self.game = seats, make, make()
        self.acknowledged: dict[str, dict[int, Any]] = {self.game: {}}
        self.problems: list[str] = []
        self.over = False
        self.stopped = threading.Event()
        self._dice = random.Random(self.game)

    def run(self) -> None:
        while not self.stopped.is_set():
            for seat in self.seats:
                try:
                    self._play(seat)
                    if self.over:
                        self.game = self._make()
                        self.acknowledged[self.game], self.over = {}, False
                except httpx.TransportError:  # killed; it will be there again
                    time.sleep(0.05)
                except Exception as error:
                    self.problems.append(repr(error))
                    return

    def _play(self, seat: Browser) -> None:
        package = self._looked(seat.http.get(f"/api/games/{self.game}"))
        if package and package["view"]["actor"] == "chance":
            with contextlib.suppress(AssertionError):  # the store is busy: the next look does it
                seat.adds_to_dice(self.game)
            return
        for _ in range(40):
            if package is None or not package["actions"] or self.stopped.is_set():
                time.sleep(0.02)
                return
            actions = package["actions"]
            ends = [action for action in actions if action["type"] in ENDS]
            action = self._dice.choice(ends if ends and self._dice.random() < 0.7 else actions)
            package = self._played(seat, package["ply"], action)

    def _played(self, seat: Browser, ply: int, action: Any) -> Any:
        answer = seat.http.post(f"/api/games/{self.game}/actions", json={"ply": ply, "action": action})
        if answer.status_code == 200:
            self.acknowledged[self.game][ply + 1] = action
        return self._looked(answer)

    def _looked(self, answer: httpx.Response) -> Any:
        """The package of an answer, in which nothing that was acknowledged is missing."""
        if answer.status_code in (409, 503):  # played before the kill, without an answer; or the store is busy
            return answer.json().get("package")
        if answer.status_code != 200:
            raise AssertionError(f"{answer.status_code} {answer.text[:300]}")
        package = answer.json()
        newest = max(self.acknowledged[self.game], default=0)
        if package["ply"] < newest:
            raise AssertionError(f"at {package['ply']}, but {newest} was acknowledged")
        self.over = package["game"]["finished"]
        return package


class Site:
    """A server on a store, and a worker beside it where the store is PostgreSQL."""

    def __init__(self, url: str, folder: Path, mailbox: Mailbox) -> None:
        mail = ["--mail", mailbox.url, "--mail-from", "games@example.org", "--url", "https://games.example.org"]
        self._mail = [*mail, "--notice-after", "0"]
        command = ["serve", "--database-url", url, "--site-proxy", "127.0.0.1", *self._mail]
        self.server = Server(folder, TWIST, arguments=command)
        self._folder, self._url = folder, url
        self._program = TWIST
        self.worker: subprocess.Popen[bytes] | None = None
        if url.startswith("postgresql"):
            self.start_worker()

    def start_worker(self) -> None:
        command = [sys.executable, "-c", self._program, "worker", "--database-url", self._url, "--players", "1"]
        self.worker = subprocess.Popen([*command, *self._mail], stdout=subprocess.DEVNULL)

    def kill_one(self, dice: random.Random) -> None:
        """Kills the server or the worker, and starts it again."""
        if self.worker is not None and dice.random() < 0.5:
            self.worker.send_signal(signal.SIGKILL)
            self.worker.wait()
            self.start_worker()
        else:
            self.server.kill()
            self.server.start_again()

    def upgrade_killed_halfway(self) -> dict[str, str]:
        """Takes a newer version into use, as `switch.sh` does, whose first migration is killed when half of it is done.
        Returns the names of the games as they were found after that.
        """
        self.server.kill()
        if self.worker is not None:
            self.worker.kill()
            self.worker.wait()
        folder = self._folder / "newer"
        folder.mkdir()
        (folder / "v9999_trial.py").write_text(MIGRATION, encoding="utf-8")
        self._program = NEWER.format(folder=folder) + TWIST
        command = [sys.executable, "-c", self._program, "migrate", "--database-url", self._url]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "NORETREAT_HALFWAY": "1"}
        ) as migrating:
            assert migrating.stdout is not None
            assert migrating.stdout.readline() == "half\n"
            migrating.kill()
        names: dict[str, str] = asyncio.run(look(self._url, names_of))  # the version of before opens it
        self.server.script = self._program
        self.server.start_again()
        if self.worker is not None:
            self.start_worker()
        return names

    def close(self) -> None:
        if self.worker is not None:
            self.worker.kill()
            self.worker.wait()
        self.server.close()


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox(0.2)
    box.controller.start()
    yield box
    box.controller.stop()


@pytest.fixture
def site(store_url: str, tmp_path: Path, mailbox: Mailbox) -> Iterator[Site]:
    running = Site(store_url, tmp_path / "data", mailbox)
    yield running
    running.close()


def token(browser: Browser) -> str:
    return next(iter(browser.http.cookies.values()))


def visitor(site: Site) -> Browser:
    """A browser with an address of its own, which is not limited for what others ask."""
    browser = site.server.browser()
    browser.http.headers["x-forwarded-for"] = ".".join(str(random.randrange(1, 255)) for _ in range(4))
    browser.http.timeout = httpx.Timeout(60)
    return browser


def seated(site: Site) -> tuple[list[Player], dict[str, str]]:
    """The players of three games: of two people, of one who plays both sides, and against the computer; and the mail
    addresses of the two people.
    """
    host, guest, alone, human = (visitor(site) for _ in range(4))

    def two() -> str:
        name = host.create(axis="human", soviet="open", shared=True)
        assert guest.http.post(f"/api/games/{name}/join", json={}).status_code == 204
        return name

    players = [
        Player([host, guest], two),
        Player([alone], alone.create),
        Player([human], lambda: human.create(soviet="computer", level="random")),
    ]
    return players, {hashed(token(one)): f"{name}@example.org" for name, one in (("host", host), ("guest", guest))}


async def look(url: str, work: Any) -> Any:
    database = Database(url)
    try:
        await database.open("")
        return await work(database)
    finally:
        await database.close()


async def at_rest(database: Database, name: str) -> tuple[GameRow, list[EntryRow]]:
    """A game and its steps, read while nobody played: the computer may still be at it."""
    store = GameStore(database)
    while True:
        row, steps, again = await store.game(name), await store.entries(name), await store.game(name)
        assert row is not None
        if row == again:
            return row, steps


async def checked(database: Database, players: list[Player]) -> None:
    """Every acknowledged action is in the store, and every game replays to the state that is stored."""
    for name, acknowledged in (one for player in players for one in player.acknowledged.items()):
        row, steps = await at_rest(database, name)
        entries = {entry.ply: entry for entry in steps}
        assert sorted(entries) == list(range(1, row.ply + 1)), "no step is missing, none is there twice"
        missing = {
            ply
            for ply, action in acknowledged.items()
            if from_json(msgspec.json.decode(entries[ply].action)) != from_json(action)
        }
        assert missing == set()
        state = begin(row.scenario, stored_options(msgspec.json.decode(row.options)))
        for ply in sorted(entries):
            state, _ = game.apply(state, from_json(msgspec.json.decode(entries[ply].action)))
        assert encoded(state) == row.state


async def names_of(database: Database) -> dict[str, str]:
    """The names of all games by their ids."""
    return {str(row.id): str(row.name) for row in await database.rows(sa.select(GAME.c.id, GAME.c.name))}


async def notices(database: Database) -> list[NoticeRow]:
    return await database.records(NoticeRow, NOTICE.select())


async def settled(database: Database) -> list[NoticeRow]:
    """The notices, once none is due or being sent any more."""
    for _ in range(1200):
        found = await notices(database)
        if not [one for one in found if one.state == "sending" or (one.state, one.kind) == ("waiting", "turn")]:
            return found
        await asyncio.sleep(0.1)
    raise AssertionError(Counter((one.kind, one.state) for one in found))


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_however_often_it_is_killed(
    site: Site,
    store_url: str,
    mailbox: Mailbox,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players, mails = seated(site)
    before_upgrade: dict[str, str] = {}

    async def addressed(database: Database) -> None:
        for player, mail in mails.items():
            address = AddressRow(player, mail, confirmed=True, off=mail)
            await NoticeStore(database).put_address(address)

    asyncio.run(look(store_url, addressed))
    for player in players:
        player.start()
    dice = random.Random()
    for number in range(ROUNDS):
        before = acknowledged(players)
        time.sleep(dice.uniform(0.1, 1.0))
        if dice.random() < 0.75:  # under load, however slow the machine is; else perhaps while it still starts
            moved_on(players, before)
        if number == ROUNDS // 2:
            before_upgrade = site.upgrade_killed_halfway()
            monkeypatch.setattr(databases, "REVISION", "9999")
        else:
            site.kill_one(dice)
    for player in players:  # each goes on after the last kill, and has played enough to lose something
        moved_on([player], max(3, acknowledged([player])))
    while not mailbox.taken:  # and one of the two has been told that it is their turn
        moved_on(players, acknowledged(players))
    for player in players:
        player.stopped.set()
        player.join(timeout=120)
        assert not player.is_alive()
        assert player.problems == []
    played = [acknowledged([player]) for player in players]
    rows = asyncio.run(look(store_url, settled))
    asyncio.run(look(store_url, lambda database: checked(database, players)))
    assert not any(name.endswith("!") for name in before_upgrade.values()), "of half an upgrade nothing is left"
    names = asyncio.run(look(store_url, names_of))
    assert {game: names[game] for game in before_upgrade} == {game: f"{name}!" for game, name in before_upgrade.items()}
    told(rows, mailbox, ROUNDS)
    with capsys.disabled():
        print(f" {ROUNDS} kills, {sum(played)} moves acknowledged, {len(mailbox.taken)} mails ", end="")


def acknowledged(players: list[Player]) -> int:
    """How many actions were."""
    return sum(len(actions) for player in players for actions in list(player.acknowledged.values()))


def moved_on(players: list[Player], before: int) -> None:
    """Waits until more than `before` are."""
    deadline = time.monotonic() + SLOWEST
    while acknowledged(players) <= before:
        problems = [player.problems for player in players]
        assert not any(problems), problems
        assert time.monotonic() < deadline, "stuck"
        time.sleep(0.01)


def told(rows: list[NoticeRow], mailbox: Mailbox, kills: int) -> None:
    """Every notice was sent, and none twice; but a sender that is killed between sending and noting it sends the same
    mail again, under the same Message-ID.
    """
    assert all(one.state != "failed" for one in rows)
    sent = {(one.player, one.at) for one in rows if one.state == "sent" and one.kind == "turn"}
    names = Counter(str(mail["Message-ID"]) for mail in mailbox.taken)
    assert len(sent) > 0
    assert len(names) >= len(sent), "none is lost"
    assert names.total() <= len(sent) + kills, "none is doubled, but where a kill came between"
    for mail in mailbox.taken:
        assert re.search(r"(host|guest)@example\.org", str(mail["To"]))


@pytest.mark.one_database
@pytest.mark.slow
def test_a_notice_that_was_due_while_nobody_was_there_is_sent_later(
    site: Site, store_url: str, mailbox: Mailbox
) -> None:
    """The same in small, step by step."""
    (player, *_), mails = seated(site)
    at = after(now(), hours=-1)  # old notices are forgotten
    who = next(one for one in mails if mails[one].startswith("host"))

    async def due(database: Database) -> None:
        row = NoticeRow("lost", who, player.game, "turn", "What now?", "", at, at, "sending", f"{after(at)} somebody")
        await NoticeStore(database).put_address(AddressRow(who, mails[who], confirmed=True, off="off"), row)

    host = player.seats[0]
    actor = host.show(player.game)["view"]["actor"]  # with the dice of both browsers the game begins
    asyncio.run(look(store_url, settled))  # the game's own notice is dropped: nobody has an address yet
    asyncio.run(look(store_url, due))
    rows = asyncio.run(look(store_url, settled))
    lost = next(one for one in rows if one.id == "lost")
    assert lost.state == ("sent" if actor == "axis" else "dropped")
    assert len(mailbox.taken) == (actor == "axis")
