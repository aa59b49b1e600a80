"""Syntax trees of source files, for tests that read them."""

from __future__ import annotations

import ast
import gc
from pathlib import Path


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file.

    Garbage is not collected meanwhile: in a collection another thread may parse as well, and CPython 3.11 keeps one
    count of the depth for both ("AST constructor recursion depth mismatch", gh-106905).
    """
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        gc.enable()
