"""Counts of what happened in a game: kinds of decisions, card events, the ending. For `fuzz` and the kept games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, get_args

from noretreat import game
from noretreat.core.actions import Action, Conclude, PlayEvent, Resign, SettleSides
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX
from noretreat.core.events import (
    Event,
    EventCancelled,
    EventPlayed,
    HandicapGiven,
    JokerPassed,
    SidesSettled,
    UnitPlaced,
)
from noretreat.core.kernel import FRAMES, Decision
from noretreat.core.state import State
from noretreat.rules.card_phase import CardPhase, DiscardDown
from noretreat.rules.choices import AskForCard
from noretreat.rules.joker import JOKER
from noretreat.rules.windows import EventWindow, PlayCard

NODES: Final[dict[str, tuple[str, ...]]] = {
    "D-04": ("DiscardDown of the opening",),
    "D-05": ("Resign",),
    "D-10": ("PlayEvent in victory",),
    "D-11": ("RandomDiscard",),
    "D-12": ("DiscardDown before second_front",),
    "D-13": ("UnitPlaced reserve",),
    "D-14": ("DiscardDown before redraw",),
    "D-20": ("DiscardDown before between",),
    "D-21": ("AskForCard for card 51",),
    "D-22": ("EventWindow: PlayEvent",),
    "D-23": ("ChooseForCard",),
    "D-24": ("PlayEvent in react",),
    "D-25": ("EventWindow: Defer",),
    "D-26": ("KeepOne",),
    "D-27": ("AskForCard of the enemy",),
    "D-28": ("RedEvents",),
    "D-30": ("FlipUnits: ImproveUnit",),
    "D-31": ("FlipUnits: UpgradeUnit",),
    "D-32": ("FlipUnits: UnfortifyUnit",),
    "D-33": ("PlaceUnits: ExchangeUnit",),
    "D-34": ("UnitPlaced recover",),
    "D-35": ("UnitPlaced reinforce",),
    "D-36": ("PlaceUnits: ReplaceUnit",),
    "D-37": ("ReplaceUnit on a cadre",),
    "D-38": ("ReorganizeUnits: ReorganizeUnit",),
    "D-39": ("EntrainUnit in organization",),
    "D-40": ("PayCards: PayCard",),
    "D-41": ("Done in organization",),
    "D-50": ("MoveUnits: MoveUnit",),
    "D-51": ("EntrainUnit in movement",),
    "D-52": ("DetrainReserve",),
    "D-53": ("PlaceLocalSupport",),
    "D-54": ("Overstack in movement",),
    "D-55": ("MoveUnits: Done",),
    "D-56": ("PlayEvent in move_end",),
    "D-57": ("MoveUnits: LayExtension",),
    "D-60": ("DeclareTargets: DeclareTarget",),
    "D-61": ("PlaceCounterblows: PlaceCounterblow",),
    "D-62": ("ComposeBattle: AssignAttacker",),
    "D-63": ("NextBattle", "FightPlanned"),
    "D-64": ("ComposeBattle: AddTarget",),
    "D-65": ("OfferSupport: CommitSupport",),
    "D-66": ("PlayEvent in commit, attacking",),
    "D-67": ("PlayEvent in commit, defending",),
    "D-68": ("CombatDie",),
    "D-69": ("PlayEvent in rolled",),
    "D-70": ("OfferCounterattack: Counterattack",),
    "D-71": ("PlaceResultMarker",),
    "D-72": ("StepLoss",),
    "D-73": ("OfferCadre: PlaceCadre",),
    "D-74": ("Retreats",),
    "D-75": ("Overstack in combat",),
    "D-76": ("Advance: AdvanceUnit",),
    "D-77": ("PlayEvent in after_ex", "PlayEvent in result"),
    "D-78": ("PlayEvent in combat_end",),
    "D-79": ("CommitNext",),
    "D-80": ("PlayEvent in removal",),
    "D-81": ("RebuildCity",),
    "D-82": ("DetrainUnits: DetrainUnit",),
    "D-83": ("ChooseReserve: MarkReserve",),
    "D-84": ("Turn handed over",),
}
"""The choices of the rules (numbered as the docstrings of the decisions cite them) and how they show in a game."""
NOT_ASKED: Final[dict[str, str]] = {
    "D-01": "scenario, rule set and options are there before the first question: `new_game` is given them",
    "D-02": "the sides belong to seats: the server deals them when a game is made, the rules know no persons",
    "D-03": "the opponent is invited by the server",
}
"""Choices that a game never asks for, and why."""


class Seen:
    """Counts of what has happened in a game, or in many."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.cards: Counter[tuple[int, int]] = Counter()
        """(side, card) -> how often its event happened, played itself or repeated by another card."""
        self.records: set[str] = set()
        """Kinds of actions and of engine events that occurred: `action MoveUnit`, `event UnitMoved`."""
        self._announced: list[tuple[int, int]] = []
        """Events that may still be cancelled."""

    def watch(self, before: State, action: Action, after: State, events: tuple[Event, ...]) -> None:
        """Counts one action of a game and its events."""
        self.kinds.update(kinds_of(before, action))
        self.records.add(f"action {type(action).__name__}")
        self.records.update(f"event {type(event).__name__}" for event in events)
        self.kinds["Turn handed over"] += before.phasing != after.phasing
        self.kinds.update(f"UnitPlaced {event.why}" for event in events if isinstance(event, UnitPlaced))
        for event in events:
            if isinstance(event, EventPlayed):
                self._announced.append((SIDE_INDEX[event.side], event.card))
            elif isinstance(event, EventCancelled) and (SIDE_INDEX[event.side], event.card) in self._announced:
                self._announced.remove((SIDE_INDEX[event.side], event.card))
            elif isinstance(event, JokerPassed) and event.why != "turned":
                self.cards[ENEMY[SIDE_INDEX[event.to]], JOKER] += 1
        if self._announced:
            waiting = {(frame.side, frame.card) for frame in after.stack if isinstance(frame, PlayCard)}
            self.cards.update(card for card in self._announced if card not in waiting)
            self._announced = [card for card in self._announced if card in waiting]

    def merge(self, other: Seen) -> None:
        """Adds the counts of another."""
        self.kinds.update(other.kinds)
        self.cards.update(other.cards)
        self.records |= other.records

    def fired(self) -> frozenset[tuple[int, int]]:
        """The card events that happened and were not cancelled."""
        return frozenset(card for card, times in self.cards.items() if times > 0)

    def nodes(self) -> frozenset[str]:
        """The numbered choices that occurred."""
        return frozenset(node for node, keys in NODES.items() if any(self.kinds[key] > 0 for key in keys))

    def questions(self) -> frozenset[str]:
        """The classes of decisions that were answered."""
        return all_questions() & self.kinds.keys()


def kinds_of(before: State, action: Action) -> Iterator[str]:
    """Names for what was decided: the question, the answer to it, and what sets it apart."""
    if isinstance(action, Resign):
        yield "Resign"
        return
    frame = before.question
    question, answer = type(frame).__name__, type(action).__name__
    yield question
    yield f"{question}: {answer}"
    yield f"{answer} in {before.phase}"
    yield f"{question} in {before.phase}"
    if isinstance(frame, EventWindow):
        if isinstance(action, PlayEvent):
            yield f"PlayEvent in {frame.window}"
            if before.battle is not None:
                attacking = before.battle.attacker == frame.side
                yield f"PlayEvent in {frame.window}, {'attacking' if attacking else 'defending'}"
    elif isinstance(frame, DiscardDown):
        below = before.stack[-2] if len(before.stack) > 1 else None
        if isinstance(below, CardPhase):
            yield f"DiscardDown before {below.at}"
        elif frame.why == "opening":
            yield "DiscardDown of the opening"
    elif isinstance(frame, AskForCard):
        yield f"AskForCard for card {frame.card}"
        if frame.side != frame.owner:
            yield "AskForCard of the enemy"
    elif answer == "ReplaceUnit" and _holds_cadre(before, action):
        yield "ReplaceUnit on a cadre"


def _holds_cadre(state: State, action: Action) -> bool:
    """True if a cadre is in the hex where the replacement is placed (CAD-5)."""
    unit, node = BOARD.unit_index[action.unit], BOARD.node_of[action.to]  # type: ignore[union-attr]
    return any(state.info(other).cadre for other in state.units_at(node, state.info(unit).side))


def all_questions() -> frozenset[str]:
    """The names of all questions that the rules and the cards can ask, without the base classes some of them share."""
    questions = {name for name, frame in FRAMES.items() if issubclass(frame, Decision) and frame is not Decision}
    return frozenset(name for name in questions if not name.startswith("_"))


AT_A_TABLE: Final = (Conclude, SettleSides, SidesSettled, HandicapGiven)
"""Records that occur only between people: they conclude a game, and bid for sides."""


def all_records() -> frozenset[str]:
    """All kinds of actions and events that the engine has, in the words of `Seen.records`."""
    kinds = [*(("action", kind) for kind in get_args(Action)), *(("event", kind) for kind in get_args(Event))]
    return frozenset(f"{what} {kind.__name__}" for what, kind in kinds if kind not in AT_A_TABLE)


def all_cards() -> frozenset[tuple[int, int]]:
    """The (side, card) pairs of every event in the game."""
    from noretreat.rules.windows import REGISTRY

    return frozenset(REGISTRY)


def ending(state: State) -> str:
    """Return the ending of a game in two words: `soviet sudden_death`."""
    result = game.outcome(state)
    if result is None:
        return "not over"
    return f"{result.winner.value if result.winner else 'nobody'} {result.reason}"


def card_names(cards: Iterable[tuple[int, int]]) -> str:
    """Card events in the notation of the texts: 07A, 43S."""
    return " ".join(f"{card:02}{'AS'[side]}" for side, card in sorted(cards, key=lambda pair: (pair[1], pair[0])))
