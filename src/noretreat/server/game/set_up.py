"""Setting up positions from untrusted text."""

from __future__ import annotations

from collections.abc import Callable

from noretreat import game
from noretreat.core.board import SIDES
from noretreat.core.reasons import reason
from noretreat.core.state import State
from noretreat.data.load import DataError
from noretreat.explain.knowledge.view import view
from noretreat.explain.questions.answers import action_info
from noretreat.positions import PositionError, write_state
from noretreat.server.game.summary import summary
from noretreat.server.http.errors import Problem, wrong


def set_up(make: Callable[[], State]) -> State:
    """The state that `make` sets up as strangers want it, once it has been looked at as every seat and a save will look
    at it; raises `Problem` with what is wrong with it.
    """
    try:
        state = make()
        for viewer in (None, *SIDES):
            view(state, viewer)
        action_info(state)
        summary(state)
        write_state(state)
        if game.actor(state) is None and game.outcome(state) is None:
            raise ValueError("nobody has to decide")
    except PositionError as error:
        raise Problem(400, "bad_request", error.told) from None
    except (ValueError, DataError) as error:
        raise Problem(400, "bad_request", wrong(error)) from None
    except Exception as error:  # a state that no game can come to may fail anywhere
        raise Problem(400, "bad_request", reason("cannot-set-up", detail=str(error))) from None
    return state
