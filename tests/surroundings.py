"""What all tests find, and all programs that they start: the package of this checkout, and compiled code that is kept.

Imported first of all by `conftest.py`, before anything of the package.
"""

from __future__ import annotations

import contextlib
import os
import sys

from tools import setup

SOURCES = str(setup.ROOT / "src")


def _of_this_checkout() -> None:
    """Put the sources beside the tests before a package that is installed: it may be that of another checkout."""
    others = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path and path != SOURCES]
    os.environ["PYTHONPATH"] = os.pathsep.join([SOURCES, *others])


def _keep_compiled() -> None:
    """Keep compiled code in a folder of its own where it may not lie beside its sources, as `make test` does: each
    server that a test starts would compile a thousand files anew, and take twice as long.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(setup.COMPILED))
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"]
        sys.dont_write_bytecode = False


def _keep_streams_open() -> None:
    """Let Abseil, which comes with OpenSpiel, take the real stream of errors for its log: it keeps the one that it
    finds when it is first imported, which in a test is a stream of pytest's, and closes that one as soon as another
    test sets up the log while its own output is caught. All tests after that fail.
    """
    with contextlib.redirect_stderr(sys.__stderr__), contextlib.suppress(ImportError):
        import absl.logging  # noqa: F401


_of_this_checkout()
_keep_compiled()
_keep_streams_open()
