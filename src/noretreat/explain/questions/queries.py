"""Questions about a position that change nothing: reach, odds, supply, and the information cards of the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from noretreat.core.actions import Action, AdvanceUnit, MarkCounterblow, MoveUnit, PlaceCounterblow
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDE_INDEX, SIDES, SOVIET, bits
from noretreat.core.boxes import BOX_NAMES
from noretreat.core.kernel import answer
from noretreat.core.names import face_id, half_id
from noretreat.core.reasons import Reason, because, reason, say
from noretreat.core.setup import Options
from noretreat.core.sides import NO_SIDE
from noretreat.core.state import State, require_state
from noretreat.core.types import NO_NODES, CardNumber, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Hand, Placement, Scenario, Side
from noretreat.data.ids import MapId, UnitId
from noretreat.data.load import load_labels, load_scenario, scenario_ids
from noretreat.explain.ahead import forecast, outlook
from noretreat.explain.knowledge.view import OddsView, odds_view
from noretreat.explain.questions import about
from noretreat.explain.questions.about import line
from noretreat.explain.refusals.idle import why_idle
from noretreat.explain.refusals.illegal import IllegalAction, UnknownPiece
from noretreat.explain.refusals.why_not import require_legal, why_not
from noretreat.explain.sentences.telling import Told, tell
from noretreat.rules import combat, effects, extension, goals, losses, movement, odds, supply
from noretreat.rules.battle_record import battle_of
from noretreat.rules.control import take_control
from noretreat.rules.deployment import deploy, empty_state, setup_of
from noretreat.rules.retreat import Advance, advance_limit
from noretreat.rules.stacking import room_for


def _unit(unit: str) -> UnitIndex:
    """The number of a unit id; raises `UnknownPiece` for an unknown one."""
    if unit not in BOARD.unit_index:
        raise UnknownPiece(reason("no-unit", name=unit))
    return BOARD.unit_index[unit]


def _node(name: str) -> Node:
    """The node of a map id; raises `UnknownPiece` for an unknown one."""
    if name not in BOARD.node_of:
        raise UnknownPiece(reason("no-hex", name=name))
    return BOARD.node_of[name]


def _card(number: str) -> CardNumber:
    """The number of a card; raises `UnknownPiece` for an unknown one."""
    if not number.isdigit() or int(number) not in BOARD.cards:
        raise UnknownPiece(reason("no-card", card=number))
    return CardNumber(int(number))


class ReachedHex(msgspec.Struct, frozen=True):
    """A hex that a unit could go to."""

    cost: int
    """Movement points; hexes in an advance after combat."""
    path: tuple[MapId, ...]
    stops: str | None
    """The obstacle that would end the move there: `zoc`, or empty."""
    dry: bool
    """The unit would be out of supply there."""


class Reach(msgspec.Struct, frozen=True):
    """The hexes a unit could reach, and its movement points (in an advance after combat: hexes)."""

    allowance: int
    hexes: dict[MapId, ReachedHex]


def reach(state: State, unit: str, via: tuple[str, ...] = ()) -> Reach:
    """The hexes a unit could reach now: for each the cost, the path, and what would stop it there.

    `via`: hexes it moves to first, one legal move after another; raises `IllegalAction` if it cannot.
    """
    require_state(state)
    number = _unit(unit)
    if isinstance(state.question, Advance):
        return _advance(state, number)
    for place in via:
        move = MoveUnit(unit, place)
        require_legal(state, move)
        state = state.copy()
        answer(state, move)
    if state.where[number] < 0 or (via and state.mover != number):
        return Reach(0, {})
    journey = movement.journey_of(state, number)
    hexes = {}
    dry = _dry(state, number, journey.total)
    for node in bits(journey.total):
        hexes[BOARD.id_of[node]] = ReachedHex(
            cost=journey.cost(node),
            path=tuple(BOARD.id_of[step] for step in journey.path(node)),
            stops="zoc" if journey.is_halted(node) else None,
            dry=bool(dry >> node & 1),
        )
    return Reach(journey.points, hexes)


def _advance(state: State, unit: UnitIndex) -> Reach:
    """The advances open to a unit after this battle, hex by hex, with their paths (10.8)."""
    battle = battle_of(state)
    gone = battle.advanced if battle.advancing == unit else 0
    ways: dict[Node, tuple[str, ...]] = {}
    frontier: list[tuple[State, tuple[str, ...]]] = [(state, ())]
    while frontier:
        here, way = frontier.pop(0)
        for action in here.options if isinstance(here.question, Advance) else ():
            if not isinstance(action, AdvanceUnit) or action.unit != BOARD.unit_ids[unit]:
                continue
            node = BOARD.node_of[action.to]
            if node in ways or node == state.where[unit]:
                continue
            ways[node] = (*way, action.to)
            there = here.copy()
            answer(there, action)
            frontier.append((there, ways[node]))
    dry = _dry(state, unit, sum((1 << node for node in ways), NO_NODES))
    hexes = {
        way[-1]: ReachedHex(cost=len(way), path=way, stops=None, dry=bool(dry >> node & 1))
        for node, way in ways.items()
    }
    return Reach(max(0, advance_limit(state, unit) - gone), hexes)


def _dry(state: State, unit: UnitIndex, nodes: NodeMask) -> NodeMask:
    """The hexes in which the unit would be cut off if it were there now and nothing else changed."""
    side, dry = state.info(unit).side, NO_NODES
    for node in bits(nodes):
        there = state.copy()
        there.put(unit, node)
        take_control(there, node, side)
        if unit in supply.cut_off(there, side):
            dry |= 1 << node
    return dry


class Entering(msgspec.Struct, frozen=True):
    """The units that a hex has room for after a battle."""

    units: tuple[UnitId, ...]
    """The strongest first."""


def entering(state: State, hex_: str) -> Entering:
    """The units that can enter a hex after this battle without holding it too full: as many as it has room for, the
    strongest first (8.4, 10.8).
    """
    node = _node(hex_)
    probe = state.copy()
    able = {action.unit for action in probe.options if isinstance(action, AdvanceUnit) and action.to == hex_}
    found: list[UnitId] = []
    for unit in sorted(able, key=lambda name: (-_strength(state, name), name)):
        action = AdvanceUnit(unit, BOARD.id_of[node])
        if not isinstance(probe.question, Advance) or action not in probe.options:
            continue
        if room_for(probe, BOARD.unit_index[unit], 1 << node):
            answer(probe, action)
            found.append(unit)
    return Entering(tuple(found))


def _strength(state: State, unit: UnitId) -> int:
    """The strength on the counter of a unit."""
    return state.face_of(BOARD.unit_index[unit]).strength


class Zone(msgspec.Struct, frozen=True):
    """The zone of control of a side."""

    hexes: tuple[MapId, ...]
    negated: tuple[MapId, ...]
    """The hexes in which an enemy unit negates it for supply and retreat (8.5)."""


def zone(state: State, side: Side) -> Zone:
    """The zone of control of a side."""
    index = SIDE_INDEX[side]
    return Zone(BOARD.ids(state.zoc(index)), BOARD.ids(state.zoc(index) & state.occupied(ENEMY[index])))


def why(state: State, action: Action) -> Told | None:
    """The reason why an action is not legal: the fact, the rule, the remedy; None if it is legal."""
    found = why_not(state, action)
    return None if found is None else tell(found, state.face)


def idle(state: State, unit: str) -> Told | None:
    """The reason why a unit of the side that is asked can do nothing now; raises `UnknownPiece` for an unknown one."""
    found = why_idle(state, BOARD.unit_ids[_unit(unit)])
    return None if found is None else tell(found)


def _require_lists(attackers: Sequence[str], targets: Sequence[str]) -> None:
    """Raises `TypeError` for a name where a list of names belongs: it would be read letter by letter."""
    for what, names in (("attackers", attackers), ("targets", targets)):
        if isinstance(names, str):
            raise TypeError(f"{what} are a list: [{names!r}], not {names!r}")


def odds_for(state: State, attackers: Sequence[str], targets: Sequence[str], support: bool = False) -> OddsView:
    """The odds of any units against any hexes; raises `IllegalAction` if there is no enemy to fight."""
    require_state(state)
    _require_lists(attackers, targets)
    units = tuple(_unit(unit) for unit in attackers)
    nodes = tuple(_node(name) for name in targets)
    if not units or not nodes:
        raise IllegalAction(because("choose-both"))
    battle = forecast.fought(state, units, nodes, int(support)) or odds.hypothetical(state, units, nodes, int(support))
    if not battle.defenders:
        raise IllegalAction(because("nobody-there"))
    return odds_view(state, battle)


def forecast_of(
    state: State, attackers: Sequence[str], targets: Sequence[str], support: bool = False, table: Side | None = None
) -> forecast.Forecast | None:
    """The forecast of any units attacking any hexes, or of the battle being fought if none are given.

    `table`: that battle on one side's combat table, which an event lets its player choose (22S).
    """
    require_state(state)
    _require_lists(attackers, targets)
    if not attackers and not targets:
        return forecast.of_battle(state, NO_SIDE if table is None else SIDE_INDEX[table])
    units, nodes = tuple(_unit(unit) for unit in attackers), tuple(_node(name) for name in targets)
    if len(set(units)) < len(units) or len(set(nodes)) < len(nodes):
        raise IllegalAction(because("each-once"))
    return forecast.forecast(state, units, nodes, int(support))


def best_odds(state: State, *, declaring: bool = True) -> dict[str, OddsView]:
    """The odds against each marked hex, and while `declaring` each that may be marked, with every able unit."""
    hexes = state.targets | combat.marked(state) | (combat.possible_targets(state) if declaring else NO_NODES)
    found, fought = {}, () if state.battle is None else state.battle.targets
    later = effects.beside_the_battle(state)
    for node in bits(hexes & state.occupied(ENEMY[state.phasing])):
        attackers = combat.able_attackers(state, (node,))
        if attackers:
            then = state if node in fought else later
            found[BOARD.id_of[node]] = odds_view(then, odds.hypothetical(then, tuple(attackers), (node,)))
    return found


_BLOWS: Final = frozenset((PlaceCounterblow, MarkCounterblow))


def counterblow_odds(state: State) -> dict[str, OddsView]:
    """For each own hex that the question would put a Counterblow marker on: the odds of the attack that the enemy then
    has to make there, with every unit of his that could join in it now.

    A marker that is placed in the enemy's Combat Phase counts at once, one of a CB result in his next turn.
    """
    question = state.question
    if question is None or _BLOWS.isdisjoint(map(type, state.options)):
        return {}
    nodes = sum((1 << _node(option.hex) for option in state.options if hasattr(option, "hex")), NO_NODES)
    return blow_odds(state, question.actor(state), nodes, paid=question.CODE == "counterblow")


def blow_odds(state: State, side: SideIndex, nodes: NodeMask, *, paid: bool = False) -> dict[str, OddsView]:
    """The odds of the attack on each of a side's hexes that a Counterblow marker there would force on the enemy."""
    enemy, found = ENEMY[side], {}
    for node in bits(nodes):
        marked = forecast.as_attacker(state, enemy, ())
        marked.counterblows |= 1 << node
        if paid:
            marked.paid_counterblows |= 1 << node
        attackers = tuple(combat.able_attackers(marked, (node,)))
        if attackers:
            found[BOARD.id_of[node]] = odds_view(marked, odds.hypothetical(marked, attackers, (node,)))
    return found


class Supply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The supply of a unit. Fields without meaning for it (off the map, or always in supply) are absent."""

    supplied: bool
    how: str
    """`overland`, `sea`, `neighbor`, `home`, `box` or `none`."""
    path: tuple[MapId, ...]
    text: str
    said: Told
    hinges: tuple[MapId, ...] | None = None
    """The hexes of the path that would cut it."""
    cut: tuple[MapId, ...] | None = None
    """For a unit without supply: the hexes that bar it, ..."""
    way: tuple[MapId, ...] | None = None
    """... the way through them, ..."""
    far: bool | None = None
    """... and whether it would be too far even without an enemy (SUP-3)."""


def supply_of(state: State, unit: str) -> Supply:
    """The supply of a unit now: its source and path, or that it has none."""
    require_state(state)
    number = _unit(unit)
    if state.where[number] < 0:
        return _supply("box", [])
    node = state.node_of(number)
    if supply.always_supplied(state, number):
        return _supply("home", [])
    side = state.info(number).side
    how, path = supply.trace(state, node, side)
    found = msgspec.structs.replace(_supply(how, path), hinges=outlook.hinges(state, node, side, path))
    if found.supplied:
        return found
    why = outlook.cut_of(state, node, side)
    return msgspec.structs.replace(found, cut=why.cut, way=why.way, far=why.far)


def _supply(how: str, path: Sequence[Node]) -> Supply:
    """The answer without what a look ahead adds."""
    hexes = tuple(BOARD.id_of[node] for node in path)
    told = tell(_supplied(how, hexes))
    return Supply(how != "none", how, hexes, told.text, told)


def _supplied(how: str, path: Sequence[str]) -> Reason:
    """The supply of a unit in words."""
    return say("supply-neighbor", hex=path[0]) if how == "neighbor" and path else say(f"supply-{how}")


def information(state: State, what: str, name: str) -> about.InfoCard:
    """The information card of anything on the screen: a title and lines, each with the confidence of its data (UI-1).

    `what` is unit, hex, card or scenario, or one of those that `about.anything` knows.
    """
    if what == "unit":
        return _about_unit(state, _unit(name))
    if what == "hex":
        return _about_hex(state, _node(name))
    if what == "card":
        return _about_card(_card(name))
    if what == "scenario" and name in scenario_ids():
        return _about_scenario(name)
    told = about.anything(state, what, name)
    if told is not None:
        return told
    known = f"kind-{what}" in load_labels()
    raise UnknownPiece(reason("no-such", what=what, name=name) if known else reason("nothing-told", name=name))


def cut_off_at_start(facts: Scenario) -> tuple[str, ...]:
    """Units of a scenario that start without supply but without an Unsupplied marker (6.0)."""
    state = empty_state(setup_of(facts, Options()))
    deploy(state, facts)
    meant = {place.unit for place in facts.placements if place.unsupplied}
    cut_off = [BOARD.unit_ids[unit] for side in (AXIS, SOVIET) for unit in supply.cut_off(state, side)]
    return tuple(unit for unit in cut_off if unit not in meant)


_ENTRY: Final = dict.fromkeys(("N", "C", "S", "R", "F"), "start")
"""The code on a counter whose unit starts the war on the map."""


def _about_unit(state: State, unit: UnitIndex) -> about.InfoCard:
    """Everything about one counter."""
    info = state.info(unit)
    sure = {name: value.value for name, value in info.unit.confidence.items()}
    place = state.where[unit]
    lines = []
    faces = list(enumerate(info.faces if state.two_sided(unit) else info.faces[:1]))
    for index, face in sorted(faces, key=lambda one: one[0] != state.face[unit]):
        label = "this-side" if index == state.face[unit] else "other-side"
        text = say(
            "face", printed=face_id(info.id, index), type=face.type.value, numbers=f"{face.strength}-{face.move}"
        )
        lines.append(line(label, text, _sure_of_face(sure, index)))
    here = say("place", hex=BOARD.place_id(place)) if place >= 0 else say("in-box", box=BOX_NAMES[place])
    steps, most = losses.steps_of(state, unit)
    lines += [line("where", here), line("steps", say("steps", have=steps, most=most))]
    lines.append(line("arrives", _entry(info.unit.entry), sure.get("entry", "printed")))
    if info.returns_after is not None:
        lines.append(line("lost", say("returns", turns=info.returns_after), sure.get("return", "printed")))
    if place >= 0:
        lines.append(line("movement-now", str(movement.allowance(state, unit))))
        told = supply_of(state, info.id)
        lines.append(line("supply", _supplied(told.how, told.path)))
    if state.unsupplied >> unit & 1:
        lines.append(line("unsupplied", say("unsupplied")))
    if state.disorganized >> unit & 1:
        lines.append(line("disorganized", say("disorganized")))
    lines.append(line("source", say("note", note=Reason(f"source.{info.id}")) if info.unit.note else ""))
    return about.card(say("unit", unit=info.id), *lines, side=SIDES[info.side])


def _entry(code: str) -> Reason:
    """When a unit enters the game, by the code on its counter."""
    return say("entry-turn", turn=code) if code.isdigit() else say(f"entry-{_ENTRY.get(code, code)}")


def _sure_of_face(sure: dict[str, str], index: int) -> str:
    """The confidence of the numbers on a counter's front (0) or back."""
    numbers = sure.get("strength", sure.get("move", "printed"))
    return sure.get("back", numbers) if index else numbers


def _about_hex(state: State, node: Node) -> about.InfoCard:
    """Everything about one hex or area."""
    row = BOARD.terrain_row.get(BOARD.terrain.get(node))  # type: ignore[arg-type]
    lines = []
    if row is not None:
        lines.append(line("terrain", say("terrain", terrain=row.terrain.value)))
        points = "points-one" if row.other_mp == 1 else "points-many"
        lines.append(line("movement", say(points, points=row.other_mp, armor=row.armor_mp)))
        grounds = odds.ground_of(state, node, ())
        total = f"{sum(columns for _, columns in grounds):+d}"
        lines.append(line("defense", say("ground", grounds=grounds, columns=total) if grounds else say("no-shift")))
    bit = 1 << node
    if bit & BOARD.vp_hexes:
        lines.append(line("held", say("holder", side=SIDES[SOVIET if state.soviet_control & bit else AXIS])))
    for side, index in SIDE_INDEX.items():
        if BOARD.objectives[index] & bit:
            lines.append(line("objective", say("objective", side=side)))
        if state.zoc(index) & bit:
            lines.append(line("zone", say("side", side=side)))
        if (extension.west_edge(state) if index == AXIS else BOARD.edge[index]) & bit:
            lines.append(line("edge", say("edge", side=side)))
    if bit & extension.BEYOND and not extension.is_laid(state):
        lines.append(line("extension", say("extension", turn=state.rules.map_extension_turn)))
    seas = [sea.value for sea, mask in BOARD.coast.items() if mask & bit]
    lines.append(line("coast", say("seas", seas=seas)))
    if state.scorched & bit:
        lines.append(line("scorched", say("scorched")))
    return about.card(say("place", hex=BOARD.id_of[node]), *lines)


def _about_card(number: CardNumber) -> about.InfoCard:
    """Both halves of a card."""
    facts = BOARD.cards[number]
    lines = []
    for side in SIDES:
        half = half_id(number, side)
        lines.append(line(say("label-half", side=side, event=half), say("half", half=half)))
        lines.append(line("good", say("good", half=half)))
    lines.append(line("1945", say("leaves-1945") if facts.leaves_1945 else ""))
    lines.append(line("1945", say("joins-1945") if facts.joins_1945 else ""))
    return about.card(say("card", card=number), *lines)


def _about_scenario(name: str) -> about.InfoCard:
    """A scenario: what it is, and the confidence of each part of its set-up. Its own texts have keys for
    translation.
    """
    facts = load_scenario(name)
    sure = {field: value.value for field, value in facts.confidence.items()}
    lines = [
        line("what", say("note", note=Reason(f"scenario.{name}.summary"))),
        line("turns", say("span", first=facts.start_turn, last=facts.end_turn), sure.get("end_turn", "printed")),
        line("victory", victory_of(facts), sure.get("victory", "printed")),
        line("axis-hand", _hand(facts.axis_hand), sure.get("axis_hand", "printed")),
        line("soviet-hand", _hand(facts.soviet_hand), sure.get("soviet_hand", "printed")),
    ]
    for number in range(1, len(facts.notes) + 1):
        lines.append(line("note", say("note", note=Reason(f"scenario.{name}.note.{number}"))))
    for place in facts.placements:
        lines.append(line(say("unit", unit=place.unit), _placed(name, place), place.confidence.value))
    return about.card(say("scenario", scenario=name), *lines)


def _placed(scenario: str, place: Placement) -> Reason:
    """The starting place of a unit of a scenario, and the reason for it."""
    spot = {"box": place.at} if place.at.startswith("box:") else {"hex": place.at}
    code = "placed-box" if "box" in spot else "placed"
    if not place.why:
        return say(f"{code}-only", **spot)
    return say(code, note=Reason(f"source.{scenario}.{place.unit}"), **spot)


def victory_of(facts: Scenario) -> Reason:
    """The victory conditions in words."""
    return say("goals-campaign") if facts.victory is None else goals.in_words(facts.victory, facts.end_turn)


def _hand(hand: Hand) -> Reason:
    """An opening hand in words."""
    return say("hand-less", draw=hand.draw, discard=hand.discard) if hand.discard else say("hand", n=hand.draw)
