"""What single decisions have reached: the kinds of puzzle that begin with a question of the Combat Phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from noretreat.core.board import BOARD, SIDE_INDEX, SIDES, bits, cards_in
from noretreat.core.names import half_id
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, SideIndex, UnitIndex
from noretreat.puzzles import rolls
from noretreat.puzzles.attacks import FACES, best_attack
from noretreat.puzzles.moves import Found, supply_of
from noretreat.puzzles.records import Kind, Puzzle, PuzzleLine
from noretreat.puzzles.telling import line
from noretreat.rules import combat, odds, supply
from noretreat.rules.odds import column_name

ASKED: Final = {
    Kind.RETREAT: ("retreat",),
    Kind.COUNTERBLOW: ("counterblow", "pay"),
    Kind.CARD: ("window", "choose", "pay"),
}
"""The questions that belong to a task, by their codes."""
NO_ATTACK: Final = odds.BELOW - 1
"""Stands for a column where there can be no attack at all."""
_PAIRS: Final = FACES**2
"""The throws of two dice."""


def is_deciding(puzzle: Puzzle, start: State, now: State) -> bool:
    """True while the solver still answers the questions of the task."""
    question = now.question
    if question is None or now.ended is not None or now.phasing != start.phasing:
        return False
    if question.CODE not in ASKED[puzzle.kind] or question.actor(now) != SIDE_INDEX[puzzle.side]:
        return False
    if puzzle.kind is Kind.COUNTERBLOW:
        return now.battle is None
    return rolls.same_battle(start, now)


def appraise(puzzle: Puzzle, start: State, now: State) -> Found:
    """What the answers so far are worth."""
    side = SIDE_INDEX[puzzle.side]
    if puzzle.kind is Kind.RETREAT:
        return _retreat(puzzle, start, now, side)
    if puzzle.kind is Kind.COUNTERBLOW:
        return _counterblow(puzzle, start, now)
    return _card(puzzle, start, now, side)


# --- retreats ---------------------------------------------------------------------------------------------
def _retreat(puzzle: Puzzle, start: State, now: State, side: SideIndex) -> Found:
    """Units that have retreated, are on the map and have a supply path."""
    cut = supply.cut_off(now, side)
    well, lines = 0, []
    for name in puzzle.task.units:
        unit = BOARD.unit_index[name]
        place = BOARD.place_id(now.where[unit])
        if now.where[unit] < 0:
            lines.append(line(now, "is-off", (), [name], unit=name))
        elif now.where[unit] == start.where[unit]:
            lines.append(line(now, "has-to-go", [place], [name], unit=name))
        elif unit in cut:
            lines.append(line(now, "ends-cut-off", [place], [name], unit=name, hex=place))
        else:
            well += 1
            lines.append(supply_of(now, name))
    return Found(well, tuple(lines))


# --- counterblows -----------------------------------------------------------------------------------------
def _counterblow(puzzle: Puzzle, start: State, now: State) -> Found:
    """How low the column of the enemy's best attack on a hex is: the lower the more it is worth.

    It is judged in the position of the puzzle with the markers placed since, whatever has gone on after them.
    """
    (place,) = puzzle.task.places
    probe = start.copy()
    for node in bits(now.paid_counterblows & ~start.paid_counterblows):
        combat.place_counterblow(probe, node, "paid")
    best = best_attack(probe, BOARD.node_of[place])
    if best is None:
        return Found(-NO_ATTACK, (line(now, "no-attack", [place], places=(place,)),))
    column, attackers, targets = best
    units = [BOARD.unit_ids[unit] for unit in attackers]
    hexes = [BOARD.id_of[node] for node in targets]
    lines = [line(now, "attack-left", hexes, units, hex=place, units=units, column=column_name(column))]
    before = best_attack(start, BOARD.node_of[place])
    missing = [] if before is None else [BOARD.unit_ids[unit] for unit in before[1] if unit not in attackers]
    if missing:
        lines.append(line(now, "drawn-off", (), missing, units=missing))
    return Found(-column, tuple(lines))


def drawn_off(state: State, target: str, marked: Sequence[Node]) -> list[UnitIndex]:
    """The enemy units beside a target that a marker on one of these hexes could occupy."""
    near = NO_NODES
    for node in marked:
        near |= BOARD.adjacent[node]
    able = combat.able_attackers(state, (BOARD.node_of[target],))
    return [unit for unit in able if near >> state.node_of(unit) & 1]


# --- cards ------------------------------------------------------------------------------------------------
def _card(puzzle: Puzzle, start: State, now: State, side: SideIndex) -> Found:
    """Faces of the die that empty the attacked hexes; for a defender their number is bad. Where not one die decides,
    its faces stand for how often the hexes are emptied.
    """
    hexes = puzzle.task.places
    used = [card for card in cards_in(start.hands[side]) if not now.hands[side] >> card & 1]
    found = rolls.ahead(start, now)
    attacks = start.battle is not None and start.battle.attacker == side
    if found is None:
        return Found(-FACES - 1, (line(now, "battle-over", hexes),))
    lines = [line(now, "card-played", (), (), half=half_id(card, SIDES[side])) for card in used]
    if found.column:
        lines.append(line(now, "fought-at", hexes, (), attack=found.attack, defense=found.defense, column=found.column))
    lines.append(_emptied(now, found, hexes))
    return Found(found.faces if attacks else -found.faces, tuple(lines))


def _emptied(now: State, found: rolls.Prospect, hexes: tuple[str, ...]) -> PuzzleLine:
    """How often the battle empties the hexes."""
    if found.by == "none":
        return line(now, "no-die-empties" if found.share else "no-die-holds", hexes, (), places=hexes)
    if found.by == "die":
        return line(now, "faces", hexes, (), places=hexes, faces=int(found.faces))
    cases = _PAIRS if _PAIRS % found.share.denominator == 0 else found.share.denominator
    return line(now, "cases", hexes, (), places=hexes, n=int(found.share * cases), cases=cases)
