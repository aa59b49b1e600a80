"""Everything that reads a position and changes nothing: why not, forecasts, views, and the words for all of them."""
