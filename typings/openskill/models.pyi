class PlackettLuceRating:
    mu: float
    sigma: float

class PlackettLuce:
    def __init__(self) -> None: ...
    def rating(self, *, name: str | None = None) -> PlackettLuceRating: ...
    def rate(
        self, teams: list[list[PlackettLuceRating]], *, ranks: list[float]
    ) -> list[list[PlackettLuceRating]]: ...
