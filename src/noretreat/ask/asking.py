"""Questions in words about a position, answered exactly and with their rules, for the eyes of one side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from noretreat.ask import fighting, knowing, moving, supplying
from noretreat.ask.reading import ABOUT, EITHER, MUST, OF_BOTH, OF_PLACE, OF_UNIT, Asked, read
from noretreat.ask.records import Answer, AskAnswer
from noretreat.ask.standpoint import Standpoint
from noretreat.ask.vocabulary import vocabulary
from noretreat.core.board import BOARD, SIDE_INDEX, bits
from noretreat.core.events import Event
from noretreat.core.reasons import because, reason
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.languages import LANGUAGES
from noretreat.data.load import load_tongue
from noretreat.explain.refusals.illegal import IllegalAction
from noretreat.explain.sentences.tongue import Tongue

Answerer: TypeAlias = Callable[[Standpoint, Asked, Answer], None]
_ANSWERS: Final[dict[str, Answerer]] = {
    "reach": moving.reach, "range": moving.reach_of, "reachers": moving.reachers, "stuck": moving.stuck,
    "attack": fighting.attack, "no-attack": fighting.attack, "attackers": fighting.attackers,
    "targets": fighting.targets, "odds": fighting.chances, "face": fighting.face, "supply": supplying.supplied,
    "out": supplying.out, "encircle": supplying.encircled, "loss": supplying.loss, "win": knowing.win,
    "objectives": knowing.objectives, "points": knowing.points, "end": knowing.end, "retreat": fighting.retreats,
    "cards": knowing.cards, "card": knowing.card, "hands": knowing.hands, "zone": knowing.zone,
    "arrivals": knowing.arrivals, "weather": knowing.weather, "improve": knowing.improve, "back": knowing.back,
    "rail": moving.trains, "where": knowing.where, "hex": knowing.hex_, "terrain": knowing.hex_,
    "unit": knowing.unit, "stack": moving.room, "turn": knowing.turn, "markers": knowing.markers,
    "initiative": knowing.initiative, "dangers": knowing.threatened, "distance": moving.distance,
    "counterblow": fighting.counterblows, "hint": knowing.hint, "holder": knowing.holder,
    "advance": fighting.advances, "disorganized": knowing.disorganized,
}  # fmt: skip
"""Kind of question -> who answers it; the last battle needs the events as well."""
_OVER: Final = frozenset(
    ("reach", "range", "reachers", "stuck", "attack", "no-attack", "attackers", "targets", "odds", "face", "retreat",
     "encircle", "rail", "dangers", "counterblow", "improve", "cards")
)  # fmt: skip
"""Kinds that ask about something to come: none of it does once the game is over."""
_OFFERED: Final = 4
"""The most questions that are offered."""


def ask(
    state: State,
    text: str,
    language: str = "en",
    side: Side | None = None,
    happened: Sequence[Event] = (),
    *,
    hand: bool = True,
) -> AskAnswer:
    """The answer to a question about the position as `side` knows it (None: a spectator).

    `hand`: may its own hand be seen by whoever sits there? `happened`: the events of the game so far, or its last ones,
    for questions about the last battle. Nothing hidden from the side is in the answer.
    """
    tongue = language if language in LANGUAGES else "en"
    view = Standpoint(state, None if side is None else SIDE_INDEX[side], hand=hand)
    asked = read(text, tongue, view.state, view.side)
    answer = Answer(view.state)
    if asked.kind and not asked.unclear and not _lacks(asked):
        if view.state.ended is not None and asked.kind in _OVER:
            answer.say(because("game-over"))
        else:
            _answer(view, asked, answer, happened)
    understood = bool(answer.lines)
    if asked.unclear and asked.kind:
        answer.say(*(reason("order-ambiguous", word=_word(units, tongue), units=units) for units in asked.unclear))
    nearly = () if understood else tuple(dict.fromkeys(_nearly(view, asked, tongue)))[:_OFFERED]
    return AskAnswer(
        understood=understood,
        kind=asked.kind if understood or nearly else "",
        lines=(*answer.lines, *(answer.notes if understood else ())),
        hexes=tuple(answer.hexes),
        units=tuple(answer.units),
        nearly=nearly,
    )


def _answer(view: Standpoint, asked: Asked, answer: Answer, happened: Sequence[Event]) -> None:
    """Has the question answered."""
    try:
        if asked.kind == "battle":
            fighting.last_battle(view, asked, answer, happened)
        else:
            _ANSWERS[asked.kind](view, asked, answer)
    except IllegalAction as error:
        answer.say(error.reason)


def _lacks(asked: Asked) -> bool:
    """Does it lack a unit or a place that it must be about?"""
    unit, place = ABOUT[asked.kind]
    if unit == EITHER and not asked.units and not asked.places:
        return True
    return (unit == MUST and not asked.units) or (place == MUST and not asked.places)


def _word(units: Sequence[str], language: str) -> str:
    """What units of one name are called by."""
    return Tongue(language, load_tongue(language)).unit(units[0], "nom")


def _nearly(view: Standpoint, asked: Asked, language: str) -> Iterator[str]:
    """Questions that may have been meant."""
    tongue = Tongue(language, load_tongue(language), _backs(view.state))
    known = vocabulary(language)
    units, places = list(asked.units), list(asked.places)
    if asked.unclear:
        units = [unit for group in asked.unclear for unit in group]
    if not asked.kind and not units and not places:
        return
    kinds = [*([asked.kind] if asked.kind else []), *asked.others]
    if not asked.kind:
        kinds += OF_BOTH if units and places else OF_UNIT if units else OF_PLACE
    elif _lacks(asked):
        units = units or _some_units(view)
        places = places or _some_places(view)
    for unit in units or [""]:
        for kind in kinds:
            needs = ABOUT[kind]
            pattern = known.patterns.get(kind)
            if pattern is None or not pattern.ask:
                continue
            holes = {
                "unit": tongue.unit(unit, "nom") if unit else "",
                "place": tongue.place(places[0], "nom") if places else "",
                "thing": tongue.unit(unit, "nom") if unit else tongue.place(places[0], "nom") if places else "",
            }
            text = pattern.ask.format(**holes)
            missing = any("{" + hole + "}" in pattern.ask and not words for hole, words in holes.items())
            if not missing and (needs[0] != MUST or unit):
                yield text


def _backs(state: State) -> list[str]:
    return [unit for unit, index in BOARD.unit_index.items() if state.face[index]]


def _some_units(view: Standpoint) -> list[str]:
    """Units of the side that asks, as examples."""
    return [BOARD.unit_ids[unit] for unit in view.state.on_map(view.side)[:_OFFERED]]


def _some_places(view: Standpoint) -> list[str]:
    """A place of the other side that has a name, as an example."""
    return [BOARD.id_of[node] for node in bits(view.state.control(view.enemy) & BOARD.cities)][:1]
