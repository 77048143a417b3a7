"""The part of pydantic, with which the SDK of the Model Context Protocol checks arguments."""

from typing import TypedDict

class Fault(TypedDict):
    loc: tuple[int | str, ...]

class ValidationError(ValueError):
    def errors(self) -> list[Fault]: ...
