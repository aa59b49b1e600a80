"""Making puzzles: positions out of games, tasks in them, and the proof of their solutions."""
