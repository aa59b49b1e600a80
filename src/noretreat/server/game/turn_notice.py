"""The notice of a hand-over, with the question that the player has to answer."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from noretreat import game
from noretreat.core.board import BOARD
from noretreat.core.kernel import Decision
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.sentences.asking import asked, sentence
from noretreat.server.clocks.now import now
from noretreat.server.game.auto_pass import alone
from noretreat.storage.games import SeatRow
from noretreat.storage.notices import HandOver, NoticeRow, after


def hand_over(
    game_id: str, seats: Mapping[Side, SeatRow], before: Side | None, state: State, minutes: int
) -> HandOver | None:
    """The hand-over to another side, with the notice if that is a person; None while the same side has to decide."""
    side = game.actor(state)
    if side is before:
        return None
    if not isinstance(side, Side) or alone(seats) or seats[side].kind != "human" or state.question is None:
        return HandOver()
    at = now()
    text = msgspec.json.encode(question_of(state, state.question)).decode()
    player = seats[side].token
    notice = NoticeRow(secrets.token_hex(12), player, game_id, "turn", text, "", at, after(at, minutes=minutes))
    return HandOver([notice])


def question_of(state: State, question: Decision) -> TurnQuestion:
    """The question, translatable into any language."""
    told = asked(state, question)
    named = {one for value in told.args.values() for one in (value if isinstance(value, (list, tuple)) else [value])}
    units = [unit for unit in named if isinstance(unit, str) and unit in BOARD.unit_index]
    backs = tuple(sorted(unit for unit in units if state.face[BOARD.unit_index[unit]]))
    return TurnQuestion(sentence(state, question), told.said, dict(told.args), backs)


class TurnQuestion(msgspec.Struct, frozen=True):
    """The question that a player has to answer, translatable into any language."""

    text: str
    """In English."""
    said: tuple[str, ...]
    args: dict[str, Any]
    backs: tuple[str, ...] = ()
    """The units among the arguments that show their backs."""
