"""A computer player's lookahead: it tries answers out by the rules and compares what comes of them."""
