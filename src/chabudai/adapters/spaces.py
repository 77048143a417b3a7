"""Observations, masks and spaces for Gymnasium and PettingZoo. Needs Gymnasium."""

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
"""The info of a step. `actions` maps offered numbers to the game's actions, and `left_out` counts
actions without a number. After a move that was not made, `refused` is the reason.
"""


class Seen(TypedDict):
    """A seat's observation: its view in numbers, and a flag for each action that is 1 if
    offered.
    """

    observation: Numbers
    action_mask: Mask


def observation_space(place: Setting) -> spaces.Dict:
    """Return the observation space: `observation` with bounded whole numbers, `action_mask` with 0
    or 1.
    """
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
    """Return the action space: all action numbers."""
    return spaces.Discrete(place.numbering.size)


def seen(place: Setting, now: Episode, seat: Seat, offer: Offer) -> Seen:
    """Return a seat's observation as new arrays."""
    row = observed(place, now, seat)
    mask = offer.mask(place.numbering.size)
    return Seen(
        observation=np.frombuffer(row, dtype=np.int32),
        action_mask=np.frombuffer(mask, dtype=np.int8),
    )


def info(offer: Offer, refusal: str | None = None) -> Info:
    """Return the info for an offer."""
    said: Info = {"actions": dict(offer.actions), "left_out": offer.left_out}
    return said if refusal is None else {**said, "refused": refusal}
