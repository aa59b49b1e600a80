"""Rule sets: the differences between the editions of the game, as typed switches (docs/rule-sets.md).

A rule set is a file in `data/rulesets/`; this record gives its switches a type, so that a misspelt switch or a wrong
value is refused on loading. The rules ask `state.rules.<switch>`, never for the name of an edition. The comment after
each switch names its rule or ruling, the sentence below says what it decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import get_type_hints

import msgspec

from noretreat.data.check_tools import plain_words
from noretreat.data.facts import RETIRED_SWITCHES, Phase
from noretreat.data.load import DataError, load_ruleset


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All switches of one rule set."""

    deck_model: str  # C-1
    """One deck for both sides, or one for each (3.4)."""
    deck_start_size: int  # C-1
    """Cards in the deck at the start: in it all, or in each side's own (3.4)."""
    cards_1945_out: tuple[int, ...]  # CRD-11
    """Cards that leave the game on turn 23 (5.5)."""
    cards_1945_in: tuple[int | str, ...]  # CRD-11
    """Cards that join the deck on turn 23 (5.5)."""
    replace_purged_hand_cards: bool  # CRD-11
    """Whether a player draws a card for each one that leaves the hand on turn 23 (5.5)."""
    once_exempt_mandatory: bool  # C-59
    """Whether a red event may happen twice in a player turn (5.0)."""
    red_events: str  # C-86
    """Whether a red event happens as its card is drawn, or when its player wants in that phase (5.3.4)."""
    discard_top_visible: bool  # CRD-10
    """Whether the piles are counted and the uppermost discard may be looked at (5.0)."""
    variable_weather: bool  # WEA-6, OPT-4
    """Whether cards can change the weather of spring and autumn (14.14)."""
    axis_winter_crt: str  # seen in many rolls
    """Whose combat table Axis attackers use in Snow and Long Winter (10.5)."""
    winter_shift: dict[str, int]  # C-3 (snow / Long Winter / T5)
    """Columns that winter costs an Axis attack: in Snow, in Long Winter, on turn 5 (10.6.5)."""
    winter_shift_scope: str  # C-3, C-87
    """Which Axis attacks the winter costs a column (10.6.5)."""
    axis_target_limits: dict[str, int]  # CPR-1 (normal / Long Winter / T20 / T26)
    """Markers of the Axis: usually, in Long Winter, from turn 20, from turn 26 (10.1)."""
    marker_pool_shared: bool  # C-9
    """Whether targets, counterblows and CB results draw on one pool of markers (10.1)."""
    soviet_stack: tuple[tuple[int, str], ...]  # C-4
    """How many Soviet units may share a hex, and from which turn (8.4.1)."""
    overstack_fort_destroyed: bool  # C-47
    """Whether a fort that is one too many is destroyed, not shattered (8.4.3)."""
    overstack_retreater: bool  # C-47
    """Whether the unit that retreated is the one too many; otherwise the owner picks (8.4.3)."""
    fortify_cost: dict[str, int]  # C-6 (own city / elsewhere)
    """Cards for turning a regional unit into a fort, in its own city and elsewhere (7.5)."""
    fortify_needs_overland: bool  # C-6
    """Whether it has to have an overland path for that (7.5)."""
    unfortify_cost: int  # C-6
    """Cards for turning a fort back into a regional unit (7.5)."""
    free_upgrade_forts: bool  # C-7
    """Whether a free upgrade may make a fort (7.2)."""
    free_upgrade_last_turn: int | None  # ORG-3
    """The last turn with free upgrades (7.2.1)."""
    axis_improve_turns: tuple[int, int]  # C-43
    """First and last turn on which the Axis improves units for cards (7.1)."""
    axis_replace_turns: tuple[int, int | None]  # C-43
    """First and last turn on which the Axis replaces units for cards (7.9.1)."""
    placement_adjacent: bool  # C-28
    """Whether units may be placed next to a city, too (7.6)."""
    soviet_city_in_ezoc_ok: bool  # C-28
    """Whether the Soviets may place units in a city in an enemy zone of control (7.6)."""
    axis_place_in_ezoc_ok: bool  # C-28, C-84 (classic: until the extension)
    """Whether the Axis may place units in an enemy zone, until its map grows (7.6)."""
    recovery_in_ezoc_ok: bool  # C-28 (classic: the Axis until the extension)
    """Whether shattered units come back in a distant city in an enemy zone, too (7.6)."""
    recovery_compulsory: bool  # C-29
    """Whether shattered units have to come back as soon as they can (7.7)."""
    cadre_eligible: str  # C-32
    """For which lost units a cadre may step in (14.9.2)."""
    cadre_return: str  # C-32
    """When a cadre comes back: one a turn, or after the turns printed on it (14.9.3)."""
    cadre_rebuild_organized: bool  # seen twice
    """Whether a unit rebuilt on a cadre is free of the Disorganized marker (14.9.4)."""
    entrain_phase: Phase  # RAIL-1
    """The phase in which units entrain (9.1)."""
    axis_first_summer_train: bool  # RAIL-2 (classic: 002 9.1 names the paid ones only)
    """Whether the Axis entrains its free unit on turns 1 and 2, too (9.1.3)."""
    detrain_max_trace: int | None  # DET-1 (– = any overland path)
    """How long the overland path may be where a unit detrains outside a city (9.2)."""
    detrain_city_in_ezoc: str  # DET-1, DET-2
    """Whether units detrain in a city in an enemy zone (9.2)."""
    detrain_enemy_city_adjacent_ok: bool  # stated
    """Whether units detrain in an enemy city's hex or next to one (9.2)."""
    detrain_in_enemy_city_ok: bool  # DET-4 (classic: friendly hexes only)
    """Whether an empty enemy city or oil field may be entered by rail (9.2)."""
    detrain_in_captured_city: bool  # C-58
    """Whether a city taken in this player turn serves for detraining (9.2)."""
    cleanup_order: tuple[str, ...]  # C-20
    """Whether the unsupplied are lost before units detrain, or after (11.1)."""
    strategic_reserve: str  # seen twice
    """How the Soviet Strategic Reserve is formed and comes back (14.12)."""
    supply_sources: tuple[str, ...]  # C-38
    """What an overland path may lead to: cities, or oil fields, too (6.1)."""
    enemy_city_blocks_supply: bool  # C-45
    """Whether a path is stopped by a city that the enemy controls (6.3)."""
    static_german_always_supplied: bool  # SUP-8
    """Whether Volkssturm, Garrison and Festung units are always supplied (6.2)."""
    control_on_passing: bool  # MAP-4 (no = end or pause)
    """Whether passing through a city takes it; otherwise one has to stop there (12.7.1)."""
    allocation_upfront: bool  # CPR-5
    """Whether all attackers are assigned before the first battle (10.3.1)."""
    multi_target: str  # C-10
    """How many hexes one battle may attack (10.3.2)."""
    ca_cards: bool  # C-17
    """Whether cards may be played in a counterattack (10.7.2)."""
    ca_support: bool  # C-17
    """Whether a support marker may be spent in a counterattack (10.7.2)."""
    below_1_3: str  # C-14
    """What odds below 1:3 are: a counterattack at once, or a column of their own (10.6.4)."""
    counterblow_excludes_disorganized: str  # C-50
    """Whether Disorganized units count where a counterblow is paid for (10.1.2)."""
    german_fort_first_loss: bool  # STP-1
    """Whether a German fort takes the first loss of its hex (10.7.1)."""
    initiative_shift: str  # C-5
    """When the initiative passes on turn 12 (12.10)."""
    victory_phases_per_turn: int  # C-5
    """Victory phases in a game turn (4.1)."""
    soviet_objectives_needed: dict[str, int | str]  # C-40
    """Objectives with which the Soviets win (12.1)."""
    axis_objectives_needed: tuple[int, int]  # C-40 (with initiative / after)
    """Objectives with which the Axis wins, with the initiative and without (12.1)."""
    soviet_total_victory: int | None  # WIN-4
    """Points with which the Soviets win at once (12.3)."""
    op_check_tie: str  # C-42
    """What follows if both sides are equal after turn 22 (12.4)."""
    event_vp_cap: int | None  # C-22
    """How far the event marker goes (12.7.4)."""
    rumania_trigger: str  # C-46
    """What makes Rumania leave the war (13.5)."""
    balkans_entry: str  # C-36
    """Which units may enter the Balkans, and when (8.7)."""
    odds_condition: str  # C-78
    """Which column a card means by odds of 2:1 or better: the first or the final one (5.3.2)."""
    no_surrender: str  # C-25
    """Whether the option No Surrender is offered, and how it takes cards (15.6)."""
    simultaneous_battles: str  # SIM-1, C-144 (kept: by a game that has the option, but no new one is offered it)
    """Whether battles may be fought all at once (15.12)."""
    map_extension_turn: int | None  # C-54
    """The turn on which the map grows to the west (13.5)."""
    retreat_filters: str  # C-19
    """Whether a retreat minds supply (basic), the enemy too (digital), or neither (10.7.5)."""
    t23_axis_draw: int | None  # CRD-2 (– = normal draw)
    """Cards the Axis draws on turn 23 (5.2)."""
    ss_cost_one: bool  # C-52
    """Whether improving an SS unit costs one card, not two (7.1)."""
    per_player_filler: str | None  # C-1
    """The card without event that fills a side's own deck (3.4)."""
    edge_counts_as_hex: bool  # C-12
    """Whether leaving the map is a step of a supply path (6.1)."""
    source_in_ezoc_ok: bool  # C-13
    """Whether an empty city or edge hex in an enemy zone is a source (6.3)."""
    area_blocks_through_supply: bool  # C-45
    """Whether a supply path may not run through Finland or the Balkans (6.3)."""
    area_ends_retreat: bool  # RET-5
    """Whether entering an area completes a retreat (10.7.5)."""
    event_vp_min_symmetrical: bool  # C-22
    """Whether the event marker is limited below as it is above (12.7.4)."""
    free_upgrades: dict[str, int]  # ORG-3 (from turn: units)
    """How many Soviet units are upgraded for free each turn, and from which turn (7.2)."""
    soviet_two_step_from: int  # ORG-4
    """The turn from which Soviet units have two steps (7.3)."""
    fort_from: int  # ORG-5
    """The turn from which regional units may become forts (7.5)."""
    hand_keep: int  # CRD-1
    """Cards a player keeps before drawing (5.1)."""
    draw_base: int  # CRD-2
    """Cards a player draws (5.2)."""
    armor_advance_soviet_from: int  # ADV-4
    """The turn from which Soviet armor advances a third hex (10.8.2)."""
    joker_mode: str  # C-56
    """What the Joker is good for (15.7)."""
    counterattack_is_new_battle: bool  # C-17
    """Whether a counterattack repeats all steps of a battle, commitment too (10.7.2)."""
    first_snow_shock_shift: int  # needed by three rolls; a reminder marker on T4 is in the printed set-up
    """Columns a Shock marker is worth on the first Snow turn (10.6.2)."""
    red_event_axis_discard: int  # seen on T4, T7, T10
    """Cards the Axis discards after its draw on a turn with a red event (5.2)."""
    no_surrender_trigger: str  # C-25
    """From which points No Surrender takes cards: at the printed number or above it (15.6)."""
    joker_available: str  # OPT-7
    """Whether the Joker may be in the game (15.7)."""
    optional_counters: bool  # C-68 (offered in a new game; one that has them keeps them)
    """Whether a new game may have the optional counters (15.1 to 15.3, 15.8, 15.9)."""
    long_winter_exists: bool  # C-101
    """Whether there is Long Winter; otherwise it is played as Snow (13.1)."""
    end_turn: dict[str, int]  # WIN-8
    """The last turn of the campaign (12.6)."""
    paid_improve_soviet_from: dict[str, int]  # ORG-2, ORG-5
    """The turn from which the Soviets improve forts and other units for cards (7.1)."""
    baltic_soviet_needs_leningrad: bool  # SUP-6
    """Whether Soviet supply from the Baltic needs Leningrad, supplied (6.2)."""
    coast_extra: tuple[str, ...]  # C-98
    """Hexes that count as Baltic coast beyond those with a whole side of sea (6.2)."""
    rumanians_fixed_t1: bool  # C-53
    """Whether the Rumanian armies stay where they are on turn 1 (3.3)."""
    oil_is_placement_site: bool  # C-38
    """Whether units may be placed in an oil field as in a city (7.6)."""
    area_armor_bonus: bool  # C-97
    """Whether armor has its column against units in an area (8.3)."""
    axis_placement: str  # C-84
    """Where the Axis places its units (7.6)."""
    detrain_coastal_city_any: bool  # C-58
    """Whether units detrain in any own coastal city (9.2)."""
    supply_check_when: str  # C-44
    """When supply is checked: after the draw, or at the start of the player turn (4.2)."""
    objectives_need_supply: bool  # C-102
    """Whether an objective has to be supplied to count (12.1)."""
    op_check_minus_german_units: bool  # C-42
    """Whether Germans still in Russia lower the Soviet score after turn 22 (12.4)."""
    axis_draw_penalty: str  # C-11
    """What costs the Axis cards: the oil lost, or Soviets in Rumania (5.2)."""
    gg_hungarians_two_step: bool  # C-103
    """Whether the Hungarians that arrive late have two steps (13.5)."""
    oil_spares_ss: bool  # C-103
    """Whether SS armor keeps its bonuses when the Rumanian oil is lost (10.6.3)."""
    axis_allies_become_kampfgruppen_from: int | None  # C-32
    """The turn from which lost Axis allies become Kampfgruppen (14.9.4)."""
    siege_artillery: str  # seen once
    """What card 33 makes of a fort: plain infantry, or its regional side (14.1)."""
    event_undo: str  # C-72
    """Which events cannot be taken back (P.1)."""
    modules_need_both: bool  # C-71
    """Whether both players have to own the extra modules of an online game; nothing here (P.5)."""
    deck_data: str  # C-1, §3
    """Which cards are used where the texts of an edition are lost (3.4)."""


@cache
def rules_of(ruleset: str, changes: tuple[tuple[str, bool | int | str], ...] = ()) -> Rules:
    """The switches of a rule set by its id, with a scenario's changes; raises `DataError` if one is missing or wrong.

    A switch that this version no longer has changes nothing.
    """
    switches = load_ruleset(ruleset).switches | dict(changes)
    known = {name: switches[name] for name in switches if name not in RETIRED_SWITCHES}
    try:
        return msgspec.convert(known, Rules)
    except msgspec.ValidationError:
        reasons = [reason for _, reason in switch_problems(switches)]
        raise DataError(f"{ruleset}: {'; '.join(reasons)} (noretreat check-data tells the line)") from None


def switch_problems(switches: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the problems of a rule set's switches: the switch, and what is wrong with it in plain words."""
    kinds = get_type_hints(Rules)
    for name in Rules.__struct_fields__:
        if name not in switches:
            yield name, f"the switch {name!r} needs a value"
            continue
        try:
            msgspec.convert(switches[name], kinds[name])
        except msgspec.ValidationError as error:
            message, _, inside = str(error).partition(" - at `$")
            what = "what stands in the switch" if inside else "the switch"
            yield name, f"{what} {plain_words(message, (name,))}"
    for name in sorted(switches.keys() - kinds.keys() - RETIRED_SWITCHES.keys()):
        near = get_close_matches(name, kinds, 1)
        yield name, f"there is no switch called {name!r}" + (f"; did you mean {near[0]!r}?" if near else "")
