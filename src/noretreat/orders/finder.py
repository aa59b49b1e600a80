"""The position an order is read in: what names mean there, and the copy on which its actions are played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from noretreat.core import actions as act
from noretreat.core.actions import Action
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET, cards_in
from noretreat.core.boxes import BOX_NAMES
from noretreat.core.kernel import CHANCE
from noretreat.core.reasons import because, reason
from noretreat.core.sides import NO_SIDE
from noretreat.core.state import State
from noretreat.core.types import CardNumber, Node, SideIndex
from noretreat.data.facts import Phase
from noretreat.explain.questions.answers import owner_of
from noretreat.explain.refusals.why_not import why_not
from noretreat.game import apply
from noretreat.orders import names
from noretreat.orders.grammar import Name, Part
from noretreat.orders.notation import notation
from noretreat.orders.passing import Scope, blind, can_pass, scope_of
from noretreat.orders.reading import Chip, Refused, Suggestion
from noretreat.rules.windows import EventWindow, Window


def who_decides(state: State) -> SideIndex:
    """0 Axis, 1 Soviet, 2 chance; -1 when the game is over."""
    question = state.question
    if question is None:
        return NO_SIDE
    return question.actor(state)


def _only_passes(state: State, side: SideIndex) -> bool:
    """True in a window in which the side has nothing to play. A game passes it without asking."""
    return state.options == (act.Pass(),) and who_decides(state) == side


def _standing_still(state: State, last: Sequence[Action]) -> list[str]:
    """The units that could move and have not, but for those that the last actions of the phase move."""
    able = dict.fromkeys(option.unit for option in state.options if isinstance(option, act.MoveUnit))
    gone = {action.unit for action in last if isinstance(action, act.MoveUnit)}
    return [unit for unit in able if unit not in gone and not state.moved >> BOARD.unit_index[unit] & 1]


class Finder:
    """The state of one reading: the copy played so far, and what has been found."""

    def __init__(self, text: str, state: State) -> None:
        self.text, self.first, self.state = text, state, state
        self.side = who_decides(state)
        self.chips: list[Chip] = []
        self.actions: list[Action] = []
        self.notes: list[str] = []
        self.meant: dict[str, list[str]] = {}
        """The units that are named for targets while targets are declared, each with its targets."""
        self.asked: type = object
        self.ending: Phase | None = None
        """The phase that the order being read names as the one to end, if it names one."""
        self.ends: list[Phase] = []
        """The phases that the actions end."""
        self.unmoved: list[str] = []
        """The units that could still move when the actions end the Movement Phase."""
        self.passes: list[tuple[Scope, int, list[Window]]] = []
        """What `pass all` passes: the phase, how many actions come before it, and the windows that it meets."""
        self.command, self.stops, self.rest = "", "", ""
        self.units: tuple[str, ...] = ()
        self.hexes: tuple[str, ...] = ()

    # --- what the rules say ------------------------------------------------------------------------------
    def options(self, *kinds: type) -> list[Any]:
        """The legal actions of these kinds."""
        return [option for option in self.state.options if isinstance(option, kinds)]

    def take(self, action: Action) -> None:
        """Adds an action and plays it on the copy; refuses it if it is not legal there."""
        if self._answered(action):
            self.notes.append("by-itself")
            return
        if action not in self.state.options and not isinstance(action, act.Resign):
            raise Refused(why_not(self.state, action) or because("not-allowed"))
        self.played([action], apply(self.blind(), action)[0])

    def blind(self) -> State:
        """A copy to play on in which no window depends on the other side's hand, so that it reveals nothing of it."""
        return blind(self.state)

    def played(self, actions: Sequence[Action], after: State) -> None:
        """Adds actions with the state after them, and sees which side decides next.

        Nothing after an event is checked: it may be cancelled, and it may reveal cards that nobody has seen yet.
        """
        self.actions += actions
        self.asked = type(self.state.question)
        if isinstance(actions[-1], act.PlayEvent):
            self.stops = "answer"
            return
        while _only_passes(after, self.side) or self._passed_by_rule(after):
            after = apply(after, act.Pass())[0]
        before, self.state = self.state, after
        who = who_decides(after)
        segment = (before.phase, after.phase) == (Phase.COMBAT, Phase.COUNTERBLOWS)
        if not segment and (after.turn, after.phasing, after.phase) != (before.turn, before.phasing, before.phase):
            self.ends.append(before.phase)
            self.unmoved += _standing_still(before, actions)
            if self.ending != before.phase:
                self.stops = "phase"  # what was typed for this phase must not be played in the next one
        if who != self.side:
            self.stops = {CHANCE: "chance", -1: "over"}.get(who, "other")

    def _passed_by_rule(self, state: State) -> bool:
        """Is a window passed unasked because of a `pass all` before it? It is noted."""
        if not self.passes or self.passes[-1][0] != scope_of(state) or not can_pass(state, self.side):
            return False
        assert isinstance(state.question, EventWindow)
        self.passes[-1][2].append(state.question.window)
        return True

    def _answered(self, action: Action) -> bool:
        """Did the rules give this answer themselves, because the orders before it left no other?"""
        if not self.actions:
            return False
        if isinstance(action, act.Done):
            return action not in self.state.options and type(self.state.question) is not self.asked
        if not isinstance(action, act.PayCard | act.Discard):
            return False
        return bool(self.first.hands[self.side] & ~self.state.hands[self.side] >> action.card & 1)

    # --- names -------------------------------------------------------------------------------------------
    def chip(self, kind: str, name: Name, ids: Iterable[str] = (), hexes: Iterable[str] = ()) -> None:
        """Records what a name was understood as."""
        if any(chip.start == name.start for chip in self.chips):
            return  # several units take the same route
        self.chips.append(Chip(kind, name.text, name.start, name.end, tuple(ids), tuple(hexes)))

    def where(self, unit: str) -> str:
        """The hex of a unit; empty if it is off the map."""
        at = self.state.where[BOARD.unit_index[unit]]
        return BOARD.id_of[Node(at)] if at >= 0 else ""

    def instead(self, name: Name, texts: Iterable[tuple[str, str]]) -> list[Suggestion]:
        """The whole text with this name replaced, for each (text, id)."""
        before, after = self.text[: name.start], self.text[name.end :]
        return [Suggestion(f"{before}{text}{after}", ids=(one,)) for text, one in texts]

    def unknown(self, name: Name) -> Refused:
        """The refusal of an unknown name."""
        self.chip("unknown", name)
        kind, typed = names.kind_word(names.tokens(name.text))
        if names.is_hex(typed) and kind in ("", "hex"):
            return Refused(reason("no-hex", name=typed[0]))
        return Refused(reason("order-word", word=name.text), self.with_arrow(name.start, name.end))

    def with_arrow(self, start: int, end: int) -> list[Suggestion]:
        """For words that end with a hex: the whole text with an arrow before it, `4 A > 1512` for `4 A 1512`."""
        before, _, last = self.text[start:end].rpartition(" ")
        if not before or before.endswith(">") or not names.is_hex(names.tokens(last)):
            return []
        return [Suggestion(f"{self.text[:start]}{before} > {last}{self.text[end:]}")]

    def unit(self, name: Name, possible: set[str]) -> str:
        """The unit a name means: one that can do it, else a friendly one on the map, else any."""
        kind, typed = names.kind_word(names.tokens(name.text))
        found = names.units_named(typed, self.state.face)[0] if typed and kind in ("", "unit") else []
        own = [unit for unit in found if self.where(unit) and self._mine(unit)]
        fits = [unit for unit in found if unit in possible] or own or found
        if not fits:
            raise self.unknown(name)
        if len(fits) > 1:
            self.chip("unit", name, fits, filter(None, map(self.where, fits)))
            meant = self.instead(name, ((names.short_unit(unit), unit) for unit in fits))
            raise Refused(reason("order-ambiguous", word=name.text, units=tuple(fits)), meant)
        return fits[0]

    def _mine(self, unit: str) -> bool:
        return BOARD.units[BOARD.unit_index[unit]].side == self.side

    def movers(self, listed: Sequence[Name], possible: set[str]) -> list[str]:
        """The units of a list: by name, or all friendly ones in a hex."""
        found: list[str] = []
        for name in listed:
            kind, typed = names.kind_word(names.tokens(name.text))
            by_unit = typed and kind in ("", "unit") and not names.is_hex(typed)
            units = names.units_named(typed, self.state.face)[0] if by_unit else []
            places = names.places_named(typed)[0] if typed and not units and kind in ("", "hex") else []
            new = self._standing(name, places[0], possible) if len(places) == 1 else [self.unit(name, possible)]
            self.chip("unit", name, new, dict.fromkeys(filter(None, map(self.where, new))))
            found += [unit for unit in new if unit not in found]
        return found

    def _standing(self, name: Name, place: str, possible: set[str]) -> list[str]:
        """The units in a hex: those that can do it, else all friendly ones."""
        there = [u for u in BOARD.unit_ids if self.where(u) == place and (u in possible or self._mine(u))]
        able = [unit for unit in there if unit in possible] or there
        if not able:
            self.chip("unknown", name, (), (place,))
            raise Refused(reason("order-nobody", hex=place))
        return able

    def places(self, name: Name) -> list[str]:
        """All places a name can mean: by number or name, or by the unit there; `hex` or `unit` before it decides."""
        kind, typed = names.kind_word(names.tokens(name.text))
        if not typed:
            return []
        by_name, whole = names.places_named(typed) if kind in ("", "hex") else ([], False)
        units, whole_unit = names.units_named(typed, self.state.face) if kind in ("", "unit") else ([], False)
        by_unit = [place for place in map(self.where, units) if place]
        if names.is_hex(typed) or (whole and by_name and not (whole_unit and by_unit)):
            return by_name
        if whole_unit and by_unit and not (whole and by_name):
            return list(dict.fromkeys(by_unit))
        return list(dict.fromkeys([*by_name, *by_unit]))

    def place(self, name: Name, possible: set[str]) -> str:
        """The place a name means: a possible one, or another only if no possible one fits."""
        found = self.places(name)
        fits = [place for place in found if place in possible] or found
        if not fits:
            raise self._nowhere(name)
        self.chip("place", name, fits, fits)
        if len(fits) > 1:
            meant = self.instead(name, ((names.short_place(place), place) for place in fits))
            raise Refused(reason("order-ambiguous", word=name.text, hexes=tuple(fits)), meant)
        return fits[0]

    def _nowhere(self, name: Name) -> Refused:
        """The refusal of an unknown place, or of a unit that is not on the map."""
        kind, typed = names.kind_word(names.tokens(name.text))
        by_unit = typed and kind in ("", "unit") and not names.is_hex(typed)
        units = names.units_named(typed, self.state.face)[0] if by_unit else []
        if len(units) != 1:
            return self.unknown(name)
        self.chip("unit", name, units)
        box = BOX_NAMES[self.state.where[BOARD.unit_index[units[0]]]]
        return Refused(reason("off-map", unit=units[0], box=box))

    def which_way(self, name: Name, ways: Sequence[Sequence[str]], by: Refused | None = None) -> Refused:
        """Several ways lead to the place that is named: the refusal says each in the longer form that would do."""
        longer = [" > ".join(map(names.short_place, way)) for way in ways]
        forms = " / ".join(f"> {way}" for way in longer)
        meant = by.suggestions if by else self.instead(name, zip(longer, (way[0] for way in ways), strict=True))
        return Refused(reason("order-which-way", word=name.text, forms=forms), meant)

    def several(self, part: Part, meant: Sequence[Action]) -> Refused:
        """Several actions for one order."""
        before, words, rest = self.text[: part.start], self.text[part.start : part.end], self.text[part.end :]
        texts = [Suggestion(f"{before}{notation(action)}{rest}", action) for action in meant]
        return Refused(reason("order-ambiguous", word=words), texts)

    @property
    def mine(self) -> SideIndex:
        """The side whose halves of the cards are meant."""
        return AXIS if self.side == AXIS else SOVIET

    def of_cards_offered(self, options: Sequence[Any]) -> dict[CardNumber, SideIndex]:
        """The cards that options name, each with the side whose half is meant: the one that holds it."""
        cards = [option for option in options if hasattr(option, "card")]
        theirs = {option.card for option in cards if owner_of(self.state, self.mine, option)}
        return {one.card: ENEMY[self.mine] if one.card in theirs else self.mine for one in cards}

    def card(self, name: Name) -> CardNumber:
        """A card by its number, or one of a hand by the title of its holder's half."""
        held = cards_in(self.first.hands[self.side]) if self.side in (0, 1) else []
        known = dict.fromkeys(held, self.mine) | self.of_cards_offered(self.options(*_OF_CARD))
        found = names.cards_named(names.tokens(name.text), known) if name.text else []
        if not found:
            raise self.unknown(name)
        self.chip("card", name, map(str, found))
        if len(found) > 1:
            meant = self.instead(name, ((str(card), str(card)) for card in found))
            raise Refused(reason("order-ambiguous", word=name.text), meant)
        return found[0]

    def everybody(self, name: Name, units: Sequence[str]) -> None:
        """The chip of `all`; refuses if no unit can."""
        self.chip("unit", name, units, dict.fromkeys(filter(None, map(self.where, units))))
        if not units:
            raise Refused(because("order-none"))


def is_all(name: Name) -> bool:
    """Does a name mean all units that can?"""
    return " ".join(names.tokens(name.text)) in ("all", "all units", "everybody")


_OF_CARD = (act.Discard, act.PayCard, act.PlayEvent, act.ChooseCard)
