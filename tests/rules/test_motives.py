"""Why a side might do something: what is wanted, the odds, what is feared; in words, and of nothing that is hidden."""

from __future__ import annotations

import random

import pytest

from noretreat import game
from noretreat.cli.fuzz_checks import exchanged
from noretreat.core.actions import AssignAttacker, DeclareTarget, Done, MoveUnit
from noretreat.core.board import AXIS, SIDE_INDEX, SOVIET
from noretreat.data.facts import Side
from noretreat.explain.motives import Motive, motive_of, places_of
from noretreat.explain.sentences import tell
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


def test_the_odds_of_a_target_and_of_a_battle_are_told() -> None:
    state = position("turn 7\nphase combat axis\nunit G1Pz 1511\nunit G4 1610\nunit S_W 1611\n")
    declared = motive_of(state, AXIS, DeclareTarget("1611"))
    assert codes(declared) == {"wanted": ["attack"], "odds": ["best-odds"], "feared": []}
    for action in (DeclareTarget("1611"), Done()):
        if action in state.options:
            state, _ = game.apply(state, action)
    joined = next((action for action in state.options if isinstance(action, AssignAttacker)), None)
    if joined is not None:
        assert codes(motive_of(state, AXIS, joined))["odds"] == ["odds"]


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
        "To attack 1509.",
        "A breakthrough there would cut off West Front.",
    ]
    assert codes(motive_of(state, AXIS, DeclareTarget("1610")))["wanted"] == ["attack"]


def test_who_does_nothing_found_nothing_better() -> None:
    motive = motive_of(position(MOVING), AXIS, Done())
    assert codes(motive)["wanted"] == ["nothing-better"]


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
