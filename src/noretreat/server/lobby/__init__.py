"""All games: the list, new games, open seats, finished games looked at again."""
