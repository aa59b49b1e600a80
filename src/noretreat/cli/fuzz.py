"""Play at random and watch that nothing breaks: counters, cards, copies, snapshots, secrets, legal actions, views.

Each game has its own scenario, rule set and options, spread so that all of them occur, unless they are named.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat.cli import fuzz_plan
from noretreat.cli.common import add_level, add_setup, chooser, count, options_of, play_out
from noretreat.cli.fuzz_checks import Broken, Checker
from noretreat.cli.fuzz_plan import Plan
from noretreat.cli.seen import NODES, Seen, all_cards, all_questions, card_names, ending
from noretreat.data.facts import Side
from noretreat.rules import game
from noretreat.rules.actions import Action
from noretreat.rules.events import Event
from noretreat.rules.state import State
from noretreat.storage import savegame

HELP = "play at random and check that nothing breaks"
EXAMPLES = """\
  noretreat fuzz                                  a game of each scenario with each rule set
  noretreat fuzz --games 5000 --every 50          the whole: each set of options with each of them, several times
  noretreat fuzz --games 200 --scenario citadel --rules deluxe --processes 2
  noretreat fuzz --option paratroops=true --games 100
  noretreat fuzz --axis normal --soviet easy --games 10
  noretreat fuzz --only 17 --every 1              game 17 again, the dear checks at every action
  noretreat fuzz --games 1000 --seconds 60 --json > found.json"""


@dataclass(slots=True)
class Played:
    """What came of one game."""

    plan: Plan
    ending: str
    """As `seen.ending`; of a game that failed `failed`."""
    turn: int
    actions: int
    seconds: float
    """Process time, checks included."""
    seen: Seen = field(default_factory=Seen)
    failure: str = ""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    add_setup(parser, spread=True)
    parser.add_argument("--games", type=count, metavar="N", help="how many (one of each scenario with each rule set)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (1)")
    parser.add_argument("--only", type=count, metavar="N", help="play game N of the series only")
    add_level(parser, "axis")
    add_level(parser, "soviet")
    parser.add_argument("--processes", type=count, default=1, metavar="N", help="how many to use (1)")
    parser.add_argument("--seconds", type=float, metavar="T", help="begin no new game after so many seconds")
    parser.add_argument("--every", type=count, default=10, metavar="N", help="dear checks at every Nth action (10)")
    parser.add_argument("--dump", type=Path, default=Path("."), metavar="DIR", help="where a failing game is put (.)")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Plays, reports each failing game with its save file, and prints the summary."""
    started = time.perf_counter()
    plans = _plans(arguments)
    results = []
    with tqdm(total=len(plans), unit="game", file=sys.stderr, disable=None) as bar:
        for played in _results(arguments, plans, started):
            results.append(played)
            bar.update()
            if played.failure:
                print(played.failure, file=sys.stderr)
    results.sort(key=lambda played: played.plan.number)
    found = summary(results, time.perf_counter() - started)
    print(json.dumps(found, indent=2) if arguments.json else as_text(found))
    return 1 if found["failures"] else 0


def _plans(arguments: argparse.Namespace) -> list[Plan]:
    """The games to play."""
    fixed = None
    if arguments.option or arguments.campaign:
        fixed = fuzz_plan.changed(options_of(arguments))
    settings = arguments.seed, arguments.scenario, arguments.rules, fixed
    if arguments.only:
        return [fuzz_plan.plan(arguments.only, *settings)]
    games = arguments.games or len(fuzz_plan.pairs(arguments.scenario, arguments.rules))
    plans = [fuzz_plan.plan(number, *settings) for number in range(1, games + 1)]
    game.new_game(plans[0].scenario, plans[0].options)  # a wrong name is said before anything starts
    return plans


def _results(arguments: argparse.Namespace, plans: list[Plan], started: float) -> Iterator[Played]:
    """The games as they finish, from this process or from several."""
    rest = (arguments.axis, arguments.soviet, arguments.every, arguments.seed, arguments.dump)

    def in_time() -> bool:
        return not arguments.seconds or time.perf_counter() - started < arguments.seconds

    if arguments.processes == 1:
        for plan in plans:
            if in_time():
                yield play_one(plan, *rest)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(arguments.processes, mp_context=context) as pool:
        waiting = [pool.submit(play_one, plan, *rest) for plan in plans]
        for future in as_completed(waiting):
            if future.cancelled():
                continue
            yield future.result()
            if not in_time():
                for other in waiting:
                    other.cancel()


def play_one(plan: Plan, axis: str, soviet: str, every: int, seed: int, dump: Path) -> Played:
    """Plays one game with the checks; one that fails is saved in `dump` up to the action that failed."""
    saved = savegame.new_save(plan.scenario, plan.options, name=f"fuzz seed {seed} game {plan.number}")
    seen = Seen()
    started = time.process_time()
    try:
        state = play_checked(saved, plan, axis, soviet, every, seen)
    except Exception as error:
        text = _failure(plan, (axis, soviet), every, seed, dump, saved, error)
        return Played(plan, "failed", 0, len(saved.entries), time.process_time() - started, seen, text)
    return Played(plan, ending(state), state.turn, len(saved.entries), time.process_time() - started, seen)


def play_checked(saved: savegame.SavedGame, plan: Plan, axis: str, soviet: str, every: int, seen: Seen) -> State:
    """Plays one game, with the checks, into `saved` and `seen`."""
    source = random.Random(plan.seed)
    state = game.new_game(plan.scenario, plan.options)
    players = chooser(axis, Side.AXIS, source.getrandbits(63)), chooser(soviet, Side.SOVIET, source.getrandbits(63))
    checker = Checker(state, saved, every, random.Random(plan.seed + 1))

    def watch(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        checker.watch(before, action, after, events)
        seen.watch(before, action, after, events)

    state, _, _ = play_out(state, *players, source.random, watch)
    if game.outcome(state) is None:
        raise Broken("nobody has to act, but the game is not over")
    return state


def _failure(
    plan: Plan,
    levels: tuple[str, str],
    every: int,
    seed: int,
    dump: Path,
    saved: savegame.SavedGame,
    error: Exception,
) -> str:
    """Dumps the game up to the failure; the text says what failed, and the command that gets there again."""
    dump.mkdir(parents=True, exist_ok=True)
    path = dump / f"fuzz-{Path(plan.scenario).stem}-{plan.options.rules}-{seed}-{plan.number}.jsonl"
    savegame.save(path, saved)
    where = traceback.extract_tb(error.__traceback__)[-1]
    players = "".join(f" --{side} {level}" for side, level in zip(Side, levels, strict=True) if level != "random")
    return (
        f"game {plan.number} failed after action {len(saved.entries)}: {type(error).__name__}: {error}\n"
        f"  at {Path(where.filename).name}:{where.lineno}; dumped to {path}\n"
        f"  again: noretreat fuzz {plan.arguments()}{players} --seed {seed} --only {plan.number} --every {every}"
    )


# --- what came of it --------------------------------------------------------------------------------------------
def summary(results: list[Played], wall: float) -> dict[str, Any]:
    """The counts of a series."""
    seen = Seen()
    endings: dict[str, Counter[str]] = {}
    chosen: Counter[str] = Counter()
    for played in results:
        seen.merge(played.seen)
        key = f"{Path(played.plan.scenario).stem} {played.plan.options.rules}"
        endings.setdefault(key, Counter())[played.ending] += 1
        names = fuzz_plan.changed(played.plan.options)
        chosen.update(list(names) or ["as usual"])
        chosen.update(["several together"] if len(names) > 1 else [])
    seconds = sum(played.seconds for played in results)
    actions = sum(played.actions for played in results)
    return {
        "games": len(results),
        "failures": sum(bool(played.failure) for played in results),
        "actions": actions,
        "actions_per_second": round(actions / seconds) if seconds else 0,
        "wall_seconds": round(wall, 1),
        "endings": {key: dict(endings[key].most_common()) for key in sorted(endings)},
        "options": dict(chosen.most_common()),
        "questions": {name: seen.kinds[name] for name in sorted(seen.questions())},
        "questions_missing": sorted(all_questions() - seen.questions()),
        "choices": len(seen.nodes()),
        "choices_missing": sorted(NODES.keys() - seen.nodes()),
        "cards": {card_names([card]): seen.cards[card] for card in sorted(seen.fired())},
        "cards_missing": card_names(all_cards() - seen.fired()),
        "failed": [played.failure for played in results if played.failure],
    }


_WIDTH: Final = 28


def as_text(found: dict[str, Any]) -> str:
    """The summary for people; the lines that begin with a bar are a table."""
    ways = sorted({way for row in found["endings"].values() for way in row})
    lines = [
        f"{found['games']} games, {found['actions']:,} actions, {found['failures']} failures "
        f"in {found['wall_seconds']} s; {found['actions_per_second']:,} actions a second with all checks",
        "",
        f"| {'game':{_WIDTH}} | {' | '.join(ways)} |",
        f"|{'-' * (_WIDTH + 2)}|{'|'.join('-' * (len(way) + 1) + ':' for way in ways)}|",
    ]
    for key, row in found["endings"].items():
        cells = (f"{row.get(way) or '':>{len(way)}}" for way in ways)
        lines.append(f"| {key:{_WIDTH}} | {' | '.join(cells)} |")
    total: Counter[str] = Counter()
    for row in found["endings"].values():
        total.update(row)
    cells = (f"{total[way]:>{len(way)}}" for way in ways)
    lines.append(f"| {'all':{_WIDTH}} | {' | '.join(cells)} |")
    options = ", ".join(f"{name} {times}" for name, times in found["options"].items())
    questions, missing = len(found["questions"]), found["questions_missing"]
    lines += [
        "",
        f"Options (games): {options}.",
        f"Kinds of decisions: {questions} of {questions + len(missing)}; not met: {', '.join(missing) or 'none'}.",
        f"Choices of the rules: {found['choices']} of {len(NODES)}; "
        f"not met: {', '.join(found['choices_missing']) or 'none'}.",
        f"Card events: {len(found['cards'])} of {len(all_cards())}; not met: {found['cards_missing'] or 'none'}.",
    ]
    return "\n".join(lines)
