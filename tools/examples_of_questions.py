"""Every way a question is put, each with a state that produced it: out of the kept games or of positions made for it.

A test asks each of them to speak of all that its options hold and of nothing else (`tests/explain/test_prompts.py`);
`tools/make_prompts.py` makes a page of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from noretreat import game
from noretreat.core.actions import Action, Done, Pass, PlayEvent
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.sentences import asking
from noretreat.positions import position
from tools.keep_games import Step, steps


class Example(NamedTuple):
    """A question, as it was once put."""

    state: State
    source: str
    """The place it came from: a kept game and the number of its action, or the name of a position."""
    code: str
    asked: asking.Asked
    offered: frozenset[type[Action]]
    """The kinds of answers among the options."""


POSITIONS: Final = {
    "choose.1-axis": "turn 7\nphase combat axis\nunit G4 1511\nunit G6 1610\nunit S_W 1611\nhand axis 1",
    "choose.6-axis": "turn 7\nphase removal axis\nunit G4 1611 unsupplied\nunit G6 1711 unsupplied\nunit S_W 1712\n"
    "unit S_S 1612\nunit S_KAL 1610\nunit S_CEN 1710\nhand axis 6",
    "pay.rebuild": "turn 3\nphase combat soviet\nunit G4 0910\nunit S_W 2310\nhand soviet 7 8 22",
    "choose.17-soviet": "turn 19\nphase combat soviet\nunit S_CEN 1611 back\nunit G4 1511\nunit G8 1511 back\n"
    "hand soviet 17",
    "choose.18-axis": "turn 7\nphase supply axis\nunit S_W 0908\nunit OST1 0808\nunit S_S 2111\nunit G4 1007\n"
    "unit G6 1009\nunit G9 1108\nunit G11 0906\nunit G17 0709\nunit G16 0909\nhand axis 18",
    "event.48-axis": "turn 25\nphase organization axis\nunit FEST1 box:removed\nunit G4 1007\nunit S_NW 2310\n"
    "hand axis 48",
    "event.49-axis": "turn 25\nphase organization axis\nunit G4 1007\nunit S_NW 2310\nhand axis 49",
    "event.step-replace": "turn 7\nphase organization axis\nunit G4 box:destroyed\nunit S_W 1807\nhand axis 3",
    "event.steps-replace": "turn 13\nphase cards soviet\nunit G4 box:destroyed\nunit G6 0606\nunit S_W 1807\n"
    "hand axis 30",
    "place.price": "rules digital\nturn 24\nphase organization axis\nunit GSSPz box:removed\nunit G4 box:shattered\n"
    "unit S_NW 2310",
    "pay.undo": "rules deluxe\nturn 7\nphase organization axis\nunit G4 1206 disorganized\nunit S_W 1807\n"
    "hand axis 4 27\nhand soviet 34",
    "pay.take-back": "rules digital\nturn 8\nphase organization axis\nunit G4 box:destroyed\n"
    "unit G9 0906 disorganized\nunit S_NW 2310\nhand axis 22 27 10\nhand soviet 34",
    "window.for-improve": "rules deluxe\nturn 7\nphase organization axis\nunit G4 1206 back\nunit S_W 1807\n"
    "hand axis 4 27 22\nhand soviet 34",
    "window.for-bill": "rules digital\nturn 8\nphase organization axis\nunit G4 1206 back\nunit S_NW 2310\n"
    "hand axis 22 27 10\nhand soviet 34",
    "take_back": "rules digital\nturn 8\nphase organization axis\nunit G4 box:destroyed\nunit G9 0906 disorganized\n"
    "unit S_NW 2310\nhand axis 22 27\nhand soviet 34",
    "reorganize.done": "rules digital\nturn 8\nphase organization axis\nunit G4 box:destroyed\nunit S_NW 2310\n"
    "hand axis 22",
    "move.reserve": "turn 7\nphase movement soviet\nunit S_NW box:rail reserve\nunit S_W 1909\nunit G4 0606",
    "overstack.destroyed": "turn 7\nphase movement axis\nunit G4 1909 unsupplied\nunit G6 1909 unsupplied\n"
    "unit G9 1909 unsupplied\nunit S_W 1807",
}
"""Sentence that no kept game shows -> a position from which it is found by playing on."""
_TRIES, _STEPS = 60, 40


@cache
def examples() -> tuple[Example, ...]:
    """One example of each combination of sentences and kinds of answers, the kept games first."""
    return examples_of(steps())


def examples_of(kept: Iterable[Step]) -> tuple[Example, ...]:
    """`examples`, where the kept games are replayed for others as well."""
    found: dict[tuple[tuple[str, ...], frozenset[type[Action]]], Example] = {}
    for example in chain(_kept(kept), _prepared()):
        found.setdefault((example.asked.said, example.offered), example)
    return tuple(found.values())


def example_of(state: State, source: str) -> Example:
    """The question that a state puts."""
    frame = state.question
    assert frame is not None
    return Example(state, source, frame.CODE, asking.asked(state, frame), frozenset(map(type, state.options)))


def _kept(kept: Iterable[Step]) -> Iterator[Example]:
    """Every question of the kept games."""
    for step in kept:
        if isinstance(game.actor(step.before), Side):
            yield example_of(step.before, step.source)


def _prepared() -> Iterator[Example]:
    """The questions that are met on the way to a sentence that no kept game shows."""
    for name, text in POSITIONS.items():
        for seed in range(_TRIES):
            met = list(_wander(position(text), name, Random(seed)))
            if met and name in met[-1].asked.said:
                yield met[-1]
                break


def _wander(state: State, name: str, dice: Random) -> Iterator[Example]:
    """Plays on at random, events first, until a question says this sentence; in one of two tries doing little."""
    idle = dice.random() < 0.5
    for _ in range(_STEPS):
        if game.outcome(state):
            return
        if isinstance(game.actor(state), Side):
            yield (example := example_of(state, f"position {name}"))
            if name in example.asked.said:
                return
        options = game.legal_actions(state)
        eager = [action for action in options if isinstance(action, PlayEvent)]
        still = [action for action in options if isinstance(action, Done | Pass) is idle]
        state, _ = game.apply(state, dice.choice(eager or (still if dice.random() < 0.8 else None) or options))
