"""The floors of docs/architecture.md: each package imports only what lies below it, nothing imports itself in a circle,
and the core, the rules and what explains them stay pure.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from syntax import parsed

from tools.floors import FLOORS, ROOMS, rests_on, storeys

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "noretreat"

SHELLS = {"server", "cli"}  # may also use the public face, `import noretreat`
PURE = {"core", "rules", "cards", "explain", "orders", "game", "positions"}
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
IMPURE |= {"tomllib", "urllib", "uuid", "httpx", "litestar", "platformdirs", "sqlalchemy", "uvicorn"}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}
GENERATES = PACKAGE / "core" / "declared.py"
"""The one module that may `exec`: it writes the copying of a state out, from the fields as they are declared."""


def sources(floor: str) -> list[Path]:
    """Return the modules of a package, or the one module of that name."""
    module = PACKAGE / f"{floor}.py"
    return [module] if module.exists() else sorted((PACKAGE / floor).rglob("*.py"))


def name_of(path: Path) -> str:
    """Return the dotted name of a module of the package."""
    parts = ("noretreat", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) for everything a module imports; `from a import b` counts as `a.b`."""
    here = ("noretreat", *path.relative_to(PACKAGE).parts)
    for node in ast.walk(parsed(path)):
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
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for statement in node.body
        for line in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    }


def offences(floor: str, path: Path) -> Iterator[str]:
    """Yield what a module of a floor imports or calls against the rule."""
    for_types = type_only_lines(path)
    for line, name in imports(path):
        top, _, rest = name.partition(".")
        below = rest.partition(".")[0]
        where = f"{path.relative_to(PACKAGE.parent)}:{line} imports {name}"
        if top == "noretreat" and below in FLOORS:
            if below != floor and below not in FLOORS[floor]:
                yield where
        elif top == "noretreat" and below != "__version__" and floor not in SHELLS:
            yield f"{where} (the public face is for those outside the library)"
        elif floor in PURE and top in IMPURE and line not in for_types:
            yield f"{where} ({floor} is pure)"
    if floor in PURE:
        for node in ast.walk(parsed(path)):
            if path == GENERATES and isinstance(node, ast.Call) and ast.unparse(node.func) == "exec":
                continue
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
                yield f"{path.relative_to(PACKAGE.parent)}:{node.lineno} calls {node.func.id}() ({floor} is pure)"


@cache
def arrows() -> dict[str, set[str]]:
    """Return for each module the modules it imports when it runs, those imported inside functions too."""
    paths = {name_of(path): path for path in PACKAGE.rglob("*.py")}
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        for_types = type_only_lines(path)
        taken = {wanted for line, wanted in imports(path) if line not in for_types}
        # `from a import b` takes the module a.b, or a name out of the module a.
        found[name] = {wanted if wanted in paths else wanted.rpartition(".")[0] for wanted in taken} & set(paths)
        found[name] -= {name}
    return found


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return each group of modules that reach one another (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        open_.append(name)
        for other in sorted(graph[name]):
            if other not in order:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in open_:
                lowest[name] = min(lowest[name], order[other])
        if lowest[name] == order[name]:
            group = [open_.pop()]
            while group[-1] != name:
                group.append(open_.pop())
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in order:
            visit(name)
    return found


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_imports_only_what_is_below_it(floor: str) -> None:
    assert sources(floor), f"there is no {floor}"
    found = [offence for path in sources(floor) for offence in offences(floor, path)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("floor", "room"), [(floor, room) for floor, rooms in ROOMS.items() for room in rooms])
def test_a_room_imports_only_what_lies_below_it(floor: str, room: str) -> None:
    inside = {name for name in arrows() if f"{name}.".startswith(f"noretreat.{floor}.{room}.")}
    named = {other for name in inside for other in arrows()[name] if other.startswith(f"noretreat.{floor}.")}
    assert inside
    assert {other.split(".")[2] for other in named} - {room} == set(ROOMS[floor][room]), "the table names no more"


@pytest.mark.parametrize("floor", ROOMS)
def test_rooms_stand_above_those_that_they_import(floor: str) -> None:
    order = list(ROOMS[floor])
    for room, below_it in ROOMS[floor].items():
        assert all(order.index(other) < order.index(room) for other in below_it), room


def test_nothing_imports_itself_in_a_circle() -> None:
    """Imports hidden in functions count; those for type checkers alone do not."""
    assert not circles(arrows())


def test_a_circle_would_be_found() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"a"}}
    assert circles(graph) == [["a", "b", "c"]]


def below(floor: str) -> set[str]:
    """What the picture shows below a floor."""
    return {other for direct in rests_on(floor) for other in {direct} | below(direct)}


def test_the_picture_of_the_floors_shows_what_they_may_import() -> None:
    assert {floor: below(floor) for floor in FLOORS} == {floor: set(lower) for floor, lower in FLOORS.items()}
    assert sorted(floor for storey in storeys() for floor in storey) == sorted(FLOORS)
    assert all(len({rests_on(floor) for floor in storey}) == 1 for storey in storeys()), "one line for each storey"


def test_every_package_has_its_floor() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    assert packages | modules == set(FLOORS), "give the newcomer a place in FLOORS"
    for floor, rooms in ROOMS.items():
        inside = [*(PACKAGE / floor).glob("*.py"), *(path.parent for path in (PACKAGE / floor).glob("*/__init__.py"))]
        found = {path.stem for path in inside} - {"__init__"}
        assert found == set(rooms), "give the newcomer a place in ROOMS"


def test_the_public_face_does_not_reach_for_the_shells() -> None:
    """What it names of the saves it imports only when that is asked for (tests/test_public_face.py)."""
    face = PACKAGE / "__init__.py"
    for line, name in imports(face):
        if line in type_only_lines(face) and name == "noretreat.storage.savegame":
            continue
        assert not name.startswith(("noretreat.server", "noretreat.cli", "noretreat.storage")), f"line {line}: {name}"
