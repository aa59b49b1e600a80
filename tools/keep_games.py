"""Searches games for tests/saved_games: together they show all that the game can do.

That is every ending, question, numbered choice, card event, and kind of action and engine event.

Run: `python -m tools.keep_games --seconds 300`. It replays the kept games (a few seconds), plays what is directed, then
looks as many seconds as it is given for what is still missing (not at all if nothing is), and says every ten seconds
how far it is. What no game meets is named at the end: try again with other players (`--axis normal`). Each kept game is
cut off after the last thing it is kept for, unless that is its ending, and carries no snapshots. Needed again when
mended rules make kept games illegal; a kept game that still replays stays (`--afresh` begins anew).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from noretreat import game
from noretreat.ai.referee.fate import Fate
from noretreat.ai.referee.play import Chooser, Seat, play_out
from noretreat.checks import fuzz_plan
from noretreat.checks.seen import NODES, Seen, all_cards, all_questions, all_records, card_names, ending
from noretreat.core.actions import (
    Action,
    ChooseHex,
    Conclude,
    DeclareTarget,
    MoveUnit,
    PlaceCounterblow,
    PlayEvent,
    Resign,
)
from noretreat.core.board import BOARD, SIDE_INDEX
from noretreat.core.events import Event
from noretreat.core.lasting import Kind
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.positions import PREFIX, begin, write_state
from noretreat.rules import effects
from noretreat.storage import savegame

FOLDER: Final = Path(__file__).resolve().parents[1] / "tests" / "saved_games"
KEPT: Final = "[0-9]*-*.jsonl"
"""The names of kept games; others lie in the same folder for other reasons."""
ENDINGS: Final = (
    "axis objectives", "axis sudden_death", "axis operational", "axis time", "axis scenario", "axis denied",
    "axis resigned", "soviet objectives", "soviet sudden_death", "soviet total", "soviet garrison", "soviet scenario",
    "soviet denied", "soviet resigned", "axis clock", "soviet clock", "nobody operational_tie", "nobody agreed",
    "nobody stopped",
)  # fmt: skip
"""Every way of ending a game."""
Settings = tuple[int, str | None, str | None, dict[str, Any] | None]
"""Seed, scenario, rule set, options of a series; what is None differs from game to game."""
CREATED: Final = "2026-11-21T12:00:00+00:00"
"""The date at which all kept games say they were begun, so that the same search writes the same files."""
EVERY: Final = 10.0
"""Seconds between two lines that say how far the search is."""
FROM_POSITIONS: Final = "prepared position"
"""In the title of a kept game that does not begin with a scenario."""


@dataclass(slots=True)
class Found:
    """One game, and the action at which each thing first happened in it."""

    saved: savegame.SavedGame
    first: dict[str, int] = field(default_factory=dict)

    def note(self, things: set[str]) -> None:
        """Notes what has just happened for the first time."""
        for thing in things:
            self.first.setdefault(thing, len(self.saved.entries))


def wanted() -> frozenset[str]:
    """Everything that the kept games are to show."""
    cards = {f"card {card_names([card])}" for card in all_cards()}
    return frozenset({f"ending {way}" for way in ENDINGS} | cards | set(NODES) | all_questions() | all_records())


def things(seen: Seen) -> set[str]:
    """Return what has been seen, in the words of `wanted`."""
    return {f"card {card_names([card])}" for card in seen.fired()} | seen.nodes() | seen.questions() | seen.records


def play(scenario: str, options: Options, seed: int, levels: tuple[str, str]) -> Found:
    """One game between players of these levels (`resign`: random, and gives up after a while)."""
    source = random.Random(seed)
    state = begin(scenario, options)
    found = Found(savegame.new_save(scenario, options, created=CREATED))
    write, step = savegame.recorder(found.saved), Seen()

    def watch(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        write(before, action, after, events)
        step.kinds.clear()
        step.cards.clear()
        step.records.clear()
        step.watch(before, action, after, events)
        found.note(things(step))

    players = [_player(level, side, source) for side, level in zip(Side, levels, strict=True)]
    state, _, _ = play_out(state, players[0], players[1], Fate(source.getrandbits(63)).choose, watch)
    found.note({f"ending {ending(state)}"})
    found.saved.snapshots.clear()
    return found


def _player(level: str, side: Side, source: random.Random) -> Chooser:
    """A player of a level."""
    if level == "keen":
        return _keen(side, source)
    if level == "idle":
        return _idle(source)
    return Seat(side, level, source.getrandbits(63)).choose


def _idle(source: random.Random) -> Chooser:
    """Directed play: ends every step as soon as it may, so that the other side gets as far as it can."""
    name = {"Done", "Pass"}

    def choose(state: State) -> Action:
        actions = game.legal_actions(state)
        ends = [action for action in actions if type(action).__name__ in name]
        return ends[0] if ends else actions[int(source.random() * len(actions))]

    return choose


_KEEN_ON: Final = {Side.AXIS: 15, Side.SOVIET: 32}
"""Cards whose questions come up too rarely by chance: joining another battle (15A), stepping back (32S)."""


def _keen(side: Side, source: random.Random) -> Chooser:
    """Directed play: marks many hexes, holds on to one card and plays it, and crowds the hexes that 32S allows."""
    card = _KEEN_ON[side]

    def liked(state: State, action: Action) -> bool:
        if isinstance(action, PlayEvent):
            return action.card == card
        if isinstance(action, ChooseHex):
            if type(state.question).__name__ == "TakeOffCounterblows":
                return True
            return bool(state.occupied(SIDE_INDEX[side]) >> BOARD.node_of[action.hex] & 1)
        if isinstance(action, MoveUnit):
            roomy = effects.in_force(state, Kind.EXTRA_STACK)
            return roomy is not None and bool(roomy.nodes >> BOARD.node_of[action.to] & 1)
        return isinstance(action, DeclareTarget | PlaceCounterblow)

    def choose(state: State) -> Action:
        actions = game.legal_actions(state)
        best = [action for action in actions if liked(state, action)]
        others = [action for action in actions if getattr(action, "card", 0) != card]
        return source.choice(best or others or actions)

    return choose


def total_victory() -> Found:
    """From a prepared position: the Soviets hold every city and oil field, which no player gets to before 12.1 or 12.2.

    Objectives and Sudden Death end every played game before 34 points are reached.
    """
    text = f"""turn 17
phase movement soviet
initiative soviet
rules deluxe
event_vp 3
control soviet {" ".join(BOARD.ids(BOARD.vp_hexes))}
unit S_SW 1010
unit G1Pz 0503"""
    scenario, options = PREFIX + text, Options(rules="deluxe")
    state = begin(scenario, options)
    found = Found(savegame.new_save(scenario, options, created=CREATED))
    while game.actor(state) is not None:
        action = game.legal_actions(state)[-1]
        after, _ = game.apply(state, action)
        savegame.record(found.saved, savegame.who(state), action, state, after)
        state = after
    found.saved.snapshots.clear()
    found.note({f"ending {ending(state)}"})
    return found


def ended_by(side: Side, end: Resign | Conclude, things: frozenset[str] = frozenset()) -> Found:
    """A game that ends outside the rules at the first decision of a side."""
    options = Options(rules="deluxe")
    state = game.new_game("saturn", options)
    found = Found(savegame.new_save("saturn", options, created=CREATED))
    while game.actor(state) is not side:
        action = game.legal_actions(state)[0]
        savegame.record(found.saved, savegame.who(state), action, state, state)
        state, _ = game.apply(state, action)
    savegame.record(found.saved, side.value, end, state, state)
    state, _ = game.apply(state, end)
    found.note({f"ending {ending(state)}", f"action {type(end).__name__}", *things})
    return found


def resigned(side: Side) -> Found:
    """A game that a side gives up at its first decision."""
    return ended_by(side, Resign(side), frozenset({"D-05"}))


def joined() -> Found:
    """From a prepared position: 15A calls off one of three planned battles, and another is in reach of its unit.

    No player of a whole game got there: by the computer rules the three share one pool of markers.
    """
    text = """turn 7
phase combat axis
initiative axis
rules digital
supports 1 3
unit G4Pz 1511
unit G6 1512
unit G9 1704
unit S_W 1611
unit S_SW 1612
unit S_KAL 1804
hand axis 15
hand soviet 1 2 3 4"""
    return _first_with("JoinPlanned", PREFIX + text, Options(rules="digital"))


def exiled() -> Found:
    """From a prepared position: a unit is replaced beside a cadre, and both a card and the cadre can put it in order.

    Whole games come to it so seldom that a search takes hours.
    """
    text = """turn 9
phase organization axis
initiative axis
rules digital
unit KG1 0606
unit G4 box:destroyed
unit S_NW 2310
hand axis 1 2 3 5"""
    return _first_with("ExileCadre", PREFIX + text, Options(rules="digital"))


def exchanged() -> Found:
    """From a prepared position: a scenario whose own switch lets the Joker change cards for new ones (C-56).

    No rule set of the game says so; a scenario file may.
    """
    options = Options(rules="deluxe", joker=True)
    state = game.new_game("saturn", options)
    state.setup = msgspec.structs.replace(state.setup, switches=(("joker_mode", "redraw"),))
    return _first_with("ExchangeCards", PREFIX + write_state(state), options)


def _first_with(thing: str, scenario: str, options: Options) -> Found:
    """The first game from a position that shows this."""
    games = (play(scenario, options, seed, ("random", "keen")) for seed in range(1000))
    return next(found for found in games if thing in found.first)


DIRECTED: Final[dict[str, Callable[[], Found]]] = {
    "ending axis resigned": lambda: resigned(Side.AXIS),
    "ending soviet resigned": lambda: resigned(Side.SOVIET),
    "ending axis clock": lambda: ended_by(Side.SOVIET, Conclude(Side.SOVIET)),
    "ending soviet clock": lambda: ended_by(Side.AXIS, Conclude(Side.AXIS)),
    "ending nobody agreed": lambda: ended_by(Side.AXIS, Conclude()),
    "ending nobody stopped": lambda: ended_by(Side.AXIS, Conclude(stopped=True)),
    "ending soviet total": total_victory,
    "JoinPlanned": joined,
    "ExileCadre": exiled,
    "ExchangeCards": exchanged,
}
"""Results that whole games never reach, and for each the game that shows it."""


def show(path: Path) -> set[str]:
    """Return what a kept game shows; raise `SaveError` if it does not replay."""
    saved = savegame.load(path)
    state = savegame.replay(saved, 0).state
    seen = Seen()
    for entry in saved.entries:
        after, events = game.apply(state, entry.action)
        seen.watch(state, entry.action, after, events)
        state = after
    return things(seen) | {f"ending {ending(state)}"}


def search(seconds: float, levels: tuple[str, str], settings: Settings) -> Iterator[Found]:
    """Games of the plan of `noretreat fuzz`, between players of these levels, until the time is up."""
    started, number = time.monotonic(), 0
    while time.monotonic() - started < seconds:
        number += 1
        plan = fuzz_plan.plan(number, *settings)
        yield play(plan.scenario, plan.options, plan.seed, levels)


def choose(games: list[Found], missing: set[str]) -> list[tuple[Found, int]]:
    """The games, each with the action to cut it off at, that show what is missing: most for the length first."""
    chosen: list[tuple[Found, int]] = []
    while True:
        best, worth = None, 0.0
        for found in games:
            for count, cut in enumerate(sorted(at for thing, at in found.first.items() if thing in missing), 1):
                if count / (cut + 30) > worth:
                    best, worth = (found, cut), count / (cut + 30)
        if best is None:
            return chosen
        chosen.append(best)
        missing = {thing for thing in missing if best[0].first.get(thing, best[1] + 1) > best[1]}


def keep(found: Found, cut: int, missing: set[str]) -> set[str]:
    """Writes a game up to an action; returns what it shows of the missing."""
    shown = {thing for thing in missing if found.first.get(thing, cut + 1) <= cut}
    saved = found.saved
    scenario = saved.header.scenario.partition(":")[0]
    end = next((thing.removeprefix("ending ") for thing in sorted(shown) if thing.startswith("ending ")), "")
    number = 1 + max((int(path.name.partition("-")[0]) for path in FOLDER.glob(KEPT)), default=0)
    name = "-".join(
        word for word in (f"{number:02}", scenario, str(saved.header.options["rules"]), *end.split()) if word
    )
    mark = f" ({FROM_POSITIONS})" if scenario == "position" else ""
    saved.header.name = f"Kept for {', '.join(sorted(shown))}{mark}"
    savegame.save(FOLDER / f"{name}.jsonl", savegame.SavedGame(saved.header, saved.entries[:cut]))
    return shown


class Step(NamedTuple):
    """One action of a kept game: which game and which step, the state before and after it, and its events."""

    source: str
    before: State
    after: State
    events: tuple[Event, ...]


def steps() -> Iterator[Step]:
    """Every step of every kept game; stops the program with advice at a game that the rules of today do not accept."""
    for path in sorted(FOLDER.glob(KEPT)):
        try:
            yield from _steps_of(path)
        except (savegame.SaveError, game.IllegalAction):
            raise SystemExit(advice()) from None


def _steps_of(path: Path) -> Iterator[Step]:
    """Every step of a kept game; an error says at which."""
    saved = savegame.load(path)
    saved.snapshots.clear()
    state = savegame.replay(saved, 0).state
    for number, entry in enumerate(saved.entries):
        try:
            after, events = game.apply(state, entry.action)
        except game.IllegalAction:
            raise
        except Exception as error:
            error.add_note(f"in step {number} of the kept game {path.name}")
            raise
        yield Step(f"{path.stem}, {number}", state, after, events)
        state = after


def advice() -> str:
    """Which kept games do not replay, each with the step and the reason, and what to do."""
    found = []
    for path in sorted(FOLDER.glob(KEPT)):
        number = 0
        try:
            for _ in _steps_of(path):
                number += 1
        except (savegame.SaveError, game.IllegalAction) as error:
            found.append(f"{path.name} does not replay any more: step {number} ({error})")
    return (
        f"{'; '.join(found)}. If the rule was meant to change, delete {'it' if len(found) == 1 else 'them'} in "
        "tests/saved_games and run python -m tools.keep_games, which looks for another; the documents are made from "
        "the kept games."
    )


def lacking() -> set[str]:
    """Return what the kept games do not show; name those that no longer replay, which have to be deleted first."""
    paths, started = sorted(FOLDER.glob(KEPT)), time.monotonic()
    missing = set(wanted())
    print(f"Replaying {len(paths)} kept games ...", flush=True)
    for path in paths:
        try:
            missing -= show(path)
        except (savegame.SaveError, game.IllegalAction) as error:
            raise SystemExit(f"{path.name} does not replay any more ({error}): delete it and run this again") from None
    print(f"They replay ({time.monotonic() - started:.0f} s) and lack {told(missing)}.", flush=True)
    return missing


def directed(missing: set[str]) -> list[Found]:
    """The games that are directed to what is missing."""
    found = []
    for thing, make in DIRECTED.items():
        if thing in missing:
            print(f"Directing a game to {thing} ...", flush=True)
            found.append(make())
    return found


def looked_for(missing: set[str], seconds: float, levels: tuple[str, str], settings: Settings) -> list[Found]:
    """Games that show what is missing, or show it sooner, out of as many as can be played in this time."""
    if not missing:
        return []
    print(f"Looking for {seconds:.0f} s, {levels[0]} against {levels[1]} ...", flush=True)
    started, shortest, games, said = time.monotonic(), dict[str, int](), list[Found](), 0.0
    for played, found in enumerate(search(seconds, levels, settings), start=1):
        better = {thing for thing, at in found.first.items() if thing in missing and at < shortest.get(thing, 1 << 30)}
        shortest |= {thing: found.first[thing] for thing in better}
        if better:
            games.append(found)
        spent = time.monotonic() - started
        if spent - said >= EVERY:
            said = spent
            print(f"  {spent:4.0f} s, {played} games: lacking are {told(missing - shortest.keys())}", flush=True)
    return games


def told(things: set[str]) -> str:
    """Some things by name, many by their number."""
    few = sorted(things)[:6]
    return (", ".join(few) or "nothing") + (f" and {len(things) - 6} more" if len(things) > 6 else "")


def main() -> int:
    """Looks for what the kept games lack, keeps it, and names what no game has met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120, help="how long to look (120)")
    for side in Side:
        parser.add_argument(
            f"--{side}", default="random", help="who plays it: random, easy, normal, idle, keen (random)"
        )
    parser.add_argument("--seed", type=int, default=1945, help="of the series of games (1945)")
    parser.add_argument("--scenario", help="look in this scenario only")
    parser.add_argument("--rules", help="look under this rule set only")
    parser.add_argument("--options", help='only with these options, as JSON: {"no_surrender": true}')
    parser.add_argument("--afresh", action="store_true", help="drop the games kept so far")
    arguments = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob(KEPT) if arguments.afresh else ():
        path.unlink()
    missing = lacking()
    games = directed(missing)
    settings = (
        arguments.seed,
        arguments.scenario,
        arguments.rules,
        json.loads(arguments.options) if arguments.options else None,
    )
    games += looked_for(missing, arguments.seconds, (arguments.axis, arguments.soviet), settings)
    for found, cut in choose(games, missing):
        shown = keep(found, cut, missing)
        missing -= shown
        print(f"kept a game for {told(shown)}")
    print(f"Still missing: {', '.join(sorted(missing)) or 'nothing'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
