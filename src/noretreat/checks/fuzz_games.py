"""Random games, each watched by the checks; a game that fails is saved."""

from __future__ import annotations

import random
import time
import traceback
from pathlib import Path

from noretreat import game
from noretreat.ai.referee.play import play_game
from noretreat.checks.fuzz_plan import Plan
from noretreat.checks.fuzz_report import Played
from noretreat.checks.invariants import Checker
from noretreat.checks.seen import Seen, ending
from noretreat.core.actions import Action
from noretreat.core.events import Event
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.storage import savegame


def play_one(plan: Plan, axis: str, soviet: str, every: int, seed: int, dump: Path) -> Played:
    """Plays one game with the checks; a game that fails is saved in `dump`, up to the action that failed."""
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
    state = game.new_game(plan.scenario, plan.options)
    checker = Checker(state, saved, every, random.Random(plan.seed + 1))

    def watch(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        checker.watch(before, action, after, events)
        seen.watch(before, action, after, events)

    return play_game(state, axis, soviet, plan.seed, watch).end


def _failure(
    plan: Plan,
    levels: tuple[str, str],
    every: int,
    seed: int,
    dump: Path,
    saved: savegame.SavedGame,
    error: Exception,
) -> str:
    """Saves the game up to the failure; returns what failed, and the command that reproduces it."""
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
