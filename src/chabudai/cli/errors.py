"""Why a command stops short. What it prints then is the sentence, on standard error."""


class Unusable(Exception):
    """The arguments cannot be used: exit code 2."""


class Refused(Exception):
    """The rules or a failed check say no: exit code 1."""
