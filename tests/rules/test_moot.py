"""An event that is playable but changes nothing says so before."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from cards.battles import axis_attack, soviet_attack
from rules.combat_helpers import Table
from rules.helpers import play

from noretreat.core.actions import CommitSupport, Pass, PlayEvent, Rolled
from noretreat.core.board import SIDE_INDEX
from noretreat.core.events import Event, ResultFound
from noretreat.data.facts import Side
from noretreat.explain.answers import action_info
from noretreat.explain.moot import moot, support_is_moot
from noretreat.game import Chance, Options, State, actor, apply, legal_actions, new_game, outcome
from noretreat.rules.windows import EventWindow, Window


def code(state: State, card: int, mode: str = "") -> str:
    side = actor(state)
    assert isinstance(side, Side)
    found = moot(state, SIDE_INDEX[side], PlayEvent(card, mode))
    return found.code.removeprefix("info-moot-") if found else ""


def plays_of(state: State) -> list[PlayEvent]:
    return [action for action in legal_actions(state) if isinstance(action, PlayEvent)]


def random_windows(scenario: str, rules: str, seed: int, length: int = 1500) -> list[State]:
    """Positions of a careless game in which a side may play an event in a battle."""
    dice, found = Random(f"{scenario} {rules} {seed}"), []
    state = new_game(scenario, Options(rules=rules))
    for _ in range(length):
        if outcome(state) is not None:
            break
        question = state.question
        if isinstance(question, EventWindow) and state.battle is not None and plays_of(state):
            found.append(state)
        state, _ = apply(state, dice.choice(legal_actions(state)))
    return found


def each_face(state: State, happened: Iterable[Event] = ()) -> list[str]:
    """The result that each face of the die leads to when nobody plays anything more; empty where more is thrown."""
    found = [event.result for event in happened if isinstance(event, ResultFound)]
    if found:
        return [found[-1]] * 6
    return [result for face in range(1, 7) for result in [_result_of(state, face)] if result]


def _result_of(state: State, face: int) -> str:
    """What is found for one face."""
    for _ in range(40):
        options = legal_actions(state)
        thrown = actor(state) is Chance.CHANCE
        action = Rolled(face) if thrown else Pass()
        if action not in options:
            return ""
        state, happened = apply(state, action)
        found = [event.result for event in happened if isinstance(event, ResultFound)]
        if found:
            return found[-1]
    return ""


@pytest.mark.slow
def test_what_is_said_to_change_nothing_changes_nothing() -> None:
    """In careless games: played, such an event leaves every face of the die, or the die on the table, as it was."""
    said = silent = 0
    for seed, scenario in enumerate(("barbarossa", "citadel", "bagration", "fall_blau", "saturn", "na_berlin") * 2):
        for rules in ("deluxe", "digital"):
            for state in random_windows(scenario, rules, seed):
                question, side = state.question, actor(state)
                assert isinstance(question, EventWindow)
                assert isinstance(side, Side)
                for action in plays_of(state):
                    found = moot(state, SIDE_INDEX[side], action)
                    if found is None:
                        silent += 1
                        continue
                    if question.window is not Window.COMMIT:
                        continue
                    before, after = each_face(state), each_face(*apply(state, action))
                    if len(before) == len(after) == 6:
                        said += 1
                        assert before == after, f"{action} in {scenario} by {rules}"
    assert said > 5
    assert silent > said


@pytest.mark.parametrize("face", range(1, 7))
def test_28a_a_column_further_left_says_when_it_reads_the_same(face: int) -> None:
    """The seen case: Soviet Snafu offered to read the die again, and the result was the same."""
    table = soviet_attack({"axis": [28]}).roll(face)
    state = table.state
    index = legal_actions(state).index(PlayEvent(28))
    told = action_info(state).get(index)
    played = table.play_event(28).result
    read = _result_of(state, face)
    assert (told is not None and told.moot is not None) == (played == read)
    if told and told.moot:
        assert told.moot.args == {"die": face, "result": read}


def test_an_event_that_does_more_than_change_dice_is_never_called_idle() -> None:
    """04S holds an advance, and 11S costs a step after the battle: no die shows either."""
    for card in (4, 11):
        table = axis_attack({"soviet": [card]})
        assert code(table.state, card) == ""


# --- support markers --------------------------------------------------------------------------------------
def supported(hands: dict[str, list[int]], **units: str) -> State:
    """An Axis attack at which a Blitz marker may be committed."""
    table = Table(units=units, hands=hands, supports="2 0")
    state = table.fight("1611", *(name for name in units if name[0] == "G")).state
    assert CommitSupport() in legal_actions(state)
    return state


def test_10_6_2_a_marker_that_can_change_nothing_is_not_asked_about() -> None:
    """Overwhelming odds against an enemy without cards: the last column of the table with it and without."""
    crowd = {"G1Pz": "1511", "G2Pz": "1511", "G3Pz": "1610", "G4Pz": "1610", "G4": "1710", "G6": "1710"}
    state = supported({}, S_W="1611", **crowd)
    found = support_is_moot(state)
    assert found is not None
    info = action_info(state)[legal_actions(state).index(CommitSupport())]
    assert info.moot is not None
    assert info.moot.args == {"side": Side.AXIS}
    assert each_face(play(state, Pass())) == each_face(play(state, CommitSupport()))


def test_10_6_2_a_marker_that_may_count_is_asked_about() -> None:
    assert support_is_moot(supported({}, S_W="1611", G4="1511", G6="1610")) is None
    crowd = {"G1Pz": "1511", "G2Pz": "1511", "G3Pz": "1610", "G4Pz": "1610", "G4": "1710", "G6": "1710"}
    told = {bool(support_is_moot(supported({"soviet": hand}, S_W="1611", **crowd))) for hand in ([3], [30], [42])}
    assert len(told) == 1, "what the enemy holds makes no difference, only that he holds something"
