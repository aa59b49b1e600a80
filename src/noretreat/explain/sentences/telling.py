"""Sentences for reasons: why something cannot be done, and the lines of the information cards, made on demand.

A `Reason` is a code with arguments. The English sentences are in `data/refusals.toml` and `data/information.toml`, with
the rule and the remedy; a client has them in its reader's language. Both fill the holes of a sentence in the same way:
`{hex:place}` is the argument `hex` in the format of places (`FORMATS`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX
from noretreat.core.names import (
    PHASE_NAMES,
    RESULT_NAMES,
    SIDE_NAMES,
    face_name,
    half_title,
    months_name,
    place_name,
    unit_name,
)
from noretreat.core.reasons import Argument, Reason
from noretreat.core.records import Outcome
from noretreat.core.types import CardNumber
from noretreat.data.facts import CardHalf, Sentence, Side
from noretreat.data.load import DataError, load_information, load_labels, load_refusals, load_scenario, scenario_ids
from noretreat.data.notes import note


class Told(msgspec.Struct, frozen=True):
    """A reason as a client gets it: code and arguments for any language, and the English sentence."""

    code: str
    args: dict[str, Any]
    """Ids, numbers, reasons and lists of them, as the holes of the sentence say; such a type would contain itself."""
    text: str
    """The fact, in English."""
    rule: str
    """The number of the rule; empty if none is needed."""
    remedy: str
    """The remedy, in English; empty if there is none."""

    @property
    def words(self) -> str:
        """The fact and the remedy."""
        return f"{self.text} {self.remedy}".strip()


def tell(reason: Reason, faces: Sequence[int] | None = None) -> Told:
    """A reason in words, with the reasons inside it.

    Units are named by the `faces` they show (a state's `face`), without these by their fronts.
    """
    if faces:
        return _tell(reason, faces)
    key = _key(reason)
    found = _TOLD.get(key)
    if found is None:
        if len(_TOLD) >= MOST_TOLD:
            _TOLD.clear()
        found = _TOLD[key] = _tell(reason, None)
    return found


MOST_TOLD: Final = 4096
"""Reasons whose words are kept: a game says the same things again and again."""
_TOLD: Final[dict[object, Told]] = {}


def _key(value: Argument | Reason) -> object:
    """A reason, or an argument of one, as something that can be looked up."""
    if isinstance(value, Reason):
        return (value.code, *[(name, _key(each)) for name, each in value.args.items()])
    if isinstance(value, (list, tuple)):
        return (list, *map(_key, value))
    return type(value), value


def _tell(reason: Reason, faces: Sequence[int] | None) -> Told:
    sentence = _sentence(reason.code)
    if sentence is None:
        return Told(reason.code, {}, note(reason.code), "", "")
    text = formed(sentence.text, reason.args)
    formats = by_faces(faces) if faces else FORMATS
    args = {name: _told(value, faces) for name, value in reason.args.items()}
    file = "refusals" if reason.code in load_refusals() else "information"
    where = f"src/noretreat/data/{file}.toml: {reason.code}"
    words, way = (fill(one, reason.args, formats, where) for one in (text, sentence.way))
    return Told(reason.code, args, words, sentence.rule, way)


HOLE: Final = re.compile(r"\{(\w+)(?::(\w+))?(?:\.(\w+)|\?([^{}]*))?\}")
"""A hole of a sentence: an argument, then a colon and its type. Other languages add a period and the form of the name
(`{hex:place.in}`), or a question mark and the words that agree with it (`{unit:unit?m=rozbity|f=rozbita}`). The words
that agree with a number have no type: `{points?one=point|other=points}`.
"""


class HoleError(KeyError):
    """A hole of a sentence that nothing fills, or whose type there is not or does not fit; says in which sentence of
    which file.
    """

    def __str__(self) -> str:
        return str(self.args[0])


def formed(text: str | Mapping[str, str], args: Mapping[str, Argument]) -> str:
    """A sentence in the form that its number asks for: `one` for n = 1, else `other`."""
    return text if isinstance(text, str) else text["one" if args["n"] == 1 else "other"]


def fill(
    text: str,
    args: Mapping[str, Argument],
    formats: Mapping[str, Callable[[Any], str]] | None = None,
    where: str = "a sentence",
) -> str:
    """A sentence with its holes filled: `{n}` as it is, `{unit:unit}` in the format of its type.

    `formats` stand in for `FORMATS`. English names have one form, so a form is ignored. Raises `HoleError` for an
    unknown argument or type, or a type that does not fit its argument; it names `where` the sentence stands.
    """
    known = formats or FORMATS

    def filled(hole: re.Match[str]) -> str:
        value = args[hole[1]]
        if hole[2]:
            return known[hole[2]](value)
        return agreeing(hole[4], "one" if value == 1 else "other") if hole[4] else str(value)

    try:
        return HOLE.sub(filled, text)
    except (KeyError, TypeError, ValueError, AttributeError):
        require_holes(text, args, known, where)
        require_types(text, args, known, where)
        raise


def agreeing(words: str, form: str) -> str:
    """The words in a hole for a gender or a plural form; if it has none, those for `other`, or the first."""
    choices = dict(choice.split("=", 1) for choice in words.split("|"))
    return choices.get(form) or choices.get("other") or next(iter(choices.values()))


def require_holes(text: str, args: Iterable[str], types: Iterable[str], where: str) -> None:
    """Raises `HoleError` for the first hole of a sentence that has no argument, or a type that there is not."""
    names, known = set(args), set(types)
    for hole in HOLE.finditer(text):
        if hole[1] not in names:
            there = f"what can stand here is {', '.join(sorted(names))}" if names else "nothing can stand here"
            raise HoleError(f"{where}: nothing fills the hole {hole[0]}; {there}")
        if hole[2] and hole[2] not in known:
            raise HoleError(
                f"{where}: the hole {hole[0]} has a type that there is not; known are {', '.join(sorted(known))}"
            )


def require_types(
    text: str, args: Mapping[str, Argument], tellers: Mapping[str, Callable[[Any], str]], where: str
) -> None:
    """Raises `HoleError` for the first hole whose type cannot tell its argument; it names the types that can."""
    for hole in HOLE.finditer(text):
        value = args[hole[1]]
        if hole[2] and _tells(tellers[hole[2]], value) is None:
            fitting = [kind for kind in sorted(tellers) if _tells(tellers[kind], value) not in (None, _bare(value))]
            bare = [f"{{{hole[1]}}}"] if isinstance(value, int) else []
            holes = bare + [f"{{{hole[1]}:{kind}}}" for kind in fitting]
            there = f"what can stand here is {', '.join(holes) or 'not known'}"
            raise HoleError(f"{where}: the type of the hole {hole[0]} does not fit what it tells, {value!r}; {there}")


def _tells(teller: Callable[[Any], str], value: object) -> str | None:
    """The words that a type of hole makes of a value, in lower case; None if it makes none."""
    try:
        return teller(value).lower()
    except (KeyError, TypeError, ValueError, AttributeError, DataError):
        return None


def _bare(value: object) -> str:
    """A value that no type has understood: as it stands, in lower case."""
    return str(value).replace("_", " ").lower()


def by_faces(faces: Sequence[int]) -> dict[str, Callable[[Any], str]]:
    """Formats in which units are named by the faces they show: `faces` is a state's `face`."""

    def named(unit: str) -> str:
        return unit_name(unit, faces[BOARD.unit_index[unit]])

    return {
        **FORMATS,
        "unit": named,
        "units": lambda units: listed(map(named, units)),
        "unit_list": lambda units: ", ".join(map(named, units)),
        "reason": lambda inner: tell(inner, faces).words if isinstance(inner, Reason) else inner,
    }


def listed(names: Iterable[str]) -> str:
    """Names in a row: "Riga", "Riga and Minsk", "Riga, Minsk, and Kiev"."""
    *first, last = [*names] or [""]
    return " and ".join((*first, last)) if len(first) < 2 else f"{', '.join(first)}, and {last}"


def _told(value: Argument, faces: Sequence[int] | None) -> Any:
    """An argument as a client gets it: reasons as code and arguments, in lists as well."""
    if isinstance(value, Reason):
        return tell(value, faces)
    return [_told(one, faces) for one in value] if isinstance(value, (list, tuple)) else value


def _sentence(code: str) -> Sentence | None:
    """The sentence of a refusal or of an information card; None for a note."""
    return load_refusals().get(code) or load_information().get(code)


def _half(half: str) -> CardHalf:
    """A half of a card: "12-axis"."""
    card, _, side = half.partition("-")
    found: CardHalf = getattr(BOARD.cards[CardNumber(int(card))], side)
    return found


def label(code: str, **args: object) -> str:
    """The words for a code, from `data/labels.toml`; raises `KeyError` for a code without any."""
    return load_labels()[code].format(**args)


def _ground(what: str) -> str:
    """The defender's cover in words: river, ring, works, else the terrain."""
    return (
        tell(Reason(f"info-ground-{what}")).text
        if f"info-ground-{what}" in load_information()
        else label(f"terrain-{what}")
    )


def scenario_title(name: str) -> str:
    """The title of a scenario, or its id when it is not there any more; `position` was set up by hand."""
    if name == "position":
        return "A position"
    return load_scenario(name).title if name in scenario_ids() else name


_HALF: Final = re.compile(r"\d+-(axis|soviet)")


def _cause(code: str) -> str:
    """Half a card, a note of the calendar, or a code of its own."""
    if _HALF.fullmatch(code):
        return half_title(code)
    return note(code) if code.startswith("calendar.") else label(f"cause-{code}")


def _shift(code: str) -> str:
    """The words for what shifts the column: a code of its own, or "card" and the number of a card."""
    number = code.removeprefix("card")
    return label("shift-card", n=number) if number.isdigit() else label(f"shift-{code}")


def _ending(ended: Outcome) -> str:
    """The winner and the kind of victory, or the reason for a draw."""
    winner, reason = ended
    if winner is None:
        return label(f"end-{reason}")
    won = SIDE_INDEX[Side(winner)]
    return label(f"end-{reason}", side=SIDE_NAMES[won], loser=SIDE_NAMES[ENEMY[won]])


def _time(at: str) -> str:
    """A moment, out of its stored form, which is in UTC."""
    if not isinstance(at, str):
        raise TypeError(f"no moment: {at!r}")
    return f"{at[:10]}, {at[11:16]} UTC"


def _by_its_face(face: str) -> str:
    """The whole name of a unit, by the id of a face of it."""
    unit, _, back = face.partition(".")
    return unit_name(unit, int(bool(back)))


def _reason(inner: Reason | str) -> str:
    """A reason inside another, or the text of a player in its place."""
    return tell(inner).words if isinstance(inner, Reason) else inner


FORMATS: Final[dict[str, Callable[[Any], str]]] = {
    "unit": lambda unit: unit_name(unit) if unit in BOARD.unit_index else str(unit),
    "units": lambda units: listed(map(unit_name, units)),
    "unit_list": lambda units: ", ".join(map(unit_name, units)),
    "face": face_name,
    "unit_face": _by_its_face,
    "unit_face_list": lambda faces: ", ".join(map(_by_its_face, faces)),
    "unit_type": str,
    "place": place_name,
    "places": lambda nodes: listed(map(place_name, nodes)),
    "place_list": lambda nodes: ", ".join(map(place_name, nodes)),
    "way": lambda path: " - ".join(node if node.isdigit() else place_name(node) for node in path),
    "box": place_name,
    "terrain": lambda terrain: label(f"terrain-{terrain}"),
    "grounds": lambda grounds: ", ".join(f"{_ground(what)} {columns}" for what, columns in grounds),
    "seas": lambda seas: ", ".join(tell(Reason(f"info-sea-{sea}")).text for sea in seas),
    "side": lambda side: SIDE_NAMES[SIDE_INDEX[side]],
    "support": lambda side: {Side.AXIS: "Blitz", Side.SOVIET: "Shock"}[side],
    "phase": lambda phase: PHASE_NAMES[phase],
    "months": months_name,
    "weather": lambda weather: label(f"weather-{weather}").lower(),
    "weather_title": lambda weather: label(f"weather-{weather}"),
    "event": half_title,
    "card": lambda half: f"{half.partition('-')[0]}, {half_title(half)}",
    "card_list": lambda halves: "; ".join(map(FORMATS["card"], halves)),
    "result": lambda result: RESULT_NAMES[result],
    "event_text": lambda half: _half(half).text,
    "event_good": lambda half: _half(half).good,
    "moments": lambda moments: ", ".join(tell(Reason(f"moment-{moment}")).text for moment in moments),
    "scope": lambda scope: label(f"until-{scope}"),
    "scenario": scenario_title,
    "kind": lambda kind: label(f"kind-{kind}"),
    "signed": lambda number: f"{number:+d}" if number else "0",
    "cause": _cause,
    "shifts": lambda shifts: ", ".join(f"{columns:+d} {_shift(code)}" for columns, code in shifts),
    "ending": _ending,
    "goals": lambda goals: "; or ".join(", and also ".join(tell(part).text for part in parts) for parts in goals),
    "reason": _reason,
    "time": _time,
}
"""Type of a hole -> what a value of it is called in English. The client has the same types (`i18n/refusal.ts`)."""
