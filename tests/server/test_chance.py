"""Dice and deals that can be checked (docs/dice.md): what is committed, what players add, what the end shows."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import runpy
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from server.accounts import Place
from server.support import Browser, Server

from noretreat.core.actions import Resign
from noretreat.data.facts import Side
from noretreat.server.analysis.chance_record import ChanceRecord
from noretreat.server.computer.players import Computer
from noretreat.server.game.chance import new_chance, seal_of, with_seal, with_seed_shown
from noretreat.server.game.listing import NewGame
from noretreat.server.game.turn_notice import dice_wanted
from noretreat.server.http.errors import Problem
from noretreat.server.http.live import Hub
from noretreat.server.lobby.dice import Dice
from noretreat.server.lobby.service import Games
from noretreat.storage.database import Database, url_of
from noretreat.storage.games import ChanceRow, SeatRow
from noretreat.storage.table_talk import TalkStore

DOCS = Path(__file__).resolve().parents[2] / "docs"
SEED, OTHER, THIRD = "5e" * 32, "0d" * 32, "7a" * 32
SIDES = ("axis", "soviet")


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


def plain(browser: Browser, game: str) -> dict[str, Any]:
    """The package of a game, for a browser whose page does nothing for the dice."""
    found: dict[str, Any] = browser.http.get(f"/api/games/{game}").json()
    return found


def seal(browser: Browser, game: str, seed: str) -> int:
    return browser.http.post(f"/api/games/{game}/seed/seal", json={"seal": seal_of(seed)}).status_code


def without(browser: Browser, game: str, side: str) -> int:
    return browser.http.post(f"/api/games/{game}/seed/without", json={"side": side}).status_code


def seated(server: Server, **wishes: Any) -> tuple[Browser, Browser, str]:
    """Two browsers at the table of a game, and its id."""
    host, guest = server.browser(), server.browser()
    game = host.create(**{"scenario": "na_berlin", "soviet": "open", **wishes})
    assert guest.http.get(host.links["soviet"], follow_redirects=True).status_code == 200
    return host, guest, game


@pytest.fixture(scope="module")
def finished(server: Server) -> dict[str, Any]:
    """The record of a game that two browsers have played for a while."""
    host, guest = server.browser(), server.browser()
    game = host.create(scenario="na_berlin", soviet="open")
    shown = plain(host, game)["game"]
    assert (len(shown["commitment"]), shown["seeded"], shown["parts"]) == (64, [], dict.fromkeys(SIDES, "missing"))
    assert seal(host, game, SEED) == 204
    assert add_seed(host, game, SEED) == 409, "not before the other one is sealed"
    alone = plain(host, game)
    assert (alone["ply"], alone["actions"], alone["view"]["prompt"]["code"]) == (0, [], "chance"), (
        "nothing is dealt yet"
    )
    assert guest.http.get(host.links["soviet"], follow_redirects=True).status_code == 200
    assert seal(guest, game, SEED) == 409, "a copied seal"
    assert seal(guest, game, OTHER) == 204
    assert seal(guest, game, THIRD) == 409, "once is enough"
    assert add_seed(guest, game, OTHER) == 204
    assert plain(host, game)["game"]["parts"] == {"axis": "sealed", "soviet": "shown"}
    assert plain(host, game)["ply"] == 0
    before = record(guest, game)
    assert add_seed(host, game, SEED) == 204
    begun = plain(host, game)
    assert begun["game"]["parts"] == dict.fromkeys(SIDES, "shown")
    assert begun["ply"] > 0, "now the cards are dealt"
    assert begun["actions"] or plain(guest, game)["actions"]
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
    assert checker.faults(finished) == checker.unproven(finished) == []
    assert finished["version"] == 2
    assert seal_of(finished["secret"]) == finished["commitment"]
    assert {each["side"]: (each["seed"], each["seal"]) for each in finished["seeds"]} == {
        "axis": (SEED, seal_of(SEED)),
        "soviet": (OTHER, seal_of(OTHER)),
    }
    assert [each["since"] for each in finished["seeds"]] == [0, 0], "both count for the first deal"
    assert finished["first"] == 0
    assert [lot["number"] for lot in finished["lots"]] == list(range(len(finished["lots"])))
    dice = [lot for lot in finished["lots"] if lot["options"] == [f"die {face}" for face in range(1, 7)]]
    assert len(dice) > 3


def test_the_trial_of_a_host_does_its_part_for_the_dice(server: Server) -> None:
    """`deploy/try_site.py` plays as pages do; whole it is run on a host alone."""
    trial = runpy.run_path(str(DOCS.parent / "deploy" / "try_site.py"))
    host = server.browser()
    game, _ = trial["begun"](host.http, server.browser().http)
    assert host.http.get(f"/api/games/{game}").json()["actions"], "the cards are dealt, and the host may move"


def test_who_sees_the_other_seed_first_cannot_change_the_dice(server: Server, checker: ModuleType) -> None:
    """The host of a server knows its secret, has sealed a seed, and tries others once the guest's is shown."""
    host, guest, game = seated(server)
    assert (seal(host, game, SEED), seal(guest, game, OTHER), add_seed(guest, game, OTHER)) == (204, 204, 204)
    tries = [f"{number:064x}" for number in range(1_000)]
    refused = {add_seed(host, game, seed) for seed in tries[:20]} | {seal(host, game, seed) for seed in tries[:20]}
    assert refused == {409}
    assert add_seed(host, game, SEED) == 204
    host.play(game, lambda package: package["ply"] >= 30 or not package["actions"])
    resign(host, game)
    honest = record(guest, game)
    saw = {"commitment": honest["commitment"], "seed": OTHER, "theirs": seal_of(SEED)}
    assert checker.faults({**honest, "browser": saw}) == []
    drawn = {lot["number"]: lot["options"] for lot in honest["lots"]}
    better = 0
    for seed in tries:  # a changed server deals by whatever seed its owner likes, and tells a story that fits
        for theirs in (seal_of(SEED), seal_of(seed)):
            seeds = [
                {**each, "seed": seed, "seal": theirs} if each["side"] == "axis" else each for each in honest["seeds"]
            ]
            forged = {**honest, "seeds": seeds, "browser": saw}
            counted = checker.counted(forged)
            secret = bytes.fromhex(forged["secret"])
            forged["lots"] = [
                {**lot, "came": lot["options"][checker.lot(secret, counted, lot["number"], len(lot["options"]))]}
                for lot in honest["lots"]
            ]
            better += forged["lots"] != honest["lots"]
            assert checker.faults(forged), "each of them is found out"
    assert better > 1_900, "though it would have had other dice"
    assert drawn


def test_on_either_store_both_seeds_are_sealed_before_one_is_shown(place: Place) -> None:
    """Nothing is dealt before, and a seed that was not sealed is none, however often it is tried."""
    host, guest, game = seated(place.server)
    assert (seal(host, game, SEED), add_seed(host, game, SEED)) == (204, 409)
    assert (seal(guest, game, OTHER), add_seed(guest, game, OTHER)) == (204, 204)
    assert {add_seed(host, game, f"{number:064x}") for number in range(5)} == {409}
    assert plain(host, game)["ply"] == 0
    assert add_seed(host, game, SEED) == 204
    assert plain(host, game)["ply"] > 0


def test_a_seed_that_does_not_come_is_told(server: Server, checker: ModuleType, tmp_path: Path) -> None:
    host, guest, game = seated(server)
    assert without(guest, game, "axis") == 409, "whoever has sealed nothing cannot say so of the other"
    assert (seal(host, game, SEED), seal(guest, game, OTHER), add_seed(guest, game, OTHER)) == (204, 204, 204)
    assert without(guest, game, "soviet") == 409, "what is shown cannot be taken back"
    assert without(server.browser(), game, "axis") == 403
    assert plain(guest, game)["ply"] == 0, "it waits"
    assert without(guest, game, "axis") == 204
    assert plain(guest, game)["ply"] > 0
    assert plain(guest, game)["game"]["parts"] == {"axis": "given_up", "soviet": "shown"}
    assert add_seed(host, game, SEED) == 409, "it is too late"
    lines = host.http.get(f"/api/games/{game}/company").json()["lines"]
    assert [line["kind"] for line in lines][-1] == "unproven"
    resign(host, game)
    found = record(host, game)
    assert (checker.faults(found), checker.unproven(found)) == ([], ["axis"])
    path = tmp_path / "record.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    done = subprocess.run([sys.executable, str(checker.__file__), path], capture_output=True, text=True, check=False)
    assert (done.returncode, "Not proven" in done.stdout) == (2, True)


def test_an_opening_hand_is_not_chosen_by_making_games(server: Server) -> None:
    """Who makes a game for two sees no card of it before another player's seed has a part in it."""
    host = server.browser()
    for _ in range(3):
        game = host.create(scenario="na_berlin", soviet="open")
        shown = host.show(game)
        assert (shown["ply"], shown["view"]["hand"], shown["game"]["parts"]["axis"]) == (0, [], "sealed")
        assert host.http.delete(f"/api/games/{game}").status_code == 204


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
    assert faults(seeds=[{**seeds[0], "seed": THIRD}, seeds[1]]) > 0
    assert faults(seeds=[{**seeds[0], "since": 1}, seeds[1]]) > 0, "dice that did not wait for a seed"
    assert faults(browser={"commitment": finished["commitment"], "seed": THIRD, "theirs": seal_of(OTHER)}) > 0
    assert faults(browser={"commitment": finished["commitment"], "seed": SEED, "theirs": seal_of(THIRD)}) == 1
    assert faults(browser={"commitment": finished["commitment"], "seed": SEED, "theirs": seal_of(OTHER)}) == 0


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


@pytest.mark.slow
def test_a_seed_that_another_server_took_is_not_forgotten(tmp_path: Path, checker: ModuleType) -> None:
    async def play() -> ChanceRecord:
        stores = [Database(url_of(tmp_path)) for _ in range(2)]
        for store in stores:
            await store.open("mark")
        here, there = (Games(store, Hub(), Computer()) for store in stores)
        dice = Dice(there.tables, there.computer, TalkStore(stores[1]))
        game = (await here.list.create(NewGame(scenario="na_berlin", axis="human", soviet="human"), "token")).id
        package = await here.show(game, "token", 0, None)
        async with here.tables.open(game) as match:
            await dice.add(game, "token", SEED)
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


def test_whoever_the_dice_wait_for_is_told_once() -> None:
    """Each is told that a seal is wanted, and told again only when there is something to do again."""
    seats = {side: SeatRow("game", side, "human", token=side.value) for side in Side}
    seeds = {side: f"{place:064x}" for place, side in enumerate(Side)}

    def told(row: ChanceRow, before: ChanceRow | None = None) -> list[str]:
        notices = dice_wanted("game", seats, row, 30, before).notices
        assert {(one.kind, one.game) for one in notices} <= {("dice", "game")}
        return [one.player for one in notices]

    fresh = new_chance("game", sealed=True)
    assert told(fresh) == ["axis", "soviet"]
    one = with_seal(fresh, Side.AXIS, seal_of(seeds[Side.AXIS]))
    assert told(one, fresh) == [], "the other has been told, and the first has nothing more to do for now"
    both = with_seal(one, Side.SOVIET, seal_of(seeds[Side.SOVIET]))
    assert told(both, one) == ["axis"], "the seed is to be shown; the other is here and was waited for all along"
    shown = with_seed_shown(both, Side.SOVIET, seeds[Side.SOVIET])
    assert told(shown, both) == []
