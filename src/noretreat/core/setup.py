"""What never changes during a game: the options its creator chose, and the frame its scenario gives it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from noretreat.data.facts import Victory

RULES_UNNAMED: Final = "deluxe"
"""The rule set of a stored game, or a position, that names none. It never changes, whatever new games are played by:
what was written down once has to mean the same for ever."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the creator of a game chose (SET-1)."""

    rules: str = "digital"
    """Id of the rule set; the default is the youngest text, with the fewest interruptions."""
    guarded: bool = True
    """Windows open on public knowledge only, so that neither a pause nor its absence reveals a hand (15.13).
    False is quicker: a window opens only for a side that holds something playable."""
    variable_weather: bool = True
    """False: the printed weather, even where the rule set lets it vary (OPT-4)."""
    no_surrender: bool = False
    """Sudden Death costs the other side cards instead of the game (OPT-6, NSR)."""
    faster_reorganization: bool = False
    """A card with the symbol of the initiative takes two Disorganized markers off (OPT-5)."""
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
    """A card that pays once for whoever holds it and then passes to the enemy (OPT-7)."""
    simultaneous_battles: bool = False
    """All battles of a phase are committed, then diced, then applied, where the rule set offers it (SIM-1)."""
    campaign: bool = False
    """Play on from the scenario to the end of the war, by the victory conditions of the campaign."""


def stored_options(data: Mapping[str, Any]) -> Options:
    """The options that a save file or the store holds as data; raises a msgspec error when they do not fit."""
    return msgspec.convert({"rules": RULES_UNNAMED, **data}, Options)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What never changes during a game: the scenario's frame and the options."""

    scenario: str
    title: str
    first_turn: int
    last_turn: int
    first_side: int
    skips: tuple[str, ...]
    """Phases the first player turn leaves out (SET-7)."""
    options: Options
    victory: Victory | None = None
    """How a scenario of limited length is won; None: by the rules of the campaign."""
    supports: tuple[int, int] | None = None
    """Blitz and Shock of the first turn, if not those of the calendar."""
    free_upgrades: int | None = None
    """Free upgrades left in the first turn, if not those of the calendar."""
    switches: tuple[tuple[str, bool | int | str], ...] = ()
    """Switches of the rule set that the scenario sets otherwise."""
