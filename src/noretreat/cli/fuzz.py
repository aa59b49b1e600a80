"""Play at random and watch that nothing breaks: counters, cards, copies, snapshots, legal actions, views."""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from pathlib import Path

import msgspec
from tqdm import tqdm  # type: ignore[import-untyped]

from noretreat.cli.common import add_setup, chooser, count, game_seed, options_of, play_out, recorder
from noretreat.data.facts import Side
from noretreat.rules import game, wording
from noretreat.rules.actions import Action
from noretreat.rules.board import AXIS, SOVIET, bits
from noretreat.rules.events import Event, redacted
from noretreat.rules.state import Options, State, dump
from noretreat.rules.view import view
from noretreat.storage import savegame

HELP = "play at random and check that nothing breaks"
EXAMPLES = """\
  noretreat fuzz --games 20 --seed 7
  noretreat fuzz --games 1000 --seconds 60        stop after a minute
  noretreat fuzz --games 20 --every 1             the dear checks at every decision"""


class Broken(AssertionError):
    """Something that must always hold does not."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    add_setup(parser)
    parser.add_argument("--games", type=count, default=20, metavar="N", help="how many (20)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same games (1)")
    parser.add_argument("--seconds", type=float, metavar="T", help="begin no new game after so many seconds")
    parser.add_argument("--every", type=count, default=10, metavar="N", help="dear checks at every Nth action (10)")
    parser.add_argument("--dump", type=Path, default=Path("."), metavar="DIR", help="where a failing game is put (.)")


def run(arguments: argparse.Namespace) -> int:
    """Plays; a failing game is written to a save file and named."""
    started, failures, played, actions = time.perf_counter(), 0, 0, 0
    options = options_of(arguments)
    for number in tqdm(range(1, arguments.games + 1), unit="game", file=sys.stderr, disable=None):
        if arguments.seconds and time.perf_counter() - started > arguments.seconds:
            break
        saved = savegame.new_save(arguments.scenario, options, name=f"fuzz seed {arguments.seed} game {number}")
        try:
            play_checked(saved, options, game_seed(arguments.seed, number), arguments.every)
        except Exception as error:
            failures += 1
            _report(arguments, saved, number, error)
        played += 1
        actions += len(saved.entries)
    print(f"{played} games, {actions:,} actions, {failures} failures in {time.perf_counter() - started:.1f} s")
    return 1 if failures else 0


def _report(arguments: argparse.Namespace, saved: savegame.SavedGame, number: int, error: Exception) -> None:
    """Dumps the game up to the failure and says how to get there again."""
    arguments.dump.mkdir(parents=True, exist_ok=True)
    path = arguments.dump / f"fuzz-{Path(saved.header.scenario).stem}-{arguments.seed}-{number}.jsonl"
    savegame.save(path, saved)
    where = traceback.extract_tb(error.__traceback__)[-1]
    print(f"game {number} failed after action {len(saved.entries)}: {type(error).__name__}: {error}", file=sys.stderr)
    print(f"  at {Path(where.filename).name}:{where.lineno}; dumped to {path}", file=sys.stderr)


def play_checked(saved: savegame.SavedGame, options: Options, seed: int, every: int) -> State:
    """Plays one random game, with the checks, into `saved`."""
    source = random.Random(seed)
    state = game.new_game(saved.header.scenario, options)
    checker = Checker(state, saved, every)
    axis, soviet = (chooser("random", side, source.getrandbits(63)) for side in Side)
    state, _, _ = play_out(state, axis, soviet, source.random, checker.watch)
    if game.outcome(state) is None:
        raise Broken("nobody has to act, but the game is not over")
    return state


class Checker:
    """Looks at every step of a game."""

    def __init__(self, state: State, saved: savegame.SavedGame, every: int) -> None:
        self._record, self._every, self._steps = recorder(saved), every, 0
        self._cards = _cards(state)
        self._units = len(state.where)

    def watch(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Checks one step; raises `Broken`."""
        self._record(before, action, after, events)
        self._steps += 1
        if game.actor(after) is not None and not game.legal_actions(after):
            raise Broken("somebody has to act, but nothing is legal")
        if len(after.where) != self._units:
            raise Broken("counters were lost or made")
        cards = _cards(after)
        gone = _removed(before, after)
        lost = [card for card in sorted(self._cards - cards) if card[1] not in gone]
        if lost:
            raise Broken(f"cards lost: {lost}")
        self._cards = cards
        if self._steps % self._every == 0:
            _dear_checks(before, action, after, events)


def _cards(state: State) -> frozenset[tuple[int, int]]:
    """Every card that is somewhere, as (deck, number); raises when one is in two places."""
    everywhere = []
    for side in (AXIS, SOVIET):
        deck = int(state.has_own_deck(side))
        everywhere += [(deck, number) for number in bits(state.hands[side])]
    for deck in (AXIS, SOVIET) if state.has_own_deck(SOVIET) else (AXIS,):
        everywhere += [(deck, number) for number in (*bits(state.pile(deck)), *state.discarded(deck))]
    for number in state.table:
        everywhere.append(_owner(state, number, everywhere))
    if len(everywhere) != len(set(everywhere)):
        raise Broken(f"a card is in two places: {sorted(everywhere)}")
    return frozenset(everywhere)


def _owner(state: State, number: int, elsewhere: list[tuple[int, int]]) -> tuple[int, int]:
    """Whose card on the table this is: of two decks, the one that lacks it elsewhere."""
    decks = (AXIS, SOVIET) if state.has_own_deck(SOVIET) else (AXIS,)
    return next(((deck, number) for deck in decks if (deck, number) not in elsewhere), (AXIS, number))


def _removed(before: State, after: State) -> frozenset[int]:
    """Cards that may leave the game in this step: the purge of 1945, and events that stay in force."""
    leaving = {effect.card for effect in after.effects}
    if before.turn != after.turn:
        leaving |= set(after.rules.cards_1945_out)
    return frozenset(leaving)


def _dear_checks(before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
    """What takes longer than the step itself."""
    key = before.key()
    again, _ = game.apply(before, action)
    if before.key() != key:
        raise Broken("applying an action changed the state it was given")
    if again.key() != after.key():
        raise Broken("the same action gave two different results")
    copy = savegame.revived(msgspec.json.decode(msgspec.json.encode(dump(after))))
    if copy.key() != after.key() or copy.options != after.options:
        raise Broken("the state does not survive being written and read")
    for side in (*Side, None):
        msgspec.json.encode(view(after, side))
        for event in events:
            wording.describe(redacted(event, side), side)
