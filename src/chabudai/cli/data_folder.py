"""The folder of stored games: created when it is needed, for its owner alone."""

from pathlib import Path

from chabudai.cli.errors import Unusable
from chabudai.core.command import reason


def make_folder(folder: Path) -> None:
    """Create a folder if it is missing. Raises Unusable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable(
            f"The folder {folder} cannot be made: {reason(error)}. CHABUDAI_DATA chooses another."
        ) from None
