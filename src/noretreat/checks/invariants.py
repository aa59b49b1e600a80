"""Facts that must be true after every action of every game; `Checker` checks them, and raises `Broken`."""

from __future__ import annotations

import random
from typing import Any, Final

import msgspec

from noretreat import game
from noretreat.ai.player import observe
from noretreat.core.actions import Action, MoveUnit
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDE_INDEX, SIDES, SOVIET, cards_in
from noretreat.core.boxes import BOX_NAMES, RAIL
from noretreat.core.events import Event, redacted
from noretreat.core.kernel import Frame
from noretreat.core.snapshot import dump
from noretreat.core.state import State
from noretreat.core.types import CardNumber, SideIndex
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import view
from noretreat.explain.sentences import wording
from noretreat.rules import calendar
from noretreat.rules.deck import KeepOne
from noretreat.rules.movement import MoveUnits
from noretreat.rules.victory import LAST_YEAR
from noretreat.rules.windows import red_cards
from noretreat.storage import savegame


class Broken(AssertionError):
    """Something that must always be true is not."""


OFTEN: Final = 5
"""The moderately expensive checks run once in this many actions: the errors that they look for do not disappear."""


class Checker:
    """Checks a game after every action; expensive checks run less often, the most expensive once in `every` actions."""

    def __init__(self, state: State, saved: savegame.SavedGame, every: int, source: random.Random) -> None:
        self._record, self._every, self._often, self._steps = savegame.recorder(saved), every, min(OFTEN, every), 0
        self._source = source
        self._cards, self._turn = cards_of(state), state.turn
        self._latest = state
        self._key: tuple[object, ...] | None = state.key()
        self._since_chance = {hash(self._key)}
        """The positions since the last die or deal, by the hashes of their keys."""

    def watch(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Checks one action; raises `Broken`."""
        self._record(before, action, after, events)
        self._steps += 1
        if before is not self._latest or (self._key is not None and before.key() != self._key):
            raise Broken("applying an action changed the state it was given")
        key = after.key()
        self._latest = after
        self._key = key if (self._steps + 1) % self._often == 0 else None
        if (game.actor(after) is None) is not (game.outcome(after) is not None):
            raise Broken("nobody has to act, but the game is not over")
        if bool(game.legal_actions(after)) is not (game.actor(after) is not None):
            raise Broken("somebody has to act, but nothing is legal")
        self._check_progress(before, hash(key))
        if self._steps % self._often == 0:
            self._check_cards(after)
        if self._steps % self._every == 0:
            self._dear_checks(before, action, after, events)

    def _check_progress(self, before: State, reached: int) -> None:
        """Decisions alone never lead back to where they began: the game could go round in circles."""
        if game.actor(before) is game.Chance.CHANCE:
            self._since_chance.clear()
        if reached in self._since_chance:
            raise Broken("decisions have led back to where they began")
        self._since_chance.add(reached)

    def _check_cards(self, state: State) -> None:
        """Cards are lost or added only when the decks change in 1945."""
        cards = cards_of(state)
        if cards != self._cards and not self._turn < LAST_YEAR <= state.turn:
            raise Broken(f"cards lost or made: {sorted(cards ^ self._cards)}")
        self._cards, self._turn = cards, state.turn

    def _dear_checks(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """The checks that take longer than the action itself."""
        again, _ = game.apply(before, action)
        if again.key() != after.key():
            raise Broken("the same action gave two different results")
        if len(set(after.options)) != len(after.options):
            raise Broken("an action is offered twice")
        check_moves_first(after)
        check_units(after)
        check_whereabouts(after)
        check_round_trip(after)
        views = check_secrecy(after, self._source)
        for side in (*Side, None):
            msgspec.json.encode(views[side])
            for event in events:
                wording.describe(redacted(event, side), side)


def cards_of(state: State) -> frozenset[tuple[int, int]]:
    """Every card of the game, as (deck, number); raises `Broken` if one is in two places."""
    everywhere = []
    for side in (AXIS, SOVIET):
        deck = int(state.has_own_deck(side))
        everywhere += [(deck, number) for number in cards_in(state.hands[side])]
    decks = (AXIS, SOVIET) if state.has_own_deck(SOVIET) else (AXIS,)
    for deck in decks:
        everywhere += [(deck, number) for number in (*cards_in(state.pile(deck)), *state.discarded(deck))]
    for number in state.table:
        # With two decks, a card on the table belongs to the deck in which it is missing.
        everywhere.append(next(((deck, number) for deck in decks if (deck, number) not in everywhere), (AXIS, number)))
    found = frozenset(everywhere)
    if len(everywhere) != len(found):
        raise Broken(f"a card is in two places: {sorted(everywhere)}")
    return found


def check_moves_first(state: State) -> None:
    """Where units are moved, all moves come before anything else; what undo says beforehand counts on it (8.0)."""
    if not isinstance(state.question, MoveUnits):
        return
    moves = [isinstance(action, MoveUnit) for action in state.options]
    if moves != sorted(moves, reverse=True):
        raise Broken("a move is offered after something else")


def check_units(state: State) -> None:
    """Every counter is in one place, no hex holds both sides, every city and oil field has one controller."""
    if len(state.where) != len(BOARD.units):
        raise Broken("counters were lost or made")
    for unit, place in enumerate(state.where):
        if place not in (BOARD.id_of if place >= 0 else BOX_NAMES):
            raise Broken(f"{BOARD.unit_ids[unit]} is nowhere: {place}")
    if state.occupied(AXIS) & state.occupied(SOVIET):
        raise Broken("two sides share a hex")
    if state.axis_control & state.soviet_control or state.axis_control | state.soviet_control != BOARD.vp_hexes:
        raise Broken("a city or oil field has no controller, or two")
    on_map = sum(1 << unit for unit, place in enumerate(state.where) if place >= 0)
    if state.unsupplied & ~on_map:
        raise Broken("a unit off the map has an Unsupplied marker")


def check_whereabouts(state: State) -> None:
    """Check that the consequences of the units' places were noticed: markers (11.2), control (12.7.1), the calendar
    (13.5).
    """
    on_map = sum(1 << unit for unit, place in enumerate(state.where) if place >= 0)
    on_trains = sum(1 << unit for unit, place in enumerate(state.where) if place == RAIL)
    if state.disorganized & ~on_map & ~on_trains:
        raise Broken("a unit that is neither on the map nor on a train has a Disorganized marker")
    for side in (AXIS, SOVIET):
        if state.occupied(side) & BOARD.vp_hexes & ~state.control(side):
            raise Broken("a unit stands in a city or an oil field without controlling it")
    later = state.copy()
    calendar.watch_triggers(later)
    if later.triggers != state.triggers:
        raise Broken("what sets the calendar going has happened, but was not noticed")


def check_round_trip(state: State) -> None:
    """A state that is written and read again is the same, with the same legal actions."""
    copy = savegame.revived(msgspec.json.decode(msgspec.json.encode(dump(state))))
    if copy.key() != state.key() or copy.options != state.options:
        raise Broken("the state does not survive being written and read")


def check_secrecy(state: State, source: random.Random) -> dict[Side | None, Any]:
    """Check that the view and the legal actions of a side stay the same when what it cannot see is exchanged.

    Returns the views.
    """
    views = {side: view(state, side) for side in (*Side, None)}
    for side in SIDES:
        other = exchanged(state, ENEMY[SIDE_INDEX[side]], source)
        if view(other, side) != views[side]:
            raise Broken(f"the {side} side sees something of the enemy's hand")
        if game.actor(state) is side and _options_made_anew(other) != state.options:
            raise Broken(f"what the {side} side may do depends on the enemy's hand")
        if view(other, None) != views[None]:
            raise Broken("a spectator sees something of a hand")
        if view(sample_of(state, side, source), side) != views[side]:
            raise Broken(f"what the {side} side supposes looks different from what it sees")
    return views


def sample_of(state: State, side: Side, source: random.Random) -> State:
    """A full state that agrees with what a side knows, with everything checked but its view; raises `Broken`."""
    seed = source.getrandbits(32)
    observation = observe(state, side)
    sample = observation.sample_state(random.Random(seed))
    if cards_of(sample) != cards_of(state):
        raise Broken(f"the {side} side supposes cards that there are not")
    if game.actor(sample) != game.actor(state) or sample.options != _options_made_anew(sample):
        raise Broken(f"the actions that the {side} side supposes do not follow from the cards that it supposes")
    decides = game.actor(state) is side
    if observation.actions != (state.options if decides else ()) or (decides and sample.options != state.options):
        raise Broken(f"the {side} side is told other actions than its own")
    _check_red_events(sample, ENEMY[SIDE_INDEX[side]])
    truth = exchanged(state, ENEMY[SIDE_INDEX[side]], source)
    again = observe(truth, side).sample_state(random.Random(seed))
    if again.key() != sample.key() or again.options != sample.options:
        raise Broken(f"what the {side} side supposes depends on what it cannot see")
    return sample


def _check_red_events(sample: State, side: SideIndex) -> None:
    """A red event waits in every supposed card that has one, and in no other."""
    dealt = sample.hands[side] & ~sample.shown[side]
    if sample.red_due[side] & ~sample.hands[side] or sample.red_due[side] & dealt != dealt & red_cards(sample, side):
        raise Broken("the red events of a supposed hand do not fit its cards")


def _options_made_anew(state: State) -> tuple[Action, ...]:
    """The answers to the question that is asked, worked out from this state."""
    question = state.question
    return () if question is None else tuple(question.options(state))


def exchanged(state: State, side: SideIndex, source: random.Random) -> State:
    """A copy in which cards of a hand have changed places with cards of the pile: cards without a red event that the
    other side has not seen.

    The other side cannot tell the two apart. The options stay those of the true state.
    """
    other = state.copy()
    plain = ~(red_cards(state, side) | state.shown[side])
    held, pile = cards_in(state.hands[side] & plain), cards_in(state.pile(side) & plain)
    count = min(len(held), len(pile))
    for ours, theirs in zip(held, source.sample(pile, count), strict=False):
        swap = 1 << ours | 1 << theirs
        other.hands[side] ^= swap
        other.set_pile(side, other.pile(side) ^ swap)
        other.stack = [_with_another_card(frame, side, ours, theirs) for frame in other.stack]
    return other


def _with_another_card(frame: Frame, side: SideIndex, ours: CardNumber, theirs: CardNumber) -> Frame:
    """The frame; one that remembers a hand now remembers the other card."""
    if isinstance(frame, KeepOne) and frame.side == side and frame.before >> ours & 1:
        return KeepOne(side, frame.before ^ (1 << ours | 1 << theirs))
    return frame
