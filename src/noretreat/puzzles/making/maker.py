"""The maker: out of a position of a game, the puzzles that it offers, proved and rated."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Iterator
from typing import Final

import msgspec

from noretreat import game, positions
from noretreat.ai.player import observe
from noretreat.ai.players.levels import make_player
from noretreat.ai.referee.fate import Fate
from noretreat.core.actions import MoveUnit
from noretreat.core.board import SIDES
from noretreat.core.state import State
from noretreat.game import Chance
from noretreat.puzzles import judging
from noretreat.puzzles.making import proof, questions
from noretreat.puzzles.making.plans import Ground
from noretreat.puzzles.making.sources import Source
from noretreat.puzzles.making.tasks import Offer, offers
from noretreat.puzzles.moves import judged
from noretreat.puzzles.records import BY_MOVES, Kind, Puzzle

TRIERS: Final = (("easy", 1), ("easy", 2), ("normal", 1), ("normal", 2), ("hard", 1))
"""The levels of the computer that are asked to play the phase, and their seeds."""
LEVELS: Final = (1230, 1380, 1530, 1680)
"""The ratings from which a puzzle is of level 2, 3, 4 and 5."""
_LEFT_OUT: Final = ("hand ", "discards ", "soviet_discards ", "joker ", "supports ")
"""Lines of a position that no puzzle needs: nobody holds cards or markers, and nobody draws."""


class Made(msgspec.Struct, frozen=True):
    """A puzzle that has been found, and what is known about it."""

    puzzle: Puzzle
    share: float
    """Of random plans that solve it."""
    misses: tuple[str, ...]
    """The players who missed it."""


def text_of(state: State) -> str:
    """The position as text, without what no puzzle needs."""
    lines = positions.write_position(state).splitlines()
    kept = [each for each in lines if not each.startswith(_LEFT_OUT) and not each.endswith("box:pending")]
    return "\n".join([*kept, "supports 0 0"])


def made_of(source: Source, kinds: Collection[Kind] = ()) -> Iterator[Made]:
    """The puzzles that a position offers; `kinds`: only of these."""
    code = "" if source.state.question is None else source.state.question.CODE
    if code == "move":
        yield from _by_moves(source, kinds)
    elif code == "declare" and (not kinds or set(kinds) - BY_MOVES):
        for puzzle, part in questions.decided(text_of(source.state), source, kinds):
            named = msgspec.structs.replace(puzzle, id=f"{_prefix(puzzle.kind)}-{_digest(puzzle.position, puzzle)}")
            if not proof.prove(named):
                yield Made(named, part, ())


def _by_moves(source: Source, kinds: Collection[Kind]) -> Iterator[Made]:
    """The puzzles that a position at the start of a Movement Phase offers."""
    if kinds and not BY_MOVES & set(kinds):
        return
    text = text_of(source.state)
    start = positions.position(text)
    if _moves(start) != _moves(source.state):
        return
    ground = Ground(start, start.phasing)
    for offer in offers(ground, kinds):
        found = _made(ground, text, offer, source)
        if found is not None:
            yield found


def _moves(state: State) -> set[object]:
    return {action for action in game.legal_actions(state) if isinstance(action, MoveUnit)}


def _made(ground: Ground, text: str, offer: Offer, source: Source) -> Made | None:
    """The puzzle of an offer, if it is proved and no giveaway."""

    def solves(state: State) -> bool:
        return judged(offer.kind, state, ground.side, offer.task).worth >= offer.needed

    there = ground.with_(offer.plan)
    if there is None or not solves(there):
        return None
    plan = ground.shortened(offer.plan, solves)
    if not plan or len(proof.singles(ground, offer.deeds, solves)) > (proof.MOST_SINGLE if len(plan) == 1 else 0):
        return None
    part = proof.share(ground, offer.deeds, len(plan), solves)
    if part > proof.MOST:
        return None
    puzzle = Puzzle(
        id=f"{_prefix(offer.kind)}-{_digest(text, offer)}",
        kind=offer.kind,
        side=SIDES[ground.side],
        scenario=source.scenario,
        rules=ground.start.setup.options.rules,
        turn=ground.start.turn,
        level=1,
        rating=1500,
        task=offer.task,
        position=text,
        solution=(),
        worth=offer.needed,
        needed=offer.needed,
        origin=source.origin,
    )
    actions = ground.actions(plan, lambda state: judging.verdict(puzzle, state).solved)
    if actions is None:
        return None
    worth = judging.judge(puzzle, actions).worth
    puzzle = msgspec.structs.replace(puzzle, solution=actions, worth=worth)
    return None if proof.prove(puzzle) else Made(puzzle, part, ())


def _prefix(kind: Kind) -> str:
    return kind.value.replace("_", "-")


def _digest(text: str, about: Offer | Puzzle) -> str:
    opening = about.opening if isinstance(about, Puzzle) else ""
    return hashlib.sha256(f"{text}{about.task}{opening}".encode()).hexdigest()[:6]


# --- how hard it is ---------------------------------------------------------------------------------------
def rated(made: Made) -> Made | None:
    """The puzzle with its difficulty; None if no player misses it. Of retreats that is not asked: players look where
    each way ends, and beginners do not.
    """
    puzzle = made.puzzle
    misses = tuple(f"{level} {seed}" for level, seed in TRIERS if not tried(puzzle, level, seed))
    if not misses and puzzle.kind is not Kind.RETREAT:
        return None
    return graded(Made(puzzle, made.share, misses))


def graded(made: Made) -> Made:
    """The puzzle with a rating to start from, and its level: how many players miss it, how many actions it takes, how
    rare a solution is.
    """
    puzzle = made.puzzle
    # Players pay for no Counterblow with their last card, so that they miss it says nothing.
    missed = 0.5 if puzzle.kind is Kind.COUNTERBLOW else len(made.misses) / len(TRIERS)
    rare = -math.log10(max(made.share, 0.5 / proof.SAMPLES))
    rating = round(1000 + 350 * missed + 140 * (len(puzzle.solution) - 1) + 90 * rare)
    level = 1 + sum(rating >= least for least in LEVELS)
    return Made(msgspec.structs.replace(puzzle, rating=rating, level=level), made.share, made.misses)


def tried(puzzle: Puzzle, level: str, seed: int) -> bool:
    """Does a computer player solve it, playing its turn as it would?"""
    state = judging.played(puzzle, ())
    player, fate = make_player(level, seed), Fate(seed)
    verdict = judging.verdict(puzzle, state)
    while not verdict.done:
        who = game.actor(state)
        if who is Chance.CHANCE:
            action = fate.choose(state)
        elif who is puzzle.side:
            action = player.choose(observe(state, puzzle.side))
        else:
            action = game.legal_actions(state)[-1]
        state, _ = game.apply(state, action)
        verdict = judging.verdict(puzzle, state)
    return verdict.solved
