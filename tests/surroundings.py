"""What all tests find, and all programs that they start: the package of this checkout, and compiled code that is kept.

Imported first of all by `conftest.py`, before anything of the package.
"""

from __future__ import annotations

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


_of_this_checkout()
_keep_compiled()
