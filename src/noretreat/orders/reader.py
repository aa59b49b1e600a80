"""Reading orders: what each word was understood as, and the actions that follow, checked one after another.

Nothing is guessed. Of several meanings only the possible ones count; if there is more than one, all are listed and none
is chosen. The checks are played on a copy of the state and end where dice, a draw or the other side decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from noretreat import game
from noretreat.core import actions as act
from noretreat.core.actions import Action
from noretreat.core.board import BOARD, SIDES
from noretreat.core.reasons import Reason, because, reason
from noretreat.core.state import State, require_state
from noretreat.core.types import CardNumber
from noretreat.data.facts import Side
from noretreat.explain.ahead.dangers import Danger, added, dangers
from noretreat.explain.sentences.telling import tell
from noretreat.orders import grammar, names
from noretreat.orders.arrows import arrow
from noretreat.orders.finder import Finder, is_all
from noretreat.orders.grammar import Name, Part
from noretreat.orders.notation import BARE, OF_CARD, OF_HEX, OF_UNIT, notation, spoken
from noretreat.orders.passing import Scope, can_pass, scope_of
from noretreat.orders.reading import PassesAll, Placed, Reading, Refused, Suggestion
from noretreat.orders.suggestions import completions
from noretreat.rules.windows import EventWindow, Window

LONGEST: Final = 20_000
"""The most characters of a text, ..."""
MOST_ORDERS: Final = 500
"""... and the most orders in it: those of a whole turn, a line for each unit with remarks, are fewer."""
COMMANDS: Final = frozenset({"undo", "redo", "restart", "hold"})
"""Commands for the screen, which are no actions of the rules."""


def read(text: str, state: State) -> Reading:
    """The reading of the orders of the side that has to decide; never changes the state, nor raises for what is said.

    Raises `TypeError` for what is no text or no state.
    """
    if not isinstance(text, str):
        raise TypeError(f"orders are text, not {text!r:.60}")
    require_state(state)
    if len(text) > LONGEST:
        return Reading(text[:LONGEST], problem=tell(reason("order-long", most=LONGEST)))
    if state.ended is not None:
        return Reading(text, problem=tell(because("game-over")))
    listed = grammar.parts(text)
    if len(listed) > MOST_ORDERS:
        return Reading(text, problem=tell(reason("order-many", given=len(listed), most=MOST_ORDERS)))
    found = Reader(text, state)
    problem: Reason | None = None
    more: Sequence[Suggestion] = ()
    carried: list[int] = []
    for part in listed:
        if not found.has_ended(part):
            if found.stops:
                found.rest = found.rest or text[part.start :]
                break
            try:
                found.part(part)
            except Refused as refused:
                problem = refused.reason
                more = refused.suggestions or _completed(found.state, text, part)
                break
            if found.rest:
                break
        carried.append(len(found.actions))
    else:
        if not text.strip() or text.rstrip(" ").endswith((";", "\n")):
            more = completions(found.state, text, "") if not found.stops else ()
    upto = [*carried, *[-1] * (len(listed) - len(carried))]
    return Reading(
        text=text,
        chips=tuple(sorted(found.chips, key=lambda chip: chip.start)),
        actions=tuple(found.actions),
        command=found.command,
        units=found.units,
        hexes=found.hexes,
        stops=found.stops,
        rest=found.rest.strip(),
        ends=tuple(found.ends),
        unmoved=tuple(found.unmoved),
        notes=tuple(dict.fromkeys(found.notes)),
        problem=tell(problem, found.state.face) if problem else None,
        suggestions=tuple(more),
        orders=tuple(Placed(part.start, part.end, n) for part, n in zip(listed, upto, strict=True)),
        written=tuple(map(notation, found.actions)),
        passes=tuple(_passes(*one) for one in found.passes),
        dangers=_new_dangers(state, found),
        meant={unit: tuple(hexes) for unit, hexes in found.meant.items()},
    )


def _new_dangers(before: State, found: Reader) -> tuple[Danger, ...]:
    """What the side that gives the orders stands to lose once its units are where they are ordered, and did not before.

    Orders that touch no unit are left out: a phase that they begin brings new questions, but no new danger.
    """
    side = game.actor(before)
    if not isinstance(side, Side) or not any(hasattr(action, "unit") for action in found.actions):
        return ()
    return added(dangers(before, side), dangers(found.state, side))


def _passes(scope: Scope, after: int, moments: Sequence[Window]) -> PassesAll:
    """What a `pass all` passes, in words too."""
    names = {"side": scope.phasing, "phase": scope.phase}
    said = (
        reason("passes-now", **names, moments=tuple(dict.fromkeys(moments)))
        if moments
        else reason("passes-later", **names)
    )
    return PassesAll(scope, after, tell(said), tuple(moments))


def _completed(state: State, text: str, part: Part) -> list[Suggestion]:
    """The completions of an order in the middle of others: what follows it stays."""
    rest = text[part.end :]
    more = completions(state, text[: part.start], text[part.start : part.end])
    return [replace(one, text=one.text + rest) for one in more]


class Reader(Finder):
    """Reads the parts of a text one after the other."""

    def part(self, part: Part) -> None:
        """Reads one order."""
        if part.word.text:
            self.chip("verb", part.word, (part.verb,))
        if part.verb in COMMANDS:
            self._command(part)
        elif part.goals:
            arrow(self, part)
        elif part.verb == "":
            self._pick(part, _PICKS)
        else:
            _HANDLERS[part.verb](self, part)

    def each(self, part: Part, one: Callable[[Name], None]) -> None:
        """Reads the objects of an order one after another; what is left when another side decides is the rest."""
        if not part.objects:
            raise Refused(reason("order-unfinished", word=part.word.text))
        for name in part.objects:
            if self.stops:
                self.rest = f"{part.word.text} {self.text[name.start :]}"
                return
            one(name)

    def _command(self, part: Part) -> None:
        if self.actions:
            self.chips.pop()
            self.stops, self.rest = "command", self.text[part.start :]
            return
        if part.verb == "hold":
            self.units = tuple(self.movers(part.objects, {a.unit for a in self.options(act.MoveUnit)}))
            if not self.units:
                raise Refused(reason("order-unfinished", word=part.word.text))
        elif part.objects:
            raise self.unknown(part.objects[0])
        self.command, self.stops = part.verb, "command"

    def bare(self, part: Part) -> None:
        """`pass` and what else needs no object; `support` may name its battle, `done` the phase that it ends."""
        kind = _BARE[part.verb]
        if kind is act.Done:
            self._end(part.objects)
            return
        if kind is act.Pass and len(part.objects) == 1 and is_all(part.objects[0]):
            self._pass_all(part.objects[0])
            return
        for name in part.objects:
            if kind is not act.CommitSupport:
                raise self.unknown(name)
            battle = self.state.battle
            hexes = tuple(BOARD.id_of[node] for node in battle.targets) if battle else ()
            if self.place(name, set(hexes)) not in hexes and battle:
                raise Refused(reason("order-battle", hexes=hexes))
        self.take(act.Resign(SIDES[self.side]) if kind is act.Resign and self.side in (0, 1) else kind())

    def _end(self, phases: Sequence[Name]) -> None:
        """`done`, and `end movement`: once the phase is named, the orders that follow belong to the next one."""
        for name in phases:
            phase = names.phase_named(names.tokens(name.text))
            if phase is None:
                raise self.unknown(name)
            self.chip("option", name, (phase,))
            if phase != self.state.phase:
                raise Refused(reason("order-phase", phase=self.state.phase))
            self.ending = phase
        self.take(act.Done())

    def _pass_all(self, name: Name) -> None:
        """`pass all`: this card window and the others of the phase; nothing else is declined, and no phase ended."""
        phase = self.state.phase
        self.chip("option", name, (phase,))
        asked = self.state.question
        if isinstance(asked, EventWindow) and not can_pass(self.state, self.side):
            raise Refused(reason("order-pass-ends", phase=phase))
        if not isinstance(asked, EventWindow) and act.Pass() in self.state.options:
            raise Refused(because("order-pass-costs"))
        if not self.passes or self.passes[-1][0] != scope_of(self.state):
            self.passes.append((scope_of(self.state), len(self.actions), []))
        if isinstance(asked, EventWindow):
            self.passes[-1][2].append(asked.window)
            self.take(act.Pass())

    def has_ended(self, part: Part) -> bool:
        """Does an order name the phase that has just ended by itself? Then reading goes on in the next one."""
        if self.stops != "phase" or part.verb != "done" or len(part.objects) != 1:
            return False
        phase = names.phase_named(names.tokens(part.objects[0].text))
        if phase is None or phase != self.ends[-1]:
            return False
        self.chip("verb", part.word, (part.verb,))
        self.chip("option", part.objects[0], (phase,))
        self.notes.append("by-itself")
        self.stops = ""
        return True

    def unfinished(self, part: Part) -> None:
        """A word that needs an arrow, without one."""
        words = self.text[part.start : part.end]
        raise Refused(reason("order-unfinished", word=words), self.with_arrow(part.start, part.end))

    def of_units(self, part: Part) -> None:
        """`improve 4 A, 6 A`: one action for each unit."""
        kind = _UNITS[part.verb]
        able = [option.unit for option in self.options(kind)]
        everybody = next((name for name in part.objects if is_all(name)), None)
        if everybody is not None:
            self.everybody(everybody, able)
            units = able
        else:
            units = self.movers(part.objects, set(able))
        if not units:
            raise Refused(reason("order-unfinished", word=part.word.text))
        for index, unit in enumerate(units):
            if self.stops:
                self.rest = f"{part.verb} {', '.join(map(names.short_unit, units[index:]))}{self.text[part.end :]}"
                return
            self.take(kind(unit))

    def of_hexes(self, part: Part) -> None:
        """`attack West, Bryansk`: one action for each hex."""
        kinds = _HEXES[part.verb]

        def one(name: Name) -> None:
            asked = self.options(*kinds)
            kind = type(asked[0]) if asked else kinds[0]
            self.take(kind(self.place(name, {option.hex for option in asked})))

        self.each(part, one)

    def of_cards(self, part: Part) -> None:
        """`discard 4 9`: one action for each card."""
        kind = _CARDS[part.verb]
        self.each(part, lambda name: self.take(kind(self.card(name))))

    def play(self, part: Part) -> None:
        """`play 8 as draw`: an event, and which of its alternatives if it has several."""

        def one(name: Name) -> None:
            card = self.card(name)
            ways = [option for option in self.options(act.PlayEvent) if option.card == card]
            if part.mode is None:
                fits = ways
            else:
                typed = names.tokens(part.mode.text)
                fits = [way for way in ways if typed and names.begins(typed, names.tokens(spoken(way.mode)))]
                fits = [way for way in fits if names.tokens(spoken(way.mode)) == typed] or fits
                if ways and not fits:
                    raise self.unknown(part.mode)
                self.chip("option", part.mode, [way.mode for way in fits])
            if len(fits) > 1:
                raise self.several(part, fits)
            self.take(fits[0] if fits else act.PlayEvent(card))

        self.each(part, one)

    def choose(self, part: Part) -> None:
        """`choose 1211`, `choose card 4`: an answer to the question of an event."""
        self._pick(part, _CHOICES)

    def die(self, part: Part) -> None:
        """`die 4`: an action of chance, in a log or a test."""

        def one(name: Name) -> None:
            if not name.text.isdigit():
                raise self.unknown(name)
            self.take(act.Rolled(int(name.text)))

        self.each(part, one)

    def _pick(self, part: Part, kinds: tuple[type, ...]) -> None:
        """Reads a name alone as the answer to a question that asks for one."""

        def one(name: Name) -> None:
            fits = self._fitting(name, self.options(*kinds))
            if len(fits) > 1:
                raise self.several(part, fits)
            if fits:
                self._pick_chip(name, fits[0])
                self.take(fits[0])
            else:
                self._nothing_fits(name, part.verb)

        self.each(part, one)

    def _fitting(self, name: Name, options: Sequence[Any]) -> list[Action]:
        """The options that a name can mean; whole names take precedence over beginnings."""
        kind, typed = names.kind_word(names.tokens(name.text))
        if not typed:
            return []
        faces = self.state.face
        units = names.units_named(typed, faces)[0] if kind in ("", "unit") else []
        places = self.places(Name(" ".join(typed), 0, 0)) if kind in ("", "hex") else []
        cards = names.cards_named(typed, self.of_cards_offered(options))
        found: list[Action] = []
        for option in options:
            unit, place = getattr(option, "unit", None), getattr(option, "hex", None)
            card, word = getattr(option, "card", None), getattr(option, "option", None)
            if word is not None and names.tokens(spoken(word)) == names.tokens(name.text):
                return [option]
            by_card = card in cards and kind in ("", "card")
            by_word = word is not None and kind == "" and names.begins(typed, names.tokens(spoken(word)))
            if (unit and unit in units) or (place and place in places) or by_card or by_word:
                found.append(option)
        return found

    def _pick_chip(self, name: Name, action: object) -> None:
        for field, kind in (("unit", "unit"), ("hex", "place"), ("card", "card"), ("option", "option")):
            value = getattr(action, field, None)
            if value is not None:
                at = {"unit": self.where(str(value)) if kind == "unit" else "", "place": str(value)}.get(kind, "")
                self.chip(kind, name, (str(value),), (at,) if at else ())

    def _nothing_fits(self, name: Name, verb: str) -> None:
        """Refuses a name that answers nothing: unknown, unfinished, or not one of those asked for."""
        kind, typed = names.kind_word(names.tokens(name.text))
        units = names.units_named(typed, self.state.face)[0] if typed and kind in ("", "unit") else []
        places = self.places(Name(" ".join(typed), 0, 0)) if kind in ("", "hex") else []
        number = int(typed[0]) if len(typed) == 1 and typed[0].isdigit() and int(typed[0]) in BOARD.cards else 0
        if not (units or places or number):
            raise self.unknown(name)
        hexes = dict.fromkeys([*map(self.where, units), *places])
        self.chip("unit" if units else "place" if places else "card", name, units or places, filter(None, hexes))
        if not verb:
            raise Refused(reason("order-unfinished", word=name.text))
        if number and (kind == "card" or not (units or places)):
            self.take(act.ChooseCard(CardNumber(number)))
        elif units:
            self.take(act.ChooseUnit(units[0]))
        else:
            self.take(act.ChooseHex(places[0]))


_BARE: Final[dict[str, Any]] = {word: kind for kind, word in BARE.items()}
_UNITS: Final[dict[str, Any]] = {word: kind for kind, word in OF_UNIT.items() if kind is not act.ChooseUnit}
_HEXES: Final[dict[str, tuple[Any, ...]]] = {
    **{word: (kind,) for kind, word in OF_HEX.items() if kind is not act.ChooseHex},
    "counterblow": (act.PlaceCounterblow, act.MarkCounterblow),
}
_CARDS: Final[dict[str, Any]] = {word: kind for kind, word in OF_CARD.items() if kind is not act.ChooseCard}
_CHOICES: Final = (act.ChooseUnit, act.ChooseHex, act.ChooseCard, act.ChooseOption)
_PICKS: Final = (
    *_CHOICES, act.LoseStep, act.ShatterUnit, act.AssignAttacker, act.AddTarget, act.PlaceCadre, act.MarkCounterblow,
    act.BeginBattle, act.Discard, act.PayCard,
)  # fmt: skip
"""Actions that a click on a unit, hex or card plays at once: the name alone is enough."""
_HANDLERS: Final[dict[str, Callable[[Reader, Part], None]]] = {
    **dict.fromkeys(_BARE, Reader.bare),
    **dict.fromkeys(_UNITS, Reader.of_units),
    **dict.fromkeys(_HEXES, Reader.of_hexes),
    **dict.fromkeys(_CARDS, Reader.of_cards),
    **dict.fromkeys(grammar.WITH_ARROW - {"attack"}, Reader.unfinished),
    "play": Reader.play,
    "choose": Reader.choose,
    "die": Reader.die,
}
