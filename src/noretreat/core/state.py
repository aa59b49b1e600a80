"""The state of a game: flat, cheap to copy, and complete (docs/architecture.md, "The state").

Units, cards and nodes are small ints; sets of them are int masks. Public functions never change a state that
was handed in: `game.apply` copies first, and the rules change only that copy.
"""

from __future__ import annotations

from typing import Any, Final

from noretreat.core.actions import Action
from noretreat.core.board import AXIS, BOARD, SOVIET, FaceInfo, UnitInfo
from noretreat.core.events import Event
from noretreat.core.kernel import Frame
from noretreat.core.records import Battle, Effect, Outcome, Waiting
from noretreat.core.rulesets import Rules
from noretreat.core.setup import Setup

_PLAIN: Final = (
    "turn", "phasing", "phase", "step", "initiative", "weather", "unsupplied", "disorganized", "moved", "mover",
    "mover_points", "engaged", "axis_control", "soviet_control", "captured", "event_vp", "vp_shown", "high_tide",
    "draw_pile", "soviet_pile", "targets", "fought", "counterblows", "paid_counterblows", "standing", "results",
    "flips", "upgrades_left", "bill", "entrained", "reserve", "penalty_draws", "sudden_death_cancelled", "scorched",
    "works", "joker", "bill_replacing", "together", "extension_laid", "replaced",
)  # fmt: skip
_LISTS: Final = ("where", "face", "due", "supports", "hands", "triggers", "played", "lost_draws", "local_support")
_TUPLES: Final = ("discards", "soviet_discards", "table", "effects", "planned", "waiting")


class State:
    """Everything that can differ between two moments of a game."""

    __slots__ = (
        *_PLAIN, *_LISTS, *_TUPLES, "_held", "_riders", "_zones", "battle", "ended", "happened", "options", "rules",
        "setup", "stack", "stacks",
    )  # fmt: skip

    setup: Setup
    rules: Rules
    # the clock
    turn: int
    phasing: int
    phase: str
    step: str
    initiative: int
    weather: str
    """28 letters, the base weather of each turn (C M S); Long Winter is derived (WEA-5), L only for 1945."""
    # units: one entry per counter
    where: list[int]
    """Node, or a negative box."""
    face: list[int]
    due: list[int]
    unsupplied: int
    disorganized: int
    moved: int
    """Units that have moved, entrained or been put aside this phase."""
    mover: int
    """Unit in the middle of its move, -1 for none; `mover_points` are what it has left."""
    mover_points: int
    engaged: int
    """Units that have fought this phase (CPR-5)."""
    # hexes: masks over nodes
    axis_control: int
    soviet_control: int
    captured: int
    """Cities the phasing side took this player turn (DET-1)."""
    scorched: int
    works: int
    # points and cards
    event_vp: int
    vp_shown: int
    """Score of the initiative side as counted in the last Victory Phase."""
    high_tide: int
    hands: list[int]
    """Mask of card numbers per side."""
    draw_pile: int
    """Mask: the pile has no order, cards are dealt lazily (CRD-3)."""
    discards: tuple[int, ...]
    """Bottom first; the last is the visible top."""
    soviet_pile: int
    soviet_discards: tuple[int, ...]
    """The Soviet deck where each side has its own (SET-4); the two above are then the Axis one."""
    table: tuple[int, ...]
    """Cards being played at this moment."""
    played: list[int]
    """Mask of event cards used this player turn, per side (CRD-8)."""
    joker: int
    """The side that holds the Joker, -1 where it is not in the game (OPT-7)."""
    effects: tuple[Effect, ...]
    supports: list[int]
    """Blitz and Shock markers left."""
    penalty_draws: int
    """Cards the Axis draws fewer this turn (EVT-16, EVT-18)."""
    sudden_death_cancelled: int
    lost_draws: list[int]
    """Cards each side loses at its next draw, by the No Surrender option (NSR-1)."""
    local_support: list[int]
    """Unit that bears the local support marker of each side, -1 for none (OPT-3)."""
    triggers: list[int]
    """Turn on which the Greater Germany, Oil and Warsaw events take effect; 0: not yet (20)."""
    # combat
    targets: int
    fought: int
    """Target markers of battles already fought this phase: they still count against the pool (CPR-1)."""
    counterblows: int
    """Counterblow markers put down this phase by the non-phasing side: paid for or by event."""
    paid_counterblows: int
    standing: int
    """CB-result markers of the enemy's last turn, on hexes of the non-phasing side (CPR-2)."""
    results: int
    """CB-result markers rolled this phase, on hexes of the phasing side (RES-3)."""
    planned: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    """Battles put together but not fought yet: (target nodes, attackers) (CPR-5)."""
    battle: Battle | None
    waiting: tuple[Waiting, ...]
    """Battles under way that are put aside, where all are fought together (SIM-1)."""
    together: int
    """How battles are fought now: `waiting.APART`, `COMMITTING`, `APPLYING`."""
    extension_laid: bool
    """The Axis has laid the map extension before its turn (C-54)."""
    # organization and rail
    flips: int
    """Units already flipped this phase (ORG-7)."""
    replaced: int
    """Units replaced this phase (ORG-13)."""
    upgrades_left: int
    bill: int
    """Cards owed for this Organization Phase, where they are paid at its end (ORG-15)."""
    bill_replacing: int
    """How many of them are owed for replacements."""
    entrained: int
    """Units entrained this phase (RAIL-1)."""
    reserve: int
    """Unit marked as the Strategic Reserve, -1 for none (RAIL-4)."""
    # control
    stack: list[Frame]
    options: tuple[Action, ...]
    ended: Outcome | None
    happened: list[Event]
    """Events since the last `apply`; not part of the state proper."""
    _held: tuple[int, int] | None
    """Nodes occupied by each side, kept up by `put`; None: to be counted."""
    _zones: tuple[int | None, int | None]
    """Zone of control of each side, worked out once per position; None: to be done."""
    stacks: list[tuple[int, int] | None]
    """What `stacking.holding` found for each side in this position; None: to be done."""
    _riders: tuple[int | None, int | None]
    """Mask of each side's units on the map that could ride a train (RAIL-1); None: to be done."""

    def copy(self) -> State:
        """An independent copy; frames, effects and the battle record are frozen and shared."""
        new: State = object.__new__(State)
        new.setup = self.setup
        new.rules = self.rules
        new.turn = self.turn
        new.phasing = self.phasing
        new.phase = self.phase
        new.step = self.step
        new.initiative = self.initiative
        new.weather = self.weather
        new.where = self.where[:]
        new.face = self.face[:]
        new.due = self.due[:]
        new.unsupplied = self.unsupplied
        new.disorganized = self.disorganized
        new.moved = self.moved
        new.mover = self.mover
        new.mover_points = self.mover_points
        new.engaged = self.engaged
        new.axis_control = self.axis_control
        new.soviet_control = self.soviet_control
        new.captured = self.captured
        new.scorched = self.scorched
        new.works = self.works
        new.event_vp = self.event_vp
        new.vp_shown = self.vp_shown
        new.high_tide = self.high_tide
        new.hands = self.hands[:]
        new.draw_pile = self.draw_pile
        new.soviet_pile = self.soviet_pile
        new.soviet_discards = self.soviet_discards
        new.discards = self.discards
        new.table = self.table
        new.played = self.played[:]
        new.joker = self.joker
        new.effects = self.effects
        new.planned = self.planned
        new.waiting = self.waiting
        new.together = self.together
        new.extension_laid = self.extension_laid
        new.replaced = self.replaced
        new.supports = self.supports[:]
        new.penalty_draws = self.penalty_draws
        new.sudden_death_cancelled = self.sudden_death_cancelled
        new.triggers = self.triggers[:]
        new.lost_draws = self.lost_draws[:]
        new.local_support = self.local_support[:]
        new.targets = self.targets
        new.fought = self.fought
        new.counterblows = self.counterblows
        new.paid_counterblows = self.paid_counterblows
        new.standing = self.standing
        new.results = self.results
        new.battle = self.battle
        new.flips = self.flips
        new.upgrades_left = self.upgrades_left
        new.bill = self.bill
        new.bill_replacing = self.bill_replacing
        new.entrained = self.entrained
        new.reserve = self.reserve
        new.stack = self.stack[:]
        new.options = self.options
        new.ended = self.ended
        new.happened = []
        new._held = self._held
        new._zones = self._zones
        new._riders = self._riders
        new.stacks = self.stacks[:]
        return new

    # --- questions every chapter asks ------------------------------------------------------------------
    def occupied(self, side: int) -> int:
        """Nodes holding a unit of `side`."""
        if self._held is None:
            self._held = (_nodes_of(self, AXIS), _nodes_of(self, SOVIET))
        return self._held[side]

    def zoc(self, side: int) -> int:
        """Nodes in the zone of control of `side` (ZOC-1)."""
        zone = self._zones[side]
        if zone is None:
            zone = _zone_of(self, side)
            axis, soviet = self._zones
            self._zones = (axis, zone) if side else (zone, soviet)
        return zone

    def riders(self, side: int) -> int:
        """Mask of the units of `side` on the map that could ride a train: mobile, and no forts (RAIL-1)."""
        mask = self._riders[side]
        if mask is None:
            where, face, rides = self.where, self.face, BOARD.rides_trains
            units = (u for u in BOARD.of_side[side] if where[u] >= 0 and rides[u][face[u]])
            mask = sum(1 << unit for unit in units)
            axis, soviet = self._riders
            self._riders = (axis, mask) if side else (mask, soviet)
        return mask

    def info(self, unit: int) -> UnitInfo:
        """The counter behind a unit number."""
        return BOARD.units[unit]

    def two_sided(self, unit: int) -> bool:
        """Has the counter two sides in this game? Two Hungarian armies have by the first edition only (C-103)."""
        info = BOARD.units[unit]
        return info.two_sided or (info.back_by_switch and self.rules.gg_hungarians_two_step)

    def face_of(self, unit: int) -> FaceInfo:
        """The face that is up."""
        return BOARD.units[unit].faces[self.face[unit]]

    def units_at(self, node: int, side: int) -> list[int]:
        """Units of `side` in a hex, lowest number first."""
        where = self.where
        return [unit for unit in BOARD.of_side[side] if where[unit] == node]

    def units_in(self, mask: int, side: int) -> list[int]:
        """Units of `side` on any of the nodes of a mask."""
        where = self.where
        return [unit for unit in BOARD.of_side[side] if where[unit] >= 0 and mask >> where[unit] & 1]

    def on_map(self, side: int) -> list[int]:
        """Units of `side` on the map."""
        where = self.where
        return [unit for unit in BOARD.of_side[side] if where[unit] >= 0]

    def boxed(self, side: int, box: int) -> list[int]:
        """Units of `side` in a box."""
        where = self.where
        return [unit for unit in BOARD.of_side[side] if where[unit] == box]

    def has_own_deck(self, side: int) -> bool:
        """The Soviets draw from a deck of their own where the rule set says so (SET-4)."""
        return side == SOVIET and self.rules.deck_model == "per_player"

    def pile(self, side: int) -> int:
        """Mask of the cards `side` draws from."""
        return self.soviet_pile if self.has_own_deck(side) else self.draw_pile

    def set_pile(self, side: int, cards: int) -> None:
        """Changes the pile `side` draws from."""
        if self.has_own_deck(side):
            self.soviet_pile = cards
        else:
            self.draw_pile = cards

    def discarded(self, side: int) -> tuple[int, ...]:
        """The discards `side` adds to, bottom first."""
        return self.soviet_discards if self.has_own_deck(side) else self.discards

    def set_discarded(self, side: int, cards: tuple[int, ...]) -> None:
        """Changes the discards `side` adds to."""
        if self.has_own_deck(side):
            self.soviet_discards = cards
        else:
            self.discards = cards

    def control(self, side: int) -> int:
        """City and oil hexes (and Finland) that `side` controls (MAP-4)."""
        return self.soviet_control if side else self.axis_control

    # --- changes that keep the caches honest -----------------------------------------------------------
    def put(self, unit: int, place: int) -> None:
        """Moves a counter to a node or a box."""
        before = self.where[unit]
        self.where[unit] = place
        side = BOARD.units[unit].side
        self.stacks[side] = None
        if (before < 0) != (place < 0):
            self._riders = (None, None)
        if self._held is not None:
            held = self._held[side]
            if before >= 0 and not self.where.count(before):
                held &= ~(1 << before)
            if place >= 0:
                held |= 1 << place
            self._held = (self._held[0], held) if side else (held, self._held[1])
        self._forget_zone(side)

    def turn_over(self, unit: int, face: int) -> None:
        """Shows the other face of a counter."""
        self.face[unit] = face
        self._riders = (None, None)
        self._forget_zone(BOARD.units[unit].side)

    def mark_unsupplied(self, units: int) -> None:
        """Sets the mask of units that bear an Unsupplied marker."""
        self.unsupplied = units
        self._zones = (None, None)

    def _forget_zone(self, side: int) -> None:
        """What was worked out about the zone of control of a side holds no longer."""
        axis, soviet = self._zones
        self._zones = (axis, None) if side else (None, soviet)

    def emit(self, event: Event) -> None:
        """Adds to what happened."""
        self.happened.append(event)

    # --- as data -----------------------------------------------------------------------------------------
    def key(self) -> tuple[Any, ...]:
        """A hashable value, equal for two states whose future play is the same."""
        plain = tuple(getattr(self, name) for name in _PLAIN)
        lists = tuple(tuple(getattr(self, name)) for name in _LISTS)
        tuples = tuple(getattr(self, name) for name in _TUPLES)
        return (self.setup, plain, lists, tuples, self.battle, self.ended, tuple(self.stack))


def _nodes_of(state: State, side: int) -> int:
    """The nodes occupied by one side, from the unit list."""
    mask = 0
    for unit in BOARD.of_side[side]:
        if state.where[unit] >= 0:
            mask |= 1 << state.where[unit]
    return mask


def _zone_of(state: State, side: int) -> int:
    """The zone of control of one side, from the unit lists (ZOC-1)."""
    where, face, unsupplied = state.where, state.face, state.unsupplied
    adjacent, has_zone = BOARD.adjacent, BOARD.has_zone
    zone = 0
    for unit in BOARD.of_side[side]:
        node = where[unit]
        if node >= 0 and has_zone[unit][face[unit]] and not unsupplied >> unit & 1:
            zone |= adjacent[node]
    return zone
