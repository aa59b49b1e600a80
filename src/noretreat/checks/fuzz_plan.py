"""The plan of `fuzz`: each number stands for a scenario, a rule set and a set of options, always the same.

As many games in a row as there are pairs of a scenario and a rule set play every pair once; that many times the
number of option sets play every pair with every option set.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import msgspec

from noretreat import game
from noretreat.ai.referee.play import game_seed
from noretreat.core.setup import Options
from noretreat.data.load import UnknownName, ruleset_ids, scenario_ids

MIXTURES: Final = 16
"""The number of sets of several options, besides no option, each alone, and all together."""
Choices: TypeAlias = dict[str, bool | tuple[int, int]]
"""Options and their values, as `Options` takes them."""
VALUES: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "die_modifiers": ((1, -1), (-1, 1)),
    "draw_modifiers": ((2, -1), (-1, 2)),
}
"""The values of options that are not switches; a switch is set to the opposite of its default."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One game of the series."""

    number: int
    scenario: str
    options: Options
    seed: int

    def arguments(self) -> str:
        """The arguments of `noretreat fuzz` that name this set-up."""
        words = [f"--scenario {self.scenario}", f"--rules {self.options.rules}"]
        for name, value in changed(self.options).items():
            words.append(f"--option {name}={msgspec.json.encode(value).decode()}")
        return " ".join(words)


def changed(options: Options) -> Choices:
    """The options, apart from the rule set, that differ from their defaults."""
    usual = Options()
    names = (name for name in Options.__struct_fields__ if name != "rules")
    return {name: getattr(options, name) for name in names if getattr(options, name) != getattr(usual, name)}


def single_changes() -> list[Choices]:
    """Each value of each option, apart from its default."""
    usual = Options()
    changes: list[Choices] = []
    for name in Options.__struct_fields__[1:]:
        value = getattr(usual, name)
        values = (not value,) if isinstance(value, bool) else VALUES[name]
        changes += [{name: other} for other in values]
    return changes


@cache
def option_sets() -> tuple[Choices, ...]:
    """None, each option alone, all together, and mixtures: always the same ones."""
    singles = single_changes()
    together = {name: value for change in singles for name, value in change.items()}
    source = random.Random("mixtures")
    mixtures: list[Choices] = []
    for _ in range(MIXTURES):
        picked = source.sample(singles, source.randint(2, 6))
        mixtures.append({name: value for change in picked for name, value in change.items()})
    return ({}, *singles, together, *mixtures)


@cache
def pairs(scenario: str | None = None, rules: str | None = None) -> tuple[tuple[str, str], ...]:
    """The scenarios with the rule sets that can play them; `scenario` and `rules` narrow them down."""
    scenarios = scenario_ids() if scenario is None else (scenario,)
    rulesets = ruleset_ids() if rules is None else (rules,)
    found = [(one, other) for one in scenarios for other in rulesets]
    if scenario is not None and rules is not None:
        return tuple(found)  # named by the user: an error in it must be reported, not skipped
    return tuple(pair for pair in found if _can_be_played(*pair))


def _can_be_played(scenario: str, rules: str) -> bool:
    """True if this scenario can be set up under these rules."""
    try:
        game.new_game(scenario, Options(rules=rules))
    except UnknownName:
        raise
    except ValueError:
        return False
    return True


def plan(
    number: int,
    seed: int,
    scenario: str | None = None,
    rules: str | None = None,
    options: Choices | None = None,
) -> Plan:
    """Game `number` (from 1) of a series; the arguments that are given are the same in all its games."""
    table = pairs(scenario, rules)
    sets = option_sets() if options is None else (options,)
    turn, place = divmod(number - 1, len(table))
    chosen, its_rules = table[place]
    changes = sets[(turn + place) % len(sets)]
    changed_options = msgspec.structs.replace(Options(rules=its_rules), **changes)
    return Plan(number, chosen, changed_options, game_seed(seed, number))


def whole() -> int:
    """The number of games needed to play every scenario and rule set with every option set."""
    return len(pairs()) * len(option_sets())
