"""The state of a game: flat, cheap to copy, and complete (ARCHITECTURE 5).

Units, cards and nodes are small ints; sets of them are int masks. Public functions never change a state that
was handed in: `game.apply` copies first, and the rules change only that copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Union

import msgspec

from noretreat.core.actions import Action
from noretreat.core.board import AXIS, BOARD, SOVIET, FaceInfo, UnitInfo
from noretreat.core.events import Event
from noretreat.core.kernel import FRAMES, Frame, advance
from noretreat.core.rulesets import Rules, rules_of
from noretreat.data.facts import Victory

# --- boxes: where a unit is when it is not on the map (`where[unit] < 0`) ---------------------------------
RAIL: Final = -1
SHATTERED: Final = -2
DESTROYED: Final = -3
SURRENDERED: Final = -4
CADRES: Final = -5
"""Cadre Available box (ORG-12)."""
TRACK: Final = -6
"""On the turn track, back on turn `due[unit]`."""
DELAYED: Final = -7
"""Arrived, waiting to be placed (ORG-11)."""
PENDING: Final = -8
"""Not in the war yet."""
REMOVED: Final = -9
"""Out of the game for good."""

BOX_NAMES: Final = {
    RAIL: "box:rail",
    SHATTERED: "box:shattered",
    DESTROYED: "box:destroyed",
    SURRENDERED: "box:surrendered",
    CADRES: "box:cadres",
    TRACK: "box:track",
    DELAYED: "box:delayed",
    PENDING: "box:pending",
    REMOVED: "box:removed",
}
BOX_OF: Final = {name: box for box, name in BOX_NAMES.items()}


RULES_UNNAMED: Final = "deluxe"
"""The rule set of a stored game, or a position, that names none. It never changes, whatever new games are played by:
what was written down once has to mean the same for ever."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the creator of a game chose (SET-1)."""

    rules: str = "digital"
    """Id of the rule set (CONFLICTS 6: the youngest text, with the fewest interruptions)."""
    guarded: bool = True
    """Reaction windows stop on public knowledge only, so that neither a pause nor its absence tells what is
    held (ARCHITECTURE 7). False is quicker: a window opens only for a side that holds something playable."""
    variable_weather: bool = True
    """False: the printed weather, even where the rule set lets it vary (OPT-4)."""
    no_surrender: bool = False
    """Sudden Death costs the other side cards instead of the game (OPT-6, NSR)."""
    faster_reorganization: bool = False
    """A card with the symbol of the initiative takes two Disorganized markers off (OPT-5)."""
    detachments: bool = False
    """The Axis may once break up an infantry army, and once detach from a Panzer army, from turn 8 (OPT-1)."""
    fortified_fronts: bool = False
    """The Soviets may once turn a front into two fortified ones, from turn 5 (OPT-2)."""
    local_support: bool = False
    """Each side has a marker that adds strength to one unit (OPT-3)."""
    rezervy: bool = False
    """The Soviets get a reserve counter without strength on turn 5 (OPT-8)."""
    paratroops: bool = False
    """The Soviets get a paratroop and partisan marker on turn 4 (OPT-9)."""
    die_modifiers: tuple[int, int] = (0, 0)
    """Balancing: added to the combat dice of the Axis and the Soviet side, -1 to 1 (BAL-1)."""
    draw_modifiers: tuple[int, int] = (0, 0)
    """Balancing: cards more or fewer in each draw of the Axis and the Soviet side, -1 to 2 (BAL-1)."""
    joker: bool = False
    """A card that pays once for whoever holds it and then passes to the enemy (OPT-7)."""
    simultaneous_battles: bool = False
    """All battles of a phase are committed, then diced, then applied, where the rule set offers it (SIM-1)."""
    campaign: bool = False
    """Play on from the scenario to the end of the war, by the victory conditions of the campaign."""


def stored_options(data: Mapping[str, Any]) -> Options:
    """The options that a save file or the store holds as data; raises a msgspec error when they do not fit."""
    return msgspec.convert({"rules": RULES_UNNAMED, **data}, Options)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What never changes during a game: the scenario's frame and the options."""

    scenario: str
    title: str
    first_turn: int
    last_turn: int
    first_side: int
    skips: tuple[str, ...]
    """Phases the first player turn leaves out (SET-7)."""
    options: Options
    victory: Victory | None = None
    """How a scenario of limited length is won; None: by the rules of the campaign."""
    supports: tuple[int, int] | None = None
    """Blitz and Shock of the first turn, if not those of the calendar."""
    free_upgrades: int | None = None
    """Free upgrades left in the first turn, if not those of the calendar."""
    switches: tuple[tuple[str, bool | int | str], ...] = ()
    """Switches of the rule set that the scenario sets otherwise."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lasting effect of a card, in play order (FX-1). `expires` is its scope, one of `windows.SCOPES`."""

    kind: str
    value: int
    card: int
    side: int
    expires: str
    units: int = 0
    """Mask of the units it touches, where it names some."""
    nodes: int = 0
    """Mask of the hexes it touches, where it names some."""
    price: int = 0
    """Victory points that an obligation costs if it is not met."""


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round of a battle (13). A counterattack is a new round with the roles swapped."""

    attacker: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    targets: tuple[int, ...]
    """Nodes attacked in this round."""
    counterblows: int = 0
    """Mask of the target hexes that bear a Counterblow marker: no terrain there (SHF-1)."""
    paid: int = 0
    """Those of them that were paid for: their white units take no part (CPR-7)."""
    round: int = 0
    voluntary: int = 0
    """Mask of the Target markers spent on this battle (a CB result may reuse one, RES-3)."""
    supports: int = 0
    forced: str = ""
    """A result set by an event, so that no die is rolled (BAT-6)."""
    column: int = 0
    die: int = 0
    result: str = ""
    retreated: tuple[int, ...] = ()
    """Defenders that have retreated (they may not be counted as standing in the hex)."""
    advancing: int = -1
    """Unit whose advance is under way, the hexes it has gone, and who is finished."""
    advanced: int = 0
    halted: int = 0
    barred: int = 0
    """Mask of target hexes nobody may advance into: the result there was turned into NE or EX (RES-7, RES-8)."""
    aside: tuple[int, ...] = ()
    """Units in a target hex that this round leaves alone: an event has the stack attacked one by one."""
    repeated: bool = False
    """An event has the same units fight once more: no supports and no cards are committed again."""
    table: int = -1
    """Whose combat table an event names, -1: the one of BAT-5."""
    dice: tuple[int, ...] = ()
    """Dice on the table that are not the combat die: two to pick from, or the Axis and the Soviet die of a duel."""


class Waiting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle put aside until the others have come as far (SIM-1)."""

    battle: Battle
    effects: tuple[Effect, ...]
    """The cards that belong to this battle."""
    at: str
    """The step of the round that comes next."""
    there: tuple[int, ...]
    """Enemies in the target hexes when it was put aside: who comes later has no part in it."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winner (0 Axis, 1 Soviet, None for a draw) and the reason, a word of `victory.REASONS`
    or `victory.DRAWS`.
    """

    winner: int | None
    reason: str


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


def dump(state: State) -> dict[str, Any]:
    """The whole state as plain data for JSON; unit and node numbers are replaced by their ids where they index."""
    data: dict[str, Any] = {"setup": msgspec.to_builtins(state.setup)}
    for name in _PLAIN:
        data[name] = getattr(state, name)
    for name in _LISTS:
        data[name] = list(getattr(state, name))
    data["units"] = list(BOARD.unit_ids)
    for name in _TUPLES:
        data[name] = msgspec.to_builtins(getattr(state, name))
    data["battle"] = msgspec.to_builtins(state.battle)
    data["ended"] = msgspec.to_builtins(state.ended)
    data["stack"] = [msgspec.to_builtins(frame) for frame in state.stack]
    return _stringify_masks(data)


_MASKS: Final = (
    "axis_control", "soviet_control", "captured", "scorched", "works", "targets", "fought", "counterblows",
    "paid_counterblows", "standing", "results", "unsupplied", "disorganized", "moved", "engaged", "flips", "replaced",
    "entrained", "draw_pile", "soviet_pile",
)  # fmt: skip


_BATTLE_MASKS: Final = ("counterblows", "paid", "voluntary", "halted", "barred")


def _read_effects(effects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Effects with their masks as numbers again."""
    return [{**one, "units": int(one["units"], 16), "nodes": int(one["nodes"], 16)} for one in effects]


def _read_battle(battle: dict[str, Any]) -> dict[str, Any]:
    """A battle with its masks as numbers again."""
    return {**battle, **{name: int(battle[name], 16) for name in _BATTLE_MASKS}}


def _stringify_masks(data: dict[str, Any]) -> dict[str, Any]:
    """Writes wide masks as hexadecimal text: JSON readers elsewhere keep only 53 bits of a number."""
    for name in _MASKS:
        data[name] = f"{data[name]:x}"
    for name in ("hands", "played"):
        data[name] = [f"{mask:x}" for mask in data[name]]
    waiting = data["waiting"]
    for battle in (data["battle"], *(one["battle"] for one in waiting)):
        for name in _BATTLE_MASKS if battle else ():
            battle[name] = f"{battle[name]:x}"
    for effect in (*data["effects"], *(effect for one in waiting for effect in one["effects"])):
        effect["units"], effect["nodes"] = f"{effect['units']:x}", f"{effect['nodes']:x}"
    data["stack"] = [
        {name: f"0x{value:x}" if isinstance(value, int) and value > 2**31 else value for name, value in frame.items()}
        for frame in data["stack"]
    ]
    return data


_SINCE_VERSION_1: Final[dict[str, Any]] = {
    "joker": -1, "bill_replacing": 0, "waiting": [], "together": 0, "extension_laid": False,
    "replaced": "0",
}  # fmt: skip
"""Fields that came after the first release, with the value an older snapshot is read with: saves load for ever."""


def load(data: dict[str, Any]) -> State:
    """The state that `dump` wrote; raises `ValueError` (or a msgspec error) when the data does not fit."""
    if data.get("units") != list(BOARD.unit_ids):
        raise ValueError("the snapshot was made with other counters than this version has")
    data = {**_SINCE_VERSION_1, **data}
    state: State = object.__new__(State)
    setup = data["setup"]
    state.setup = msgspec.convert({**setup, "options": stored_options(setup["options"])}, Setup)
    state.rules = rules_of(state.setup.options.rules, state.setup.switches)
    for name in _PLAIN:
        value = data[name]
        setattr(state, name, int(value, 16) if name in _MASKS else value)
    for name in _LISTS:
        values = data[name]
        setattr(state, name, [int(value, 16) for value in values] if name in ("hands", "played") else list(values))
    state.discards = tuple(data["discards"])
    state.soviet_discards = tuple(data["soviet_discards"])
    state.table = tuple(data["table"])
    state.planned = tuple((tuple(targets), tuple(units)) for targets, units in data["planned"])
    state.effects = msgspec.convert(_read_effects(data["effects"]), tuple[Effect, ...])
    battle = data["battle"]
    state.battle = msgspec.convert(_read_battle(battle) if battle else None, Battle | None)
    waiting = [
        {**one, "battle": _read_battle(one["battle"]), "effects": _read_effects(one["effects"])}
        for one in data["waiting"]
    ]
    state.waiting = msgspec.convert(waiting, tuple[Waiting, ...])
    state.ended = msgspec.convert(data["ended"], Outcome | None)
    frames = [
        {
            name: int(value, 16) if isinstance(value, str) and value.startswith("0x") else value
            for name, value in frame.items()
        }
        for frame in data["stack"]
    ]
    state.stack = msgspec.convert(frames, list[Union[tuple(FRAMES.values())]])  # type: ignore[misc]  # noqa: UP007
    state.options = ()
    state.happened = []
    state._held, state._zones, state._riders, state.stacks = None, (None, None), (None, None), [None, None]
    advance(state)  # a snapshot does not keep the legal actions: the decision on top works them out again
    state.happened = []
    return state
