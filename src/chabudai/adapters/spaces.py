"""Observations, masks and spaces for Gymnasium and PettingZoo. Needs Gymnasium."""

from __future__ import annotations

from typing import Any, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from chabudai.adapters.actions import Offer
from chabudai.adapters.episode import Episode, Setting, observed
from chabudai.adapters.observations import Row, unpacked
from chabudai.core import Seat

Mask: TypeAlias = NDArray[np.int8]
Info: TypeAlias = dict[str, Any]
"""The info of a step, if the setting asks for it. `action_mask` accompanies compact observations.
`actions` maps offered numbers to their meanings, and `left_out` is the number of legal actions that
have no number. If the last step was refused, `refused` is the reason.
"""


class Masked(TypedDict):
    """A seat's observation: its view as numbers, and a flag for each step, which is 1 if the step
    is offered.
    """

    observation: Row
    action_mask: Mask


Seen: TypeAlias = Masked | Row
"""A seat's observation: a dict, or only the numbers if the setting's form is compact."""
Space: TypeAlias = spaces.Dict | spaces.Box


def observation_space(place: Setting) -> Space:
    """Return the observation space: a Box, or a Dict of a Box and a mask of zeros and ones."""
    box = spaces.Box(*place.observations.bounds, dtype=np.float32)
    if place.form == "compact":
        return box
    mask = spaces.Box(0, 1, (place.numbering.size,), dtype=np.int8)
    return spaces.Dict({"observation": box, "action_mask": mask})


def action_space(place: Setting) -> spaces.Discrete:
    """Return the action space: the numbers of all steps."""
    return spaces.Discrete(place.numbering.size)


def mask_of(place: Setting, offer: Offer) -> Mask:
    """Return a flag for each step: 1 if it is offered and 0 if not."""
    return unpacked(offer.mask, place.numbering.size).view(np.int8)


def seen(place: Setting, now: Episode, seat: Seat, offer: Offer) -> Seen:
    """Return a seat's observation as new arrays."""
    row = observed(place, now, seat, offer.view)
    if place.form == "compact":
        return row
    return Masked(observation=row, action_mask=mask_of(place, offer))


def info(place: Setting, offer: Offer, refusal: str | None = None) -> Info:
    """Return the info for an offer."""
    said: Info = {}
    if place.form == "compact":
        said["action_mask"] = mask_of(place, offer)
    if place.infos == "actions":
        name = place.numbering.name
        said["actions"] = {number: name(offer, number) for number in offer.numbers}
    if offer.actions is not None:
        said["left_out"] = offer.left_out
    if refusal is not None:
        said["refused"] = refusal
    return said
