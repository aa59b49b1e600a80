"""Sentences in any of the languages, filled from a catalogue, as the reader of a page sees them.

The browser fills sentences in the same way (`web/src/i18n/message.ts`, `web/src/i18n/refusal.ts`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from noretreat.core.names import face_id, half_title
from noretreat.data.languages import PLURALS, language_of
from noretreat.explain.sentences.telling import HOLE, agreeing, require_holes, require_types

Message: TypeAlias = str | Mapping[str, str]
"""A text, its plural forms, or the forms of a name."""


def plural(language: str, number: int) -> str:
    """The plural form of a whole number; raises `UnknownName` for a language that the table lacks."""
    return PLURALS[language_of(language).plurals].of(abs(number))


def joined(language: str, names: Sequence[str]) -> str:
    """Several names in a row: "Riga, Minsk and Kiev"."""
    *first, last = names or [""]
    if not first:
        return last
    own = language_of(language)
    before, pattern = own.joins_else or ("", "(?!)")
    comma = "," if own.serial_comma and len(first) > 1 else ""
    return f"{', '.join(first)}{comma}{before if re.match(pattern, last, re.IGNORECASE) else own.joins}{last}"


class Tongue:
    """One language, for one position: what units are called depends on the faces that they show."""

    def __init__(self, language: str, texts: Mapping[str, Message], backs: Collection[str] = ()) -> None:
        """`backs`: the units that show their backs."""
        self.language, self._texts, self._backs = language, texts, backs

    def say(self, key: str, args: Mapping[str, Any]) -> str:
        """The text of a key with its holes filled; a question and a line of the log begin with a capital.

        Raises `KeyError` for a key that is not there, and `HoleError`, which names key and file, for such a hole.
        """
        message = self._texts[key]
        if isinstance(message, str):
            text = message
        else:  # English, where it stands in for a translation, has two forms only
            form = plural(self.language, args.get("n", 0))
            text = message[form if form in message else "other"]
        try:
            told = HOLE.sub(lambda hole: self._filled(hole[1], hole[2], hole[3], hole[4], args), text)
        except (KeyError, TypeError, ValueError, AttributeError):
            file = f"web/src/i18n/{self.language}/{key.partition('.')[0]}.json"
            kinds = (*_TELLERS, "units", "places", "card_list")
            require_holes(text, args, kinds, f"{file}: {key}")
            require_types(text, args, {kind: partial(self._told, kind, form="nom") for kind in kinds}, f"{file}: {key}")
            raise
        return told[:1].upper() + told[1:] if key.startswith(("log.", "prompt.")) else told

    def _filled(self, name: str, kind: str | None, form: str | None, words: str | None, args: Mapping[str, Any]) -> str:
        value = args[name]
        if not kind:
            return str(value) if words is None else agreeing(words, plural(self.language, value))
        if words is None:
            return self._told(kind, value, form or "nom")
        return agreeing(words, self._told(kind, value, "gender"))

    def _told(self, kind: str, value: Any, form: str) -> str:
        if kind == "card_list":
            return self._listed("card", value, form)
        if kind in ("units", "places"):
            return "pl" if form == "gender" and len(value) > 1 else self._listed(kind[:-1], value, form)
        return _TELLERS[kind](self, value, form)

    def _listed(self, kind: str, values: tuple[object, ...], form: str) -> str:
        return joined(self.language, [self._told(kind, value, form) for value in values])

    def named(self, key: str, form: str = "nom") -> str:
        """A name in one of its forms, or in its own where it has no other; "" for a gender that is not known."""
        name = self._texts[key]
        if isinstance(name, str):
            return "" if form == "gender" else name
        return name.get(form, "" if form == "gender" else name["nom"])

    def unit(self, unit: str, form: str) -> str:
        """A unit by the face it shows."""
        back = f"unit.{face_id(unit, 1)}"
        return self.named(back if unit in self._backs and back in self._texts else f"unit.{unit}", form)

    def place(self, node: str, form: str) -> str:
        """A hex by its city and number, or an area."""
        key = f"place.{node}"
        if key not in self._texts:
            return self.named("place.hex", form).replace("{id}", node)
        number = f" {node}" if node.isdigit() and form != "gender" else ""
        return self.named(key, form) + number

    def title(self, half: str) -> str:
        """The title of half a card."""
        card, _, side = half.partition("-")
        return half_title(half) if self.language == "en" else str(self._texts[f"card.{card}.{side}.title"])

    def cause(self, code: str) -> str:
        """Half a card, a note of the calendar, or a code of its own."""
        if code.endswith(("-axis", "-soviet")):
            return self.title(code)
        return str(self._texts[code if code.startswith("calendar.") else f"label.cause-{code}"])

    def shift(self, code: str) -> str:
        """The words for a column shift."""
        number = code.removeprefix("card")
        return (
            self.say("label.shift-card", {"n": number}) if number.isdigit() else str(self._texts[f"label.shift-{code}"])
        )

    def way(self, path: tuple[str, ...]) -> str:
        """Hexes by their numbers alone."""
        return " – ".join(node if node.isdigit() else self.place(node, "nom") for node in path)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


_TELLERS: Final[dict[str, Callable[[Tongue, Any, str], str]]] = {
    "unit": Tongue.unit,
    "place": Tongue.place,
    "side": lambda tongue, side, form: tongue.named(f"words.side-{side}", form),
    "support": lambda tongue, side, form: tongue.named("words.blitz" if side == "axis" else "words.shock", form),
    "phase": lambda tongue, phase, form: tongue.named(f"words.phase-{phase}", form),
    "weather": lambda tongue, weather, form: tongue.named(f"words.weather-{weather}", form),
    "months": lambda tongue, months, _: tongue.named(f"words.months-{months}"),
    "event": lambda tongue, half, _: tongue.title(half),
    "card": lambda tongue, half, _: f"{half.partition('-')[0]} {tongue.title(half)}",
    "result": lambda tongue, result, _: tongue.named(f"words.result-{result}").replace("\u00ad", ""),
    "moments": lambda tongue, moments, _: ", ".join(tongue.named(f"refusal.moment-{moment}") for moment in moments),
    "way": lambda tongue, path, _: tongue.way(path),
    "signed": lambda _, number, __: _signed(number),
    "cause": lambda tongue, code, _: tongue.cause(code),
    "shifts": lambda tongue, shifts, _: ", ".join(
        f"{_signed(columns)} {tongue.shift(code)}" for columns, code in shifts
    ),
    "ending": lambda tongue, ended, _: tongue.say(
        f"label.end-{ended[1]}", {"side": tongue.named(f"words.side-{ended[0]}") if ended[0] else ""}
    ),
}
"""Type of a hole -> what a value of it is called, in a form of the name."""
