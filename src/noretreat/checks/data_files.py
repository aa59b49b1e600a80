"""The mistakes in data files that only the rules can find, beside those that `data/check.py` finds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from noretreat.ai.players.levels import LEVELS
from noretreat.checks.lesson_patterns import check_guide, check_words
from noretreat.checks.lesson_play import check_play
from noretreat.checks.puzzle_files import check_puzzles
from noretreat.core.board import SIDE_INDEX
from noretreat.core.rulesets import switch_problems
from noretreat.core.setup import Options
from noretreat.core.types import CardNumber
from noretreat.data import check
from noretreat.data.check_tools import Problem, Source
from noretreat.data.facts import CardHalf, LevelTexts, OptionTexts
from noretreat.data.lessons import Guide, Lesson
from noretreat.data.load import DATA_DIR, CardsFile, load_scenario, without_nulls
from noretreat.explain.questions.queries import cut_off_at_start
from noretreat.rules.windows import REGISTRY


def problems_of(paths: Iterable[Path] | None = None) -> list[Problem]:
    """Everything that is wrong with the data of the game, or with these files and folders, by file and line.

    What needs the rules (supply, lessons that are played) is looked at where nothing else is wrong.
    """
    problems: list[Problem] = []
    for path in paths or [DATA_DIR]:
        found = check.check_all([path])
        faulty = {problem.file for problem in found}
        if path.is_dir() and Source(path / "cards.toml").name not in faulty:
            found += card_problems(path / "cards.toml")
        if (path / "options.toml").is_file():
            found += option_problems(path / "options.toml")
        if (path / "levels.toml").is_file():
            found += level_problems(path / "levels.toml")
        for files, look in (
            (check.ruleset_files, ruleset_problems),
            (check.scenario_files, supply_problems),
            (check.lesson_files, lesson_problems),
            (check.puzzle_files, puzzle_problems),
        ):
            if look is not ruleset_problems and not playable():
                continue  # nothing can be played where the rule sets of the game do not fit
            for file in files(path):
                if Source(file).name not in faulty:
                    found += look(file)
        problems += sorted(found)
    return problems


def playable() -> bool:
    """True if the rule sets that come with the game have all their switches."""
    return not any(ruleset_problems(file) for file in check.ruleset_files(DATA_DIR))


def card_problems(file: Path) -> list[Problem]:
    """Halves of cards whose windows are not those of their event, or that have no event.

    The file has no other errors.
    """
    source = Source(file)
    for number, card in enumerate((source.read(CardsFile) or CardsFile(())).cards):
        for side, index in SIDE_INDEX.items():
            half: CardHalf = getattr(card, side)
            event = REGISTRY.get((index, CardNumber(card.number)))
            what = f"card {card.number}, {side} half"
            if event is None:
                source.complain(("cards", number, side), f"{what}: it has no event (@event in src/noretreat/cards)")
            elif {*event.windows} != {*half.windows}:
                module = f"src/{event.effect.__module__.replace('.', '/')}.py"
                reason = f"its windows are {_row(half.windows)}, but those of its event {_row(event.windows)}"
                where = f"{event.effect.__name__} in {module}"
                source.complain(("cards", number, side), f"{what}: {reason} ({where})")
    return source.problems


def option_problems(file: Path) -> list[Problem]:
    """Options of a game that have no words, and words for an option that there is not."""
    options = [name for name in Options.__struct_fields__ if name != "rules"]  # rule sets have words of their own
    return _unlike(file, dict[str, OptionTexts], "option", options)


def level_problems(file: Path) -> list[Problem]:
    """Levels of the computer that have no words, and words for a level that there is not."""
    return _unlike(file, dict[str, LevelTexts], "level", LEVELS)


def _unlike(file: Path, shape: type[Mapping[str, object]], kind: str, names: Collection[str]) -> list[Problem]:
    """What of a kind has no words in a file, and words in it for what there is not."""
    source = Source(file)
    texts = source.read(shape)
    for name in names if texts is not None else ():
        if name not in source.data:
            source.complain((), f"the {kind} {name!r} needs a title and one sentence: [{name}]")
    for name in texts or ():
        if name not in names:
            source.complain((name,), f"there is no {kind} {name!r}")
    return source.problems


def _row(windows: Iterable[str]) -> str:
    """Windows in a row."""
    return " and ".join(repr(str(name)) for name in windows)


def ruleset_problems(file: Path) -> list[Problem]:
    """Switches of a rule set that lack a value, have one of the wrong kind, or do not exist."""
    source = Source(file)
    switches = without_nulls(source.data.get("switches", {}))
    for name, reason in switch_problems(switches if isinstance(switches, dict) else {}):
        source.complain(("switches", name), reason)
    return source.problems


def lesson_problems(file: Path) -> list[Problem]:
    """List the problems of a lesson (or the tips) that only the rules can find: words first, then the solution."""
    source = Source(file)
    if "tips" in source.data:
        if guide := source.read(Guide):
            check_guide(source, guide)
    elif lesson := source.read(Lesson):
        check_words(source, lesson)
        if not source.problems:
            check_play(source, lesson)
    return source.problems


def puzzle_problems(file: Path) -> list[Problem]:
    """The problems of a file of puzzles: what they name, their positions and solutions."""
    source = Source(file)
    check_puzzles(source)
    return source.problems


def supply_problems(file: Path) -> list[Problem]:
    """Units of a scenario without other errors that begin unsupplied without being marked so."""
    source, scenario = Source(file), load_scenario(file)
    places = {place.unit: (number, place.at) for number, place in enumerate(scenario.placements)}
    for unit in cut_off_at_start(scenario):
        number, at = places[unit]
        reason = f"unit {unit} has no supply in {at}; if that is meant, write unsupplied = true"
        source.complain(("placements", number), reason)
    return source.problems
