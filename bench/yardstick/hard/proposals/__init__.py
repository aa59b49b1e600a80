"""A computer player's proposals: moves, attacks, upkeep and cards, each judged by the evaluation alone."""
