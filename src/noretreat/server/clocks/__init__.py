"""The clock of a game, days off, time zones."""
