"""The summary of a position that the list of games shows."""

from __future__ import annotations

import msgspec

from noretreat.core.board import AXIS, BOARD, SIDES, SOVIET
from noretreat.core.state import State
from noretreat.data.facts import Phase, Side
from noretreat.explain.knowledge.view import Actor, OutcomeView, actor_view, outcome_view
from noretreat.rules import victory


def other(side: Side) -> Side:
    """The other side."""
    return Side.SOVIET if side is Side.AXIS else Side.AXIS


class Summary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position as shown in the list of games; public knowledge only."""

    turn: int
    months: str
    year: int
    phase: Phase
    actor: Actor | None
    vp: int
    initiative: Side
    finished: bool
    outcome: OutcomeView | None
    phasing: Side | None = None
    """The side whose player turn it is; missing in games stored before it was kept."""
    pieces: dict[Side, list[str]] | None = None
    """Hexes with counters of each side, for a small map; missing in games stored before they were kept."""


def summary(state: State) -> str:
    """The `Summary` of a position as JSON, as stored."""
    box, ended = BOARD.calendar[state.turn], outcome_view(state)
    found = Summary(
        turn=state.turn,
        months=box.months,
        year=box.year,
        phase=state.phase,
        actor=actor_view(state),
        vp=victory.victory_points(state, state.initiative),
        initiative=SIDES[state.initiative],
        phasing=SIDES[state.phasing],
        finished=ended is not None,
        outcome=ended,
        pieces={SIDES[one]: sorted(BOARD.ids(state.occupied(one) & BOARD.hexes)) for one in (AXIS, SOVIET)},
    )
    return msgspec.json.encode(found).decode()
