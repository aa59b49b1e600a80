"""No Retreat! The Russian Front, as a library: the rules, programmable.

>>> import noretreat
>>> state = noretreat.new_game("barbarossa")
>>> noretreat.actor(state)
<Chance.CHANCE: 'chance'>
>>> state, happened = noretreat.apply(state, noretreat.legal_actions(state)[0])
>>> type(happened[0]).__name__
'CardDrawn'

The names below are the whole public face; `docs/architecture.md` shows how they hang together.
"""

from noretreat import cards as _cards  # the events register themselves with the rules
from noretreat.core.actions import Action, from_json, to_json
from noretreat.core.events import Event
from noretreat.core.reasons import Reason
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.view import View, view
from noretreat.explain.why_not import why_not
from noretreat.game import (
    RULES_VERSION,
    Chance,
    IllegalAction,
    Options,
    Result,
    actor,
    apply,
    apply_trusted,
    legal_actions,
    new_game,
    outcome,
)
from noretreat.positions import PositionError, position, write_position

__version__ = "0.1.0"

__all__ = [
    "RULES_VERSION",
    "Action",
    "Chance",
    "Event",
    "IllegalAction",
    "Options",
    "PositionError",
    "Reason",
    "Result",
    "Side",
    "State",
    "View",
    "actor",
    "apply",
    "apply_trusted",
    "from_json",
    "legal_actions",
    "new_game",
    "outcome",
    "position",
    "to_json",
    "view",
    "why_not",
    "write_position",
]
del _cards
