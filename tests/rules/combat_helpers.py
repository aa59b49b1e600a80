"""A battle in a few words: set a position up, declare, attack, roll, and look at what happened.

Only `position`, `legal_actions`, `apply`, `view` and queries are used. Everything that is not named is left out:
no cards (so no window opens), no supports, Clear weather of turn 7 unless the test says otherwise.
"""

from __future__ import annotations

from typing import Any, TypeVar

from noretreat.core.actions import (
    Action,
    AddTarget,
    AdvanceUnit,
    AssignAttacker,
    BeginBattle,
    CommitSupport,
    Counterattack,
    Dealt,
    DeclareTarget,
    Done,
    LoseStep,
    MarkCounterblow,
    Pass,
    PayCard,
    PlaceCadre,
    PlaceCounterblow,
    PlayEvent,
    RetreatUnit,
    Rolled,
)
from noretreat.core.events import CounterblowPlaced, Event, ResultFound, UnitRetreated
from noretreat.explain.knowledge.view import BattleView, OddsView, UnitView, View, view
from noretreat.game import State, actor, apply, legal_actions, outcome
from noretreat.positions import position

E = TypeVar("E", bound=Event)
A = TypeVar("A", bound=Action)


class Table:
    """A position that is being played on, with the log of what happened.

    Card windows are let pass unasked; with `cards=True` only those in which nothing can be played.
    """

    def __init__(self, *, cards: bool = False, **words: Any) -> None:
        words.setdefault("turn", 7)
        words.setdefault("phase", "combat axis")
        words.setdefault("supports", "0 0")
        # the turn goes first: other lines refer to it
        self.state: State = position({"turn": words.pop("turn"), **words})
        self.log: list[Event] = []
        self.stops_for_cards = cards
        self._pass_windows()

    # --- playing -------------------------------------------------------------------------------------------
    def do(self, *actions: Action) -> Table:
        """Plays actions; an illegal one fails with the list of the legal ones."""
        for action in actions:
            assert action in self.legal, f"{action} is not among {self.legal}"
            self._apply(action)
            self._pass_windows()
        return self

    def _apply(self, action: Action) -> None:
        self.state, happened = apply(self.state, action)
        self.log += happened

    def _pass_windows(self) -> None:
        while self.asked("window") and not (self.stops_for_cards and self.of(PlayEvent)):
            self._apply(Pass())

    def declare(self, *hexes: str) -> Table:
        """The phasing side marks these hexes and no others (those with a Counterblow need no mark)."""
        for name in hexes:
            if name not in self.view.counterblows:
                self.do(DeclareTarget(name))
        if self.asked("declare"):
            self.do(Done())
        return self

    def counterblow(self, *hexes: str) -> Table:
        """The other side pays for counterblows on these hexes and no others."""
        for name in hexes:
            self.do(PlaceCounterblow(name))
            if self.asked("pay"):
                self.do(self.of(PayCard)[0])
        if self.asked("counterblow"):
            self.do(Done())
        return self

    def attack(self, target: str, *units: str, also: tuple[str, ...] = ()) -> Table:
        """Opens the battle for a hex, with exactly these attackers and further hexes, up to the first question."""
        if self.asked("next_battle"):
            self.do(BeginBattle(target))
        for unit in units:
            if AssignAttacker(unit) in self.legal:
                self.do(AssignAttacker(unit))
        for name in also:
            if AddTarget(name) in self.legal:
                self.do(AddTarget(name))
        if self.asked("compose"):
            self.do(Done())
        return self

    def fight(self, target: str, *units: str, also: tuple[str, ...] = ()) -> Table:
        """Declares this one target, passes the other side's counterblows, attacks: the die is next."""
        if self.asked("declare"):
            self.declare(target, *also)
        if self.asked("counterblow"):
            self.do(Done())
        return self.attack(target, *units, also=also)

    def support(self, *, yes: bool) -> Table:
        """Commits a support marker, or not."""
        return self.do(CommitSupport() if yes else Pass())

    def roll(self, value: int) -> Table:
        """The die shows `value`."""
        assert Rolled(value) in self.legal, f"no die to roll: {self.legal}"
        return self.do(Rolled(value))

    def deal(self, card: int) -> Table:
        """Chance deals this card."""
        return self.do(Dealt(card))

    def play_event(self, card: int, mode: str = "") -> Table:
        """The actor plays an event."""
        return self.do(PlayEvent(card, mode))

    def counterattack(self) -> Table:
        """The defender strikes back."""
        return self.do(Counterattack())

    def decline(self) -> Table:
        """The defender lets a CA pass."""
        return self.do(Pass())

    def mark(self, name: str) -> Table:
        """The CB marker goes on this hex; with one hex to choose from nobody is asked."""
        if self.asked("mark_counterblow"):
            self.do(MarkCounterblow(name))
        assert any(event.hex == name and event.why == "result" for event in self.seen(CounterblowPlaced))
        return self

    def lose(self, unit: str) -> Table:
        """This unit takes the step loss."""
        return self.do(LoseStep(unit))

    def cadre(self, unit: str) -> Table:
        """This cadre takes the place of the lost unit."""
        return self.do(PlaceCadre(unit))

    def retreat(self, unit: str, *path: str) -> Table:
        """A unit retreats along a path; without one along the first there is (if there is only one, it is gone)."""
        if not path and any(event.unit == unit for event in self.seen(UnitRetreated)):
            return self
        paths = [action for action in self.of(RetreatUnit) if action.unit == unit]
        return self.do(RetreatUnit(unit, path) if path else paths[0])

    def advance(self, unit: str, *path: str) -> Table:
        """A unit advances hex by hex."""
        for to in path:
            self.do(AdvanceUnit(unit, to))
        return self

    def stop(self) -> Table:
        """Nobody advances any further (where nobody could, nobody is asked)."""
        return self.do(Done()) if self.asked("advance") else self

    # --- looking -------------------------------------------------------------------------------------------
    @property
    def legal(self) -> tuple[Action, ...]:
        """What may be done now."""
        return legal_actions(self.state)

    def of(self, kind: type[A]) -> list[A]:
        """The legal actions of a kind."""
        return [action for action in self.legal if isinstance(action, kind)]

    @property
    def actor(self) -> str | None:
        """Who acts: axis, soviet, chance, or nobody."""
        who = actor(self.state)
        return None if who is None else who.value

    @property
    def view(self) -> View:
        """What the side to act sees (a spectator, when chance acts)."""
        who = self.actor
        return view(self.state, None if who in (None, "chance") else actor(self.state))  # type: ignore[arg-type]

    def asked(self, code: str) -> bool:
        """Is this the question before the table?"""
        stack = self.state.stack
        return bool(self.legal) and getattr(stack[-1], "CODE", None) == code

    @property
    def battle(self) -> BattleView:
        """The battle being fought."""
        battle = self.view.battle
        assert battle is not None, "no battle is being fought"
        return battle

    @property
    def odds(self) -> OddsView:
        """Its odds."""
        odds = self.battle.odds
        assert odds is not None
        return odds

    @property
    def column(self) -> str:
        """Its final column."""
        return self.odds.column

    @property
    def shifts(self) -> dict[str, int]:
        """Its shifts by code."""
        return {shift.code: shift.columns for shift in self.odds.shifts}

    def unit(self, name: str) -> UnitView:
        """A counter."""
        return next(unit for unit in self.view.units if unit.id == name)

    def at(self, name: str) -> str:
        """Where a counter is."""
        return self.unit(name).at

    def strength(self, name: str) -> int:
        """The strength it shows."""
        return self.unit(name).strength

    def seen(self, kind: type[E]) -> list[E]:
        """What happened of a kind."""
        return [event for event in self.log if isinstance(event, kind)]

    def happened(self, event: Event) -> bool:
        """Did exactly this happen?"""
        return event in self.log

    @property
    def result(self) -> str:
        """The result of the last round that was rolled or found."""
        return self.seen(ResultFound)[-1].result

    @property
    def winner(self) -> tuple[str, str] | None:
        """Who has won, and how."""
        end = outcome(self.state)
        return None if end is None else (end.winner.value, end.reason)


# Open ground without a river or a city around it: 1611 with its neighbors
# W 1511, E 1711, NW 1610, NE 1710, SW 1612, SE 1712; two hexes east of it 1811, 1810, 1812.
CENTER = "1611"
