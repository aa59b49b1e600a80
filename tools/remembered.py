"""Answers that are kept from one run to the next, in `build/remembered`, while nothing they were made from has changed.

As in a build system: while an answer is made, every file of the repository that is opened and every module of it that
is imported is noted. The answer is taken again only if each of these files has the same content, the repository the
same names of files, and Python, the installed packages and the environment are the same. What was opened earlier in
the process counts for all that is made later, since it may have been kept in memory. Where that cannot be known,
because the rules were imported before this module, a module comes from another place, or another process was asked,
nothing is remembered.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "build" / "remembered"
"""Can be deleted at any time."""
ELSEWHERE: Final = frozenset((".git", ".venv", "node_modules", "__pycache__", "build", "dist", "shots"))
"""Folders that no answer is made from, and those that begin with a dot."""
MOST: Final = 3
"""So many answers of a name are kept: a change that is taken back costs nothing."""
SETTINGS: Final = ("COLUMNS", "LANG", "LC_ALL", "LANGUAGE", "PYTHONUTF8", "TZ")
FORKS: Final = frozenset(("subprocess.Popen", "os.system", "os.fork", "os.exec", "os.posix_spawn"))
Answer = TypeVar("Answer")

_SEES_ALL: Final = not any(name.partition(".")[0] == "noretreat" for name in sys.modules)
_BEGAN: Final = time.time_ns()
_opened: set[str] = set()
_contents: dict[str, str] = {}
_asked_others = False


def digest(text: bytes) -> str:
    """A mark of some bytes, which no others have."""
    return hashlib.blake2b(text, digest_size=16).hexdigest()


def _note(event: str, args: tuple[Any, ...]) -> None:
    global _asked_others
    if event == "open" and isinstance(args[0], str):
        _opened.add(args[0])
    elif event in FORKS:
        _asked_others = True


if _SEES_ALL:
    sys.addaudithook(_note)


def content(file: str) -> str:
    """A mark of the content of a file, by its path from the root."""
    if file not in _contents:
        _contents[file] = "none"
        with suppress(OSError):
            _contents[file] = digest((ROOT / file).read_bytes())
    return _contents[file]


def remembered(name: str, make: Callable[[], Answer], mark: Callable[[str], str] = content) -> Answer:
    """The answer of this name, which JSON can hold: as it was made before, or made now.

    `mark` may leave out of a file what `make` is certain not to see.
    """
    if not _SEES_ALL:
        return make()
    path, kept = FOLDER / f"{name}.json", list[dict[str, Any]]()
    with suppress(OSError, ValueError, KeyError):
        kept = json.loads(path.read_text(encoding="utf-8"))["kept"]
        for one in kept:
            if one["around"] == around() and one["mark"] == _mark_of(one["files"], mark):
                answer: Answer = one["answer"]
                return answer
    answer = make()
    files = sorted(_noted())
    if not _asked_others and not _strangers() and not _changed_since(files):
        new = {"around": around(), "files": files, "mark": _mark_of(files, mark), "answer": answer}
        _write(path, {"kept": [new, *kept[: MOST - 1]]})
    return answer


def known(name: str, key: str, make: Callable[[], Answer]) -> Answer:
    """The answer of this name, where its key says all that it depends on beside Python and the installed packages."""
    path, whole = FOLDER / f"{name}.json", f"{key} {_surroundings()}"
    with suppress(OSError, ValueError, KeyError):
        kept: Answer = json.loads(path.read_text(encoding="utf-8"))[whole]
        return kept
    answer = make()
    _write(path, {whole: answer})
    return answer


class OfFiles:
    """What a function makes of single files and of nothing else, by the file's content."""

    def __init__(self, name: str, make: Callable[[Path], Any], module: str) -> None:
        self._make, self._path = make, FOLDER / f"files-{name}.json"
        self._module = f"{content(module)} {sys.version}"
        self._kept: dict[str, Any] = {}
        self._used: dict[str, Any] = {}
        with suppress(OSError, ValueError, KeyError):
            self._kept = json.loads(self._path.read_text(encoding="utf-8"))[self._module]

    def of(self, path: Path) -> Any:
        """What the function makes of this file."""
        mark = digest(path.read_bytes())
        if mark not in self._used:
            self._used[mark] = self._kept[mark] if mark in self._kept else self._make(path)
        return self._used[mark]

    def keep(self) -> None:
        """Writes down what was asked for, if any of it is new."""
        if self._used.keys() - self._kept.keys():
            _write(self._path, {self._module: self._used})


def _write(path: Path, kept: dict[str, Any]) -> None:
    """As a whole or not at all; a folder that cannot be written to only makes the next run slower."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{os.getpid()}")
        new.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
        new.replace(path)


def _noted() -> set[str]:
    """The files of the repository that were opened or imported in this process, as paths from its root."""
    modules = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    found = set()
    for path in (*_opened, *filter(None, modules)):
        whole = os.path.abspath(path)
        if whole.startswith(f"{ROOT}{os.sep}"):
            name = Path(whole).relative_to(ROOT)
            if not any(_elsewhere(part) for part in name.parts):
                found.add(name.as_posix())
    return found


def _strangers() -> bool:
    """True if a module comes neither from the repository nor from what is installed: nothing says when it changes."""
    known = tuple(f"{os.path.abspath(folder)}{os.sep}" for folder in (ROOT, sys.prefix, sys.base_prefix))
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return any(file and not os.path.abspath(file).startswith(known) for file in files)


def _elsewhere(folder: str) -> bool:
    return folder in ELSEWHERE or folder.startswith(".")


def _changed_since(files: list[str]) -> bool:
    """True if one of these files may have changed after it was read; clocks of file systems are coarse."""
    with suppress(OSError):
        return any((ROOT / file).stat().st_mtime_ns > _BEGAN - 50_000_000 for file in files if (ROOT / file).exists())
    return True


def _mark_of(files: list[str], mark: Callable[[str], str]) -> str:
    return digest("\n".join(map(mark, files)).encode())


@cache
def around() -> str:
    """A mark of all that is not the content of a file: names of files, Python, installed packages, settings."""
    settings = [f"{name}={value}" for name, value in sorted(os.environ.items()) if _is_setting(name)]
    return digest("\n".join([_surroundings(), *settings, *sorted(_names(ROOT))]).encode())


@cache
def _surroundings() -> str:
    """A mark of Python and the installed packages."""
    packages = sorted(
        name for folder in sys.path if os.path.isdir(folder) and not folder.startswith(f"{ROOT}{os.sep}src")
        for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-link", ".pth"))
    )  # fmt: skip
    return digest("\n".join([sys.version, *packages]).encode())


def _is_setting(name: str) -> bool:
    return name in SETTINGS or name.startswith("NORETREAT_")


def _names(folder: Path) -> Iterator[str]:
    """The names of all files below a folder, but for those that are installed, built or kept by tools."""
    for where, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not _elsewhere(name)]
        yield from (f"{where}/{name}" for name in files)
