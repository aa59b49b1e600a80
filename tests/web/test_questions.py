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


def shown(kind: str) -> bool:
    """Whether a kind of question has a prompt of its own."""
    frame = FRAMES[kind]
    assert issubclass(frame, Decision)
    return frame.CODE != ""


@cache
def asked() -> dict[str, tuple[frozenset[str], str]]:
    """Kind of question -> what answers it, and a kept game, cut off where a player is asked it for the first time."""
    found: dict[str, tuple[frozenset[str], str]] = {}
    wanted = set(filter(shown, all_questions()))
    for path in sorted(FOLDER.glob(KEPT)):
        if wanted <= found.keys():
            break
        saved = savegame.load(path)
        saved.snapshots.clear()
        state = savegame.replay(saved, 0).state
        for number, entry in enumerate(saved.entries):
            kind = type(state.question).__name__ if state.stack else ""
            if kind not in found and isinstance(game.actor(state), Side):
                begun, saved.entries = saved.entries, saved.entries[:number]
                answers = frozenset(type(action).__name__ for action in game.legal_actions(state))
                found[kind] = answers, savegame.encode(saved).decode()
                saved.entries = begun
            state, _ = game.apply(state, entry.action)
    return found


ALIKE = {
    "ApplyNext",
    "CommitNext",
    "FightPlanned",
    "DiscardOne",
    "KeepOne",
    "DropParatroops",
    "PlaceLocalSupport",
    "FreeCounterblows",
    "PickDuelDie",
    "ChooseTable",
    "StepBack",
}
"""Kinds that are answered as another kind is, by the same actions and nothing else: the page knows no difference."""


def test_what_is_left_out_is_answered_as_another_question_is() -> None:
    kinds = {kind: answers for kind, (answers, _) in asked().items()}
    clicked = {kinds[kind] for kind in filter(shown, all_questions()) if kind not in ALIKE}
    assert {kind for kind in ALIKE if kinds[kind] not in clicked} == set()


@pytest.mark.parametrize("kind", sorted(kind for kind in filter(shown, all_questions()) if kind not in ALIKE))
def test_the_question_is_put_and_answered_by_clicks(table: Callable[..., Table], kind: str) -> None:
    mine = table()
    made = mine.page.request.post(f"{mine.address}/api/games/import", data={"save": asked()[kind][1]})
    assert made.status == 201, made.text()
    seen = mine.open(made.json()["id"])
    assert seen.prompt
    mine.shot(f"question-{kind}")
    after = wander_to(mine, seen, Random(kind), HURRIED)
    assert after.ply > seen.ply
    assert mine.errors == []
