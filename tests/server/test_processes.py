"""Several processes of a site: each hears what happens in the others, and workers play for the computer."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from pathlib import Path
from typing import Any, ClassVar

import pytest
from postgres import Postgres
from server.accounts import post, site_on
from server.mailbox import Mailbox
from server.support import Browser, Server
from server.test_notices import HEAD, game_of, notice, states
from websockets.sync.client import ClientConnection, connect

from noretreat.data.load import DATA_DIR
from noretreat.server.clocks.now import now
from noretreat.server.http import pubsub as relay_module
from noretreat.server.http.live import Hub, News
from noretreat.server.http.pubsub import PubSub
from noretreat.server.notify.outbox import Outbox
from noretreat.storage.database import Database
from noretreat.storage.notices import AddressRow, NoticeStore, after
from noretreat.storage.preferences import PreferenceStore


@pytest.fixture
def store(postgres: Postgres) -> Iterator[str]:
    url = postgres.new()
    yield url
    postgres.drop(url)


@pytest.fixture
def site(store: str, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts processes of a site on one store."""
    started: list[Server] = []

    def start(*arguments: str) -> Server:
        started.append(Server(tmp_path / "data", arguments=["serve", "--database-url", store, *arguments]))
        return started[-1]

    (tmp_path / "data").mkdir()
    yield start
    for server in started:
        server.close()


@pytest.fixture(scope="module")
def two(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two processes of a site, which tests share: each brings a game of its own."""
    url, folder = postgres.new(), tmp_path_factory.mktemp("two") / "data"
    first, second = (Server(folder, arguments=["serve", "--database-url", url]) for _ in range(2))
    yield first, second
    first.close()
    second.close()
    postgres.drop(url)


@pytest.fixture
def worker(store: str) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts workers."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "noretreat", "worker", "--database-url", store, "--players", "1"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        started.append(process)
        assert process.stdout is not None
        assert "ready" in process.stdout.readline()
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


NEVER_AGAIN = """
import noretreat.server.http.attempts as attempts
from noretreat.server.http.rate_limit import Rate
attempts.RATES.update({what: Rate(rate.most, 1e-9) for what, rate in attempts.RATES.items()})
"""
"""However slow this machine is, no try comes back."""


@pytest.mark.slow
def test_guesses_are_counted_by_all_processes_together(store: str, mailbox: Mailbox, tmp_path: Path) -> None:
    """Passwords for one account and codes from one address, at two processes at once; a third one knows of them."""
    servers = [site_on(tmp_path / name, store, mailbox, twist=NEVER_AGAIN) for name in ("first", "second")]

    def password(number: int) -> int:
        browser = servers[number % len(servers)].browser()
        browser.http.headers["x-forwarded-for"] = "203.0.113.1"
        return post(browser, "sign-in", mail="anna@example.org", password="wrong wrong")[0]

    def code(number: int) -> int:
        browser = servers[number % len(servers)].browser()
        browser.http.headers["x-forwarded-for"] = "203.0.113.250"
        wrong = "".join(random.choices("ABCDEFGH234567", k=32))
        return browser.http.post("/api/me/recovery/use", json={"code": wrong}).status_code

    try:
        with ThreadPoolExecutor(8) as many:
            assert Counter(many.map(password, range(16))) == {403: 10, 429: 6}
            assert Counter(many.map(code, range(40))) == {404: 30, 429: 10}
        servers.append(site_on(tmp_path / "third", store, mailbox, twist=NEVER_AGAIN))
        assert (password(2), code(2)) == (429, 429)
    finally:
        for server in servers:
            server.close()


def page(server: Server, browser: Browser, game: str) -> ClientConnection:
    """A page that is open on a game."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    address = f"{server.address.replace('http', 'ws')}/api/games/{game}/live"
    return connect(address, additional_headers={"Cookie": cookie})


def heard(live: ClientConnection, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first news of a kind."""
    while True:
        news: dict[str, Any] = json.loads(live.recv(timeout=60))
        if wanted(news):
            return news


def until(holds: Callable[[], bool]) -> None:
    """Waits for something that has to come true."""
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_what_happens_in_one_process_is_heard_in_the_other(two: tuple[Server, Server]) -> None:
    first, second = two
    host, guest = first.browser(), second.browser()
    game = host.create(axis="human", soviet="open", shared=True)
    with page(first, host, game) as here:
        heard(here, lambda news: True)
        assert guest.http.post(f"/api/games/{game}/join", json={}).status_code == 204
        heard(here, lambda news: news.get("seats", False))

        def present() -> bool:
            return bool(host.http.get(f"/api/games/{game}/company").json()["seats"]["soviet"]["here"])

        assert not present()
        with page(second, guest, game) as there:
            heard(there, lambda news: True)
            there.send('{"here": true}')
            until(present)
            package = host.show(game)
            package = host.act(game, package["ply"], package["actions"][0])
            heard(there, lambda news: news.get("ply") == package["ply"])
            assert guest.http.post(f"/api/games/{game}/talk", json={"text": "Good luck"}).status_code == 204
            heard(here, lambda news: news.get("company", False))
            there.send('{"here": false}')
            until(lambda: not present())
            there.send('{"here": true}')
            until(present)
        until(lambda: not present())

    elsewhere = second.browser(host.http.cookies)
    undone = host.undo(game, package["ply"]).json()
    again = elsewhere.http.post(f"/api/games/{game}/redo", json={"ply": undone["ply"]})
    assert again.status_code == 200, "what was undone in one process is redone in another"
    assert again.json()["view"] == package["view"]


@pytest.mark.slow
def test_what_may_be_taken_back_is_the_same_in_each_process(two: tuple[Server, Server]) -> None:
    """At every ply: each player asks both processes, of which one has played the last action and the other has not."""
    first, second = two
    host, guest = first.browser(), second.browser()
    game = host.create(scenario="fall_blau", axis="human", soviet="open", shared=True)
    assert guest.http.post(f"/api/games/{game}/join", json={}).status_code == 204
    eyes = {
        side: [server.browser(browser.http.cookies) for server in (first, second)]
        for side, browser in (("axis", host), ("soviet", guest))
    }
    dice = random.Random(1942)
    offered = refused = 0
    for step in range(45):
        packages = {side: [one.show(game) for one in both] for side, both in eyes.items()}
        for here, there in packages.values():
            assert here["undo"] == there["undo"]
            assert here["ply"] == there["ply"]
            offered, refused = offered + here["undo"]["can"], refused + (not here["undo"]["can"])
        if step % 3 == 0:
            for both in eyes.values():
                here, there = (one.http.get(f"/api/games/{game}/company").json()["may"] for one in both)
                assert here == there, "and what may be proposed, a take-back among it"
        side = packages["axis"][0]["view"]["actor"]
        package = packages[side][0]
        player = eyes[side][step % 2]
        if package["undo"]["can"] and dice.random() < 0.3:
            assert player.undo(game, package["ply"]).status_code == 200, "what was offered is done, in either process"
        else:
            player.act(game, package["ply"], dice.choice(package["actions"]))
    assert min(offered, refused) > 8, (offered, refused)


def children(server: Server) -> set[str]:
    """The processes that serve."""
    assert server.process is not None
    pid = server.process.pid
    serving = set()
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended by now
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                serving.add(child)
    return serving


def test_two_processes_behind_one_address_are_replaced_while_a_game_is_played(
    site: Callable[..., Server], tmp_path: Path
) -> None:
    """Each offers the files of the site and has the games of all; after `kill -HUP` no move is refused or lost."""
    scenario, rules = tmp_path / "mine.toml", tmp_path / "ours.toml"
    text = (DATA_DIR / "scenarios" / "citadel.toml").read_text(encoding="utf-8")
    scenario.write_text(text.replace('id = "citadel"', 'id = "mine"'), encoding="utf-8")
    text = (DATA_DIR / "rulesets" / "deluxe.toml").read_text(encoding="utf-8")
    rules.write_text(text.replace('id = "deluxe"', 'id = "ours"'), encoding="utf-8")
    server = site("--processes", "2", "--scenario", str(scenario), "--rules", str(rules))
    assert server.process is not None
    browser = server.browser()
    game = browser.create()
    package = browser.play(game, lambda package: package["ply"] > 10)
    for _ in range(6):  # each with a connection of its own
        other = server.browser(browser.http.cookies)
        assert other.show(game)["view"] == package["view"]
        offered = other.http.get("/api/options").json()
        assert "mine" in {one["id"] for one in offered["scenarios"]}
        assert "ours" in {one["id"] for one in offered["rules"]}
        assert other.show(other.create(scenario="mine", rules="ours"))["game"]["rules"] == "ours"
    if sys.platform == "linux":
        before, played, dice = children(server), 0, random.Random(3)
        assert len(before) == 2
        server.process.send_signal(signal.SIGHUP)
        browser.http.headers["connection"] = "close"
        while children(server) & before or len(children(server)) < 2 or played < 20:
            time.sleep(0.05)  # less than any player thinks, but the new processes get to start
            answer = browser.try_to(game, package["ply"], dice.choice(package["actions"]))
            assert answer.status_code in (200, 429), answer.text
            if answer.status_code == 200:
                package, played = answer.json(), played + 1
        assert browser.show(game)["view"] == package["view"]
    code, words = server.stop()
    assert (code, words) == (0, "")


def test_workers_play_for_the_computer(site: Callable[..., Server], worker: Callable[[], Any]) -> None:
    server = site()
    browser = server.browser()
    game = browser.create(axis="computer", soviet="human", level="random")
    package = browser.show(game)
    assert (package["actions"], package["thinking"]) == ([], True)
    with page(server, browser, game) as live:
        heard(live, lambda news: True)
        first = worker()
        heard(live, lambda news: news.get("ply", -1) > package["ply"])
    package = browser.play(game, lambda package: package["view"]["turn"] >= 2, eager=("Done", "Pass"))
    first.send_signal(signal.SIGTERM)
    assert first.wait(timeout=60) == 0
    assert first.stdout.read() == ""
    worker()
    turn = package["view"]["turn"]
    browser.play(game, lambda package: package["view"]["turn"] > turn, eager=("Done", "Pass"), limit=2000)


def test_a_process_that_is_gone_takes_its_people_along() -> None:
    hub = Hub()
    with hub.listen("game", 3, "axel") as queue:
        hub.look("game", queue, here=True)
        assert queue.get_nowait() == News(3, company=True)
        hub.elsewhere("there", "game", ["boris", "boris"])
        assert sorted(hub.here("game")) == ["axel", "boris", "boris"]
        assert queue.get_nowait() == News(3, company=True)
        hub.elsewhere("there", "game", ["boris", "boris"])
        assert queue.empty(), "nothing new"
        hub.gone("there")
        assert queue.get_nowait() == News(3, company=True)
        assert hub.here("game") == ["axel"]


def test_whoever_comes_is_told_of_again_once_the_other_processes_know(store: str) -> None:
    """A page that asks another process at once would miss a watcher until something else happens."""

    async def run() -> None:
        database, away = Database(store), Database(store)
        await database.open("mark")
        await away.open("mark")
        hub, other = Hub(), Hub()
        here, there = PubSub(database, hub), PubSub(away, other)
        for each in (here, there):
            each.start()
            await each.listening.wait()
        while not here._heard:
            await asyncio.sleep(0.02)
        with hub.listen("game", 3, "axel") as host, hub.listen("game", 3) as watcher:
            hub.look("game", watcher, here=True)
            assert host.get_nowait() == News(3, company=True)
            assert await asyncio.wait_for(host.get(), 60) == News(3, company=True)
            while not other.here("game"):
                await asyncio.sleep(0.02)
        for each in (here, there):
            await each.close()
        await database.close()
        await away.close()

    asyncio.run(run())


def test_who_looks_at_a_game_in_another_process_is_not_mailed(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker begins to send only when it has heard who is there, and nobody is told of what is before his eyes."""
    monkeypatch.setattr(relay_module, "ANSWERS", 0.5)

    class Box:
        taken: ClassVar[list[str]] = []

        async def send(self, mail: EmailMessage, to: str) -> None:
            self.taken.append(to)

    async def run() -> None:
        pages, mails = Database(store), Database(store)
        await pages.open("mark")
        await mails.open("mark")
        hub, other = Hub(), Hub()
        here = PubSub(pages, hub)
        here.start()
        await here.listening.wait()
        await game_of(pages, "game", "axel")
        address = AddressRow("axel", "axel@example.org", confirmed=True, off="off")
        await NoticeStore(pages).put_address(address, notice("one", "axel", "game"))
        with hub.listen("game", 0, "axel") as page:
            hub.look("game", page, here=True)
            there = PubSub(mails, other)
            office = Outbox(NoticeStore(mails), PreferenceStore(mails), Box(), HEAD, other.here)
            there.start()
            office.start(there.heard_all())
            while await states(pages) != {("turn", "waiting"): 1} or not other.here("game"):
                await asyncio.sleep(0.02)
            assert await office.run_once(after(now(), minutes=1)) == 0
            hub.look("game", page, here=False)  # the tab is still open, in the background
            while other.here("game"):
                await asyncio.sleep(0.02)
            assert await office.run_once(after(now(), hours=1)) == 1
            assert Box.taken == ["axel@example.org"]
        for each in (office, here, there):
            await each.close()
        await pages.close()
        await mails.close()

    asyncio.run(run())
