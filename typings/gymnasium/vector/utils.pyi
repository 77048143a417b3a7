from typing import Any

from gymnasium import spaces

def batch_space(space: spaces.Space[Any], n: int) -> spaces.Space[Any]: ...
