"""The computer players: legal, honest, and no pushovers."""

import random

import pytest

from noretreat import game
from noretreat.ai.evaluation.assaults import Assault, Assaults
from noretreat.ai.evaluation.assessment import Assessment, arrange
from noretreat.ai.player import observe
from noretreat.ai.players.levels import LEVELS, make_player
from noretreat.core.actions import Done, MoveUnit, Pass, PlayEvent
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.boxes import PENDING
from noretreat.core.setup import Options
from noretreat.data.facts import Side
from noretreat.rules import supply


def _first_turn(seed=1):
    """The Axis first Movement Phase."""
    state = game.new_game("barbarossa", Options(guarded=False))
    dice = random.Random(seed)
    while "MoveUnit" not in {type(action).__name__ for action in game.legal_actions(state)}:
        actions = game.legal_actions(state)
        state, _ = game.apply(state, actions[int(dice.random() * len(actions))])
    return state


def _bare(**places):
    """A position in the Axis Movement Phase of turn 2 with these units only."""
    state = _first_turn()
    state = state.copy()
    state.turn = 2
    state.hands = [0, 0]
    for info in BOARD.units:
        state.put(info.index, PENDING)
    for unit, place in places.items():
        index = BOARD.unit_index[unit]
        state.put(index, BOARD.node_of[place])
        state.turn_over(index, BOARD.units[index].strong if BOARD.units[index].side == AXIS else 0)
    return state


def _move(state):
    """The position after the Axis has moved by plan."""
    state = state.copy()
    state.options = tuple(state.question.options(state))
    player = make_player("normal", 1)
    while game.actor(state) is Side.AXIS and state.phase == "movement":
        state, _ = game.apply(state, player.choose(observe(state, Side.AXIS)))
    return state


def _assaults(state) -> list[Assault]:
    """The attacks the Axis would make as its units stand."""
    assessment = Assessment(state, AXIS)
    return Assaults(assessment).choose(arrange(assessment, [piece.node for piece in assessment.own]))


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_can_be_made(level):
    """And decides, here with less thought than it is given in a game."""
    state = _first_turn()
    less = {} if level == "random" else {"evaluations": 5, "candidates": 2, "passes": 1}
    action = make_player(level, 1, **less).choose(observe(state, Side.AXIS))
    assert action in game.legal_actions(state)


def test_an_unknown_level_is_refused():
    with pytest.raises(ValueError, match="no level"):
        make_player("napoleon", 1)


def test_the_hidden_hand_changes_nothing():
    state = _first_turn()
    state.hands[SOVIET] = 0
    pile = [card for card in BOARD.cards if state.draw_pile >> card & 1]
    choices = set()
    for cards in (pile[:4], pile[-4:]):
        other = state.copy()
        other.hands[SOVIET] = sum(1 << card for card in cards)
        other.draw_pile = state.draw_pile & ~other.hands[SOVIET]
        seen = observe(other, Side.AXIS)
        assert seen.view == observe(state_with(other, pile[4:8]), Side.AXIS).view
        choices.add(make_player("normal", 1).choose(seen))
    assert len(choices) == 1


def state_with(state, cards):
    """The same position with another enemy hand."""
    new = state.copy()
    everything = new.hands[SOVIET] | new.draw_pile
    new.hands[SOVIET] = sum(1 << card for card in cards)
    new.draw_pile = everything & ~new.hands[SOVIET]
    return new


def test_open_cities_are_taken_on_the_way_too():
    state = _move(_bare(G1Pz="1107", S_SW="1613"))
    taken = state.axis_control & BOARD.ussr
    assert taken & BOARD.mask("1307")  # Minsk
    assert taken.bit_count() >= 2


def test_a_unit_goes_back_into_supply_rather_than_stand_idle_without():
    state = _bare(G2="1711", G4="1307", S_SW="2310", S_W="1813")
    state.axis_control |= BOARD.mask("1307")
    state.soviet_control &= ~BOARD.mask("1307")
    assert supply.cut_off(state, AXIS)
    assert not supply.cut_off(_move(state), AXIS)


def test_a_surrounded_enemy_is_attacked():
    # S_W in the open with every way out closed: any retreat result kills it.
    state = _bare(G1Pz="1206", G2Pz="1108", G4="1006", S_W="1107", S_SW="1613")
    assert [BOARD.id_of[attack.target] for attack in _assaults(state)] == ["1107"]


def test_no_attack_is_made_at_hopeless_odds():
    state = _bare(RUM3="1015", S_CEN="1014", S_SW="1014")
    assert _assaults(state) == []


def test_a_plan_is_followed_to_its_end():
    state = _first_turn()
    player = make_player("normal", 1)
    moves = 0
    while state.phase == "movement" and game.actor(state) is Side.AXIS:
        action = player.choose(observe(state, Side.AXIS))
        moves += isinstance(action, MoveUnit)
        state, _ = game.apply(state, action)
        if isinstance(action, Done):
            break
    assert 3 <= moves <= 30


@pytest.mark.slow
def test_a_beginner_forgets_what_it_need_not_do_and_plays_no_events():
    state = game.new_game("fall_blau", Options(rules="digital"))
    rng, player, moved, played = random.Random(5), make_player("easy", 5), [], 0
    while (who := game.actor(state)) is not None and len(moved) < 4:
        actions = game.legal_actions(state)
        action = player.choose(observe(state, who)) if isinstance(who, Side) else rng.choice(actions)
        if isinstance(action, Done) and state.phase == "movement":
            moved.append(state.moved.bit_count())
        played += isinstance(action, PlayEvent) and (Pass() in actions or Done() in actions)
        state, _ = game.apply(state, action)
    assert played == 0
    assert len(set(moved)) > 1
    assert min(moved) < 12
