"""What a game is made of, and not one rule: the board, actions, events, the state and the control stack."""
