"""The events of the cards, grouped by when they are played. Importing this package registers them all."""
