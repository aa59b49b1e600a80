"""One game in memory."""
