"""Every purchase against everything that cancels it or empties the hand: paid for in full, or taken back in full.

Each kind of purchase is made with hands that are just large enough or a little larger, and every answer that the two
sides can give until the phase is over is tried. At each end the cards that were spent are counted, and the position is
compared with the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Final

import pytest

from noretreat.core import events
from noretreat.core.actions import (
    Action,
    ChooseHex,
    Dealt,
    Done,
    EntrainUnit,
    ImproveUnit,
    Pass,
    PayCard,
    PlaceCounterblow,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.board import BOARD, SIDE_INDEX, SIDES
from noretreat.data.facts import Side
from noretreat.data.load import ruleset_ids
from noretreat.explain.knowledge.view import view
from noretreat.game import Options, State, apply, legal_actions
from noretreat.positions import PREFIX, begin

AXIS, SOVIET = Side.AXIS, Side.SOVIET
AT_THE_END: Final = {"digital", "digital_0_1"}
"""Rule sets in which the purchases of the Organization Phase are paid as it ends (ORG-15)."""


EARLY, LATE, LAST = 8, 14, 17
"""Turns on which the Axis has the initiative, and the Soviets; and when Soviet units have two steps."""


@dataclass(frozen=True)
class Buy:
    """A purchase: what it needs on the table, the action, and its price in cards by 5.4."""

    name: str
    side: Side
    action: Action
    price: int
    lines: str
    turn: int = LATE
    phase: str = "organization"
    own: bool = True
    digital_price: int | None = None
    late_price: int | None = None
    classic_price: int | None = None
    first: tuple[Action, ...] = ()
    scorched: str = ""
    rules: frozenset[str] = frozenset(ruleset_ids())

    def costs(self, rules: str, turn: int) -> int:
        """What it costs in a rule set; a lost Shock army comes back brown from turn 17 on, for one card (14.7)."""
        if self.late_price is not None and turn >= LAST:
            return self.late_price
        if rules in AT_THE_END and self.digital_price is not None:
            return self.digital_price
        return self.classic_price if rules == "classic" and self.classic_price is not None else self.price

    @property
    def subject(self) -> str:
        """The unit or hex that is bought for."""
        return getattr(self.action, "unit", "") or self.action.hex  # type: ignore[union-attr]


BOARD_GAME: Final = frozenset({"classic", "deluxe", "living"})
CITIES: Final = "control axis 1211 1415 1613 1716"
BUYS: Final = (
    Buy("a destroyed army", AXIS, ReplaceUnit("G6", "0503"), 1, "unit G6 box:destroyed"),
    Buy("a surrendered army", AXIS, ReplaceUnit("G9", "0503"), 2, "unit G9 box:surrendered"),
    Buy(
        "an army on a cadre", AXIS, ReplaceUnit("G17", "1711"), 1, "unit G17 box:destroyed\nunit KG1 1711 disorganized"
    ),
    Buy("an improvement", AXIS, ImproveUnit("G4"), 2, "unit G4 1611 back"),
    Buy("an SS improvement", AXIS, ImproveUnit("GSSGr"), 1, "unit GSSGr 1612 back", LAST),
    Buy("reorganizing", AXIS, ReorganizeUnit("G11"), 1, "unit G11 1510 disorganized"),
    Buy(
        "a second train",
        AXIS,
        EntrainUnit("G18"),
        1,
        "unit G16 1411\nunit G18 1412 disorganized",
        phase="movement",
        first=(EntrainUnit("G16"),),
        rules=BOARD_GAME,
    ),
    Buy(
        "a second train",
        AXIS,
        EntrainUnit("G18"),
        1,
        "unit G16 1411\nunit G18 1412 disorganized",
        first=(EntrainUnit("G16"),),
        rules=frozenset(AT_THE_END),
    ),
    Buy("a counterblow", AXIS, PlaceCounterblow("1611"), 1, "unit G4 1611\nunit S_W 1711", phase="combat", own=False),
    Buy("a rebuilt city", AXIS, ChooseHex("1211"), 2, "unit G4 1311", phase="removal", scorched="1211"),
    Buy("a destroyed army", SOVIET, ReplaceUnit("S_KAL", "2310"), 1, "unit S_KAL box:destroyed"),
    Buy("a surrendered army", SOVIET, ReplaceUnit("S_W", "2310"), 2, "unit S_W box:surrendered"),
    Buy("a Shock army", SOVIET, ReplaceUnit("S_CRI", "2310"), 2, "unit S_CRI box:destroyed back", late_price=1),
    Buy("an army on a cadre", SOVIET, ReplaceUnit("S_VOL", "1711"), 1, "unit S_VOL box:destroyed\nunit OST1 1711"),
    Buy("an improvement", SOVIET, ImproveUnit("S_NW"), 1, "unit S_NW 2011", LAST),
    Buy("a Shock improvement", SOVIET, ImproveUnit("S_SW"), 2, "unit S_SW 2012", LAST),
    Buy("a fort", SOVIET, ImproveUnit("S_MOS"), 1, "unit S_MOS 2008"),
    Buy("a fort elsewhere", SOVIET, ImproveUnit("S_SEV"), 1, "unit S_SEV 2010", digital_price=2),
    Buy(
        "a fort given up",
        SOVIET,
        UnfortifyUnit("S_LEN"),
        1,
        "unit S_LEN 2009 back",
        LAST,
        digital_price=0,
        classic_price=0,
    ),
    Buy("a free upgrade", SOVIET, UpgradeUnit("S_STA"), 0, "unit S_STA 2113"),
    Buy("reorganizing", SOVIET, ReorganizeUnit("S_DON"), 1, "unit S_DON 2013 disorganized"),
    Buy(
        "a second train",
        SOVIET,
        EntrainUnit("S_STE"),
        1,
        "unit S_VOR 2111\nunit S_STE 2112 disorganized",
        phase="movement",
        first=(EntrainUnit("S_VOR"),),
        rules=BOARD_GAME,
    ),
    Buy(
        "a second train",
        SOVIET,
        EntrainUnit("S_STE"),
        1,
        "unit S_VOR 2111\nunit S_STE 2112 disorganized",
        first=(EntrainUnit("S_VOR"),),
        rules=frozenset(AT_THE_END),
    ),
    Buy("a counterblow", SOVIET, PlaceCounterblow("1711"), 1, "unit G4 1611\nunit S_W 1711", phase="combat", own=False),
    Buy("a rebuilt city", SOVIET, ChooseHex("2008"), 2, "unit S_W 2108", phase="removal", scorched="2008"),
)
BYSTANDERS: Final = {AXIS: ("unit G2 0805", "unit G8 box:rail"), SOVIET: ("unit S_RES 2213", "unit S_BRY box:rail")}
"""Units that have something to do in the next phase: the line of play ends there."""
AGAINST: Final = {
    AXIS: ((34,), (36,), (31,), (34, 36), (31, 34)),
    SOVIET: ((14,), (7,), (7, 14), (14, 31)),
}
"""Hands of the enemy of this side: cards that cancel a card or annul a step."""
OWN: Final = {AXIS: (14, 16, 23, 24), SOVIET: (34, 17, 21, 23)}
"""Hands of this side, as many as wanted of these: the first cancels the card that cancels."""
STRANGERS: Final = (19, 27, 29, 32, 33, 37, 42)
"""Cards that may be dealt; they do not matter here."""


@dataclass(frozen=True)
class Case:
    """Purchases made one after the other, and the hands."""

    rules: str
    buys: tuple[Buy, ...]
    own: tuple[int, ...]
    against: tuple[int, ...]
    turn: int

    @property
    def side(self) -> Side:
        """Who buys."""
        return self.buys[0].side

    def text(self) -> str:
        """The position as text."""
        first = self.buys[0]
        enemy = SIDES[1 - SIDE_INDEX[self.side]]
        turn_of = self.side if first.own else enemy
        lines = [f"rules {self.rules}", f"turn {self.turn}", f"phase {first.phase} {turn_of}"]
        lines += [
            "supports 0 0",
            CITIES if self.side is AXIS else "",
            *BYSTANDERS[self.side],
            *dict.fromkeys(buy.lines for buy in self.buys),
        ]
        lines += [f"hand {self.side} {' '.join(map(str, self.own))}" if self.own else ""]
        lines += [f"hand {enemy} {' '.join(map(str, self.against))}" if self.against else ""]
        return "\n".join(line for line in lines if line)

    def state(self) -> State:
        """The position at its first decision."""
        text = self.text()
        state = begin(PREFIX + text, Options(rules=self.rules, guarded=False))
        if self.buys[0].scorched:  # a position has no word for it: it is made before the phase runs on
            earlier = begin(
                PREFIX + text.replace("phase removal", "phase combat"), Options(rules=self.rules, guarded=False)
            )
            state = earlier.copy()
            state.scorched = 1 << BOARD.node_of[self.buys[0].scorched]
        return state

    def told(self, fault: str, played: Iterable[Action]) -> str:
        """A fault in words, with the position."""
        bought = " and ".join(buy.name for buy in self.buys)
        answers = "; ".join(map(str, played))
        return f"{self.rules}: {self.side} buys {bought}: {fault}\n{self.text()}\n# {answers}"


def cases(rules: str, pairs: bool = False, few: bool = False) -> Iterator[Case]:
    """All cases of a rule set: single purchases, or pairs that are paid together; or a few of them."""
    able = [buy for buy in BUYS if rules in buy.rules]
    groups: list[tuple[Buy, ...]] = [(buy,) for buy in able]
    if pairs:
        together = [buy for buy in able if buy.phase == "organization"]
        order = {ImproveUnit: 0, UpgradeUnit: 0, UnfortifyUnit: 0, ReplaceUnit: 1, ReorganizeUnit: 2, EntrainUnit: 3}
        groups = [
            tuple(sorted(two, key=lambda buy: order[type(buy.action)]))
            for two in combinations(together, 2)
            if two[0].side is two[1].side
        ]
    for group in groups:
        side = group[0].side
        latest = max(buy.turn for buy in group)
        turns = ((LATE,) if side is AXIS else (EARLY,)) if few else (EARLY, LATE)  # when the enemy has most cards
        turns = turns if latest == LATE else (latest,)
        for turn, more, against in product(turns, (0, 1), AGAINST[side][::2] if few else AGAINST[side]):
            price = sum(buy.costs(rules, turn) for buy in group)
            for own in (OWN[side][: price + more], OWN[side][1 : price + more + 1])[few and bool(more) :]:
                if not (set(own) & set(against) and rules in BOARD_GAME) and len(own) == price + more:
                    yield Case(rules, group, own, against, turn)


# --- trying every answer ----------------------------------------------------------------------------------
@dataclass
class Tally:
    """What a line of play has done so far."""

    paid: int = 0
    voided: int = 0
    taken_back: frozenset[str] = frozenset()
    """The units and hexes of purchases that were taken back."""
    played: tuple[Action, ...] = ()
    made: tuple[Buy, ...] = ()

    def after(self, action: Action, happened: Iterable[events.Event], side: Side) -> Tally:
        """The tally after one more action."""
        paid, voided, taken_back = self.paid, self.voided, self.taken_back
        for event in happened:
            if isinstance(event, events.CardDiscarded) and event.side is side and event.why == "payment":
                paid += 1
            elif isinstance(event, events.PaymentVoid) and event.side is side:
                voided += 1
            elif isinstance(event, events.TakenBack):
                taken_back |= {event.unit or event.hex or ""}
        return Tally(paid, voided, taken_back, (*self.played, action), self.made)


def ends(case: Case) -> Iterator[tuple[State, State, Tally]]:
    """The position before the purchases, each position in which a line of play ends, and what was done in it."""
    state = case.state()
    for _ in range(30):
        options = legal_actions(state)
        if case.buys[0].action in options or any(step in options for step in case.buys[0].first) or not options:
            break
        state, _ = apply(state, next((lazy for lazy in (Done(), Pass()) if lazy in options), options[0]))
    if state.turn != case.turn:
        return
    before = state
    open_: list[tuple[State, Tally, tuple[Buy, ...]]] = [(state, Tally(), case.buys)]
    while open_:
        state, tally, left = open_.pop()
        answers = _answers(state, case, left, tally)
        if not answers:
            yield before, state, tally
            continue
        for action in answers:
            after, happened = apply(state, action)
            next_tally, rest = tally.after(action, happened, case.side), left
            if left and action == left[0].action and not _is_reaction(state):
                next_tally.made, rest = (*tally.made, left[0]), left[1:]
            open_.append((after, next_tally, rest))


def _is_reaction(state: State) -> bool:
    """Is this a question that a purchase has raised?"""
    return getattr(state.stack[-1], "CODE", "") in ("pay", "window")


def _answers(state: State, case: Case, left: tuple[Buy, ...], tally: Tally) -> list[Action]:
    """What is tried here; nothing where the line has come to its end."""
    options = legal_actions(state)
    first = case.buys[0]
    phases = {"combat": ("combat", "counterblows"), "removal": ("combat", "detraining", "removal")}.get(
        first.phase, (first.phase,)
    )
    if not options or state.phase not in phases or state.turn != case.turn:
        return []
    if isinstance(options[0], Dealt):
        return [next(one for one in options if one.card in STRANGERS)]  # type: ignore[union-attr]
    if any(isinstance(one, PayCard) for one in options):
        special = [one for one in options if isinstance(one, PayCard) and one.card in (14, 31, 34)]
        plain = [one for one in options if isinstance(one, PayCard) and one not in special]
        return [*special, *plain[:1], *(one for one in options if isinstance(one, Pass))]
    if _is_reaction(state):
        cards = (14, 31, 7, 34, 36)
        return [one for one in options if isinstance(one, Pass) or (isinstance(one, PlayEvent) and one.card in cards)]
    if left:
        wanted = [step for step in (*left[0].first, left[0].action) if step in options and step not in tally.played]
        if wanted:
            return wanted[:1]
    elif case.rules not in AT_THE_END or first.phase != "organization":
        return []  # it is settled, and the phase goes on
    return [Done()] if Done() in options else [Pass()] if Pass() in options else []


# --- counting ---------------------------------------------------------------------------------------------
SHOWN: Final = ("control", "scorched", "works", "event_vp")


def shown(state: State) -> dict[str, object]:
    """What everybody sees of a position, cards and questions apart."""
    seen = view(state, None)
    found: dict[str, object] = {name: getattr(seen, name) for name in SHOWN}
    for unit in seen.units:
        found[unit.id] = (unit.at, unit.face, unit.unsupplied, unit.disorganized, unit.reserve, unit.due)
    return found


_shown_before = lru_cache(maxsize=1)(shown)


def differences(before: State, after: State) -> dict[str, tuple[object, object]]:
    """What looks different in two positions."""
    one, other = _shown_before(before), shown(after)
    return {name: (one[name], other[name]) for name in one if one[name] != other[name]}


def stands(buy: Buy, before: State, after: State, tally: Tally) -> bool:
    """Has the buyer what was bought?"""
    if isinstance(buy.action, PlaceCounterblow | ChooseHex):
        return buy.subject not in tally.taken_back
    unit = BOARD.unit_index[buy.subject]
    if isinstance(buy.action, ReplaceUnit | EntrainUnit):
        return before.where[unit] != after.where[unit]
    organized = not after.disorganized >> unit & 1
    return before.face[unit] != after.face[unit] or (isinstance(buy.action, ReorganizeUnit) and organized)


def checked(case: Case, before: State, after: State, tally: Tally) -> str | None:
    """What is wrong at the end of a line of play; None: nothing."""
    good = tally.paid - tally.voided
    had = [buy for buy in tally.made if stands(buy, before, after, tally)]
    owed = sum(buy.costs(case.rules, case.turn) for buy in had)
    asked = sum(buy.costs(case.rules, case.turn) for buy in tally.made)
    if good < owed:
        return f"{', '.join(buy.name for buy in had)} for {good} of {owed} cards"
    if good > asked or (len(had) == len(tally.made) and good != asked):
        return f"{good} cards paid for {asked}"
    if any(buy not in had and buy.subject not in tally.taken_back for buy in tally.made):
        return "a purchase is gone, and nobody has cancelled it"
    if after.phasing != before.phasing:
        return None  # nobody had anything to decide any more: the next player turn has begun
    touched = {buy.subject for buy in had} | {
        step.unit for buy in case.buys for step in buy.first if isinstance(step, EntrainUnit)
    }
    touched |= {cadre for cadre in ("KG1", "OST1") if any(cadre in buy.lines for buy in had)}
    touched |= {"scorched"} if any(isinstance(buy.action, ChooseHex) for buy in had) else set()
    rest = {
        name: f"{was} before, {now} after"
        for name, (was, now) in differences(before, after).items()
        if name not in touched
    }
    return f"something else has changed: {rest}" if rest else None


def faults_of(case: Case) -> tuple[int, list[str]]:
    """How many lines of play a case has, and what was wrong at their ends, each once with the shortest line."""
    lines, found = 0, {}
    for before, after, tally in ends(case):
        lines += 1
        fault = checked(case, before, after, tally)
        if fault and (fault not in found or len(found[fault].played) > len(tally.played)):
            found[fault] = tally
    return lines, [case.told(fault, tally.played) for fault, tally in found.items()]


@pytest.mark.parametrize("rules", ruleset_ids())
def test_paid_in_full_or_taken_back_in_full(rules: str) -> None:
    """5.3.5, 5.4, 7.9: whatever is cancelled, and whenever it is paid for."""
    _expect_no_faults(cases(rules, few=True))


def _expect_no_faults(tried: Iterable[Case]) -> None:
    faults = [fault for case in tried for fault in faults_of(case)[1]]
    assert not faults, f"{len(faults)} faults\n" + "\n\n".join(faults)
