"""Obligations to attack (chapter 5.3): a card makes a side attack a number of times, or lose points.

They are effects of three kinds, whose value is the number of attacks still owed: `owes_targets` counts the Target
markers put down, `owes_attacks` the voluntary attacks made, `owes_battles` those and the counterblows answered.
"""

from __future__ import annotations

import msgspec

from noretreat.core import events
from noretreat.core.board import SIDES
from noretreat.core.lasting import Effect, Kind, Scope, Subject
from noretreat.core.names import half_id
from noretreat.core.state import State
from noretreat.core.types import CardNumber, SideIndex
from noretreat.rules import effects, losses

DECLARED, ATTACKED, FOUGHT = Kind.OWES_TARGETS, Kind.OWES_ATTACKS, Kind.OWES_BATTLES


IN_FULL: dict[tuple[SideIndex, CardNumber], int] = {}
"""The attacks that the event of a side's half of a card asks for; the cards enter them."""


def demand(card: CardNumber, side: SideIndex, attacks: int) -> int:
    """Enters the attacks that an event asks for, and returns their number."""
    IN_FULL[side, card] = attacks
    return attacks


class Duty(msgspec.Struct, frozen=True):
    """An obligation in force: `made` of `attacks` are made, for a card of `side`; `price` is what failing costs.

    `short`: the attacks that would be missing if no more targets were declared.
    """

    card: CardNumber
    side: SideIndex
    kind: Kind
    attacks: int
    made: int
    price: int
    short: int


def duties(state: State) -> list[Duty]:
    """The obligations of the phasing side that are in force (5.3), met or not."""
    found = []
    for effect in effects.bearing_on(state, Subject.ATTACKS_OWED):
        left = max(effect.value, 0)
        attacks = max(IN_FULL.get((effect.side, effect.card), left), left)
        ahead = {
            DECLARED: 0,
            ATTACKED: state.targets,
            FOUGHT: state.targets | state.counterblows | state.standing_counterblows,
        }[effect.kind]
        short = max(left - ahead.bit_count(), 0)
        found.append(Duty(effect.card, effect.side, effect.kind, attacks, attacks - left, effect.price, short))
    return found


def oblige(state: State, card: CardNumber, side: SideIndex, kind: Kind, attacks: int, price: int) -> None:
    """Makes the phasing side owe this many attacks this turn, for a card of `side`."""
    effects.add_effect(state, Effect(kind, attacks, card, side, Scope.PLAYER_TURN, price=price))


def note(state: State, kind: Kind, attacks: int) -> None:
    """Notes that attacks of this kind were made."""
    if attacks and any(effect.kind == kind for effect in state.effects):
        state.effects = tuple(
            msgspec.structs.replace(effect, value=effect.value - attacks) if effect.kind == kind else effect
            for effect in state.effects
        )


def settle(state: State) -> None:
    """Takes points from a side that attacked too seldom, at the end of the Combat Phase."""
    owed = effects.bearing_on(state, Subject.ATTACKS_OWED)
    if not owed:
        return
    effects.drop_effects(state, *(effect.kind for effect in owed))
    for effect in owed:
        if effect.value > 0:
            state.emit(events.ObligationFailed(SIDES[state.phasing], effect.card, effect.value))
            losses.change_event_vp(state, state.phasing, -effect.price, half_id(effect.card, SIDES[effect.side]))
