"""The referee: games and matches between players, their results, and the statistics on them."""
