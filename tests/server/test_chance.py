"""Dice and deals that can be checked (docs/dice.md): what is committed, what players add, what the end shows."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from server.support import Browser, Server

from noretreat.core.actions import Resign
from noretreat.data.facts import Side
from noretreat.server.analysis.chance_record import ChanceRecord
from noretreat.server.computer.players import Computer
from noretreat.server.game.chance import new_chance
from noretreat.server.game.listing import NewGame
from noretreat.server.http.errors import Problem
from noretreat.server.http.live import Hub
from noretreat.server.lobby.service import Games
from noretreat.storage.database import Database, url_of

DOCS = Path(__file__).resolve().parents[2] / "docs"
SEED, OTHER = "5e" * 32, "0d" * 32


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    """The program of the documents, which shares no code with the server."""
    spec = importlib.util.spec_from_file_location("check_dice", DOCS / "check_dice.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def record(browser: Browser, game: str) -> dict[str, Any]:
    answer = browser.http.get(f"/api/games/{game}/chance")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def add_seed(browser: Browser, game: str, seed: str) -> int:
    return browser.http.post(f"/api/games/{game}/seed", json={"seed": seed}).status_code


def resign(browser: Browser, game: str) -> None:
    package = browser.show(game)
    browser.act(game, package["ply"], {"type": "Resign", "side": package["seat"]})


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, Any]:
    """The record of a game that two browsers have played for a while; the second came late."""
    host, guest = server.browser(), server.browser()
    game = host.create(scenario="na_berlin", soviet="open")
    shown = host.show(game)["game"]
    assert (len(shown["commitment"]), shown["seeded"]) == (64, [])
    assert add_seed(host, game, SEED) == 204
    assert add_seed(host, game, OTHER) == 204, "once is enough: the second is not taken"
    host.play(game, lambda package: package["ply"] >= 12 or not package["actions"])
    assert guest.http.get(host.links["soviet"], follow_redirects=True).status_code == 200
    assert add_seed(guest, game, OTHER) == 204
    assert host.show(game)["game"]["seeded"] == ["axis", "soviet"]
    before = record(guest, game)
    assert (before["secret"], before["lots"]) == (None, None), "while it is played nobody learns what comes"
    assert before["commitment"] == shown["commitment"]
    battles = 0
    for turn in range(400):
        player = (host, guest)[turn % 2]
        player.play(game, lambda package: not package["actions"], eager=("DeclareTarget", "Allocate"), limit=400)
        battles = sum(line["type"] == "DieRolled" for line in host.show(game, since=0)["events"])
        if battles > 3:
            break
    resign(host, game)
    return record(server.browser(), game)


def test_a_game_can_be_checked_when_it_is_over(finished: dict[str, Any], checker: ModuleType) -> None:
    assert checker.faults(finished) == []
    assert hashlib.sha256(bytes.fromhex(finished["secret"])).hexdigest() == finished["commitment"]
    assert [each["side"] for each in finished["seeds"]] == ["axis", "soviet"]
    assert [each["seed"] for each in finished["seeds"]] == [SEED, OTHER]
    assert 0 < finished["seeds"][0]["since"] <= finished["seeds"][1]["since"], "the first deal was made before"
    assert finished["first"] == 0
    assert [lot["number"] for lot in finished["lots"]] == list(range(len(finished["lots"])))
    dice = [lot for lot in finished["lots"] if lot["options"] == [f"die {face}" for face in range(1, 7)]]
    assert len(dice) > 3
    assert any(each["since"] <= dice[-1]["number"] for each in finished["seeds"])


def test_what_was_changed_is_found(finished: dict[str, Any], checker: ModuleType) -> None:
    def faults(**changed: Any) -> int:
        return len(checker.faults(json.loads(json.dumps({**finished, **changed}))))

    lots, seeds = finished["lots"], finished["seeds"]
    die = next(index for index, lot in enumerate(lots) if len(lot["options"]) > 1)
    other = next(option for option in lots[die]["options"] if option != lots[die]["came"])
    assert faults(lots=[*lots[:die], {**lots[die], "came": other}, *lots[die + 1 :]]) == 1
    assert faults(lots=lots[:die] + lots[die + 1 :]) > 0, "a lot that was left out"
    assert faults(commitment="0" * 64) == 1
    assert faults(secret="0" * 64) > len(lots) // 2
    assert faults(seeds=[{**seeds[0], "seed": OTHER}, seeds[1]]) > 0


def test_the_program_of_the_documents_says_so(finished: dict[str, Any], checker: ModuleType, tmp_path: Path) -> None:
    """Run as the document says: exit code and words."""
    assert checker.__file__ is not None
    for changed, code, words in (({}, 0, "follows from"), ({"commitment": "0" * 64}, 1, "not the one")):
        path = tmp_path / "record.json"
        path.write_text(json.dumps({**finished, **changed}), encoding="utf-8")
        done = subprocess.run([sys.executable, checker.__file__, path], capture_output=True, text=True, check=False)
        assert (done.returncode, words in done.stdout) == (code, True)


def test_who_may_add_a_seed(server: Server) -> None:
    host, stranger = server.browser(), server.browser()
    game = host.create(scenario="na_berlin")
    assert add_seed(stranger, game, SEED) == 403
    assert add_seed(host, game, "no seed") == 400
    assert add_seed(host, game, SEED.upper()) == 400
    assert add_seed(host, game, SEED) == 204
    assert host.show(game)["game"]["seeded"] == ["axis", "soviet"], "both of its seats"


def test_lessons_commit_to_nothing(server: Server) -> None:
    learner = server.browser()
    game = learner.create(lesson=learner.http.get("/api/lessons").json()["lessons"][0]["id"])
    assert learner.show(game)["game"]["commitment"] == ""
    assert add_seed(learner, game, SEED) == 204
    answer = learner.http.get(f"/api/games/{game}/chance")
    assert (answer.status_code, "cannot be checked" in answer.text) == (404, True)


def test_a_copy_has_a_secret_of_its_own(server: Server, checker: ModuleType) -> None:
    player = server.browser()
    game = player.create(scenario="na_berlin")
    player.play(game, lambda package: package["ply"] >= 30)
    copied = player.http.post(f"/api/games/{game}/copy", json={})
    assert copied.status_code == 201, copied.text
    copy = copied.json()["id"]
    player.play(copy, lambda package: package["view"]["turn"] > 23, eager=("Done", "Pass"))
    for each in (game, copy):
        resign(player, each)
    first, second = record(player, game), record(player, copy)
    assert first["commitment"] != second["commitment"]
    assert second["first"] == len(first["lots"])
    assert checker.faults(first) == checker.faults(second) == []
    assert len(second["lots"]) > 0


def test_a_seed_that_another_server_took_is_not_forgotten(tmp_path: Path, checker: ModuleType) -> None:
    async def play() -> ChanceRecord:
        stores = [Database(url_of(tmp_path)) for _ in range(2)]
        for store in stores:
            await store.open("mark")
        here, there = (Games(store, Hub(), Computer()) for store in stores)
        game = (await here.list.create(NewGame(scenario="na_berlin", axis="human", soviet="human"), "token")).id
        package = await here.show(game, "token", 0, None)
        async with here.tables.open(game) as match:
            await there.add_seed(game, "token", SEED)
            with pytest.raises(Exception, match="added to the dice"):
                await here.tables.commit(match, package.actions[-1])
        for _ in range(40):
            package = await here.show(game, "token", 0, None)
            await here.act(game, "token", package.ply, package.actions[-1])
        async with here.tables.open(game) as match:
            await here.tables.commit(match, Resign(Side.AXIS))
        found = await there.chance_record(game)
        for games, store in zip((here, there), stores, strict=True):
            await games.close()
            await store.close()
        return found

    found = asyncio.run(play())
    assert checker.faults(msgspec.to_builtins(found)) == []
    assert found.seeds[0].seed == SEED


def test_a_game_without_a_commitment_is_not_checked(tmp_path: Path) -> None:
    """As games of earlier versions are."""

    async def ask() -> None:
        store = Database(url_of(tmp_path))
        await store.open("mark")
        games = Games(store, Hub(), Computer())
        game = (await games.list.create(NewGame(scenario="na_berlin", axis="human", soviet="human"), "token")).id
        async with games.tables.open(game) as match:
            match.chance = None
            for _ in range(20):
                await games.tables.commit(match, match.state.options[-1])
        with pytest.raises(Problem, match="cannot be checked"):
            await games.chance_record(game)
        await games.close()
        await store.close()

    asyncio.run(ask())


def test_secrets_are_never_alike() -> None:
    assert len({new_chance("game").secret for _ in range(50)}) == 50
