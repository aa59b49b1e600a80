"""The garbage collector of a process that serves looks at what is new, and at everything when nobody waits."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from noretreat.server import tidiness
from noretreat.server.tidiness import Tidiness, tidying


class Knot:
    """Something that refers to itself: only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.unfreeze()
    assert (gc.get_threshold(), sys.getswitchinterval()) == before
    assert not any(isinstance(one, Tidiness) for one in gc.callbacks)


@pytest.mark.slow
def test_what_a_collection_leaves_is_not_walked_through_again() -> None:
    asyncio.run(_set_aside())


async def _set_aside() -> None:
    async with tidying(wanted=True):
        assert gc.get_threshold() == tidiness.YOUNG
        assert sys.getswitchinterval() == pytest.approx(tidiness.TURNS)
        aside = gc.get_freeze_count()
        assert aside > 10_000
        kept = [[] for _ in range(1000)]  # type: ignore[var-annotated]
        knot = weakref.ref(Knot())
        gc.collect()
        assert knot() is None, "what is new is collected as ever"
        assert gc.get_freeze_count() >= aside + len(kept)
        assert len(gc.get_objects(2)) < aside / 2
    assert gc.get_freeze_count() == 0


def test_a_process_that_is_not_alone_is_left_as_it_is() -> None:
    asyncio.run(_left_alone())


async def _left_alone() -> None:
    before = gc.get_threshold(), len(gc.callbacks)
    async with tidying(wanted=False):
        assert (gc.get_threshold(), len(gc.callbacks)) == before


@pytest.mark.slow
def test_knots_set_aside_are_freed_when_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    tidy, held = Tidiness(), Knot()
    knot = weakref.ref(held)
    gc.callbacks.append(tidy)
    try:
        tidy.walk()
        gc.collect()
        del held
        gc.collect()
        assert knot() is not None, "it was set aside"
        monkeypatch.setattr(tidiness, "MANY", -100_000)
        monkeypatch.setattr(tidiness, "IDLE", -1.0)
        tidy.look()
        assert knot() is not None, "somebody may wait"
        monkeypatch.setattr(tidiness, "IDLE", 2.0)
        tidy.look()
        assert knot() is None
    finally:
        gc.callbacks.remove(tidy)
