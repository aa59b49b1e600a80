"""Questions about a position that a client may ask, and the answers it gets."""
