"""The documents keep up with the program: nothing undocumented, generated pages fresh, tables and examples right."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from syntax import parsed

import noretreat.cards  # noqa: F401  (registers all events)
from noretreat.ai.players.levels import LEVELS
from noretreat.checks.seen import NODES, NOT_ASKED, all_questions
from noretreat.cli.main import COMMANDS
from noretreat.core import actions, events
from noretreat.core.board import BOARD
from noretreat.core.kernel import FRAMES, Decision
from noretreat.core.names import months_name
from noretreat.core.rulesets import Rules, rules_of
from noretreat.core.setup import Options
from noretreat.data.facts import CardHalf, Goal, Hand, Placement, Scenario, Supports, Victory
from noretreat.data.lessons import Lesson, LessonStep
from noretreat.data.load import load_facts, ruleset_ids, scenario_ids
from noretreat.explain.questions.queries import odds_for, reach, supply_of
from noretreat.game import RULES_VERSION
from noretreat.positions import position
from noretreat.puzzles.records import Origin, Puzzle, Task
from noretreat.rules.odds import column_name, initial_column
from noretreat.rules.retreat import retreat_paths
from noretreat.rules.windows import REGISTRY, Window
from noretreat.server.game.options_in_words import optional_rules
from noretreat.server.http.errors import _STATUS as STATUS_OF_STORE
from noretreat.server.http.live import News, Thinking
from noretreat.storage.savegame import ActionLine, Header, SnapshotLine
from noretreat.storage.tables import METADATA
from tools import (
    make_actions_and_events,
    make_architecture,
    make_cards_table,
    make_commands,
    make_docs,
    make_examples,
    make_rule_sets,
    make_rules_index,
    make_site,
    make_wire_records,
)
from tools.floors import FLOORS, ROOMS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
RULEBOOK = (DOCS / "rules.md").read_text(encoding="utf-8")
FACTS = load_facts()


@cache
def page(name: str) -> str:
    """A document, or a page that is made for the site alone."""
    build = make_docs.indexes().get(make_docs.PAGES / name)
    return build() if build else (DOCS / name).read_text(encoding="utf-8")


def in_code(text: str) -> set[str]:
    """All words of a page that stand in backticks."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return set(re.findall(r"`([^`\n]+)`", plain))


def section(number: str) -> str:
    """The text of a section of the rulebook, up to the next heading."""
    found = re.search(rf"^#+ {re.escape(number)} .*?(?=^#)", RULEBOOK, re.MULTILINE | re.DOTALL)
    assert found, number
    return found[0]


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a text, each as rows of cells, without their rules of dashes."""
    blocks = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    rows = [[[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()] for block in blocks]
    return [[row for row in table if not set("".join(row)) <= set("-")] for table in rows]


# --- nothing is undocumented -----------------------------------------------------------------------------------
def test_every_card_is_in_the_table() -> None:
    rows = {row[0]: row for row in tables(page("cards.md"))[0]}
    for card, side, half in make_cards_table.halves():
        row = rows[f"{card.number}{side[0].upper()}"]
        assert row[2:4] == [half.title, half.text]
        assert half.windows, f"{half.title}: a card says when it is played"
    assert len(rows) == 1 + 2 * len(FACTS.cards)


def test_every_moment_is_explained() -> None:
    assert set(make_cards_table.WINDOWS) >= {str(window) for window in Window}
    used = {name for _, _, half in make_cards_table.halves() for name in half.windows}
    assert used <= set(make_cards_table.WINDOWS)


def test_every_event_in_play_says_what_it_does() -> None:
    assert [event.card for event in REGISTRY.values() if not (event.effect.__doc__ or "").strip()] == []


def test_every_switch_has_a_sentence() -> None:
    without = set(Rules.__struct_fields__) - make_rule_sets.sentences().keys()
    assert not without, f"write what they decide below these lines of core/rulesets.py: {without}"
    assert set(Rules.__struct_fields__) <= in_code(page("rule-sets.md"))


def test_every_action_and_event_is_described() -> None:
    known = in_code(page("actions-and-events.md"))
    kinds = make_actions_and_events.records(actions.Action) + make_actions_and_events.records(events.Event)
    assert {kind.__name__ for kind in kinds} <= known
    assert [kind.__name__ for kind in kinds if not kind.__doc__] == []
    unions = {kind.__name__ for kind in kinds}
    for module in (actions, events):
        records = {
            name for name, kind in vars(module).items() if isinstance(kind, type) and issubclass(kind, module.Base)
        }
        assert records - {"Base"} <= unions, "a record that is left out of its union is left out of the page"


def test_every_option_is_in_chapter_15() -> None:
    chapter = RULEBOOK[RULEBOOK.index("\n## 15 ") : RULEBOOK.index("\n## P ")]
    assert set(Options.__struct_fields__) <= in_code(chapter)
    listed = {word for row in tables(chapter)[0][1:] for word in in_code(row[0])}
    assert listed == set(Options.__struct_fields__), "and the table names no other"


def test_every_option_has_its_words() -> None:
    assert [one.id for one in optional_rules() if not one.title or not one.summary] == []


def test_every_command_and_its_options_are_described() -> None:
    text = page("commands.md")
    for name in COMMANDS:
        assert f"## noretreat {name}\n" in text
    for name, parser in make_commands.commands().items():
        part = text.split(f"## noretreat {name}\n")[1].split("\n## ")[0]
        for action in filter(make_commands.shown, parser._actions):
            for option in action.option_strings:
                assert option in part, f"{name} {option}"
    assert "SUPPRESS" not in text


def test_the_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.search(r"^\| `noretreat \.\.\.` \|.*\n\|---.*\n((?:\|.*\n)+)", readme, re.MULTILINE)
    assert rows is not None
    named = [name for row in rows[1].splitlines() for name in re.findall(r"`([\w-]+)`", row.split("|")[1])]
    assert sorted(named) == sorted(make_commands.commands())


# --- generated documents ---------------------------------------------------------------------------------------
LONG = {"examples.md", "rule-sets.md", "architecture.md", "wire-protocol.md"}
"""Documents for which all code or all tests are read, or a server is made: they take seconds."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.slow] if path.name in LONG else [], id=path.name)
        for path in make_docs.documents()
    ],
)
def test_generated_documents_are_fresh(path: Path) -> None:
    assert path.exists(), f"{path.name} is missing: run python tools/make_docs.py"
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!-- Generated by tools/") or "<!-- made: " in text or path.suffix in (".json", ".ts")
    assert not make_docs.stale(path), f"{path.name} is out of date: run python tools/make_docs.py"


def test_every_module_of_the_rules_says_its_chapter() -> None:
    """ "Supply (chapter 6; SUP-1 to SUP-12): who can trace a path": the table of docs/architecture.md is made of it."""
    paths = {path for path in (make_architecture.PACKAGE / "rules").glob("*.py") if path.stem != "__init__"}
    assert {path.name for path in paths if make_architecture.module_of(path) is None} == set()


def test_every_chapter_of_the_rulebook_has_its_module() -> None:
    """Chapter 1 introduces, and the special units of chapter 14 are in the chapters that they change."""
    found = {number[0] for module in make_architecture.modules() for number in module.numbers}
    chapters = {number for number in make_rules_index.sections(RULEBOOK) if number.isdigit()}
    assert found >= {int(number) for number in chapters} - {1, 14}
    sections = set(make_rules_index.sections(RULEBOOK))
    named = {".".join(map(str, number)) for module in make_architecture.modules() for number in module.numbers}
    assert named <= sections, "a module names a chapter that the rulebook lacks"


def test_the_architecture_has_a_row_for_every_floor() -> None:
    page_ = page("architecture.md")
    for floor in FLOORS:
        assert re.search(rf"^\| `src/noretreat/{floor}(\.py)?` \|", page_, re.MULTILINE), floor


def test_the_architecture_has_a_row_for_every_room() -> None:
    named = {word for table in tables(page("architecture.md")) for row in table for word in in_code(row[0])}
    rooms = {f"{floor}/{room}" for floor, inside in ROOMS.items() for room in inside}
    assert {room for room in rooms if not {room, f"{room}.py", f"{room.rpartition('/')[2]}.py"} & named} == set()


def test_the_architecture_has_a_row_for_every_folder_of_the_client() -> None:
    part = page("architecture.md").partition("## The browser client")[2].partition("\n## ")[0]
    named = {word for row in tables(part)[0][1:] for word in in_code(row[0])}
    assert named == {path.name for path in (ROOT / "web" / "src").iterdir() if path.is_dir()}


@pytest.mark.slow
def test_every_question_and_every_line_of_the_log_is_found() -> None:
    asked, written, words = tables(page("where-it-is.md"))
    codes = {kind.CODE for kind in FRAMES.values() if issubclass(kind, Decision) and kind.CODE}
    assert {row[1].strip("`") for row in asked[1:]} == codes
    assert [row[1].strip("`") for row in written[1:]] == [kind.__name__ for kind in get_args(events.Event)]
    assert all(".py" in row[2] for row in written[1:]), "an event that nobody writes"
    put_together = {"card"}
    assert {row[1].strip("`") for row in words[1:] if ".py" not in row[2]} == put_together, "words that nobody says"


def test_the_check_of_the_documents_fails_when_one_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["make_docs.py", "--check"])
    for name in ("WITH_PARTS", "WITHOUT_WORDS"):
        monkeypatch.setattr(make_docs, name, ())
    monkeypatch.setattr(make_docs, "WITH_WORDS", ("one",))
    monkeypatch.setattr(make_docs, "makers", lambda _: {DOCS / "rules.md": lambda: RULEBOOK})
    assert make_docs.main() == 0
    monkeypatch.setattr(make_docs, "makers", lambda _: {DOCS / "rules.md": lambda: "something else"})
    assert make_docs.main() == 1


def test_the_index_reads_ids_ranges_units_and_test_names() -> None:
    assert make_rules_index.named("see SHF-2 to SHF-4, EVT-23b, (FRT, VOL) and CRD-6a") == {
        "SHF-2", "SHF-3", "SHF-4", "EVT-23b", "SPU-FRT", "SPU-VOL", "CRD-6",
    }  # fmt: skip
    assert make_rules_index.named("EX-MOV-1") == set(), "examples have names of their own"
    assert make_rules_index.numbers_in("as in 8.5.3, not 1.25% nor 10.6.33.1") == {"8.5.3"}


def test_the_index_reads_what_stands_before_a_definition_of_the_client(tmp_path: Path) -> None:
    client = tmp_path / "one.ts"
    client.write_text(
        "/** Takes it (AST-3). */\n  async take(hex: string) {}\n// SHF-2\nconst x = 1;\n", encoding="utf-8"
    )
    assert list(make_rules_index.client_texts(client)) == [("take", " Takes it (AST-3). ")]
    assert make_rules_index.Citations([client], tmp_path, set()).of_rule("AST-3") == {("one.ts", "take")}


@pytest.mark.slow
def test_the_index_lists_every_rule_once() -> None:
    rows = [row[0] for table in tables(page("rules-index.md")) for row in table[1:]]
    assert sorted(rows) == sorted(make_rules_index.rules(RULEBOOK))


def gaps(title: str) -> set[str]:
    """The rules that the index lists under a kind of gap."""
    found = re.search(rf"\*\*{title}\*\* \(\d+\): ([^.]*)\.", page("rules-index.md"))
    assert found, title
    return set(found[1].split(", ")) - {"none"}


@pytest.mark.slow
def test_every_rule_is_cited_by_a_function_and_named_by_a_test() -> None:
    assert gaps("No code cites it") == set()
    assert gaps("Cited only by a module as a whole") == set()
    assert gaps("Cited only by the number of its section") == set()
    assert gaps("No test names it") | gaps("No test names it, but some cite its section") == set()


@pytest.mark.slow
def test_no_code_cites_a_rule_that_the_rulebook_lacks() -> None:
    gap = re.search(r"\*\*Cited, but not in the rulebook\*\* \((\d+)\): (.*)", page("rules-index.md"))
    assert gap is not None
    assert gap[1] == "0", gap[2]


@pytest.mark.slow
def test_every_worked_example_is_played_by_a_test() -> None:
    assert make_examples.played().keys() == make_examples.EXAMPLES.keys()
    rows = {row[0]: row for row in tables(page("examples.md"))[0][1:]}
    assert rows.keys() == make_examples.EXAMPLES.keys()
    assert [name for name, row in rows.items() if "test_" not in row[3]] == []


def test_the_rulings_named_beside_the_examples_exist() -> None:
    cited = set(re.findall(r"C-\d+", page("examples.md")))
    assert len(cited) > 8
    assert [ruling for ruling in cited if f"| {ruling} |" not in page("rulings.md")] == []


def test_examples_are_read_out_of_names_and_docstrings() -> None:
    assert make_examples.named("test_ex_mov_2_and_3") == {"EX-MOV-2", "EX-MOV-3"}
    assert make_examples.named("test_15_5_ex_card_3_the_symbol") == {"EX-CARD-3"}
    assert make_examples.named("test_ex_odd_5_and_dx_odd_6") == {"EX-ODD-5", "DX-ODD-6"}
    assert make_examples.named("test_next_one", "see DX-SUP-5") == {"DX-SUP-5"}


# --- the wire --------------------------------------------------------------------------------------------------
WIRE = (DOCS / "wire-protocol.md").read_text(encoding="utf-8")
BY_HAND = re.sub(r"<!-- made: .*?<!-- end -->", "", WIRE, flags=re.DOTALL)
_KEY = re.compile(r'(?<![\[:|])(?<![:|] )"([a-z]\w*)"(?=\??\s*[:,}])')
"""A key of an object that is written down; values stand behind a colon, a bar, or the bracket of a list."""
BLOCKS = {
    "Package": {
        "Package",
        "GameInfo",
        "Unusual",
        "Origin",
        "ActionInfo",
        "Undo",
        "Passing",
        "Bidding",
        "PlannedBattle",
    },
    "View": {
        "View",
        "PromptView",
        "BillView",
        "UnitView",
        "BattleView",
        "PlannedView",
        "EffectView",
        "OutcomeView",
        "DutyView",
    },
    "Odds": {"OddsView", "ShiftView", "StrengthView"},
    "Log line": {"LogLine"},
}
"""The records that each section writes down in full."""


def keys(text: str) -> set[str]:
    """The keys of the objects that a text writes down; a table by side has no keys of its own."""
    return set(_KEY.findall(text)) - {"axis", "soviet"}


def fields_of(records: set[str]) -> set[str]:
    """The fields of records, as the server describes them."""
    return {field.rstrip("?") for name in records for field in make_wire_records.fields(name)}


@pytest.mark.parametrize("title", BLOCKS)
def test_a_record_of_the_wire_is_written_down_in_full(title: str) -> None:
    block = re.search(rf"^## {title}\b.*?\n(`{{1,3}}.*?)(?=^[A-Z]|\n## )", BY_HAND, re.MULTILINE | re.DOTALL)
    assert block is not None
    assert keys(block[1]) == fields_of(BLOCKS[title])


def test_the_wire_writes_down_no_key_that_nothing_has() -> None:
    sent = fields_of(set(make_wire_records.schemas()))
    for record in (News, Thinking, Options):  # what the live channel sends, and the options by their names
        sent |= set(record.__struct_fields__)
    named = keys("\n".join(re.findall(r"`([^`\n]*)`", BY_HAND)))
    assert len(named) > 100
    assert named - sent == set()


def test_the_calls_of_the_wire_exist() -> None:
    def bare(path: str) -> str:
        return re.sub(r"\{\w+\}", "{}", path)

    known = {f"{method} {bare(path)}" for method, path, _ in make_wire_records.operations()}
    named = {f"{method} {bare(path)}" for method, path in re.findall(r"`(GET|POST|DELETE) (/api/[^`?\s]*)", BY_HAND)}
    assert len(named) > 40
    assert named - known == set()


def refusals() -> set[tuple[int, str]]:
    """The status and the code of every refusal that the server's code writes out."""
    found = set(STATUS_OF_STORE.items())
    for path in (ROOT / "src" / "noretreat" / "server").rglob("*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Problem":
                status, code = (getattr(one, "value", None) for one in node.args[:2])
                if isinstance(status, int) and isinstance(code, str):
                    found.add((code, status))
    return {(status, code) for code, status in found}


def test_every_refusal_is_in_the_table() -> None:
    part = BY_HAND.partition("## Refusals")[2].partition("\n## ")[0]
    rows = tables(part)[0][1:]
    named = {(int(status), code) for row in rows for status in row[0].split(", ") for code in in_code(row[1])}
    assert len(refusals()) > 25
    assert refusals() - named == set()


def test_a_key_is_told_from_a_value() -> None:
    text = '{"id","name": "text","kind": "human" | "open","who"?: ["draw", ...],"seats": {"axis": Seat}}'
    assert keys(text) == {"id", "name", "kind", "who", "seats"}


# --- files that readers write, and figures -----------------------------------------------------------------------
RECORDS = {
    "adding-a-scenario.md": (Scenario, Placement, Hand, Victory, Goal, Supports),
    "adding-a-lesson.md": (Lesson, LessonStep),
    "adding-a-puzzle.md": (Puzzle, Task, Origin),
    "adding-a-card.md": (CardHalf,),
    "save-format.md": (Header, ActionLine, SnapshotLine),
}
"""The documents that explain the fields of a file, and the records that read it."""


def missing_fields(text: str, records: tuple[type[msgspec.Struct], ...]) -> set[str]:
    """The fields of these records that a text does not name, neither in backticks nor in an example."""
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`\n]+`|^```.*?^```", text, re.MULTILINE | re.DOTALL))))
    return {name for record in records for name in record.__struct_fields__} - words


@pytest.mark.parametrize("name", RECORDS)
def test_every_field_of_a_file_is_explained(name: str) -> None:
    assert missing_fields(page(name), RECORDS[name]) == set()


def test_a_field_that_is_not_explained_is_noticed() -> None:
    assert missing_fields("`points` and `hexes`, held", (Goal,)) == {"held", "objectives", "lost", "high_tide"}


def test_the_fields_in_the_table_of_a_scenario_exist() -> None:
    (frame,) = [table for table in tables(page("adding-a-scenario.md")) if table[0][0] == "Field"]
    named = {word for row in frame[1:] for word in in_code(row[0])}
    assert named <= set(Scenario.__struct_fields__)


def test_the_store_has_the_tables_that_the_document_names() -> None:
    part = page("save-format.md").partition("## The server's store")[2]
    named = {name for name in in_code(part) if re.fullmatch(r"[a-z]+", name)}
    assert {"game", "seat", "step", "snapshot"} <= named <= set(METADATA.tables)


def test_the_last_version_of_the_rules_has_its_line() -> None:
    rows = [row[0] for row in tables(page("save-format.md"))[1][1:]]
    assert rows == [str(number) for number in range(1, RULES_VERSION + 1)]


def test_figures_of_the_readme() -> None:
    words = {
        1: "one",
        2: "two",
        3: "three",
        4: "four",
        5: "five",
        6: "six",
        7: "seven",
        8: "eight",
        9: "nine",
        10: "ten",
    }
    readme = (ROOT / "README.md").read_text(encoding="utf-8").replace("\n", " ")
    for count, thing in ((len(LEVELS), "computer opponents"), (len(ruleset_ids()), "rule sets")):
        assert f"{words[count].capitalize()} {thing}" in readme
    assert f"{words[len(scenario_ids())]} scenarios" in readme


@pytest.mark.parametrize(
    ("document", "says", "path", "lines"),
    [
        ("library.md", "sixty lines", "docs/bot.py", 60),
        ("wire-protocol.md", "sixty\nlines", "docs/bot.py", 60),
        ("research.md", "150 lines", "docs/learning.py", 150),
    ],
)
def test_sizes_that_documents_give(document: str, says: str, path: str, lines: int) -> None:
    assert says in page(document)
    length = len((ROOT / path).read_text(encoding="utf-8").splitlines())
    assert abs(length - lines) <= lines / 10, f"{path} has {length} lines"


def test_every_library_that_the_program_needs_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = project["dependencies"] + [
        one for name in ("play", "research", "mail", "site", "ray", "web") for one in extras[name]
    ]
    names = {re.split(r"[\[<>=;! ]", one)[0] for one in needed} - {"open_spiel"}
    text = page("dependencies.md").lower()
    assert sorted(name for name in names if name.lower() not in text) == []


# --- citations -------------------------------------------------------------------------------------------------
PAPERS = (ROOT, DOCS, ROOT / "bench")
CITING = {".py", ".ts", ".svelte", ".toml", ".css", ".js", ".md"}
_ID = re.compile(r"(?<![\w-])[A-Z]{1,5}-(?:[A-Z]+-)?\d+(?![\w-])")
_PAPER = re.compile(r"(?<![\w.-])[A-Z]{2}[A-Z_]{2,} \d{1,2}(?:\.\d+)*(?![\w.])|(?<![\w./*-])[\w-]+\.md\b")


def explained() -> set[str]:
    """Return the ids that a document explains: rules, rulings, decisions, worked examples."""
    ids = set(make_rules_index.rules(RULEBOOK)) | make_examples.EXAMPLES.keys()
    for name in ("rulings.md", "decisions.md"):
        ids |= {row[0] for table in tables(page(name)) for row in table}
    return ids | make_rules_index.named(" ".join(make_rules_index.LEFT_OUT))


def unexplained(text: str, known: set[str]) -> set[str]:
    """Return the citations in `text` that lead nowhere: ids outside `known`, chapters of papers we do not have."""
    families = {name.rpartition("-")[0] for name in known}
    ids = {found for found in _ID.findall(text) if found.rpartition("-")[0] in families}
    ids |= {found for brackets in re.findall(r"\(([^()]*)\)", text) for found in _ID.findall(brackets)}
    papers = {found for found in _PAPER.findall(text) if not any((folder / found).exists() for folder in PAPERS)}
    papers -= set(make_site.navigation())
    return ids - known - {"UTF-8"} | papers


def test_every_citation_leads_to_a_document() -> None:
    known = explained()
    folders = [ROOT / name for name in ("src", "tests", "tools", "bench", "web/src", "web/tests")]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in CITING]
    files += [*ROOT.glob("*.md"), *DOCS.glob("*.md")]
    lost = {
        path.relative_to(ROOT).as_posix(): found
        for path in files
        if path != Path(__file__)
        and "static" not in path.parts
        and (found := unexplained(path.read_text(encoding="utf-8"), known))
    }
    assert lost == {}


def test_a_citation_of_an_unknown_form_is_refused() -> None:
    known = explained()
    assert {"SHF-6", "C-28", "D-62", "EX-SUP-1"} <= known
    assert unexplained("SHF-6 and C-28, D-62, EX-SUP-1; README.md, UTF-8, 1-10", known) == set()
    text = "SHF-99, C-300, D-99, EX-SUP-99 (CARDS 3, ARCHITECTURE 7.1, XY-3), see DECISIONS.md and ux.md"
    assert unexplained(text, known) == {
        "SHF-99", "C-300", "D-99", "EX-SUP-99", "CARDS 3", "ARCHITECTURE 7.1", "XY-3", "DECISIONS.md", "ux.md",
    }  # fmt: skip


def test_every_question_of_the_game_is_on_the_page_of_decisions() -> None:
    text = page("decisions.md")
    assert all_questions() <= in_code(text)
    assert {name for name in in_code(text) if re.fullmatch(r"[A-Z][a-z]+[A-Z]\w+", name)} <= all_questions()
    assert set(re.findall(r"^\| (D-\d+) ", text, re.MULTILINE)) == NODES.keys() | NOT_ASKED.keys()


# --- the rulebook ----------------------------------------------------------------------------------------------
def test_the_rulebook_has_all_chapters_in_order() -> None:
    numbers = [number for number in make_rules_index.sections(RULEBOOK) if "." not in number]
    assert numbers == [*(str(chapter) for chapter in range(1, 16)), "P"]
    parts = [tuple(map(int, n.split("."))) for n in make_rules_index.sections(RULEBOOK) if not n.startswith("P")]
    assert parts == sorted(parts)


def test_references_lead_to_sections() -> None:
    known = set(make_rules_index.sections(RULEBOOK))
    for name in ("rules.md", "rule-sets.md"):
        cited = {
            number
            for brackets in re.findall(r"\(([^()]*)\)", page(name))
            for number in re.findall(r"(?<![\d.:/])((?:1[0-5]|[1-9]|P)\.\d+(?:\.\d+)?)(?![\d:])", brackets)
        }
        assert cited - known == set(), name


def anchors(text: str) -> set[str]:
    """The addresses of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_anchors(path: Path, text: str) -> list[str]:
    """The links of a document to headings that are not there."""
    dead = []
    for file, anchor in re.findall(r"\]\(([\w./-]*\.md)?#([^)]+)\)", text):
        target = (path.parent / file).resolve() if file else path
        there = page(target.name) if target.parent == DOCS else target.read_text(encoding="utf-8")
        if anchor not in anchors(text if target == path else there):
            dead.append(f"{path.name}: {file}#{anchor}")
    return dead


def test_links_within_the_documents_lead_to_headings() -> None:
    for path in (*DOCS.glob("*.md"), *ROOT.glob("*.md")):
        assert dead_anchors(path, path.read_text(encoding="utf-8")) == []


def test_a_link_to_a_lost_heading_is_noticed() -> None:
    text = "# Tea\n[a](#tea), [b](#coffee), [c](docs/rules.md#15-options), [d](docs/rules.md#16-tea)"
    assert dead_anchors(ROOT / "README.md", text) == ["README.md: #coffee", "README.md: docs/rules.md#16-tea"]


def test_switches_named_in_the_rulebook_exist() -> None:
    words = {word for word in in_code(RULEBOOK) if re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)+", word)}
    assert words <= set(Rules.__struct_fields__) | set(Options.__struct_fields__)


def test_hexes_of_the_rulebook_are_where_it_says() -> None:
    names = {hex_.name: hex_.id for hex_ in FACTS.map.hexes if hex_.name}
    pairs = [(name, number) for name, number in re.findall(r"([A-Z][\wö]+(?: [A-Z]\w+)*) \((\d{4})\)", RULEBOOK)]
    pairs += [(name, number) for number, name in re.findall(r"(\d{4}) \(([A-Z][\wö]+)\)", RULEBOOK)]
    found = [(name, number) for name, number in pairs if name in names]
    assert len(found) > 15
    assert [pair for pair in found if names[pair[0]] != pair[1]] == []
    hexes = {hex_.id for hex_ in FACTS.map.hexes}
    assert set(re.findall(r"(?<![\d-])(?!19\d\d)\d{4}(?!\d)", RULEBOOK)) <= hexes


def test_combat_tables_of_the_rulebook() -> None:
    ours = [table for table in tables(section("10.5")) if table[0][0] == "Die"]
    for table, printed in zip(ours, (FACTS.tables.axis_crt, FACTS.tables.soviet_crt), strict=True):
        assert table[0][1:] == list(FACTS.tables.columns)
        assert [row[1:] for row in table[1:]] == [list(row) for row in printed]


def test_terrain_table_of_the_rulebook() -> None:
    def yes(value: bool) -> str:
        return "yes" if value else "no"

    ours = {row[0].split(" ")[0]: row[1:] for row in tables(section("8.3"))[0][1:]}
    for row in FACTS.tables.terrain:
        if row.terrain in ours:
            cells = [str(row.armor_mp), str(row.other_mp), yes(row.armor_bonus), str(row.shift), yes(row.stops_advance)]
            assert ours[row.terrain] == cells, row.terrain
    assert len(ours) == 7


def test_calendar_of_the_rulebook() -> None:
    rows = tables(section("13"))[0][1:]
    assert len(rows) == len(FACTS.calendar)
    for row, turn in zip(rows, FACTS.calendar, strict=True):
        weather = turn.weather.replace("_", " ").title() + (" *" if turn.variable else "")
        skull, blitz, shock = "☠" if turn.sudden_death else "", str(turn.blitz or ""), str(turn.shock or "")
        assert row == [
            str(turn.turn),
            f"{months_name(turn.months)} {turn.year}",
            weather,
            skull,
            blitz,
            shock,
            turn.second_front,
        ]


def test_numbers_for_sudden_death_in_the_rulebook() -> None:
    turns, sides, points = (row[1:] for row in tables(section("12.2"))[0])
    printed = {("Axis", turn): number for turn, number in FACTS.tables.axis_sudden_death.items()}
    printed |= {("Soviet", turn): number for turn, number in FACTS.tables.soviet_sudden_death.items()}
    found = zip(sides, map(int, turns), map(int, points), strict=True)
    assert {(side, turn): number for side, turn, number in found} == printed


def test_hexes_worth_points_in_the_rulebook() -> None:
    lists = re.findall(
        r"^\* (?:Greater Germany|USSR), (\d+) hexes: ([^.]*)\.", section("12.7"), re.MULTILINE | re.DOTALL
    )
    named = [" ".join(names.split()).split(", ") for _, names in lists]
    assert [len(names) for names in named] == [int(number) for number, _ in lists] == [12, 22]
    assert sorted(named[0] + named[1]) == sorted(hex_.name for hex_ in FACTS.map.hexes if hex_.is_vp)


# --- its examples, played ----------------------------------------------------------------------------------------
def test_example_supply_from_minsk() -> None:
    text = "turn 2\ncontrol axis 1307\nunit G4 {at}\nunit S_W 2008"
    state = position(text.format(at="1707"))
    assert supply_of(state, "G4").path == ("1607", "1507", "1407", "1307")
    assert supply_of(position(text.format(at="1808")), "G4").how == "none"


def test_example_supply_from_the_east_edge() -> None:
    for at, how in (("2110", "overland"), ("2010", "none")):
        cities = " ".join(hex_.id for hex_ in FACTS.map.hexes if hex_.is_vp)
        state = position(f"turn 2\ncontrol axis {cities}\nunit S_W {at}\nunit G4 0503")
        assert supply_of(state, "S_W").how == how


def test_example_zone_of_control_at_the_border() -> None:
    text = "turn 1\nunit S_W 1107\nunit G4 1007\nunit G2Pz {panzer}"
    assert reach(position(text.format(panzer="1008")), "G4").hexes["1108"].cost == 3
    followed = reach(position(text.format(panzer="1108")), "G4").hexes["1108"]
    assert (followed.cost, followed.path) == (2, ("1007", "1108"))


def test_example_a_marsh_in_mud() -> None:
    hexes = reach(position("turn 3\nunit G1Pz 1110\nunit S_W 2008"), "G1Pz").hexes
    assert hexes["1210"].path == ("1110", "1210")


def test_example_odds_at_the_border() -> None:
    state = position("turn 2\nphase combat axis\nunit G4Pz 1204\nunit G16 1204\nunit S_NW 1304")
    view = odds_for(state, ["G4Pz", "G16"], ["1304"], support=True)
    assert (view.attack, view.defense, view.initial, view.column) == (8, 3, "2:1", "4:1")
    assert view.results[2] == "DR"


def test_example_a_retreat_at_the_border() -> None:
    state = position("turn 2\nphase combat axis\nunit G4Pz 1204\nunit G16 1204\nunit S_NW 1304")
    paths = retreat_paths(state, BOARD.unit_index["S_NW"])
    assert {BOARD.id_of[path[-1]] for path in paths} == {"1403", "1504", "1306", "1405", "1406"}


@pytest.mark.parametrize(
    ("turn", "attackers", "target", "columns"),
    [
        (14, {"S_STE": "1311"}, "1211", -2),
        (14, {"S_STE": "1311", "S_VOR": "1310"}, "1211", -1),
        (8, {"S_STE": "2017", "S_VOR": "2116"}, "2117", -3),
        (10, {"S_STE": "2017", "S_VOR": "2116"}, "2117", -2),
    ],
)
def test_examples_of_terrain(turn: int, attackers: dict[str, str], target: str, columns: int) -> None:
    units = "\n".join(f"unit {unit} {at}" for unit, at in attackers.items())
    state = position(f"turn {turn}\nphase combat soviet\n{units}\nunit G6 {target}")
    view = odds_for(state, list(attackers), [target])
    assert sum(shift.columns for shift in view.shifts) == columns


def test_example_of_odds_above_the_table() -> None:
    assert column_name(initial_column(24, 2)) == "6:1"
    assert column_name(initial_column(24, 2) - 1) == "5:1", "the city"


# --- how a card is made --------------------------------------------------------------------------------------------
def test_the_worked_example_is_the_code() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", page("adding-a-card.md"), re.DOTALL)
    source = (DOCS.parent / "src" / "noretreat" / "cards" / "organization.py").read_text(encoding="utf-8")
    real = {node.name: ast.dump(node) for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    for node in ast.parse(example).body:
        assert isinstance(node, ast.FunctionDef)
        assert real[node.name] == ast.dump(node)
    (row,) = re.findall(r"```toml\n(.*?)```", page("adding-a-card.md"), re.DOTALL)
    data = (DOCS.parent / "src" / "noretreat" / "data" / "cards.toml").read_text(encoding="utf-8")
    assert row in data


def test_the_tests_of_the_worked_example_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", page("adding-a-card.md")))
    source = (DOCS.parent / "tests" / "cards" / "test_organization.py").read_text(encoding="utf-8")
    assert named == set(re.findall(r"^def (test_18a_\w+)", source, re.MULTILINE))


def test_every_file_of_cards_is_explained() -> None:
    files = {path.name for path in (DOCS.parent / "src" / "noretreat" / "cards").glob("*.py")} - {"__init__.py"}
    assert files <= in_code(page("adding-a-card.md"))


def test_switches_are_plain_data() -> None:
    assert all(make_rule_sets.value(getattr(rules, name)) for rules in _all_sets() for name in Rules.__struct_fields__)


def _all_sets() -> list[Rules]:
    return [rules_of(name) for name in make_rule_sets.sets()]


def test_records_can_be_described() -> None:
    for kind in make_actions_and_events.records(actions.Action):
        assert issubclass(kind, msgspec.Struct)
        assert "tuple[" not in make_actions_and_events.fields(kind), f"{kind.__name__}: a type without a plain word"
