"""The lessons: each can be done as its solution says, on the real rules; and over a real socket."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from server.support import Server

from noretreat import game
from noretreat.ai.player import observe
from noretreat.ai.players.levels import make_player
from noretreat.checks.lesson_play import Learner, can_be_missed, idle_problems
from noretreat.core.actions import AdvanceUnit, Done
from noretreat.core.board import BOARD
from noretreat.core.boxes import SHATTERED
from noretreat.core.kernel import FRAMES, Decision
from noretreat.data.facts import Side
from noretreat.data.lessons import Lesson, Pattern, lessons, tips
from noretreat.positions import position
from noretreat.rules.flipping import improve_price
from noretreat.rules.losses import steps_of
from noretreat.server.game.lessons import chance, opening, progress
from noretreat.server.game.log import LogEntry

SCRIPTED = [lesson.id for lesson in lessons().values() if not lesson.opponent]


MISSABLE = [
    pytest.param(lesson.id, number, pattern, id=f"{lesson.id}-{number + 1}-{place + 1}")
    for lesson in lessons().values()
    if not lesson.opponent
    for number, step in enumerate(lesson.steps)
    for place, pattern in enumerate(step.missed)
]
"""Each pattern of `missed`: its lesson, the number of its step, and itself."""


@pytest.mark.parametrize("name", SCRIPTED)
def test_a_lesson_can_be_done(name: str) -> None:
    """Its solution reaches every goal in turn, and no step earlier than by its own actions."""
    lesson = lessons()[name]
    learner = Learner(lesson)
    for number, step in enumerate(lesson.steps):
        now = learner.progress
        assert (now.step, now.text, now.missed) == (number, step.text, False)
        for pattern in step.solution:
            learner.do(pattern)
    end = learner.progress
    assert end.finished
    assert end.text == lesson.ending


@pytest.mark.parametrize("name", SCRIPTED)
def test_ending_a_phase_too_early_is_noticed(name: str) -> None:
    """Who does as little as possible never finishes, and where a step can be missed, is told so."""
    assert list(idle_problems(lessons()[name])) == []


@pytest.mark.parametrize(("name", "number", "pattern"), MISSABLE)
def test_each_step_can_be_missed_in_each_way_that_it_names(name: str, number: int, pattern: Pattern) -> None:
    """Somebody who errs meets each pattern of `missed` before the goal: none waits for what never comes."""
    assert can_be_missed(lessons()[name], number, pattern)


@pytest.mark.slow
def test_a_way_to_miss_a_step_that_never_comes_would_be_found() -> None:
    assert not can_be_missed(lessons()["march"], 0, {"type": "TurnBegan", "turn": 28}, tries=10)


def taken(name: str, steps: int) -> Learner:
    """Who has done the first steps of a lesson."""
    learner = Learner(lessons()[name])
    learner.do_steps(steps)
    return learner


def test_7_2_2_the_lesson_says_that_the_upgraded_unit_has_one_step_until_turn_17() -> None:
    learner = taken("organization", 1)
    assert steps_of(learner.state, BOARD.unit_index["S_RES"]) == (1, 1)
    assert "until turn 17 it still has only one step" in learner.lesson.steps[0].why


def test_7_7_the_lesson_says_that_recovery_is_a_choice_by_the_computer_rules() -> None:
    learner = taken("organization", 1)
    assert learner.state.where[BOARD.unit_index["S_W"]] == SHATTERED
    assert Done() in game.legal_actions(learner.state)
    assert "may also stay in their box" in learner.lesson.steps[1].why


def test_7_1_the_lesson_says_that_the_axis_pays_two_cards_for_an_improvement() -> None:
    state = position({"turn": 18, "rules": "digital", "units": {"G4": "1307 back", "S_W": "2008"}})
    prices = {unit: improve_price(state, BOARD.unit_index[unit]) for unit in ("G4", "S_W")}
    assert prices == {"G4": 2, "S_W": 1}
    assert "the Axis pays two cards" in lessons()["organization"].ending
    assert "two for an Axis unit" in next(tip.text for tip in tips() if tip.prompt == "flip")


def test_10_8_the_lesson_says_how_far_each_unit_advances_in_clear_weather() -> None:
    """Infantry two hexes, panzers three."""
    learner = taken("retreat", 3)
    farthest = {}
    for unit, path in (("G4", ["1506", "1606"]), ("G2Pz", ["1506", "1606", "1706"])):
        state, gone = taken("retreat", 2).state, 0
        for to in path:
            state, gone = game.apply(state, AdvanceUnit(unit, to))[0], gone + 1
        farthest[unit] = gone
        assert not any(isinstance(o, AdvanceUnit) and o.unit == unit for o in game.legal_actions(state))
    assert farthest == {"G4": 2, "G2Pz": 3}
    assert "every attacker may advance two hexes, and panzers three" in learner.lesson.steps[2].why


@pytest.mark.slow
@pytest.mark.parametrize(("name", "end", "seed"), [("campaign", 5, 3), ("evening", 11, 3)])
def test_a_good_player_finishes_the_lessons_with_an_opponent(name: str, end: int, seed: int) -> None:
    """The computer as learner takes three cities in four turns; in the first evening it wins the game."""
    lesson = lessons()[name]
    players = {lesson.side: make_player("normal", seed), Side.SOVIET: make_player(lesson.opponent, seed + 1)}
    state, log, rng = game.new_game(lesson.scenario), list[LogEntry](), random.Random(seed + 2)
    while state.turn < end and (actor := game.actor(state)) is not None:
        options = game.legal_actions(state)
        if not isinstance(actor, Side):
            action = chance(lesson, options, log, rng)
        else:
            first = opening(lesson, options, log) if actor is lesson.side else None
            action = first or players[actor].choose(observe(state, actor))
        by = actor.value if isinstance(actor, Side) else "chance"
        state, events = game.apply(state, action)
        log.append(LogEntry(len(log) + 1, by, action, events))
    assert progress(lesson, log).finished
    assert not lesson.whole or ((found := game.outcome(state)) and found[0] is lesson.side)


def test_a_first_evening_begins_with_the_same_hand(server: Server) -> None:
    """Six cards are drawn and two discarded before the learner is asked for anything; nothing of it can be undone."""
    browser = server.browser()
    for _ in range(2):
        made = browser.http.post("/api/games", json={"lesson": "evening"}).json()
        package = browser.show(made["id"])
        assert package["view"]["hand"] == [17, 33, 37, 43]
        assert package["view"]["prompt"]["code"] == "flip"
        assert package["lesson"]["whole"]
        assert not package["undo"]["can"]
    rows = [row for row in browser.http.get("/api/games").json() if row["scenario"] == "fall_blau"]
    assert [row["lesson"] for row in rows] == [None, None], "both are games like any other, and the first is kept"
    assert {seat["level"] for row in rows for seat in row["seats"].values()} <= {"", "easy"}


def places(lesson: Lesson) -> Iterator[str]:
    for step in lesson.steps:
        yield from step.where


def test_lessons_name_what_there_is() -> None:
    """Numbers without gaps, hexes and counters of the game, hints everywhere; tips speak of prompts."""
    assert [lesson.number for lesson in lessons().values()] == list(range(1, len(lessons()) + 1))
    for lesson in lessons().values():
        assert set(places(lesson)) <= set(BOARD.node_of)
        assert {unit for step in lesson.steps for unit in step.units} <= set(BOARD.unit_ids)
        assert all(step.which and step.why and step.goal for step in lesson.steps)
    assert {tip.prompt for tip in tips()} <= {frame.CODE for frame in FRAMES.values() if issubclass(frame, Decision)}


def test_a_lesson_over_the_socket(server: Server) -> None:
    """Made, played, taken back, begun again; hidden from nobody, and only one of each."""
    browser = server.browser()
    listed = browser.http.get("/api/lessons").json()
    assert [lesson["number"] for lesson in listed["lessons"]] == list(range(1, len(lessons()) + 1))
    made = browser.http.post("/api/games", json={"lesson": "march"})
    assert made.status_code == 201, made.text
    name = made.json()["id"]
    start = browser.show(name)
    assert (start["lesson"]["step"], start["lesson"]["steps"]) == (0, 4)
    moved = browser.act(name, start["ply"], {"type": "MoveUnit", "unit": "G2Pz", "to": "1307"})
    assert moved["lesson"]["step"] == 1
    back = browser.undo(name, moved["ply"]).json()
    assert back["lesson"]["step"] == 0
    assert next(row for row in browser.http.get("/api/games").json() if row["id"] == name)["lesson"] == "march"
    again = browser.http.post("/api/games", json={"lesson": "march"}).json()["id"]
    rows = [row["id"] for row in browser.http.get("/api/games").json() if row["lesson"] == "march"]
    assert rows == [again]
    saved = browser.http.get(f"/api/games/{again}/save").text
    loaded = browser.http.post("/api/games/import", json={"save": saved}).json()["id"]
    assert browser.show(loaded)["lesson"]["id"] == "march"
    assert browser.http.post("/api/games", json={"lesson": "nothing"}).status_code == 400


def test_tutor_answers_with_prepared_dice(server: Server) -> None:
    """The die of the third lesson falls as the lesson says."""
    browser = server.browser()
    name = browser.http.post("/api/games", json={"lesson": "attack"}).json()["id"]
    package = browser.show(name)
    for pattern in [one for step in lessons()["attack"].steps for one in step.solution]:
        package = browser.act(name, package["ply"], dict(pattern))
    assert package["lesson"]["finished"]
    assert package["lesson"]["next"] == "retreat"
