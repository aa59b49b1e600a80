"""Writes the English of questions and log lines for the client, from the sentences that the server says.

They stand in `prompts.py` (`PROMPTS`) and `wording.py` (`LOG`) of `explain/sentences`, and nowhere else is anything to
be changed: `prompt.json` and `log.json` of `web/src/i18n/en` get them from there. The other texts of these files are
the client's own, and are edited by hand.
Run: `python tools/make_docs.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from noretreat.explain.sentences.prompts import PROMPTS
from noretreat.explain.sentences.wording import LOG

FOLDER: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "i18n" / "en"
Message = str | dict[str, str]


def said() -> dict[str, dict[str, Message]]:
    """The sentences of each file by their keys."""
    return {
        "prompt": {f"prompt.{name}": one.text for name, one in PROMPTS.items()},
        "log": {f"log.{name}": text for name, text in LOG.items()},
    }


def build(name: str) -> str:
    """A file: what is there in its order, each sentence of the server as it is now, new ones at the end."""
    old = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return json.dumps(old | said()[name], indent=2, ensure_ascii=False) + "\n"


def files() -> dict[Path, Callable[[], str]]:
    """Both files, and what makes their text."""
    return {FOLDER / f"{name}.json": partial(build, name) for name in said()}
