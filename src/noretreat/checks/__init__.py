"""Checks of the whole game: random games that are watched, lessons played through, data files against the rules."""
