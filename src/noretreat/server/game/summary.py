"""What the list of games shows of a position, as the store keeps it."""

from __future__ import annotations

import msgspec

from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.knowledge.view import Actor, OutcomeView, view


def other(side: Side) -> Side:
    """The other side."""
    return Side.SOVIET if side is Side.AXIS else Side.AXIS


class Summary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the list of games shows of a position; public knowledge only."""

    turn: int
    months: str
    year: int
    phase: str
    actor: Actor | None
    vp: int
    initiative: Side
    finished: bool
    outcome: OutcomeView | None
    pieces: dict[Side, list[str]] | None = None
    """Hexes with counters of each side, for a small map; missing in games stored before they were kept."""


def summary(state: State) -> str:
    """What the list of games shows of a position, as the store keeps it: `Summary` as JSON."""
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
        outcome=seen.outcome,
        pieces={side: sorted({u.at for u in seen.units if u.side is side and u.at[:1].isdigit()}) for side in Side},
    )
    return msgspec.json.encode(found).decode()
