"""The orders that a side has carried out in the current game turn, as a text that reads back (docs/orders.md)."""

from __future__ import annotations

from typing import Final

from noretreat.core import events as ev
from noretreat.core.actions import Conclude, Done, Resign, SettleSides
from noretreat.core.board import SIDE_INDEX
from noretreat.core.names import PHASE_NAMES, SIDE_NAMES
from noretreat.data.facts import Phase, Side
from noretreat.orders import notation
from noretreat.server.game.match import Match, decoded
from noretreat.server.game.undo import was_forced

_NO_ORDERS: Final = (Conclude, Resign, SettleSides)


def orders_given(match: Match, side: Side) -> str:
    """One order a line; remarks name the turn and the phases. Only what the side chose itself."""
    first = next((at for at in reversed(range(match.ply)) if _opens_a_turn(match, at)), -1)
    lines: list[str] = []
    began: ev.PhaseBegan | None = None
    phase, told, last_done = _phase_before(match, max(first, 0)), False, -1
    for entry in match.log[max(first, 0) : match.ply]:
        own = entry.actor == side.value and not was_forced(match, entry)
        if own and entry.ply > first + 1 and not isinstance(entry.action, _NO_ORDERS):
            if not told:
                whose = f", {SIDE_NAMES[SIDE_INDEX[began.side]]}" if began else ""
                lines.append(f"# {PHASE_NAMES[phase]}{whose}")
                told = True
            if isinstance(entry.action, Done):
                last_done = len(lines)
            lines.append(notation(entry.action))
        for event in entry.events:
            if isinstance(event, ev.PhaseBegan):
                if last_done >= 0:  # by its name, so that what follows is read on
                    lines[last_done] = f"end {phase.value}"
                began, phase, told, last_done = event, event.phase, False, -1
    return "\n".join([f"# Turn {match.state.turn}, {SIDE_NAMES[SIDE_INDEX[side]]}", *lines, ""])


def _opens_a_turn(match: Match, at: int) -> bool:
    return any(isinstance(event, ev.TurnBegan) for event in match.log[at].events)


def _phase_before(match: Match, ply: int) -> Phase:
    """The phase after so many steps, from the last of them that opened one, else from where the game began."""
    for entry in reversed(match.log[:ply]):
        for event in reversed(entry.events):
            if isinstance(event, ev.PhaseBegan):
                return event.phase
    return decoded(match.snapshots[min(match.snapshots)]).phase
