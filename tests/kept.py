"""Some of the kept games: as few as show every kind of action, every event and every scenario and rule set."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from tools import keep_games

GAMES = sorted(keep_games.FOLDER.glob(keep_games.KEPT))


def _shows(path: Path) -> set[tuple[object, ...]]:
    """What a kept game shows as far as its file says it, without playing it again."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    header = msgspec.json.decode(head)
    steps = [step for line in lines if "action" in (step := msgspec.json.decode(line))]
    seen: set[tuple[object, ...]] = {("scenario", header["scenario"]), ("rules", header["options"]["rules"])}
    seen |= {(step["action"]["type"],) for step in steps}
    return seen | {(step["action"]["card"], step["by"]) for step in steps if step["action"]["type"] == "PlayEvent"}


@cache
def few() -> tuple[Path, ...]:
    """Return the games, from the one that shows most on: each adds something that those before it lack."""
    shown = {path: _shows(path) for path in GAMES}
    missing, chosen = set().union(*shown.values()), []
    while missing:
        best = max(GAMES, key=lambda path: len(shown[path] & missing))
        chosen.append(best)
        missing -= shown[best]
    return tuple(chosen)
