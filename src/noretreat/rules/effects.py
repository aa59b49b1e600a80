"""What several cards share (chapter 5): conditions to ask for, effects to put in force, choices to offer.

Each function of `noretreat.cards` is a few calls of these. A condition takes `(state, side, mode)` and answers
None, or the reason why the event cannot be played; it looks only at what both sides know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from noretreat.core import events
from noretreat.core.actions import Action, ChooseHex, ChooseUnit, Discard, Done, LoseStep
from noretreat.core.board import BOARD, SIDES
from noretreat.core.kernel import Decision, call
from noretreat.core.reasons import Reason, because, reason
from noretreat.core.records import Battle, Effect
from noretreat.core.state import State
from noretreat.rules import boxes, calendar, windows
from noretreat.rules.deck import CardSpent, discard
from noretreat.rules.odds import BELOW


# --- conditions -------------------------------------------------------------------------------------------
def attacks(state: State, side: int, mode: str) -> Reason | None:
    """The side is the attacker of this battle round."""
    battle = state.battle
    return None if battle and battle.attacker == side else because("when-attacking")


def defends(state: State, side: int, mode: str) -> Reason | None:
    """The side is the defender of this battle round."""
    battle = state.battle
    return None if battle and battle.attacker != side else because("when-attacked")


def no_city(state: State, side: int, mode: str) -> Reason | None:
    """No target hex of this battle is a city."""
    cities = BOARD.cities & ~state.scorched
    in_city = state.battle is not None and any(cities >> node & 1 for node in state.battle.targets)
    return because("no-city") if in_city else None


def city_attacked(state: State, side: int, mode: str) -> Reason | None:
    """Some target hex of this battle is a city, and not a scorched one."""
    return None if no_city(state, side, mode) else because("city-only")


def enemy_event(state: State, side: int, mode: str) -> Reason | None:
    """The other side has just announced an event, and nobody has cancelled it yet."""
    played = windows.pending_card(state)
    return None if played and played.side != side and not played.cancelled else because("no-enemy-event")


def enemy_card(state: State, side: int, mode: str) -> Reason | None:
    """The other side has just announced an event or discarded a card, no red one (CARDS 3)."""
    found = windows.pending(state)
    if not isinstance(found, windows.PlayCard | CardSpent) or found.side == side or found.cancelled:
        return because("no-enemy-card")
    return because("red-stays") if windows.half_of(found.card, found.side).mandatory else None


def matters(state: State, side: int, mode: str) -> Reason | None:
    """Cancelling it would change something: a discard that pays for nothing stays a discard."""
    found = windows.pending(state)
    idle = isinstance(found, CardSpent) and found.purpose == "discard"
    return because("pays-for-nothing") if idle else None


def in_clear_weather(state: State, side: int, mode: str) -> Reason | None:
    """The weather is Clear."""
    return None if calendar.weather(state) == calendar.CLEAR else because("clear-only")


def since(turn: int, year: int = 0) -> windows.Requirement:
    """The event is possible from this turn on, which begins this year if one is named."""
    why = reason("from-year", year=year) if year else reason("from-turn", turn=turn)
    return lambda state, side, mode: None if state.turn >= turn else why


def rolled_by_enemy(state: State, side: int, mode: str) -> Reason | None:
    """The die on the table was rolled for an attack of the other side."""
    battle = state.battle
    return None if battle and battle.attacker != side else because("enemy-roll")


# --- effects ----------------------------------------------------------------------------------------------
def lasting(
    state: State, card: int, side: int, kind: str, value: int, expires: str, units: int = 0, nodes: int = 0
) -> None:
    """Puts an effect of this card in force until its scope ends (`windows.SCOPES`).

    The kinds the rules ask for: add_strength, advance_limit, advance_more, armor_beats_armor, armor_worth,
    choose_table, credit, double, extra_loss, extra_mp, extra_stack, favour_hexes, force_*, map_dr_to_ex,
    map_ne_to_ex, no_armor_bonus, no_fort, no_river, reroll_ne, retreat_ignores_zoc, saved, second_half, shift,
    shift_attacks_by, shift_attacks_on, shock_worth, two_dice.
    """
    windows.add_effect(state, Effect(kind, value, card, side, expires, units, nodes))


def shift(state: State, card: int, side: int, columns: int) -> None:
    """So many columns in this battle round, to the right if positive (SHF-12)."""
    lasting(state, card, side, "shift", columns, "battle")


def force_result(state: State, card: int, side: int, result: str, at_least: int = BELOW) -> None:
    """The battle round has this result without a roll, if the odds are at least this column (BAT-6)."""
    lasting(state, card, side, f"force_{result}", at_least, "battle")


def battle_of(state: State) -> Battle:
    """The battle the event is played in."""
    assert state.battle is not None
    return state.battle


def take_card(state: State, side: int, card: int, frm: str) -> None:
    """A card on the table or among the discards comes to a hand.

    Where each side has a deck of its own, an enemy card goes back to its owner's discards instead (R).
    """
    if frm == "enemy" and state.rules.deck_model == "per_player":
        return
    state.table = tuple(other for other in state.table if other != card)
    state.set_discarded(side, tuple(other for other in state.discarded(side) if other != card))
    state.hands[side] |= 1 << card
    state.emit(events.CardTaken(SIDES[side], card, frm))


def lose_a_step(state: State, side: int, action: Action) -> None:
    """The unit chosen loses a step by an event: no cadre takes its place."""
    assert isinstance(action, LoseStep)
    boxes.lose_step(state, BOARD.unit_index[action.unit], "event")


# --- choices ----------------------------------------------------------------------------------------------
Answer: TypeAlias = Callable[[State, int, int], None]
"""What a choice leads to: `(state, side, unit or node)`."""
_ANSWERS: dict[tuple[int, int], Answer] = {}


def answer(card: int, side: int) -> Callable[[Answer], Answer]:
    """Registers the function below it: what happens with the unit or hex chosen for this event."""

    def decorate(function: Answer) -> Answer:
        _ANSWERS[side, card] = function
        return function

    return decorate


def choose_unit(state: State, card: int, side: int, units: Iterable[int]) -> None:
    """Has the side choose one of these units; the event's `answer` carries it out."""
    call(state, ChooseForCard(card, side, tuple(units), "unit"))


def choose_hex(state: State, card: int, side: int, nodes: Iterable[int]) -> None:
    """Has the side choose one of these hexes; the event's `answer` carries it out."""
    call(state, ChooseForCard(card, side, tuple(nodes), "hex"))


class ChooseForCard(Decision, frozen=True, gc=False):
    """The player of an event chooses what it touches."""

    CODE = "choose"
    card: int
    side: int
    among: tuple[int, ...]
    what: str

    def actor(self, state: State) -> int:
        """Who played the card."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """The units or hexes it may touch."""
        if self.what == "unit":
            return [ChooseUnit(BOARD.unit_ids[unit]) for unit in self.among]
        return [ChooseHex(BOARD.id_of[node]) for node in self.among]

    def choose(self, state: State, action: Action) -> None:
        """Hands the choice to the event."""
        if isinstance(action, ChooseUnit):
            chosen = BOARD.unit_index[action.unit]
        else:
            assert isinstance(action, ChooseHex)
            chosen = BOARD.node_of[action.hex]
        _ANSWERS[self.side, self.card](state, self.side, chosen)


Offering: TypeAlias = Callable[[State, int, int], Sequence[Action]]
"""What may be chosen: `(state, chooser, units already chosen)`."""
Choice: TypeAlias = Callable[[State, int, Action], None]
"""What a choice does: `(state, chooser, action)`."""
_OFFERS: dict[tuple[int, int, str], tuple[Offering, Choice]] = {}


def offer(card: int, owner: int, offering: Offering, stage: str = "") -> Callable[[Choice], Choice]:
    """Registers the function below it: it carries out what is chosen among `offering`."""

    def decorate(function: Choice) -> Choice:
        _OFFERS[card, owner, stage] = (offering, function)
        return function

    return decorate


def ask(
    state: State, card: int, owner: int, stage: str = "", *, who: int = -1, times: int = 1, must: bool = False
) -> None:
    """Has a side (the owner of the event, if none is named) choose up to so many times; `must`: as often as it can."""
    call(state, AskForCard(card, owner, stage, owner if who < 0 else who, times, must))


class AskForCard(Decision, frozen=True, gc=False):
    """An event asks one of the sides to choose, once or several times."""

    CODE = "event"
    card: int
    owner: int
    stage: str
    side: int
    left: int
    must: bool
    chosen: int = 0
    """Mask of the units chosen so far."""

    def actor(self, state: State) -> int:
        """Who chooses."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """What the event offers, or enough."""
        offering, _ = _OFFERS[self.card, self.owner, self.stage]
        actions = offering(state, self.side, self.chosen)
        return [*actions, Done()] if actions and not self.must else actions

    def choose(self, state: State, action: Action) -> None:
        """Carries the choice out; asks again if more may be chosen."""
        if isinstance(action, Done):
            return
        unit = getattr(action, "unit", None)
        chosen = self.chosen | 1 << BOARD.unit_index[unit] if unit else self.chosen
        if self.left > 1:
            call(state, msgspec.structs.replace(self, left=self.left - 1, chosen=chosen))
        _OFFERS[self.card, self.owner, self.stage][1](state, self.side, action)


class DiscardOne(Decision, frozen=True, gc=False):
    """An event has its player discard a card of the hand."""

    CODE = "discard_one"
    side: int

    def actor(self, state: State) -> int:
        """The owner of the hand."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any card of the hand, old or new."""
        return [Discard(card) for card in _cards(state.hands[self.side])]

    def choose(self, state: State, action: Action) -> None:
        """It goes to the pile."""
        assert isinstance(action, Discard)
        discard(state, self.side, action.card, "event")


def _cards(hand: int) -> list[int]:
    return [card for card in BOARD.cards if hand >> card & 1]


FROM_1943: Final = 11
"""'Starting in 1943' on a card: from turn 11 (C-108)."""
FROM_1944: Final = 17
"""'Starting in 1944' on a card: from turn 17 (C-108)."""
