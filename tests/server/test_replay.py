"""Looking back and sandboxes over the real socket: what is shown, and above all what is not."""

from __future__ import annotations

import json
import random
import sqlite3
import time
from contextlib import closing
from statistics import median
from typing import Any

import pytest
from server.support import Browser, Server

from noretreat import game as rules
from noretreat.core.actions import Discard
from noretreat.core.board import AXIS, SOVIET, cards_in
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import view
from noretreat.positions import position, write_position, write_state
from noretreat.server.analysis.sandbox import fork

POSITION = """
turn 14
phase movement soviet
unit G1Pz 1107
unit S_SW 1308
unit S_W 1309
unit G4 1106
hand soviet 3 7 12
hand axis 1 16 22 34
"""
SECRET = {1, 16, 22, 34}


def back(browser: Browser, game: str, ply: int, **query: Any) -> dict[str, Any]:
    answer = browser.http.get(f"/api/games/{game}/replay", params={"ply": ply, **query})
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


def two_players(server: Server, **wishes: Any) -> tuple[Browser, Browser, str]:
    """A game between two browsers, usually from POSITION; the first plays the Soviets."""
    mine, other = server.browser(), server.browser()
    game = mine.create(axis="open", soviet="human", **(wishes or {"position": POSITION, "scenario": None}))
    other.http.get(mine.links["axis"])
    return mine, other, game


def play_some(mine: Browser, other: Browser, game: str, count: int) -> int:
    """Both play at random."""
    rng = random.Random(3)
    ply = 0
    for _ in range(count):
        for one in (mine, other):
            package = one.show(game)
            if package["actions"]:
                ply = one.act(game, package["ply"], rng.choice(package["actions"]))["ply"]
    return ply


@pytest.fixture(scope="module", name="played")
def _played(server: Server) -> tuple[Browser, Browser, str, int]:
    """A running game of some steps."""
    mine, other, game = two_players(server, scenario="barbarossa")
    ply = play_some(mine, other, game, 40)
    assert not mine.show(game)["game"]["finished"]
    return mine, other, game, ply


@pytest.mark.slow
def test_each_step_shows_what_its_seat_was_shown(server: Server) -> None:
    """The replay of a step is the view that the page had when the game stood there."""
    browser = server.browser()
    game = browser.create()
    seen: dict[int, Any] = {}
    rng = random.Random(8)
    for _ in range(60):
        package = browser.show(game, **{"as": "axis"})
        seen[package["ply"]] = package["view"]
        package = browser.show(game)
        browser.act(game, package["ply"], rng.choice(package["actions"]))
    plies = list(seen)
    rng.shuffle(plies)
    for ply in plies:
        shown = back(browser, game, ply, **{"as": "axis"})
        assert shown["view"] == seen[ply]
        assert shown["ply"] == ply
        assert all(line["ply"] == ply for line in shown["events"])


@pytest.mark.slow
def test_a_running_game_shows_no_other_hand(played: tuple[Browser, Browser, str, int], server: Server) -> None:
    """Neither with the other side's eyes, nor with both, nor to a spectator; not in the log either."""
    mine, other, game, last = played
    stranger = server.browser()
    for eyes in ("axis", "both"):
        refused = mine.http.get(f"/api/games/{game}/replay", params={"ply": 1, "as": eyes})
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_yours")
        assert mine.http.get(f"/api/games/{game}/history", params={"as": eyes}).status_code == 403
        assert mine.http.get(f"/api/games/{game}/position", params={"as": eyes}).status_code == 403
    for ply in range(last + 1):
        shown = back(mine, game, ply)
        assert shown["hands"] is None
        assert shown["view"]["side"] == "soviet"
        assert back(other, game, ply)["view"]["side"] == "axis"
        watched = back(stranger, game, ply)
        assert watched["view"]["hand"] is None
        assert watched["hands"] is None
        for one, viewer in ((shown, "soviet"), (watched, None)):
            for line in one["events"]:
                if line["type"] == "CardDrawn" and line["event"]["side"] != viewer:
                    assert line["event"]["card"] is None


def test_the_log_of_a_spectator_names_no_drawn_card(played: tuple[Browser, Browser, str, int], server: Server) -> None:
    _, _, game, _ = played
    answer = server.browser().http.get(f"/api/games/{game}/history", params={"as": "nobody"}).json()
    drawn = [line for line in answer["events"] if line["type"] == "CardDrawn"]
    assert all(line["event"]["card"] is None for line in drawn)
    assert [tick["ply"] for tick in answer["ticks"]] == sorted(tick["ply"] for tick in answer["ticks"])
    assert {"turn", "phase"} <= {tick["kind"] for tick in answer["ticks"]}


def test_after_the_end_all_hands_are_open(server: Server) -> None:
    mine, other, game = two_players(server)
    package = mine.show(game)
    mine.act(game, package["ply"], {"type": "Resign", "side": "soviet"})
    shown = back(mine, game, 0, **{"as": "both"})
    assert shown["hands"] == {"axis": sorted(SECRET), "soviet": [3, 7, 12]}
    assert back(server.browser(), game, 0, **{"as": "axis"})["view"]["hand"] == sorted(SECRET)
    assert shown["choices"][0] == "soviet"
    assert back(other, game, 0)["seat"] == "axis"


def test_a_step_that_is_not_there(played: tuple[Browser, Browser, str, int]) -> None:
    mine, _, game, last = played
    assert back(mine, game, last + 100)["ply"] == last  # an address of a step that was taken back shows the newest
    assert mine.http.get(f"/api/games/{game}/replay", params={"ply": -1}).status_code == 400
    assert mine.http.get("/api/games/nothing/replay").status_code == 404


def test_taken_back_steps_are_forgotten(server: Server) -> None:
    """After taking back and going another way, the replay shows the other way."""
    browser = server.browser()
    game = browser.create(position=POSITION)
    package = browser.show(game)
    moves = [one for one in package["actions"] if one["type"] == "MoveUnit"]
    first = browser.act(game, package["ply"], moves[0])
    assert first["undo"]["can"]
    for ply in (package["ply"], first["ply"]):
        back(browser, game, ply)
    assert browser.undo(game, first["ply"]).status_code == 200
    other = next(one for one in moves if one["unit"] != moves[0]["unit"])
    again = browser.act(game, package["ply"], other)
    later = browser.act(game, again["ply"], again["actions"][0])
    assert later["ply"] > again["ply"]
    assert back(browser, game, again["ply"])["view"]["units"] == again["view"]["units"]


def test_questions_about_a_past_step(server: Server) -> None:
    """Supply and zones are answered for the position that is shown."""
    browser = server.browser()
    game = browser.create(position=POSITION)
    package = browser.show(game)
    move = next(one for one in package["actions"] if one["type"] == "MoveUnit" and one["unit"] == "S_SW")
    ask = {"kind": "zoc", "side": "soviet"}
    before = browser.http.post(f"/api/games/{game}/query", json=ask).json()
    ply = browser.act(game, package["ply"], move)["ply"]
    now = browser.http.post(f"/api/games/{game}/query", json=ask).json()
    then = browser.http.post(f"/api/games/{game}/query", json={**ask, "at": package["ply"]}).json()
    assert then == before
    assert now == browser.http.post(f"/api/games/{game}/query", json={**ask, "at": ply}).json()


def test_no_reasons_for_past_steps(server: Server) -> None:
    """Why a card could not be played then would tell whether the other side held it."""
    mine, other, game = two_players(server, scenario="barbarossa")
    play_some(mine, other, game, 3)
    for card in (1, 7):
        wish = {"kind": "why", "action": {"type": "PlayEvent", "card": card}, "at": 1}
        for one in (mine, other):
            assert one.http.post(f"/api/games/{game}/query", json=wish).status_code == 403
    assert mine.http.post(f"/api/games/{game}/query", json={"kind": "zoc", "side": "axis", "at": -1}).status_code == 400
    assert (
        mine.http.post(f"/api/games/{game}/query", json={"kind": "zoc", "side": "axis", "at": "x"}).status_code == 400
    )


@pytest.mark.slow
def test_scrubbing_is_quick(server: Server) -> None:
    """Going through a game backwards, step by step, takes far less than a drawing of the map."""
    browser = server.browser()
    game = browser.create(axis="computer", soviet="computer", level="random")
    deadline = time.monotonic() + 300
    while (last := browser.show(game)["ply"]) < 300 and time.monotonic() < deadline:
        time.sleep(0.2)
    took = []
    for ply in range(last, last - 60, -1):
        start = time.monotonic()
        back(browser, game, ply)
        took.append(time.monotonic() - start)
    assert median(took) < 0.15  # a tenth of that at home
    found = browser.http.get(f"/api/games/{game}/graphs").json()
    assert [point["ply"] for point in found["points"]] == sorted(point["ply"] for point in found["points"])


@pytest.mark.slow
def test_the_curves_add_up(server: Server) -> None:
    """Each combat die is counted once, for its attacker, against the six faces of its column."""
    browser = server.browser()
    game = browser.create()
    found: dict[str, Any] = {"battles": []}

    def fought(_: dict[str, Any]) -> bool:
        found.update(browser.http.get(f"/api/games/{game}/graphs").json())
        return len(found["battles"]) > 0

    package = browser.play(game, fought, eager=("DeclareTarget", "AssignAttacker", "Done"))
    log = browser.show(game)["events"]
    thrown = [line for line in log if line["type"] == "DieRolled" and line["event"]["purpose"] == "combat"]
    assert sum(sum(faces) for faces in found["dice"].values()) == len(thrown)
    battle = found["battles"][0]
    assert battle["die"] in [line["event"]["value"] for line in thrown if line["ply"] == battle["ply"]]
    assert 0 <= battle["expected"] <= 6
    assert found["points"][-1]["ply"] == package["ply"]
    assert found["points"][-1]["cards"] == list(package["view"]["hand_sizes"].values())


# --- sandboxes -----------------------------------------------------------------------------------------------------
def sandbox_of(browser: Browser, game: str, ply: int) -> str:
    answer = browser.http.post("/api/sandboxes", json={"game": game, "ply": ply})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_sandbox_of_a_running_game_holds_other_cards(server: Server) -> None:
    """The other hand is as large as it was, and dealt out of every card that it might hold."""
    mine, _, game = two_players(server)
    hands = set()
    for _ in range(12):
        made = sandbox_of(mine, game, 0)
        own = mine.show(made, **{"as": "soviet"})
        assert own["view"]["hand"] == [3, 7, 12]
        theirs = mine.show(made, **{"as": "axis"})["view"]["hand"]
        assert len(theirs) == 4
        assert not set(theirs) & {3, 7, 12}
        hands.add(tuple(theirs))
        assert own["game"]["sandbox"] == {"game": game, "ply": 0, "hidden": ["axis"]}
    assert len(hands) > 6
    text = mine.http.get(f"/api/games/{game}/position", params={"ply": 0}).json()
    assert text["hidden"] == ["axis"]
    assert "hand axis 1 16" not in text["text"]
    assert "# hand axis: 4 cards, not known" in text["text"]


def test_a_spectators_sandbox_deals_both_hands(server: Server) -> None:
    _, _, game = two_players(server)
    stranger = server.browser()
    made = sandbox_of(stranger, game, 0)
    package = stranger.show(made)
    assert package["game"]["sandbox"]["hidden"] == ["axis", "soviet"]
    assert package["view"]["hand_sizes"] == {"axis": 4, "soviet": 3}
    assert set(package["owned"]) == {"axis", "soviet"}


@pytest.mark.parametrize("rule_set", ["deluxe", "digital"])
def test_the_deal_does_not_depend_on_the_hidden_hand(rule_set: str) -> None:
    """Two truths that look the same give the same sandbox from the same dice: nothing of the truth gets through."""
    text = f"rules {rule_set}\n{POSITION}"
    one, other = position(text), position(text.replace("1 16 22 34", "2 17 23 35"))
    for hidden in ([Side.AXIS], [Side.AXIS, Side.SOVIET]):
        forks = [fork(state, hidden, random.Random(4)) for state in (one, other)]
        assert write_state(forks[0]) == write_state(forks[1])
        new = forks[0]
        for side in (AXIS, SOVIET):
            assert not new.hands[side] & new.pile(side)
            assert new.hands[side].bit_count() == one.hands[side].bit_count()


def test_the_options_of_the_hidden_side_are_new() -> None:
    """Where the hidden side is to discard, the sandbox asks about its new cards."""
    state = position(POSITION.replace("movement soviet", "cards axis"))
    for _ in range(40):
        if any(isinstance(action, Discard) for action in state.options):
            break
        state, _ = rules.apply(state, state.options[0])
    new = fork(state, [Side.AXIS], random.Random(1))
    asked = {action.card for action in new.options if isinstance(action, Discard)}
    assert asked == set(cards_in(new.hands[AXIS]))
    assert asked != set(cards_in(state.hands[AXIS]))
    assert view(new, Side.SOVIET).hand == view(state, Side.SOVIET).hand


def test_a_sandbox_is_played_saved_and_left_out_of_the_list(server: Server) -> None:
    """It is a game like any other, marked as what it is, in its file too; the real game stays as it is."""
    browser = server.browser()
    game = browser.create(position=POSITION)
    package = browser.show(game)
    made = sandbox_of(browser, game, 0)
    sand = browser.show(made)
    move = next(one for one in sand["actions"] if one["type"] == "MoveUnit")
    ply = browser.act(made, sand["ply"], move)["ply"]
    assert browser.undo(made, ply).status_code == 200
    assert browser.show(game)["view"] == package["view"]
    rows = {row["id"]: row["sandbox"] for row in browser.http.get("/api/games").json()}
    assert rows == {game: False, made: True}
    saved = browser.http.get(f"/api/games/{made}/save").text
    loaded = browser.http.post("/api/games/import", json={"save": saved}).json()["id"]
    assert browser.show(loaded)["game"]["sandbox"]["game"] == game
    assert browser.show(loaded)["view"]["units"] == browser.show(made)["view"]["units"]
    watched = server.browser().show(made)["game"]["sandbox"]
    assert watched["game"] == ""  # the address of the real game is its player's affair


def test_a_false_mark_opens_no_hand(server: Server) -> None:
    """A game with an opponent that calls itself a sandbox is none."""
    mine, other = server.browser(), server.browser()
    marked = f'# sandbox {{"game":"","ply":0,"hidden":[]}}\n{POSITION}'
    game = mine.create(position=marked, scenario=None, axis="open", soviet="human")
    other.http.get(mine.links["axis"])
    made = sandbox_of(mine, game, 0)
    assert mine.show(made)["game"]["sandbox"]["hidden"] == ["axis"]


# --- positions -----------------------------------------------------------------------------------------------------
def test_a_position_is_checked_and_played(server: Server) -> None:
    browser = server.browser()
    answer = browser.http.post("/api/positions", json={"position": POSITION})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["view"]["turn"] == 14
    assert found["hands"] == {"axis": sorted(SECRET), "soviet": [3, 7, 12]}
    again = browser.http.post("/api/positions", json={"position": found["text"]}).json()
    assert again == found
    made = browser.http.post("/api/sandboxes", json={"position": found["text"]}).json()["id"]
    package = browser.show(made)
    assert package["game"]["sandbox"] == {"game": "", "ply": 0, "hidden": []}
    assert package["actions"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("turn 40", "Line 1"),
        ("turn 3\nunit G1Pz 9999", "Line 2"),
        ("unit NOBODY 1107", "There is no unit"),
        ("hand axis 99", "There is no card"),
        ("rules nonsense", "nonsense"),
        ("rules deluxe\nhand axis 7\nhand soviet 7", "both hands"),
        ("state {}", "cannot be read"),
        ("state nonsense", "cannot be read"),
        ("x" * 30_000, "too long"),
    ],
)
def test_a_wrong_position_says_what_is_wrong(server: Server, text: str, said: str) -> None:
    answer = server.browser().http.post("/api/positions", json={"position": text})
    assert answer.status_code == 400, answer.text
    assert said in answer.json()["error"]["text"]


def test_a_position_is_shown_before_anything_happens(server: Server) -> None:
    """A supply phase would mark units at once; the editor shows them as they were put down."""
    lonely = "turn 14\nphase supply axis\nunit G1Pz 1107\nunit S_SW 1108\nunit S_W 1106\nunit S_S 1007"
    found = server.browser().http.post("/api/positions", json={"position": lonely}).json()
    assert not any(unit["unsupplied"] for unit in found["view"]["units"])


def test_the_set_up_of_a_scenario_as_text(server: Server) -> None:
    http = server.browser().http
    text = http.get("/api/scenarios/barbarossa/position").json()["text"]
    assert text.startswith("turn 1\n")
    assert http.post("/api/positions", json={"position": text}).status_code == 200
    assert http.get("/api/scenarios/..%2Fx/position").status_code == 404


def test_a_sandbox_needs_one_beginning(server: Server) -> None:
    http = server.browser().http
    for body in ({}, {"game": "x", "position": POSITION}):
        assert http.post("/api/sandboxes", json=body).status_code == 400
    assert http.post("/api/sandboxes", json={"game": "nothing"}).status_code == 404


@pytest.mark.parametrize("weather", ["clear", "mud", "snow", "long_winter"])
def test_the_weather_is_written(weather: str) -> None:
    """Weather that is not the printed one of the turn comes back."""
    state = position(f"turn 10\nweather {weather}")
    assert view(state, None).weather == weather
    assert view(position(write_position(state)), None).weather == weather


def test_both_discard_piles_are_written() -> None:
    """Where each side has a deck of its own, both piles of discards come back."""
    state = position("rules digital\nturn 5\nhand axis 7\nhand soviet 7\ndiscards 3 4\nsoviet_discards 3 9")
    again = position(write_position(state))
    assert (again.discards, again.soviet_discards) == ((3, 4), (3, 9))
    assert again.soviet_pile == state.soviet_pile
    assert not again.soviet_pile >> 9 & 1
    assert again.draw_pile >> 9 & 1


def test_a_whole_state_survives_its_text() -> None:
    """A position in the middle of a decision comes back with the same options."""
    state = rules.new_game("barbarossa")
    rng = random.Random(2)
    for _ in range(120):
        state, _ = rules.apply(state, rng.choice(rules.legal_actions(state)))
    text = write_state(state)
    again = position(f"# a comment\n{text}")
    assert write_state(again) == text
    assert again.options == state.options
    assert json.loads(text.removeprefix("state "))["turn"] == state.turn


@pytest.mark.slow
def test_what_the_computer_thought_is_told_when_the_game_is_over(server: Server) -> None:
    """It is stored once in each player turn, and would tell a player of its hand while the game runs."""
    browser = server.browser()
    game = browser.create(scenario="na_berlin", axis="computer", level="easy")

    def stored() -> list[tuple[int, str, float | None]]:
        with closing(sqlite3.connect(server.folder / "games.db")) as store:
            chosen = "select ply, actor, worth from step where game = ? order by ply"
            return list(store.execute(chosen, (game,)))

    def decided(_: dict[str, Any]) -> bool:
        return sum(worth is not None for _, _, worth in stored()) > 1

    browser.play(game, decided, limit=20_000)
    path = f"/api/games/{game}"
    assert browser.http.get(f"{path}/graphs").json()["worths"] == []
    assert '"worth"' not in browser.http.get(f"{path}/save").text
    assert '"worth' not in browser.http.get(path).text
    browser.play(game, lambda package: package["view"]["actor"] == "soviet", limit=20_000)  # the computer waits then
    package = browser.show(game)
    browser.act(game, package["ply"], {"type": "Resign", "side": "soviet"})
    told = browser.http.get(f"{path}/graphs").json()["worths"]
    kept = [(ply, actor, worth) for ply, actor, worth in stored() if worth is not None]
    assert [(each["ply"] + 1, each["side"], each["points"]) for each in told] == kept
    assert {actor for _, actor, _ in kept} == {"axis"}
    saved = browser.http.get(f"{path}/save").text
    assert saved.count('"worth"') == len(kept)
    again = browser.http.post("/api/games/import", json={"save": saved}).json()["id"]
    assert browser.http.get(f"/api/games/{again}/graphs").json()["worths"] == told


def test_a_turn_and_a_phase_can_be_told_in_any_language(
    played: tuple[Browser, Browser, str, int], server: Server
) -> None:
    """The slider's marks of both name their sentence and what it tells of."""
    _, _, game, _ = played
    ticks = server.browser().http.get(f"/api/games/{game}/history").json()["ticks"]
    begun = {tick["kind"]: tick["line"] for tick in reversed(ticks)}
    phase = begun["phase"]["event"]["phase"]
    assert (begun["turn"]["said"], begun["turn"]["event"]["turn"]) == ("TurnBegan", 1)
    assert begun["turn"]["args"].keys() >= {"months", "year"}
    assert (begun["phase"]["said"], phase in begun["phase"]["text"].lower()) == ("PhaseBegan", True)
    assert all(tick["line"] is None for tick in ticks if tick["kind"] in ("battle", "card"))
