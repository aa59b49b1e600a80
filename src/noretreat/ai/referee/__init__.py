"""The referee: games and matches between players, what came of them, and what the figures say."""
