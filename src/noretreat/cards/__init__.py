"""The events of the cards, grouped by when they are played. Importing this package registers them all."""

from noretreat.cards import combat, movement, organization, responses, strategic

__all__ = ["combat", "movement", "organization", "responses", "strategic"]
