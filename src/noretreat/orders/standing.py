"""Standing orders: what is answered for a player in the other side's turn, as set before, whatever the hand holds.

`answer` is the whole of it. Whether it answers, and what, follows from the orders and from what both sides see: who
waits for an answer learns nothing of a hand from how soon it comes (15.13). One answer alone looks at the hand, and
shows a card anyway: with which one a Counterblow is paid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from noretreat import game
from noretreat.core.actions import (
    Action,
    AdvanceUnit,
    CommitSupport,
    Counterattack,
    Done,
    Pass,
    PayCard,
    PlaceCadre,
    PlaceCounterblow,
    RetreatUnit,
    ShatterUnit,
)
from noretreat.core.board import BOARD, SIDE_INDEX, bits
from noretreat.core.state import State
from noretreat.core.types import CardNumber, Node, NodeMask, UnitIndex
from noretreat.data.facts import Side
from noretreat.explain.questions.queries import counterblow_odds
from noretreat.rules import extension, windows
from noretreat.rules.combat import PlaceCounterblows
from noretreat.rules.odds import TOP, odds_of
from noretreat.rules.stacking import room_for
from noretreat.rules.supply import hex_is_supplied, net
from noretreat.rules.windows import EventWindow, Window

Column: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=TOP)]
"""A column of the combat tables: 0 is 1:3, 8 is 6:1."""
MOST_BLOWS: Final = 6
"""The most cards that standing orders may pay for Counterblows in a phase."""
Asking: TypeAlias = Literal["ask", "none"]
"""The choice between being asked and playing nothing."""


class _Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Common shape of the orders."""


class Strikes(_Order, frozen=True):
    """Counterattacks (10.7.2, D-70)."""

    do: Literal["ask", "decline", "strike"] = "ask"
    odds: Column = 2
    """`strike`: at these odds or better; at worse ones the counterattack is declined."""
    cities: bool = True
    """`strike` and `decline`: where a city or an oil field is at stake the player is asked."""
    support: bool = False
    """`strike`: with a support marker, if there is one."""


class Cards(_Order, frozen=True):
    """Event cards before the die in the battles of the other side's turn (D-66, D-67)."""

    do: Literal["ask", "cities", "none"] = "ask"
    """Ask the player, ask only if a city or an oil field is at stake, or play nothing."""
    odds: Column | None = None
    """Asked only if the other side attacks at these odds or better ones. None: whatever the odds."""


class Blows(_Order, frozen=True):
    """Counterblows, for cards and by events (10.1.2, D-61)."""

    do: Literal["ask", "none", "place"] = "ask"
    odds: Column = 1
    """`place`: on hexes that the other side would have to attack at these odds or worse ones."""
    most: Annotated[int, msgspec.Meta(ge=1, le=MOST_BLOWS)] = 1
    """`place`: the most cards paid in a Combat Phase."""


class StandingOrders(_Order, frozen=True, kw_only=True):
    """The standing orders of a seat: what is answered for it in the other side's turn."""

    version: int = 0
    """The number of changes so far, so that a page with older orders does not overwrite newer ones."""
    strikes: Strikes = Strikes()
    cards: Cards = Cards()
    rolls: Asking = "ask"
    """Events on a die, a result or an exchange (D-69)."""
    blows: Blows = Blows()
    reactions: Asking = "ask"
    """Events that answer a card or a payment of the other side (D-24)."""
    events: Asking = "ask"
    """Events at all other moments of the other side's turn (D-22)."""
    losses: Literal["ask", "steps", "weakest", "armor"] = "ask"
    """Which unit loses a step or is surplus (D-72, D-75): one that survives it, the weakest, or any but armor."""
    cadres: Literal["ask", "place", "decline"] = "ask"
    """The answer to placing a cadre for a lost unit (D-73)."""
    retreats: Literal["ask", "supply", "cities"] = "ask"
    """The direction of retreats (D-74): toward supply, or into and toward cities."""
    advances: Literal["ask", "stay", "cities", "all"] = "ask"
    """The answer to advances after a counterattack (D-76)."""


NONE: Final = StandingOrders()
SENSIBLE: Final = StandingOrders(
    strikes=Strikes("strike", cities=False),
    cards=Cards("cities", odds=6),
    rolls="none",
    blows=Blows("none"),
    reactions="none",
    events="none",
    losses="steps",
    cadres="place",
    retreats="supply",
    advances="cities",
)
"""The orders proposed to a player who has not set any."""

_ORDERS: Final = {
    Window.COMMIT: "cards",
    Window.ROLL: "rolls",
    Window.ROLLED: "rolls",
    Window.RESULT: "rolls",
    Window.AFTER_EX: "rolls",
    Window.COUNTERBLOW: "blows",
    Window.REACT: "reactions",
}
"""The order that a card window falls under; `events` where none is named."""


def answer(state: State, orders: StandingOrders) -> Action | None:
    """The answer that the orders of the deciding side give; None if they leave the question to the player.

    They answer nothing in the side's own turn. The state is not changed.
    """
    question, side = state.question, game.actor(state)
    if question is None or not isinstance(side, Side) or SIDE_INDEX[side] == state.phasing:
        return None
    find = _ANSWERS.get(question.CODE)
    found = find(state, orders) if find else None
    return found if found in state.options else None


def kind_of(state: State) -> str:
    """The order, by its name in `StandingOrders`, that could have answered the question; empty if none could."""
    question, side = state.question, game.actor(state)
    if question is None or not isinstance(side, Side) or SIDE_INDEX[side] == state.phasing:
        return ""
    if isinstance(question, EventWindow):
        return _ORDERS.get(question.window, "events")
    return _KINDS.get(question.CODE, "")


# --- one function for each kind of question -------------------------------------------------------------------
def _window(state: State, orders: StandingOrders) -> Action | None:
    kind = kind_of(state)
    if kind == "cards":
        return None if _asks(state, orders.cards) else Pass()
    asked = orders.blows.do == "ask" if kind == "blows" else getattr(orders, kind) == "ask"
    return None if asked else Pass()


def _asks(state: State, order: Cards) -> bool:
    """True if the player is to be asked for a card in the current battle."""
    if order.do == "none" or (order.do == "cities" and not _city_at_stake(state)):
        return False
    battle = state.battle
    if order.odds is None or battle is None or battle.attacker != state.phasing:
        return True
    return odds_of(state, battle).column >= order.odds


def _city_at_stake(state: State) -> bool:
    """True if a city or an oil field is among the hexes fought for, on either side."""
    battle = state.battle
    if battle is None:
        return False
    hexes = {*battle.targets, *(state.where[unit] for unit in battle.attackers)}
    return any((BOARD.cities | BOARD.oil) >> node & 1 for node in hexes if node >= 0)


def _strike(state: State, orders: StandingOrders) -> Action | None:
    order = orders.strikes
    if order.do == "ask" or (order.cities and _city_at_stake(state)):
        return None
    if order.do == "decline":
        return Pass()
    after, _ = game.apply_trusted(state, Counterattack())
    if after.battle is None or after.battle.attacker == state.phasing:  # it waits for other battles, or is over
        return Counterattack()
    return Counterattack() if odds_of(after, after.battle).column >= order.odds else Pass()


def _support(state: State, orders: StandingOrders) -> Action | None:
    if orders.strikes.do != "strike":
        return None
    return CommitSupport() if orders.strikes.support else Pass()


def _blow(state: State, orders: StandingOrders) -> Action | None:
    order = orders.blows
    if order.do != "place":
        return Done() if order.do == "none" else None
    if state.paid_counterblows.bit_count() >= order.most:
        return Done()
    column = {name: index for index, name in enumerate(BOARD.columns)}
    worst = {hex_: column.get(odds.column, -1) for hex_, odds in counterblow_odds(state).items()}
    fitting = sorted((index, hex_) for hex_, index in worst.items() if index <= order.odds)
    return PlaceCounterblow(fitting[0][1]) if fitting else Done()


def _pay(state: State, orders: StandingOrders) -> Action | None:
    """A card whose event its side could not play now, whatever the moment; then the one of the lowest number."""
    if orders.blows.do != "place" or not any(isinstance(frame, PlaceCounterblows) for frame in state.stack):
        return None
    cards = [option.card for option in state.options if isinstance(option, PayCard)]
    question = state.question
    assert question is not None
    side = question.actor(state)

    def useful(card: CardNumber) -> bool:
        event = windows.REGISTRY.get((side, card))
        return event is not None and windows.generally_refused(state, event) is None

    return PayCard(min(cards, key=lambda card: (useful(card), card))) if cards else None


def _loss(state: State, orders: StandingOrders) -> Action | None:
    if orders.losses == "ask":
        return None
    rank = _RANKS[orders.losses]
    units = {BOARD.unit_index[option.unit]: option for option in state.options if hasattr(option, "unit")}
    return units[min(units, key=lambda unit: (*rank(state, unit), unit))] if units else None


def _dies(state: State, unit: UnitIndex) -> bool:
    """Would a step be the last of a unit?"""
    return not state.two_sided(unit) or state.face[unit] != state.info(unit).strong


def _strength(state: State, unit: UnitIndex) -> int:
    return state.face_of(unit).strength


_RANKS: Final[Mapping[str, Callable[[State, UnitIndex], tuple[int, ...]]]] = {
    "steps": lambda state, unit: (_dies(state, unit), state.face_of(unit).armored, _strength(state, unit)),
    "weakest": lambda state, unit: (_strength(state, unit), state.face_of(unit).armored),
    "armor": lambda state, unit: (state.face_of(unit).armored, _dies(state, unit), _strength(state, unit)),
}


def _cadre(state: State, orders: StandingOrders) -> Action | None:
    if orders.cadres == "place":
        return next((option for option in state.options if isinstance(option, PlaceCadre)), None)
    return Pass() if orders.cadres == "decline" else None


def _retreat(state: State, orders: StandingOrders) -> Action | None:
    if orders.retreats == "ask":
        return None
    ways = [option for option in state.options if isinstance(option, RetreatUnit)]
    first = [way for way in ways if way.unit == ways[0].unit]
    return min(first, key=lambda way: _hardship(state, way, orders.retreats))


def _hardship(state: State, way: RetreatUnit, goal: str) -> tuple[int, ...]:
    """The hardship at the end of a retreat, to compare ways: crowded, cut off, then far from what the order seeks."""
    unit, end = BOARD.unit_index[way.unit], BOARD.node_of[way.path[-1]]
    side = state.info(unit).side
    crowded = not room_for(state, unit, 1 << end)
    cut_off = not hex_is_supplied(state, end, side)
    sources = extension.supply_edge(state, side) | net(state, side).cities
    control = (state.axis_control, state.soviet_control)[side]
    to_city, to_supply = _distance(end, BOARD.cities & control), _distance(end, sources)
    return (crowded, cut_off, *((to_city, to_supply) if goal == "cities" else (to_supply, to_city)))


def _distance(node: Node, goals: NodeMask) -> int:
    return min((BOARD.distance(node, goal) for goal in bits(goals)), default=0)


def _advance(state: State, orders: StandingOrders) -> Action | None:
    if orders.advances == "ask":
        return None
    battle = state.battle
    steps = [option for option in state.options if isinstance(option, AdvanceUnit)]
    worth = BOARD.cities | BOARD.oil
    if orders.advances == "cities":
        steps = [step for step in steps if worth >> BOARD.node_of[step.to] & 1]
    elif orders.advances == "stay" or battle is None:
        steps = []
    else:  # into the hex that was won, and no farther
        steps = [step for step in steps if BOARD.node_of[step.to] in battle.targets]
    strongest = sorted(steps, key=lambda step: (-_strength(state, BOARD.unit_index[step.unit]), step.unit))
    return strongest[0] if strongest else Done()


def _shatter(state: State, orders: StandingOrders) -> Action | None:
    if orders.losses == "ask":
        return None
    units = [option for option in state.options if isinstance(option, ShatterUnit)]
    return min(units, key=lambda option: (_strength(state, BOARD.unit_index[option.unit]), option.unit))


_KINDS: Final = {
    "counterattack": "strikes",
    "support": "strikes",
    "counterblow": "blows",
    "step_loss": "losses",
    "overstack": "losses",
    "cadre": "cadres",
    "retreat": "retreats",
    "advance": "advances",
}
"""The order that a question falls under, by its code; card windows are told apart by their moment."""
_ANSWERS: Final[Mapping[str, Callable[[State, StandingOrders], Action | None]]] = {
    "window": _window,
    "counterattack": _strike,
    "support": _support,
    "counterblow": _blow,
    "pay": _pay,
    "step_loss": _loss,
    "overstack": _shatter,
    "cadre": _cadre,
    "retreat": _retreat,
    "advance": _advance,
}
