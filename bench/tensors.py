"""Measures the cost of a tensor: the mean over all decisions of random games, the best and the median of blocks.

Run by `make bench`. The views are made beforehand. A block plays through them with a new encoder, as a learner that
plays on does; the second figure is that of an encoder that has seen them before, the third that of the first block of
all, in which a process meets every way for a counter to lie for the first time.
"""

from __future__ import annotations

import random
import statistics
import time

import noretreat
from noretreat.explain.knowledge.view import View
from noretreat.research import tensors

GAMES, BLOCKS = 6, 20


def views() -> list[View]:
    """The views of all decisions of some random games."""
    rng, found = random.Random(1), []
    for _ in range(GAMES):
        state = noretreat.new_game("barbarossa_1941")
        while (who := noretreat.actor(state)) is not None:
            if isinstance(who, noretreat.Side):
                found.append(noretreat.view(state, who))
            state, _ = noretreat.apply_trusted(state, rng.choice(noretreat.legal_actions(state)))
    return found


def mean(encoder: tensors.Encoder, seen: list[View]) -> float:
    """Microseconds of process time for a view."""
    start = time.process_time()
    for view in seen:
        encoder.encode(view)
    return (time.process_time() - start) / len(seen) * 1e6


def main() -> None:
    """Measures and prints."""
    seen = views()
    fresh = [mean(tensors.Encoder(), seen) for _ in range(BLOCKS)]
    kept = tensors.Encoder()
    mean(kept, seen)
    again = [mean(kept, seen) for _ in range(BLOCKS)]
    for name, times in (("a new encoder", fresh), ("once more", again)):
        best, usual = min(times), statistics.median(times)
        print(f"tensor of a view, {name}, us (mean; best and median block of {BLOCKS}): {best:.1f}; {usual:.1f}")
    print(f"tensor of a view, the first block of a process, us (mean): {fresh[0]:.1f}")


if __name__ == "__main__":
    main()
