"""Syntax trees of source files, for tests that read them."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def parsing() -> Iterator[None]:
    """Keeps garbage from being collected: in a collection another thread may parse as well, and CPython 3.11 keeps one
    count of the depth for both ("AST constructor recursion depth mismatch", gh-106905).
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    with parsing():
        return ast.parse(path.read_text(encoding="utf-8"))
