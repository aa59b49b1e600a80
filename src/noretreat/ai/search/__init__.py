"""How a computer player looks ahead: it tries answers out by the rules and compares what comes of them."""
