"""All games: playing, the list, new games, open seats, bidding for sides, review."""
