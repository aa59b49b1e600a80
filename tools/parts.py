"""The generated parts of a page that is otherwise written by hand, between `<!-- made: NAME -->` and `<!-- end -->`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

_PART: Final = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(page: str, makers: Mapping[str, Callable[[], str]]) -> str:
    """The page with its generated parts made anew, each by the maker of its name."""
    return _PART.sub(lambda part: f"{part[1]}{makers[part[2]]()}\n{part[3]}", page)
