"""The set-up of a game, which never changes: the options chosen for it and the terms of its scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec

from noretreat.core.types import SideIndex
from noretreat.data.check_tools import plain_words
from noretreat.data.facts import Phase, Victory
from noretreat.data.load import UnknownName

RULES_UNNAMED: Final = "deluxe"
"""The rule set of a stored game or a position that names none. It never changes, whatever the default of new games:
stored text must keep its meaning."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options chosen for a game (SET-1)."""

    rules: str = "digital"
    """Id of the rule set; the default is the youngest text, with the fewest interruptions."""
    guarded: bool = True
    """Windows open on public knowledge only, so that neither a pause nor its absence reveals a hand (15.13).
    False is quicker: a window opens only for a side that holds something playable."""
    variable_weather: bool = True
    """False: the printed weather, even if the rule set lets it vary (OPT-4)."""
    no_surrender: bool = False
    """Sudden Death costs the losing side cards instead of the game (OPT-6, NSR)."""
    faster_reorganization: bool = False
    """A card with the symbol of the side with the initiative removes two Disorganized markers (OPT-5)."""
    detachments: bool = False
    """The Axis may once break up an infantry army, and once detach from a Panzer army, from turn 8 (OPT-1)."""
    fortified_fronts: bool = False
    """The Soviets may once turn a front into two fortified ones, from turn 5 (OPT-2)."""
    local_support: bool = False
    """Each side has a marker that adds strength to one unit (OPT-3)."""
    rezervy: bool = False
    """The Soviets get a reserve counter without strength on turn 5 (OPT-8)."""
    paratroops: bool = False
    """The Soviets get a paratroop and partisan marker on turn 4 (OPT-9)."""
    die_modifiers: tuple[int, int] = (0, 0)
    """Balancing: added to the combat dice of the Axis and the Soviet side, -1 to 1 (BAL-1)."""
    draw_modifiers: tuple[int, int] = (0, 0)
    """Balancing: cards more or fewer in each draw of the Axis and the Soviet side, -1 to 2 (BAL-1)."""
    joker: bool = False
    """A card that pays once for its holder and then passes to the enemy (OPT-7)."""
    simultaneous_battles: bool = False
    """All battles of a phase are committed, then rolled, then applied, if the rule set allows it (SIM-1)."""
    campaign: bool = False
    """Play on from the scenario to the end of the war, under the victory conditions of the campaign."""


Setting: TypeAlias = bool | int | str | list[int]
"""The value of an option as it is stored."""
Settings: TypeAlias = dict[str, Setting]
"""The options of a stored game by name. One stored by an earlier version has fewer of them than `Options` today."""


def options_from(chosen: Options | Mapping[str, object] | None) -> Options:
    """Options, or those of their names and values in a mapping.

    Raises `ValueError` that says which there are: `UnknownName` for one that there is not.
    """
    try:
        if isinstance(chosen, str):
            raise TypeError(f"{chosen!r} is one name; options are given as {{'rules': 'deluxe'}}")
        data = msgspec.to_builtins(chosen) if isinstance(chosen, Options) else dict(chosen or {})
        return msgspec.convert(data, Options)
    except msgspec.ValidationError as error:
        why = _in_words(str(error))
    except (TypeError, ValueError) as error:
        why = str(error)
    told = f"options: {why}; they are {', '.join(Options.__struct_fields__)}"
    raise UnknownName(told) if "unknown field" in why else ValueError(told)


def _in_words(message: str) -> str:
    """Say in plain words what an option lacks: "'guarded' should be true or false but is text in quotes"."""
    what, _, place = message.partition(" - at `$.")
    return plain_words(what, (place.partition("[")[0].strip("`"),)) if place else message


def stored_options(data: Mapping[str, object]) -> Options:
    """The options stored in a save file or the database; raises a msgspec error if the data does not fit."""
    return msgspec.convert({"rules": RULES_UNNAMED, **data}, Options)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up of a game, which never changes: the scenario's frame and the options."""

    scenario: str
    title: str
    first_turn: int
    last_turn: int
    first_side: SideIndex
    skips: tuple[Phase, ...]
    """Phases skipped in the first player turn (SET-7)."""
    options: Options
    victory: Victory | None = None
    """The victory conditions of a scenario of limited length; None: those of the campaign."""
    supports: tuple[int, int] | None = None
    """Blitz and Shock of the first turn, if not those of the calendar."""
    free_upgrades: int | None = None
    """Free upgrades left in the first turn, if not those of the calendar."""
    switches: tuple[tuple[str, bool | int | str], ...] = ()
    """Switches of the rule set that the scenario changes."""
