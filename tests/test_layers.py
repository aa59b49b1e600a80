"""The layers of docs/architecture.md: each package imports only what lies below it, and the core stays pure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "noretreat"

MAY_IMPORT = {
    "data": set(),
    "rules": {"data"},
    "cards": {"data", "rules"},
    "orders": {"data", "rules"},
    "ai": {"data", "rules", "cards"},
    "storage": {"data", "rules", "cards"},
    "server": {"data", "rules", "cards", "orders", "ai", "storage"},
    "cli": {"data", "rules", "cards", "orders", "ai", "storage", "server"},
}
SHELLS = {"server", "cli"}  # may also use the public face, `import noretreat`
PURE = {"rules", "cards", "orders"}
# No chance, no clock, no files, no network, no processes in the core: dice and deals are actions, facts come from data.
IMPURE = {
    "asyncio",
    "datetime",
    "glob",
    "http",
    "io",
    "logging",
    "multiprocessing",
    "os",
    "pathlib",
    "pickle",
    "random",
}
IMPURE |= {"secrets", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time"}
IMPURE |= {"tomllib", "urllib", "uuid", "aiosqlite", "httpx", "litestar", "platformdirs", "sqlalchemy", "uvicorn"}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) for everything a module imports; `from a import b` counts as `a.b`."""
    here = ("noretreat", *path.relative_to(PACKAGE).parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(here[: len(here) - node.level]) if node.level else []
            base += [node.module] if node.module else []
            yield from ((node.lineno, ".".join([*base, name.name])) for name in node.names)


def type_only_lines(path: Path) -> set[int]:
    """Return the lines under `if TYPE_CHECKING:`, which never run: naming a Path there makes nothing impure."""
    return {
        line
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for statement in node.body
        for line in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    }


def offences(layer: str, path: Path) -> Iterator[str]:
    """Yield what a module of `layer` imports or calls against the rule."""
    for_types = type_only_lines(path)
    for line, name in imports(path):
        top, _, rest = name.partition(".")
        below = rest.partition(".")[0]
        where = f"{path.relative_to(PACKAGE.parent)}:{line} imports {name}"
        if top == "noretreat" and below in MAY_IMPORT:
            if below != layer and below not in MAY_IMPORT[layer]:
                yield where
        elif top == "noretreat" and below != "__version__" and layer not in SHELLS:
            yield f"{where} (the public face is for those outside the library)"
        elif layer in PURE and top in IMPURE and line not in for_types:
            yield f"{where} ({layer} is pure)"
    if layer in PURE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
                yield f"{path.relative_to(PACKAGE.parent)}:{node.lineno} calls {node.func.id}() ({layer} is pure)"


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_layer_imports_only_what_is_below_it(layer: str) -> None:
    found = [offence for path in sorted((PACKAGE / layer).rglob("*.py")) for offence in offences(layer, path)]
    assert not found, "\n".join(found)


def test_every_package_has_its_layer() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert packages <= set(MAY_IMPORT), "give the new package a place in MAY_IMPORT"


def test_the_public_face_does_not_reach_for_the_shells() -> None:
    for line, name in imports(PACKAGE / "__init__.py"):
        assert not name.startswith(("noretreat.server", "noretreat.cli", "noretreat.storage")), f"line {line}: {name}"
