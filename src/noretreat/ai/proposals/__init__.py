"""What a computer player proposes: moves, attacks, upkeep and cards, each judged by the evaluation alone."""
