"""Why a side might do something: what is wanted, the odds, what is feared; in words, and of nothing that is hidden."""

from __future__ import annotations

import random

import pytest

from noretreat import game
from noretreat.ai.search.move_gains import gains_of
from noretreat.checks.invariants import exchanged
from noretreat.core.actions import (
    Action,
    AssignAttacker,
    BeginBattle,
    CommitSupport,
    DeclareTarget,
    Done,
    MoveUnit,
    Pass,
    PlaceCounterblow,
    PlayEvent,
)
from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SOVIET
from noretreat.core.reasons import Reason
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.ahead.forecast import forecast
from noretreat.explain.ahead.motives import Motive, motive_of, places_of
from noretreat.explain.ahead.outlook import threat
from noretreat.explain.sentences.telling import tell
from noretreat.positions import position

MOVING = """turn 3
phase movement axis
unit G1Pz 1206
unit G2Pz 1109
unit S_W 1307
unit S_SW 1613
"""


def codes(motive: Motive) -> dict[str, list[str]]:
    """The codes of a motive, part by part, without what they share."""
    return {
        part: [reason.code.removeprefix("info-motive-") for reason in said]
        for part, said in zip(motive._fields, motive, strict=True)
    }


def test_a_city_is_taken_and_an_enemy_faced() -> None:
    state = position("turn 3\nphase movement axis\nunit G1Pz 1206\nunit S_SW 1613\n")
    motive = motive_of(state, AXIS, MoveUnit("G1Pz", "1307"))
    assert codes(motive)["wanted"][0] == "take"
    assert tell(motive.wanted[0]).text == "To take Minsk (1307)."


def test_a_move_beside_an_enemy_is_made_to_attack_him() -> None:
    state = position(MOVING)
    motive = motive_of(state, AXIS, MoveUnit("G2Pz", "1207"))
    assert "face" in codes(motive)["wanted"]


@pytest.mark.parametrize(
    ("units", "move", "faces"),
    [
        (("G1Pz 1510",), MoveUnit("G1Pz", "1610"), True),
        (("G1Pz 1511",), MoveUnit("G1Pz", "1610"), False),
        (("RUM4 1510", "S_SW 1711", "S_S 1712"), MoveUnit("RUM4", "1610"), False),
    ],
    ids=["new", "it could before", "too weak"],
)
def test_an_attack_is_a_reason_to_move_where_it_is_new_and_not_hopeless(
    units: tuple[str, ...], move: MoveUnit, faces: bool
) -> None:
    placed = "".join(f"unit {one}\n" for one in units)
    state = position(f"turn 7\nphase movement axis\n{placed}unit S_W 1611\n")
    assert ("face" in codes(motive_of(state, AXIS, move))["wanted"]) is faces


def test_only_what_a_move_makes_better_is_told() -> None:
    """In points of the computer's own evaluation, the weightiest first; the figures are not told."""
    state = position("turn 7\nphase movement axis\nunit G1Pz 1510\nunit S_W 1611\n")
    told = [reason.args["term"] for reason in gains_of(state, AXIS, MoveUnit("G1Pz", "1610"))]
    assert [term.code for term in told if isinstance(term, Reason)] == ["info-term-line", "info-term-attacks"]
    beside = position("turn 7\nphase movement axis\nunit G1Pz 1511\nunit S_W 1611\n")
    assert gains_of(beside, AXIS, MoveUnit("G1Pz", "1610")) == ()


FIGHTING = "turn 7\nphase combat axis\nsupports 1 0\nunit G1Pz 1511\nunit G4 1610\nunit S_W 1611\n"


def played(state: State, *actions: Action) -> State:
    """The position after these answers."""
    for action in actions:
        state, _ = game.apply(state, action)
    return state


def test_the_odds_of_a_target_are_those_of_the_units_that_can_attack_it_now() -> None:
    """Not those that could be had next turn, when all have moved again."""
    state = position(FIGHTING + "unit G2Pz 1406\nunit G3Pz 1506\n")
    motive = motive_of(state, AXIS, DeclareTarget("1611"))
    assert codes(motive) == {"wanted": ["attack"], "odds": ["odds-most"], "feared": []}
    able = tuple(BOARD.unit_index[name] for name in ("G1Pz", "G4"))
    now = forecast(state, able, (BOARD.node_of["1611"],)).odds.column
    assert motive.odds[0].args["column"] == now
    assert threat(state, Side.AXIS).hexes["1611"].column != now, "with the panzers of the rear next turn"


def test_the_odds_of_a_battle_grow_with_each_attacker_up_to_the_last() -> None:
    state = played(position(FIGHTING), DeclareTarget("1611"))
    assert AssignAttacker("G1Pz") in state.options
    for names in (("G1Pz",), ("G1Pz", "G4")):
        action = AssignAttacker(names[-1])
        able = tuple(BOARD.unit_index[name] for name in names)
        odds = motive_of(state, AXIS, action).odds
        assert [reason.args["column"] for reason in odds] == [
            forecast(state, able, (BOARD.node_of["1611"],)).odds.column
        ]
        state = played(state, action)


def test_a_marker_tells_what_it_makes_of_the_odds() -> None:
    state = position(FIGHTING)
    while CommitSupport() not in state.options:
        state = played(state, next(action for action in state.options if not isinstance(action, PlayEvent)))
    better, kept = motive_of(state, AXIS, CommitSupport()), motive_of(state, AXIS, Pass())
    assert (codes(better)["wanted"], codes(better)["odds"]) == (["support"], ["odds-instead"])
    assert (codes(kept)["wanted"], codes(kept)["odds"]) == (["keep-support"], ["odds-with"])
    assert better.odds[0].args == kept.odds[0].args
    assert better.odds[0].args["column"] != better.odds[0].args["before"]


def test_a_counterblow_forces_the_enemy() -> None:
    """It stands on a hex of the side that places it, and there is no way round the attack."""
    state = position(
        "turn 7\nphase combat soviet\nunit G4 1511\nunit G6 1514\nunit S_W 1611\nunit S_S 1614\n"
        "hand axis 1 2 3\nhand soviet 5\n"
    )
    state = played(state, Done(), Pass())
    motive = motive_of(state, AXIS, PlaceCounterblow("1511"))
    assert tell(motive.wanted[0]).text == "To force the enemy to attack 1511."
    assert codes(motive)["odds"] == ["odds-most"]
    for hex_ in ("1511", "1514"):
        while PlaceCounterblow(hex_) not in state.options:
            state = played(state, next(action for action in state.options if not isinstance(action, PlayEvent)))
        state = played(state, PlaceCounterblow(hex_))
    while not any(isinstance(action, BeginBattle) for action in state.options):
        state = played(state, next(action for action in state.options if not isinstance(action, PlayEvent)))
    assert codes(motive_of(state, SOVIET, BeginBattle("1511")))["wanted"] == ["must"]


def test_a_unit_leaves_a_hex_only_for_a_safer_one() -> None:
    state = position("turn 7\nphase movement axis\nunit RUM3 1609\nunit S_W 1610\n")
    near, far = (motive_of(state, AXIS, MoveUnit("RUM3", to)) for to in ("1608", "1607"))
    assert "escape" not in codes(near)["wanted"]
    assert codes(near)["feared"] == ["danger-still"]
    assert codes(far)["wanted"][-1] == "escape"
    assert codes(far)["feared"] == ["danger-still"]
    assert far.wanted[-1].args["column"] == "4:1"
    assert far.feared[0].args["column"] == "2:1"


def test_who_can_do_nothing_else_says_so() -> None:
    state = position(FIGHTING)
    while len(state.options) > 1 or not isinstance(game.actor(state), Side):
        state = played(state, state.options[0])
    only = state.options[0]
    side = game.actor(state)
    assert isinstance(side, Side)
    assert codes(motive_of(state, SIDE_INDEX[side], only))["wanted"][0] in ("no-choice", "must", "attack", "join")


NEARLY_CLOSED = """turn 7
phase combat axis
unit G1Pz 1609
unit G2Pz 1709
unit G3Pz 1510
unit G4Pz 1810
unit G2 1411
unit G4 1811
unit G6 1512
unit G9 1812
unit G11 1513
unit G16 1613
unit G17 1713
unit S_W 1610
unit S_CEN 1509
"""
"""A ring of Germans around an army, which another one holds open."""


def test_an_attack_on_the_last_open_hex_of_a_ring_is_made_for_those_inside() -> None:
    state = position(NEARLY_CLOSED)
    wanted = motive_of(state, AXIS, DeclareTarget("1509")).wanted
    assert [tell(reason).text for reason in wanted] == [
        "To attack Central Front in 1509.",
        "A breakthrough there would cut off West Front.",
    ]
    assert codes(motive_of(state, AXIS, DeclareTarget("1610")))["wanted"] == ["attack"]


def test_who_moves_no_more_leaves_the_others_where_they_are() -> None:
    motive = motive_of(position(MOVING), AXIS, Done())
    assert codes(motive)["wanted"] == ["stay"]


@pytest.mark.parametrize("rules", ["digital", "deluxe"])
def test_every_decision_of_a_random_game_has_a_motive_that_tells_nothing_hidden(rules: str) -> None:
    rng = random.Random(rules)
    state = game.new_game("fall_blau", game.Options(rules=rules))
    for ply in range(400):
        if not state.options:
            break
        action = rng.choice(state.options)
        actor = game.actor(state)
        if isinstance(actor, Side) and ply % 7 == 0:
            side = SIDE_INDEX[actor]
            motive = motive_of(state, side, action)
            assert motive.wanted
            assert all(tell(reason).text for part in motive for reason in part)
            other = exchanged(state, SOVIET if side == AXIS else AXIS, rng)
            assert motive_of(other, side, action) == motive
            assert all(isinstance(name, str) for name in places_of(action))
        state, _ = game.apply_trusted(state, action)
