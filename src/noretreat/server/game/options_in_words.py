"""How a game differs from the default, in the player's words: its rule set, then each option."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from noretreat.core.rulesets import Rules, rules_of
from noretreat.core.setup import RULES_UNNAMED, Options, Setting, Settings
from noretreat.data.load import load_ruleset, ruleset_ids

USUAL_RULES: Final = Options().rules
"""The default rule set of a new game."""

WORDS: Final = {
    "guarded": (
        "Guarded reactions",
        "Off: a pause may reveal that the other side holds a card it could play.",
        "Card windows open only for a side that can use one",
    ),
    "variable_weather": (
        "Variable weather",
        "Off: every turn has the weather that is printed for it.",
        "The weather is as printed",
    ),
    "no_surrender": ("No surrender", "Sudden Death costs the other side cards instead of the game."),
    "faster_reorganization": (
        "Faster reorganization",
        "A card with the sign of the side that has the initiative reorganizes two units.",
    ),
    "detachments": ("Detachments", "The Axis may break up an army into detachments from turn 8."),
    "fortified_fronts": ("Fortified fronts", "The Soviets may turn a front into two fortified ones from turn 5."),
    "local_support": ("Local support", "Each side has a marker that strengthens one unit."),
    "rezervy": ("Rezervy", "The Soviets get a reserve counter without strength on turn 5."),
    "paratroops": ("Paratroops", "The Soviets get a marker for paratroops and partisans on turn 4."),
    "die_modifiers": ("Combat dice", "Added to the battle dice of a side, to balance unequal players."),
    "draw_modifiers": ("Cards in each draw", "Cards more or fewer in each draw of a side, to balance unequal players."),
    "joker": ("Joker", "A card that pays once for the side that holds it and then passes to the enemy."),
    "simultaneous_battles": (
        "Simultaneous battles",
        "All battles of a phase get their cards, then their dice, then their results. "
        "Only under the present computer rules.",
    ),
    "campaign": ("Played on to the end of the war", "The game goes on from the scenario to the end of the war."),
}
"""Option -> its title, what it changes, and what is said of a game without it if it is on by default."""
WITH_COUNTERS: Final = frozenset({"detachments", "fortified_fronts", "local_support", "rezervy", "paratroops"})
"""Optional rules with counters of their own."""


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
    """How a game with these options differs from the default; empty if it does not (NET-10)."""
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
    """The same in English words."""
    return [f"Rules: {one.title}" if one.id == "rules" else _said(one.id, one.value) for one in unusual(options)]


class OptionalRule(msgspec.Struct, frozen=True):
    """An option of a new game; its usual value says what kind it is."""

    id: str
    title: str
    summary: str
    usual: bool | list[int]
    rules: list[str]
    """The rule sets that know it."""


def optional_rules() -> list[OptionalRule]:
    """The options of a game besides the rule set, with their defaults."""
    return list(_optional_rules(ruleset_ids()))


@cache
def _optional_rules(known: tuple[str, ...]) -> tuple[OptionalRule, ...]:
    """The same, for rule sets of these ids."""
    usual: dict[str, bool | list[int]] = msgspec.json.decode(msgspec.json.encode(Options()))
    return tuple(
        OptionalRule(
            id=name,
            title=_words(name)[0],
            summary=_words(name)[1],
            usual=value,
            rules=[rules for rules in known if offers(rules_of(rules), name)],
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


def _words(name: str) -> tuple[str, ...]:
    """Title, summary and, for an option that is on by default, the words for a game without it."""
    return WORDS.get(name, (name.replace("_", " ").capitalize(), ""))


def _said(name: str, value: Setting) -> str:
    """An option and its value in words."""
    title, _, *without = _words(name)
    if isinstance(value, bool):
        return title if value else (without or [f"Without {title.lower()}"])[0]
    if isinstance(value, list):
        sides = [f"{side} {number:+d}" for side, number in zip(("Axis", "Soviet"), value, strict=True) if number]
        return f"{title}: {', '.join(sides)}"
    return f"{title}: {value}"
