"""The level `hard` as it plays since c67d492e, with the `normal` of that day; copied in November 2026."""
