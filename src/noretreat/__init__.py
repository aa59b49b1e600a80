"""No Retreat! The Russian Front, as a library: the rules, programmable.

>>> import noretreat
>>> state = noretreat.new_game("barbarossa")
>>> noretreat.actor(state)
<Chance.CHANCE: 'chance'>
>>> state, happened = noretreat.apply(state, noretreat.legal_actions(state)[0])
>>> type(happened[0]).__name__
'CardDrawn'

The names below are the whole public face; `docs/library.md` walks through it. Each is imported when it is first asked
for, and no file is read before.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from noretreat import actions, events
    from noretreat.ai.player import Observation, Player, observe
    from noretreat.ai.players.levels import LEVELS
    from noretreat.ai.referee.contenders import player_of
    from noretreat.ai.referee.fate import Fate
    from noretreat.ai.referee.play import Contender, Record, play_game, play_out
    from noretreat.core.actions import Action, from_json, to_json
    from noretreat.core.atlas import (
        deck,
        distance,
        hand_of,
        hexes,
        is_river,
        neighbors,
        place_of,
        turns,
        units,
        units_at,
        zone_of,
    )
    from noretreat.core.events import Event
    from noretreat.core.names import card_title, place_name, unit_name
    from noretreat.core.picture import Picture
    from noretreat.core.reasons import Reason
    from noretreat.core.snapshot import dump, load
    from noretreat.core.state import State
    from noretreat.data.facts import Side
    from noretreat.data.load import (
        DataError,
        UnknownName,
        add_ruleset,
        add_scenario,
        load_ruleset,
        load_scenario,
        ruleset_ids,
        scenario_ids,
    )
    from noretreat.explain.ahead.forecast import Forecast
    from noretreat.explain.knowledge.glance import control_of, cut_off_of, held_by, points_of, stacks_of, unsupplied_of
    from noretreat.explain.knowledge.view import OddsView, View, view
    from noretreat.explain.questions.queries import Reach, Supply, forecast_of, odds_for, reach, supply_of
    from noretreat.explain.refusals.why_not import why_not
    from noretreat.game import (
        RULES_VERSION,
        Chance,
        IllegalAction,
        Options,
        Outcome,
        actor,
        apply,
        apply_trusted,
        legal_actions,
        new_game,
        outcome,
        svg,
    )
    from noretreat.orders.notation import notation
    from noretreat.orders.reader import read
    from noretreat.orders.reading import Reading
    from noretreat.positions import PositionError, position, write_position, write_state
    from noretreat.storage import savegame

__version__ = "0.1.0"

__all__ = [
    "LEVELS",
    "RULES_VERSION",
    "Action",
    "Chance",
    "Contender",
    "DataError",
    "Event",
    "Fate",
    "Forecast",
    "IllegalAction",
    "Observation",
    "OddsView",
    "Options",
    "Outcome",
    "Picture",
    "Player",
    "PositionError",
    "Reach",
    "Reading",
    "Reason",
    "Record",
    "Side",
    "State",
    "Supply",
    "UnknownName",
    "View",
    "actions",
    "actor",
    "add_ruleset",
    "add_scenario",
    "apply",
    "apply_trusted",
    "card_title",
    "control_of",
    "cut_off_of",
    "deck",
    "distance",
    "dump",
    "events",
    "forecast_of",
    "from_json",
    "hand_of",
    "held_by",
    "hexes",
    "is_river",
    "legal_actions",
    "load",
    "load_ruleset",
    "load_scenario",
    "neighbors",
    "new_game",
    "notation",
    "observe",
    "odds_for",
    "outcome",
    "place_name",
    "place_of",
    "play_game",
    "play_out",
    "player_of",
    "points_of",
    "position",
    "reach",
    "read",
    "ruleset_ids",
    "savegame",
    "scenario_ids",
    "stacks_of",
    "supply_of",
    "svg",
    "to_json",
    "turns",
    "unit_name",
    "units",
    "units_at",
    "unsupplied_of",
    "view",
    "why_not",
    "write_position",
    "write_state",
    "zone_of",
]

_HOLDS: Final = {
    "noretreat.core.actions": "Action from_json to_json",
    "noretreat.core.events": "Event",
    "noretreat.core.picture": "Picture",
    "noretreat.core.reasons": "Reason",
    "noretreat.core.state": "State",
    "noretreat.data.facts": "Side",
    "noretreat.explain.ahead.forecast": "Forecast",
    "noretreat.explain.knowledge.glance": "control_of cut_off_of held_by points_of stacks_of unsupplied_of",
    "noretreat.explain.knowledge.view": "OddsView View view",
    "noretreat.explain.refusals.why_not": "why_not",
    "noretreat.game": "RULES_VERSION Chance IllegalAction Options Outcome actor apply apply_trusted legal_actions "
    "new_game outcome svg",
    "noretreat.positions": "PositionError position write_position write_state",
    "noretreat.core.atlas": "deck distance hand_of hexes is_river neighbors place_of turns units units_at zone_of",
    "noretreat.core.names": "card_title place_name unit_name",
    "noretreat.core.snapshot": "dump load",
    "noretreat.data.load": "DataError UnknownName add_ruleset add_scenario load_ruleset load_scenario ruleset_ids "
    "scenario_ids",
    "noretreat.explain.questions.queries": "Reach Supply forecast_of odds_for reach supply_of",
    "noretreat.orders.notation": "notation",
    "noretreat.orders.reader": "read",
    "noretreat.orders.reading": "Reading",
    "noretreat.ai.player": "Observation Player observe",
    "noretreat.ai.players.levels": "LEVELS",
    "noretreat.ai.referee.contenders": "player_of",
    "noretreat.ai.referee.fate": "Fate",
    "noretreat.ai.referee.play": "Contender Record play_game play_out",
}
"""Which module has which names."""
_MODULES: Final = {
    "actions": "noretreat.actions",
    "events": "noretreat.events",
    "savegame": "noretreat.storage.savegame",
}
"""Whole modules by their names here."""
_HOMES: Final = {name: module for module, names in _HOLDS.items() for name in names.split()}


def _open_game() -> None:
    """Imports the game, with the facts that it is made of; raises `FaultyData` if they have mistakes."""
    try:
        _import_module("noretreat.game")
    except Exception:
        from noretreat.data import check
        from noretreat.data.load import FaultyData

        if problems := check.check_all():
            raise FaultyData(problems) from None
        raise


if not TYPE_CHECKING:  # a type checker that saw this would take every wrong name for a right one

    def __getattr__(name: str) -> Any:
        """A name that is imported only now; raises `AttributeError` for one that does not exist."""
        if name in _MODULES:
            found: Any = _import_module(_MODULES[name])
        elif name in _HOMES:
            _open_game()
            found = getattr(_import_module(_HOMES[name]), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    """The public names."""
    return [*__all__, "__version__"]
