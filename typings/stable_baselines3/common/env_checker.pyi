from typing import Any

from gymnasium import Env

def check_env(env: Env[Any, Any]) -> None: ...
