"""Plays a lesson as its solution says, without a server: `noretreat check-data` and the tests look on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, TypeAlias

import msgspec

from noretreat import game
from noretreat.core.actions import Action, Pass, from_json, to_json
from noretreat.core.state import State
from noretreat.data.check_tools import Source
from noretreat.data.facts import Side
from noretreat.data.lessons import Lesson, Pattern
from noretreat.explain.refusals.why_not import why_not
from noretreat.explain.sentences.telling import tell
from noretreat.positions import position
from noretreat.server.game.lessons import LessonProgress, chance, fits, opening, progress, reply
from noretreat.server.game.log import LogEntry

Entry: TypeAlias = tuple[str | int, ...]

IDLE_STEPS: Final = 12
"""The number of decisions after which a learner who only passes must have been told that something was missed."""
SEEDS: Final = range(1, 17)
"""Ways in which the dice fall that a lesson does not prepare."""


class Stuck(Exception):
    """An action of a solution that is not legal at its moment."""


class Learner:
    """A learner who takes a lesson, with the tutor across the table."""

    def __init__(self, lesson: Lesson, seed: int = 1) -> None:
        self.lesson, self.log, self.dice = lesson, list[LogEntry](), random.Random(seed)
        self.state: State = position(lesson.position) if lesson.position else game.new_game(lesson.scenario)
        self.wait()

    @property
    def progress(self) -> LessonProgress:
        """The progress through the lesson."""
        return progress(self.lesson, self.log)

    def play(self, actor: str, action: Action) -> None:
        """Plays an action of either side or of chance."""
        self.state, events = game.apply(self.state, action)
        self.log.append(LogEntry(len(self.log) + 1, actor, action, events))

    def wait(self) -> None:
        """Plays everything that happens until the learner has something to decide, as `match.run_on` does it."""
        while (actor := game.actor(self.state)) is not None:
            options = game.legal_actions(self.state)
            if not isinstance(actor, Side):
                self.play("chance", chance(self.lesson, options, self.log, self.dice))
            elif actor is not self.lesson.side:
                answer = reply(self.lesson, options, self.log)
                if answer is None:
                    raise Stuck("an opponent with a level of its own is not played here")
                self.play(actor.value, answer)
            elif first := opening(self.lesson, options, self.log):
                self.play(actor.value, first)
            elif options == (Pass(),):
                self.play(actor.value, options[0])
            else:
                return

    def act(self, action: Action) -> None:
        """Plays an action of the learner's, and waits for the next decision."""
        self.play(self.lesson.side.value, action)
        self.wait()

    def do(self, pattern: Pattern) -> None:
        """Plays the first legal action that fits; raises `Stuck` if none does."""
        found = [action for action in self.options() if fits(action, pattern)]
        if not found:
            raise Stuck(self._why(pattern))
        self.act(found[0])

    def do_steps(self, count: int) -> None:
        """Plays the solutions of the first steps."""
        for step in self.lesson.steps[:count]:
            for pattern in step.solution:
                self.do(pattern)

    def options(self) -> tuple[Action, ...]:
        """The learner's legal actions; none when the game is over."""
        return game.legal_actions(self.state) if game.actor(self.state) is not None else ()

    def _why(self, pattern: Pattern) -> str:
        """Return the reason nothing fits a pattern, that of the rules where the pattern is a whole action."""
        said = " ".join(str(value) for value in pattern.values())
        if not self.options():
            return f"{said} comes after the end of the game"
        try:
            why = why_not(self.state, from_json(pattern))
        except ValueError:
            why = None
        kinds = dict.fromkeys(str(to_json(action)["type"]) for action in self.options())
        reason = tell(why).text if why else f"what can be done there is {', '.join(kinds)}"
        return f"{said} is not legal when its turn comes ({self.state.phase} phase): {reason}"


def check_play(source: Source, lesson: Lesson) -> None:
    """Records where the solution of a lesson does not do what its steps ask for, by line.

    Lessons with an opponent of its own have no solution that always works, and are left alone.
    """
    if lesson.opponent:
        return
    for number, step in enumerate(lesson.steps):
        if not step.solution:
            source.complain(("steps", number), "this step needs a `solution`: the actions that do it")
            return
    found = [list(solution_problems(lesson, seed)) for seed in SEEDS]
    failed = next((problems for problems in found if problems), [])
    luck = "" if all(found) else "only with luck, for `dice` or `cards` prepare too little: "
    for entry, reason in failed:
        source.complain(entry, luck + reason)
    if failed:
        return
    for entry, reason in idle_problems(lesson):
        source.complain(entry, reason)


def solution_problems(lesson: Lesson, seed: int) -> Iterator[tuple[Entry, str]]:
    """The first thing that is wrong with the solution: it cannot be played, or reaches goals too early or never."""
    learner = Learner(lesson, seed)
    for number, step in enumerate(lesson.steps):
        if learner.progress.step > number:
            yield ("steps", number, "goal"), f"step {number + 1} is done before it began"
            return
        for place, pattern in enumerate(step.solution):
            if learner.progress.missed:
                break
            try:
                learner.do(pattern)
            except Stuck as error:
                yield ("steps", number, "solution", place), str(error)
                return
        now = learner.progress
        if now.step == number:
            key, why = (
                ("missed", "its own solution meets this") if now.missed else ("goal", "its solution never meets this")
            )
            yield ("steps", number, key), f"step {number + 1}: {why}"
            return


def idle_problems(lesson: Lesson) -> Iterator[tuple[Entry, str]]:
    """Yield a problem if a learner who does as little as possible finishes, or never hears of a missed chance."""
    learner = Learner(lesson)
    for _ in range(IDLE_STEPS):
        if learner.progress.missed or not learner.options():
            break
        learner.act(idle(learner.options()))
    now = learner.progress
    if now.finished:
        yield ("steps",), "whoever does as little as possible finishes this lesson"
    elif not now.missed:
        why = "needs `missed`: what shows that its chance is gone, such as the next phase"
        yield ("steps", now.step), f"step {now.step + 1} {why}"


def idle(options: tuple[Action, ...]) -> Action:
    """The action that does least."""
    return next((action for action in options if type(action).__name__ in ("Done", "Pass")), options[0])


def can_be_missed(lesson: Lesson, number: int, pattern: Pattern, tries: int = 60) -> bool:
    """True if a learner who does the steps before, and then errs, meets this one pattern of `missed` before the goal.

    The first try does as little as possible; the others do anything, with a preference for little.
    """
    steps = list(lesson.steps)
    steps[number] = msgspec.structs.replace(steps[number], missed=(pattern,))
    only = msgspec.structs.replace(lesson, steps=tuple(steps))
    return any(_misses(only, number, seed) for seed in range(tries))


def _misses(lesson: Lesson, number: int, seed: int) -> bool:
    """True if the learner with this seed misses the step."""
    learner, choice = Learner(lesson), random.Random(seed)
    learner.do_steps(number)
    for _ in range(5 * IDLE_STEPS):
        now = learner.progress
        if now.step != number or now.missed or not learner.options():
            return now.step == number and now.missed
        options = learner.options()
        lazy = seed == 0 or choice.random() < 0.3
        learner.act(idle(options) if lazy else choice.choice(options))
    return False
