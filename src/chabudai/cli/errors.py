"""Errors that end a command; their message is printed on standard error."""


class Unusable(Exception):
    """The arguments cannot be used: exit code 2."""


class Refused(Exception):
    """Refused by the rules, or a check failed: exit code 1."""
