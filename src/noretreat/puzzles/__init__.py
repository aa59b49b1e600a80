"""Puzzles: positions with one clear task, judged by the rules (docs/adding-a-puzzle.md)."""
