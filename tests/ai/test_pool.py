"""The pool: a player against different ones, and what it does better than another in the same games."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import fields
from typing import Any

import pytest

from bench import pool
from bench.yardstick.hard.proposals.moves import MovePlanner
from bench.yardstick.scripts import SEARCH, matched
from noretreat import game
from noretreat.ai.referee.match import Game, Row, play_one
from noretreat.core.board import BOARD, bits
from noretreat.core.setup import Options
from noretreat.data.facts import Side


def row(a: str, b: str, pair: int, side: str, score: float, hexes: int) -> Row:
    texts: dict[str, Any] = {field.name: "" for field in fields(Row) if field.type == "str"}
    numbers = {field.name: 1 for field in fields(Row) if field.type != "str"}
    changed = {"a": a, "b": b, "pair": pair, "side": side, "score": score, "hexes": hexes, "scenario": "fall_blau"}
    return Row(**{**texts, **numbers, **changed})


def test_a_pair_against_each_comes_before_the_next_pair_against_any() -> None:
    asked = Namespace(side=None, campaign=False, pool=["x:One", "x:Two"], scenario="fall_blau", pairs=2, seed=5)
    games = pool.planned(asked, "hard")
    assert [(each.pair, each.b) for each in games[::2]] == [(1, "x:One"), (1, "x:Two"), (2, "x:One"), (2, "x:Two")]
    assert [each.side for each in games[:2]] == list(Side)
    asked.side = Side.SOVIET
    assert {each.side for each in pool.planned(asked, "hard")} == {Side.SOVIET}


def test_the_table_tells_the_seats_apart() -> None:
    rows = [row("new", "x:One", pair, side, side == "axis", 24) for pair in (1, 2) for side in ("axis", "soviet")]
    one, everyone = pool.table(rows, "new", ["x:One"]).splitlines()[2:]
    assert one.startswith("| One | 4 | 2 of 2")
    assert "| 0 of 2" in one
    assert everyone.startswith("| all | 4 |")


def test_fewer_axis_hexes_are_better_for_the_soviets() -> None:
    rows = [
        row(player, "x:One", pair, side, 0.0, 24 - (player == "new") - (pair == 2 and player == "new"))
        for player in ("new", "base")
        for pair in (1, 2)
        for side in ("axis", "soviet")
    ]
    axis, soviet = pool.comparison(rows, "new", "base", ["x:One"]).splitlines()[2:4]
    assert axis.startswith("| One | axis | 2 | -1.50")
    assert soviet.startswith("| One | soviet | 2 | +1.50")


def test_goals_get_a_unit_each_as_far_as_there_are_any() -> None:
    state = game.new_game("fall_blau", Options(rules="digital"))
    while state.question is None or state.question.CODE != "move":
        state, _ = game.apply(state, state.options[-1])
    planner = MovePlanner(state, state.phasing, SEARCH._replace(evaluations=10))
    goals = bits(BOARD.vp_hexes & state.control(state.phasing))
    sent = matched(goals, planner)
    assert len(set(sent.values())) == len(sent) > 3
    assert all(planner.reach[index] >> node & 1 for index, node in sent.items())
    reachable = [node for node in goals if any(mask >> node & 1 for mask in planner.reach)]
    first = matched(reachable[:2], planner)
    assert set(first.values()) == set(reachable[:2])


@pytest.mark.slow
def test_the_scripts_play_a_game_without_a_fault() -> None:
    raider, patient = (f"bench.yardstick:{name}(evaluations=40,passes=1)" for name in ("Raider", "Patient"))
    played = play_one(Game(raider, patient, "citadel", Options(rules="digital"), 7, 1, Side.AXIS)).row
    assert played.fault == ""
    assert played.decisions > 50
