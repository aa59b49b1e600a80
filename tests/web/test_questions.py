"""Every question of the game at the screen: it is put in words, and clicks on what is lit answer it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from web.table import Table
from web.test_wander import wander_to

from noretreat import game
from noretreat.checks.seen import all_questions
from noretreat.core.kernel import FRAMES, Decision
from noretreat.data.facts import Side
from noretreat.storage import savegame
from tools.keep_games import FOLDER, KEPT

pytestmark = [pytest.mark.browser, pytest.mark.shared_page]

HURRIED = 12
"""Clicks within which a question has to be answered."""


@cache
def asked() -> dict[str, str]:
    """Kind of question -> a kept game, cut off where a player is asked it for the first time."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.glob(KEPT)):
        saved = savegame.load(path)
        saved.snapshots.clear()
        state = savegame.replay(saved, 0).state
        for number, entry in enumerate(saved.entries):
            kind = type(state.question).__name__ if state.stack else ""
            if kind not in found and isinstance(game.actor(state), Side):
                begun, saved.entries = saved.entries, saved.entries[:number]
                found[kind] = savegame.encode(saved).decode()
                saved.entries = begun
            state, _ = game.apply(state, entry.action)
    return found


def shown(kind: str) -> bool:
    """Whether a kind of question has a prompt of its own."""
    frame = FRAMES[kind]
    assert issubclass(frame, Decision)
    return frame.CODE != ""


@pytest.mark.parametrize("kind", sorted(filter(shown, all_questions())))
def test_the_question_is_put_and_answered_by_clicks(table: Callable[..., Table], kind: str) -> None:
    mine = table()
    made = mine.page.request.post(f"{mine.address}/api/games/import", data={"save": asked()[kind]})
    assert made.status == 201, made.text()
    seen = mine.open(made.json()["id"])
    assert seen.prompt
    mine.shot(f"question-{kind}")
    after = wander_to(mine, seen, Random(kind), HURRIED)
    assert after.ply > seen.ply
    assert mine.errors == []
