"""The control stack: the point that play has reached, as plain data (docs/architecture.md, "The control stack").

A *frame* is a small frozen record on `state.stack`. A `Procedure` is a list of named stages, run one after the
other; a `Decision` is a question to one side (or to chance). The kernel runs procedures until a decision has
more than one answer, and then stops. Frames hold only how to resume: facts of the game live in the state.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

import msgspec
from msgspec.structs import replace

from noretreat.core.actions import Action
from noretreat.core.types import SideIndex

if TYPE_CHECKING:
    from noretreat.core.state import State

CHANCE: Final = SideIndex(2)
"""The actor of a decision: 0 Axis, 1 Soviet, 2 chance."""

STAGE_LIMIT: Final = 20_000
"""The most stages between two decisions; more than that means a runaway procedure, which is a bug."""

FRAMES: dict[str, type[Frame]] = {}
"""Every frame class by name, for loading saved states."""


class Frame(msgspec.Struct, frozen=True, tag_field="frame", gc=False):
    """One entry of the control stack."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        FRAMES[cls.__name__] = cls

    @abstractmethod
    def proceed(self, state: State) -> bool:
        """Continues from here; returns True if play has to wait for an answer."""


class Procedure(Frame, frozen=True, gc=False, kw_only=True):
    """A fixed list of stages; `at` is the *name* of the next one, so that saves survive a new stage."""

    STAGES: ClassVar[tuple[str, ...]] = ()
    _RUNS: ClassVar[dict[str, tuple[Callable[[Any, Any], None], str]]] = {}
    """For each stage, and for "" as for the first one: its method, called with a frame and a state, and the stage after
    it, "" after the last.
    """
    at: str = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        runs = {
            name: (getattr(cls, name), after) for name, after in zip_longest(cls.STAGES, cls.STAGES[1:], fillvalue="")
        }
        cls._RUNS = {"": runs[cls.STAGES[0]], **runs} if runs else {}

    def proceed(self, state: State) -> bool:
        """Runs the next stage; the frame leaves the stack before its last stage runs."""
        stage, following = self._RUNS[self.at]
        if following:
            state.stack[-1] = replace(self, at=following)
        else:
            state.stack.pop()
        stage(self, state)
        return False


class Decision(Frame, frozen=True, gc=False):
    """A question. With no `options` it is skipped, with a single one it answers itself.

    Every question defines `actor`, `options` and `choose`: mypy refuses a class without them, and
    tests/core/test_kernel.py checks them all. (There is no `ABC` among the bases because msgspec builds the classes of
    frames.)
    """

    ALWAYS_ASK: ClassVar[bool] = False
    """Stop even for a single option: card windows, where not stopping would reveal the hand."""
    CODE: ClassVar[str] = ""
    """The prompt this question shows (`prompts.PROMPTS`)."""

    @abstractmethod
    def actor(self, state: State) -> SideIndex:
        """The side (or chance) that answers."""

    @abstractmethod
    def options(self, state: State) -> Sequence[Action]:
        """All legal answers, in a fixed order."""

    @abstractmethod
    def choose(self, state: State, action: Action) -> None:
        """Carries out an answer. The frame has left the stack; `again` puts it back."""

    def always_asks(self, state: State) -> bool:
        """True if even a single option has to be chosen."""
        return self.ALWAYS_ASK

    def proceed(self, state: State) -> bool:
        """Asks, where there is something to ask; otherwise the frame leaves the stack and answers itself."""
        options = self.options(state)
        if len(options) > 1 or (options and (self.always_asks(state) or self.actor(state) == CHANCE)):
            state.options = tuple(options)
            return True
        state.stack.pop()
        if options:
            self.choose(state, options[0])
        return False

    def again(self, state: State) -> Self:
        """Asks once more after whatever is pushed next."""
        state.stack.append(self)
        return self


def call(state: State, frame: Frame) -> None:
    """Puts a frame on the stack: it runs next."""
    state.stack.append(frame)


def restart_at(state: State, procedure: type[Procedure], stage: str, dropping: type[Frame]) -> None:
    """Has the topmost `procedure` go on from `stage`, as a battle round does when its die is rolled again.

    Of the frames above it only those of the classes `dropping` go.
    """
    kept = []
    while not isinstance(state.stack[-1], procedure):
        frame = state.stack.pop()
        if not isinstance(frame, dropping):
            kept.append(frame)
    state.stack[-1] = replace(state.stack[-1], at=stage)
    state.stack += kept[::-1]


def run_after(state: State, procedure: type[Procedure], frame: Frame) -> None:
    """Makes a frame run once the topmost `procedure` is over, as a second battle does after the first."""
    depth = len(state.stack) - 1
    while not isinstance(state.stack[depth], procedure):
        depth -= 1
    state.stack.insert(depth, frame)


def advance(state: State) -> None:
    """Runs the stack until a real decision is on top (its options in `state.options`) or the game is over."""
    stack = state.stack
    for _ in range(STAGE_LIMIT):
        if state.ended or not stack:
            state.options = ()
            return
        if stack[-1].proceed(state):
            return
    names = [type(frame).__name__ for frame in stack]  # pragma: no cover - no position runs on for ever
    raise RuntimeError(f"runaway procedure: {names}")  # pragma: no cover - the guard against a bug of ours


def answer(state: State, action: Action) -> None:
    """Carries out a legal answer to the decision on top and runs on to the next decision."""
    frame = state.stack.pop()
    assert isinstance(frame, Decision)
    frame.choose(state, action)
    advance(state)
