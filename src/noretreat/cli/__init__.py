"""The command line: one small module for each command."""

from noretreat import new_game as _  # noqa: F401  (mistakes in the game's own data are told here, and end every command)
