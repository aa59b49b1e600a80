"""The score of an arrangement of one's own troops: cities, supply, attacks, and the enemy's best answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from noretreat.ai.chances import (
    RETREAT_SHARE,
    SHATTERED_SHARE,
    Stake,
    column_of,
    counter_worth,
    defeat_worth,
    fort_worth,
    row_for,
)
from noretreat.ai.outlook import Outlook, Piece, Stack
from noretreat.ai.worth import step_worth, unit_worth
from noretreat.core.board import AXIS, BOARD, SOVIET, bits
from noretreat.core.state import State
from noretreat.rules import combat
from noretreat.rules.stacking import overstacked

OVERSTACKED: Final = 0.6
"""Share of a unit's worth that is lost when it must leave an overfull hex."""


AT_HOME: Final = 0.5
"""A regional command in its own city, which it can fortify, is where it should be."""
HOPE: Final = 0.34
"""Chance of any success below which no attack is made of one's own will."""
REBUFF: Final = 0.06
"""What a failed attack costs by worth, beyond the counterattack itself: the troops stand where they are."""


class Assault(NamedTuple):
    """One attack of a plan."""

    target: int
    attackers: tuple[int, ...]
    """Indices into `outlook.own`."""
    value: float
    with_support: float
    """The value with a support marker on top."""


class Frame(NamedTuple):
    """An arrangement with its masks."""

    at: Sequence[int]
    occupied: int
    zone: int


def frame_of(outlook: Outlook, at: Sequence[int]) -> Frame:
    """The masks of an arrangement; a negative place is off the map."""
    adjacent = BOARD.adjacent
    occupied = zone = 0
    for piece, node in zip(outlook.own, at, strict=True):
        if node >= 0:
            occupied |= 1 << node
            if piece.zoc:
                zone |= adjacent[node]
    return Frame(at, occupied, zone)


class Scorer:
    """Scores arrangements against one outlook."""

    def __init__(self, outlook: Outlook, *, wary: bool = True) -> None:
        self.outlook = outlook
        self.wary = wary
        """Looks at the enemy's answer; the easy level does not."""
        self.weights = [0.5 + 0.5 * piece.worth for piece in outlook.own]
        self.evaluations = 0

    def score(self, at: Sequence[int], attacks: bool, idle: int = -1) -> float:
        """The arrangement in victory points, for comparison only; `idle` cannot attack (it is on a train)."""
        self.evaluations += 1
        outlook = self.outlook
        frame = frame_of(outlook, at)
        occupied = frame.occupied
        total = outlook.in_boxes
        field = outlook.field
        pull = 0.0
        for weight, node, piece in zip(self.weights, at, outlook.own, strict=True):
            if node >= 0:
                pull += weight * field[node]
                if node == piece.home:
                    total += AT_HOME
        total += outlook.style.pull * pull
        gained = occupied & outlook.foe_control
        control, foe_control = outlook.control | gained & BOARD.vp_hexes, outlook.foe_control & ~gained
        for node in bits(gained):
            total += outlook.hex_worth.get(node, 0.0)
        total -= self._own_supply(frame, control, foe_control)
        reaches = (
            outlook.foe_reaches(occupied, frame.zone) if self.wary else [1 << group.node for group in outlook.groups]
        )
        total += self._foe_supply(frame, control, foe_control, reaches)
        if self.wary:
            total -= self._reply(frame, control, foe_control, reaches)
        if attacks:
            total += sum(assault.value for assault in self.assaults(frame, idle))
        return total

    # --- supply ----------------------------------------------------------------------------------------------
    def _own_supply(self, frame: Frame, control: int, foe_control: int) -> float:
        """What the units that stand cut off will cost (SUP-1, REM-1)."""
        outlook = self.outlook
        good = outlook.net_of(
            outlook.side, frame.occupied, outlook.foe_occupied, outlook.foe_zone, control, foe_control
        )
        cost = 0.0
        if frame.occupied & ~good:
            for piece, node in zip(outlook.own, frame.at, strict=True):
                if node >= 0 and not good >> node & 1 and not piece.safe:
                    cost += (piece.worth + piece.surrender) * (1.0 if piece.marked else 0.85)
        return cost

    def _foe_supply(self, frame: Frame, control: int, foe_control: int, reaches: list[int]) -> float:
        """What the enemies that stand cut off promise; less if they can walk back into supply."""
        outlook = self.outlook
        good = outlook.net_of(outlook.foe, outlook.foe_occupied, frame.occupied, frame.zone, foe_control, control)
        if not outlook.foe_occupied & ~good:
            return 0.0
        exits = {group.node: bool(found & good) for group, found in zip(outlook.groups, reaches, strict=True)}
        held = outlook.foe_occupied
        for found in reaches:
            held |= found
        # With friends on every hex he can reach, would the enemy open the pocket?
        opened = outlook.net_of(outlook.foe, held, frame.occupied, frame.zone, foe_control, control)
        gain = 0.0
        for piece in outlook.foes:
            if not good >> piece.node & 1 and not piece.safe:
                relief = exits.get(piece.node) or opened >> piece.node & 1
                share = 0.95 if piece.marked else 0.22 if relief else 0.75
                gain += share * (piece.worth + piece.surrender)
        return gain

    # --- the enemy's answer ------------------------------------------------------------------------------------
    def _reply(self, frame: Frame, control: int, foe_control: int, reaches: list[int]) -> float:
        """What the enemy could do in his next turn: take open cities, cut units off, attack."""
        outlook = self.outlook
        union = outlook.foe_occupied
        for found in reaches:
            union |= found
        cost = outlook.style.roam * union.bit_count()
        for node in bits(control & BOARD.vp_hexes & union & ~outlook.foe_occupied):
            cost += outlook.style.open_city * outlook.hex_worth[node]
        danger = BOARD.expand(union)
        good = outlook.net_of(outlook.side, frame.occupied, outlook.foe_occupied, danger, control, foe_control)
        stacks: dict[int, list[Piece]] = {}
        for piece, node in zip(outlook.own, frame.at, strict=True):
            if node < 0:
                continue
            if not good >> node & 1 and not piece.safe:
                cost += outlook.style.stretched * (piece.worth + piece.surrender)
            if danger >> node & 1:
                stacks.setdefault(node, []).append(piece)
        losses = [self._feared(frame, node, pieces, reaches, union, danger) for node, pieces in stacks.items()]
        return cost + outlook.style.reply * sum(losses)

    def _feared(
        self, frame: Frame, node: int, pieces: list[Piece], reaches: list[int], union: int, danger: int
    ) -> float:
        """What an enemy attack on one of our hexes would cost us, if he throws in what fits around it."""
        outlook = self.outlook
        around = BOARD.adjacent[node]
        near = around & union
        if not near:
            return 0.0
        strengths: list[int] = []
        bonus = False
        for group, found in zip(outlook.groups, reaches, strict=True):
            if found & around:
                strengths += group.strengths
                bonus |= group.bonus
        strengths.sort(reverse=True)
        attack = sum(strengths[: min(4, near.bit_count() * outlook.foe_limit)])
        if not attack:
            return 0.0
        defence = 0
        step = 9.0
        worth = steps = 0.0
        fort = protected = marked = False
        extra = 0.0
        for piece in pieces:
            defence += piece.strength
            worth += piece.worth
            steps += piece.step
            step = min(step, piece.step)
            fort |= piece.fort
            protected |= piece.protected
            marked |= piece.marked
            extra += piece.surrender
        shift = outlook.ground[node] + outlook.foe_winter + (2 if marked else 0)
        if bonus and not protected and not BOARD.no_armor_bonus >> node & 1:
            shift += 1
        row = row_for(outlook.foe_table, attack, defence, shift)
        ground = outlook.hex_worth.get(node, 0.0) if BOARD.vp_hexes >> node & 1 else 0.1
        if fort:
            return row.ds * step + row.dd * (steps + ground)
        trapped = 0.6 if not outlook.escapes(node, frame.occupied, outlook.foe_occupied, danger) else 0.0
        loss = (
            row.dr * (trapped * worth + (1 - trapped) * RETREAT_SHARE * worth + ground)
            + row.ds * (trapped * worth + (1 - trapped) * SHATTERED_SHARE * worth + ground)
            + row.dd * (trapped * worth + (1 - trapped) * steps + ground)
            + row.ex * 0.4 * step
            - row.ca * 0.25
        )
        return max(0.0, loss)

    # --- one's own attacks ---------------------------------------------------------------------------------------
    def assaults(self, frame: Frame, idle: int = -1, spent: int = 0, forced: int = 0) -> list[Assault]:
        """The attacks to make: greedily the best one, without the units it does not need, and so on.

        `spent`: mask of units (indices) that have fought. `forced`: hexes that must be attacked.
        """
        outlook = self.outlook
        able = self._able(frame, idle, spent, forced)
        limit = combat.markers_left(outlook.state, outlook.side) if outlook.state.phasing == outlook.side else 5
        supports = outlook.state.supports[outlook.side]
        traps = {target: self._trapped(frame, target) for target in able}
        values = {target: self._value(frame, target, who, traps[target]) for target, who in able.items()}
        chosen: list[Assault] = []
        while able and len(chosen) < limit + forced.bit_count():
            target = max(values, key=lambda node: values[node][0] + (9.0 if forced >> node & 1 else 0.0))
            value, more = values[target]
            gain = more if supports else value
            if gain < outlook.style.threshold and not forced >> target & 1:
                break
            who = self._trim(frame, target, able.pop(target), traps[target], bool(supports))
            value, more = self._value(frame, target, who, traps[target])
            values.pop(target)
            if supports and more - value > 0.08:
                supports -= 1
                value = more
            chosen.append(Assault(target, tuple(who), value, more))
            self._take_out(frame, able, values, traps, who)
        return chosen

    def _able(self, frame: Frame, idle: int, spent: int, forced: int) -> dict[int, list[int]]:
        """Who could attack which enemy hex."""
        outlook = self.outlook
        foes = outlook.foe_occupied
        able: dict[int, list[int]] = {}
        for index, piece in enumerate(outlook.own):
            node = frame.at[index]
            if node < 0 or index == idle or spent >> index & 1 or not (piece.attacks or forced):
                continue
            for target in bits(BOARD.adjacent[node] & (foes if piece.attacks else forced)):
                able.setdefault(target, []).append(index)
        return able

    def _take_out(
        self,
        frame: Frame,
        able: dict[int, list[int]],
        values: dict[int, tuple[float, float]],
        traps: dict[int, float],
        who: Sequence[int],
    ) -> None:
        """Units that attack one hex are not there for the others any more."""
        for target in list(able):
            left = [index for index in able[target] if index not in who]
            if not left:
                del able[target], values[target]
            elif len(left) < len(able[target]):
                able[target] = left
                values[target] = self._value(frame, target, left, traps[target])

    def _trapped(self, frame: Frame, target: int) -> float:
        """Can the defenders of a hex retreat? 1: no; a trifle for every way that is closed (RET-1)."""
        outlook = self.outlook
        ways = outlook.escapes(target, outlook.foe_occupied, frame.occupied, frame.zone).bit_count()
        return 1.0 if not ways else max(0.0, 0.12 - 0.02 * ways)

    def _trim(self, frame: Frame, target: int, who: list[int], trapped: float, support: bool) -> list[int]:
        """Leaves out the attackers that change nothing, the least useful first."""
        kept = sorted(who, key=lambda index: self.outlook.own[index].strength)
        best = self._value(frame, target, kept, trapped)[support]
        for index in list(kept):
            if len(kept) == 1:
                break
            fewer = [other for other in kept if other != index]
            value = self._value(frame, target, fewer, trapped)[support]
            if value >= best - 0.01:
                kept, best = fewer, value
        return kept

    def _value(self, frame: Frame, target: int, who: Sequence[int], trapped: float) -> tuple[float, float]:
        """The expected worth of an attack, without and with a support marker."""
        outlook = self.outlook
        stack = outlook.stacks[target]
        attack = 0
        worth = steps = 0.0
        step = 9.0
        bonus = ss_armor = marked = False
        shift = stack.shift
        crossing = stack.river
        for index in who:
            piece = outlook.own[index]
            attack += piece.strength
            worth += piece.worth
            steps += piece.step
            if piece.step < step:
                step = piece.step
            bonus |= piece.bonus
            ss_armor |= piece.ss_armor
            shift += piece.shock
            marked |= piece.marked
            if crossing and not crossing >> frame.at[index] & 1:
                crossing = 0
        if crossing:
            shift -= 1
        if ss_armor or (bonus and outlook.armor_weather and not stack.protected):
            shift += 1
        attacker = Stake(worth, step, steps)
        counter = counter_worth(outlook.foe_table, stack.strength, attack, int(stack.bonus), attacker, stack.stake)
        plain = self._expected(attack, stack, shift, attacker, trapped, target, counter)
        if not outlook.state.supports[outlook.side]:
            return plain, plain
        return plain, self._expected(attack, stack, shift + 1, attacker, trapped, target, counter)

    def _expected(
        self, attack: int, stack: Stack, shift: int, attacker: Stake, trapped: float, target: int, counter: float
    ) -> float:
        """The expected worth of an attack at these odds."""
        outlook = self.outlook
        row = row_for(outlook.table, attack, stack.strength, shift, outlook.state.rules.below_1_3 == "immediate_ca")
        held = BOARD.vp_hexes & outlook.foe_control >> 0
        ground = outlook.hex_worth[target] if held >> target & 1 else outlook.style.ground
        if row.ex + row.dr + row.ds + row.dd < HOPE:
            return -1.0
        value = row.ex * (stack.stake.step - attacker.step) - row.ca * (counter + REBUFF * attacker.worth)
        if stack.fort:
            return value + fort_worth(row, stack.stake, attacker.step, ground)
        return value + defeat_worth(row, stack.stake, trapped, ground)


def appraise(state: State, side: int, attacks: bool = False) -> float:
    """The whole position for `side`, material included: for choices that the rules carry out at once."""
    outlook = Outlook(state, side)
    scorer = Scorer(outlook)
    material = sum(piece.worth for piece in outlook.own) - sum(piece.worth for piece in outlook.foes)
    held = sum(worth * (1 if state.control(side) >> node & 1 else -1) for node, worth in outlook.hex_worth.items())
    for node in overstacked(state, side):
        material -= OVERSTACKED * min(piece.worth for piece in outlook.own if piece.node == node)
    points = state.event_vp * (1 if side == state.initiative else -1)
    return material + 0.5 * held + points + scorer.score([piece.node for piece in outlook.own], attacks)


__all__ = [
    "AXIS", "SOVIET", "Assault", "Frame", "Scorer", "appraise", "column_of", "frame_of", "step_worth", "unit_worth",
]  # fmt: skip
