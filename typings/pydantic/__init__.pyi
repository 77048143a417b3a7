"""What the SDK of the Model Context Protocol checks arguments with."""

from typing import TypedDict

class Fault(TypedDict):
    loc: tuple[int | str, ...]

class ValidationError(ValueError):
    def errors(self) -> list[Fault]: ...
