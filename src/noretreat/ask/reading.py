"""A question read: what kind it is, and what it is about. Nothing here answers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from noretreat.ask.names import Named, find
from noretreat.ask.vocabulary import Cue, Vocabulary, fits, vocabulary
from noretreat.ask.words import Word, words
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.ids import MapId, UnitId

NO, MAY, MUST, EITHER = 0, 1, 2, 3
"""Whether a kind of question names a unit, or a place; `EITHER`: one of both."""
ABOUT: Final[dict[str, tuple[int, int]]] = {
    "reach": (MUST, MUST), "range": (MUST, MAY), "reachers": (NO, MUST), "stuck": (MUST, MAY),
    "attack": (MUST, MAY), "no-attack": (MAY, MAY), "attackers": (EITHER, EITHER), "targets": (NO, NO),
    "odds": (MAY, MAY), "face": (MAY, MAY), "supply": (EITHER, EITHER), "out": (NO, MAY), "encircle": (MAY, MAY),
    "loss": (NO, MUST), "win": (NO, NO), "objectives": (NO, NO), "points": (NO, NO), "end": (NO, NO),
    "retreat": (MUST, NO), "cards": (NO, NO), "card": (NO, NO), "hands": (NO, NO), "zone": (EITHER, EITHER),
    "arrivals": (NO, NO), "weather": (NO, NO), "battle": (MAY, MAY), "improve": (MAY, NO), "back": (MAY, NO),
    "rail": (MAY, MAY), "where": (MUST, NO), "hex": (EITHER, EITHER), "terrain": (EITHER, EITHER),
    "unit": (EITHER, EITHER), "stack": (EITHER, EITHER), "turn": (NO, NO),
    "markers": (NO, NO), "initiative": (NO, NO), "dangers": (MAY, MAY), "distance": (MAY, MAY),
    "advance": (MUST, MAY), "counterblow": (NO, MAY), "hint": (MAY, MAY),
    "holder": (NO, MUST), "disorganized": (MAY, NO),
}  # fmt: skip
"""Every kind of question -> whether it names units, and whether it names places."""
OF_EACH: Final = frozenset(
    ("stuck", "range", "supply", "zone", "where", "unit", "retreat", "improve", "rail", "attack", "no-attack", "back",
     "dangers", "disorganized", "hex", "attackers", "encircle", "reach", "advance", "terrain")
)  # fmt: skip
"""Kinds that are answered for each unit of a name that several bear."""
_A_FEW: Final = 3
ENOUGH: Final = 2.0
"""The least score of a question that is understood."""
OF_UNIT: Final = ("range", "attack", "supply", "retreat")
OF_PLACE: Final = ("attackers", "reachers", "supply", "loss")
OF_BOTH: Final = ("reach", "attack", "supply")
"""What is offered where only names were understood, or little else."""
_LONG: Final = 3


class Asked(NamedTuple):
    """What a question was understood as."""

    kind: str
    """Empty if it was not understood."""
    words: tuple[str, ...] = ()
    units: tuple[UnitId, ...] = ()
    places: tuple[MapId, ...] = ()
    numbers: tuple[int, ...] = ()
    unclear: tuple[tuple[UnitId, ...], ...] = ()
    """Units of the same name, of which one is meant."""
    first: str = ""
    """`unit` or `place`: what is named first."""
    others: tuple[str, ...] = ()
    """Kinds that it may have been instead."""
    language: str = "en"

    def speaks_of(self, what: str) -> bool:
        """Does it have a word for that?"""
        return vocabulary(self.language).names_one(what, self.words)


def read(text: str, language: str, state: State, side: SideIndex) -> Asked:
    """A question in a language, or else in English, as far as it is understood; with slips of the keyboard, too, where
    it makes no sense as it is typed.
    """
    first = _read(text, language, state, side)
    tries = [("en", False), (language, True), ("en", True)] if language != "en" else [("en", True)]
    for other, mend in () if first.kind else tries:
        found = _read(text, other, state, side, mend=mend)
        if found.kind:
            return found
    return first


def _read(text: str, language: str, state: State, side: SideIndex, *, mend: bool = False) -> Asked:
    known, said = vocabulary(language), words(text)
    found = find(said, language, state)
    marked = tuple(_marked(said, found))
    if mend:
        marked = tuple(map(known.meant, marked))
    about = _about(found, state, side, known, marked)
    scores = sorted(
        ((score, kind) for kind in ABOUT if (score := _score(kind, known, marked, about)) > 0),
        key=lambda one: -one[0],
    )
    good = [kind for score, kind in scores if score >= ENOUGH]
    others = tuple(dict.fromkeys(kind for _, kind in scores[:4]))
    kind = _narrowed(good[0], about) if good else ""
    both = kind == "odds" and known.names_one("both", marked)
    if (both or kind in OF_EACH) and all(len(group) <= _A_FEW for group in about.unclear):
        several = dict.fromkeys([*about.units, *(unit for group in about.unclear for unit in group)])
        about = about._replace(units=tuple(several), unclear=())
    return about._replace(kind=kind, others=others, words=marked, language=language)


def _narrowed(kind: str, about: Asked) -> str:
    """Several units that attack something together are asked about with their odds."""
    sides = [BOARD.units[BOARD.unit_index[unit]].side for unit in about.units]
    together = sides.count(sides[0]) > 1 and (about.places or len(set(sides)) > 1) if sides else False
    return "odds" if kind == "attack" and together else kind


def _marked(said: Sequence[Word], found: Sequence[Named]) -> Iterator[str]:
    """The words of a question, with a sign in the place of each name."""
    starts = {one.start: one for one in found}
    at = 0
    while at < len(said):
        one = starts.get(at)
        yield f"@{one.kind[0]}" if one else said[at].text
        at = one.end if one else at + 1


def _about(found: Sequence[Named], state: State, side: SideIndex, known: Vocabulary, marked: Sequence[str]) -> Asked:
    """The units and places that a question names."""
    units: list[UnitId] = []
    unclear: list[tuple[UnitId, ...]] = []
    for one in found:
        if one.kind != "unit":
            continue
        ids = _meant(one.ids, state, side, known, marked)
        if len(ids) > 1:
            unclear.append(ids)
        if ids[0] not in units:
            units.append(ids[0])
    return Asked(
        "",
        units=tuple(units),
        places=tuple(dict.fromkeys(one.ids[0] for one in found if one.kind == "place")),
        numbers=tuple(int(one.ids[0]) for one in found if one.kind == "number"),
        unclear=tuple(unclear),
        first=next((one.kind for one in found if one.kind != "number"), ""),
    )


def _meant(
    ids: Sequence[str], state: State, side: SideIndex, known: Vocabulary, marked: Sequence[str]
) -> tuple[UnitId, ...]:
    """Of units of one name those of the side that is spoken of, else one's own, else all."""
    said = tuple(marked)
    for wanted, what in ((AXIS, "axis"), (SOVIET, "soviet")):
        if known.names_one(what, said):
            own = tuple(one for one in ids if BOARD.units[BOARD.unit_index[one]].side == wanted)
            if own:
                return own
    own = tuple(one for one in ids if BOARD.units[BOARD.unit_index[one]].side == side)
    return own or tuple(ids)


def _score(kind: str, known: Vocabulary, marked: Sequence[str], about: Asked) -> float:
    """How well a question fits a kind: the words of the best way to ask that it has, and what it is about."""
    best = max((_worth(cue, marked) for cue in known.cues.get(kind, ())), default=0.0)
    if not best:
        return 0.0
    unit, place = ABOUT[kind]
    named = (bool(about.units), bool(about.places))
    for need, there in ((unit, named[0]), (place, named[1])):
        if need == MUST:
            best += 0.7 if there else -2.5
        elif need == NO and there:
            best -= 2.0
    if unit == EITHER:
        best += 0.8 if any(named) else -2.5
    return best


def _worth(cue: Cue, marked: Sequence[str]) -> float:
    """The weight of the words of a way to ask; 0 if one is missing, or they come in another order."""
    at, worth = 0, 0.0
    for step in cue.steps:
        hits = ((place, one) for place in range(at, len(marked)) for one in step if fits(marked[place], one))
        hit, word = next(hits, (-1, ""))
        if hit < 0:
            return 0.0
        worth += _weight(marked[hit], word, alone=len(cue.steps) == 1)
        at = hit + 1
    return worth


def _weight(said: str, cue: str, *, alone: bool) -> float:
    """How much a word counts: a topic more than a word that any question may have."""
    if said.startswith("@"):
        return 0.5
    if alone or cue.endswith("!"):
        return 4.5
    return 2.0 if len(said) > _LONG else 1.0


def side_meant(asked: Asked, side: SideIndex) -> SideIndex:
    """The side that a question speaks of, else the side of whoever asks."""
    if asked.speaks_of("axis"):
        return AXIS
    if asked.speaks_of("soviet"):
        return SOVIET
    return ENEMY[side] if asked.speaks_of("enemy") else side
