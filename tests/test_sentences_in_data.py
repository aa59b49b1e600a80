"""Sentences that a player reads stand in the data files, whole: none is written in the code, or put together there.

Words for programmers are not meant: docstrings, the messages of errors and the server's log, the API's description.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "noretreat"
SPEAKING = ("core", "rules", "cards", "explain", "orders", "ai/players", "server")
"""Floors whose words may come before a player; the others speak to the user of a command or to programmers."""
PHRASE = re.compile(r"(?<![\w#-])[A-Za-z][a-z']*(?:,? [a-z']+){2,}(?!\w)")
"""Three words in a row, or more."""
AT_HOME = {
    ("ai/players/levels.py", "no_level"): "an error",
    ("explain/sentences/prompts.py", "PROMPTS"): "the sentences of the questions",
    ("explain/sentences/wording.py", "LOG"): "the sentences of the log",
    ("core/names.py", "RESULT_NAMES"): "names",
    ("core/picture.py", "_LEGEND"): "a picture in the terminal, for programmers",
    ("core/rulesets.py", "switch_problems"): "complaints about a file of rules",
    ("explain/sentences/telling.py", "require_holes"): "complaints about a sentence",
    ("explain/sentences/telling.py", "require_types"): "complaints about a sentence",
    ("server/analysis/sandbox.py", "position_text"): "a comment in the text of a position",
    ("server/http/errors.py", "REFUSALS"): "the API's description",
    ("server/http/errors.py", "on_recursion"): "words of msgspec",
    ("server/http/rate_limit.py", "RateLimit"): "why a socket was closed, for programmers",
    ("server/http/openapi.py", "IDS"): "the API's description",
    ("server/lobby/review.py", "check_position"): "the text of a position",
    ("server/model/prompt.py", "_SYSTEM"): "what a language model is told",
    ("server/model/prompt.py", "prompt_of"): "what a language model is told",
    ("server/monitoring.py", "Metrics"): "the descriptions of the metrics",
    ("server/monitoring.py", "_MEANINGS"): "the descriptions of the metrics",
    ("server/monitoring.py", "health_ready"): "the answer to a program that watches the server",
}
"""(module, name at its top) -> the words for players or programmers that stand there."""


def words_of(statement: ast.AST) -> Iterator[tuple[int, str]]:
    """The strings of a statement, with their lines, that are neither docstrings nor the messages of errors and logs."""
    if isinstance(statement, ast.Raise | ast.Assert) or _is_text_alone(statement):
        return
    if isinstance(statement, ast.Call) and isinstance(statement.func, ast.Attribute):
        owner = statement.func.value
        if isinstance(owner, ast.Name) and owner.id in ("log", "logger"):
            return
    for part in ast.iter_child_nodes(statement):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.lineno, part.value
        yield from words_of(part)


def _is_text_alone(statement: ast.AST) -> bool:
    """True for a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def name_of(statement: ast.stmt) -> str:
    """The name that a statement at the top of a module defines."""
    if isinstance(statement, ast.Assign):
        return getattr(statement.targets[0], "id", "")
    if isinstance(statement, ast.AnnAssign):
        return getattr(statement.target, "id", "")
    return getattr(statement, "name", "")


def phrases(source: str, module: str) -> list[str]:
    """The phrases in the code of a module, with their lines."""
    return [
        f"{module}:{line}: {word[:80]}"
        for statement in ast.parse(source).body
        if (module, name_of(statement)) not in AT_HOME
        for line, word in words_of(statement)
        if PHRASE.search(word)
    ]


@pytest.mark.slow
def test_no_sentence_stands_in_the_code() -> None:
    found: list[str] = []
    for floor in SPEAKING:
        for path in sorted((PACKAGE / floor).rglob("*.py")):
            found += phrases(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE).as_posix())
    assert not found, "they belong in a file of src/noretreat/data:\n" + "\n".join(found)


def test_sentences_and_their_parts_are_found() -> None:
    source = (
        'A = {"-track": "; it will return"}\ndef f(n):\n    """Not this one."""\n    return f"{n} is lost for good"\n'
    )
    assert phrases(source, "rules/x.py") == ["rules/x.py:1: ; it will return", "rules/x.py:4:  is lost for good"]
    assert phrases('raise ValueError("there is no such unit")\nlog.info("it is all right")', "rules/x.py") == []
