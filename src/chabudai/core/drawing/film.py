"""Pictures shown in a loop, as one SVG animated with CSS.

If the reader prefers reduced motion, or animation is not supported, the last picture is shown.
"""

from collections import ChainMap
from collections.abc import Sequence

from chabudai.core.drawing import svg
from chabudai.core.drawing.picture import Picture

EACH, LAST = 0.9, 3.2
"""Display time of each picture and of the last one, in seconds."""


def film(pictures: Sequence[Picture]) -> Picture:
    """Animate one or more pictures of a game, with the title and description of the last one."""
    *_, last = pictures
    count = len(pictures)
    whole = EACH * (count - 1) + LAST
    frames = [
        svg.group(one.body, class_=f"frame frame-{count}-{at}") for at, one in enumerate(pictures)
    ]
    style = "".join(moving(at, count, whole) for at in range(count))
    frame = f".{svg.ROOT} .frame"
    still = f"{frame}{{visibility:hidden}}{frame}:last-child{{visibility:visible}}"
    motion = f"@media (prefers-reduced-motion:no-preference){{{style}}}"
    parts = dict(ChainMap(*(dict(one.parts) for one in pictures)))
    body = svg.group(*frames)
    return Picture(last.title, last.about, last.height, last.lang, body, parts, still + motion)


def moving(at: int, count: int, whole: float) -> str:
    """Return the style rules that show picture `at` when its turn comes."""
    name = f"chabudai-{count}-{at}"
    begins, ends = share(EACH * at, whole), share(EACH * (at + 1), whole)
    seen = "visible" if at == 0 else "hidden"
    after = "" if at == count - 1 else f"{ends}%{{visibility:hidden}}"
    steps = f"0%{{visibility:{seen}}}{begins}%{{visibility:visible}}{after}"
    runs = f"{name} {svg.number(whole)}s step-end infinite"
    return f"@keyframes {name}{{{steps}}}.{svg.ROOT} .frame-{count}-{at}{{animation:{runs}}}"


def share(seconds: float, whole: float) -> str:
    """Return `seconds` as a percentage of `whole`."""
    return svg.number(100 * seconds / whole)
