"""How often a battle that is being fought empties its hexes: by a die, by two, by a duel of dice, or without a roll."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple

import msgspec

from noretreat.core.actions import PlayEvent
from noretreat.core.board import AXIS, BOARD, ENEMY
from noretreat.core.kernel import CHANCE, answer
from noretreat.core.lasting import Kind
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NodeMask
from noretreat.explain.ahead.battle_cards import modest, results_of
from noretreat.explain.ahead.forecast import carry_out
from noretreat.puzzles.attacks import FACES, faces_emptying, step_empties
from noretreat.rules import effects, odds
from noretreat.rules.dice import DUEL, DUEL_OR_BATTLE, DUELS

_HORIZON: Final = 200
"""The most answers between a card and the die."""
_BEHIND: Final = Fraction(15, 36)
"""How often one die of a duel is the lower one, ..."""
_TIE: Final = Fraction(6, 36)
"""... and how often both are the same."""


class Prospect(NamedTuple):
    """What comes of the die of a battle, if nobody plays another card."""

    share: Fraction
    """How often the attacked hexes are emptied."""
    by: Literal["die", "dice", "apart", "none"]
    """What decides: one die; two to pick from, or one that is thrown again; a duel or a counterattack, apart from
    the column of the battle; nothing, as no die is rolled."""
    attack: int = 0
    defense: int = 0
    column: str = ""

    @property
    def faces(self) -> float:
        """As faces of a die: six if the hexes are emptied in any case."""
        return float(self.share * FACES)


def same_battle(start: State, now: State) -> bool:
    """Is it still the battle that was being fought?"""
    first, later = start.battle, now.battle
    return first is not None and later is not None and (first.targets, first.round) == (later.targets, later.round)


def ahead(start: State, now: State) -> Prospect | None:
    """What comes of the battle of `start`, as it stands now; None if that cannot be told, or a die has been rolled."""
    probe = now.copy()
    if not _to_the_die(start, probe):
        return _without_a_roll(start, probe)
    battle = probe.battle
    if battle is None or battle.die or battle.result:
        return None
    found = odds.odds_of(probe, battle)
    share, by = _share(probe, battle)
    if by == "apart":
        return Prospect(share, by)
    return Prospect(share, by, found.attack, found.defense, odds.column_name(found.column))


def _to_the_die(start: State, probe: State) -> bool:
    """Plays on without any card until a die of the battle of `start` is rolled; False if that never comes."""
    for _ in range(_HORIZON):
        question = probe.question
        if question is None or not same_battle(start, probe):
            return False
        if question.actor(probe) == CHANCE:
            return True
        ways = [action for action in probe.options if not isinstance(action, PlayEvent)]
        if not ways:
            return False
        answer(probe, modest(ways))
    return False


def _without_a_roll(start: State, after: State) -> Prospect | None:
    """A card, or odds below the table, can settle a battle before any die (10.5): the position after it tells how.

    What it brings may also be a counterattack, with a die of its own, that can cost the defender the hex.
    """
    assert start.battle is not None
    mask = sum((1 << node for node in start.battle.targets), NO_NODES)
    if after.battle is not None and after.battle.round > start.battle.round:
        share = _of_a_counterattack(after, mask)
        return None if share is None else Prospect(share, "apart")
    emptied = not after.units_in(mask, ENEMY[start.battle.attacker])
    return Prospect(Fraction(int(emptied)), "none")


def _of_a_counterattack(state: State, mask: NodeMask) -> Fraction | None:
    """How often the die of a counterattack leaves none of those who make it in their hexes (10.7.2); None if it may be
    answered by another one, as nobody can tell what comes of that.
    """
    if not _to_the_die(state, state) or state.battle is None:
        return None
    battle = state.battle
    results = results_of(state, battle)
    there = {BOARD.unit_ids[unit] for unit in state.units_in(mask, battle.attacker)}
    bad = [
        result
        for result in results
        if there <= {fate.unit for fate in carry_out(state, battle, result).fates if fate.fate != "step"}
    ]
    return None if "CA" in results else Fraction(len(bad), len(results))


def _share(state: State, battle: Battle) -> tuple[Fraction, Literal["die", "dice", "apart"]]:
    """How often the throw that comes next empties the hexes, and by what."""
    forced = results_of(state, battle)[0]
    if forced in DUELS:
        step = Fraction(int(step_empties(state, battle)))
        if forced == DUEL:
            return step * (_BEHIND + _TIE), "apart"
        assert forced == DUEL_OR_BATTLE
        return step * _BEHIND + _TIE * _of_the_table(state, battle), "apart"
    one, again = Fraction(faces_emptying(state, battle), FACES), Fraction(0)
    if effects.in_force(state, Kind.REROLL_NE) is not None:
        again = Fraction(results_of(state, battle).count("NE"), FACES)
    once = one / (1 - again) if again < 1 else Fraction(0)
    picking = effects.in_force(state, Kind.TWO_DICE)
    if picking is None:
        return once, "dice" if again else "die"
    return (1 - (1 - once) ** 2 if picking.side == battle.attacker else once**2), "dice"


def _of_the_table(state: State, battle: Battle) -> Fraction:
    """How often a duel that ends in a tie empties the hexes: the battle is fought then, on the Axis table (16S)."""
    probe = state.copy()
    effects.drop_effects(probe, *effects.FORCING.values())
    probe.battle = msgspec.structs.replace(battle, forced="", dice=(), table=AXIS)
    if odds.odds_of(probe, probe.battle).column < 0:
        return Fraction(0)
    return Fraction(faces_emptying(probe, probe.battle), FACES)
