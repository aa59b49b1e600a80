"""Measures who wins a scenario when the computer plays both sides, and writes `data/balance.toml`.

Run: `python -m tools.measure_balance citadel saturn` (all scenarios when none is named; a minute or two each, the
campaign much longer). Needed again when a set-up, the goals, the rules or the computer player of the level have
changed. It says little of games between people.
"""

from __future__ import annotations

import argparse
from typing import Final

import msgspec

from noretreat import game
from noretreat.ai.players.levels import default_level
from noretreat.ai.referee.play import game_seed, play_game
from noretreat.core.setup import Options
from noretreat.data.facts import Balance, Side, Wins
from noretreat.data.load import DATA_DIR, load_balance, scenario_ids

FILE: Final = DATA_DIR / "balance.toml"
HEAD: Final = "# Who won when the computer played both sides: written by `python -m tools.measure_balance`.\n"
SEED: Final = 1


def page(balance: Balance) -> str:
    """The file."""
    lines = [f'{HEAD}rules = "{balance.rules}"', f'level = "{balance.level}"', "", "[wins]"]
    for name, won in sorted(balance.wins.items()):
        lines.append(f"{name} = {{games = {won.games}, axis = {won.axis}, soviet = {won.soviet}}}")
    return "\n".join([*lines, ""])


def measure(scenario: str, rules: str, level: str, games: int) -> Wins:
    """The number of games each side won."""
    options = Options(rules=rules)
    seeds = (game_seed(SEED, number) for number in range(1, games + 1))
    winners = [play_game(game.new_game(scenario, options), level, level, seed).winner for seed in seeds]
    return Wins(games, winners.count(Side.AXIS), winners.count(Side.SOVIET))


def main() -> None:
    """Plays, tells how each scenario went, and writes the file; scenarios not played stay as they were."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="which (all)")
    parser.add_argument("--games", type=int, default=20, help="of each scenario (20)")
    wish = parser.parse_args()
    balance = Balance(Options().rules, default_level(), dict(load_balance().wins))
    for scenario in wish.scenarios or scenario_ids():
        won = balance.wins[scenario] = measure(scenario, balance.rules, balance.level, wish.games)
        print(f"{scenario}: {msgspec.structs.asdict(won)}", flush=True)
    FILE.write_text(page(balance))


if __name__ == "__main__":
    main()
