"""Answers about what there is to know: victory, points, cards, units, hexes, the calendar, what is in danger."""

from __future__ import annotations

from typing import Any, Final

from noretreat.ask.reading import Asked, side_meant
from noretreat.ask.records import Answer
from noretreat.ask.standpoint import Standpoint, ids
from noretreat.core.actions import PlayEvent
from noretreat.core.board import BOARD, SIDES, bits, cards_in, units_of
from noretreat.core.boxes import PENDING, TRACK
from noretreat.core.names import half_id
from noretreat.core.reasons import Reason, reason, say
from noretreat.core.types import CardNumber, SideIndex, UnitIndex
from noretreat.data.facts import Phase, Weather
from noretreat.data.ids import MapId
from noretreat.explain.ahead import dangers, outlook
from noretreat.explain.questions import about, queries
from noretreat.explain.sentences.telling import Told
from noretreat.rules import calendar, combat, deck, flipping, supply, victory, windows
from noretreat.rules.movement import weather_limit


def again(told: Told) -> Reason:
    """What was told, as a part of another line."""
    return Reason(told.code, {name: _reasons(value) for name, value in told.args.items()})


def _reasons(value: Any) -> Any:
    """An argument with its reasons as they were before they were told."""
    if isinstance(value, Told):
        return again(value)
    return [_reasons(one) for one in value] if isinstance(value, (list, tuple)) else value


# --- winning ----------------------------------------------------------------------------------------------
def win(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """The ways in which a side wins, and how near it is to each."""
    side = side_meant(asked, view.side)
    for road in outlook.roads_to_victory(view.state)[SIDES[side]]:
        answer.light([one.hex for one in road.hexes])
        answer.told(road.said.text, road.rule)
        if road.have is not None and road.need is not None:
            answer.ruled(say("ask-so-far", have=road.have, need=road.need), road.rule)


def objectives(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """How many Objectives a side holds, and how many it needs."""
    side, state = side_meant(asked, view.side), view.state
    held = victory.objectives_held(state, side)
    mine = [node for node in bits(BOARD.objectives[side] & state.control(side)) if node not in held]
    rest = bits(BOARD.objectives[side] & ~state.control(side))
    hexes = [BOARD.id_of[node] for node in held]
    need = victory.objectives_needed(state, side)
    answer.light(BOARD.ids(BOARD.objectives[side]))
    answer.say(
        say("ask-objectives", side=SIDES[side], n=len(held), need=need),
        say("ask-objectives-held", hexes=hexes) if hexes else None,
        say("ask-objectives-cut", hexes=[BOARD.id_of[node] for node in mine]) if mine else None,
        say("ask-objectives-left", hexes=[BOARD.id_of[node] for node in rest]) if rest else None,
    )


def points(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """The victory points: how many, where they come from, and what they have to come to."""
    _card(about.anything(view.state, "header", "vp"), "12.7", answer)
    for road in outlook.roads_to_victory(view.state)[SIDES[side_meant(asked, view.side)]]:
        if road.code in ("sudden_death", "scenario"):
            answer.told(road.said.text, road.rule)
    answer.light(BOARD.ids(victory.counted_hexes(view.state) & view.state.control(view.state.initiative)))


def end(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """When the game ends."""
    state = view.state
    last = state.setup.last_turn
    answer.say(say("ask-end", turn=last, n=max(0, last - state.turn)))
    if victory.can_end_early(state):
        answer.say(say("ask-end-early"))


def initiative(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Who has the initiative."""
    _card(about.anything(view.state, "header", "initiative"), "12.9", answer)


def _card(card: about.InfoCard | None, rule: str, answer: Answer) -> None:
    """An information card as lines."""
    if card is None:
        return
    answer.told(card.said, rule)
    for line in card.lines:
        _line(line, answer)


def _line(line: about.CardLine, answer: Answer) -> None:
    told = again(line.said.text) if line.said.text is not None else line.text
    answer.say(say("ask-fact", label=again(line.said.label), text=told))


# --- time -------------------------------------------------------------------------------------------------
def turn(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """The turn, the phase, and who decides."""
    state = view.state
    _card(about.anything(state, "header", "turn"), "4.2", answer)
    answer.ruled(say("ask-phase", phase=state.phase, side=SIDES[state.phasing]), "4.2")


_KINDS: Final = {"mud": Weather.MUD, "snow": Weather.SNOW, "clear": Weather.CLEAR, "long-winter": Weather.LONG_WINTER}


def weather(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """The weather now and next turn, what it does, and when a kind of it comes."""
    state = view.state
    wanted = next((kind for word, kind in _KINDS.items() if asked.speaks_of(word)), None)
    last = state.setup.last_turn
    if wanted is not None:
        turns = [at for at in range(state.turn, last + 1) if calendar.weather_on(state, at) == wanted]
        answer.say(
            say("ask-weather-when", weather=wanted, turn=turns[0])
            if turns
            else say("ask-weather-never", weather=wanted)
        )
        answer.ruled(say(f"weather-{wanted.value}"), "13.1")
        return
    for at in range(state.turn, min(state.turn + 1, last) + 1):
        answer.say(say("ask-weather", turn=at, weather=calendar.weather_on(state, at)))
    now = calendar.weather(state)
    answer.ruled(say(f"weather-{now.value}"), "13.1")
    limit = weather_limit(state)
    answer.ruled(say("limit-none") if limit is None else say("limit", points=limit), "8.2")


def arrivals(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """The reinforcements of this turn and the next ones."""
    side, state = side_meant(asked, view.side), view.state
    from_turn = next((number for number in asked.numbers if number > state.turn), state.turn + 1)
    coming: dict[int, list[str]] = {}
    for unit in BOARD.of_side[side]:
        code = state.info(unit).unit.entry
        if state.where[unit] == PENDING and code.isdigit() and int(code) >= from_turn:
            coming.setdefault(int(code), []).append(BOARD.unit_ids[unit])
        due = state.due[unit]
        if unit in state.boxed(side, TRACK) and due >= from_turn:
            coming.setdefault(due, []).append(BOARD.unit_ids[unit])
    here = coming.pop(from_turn, [])
    answer.light([], here)
    answer.say(
        say("ask-arrivals", turn=from_turn, units=here)
        if here
        else say("ask-arrivals-none", turn=from_turn, side=SIDES[side])
    )
    later = min(coming, default=None)
    if later is not None:
        answer.say(say("ask-arrivals", turn=later, units=coming[later]))


# --- cards ------------------------------------------------------------------------------------------------
def cards(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Which cards of one's own hand can be played now, and why the others cannot."""
    if view.seated and side_meant(asked, view.side) != view.side:
        answer.say(
            say("ask-hand", side=SIDES[view.enemy], n=view.state.hands[view.enemy].bit_count()),
            say("ask-hand-hidden", side=SIDES[view.enemy]),
        )
        return
    if not view.seated:
        answer.say(say("ask-cards-secret"))
        return
    side, state = view.side, view.state
    hand = cards_in(state.hands[side])
    question = state.question
    mine = question is not None and question.actor(state) == side
    open_now = {action.card for action in state.options if isinstance(action, PlayEvent)} if mine else set()
    if not hand:
        answer.say(say("ask-hand-empty"))
        return
    halves = [half_id(card, SIDES[side]) for card in hand if card in open_now]
    answer.say(
        say("ask-cards", halves=halves) if halves else say("ask-cards-none"),
        None if mine else say("ask-cards-not-asked"),
    )
    for card in hand:
        if card not in open_now:
            why = windows.refused(state, side, card, windows.window_of(state))
            if why is not None:
                answer.say(reason("card-waits", card=card, why=why))


def card(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """What a card does, for both sides."""
    known = [CardNumber(number) for number in asked.numbers if number in BOARD.cards]
    if not known:
        cards(view, asked, answer)
        return
    for number in known[:2]:
        for side in SIDES:
            half = half_id(number, side)
            answer.ruled(say("ask-half", side=side, half=half), "5.3")
        if view.seated and view.state.hands[view.side] >> number & 1:
            why = windows.refused(view.state, view.side, number, windows.window_of(view.state))
            if why is not None:
                answer.say(reason("card-waits", card=number, why=why))


def hands(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """How many cards each side holds and will draw."""
    state = view.state
    for side in (view.side, view.enemy):
        answer.say(say("ask-hand", side=SIDES[side], n=state.hands[side].bit_count()))
        answer.say(say("ask-draws", side=SIDES[side], n=deck.draw_count(state, side)))


def markers(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """The Blitz, Shock and target markers that are left."""
    state = view.state
    for side in (view.side, view.enemy):
        answer.say(say("ask-supports", side=SIDES[side], n=state.supports[side]))
    answer.say(
        say("ask-targets-left", side=SIDES[view.side], n=combat.markers_left(state, view.side),
            most=calendar.target_limit(state, view.side))
    )  # fmt: skip


# --- units and hexes --------------------------------------------------------------------------------------
def unit(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """The strength, movement and steps of units, or of those in a hex."""
    state = view.state
    named = asked.units or tuple(
        BOARD.unit_ids[one]
        for place in asked.places
        for side in (view.side, view.enemy)
        for one in state.units_at(BOARD.node_of[place], side)
    )
    total = 0
    for name in named:
        card = queries.information(state, "unit", name)
        answer.light([view.at(name)] if view.at(name) else [], [name])
        answer.say(say("unit", unit=name))
        for line in card.lines:
            if line.said.label.code not in ("info-label-other-side", "info-label-source", "info-label-arrives"):
                _line(line, answer)
        total += state.face_of(BOARD.unit_index[name]).strength
    if len(named) > 1:
        answer.say(say("ask-together", n=total))
    for place in asked.places if not named else ():
        answer.light([place])
        answer.say(say("ask-there-none", hex=place))


def where(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Where units are."""
    for name in asked.units:
        place = view.at(name)
        answer.light([place] if place else [], [name])
        box = BOARD.place_id(view.state.where[BOARD.unit_index[name]])
        answer.say(say("ask-stands", unit=name, hex=place) if place else reason("off-map", unit=name, box=box))


def hex_(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """What is in a hex, who holds it, its terrain."""
    state = view.state
    for place in _places(view, asked):
        node = BOARD.node_of[place]
        there = [one for side in (view.side, view.enemy) for one in state.units_at(node, side)]
        answer.light([place], ids(there))
        answer.say(say("ask-there", hex=place, units=ids(there)) if there else say("ask-there-none", hex=place))
        for line in queries.information(state, "hex", place).lines:
            _line(line, answer)


def holder(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Who controls a place."""
    state = view.state
    for place in asked.places:
        node = BOARD.node_of[place]
        side = next((one for one in (view.side, view.enemy) if state.control(one) >> node & 1), None)
        there = [one for owner in (view.side, view.enemy) for one in state.units_at(node, owner)]
        answer.light([place], ids(there))
        answer.say(
            say("ask-holds", hex=place, side=SIDES[side]) if side is not None else say("ask-holds-nobody", hex=place),
            say("ask-there", hex=place, units=ids(there)) if there else say("ask-there-none", hex=place),
        )


def zone(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Whose zones of control cover a hex, and which units project them."""
    state = view.state
    for place in _places(view, asked):
        node = BOARD.node_of[place]
        answer.light([place])
        for side in (view.enemy, view.side):
            if state.zoc(side) >> node & 1:
                near = [
                    one for one in state.units_in(BOARD.adjacent[node], side) if not state.unsupplied >> one & 1
                    and BOARD.has_zone[one][state.face[one]]
                ]  # fmt: skip
                answer.light([], ids(near))
                answer.say(say("ask-zone", hex=place, side=SIDES[side], units=ids(near)))
            else:
                answer.say(say("ask-zone-not", hex=place, side=SIDES[side]))


def _places(view: Standpoint, asked: Asked) -> tuple[MapId, ...]:
    return asked.places or tuple(dict.fromkeys(filter(None, [view.at(name) for name in asked.units])))


def improve(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Which units can be improved, for how many cards, and why these cannot."""
    state = view.state
    if not asked.units:
        side = side_meant(asked, view.side)
        able = [one for one in state.on_map(side) if _improvable(view, one)]
        answer.light([], ids(able))
        answer.say(
            say("ask-improvable", side=SIDES[side], units=ids(able))
            if able
            else say("ask-improvable-none", side=SIDES[side])
        )
        return
    for name in asked.units:
        one = BOARD.unit_index[name]
        side = view.side_of(name)
        answer.light([], [name])
        answer.note(view.now(side, Phase.ORGANIZATION))
        price = flipping.improve_price(state, one)
        if state.where[one] < 0:
            answer.say(reason("off-map", unit=name, box=BOARD.place_id(state.where[one])))
        elif not state.two_sided(one) or state.face[one] == state.info(one).strong:
            answer.say(say("ask-improve-not", unit=name), reason("strong-already", unit=name))
        elif state.unsupplied >> one & 1 or not supply.has_overland(state, one):
            answer.say(say("ask-improve-not", unit=name), reason("no-overland", unit=name))
        elif price is None:
            answer.say(say("ask-improve-not", unit=name), reason("not-for-cards", unit=name, turn=state.turn))
        else:
            answer.say(say("ask-improve", unit=name, n=price))


def _improvable(view: Standpoint, one: UnitIndex) -> bool:
    return flipping.is_flippable(view.state, one) and flipping.improve_price(view.state, one) is not None


def back(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Which lost units come back, when and for what."""
    side = view.side_of(asked.units[0]) if asked.units else side_meant(asked, view.side)
    lost = outlook.bring_back(view.state)[SIDES[side]]
    for name, price in lost.units.items():
        if not asked.units or name in asked.units:
            answer.light([], [name])
            answer.say(say("ask-lost", unit=name, what=again(price.said)))
    for name in asked.units:
        if name not in lost.units:
            where(view, asked._replace(units=(name,)), answer)
    if not asked.units and not lost.units:
        answer.say(say("ask-lost-none", side=SIDES[side]))


def disorganized(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Which units are disorganized."""
    side, state = side_meant(asked, view.side), view.state
    found = [one for one in units_of(state.disorganized) if state.info(one).side == side]
    if asked.units:
        for name in asked.units:
            is_so = state.disorganized >> BOARD.unit_index[name] & 1
            answer.light([], [name])
            answer.say(say("ask-disorganized", units=[name]) if is_so else reason("in-order", unit=name))
        return
    answer.light([], ids(found))
    answer.say(say("ask-disorganized", units=ids(found)) if found else say("ask-disorganized-none", side=SIDES[side]))


# --- dangers ----------------------------------------------------------------------------------------------
def threatened(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """What a side has to fear: its dangers, and the strongest attacks on it."""
    side: SideIndex = view.side
    state = view.state
    if view.seated:
        for danger in dangers.dangers(state, SIDES[side]):
            answer.light(danger.hexes, danger.units)
            answer.tell(danger.said, *danger.ways)
    known = outlook.threat(state, SIDES[view.enemy])
    named = {view.at(name) for name in asked.units} | set(asked.places)
    ranked = sorted(known.hexes.items(), key=lambda one: (-one[1].level, -one[1].attack / max(1, one[1].defense)))
    ranked = [one for one in ranked if not named or one[0] in named]
    if ranked:
        answer.note(view.now(view.enemy, Phase.COMBAT))
    for place, best in ranked[:_WORST]:
        answer.light([place], best.attackers)
        answer.say(
            say("ask-target", hex=place, units=best.attackers, attack=best.attack, defense=best.defense,
                column=best.column)
        )  # fmt: skip
    if not answer.lines:
        answer.say(say("ask-danger-none", side=SIDES[side]))


_WORST: Final = 5
"""The most threats that are told."""


def hint(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Advice is not given here: the computer gives it as a hint."""
    answer.light([], asked.units)
    answer.say(say("ask-hint"))
