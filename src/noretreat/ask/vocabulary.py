"""The words of questions in one language, out of `data/asking`: what each kind of question is asked with."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final

import msgspec

from noretreat.ask.words import folded, one_slip, same
from noretreat.data.languages import unmarked
from noretreat.data.load import DATA_DIR, read_toml

_TYPED: Final = 5
"""The fewest letters of a word in which a slip is mended: shorter ones are too much like others."""
_LONG: Final = 7
_KEPT: Final = 4096
"""How many words are remembered."""


class Pattern(msgspec.Struct, frozen=True):
    """How one kind of question is asked."""

    ask: str = ""
    """A question of this kind, with holes for what it is about; empty for one that is not offered."""
    cues: tuple[str, ...] = ()
    """Words that it is known by, in their order: `can reach`; `/` between words for one place, `=` for whole words."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    slack: int
    joining: str
    general: str
    never: str
    counting: str
    short: dict[str, str]
    names: dict[str, list[str]]
    says: dict[str, str]
    kinds: dict[str, Pattern]


class Cue(msgspec.Struct, frozen=True):
    """One way to ask: for each word the beginnings that would do."""

    steps: tuple[tuple[str, ...], ...]
    """The word that speaks of the topic may end with `!`: it counts more than words that any question may have."""


class Vocabulary:
    """The words of questions in one language."""

    def __init__(self, language: str, file: _File) -> None:
        self.language = language
        self.slack = file.slack
        """How many of its last letters a name changes in this language."""
        self.joining = frozenset(folded(file.joining).split())
        """Words between the parts of a name."""
        self.never = frozenset(folded(file.never).split())
        """Words that are no name, though they look like one."""
        self._general = tuple(folded(file.general).split())
        self._counting = tuple(folded(file.counting).split())
        self._is_general: dict[str, bool] = {}
        self._meant: dict[str, str] = {}
        self.short = {folded(word): tuple(folded(whole).split()) for word, whole in file.short.items()}
        self.names = file.names
        """Names that players use beside those of the page."""
        self.says = {what: tuple(folded(said).split()) for what, said in file.says.items()}
        """Words for sides, kinds of weather and the like."""
        self.patterns = file.kinds
        self.cues = {
            kind: tuple(Cue(tuple(tuple(step.split("/")) for step in folded(cue).split())) for cue in pattern.cues)
            for kind, pattern in file.kinds.items()
        }

    @cached_property
    def _written(self) -> tuple[str, ...]:
        """The words that questions are known by, as they are written, without those too short to be told apart."""
        steps = (word for cues in self.cues.values() for cue in cues for step in cue.steps for word in step)
        said = (word for words in self.says.values() for word in words)
        plain = dict.fromkeys(word.rstrip("!=") for word in (*steps, *said))
        return tuple(word for word in plain if len(word) >= _TYPED)

    def meant(self, typed: str) -> str:
        """The word of a question that was typed with one slip; the same word where it is one, or none is nearest."""
        if len(typed) < _TYPED or not typed.isalpha():
            return typed
        known = self._meant.get(typed)
        if known is None:
            near = [word for word in self._written if one_slip(typed, word)]
            near = near or [word for word in self._written if len(word) >= _LONG and _begins_nearly(typed, word)]
            if len(near) > 1:  # a slip in the first letter is the least likely
                near = [word for word in near if word[0] == typed[0]]
            if near and all(word.startswith(min(near, key=len)) for word in near):
                near = [max(near, key=len)]  # they are forms of one word
            understood = any(typed.startswith(word) for word in self._written)
            known = near[0] if len(near) == 1 and not understood else typed
            if len(self._meant) < _KEPT:
                self._meant[typed] = known
        return known

    def is_general(self, word: str) -> bool:
        """Is it a word that many names share: army, front?"""
        known = self._is_general.get(word)
        if known is None:
            known = any(same(word, general, self.slack) for general in self._general)
            if len(self._is_general) < _KEPT:
                self._is_general[word] = known
        return known

    def counts(self, word: str) -> bool:
        """Is the number after it one of a turn, a card or a die?"""
        return any(word == one or (len(one) > 3 and word.startswith(one)) for one in self._counting)

    def names_one(self, what: str, words: tuple[str, ...]) -> bool:
        """Does one of the words speak of that?"""
        return any(fits(word, said) for word in words for said in self.says.get(what, ()))


def _begins_nearly(typed: str, cue: str) -> bool:
    return any(one_slip(typed[:end], cue) for end in range(len(cue) - 1, len(cue) + 2))


def fits(typed: str, cue: str) -> bool:
    """Is it this word of a pattern? One of four letters and more may go on, unless `=` ends it."""
    cue = cue.removesuffix("!")
    if cue.endswith("="):
        return typed == cue[:-1]
    return typed.startswith(cue) if len(cue) > 3 else typed == cue


@cache
def vocabulary(language: str) -> Vocabulary:
    """The words of a language; the English ones where it has none yet."""
    name = f"{language}.toml"
    return Vocabulary(language, msgspec.convert(unmarked(read_toml(DATA_DIR / "asking" / name)), _File))
