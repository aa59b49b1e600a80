"""The course of a game, luck and play apart: what each action changed in the chance of winning, and whose doing it was.

In the middle of a battle a position is worth what it is worth once that is settled: over all faces of the dice still to
be thrown, with every other question answered by habit. So the worth before a die is the mean over its faces, and the
worth after it less that mean is luck. A card that is dealt is compared with the mean over all cards that could have
been. What remains is the doing of whoever decided. All parts together are the whole change, action by action.

Once the last battle of a player turn is fought, nothing but events can change what the next Victory Phase finds. Where
it ends the game, that end is the worth from then on, so that the points go to the battle or the move that decided it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean
from typing import Final

from noretreat import game
from noretreat.ai.search.habits import HABITS, decline
from noretreat.ai.search.lookahead import QUICK_ANSWERS, Sight, settled
from noretreat.coach.certain import decided
from noretreat.coach.records import Area, Change, Kind, Parts, Point
from noretreat.coach.value import after_a_phase, before_a_phase, chance_of_winning
from noretreat.core.actions import Action, Conclude, Dealt, Done, Pass, PlayEvent, Resign, Rolled, SettleSides
from noretreat.core.board import AXIS, ENEMY, SIDES, SOVIET
from noretreat.core.events import Event
from noretreat.core.state import State
from noretreat.data.facts import Phase, Side
from noretreat.game import Chance
from noretreat.rules import victory
from noretreat.rules.sequence import GameTurn

Step = tuple[State, Action, State, tuple[Event, ...]]
"""A step of a game: the position before, the action, the position after, and the events."""
DECISIONS: Final = 120
"""The number of decisions after which battles are taken for settled."""
DICE: Final = 2
"""The number of dice after one another of which all faces are looked at; later ones show a middle one."""
MIDDLE: Final = 2
ANSWERS: Final = 40
"""The number of answers that are looked ahead over to the next Victory Phase."""
WITHIN_REACH: Final = 2
"""The points from a Sudden Death mark within which the battles of a player turn decide the game."""
_COMBAT: Final = frozenset({Phase.COUNTERBLOWS, Phase.COMBAT})
_BETWEEN_BATTLES: Final = frozenset({"declare", "counterblow", "next_battle", "compose", "fight_planned", "window"})
_WINDING_DOWN: Final = frozenset({Phase.REMOVAL, Phase.DETRAINING, Phase.VICTORY})
"""The phases between the last battle and the end of a Victory Phase."""
_HOUSEKEEPING: Final = ("victory", "axis_turn")
"""The stages that a game turn goes on to from those before its first player turn (`GameTurn.at`)."""
_SIGHT: Final = Sight(AXIS)
_AREAS: Final = {
    Phase.VICTORY: Area.CARDS, Phase.CARDS: Area.CARDS, Phase.SUPPLY: Area.ORGANIZATION,
    Phase.ORGANIZATION: Area.ORGANIZATION, Phase.MOVEMENT: Area.MOVEMENT, Phase.COUNTERBLOWS: Area.BATTLES,
    Phase.COMBAT: Area.BATTLES, Phase.REMOVAL: Area.ORGANIZATION, Phase.DETRAINING: Area.ORGANIZATION,
}  # fmt: skip
_CARD_QUESTIONS: Final = frozenset(
    {"window", "red_events", "discard", "discard_one", "keep_one", "exchange_cards", "event", "choose"}
)


def turn_of(state: State) -> tuple[int, Side]:
    """The player turn of a position. What comes before the first one of a game turn (its events, and the Victory
    Phase where there is one for both sides) belongs to that, though the other side is still the phasing one.
    """
    opens = any(isinstance(frame, GameTurn) and frame.at in _HOUSEKEEPING for frame in state.stack)
    return state.turn, Side.AXIS if opens else SIDES[state.phasing]


def phase_of(state: State) -> tuple[int, Side, Phase]:
    """The phase of a position, and the player turn that it is in."""
    return *turn_of(state), state.phase


def worth(state: State, dice: int = DICE, left: int = DECISIONS) -> float:
    """The chance that the Axis wins, once the battle or card in progress is settled."""
    while left > 0 and state.ended is None and (_fights_on(state) or not settled(state, _SIGHT)):
        left -= 1
        options = game.legal_actions(state)
        who = game.actor(state)
        if who is Chance.CHANCE:
            if not isinstance(options[0], Rolled):
                break
            if dice:
                return fmean(worth(game.apply_trusted(state, face)[0], dice - 1, left) for face in options)
            action: Action = options[min(MIDDLE, len(options) - 1)]
        else:
            action = _habit(state, options)
        state = game.apply_trusted(state, action)[0]
    if (end := foreseen(state)) is not None:
        return chance_of_winning(end, AXIS)
    won = certain(state)
    return chance_of_winning(state, AXIS) if won is None else float(won is Side.AXIS)


def certain(state: State) -> Side | None:
    """The side that has won by the rules, though the last game turn goes on."""
    # Before its first player turn the side that has just played is still the phasing one.
    return decided(state) if turn_of(state)[1] is SIDES[state.phasing] else None


def _fights_on(state: State) -> bool:
    """True in a Combat Phase that is followed by the end of the game, or by a Sudden Death check within reach: all that
    is left of it is looked ahead over, as what it brings decides the game.
    """
    if state.phase not in _COMBAT or state.question is None or state.question.CODE not in _BETWEEN_BATTLES:
        return False
    if state.phasing == SOVIET and state.turn >= state.setup.last_turn:
        return True
    if not victory.can_end_early(state) or state.setup.options.no_surrender:
        return False
    side = state.initiative
    own_phases = state.rules.victory_phases_per_turn == 2
    if state.phasing != (ENEMY[side] if own_phases else SOVIET):
        return False
    mark = victory.threshold(state.turn + (not own_phases or side == AXIS), side)
    return mark is not None and abs(victory.victory_points(state, side) - mark) <= WITHIN_REACH


def foreseen(state: State) -> State | None:
    """The end of the game to which the next Victory Phase leads if nobody plays an event (12.1); None where there is
    none, where it is not yet decided, and where the side that would lose has an event to play.
    """
    could: set[Side | Chance | None] = set()
    for _ in range(ANSWERS):
        if state.ended is not None:
            return None if state.ended.winner is None or could - {state.ended.winner} else state
        if not (state.phase in _WINDING_DOWN or (state.phase is Phase.COMBAT and _is_window(state))):
            return None
        who, options = game.actor(state), game.legal_actions(state)
        if who is Chance.CHANCE:
            return None
        if any(isinstance(option, PlayEvent) for option in options):
            could.add(who)
        state = game.apply_trusted(state, _habit(state, options))[0]
    return None


def _is_window(state: State) -> bool:
    """True if no more is asked than whether an event is played, between battles."""
    return state.battle is None and state.question is not None and state.question.CODE == "window"


def _habit(state: State, options: tuple[Action, ...]) -> Action:
    """The answer of a side that does nothing out of the ordinary."""
    frame = state.question
    assert frame is not None
    if len(options) == 1:
        return options[0]
    if frame.CODE in _BETWEEN_BATTLES:
        return HABITS[frame.CODE](state, frame.actor(state), options)
    answer = QUICK_ANSWERS.get(frame.CODE, decline)(state, frame.actor(state), options)
    return answer if answer in options else options[0]


def area_of(state: State) -> Area:
    """What the question in this position is about."""
    question = state.question
    if question is not None and question.CODE in _CARD_QUESTIONS:
        return Area.CARDS
    return Area.BATTLES if state.battle is not None else _AREAS[state.phase]


@dataclass(slots=True)
class Course:
    """Takes note of a game step by step."""

    start: State
    ply: int = 0
    changes: list[Change] = field(default_factory=list)
    curve: list[Point] = field(default_factory=list)
    worth: float = field(init=False)
    chose: bool = False
    """Whether the side whose turn it is has decided anything in this phase."""

    def __post_init__(self) -> None:
        """The first point of the curve."""
        self.worth = worth(self.start)
        self._point(self.start)

    def watch(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Takes note of one action."""
        self.ply += 1
        now = worth(after)
        for kind, by, area, gain in _split(before, action, after, self.worth, now):
            self.changes.append(Change(self.ply, *turn_of(before), by, kind, area, gain))
            self.chose = self.chose or (kind is Kind.PLAY and by is SIDES[before.phasing])
        self.worth = now
        if phase_of(after) != phase_of(before) or (after.ended and not before.ended):
            if self.chose and after.ended is None:
                self._less_the_usual(before)
            self.chose = False
        if turn_of(after) != turn_of(before) or (after.ended and not before.ended):
            self._point(after)

    def _less_the_usual(self, before: State) -> None:
        """A phase is over: what it brings on the mean, by the moves that everybody makes, is nobody's doing."""
        side = before.phasing
        gain = self.worth - before_a_phase(self.worth, side, before.phase)
        if gain:
            here = self.ply, *turn_of(before)
            area = _AREAS[before.phase]
            self.changes.append(Change(*here, SIDES[side], Kind.PLAY, area, -gain, usual=True))
            self.changes.append(Change(*here, None, Kind.COURSE, area, gain, usual=True))

    def finish(self, state: State) -> None:
        """The last point of a game that is not over."""
        if self.curve[-1].ply != self.ply:
            self._point(state)

    def _point(self, state: State) -> None:
        self.curve.append(Point(self.ply, *turn_of(state), self.worth))

    def parts(self) -> list[Parts]:
        """What made the curve go from each point to the next."""
        return list(_parts(self.curve, self.changes))


def _split(
    before: State, action: Action, after: State, was: float, now: float
) -> Iterator[tuple[Kind, Side | None, Area, float]]:
    """The parts of one change."""
    who, area = game.actor(before), area_of(before)
    if who is Chance.CHANCE:
        options = game.legal_actions(before)
        if isinstance(action, Dealt):
            mean = fmean(chance_of_winning(game.apply_trusted(before, each)[0], AXIS) for each in options)
            luck = chance_of_winning(after, AXIS) - mean
            yield Kind.DEALS, None, area, luck
        else:
            luck = now - fmean(
                now if each == action else worth(game.apply_trusted(before, each)[0]) for each in options
            )
            yield Kind.DICE, None, area, luck
        yield Kind.COURSE, None, area, now - was - luck
    elif isinstance(action, Resign):
        yield Kind.PLAY, action.side, area, now - was
    elif isinstance(action, Conclude | SettleSides) or _found_over(before, action, after):
        yield Kind.COURSE, None, area, now - was  # nobody decides what a Victory Phase finds
    elif ends_a_phase(before, action, after):
        # Whoever is asked last, what is over is the phase of the side whose turn it is. A decision is what is left
        # of it beyond what the end of this phase changes on the mean, and none where nothing else could be answered.
        usual = after_a_phase(was, before.phasing, before.phase) if len(game.legal_actions(before)) > 1 else now
        yield Kind.PLAY, SIDES[before.phasing], _AREAS[before.phase], now - usual
        yield Kind.COURSE, None, _AREAS[before.phase], usual - was
    elif isinstance(who, Side) and len(game.legal_actions(before)) > 1:
        passes = _handing_over(before, action, after, now, was)
        yield Kind.PLAY, who, area, now - was - passes
        yield Kind.COURSE, None, area, passes
    else:
        yield Kind.COURSE, None, area, now - was


def _handing_over(before: State, action: Action, after: State, now: float, was: float) -> float:
    """What the end of a player turn changes where an answer is its last one: to hand over is no decision, so that only
    the difference from the usual answer is one.
    """
    if after.ended is not None or turn_of(after) == turn_of(before):
        return 0.0
    usual = _habit(before, game.legal_actions(before))
    other = after if usual == action else game.apply_trusted(before, usual)[0]
    return (now if turn_of(other) != turn_of(after) else worth(other)) - was


def _found_over(before: State, action: Action, after: State) -> bool:
    """True if nothing more is done and the game is found to be over, where the side that loses had no event to play."""
    if after.ended is None or not isinstance(action, Done | Pass):
        return False
    loses = after.ended.winner is not None and game.actor(before) is not after.ended.winner
    return not (loses and any(isinstance(option, PlayEvent) for option in game.legal_actions(before)))


def ends_a_phase(before: State, action: Action, after: State) -> bool:
    """True if nothing more is done in a phase, and the next one of the same player turn begins; what a Victory Phase
    finds is nobody's doing.
    """
    ends = after.phase != before.phase and before.phase is not Phase.VICTORY and isinstance(action, Done | Pass)
    return ends and turn_of(after) == turn_of(before)


def _parts(curve: list[Point], changes: Iterable[Change]) -> Iterator[Parts]:
    rest = list(changes)
    at = 0
    for first, last in pairwise(curve):
        sums = dict.fromkeys(("dice", "deals", "axis", "soviet", "course"), 0.0)
        while at < len(rest) and rest[at].ply <= last.ply:
            change = rest[at]
            name = change.by.value if change.kind is Kind.PLAY and change.by is not None else change.kind.value
            sums[name] += change.gain
            at += 1
        yield Parts(first.turn, first.phasing, **sums)
