"""The kinds of lasting effects: each has a row, and whoever looks ahead reads the rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from noretreat.core import lasting

PACKAGE = Path(lasting.__file__).parent.parent


def test_a_kind_without_a_row_is_not_imported() -> None:
    source = Path(lasting.__file__).read_text(encoding="utf-8")
    planted = source.replace('    SAVED = "saved"\n', '    SAVED = "saved"\n    PLANTED = "planted"\n', 1)
    assert planted != source
    with pytest.raises(TypeError, match=r"without a row in ROWS: PLANTED$"):
        exec(compile(planted, "lasting", "exec"), {"__name__": lasting.__name__})


@pytest.mark.parametrize("floor", ["explain", "ai"])
def test_who_looks_ahead_names_no_kind(floor: str) -> None:
    """Or a new kind would have to be entered there too."""
    naming = [path.name for path in (PACKAGE / floor).rglob("*.py") if "Kind." in path.read_text(encoding="utf-8")]
    assert naming == []
