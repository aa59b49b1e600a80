"""The parts of a game, without a single rule: the board, actions, events, the state and the control stack."""
