"""Builds the documentation site in `build/site` from docs/, the README and the docstrings: `make docs`.

The pages are read where they stand, so that the same links work in a forge's file view and here. This script gathers
them in `build/pages`, turns links that leave docs/ into links of the site, and adds the pages of the API; `mkdocs.yml`
has the navigation and the looks, and Zensical builds it.
"""

from __future__ import annotations

import argparse
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Final

from tools import make_docs

ROOT: Final = Path(__file__).resolve().parents[1]
DOCS: Final = ROOT / "docs"
PAGES: Final = ROOT / "build" / "pages"
SITE: Final = ROOT / "build" / "site"
CONFIG: Final = ROOT / "mkdocs.yml"
MOVED: Final = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
    "bench/results.md": "measurements.md",
    "bench/tried.md": "tried.md",
}
"""Pages that are not in docs/, and their place on the site."""
LINK: Final = re.compile(r"""(?P<before>\]\(|(?:href|src)=")(?P<target>[^)"#\s]+)(?P<rest>(?:#[^)"\s]*)?[)"])""")
NAMED: Final = re.compile(r"\[(?:docs/)?[\w-]+\.md\]\((?P<target>[\w-]+\.md)")
"""A link whose words are the name of the file."""

FACE: Final = {
    "Playing": "new_game Options actor Chance Side legal_actions Action apply apply_trusted Event outcome Outcome "
    "IllegalAction why_not Reason RULES_VERSION UnknownName",
    "States and views": "State svg view View Observation observe position write_position write_state PositionError "
    "Picture",
    "The board": "hexes neighbors distance is_river units unit_name place_name place_of units_at hand_of deck "
    "card_title turns reach Reach supply_of Supply zone_of odds_for OddsView forecast_of Forecast control_of held_by "
    "points_of stacks_of unsupplied_of cut_off_of",
    "Players": "Player Contender LEVELS player_of play_game Record play_out Fate",
    "Files and words": "dump load to_json from_json notation read Reading scenario_ids ruleset_ids load_scenario "
    "load_ruleset add_scenario add_ruleset DataError",
}
"""The names of `noretreat`, in the order of their page."""
MODULES: Final = {
    "actions": ("Actions", "noretreat.core.actions"),
    "events": ("Events", "noretreat.core.events"),
    "facts": ("Facts", "noretreat.data.facts"),
    "views": ("Views", "noretreat.explain.knowledge.view"),
    "saves": ("Saves", "noretreat.storage.savegame"),
    "codec": ("Numbers for actions", "noretreat.research.codec"),
    "tensors": ("Tensors", "noretreat.research.tensors"),
    "table": ("A table for learners", "noretreat.research.table"),
    "zoo": ("PettingZoo", "noretreat.research.zoo"),
    "solo": ("Gymnasium", "noretreat.research.solo"),
    "openspiel": ("OpenSpiel", "noretreat.research.openspiel"),
    "benchmarks": ("Small benchmarks", "noretreat.research.benchmarks"),
    "records": ("Records of games", "noretreat.research.records"),
}
"""The pages of the API that show a module each."""


def pages() -> Iterator[tuple[str, Callable[[], str]]]:
    """Each page of the site with the function that makes its text, links and all: some take seconds."""
    for path in sorted(DOCS.glob("*.md")):
        yield path.name, partial(_read, path, "docs")
    for path in sorted(DOCS.glob("??/*.md")):
        folder = f"docs/{path.parent.name}"
        yield target_of(path.name, folder), partial(_read, path, folder)
    for name, page in MOVED.items():
        yield page, partial(_read, ROOT / name, posixpath.dirname(name))
    for path, build in make_docs.indexes().items():
        yield path.name, partial(_made, build)
    yield "api.md", face
    for name, (title, module) in MODULES.items():
        yield f"api-{name}.md", partial(_of_module, title, module)


def _read(path: Path, folder: str) -> str:
    return in_site(path.read_text(encoding="utf-8"), folder)


def _made(build: Callable[[], str]) -> str:
    return in_site(build(), "docs")


def _of_module(title: str, module: str) -> str:
    return f"# {title}\n\n::: {module}\n    options:\n      show_root_toc_entry: false\n"


def face() -> str:
    """The page of `import noretreat`."""
    lines = [
        "# The library",
        "",
        "What `import noretreat` gives. [An hour in the library](library.md) walks through it.",
        "",
    ]
    for title, names in FACE.items():
        lines += [f"## {title}", ""]
        for name in names.split():
            lines += [f"::: noretreat.{name}", "    options:", "      heading_level: 3", ""]
    lines += [
        "## Modules",
        "",
        "`noretreat.actions`, `noretreat.events` and `noretreat.savegame` have pages of their own:",
    ]
    lines += ["[actions](api-actions.md), [events](api-events.md), [saves](api-saves.md).", ""]
    return "\n".join(lines)


def in_site(text: str, folder: str) -> str:
    """A page of this folder as the site has it: its links lead to pages and carry their names, examples are marked."""

    def moved(link: re.Match[str]) -> str:
        return link["before"] + target_of(link["target"], folder) + link["rest"]

    def named(link: re.Match[str]) -> str:
        return f"[{navigation().get(link['target'], link['target'])}]({link['target']}"

    return NAMED.sub(named, LINK.sub(moved, text)).replace("```python\n>>>", "```pycon\n>>>")


@cache
def navigation() -> dict[str, str]:
    """The pages that the navigation leads to, each with its name there."""
    found = re.findall(r"^ +- (.+): ([\w-]+\.md)$", CONFIG.read_text(encoding="utf-8"), re.MULTILINE)
    return {page: name for name, page in found}


def target_of(target: str, folder: str) -> str:
    """The page of the site that a link of a page in this folder leads to."""
    if ":" in target:
        return target
    path = posixpath.normpath(posixpath.join(folder, target))
    if book := re.fullmatch(r"docs/(?P<language>\w\w)/(?P<name>[\w-]+)\.md", path):
        path = f"docs/{book['name']}-{book['language']}.md"
    return MOVED.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else f"repository/{path}")


def gather() -> None:
    """Writes all pages to `build/pages`, beside the pictures and files that they link to."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(DOCS, PAGES, ignore=shutil.ignore_patterns("*.md"))
    shutil.copyfile(ROOT / "tools" / "site.css", PAGES / "site.css")
    for name, build in pages():
        text = build()
        (PAGES / name).write_text(text, encoding="utf-8", newline="\n")
        for path in re.findall(r"\(repository/([^)#]+)", text):
            place = PAGES / "repository" / path
            if (ROOT / path).is_file():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / path, place)


def faults() -> Iterator[str]:
    """The faults in the pages in `build/pages` that the strict build does not see."""
    names = {path.name for path in PAGES.glob("*.md")}
    yield from (f"mkdocs.yml leads to {page}, which is not there" for page in navigation() if page not in names)
    yield from (f"{page}: no way leads there, name it in mkdocs.yml" for page in sorted(names - set(navigation())))
    for name in sorted(names):
        for link in LINK.finditer((PAGES / name).read_text(encoding="utf-8")):
            if ":" not in link["target"] and not (PAGES / link["target"]).is_file():
                yield f"{name}: a link leads to {link['target']}, which is not there"


def main() -> int:
    """Builds the site, or shows it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--serve", action="store_true", help="show the site at http://localhost:8000")
    asked = parser.parse_args()
    gather()
    wrong = list(faults())
    print("\n".join(wrong), end="\n" if wrong else "")
    if wrong and not asked.serve:
        return 1
    command = [sys.executable, "-m", "zensical", *(["serve"] if asked.serve else ["build", "--clean", "--strict"])]
    return subprocess.run([*command, "--config-file", str(CONFIG)], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
