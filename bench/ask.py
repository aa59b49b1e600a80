"""Measures "Ask": where the passage that answers a question of a player stands among those that are found.

    .venv/bin/python bench/ask.py [open|kept|all] [--missed] [title=3 ...]            (make bench ARGS=ask)

The questions are in `bench/questions/rules.*.json`, 60 a language (Spanish 40), with the passages that answer them.
They were written by people who had not seen the search; it was made with those that are not kept aside (`open`,
what is asked when nothing is said), and asked the others (`kept`) afterward. `--missed` lists what is not found first,
with what is found instead; a weight of `web/src/search/search.ts` can be tried by its name. `web/ask-bench.js` does the
asking, with the books and the search as the page has them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:1] = [str(ROOT)]

from tools import setup  # noqa: E402


def main() -> int:
    """Asks all questions of the half that is named."""
    node = setup.BIN / f"node{setup.EXE}"
    return subprocess.call([str(node), "ask-bench.js", *sys.argv[1:]], cwd=str(ROOT / "web"))


if __name__ == "__main__":
    raise SystemExit(main())
