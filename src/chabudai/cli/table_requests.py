"""Other players' requests, which a language model at a table must answer."""

from chabudai.cli.output import phrase
from chabudai.cli.table_client import Seated
from chabudai.server import protocol

ANSWERS = {"yes": "agree", "no": "decline"}
"""Map each answer to the command that gives it."""
REQUESTS: dict[protocol.RequestKind, str] = {
    "host": "Request {n}: {name} asks to be the host, because {owner} is away. Answer it.",
    "seat": "Request {n}: {name} says that {owner}, who is away, is the same person. Answer it.",
    "move": "Request {n}: {name} asks to let a bot move for {owner}, who is silent. Answer it.",
}


def requests_to(seated: Seated) -> list[str]:
    """Return a sentence for each request that the seat must answer."""
    return [
        phrase(
            seated.lang,
            REQUESTS[each.kind],
            n=each.number,
            name=each.name,
            owner=seated.names[each.seat],
        )
        for each in (seated.lobby.requests if seated.lobby else ())
        if seated.seat in each.asked
    ]
