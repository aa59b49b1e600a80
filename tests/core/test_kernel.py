"""The control stack: what every frame must be able to do."""

from __future__ import annotations

import pytest

import noretreat.cards  # noqa: F401  (registers the questions that cards ask)
from noretreat.core.kernel import FRAMES, Decision, Procedure
from noretreat.explain.sentences.prompts import PROMPTS
from noretreat.rules.windows import Answerable

WHOLE = sorted(
    (frame for name, frame in FRAMES.items() if name[0] != "_" and frame not in (Decision, Procedure, Answerable)),
    key=lambda frame: frame.__name__,
)
"""All frames but those that hold what others have in common."""
QUESTIONS = [frame for frame in WHOLE if issubclass(frame, Decision)]
CHANCES = {"CombatDie", "DrawCards", "RandomDiscard", "ThrowDie"}
"""Chance answers these: nobody reads a prompt."""
ASKED = {name.partition(".")[0] for name in PROMPTS}
"""The codes of the questions that have a sentence of their own."""
PROCEDURES = [frame for frame in WHOLE if issubclass(frame, Procedure)]


@pytest.mark.parametrize("frame", QUESTIONS, ids=lambda frame: frame.__name__)
def test_every_question_says_who_answers_what_is_legal_and_what_follows(frame: type[Decision]) -> None:
    for name in ("actor", "options", "choose"):
        assert getattr(frame, name) is not getattr(Decision, name), f"{frame.__name__} inherits no {name}"
    assert (frame.CODE == "") if frame.__name__ in CHANCES else (frame.CODE in ASKED)


@pytest.mark.parametrize("frame", PROCEDURES, ids=lambda frame: frame.__name__)
def test_every_stage_of_a_procedure_is_a_method_of_it(frame: type[Procedure]) -> None:
    assert frame.STAGES
    assert all(callable(getattr(frame, stage, None)) for stage in frame.STAGES)
