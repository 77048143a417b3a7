from typing import TypeVar

from pettingzoo import AECEnv

Agent = TypeVar("Agent")
O = TypeVar("O")
A = TypeVar("A")

class OrderEnforcingWrapper(AECEnv[Agent, O, A]):
    def __init__(self, env: AECEnv[Agent, O, A]) -> None: ...

class AssertOutOfBoundsWrapper(AECEnv[Agent, O, A]):
    def __init__(self, env: AECEnv[Agent, O, A]) -> None: ...
