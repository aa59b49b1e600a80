"""Answers for which the words of questions and of the log make no difference: who asks them, what is sent.

While such an answer is made the words are not there, so it cannot contain any; and one that was made before does not
become old when only a word changes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final, TypeVar

from tools.remembered import ROOT, content, digest, remembered

TABLES: Final = {
    "src/noretreat/explain/sentences/prompts.py": "PROMPTS",
    "src/noretreat/explain/sentences/wording.py": "LOG",
}
"""Module -> its table of sentences."""
Answer = TypeVar("Answer")


def remembered_without_words(name: str, make: Callable[[], Answer]) -> Answer:
    """As `remembered`, for an answer without words of questions and of the log."""

    def silent() -> Answer:
        with without_words():
            return make()

    return remembered(name, silent, mark)


@contextmanager
def without_words() -> Iterator[None]:
    """Takes the words out of both tables for a while."""
    from noretreat.explain.sentences.prompts import PROMPTS
    from noretreat.explain.sentences.wording import LOG

    prompts, log = dict(PROMPTS), dict(LOG)
    PROMPTS.update({name: one._replace(text="") for name, one in prompts.items()})
    LOG.update(dict.fromkeys(log, ""))
    try:
        yield
    finally:
        PROMPTS.update(prompts)
        LOG.update(log)


@cache
def mark(file: str) -> str:
    """A mark of the content of a file; of a table of sentences without their words."""
    return (
        digest(silenced((ROOT / file).read_text(encoding="utf-8"), TABLES[file]).encode())
        if file in TABLES
        else content(file)
    )


def silenced(source: str, table: str) -> str:
    """A module with its table of sentences as it would be without their words; its names and all else stay."""
    tree = ast.parse(source)
    for line in tree.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.target.id == table:
            assert isinstance(line.value, ast.Dict)
            for sentence in line.value.values:
                for part in ast.walk(sentence):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        part.value = ""
    return ast.dump(tree)
