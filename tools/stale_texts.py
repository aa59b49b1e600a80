"""Lists the translations that a changed English text has made stale: `python tools/stale_texts.py [REVISION]`.

A translation is stale if its English is another than at the revision (the place where the branch left `main`, if none
is named) and it is not. English is looked for where it is written: in the sentences and the data of the server, and in
the catalogues for what is the client's own. So it makes no difference whether `tools/make_docs.py` has run. A section
of a translated book is stale if its English is another than the one that was translated (`tools/translated_pages.py`).
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that the script runs from anywhere

from tools import check_catalogues, translated_pages  # noqa: E402

Texts = dict[str, dict[str, check_catalogues.Message]]
SHOW: Final = """
import json, sys
sys.path[:0] = [{root!r}, {root!r} + "/src"]
from tools import stale_texts
print(json.dumps(stale_texts.texts()))
"""


def texts() -> Texts:
    """All texts of each language in this working copy, the server's own among the English ones."""
    found = {language: check_catalogues.catalogue(language) for language in check_catalogues.FORMS}
    return {**found, "en": found["en"] | sentences() | check_catalogues.served()}


def sentences() -> dict[str, check_catalogues.Message]:
    """The questions and the lines of the log, in the English of their source; `tools/make_docs.py` hands it on."""
    try:
        from tools import make_english
    except ImportError:  # an earlier revision, where the catalogues had them
        return {}
    return {key: text for file in make_english.said().values() for key, text in file.items()}


def texts_of(revision: str) -> Texts:
    """`texts` at an earlier revision; raises `CalledProcessError` if git does not know it."""
    from tools.remembered import (
        content,
        known,
    )  # here, for `SHOW` imports this module where an earlier version of tools is

    command = ["git", "rev-parse", "--verify", f"{revision}^{{tree}}"]
    tree = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    return known("texts-of-revision", f"{tree} {content('tools/stale_texts.py')}", lambda: _texts_of(tree))


def _texts_of(tree: str) -> Texts:
    command = ["git", "archive", tree, "src", "tools", "web/src/i18n", "web/public/art"]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        here = Path(__file__)
        (Path(folder) / "tools" / here.name).write_bytes(here.read_bytes())
        script = SHOW.format(root=folder)
        done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, check=True)
    found: Texts = json.loads(done.stdout)
    return found


def base() -> str:
    """The commit at which this branch left the main one; the last one where there is no such branch."""
    for name in ("origin/main", "main"):
        done = subprocess.run(
            ["git", "merge-base", "HEAD", name], cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return done.stdout.strip()
    return "HEAD"


def stale(old: Texts, new: Texts) -> list[str]:
    """A line for each text whose English has changed while some translations have not."""
    lines = []
    for key, text in new["en"].items():
        if key in old["en"] and old["en"][key] != text:
            left = [name for name in new if name != "en" and key in new[name] and new[name][key] == old[name].get(key)]
            if left:
                lines.append(
                    f"{key}: English has changed, {', '.join(left)} not: {json.dumps(text, ensure_ascii=False)}"
                )
    return lines


def main() -> int:
    """Prints the stale translations; 1 if there are any."""
    revision = sys.argv[1] if len(sys.argv) > 1 else base()
    try:
        lines = [*stale(texts_of(revision), texts()), *translated_pages.stale_sections()]
    except subprocess.CalledProcessError as error:
        print((error.stderr or b"").decode(errors="replace").strip().splitlines()[-1])
        return 2
    print("\n".join(lines) or f"No translation is stale since {revision[:12]}.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
