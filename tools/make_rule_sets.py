"""Writes docs/rule-sets.md: every switch of the rule sets, what it decides, and its value in each set.

The sentences stand in `SENTENCES`; a switch without one stops the generator.
Run: `python tools/make_rule_sets.py`, or `python tools/make_docs.py` for all generated documents.
"""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path
from typing import Any, Final

from noretreat.core.rulesets import Rules, rules_of
from noretreat.data.load import load_ruleset, ruleset_ids

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "rule-sets.md"

SENTENCES: Final = {
    "deck_model": "One deck for both sides, or one for each (3.4).",
    "deck_start_size": "Cards in the deck at the start: in it all, or in each side's own (3.4).",
    "cards_1945_out": "Cards that leave the game on turn 23 (5.5).",
    "cards_1945_in": "Cards that join the deck on turn 23 (5.5).",
    "replace_purged_hand_cards": "Whether a player draws a card for each one that leaves the hand on turn 23 (5.5).",
    "once_exempt_mandatory": "Whether a red event may happen twice in a player turn (5.0).",
    "red_events": "Whether a red event happens as its card is drawn, or when its player wants in that phase (5.3.4).",
    "discard_top_visible": "Whether the piles are counted and the uppermost discard may be looked at (5.0).",
    "variable_weather": "Whether cards can change the weather of spring and autumn (14.14).",
    "axis_winter_crt": "Whose combat table Axis attackers use in Snow and Long Winter (10.5).",
    "winter_shift": "Columns that winter costs an Axis attack: in Snow, in Long Winter, on turn 5 (10.6.5).",
    "winter_shift_scope": "Which Axis attacks the winter costs a column (10.6.5).",
    "axis_target_limits": "Markers of the Axis: usually, in Long Winter, from turn 20, from turn 26 (10.1).",
    "marker_pool_shared": "Whether targets, counterblows and CB results draw on one pool of markers (10.1).",
    "soviet_stack": "How many Soviet units may share a hex, and from which turn (8.4.1).",
    "overstack_fort_destroyed": "Whether a fort that is one too many is destroyed, not shattered (8.4.3).",
    "overstack_retreater": "Whether the unit that retreated is the one too many; otherwise the owner picks (8.4.3).",
    "fortify_cost": "Cards for turning a regional unit into a fort, in its own city and elsewhere (7.5).",
    "fortify_needs_overland": "Whether it has to have an overland path for that (7.5).",
    "unfortify_cost": "Cards for turning a fort back into a regional unit (7.5).",
    "free_upgrade_forts": "Whether a free upgrade may make a fort (7.2).",
    "free_upgrade_last_turn": "The last turn with free upgrades (7.2.1).",
    "axis_improve_turns": "First and last turn on which the Axis improves units for cards (7.1).",
    "axis_replace_turns": "First and last turn on which the Axis replaces units for cards (7.9.1).",
    "placement_adjacent": "Whether units may be placed next to a city, too (7.6).",
    "soviet_city_in_ezoc_ok": "Whether the Soviets may place units in a city in an enemy zone of control (7.6).",
    "axis_place_in_ezoc_ok": "Whether the Axis may place units in an enemy zone, until its map grows (7.6).",
    "recovery_in_ezoc_ok": "Whether shattered units come back in a distant city in an enemy zone, too (7.6).",
    "recovery_compulsory": "Whether shattered units have to come back as soon as they can (7.7).",
    "cadre_eligible": "For which lost units a cadre may step in (14.9.2).",
    "cadre_return": "When a cadre comes back: one a turn, or after the turns printed on it (14.9.3).",
    "cadre_rebuild_organized": "Whether a unit rebuilt on a cadre is free of the Disorganized marker (14.9.4).",
    "entrain_phase": "The phase in which units entrain (9.1).",
    "axis_first_summer_train": "Whether the Axis entrains its free unit on turns 1 and 2, too (9.1.3).",
    "detrain_max_trace": "How long the overland path may be where a unit detrains outside a city (9.2).",
    "detrain_city_in_ezoc": "Whether units detrain in a city that lies in an enemy zone (9.2).",
    "detrain_enemy_city_adjacent_ok": "Whether units detrain in an enemy city's hex or next to one (9.2).",
    "detrain_in_enemy_city_ok": "Whether an empty enemy city or oil field may be entered by rail (9.2).",
    "detrain_in_captured_city": "Whether a city taken in this player turn serves for detraining (9.2).",
    "cleanup_order": "Whether the unsupplied are lost before units detrain, or after (11.1).",
    "strategic_reserve": "How the Soviet Strategic Reserve is formed and comes back (14.12).",
    "supply_sources": "What an overland path may lead to: cities, or oil fields, too (6.1).",
    "enemy_city_blocks_supply": "Whether a path is stopped by a city that the enemy controls (6.3).",
    "static_german_always_supplied": "Whether Volkssturm, Garrison and Festung units are always supplied (6.2).",
    "control_on_passing": "Whether passing through a city takes it; otherwise one has to stop there (12.7.1).",
    "allocation_upfront": "Whether all attackers are assigned before the first battle (10.3.1).",
    "multi_target": "How many hexes one battle may attack (10.3.2).",
    "ca_cards": "Whether cards may be played in a counterattack (10.7.2).",
    "ca_support": "Whether a support marker may be spent in a counterattack (10.7.2).",
    "below_1_3": "What odds below 1:3 are: a counterattack at once, or a column of their own (10.6.4).",
    "counterblow_excludes_disorganized": "Whether Disorganized units count where a counterblow is paid for (10.1.2).",
    "german_fort_first_loss": "Whether a German fort takes the first loss of its hex (10.7.1).",
    "initiative_shift": "When the initiative passes on turn 12 (12.10).",
    "victory_phases_per_turn": "Victory phases in a game turn (4.1).",
    "soviet_objectives_needed": "Objectives with which the Soviets win (12.1).",
    "axis_objectives_needed": "Objectives with which the Axis wins, with the initiative and without (12.1).",
    "soviet_total_victory": "Points with which the Soviets win at once (12.3).",
    "op_check_tie": "What follows if both sides are equal after turn 22 (12.4).",
    "event_vp_cap": "How far the event marker goes (12.7.4).",
    "rumania_trigger": "What makes Rumania leave the war (13.5).",
    "balkans_entry": "Who may enter the Balkans, and when (8.7).",
    "odds_condition": "Which column a card means by odds of 2:1 or better: the first or the final one (5.3.2).",
    "no_surrender": "Whether the option No Surrender is offered, and how it takes cards (15.6).",
    "simultaneous_battles": "Whether battles may be fought all at once (15.12).",
    "map_extension_turn": "The turn on which the map grows to the west (13.5).",
    "retreat_filters": "Whether a retreat minds supply (basic), the enemy too (digital), or neither (10.7.5).",
    "t23_axis_draw": "Cards the Axis draws on turn 23 (5.2).",
    "ss_cost_one": "Whether improving an SS unit costs one card, not two (7.1).",
    "per_player_filler": "The card without event that fills a side's own deck (3.4).",
    "edge_counts_as_hex": "Whether leaving the map is a step of a supply path (6.1).",
    "source_in_ezoc_ok": "Whether an empty city or edge hex in an enemy zone is a source (6.3).",
    "area_blocks_through_supply": "Whether a supply path may not run through Finland or the Balkans (6.3).",
    "area_ends_retreat": "Whether entering an area completes a retreat (10.7.5).",
    "event_vp_min_symmetrical": "Whether the event marker is limited below as it is above (12.7.4).",
    "free_upgrades": "How many Soviet units are upgraded for free each turn, and from which turn (7.2).",
    "soviet_two_step_from": "The turn from which Soviet units have two steps (7.3).",
    "fort_from": "The turn from which regional units may become forts (7.5).",
    "hand_keep": "Cards a player keeps before drawing (5.1).",
    "draw_base": "Cards a player draws (5.2).",
    "armor_advance_soviet_from": "The turn from which Soviet armor advances a third hex (10.8.2).",
    "joker_mode": "What the Joker is good for (15.7).",
    "counterattack_is_new_battle": "Whether a counterattack repeats all steps of a battle, commitment too (10.7.2).",
    "first_snow_shock_shift": "Columns a Shock marker is worth on the first Snow turn (10.6.2).",
    "red_event_axis_discard": "Cards the Axis discards after its draw on a turn with a red event (5.2).",
    "no_surrender_trigger": "From which points No Surrender takes cards: at the printed number or above it (15.6).",
    "joker_available": "Whether the Joker may be in the game (15.7).",
    "optional_counters": "Whether a new game may have the optional counters (15.1 to 15.3, 15.8, 15.9).",
    "long_winter_exists": "Whether there is Long Winter; otherwise it is played as Snow (13.1).",
    "end_turn": "The last turn of the campaign (12.6).",
    "paid_improve_soviet_from": "The turn from which the Soviets improve forts and other units for cards (7.1).",
    "baltic_soviet_needs_leningrad": "Whether Soviet supply from the Baltic needs Leningrad, supplied (6.2).",
    "coast_extra": "Hexes that count as Baltic coast beyond those with a whole side of sea (6.2).",
    "rumanians_fixed_t1": "Whether the Rumanian armies stay where they are on turn 1 (3.3).",
    "oil_is_placement_site": "Whether units may be placed in an oil field as in a city (7.6).",
    "area_armor_bonus": "Whether armor has its column against units in an area (8.3).",
    "axis_placement": "Where the Axis places its units (7.6).",
    "detrain_coastal_city_any": "Whether units detrain in any own coastal city (9.2).",
    "supply_check_when": "When supply is checked: after the draw, or at the start of the player turn (4.2).",
    "objectives_need_supply": "Whether an objective has to be supplied to count (12.1).",
    "op_check_minus_german_units": "Whether Germans still in Russia lower the Soviet score after turn 22 (12.4).",
    "axis_draw_penalty": "What costs the Axis cards: the oil lost, or Soviets in Rumania (5.2).",
    "gg_hungarians_two_step": "Whether the Hungarians who arrive late have two steps (13.5).",
    "oil_spares_ss": "Whether SS armor keeps its bonuses when the Rumanian oil is lost (10.6.3).",
    "axis_allies_become_kampfgruppen_from": "The turn from which lost Axis allies become Kampfgruppen (14.9.4).",
    "siege_artillery": "What card 33 makes of a fort: plain infantry, or its regional side (14.1).",
    "event_undo": "Which events cannot be taken back (P.1).",
    "modules_need_both": "Whether both players have to own the extra modules of an online game; nothing here (P.5).",
    "deck_data": "Which cards are used where the texts of an edition are lost (3.4).",
}
ORDER: Final = ("classic", "deluxe", "living", "digital", "digital_0_1")
"""From the oldest edition to the youngest; a set that is not named here comes last."""


def sets() -> list[str]:
    """Ids of all rule sets, in the order of the columns."""
    return sorted(ruleset_ids(), key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))


def switches() -> tuple[str, ...]:
    """All switches, in the order of the record."""
    return Rules.__struct_fields__


def value(raw: Any) -> str:
    """A switch's value for the reader."""
    if raw is None or raw == ():
        return "–"
    if isinstance(raw, bool):
        return "yes" if raw else "no"
    if isinstance(raw, dict):
        return ", ".join(f"{_words(key)} {_words(item)}" for key, item in raw.items())
    if isinstance(raw, tuple):
        if len(raw) > 4 and all(isinstance(item, int) for item in raw):
            return f"{raw[0]}–{raw[-1]}"
        if raw and isinstance(raw[0], tuple):
            return ", ".join(f"T{turn} {_words(words)}" for turn, words in raw)
        return "; ".join(_words(item) for item in raw)
    return _words(raw)


def _words(raw: Any) -> str:
    return "–" if raw is None else str(raw).replace("_", " ")


def read_by_code() -> set[str]:
    """The switches that some code reads: `state.rules.<switch>`, or an attribute of a record called rules."""
    read = set()
    for path in (ROOT / "src" / "noretreat").rglob("*.py"):
        if path.name == "rulesets.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value).split(".")[-1] in ("rules", "switches"):
                read.add(node.attr)
    return read & set(switches())


INTRO: Final = textwrap.wrap(
    "An edition of the rules is a set of switches (`src/noretreat/data/rulesets`); the code asks for a switch, "
    "never for an edition. A scenario may set a switch otherwise. The numbers in brackets are sections of the "
    "[rulebook](rules.md).",
    width=120,
    break_long_words=False,
    break_on_hyphens=False,
)


def build() -> str:
    """The whole document, as Markdown."""
    unexplained = [name for name in switches() if name not in SENTENCES]
    if unexplained:
        raise SystemExit(f"tools/make_rule_sets.py has no sentence for: {', '.join(unexplained)}")
    read = read_by_code()
    unread = [name for name in switches() if name not in read]
    columns = sets()
    values = {name: rules_of(name) for name in columns}
    lines = [
        "<!-- Generated by tools/make_rule_sets.py; do not edit. -->",
        "# The rule sets",
        "",
        *INTRO,
        "",
    ]
    for name in columns:
        facts = load_ruleset(name)
        lines.append(f"* **{facts.title}** (`{name}`): {facts.summary}")
    lines += [
        "",
        f"Switches that no code reads yet ({len(unread)}; changing one of them changes nothing):",
        f"{', '.join(f'`{name}`' for name in unread) or 'none'}.",
        "",
        f"| Switch | What it decides | {' | '.join(columns)} |",
        f"|---|---|{'---|' * len(columns)}",
    ]
    for name in switches():
        cells = [value(getattr(values[column], name)) for column in columns]
        lines.append(f"| `{name}` | {SENTENCES[name]} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(build(), encoding="utf-8")
