"""Writes the English of questions, log lines and labels for the client, from the sentences that the server says.

They stand in `prompts.py` (`PROMPTS`) and `wording.py` (`LOG`) of `explain/sentences` and in `data/labels.toml`, and
nowhere else is anything to be changed: `prompt.json`, `log.json`, `label.json` and `words.json` of `web/src/i18n/en`
get them from there. The other texts of these files are the client's own, and are edited by hand.
Run: `python tools/make_docs.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from noretreat.data.load import load_labels
from noretreat.explain.sentences.prompts import PROMPTS
from noretreat.explain.sentences.wording import LOG

FOLDER: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "i18n" / "en"
WORDS: Final = ("kind-", "terrain-", "weather-")
"""Labels that the client has among its words."""
Message = str | dict[str, str]


def said() -> dict[str, dict[str, Message]]:
    """The sentences of each file by their keys."""
    return {
        "prompt": {f"prompt.{name}": one.text for name, one in PROMPTS.items()},
        "log": {f"log.{name}": text for name, text in LOG.items()},
        "label": {f"label.{code}": text for code, text in load_labels().items() if not code.startswith(WORDS)},
        "words": {f"words.{code}": text for code, text in load_labels().items() if code.startswith(WORDS)},
    }


def build(name: str) -> str:
    """A file: what is there in its order, each sentence of the server as it is now, new ones at the end."""
    old = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return json.dumps(old | said()[name], indent=2, ensure_ascii=False) + "\n"


def files() -> dict[Path, Callable[[], str]]:
    """The files, and the functions that make their text."""
    return {FOLDER / f"{name}.json": partial(build, name) for name in said()}
