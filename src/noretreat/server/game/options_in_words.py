"""The differences of a game from the default, in words: its rule set, then each option."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec

from noretreat.core.rulesets import Rules, rules_of
from noretreat.core.setup import RULES_UNNAMED, Options, Setting, Settings
from noretreat.data.load import load_options, load_ruleset, ruleset_ids

USUAL_RULES: Final = Options().rules
"""The default rule set of a new game."""

WITH_COUNTERS: Final = frozenset({"detachments", "fortified_fronts", "local_support", "rezervy", "paratroops"})
"""Optional rules with counters of their own."""

STEPS: Final = {"die_modifiers": (-1, 0, 1), "draw_modifiers": (-1, 0, 1, 2)}
"""Option with a number for each side -> what that number can be (BAL-1)."""


def rules_of_game(options: Settings) -> str:
    """The id of the rule set of a stored game."""
    return str(options.get("rules", RULES_UNNAMED))


def rules_title(rules: str) -> str:
    """The title of a rule set, or its id if it no longer exists."""
    return load_ruleset(rules).title if rules in ruleset_ids() else rules


class Unusual(msgspec.Struct, frozen=True):
    """One difference from the default game: its rule set (`rules`) or an option, and its value."""

    id: str
    title: str
    value: Setting


def unusual(options: Settings) -> list[Unusual]:
    """The differences of a game with these options from the default (NET-10)."""
    rules = rules_of_game(options)
    found = [] if rules == USUAL_RULES else [Unusual("rules", rules_title(rules), rules)]
    known = rules in ruleset_ids()
    for option in optional_rules():
        value = options.get(option.id, option.usual)
        # A rule that the rule set lacks cannot be left out.
        if value != option.usual and (not known or plays(rules_of(rules), option.id)):
            found.append(Unusual(option.id, option.title, value))
    return found


def differences(options: Settings) -> list[str]:
    """The differences in English."""
    return [f"Rules: {one.title}" if one.id == "rules" else _said(one.id, one.value) for one in unusual(options)]


class RulesInWords(NamedTuple):
    """The rules of a game: its rule set with its title, its options, and how they differ from the default."""

    id: str
    title: str
    options: Settings
    differences: list[str]
    unusual: list[Unusual]


def rules_in_words(stored: str) -> RulesInWords:
    """The rules of a game with these options, as they are stored. Nothing in it is changed: others have it too."""
    return _in_words(stored, ruleset_ids())


@lru_cache(maxsize=512)
def _in_words(stored: str, _known: tuple[str, ...]) -> RulesInWords:
    """The same, while there are rule sets of these ids."""
    options: Settings = msgspec.json.decode(stored)
    rules = rules_of_game(options)
    return RulesInWords(rules, rules_title(rules), options, differences(options), unusual(options))


class OptionalRule(msgspec.Struct, frozen=True):
    """An option of a new game; its usual value says what kind it is."""

    id: str
    title: str
    summary: str
    usual: bool | list[int]
    rules: list[str]
    """The rule sets that know it."""
    steps: tuple[int, ...]
    """What the number of each side can be; empty for an option that is on or off."""


def optional_rules() -> list[OptionalRule]:
    """The options of a game besides the rule set, with their defaults."""
    return list(_optional_rules(ruleset_ids()))


@cache
def _optional_rules(known: tuple[str, ...]) -> tuple[OptionalRule, ...]:
    """The optional rules for rule sets of these ids."""
    usual: dict[str, bool | list[int]] = msgspec.json.decode(msgspec.json.encode(Options()))
    return tuple(
        OptionalRule(
            id=name,
            title=load_options()[name].title,
            summary=load_options()[name].summary,
            usual=value,
            rules=[rules for rules in known if offers(rules_of(rules), name)],
            steps=STEPS.get(name, ()),
        )
        for name, value in usual.items()
        if name != "rules"
    )


def offers(rules: Rules, option: str) -> bool:
    """Does a rule set offer an optional rule for a new game? Those with counters of their own belong to the board game
    (C-68); one that is `kept` is only for games that were begun with it (C-144).
    """
    if option in WITH_COUNTERS and not rules.optional_counters:
        return False
    return plays(rules, option) and getattr(rules, option, True) != "kept"


def plays(rules: Rules, option: str) -> bool:
    """Does an optional rule change anything under a rule set? Rules without a switch do in any set."""
    return getattr(rules, {"joker": "joker_available"}.get(option, option), True) not in (False, "no", "off")


def not_offered(options: Options) -> list[str]:
    """The optional rules that are switched on though the rule set does not offer them."""
    rules = rules_of(options.rules)
    chosen = [one.id for one in optional_rules() if one.usual is False and getattr(options, one.id)]
    return [option for option in chosen if not offers(rules, option)]


def _said(name: str, value: Setting) -> str:
    """An option and its value in words."""
    title = load_options()[name].title
    if isinstance(value, bool):
        return title if value else load_options()[name].without
    if isinstance(value, list):
        sides = [f"{side} {number:+d}" for side, number in zip(("Axis", "Soviet"), value, strict=True) if number]
        return f"{title}: {', '.join(sides)}"
    return f"{title}: {value}"
