"""Every sentence of the log, each with a state that produced it: out of the kept games, or of positions played on.

`tools/make_prompts.py` makes a page of them, and a test fails for a sentence that no state produces and that has no
reason here (`tests/explain/test_wording.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from noretreat import game
from noretreat.core import events as ev
from noretreat.core.actions import Done, Pass, PlayEvent, SettleSides
from noretreat.core.bidding import MOST, Bid, balanced, host_sides
from noretreat.core.board import SIDES
from noretreat.core.rulesets import rules_of
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.sentences import wording
from noretreat.positions import position
from tools.keep_games import Step, steps


class LineExample(NamedTuple):
    """A sentence of the log, as it was once written."""

    state: State
    """The state after it."""
    source: str
    """The place it was written: a kept game and the number of its action, or the position that was played on."""
    args: dict[str, Any]
    """The arguments that it names."""


class Scene(NamedTuple):
    """A position from which a sentence is found by playing on at random."""

    text: str
    switches: tuple[tuple[str, bool | int | str], ...] = ()
    """Switches of a scenario of its own, where no rule set has them so."""


_JOKER: Final = "turn 7\nphase cards axis\njoker axis\nunit G4 0910\nunit S_W 2310\nhand axis 3 4\ndiscards 17 8"
SCENES: Final = {
    "JokerPassed-event": Scene(_JOKER.replace("phase cards", "phase movement"), (("joker_mode", "top_event"),)),
    "JokerPassed-redraw": Scene(_JOKER, (("joker_mode", "redraw"),)),
    "TakenBack-hex": Scene("turn 7\nphase combat soviet\nunit G4 1511\nunit S_W 1611\nhand soviet 34\nhand axis 16"),
    "CityRebuilt": Scene("turn 3\nphase movement soviet\nunit G4 0910\nunit S_W 2310\nhand soviet 7 8 22 43"),
    "UnitEliminated-retreat-removed": Scene(
        "turn 24\nrules digital\nphase combat soviet\nunit VOLKS1 0503\nunit S_W 0603 back\nunit S_S 0603 back\n"
        "unit S_CEN 0504 back\nunit S_SW 0504 back\nunit G4 0606"
    ),
    "UnitEliminated-supply-removed": Scene(
        "turn 20\nrules digital\nphase combat axis\nunit FEST1 2310 unsupplied\nunit G4 1511\n"
        "unit S_W 1611\nunit S_S 2210"
    ),
    "UnitEliminated-overstack-track": Scene(
        "turn 14\nrules digital\nphase movement axis\nunit HUN2 1909 unsupplied\nunit ITA8 1909 unsupplied\n"
        "unit RUM3 1909 unsupplied\nunit S_W 1807"
    ),
    "UnitEliminated-overstack-removed": Scene(
        "turn 20\nrules digital\nphase movement axis\nunit FEST1 0606\nunit FEST2 0606\nunit FEST3 0606\nunit S_W 1807"
    ),
    "UnitEliminated-no_room": Scene(
        "turn 21\nrules deluxe\nphase organization soviet\ntrigger oil 19\nunit YUG1 box:delayed\n"
        "unit G4 WEST_BALKANS\nunit G6 SOUTH_BALKANS\nunit S_W box:destroyed\nunit S_S 1807\nhand soviet 1 2"
    ),
    "UnitSurrendered-retreat": Scene(
        "turn 7\nrules deluxe\nphase combat axis\nunit S_W 1611 back unsupplied\nunit G1Pz 1511\nunit G2Pz 1711\n"
        "unit G3Pz 1610\nunit G4Pz 1712\nunit G4 1612\nunit G6 1710"
    ),
    "UnitRemoved-oil": Scene(
        "turn 20\nrules deluxe\nphase movement soviet\ntrigger oil 21\nunit RUM3 0910\nunit RUM4 0909\nunit S_W 1807"
    ),
    "TriggerPulled-oil": Scene(
        "turn 20\nrules deluxe\nphase movement soviet\nunit S_W 0817\nunit G4 0606\ncontrol axis 0816"
    ),
}
"""Sentence that no kept game writes -> a position that comes to it."""
UNWRITTEN: Final = dict.fromkeys(
    ("UnitFlipped", "UnitEliminated", "CounterblowPlaced", "UnitRemoved", "UnitDisorganized"),
    "what is said of an event whose reason is not known: one that an earlier version stored",
)
"""Sentence that no state of today produces -> the reason why it is there."""
_TRIES, _STEPS = 60, 60


@cache
def lines() -> dict[str, LineExample]:
    """Sentence of the log -> a place where it was written; the kept games first."""
    found: dict[str, LineExample] = {}
    for _ in noting(steps(), found):
        pass
    return completed(found)


def noting(kept: Iterable[Step], found: dict[str, LineExample]) -> Iterator[Step]:
    """The same steps; on the way each sentence that is new is noted."""
    for step in kept:
        for said, example in _written(step.after, step.source, step.events):
            found.setdefault(said, example)
        yield step


def completed(found: dict[str, LineExample]) -> dict[str, LineExample]:
    """The sentences of the kept games, with those that none of them writes."""
    for said, example in _bid_for():
        found.setdefault(said, example)
    for said, scene in SCENES.items():
        if said not in found:
            found |= _played_on(said, scene)
    return found


def _bid_for() -> Iterator[tuple[str, LineExample]]:
    """The log's sentences on bids for the sides: each number of steps, each way in which it comes out."""
    wanted = [Bid(side, steps) for side in Side for steps in range(MOST + 1)]
    for bids in product(wanted, wanted):
        state = game.new_game("fall_blau", balanced(game.Options(), bids), by_bids=True)
        for host in host_sides(bids):
            _, events = game.apply(state, SettleSides(host, bids))
            yield from _written(state, "sides by bid", events)


def _written(state: State, source: str, events: tuple[ev.Event, ...]) -> Iterator[tuple[str, LineExample]]:
    """The log's sentences for these events, to everybody and to those who may not know all of it."""
    for event in events:
        for seen in dict.fromkeys((event, *(ev.redacted(event, viewer) for viewer in (*Side, None)))):
            for by in (None, SIDES[state.phasing]):
                line = wording.line_of(seen, by)
                yield line.said, LineExample(state, source, {**msgspec.structs.asdict(seen), **line.args})


def _played_on(said: str, scene: Scene) -> dict[str, LineExample]:
    """The sentence, found by playing on from its position at random, in one of two tries doing little."""
    for seed in range(_TRIES):
        dice = Random(seed)
        idle, state = dice.random() < 0.5, _begun(scene)
        for _ in range(_STEPS):
            if game.outcome(state):
                break
            options = game.legal_actions(state)
            eager = [action for action in options if isinstance(action, PlayEvent)]
            still = [action for action in options if isinstance(action, Done | Pass) is idle]
            state, events = game.apply(state, dice.choice(eager or (still if dice.random() < 0.8 else None) or options))
            written = dict(_written(state, f"position {said}", events))
            if said in written:
                return {name: example for name, example in written.items() if name in (said, f"{said}-by")}
    return {}


def _begun(scene: Scene) -> State:
    """The position of a scene, under its switches."""
    state = position(scene.text)
    if scene.switches:
        options = msgspec.structs.replace(state.setup.options, joker=True)
        state.setup = msgspec.structs.replace(state.setup, options=options, switches=scene.switches)
        state.rules = rules_of(options.rules, scene.switches)
    return state
