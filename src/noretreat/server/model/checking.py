"""The answer of a model, read as it comes: sentence by sentence, each checked by what it cites.

A sentence is shown if it cites something, and if all that it cites, and every number of a rule that it names, was given
to the model. What is shown is plain text: what looks like markup or a link is left out with its sentence. Whether the
model has read a passage rightly nobody checks: the reader has the passage beside it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from noretreat.data.languages import LANGUAGES
from noretreat.server.model.prompt import NOTHING

MOST: Final = 6_000
"""The most characters of an answer that are read."""
LONGEST: Final = 700
"""The most characters of a sentence."""
Begins: TypeAlias = Literal["sentence", "paragraph", "item"]
_BRACKET: Final = re.compile(r"\s*\[([^\[\]]*)\]")
_KEY: Final = re.compile(r"(?:[A-Za-z]+)?[+-]?\d[\w.+-]*")
"""The id within a bracket: `8.4`, `C-28`, `19A`, `F1`, `10.6+1`, `rulings+2`, whatever word stands before it."""
_NAMED: Final = re.compile(r"(?<![\w.,:-])(?:[CG]-\d+|\d{1,2}(?:\.\d{1,2})+|\d{1,2}[AS])(?![\w-])")
"""The number of a rule, a ruling or a card in running text."""
_MARKUP: Final = re.compile(r"<[A-Za-z/!?]|&#?\w+;|://|\bwww\.|\bjavascript:|\]\(", re.IGNORECASE)
_DECORATION: Final = re.compile(r"\*\*|__|`|^#{1,6}\s+|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)")
_ITEM: Final = re.compile(r"\s*(?:[-*•–]|\d{1,2}[.)])\s+(?=\S)")
_END: Final = re.compile(r"[.!?…]+[\"'»”’“)]*(?:\s*\[[^\[\]]*\][.;,]?)*(?=\s)")
_SHORT: Final = frozenset(word for one in LANGUAGES.values() for word in one.short.split())
"""Words before a period that ends no sentence; those of one letter are none either."""
_LATIN: Final = str.maketrans("АСВ", "ACB")
"""Letters of an id as a Russian keyboard has them."""


class Piece(msgspec.Struct, frozen=True):
    """A sentence that may be shown, or one that is left out."""

    kind: Literal["sentence", "paragraph", "item", "left_out"]
    """`paragraph` and `item` begin a line."""
    text: str = ""
    cites: tuple[str, ...] = ()


class Checker:
    """Reads an answer as it comes."""

    def __init__(self, sources: Mapping[str, str], language: str = "en") -> None:
        """`sources`: the text of all that may be cited, by its id."""
        self._ordinals = LANGUAGES.get(language, LANGUAGES["en"]).ordinal_period
        self._keys = {key.casefold(): key for key in sources}
        self._text = " ".join(sources.values())
        self._rest = ""
        self._next: Begins = "paragraph"
        self._thinks: bool | None = None
        self._all = ""
        self._skips = False
        self.shown = 0
        """Sentences that may be shown."""
        self.size = 0
        """Characters that were read."""

    def feed(self, text: str) -> Iterator[Piece]:
        """The sentences that these words complete."""
        self.size += len(text)
        self._rest += text
        if not self._has_begun():
            return
        *lines, self._rest = self._rest.split("\n")
        for line in lines:
            yield from self._whole_line(line)
        yield from self._sentences()

    def end(self) -> Iterator[Piece]:
        """The last sentence, once the answer is whole."""
        if self._thinks:
            return
        line, self._rest = self._rest, ""
        yield from self._whole_line(line)

    @property
    def found_nothing(self) -> bool:
        """The model has written that it finds no answer."""
        return self._all.strip(" .*`\"'\n") == NOTHING

    def _has_begun(self) -> bool:
        """False while the model thinks aloud, which some do before they answer."""
        if self._thinks is None:
            start = self._rest.lstrip()
            if "<think>".startswith(start[:7]) and len(start) < 7:
                return False
            self._thinks = start.startswith("<think>")
        if self._thinks:
            _, closed, after = self._rest.partition("</think>")
            self._rest = after if closed else self._rest[-8:]
            self._thinks = not closed
        return not self._thinks

    def _whole_line(self, line: str) -> Iterator[Piece]:
        before, self._rest = self._rest, line
        yield from self._sentences()
        if self._rest.strip() and not self._skips:
            yield self._checked(self._rest)
        self._next, self._rest, self._skips = "paragraph", before, False

    def _sentences(self) -> Iterator[Piece]:
        """Takes whole sentences from the line that is being read; its last one may go on."""
        if self._next == "paragraph" and (item := _ITEM.match(self._rest)):
            self._next, self._rest = "item", self._rest[item.end() :]
        start = 0
        while found := _END.search(self._rest, start):
            after = self._rest[found.end() :].lstrip()
            if not after:
                break  # a citation can still follow
            if after.startswith("[") or not self._ends(self._rest[: found.end()], found[0], after):
                start = found.end()
                continue
            if not self._skips:
                yield self._checked(self._rest[: found.end()])
            self._rest, start, self._skips = after, 0, False
        if len(self._rest) > LONGEST:  # the rest of it is left out as well
            if not self._skips:
                yield Piece("left_out")
            self._rest, self._skips = "", True

    def _ends(self, before: str, mark: str, after: str) -> bool:
        """Does a sentence end with this mark, or is it the period of an abbreviation or an ordinal?"""
        if "[" in mark or not mark.startswith(".") or mark.startswith(".."):
            return True
        word = re.search(r"([^\s(«„“\"]*)$", before[: len(before) - len(mark)])
        last = word[1] if word else ""
        if last.endswith("]"):
            return True
        if not after[0].isupper() and not after[0].isdigit() and after[0] not in "«„“\"'(-*<":
            return False
        if last.isdigit():
            return not self._ordinals
        return len(last) > 1 and last.casefold() not in _SHORT

    def _checked(self, sentence: str) -> Piece:
        if len(self._all) < LONGEST:
            self._all += sentence
        piece = self._judged(sentence)
        if piece is None:  # it begins no line: the next one does
            return Piece("left_out")
        self._next = "sentence"
        self.shown += 1
        return piece

    def _judged(self, sentence: str) -> Piece | None:
        """The sentence as it may be shown; None if it may not."""
        if len(sentence) > LONGEST or _MARKUP.search(sentence):
            return None
        cites: dict[str, None] = {}
        for inside in _BRACKET.findall(sentence):
            for one in re.split(r"[,;]|\s(?:and|und|et|i|и)\s", inside):
                named = _KEY.findall(one.translate(_LATIN))
                key = self._keys.get(named[-1].rstrip(".").casefold()) if named else None
                if key is None:
                    return None
                cites[key] = None
        text = plain(_BRACKET.sub("", sentence))
        if not cites or not re.search(r"\w", text) or "[" in text or "]" in text:
            return None
        if not all(self._is_given(number) for number in _NAMED.findall(text)):
            return None
        return Piece(self._next, text, tuple(cites))

    def _is_given(self, number: str) -> bool:
        """True for the number of a rule that the model was given or has read in what it was given."""
        known = number.casefold() in self._keys
        return known or re.search(rf"(?<![\w.]){re.escape(number)}(?!\w)", self._text) is not None


def plain(text: str) -> str:
    """A text without decoration, signs that are not seen, and signs that turn the direction of writing."""
    seen = "".join(
        sign for sign in text if sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cf", "Co", "Cs")
    )
    bare = _DECORATION.sub("", re.sub(r"[ \t\n]+", " ", seen).strip())
    return re.sub(r"(?<=[.!?…])\.$", "", bare)
