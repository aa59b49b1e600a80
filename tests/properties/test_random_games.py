"""Random games: whatever two careless players do, the game stays in order.

A short game is the first few hundred answers of a campaign; a full one is played to its end.
"""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from noretreat.core.actions import Action, ChooseCard, Dealt, Done
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SIDES, bits
from noretreat.core.boxes import BOX_NAMES
from noretreat.core.events import PhaseBegan
from noretreat.core.kernel import Decision
from noretreat.core.snapshot import dump, load
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import view
from noretreat.explain.sentences.prompts import PROMPTS
from noretreat.game import Chance, Options, State, actor, apply, legal_actions, new_game, outcome
from noretreat.rules.joker import JOKER, fills_decks
from noretreat.rules.victory import REASONS

SHORT, SHORT_LENGTH = range(12), 350
FULL = ("barbarossa", "fall_blau", "citadel", "bagration", "na_berlin")
STEP_LIMIT = 12_000
ALL_CARDS = sum(1 << number for number in BOARD.cards)


def pick(dice: Random, options: tuple[Action, ...]) -> Action:
    """A random answer; players end their phases now and then, else the game would never get on."""
    if Done() in options and dice.random() < 0.04:
        return Done()
    return dice.choice(options)


def mask(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in set(cards)) if len(set(cards)) == len(cards) else _doubled(cards)


def _doubled(cards: tuple[int, ...]) -> int:
    """Two cards of one number lie on the table, one of each deck: a bit for either."""
    return sum(1 << card for card in set(cards)) | 1 << 70


def check_order(state: State) -> None:
    """What must hold between any two answers."""
    for place in state.where:
        assert place in BOARD.id_of or place in BOX_NAMES, "each unit is in exactly one hex, area or box"
    sides = (0, 1) if state.has_own_deck(1) else (0,)
    piles = [*state.hands, mask(state.table)]
    piles += [cards for side in sides for cards in (state.pile(side), mask(state.discarded(side)))]
    assert sum(pile.bit_count() for pile in piles) == len(sides) * deck(state).bit_count(), "no card lost or doubled"
    together = 0
    for pile in piles:
        together |= pile
    assert together & ~(1 << 70) == deck(state)
    assert not state.axis_control & state.soviet_control
    assert state.axis_control | state.soviet_control == BOARD.vp_hexes
    assert not state.occupied(0) & state.occupied(1), "nobody shares a hex with the enemy"
    options = legal_actions(state)
    assert bool(options) is (actor(state) is not None) is (outcome(state) is None)
    assert len(set(options)) == len(options)
    check_the_question(state)
    on_map = sum(1 << unit for unit, place in enumerate(state.where) if place >= 0)
    assert not state.unsupplied & ~on_map, "only units on the map bear an Unsupplied marker"
    cap = state.rules.event_vp_cap
    assert cap is None or -cap <= state.event_vp <= cap


def check_the_question(state: State) -> None:
    """The question offers every kind of answer that may be given, and no other."""
    who = actor(state)
    if isinstance(who, Side):
        question = view(state, who).prompt
        offered = {kind for name in question.said for kind in PROMPTS[name].speaks_of}
        assert offered == set(map(type, legal_actions(state))), question.text


def deck(state: State) -> int:
    """The cards in the game this year (CRD-11)."""
    late = state.turn >= 23
    # The Joker is in no deck, but for the computer decks, which it fills (C-1).
    out = set() if fills_decks(state.rules) else {JOKER}
    out |= {number for number, card in BOARD.cards.items() if (card.leaves_1945 if late else card.joins_1945)}
    return ALL_CARDS & ~sum(1 << number for number in out)


def check_round_trip(state: State) -> None:
    """A dumped state, read back from JSON, is the same and goes on in the same way."""
    again = load(json.loads(json.dumps(dump(state))))
    assert again.key() == state.key()
    assert actor(again) is actor(state)
    assert legal_actions(again) == legal_actions(state)


def check_secrecy(state: State, dice: Random) -> None:
    """Swap the enemy's hand with the draw pile: nothing changes that this side may see or do."""
    for side in SIDES:
        enemy = ENEMY[SIDE_INDEX[side]]
        unknown = [card for card in BOARD.cards if (state.hands[enemy] | state.pile(enemy)) >> card & 1]
        dealt = sum(1 << card for card in dice.sample(unknown, state.hands[enemy].bit_count()))
        other = state.copy()
        other.hands[enemy] = dealt
        other.set_pile(enemy, sum(1 << card for card in unknown) & ~dealt)
        assert view(other, side) == view(state, side), f"the {side} side sees something of the enemy's hand"
        looks = {ChooseCard(card) for card in bits(state.hands[enemy])} == set(legal_actions(state))  # 25S
        if actor(state) is side and not looks:
            question = other.question
            assert isinstance(question, Decision)
            assert tuple(question.options(other)) == legal_actions(state)


def play_on(state: State, dice: Random, limit: int, thorough: bool) -> tuple[State, int]:
    """Random answers until the game is over or the limit is reached, checked after each."""
    for step in range(limit):
        options = legal_actions(state)
        if not options:
            return state, step
        before = state.key() if thorough else None
        following, happened = apply(state, pick(dice, options))
        assert before is None or state.key() == before, "apply has changed its argument"
        check_order(following)
        if any(isinstance(event, PhaseBegan) and event.phase == "combat" for event in happened):
            assert not view(following, None).overstacked, "stacks are in order when combat begins"
        if thorough and step % 25 == 0:
            check_round_trip(following)
            check_secrecy(following, dice)
        state = following
    return state, limit


@pytest.mark.slow
@pytest.mark.parametrize("seed", SHORT)
def test_short_games(seed: int) -> None:
    dice = Random(seed)
    state, steps = play_on(new_game("barbarossa"), dice, SHORT_LENGTH, thorough=True)
    assert steps == SHORT_LENGTH or outcome(state) is not None


@pytest.mark.slow
@pytest.mark.parametrize("scenario", FULL)
@pytest.mark.parametrize("rules", ["deluxe", "digital"])
def test_full_games(rules: str, scenario: str) -> None:
    """From every part of the war, to the end."""
    state, steps = play_on(new_game(scenario, Options(rules=rules)), Random(len(scenario)), STEP_LIMIT, thorough=False)
    result = outcome(state)
    assert result is not None, f"not over after {steps} answers, on turn {state.turn}"
    assert result.reason in REASONS
    assert result.winner is not None


@pytest.mark.parametrize("rules", ["classic", "deluxe", "digital_0_1", "living"])
def test_other_rule_sets(rules: str) -> None:
    play_on(new_game("barbarossa", Options(rules=rules)), Random(7), 250, thorough=True)


@pytest.mark.parametrize("mode", ["payment", "top_event", "redraw"])
@pytest.mark.parametrize("scenario", ["barbarossa", "saturn", "na_berlin"])
def test_games_with_the_joker(scenario: str, mode: str) -> None:
    """It goes from side to side, whatever it is good for (15.7)."""
    state = new_game(scenario, Options(rules="deluxe", joker=True))
    state.rules = msgspec.structs.replace(state.rules, joker_mode=mode)
    dice, holders = Random(7), set()
    for _ in range(60):
        state, steps = play_on(state, dice, 60, thorough=False)
        holders.add(state.joker)
        if holders == {0, 1} or steps < 60:
            break
    assert holders == {0, 1}


def test_simultaneous_battles() -> None:
    options = Options(rules="digital", simultaneous_battles=True)
    play_on(new_game("barbarossa", options), Random(11), 400, thorough=True)


def test_the_same_answers_make_the_same_game() -> None:
    first, _ = play_on(new_game("barbarossa"), Random(1), 150, thorough=False)
    second, _ = play_on(new_game("barbarossa"), Random(1), 150, thorough=False)
    assert first.key() == second.key()


def test_chance_is_asked_for_every_card_and_die() -> None:
    """The engine itself has no luck: dealing is an answer like any other."""
    state = new_game("barbarossa")
    assert actor(state) is Chance.CHANCE
    a, _ = apply(state, Dealt(5))
    b, _ = apply(state, Dealt(8))
    assert view(a, Side.AXIS).hand == (5,)
    assert view(b, Side.AXIS).hand == (8,)
    assert view(a, Side.SOVIET) == view(b, Side.SOVIET)
