"""The view of one side (docs/wire-protocol.md, "View"): the state without its secrets.

A view depends only on what its side has seen: swapping the enemy's hand with cards of the draw pile does not change it.
A property test proves it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SIDES, SOVIET, bits, cards_in, side_named, units_of
from noretreat.core.boxes import BOX_OF, TRACK
from noretreat.core.kernel import CHANCE
from noretreat.core.lasting import Effect
from noretreat.core.names import unit_name
from noretreat.core.picture import Counter, Picture
from noretreat.core.records import Battle
from noretreat.core.rulesets import Rules
from noretreat.core.setup import Setup
from noretreat.core.state import State, require_state
from noretreat.core.types import (
    NO_UNIT,
    NO_UNITS,
    CardNumber,
    NodeMask,
    Place,
    Segment,
    SideIndex,
    UnitIndex,
    UnitMask,
)  # fmt: skip
from noretreat.data.facts import Nation, Phase, Side, UnitType, Weather
from noretreat.data.ids import MapId, PlaceId, UnitId
from noretreat.explain.knowledge.aim import aim_of, next_mark
from noretreat.explain.knowledge.drawing import svg_of
from noretreat.explain.sentences import asking
from noretreat.explain.sentences.telling import FORMATS, Told, tell
from noretreat.explain.sentences.turn_notes import void_notes
from noretreat.rules import (
    calendar,
    combat,
    effects,
    extension,
    joker,
    losses,
    obligations,
    odds,
    supply,
    victory,
    windows,
)
from noretreat.rules.allocation import ComposeBattle
from noretreat.rules.payment import pays_at_the_end
from noretreat.rules.stacking import overstacked
from noretreat.rules.waiting import bring_back, markers_waiting

Actor: TypeAlias = Literal["axis", "soviet", "chance"]
"""The side that has to answer, or chance."""


class UnitView(msgspec.Struct, frozen=True):
    """One counter as both sides see it."""

    id: UnitId
    side: Side
    at: PlaceId
    face: int
    name: str
    type: UnitType
    nation: Nation
    strength: int
    move: int
    steps: int
    max_steps: int
    ss: bool
    white: bool
    paren: bool
    red: bool
    unsupplied: bool
    disorganized: bool
    moved: bool
    cut_off: bool
    """Would fail a supply check now; for information only (POS-1)."""
    reserve: bool
    due: int | None
    """The turn on which it comes back from the turn track, or arrives; None where no turn brings it."""


class ShiftView(msgspec.Struct, frozen=True):
    """One column shift and its reason: `text` in English, `said` as a code for any language."""

    columns: int
    code: str
    rule: str
    text: str
    said: Told


class StrengthView(msgspec.Struct, frozen=True):
    """The contribution of one unit to a battle."""

    unit: UnitId
    side: Side
    strength: int
    note: str


class OddsView(msgspec.Struct, frozen=True):
    """The odds of a battle, with everything that went into them."""

    attack: int
    defense: int
    initial: str
    shifts: tuple[ShiftView, ...]
    column: str
    table: Side
    results: tuple[str, ...]
    automatic: str | None
    strengths: tuple[StrengthView, ...]


class BattleView(msgspec.Struct, frozen=True):
    """The battle being fought or put together."""

    attacker: Side
    targets: tuple[MapId, ...]
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    counterattack: bool
    supports: int
    odds: OddsView | None
    die: int | None
    result: str | None
    composing: bool


class PlannedView(msgspec.Struct, frozen=True):
    """A battle that has been put together and waits to be fought; no odds while a unit of it has gone."""

    targets: tuple[MapId, ...]
    attackers: tuple[UnitId, ...]
    odds: OddsView | None


class EffectView(msgspec.Struct, frozen=True):
    """A lasting effect of a card (FX-1)."""

    card: CardNumber
    owner: Side
    title: str
    text: str
    expires: str


class DutyView(msgspec.Struct, frozen=True):
    """An obligation of the phasing side to attack, from a card of `owner`: `made` of `attacks` are made (5.3)."""

    card: CardNumber
    owner: Side
    kind: Literal["owes_targets", "owes_attacks", "owes_battles"]
    """Target markers put down, voluntary attacks made, or battles of any kind."""
    attacks: int
    made: int
    price: int
    """The victory points that failing costs."""
    short: int
    """The attacks that would be missing if no more targets were declared."""


class PromptView(msgspec.Struct, frozen=True):
    """The current question: its code, the sentences it says with what they name, and these sentences in English."""

    code: str
    said: tuple[str, ...]
    """Names of sentences (`prompts.PROMPTS`), said one after the other."""
    args: dict[str, Any]
    text: str


class OutcomeView(msgspec.Struct, frozen=True):
    """The `Outcome` of a game, and what it is called; a draw has no winner."""

    winner: Side | None
    reason: str
    text: str


class BillView(msgspec.Struct, frozen=True):
    """The purchases of the phasing side, which it pays when its Organization Phase ends (ORG-15), in cards."""

    cards: int
    replacing: int
    """The number of them for replacements, which are paid first."""


class View(msgspec.Struct, frozen=True):
    """Everything a side may see, ready for JSON."""

    side: Side | None
    turn: int
    months: str
    year: int
    weather: Weather
    next_weather: Weather | None
    weather_varies: bool
    """Cards can change the weather of the turns marked for it (14.14)."""
    phase: Phase
    step: Segment
    phasing: Side
    initiative: Side
    actor: Actor | None
    prompt: PromptView
    vp: int
    event_vp: int
    high_tide: int
    sudden_death: int | None
    """The mark of the next Sudden Death check that can end the game, for the side with the initiative, and its turn."""
    sudden_death_turn: int | None
    aim: Told | None
    """The way to win, in one line; null once the game is over."""
    objectives: dict[Side, int]
    supports: dict[Side, int]
    targets_limit: int
    targets_left: int
    hand: tuple[CardNumber, ...] | None
    hand_sizes: dict[Side, int]
    draw_pile: int | None
    """Cards in the side's draw pile and discards; None if the rules hide them (CRD-10)."""
    discards: int | None
    discard_top: CardNumber | None
    bill: BillView | None
    """None outside the Organization Phase, and where the rules have everything paid at once."""
    joker: Side | None
    """The side that has the Joker; null if it is not in the game (OPT-7)."""
    table: tuple[CardNumber, ...]
    units: tuple[UnitView, ...]
    control: dict[MapId, Side]
    targets: tuple[MapId, ...]
    counterblows: tuple[MapId, ...]
    counterblow_results: tuple[MapId, ...]
    battle: BattleView | None
    planned: tuple[PlannedView, ...]
    """Battles that wait for their turn: put together before the first one is fought (CPR-5), or committed (SIM-1)."""
    effects: tuple[EffectView, ...]
    overstacked: tuple[MapId, ...]
    scorched: tuple[MapId, ...]
    """Cities that count as marsh until they are rebuilt (07S)."""
    works: tuple[MapId, ...]
    """Hexes with Defensive Works (41A)."""
    west_edge: tuple[MapId, ...]
    """The western map edge before the map extension is laid (C-54); empty if the whole map is in play."""
    extension: tuple[MapId, ...]
    """The hexes that the map extension adds, until it is laid (C-54)."""
    cards: dict[str, Told | None]
    """For each card of the side's hand, why its event cannot be played now; null if it can."""
    outcome: OutcomeView | None
    void_notes: tuple[str, ...] = ()
    """Notes of the calendar that do not hold under the rules of this game, by id: `calendar.1.1`."""
    red_due: tuple[CardNumber, ...] = ()
    """Cards of the side's hand whose red event has still to happen in this phase (C-86)."""
    duties: tuple[DutyView, ...] = ()
    """The attacks that cards make the phasing side owe this turn, made or not."""

    def __hash__(self) -> int:
        """Hash of the fields that differ most often; the others are only compared."""
        return hash(
            (self.side, self.turn, self.phase, self.step, self.phasing, self.hand, self.discard_top, self.units)
        )

    def __repr__(self) -> str:
        """In one line: whose view, turn, phase, who decides, and the strength of both sides on the map."""
        return f"<View of {self.side or 'a spectator'}: {self.picture().in_short()}>"

    def board(self) -> str:
        """The map as text, a row of hexes a line, with the strength of the units in each hex."""
        return self.picture().as_text()

    def svg(self) -> str:
        """The map with its counters as the browser draws them: a file for a paper; a notebook shows it by itself."""
        return svg_of(self.picture())

    _repr_svg_ = svg

    def picture(self) -> Picture:
        """A picture of the view, to be drawn or summed up."""
        return Picture(
            turn=self.turn,
            phase=self.phase,
            phasing=SIDE_INDEX[self.phasing],
            actor=_ACTORS.get(self.actor),
            question="" if self.prompt.code in ("chance", "wait", "game_over") else self.prompt.code,
            counters=tuple(map(_counter, self.units)),
            axis_control=_held(self.control, Side.AXIS),
            soviet_control=_held(self.control, Side.SOVIET),
        )


_ACTORS: Final[dict[str | None, SideIndex]] = {"axis": AXIS, "soviet": SOVIET, "chance": CHANCE}


def _counter(unit: UnitView) -> Counter:
    """A counter of the view as pictures have it."""
    at = BOX_OF[unit.at] if unit.at in BOX_OF else BOARD.node_of[unit.at]
    return Counter(BOARD.unit_index[unit.id], unit.face, at, unit.unsupplied, unit.disorganized)


def _held(control: Mapping[str, Side], side: Side) -> NodeMask:
    """The places that a side controls, as a mask."""
    return BOARD.mask(*(place for place, holder in control.items() if holder is side))


def view(state: State, side: Side | str | None) -> View:
    """The game as `side` sees it; None for a spectator, who sees no hand (NET-9).

    Raises `UnknownName` for what is no side.
    """
    return _seen(state, side, worded=True)


def wordless(state: State, side: Side | str | None) -> View:
    """The view without the sentences that are made for people: the prompt has its code alone, a card that cannot be
    played any reason, and aim, notes, and the shifts and strengths behind odds are missing. All else is as in `view`.
    """
    return _seen(state, side, worded=False)


def _seen(state: State, side: Side | str | None, *, worded: bool) -> View:
    """The game as a side sees it."""
    require_state(state)
    viewer = None if side is None else side_named(side)
    own = None if viewer is None else SIDE_INDEX[viewer]
    box = BOARD.calendar[state.turn]
    mark, mark_turn = next_mark(state)
    aim = aim_of(state) if worded else None
    waiting_targets, waiting_counterblows = markers_waiting(state)
    in_play = (*state.effects, *(effect for one in state.waiting for effect in one.effects))
    return View(
        side=viewer,
        turn=state.turn,
        months=box.months,
        year=box.year,
        weather=calendar.weather(state),
        next_weather=calendar.weather_on(state, state.turn + 1) if state.turn < 28 else None,
        weather_varies=calendar.weather_varies(state),
        phase=state.phase,
        step=state.segment,
        phasing=SIDES[state.phasing],
        initiative=SIDES[state.initiative],
        actor=actor_view(state),
        prompt=_prompt(state, own) if worded else _bare_prompt(state, own),
        vp=victory.victory_points(state, state.initiative),
        event_vp=state.event_vp,
        high_tide=state.high_tide,
        sudden_death=mark,
        sudden_death_turn=mark_turn,
        aim=None if aim is None else tell(aim),
        objectives={s: len(victory.objectives_held(state, i)) for s, i in SIDE_INDEX.items()},
        supports={s: state.supports[i] for i, s in enumerate(SIDES)},
        targets_limit=calendar.target_limit(state, state.phasing),
        targets_left=combat.markers_left(state, state.phasing),
        hand=None if own is None else tuple(cards_in(state.hands[own])),
        red_due=() if own is None else tuple(cards_in(windows.waiting_cards(state, own))),
        hand_sizes={s: state.hands[i].bit_count() for i, s in enumerate(SIDES)},
        draw_pile=state.pile(own or AXIS).bit_count() if state.rules.discard_top_visible else None,
        discards=len(state.discarded(own or AXIS)) if state.rules.discard_top_visible else None,
        discard_top=_top(state, own),
        bill=_bill(state),
        joker=None if state.joker < 0 else SIDES[state.joker],
        table=state.table,
        units=_units(state),
        control=_control(state),
        targets=BOARD.ids(state.targets | waiting_targets),
        counterblows=BOARD.ids(state.counterblows | state.standing_counterblows | waiting_counterblows),
        counterblow_results=BOARD.ids(state.result_counterblows),
        battle=_battle(state, worded=worded),
        planned=tuple(_planned(state, worded=worded)),
        effects=tuple(dict.fromkeys(_effect(effect) for effect in in_play)),
        overstacked=tuple(BOARD.id_of[node] for i in (AXIS, SOVIET) for node in overstacked(state, i)),
        scorched=BOARD.ids(state.scorched),
        works=BOARD.ids(state.works),
        west_edge=() if extension.is_laid(state) else _SMALL_EDGE,
        extension=() if extension.is_laid(state) else _BEYOND,
        cards={} if own is None else _card_reasons(state, own, worded=worded),
        outcome=outcome_view(state),
        void_notes=void_notes(state) if worded else (),
        duties=tuple(map(_duty, obligations.duties(state))),
    )


_SMALL_EDGE: Final = BOARD.ids(extension.SMALL_EDGE)
_BEYOND: Final = BOARD.ids(extension.BEYOND)


def _top(state: State, own: SideIndex | None) -> CardNumber | None:
    """The top discard, if the rules show it (CRD-10)."""
    discards = state.discarded(own or AXIS)
    return discards[-1] if discards and state.rules.discard_top_visible else None


def actor_view(state: State) -> Actor | None:
    """The side that has to answer, or chance; None once the game is over."""
    question = state.question
    if question is None:
        return None
    who = question.actor(state)
    side = None if who == CHANCE else SIDES[who]
    return side.value if side else "chance"


def _bill(state: State) -> BillView | None:
    """The bill of the phasing side so far."""
    return BillView(state.bill, state.bill_replacing) if pays_at_the_end(state) else None


def _prompt(state: State, own: SideIndex | None) -> PromptView:
    """The question on top of the stack, in words for this side; who is not asked reads what the other side is at."""
    question = state.question
    if question is None:
        return _prompt_without_answer("game_over", {})
    who = question.actor(state)
    if who == CHANCE:
        return _prompt_without_answer("chance", {})
    if own != who:
        args = {"side": SIDES[who].value}
        said = (asking.waiting(state, question),)
        return PromptView("wait", said, args, asking.in_english(asking.Asked(said, args)))
    told = asking.asked(state, question)
    return PromptView(question.CODE, told.said, dict(told.args), asking.sentence(state, question))


def _bare_prompt(state: State, own: SideIndex | None) -> PromptView:
    """The question by its code alone."""
    question = state.question
    if question is None:
        return _BARE["game_over"]
    who = question.actor(state)
    code = "chance" if who == CHANCE else question.CODE if who == own else "wait"
    return _BARE.get(code) or _BARE.setdefault(code, PromptView(code, (code,), {}, ""))


_BARE: Final = {"game_over": PromptView("game_over", ("game_over",), {}, "")}
"""Prompts without words, by their codes."""


def _prompt_without_answer(code: str, args: dict[str, Any]) -> PromptView:
    """The prompt of a side that has nothing to decide."""
    return PromptView(code, (code,), args, asking.in_english(asking.Asked((code,), args)))


def _units(state: State) -> tuple[UnitView, ...]:
    """All counters that are in the game or will be."""
    cut = sum((1 << unit for side in (AXIS, SOVIET) for unit in supply.cut_off(state, side)), NO_UNITS)
    lie = _how_they_lie(state, cut)
    known = _LAID.get(id(state.setup))
    if known is None or known.rules is not state.rules:
        if known is None and len(_LAID) >= MOST_LAID:
            _LAID.clear()
        views = _laid(state, cut)
    elif known.lie == lie:
        return known.views
    else:
        views = _laid_on(state, cut, lie, known)
    _LAID[id(state.setup)] = _Laid(state.setup, state.rules, lie, views)
    return views


_Lie: TypeAlias = "tuple[int, tuple[UnitMask, ...], list[Place], list[int], list[int]]"
"""What the counters of a game follow from: the turn, marks of units as masks, and where, on which face and until when
each one is.
"""


class _Laid(NamedTuple):
    """The counters of the position of a game that was looked at last, and what they follow from. The setup keeps its id
    while this is kept.
    """

    setup: Setup
    rules: Rules
    lie: _Lie
    views: tuple[UnitView, ...]


MOST_LAID: Final = 512
"""Games of which the counters are kept."""
_LAID: Final[dict[int, _Laid]] = {}
"""The counters of games by their setup: both sides and spectators ask for the same ones, and an answer changes few."""


def _how_they_lie(state: State, cut: UnitMask) -> _Lie:
    """What the counters follow from; `cut`: the units that would fail a supply check now."""
    used = state.moved & _OF_SIDE[state.phasing]
    if state.mover != NO_UNIT:
        used &= ~(1 << state.mover)
    reserve = NO_UNITS if state.reserve == NO_UNIT else 1 << state.reserve
    marks = (state.unsupplied, state.disorganized, used, cut, reserve)
    return state.turn, marks, state.where.copy(), state.face.copy(), state.due.copy()


def _laid(state: State, cut: UnitMask) -> tuple[UnitView, ...]:
    """All counters, one by one; `cut`: those that would fail a supply check now."""
    marks = _how_they_lie(state, cut)[1]
    return tuple([_counter_of(state, info.index, marks) for info in BOARD.units])


def _laid_on(state: State, cut: UnitMask, lie: _Lie, known: _Laid) -> tuple[UnitView, ...]:
    """All counters, of which those are as before that lie as before."""
    turn, before, where, face, due = known.lie
    if turn != lie[0]:  # with the turn goes how many steps a unit has
        return _laid(state, cut)
    marks, views, other = lie[1], list(known.views), NO_UNITS
    for was, now in zip(before, marks, strict=True):
        other |= was ^ now
    changed = set(units_of(other))
    changed.update(_where_they_differ(where, state.where))
    changed.update(_where_they_differ(face, state.face))
    changed.update(_where_they_differ(due, state.due))
    for unit in changed:
        views[unit] = _counter_of(state, unit, marks)
    return tuple(views)


def _where_they_differ(before: Sequence[object], now: Sequence[object]) -> list[UnitIndex]:
    """The units of which two lists say different things."""
    if before == now:
        return []
    return [UnitIndex(unit) for unit, (was, is_now) in enumerate(zip(before, now, strict=True)) if was != is_now]


def _counter_of(state: State, unit: UnitIndex, marks: tuple[UnitMask, ...]) -> UnitView:
    """One counter as it lies."""
    place = state.where[unit]
    unsupplied, disorganized, used, cut, reserve = (bool(mask >> unit & 1) for mask in marks)
    due = state.due[unit] if place == TRACK else losses.arrival_turn(state, unit)
    steps, most = losses.steps_of(state, unit)
    return _unit_view(unit, state.face[unit], place, steps, most, unsupplied, disorganized, used, cut, reserve, due)


_OF_SIDE: Final = tuple(sum((1 << unit for unit in units), NO_UNITS) for units in BOARD.of_side)


@lru_cache(maxsize=1 << 14)
def _unit_view(
    unit: UnitIndex,
    side_up: int,
    place: Place,
    steps: int,
    most: int,
    unsupplied: bool,
    disorganized: bool,
    moved: bool,
    cut_off: bool,
    reserve: bool,
    due: int | None,
) -> UnitView:
    """A counter that lies like this. Views of one game share most of theirs, and `research.tensors` lives on that."""
    info = BOARD.units[unit]
    face = info.faces[side_up]
    return UnitView(
        id=info.id,
        side=SIDES[info.side],
        at=BOARD.place_id(place),
        face=side_up,
        name=unit_name(info.id, side_up),
        type=face.type,
        nation=info.nation,
        strength=face.strength,
        move=face.move,
        steps=steps,
        max_steps=most,
        ss=face.face.ss,
        white=face.white,
        paren=face.paren,
        red=face.face.red,
        unsupplied=unsupplied,
        disorganized=disorganized,
        moved=moved,
        cut_off=cut_off,
        reserve=reserve,
        due=due,
    )


def _control(state: State) -> dict[str, Side]:
    """Which side holds each city and oil field, and Finland if a side does."""
    finland = next((side for side in (AXIS, SOVIET) if victory.holds_finland(state, side)), NOBODY)
    return dict(_held_by(state.axis_control, state.soviet_control, finland))


@lru_cache(maxsize=256)
def _held_by(axis: NodeMask, soviet: NodeMask, finland: int) -> dict[str, Side]:
    """The sides of cities and oil fields by their ids, and that of Finland if one holds it."""
    control = {BOARD.id_of[node]: Side.AXIS for node in bits(axis)}
    control.update({BOARD.id_of[node]: Side.SOVIET for node in bits(soviet)})
    return control if finland == NOBODY else control | {"FINLAND": SIDES[finland]}


NOBODY: Final = -1


def _shift_view(shift: odds.Shift) -> ShiftView:
    """A shift with its reason in words."""
    said = tell(shift.why)
    return ShiftView(shift.columns, shift.code, shift.rule, said.text, said)


def odds_view(state: State, battle: Battle, *, worded: bool = True) -> OddsView:
    """The odds of a battle record, in detail; not `worded`: without the shifts and the strengths that explain them."""
    found = odds.odds_of(state, battle)
    units = [*battle.attackers, *battle.defenders] if worded else []
    return OddsView(
        attack=found.attack,
        defense=found.defense,
        initial=odds.column_name(found.initial),
        shifts=tuple(map(_shift_view, found.shifts)) if worded else (),
        column=odds.column_name(found.column),
        table=SIDES[found.table],
        results=odds.results_row(state, battle.attacker, found),
        automatic="CA" if found.column < 0 else None,
        strengths=tuple(
            StrengthView(BOARD.unit_ids[unit], SIDES[state.info(unit).side], odds.strength_of(state, unit, battle), "")
            for unit in units
        ),
    )


def _battle(state: State, *, worded: bool) -> BattleView | None:
    """The battle being fought, or the one being put together."""
    frame = state.question
    battle = state.battle
    composing = isinstance(frame, ComposeBattle)
    if isinstance(frame, ComposeBattle):
        battle = odds.hypothetical(state, frame.attackers, frame.targets)
    if battle is None:
        return None
    return BattleView(
        attacker=SIDES[battle.attacker],
        targets=tuple(BOARD.id_of[node] for node in battle.targets),
        attackers=tuple(BOARD.unit_ids[unit] for unit in battle.attackers),
        defenders=tuple(BOARD.unit_ids[unit] for unit in battle.defenders),
        counterattack=battle.round > 0,
        supports=battle.supports,
        odds=odds_view(state, battle, worded=worded) if battle.attackers and battle.defenders else None,
        die=battle.die or None,
        result=battle.result or None,
        composing=composing,
    )


def _planned(state: State, *, worded: bool) -> Iterator[PlannedView]:
    """The battles that wait to be fought, with their odds."""
    later = effects.beside_the_battle(state)
    for targets, attackers in state.planned:
        yield _planned_view(later, odds.hypothetical(later, attackers, targets), worded=worded)
    for one in state.waiting:
        ahead = state.copy()
        bring_back(ahead, one)
        yield _planned_view(ahead, one.battle, worded=worded)


def _planned_view(state: State, battle: Battle, *, worded: bool) -> PlannedView:
    """A battle that waits, as both sides see it."""
    ready = battle.attackers and battle.defenders and all(state.where[unit] >= 0 for unit in battle.attackers)
    return PlannedView(
        targets=tuple(BOARD.id_of[node] for node in battle.targets),
        attackers=tuple(BOARD.unit_ids[unit] for unit in battle.attackers),
        odds=odds_view(state, battle, worded=worded) if ready else None,
    )


def _effect(effect: Effect) -> EffectView:
    card = BOARD.cards[effect.card]
    half = card.soviet if effect.side else card.axis
    return EffectView(effect.card, SIDES[effect.side], half.title, half.text, effect.expires)


def _duty(duty: obligations.Duty) -> DutyView:
    """An obligation, ready for JSON."""
    kind: Any = duty.kind.value
    return DutyView(duty.card, SIDES[duty.side], kind, duty.attacks, duty.made, duty.price, duty.short)


def _card_reasons(state: State, side: SideIndex, *, worded: bool) -> dict[str, Told | None]:
    """For each card of the hand that cannot be played as an event now, the reason; not `worded`: some reason."""
    window = windows.window_of(state)
    cards = state.hands[side] | joker.held(state, side)
    found = {card: windows.refused(state, side, card, window) for card in cards_in(cards)}
    if not worded:
        return {str(card): _SOME_REASON if why else None for card, why in found.items()}
    return {str(card): tell(why) if why else None for card, why in found.items()}


_SOME_REASON: Final = Told("", {}, "", "", "")
"""A reason that nobody reads."""


def outcome_view(state: State) -> OutcomeView | None:
    """How the game has ended; None while it is played."""
    if state.ended is None:
        return None
    return OutcomeView(*state.ended, FORMATS["ending"](state.ended))
