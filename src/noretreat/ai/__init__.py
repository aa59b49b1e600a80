"""Computer players: what they may see, know, propose and try out, and the referee of games between them."""
