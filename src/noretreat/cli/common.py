"""What several commands share: arguments, and the loop that plays a game."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from noretreat import game
from noretreat.ai.player import LEVELS, Player, make_player, observe
from noretreat.core.actions import Action
from noretreat.core.events import Event
from noretreat.core.setup import Options
from noretreat.core.state import State
from noretreat.data.check import check_all
from noretreat.data.facts import Side
from noretreat.data.load import ruleset_ids, scenario_ids
from noretreat.storage import savegame

DECISION_LIMIT: Final = 200_000
"""A game that takes more decisions than this (hundreds of times a usual one) goes round in circles."""

Chooser = Callable[[State], Action]
Watcher = Callable[[State, Action, State, tuple[Event, ...]], None]


class CliError(Exception):
    """Something the user has to know, in one line."""


def count(text: str) -> int:
    """An argument that is a number from 1 on."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return number


def add_setup(parser: argparse.ArgumentParser, *, spread: bool = False) -> None:
    """The arguments that say which game is played; `spread`: what is not named (None) is to differ between games."""
    parser.add_argument(
        "--scenario",
        type=scenario,
        default=None if spread else "barbarossa",
        metavar="ID",
        help=f"a scenario file, or one of: {', '.join(scenario_ids())} ({'all' if spread else 'barbarossa'})",
    )
    parser.add_argument(
        "--campaign", action="store_true", help="play on to the end of the war, by the rules of the campaign"
    )
    parser.add_argument(
        "--rules",
        default=None if spread else Options().rules,
        metavar="ID",
        help=f"one of: {', '.join(ruleset_ids())} ({'all' if spread else Options().rules})",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"an optional rule, the value as JSON; names: {', '.join(Options.__struct_fields__[1:])}",
    )


def scenario(text: str) -> str:
    """An argument that names a scenario: an id, or a file, which has to be in order."""
    if not text.endswith(".toml"):
        return text
    problems = check_all([existing(text)])
    if problems:
        more = f" (and {len(problems) - 1} more: noretreat check-data {text})" if len(problems) > 1 else ""
        raise argparse.ArgumentTypeError(f"{problems[0]}{more}")
    return text


def options_of(arguments: argparse.Namespace) -> Options:
    """The options of the games, from the arguments of `add_setup`."""
    chosen: dict[str, Any] = {"rules": arguments.rules or Options().rules, "campaign": arguments.campaign}
    for text in arguments.option:
        name, _, value = text.partition("=")
        name = name.replace("-", "_")
        try:
            chosen[name] = msgspec.json.decode(value or "true")
        except msgspec.DecodeError:
            raise CliError(f"--option {text}: the value is not JSON") from None
    try:
        return msgspec.convert(chosen, Options)
    except msgspec.ValidationError as error:
        raise CliError(f"--option: {error}") from None


def chooser(level: str, side: Side, seed: int) -> Chooser:
    """How a side decides. Random players pick straight from the legal actions, as fast as can be."""
    uniform = random.Random(seed).random
    if level == "random":
        legal = game.legal_actions

        def pick(state: State) -> Action:
            actions = legal(state)
            return actions[int(uniform() * len(actions))]

        return pick
    player: Player = make_player(level, seed)
    rng = random.Random(seed)
    return lambda state: player.choose(observe(state, side, rng))


def add_level(parser: argparse.ArgumentParser, side: str) -> None:
    """The argument that says who plays a side."""
    known = ", ".join(LEVELS)
    parser.add_argument(f"--{side}", choices=list(LEVELS), default="random", help=f"who plays it: {known} (random)")


class Runaway(Exception):
    """A game did not come to an end."""


def play_out(
    state: State, axis: Chooser, soviet: Chooser, chance: Callable[[], float], watch: Watcher | None = None
) -> tuple[State, int, int]:
    """Plays a game to its end: the last state, the decisions of the players, and those of chance."""
    actor, legal, apply = game.actor, game.legal_actions, game.apply_trusted
    dice = game.Chance.CHANCE
    decisions = rolls = 0
    while (who := actor(state)) is not None:
        if who is dice:
            outcomes = legal(state)
            action = outcomes[int(chance() * len(outcomes))]
            rolls += 1
        else:
            action = axis(state) if who is Side.AXIS else soviet(state)
            decisions += 1
            if decisions > DECISION_LIMIT:
                raise Runaway(f"no end after {DECISION_LIMIT} decisions")
        following, events = apply(state, action)
        if watch is not None:
            watch(state, action, following, events)
        state = following
    return state, decisions, rolls


def recorder(saved: savegame.SavedGame) -> Watcher:
    """A watcher that writes a game down."""

    def watch(before: State, action: Action, after: State, _: tuple[Event, ...]) -> None:
        savegame.record(saved, savegame.who(before), action, before, after)

    return watch


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a series: the same whichever process plays it, and whatever came before."""
    return random.Random(f"{seed}/{number}").getrandbits(64)


def existing(path: str) -> Path:
    """An argument that is a file."""
    if not Path(path).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {path}")
    return Path(path)
