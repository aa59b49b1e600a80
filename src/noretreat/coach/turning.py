"""Turning points: the player turns in which decisions gave away or won most, and what the computer would have done."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Final

from noretreat import game
from noretreat.ai.player import observe
from noretreat.ai.players.levels import make_player
from noretreat.ai.referee.fate import Fate
from noretreat.ai.search.habits import Habitual
from noretreat.coach.course import Step, turn_of, worth
from noretreat.coach.decisions import Said, said_of
from noretreat.coach.faces import Faces, by_face
from noretreat.coach.findings import AREAS
from noretreat.coach.records import Alternative, Area, Change, Decision, Deed, Finding, Kind, TurningPoint
from noretreat.coach.value import chance_of_winning
from noretreat.core import events as happened
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDE_INDEX, SIDES, SOVIET
from noretreat.core.names import unit_name
from noretreat.core.reasons import say
from noretreat.core.state import State
from noretreat.core.types import NodeMask, SideIndex
from noretreat.data.facts import Phase, Side
from noretreat.data.ids import PlaceId, UnitId
from noretreat.explain.sentences.telling import tell
from noretreat.game import Chance

MOST: Final = 8
"""The most turning points of a game."""
LEAST: Final = 5
"""So many are told if that many player turns changed anything worth telling."""
MARKED: Final = 0.06
"""A change of the chance of winning by decisions that makes a player turn a turning point."""
WORTH_TELLING: Final = 0.03
NOTICED: Final = 0.005
"""The least that the decisions of a kind must have cost for a finding about them: what is shown as a point."""
DEAR: Final = {"hand": WORTH_TELLING}
"""... unless it is of a kind that is often right."""
AT_ONCE: Final = frozenset({"overstacked"})
"""Findings about an action that costs something at once, if it costs anything."""
DECIDING: Final = 0.01
"""The least that a decision must have changed to be named, ..."""
NAMED: Final = 3
"""... and the most that are named in one turn."""
ADVISER: Final = "normal"
"""The level of the computer that is asked for another plan."""
GAMES: Final = 24
"""Imagined games that a plan is judged by, with the same dice for both."""
CLEARLY: Final = 0.01
"""The least that the lower end of the interval must be for another plan to be shown."""


@dataclass(slots=True)
class Marches:
    """The Movement Phase of a player turn: the position before it, that after it, and where units went."""

    before: State | None = None
    after: State | None = None
    moved: dict[UnitId, tuple[PlaceId, PlaceId]] | None = None
    plies: dict[UnitId, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The numbers of the actions that moved each unit."""
    ply: int = 0
    """The number of actions before its first move."""
    over: bool = False
    faces: Sequence[int] = ()
    """Those by which units are named."""

    def deeds(self) -> tuple[Deed, ...]:
        """Where each unit went."""
        went = [(unit, frm, to) for unit, (frm, to) in (self.moved or {}).items() if frm != to]
        return tuple(
            Deed(unit, frm, to, face, unit_name(unit, face))
            for unit, frm, to in went
            for face in [self.faces[BOARD.unit_index[unit]]]
        )


class Turns:
    """Watches a game step by step; keeps of each player turn its Movement Phase and what the other side decided."""

    def __init__(self, ply: int = 0, faces: Sequence[int] = ()) -> None:
        """`ply`: the number of actions before the first one that is watched; `faces`: those by which units are named,
        if not by those of the beginning of each player turn.
        """
        self.of: dict[tuple[int, Side], Marches] = defaultdict(Marches)
        self.said: dict[int, Said] = {}
        """What was decided, moves apart, by the number of the action."""
        self.faces = Faces()
        self._ply, self._named = ply, faces

    def watch(self, step: Step) -> None:
        """Takes note of one action."""
        before, action, after, events = step
        self._ply += 1
        self.faces.watch(before, self._ply)
        if game.actor(before) in SIDES and (said := said_of(before, action, events)) is not None:
            self.said[self._ply] = said
        if before.phase != Phase.MOVEMENT:
            return
        found = self.of[before.turn, SIDES[before.phasing]]
        if found.before is None and before.question is not None and before.question.CODE == "move":
            found.before, found.moved, found.ply = before, {}, self._ply - 1
            found.faces = self._named or self.faces.at(self._ply)
        if found.before is None or found.moved is None:
            return
        for event in events:
            if isinstance(event, happened.UnitMoved) and _side(event.unit) == before.phasing:
                frm, _ = found.moved.get(event.unit, (event.path[0], event.path[0]))
                found.moved[event.unit] = frm, event.path[-1]
                found.plies[event.unit].append(self._ply)
        found.after = after
        found.over = after.phase != Phase.MOVEMENT or after.phasing != before.phasing or after.ended is not None


def turning_points(
    changes: Sequence[Change], findings: Iterable[Finding], turns: Turns, starts: dict[tuple[int, Side], int]
) -> list[TurningPoint]:
    """The turning points in the order of the game, without what the computer would have done.

    `starts`: for each player turn the number of actions before it.
    """
    sums: dict[tuple[int, Side, Side], dict[Area, float]] = defaultdict(lambda: dict.fromkeys(Area, 0.0))
    luck: dict[tuple[int, Side], float] = defaultdict(float)
    answers: dict[tuple[int, Side, Side], list[Decision]] = defaultdict(list)
    costs: dict[Side, dict[int, float]] = {side: {} for side in Side}
    for change in changes:
        if change.kind not in (Kind.DICE, Kind.DEALS) and not change.usual:
            for side in Side:
                costs[side][change.ply] = _for(side, change.gain)
        if change.kind is Kind.PLAY and change.by is not None:
            sums[change.turn, change.phasing, change.by][change.area] += _for(change.by, change.gain)
            # In its own turn a side pays what it has bought: that is no decision of its own.
            own = change.by is change.phasing
            if change.ply in turns.said and not change.usual and not (own and turns.said[change.ply][0] == "paid"):
                answers[change.turn, change.phasing, change.by].append(_decision(turns, change))
        elif change.kind in (Kind.DICE, Kind.DEALS):
            luck[change.turn, change.phasing] += change.gain
    ranked = sorted(sums, key=lambda key: -abs(sum(sums[key].values())))
    chosen = [
        key for place, key in enumerate(ranked[:MOST])
        if abs(sum(sums[key].values())) >= (WORTH_TELLING if place < LEAST else MARKED)
    ]  # fmt: skip
    told = list(findings)
    found = []
    for turn, phasing, by in chosen:
        areas = sums[turn, phasing, by]
        own = by is phasing
        found.append(
            TurningPoint(
                ply=starts.get((turn, phasing), 0),
                turn=turn,
                side=phasing,
                decided=by,
                gain=sum(areas.values()),
                luck=_for(by, luck[turn, phasing]),
                areas=areas,
                moves=turns.of[turn, phasing].deeds() if own and (turn, phasing) in turns.of else (),
                decisions=deciding(
                    [*answers[turn, phasing, by], *(_moves(turns.of[turn, phasing], costs[by]) if own else ())],
                    sum(areas.values()),
                ),
                begins=_begins(turns.of.get((turn, phasing))) if own else None,
                findings=tuple(
                    each for each in _those(told, by, turn, phasing, starts) if _belongs(each, areas, costs[by])
                ),
            )
        )
    return sorted(found, key=lambda each: (each.ply, each.decided))


def _decision(turns: Turns, change: Change) -> Decision:
    code, args = turns.said[change.ply]
    told = tell(say(f"coach-did-{code}", **by_face(args, turns.faces.at(change.ply))))
    assert change.by is not None
    return Decision(change.ply, _for(change.by, change.gain), told)


def _moves(marches: Marches, costs: Mapping[int, float]) -> Iterator[Decision]:
    """The moves of a player turn, each by what it changed when it was made, or by what would be lost in the end without
    it, whichever is less: what one move has opened another may have closed.
    """
    after = marches.after
    if marches.before is None or after is None or after.ended is not None or not marches.over:
        return
    for deed in marches.deeds():
        plies = marches.plies[deed.unit]
        gains = sum(costs.get(ply, 0.0) for ply in plies), _missed(marches.before, after, deed)
        if min(gains) > 0 or max(gains) < 0:
            told = tell(say("coach-did-moved", **by_face({"unit": deed.unit, "hex": deed.to}, marches.faces)))
            yield Decision(plies[-1], min(gains, key=abs), told)


def _missed(before: State, after: State, deed: Deed) -> float:
    """What its side would lose if a unit had not gone where it stands after all moves, nor taken that city."""
    unit, frm, to = BOARD.unit_index[deed.unit], BOARD.node_of.get(deed.frm), BOARD.node_of.get(deed.to)
    side = BOARD.units[unit].side
    if frm is None or to is None or after.where[unit] != to or after.occupied(ENEMY[side]) >> frm & 1:
        return 0.0
    there = after.copy()
    there.put(unit, frm)
    bit = NodeMask(1 << to)
    if not there.occupied(side) & bit:
        there.axis_control = there.axis_control & ~bit | before.axis_control & bit
        there.soviet_control = there.soviet_control & ~bit | before.soviet_control & bit
    return _for(SIDES[side], worth(after) - worth(there))


def deciding(decisions: Iterable[Decision], gain: float) -> tuple[Decision, ...]:
    """Those that weighed most for a gain, or for a loss, in the order of the game."""
    alike = [each for each in decisions if abs(each.gain) >= DECIDING and (each.gain < 0) == (gain < 0)]
    most = sorted(alike, key=lambda each: -abs(each.gain))[:NAMED]
    return tuple(sorted(most, key=lambda each: each.ply))


def _begins(marches: Marches | None) -> int | None:
    return None if marches is None or marches.before is None else marches.ply


def _those(
    findings: Iterable[Finding], side: Side, turn: int, phasing: Side, starts: dict[tuple[int, Side], int]
) -> Iterator[Finding]:
    """The findings about a side in a player turn."""
    first = starts.get((turn, phasing), 0)
    later = [ply for ply in starts.values() if ply > first]
    last = min(later, default=1 << 30)
    return (each for each in findings if each.side is side and first < each.ply <= last)


def _belongs(finding: Finding, areas: dict[Area, float], costs: Mapping[int, float]) -> bool:
    """False for what may have been right: where the decisions of its kind brought something in this player turn, or
    this one did.
    """
    lost = sum(areas[area] for area in AREAS[finding.kind])
    return lost <= -DEAR.get(finding.kind, NOTICED) and (finding.kind not in AT_ONCE or costs.get(finding.ply, 0.0) < 0)


def _for(side: Side, gain: float) -> float:
    return gain if side is Side.AXIS else -gain


def _side(unit: str) -> SideIndex:
    return BOARD.units[BOARD.unit_index[unit]].side


# --- what the computer would have done ----------------------------------------------------------------------------
def alternative(marches: Marches, games: int = GAMES, adviser: str = ADVISER) -> Alternative | None:
    """The computer's own Movement Phase, made from what the player knew, if it is clearly better than what was played.

    Both are played on by habit to the same player's next turn, in `games` imagined games with the same dice for both.
    None where it is not better, or not clearly.
    """
    before, after = marches.before, marches.after
    if before is None or after is None or after.ended is not None:
        return None
    deeds, other = plan_of(before, adviser, marches.faces)
    if other.ended is not None or set(deeds) == set(marches.deeds()):
        return None
    side = SIDES[before.phasing]
    found = Alternative(deeds, *compared(chances(other, side, games), chances(after, side, games)), games)
    return found if found.low >= CLEARLY else None


def plan_of(before: State, adviser: str = ADVISER, faces: Sequence[int] = ()) -> tuple[tuple[Deed, ...], State]:
    """The Movement Phase of a computer player, and the position after it; `faces`: those by which units are named."""
    watch = Turns(faces=faces)
    other = _planned(before, adviser, watch)
    return watch.of[before.turn, SIDES[before.phasing]].deeds(), other


def chances(state: State, side: Side, games: int) -> list[float]:
    """The chance of a side at its next turn in imagined games; their dice are the same for every position."""
    return [_chance(state, SIDE_INDEX[side], seed) for seed in range(games)]


def compared(one: Sequence[float], two: Sequence[float]) -> tuple[float, float, float]:
    """By how much the first position is better than the second in the same games: the mean, and its 95 % interval."""
    gains = [first - second for first, second in zip(one, two, strict=True)]
    gain = fmean(gains)
    half = 1.96 * stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else 1.0
    return gain, gain - half, gain + half


def _planned(state: State, adviser: str, watch: Turns) -> State:
    """The position once a computer player has made its moves, which it plans from what its side knows."""
    side, turn, player = state.phasing, (state.turn, state.phasing), make_player(adviser, 1)
    fate, other = Fate(0), Habitual(SOVIET if side == AXIS else AXIS)
    while state.ended is None and state.phase == Phase.MOVEMENT and (state.turn, state.phasing) == turn:
        who = game.actor(state)
        if who is Chance.CHANCE:
            action = fate.choose(state)
        elif who is SIDES[side]:
            action = player.choose(observe(state, SIDES[side]))
        else:
            action = other.choose(state)
        new, events = game.apply(state, action)
        watch.watch((state, action, new, events))
        state = new
    return state


def _chance(state: State, side: SideIndex, seed: int) -> float:
    """The chance of a side at its next turn, if both sides go on by habit."""
    sides = [Habitual(AXIS), Habitual(SOVIET)]
    fate, turn, left = Fate(seed), turn_of(state), 2
    while (who := game.actor(state)) is not None:
        if turn_of(state) != turn:
            turn, left = turn_of(state), left - 1
            if not left:
                break
        action = fate.choose(state) if who is Chance.CHANCE else sides[SIDE_INDEX[who]].choose(state)
        state = game.apply_trusted(state, action)[0]
    return chance_of_winning(state, side)
