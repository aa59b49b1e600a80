"""The position of a Combat Phase is assessed once, and anew as soon as anything in it has changed."""

from noretreat import game
from noretreat.ai.evaluation.assessment import Assessment
from noretreat.ai.proposals.attacks import LastLooked
from noretreat.core.board import AXIS, SOVIET
from noretreat.core.setup import Options
from noretreat.core.state import State


def fall_blau() -> State:
    return game.new_game("fall_blau", Options(rules="digital"))


def test_what_is_declared_changes_nothing() -> None:
    looked, state = LastLooked(), fall_blau()
    first = looked.assess(state, AXIS)
    declared = state.copy()
    declared.targets |= 1 << state.where[state.on_map(SOVIET)[0]]
    assert looked.assess(declared, AXIS) is first
    assert first.state is declared


def test_whatever_moves_flips_or_runs_out_of_supply_is_seen() -> None:
    looked, state = LastLooked(), fall_blau()
    unit, other = state.on_map(SOVIET)[:2]
    moved, flipped, unsupplied = state.copy(), state.copy(), state.copy()
    moved.put(unit, state.where[other])
    flipped.turn_over(unit, 1 - state.face[unit])
    unsupplied.unsupplied |= 1 << unit
    for changed in (moved, flipped, unsupplied):
        looked.assess(state, AXIS)
        found, anew = looked.assess(changed, AXIS), Assessment(changed, AXIS)
        assert (found.foes, found.stacks, found.hex_worth) == (anew.foes, anew.stacks, anew.hex_worth)
        assert found.foes != Assessment(state, AXIS).foes
    assert looked.assess(state, SOVIET).side == SOVIET


def test_it_forgets() -> None:
    looked, state = LastLooked(), fall_blau()
    first = looked.assess(state, AXIS)
    looked.forget()
    assert looked.assess(state, AXIS) is not first
