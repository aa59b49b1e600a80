"""The English sentences of refusals, questions and the log, and the filling of their holes in any language."""
