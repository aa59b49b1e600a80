"""The garbage collector of a process that serves looks at what is new, and at everything when nobody waits."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from noretreat.cli import main
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


def test_garbage_is_looked_for_from_the_end_of_a_start_on() -> None:
    asyncio.run(_started())


async def _started() -> None:
    """What the start has left is set aside unseen: nobody waits for a walk through it."""
    knot = weakref.ref(Knot())
    gc.disable()
    try:
        async with tidying(wanted=True):
            assert gc.isenabled()
            assert knot() is not None
    finally:
        gc.enable()


def test_nobody_looks_for_garbage_while_a_command_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def reading(words: list[str]) -> None:
        seen.append(gc.isenabled())
        raise SystemExit

    monkeypatch.setattr(main, "_read", reading)
    with pytest.raises(SystemExit):
        main.main(["play"])
    assert (seen, gc.isenabled()) == ([False], True)


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
