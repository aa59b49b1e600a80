"""Random positions: counters scattered over the map or crowded into a corner of it."""

from __future__ import annotations

from functools import cache
from random import Random

from oracles import AREAS, HEXES, distance

from noretreat.data.load import load_facts
from noretreat.game import State
from noretreat.positions import position

UNITS = {unit.id: unit for unit in load_facts().units if unit.set != "optional"}
VP = [name for name, hex_ in HEXES.items() if hex_.is_vp]


@cache
def scattered(seed: int, **changes: object) -> State:
    """A position that no game would lead to, but in which every rule of movement and supply must hold."""
    dice = Random(seed)
    places = list(HEXES)
    if dice.random() < 0.7:  # crowded: everybody within a few hexes of one point
        centre, radius = dice.choice(places), dice.randint(3, 8)
        places = [name for name in places if distance(name, centre) <= radius]
    places += dice.sample(sorted(AREAS), dice.randint(0, 2))
    holder: dict[str, str] = {}
    lines = {}
    for unit in dice.sample(sorted(UNITS), dice.randint(2, 40)):
        place = dice.choice(places)
        side = UNITS[unit].side.value
        if holder.setdefault(place, side) != side:
            continue
        words = [place]
        if UNITS[unit].back is not None and not UNITS[unit].back_by_switch and dice.random() < 0.5:
            words.append("back")
        if dice.random() < 0.15:
            words.append("unsupplied")
        lines[unit] = " ".join(words)
    taste = dice.random()
    sides = {name: holder.get(name) or ("axis" if dice.random() < taste else "soviet") for name in VP}
    control = {side: [name for name in VP if sides[name] == side] for side in ("axis", "soviet")}
    setting: dict[str, object] = {"turn": dice.randint(2, 28), "control": control, "units": lines}
    if dice.random() < 0.3:
        setting["trigger"] = "oil 2"
    setting["phase"] = f"movement {dice.choice(('axis', 'soviet'))}"
    return position(setting | changes)
