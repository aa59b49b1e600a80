"""Everything that knows no game: responses, errors, security, limits, live channels, static files."""
