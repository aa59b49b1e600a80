"""Checks the cards: their shape, their numbers, and when their events may be played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from noretreat.data.check_tools import Source, twice
from noretreat.data.facts import Card, CardHalf, Side
from noretreat.data.load import CardsFile
from noretreat.data.toml_lines import Path as Entry

CARDS: Final = 55
"""The printed cards, with the Joker last."""
LINE: Final = 96
"""Characters of the line on a card that says what it is good for."""
GIST: Final = 48
"""Characters of its bold line, which says what it does."""
WINDOWS: Final = (
    "draw", "victory", "card", "card_opponent", "any_card", "supply_end", "organization_start",
    "organization", "move", "move_end", "counterblow", "commit", "roll", "rolled", "result", "after_ex",
    "combat_end", "removal", "phase_end", "payment", "react", "any",
)  # fmt: skip


def read_cards(source: Source) -> tuple[Card, ...] | None:
    """The cards of a file, with all that is wrong with them told; None where they do not have their shape."""
    source.called = partial(_called, source)
    found = source.read(CardsFile)
    if found is None:
        return None
    _check_cards(source, found.cards)
    return found.cards


def _check_cards(source: Source, cards: tuple[Card, ...]) -> None:
    """Numbers, the Joker, what 1945 does to the deck, and both halves of each card."""
    if len(cards) != CARDS:
        source.complain(("cards",), f"there are {len(cards)} cards instead of {CARDS}")
    for number, name in twice(card.number for card in cards):
        source.complain(("cards", number), f"card {name} is listed twice")
    lacking = sorted(set(range(1, CARDS + 1)) - {card.number for card in cards})
    if lacking and len(cards) == CARDS:
        source.complain(("cards",), f"there is no card {', '.join(map(str, lacking))}")
    for index, card in enumerate(cards):
        entry: Entry = ("cards", index)
        if not 1 <= card.number <= CARDS:
            source.complain((*entry, "number"), f"card {card.number}: the cards are numbered from 1 to {CARDS}")
        if card.joker != (card.number == CARDS):
            source.complain(entry, f"card {card.number}: the Joker, and only it, is card {CARDS}")
        if card.leaves_1945 != (card.number <= 15) or card.joins_1945 != (45 <= card.number < CARDS):
            source.complain(entry, f"card {card.number}: in 1945 the cards 1 to 15 leave and 45 to 54 join")
        for side, half in (("axis", card.axis), ("soviet", card.soviet)):
            for reason in _half_problems(half):
                source.complain((*entry, side), f"card {card.number}, {side} half: {reason}")


def _called(source: Source, entry: Entry) -> str:
    """Name the card and the half that an entry of `cards.toml` belongs to: "card 18, axis half: "."""
    match entry:
        case ("cards", int() as index, *inside):
            card = source.data["cards"][index]
            number = card.get("number") if isinstance(card, dict) else None
            half = f", {inside[0]} half" if inside and inside[0] in tuple(Side) else ""
            return f"{f'the card at place {index + 1}' if number is None else f'card {number}'}{half}: "
    return ""


def _half_problems(half: CardHalf) -> Iterator[str]:
    """Yield the problems of one half of a card."""
    if not half.title or not half.text:
        yield "it needs a title and a text"
    if not half.good.strip() or len(half.good) > LINE:
        yield f"it says in a line of at most {LINE} characters what it is good for"
    if not half.gist.strip() or len(half.gist) > GIST:
        yield f"it says in at most {GIST} characters what it does"
    if not half.windows:
        yield "it has no window, so it could never be played"
    for name in half.windows:
        if name not in WINDOWS:
            yield f"{name!r} is no window; known are {', '.join(WINDOWS)}"
    if half.mandatory != ("draw" in half.windows):
        yield "mandatory events, and only they, happen in the window 'draw'"
