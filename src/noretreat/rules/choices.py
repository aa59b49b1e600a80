"""Choices that events give (chapter 5.3): a unit, a hex, or one of the actions on offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

from noretreat.core.actions import Action, ChooseHex, ChooseUnit, Discard, Done, LoseStep
from noretreat.core.board import BOARD, cards_in
from noretreat.core.kernel import Decision, call
from noretreat.core.sides import NO_SIDE
from noretreat.core.state import State
from noretreat.core.types import CardNumber, Node, SideIndex, UnitIndex
from noretreat.rules import losses
from noretreat.rules.deck import discard, spendable

Answer: TypeAlias = Callable[[State, SideIndex, Any], None]
"""A function that carries a choice out: `(state, side, unit or node)`."""
_ANSWERS: dict[tuple[SideIndex, CardNumber], Answer] = {}


def answer(number: int, side: SideIndex) -> Callable[[Answer], Answer]:
    """Registers the decorated function: what the event does with the chosen unit or hex."""

    def decorate(function: Answer) -> Answer:
        _ANSWERS[side, CardNumber(number)] = function
        return function

    return decorate


def choose_unit(state: State, card: CardNumber, side: SideIndex, units: Iterable[UnitIndex]) -> None:
    """Asks the side to choose one of these units; the event's `answer` carries the choice out."""
    call(state, ChooseForCard(card, side, tuple(units), "unit"))


def choose_hex(state: State, card: CardNumber, side: SideIndex, nodes: Iterable[Node]) -> None:
    """Asks the side to choose one of these hexes; the event's `answer` carries the choice out."""
    call(state, ChooseForCard(card, side, tuple(nodes), "hex"))


class ChooseForCard(Decision, frozen=True, gc=False):
    """The choice, by an event's player, of the unit or hex the event applies to."""

    CODE = "choose"
    card: CardNumber
    side: SideIndex
    among: tuple[int, ...]
    what: str

    def actor(self, state: State) -> SideIndex:
        """The side that played the card."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """The units or hexes it can apply to."""
        if self.what == "unit":
            return [ChooseUnit(BOARD.unit_ids[unit]) for unit in self.among]
        return [ChooseHex(BOARD.id_of[Node(node)]) for node in self.among]

    def choose(self, state: State, action: Action) -> None:
        """Hands the choice to the event."""
        if isinstance(action, ChooseUnit):
            _ANSWERS[self.side, self.card](state, self.side, BOARD.unit_index[action.unit])
        else:
            assert isinstance(action, ChooseHex)
            _ANSWERS[self.side, self.card](state, self.side, BOARD.node_of[action.hex])


Offering: TypeAlias = Callable[[State, SideIndex, int], Sequence[Action]]
"""A function that lists the choices: `(state, chooser, units already chosen)`."""
Choice: TypeAlias = Callable[[State, SideIndex, Action], None]
"""A function that carries out a chosen action: `(state, chooser, action)`."""
_OFFERS: dict[tuple[CardNumber, SideIndex, str], tuple[Offering, Choice]] = {}


def offer(number: int, owner: SideIndex, offering: Offering, stage: str = "") -> Callable[[Choice], Choice]:
    """Registers the decorated function: it carries out what was chosen from `offering`."""

    def decorate(function: Choice) -> Choice:
        _OFFERS[CardNumber(number), owner, stage] = (offering, function)
        return function

    return decorate


def ask(
    state: State,
    card: CardNumber,
    owner: SideIndex,
    stage: str = "",
    *,
    who: SideIndex = NO_SIDE,
    times: int = 1,
    must: bool = False,
) -> None:
    """Asks a side (by default the owner of the event) to choose up to `times` times; `must`: as often as it can."""
    call(state, AskForCard(card, owner, stage, owner if who < 0 else who, times, must))


class AskForCard(Decision, frozen=True, gc=False):
    """An event asks one side to choose, once or several times."""

    CODE = "event"
    card: CardNumber
    owner: SideIndex
    stage: str
    side: SideIndex
    left: int
    must: bool
    chosen: int = 0
    """Mask of the units chosen so far."""

    def actor(self, state: State) -> SideIndex:
        """The side that chooses."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Whatever the event offers, or stop."""
        offering, _ = _OFFERS[self.card, self.owner, self.stage]
        actions = offering(state, self.side, self.chosen)
        return [*actions, Done()] if actions and not self.must else actions

    def choose(self, state: State, action: Action) -> None:
        """Carries out the choice; asks again if more can be chosen."""
        if isinstance(action, Done):
            return
        unit = getattr(action, "unit", None)
        chosen = self.chosen | 1 << BOARD.unit_index[unit] if unit else self.chosen
        if self.left > 1:
            call(state, msgspec.structs.replace(self, left=self.left - 1, chosen=chosen))
        _OFFERS[self.card, self.owner, self.stage][1](state, self.side, action)


class DiscardOne(Decision, frozen=True, gc=False):
    """The choice of a card to discard from the hand of an event's player."""

    CODE = "discard_one"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The owner of the hand."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any card of the hand, old or new."""
        return [Discard(card) for card in cards_in(spendable(state, self.side))]

    def choose(self, state: State, action: Action) -> None:
        """Discards the card."""
        assert isinstance(action, Discard)
        discard(state, self.side, action.card, "event")


def lose_a_step(state: State, side: SideIndex, action: Action) -> None:
    """The chosen unit loses a step to an event, and no cadre takes its place."""
    assert isinstance(action, LoseStep)
    losses.lose_step(state, BOARD.unit_index[action.unit], "event")
