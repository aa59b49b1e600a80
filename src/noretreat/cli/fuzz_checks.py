"""What must hold at every step of every game; `Checker` looks, and raises `Broken`."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any, Final

import msgspec

from noretreat import game
from noretreat.cli.common import recorder
from noretreat.core.actions import Action
from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SIDES, SOVIET, bits
from noretreat.core.boxes import BOX_NAMES
from noretreat.core.events import Event, HandSeen, redacted
from noretreat.core.kernel import Decision
from noretreat.core.snapshot import dump
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain import wording
from noretreat.explain.view import view
from noretreat.rules.choices import AskForCard
from noretreat.rules.victory import LAST_YEAR
from noretreat.storage import savegame


class Broken(AssertionError):
    """Something that must always hold does not."""


OFTEN: Final = 5
"""The checks of middling price come at every so manieth action: what they look for does not go away by itself."""


class Checker:
    """Looks at every step of a game; the dearer a check, the more seldom (`every`: the dearest)."""

    def __init__(self, state: State, saved: savegame.SavedGame, every: int, source: random.Random) -> None:
        self._record, self._every, self._often, self._steps = recorder(saved), every, min(OFTEN, every), 0
        self._source = source
        self._cards, self._turn = cards_of(state), state.turn
        self._latest = state
        self._key: tuple[Any, ...] | None = state.key()
        self._looked: set[Side] = set()
        """Who has just been shown the enemy's hand by an event, and chooses from it."""

    def watch(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Checks one step; raises `Broken`."""
        self._record(before, action, after, events)
        self._steps += 1
        if before is not self._latest or (self._key is not None and before.key() != self._key):
            raise Broken("applying an action changed the state it was given")
        self._latest = after
        self._key = after.key() if (self._steps + 1) % self._often == 0 else None
        if (game.actor(after) is None) is not (game.outcome(after) is not None):
            raise Broken("nobody has to act, but the game is not over")
        if bool(game.legal_actions(after)) is not (game.actor(after) is not None):
            raise Broken("somebody has to act, but nothing is legal")
        if self._steps % self._often == 0:
            self._check_cards(after)
        self._looked |= {event.by for event in events if isinstance(event, HandSeen)}
        if not (after.stack and isinstance(after.stack[-1], AskForCard)):
            self._looked.clear()
        if self._steps % self._every == 0:
            self._dear_checks(before, action, after, events)

    def _check_cards(self, state: State) -> None:
        """The decks hold the cards that they held; in 1945 they change."""
        cards = cards_of(state)
        if cards != self._cards and not self._turn < LAST_YEAR <= state.turn:
            raise Broken(f"cards lost or made: {sorted(cards ^ self._cards)}")
        self._cards, self._turn = cards, state.turn

    def _dear_checks(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """What takes longer than the step itself."""
        again, _ = game.apply(before, action)
        if again.key() != after.key():
            raise Broken("the same action gave two different results")
        if len(set(after.options)) != len(after.options):
            raise Broken("an action is offered twice")
        check_units(after)
        check_round_trip(after)
        views = check_secrecy(after, self._source, self._looked)
        for side in (*Side, None):
            msgspec.json.encode(views[side])
            for event in events:
                wording.describe(redacted(event, side), side)


def cards_of(state: State) -> frozenset[tuple[int, int]]:
    """Every card that is somewhere, as (deck, number); raises when one is in two places."""
    everywhere = []
    for side in (AXIS, SOVIET):
        deck = int(state.has_own_deck(side))
        everywhere += [(deck, number) for number in bits(state.hands[side])]
    decks = (AXIS, SOVIET) if state.has_own_deck(SOVIET) else (AXIS,)
    for deck in decks:
        everywhere += [(deck, number) for number in (*bits(state.pile(deck)), *state.discarded(deck))]
    for number in state.table:
        # Whose card on the table this is: of two decks, the one that lacks it elsewhere.
        everywhere.append(next(((deck, number) for deck in decks if (deck, number) not in everywhere), (AXIS, number)))
    found = frozenset(everywhere)
    if len(everywhere) != len(found):
        raise Broken(f"a card is in two places: {sorted(everywhere)}")
    return found


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
        raise Broken("a unit off the map bears an Unsupplied marker")


def check_round_trip(state: State) -> None:
    """A state that was written and read is the same, and asks the same."""
    copy = savegame.revived(msgspec.json.decode(msgspec.json.encode(dump(state))))
    if copy.key() != state.key() or copy.options != state.options:
        raise Broken("the state does not survive being written and read")


def check_secrecy(state: State, source: random.Random, looked: Collection[Side] = ()) -> dict[Side | None, Any]:
    """Deals what each side cannot know anew: its view and its legal actions must stay the same. Returns the views.

    Those who have `looked` at the hand choose from what they saw.
    """
    views = {side: view(state, side) for side in (*Side, None)}
    for side in SIDES:
        other = dealt_anew(state, 1 - SIDE_INDEX[side], source)
        if view(other, side) != views[side]:
            raise Broken(f"the {side} side sees something of the enemy's hand")
        if game.actor(state) is side and side not in looked:
            question = other.stack[-1]
            assert isinstance(question, Decision)
            if tuple(question.options(other)) != state.options:
                raise Broken(f"what the {side} side may do depends on the enemy's hand")
        if view(other, None) != views[None]:
            raise Broken("a spectator sees something of a hand")
    return views


def dealt_anew(state: State, side: int, source: random.Random) -> State:
    """A copy in which the hand of a side is dealt anew from the cards nobody else has seen."""
    unknown = list(bits(state.hands[side] | state.pile(side)))
    hand = sum(1 << card for card in source.sample(unknown, state.hands[side].bit_count()))
    other = state.copy()
    other.hands[side] = hand
    other.set_pile(side, sum(1 << card for card in unknown) & ~hand)
    return other
