"""The mistakes of a user that a command reports in one line."""

from __future__ import annotations


class CliError(Exception):
    """A user's mistake, reported in one line."""

    code = 1
    """The exit code of the command."""


class SettingError(CliError):
    """A setting that cannot work, as it stands: trying again is in vain."""

    code = 2
