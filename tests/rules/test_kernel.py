"""The control stack: what every frame must be able to do."""

from __future__ import annotations

import pytest

import noretreat.cards  # noqa: F401  (registers the questions that cards ask)
from noretreat.rules.kernel import FRAMES, Decision, Procedure
from noretreat.rules.wording import PROMPTS

QUESTIONS = sorted(
    (
        frame
        for frame in FRAMES.values()
        if issubclass(frame, Decision) and frame is not Decision and not frame.__subclasses__()
    ),
    key=lambda frame: frame.__name__,
)
CHANCES = {"CombatDie", "DrawCards", "RandomDiscard", "ThrowDie"}
"""Chance answers these: nobody reads a prompt."""
PROCEDURES = sorted(
    (frame for frame in FRAMES.values() if issubclass(frame, Procedure) and not frame.__subclasses__()),
    key=lambda frame: frame.__name__,
)


@pytest.mark.parametrize("frame", QUESTIONS, ids=lambda frame: frame.__name__)
def test_every_question_says_who_answers_what_is_legal_and_what_follows(frame: type[Decision]) -> None:
    for name in ("actor", "options", "choose"):
        assert getattr(frame, name) is not getattr(Decision, name), f"{frame.__name__} inherits no {name}"
    assert (frame.CODE == "") if frame.__name__ in CHANCES else (frame.CODE in PROMPTS)


@pytest.mark.parametrize("frame", PROCEDURES, ids=lambda frame: frame.__name__)
def test_every_step_of_a_procedure_is_a_method_of_it(frame: type[Procedure]) -> None:
    assert frame.STEPS
    assert all(callable(getattr(frame, step, None)) for step in frame.STEPS)
