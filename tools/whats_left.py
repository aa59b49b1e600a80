"""Lists what a change still needs before it can be shipped, and the quick tests for it: `python tools/whats_left.py`.

It looks at the data, the generated documents and the texts in all languages, and at the files that differ from the
revision named (where the branch left `main`, if none is). Of RULES_VERSION and CHANGELOG.md it only reminds, for it
cannot know whether play changes. `make check` and `make test` have the last word.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
TENSORS_TEST: Final = "tests/research/test_tensors.py"
sys.path.insert(0, str(ROOT))  # so that the script runs from anywhere

from tools.remembered import remembered  # noqa: E402

if TYPE_CHECKING:
    from tools import stale_texts
# All else is imported where it is needed: most runs need little, as what was found before still holds.

FEW: Final = 10
"""So many texts that a file lacks are named each; more are counted."""


class Kind(NamedTuple):
    """A kind of change: its files, and the tests that tell soonest whether it works."""

    name: str
    folders: tuple[str, ...]
    tests: str


KINDS: Final = (
    Kind("a card", ("src/noretreat/cards/", "src/noretreat/data/cards.toml", "tests/cards/"), "tests/cards"),
    Kind("a scenario", ("src/noretreat/data/scenarios/",), "tests/data tests/rules/test_02_setup.py"),
    Kind(
        "a rule set or a switch",
        ("src/noretreat/data/rulesets/", "src/noretreat/core/rulesets.py"),
        "tests/data tests/rules/test_switches.py tests/test_docs.py",
    ),
    Kind("a lesson", ("src/noretreat/data/lessons/",), "tests/server/test_lessons.py tests/data"),
    Kind(
        "an option",
        ("src/noretreat/core/setup.py", "src/noretreat/data/options.toml", "src/noretreat/rules/optional.py"),
        "tests/rules/test_15_options.py tests/test_docs.py tests/test_catalogues.py",
    ),
    Kind(
        "a column shift",
        ("src/noretreat/rules/odds.py",),
        "tests/rules/test_10_6_shifts.py tests/test_catalogues.py tests/ai/test_columns.py",
    ),
    Kind(
        "a level",
        ("src/noretreat/ai/players/levels.py", "src/noretreat/data/levels.toml"),
        "tests/cli/test_trials.py tests/test_opponents.py tests/test_catalogues.py",
    ),
    Kind(
        "a layer of the map",
        ("src/noretreat/explain/questions/", "src/noretreat/explain/ahead/", "web/src/outlook/"),
        "tests/explain tests/test_catalogues.py",
    ),
    Kind(
        "something shown to the player",
        ("src/noretreat/explain/knowledge/",),
        "tests/core tests/explain tests/test_docs.py",
    ),
    Kind(
        "a question or a line of the log",
        ("src/noretreat/explain/sentences/", "src/noretreat/explain/refusals/"),
        "tests/explain/test_prompts.py tests/explain/test_wording.py tests/test_catalogues.py tests/test_docs.py",
    ),
    Kind(
        "a language",
        ("src/noretreat/data/languages.toml", "src/noretreat/data/asking/", "src/noretreat/data/letters.toml"),
        "tests/test_languages.py tests/test_catalogues.py tests/ask/test_questions.py",
    ),
    Kind("a text", ("web/src/i18n/",), "tests/test_catalogues.py"),
    Kind(
        "a rule",
        ("src/noretreat/rules/", "src/noretreat/core/"),
        "tests/core tests/rules tests/explain tests/properties",
    ),
    Kind("a computer player", ("src/noretreat/ai/",), "tests/ai"),
    Kind("for learning machines", ("src/noretreat/research/",), "tests/research"),
    Kind("the server or the store", ("src/noretreat/server/", "src/noretreat/storage/"), "tests/server tests/storage"),
    Kind("a command", ("src/noretreat/cli/", "src/noretreat/checks/"), "tests/cli tests/test_docs.py"),
    Kind("a document", ("docs/", "README.md", "CONTRIBUTING.md"), "tests/test_docs.py tests/test_named_things.py"),
)
"""The kinds of changes, each with its quick tests."""


def lacking() -> Iterator[str]:
    """List what is missing or wrong, one line each; the data come first, since the rest is made from them."""
    problems = data_problems()
    yield from problems
    if not problems:
        yield from remembered("texts", lambda: list(_made_from_data()))
        yield from remembered("options", lambda: list(_of_options()))
        yield from remembered("levels", lambda: list(_of_levels()))
        yield from stale_documents()


def where(error: BaseException) -> str:
    """The file and line of ours where an error was raised, or came out of another's code."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(ROOT / "src")]
    if not ours:
        return "src"
    return f"{Path(ours[-1].filename).relative_to(ROOT).as_posix()}:{ours[-1].lineno}"


def data_problems() -> list[str]:
    """What is wrong with the data, by file and line."""

    def look() -> list[str]:
        from noretreat.checks.data_files import problems_of

        return [str(problem) for problem in problems_of()]

    try:
        return remembered("data", look)
    except Exception as error:  # whatever a rule or a card in the making raises as it is imported
        return [f"{where(error)}: {type(error).__name__}: {error}"]


def _made_from_data() -> Iterator[str]:
    from noretreat.core.rulesets import Rules
    from noretreat.core.setup import Options
    from noretreat.data.load import DataError
    from tools import check_catalogues, stale_texts

    try:
        yield from unruled(Options.__struct_fields__)
        yield from without_scene(Rules.__struct_fields__)
        yield from unasked(Rules.__struct_fields__)
        yield from unnamed(Rules.__struct_fields__)
        yield from check_catalogues.report()
        yield from untranslated(stale_texts.texts())
        yield from marked(ROOT)
    except DataError as error:
        yield str(error)


def _of_options() -> Iterator[str]:
    from noretreat.core.setup import Options

    yield from untested(Options.__struct_fields__)


def _of_levels() -> Iterator[str]:
    from noretreat.ai.players.levels import LEVELS
    from noretreat.cli.trials import LEVEL_SHARES

    yield from without_share(LEVELS, LEVEL_SHARES)


def stale_documents(command: Sequence[str] = (sys.executable, str(ROOT / "tools" / "make_docs.py"))) -> Iterator[str]:
    """The documents that are out of date, or what stands in their way, as their maker says it.

    It is a process of its own: what is read here is none of what documents are made of.
    """
    done = subprocess.run(
        [*command, "--check"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    for line in done.stdout.splitlines():
        sort, _, file = line.partition(": ")
        yield f"{file} is out of date: python tools/make_docs.py" if sort == "out of date" else line
    *others, last = done.stderr.strip().splitlines() or [""]
    if others:  # whatever a card or a rule in the making raises
        yield f"The documents cannot be made: {last} (python tools/make_docs.py shows where)"
    elif last:
        yield last


def untranslated(texts: stale_texts.Texts) -> Iterator[str]:
    """The texts that some languages lack, each with its English and its files; many of one file as a number."""
    from tools.check_catalogues import SERVED

    def file_of(key: str) -> str:
        kind = key.partition(".")[0]
        return next((file for file, kinds in SERVED.items() if kind in kinds), kind)

    files = {key: file_of(key) for key in texts["en"]}
    lacked = {
        language: Counter(file for key, file in files.items() if key not in own) for language, own in texts.items()
    }
    for language, counts in lacked.items():
        for file, count in counts.items():
            if count > FEW:
                yield f"web/src/i18n/{language}/{file}.json: {count} texts are not translated"
    for key, english in texts["en"].items():
        file = files[key]
        lacking = [one for one in texts if key not in texts[one] and lacked[one][file] <= FEW]
        if lacking:
            folder = lacking[0] if len(lacking) == 1 else f"{{{','.join(lacking)}}}"
            said = json.dumps(english, ensure_ascii=False)
            yield f"web/src/i18n/{folder}/{file}.json: {key} is not translated: {said}"


def marked(root: Path) -> Iterator[str]:
    """The files beside the catalogues with texts that are marked as not translated, and the books that are missing."""
    from noretreat.data.languages import MARK, TRANSLATED

    for language in TRANSLATED:
        for name in (f"web/src/search/words/{language}.json", f"src/noretreat/data/asking/{language}.toml"):
            path = root / name
            count = path.read_text(encoding="utf-8").count(f'"{MARK}') if path.exists() else 0
            if count or not path.exists():
                yield f"{name}: {count} texts are not translated" if count else f"{name} is missing"
        letters = (root / "src/noretreat/data/letters.toml").read_text(encoding="utf-8")
        own = letters.partition(f"\n[{language}]\n")[2].partition("\n[")[0]
        if count := sum(f'"{MARK}' in line for line in own.splitlines()):
            yield f"src/noretreat/data/letters.toml: [{language}]: {count} texts are not translated"
        elif not own:
            yield f"src/noretreat/data/letters.toml: the section [{language}] is missing"


def unruled(options: Iterable[str]) -> Iterator[str]:
    """The options among these that chapter 15 of the rulebook does not name."""
    chapter = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").partition("\n## 15 ")[2].partition("\n## ")[0]
    for name in options:
        if f"`{name}`" not in chapter:
            yield f"docs/rules.md: chapter 15 has neither a section for the option {name!r} nor a row in its table"


def untested(options: Iterable[str]) -> Iterator[str]:
    """The options among these that no test of the rules or of the server sets."""
    tests = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("rules", "server", "properties")
        for path in sorted((ROOT / "tests" / folder).glob("test_*.py"))
    )
    for name in options:
        if not re.search(rf'\b{name}=|"{name}"', tests):
            yield f"tests/rules/test_15_options.py: no test sets the option {name!r}"


def without_share(levels: Iterable[str], shares: str) -> Iterator[str]:
    """The levels among these that have no share of the games that look for blunders."""
    known = {part.partition("=")[0] for part in shares.split(",")}
    for name in levels:
        if name not in known:
            yield f"src/noretreat/cli/trials.py: LEVEL_SHARES has no share for the level {name!r}"


def without_scene(switches: Iterable[str]) -> Iterator[str]:
    """The switches among these that no scene shows at work."""
    file = "tests/rules/test_switches.py"
    scenes = (ROOT / file).read_text(encoding="utf-8")
    for name in switches:
        if f'"{name}"' not in scenes:
            yield f'{file}: the switch {name!r} needs a scene: a function below @case("{name}", ...)'


def unasked(switches: Iterable[str]) -> Iterator[str]:
    """The switches among these that no code asks for, but for those that `NOT_HERE` of their tests explains."""
    from tools import make_rule_sets

    scenes = (ROOT / "tests/rules/test_switches.py").read_text(encoding="utf-8")
    explained = scenes.partition("\nNOT_HERE = {")[2].partition("\n}")[0]
    asked = make_rule_sets.read_by_code()
    for name in switches:
        if name not in asked and f'"{name}": ' not in explained:
            yield f"src/noretreat/rules: the switch {name!r} decides nothing: no code asks state.rules.{name}"


def unnamed(switches: Iterable[str]) -> Iterator[str]:
    """The switches among these that no section of the rulebook names."""
    rulebook = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for name in switches:
        if f"`{name}`" not in rulebook:
            yield f"docs/rules.md: no section names the switch {name!r}: its box ends with (`{name}`)"


def unmeasured(files: list[str]) -> Iterator[str]:
    """The scenarios among these files for which nobody knows yet who wins them."""
    for file in files:
        folder, _, name = file.rpartition("/")
        if folder == "src/noretreat/data/scenarios":
            from noretreat.data.load import load_balance

            name = name.removesuffix(".toml")
            if name in load_balance().wins:
                continue
            yield f"scenario {name}: who wins is not measured: python -m tools.measure_balance {name}"


def records_of(source: str) -> set[str]:
    """The fields of the records that a module declares, as `Record.field`."""
    return {
        f"{record.name}.{field.target.id}"
        for record in ast.parse(source).body
        if isinstance(record, ast.ClassDef)
        for field in record.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    }


def unserved(before: str, now: str, read: Callable[[str], str]) -> Iterator[str]:
    """List what a new field of the view still needs: `before` and `now` are the module, `read` another file's text."""
    written = read("docs/wire-protocol.md").partition("\n## View")[2].partition("\n## Calls")[0]
    for field in sorted(records_of(now) - records_of(before)):
        record, _, name = field.partition(".")
        if not re.search(rf"\b{name}\b", read("web/src/wire/wire.ts")):
            yield f"web/src/wire/wire.ts lacks {field}: make wire"
        if f'"{name}"' not in written:
            yield f'docs/wire-protocol.md does not have {field} under "View", which is written by hand'
        looked_at = read("src/noretreat/research/tensors.py") + read(TENSORS_TEST)
        if record == "UnitView" and f'"{name}"' not in looked_at:
            yield f"{field} is neither in LOOKED_AT (research/tensors.py) nor among what {TENSORS_TEST} leaves out"


def new_fields(revision: str) -> Iterator[str]:
    """List what the fields of the view that are new since a revision still need."""
    path = "src/noretreat/explain/knowledge/view.py"
    show = subprocess.run(["git", "show", f"{revision}:{path}"], cwd=ROOT, capture_output=True, text=True, check=False)
    if show.returncode == 0:
        now = (ROOT / path).read_text(encoding="utf-8")
        yield from unserved(show.stdout, now, lambda file: (ROOT / file).read_text(encoding="utf-8"))


def changed(revision: str) -> list[str]:
    """The files that differ from a revision, new ones among them."""
    found: list[str] = []
    for command in (["diff", "--name-only", revision], ["ls-files", "--others", "--exclude-standard"]):
        found += subprocess.run(
            ["git", *command], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.splitlines()
    return found


def quick_tests(files: list[str]) -> Iterator[str]:
    """The quick tests for changes of these files: a command for each kind."""
    for kind in KINDS:
        if any(file.startswith(kind.folders) for file in files):
            yield f"{kind.name}: make quick ARGS='{kind.tests}'"
    if any(file.startswith("web/src/") for file in files):
        yield "the page: npm test (in web/), then make test ARGS='tests/web -k WORD'"


PLAYS: Final = ("src/noretreat/rules/", "src/noretreat/cards/", "src/noretreat/core/", "src/noretreat/data/")
"""The places where play is decided; the texts and the lessons among the data decide nothing."""
TELLS: Final = (
    "src/noretreat/data/lessons/", "src/noretreat/data/scenarios/", "src/noretreat/data/refusals.toml",
    "src/noretreat/data/information.toml", "src/noretreat/data/labels.toml", "src/noretreat/data/options.toml",
    "src/noretreat/data/levels.toml", "src/noretreat/data/balance.toml", "src/noretreat/data/strength.toml",
    "src/noretreat/data/languages.toml", "src/noretreat/data/letters.toml", "src/noretreat/data/asking/",
    "src/noretreat/data/tongues/",
)  # fmt: skip


def reminders(files: list[str], version_raised: bool) -> Iterator[str]:
    """Reminders of what nobody but the author can know: whether play changes, and whether anybody can notice."""
    playing = [file for file in files if file.startswith(PLAYS) and not file.startswith(TELLS)]
    if version_raised and "docs/save-format.md" not in files:
        yield "RULES_VERSION is raised: docs/save-format.md needs a line on it"
    elif playing and not version_raised:
        yield (
            f"{playing[0]} has changed: where a game would be played otherwise, raise RULES_VERSION in "
            "src/noretreat/game.py, with a line in docs/save-format.md; `python -m tools.keep_games` then replaces the "
            "kept games that have become illegal"
        )
    if version_raised:
        yield "RULES_VERSION is raised: `python -m tools.keep_games` replaces the kept games that have become illegal"
    if "CHANGELOG.md" not in files and any(file.startswith(("src/", "web/src/")) for file in files):
        yield "CHANGELOG.md has no line on this yet: it needs one where a player or a user of the library can notice"


def raised(revision: str) -> bool:
    """True if RULES_VERSION is another than at the revision."""
    show = ["git", "show", f"{revision}:src/noretreat/game.py"]
    before = subprocess.run(show, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    now = (ROOT / "src" / "noretreat" / "game.py").read_text(encoding="utf-8")
    lines = [[line for line in text.splitlines() if line.startswith("RULES_VERSION")] for text in (before, now)]
    return lines[0] != lines[1]


def main() -> int:
    """Prints the open points; 1 if there are any."""
    lines = list(lacking())
    try:
        from tools import stale_texts
    except Exception:  # what cannot be imported is among the lines
        print("\n".join(lines))
        return 1

    revision = sys.argv[1] if len(sys.argv) > 1 else stale_texts.base()
    try:
        files, version_raised = changed(revision), raised(revision)
        lines += unmeasured(files)
        lines += new_fields(revision)
        if not data_problems():  # the texts can be read
            old = stale_texts.texts_of(revision)
            lines += stale_texts.stale(old, stale_texts.texts())
    except (subprocess.CalledProcessError, FileNotFoundError, ValueError) as error:
        print(f"What has changed is not known: {error}")
        files, version_raised = [], False
    print("\n".join(lines) or "Nothing is missing.")
    thoughts = list(reminders(files, version_raised))
    if thoughts:
        print("\nTo think of:", *(f"  {line}" for line in thoughts), sep="\n")
    tests = list(quick_tests(files))
    if tests:
        print("\nQuick tests for what has changed:", *(f"  {line}" for line in tests), sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
