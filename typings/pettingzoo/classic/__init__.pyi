"""The part of PettingZoo's games that chabudai uses."""

from typing import Any

from pettingzoo import AECEnv

class Game:
    @staticmethod
    def env() -> AECEnv[str, dict[str, Any], int]: ...

connect_four_v3: Game
hanabi_v5: Game
leduc_holdem_v4: Game
