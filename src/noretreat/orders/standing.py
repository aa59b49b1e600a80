"""Standing orders: what is answered for a player in the other side's turn, as set before, whatever the hand holds.

`answer` is the whole of it. Whether it answers follows from the orders and from what both sides see: who waits for an
answer learns nothing of a hand from how soon it comes (15.13). Only an answer that shows a card anyway looks at the
hand: the card with which a Counterblow is paid, and an event that is played by rule (`events_by_rule.py`).
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
    LoseStep,
    Pass,
    PayCard,
    PlaceCadre,
    PlaceCounterblow,
    PlayEvent,
    RetreatUnit,
    ShatterUnit,
)
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SIDES, bits
from noretreat.core.state import State
from noretreat.core.types import CardNumber, Node, NodeMask, UnitIndex
from noretreat.data.facts import Phase, Side
from noretreat.data.ids import MapId
from noretreat.explain.questions.queries import blow_odds
from noretreat.orders import events_by_rule
from noretreat.rules import combat, extension, windows
from noretreat.rules.combat import PlaceCounterblows
from noretreat.rules.odds import TOP, odds_of
from noretreat.rules.stacking import room_for
from noretreat.rules.supply import hex_is_supplied, net
from noretreat.rules.windows import EventWindow, Window

Column: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=TOP)]
"""A column of the combat tables: 0 is 1:3, 8 is 6:1."""
MOST_BLOWS: Final = 6
"""The most cards that standing orders may pay for Counterblows in a phase."""
STRONG: Final = 4
"""The strength from which on a unit counts as an army worth a card."""
MOST_BATTLES: Final = 12
"""The most hexes with orders of their own."""
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

    do: Literal["ask", "cities", "none", "play"] = "ask"
    """Ask the player, ask only if a city or an oil field is at stake, play nothing, or play the card that helps most
    where a city, an oil field or a strong unit is at stake."""
    odds: Column | None = None
    """Asked or played only if the other side attacks at these odds or better ones. None: whatever the odds."""


class Blows(_Order, frozen=True):
    """Counterblows, for cards and by events (10.1.2, D-61)."""

    do: Literal["ask", "none", "place"] = "ask"
    odds: Column = 1
    """`place`: on hexes that the other side would have to attack at these odds or worse ones."""
    most: Annotated[int, msgspec.Meta(ge=1, le=MOST_BLOWS)] = 1
    """`place`: the most cards paid in a Combat Phase."""
    cities: bool = True
    """`place`: never where a city or an oil field would be at stake."""


class BattleOrder(_Order, frozen=True):
    """What is answered in battles for one hex, whatever the other orders say."""

    hex: MapId
    strike: Literal["", "ask", "decline", "strike"] = ""
    """As in `Strikes`, whatever the odds; empty: no order of its own."""
    cards: Literal["", "ask", "none", "play"] = ""
    """As in `Cards`, whatever the odds."""


class Answers(_Order, frozen=True, kw_only=True):
    """What is answered for a seat in the other side's turn, for each kind of question."""

    strikes: Strikes = Strikes()
    cards: Cards = Cards()
    rolls: Literal["ask", "none", "play"] = "ask"
    """Events on a die, a result or an exchange (D-69); `play`: against what costs a city or a unit."""
    blows: Blows = Blows()
    reactions: Literal["ask", "none", "cancel"] = "ask"
    """Events that answer a card or a payment of the other side (D-24); `cancel`: what costs a city or a unit."""
    events: Asking = "ask"
    """Events at all other moments of the other side's turn (D-22); `none` still plays one against Sudden Death."""
    losses: Literal["ask", "steps", "weakest", "armor"] = "ask"
    """Which unit loses a step or is surplus (D-72, D-75): one that survives it, the weakest, or any but armor."""
    cadres: Literal["ask", "place", "decline"] = "ask"
    """The answer to placing a cadre for a lost unit (D-73)."""
    retreats: Literal["ask", "supply", "cities"] = "ask"
    """The direction of retreats (D-74): toward supply, or into and toward cities."""
    advances: Literal["ask", "stay", "cities", "all"] = "ask"
    """The answer to advances after a counterattack (D-76)."""
    battles: Annotated[tuple[BattleOrder, ...], msgspec.Meta(max_length=MOST_BATTLES)] = ()
    """Orders for the battles for single hexes: the first that fits counts."""


class Once(Answers, frozen=True, kw_only=True):
    """Answers given ahead on one sheet: they hold for one phase or turn of the other side, in place of the orders."""

    turn: int
    phasing: Side
    phase: Phase | None = None
    """None: for the whole player turn."""


class StandingOrders(Answers, frozen=True, kw_only=True):
    """The standing orders of a seat."""

    version: int = 0
    """The number of changes so far, so that a page with older orders does not overwrite newer ones."""
    own: Asking = "ask"
    """In one's own turn: what `rolls`, `reactions` and `events` say of the other side's turn holds for dice, answers
    and the ends of phases too (`none`), or the player is asked."""
    once: Once | None = None


NONE: Final = StandingOrders()
QUICK: Final = StandingOrders(
    strikes=Strikes("strike", odds=2, cities=False, support=True),
    cards=Cards("play"),
    rolls="play",
    blows=Blows("place", odds=2, most=3),
    reactions="cancel",
    events="none",
    losses="steps",
    cadres="place",
    retreats="supply",
    advances="cities",
    own="none",
)
"""Never asked in the other side's turn: counterblows are placed, cards played and canceled by rule."""
CAREFUL: Final = msgspec.structs.replace(QUICK, cards=Cards("cities", odds=6), own="ask")
"""The same, but asked for a card where a city is attacked in earnest."""
OrderSet: TypeAlias = Literal["quick", "careful", "ask"]
SETS: Final[Mapping[OrderSet, StandingOrders]] = {"quick": QUICK, "careful": CAREFUL, "ask": NONE}
"""The sets that a player can choose from, by name."""
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


OWN: Final = frozenset((
    Window.ROLL, Window.ROLLED, Window.RESULT, Window.AFTER_EX, Window.REACT, Window.PHASE_END, Window.REMOVAL,
))  # fmt: skip
"""The windows that orders can answer in one's own turn."""


def in_force(state: State, orders: StandingOrders) -> Answers:
    """The answers that hold now: those given once for this phase or turn, or else the standing ones."""
    once = orders.once
    if once is None or (once.turn, once.phasing) != (state.turn, SIDES[state.phasing]):
        return orders
    return once if once.phase in (None, state.phase) else orders


def answer(state: State, orders: StandingOrders) -> Action | None:
    """The answer that the orders of the deciding side give; None if they leave the question to the player.

    In the side's own turn they answer nothing but the windows that `own` is about. The state is not changed.
    """
    question, side = state.question, game.actor(state)
    if question is None or not isinstance(side, Side):
        return None
    if SIDE_INDEX[side] == state.phasing:
        quiet = orders.own == "none" and isinstance(question, EventWindow) and question.window in OWN
        return _window(state, orders) if quiet else None
    find = _ANSWERS.get(question.CODE)
    found = find(state, in_force(state, orders)) if find else None
    return found if found in state.options else None


def kind_of(state: State) -> str:
    """The order, by its name in `StandingOrders`, that could have answered the question; empty if none could."""
    side = game.actor(state)
    if not isinstance(side, Side) or SIDE_INDEX[side] == state.phasing:
        return ""
    return _kind(state)


def _kind(state: State) -> str:
    question = state.question
    if question is None:
        return ""
    if isinstance(question, EventWindow):
        return _ORDERS.get(question.window, "events")
    if question.CODE == "event" and not any(isinstance(option, LoseStep) for option in state.options):
        return ""
    return _KINDS.get(question.CODE, "")


# --- one function for each kind of question -------------------------------------------------------------------
def _window(state: State, orders: Answers) -> Action | None:
    kind = _kind(state)
    if kind == "cards":
        return _card(state, orders)
    if kind == "blows":
        if orders.blows.do == "place" and len(_fitting(state, orders.blows)) > 1:
            return next(iter(_plays(state)), Pass())
        return None if orders.blows.do == "ask" else Pass()
    how = getattr(orders, kind)
    if how == "ask":
        return None
    if how in ("play", "cancel"):
        return events_by_rule.against_a_loss(state) or Pass()
    return (events_by_rule.against_defeat(state) or Pass()) if kind == "events" else Pass()


def _plays(state: State) -> list[PlayEvent]:
    return [option for option in state.options if isinstance(option, PlayEvent)]


def _card(state: State, orders: Answers) -> Action | None:
    """The answer about a card for the current battle."""
    own, order = _of_battle(state, orders), orders.cards
    how = own.cards if own and own.cards else order.do
    if own is None or not own.cards:
        if how == "cities":
            how = "ask" if _city_at_stake(state) else "none"
        elif how == "play" and not (_city_at_stake(state) or _army_at_stake(state)):
            how = "none"
        battle = state.battle
        if order.odds is not None and battle is not None and battle.attacker == state.phasing:
            how = how if odds_of(state, battle).column >= order.odds else "none"
    if how == "ask":
        return None
    return (events_by_rule.best_of_battle(state) or Pass()) if how == "play" else Pass()


def _of_battle(state: State, orders: Answers) -> BattleOrder | None:
    """The order for the current battle alone, if there is one."""
    targets = state.battle.targets if state.battle else ()
    return next((one for one in orders.battles if BOARD.node_of.get(one.hex) in targets), None)


def _army_at_stake(state: State) -> bool:
    """True if the side that is asked has a unit of at least `STRONG` in the current battle."""
    battle, question = state.battle, state.question
    if battle is None or question is None:
        return False
    mine = battle.attackers if battle.attacker == question.actor(state) else battle.defenders
    return any(_strength(state, unit) >= STRONG for unit in mine if state.where[unit] >= 0)


def _city_at_stake(state: State) -> bool:
    """True if a city or an oil field is among the hexes fought for, on either side."""
    battle = state.battle
    if battle is None:
        return False
    hexes = {*battle.targets, *(state.where[unit] for unit in battle.attackers)}
    return any((BOARD.cities | BOARD.oil) >> node & 1 for node in hexes if node >= 0)


def _strike(state: State, orders: Answers) -> Action | None:
    order, own = orders.strikes, _of_battle(state, orders)
    if own is not None and own.strike:
        return {"ask": None, "decline": Pass(), "strike": Counterattack()}[own.strike]
    if order.do == "ask" or (order.cities and _city_at_stake(state)):
        return None
    if order.do == "decline":
        return Pass()
    after, _ = game.apply_trusted(state, Counterattack())
    if after.battle is None or after.battle.attacker == state.phasing:  # it waits for other battles, or is over
        return Counterattack()
    return Counterattack() if odds_of(after, after.battle).column >= order.odds else Pass()


def _support(state: State, orders: Answers) -> Action | None:
    own = _of_battle(state, orders)
    do = own.strike if own and own.strike else orders.strikes.do
    if do == "ask":
        return None
    return CommitSupport() if orders.strikes.support else Pass()


def _blow(state: State, orders: Answers) -> Action | None:
    order = orders.blows
    if order.do != "place":
        return Done() if order.do == "none" else None
    if state.paid_counterblows.bit_count() >= order.most:
        return Done()
    fitting = _fitting(state, order)
    return PlaceCounterblow(fitting[0]) if fitting else Done()


def _free_blow(state: State, orders: Answers) -> Action | None:
    if orders.blows.do != "place":
        return Done() if orders.blows.do == "none" else None
    fitting = _fitting(state, orders.blows)
    return PlaceCounterblow(fitting[0]) if fitting else Done()


def _fitting(state: State, order: Blows) -> list[MapId]:
    """The hexes on which the orders would place a Counterblow, those with the worst odds for the enemy first."""
    side, column = ENEMY[state.phasing], {name: index for index, name in enumerate(BOARD.columns)}
    nodes = combat.counterblow_hexes(state)
    if order.cities:
        nodes &= ~(BOARD.cities | BOARD.oil)
    if combat.markers_left(state, side) <= 0:
        return []
    question = state.question
    paid = question is not None and question.CODE == "counterblow"
    odds = blow_odds(state, side, nodes, paid=paid)
    worst = sorted((column.get(one.column, -1), hex_) for hex_, one in odds.items())
    return [hex_ for index, hex_ in worst if index <= order.odds]


def _pay(state: State, orders: Answers) -> Action | None:
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


def _loss(state: State, orders: Answers) -> Action | None:
    if orders.losses == "ask":
        return None
    rank = _RANKS[orders.losses]
    units = {BOARD.unit_index[option.unit]: option for option in state.options if isinstance(option, LoseStep)}
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


def _cadre(state: State, orders: Answers) -> Action | None:
    if orders.cadres == "place":
        return next((option for option in state.options if isinstance(option, PlaceCadre)), None)
    return Pass() if orders.cadres == "decline" else None


def _retreat(state: State, orders: Answers) -> Action | None:
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


def _advance(state: State, orders: Answers) -> Action | None:
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


def _shatter(state: State, orders: Answers) -> Action | None:
    if orders.losses == "ask":
        return None
    units = [option for option in state.options if isinstance(option, ShatterUnit)]
    return min(units, key=lambda option: (_strength(state, BOARD.unit_index[option.unit]), option.unit))


_KINDS: Final = {
    "counterattack": "strikes",
    "support": "strikes",
    "counterblow": "blows",
    "free_counterblow": "blows",
    "step_loss": "losses",
    "event": "losses",
    "overstack": "losses",
    "cadre": "cadres",
    "retreat": "retreats",
    "advance": "advances",
}
"""The order that a question falls under, by its code; card windows are told apart by their moment."""
_ANSWERS: Final[Mapping[str, Callable[[State, Answers], Action | None]]] = {
    "window": _window,
    "counterattack": _strike,
    "support": _support,
    "counterblow": _blow,
    "free_counterblow": _free_blow,
    "pay": _pay,
    "step_loss": _loss,
    "event": _loss,
    "overstack": _shatter,
    "cadre": _cadre,
    "retreat": _retreat,
    "advance": _advance,
}
