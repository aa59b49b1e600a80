"""The documentation site: what its pages are made from.

The build in `make check` looks after the links, and after a way to each page; here is seen that it would tell.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import noretreat
from tools import make_site


def test_every_public_name_is_on_the_page_of_the_library_or_has_its_own() -> None:
    shown = {name for names in make_site.FACE.values() for name in names.split()}
    assert shown | {"actions", "events", "savegame"} == set(noretreat.__all__)


@pytest.mark.parametrize(
    ("text", "folder", "expected"),
    [
        ("see [rules](rules.md#6-supply)", "docs", "see [rules](rules.md#6-supply)"),
        ("see [rules.md](rules.md)", "docs", "see [The rulebook](rules.md)"),
        ("see [docs/rules.md](docs/rules.md)", "", "see [The rulebook](rules.md)"),
        (
            "[Kapitel 6](#6-versorgung), [Wörter](glossary.md)",
            "docs/de",
            "[Kapitel 6](#6-versorgung), [Wörter](glossary-de.md)",
        ),
        ("[switches](../rule-sets.md)", "docs/de", "[switches](rule-sets.md)"),
        ("[new](../CHANGELOG.md)", "docs", "[new](changelog.md)"),
        ("[a test](tests/test_layers.py)", "", "[a test](repository/tests/test_layers.py)"),
        ("[a page](https://semver.org)", "docs", "[a page](https://semver.org)"),
        ('<img src="docs/screens/board.webp">', "", '<img src="screens/board.webp">'),
        ("```python\n>>> 1\n1\n```", "docs", "```pycon\n>>> 1\n1\n```"),
    ],
)
def test_links_lead_to_the_pages_of_the_site(text: str, folder: str, expected: str) -> None:
    assert make_site.in_site(text, folder) == expected


def test_dead_links_and_pages_without_a_way_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_site, "PAGES", tmp_path)
    lost = "lost"
    for name in make_site.navigation():
        (tmp_path / name).write_text("[home](index.md)", encoding="utf-8")
    assert list(make_site.faults()) == []
    (tmp_path / "rules.md").write_text("![map](map.svg)", encoding="utf-8")
    (tmp_path / f"{lost}.md").write_text("# Lost", encoding="utf-8")
    (tmp_path / "dice.md").unlink()
    assert list(make_site.faults()) == [
        "mkdocs.yml leads to dice.md, which is not there",
        f"{lost}.md: no way leads there, name it in mkdocs.yml",
        "rules.md: a link leads to map.svg, which is not there",
    ]
