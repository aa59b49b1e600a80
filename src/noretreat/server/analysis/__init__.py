"""Games looked into: replay, hints, sandboxes, and how the dice fell."""
