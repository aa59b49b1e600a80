"""Ask why: every refusal has a reason, and only refusals have one."""

from __future__ import annotations

import random

import pytest

from noretreat import legal_actions, new_game, position, why_not
from noretreat.core.actions import (
    Action,
    AssignAttacker,
    DeclareTarget,
    EntrainUnit,
    ImproveUnit,
    MoveUnit,
    PlaceCounterblow,
    PlayEvent,
    ReplaceUnit,
)
from noretreat.core.board import BOARD
from noretreat.explain.sentences.telling import tell
from noretreat.game import apply_trusted

MOVING = "turn 2\nunit G1Pz 0910\nunit G4 0910\nunit S_SW 1010\nunit S_W 1107\nunit G9 1006"


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        (MoveUnit("G1Pz", "1010"), "8.0", "enemy"),
        (MoveUnit("G1Pz", "0503"), "8.1", "costs"),
        (MoveUnit("S_SW", "1011"), "", "not yours"),
        (MoveUnit("G2Pz", "1011"), "", "not on the map"),
        (MoveUnit("G99", "1011"), "", "no unit"),
        (MoveUnit("G4", "FINLAND"), "8.5", "has no route to"),
        (MoveUnit("G4", "WEST_BALKANS"), "8.6", "may not enter"),
        (EntrainUnit("G4"), "9.1.3", "turns 1 and 2"),
        (DeclareTarget("1010"), "4.0", "start of the Combat Phase"),
    ],
)
def test_refused_moves_say_why(action: Action, rule: str, words: str) -> None:
    reason = why_not(position(MOVING), action)
    assert reason is not None
    assert words in tell(reason).text
    if rule not in ("8.1",):
        assert tell(reason).rule == rule


def test_from_zone_to_zone() -> None:
    state = position("turn 2\nunit G4 1206\nunit S_W 1207\nunit S_NW 1305")
    reason = why_not(state, MoveUnit("G4", "1306"))
    assert reason is not None
    assert tell(reason).rule == "8.5.3"
    assert tell(reason).remedy


def test_a_lake_between() -> None:
    """Between 1602 and 1603 lies Lake Peipus, and both ways round end in an enemy zone."""
    state = position("turn 2\nunit G4 1602\nunit S_SW 1703\nunit S_W 1403")
    reason = why_not(state, MoveUnit("G4", "1603"))
    assert reason is not None
    assert tell(reason).rule == "8.3"


def test_targets_and_counterblows() -> None:
    state = position("turn 2\nphase combat axis\nunit G4 1206\nunit S_W 1207\nunit S_NW 1807")
    far = why_not(state, DeclareTarget("1807"))
    assert far is not None
    assert "stands next to" in tell(far).text
    assert why_not(state, DeclareTarget("1207")) is None
    early = why_not(state, PlaceCounterblow("1207"))
    assert early is not None
    assert tell(early).rule == "4.0"


def test_organization_prices() -> None:
    state = position(
        "turn 6\nphase organization axis\nunit G4 1206 back\nunit G9 box:destroyed\nhand axis 1\nunit S_W 1807"
    )
    improve = why_not(state, ImproveUnit("G4"))
    assert improve is not None
    assert "costs 2 cards; you hold 1" in tell(improve).text
    assert why_not(state, ReplaceUnit("G9", "0906")) is None
    replace = why_not(state, ReplaceUnit("G9", "1307"))
    assert replace is not None
    assert "cannot be placed" in tell(replace).text


def test_cards_not_held_and_not_now() -> None:
    state = position(MOVING + "\nhand axis 4")
    held = why_not(state, PlayEvent(4))
    assert held is not None
    assert "it can be played only" in tell(held).text
    not_held = why_not(state, PlayEvent(5))
    assert not_held is not None
    assert "not in the hand" in tell(not_held).text


@pytest.mark.parametrize(
    ("phase", "card", "words"),
    [
        ("organization axis", 3, "no unit can be replaced or improved now (7.1, 7.9)"),
        ("movement axis", 17, "all your units have already moved (8.1)"),
        ("movement axis", 41, "it can be played only in your own player turn, in the Organization Phase (5.3.1)"),
    ],
)
def test_an_event_of_the_phase_that_is_open_is_refused_for_its_own_reason(phase: str, card: int, words: str) -> None:
    """Not for the moment, which is right (5.3.1); each alternative of a card is judged in its own window."""
    units = {"G4": "0606 disorganized", "S_NW": "2310"}  # which keeps the Organization Phase open
    state = position({"turn": 7, "phase": phase, "units": units, "hands": {"axis": [card, 16]}})
    if card == 17:
        state.moved |= 1 << BOARD.unit_index["G4"]
    reason = why_not(state, PlayEvent(card))
    assert reason is not None
    assert words in tell(reason).text


def conceivable(rng: random.Random) -> Action:
    """Some action or other, most of them nonsense."""
    unit, node = rng.choice(BOARD.unit_ids), rng.choice(list(BOARD.node_of))
    card = rng.choice(list(BOARD.cards))
    choices: list[Action] = [
        MoveUnit(unit, node), EntrainUnit(unit), DeclareTarget(node), PlaceCounterblow(node), ImproveUnit(unit),
        ReplaceUnit(unit, node), PlayEvent(card), AssignAttacker(unit),
    ]  # fmt: skip
    return rng.choice(choices)


@pytest.mark.parametrize("seed", range(4))
def test_a_reason_exactly_for_what_is_not_legal(seed: int) -> None:
    """In both directions, at every decision of a random game."""
    rng = random.Random(seed)
    state = new_game()
    for _ in range(400):
        actions = legal_actions(state)
        if not actions:
            break
        assert why_not(state, rng.choice(actions)) is None
        for _ in range(3):
            action = conceivable(rng)
            reason = why_not(state, action)
            assert (reason is None) == (action in actions)
            assert reason is None or tell(reason).text
        state, _ = apply_trusted(state, rng.choice(actions))
