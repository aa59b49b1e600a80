"""Rule sets: the differences between the editions of the game, as typed switches (docs/rule-sets.md).

A rule set is a file in `data/rulesets/`; this record gives its switches a type, so that a misspelt switch or a wrong
value is refused on loading. The rules ask `state.rules.<switch>`, never for the name of an edition. The comment after
each switch names its rule or ruling.
"""

from __future__ import annotations

from functools import cache

import msgspec

from noretreat.data.facts import RETIRED_SWITCHES
from noretreat.data.load import load_ruleset


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All switches of one rule set."""

    deck_model: str  # C-1
    deck_start_size: int  # C-1
    cards_1945_out: tuple[int, ...]  # CRD-11
    cards_1945_in: tuple[int | str, ...]  # CRD-11
    replace_purged_hand_cards: bool  # CRD-11
    once_exempt_mandatory: bool  # C-59
    red_events: str  # C-86
    discard_top_visible: bool  # CRD-10
    variable_weather: bool  # WEA-6, OPT-4
    axis_winter_crt: str  # seen in many rolls
    winter_shift: dict[str, int]  # C-3 (snow / Long Winter / T5)
    winter_shift_scope: str  # C-3, C-87
    axis_target_limits: dict[str, int]  # CPR-1 (normal / Long Winter / T20 / T26)
    marker_pool_shared: bool  # C-9
    soviet_stack: tuple[tuple[int, str], ...]  # C-4
    overstack_fort_destroyed: bool  # C-47
    overstack_retreater: bool  # C-47
    fortify_cost: dict[str, int]  # C-6 (own city / elsewhere)
    fortify_needs_overland: bool  # C-6
    unfortify_cost: int  # C-6
    free_upgrade_forts: bool  # C-7
    free_upgrade_last_turn: int | None  # ORG-3
    axis_improve_turns: tuple[int, int]  # C-43
    axis_replace_turns: tuple[int, int | None]  # C-43
    placement_adjacent: bool  # C-28
    soviet_city_in_ezoc_ok: bool  # C-28
    axis_place_in_ezoc_ok: bool  # C-28, C-84 (classic: until the extension)
    recovery_in_ezoc_ok: bool  # C-28 (classic: the Axis until the extension)
    recovery_compulsory: bool  # C-29
    cadre_eligible: str  # C-32
    cadre_return: str  # C-32
    cadre_rebuild_organized: bool  # seen twice
    entrain_phase: str  # RAIL-1
    axis_first_summer_train: bool  # RAIL-2 (classic: 002 9.1 names the paid ones only)
    detrain_max_trace: int | None  # DET-1 (– = any overland path)
    detrain_city_in_ezoc: str  # DET-1, DET-2
    detrain_enemy_city_adjacent_ok: bool  # stated
    detrain_in_enemy_city_ok: bool  # DET-4 (classic: friendly hexes only)
    detrain_in_captured_city: bool  # C-58
    cleanup_order: tuple[str, ...]  # C-20
    strategic_reserve: str  # seen twice
    supply_sources: tuple[str, ...]  # C-38
    enemy_city_blocks_supply: bool  # C-45
    static_german_always_supplied: bool  # SUP-8
    control_on_passing: bool  # MAP-4 (no = end or pause)
    allocation_upfront: bool  # CPR-5
    multi_target: str  # C-10
    ca_cards: bool  # C-17
    ca_support: bool  # C-17
    below_1_3: str  # C-14
    counterblow_excludes_disorganized: str  # C-50
    german_fort_first_loss: bool  # STP-1
    initiative_shift: str  # C-5
    victory_phases_per_turn: int  # C-5
    soviet_objectives_needed: dict[str, int | str]  # C-40
    axis_objectives_needed: tuple[int, int]  # C-40 (with initiative / after)
    soviet_total_victory: int | None  # WIN-4
    op_check_tie: str  # C-42
    event_vp_cap: int | None  # C-22
    rumania_trigger: str  # C-46
    balkans_entry: str  # C-36
    odds_condition: str  # C-78
    no_surrender: str  # C-25
    simultaneous_battles: str  # SIM-1
    map_extension_turn: int | None  # C-54
    retreat_filters: str  # C-19
    t23_axis_draw: int | None  # CRD-2 (– = normal draw)
    ss_cost_one: bool  # C-52
    per_player_filler: str | None  # C-1
    edge_counts_as_hex: bool  # C-12
    source_in_ezoc_ok: bool  # C-13
    area_blocks_through_supply: bool  # C-45
    area_ends_retreat: bool  # RET-5
    event_vp_min_symmetrical: bool  # C-22
    free_upgrades: dict[str, int]  # ORG-3 (from turn: units)
    soviet_two_step_from: int  # ORG-4
    fort_from: int  # ORG-5
    hand_keep: int  # CRD-1
    draw_base: int  # CRD-2
    armor_advance_soviet_from: int  # ADV-4
    joker_mode: str  # C-56
    counterattack_is_new_battle: bool  # C-17
    first_snow_shock_shift: int  # needed by three rolls; a reminder marker on T4 is in the printed set-up
    red_event_axis_discard: int  # seen on T4, T7, T10
    no_surrender_trigger: str  # C-25
    joker_available: str  # OPT-7
    optional_counters: bool  # C-68 (offered in a new game; one that has them keeps them)
    long_winter_exists: bool  # C-101
    end_turn: dict[str, int]  # WIN-8
    paid_improve_soviet_from: dict[str, int]  # ORG-2, ORG-5
    baltic_soviet_needs_leningrad: bool  # SUP-6
    coast_extra: tuple[str, ...]  # C-98
    rumanians_fixed_t1: bool  # C-53
    oil_is_placement_site: bool  # C-38
    area_armor_bonus: bool  # C-97
    axis_placement: str  # C-84
    detrain_coastal_city_any: bool  # C-58
    supply_check_when: str  # C-44
    objectives_need_supply: bool  # C-102
    op_check_minus_german_units: bool  # C-42
    axis_draw_penalty: str  # C-11
    gg_hungarians_two_step: bool  # C-103
    oil_spares_ss: bool  # C-103
    axis_allies_become_kampfgruppen_from: int | None  # C-32
    siege_artillery: str  # seen once
    event_undo: str  # C-72
    modules_need_both: bool  # C-71
    deck_data: str  # C-1, §3


@cache
def rules_of(ruleset: str, changes: tuple[tuple[str, bool | int | str], ...] = ()) -> Rules:
    """The switches of a rule set by its id, with a scenario's changes; raises `msgspec.ValidationError`.

    A switch that this version no longer has changes nothing.
    """
    switches = load_ruleset(ruleset).switches | dict(changes)
    return msgspec.convert({name: switches[name] for name in switches if name not in RETIRED_SWITCHES}, Rules)
