"""What went wrong, in words, each proved by the record: what happened, and an answer that was legal and was not given.

A finding says no more than that. What cannot be proved from the record of the game is not told: a wrong lesson is worse
than none.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from noretreat import game
from noretreat.coach.course import Step, turn_of, worth
from noretreat.coach.faces import Faces, by_face
from noretreat.coach.records import Area, Finding
from noretreat.core import events as happened
from noretreat.core.actions import AdvanceUnit, CommitSupport, DeclareTarget, Done, MoveUnit
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDE_INDEX, SIDES, SOVIET, bits
from noretreat.core.reasons import Argument, say
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.explain.sentences.telling import tell
from noretreat.rules import combat, supply, victory

DRIVEN_OUT = frozenset({"DR", "DS", "DD"})
"""Results that empty a hex, or may."""
REPULSED = frozenset({"NE", "CA", "CB"})
"""Results that cost the defender nothing."""
LOST_IN_BATTLE = frozenset({"combat", "retreat", "loss"})
MATTERS: Final = 0.01
"""The least that a city must be worth, in chance of winning, for a word about its not having been entered."""
FULL_HAND = 3
"""The cards from which on an emptied hand is worth a word."""
AREAS: Final = {
    "walked-into": {Area.MOVEMENT}, "open-city": {Area.MOVEMENT}, "overstacked": {Area.MOVEMENT},
    "counterblow": {Area.MOVEMENT}, "supply": {Area.MOVEMENT, Area.ORGANIZATION}, "hand": {Area.ORGANIZATION},
    "not-entered": {Area.BATTLES}, "mark": {Area.BATTLES}, "support-kept": {Area.BATTLES},
}  # fmt: skip
"""For each kind of finding what the decision was about; a unit cut off is lost in the Removal Phase, which counts as
organization.
"""


@dataclass(slots=True)
class Forced:
    """A battle that a Counterblow marker forces, while it is fought."""

    hex: str
    beside: tuple[str, ...]
    """The units that stood beside the marked hex as the Combat Phase began, which all could have been elsewhere."""
    lost: bool = False
    failed: bool = False


@dataclass(slots=True)
class Stands:
    """Where the units of the side that moves stood as its Movement Phase began, and where each could go."""

    at: dict[UnitIndex, Node] = field(default_factory=dict)
    to: dict[UnitIndex, NodeMask] = field(default_factory=dict)

    def elsewhere(self, unit: UnitIndex, near: NodeMask) -> bool:
        """True if a unit came into these hexes in this phase, or could have left them."""
        return unit in self.at and (not near >> self.at[unit] & 1 or bool(self.to.get(unit, NO_NODES) & ~near))


class Findings:
    """Watches a game step by step."""

    def __init__(self, ply: int = 0) -> None:
        """`ply`: the number of actions before the first one that is watched."""
        self.found: list[Finding] = []
        self._ply = ply
        self._faces = Faces()
        # of each side's own last Movement Phase
        self._near: dict[SideIndex, dict[str, list[UnitIndex]]] = {AXIS: {}, SOVIET: {}}
        """Hex -> the units that stood there or could go there."""
        self._empty: NodeMask = NO_NODES
        """Cities of the side that moves which were empty as its Movement Phase ended."""
        self._moved: dict[SideIndex, int] = {AXIS: 0, SOVIET: 0}
        """The action with which it ended."""
        self._begun: tuple[int, SideIndex] | None = None
        """The turn and side of the last Movement Phase that has begun."""
        self._left_empty: NodeMask = NO_NODES
        """Cities of the side that does not move which it had left empty as the enemy's turn began."""
        self._open: dict[str, tuple[int, str]] = {}
        self._ways_out: dict[str, tuple[int, str]] = {}
        self._won: dict[str, tuple[int, str]] = {}
        self._held = 0
        self._without: dict[SideIndex, tuple[int, str]] = {}
        """For each side the first attack in this game turn, in its own player turn, that failed without a support
        marker, though there was one."""
        self._declined = False
        self._stands = Stands()
        self._beside: dict[Node, tuple[UnitIndex, ...]] = {}
        """For each hex with a Counterblow marker the units beside it, as the markers were placed."""
        self._forced: Forced | None = None

    def watch(self, step: Step) -> None:
        """Takes note of one action."""
        self._ply += 1
        before, _, after, _ = step
        self._faces.watch(before, self._ply)
        code = "" if before.question is None else before.question.CODE
        if turn_of(after) != turn_of(before) or (after.ended and not before.ended):
            self._hand_over(before, after)
        if code == "move" and before.phase == Phase.MOVEMENT:
            self._before_a_move(before)
        self._walked_into(step)
        self._end_of_movement(before, after)
        self._advances(before, after, code)
        self._lost(step)
        self._supports(step, code)
        self._counterblows(step)
        self._hand(before, after)
        self._mark(step, code)

    def _say(self, kind: str, ply: int, side: SideIndex, **args: Argument) -> None:
        told = tell(say(f"coach-{kind}", **by_face(args, self._faces.at(ply))))
        units = [args[name] for name in ("unit", "foe") if isinstance(args.get(name), str)]
        several = args.get("units", ())
        hexes = [args["hex"]] if "hex" in args else []
        self.found.append(
            Finding(
                kind,
                ply,
                SIDES[side],
                told,
                tuple(map(str, [*units, *(several if isinstance(several, tuple) else ())])),
                tuple(map(str, hexes)),
            )
        )

    # --- movement ---------------------------------------------------------------------------------------------
    def _hand_over(self, before: State, after: State) -> None:
        """A player turn is over: which open cities has nobody entered, and which has the side left empty itself?"""
        side = before.phasing
        named: set[str] = set()
        now = before if after.ended else after
        for name, (ply, unit) in self._open.items():
            # A unit can be in one place alone.
            open_still = not after.control(side) >> BOARD.node_of[name] & 1
            if open_still and unit not in named and gain_of(now, side, unit, name) >= MATTERS:
                named.add(unit)
                self._say("open-city", ply, side, hex=name, unit=unit)
        waits = ENEMY[SIDE_INDEX[turn_of(after)[1]]]
        counted = victory.counted_hexes(after)
        self._left_empty = self._empty & after.control(waits) & counted & ~after.occupied(waits)
        self._empty = NO_NODES
        self._open, self._ways_out = {}, {}

    def _before_a_move(self, state: State) -> None:
        """What each unit could do now."""
        side = state.phasing
        enemy = ENEMY[side]
        options = [option for option in game.legal_actions(state) if isinstance(option, MoveUnit)]
        if self._begun != (state.turn, side):
            self._begun = (state.turn, side)
            near: dict[str, list[UnitIndex]] = defaultdict(list)
            for unit in state.on_map(side):
                near[BOARD.id_of[state.node_of(unit)]].append(unit)
            for option in options:
                near[option.to].append(BOARD.unit_index[option.unit])
            self._near[side] = near
            self._stands = Stands({unit: state.node_of(unit) for unit in state.on_map(side)})
            for option in options:
                unit = BOARD.unit_index[option.unit]
                self._stands.to[unit] = self._stands.to.get(unit, NO_NODES) | NodeMask(1 << BOARD.node_of[option.to])
        empty = state.control(enemy) & victory.counted_hexes(state) & ~state.occupied(enemy)
        for option in options:
            if empty >> BOARD.node_of[option.to] & 1:
                self._open.setdefault(option.to, (self._ply, option.unit))
        if state.unsupplied:
            self._note_ways_out(state, side, options)

    def _note_ways_out(self, state: State, side: SideIndex, options: list[MoveUnit]) -> None:
        """Moves of Unsupplied units after which they are in supply."""
        safe = supply.supplied_nodes(state, side)
        for option in options:
            unit = BOARD.unit_index[option.unit]
            if (
                state.unsupplied >> unit & 1
                and option.unit not in self._ways_out
                and safe >> BOARD.node_of[option.to] & 1
            ):
                after, _ = game.apply_trusted(state, option)
                if after.where[unit] == BOARD.node_of[option.to] and supply.is_supplied(after, unit):
                    self._ways_out[option.unit] = (self._ply, option.to)

    def _end_of_movement(self, before: State, after: State) -> None:
        """Takes note of the action with which it ends."""
        side = before.phasing
        over = before.phase == Phase.MOVEMENT and (after.phase != Phase.MOVEMENT or after.phasing != side)
        if not over:
            return
        self._moved[side] = self._ply
        self._empty = after.control(side) & victory.counted_hexes(after) & ~after.occupied(side)

    def _walked_into(self, step: Step) -> None:
        """Cities that the enemy entered by moving, because they had been left empty."""
        before, action, _, events = step
        if before.phase != Phase.MOVEMENT or not isinstance(action, MoveUnit):
            return
        moved = [event for event in events if isinstance(event, happened.UnitMoved)]
        for event in events:
            if isinstance(event, happened.ControlChanged) and moved:
                loser = ENEMY[SIDE_INDEX[event.side]]
                if loser == before.phasing or not self._left_empty >> BOARD.node_of[event.hex] & 1:
                    continue
                guard = self._guard(before, loser, event.hex)
                if guard is not None:
                    unit = BOARD.unit_ids[guard]
                    ply = max(1, self._moved[loser])
                    self._say("walked-into", ply, loser, hex=event.hex, foe=moved[0].unit, unit=unit)

    def _guard(self, state: State, side: SideIndex, hex_id: str) -> UnitIndex | None:
        """The unit that could best have been spared for a hex: still there, not alone in another city, the weakest."""
        held = state.control(side) & victory.counted_hexes(state)
        there = [unit for unit in self._near[side].get(hex_id, ()) if state.where[unit] >= 0]

        def dear(unit: UnitIndex) -> tuple[bool, int]:
            node = state.node_of(unit)
            return bool(held >> node & 1) and len(state.units_at(node, side)) == 1, state.face_of(unit).strength

        return min(there, key=dear, default=None)

    # --- losses -----------------------------------------------------------------------------------------------
    def _lost(self, step: Step) -> None:
        """Units lost to supply that had a way out, and to a hex too full by the side's own moves."""
        before, _, _, events = step
        starved: dict[SideIndex, list[str]] = defaultdict(list)
        for event in events:
            if isinstance(event, happened.UnitEliminated) and event.why == "supply":
                starved[_owner(event.unit)].append(event.unit)
            elif isinstance(event, happened.UnitEliminated | happened.UnitShattered) and event.why == "overstack":
                owner = _owner(event.unit)
                if before.phase == Phase.MOVEMENT and owner == before.phasing:
                    self._say("overstacked", self._ply, owner, units=(event.unit,), hex=event.frm)
        for side, units in starved.items():
            for unit in units:
                if side == before.phasing and unit in self._ways_out:
                    ply, to = self._ways_out[unit]
                    self._say("supply", ply, side, unit=unit, hex=to)

    # --- battles ----------------------------------------------------------------------------------------------
    def _advances(self, before: State, after: State, code: str) -> None:
        """Cities won in battle that could have been entered and were not."""
        if code == "advance" and before.question is not None:
            side = before.question.actor(before)
            foreign = before.control(ENEMY[side]) & victory.counted_hexes(before)
            for option in game.legal_actions(before):
                if isinstance(option, AdvanceUnit) and foreign >> BOARD.node_of[option.to] & 1:
                    self._won.setdefault(option.to, (self._ply, option.unit))
            if self._won and (after.question is None or after.question.CODE != "advance"):
                for name, (ply, unit) in self._won.items():
                    left = not after.control(side) >> BOARD.node_of[name] & 1
                    if left and gain_of(after, side, unit, name) >= MATTERS:
                        self._say("not-entered", ply, side, hex=name, unit=unit)
                self._won = {}

    def _supports(self, step: Step, code: str) -> None:
        """Attacks that failed without a support marker while some were left over as the game turn ended (10.6.2)."""
        before, action, after, events = step
        side = before.phasing
        battle = before.battle
        if code == "support" and battle is not None and battle.attacker == side and battle.round == 0:
            self._declined = not isinstance(action, CommitSupport)
        for event in events:
            if isinstance(event, happened.ResultFound) and battle is not None and battle.round == 0:
                if self._declined and battle.attacker == side and event.result not in DRIVEN_OUT:
                    self._without.setdefault(side, (self._ply, BOARD.id_of[battle.targets[0]]))
                self._declined = False
        if after.turn != before.turn or (after.ended and not before.ended):
            for side_of, (ply, target) in self._without.items():
                if before.supports[side_of]:
                    self._say("support-kept", ply, side_of, hex=target, n=before.supports[side_of])
            self._without = {}

    def _counterblows(self, step: Step) -> None:
        """Attacks that Counterblow markers forced, that failed and cost units, where no unit had to be there."""
        before, _, after, events = step
        side = before.phasing
        for node in bits(combat.marked(before)):
            self._beside.setdefault(node, tuple(before.units_in(BOARD.adjacent[node], side)))
        for event in events:
            match event:
                case happened.CounterblowPlaced() if SIDE_INDEX[event.side] != side:
                    node = BOARD.node_of[event.hex]
                    self._beside.setdefault(node, tuple(before.units_in(BOARD.adjacent[node], side)))
                case happened.BattleBegan(counterattack=False):
                    self._forced = self._forced_battle(event, side)
                case happened.ResultFound() if self._forced is not None and before.battle is not None:
                    if before.battle.round == 0:
                        self._forced.failed = event.result in REPULSED
                case happened.UnitEliminated() | happened.UnitShattered() | happened.UnitFlipped():
                    if self._forced is not None and _owner(event.unit) == side:
                        self._forced.lost |= event.why in LOST_IN_BATTLE
                case _:
                    pass
        if self._forced is not None and after.battle is None:
            if self._forced.failed and self._forced.lost:
                self._say("counterblow", self._ply, side, hex=self._forced.hex, units=self._forced.beside)
            self._forced = None
        if turn_of(after) != turn_of(before):
            self._beside = {}

    def _forced_battle(self, event: happened.BattleBegan, side: SideIndex) -> Forced | None:
        """A battle only against hexes with Counterblow markers, where no unit beside the first one had to be there."""
        targets = [BOARD.node_of[name] for name in event.targets]
        if SIDE_INDEX[event.attacker] != side or any(node not in self._beside for node in targets):
            return None
        near, units = BOARD.adjacent[targets[0]], self._beside[targets[0]]
        if not units or not all(self._stands.elsewhere(unit, near) for unit in units):
            return None
        return Forced(event.targets[0], tuple(BOARD.unit_ids[unit] for unit in units))

    def _mark(self, step: Step, code: str) -> None:
        """Declarations that ended at exactly the mark of the next Sudden Death check, with an attack left."""
        before, action, _, _ = step
        side = before.phasing
        if not isinstance(action, Done) or code != "declare" or side != before.initiative:
            return
        if not victory.can_end_early(before):
            return
        mark = victory.threshold(before.turn + 1, side)
        targets = [option.hex for option in game.legal_actions(before) if isinstance(option, DeclareTarget)]
        cities = [name for name in targets if victory.counted_hexes(before) >> BOARD.node_of[name] & 1]
        if mark is not None and victory.victory_points(before, side) == mark and cities:
            self._say("mark", self._ply, side, points=mark, hex=cities[0])

    # --- cards ------------------------------------------------------------------------------------------------
    def _hand(self, before: State, after: State) -> None:
        """Organization Phases that emptied a hand of three cards or more."""
        side = before.phasing
        if before.phase != Phase.ORGANIZATION and after.phase == Phase.ORGANIZATION:
            self._held = after.hands[after.phasing].bit_count()
        if before.phase == Phase.ORGANIZATION and (after.phase != Phase.ORGANIZATION or after.phasing != side):
            last = before.turn >= before.setup.last_turn  # nothing to save cards for
            if self._held >= FULL_HAND and not after.hands[side] and not last:
                self._say("hand", self._ply, side, n=self._held)
            self._held = 0


def gain_of(state: State, side: SideIndex, unit: str, city: str) -> float:
    """By how much a side would be better off with this unit in a city of the enemy, and the city its own: what it is
    worth for points, marks, goals and supply, as far as they decide the game.
    """
    index, node = BOARD.unit_index[unit], BOARD.node_of[city]
    if state.where[index] < 0 or state.occupied(ENEMY[side]) >> node & 1:
        return 0.0
    there = state.copy()
    there.put(index, node)
    bit = NodeMask(1 << node)
    there.soviet_control = state.soviet_control | bit if side == SOVIET else state.soviet_control & ~bit
    there.axis_control = state.axis_control | bit if side == AXIS else state.axis_control & ~bit
    return (worth(there) - worth(state)) * (1 if side == AXIS else -1)


def _owner(unit: str) -> SideIndex:
    return BOARD.units[BOARD.unit_index[unit]].side
