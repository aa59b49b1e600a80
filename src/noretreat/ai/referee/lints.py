"""Blunders, as wargamers call them, counted: what a side does that it should not, or leaves undone.

Each lint watches a game as the rules play it and counts for each side. A count is no verdict: now and then each of
these choices is right. The counts are for comparing players, as figures per game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from noretreat import game
from noretreat.ai.referee.match import Step
from noretreat.core import events as happened
from noretreat.core.actions import Action, AdvanceUnit, DeclareTarget, Done, EntrainUnit, MoveUnit, PlayEvent
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDE_INDEX, SIDES, SOVIET, bits
from noretreat.core.events import Event
from noretreat.core.sides import NO_SIDE
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.rules import victory
from noretreat.rules.windows import waiting_cards

Counts = dict[str, tuple[float, float]]
"""A figure for each lint, of the Axis and of the Soviets."""

LATE_WAR: Final = (1943, 1944)
FIRST_WEEKS: Final = 3
"""The last turn in which a panzer army that goes back west is counted."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings of the lints in one game."""

    counts: Counts
    """The number of times each thing was done, or was left undone."""
    chances: Counts
    """The number of times some of them could have been done, under the same names."""
    offered: Counter[str]
    """For each event ("12-axis"), the player turns in which it could have been played."""
    played: Counter[str]
    """The number of times it was played."""


class Lint(ABC):
    """One thing that is counted."""

    name = ""
    says = ""
    """The figure's meaning, for a reader."""

    def __init__(self) -> None:
        self.counts = [0.0, 0.0]
        self.chances = [0.0, 0.0]

    @abstractmethod
    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Takes note of one action."""


class WalkedInto(Lint):
    """A city or oil field that an enemy unit entered by moving, because it stood empty.

    It counts if a unit of its holder stood in it or could have gone there when the holder last began to move.
    """

    name, says = "walked into", "cities and oil fields left empty and walked into, though a unit was near (of all such)"

    def __init__(self) -> None:
        super().__init__()
        self._near = [0, 0]
        self._turn = [0, 0]

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Notes what each side can hold, and counts for the side that held what is taken."""
        side = before.phasing
        if _code(before) == "move" and self._turn[side] != before.turn:
            self._turn[side] = before.turn
            moves = (option for option in game.legal_actions(before) if isinstance(option, MoveUnit))
            self._near[side] = before.occupied(side) | BOARD.mask(*{move.to for move in moves})
        if not any(isinstance(event, happened.UnitMoved) for event in events):
            return
        for event in events:
            if isinstance(event, happened.ControlChanged):
                loser = ENEMY[SIDE_INDEX[event.side]]
                self.chances[loser] += 1
                self.counts[loser] += self._near[loser] >> BOARD.node_of[event.hex] & 1


class OpenHexes(Lint):
    """Empty enemy cities and oil fields that a unit could have entered in the Movement Phase, and none did."""

    name, says = "declined", "open enemy cities and oil fields within reach, not entered (of those within reach)"

    def __init__(self) -> None:
        super().__init__()
        self._open: NodeMask = NO_NODES

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Notes what is within reach at each step of the phase, and looks at its end what has become of it."""
        side = before.phasing
        if _code(before) == "move":
            enemy = before.control(ENEMY[side]) & BOARD.vp_hexes & ~before.occupied(ENEMY[side])
            if enemy & ~self._open:
                for option in game.legal_actions(before):
                    if isinstance(option, MoveUnit):
                        self._open |= enemy & 1 << BOARD.node_of[option.to]
        if self._open and (after.phase != Phase.MOVEMENT or after.phasing != side):
            self.chances[side] += self._open.bit_count()
            self.counts[side] += (self._open & ~after.control(side)).bit_count()
            self._open = NO_NODES


class NoAdvance(Lint):
    """A city that was won in battle and could have been entered by an advance, but was left."""

    name, says = "no advance", "cities won in battle and not entered (of those that could be)"

    def __init__(self) -> None:
        super().__init__()
        self._won: NodeMask = NO_NODES

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Notes the cities that an advance is offered into, and looks afterwards whose they are."""
        if _code(before) != "advance":
            return
        side = _asked(before)
        for option in game.legal_actions(before):
            if isinstance(option, AdvanceUnit):
                self._won |= 1 << BOARD.node_of[option.to] & BOARD.vp_hexes & before.control(ENEMY[side])
        if self._won and _code(after) != "advance":
            self.chances[side] += self._won.bit_count()
            self.counts[side] += (self._won & ~after.control(side)).bit_count()
            self._won = NO_NODES


class LostUnits(Lint):
    """Units that a side loses for a reason that it could have prevented."""

    why = ""

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Counts for the owner."""
        for event in events:
            if isinstance(event, happened.UnitEliminated | happened.UnitShattered) and event.why == self.why:
                self.counts[_owner(event.unit)] += 1


class Starved(LostUnits):
    """Units lost at the end of a player turn because they were Unsupplied."""

    name, says, why = "starved", "units lost to supply", "supply"


class Overstacked(LostUnits):
    """Units lost because a retreat, an advance or a movement left too many in a hex."""

    name, says, why = "overstacked", "units lost to the side's own overstacking", "overstack"


class Thresholds(Lint):
    """Player turns ended one point short of the next Sudden Death mark, with an attack left that could be declared."""

    name, says = "short of the mark", "turns ended on exactly the Sudden Death number with attacks unused"

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Looks at the moment when a side declares no more targets."""
        side = before.phasing
        if not isinstance(action, Done) or _code(before) != "declare" or side != before.initiative:
            return
        # With a Victory Phase in each player turn, the next check of this side comes a turn later.
        due = before.turn + 1
        if victory.victory_points(before, side) == victory.threshold(due, side) and any(
            isinstance(option, DeclareTarget) for option in game.legal_actions(before)
        ):
            self.counts[side] += 1


class ThrownAway(Lint):
    """Cards discarded at the end of a Card Phase, unused."""

    name, says = "thrown away", "cards discarded unused"

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Counts discards that pay for nothing."""
        for event in events:
            if isinstance(event, happened.CardDiscarded) and event.why == "discard":
                self.counts[SIDE_INDEX[event.side]] += 1


class EventsPlayed(Lint):
    """Cards played as events."""

    name, says = "events", "cards played as events"

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Counts announcements."""
        for event in events:
            if isinstance(event, happened.EventPlayed):
                self.counts[SIDE_INDEX[event.side]] += 1


class CardsPaid(Lint):
    """Cards paid with."""

    name, says = "cards paid", "cards paid for units, trains and counterblows"

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Counts payments."""
        for event in events:
            if isinstance(event, happened.CardDiscarded) and event.why == "payment":
                self.counts[SIDE_INDEX[event.side]] += 1


class SpentHands(Lint):
    """Organization Phases after which a hand that held three cards or more is empty."""

    name, says = "spent hands", "Organization Phases that emptied a hand (of those begun with three cards or more)"

    def __init__(self) -> None:
        super().__init__()
        self._held = 0

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Compares the hands at the beginning and at the end of the phase."""
        side = before.phasing
        if before.phase != Phase.ORGANIZATION and after.phase == Phase.ORGANIZATION:
            self._held = after.hands[after.phasing].bit_count()
        if before.phase == Phase.ORGANIZATION and (after.phase != Phase.ORGANIZATION or after.phasing != side):
            if self._held >= 3:
                self.chances[side] += 1
                self.counts[side] += not after.hands[side]
            self._held = 0


class Trains(Lint):
    """Units that entrained, in player turns in which some could."""

    name, says = "trains", "units that entrained (for each player turn in which one could)"

    def __init__(self) -> None:
        super().__init__()
        self._turn = (0, 0)

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Counts the units, and each player turn in which a train is offered."""
        for event in events:
            if isinstance(event, happened.UnitEntrained):
                self.counts[_owner(event.unit)] += 1
        turn = (before.turn, before.phasing)
        if turn != self._turn and _asked(before) == before.phasing and _offers(before, EntrainUnit):
            self._turn = turn
            self.chances[before.phasing] += 1


class Counterblows(Lint):
    """Counterblows placed for cards or by events."""

    name, says = "counterblows", "Counterblows placed for cards or by events"

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Counts for the side that placed it; those of a combat result are nobody's choice."""
        for event in events:
            if isinstance(event, happened.CounterblowPlaced) and event.why != "result":
                self.counts[SIDE_INDEX[event.side]] += 1


class Frontal(Lint):
    """Attacks of 1943 and 1944 that come from one side only: the attackers stand in three hexes in a row at most."""

    name, says = "frontal", "attacks of 1943-44 from one side only (of all attacks of those years)"

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Looks at each battle as it begins."""
        for event in events:
            if isinstance(event, happened.BattleBegan) and not event.counterattack and _year(before) in LATE_WAR:
                side = SIDE_INDEX[event.attacker]
                hexes = {before.where[BOARD.unit_index[name]] for name in event.attackers}
                stand = sum((1 << Node(place) for place in hexes if place >= 0), NO_NODES)
                targets = [BOARD.node_of[name] for name in event.targets]
                self.chances[side] += 1
                self.counts[side] += all(from_one_side(target, stand) for target in targets)


class Pockets(Lint):
    """Enemy units found Unsupplied at their supply check in 1943 and 1944."""

    name, says = "pocketed", "enemy units found Unsupplied at their supply check in 1943-44"

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Counts for the side that cut them off."""
        for event in events:
            if isinstance(event, happened.SupplyChecked) and _year(after) in LATE_WAR:
                self.counts[ENEMY[SIDE_INDEX[event.side]]] += len(event.unsupplied)


class Backwards(Lint):
    """Panzer armies that end an Axis Movement Phase of the first weeks two columns or more west of where they began."""

    name, says = "backwards", "panzer armies that went back west in the first three turns"

    def __init__(self) -> None:
        super().__init__()
        self._from: dict[UnitIndex, Node] = {}

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Compares the armies' places at the beginning of the phase and at its end."""
        if before.turn > FIRST_WEEKS or before.phasing != AXIS or before.phase != Phase.MOVEMENT:
            return
        if not self._from:
            self._from = {unit: before.node_of(unit) for unit in before.on_map(AXIS) if before.face_of(unit).armored}
        if after.phase != Phase.MOVEMENT or after.phasing != AXIS:
            for unit, start in self._from.items():
                lies = after.where[unit] >= 0
                self.counts[AXIS] += lies and _column(after.node_of(unit)) <= _column(start) - 2
            self._from = {}


class Hoarded(Lint):
    """Events that could be played and were not."""

    name, says = "events offered", "events that could be played, once for each player turn"

    def __init__(self) -> None:
        super().__init__()
        self.offered: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self._turn = (0, 0)
        self._seen: set[str] = set()

    def see(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Notes what can be played, in a window or beside other answers; mandatory (red) events do not count."""
        side = _asked(before)
        if side not in (AXIS, SOVIET):
            return
        if (before.turn, before.phasing) != self._turn:
            self._turn, self._seen = (before.turn, before.phasing), set()
        due = waiting_cards(before, side)
        for option in game.legal_actions(before):
            if isinstance(option, PlayEvent) and not due >> option.card & 1:
                self._offer(f"{option.card}-{SIDES[side]}", side)
        if isinstance(action, PlayEvent) and not due >> action.card & 1:
            self.played[f"{action.card}-{SIDES[side]}"] += 1

    def _offer(self, half: str, side: SideIndex) -> None:
        """Counts an event, unless it was offered before in this player turn."""
        if half not in self._seen:
            self._seen.add(half)
            self.offered[half] += 1
            self.counts[side] += 1


LINTS: Final[tuple[type[Lint], ...]] = (
    WalkedInto, OpenHexes, NoAdvance, Starved, Overstacked, Thresholds, Counterblows, Frontal, Pockets, Backwards,
    Trains, EventsPlayed, Hoarded, CardsPaid, ThrownAway, SpentHands,
)  # fmt: skip
"""All lints, in the order in which they are reported."""


@dataclass(slots=True)
class Linter:
    """All lints over one game: give it every step, then ask for the findings."""

    lints: list[Lint] = field(default_factory=lambda: [make() for make in LINTS])

    def watch(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Takes note of one action."""
        for lint in self.lints:
            lint.see(before, action, after, events)

    def findings(self) -> Findings:
        """Return the findings so far."""
        events = next(lint for lint in self.lints if isinstance(lint, Hoarded))
        return Findings(
            {lint.name: (lint.counts[0], lint.counts[1]) for lint in self.lints},
            {lint.name: (lint.chances[0], lint.chances[1]) for lint in self.lints},
            events.offered,
            events.played,
        )


def lint(steps: Iterable[Step]) -> Findings:
    """Return the findings of the lints in a game, given step by step."""
    linter = Linter()
    for step in steps:
        linter.watch(*step)
    return linter.findings()


def from_one_side(target: Node, stand: NodeMask) -> bool:
    """True if the attackers next to this hex stand in at most three hexes in a row around it."""
    longest = gap = 0
    for held in _around(target, stand) * 2:  # twice around, for a gap across the seam
        gap = 0 if held else gap + 1
        longest = max(longest, gap)
    return longest >= 3


def _around(target: Node, stand: NodeMask) -> list[bool]:
    """Once around a hex: True for each neighbor that is in the mask. An area has none."""
    if target not in BOARD.axial:
        return [False] * 6
    q, r = BOARD.axial[target]
    held = {BOARD.axial[node] for node in bits(stand) if node in BOARD.axial}
    return [(q + dq, r + dr) in held for dq, dr in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))]


def _code(state: State) -> str:
    question = state.question
    return "" if question is None else question.CODE


def _asked(state: State) -> SideIndex:
    question = state.question
    return NO_SIDE if question is None else question.actor(state)


def _offers(state: State, kind: type[Action]) -> bool:
    return any(isinstance(option, kind) for option in game.legal_actions(state))


def _owner(unit: str) -> SideIndex:
    return BOARD.units[BOARD.unit_index[unit]].side


def _year(state: State) -> int:
    return BOARD.calendar[state.turn].year


def _column(node: Node) -> int:
    """The eastward position: the first two digits of a hex id; an area counts as the west."""
    name = BOARD.id_of[node]
    return int(name[:2]) if name.isdigit() else 0
