"""The summary of a position that the list of games shows."""

from __future__ import annotations

import msgspec

from noretreat.core.state import State
from noretreat.data.facts import Phase, Side
from noretreat.explain.knowledge.view import Actor, OutcomeView, view


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
    seen = view(state, None)
    found = Summary(
        turn=seen.turn,
        months=seen.months,
        year=seen.year,
        phase=seen.phase,
        actor=seen.actor,
        vp=seen.vp,
        initiative=seen.initiative,
        finished=seen.outcome is not None,
        phasing=seen.phasing,
        outcome=seen.outcome,
        pieces={side: sorted({u.at for u in seen.units if u.side is side and u.at[:1].isdigit()}) for side in Side},
    )
    return msgspec.json.encode(found).decode()
