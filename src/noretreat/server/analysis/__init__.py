"""Analysis of games: replay, hints, sandboxes, and the record of the dice."""
