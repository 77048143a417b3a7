"""Observations, masks and spaces as Gymnasium and PettingZoo want them. Needs Gymnasium."""

from __future__ import annotations

from typing import Any, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from chabudai.adapters.actions import Offer
from chabudai.adapters.episode import Episode, Setting, observed
from chabudai.core import Seat

Numbers: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.int8]
Info: TypeAlias = dict[str, Any]
"""`actions`: the actions of the game by their numbers, as they are offered; `left_out`: how many
more there are without a number; `refused`, after a move that was not made: why.
"""


class Seen(TypedDict):
    """What a seat observes: a view in numbers, and by action 1 if it is offered."""

    observation: Numbers
    action_mask: Mask


def observation_space(place: Setting) -> spaces.Dict:
    """`observation`: whole numbers between their bounds; `action_mask`: 0 or 1."""
    places = place.observations.places
    low = np.array([each.low for each in places], dtype=np.int32)
    high = np.array([each.high for each in places], dtype=np.int32)
    size = place.numbering.size
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int32),
            "action_mask": spaces.Box(0, 1, (size,), dtype=np.int8),
        }
    )


def action_space(place: Setting) -> spaces.Discrete:
    """The numbers of actions."""
    return spaces.Discrete(place.numbering.size)


def seen(place: Setting, now: Episode, seat: Seat, offer: Offer) -> Seen:
    """What a seat observes, as new arrays."""
    row = observed(place, now, seat)
    mask = offer.mask(place.numbering.size)
    return Seen(
        observation=np.frombuffer(row, dtype=np.int32),
        action_mask=np.frombuffer(mask, dtype=np.int8),
    )


def info(offer: Offer, refusal: str | None = None) -> Info:
    """What is said of a moment beside the observation."""
    said: Info = {"actions": dict(offer.actions), "left_out": offer.left_out}
    return said if refusal is None else {**said, "refused": refusal}
