"""Options as environment variables: `--site-proxy` is also `NORETREAT_SITE_PROXY`; the command line counts more."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any, Final

_YES: Final = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def variable(option: argparse.Action) -> str:
    """The environment variable of an option."""
    return f"NORETREAT_{option.dest.upper()}"


class Several(argparse.Action):
    """An option that may be given several times: those of the command line replace those of the environment."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Adds a value."""
        before = getattr(namespace, self.dest)
        setattr(namespace, self.dest, [*([] if before is self.default else before), values])


def from_environment(parser: argparse.ArgumentParser, environment: Mapping[str, str]) -> None:
    """Takes the defaults of a command's options from the environment; ends the program for one that makes no sense."""
    for action in parser._actions:
        if action.option_strings and (text := environment.get(variable(action), "")) and action.dest != "help":
            action.default = _value(parser, action, text)


def _value(parser: argparse.ArgumentParser, action: argparse.Action, text: str) -> Any:
    """What a variable says."""
    if action.nargs == 0:
        if text.lower() not in _YES:
            parser.error(f"{variable(action)}={text}: it is 1 or 0")
        return _YES[text.lower()]
    read: Any = action.type or str
    try:
        found = [read(word) for word in (text.split() if isinstance(action, Several) else [text])]
    except argparse.ArgumentTypeError as error:
        parser.error(f"{variable(action)}={text}: {error}")
    except (TypeError, ValueError):
        parser.error(f"{variable(action)}={text}: that is no value for {action.option_strings[0]}")
    return found if isinstance(action, Several) else found[0]
