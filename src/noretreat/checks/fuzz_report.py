"""The results of a series of games of `noretreat fuzz`: counts, as data, as text and as a page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from noretreat.checks import fuzz_plan
from noretreat.checks.fuzz_plan import Plan
from noretreat.checks.seen import NODES, NOT_ASKED, Seen, all_cards, all_questions, card_names


@dataclass(slots=True)
class Played:
    """The result of one game."""

    plan: Plan
    ending: str
    """As `seen.ending`; `failed` for a game that failed."""
    turn: int
    actions: int
    seconds: float
    """Process time, checks included."""
    seen: Seen = field(default_factory=Seen)
    failure: str = ""


def summary(results: list[Played], wall: float) -> dict[str, Any]:
    """The counts of a series."""
    seen = Seen()
    endings: dict[str, Counter[str]] = {}
    chosen: Counter[str] = Counter()
    for played in results:
        seen.merge(played.seen)
        key = f"{Path(played.plan.scenario).stem} {played.plan.options.rules}"
        endings.setdefault(key, Counter())[played.ending] += 1
        names = fuzz_plan.changed(played.plan.options)
        chosen.update(list(names) or ["as usual"])
        chosen.update(["several together"] if len(names) > 1 else [])
    seconds = sum(played.seconds for played in results)
    actions = sum(played.actions for played in results)
    return {
        "games": len(results),
        "failures": sum(bool(played.failure) for played in results),
        "actions": actions,
        "actions_per_second": round(actions / seconds) if seconds else 0,
        "wall_seconds": round(wall, 1),
        "endings": {key: dict(endings[key].most_common()) for key in sorted(endings)},
        "options": dict(chosen.most_common()),
        "questions": {name: seen.kinds[name] for name in sorted(seen.questions())},
        "questions_missing": sorted(all_questions() - seen.questions()),
        "choices": len(seen.nodes()),
        "choices_missing": sorted(NODES.keys() - seen.nodes()),
        "cards": {card_names([card]): seen.cards[card] for card in sorted(seen.fired())},
        "cards_missing": card_names(all_cards() - seen.fired()),
        "failed": [played.failure for played in results if played.failure],
    }


_WIDTH: Final = 28


def as_text(found: dict[str, Any]) -> str:
    """The summary for people; the lines that begin with a bar are a table."""
    ways = sorted({way for row in found["endings"].values() for way in row})
    lines = [
        f"{found['games']} games, {found['actions']:,} actions, {found['failures']} failures "
        f"in {found['wall_seconds']} s; {found['actions_per_second']:,} actions a second with all checks",
        "",
        f"| {'game':{_WIDTH}} | {' | '.join(ways)} |",
        f"|{'-' * (_WIDTH + 2)}|{'|'.join('-' * (len(way) + 1) + ':' for way in ways)}|",
    ]
    for key, row in found["endings"].items():
        cells = (f"{row.get(way) or '':>{len(way)}}" for way in ways)
        lines.append(f"| {key:{_WIDTH}} | {' | '.join(cells)} |")
    total: Counter[str] = Counter()
    for row in found["endings"].values():
        total.update(row)
    cells = (f"{total[way]:>{len(way)}}" for way in ways)
    lines.append(f"| {'all':{_WIDTH}} | {' | '.join(cells)} |")
    options = ", ".join(f"{name} {times}" for name, times in found["options"].items())
    questions, missing = len(found["questions"]), found["questions_missing"]
    lines += [
        "",
        f"Options (games): {options}.",
        f"Kinds of decisions: {questions} of {questions + len(missing)}; not met: {', '.join(missing) or 'none'}.",
        f"Choices of the rules: {found['choices']} of {len(NODES)}; "
        f"not met: {', '.join(found['choices_missing']) or 'none'}.",
        f"Card events: {len(found['cards'])} of {len(all_cards())}; not met: {found['cards_missing'] or 'none'}.",
    ]
    return "\n".join(lines)


def as_page(found: dict[str, Any], command: str) -> str:
    """The summary as a page of the documentation; `command` is the command that was run."""
    asked = ", ".join(f"{node} ({why})" for node, why in NOT_ASKED.items())
    failures = [f"```\n{failure}\n```" for failure in found["failed"]]
    return "\n".join(
        [
            "# A long run of `noretreat fuzz`",
            "",
            f"`{command}` played it and wrote this page (`--page`). Games 1 to {fuzz_plan.whole():,} meet each set of",
            "options with each scenario under each rule set that can play it; the rest do so again, with other dice.",
            "What random play lacks is in the games of `tests/saved_games` (`python -m tools.keep_games` finds them).",
            "",
            as_text(found),
            f"Never asked in a game: {asked}.",
            *failures,
            "",
        ]
    )
