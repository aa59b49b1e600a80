"""Computer against computer: whole games, many of them, and what came of it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from noretreat import game
from noretreat.ai.player import Player, make_player, observe
from noretreat.core.actions import Action
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.facts import Side


class Record(NamedTuple):
    """One finished game."""

    seed: int
    winner: Side | None
    """None: a draw."""
    reason: str
    turn: int
    points: int
    """Score of the side with the initiative at the end."""
    seconds: float
    slowest: dict[Side, float]
    """The longest player turn of each side, in seconds of thought."""
    thought: dict[Side, float]


Watcher = Callable[[State, Action, tuple[Event, ...]], None]


def play_game(
    axis: str, soviet: str, seed: int, *, options: Options | None = None, watch: Watcher | None = None
) -> Record:
    """Plays one game between two levels; the same seed plays the same game."""
    began = time.perf_counter()
    dice = random.Random(seed)
    hidden = random.Random(seed + 1)
    players: dict[Side, Player] = {
        Side.AXIS: make_player(axis, seed * 2 + 1),
        Side.SOVIET: make_player(soviet, seed * 2 + 2),
    }
    state = game.new_game("barbarossa", options or Options(guarded=False))
    thought: dict[Side, float] = dict.fromkeys(Side, 0.0)
    slowest: dict[Side, float] = dict.fromkeys(Side, 0.0)
    clock: dict[tuple[Side, int, int], float] = {}
    while (actor := game.actor(state)) is not None:
        actions = game.legal_actions(state)
        if isinstance(actor, Side):
            start = time.perf_counter()
            action = players[actor].choose(observe(state, actor, hidden))
            spent = time.perf_counter() - start
            thought[actor] += spent
            key = (actor, state.turn, state.phasing)
            clock[key] = clock.get(key, 0.0) + spent
            slowest[actor] = max(slowest[actor], clock[key])
        else:
            action = actions[int(dice.random() * len(actions))]
        state, happened = game.apply(state, action)
        if watch is not None:
            watch(state, action, happened)
    result = game.outcome(state)
    assert result is not None
    return Record(
        seed, result.winner, result.reason, state.turn, state.vp_shown, time.perf_counter() - began, slowest, thought
    )


def _play(job: tuple[str, str, int, str]) -> Record:
    axis, soviet, seed, rules = job
    return play_game(axis, soviet, seed, options=Options(rules=rules, guarded=False))


def play_match(
    axis: str, soviet: str, games: int, seed: int = 0, processes: int = 1, rules: str = Options().rules
) -> Iterator[Record]:
    """Plays a number of games, one after another or in several processes, and yields them as they end."""
    jobs = [(axis, soviet, seed + number, rules) for number in range(games)]
    if processes <= 1:
        yield from map(_play, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_play, jobs)


def main() -> None:
    """`python -m noretreat.ai.arena AXIS SOVIET GAMES [SEED] [PROCESSES] [RULES]`."""
    import sys
    from collections import Counter

    axis, soviet, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
    numbers = [int(word) for word in sys.argv[4:6]]
    seed, processes = [*numbers, *(0, 1)[len(numbers) :]]
    wins: Counter[str] = Counter()
    for record in play_match(axis, soviet, games, seed, processes, *sys.argv[6:7]):
        how = "draw" if record.winner is None else f"{record.winner.value} wins"
        wins[how] += 1
        slow = max(record.slowest.values())
        print(
            f"seed {record.seed}: {how} ({record.reason}) on turn {record.turn}, "
            f"{record.points} points, {record.seconds:.1f} s, slowest turn {slow:.2f} s",
            flush=True,
        )
    print(dict(wins))


if __name__ == "__main__":
    main()
