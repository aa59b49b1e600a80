"""The printed facts of the game: map, units, calendar, tables, rule sets and scenarios, as data files."""
