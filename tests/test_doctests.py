"""The examples in the docstrings of the public face run."""

from __future__ import annotations

import doctest

import noretreat
from noretreat import positions


def test_examples_of_the_package() -> None:
    found = doctest.testmod(noretreat)
    assert found.attempted > 0
    assert found.failed == 0


def test_examples_of_the_position_builder() -> None:
    found = doctest.testmod(positions)
    assert found.attempted > 0
    assert found.failed == 0
