"""Games in which moves are seen once they cannot be undone: what the others see until then.

For everybody but the side that decides, the game stands where that side could still undo back to (`undo.back_to`); what
the other side has decided itself, it has seen. So log and replay hold nothing that may yet be undone.
"""

from __future__ import annotations

import msgspec

from noretreat import game
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.server.game.match import Match
from noretreat.server.game.undo import back_to, rebuilt


def settled_ply(match: Match) -> int:
    """The ply up to which everybody sees a game: its last one if moves are seen as they are made."""
    side = match.to_act()
    if match.manner.seen == "made" or side is None or game.outcome(match.state) is not None:
        return match.ply
    behind = back_to(match, side, whole=True)
    seen = (
        entry.ply for entry in reversed(match.log) if entry.actor not in (side.value, "chance") and not entry.forced
    )
    return max(behind, next(seen, 0))


def settled(match: Match) -> tuple[int, State]:
    """That ply and the position there; the last one if the rules have been corrected since."""
    ply = settled_ply(match)
    try:
        return (ply, match.state) if ply == match.ply else (ply, rebuilt(match, ply))
    except Exception:  # an action of another version may make the current rules fail in any way
        return match.ply, match.state


def as_seen(match: Match, owned: list[Side]) -> Match:
    """A game as a browser with these seats sees it; nothing of what it returns is ever stored."""
    if match.manner.seen == "made" or match.to_act() in owned:
        return match
    ply, state = settled(match)
    if ply == match.ply:
        return match
    snapshots = {number: text for number, text in match.snapshots.items() if number <= ply}
    row = msgspec.structs.replace(match.row, ply=ply, undone="")
    return Match(row, match.seats, state, match.log.until(ply), snapshots, match.thinking, match.off, match.chance)
