"""Plans for the battles of a Combat Phase (CPR-5, CPR-6): which units could attack what, and what a whole plan leads
to.

A plan is what a player ticks in a table of marked hexes and units before anything is played. It is evaluated by playing
it on a copy: the answer has the actions that carry it out, the odds of each battle, and what is still missing, in
words. The game itself does not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from noretreat.core.actions import Action, AddTarget, AssignAttacker, BeginBattle, Done
from noretreat.core.board import BOARD
from noretreat.core.kernel import answer
from noretreat.core.reasons import Reason, because, reason
from noretreat.core.state import State
from noretreat.core.types import NO_UNITS, Node, UnitIndex
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.ahead.together import PlannedBattle, together
from noretreat.explain.knowledge.view import odds_view
from noretreat.explain.refusals.illegal import UnknownPiece
from noretreat.explain.refusals.why_not import why_not
from noretreat.explain.sentences.telling import Told, tell
from noretreat.rules import allocation, odds
from noretreat.rules.combat import DeclareTargets, able_attackers, marked
from noretreat.rules.waiting import allocates_first


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One planned battle: marked hexes, the units that attack them all, and whether a support marker goes there."""

    targets: tuple[MapId, ...]
    attackers: tuple[UnitId, ...] = ()
    support: bool = False


class PlanRow(msgspec.Struct, frozen=True):
    """A marked hex still to be attacked, and the units that could do it; `must`: the only unit that can."""

    hex: MapId
    counterblow: bool
    able: tuple[UnitId, ...]
    must: UnitId | None


class PlanAnswer(msgspec.Struct, frozen=True):
    """The evaluation of a plan. `actions` carry it out as far as it is legal; `complete`: nothing is left out."""

    upfront: bool
    rows: tuple[PlanRow, ...]
    fixed: tuple[PlannedBattle, ...]
    """Battles already put together that wait to be fought."""
    battles: tuple[PlannedBattle, ...]
    forced: tuple[PlannedBattle, ...]
    """Battles that follow from the plan, because only one choice is left for them."""
    actions: tuple[Action, ...]
    problems: tuple[Told, ...]
    complete: bool
    proposed: tuple[PlannedBattle, ...] = ()
    """What the units that the plan leaves free could attack together, each once."""


class _Question(NamedTuple):
    """The battle being put together, as it stands."""

    targets: tuple[MapId, ...]
    attackers: tuple[UnitId, ...]


def allocation_of(state: State, plans: Sequence[Plan] = ()) -> PlanAnswer:
    """Evaluates a plan at the questions `declare`, `next_battle` and `compose`; otherwise there is nothing to plan.

    While Targets are being declared (10.1.1), the plan is judged as if that were done: there are no actions yet, and
    a plan without problems is complete. A table to tick, as an alternative to orders in words (AST-1).

    Raises `UnknownPiece` for a unit or a hex that does not exist.
    """
    for plan in plans:
        _known(plan)
    declaring = isinstance(state.question, DeclareTargets)
    if declaring:
        state = _declared(state)
    rows = _rows(state)
    fixed = tuple(_battle(state, *_named(*plan)) for plan in state.planned)
    after = state
    actions: list[Action] = []
    problems: list[Reason] = []
    for plan in plans:
        if plan.attackers and not problems:
            after, played, problem = carry_out(after, plan)
            actions += played
            problems += [problem] if problem else []
    if not problems:
        problems = _left_out(after, rows)
    return PlanAnswer(
        upfront=allocates_first(state),
        rows=rows,
        fixed=fixed,
        battles=tuple(_battle(state, plan.targets, plan.attackers, plan.support) for plan in plans),
        forced=tuple(_battle(state, *_named(*plan)) for plan in _new_plans(state, after, plans)),
        actions=() if declaring else tuple(actions),
        problems=tuple(tell(problem, state.face) for problem in problems),
        complete=bool(actions) and not problems,
        proposed=together(_with_plans(state, plans)) if rows else (),
    )


def _declared(state: State) -> State:
    """A copy in which battles are put together: no more Targets, and no counterblows placed by the other side."""
    probe = state.copy()
    following = allocation.NextBattle(state.phasing)
    probe.stack = [*state.stack[:-1], following]
    probe.planned = ()
    probe.options = tuple(following.options(probe))
    return probe


def _known(plan: Plan) -> None:
    """Raises `ValueError` for unknown units and hexes."""
    for unit in plan.attackers:
        if unit not in BOARD.unit_index:
            raise UnknownPiece(reason("no-unit", name=unit))
    for node in plan.targets:
        if node not in BOARD.node_of:
            raise UnknownPiece(reason("no-hex", name=node))


def _with_plans(state: State, plans: Sequence[Plan]) -> State:
    """A copy in which these battles wait to be fought, as far as they have attackers: legal or not."""
    probe = state.copy()
    for plan in plans:
        if plan.attackers:
            targets = tuple(BOARD.node_of[node] for node in plan.targets)
            units = tuple(BOARD.unit_index[unit] for unit in plan.attackers)
            probe.planned = (*probe.planned, (targets, units))
            probe.engaged |= sum((1 << unit for unit in units), NO_UNITS)
    return probe


def _named(targets: Sequence[Node], units: Sequence[UnitIndex]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(BOARD.id_of[node] for node in targets), tuple(BOARD.unit_ids[unit] for unit in units)


def _question(state: State) -> _Question | None:
    """The composition being asked about, if there is one."""
    frame = state.question
    if isinstance(frame, allocation.ComposeBattle):
        return _Question(*_named(frame.targets, frame.attackers))
    return None


def _open(state: State) -> list[Node]:
    """Marked hexes to be attacked, where battles are being put together."""
    frame = state.question
    if isinstance(frame, allocation.NextBattle | allocation.ComposeBattle):
        return allocation.open_hexes(state)
    return []


def _rows(state: State) -> tuple[PlanRow, ...]:
    """All marked hexes with the units that could attack each."""
    rows = []
    for node in _open(state):
        able = tuple(BOARD.unit_ids[unit] for unit in able_attackers(state, (node,)))
        must = able[0] if len(able) == 1 else None
        rows.append(PlanRow(BOARD.id_of[node], bool(marked(state) >> node & 1), able, must))
    return tuple(rows)


def _battle(state: State, targets: tuple[str, ...], attackers: tuple[str, ...], support: bool = False) -> PlannedBattle:
    """A battle with its odds, if it has attackers and defenders."""
    nodes = tuple(BOARD.node_of[node] for node in targets)
    units = tuple(BOARD.unit_index[unit] for unit in attackers)
    record = odds.hypothetical(state, units, nodes, int(support)) if units else None
    return PlannedBattle(targets, attackers, odds_view(state, record) if record and record.defenders else None)


def carry_out(state: State, plan: Plan) -> tuple[State, list[Action], Reason | None]:
    """Plays one battle of a plan on a copy; returns the position after it, the actions, and what is in the way.

    If only one answer is legal the rules give it themselves, so it is not among the actions.
    """
    actions: list[Action] = []
    while True:
        step = _next_step(state, plan)
        if step is None:
            return state, actions, None
        if step not in state.options:
            why = why_not(state, step) or because("not-allowed")
            return state, actions, reason("plan-problem", hexes=plan.targets, why=why)
        new = state.copy()
        answer(new, step)
        actions.append(step)
        if isinstance(step, Done):
            return new, actions, None
        state = new


def _next_step(state: State, plan: Plan) -> Action | None:
    """The next action of the plan: start the battle, add units and hexes in a legal order, or finish."""
    asked = _question(state)
    if not any(BOARD.node_of[node] in _open(state) for node in plan.targets):
        return None
    if asked is None or asked.targets[0] not in plan.targets:
        begin = [BeginBattle(node) for node in plan.targets]
        return next((step for step in begin if step in state.options), begin[0])
    wanted: list[Action] = [AssignAttacker(unit) for unit in plan.attackers if unit not in asked.attackers]
    wanted += [AddTarget(node) for node in plan.targets if node not in asked.targets]
    return next((step for step in wanted if step in state.options), wanted[0] if wanted else Done())


def _new_plans(
    state: State, after: State, plans: Sequence[Plan]
) -> list[tuple[tuple[Node, ...], tuple[UnitIndex, ...]]]:
    """Battles planned after a plan that were neither planned before nor part of it (AST-2)."""
    wished = {node for plan in plans if plan.attackers for node in plan.targets}
    fresh = [battle for battle in after.planned if battle not in state.planned]
    return [battle for battle in fresh if not wished & {BOARD.id_of[node] for node in battle[0]}]


def _left_out(after: State, rows: Sequence[PlanRow]) -> list[Reason]:
    """The marked hexes that still have no attacker after a plan."""
    left = {BOARD.id_of[node] for node in _open(after)}
    return [
        reason("only-one-can", hex=row.hex, unit=row.must) if row.must else reason("needs-attacker", hex=row.hex)
        for row in rows
        if row.hex in left
    ]
