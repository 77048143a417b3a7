from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

T_co = TypeVar("T_co", covariant=True)

class Space(Generic[T_co]):
    @property
    def shape(self) -> tuple[int, ...]: ...
    def seed(self, seed: int) -> object: ...
    def sample(self, mask: object = None) -> T_co: ...
    def contains(self, x: object) -> bool: ...

class Box(Space[NDArray[Any]]):
    low: NDArray[Any]
    high: NDArray[Any]
    def __init__(
        self,
        low: NDArray[Any] | int,
        high: NDArray[Any] | int,
        shape: tuple[int, ...] | None = None,
        dtype: DTypeLike = ...,
    ) -> None: ...

class Discrete(Space[np.int64]):
    n: int
    def __init__(self, n: int) -> None: ...

class MultiDiscrete(Space[NDArray[np.int64]]):
    def __init__(self, nvec: list[int]) -> None: ...

class Dict(Space[dict[str, Any]]):
    def __init__(self, spaces: Mapping[str, Space[Any]]) -> None: ...
    def __getitem__(self, key: str) -> Space[Any]: ...
