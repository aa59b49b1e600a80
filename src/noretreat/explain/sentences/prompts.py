"""The sentences of the questions, in English: what is asked, whole sentence by whole sentence.

A question says one or several of these; `asking` chooses them by what the options hold and hands out what their holes
name. Every sentence says which kinds of answers it speaks of, so that no question offers what its options do not
hold or leaves out what they do (`tests/explain/test_prompts.py`). Other languages have the same sentences with the same
holes (`web/src/i18n/<language>/prompt.json`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from noretreat.core.actions import (
    Action,
    AddTarget,
    AdvanceUnit,
    AssignAttacker,
    BeginBattle,
    ChooseCard,
    ChooseHex,
    ChooseOption,
    ChooseUnit,
    CommitSupport,
    Counterattack,
    DeclareTarget,
    Defer,
    DetrainUnit,
    Discard,
    Done,
    EntrainUnit,
    ExchangeUnit,
    ImproveUnit,
    LayExtension,
    LoseStep,
    MarkCounterblow,
    MarkReserve,
    MoveUnit,
    Pass,
    PayCard,
    PlaceCadre,
    PlaceCounterblow,
    PlaceUnit,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    RetreatUnit,
    ShatterUnit,
    UnfortifyUnit,
    UpgradeUnit,
)


class Prompt(NamedTuple):
    """A sentence of a question."""

    text: str | dict[str, str]
    """With holes (`sentences.FORMATS`); two forms, `one` and `other`, if it counts by `n`."""
    speaks_of: frozenset[type[Action]]
    """The kinds of answers that it offers."""


def _says(text: str, *kinds: type[Action], one: str = "") -> Prompt:
    """A sentence about these kinds of answers; `one`: what it says instead for n = 1."""
    return Prompt({"one": one, "other": text} if one else text, frozenset(kinds))


PROMPTS: Final[dict[str, Prompt]] = {
    # --- the Card Phase, and cards in general
    "discard": _says(
        "Discard {n} cards; you may keep {keep}.",
        Discard,
        one="Discard {n} card; you may keep {keep}.",
    ),
    "discard_one": _says("Discard a card from your hand.", Discard),
    "discard_one.event": _says("{half:event}: discard a card from your hand.", Discard),
    "keep_one": _says("Discard one of the cards you have just drawn; you keep the other.", Discard),
    "red_events": _says("Choose the red event that happens next.", PlayEvent),
    "exchange_cards": _says("Use the Joker to set cards aside and draw as many new ones, or keep it.", Discard, Done),
    "exchange_cards.more": _says(
        "Set more cards aside, or draw {n} new cards now.",
        Discard,
        Done,
        one="Set more cards aside, or draw {n} new card now.",
    ),
    # --- windows for events
    "window.play": _says("Play an event {moments:moments}, or pass.", PlayEvent, Pass),
    "window.pass": _says("None of your cards can be played {moments:moments}: pass.", Pass),
    "window.commit": _says("Battle for {hexes:places}, before the die is rolled."),
    "window.roll": _says("Battle for {hexes:places}: the die shows {die}."),
    "window.duel": _says("Battle for {hexes:places}: the Axis die shows {axis}, the Soviet die {soviet}."),
    "window.rolled": _says("Battle for {hexes:places}: the die shows {die}, read in column {column}."),
    "window.result": _says("Result of the battle for {hexes:places}: {result:result}."),
    "window.after_ex": _says("Battle for {hexes:places}: the steps of the exchange are lost."),
    "window.play-now": _says("Play an event, or pass.", PlayEvent, Pass),
    "window.nothing": _says("None of your cards can be played: pass.", Pass),
    "window.red": _says("A red event has to happen before the phase ends: {halves:card_list}."),
    "window.defer": _says("Or let the other side play first.", Defer),
    "window.played": _says("{side:side} plays card {half:card}: cancel it, or allow it?", PlayEvent, Pass),
    "window.paid": _says("{side:side} pays with card {half:card}: cancel that, or allow it?", PlayEvent, Pass),
    "window.discarded": _says("{side:side} discards card {half:card}: cancel that, or allow it?", PlayEvent, Pass),
    "window.step": _says("{unit:unit} has just gained a step: cancel that, or allow it?", PlayEvent, Pass),
    "window.played-sure": _says("{side:side} plays card {half:card}; none of your cards can cancel it: pass.", Pass),
    "window.paid-sure": _says(
        "{side:side} pays with card {half:card}; none of your cards can cancel that: pass.", Pass
    ),
    "window.discarded-sure": _says(
        "{side:side} discards card {half:card}; none of your cards can cancel that: pass.", Pass
    ),
    "window.step-sure": _says("{unit:unit} has just gained a step; none of your cards can cancel that: pass.", Pass),
    # what a card pays for, after the question whether to cancel it
    "window.for-improve": _says(
        "The card pays to improve {unit:unit}; if you cancel it, another card has to pay, or the purchase is undone."
    ),
    "window.for-unfortify": _says(
        "The card pays to unfortify {unit:unit}; if you cancel it, another card has to pay, or the purchase is undone."
    ),
    "window.for-replace": _says(
        "The card pays to replace {unit:unit}; if you cancel it, another card has to pay, or the purchase is undone."
    ),
    "window.for-reorganize": _says(
        "The card pays to reorganize {unit:unit}; if you cancel it, another card has to pay, or the purchase is undone."
    ),
    "window.for-entrain": _says(
        "The card pays to entrain {unit:unit}; if you cancel it, another card has to pay, or the purchase is undone."
    ),
    "window.for-counterblow": _says(
        "The card pays for the Counterblow on {hex:place}; if you cancel it, another card has to pay, or the marker"
        " comes off."
    ),
    "window.for-rebuild": _says(
        "The card pays to rebuild {hex:place}; if you cancel it, another card has to pay, or the purchase is undone."
    ),
    "window.for-replacements": _says(
        "The card pays for the units replaced this phase; if you cancel it, another card has to pay, or a purchase is"
        " undone."
    ),
    "window.for-reorganizations": _says(
        "The card pays for the units reorganized this phase; if you cancel it, another card has to pay, or a purchase"
        " is undone."
    ),
    "window.for-bill": _says(
        "The card pays for what was bought this phase; if you cancel it, another card has to pay, or a purchase is"
        " undone."
    ),
    # --- payments
    "pay.improve": _says("Pay {n} cards to improve {unit:unit}.", PayCard, one="Pay {n} card to improve {unit:unit}."),
    "pay.unfortify": _says(
        "Pay {n} cards to unfortify {unit:unit}.", PayCard, one="Pay {n} card to unfortify {unit:unit}."
    ),
    "pay.replace": _says("Pay {n} cards to replace {unit:unit}.", PayCard, one="Pay {n} card to replace {unit:unit}."),
    "pay.reorganize": _says(
        "Pay {n} cards to reorganize {unit:unit}.", PayCard, one="Pay {n} card to reorganize {unit:unit}."
    ),
    "pay.entrain": _says("Pay {n} cards to entrain {unit:unit}.", PayCard, one="Pay {n} card to entrain {unit:unit}."),
    "pay.counterblow": _says(
        "Pay {n} cards for the Counterblow on {hex:place}.",
        PayCard,
        one="Pay {n} card for the Counterblow on {hex:place}.",
    ),
    "pay.rebuild": _says("Pay {n} cards to rebuild {hex:place}.", PayCard, one="Pay {n} card to rebuild {hex:place}."),
    "pay.replacements": _says(
        "Pay {n} cards for the units you replaced this phase.",
        PayCard,
        one="Pay {n} card for the units you replaced this phase.",
    ),
    "pay.bill": _says(
        "Pay {n} cards for what you bought this phase.", PayCard, one="Pay {n} card for what you bought this phase."
    ),
    "pay.reorganizations": _says(
        "Pay {n} cards for the units you reorganized this phase.",
        PayCard,
        one="Pay {n} card for the units you reorganized this phase.",
    ),
    "pay.void": _says("A payment was canceled."),
    "pay.undo": _says("Or undo the purchase.", Pass),
    "pay.take-back": _says("Or undo one of your purchases.", Pass),
    "take_back": _says("Choose the unit for which you take back what you bought last.", ChooseUnit),
    # --- the Organization Phase
    "flip.upgrade": _says(
        "Upgrade {n} of {able} {able?one=unit|other=units} for free, or continue to placement.", UpgradeUnit, Done
    ),
    "flip.upgrade-all": _says("Upgrade {upgraded:units} for free, or continue to placement.", UpgradeUnit, Done),
    "flip.improve": _says("Improve units for cards, or continue to placement.", ImproveUnit, Done),
    "flip.unfortify": _says("Unfortify units for a card each, or continue to placement.", UnfortifyUnit, Done),
    "flip.unfortify-free": _says("Unfortify units for free, or continue to placement.", UnfortifyUnit, Done),
    "flip.event": _says("Play an event, or continue to placement.", PlayEvent, Done),
    "flip.also-improve": _says("Units can also be improved for cards.", ImproveUnit),
    "flip.also-unfortify": _says("Forts can also be unfortified for a card each.", UnfortifyUnit),
    "flip.also-unfortify-free": _says("Forts can also be unfortified for free.", UnfortifyUnit),
    "place.must": _says("Before you continue, these units must come back onto the map: {must:units}.", PlaceUnit),
    "place.free": _says(
        "Place {n} units on the map for free, or continue.",
        PlaceUnit,
        Done,
        one="Place {n} unit on the map for free, or continue.",
    ),
    "place.replace": _says("Replace lost units for cards, or continue.", ReplaceUnit, Done),
    "place.exchange": _says("Break up a unit into smaller ones, or continue.", ExchangeUnit, Done),
    "place.event": _says("Play an event, or continue.", PlayEvent, Done),
    "place.also-free": _says("For free, you can also place {others:units}.", PlaceUnit),
    "place.price": _says("{unit:unit} can return, but that gives the Soviets one victory point.", PlaceUnit),
    "place.price-only": _says(
        "Place {unit:unit}, which gives the Soviets one victory point, or continue.", PlaceUnit, Done
    ),
    "place.also-replace": _says("Lost units can also be replaced for cards.", ReplaceUnit),
    "place.also-exchange": _says("A unit can also be broken up into smaller ones.", ExchangeUnit),
    "place_part": _says("Place {unit:unit} in the hex of the unit you broke up, or next to it.", PlaceUnit),
    "reorganize": _says(
        "Pay a card for each Disorganized unit you want to attack with this turn, or continue.",
        ReorganizeUnit,
        Done,
    ),
    "reorganize.cadre": _says(
        "Reorganize {units:units} by removing the cadre in the hex, or continue.", ReorganizeUnit, Done
    ),
    "reorganize.entrain-free": _says(
        "Put one unit on the train for free: it leaves the map and arrives at one of your cities at the end of your"
        " turn. Or continue.",
        EntrainUnit,
        Done,
    ),
    "reorganize.entrain-card": _says("Entrain another unit for a card, or continue.", EntrainUnit, Done),
    "reorganize.event": _says("Play an event, or continue.", PlayEvent, Done),
    "reorganize.done": _says("Nothing is left to do in this phase: continue, or undo something first.", Done),
    "reorganize.second": _says(
        "The card you paid has the symbol of the side with the initiative: reorganize one more unit for free, or none.",
        ReorganizeUnit,
        Pass,
    ),
    "exile_cadre": _says(
        "{unit:unit} will be reorganized: remove a cadre in its hex, or pay a card?", ChooseUnit, Pass
    ),
    "exile_cadre.only": _says("{unit:unit} will be reorganized: choose the cadre to remove.", ChooseUnit),
    "also-event": _says("You can also play an event.", PlayEvent),
    "entrain-free": _says("One unit can entrain for free.", EntrainUnit),
    "entrain-card": _says("Another unit can entrain for a card.", EntrainUnit),
    # --- the Movement Phase
    "move": _says("Move your units, or end the phase.", MoveUnit, Done),
    "move.none": _says("None of your units can move any farther. End the phase when you are done.", Done),
    "move.mark-reserve": _says("One more unit can entrain as the Strategic Reserve.", MarkReserve),
    "move.reserve": _says("The Strategic Reserve, {unit:unit}, can detrain before any unit moves.", DetrainUnit),
    "move.extension": _says("The map extension can be laid now.", LayExtension),
    "event_move": _says("Move units with the event, up to {points} MP each, or stop.", MoveUnit, Done),
    "event_move.left": _says(
        "Move up to {n} more units with the event, up to {points} MP each, or stop.",
        MoveUnit,
        Done,
        one="Move one more unit with the event, up to {points} MP, or stop.",
    ),
    "event_move.full": _says("Move the units that have just detrained, or stop.", MoveUnit, Done),
    "local_support": _says("Put your local support marker on a supplied unit, or on none.", ChooseUnit, Pass),
    "overstack": _says("Too many units in {hexes:places}: choose the one to be shattered.", ShatterUnit),
    "overstack.destroyed": _says("Too many units in {hexes:places}: choose the one to be destroyed.", ShatterUnit),
    "overstack.either": _says(
        "Too many units in {hexes:places}: choose the one to be shattered. Destroyed instead: {lost:units}.",
        ShatterUnit,
    ),
    "step_back": _says("Too many units in {hexes:places}: choose the one that moves back a hex.", RetreatUnit),
    # --- declaring and allocating battles
    "declare": _says(
        "Declare your targets ({n} markers left), or continue.",
        DeclareTarget,
        Done,
        one="Declare your targets ({n} marker left), or continue.",
    ),
    "counterblow": _says(
        "Place Counterblows on your hexes for a card each ({n} markers left), or continue.",
        PlaceCounterblow,
        Done,
        one="Place a Counterblow on one of your hexes for a card ({n} marker left), or continue.",
    ),
    "free_counterblow": _says(
        "Place {n} free Counterblows on your hexes, or stop.",
        PlaceCounterblow,
        Done,
        one="Place {n} free Counterblow on one of your hexes, or stop.",
    ),
    "take_off_counterblow": _says("Remove enemy Counterblow markers ({n} at most), or continue.", ChooseHex, Done),
    "next_battle": _says("Who attacks what? Marked hexes still to be attacked: {n}.", BeginBattle),
    "next_battle.plan": _says(
        "Who attacks what? Plan the attacks on all marked hexes ({n}), then give the orders.", BeginBattle
    ),
    "compose": _says("Choose the attackers of {hexes:places}.", AssignAttacker),
    "compose.more": _says(
        "Attackers of {hexes:places} so far: {units:units}. Add more, or attack.", AssignAttacker, Done
    ),
    "compose.ready": _says("Attackers of {hexes:places}: {units:units}. Attack when you are ready.", Done),
    "compose.incomplete": _says(
        "Attackers of {hexes:places}: {units:units}. Another marked hex must be added to this battle.", AddTarget
    ),
    "compose.target": _says("Another marked hex can be added to this battle.", AddTarget),
    "join_planned": _says(
        "Units whose battle was called off may join another: choose one of {units:units}, or none.",
        AssignAttacker,
        Done,
    ),
    "join_planned.battle": _says("Choose the battle that {unit:unit} joins.", BeginBattle),
    "new_attack": _says("Choose the target of one more attack.", DeclareTarget),
    "fight_planned": _says("Choose the battle to fight next ({n} left).", BeginBattle),
    "commit_next": _says("Choose the battle that gets its support and cards next ({n} left).", BeginBattle),
    "apply_next": _says("Choose the battle whose result is applied next ({n} left).", BeginBattle),
    # --- a battle
    "support": _says(
        "Commit a {side:support} marker to the battle for {hexes:places}? You have {n}.", CommitSupport, Pass
    ),
    "pick_die": _says("The dice show {first} and {second}: choose the one that counts.", ChooseOption),
    "pick_duel_die": _says(
        "The Axis die shows {axis}, the Soviet die {soviet}: choose the one to reroll.", ChooseOption
    ),
    "choose_table": _says("Battle for {hexes:places}: choose the combat table.", ChooseOption),
    "step_loss": _says("Battle for {hexes:places}: choose the unit that loses a step.", LoseStep),
    "cadre": _says("Put a cadre in {hex:place}, where the unit was lost, or none?", PlaceCadre, Pass),
    "counterattack": _says("Counterattack {units:units}, or decline?", Counterattack, Pass),
    "mark_counterblow": _says(
        "Battle for {hexes:places}: choose which of your hexes takes the Counterblow marker; enemies beside it must"
        " attack it in their next turn.",
        MarkCounterblow,
    ),
    "retreat": _says("Retreat {units:units}: choose one of the highlighted hexes.", RetreatUnit),
    "retreat.stuck": _says("No route is open to {stuck:units}."),
    "advance": _says(
        "Advance after the battle for {hexes:places}: choose a unit, then the hex it enters. Or stay.",
        AdvanceUnit,
        Done,
    ),
    "advance.farther": _says("{unit:unit} may advance another hex, or stop here.", AdvanceUnit, Done),
    "advance.others": _says(
        "{unit:unit} can go no farther; {units:units} may still advance, or stay.", AdvanceUnit, Done
    ),
    "advance.both": _says(
        "{unit:unit} may advance another hex, or stop here; {units:units} may still advance.", AdvanceUnit, Done
    ),
    # --- Removal and Detraining
    "rebuild": _says("Rebuild {hexes:places} for two cards, or leave it scorched?", ChooseHex, Pass),
    "detrain": _says("These units can detrain: {units:units}. Place them, or end the phase.", DetrainUnit, Done),
    "detrain_reserve": _says("The Strategic Reserve, {unit:unit}, can detrain now, or wait.", DetrainUnit, Pass),
    "reserve": _says(
        "Mark one unit in the rail box as the Strategic Reserve, or leave it as it is.", MarkReserve, Pass
    ),
    "paratroops": _says("Drop the paratroops on an Axis unit to disorganize it, or wait?", ChooseUnit, Pass),
    # --- what an event asks its player
    "choose.1-axis": _says("{half:event}: choose the unit whose strength is doubled.", ChooseUnit),
    "choose.5-soviet": _says("{half:event}: choose the Axis unit that becomes Unsupplied.", ChooseUnit),
    "choose.6-axis": _says("{half:event}: choose the hex whose Unsupplied units are saved.", ChooseHex),
    "choose.17-axis": _says("{half:event}: choose the hex whose units get two more MP.", ChooseHex),
    "choose.17-soviet": _says("{half:event}: choose the unit that is attacked first.", ChooseUnit),
    "choose.18-axis": _says("{half:event}: choose the Unsupplied unit that surrenders.", ChooseUnit),
    "event.1-soviet": _says("{half:event}: bring a lost unit back in or next to a city.", ReplaceUnit),
    "event.2-soviet": _says(
        "{half:event}: send shattered or lost units to the rail box ({n} at most), or stop.", ChooseUnit, Done
    ),
    "event.5-axis": _says("{half:event}: take one of these discards into your hand, or none.", ChooseCard, Done),
    "event.7-soviet": _says("{half:event}: choose the city to scorch.", ChooseHex),
    "event.8-soviet": _says("{half:event}: upgrade one unit for free.", UpgradeUnit),
    "event.25-axis": _says("{half:event}: place Kampfgruppen ({n} at most), or stop.", PlaceUnit, Done),
    "event.25-soviet": _says("{half:event}: choose the Axis card to discard.", ChooseCard),
    "event.24-soviet": _says("{half:event} (Soviet): lose two cards, or a card and a step?", ChooseOption),
    "event.32-soviet": _says(
        "{half:event}: choose connected hexes that can hold an extra unit ({n} at most), or stop.", ChooseHex, Done
    ),
    "event.35-axis": _says(
        "{half:event} (Axis): choose {n} units that lose a step each.",
        LoseStep,
        one="{half:event} (Axis): choose {n} more unit that loses a step.",
    ),
    "event.36-axis": _says("{half:event}: choose a stack and the hex it moves to, which gets a Counterblow.", MoveUnit),
    "event.41-axis": _says("{half:event}: choose the hex that gets Defensive Works.", ChooseHex),
    "event.44-soviet": _says("{half:event} (Soviet): choose the allied unit that is eliminated.", ChooseUnit),
    "event.48-axis": _says("{half:event}: place an eliminated fort in a German city.", PlaceUnit),
    "event.49-axis": _says("{half:event}: place Volkssturm in German cities ({n} at most), or stop.", PlaceUnit, Done),
    "event.51-axis": _says(
        "{half:event}: remove a unit from the game to gain one victory point, or keep all and lose one?",
        ChooseUnit,
        ChooseOption,
    ),
    "event.entrain": _says("{half:event}: entrain units for free ({n} at most), or stop.", EntrainUnit, Done),
    "event.detrain": _says("{half:event}: detrain units ({n} at most), or stop.", DetrainUnit, Done),
    "event.loss": _says("{half:event} (Soviet): choose the unit that loses a step.", LoseStep),
    "event.step": _says("{half:event}: replace or improve one unit for free.", ReplaceUnit, ImproveUnit),
    "event.step-replace": _says("{half:event}: replace one unit for free.", ReplaceUnit),
    "event.step-improve": _says("{half:event}: improve one unit for free.", ImproveUnit),
    "event.steps": _says(
        "{half:event}: replace or improve units for free ({n} at most), or stop.", ReplaceUnit, ImproveUnit, Done
    ),
    "event.steps-replace": _says("{half:event}: replace units for free ({n} at most), or stop.", ReplaceUnit, Done),
    "event.steps-improve": _says("{half:event}: improve units for free ({n} at most), or stop.", ImproveUnit, Done),
    "from_box": _says("Bring a unit from its box directly onto the map.", DetrainUnit),
    # --- nothing to answer
    "wait": _says("The {side:side} side is deciding."),
    "wait.window": _says("The {side:side} side may play an event."),
    "wait.cards": _says("The {side:side} side is choosing cards."),
    "wait.organization": _says("The {side:side} side is organizing its units."),
    "wait.movement": _says("The {side:side} side is moving."),
    "wait.combat": _says("The {side:side} side is fighting."),
    "wait.detraining": _says("The {side:side} side is detraining units."),
    "chance": _says("Chance decides."),
    "game_over": _says("The game is over."),
}
"""Name of a sentence -> the sentence; most are named by the `Decision.CODE` of their question, with a case after it."""
