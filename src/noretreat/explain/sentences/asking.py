"""The current question: which sentences it says, and what they name.

The sentences are in `prompts`. Each kind of question chooses among them by what its options hold, and hands out the
arguments of their holes: ids and numbers, so that any language can say the same. What the answers cost is in `answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from noretreat.core.actions import (
    Action,
    AddTarget,
    AdvanceUnit,
    AssignAttacker,
    ChooseHex,
    Defer,
    DetrainUnit,
    Done,
    EntrainUnit,
    ExchangeUnit,
    ImproveUnit,
    LayExtension,
    MarkReserve,
    MoveUnit,
    Pass,
    PlaceUnit,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    RetreatUnit,
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.board import AXIS, BOARD, SIDES, SOVIET, cards_in
from noretreat.core.boxes import BOX_NAMES, SHATTERED
from noretreat.core.kernel import Decision
from noretreat.core.names import half_id
from noretreat.core.reasons import Argument
from noretreat.core.state import State
from noretreat.core.types import Node, UnitIndex
from noretreat.explain.sentences.prompts import PROMPTS
from noretreat.explain.sentences.telling import FORMATS, by_faces, fill, formed
from noretreat.rules import organization, rail
from noretreat.rules.allocation import ComposeBattle, JoinPlanned
from noretreat.rules.card_phase import CardPhase, DiscardDown, ExchangeCards
from noretreat.rules.choices import AskForCard, ChooseForCard, DiscardOne
from noretreat.rules.combat import DeclareTargets, PlaceCounterblows, markers_left
from noretreat.rules.joker import JOKER
from noretreat.rules.movement import MoveByEvent
from noretreat.rules.odds import column_name
from noretreat.rules.optional import PlacePart, SecondMarker
from noretreat.rules.organization import ExileCadre
from noretreat.rules.payment import REORGANIZING, REPLACING, CardSpent, PayCards
from noretreat.rules.purchases import Purchase
from noretreat.rules.results import OfferCadre
from noretreat.rules.retreat import Retreats, StepBack
from noretreat.rules.stacking import Overstack, lost_as_excess, overstacked
from noretreat.rules.waiting import allocates_first
from noretreat.rules.windows import ClearTable, EventWindow, PlayCard, Window, pending, waiting_cards


class Asked(NamedTuple):
    """A question: its sentences, and their arguments."""

    said: tuple[str, ...]
    """Names of sentences (`prompts.PROMPTS`), in order."""
    args: Mapping[str, Argument]
    """The arguments of their holes: ids and numbers."""


def asked(state: State, frame: Decision) -> Asked:
    """The wording of the question on top of the stack."""
    teller = _TELLERS.get(frame.CODE)
    return teller(state, frame) if teller else Asked((frame.CODE,), {})


def sentence(state: State, frame: Decision) -> str:
    """The question on top of the stack in English; units are named by the faces they show now."""
    return in_english(asked(state, frame), by_faces(state.face))


def waiting(state: State, frame: Decision) -> str:
    """The sentence for whoever is not asked: what the other side is at, as the phase says it, and no more (NET-9)."""
    name = f"wait.{'window' if frame.CODE == 'window' else state.phase}"
    return name if name in PROMPTS else "wait"


def in_english(told: Asked, formats: Mapping[str, Callable[[Any], str]] = FORMATS) -> str:
    """The sentences of a question, one after the other."""
    return " ".join(
        fill(
            formed(PROMPTS[name].text, told.args),
            told.args,
            formats,
            f"src/noretreat/explain/sentences/prompts.py: {name}",
        )
        for name in told.said
    )


# --- what the options hold --------------------------------------------------------------------------------
def _offers(state: State, *kinds: type[Action]) -> bool:
    """True if an answer of one of these kinds is among the options."""
    return not _kinds_offered(state).isdisjoint(kinds)


def _kinds_offered(state: State) -> set[type[Action]]:
    return set(map(type, state.options))


def _units_to(state: State, *kinds: type[Any]) -> tuple[str, ...]:
    """The units that answers of these kinds name, each once."""
    return tuple(dict.fromkeys(action.unit for action in state.options if isinstance(action, kinds)))


def _ids(units: Iterable[UnitIndex]) -> tuple[str, ...]:
    return tuple(BOARD.unit_ids[unit] for unit in units)


def _hexes(nodes: Iterable[Node]) -> tuple[str, ...]:
    return tuple(BOARD.id_of[node] for node in nodes)


def _targets(state: State) -> dict[str, Argument]:
    """The hexes that are fought for."""
    assert state.battle is not None
    return {"hexes": _hexes(state.battle.targets)}


def _present(state: State, first: tuple[tuple[str, type[Any]], ...], also: Mapping[str, type[Any]]) -> tuple[str, ...]:
    """The first sentence whose answers are on offer, and after it those of `also` that it does not speak of."""
    offered = _kinds_offered(state)
    lead = next(name for name, kind in first if kind in offered)
    more = [name for name, kind in also.items() if kind in offered and kind not in PROMPTS[lead].speaks_of]
    return (lead, *more)


# --- cards ------------------------------------------------------------------------------------------------
def _discard(state: State, frame: DiscardDown) -> Asked:
    return Asked(("discard",), {"n": state.hands[frame.side].bit_count() - frame.keep, "keep": frame.keep})


def _discard_one(state: State, frame: DiscardOne) -> Asked:
    """Whose event makes a side discard is on the table; a repeating Joker has no title of its own."""
    acting = next((below for below in reversed(state.stack) if isinstance(below, ClearTable)), None)
    if acting is None or acting.card == JOKER:
        return Asked(("discard_one",), {})
    return Asked(("discard_one.event",), {"half": half_id(acting.card, SIDES[acting.side])})


def _exchange_cards(state: State, frame: ExchangeCards) -> Asked:
    return Asked(("exchange_cards.more" if frame.count else "exchange_cards",), {"n": frame.count})


def _window(state: State, frame: EventWindow) -> Asked:
    plays = _offers(state, PlayEvent)
    defer = ("window.defer",) if _offers(state, Defer) else ()
    if frame.window is Window.REACT:
        lead, args = _answered(state)
        paid_for = (f"window.for-{_paid_for(state, args)}",) if lead == "window.paid" and plays else ()
        return Asked((lead if plays else f"{lead}-sure", *paid_for, *defer), args)
    if frame.window in _IN_BATTLE and state.battle:
        lead, args = _in_battle(state, frame.window)
        return Asked((lead, "window.play-now" if plays else "window.nothing", *defer), args)
    red = [half_id(card, SIDES[frame.side]) for card in cards_in(waiting_cards(state, frame.side))]
    lead, args = "window.play" if plays else "window.pass", {"moments": (_moment(state, frame.window),)}
    return Asked((lead, "window.red", *defer), {**args, "halves": red}) if red else Asked((lead, *defer), args)


def _moment(state: State, window: Window) -> str:
    """The moment of a window in the words of the prompt: a Card Phase has three (5.1, 5.2)."""
    if window not in (Window.CARD, Window.CARD_OPPONENT):
        return window.value
    phase = next((frame for frame in reversed(state.stack) if isinstance(frame, CardPhase)), None)
    return f"{window}-{phase.at if phase and phase.at in ('discard', 'draw') else 'done'}"


_IN_BATTLE: Final = (Window.COMMIT, Window.ROLL, Window.ROLLED, Window.RESULT, Window.AFTER_EX)


def _in_battle(state: State, window: Window) -> tuple[str, dict[str, Argument]]:
    """Which battle it is, and how far it has come."""
    battle = state.battle
    assert battle is not None
    args = _targets(state)
    if window is Window.ROLL and not battle.die:
        axis, soviet = battle.dice
        return "window.duel", {**args, "axis": axis, "soviet": soviet}
    if window is Window.RESULT:
        return "window.result", {**args, "result": battle.result}
    if window is Window.ROLLED:
        return "window.rolled", {**args, "die": battle.die, "column": column_name(battle.column)}
    return f"window.{window}", {**args, "die": battle.die} if window is Window.ROLL else args


def _answered(state: State) -> tuple[str, dict[str, Argument]]:
    """The action of the other side that can be cancelled now (D-24); all of it is public."""
    done = pending(state)
    if isinstance(done, Purchase):  # a step: nobody is asked about a hex that was paid for
        return "window.step", {"unit": BOARD.unit_ids[done.unit]}
    assert isinstance(done, PlayCard | CardSpent)
    side = SIDES[done.side]
    how = "played" if isinstance(done, PlayCard) else "discarded" if done.purpose == "discard" else "paid"
    return f"window.{how}", {"side": side.value, "half": half_id(done.card, side)}


def _paid_for(state: State, args: dict[str, Argument]) -> str:
    """What the card on the table pays for, as part of the names of sentences; adds the unit or the hex to `args`."""
    spent = next(at for at in reversed(range(len(state.stack))) if isinstance(state.stack[at], CardSpent))
    card = state.stack[spent]
    assert isinstance(card, CardSpent)
    bought = next((frame for frame in reversed(state.stack[:spent]) if isinstance(frame, Purchase)), None)
    if bought is None:
        return _BILLED.get(card.purpose, "pay.bill").removeprefix("pay.")
    _name(bought, args)
    return card.purpose


def _name(bought: Purchase, args: dict[str, Argument]) -> None:
    """Adds what was bought to the arguments of a sentence."""
    if bought.unit >= 0:
        args["unit"] = BOARD.unit_ids[bought.unit]
    else:
        args["hex"] = BOARD.place_id(bought.place)


_BILLED: Final = {REPLACING: "pay.replacements", REORGANIZING: "pay.reorganizations"}
"""Purpose -> sentence, where a part of the bill is paid for itself."""


def _pay(state: State, frame: PayCards) -> Asked:
    bought = pending(state)
    args: dict[str, Argument] = {"n": frame.count}
    if not isinstance(bought, Purchase):
        lead = _BILLED.get(frame.purpose, "pay.bill")
    else:
        lead = f"pay.{frame.purpose}"
        _name(bought, args)
    void = ("pay.void",) if frame.void else ()
    undo = (("pay.undo" if isinstance(bought, Purchase) else "pay.take-back"),) if _offers(state, Pass) else ()
    return Asked((*void, lead, *undo), args)


# --- organization -----------------------------------------------------------------------------------------
def _flip(state: State, frame: Decision) -> Asked:
    upgraded = _units_to(state, UpgradeUnit)
    left = min(state.upgrades_left, len(upgraded))
    free = "" if state.rules.unfortify_cost else "-free"
    first = (
        ("flip.upgrade" if left < len(upgraded) else "flip.upgrade-all", UpgradeUnit),
        ("flip.improve", ImproveUnit),
        (f"flip.unfortify{free}", UnfortifyUnit),
        ("flip.event", PlayEvent),
    )
    also = {"flip.also-improve": ImproveUnit, f"flip.also-unfortify{free}": UnfortifyUnit, "also-event": PlayEvent}
    return Asked(_present(state, first, also), {"n": left, "able": len(upgraded), "upgraded": upgraded})


def _place(state: State, frame: Decision) -> Asked:
    """Shattered units that must come back (ORG-11), units that are free, the SS for a point, the rest for cards."""
    where = {unit: BOX_NAMES.get(state.where[BOARD.unit_index[unit]], "") for unit in _units_to(state, PlaceUnit)}
    priced = tuple(unit for unit, box in where.items() if box == "box:removed")
    must = () if _offers(state, Done) else tuple(unit for unit, box in where.items() if box == BOX_NAMES[SHATTERED])
    others = tuple(unit for unit in where if unit not in priced and unit not in must)
    args: dict[str, Argument] = {"n": len(others), "others": others, "must": must}
    if priced:
        args["unit"] = priced[0]
    first = (
        ("place.must" if must else "place.free" if others else "place.price-only", PlaceUnit),
        ("place.replace", ReplaceUnit),
        ("place.exchange", ExchangeUnit),
        ("place.event", PlayEvent),
    )
    also = {"place.also-replace": ReplaceUnit, "place.also-exchange": ExchangeUnit, "also-event": PlayEvent}
    lead, *more = _present(state, first, also)
    also_free = ("place.also-free",) if must and others else ()
    price = ("place.price",) if priced and lead != "place.price-only" else ()
    return Asked((lead, *also_free, *price, *more), args)


def _reorganize(state: State, frame: Decision) -> Asked:
    if isinstance(frame, SecondMarker):
        return Asked(("reorganize.second",), {})
    units = _units_to(state, ReorganizeUnit)
    by_cadre = all(organization.cadres_to_exile(state, BOARD.unit_index[unit]) for unit in units)
    price = _entraining(state)
    first = (
        ("reorganize.cadre" if by_cadre else "reorganize", ReorganizeUnit),
        (f"reorganize.entrain-{price}", EntrainUnit),
        ("reorganize.event", PlayEvent),
        ("reorganize.done", Done),
    )
    return Asked(_present(state, first, {f"entrain-{price}": EntrainUnit, "also-event": PlayEvent}), {"units": units})


def _entraining(state: State) -> str:
    """The price of entraining the next unit, as part of the names of sentences."""
    return "card" if rail.entrain_price(state) else "free"


def _exile_cadre(state: State, frame: ExileCadre) -> Asked:
    either = _offers(state, Pass)
    return Asked(("exile_cadre" if either else "exile_cadre.only",), {"unit": BOARD.unit_ids[frame.unit]})


def _place_part(state: State, frame: PlacePart) -> Asked:
    return Asked(("place_part",), {"unit": BOARD.unit_ids[frame.unit]})


# --- movement ---------------------------------------------------------------------------------------------
def _move(state: State, frame: Decision) -> Asked:
    also = {
        f"entrain-{_entraining(state)}": EntrainUnit,
        "move.mark-reserve": MarkReserve,
        "move.reserve": DetrainUnit,
        "move.extension": LayExtension,
        "also-event": PlayEvent,
    }
    said = _present(state, (("move", MoveUnit), ("move.none", Done)), also)
    return Asked(said, {"unit": BOARD.unit_ids[state.reserve]} if "move.reserve" in said else {})


def _event_move(state: State, frame: MoveByEvent) -> Asked:
    if frame.points > _MOST_POINTS:
        return Asked(("event_move.full",), {})
    limited = frame.left < len(_units_to(state, MoveUnit))
    args = {"n": frame.left, "points": frame.points} if limited else {"points": frame.points}
    return Asked(("event_move.left" if limited else "event_move",), args)


_MOST_POINTS: Final = 10
"""More movement points than any unit has: an event that grants more lets units move as far as they can."""


def _overstack(state: State, frame: Overstack) -> Asked:
    units = _units_to(state, *(type(action) for action in state.options))
    lost = tuple(unit for unit in units if lost_as_excess(state, BOARD.unit_index[unit]))
    case = "" if not lost else ".destroyed" if len(lost) == len(units) else ".either"
    return Asked((f"overstack{case}",), {"hexes": _hexes(overstacked(state, frame.side)), "lost": lost})


def _step_back(state: State, frame: StepBack) -> Asked:
    crowded = [node for node in overstacked(state, frame.side) if frame.nodes >> node & 1]
    return Asked(("step_back",), {"hexes": _hexes(crowded)})


# --- battles ----------------------------------------------------------------------------------------------
def _declare(state: State, frame: DeclareTargets | PlaceCounterblows) -> Asked:
    return Asked((frame.CODE,), {"n": markers_left(state, frame.side)})


def _free_counterblow(state: State, frame: Any) -> Asked:
    # Its class belongs to the cards, which this floor does not know; so does the next one.
    places = sum(not isinstance(action, Done) for action in state.options)
    return Asked(("free_counterblow",), {"n": min(frame.left, markers_left(state, frame.side), places)})


def _take_off_counterblow(state: State, frame: Any) -> Asked:
    return Asked(("take_off_counterblow",), {"n": min(frame.left, len(state.options) - 1)})


def _next_battle(state: State, frame: Decision) -> Asked:
    plans = frame.CODE == "next_battle" and allocates_first(state)
    return Asked((f"{frame.CODE}.plan" if plans else frame.CODE,), {"n": len(state.options)})


def _compose(state: State, frame: ComposeBattle) -> Asked:
    args = {"hexes": _hexes(frame.targets), "units": _ids(frame.attackers)}
    if not frame.attackers:
        return Asked(("compose",), args)
    more, ready = _offers(state, AssignAttacker), _offers(state, Done)
    case = "incomplete" if not ready else "more" if more else "ready"
    target = ("compose.target",) if _offers(state, AddTarget) and case != "incomplete" else ()
    return Asked((f"compose.{case}", *target), args)


def _join_planned(state: State, frame: JoinPlanned) -> Asked:
    if frame.joining >= 0:
        return Asked(("join_planned.battle",), {"unit": BOARD.unit_ids[frame.joining]})
    return Asked(("join_planned",), {"units": _units_to(state, AssignAttacker)})


def _support(state: State, frame: Decision) -> Asked:
    assert state.battle is not None
    side = state.battle.attacker
    return Asked(("support",), {**_targets(state), "side": SIDES[side].value, "n": state.supports[side]})


def _pick_die(state: State, frame: Decision) -> Asked:
    assert state.battle is not None
    first, second = state.battle.dice
    return Asked(("pick_die",), {"first": first, "second": second})


def _pick_duel_die(state: State, frame: Decision) -> Asked:
    assert state.battle is not None
    axis, soviet = state.battle.dice
    return Asked(("pick_duel_die",), {"axis": axis, "soviet": soviet})


def _of_the_battle(state: State, frame: Decision) -> Asked:
    return Asked((frame.CODE,), _targets(state))


def _cadre(state: State, frame: OfferCadre) -> Asked:
    return Asked(("cadre",), {"hex": BOARD.id_of[frame.node]})


def _counterattack(state: State, frame: Decision) -> Asked:
    assert state.battle is not None
    standing = [unit for unit in state.battle.attackers if state.where[unit] >= 0]
    return Asked(("counterattack",), {"units": _ids(standing)})


def _retreat(state: State, frame: Retreats) -> Asked:
    assert state.battle is not None
    able = _units_to(state, RetreatUnit)
    left = [unit for unit in frame.units if state.where[unit] >= 0 and unit not in state.battle.retreated]
    stuck = tuple(unit for unit in _ids(left) if unit not in able)
    return Asked(("retreat", "retreat.stuck") if stuck else ("retreat",), {"units": able, "stuck": stuck})


def _advance(state: State, frame: Decision) -> Asked:
    assert state.battle is not None
    able, gone = _units_to(state, AdvanceUnit), state.battle.advancing
    if gone < 0:
        return Asked(("advance",), _targets(state))
    unit = BOARD.unit_ids[gone]
    others = tuple(other for other in able if other != unit)
    case = "others" if unit not in able else "both" if others else "farther"
    return Asked((f"advance.{case}",), {"unit": unit, "units": others})


# --- Removal and Detraining -------------------------------------------------------------------------------
def _rebuild(state: State, frame: Decision) -> Asked:
    return Asked(
        ("rebuild",), {"hexes": tuple(action.hex for action in state.options if isinstance(action, ChooseHex))}
    )


def _detrain(state: State, frame: Decision) -> Asked:
    return Asked(("detrain",), {"units": _units_to(state, DetrainUnit)})


def _detrain_reserve(state: State, frame: Decision) -> Asked:
    return Asked(("detrain_reserve",), {"unit": BOARD.unit_ids[state.reserve]})


# --- events -----------------------------------------------------------------------------------------------
def _choose(state: State, frame: ChooseForCard) -> Asked:
    half = half_id(frame.card, SIDES[frame.side])
    return Asked((f"choose.{half}",), {"half": half})


_SHARED: Final = {
    (3, AXIS, ""): "step",
    (30, AXIS, ""): "steps",
    (38, SOVIET, ""): "steps",
    (6, SOVIET, ""): "loss",
    (24, SOVIET, "step"): "loss",
    (18, SOVIET, "entrain"): "entrain",
    (18, SOVIET, "detrain"): "detrain",
    (35, SOVIET, ""): "detrain",
}
"""(card, owner, stage) -> the sentence that several events say."""


def _event(state: State, frame: AskForCard) -> Asked:
    """The question of an event: whose it is, what to choose, how often, and whether one can stop."""
    half = half_id(frame.card, SIDES[frame.owner])
    name = _SHARED.get((frame.card, frame.owner, frame.stage), half)
    if name in ("step", "steps"):
        replaces, improves = _offers(state, ReplaceUnit), _offers(state, ImproveUnit)
        name += "" if replaces and improves else "-replace" if replaces else "-improve"
    return Asked((f"event.{name}",), {"half": half, "n": frame.left})


_TELLERS: Final[dict[str, Callable[[State, Any], Asked]]] = {
    "discard": _discard,
    "discard_one": _discard_one,
    "exchange_cards": _exchange_cards,
    "window": _window,
    "pay": _pay,
    "flip": _flip,
    "place": _place,
    "reorganize": _reorganize,
    "exile_cadre": _exile_cadre,
    "place_part": _place_part,
    "move": _move,
    "event_move": _event_move,
    "overstack": _overstack,
    "step_back": _step_back,
    "declare": _declare,
    "counterblow": _declare,
    "free_counterblow": _free_counterblow,
    "take_off_counterblow": _take_off_counterblow,
    "next_battle": _next_battle,
    "fight_planned": _next_battle,
    "commit_next": _next_battle,
    "apply_next": _next_battle,
    "compose": _compose,
    "join_planned": _join_planned,
    "support": _support,
    "pick_die": _pick_die,
    "pick_duel_die": _pick_duel_die,
    "choose_table": _of_the_battle,
    "step_loss": _of_the_battle,
    "mark_counterblow": _of_the_battle,
    "cadre": _cadre,
    "counterattack": _counterattack,
    "retreat": _retreat,
    "advance": _advance,
    "rebuild": _rebuild,
    "detrain": _detrain,
    "detrain_reserve": _detrain_reserve,
    "event": _event,
    "choose": _choose,
}
"""Code of a question -> what it says, told by its own class; the others say the one sentence of their code, which names
nothing.
"""
