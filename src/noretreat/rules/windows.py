"""Cards in play (chapters 5.3.1, 5.3.4, 5.3.5 and 15.13; CRD-6a to CRD-8): when events are played, canceled, answered.

The registry below is empty until `noretreat.cards` fills it: the rules can play cards without knowing any.
A played card goes through `PlayCard`: announced, answered by the other side if it can, then carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

import msgspec

from noretreat.core import events
from noretreat.core.actions import Action, Defer, Pass, PlayEvent
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET, cards_in
from noretreat.core.kernel import Decision, Procedure, call
from noretreat.core.reasons import Reason, because, reason
from noretreat.core.state import State
from noretreat.core.types import NO_CARD, NO_CARDS, CardMask, CardNumber, SideIndex
from noretreat.data.facts import CardHalf, Phase
from noretreat.rules import joker
from noretreat.rules.joker import JOKER, JOKER_BIT


class Window(StrEnum):
    """The moments at which an event may be played (5.3.1)."""

    DRAW = "draw"
    VICTORY = "victory"
    CARD = "card"
    CARD_OPPONENT = "card_opponent"
    ANY_CARD = "any_card"
    """Either of the two above."""
    SUPPLY_END = "supply_end"
    ORGANIZATION_START = "organization_start"
    ORGANIZATION = "organization"
    MOVE = "move"
    MOVE_END = "move_end"
    COUNTERBLOW = "counterblow"
    COMMIT = "commit"
    ROLL = "roll"
    ROLLED = "rolled"
    RESULT = "result"
    AFTER_EX = "after_ex"
    COMBAT_END = "combat_end"
    REMOVAL = "removal"
    PHASE_END = "phase_end"
    PAYMENT = "payment"
    REACT = "react"
    ANY = "any"


_ONE_EVENT: Final = (Window.COMMIT,)
"""Windows that close after one event."""
_NOT_ANYTIME: Final = frozenset((
    Window.DRAW, Window.COUNTERBLOW, Window.COMMIT, Window.ROLL, Window.ROLLED, Window.RESULT, Window.AFTER_EX,
    Window.PAYMENT, Window.REACT, Window.PHASE_END,
))  # fmt: skip
"""Windows in the middle of something: cards playable "anytime" wait (5.3.1). The end of a phase is left
out because every phase has a window of its own.
"""
_OF_ONE_SIDE: Final = (Window.DRAW, Window.CARD, Window.CARD_OPPONENT, Window.PAYMENT, Window.REACT)
"""Windows whose name says whose player turn it is."""
_UNASKED: Final = (Window.DRAW, Window.PAYMENT, Window.ANY_CARD)
"""Windows in which nobody is asked: the event happens automatically (or the window stands for others)."""


Requirement: TypeAlias = Callable[[State, SideIndex, str], Reason | None]
"""A condition of an event: `(state, side, mode)` -> None if it is met, else the reason it is not."""
Effective: TypeAlias = Callable[[State, SideIndex, str], None]
"""A function that carries out an event: `(state, side, mode)`."""


class CardEvent(NamedTuple):
    """One event: how one side's half of a card is played."""

    card: CardNumber
    side: SideIndex
    windows: tuple[Window, ...]
    whose_turn: SideIndex | None
    """Playable only in the player turn of this side; None: in either."""
    modes: tuple[str, ...]
    requires: Requirement
    """`(state, side, mode)` -> None if it may be played now, else the reason it may not.

    It may depend only on what both sides know, because it decides whether a window opens.
    """
    effect: Effective
    copies: bool = False
    """Repeats the event of the top discard, with its windows and modes (02A, 26S)."""
    moments: Mapping[Window, str] = {}
    """The alternative to explain in each window, if each alternative has a window of its own."""


REGISTRY: dict[tuple[SideIndex, CardNumber], CardEvent] = {}
"""(side, card number) -> event."""
_BY_WINDOW: dict[tuple[SideIndex, Window], CardMask] = {}
"""(side, window) -> mask of the cards whose event that side may play there."""


_IN_TURN_OF: list[list[CardMask]] = [[NO_CARDS, NO_CARDS], [NO_CARDS, NO_CARDS]]
"""Per side and phasing side, mask of the cards whose event may be played in that player turn."""
_WITH_INITIATIVE: list[list[CardMask]] = [[NO_CARDS, NO_CARDS], [NO_CARDS, NO_CARDS]]
"""Per side and side with the initiative, mask of the cards whose symbol allows the event (CRD-7)."""
_MANDATORY: list[CardMask] = [NO_CARDS, NO_CARDS]
"""Per side, mask of the cards whose event is red."""
_COPYING: list[CardMask] = [NO_CARDS, NO_CARDS]
"""Per side, mask of the cards that repeat the event of the top discard."""
_COPIED: list[CardMask] = [NO_CARDS, NO_CARDS]
"""Per side, mask of the cards whose event they can repeat."""
_UNCONDITIONAL: list[CardMask] = [NO_CARDS, NO_CARDS]
"""Per side, mask of the cards whose event needs only its window, turn and initiative."""


def register(event: CardEvent) -> None:
    """Adds an event to the registry; raises `ValueError` for a second event of the same half."""
    if (event.side, event.card) in REGISTRY:
        raise ValueError(f"card {event.card} has two {SIDES[event.side]} events")
    REGISTRY[event.side, event.card] = event
    for place in _places(event):
        _BY_WINDOW[event.side, place] = _BY_WINDOW.get((event.side, place), NO_CARDS) | 1 << event.card
    if event.copies:
        _COPYING[event.side] |= 1 << event.card
    elif half_of(event.card, event.side).mandatory:
        _MANDATORY[event.side] |= 1 << event.card
    else:
        _COPIED[event.side] |= 1 << event.card
    initiative = half_of(event.card, event.side).initiative
    for index, side in enumerate(SIDES):
        if event.whose_turn in (None, index):
            _IN_TURN_OF[event.side][index] |= 1 << event.card
        if initiative in (None, side):
            _WITH_INITIATIVE[event.side][index] |= 1 << event.card


def _places(event: CardEvent) -> set[Window]:
    """All windows in which an event may be played."""
    if event.copies:
        return {window for window in Window if window not in _UNASKED}
    places = set(event.windows)
    if Window.ANY_CARD in places:
        places |= {Window.CARD, Window.CARD_OPPONENT}
    if Window.ANY in places:
        places |= {window for window in Window if window not in _NOT_ANYTIME}
    return places


def event(
    number: int,
    side: SideIndex,
    *places: Window,
    turn: SideIndex | None = None,
    modes: tuple[str, ...] | Mapping[str, Window] = ("",),
    requires: tuple[Requirement, ...] = (),
    copies: bool = False,
) -> Callable[[Effective], Effective]:
    """Registers the decorated function as an event: `side`'s half of this card, playable in these windows.

    `turn`: only in the player turn of this side. `modes`: alternatives printed on the card, with the window of each if
    they differ. `requires`: conditions that return None, or the reason against; the first reason is shown. `copies`: it
    repeats the event of the top discard.
    """
    card = CardNumber(number)

    def refusal(state: State, side: SideIndex, mode: str) -> Reason | None:
        for question in requires:
            why = question(state, side, mode)
            if why:
                return why
        return None

    def decorate(effect: Effective) -> Effective:
        moments = {window: mode for mode, window in modes.items()} if isinstance(modes, Mapping) else {}
        register(CardEvent(card, side, places, turn, tuple(modes), refusal, effect, copies, moments))
        if not requires and not copies:
            _UNCONDITIONAL[side] |= 1 << card
        return effect

    return decorate


def playable(state: State, side: SideIndex, window: Window) -> list[Action]:
    """The events `side` may play from its hand in this window, one action for each mode; red ones that wait come
    first.
    """
    found: list[Action] = waiting_events(state, side) if window not in _NOT_ANYTIME else []
    for card in cards_in(open_events(state, side, window, state.hands[side] | joker.held(state, side))):
        found += [PlayEvent(card, mode) for mode in open_modes(state, REGISTRY[side, card])]
    return found


def waiting_cards(state: State, side: SideIndex) -> CardMask:
    """Mask of the cards in a hand whose red event has still to happen in this phase (CRD-4, C-86).

    They cannot be discarded or spent for anything else.
    """
    return state.hands[side] & state.red_due[side]


def waiting_events(state: State, side: SideIndex) -> list[Action]:
    """The red events that wait, each as an action that makes it happen now."""
    cards = waiting_cards(state, side)
    return [PlayEvent(card) for card in cards_in(cards)] if cards else []


def open_events(state: State, side: SideIndex, window: Window, cards: CardMask) -> CardMask:
    """Those of the cards whose event turn, initiative and "once a player turn" allow now (as `generally_refused`).

    An event that repeats that of the top discard is among them if that one is allowed, whatever its symbol.
    """
    of_window = _BY_WINDOW.get((side, window), NO_CARDS)
    if not cards & of_window:
        return NO_CARDS
    allowed = of_window & ~state.played[side] & _IN_TURN_OF[side][state.phasing]
    cards &= allowed & _WITH_INITIATIVE[side][state.initiative]
    if cards & _COPYING[side]:
        discards = state.discarded(side)
        if not (discards and (allowed & _COPIED[side]) >> discards[-1] & 1):
            cards &= ~_COPYING[side]
        elif not joker.repeats_events(state, side):
            cards &= ~JOKER_BIT
    return cards


def open_modes(state: State, event: CardEvent) -> list[str]:
    """The modes of one of the `open_events` that may be played now."""
    if event.copies:
        copied = uppermost(state, event.side)
        assert copied is not None, "open events repeat something"
        event = copied
    return [mode for mode in event.modes if not event.requires(state, event.side, mode)]


def generally_refused(state: State, event: CardEvent, copied: bool = False) -> Reason | None:
    """The reason against an event that both sides know: turn, initiative, once a player turn (CRD-7, CRD-8)."""
    if event.whose_turn is not None and event.whose_turn != state.phasing:
        return because(f"turn-of-{SIDES[event.whose_turn]}")
    half = half_of(event.card, event.side)
    if half.initiative is not None and half.initiative is not SIDES[state.initiative] and not copied:
        return because(f"initiative-of-{half.initiative}")
    if state.played[event.side] >> event.card & 1:
        return because("happened-already")
    return None


def uppermost(state: State, side: SideIndex) -> CardEvent | None:
    """The side's event on the top discard, if it can be played at all."""
    discards = state.discarded(side)
    found = REGISTRY.get((side, discards[-1])) if discards else None
    return None if found is None or found.copies or half_of(found.card, side).mandatory else found


def _copy_refused(state: State, copied: CardEvent, window: Window) -> Reason | None:
    """Return the reason the event of the top discard cannot be repeated in this window; its symbol does not matter."""
    if not _BY_WINDOW.get((copied.side, window), 0) >> copied.card & 1:
        return reason("event-another-moment", event=f"{copied.card}-{SIDES[copied.side]}")
    return generally_refused(state, copied, copied=True)


def _only_then(event: CardEvent) -> Reason:
    """The moments of an event (5.3.1), and whose player turn they are in where the moments do not say it themselves."""
    if event.whose_turn is None or any(window in _OF_ONE_SIDE for window in event.windows):
        return reason("only-then", moments=event.windows)
    return reason("only-then-own" if event.whose_turn == event.side else "only-then-enemy", moments=event.windows)


def refused(state: State, side: SideIndex, card: CardNumber, window: Window) -> Reason | None:
    """The first reason why this card's event cannot be played in this window; None if it can."""
    event = REGISTRY.get((side, card))
    if event is None or (card == JOKER and not joker.repeats_events(state, side)):
        return because("joker-empty") if card == JOKER else because("no-event")
    if half_of(card, side).mandatory:
        if not waiting_cards(state, side) >> card & 1:
            return because("red")
        return because("red-waits") if window in _NOT_ANYTIME else None
    if not _BY_WINDOW.get((side, window), 0) >> card & 1:
        return _only_then(event)
    why = generally_refused(state, event)
    if event.copies and not why:
        copied = uppermost(state, side)
        if copied is None:
            return because("nothing-to-repeat")
        event, why = copied, _copy_refused(state, copied, window)
    if why:
        return why
    reasons = {mode: event.requires(state, side, mode) for mode in event.modes}
    return None if None in reasons.values() else reasons[event.moments.get(window, event.modes[0])]


def window_of(state: State) -> Window:
    """The window that is open, or else the one in which events of the phase are played."""
    frame = state.question
    return frame.window if isinstance(frame, EventWindow) else _OF_PHASE.get(state.phase, Window.ANY)


_OF_PHASE: Final = {
    Phase.ORGANIZATION: Window.ORGANIZATION,
    Phase.MOVEMENT: Window.MOVE,
    Phase.CARDS: Window.CARD,
    Phase.COMBAT: Window.COMMIT,
}


def payment_event(state: State, side: SideIndex, card: CardNumber, purpose: str) -> CardEvent | None:
    """The event that a card triggers when it is discarded for this purpose, if any."""
    found = REGISTRY.get((side, card))
    if found is None or found.copies or Window.PAYMENT not in found.windows or generally_refused(state, found):
        return None
    return found if found.requires(state, side, purpose) is None else None


def could_play(state: State, side: SideIndex, window: Window) -> bool:
    """True if this side is asked in a window. In a guarded game this must not depend on its hand (15.13)."""
    if not state.setup.options.guarded:
        return bool(playable(state, side, window))
    return might_play(state, side, window)


def might_play(state: State, side: SideIndex, window: Window) -> bool:
    """True if this side could, as far as both sides know, have something to play in this window.

    That is: its hand is not empty, and some unseen card could be played.
    """
    cards = joker.held(state, side)
    if state.hands[side]:
        cards |= state.hands[side] | state.pile(side)
        if not state.has_own_deck(SOVIET):
            cards |= state.hands[ENEMY[side]]
    unseen = open_events(state, side, window, cards)
    # Events without conditions first: one of them is enough, and checking for it is cheap.
    if unseen & _UNCONDITIONAL[side]:
        return True
    return any(open_modes(state, REGISTRY[side, card]) for card in cards_in(unseen))


class EventWindow(Decision, frozen=True, gc=False):
    """The choice between playing events in this window and passing (D-22)."""

    ALWAYS_ASK = True
    CODE = "window"
    window: Window
    side: SideIndex
    chooses_order: bool = False
    """The other side's window is next: this side decides whose events come first (D-25)."""

    def actor(self, state: State) -> SideIndex:
        """The side the window is open for."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Pass, and what can be played; no options if the side cannot have anything as far as both know.

        Defer is offered only if the side has something to play and the other side might; the other may still turn out
        to hold nothing.
        """
        if not could_play(state, self.side, self.window):
            return ()
        plays = playable(state, self.side, self.window)
        if plays and self.chooses_order and might_play(state, ENEMY[self.side], self.window):
            return [Pass(), *plays, Defer()]
        return [Pass(), *plays]

    def choose(self, state: State, action: Action) -> None:
        """Plays the event, after which most windows stay open; or lets the other side go first."""
        if isinstance(action, Defer):
            others = state.stack.pop()
            call(state, EventWindow(self.window, self.side))
            state.stack.append(others)
        elif isinstance(action, PlayEvent):
            if self.window not in _ONE_EVENT:
                self.again(state)
            play(state, self.side, action)


def open_window(state: State, window: Window, *sides: SideIndex) -> None:
    """Opens a window for each side; if both have one, the side with the initiative decides the order (SEQ-4).

    Whether a side could have something for it is checked once, when the window comes up; a side without any event of
    the window, which it could also repeat, is passed over.
    """
    waiting = False
    for side in sides if len(sides) == 1 else (ENEMY[state.initiative], state.initiative):
        if side not in sides or not _BY_WINDOW.get((side, window), 0) & _COPIED[side]:
            continue
        if state.hands[side] or joker.repeats_events(state, side):
            call(state, EventWindow(window, side, chooses_order=waiting))
            waiting = True


class RedEvents(Decision, frozen=True, gc=False):
    """The choice of the waiting red event that happens next (CRD-4, D-28). The phase does not end before all of them
    have.
    """

    CODE = "red_events"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The side that drew the cards."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Each of the red events that wait."""
        return waiting_events(state, self.side)

    def choose(self, state: State, action: Action) -> None:
        """Makes it happen; asks again while others wait."""
        self.again(state)
        play(state, self.side, action)


def settle_red_events(state: State) -> None:
    """Makes the red events that still wait happen, those of the phasing side first (CRD-4).

    A card that left the hand meanwhile has none any more.
    """
    state.red_due = [waiting_cards(state, side) for side in (AXIS, SOVIET)]
    if any(state.red_due):
        for side in (ENEMY[state.phasing], state.phasing):
            call(state, RedEvents(side))


class EndPhase(Procedure, frozen=True, gc=False):
    """The end of a phase: cards for that moment, then the red events that nobody has triggered."""

    STAGES = ("window", "red_events", "close")

    def window(self, state: State) -> None:
        """Asks each side that might have something to play."""
        open_window(state, Window.PHASE_END, *range(len(SIDES)))

    def red_events(self, state: State) -> None:
        """None waits for the next phase."""
        settle_red_events(state)

    def close(self, state: State) -> None:
        """The cards of this phase are no longer new ones."""
        state.drawn = [0, 0]


def play(state: State, side: SideIndex, action: Action) -> None:
    """Puts a card on the table and starts its resolution; a red event that waited happens at once."""
    assert isinstance(action, PlayEvent)
    if waiting_cards(state, side) >> action.card & 1:
        state.leaves_hand(side, action.card)
        happen(state, side, action.card)
        return
    copied = uppermost(state, side) if REGISTRY[side, action.card].copies else None
    if action.card == JOKER and copied:
        joker.hand_over(state, ENEMY[side], "event")
        state.emit(events.EventPlayed(SIDES[side], copied.card, action.mode))
        call(state, PlayCard(at="carry_out", side=side, card=JOKER, mode=action.mode, copied=copied.card))
        return
    state.leaves_hand(side, action.card)
    state.table = (*state.table, action.card)
    call(state, PlayCard(side=side, card=action.card, mode=action.mode, copied=copied.card if copied else NO_CARD))


class Answerable(Procedure, frozen=True, gc=False):
    """Something one side did that the other may cancel before it is settled (5.3.5)."""

    side: SideIndex
    cancelled: bool = False


def pending(state: State) -> Answerable | None:
    """The last thing done that can still be cancelled."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Answerable)), None)


class PlayCard(Answerable, frozen=True, gc=False, kw_only=True):
    """A card is announced, can be cancelled, and takes effect (5.3.5)."""

    STAGES = ("announce", "answer", "carry_out")
    card: CardNumber
    mode: str = ""
    copied: CardNumber = NO_CARD
    """The discard whose event it repeats (02A, 26S)."""

    def announce(self, state: State) -> None:
        """Shows the card to both sides."""
        state.emit(events.EventPlayed(SIDES[self.side], self.card, self.mode))

    def answer(self, state: State) -> None:
        """The other side may cancel it."""
        open_window(state, Window.REACT, ENEMY[self.side])

    def carry_out(self, state: State) -> None:
        """Carries out the event unless it was cancelled; then discards the card, if no effect took it (CRD-9)."""
        call(state, ClearTable(self.card, self.side))
        if self.cancelled:
            state.emit(events.EventCancelled(SIDES[self.side], self.card))
            return
        acting = self.copied or self.card
        state.played[self.side] |= 1 << self.card | 1 << acting
        REGISTRY[self.side, acting].effect(state, self.side, self.mode)


def red_cards(state: State, side: SideIndex) -> CardMask:
    """Mask of the cards with a red event for the side that draws them, which has to happen and cannot be cancelled
    (CRD-4).

    One that has already happened this player turn does not happen again: it is drawn like any card (CRD-8).
    """
    red = _MANDATORY[side]
    return red if state.rules.once_exempt_mandatory else red & ~state.played[side]


def receive(state: State, side: SideIndex, card: CardNumber) -> None:
    """Gives a side the card that it drew. Its red event happens at once; under the digital rules it waits for its
    player, who chooses the moment and the order within the phase (CRD-4, C-86).
    """
    red, waits = bool(red_cards(state, side) >> card & 1), _red_events_wait(state)
    if red and not waits:
        happen(state, side, card)
        return
    state.hands[side] |= 1 << card
    if waits:
        state.drawn[side] += 1
        state.red_due[side] |= 1 << card if red else NO_CARDS


def _red_events_wait(state: State) -> bool:
    """True if red events wait for their player. They do not under the board rules, nor while the first hands are dealt:
    no phase ends then.
    """
    ends = any(isinstance(frame, EndPhase | RedEvents) for frame in state.stack)
    return state.rules.red_events == "before_phase_ends" and ends


def happen(state: State, side: SideIndex, card: CardNumber) -> None:
    """Carries out a red event: its card goes straight to the discards."""
    state.red_due[side] &= ~(1 << card)
    state.table = (*state.table, card)
    state.emit(events.EventPlayed(SIDES[side], card))
    call(state, PlayCard(at="carry_out", side=side, card=card))


class ClearTable(Procedure, frozen=True, gc=False):
    """Discards the played card once its effect is over."""

    STAGES = ("clear",)
    card: CardNumber
    side: SideIndex

    def clear(self, state: State) -> None:
        """Takes the card off the table, unless an effect took it elsewhere."""
        if self.card in state.table:
            place = state.table.index(self.card)
            state.table = state.table[:place] + state.table[place + 1 :]
            state.set_discarded(self.side, (*state.discarded(self.side), self.card))
            state.emit(events.CardDiscarded(SIDES[self.side], self.card, "event"))


def half_of(card: CardNumber, side: SideIndex) -> CardHalf:
    """One side's half of a card."""
    return BOARD.cards[card].soviet if side else BOARD.cards[card].axis


# --- effects several cards share ------------------------------------------------------------------------
def cancel_card(state: State) -> None:
    """Cancels the last thing done that is not settled yet: an event, a discard, a purchase (5.3.5).

    The cancelling card is itself being carried out, so it is no longer on the stack as a `PlayCard`.
    """
    target = pending(state)
    assert target is not None, "the requirements of these cards ask for something to cancel"
    depth = max(depth for depth, frame in enumerate(state.stack) if frame is target)
    state.stack[depth] = msgspec.structs.replace(target, cancelled=True)


def pending_card(state: State) -> PlayCard | None:
    """The announced event that can be cancelled now."""
    found = pending(state)
    return found if isinstance(found, PlayCard) else None


def being_carried_out(state: State) -> SideIndex:
    """The side whose event is being carried out."""
    return next(frame.side for frame in reversed(state.stack) if isinstance(frame, ClearTable))
