"""The report in one look: for each side dice and luck, losses, cards, and what its decisions gave away."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from noretreat.coach.course import Step, turn_of
from noretreat.coach.records import Area, Change, Figures, Kind, Score
from noretreat.core import events as happened
from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SIDES, SOVIET
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.rules import victory


@dataclass(slots=True)
class Tally:
    """What is counted of one side."""

    dice: Counter[int] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)


class Counting:
    """Counts step by step."""

    def __init__(self, start: State) -> None:
        self._tallies = {side: Tally() for side in Side}
        self._attacker = start.phasing
        self.scores = [score_of(start)]

    def watch(self, step: Step) -> None:
        """Takes note of one action."""
        before, _, after, events = step
        if before.battle is not None:
            self._attacker = before.battle.attacker
        for event in events:
            self._count(event)
        if turn_of(after) != turn_of(before) or (after.ended and not before.ended):
            self.scores.append(score_of(after))

    def _count(self, event: happened.Event) -> None:
        counts = {side: tally.counts for side, tally in self._tallies.items()}
        match event:
            case happened.BattleBegan():
                self._attacker = SIDE_INDEX[event.attacker]
                counts[event.attacker]["battles"] += not event.counterattack
            case happened.DieRolled() if event.purpose == "combat" and 1 <= event.value <= 6:
                self._tallies[SIDES[self._attacker]].dice[event.value] += 1
            case happened.UnitEliminated():
                owner = counts[_owner(event.unit)]
                owner["lost"] += 1
                owner[f"lost {event.why}"] += 1
            case happened.UnitShattered():
                owner = counts[_owner(event.unit)]
                owner["shattered"] += 1
                owner[f"lost {event.why}"] += event.why == "overstack"
            case happened.CardDrawn():
                counts[event.side]["drawn"] += 1
            case happened.EventPlayed():
                counts[event.side]["events"] += 1
            case happened.CardDiscarded():
                counts[event.side][event.why] += 1
            case _:
                pass

    def figures(self, side: Side, changes: Iterable[Change]) -> Figures:
        """The report on a side."""
        tally, sign = self._tallies[side], 1 if side is Side.AXIS else -1
        luck = dict.fromkeys(Kind, 0.0)
        turns: dict[tuple[int, Side, Area], float] = defaultdict(float)
        for change in changes:
            if change.kind is Kind.PLAY:
                if change.by is side:
                    turns[change.turn, change.phasing, change.area] += sign * change.gain
            else:
                luck[change.kind] += sign * change.gain
        given, net = dict.fromkeys(Area, 0.0), dict.fromkeys(Area, 0.0)
        for (_, _, area), gain in turns.items():
            net[area] += gain
            given[area] += max(0.0, -gain)
        counts = tally.counts
        first, second, third, fourth, fifth, sixth = (tally.dice[face] for face in range(1, 7))
        return Figures(
            dice=(first, second, third, fourth, fifth, sixth),
            luck_of_dice=luck[Kind.DICE],
            luck_of_deals=luck[Kind.DEALS],
            lost=counts["lost"],
            lost_to_supply=counts["lost supply"],
            lost_to_stacking=counts["lost overstack"],
            shattered=counts["shattered"],
            drawn=counts["drawn"],
            events=counts["events"],
            paid=counts["payment"],
            wasted=counts["discard"],
            battles=counts["battles"],
            given=given,
            net=net,
        )


def score_of(state: State) -> Score:
    """The cities and points of a position."""
    counted = victory.counted_hexes(state)
    axis, soviet = ((state.control(side) & counted).bit_count() for side in (AXIS, SOVIET))
    points = victory.victory_points(state, state.initiative)
    return Score(*turn_of(state), axis, soviet, points, SIDES[state.initiative])


def _owner(unit: str) -> Side:
    return SIDES[BOARD.units[BOARD.unit_index[unit]].side]
