"""The events of the cards, grouped by when they are played. Importing this package registers them all."""

from noretreat.cards import (
    combat,
    combat_shifts,
    counterblows,
    draw,
    extra_battles,
    movement,
    organization,
    responses,
    strategic,
)

__all__ = [
    "combat", "combat_shifts", "counterblows", "draw", "extra_battles", "movement", "organization", "responses",
    "strategic",
]  # fmt: skip
