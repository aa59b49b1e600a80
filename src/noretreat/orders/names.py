"""The names that an order may use for units, places and cards, and what each of them stands for.

A name is a sequence of tokens: "17th Army", "17 A" and "17 army" are the same sequence. Typed words fit a name if each
of them begins the token in its place; a whole name takes precedence over the beginning of one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from noretreat.core.board import BOARD, SIDES
from noretreat.core.names import PHASE_NAMES, card_title, unit_name
from noretreat.core.types import CardNumber, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.rules.joker import JOKER

Tokens = tuple[str, ...]

SHORT_FORMS: Final = {
    "a": "army", "abt": "abteilung", "fr": "front", "gd": "guards", "gds": "guards", "kg": "kampfgruppe",
    "pz": "panzer", "pza": "panzer", "tk": "tank", "vs": "volkssturm",
}  # fmt: skip
"""Common short forms of words in unit names."""
_TOKEN: Final = re.compile(r"(\d+)(?:st|nd|rd|th)?(?![0-9])|([^\W\d]+)")
_SHORTEST: Final = 2
"""The fewest letters of the beginning of a name."""
_HEX: Final = 4
"""Number of digits of a hex; the first one may be left out if it is 0."""
_KINDS: Final = {
    "card": "card", "cards": "card", "hex": "hex", "hexes": "hex", "unit": "unit", "units": "unit"
}  # fmt: skip
"""Words before a name that say what kind of thing it is."""


@lru_cache(4096)
def tokens(text: str) -> Tokens:
    """The tokens of a name as it is typed or printed."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    plain = re.sub(r"[^\w>;+,]+", " ", plain)
    found = (number or SHORT_FORMS.get(word, word) for number, word in _TOKEN.findall(plain))
    return tuple(token for token in found if token != "the")


def begins(typed: Tokens, name: Tokens, *, open_end: bool = False) -> bool:
    """Does each typed token begin the one in its place? Numbers must be whole, except the last one at an open end."""
    if len(typed) > len(name):
        return False
    return all(
        word == whole or (whole.startswith(word) and (not word.isdigit() or (open_end and index == len(typed) - 1)))
        for index, (word, whole) in enumerate(zip(typed, name, strict=False))
    )


def fitting(typed: Tokens, known: Iterable[tuple[str, tuple[Tokens, ...]]]) -> tuple[list[str], bool]:
    """The ids whose names fit what is typed, and whether they fit as a whole: then beginnings do not count."""
    whole, part = [], []
    for name, aliases in known:
        if typed in aliases:
            whole.append(name)
        elif any(begins(typed, alias) for alias in aliases):
            part.append(name)
    if whole or not typed or (sum(map(len, typed)) < _SHORTEST and not typed[0].isdigit()):
        return whole, True
    return part, False


def kind_word(typed: Tokens) -> tuple[str, Tokens]:
    """The word for a kind of thing (card, hex, unit; empty without one), and the name: card 4 is not the 4th Army."""
    return (_KINDS[typed[0]], typed[1:]) if typed and typed[0] in _KINDS else ("", typed)


# --- units ------------------------------------------------------------------------------------------------
@cache
def unit_aliases(unit: UnitIndex, face: int) -> tuple[Tokens, ...]:
    """Every name of a unit: its id, and the names of its front and of the face it shows, with and without nation."""
    info = BOARD.units[unit]
    shown = info.faces[min(face, len(info.faces) - 1)].name
    names = [info.id, shown, info.unit.front.name, unit_name(info.id), unit_name(info.id, face)]
    names.append(f"{info.nation.value} {shown}")
    return tuple(dict.fromkeys(tokens(name) for name in names))


def units_named(typed: Tokens, faces: list[int]) -> tuple[list[str], bool]:
    """The units a name may mean, with the faces they show; a number may stand before or after the words."""
    known = [(info.id, unit_aliases(info.index, faces[info.index])) for info in BOARD.units]
    found = [fitting(words, known) for words in _turned(typed)]
    wholes = [unit for units, whole in found for unit in units if whole]
    if wholes:
        return list(dict.fromkeys(wholes)), True
    return list(dict.fromkeys(unit for units, _ in found for unit in units)), found[0][1]


def _turned(typed: Tokens) -> list[Tokens]:
    """A name as typed, and with its number moved: Panzer 1 is 1 Panzer, Italian Army 8 is Italian 8 Army."""
    if len(typed) < 2 or sum(word.isdigit() for word in typed) != 1:
        return [typed]
    number = next(word for word in typed if word.isdigit())
    words = tuple(word for word in typed if word != number)
    turned = [(*words[:place], number, *words[place:]) for place in range(len(words) + 1)]
    return list(dict.fromkeys([typed, *turned]))


@cache
def short_unit(unit: str) -> str:
    """The name used to write orders: the shortest that no other unit or place has."""
    info = BOARD.units[BOARD.unit_index[unit]]
    front = re.sub(r"(\d+)(st|nd|rd|th)\b", r"\1", info.unit.front.name)
    front = re.sub(r"\bArmy$", "A", re.sub(r"\bPanzer$", "Pz", front))
    others = {
        alias
        for other in BOARD.units
        if other.id != unit
        for face in range(len(other.faces))
        for alias in unit_aliases(other.index, face)
    }
    for name in (front, f"{info.nation.value.capitalize()} {front}"):
        if tokens(name) not in others and tokens(name) in unit_aliases(info.index, 0):
            return name
    return unit


# --- places -----------------------------------------------------------------------------------------------
@cache
def place_aliases() -> tuple[tuple[str, tuple[Tokens, ...]], ...]:
    """Every hex and area with its number or id, and its name."""
    return tuple(
        (name, tuple(dict.fromkeys((tokens(name), tokens(BOARD.place_name.get(node, name))))))
        for name, node in BOARD.node_of.items()
    )


def places_named(typed: Tokens) -> tuple[list[str], bool]:
    """The hexes and areas a name may mean; hexes without a name have only their four digits."""
    if len(typed) == 1 and typed[0].isdigit():
        number = typed[0].zfill(_HEX) if is_hex(typed) else typed[0]
        return ([number] if number in BOARD.node_of else []), True
    return fitting(typed, place_aliases())


def short_place(place: str) -> str:
    """A hex by its number, an area by its name."""
    return place if place.isdigit() else BOARD.place_name.get(BOARD.node_of[place], place)


def is_hex(typed: Tokens) -> bool:
    """True if it is written like a hex, with four digits, or three if the first is 0."""
    return len(typed) == 1 and typed[0].isdigit() and len(typed[0]) in (_HEX - 1, _HEX)


# --- cards ------------------------------------------------------------------------------------------------
def cards_named(typed: Tokens, known: Mapping[CardNumber, SideIndex]) -> list[CardNumber]:
    """A card by its number, or one of those `known` by the title of the half of its side."""
    if len(typed) == 1 and typed[0].isdigit():
        number = CardNumber(int(typed[0]))
        return [number] if number in BOARD.cards else []
    titles = ((str(card), tuple(_titles(side, card))) for card, side in known.items())
    return [CardNumber(int(card)) for card in fitting(typed, titles)[0]]


def _titles(side: SideIndex, card: CardNumber) -> Iterator[Tokens]:
    yield tokens(card_title(card, SIDES[side]))
    if card == JOKER:
        yield tokens("joker")


def phase_named(typed: Tokens) -> Phase | None:
    """The phase that some words name: `movement`, `movement phase`, `org`; None if it is not exactly one."""
    found = {phase for phase, aliases in _PHASES.items() if any(begins(typed, alias) for alias in aliases)}
    return found.pop() if typed and len(found) == 1 else None


_ALSO_CALLED: Final = {Phase.ORGANIZATION: ("organisation phase",), Phase.COUNTERBLOWS: ("counterblow phase",)}
_PHASES: Final[dict[Phase, tuple[Tokens, ...]]] = {
    phase: tuple(map(tokens, (name, phase, *_ALSO_CALLED.get(phase, ())))) for phase, name in PHASE_NAMES.items()
}
"""What the phases are called."""
