"""Blocks of the documentation that need a framework run as they are printed."""

from pathlib import Path

import pytest

from tests.support import printed
from tests.support.printed import PAGES, WITH_FRAMEWORKS

MARKED = [
    name for name in PAGES if any(each.mark == WITH_FRAMEWORKS for each in printed.blocks(name))
]


@pytest.mark.parametrize("page", MARKED)
def test_the_blocks_of_a_page_run_in_an_empty_folder(page: str, tmp_path: Path) -> None:
    assert printed.run_page(page, WITH_FRAMEWORKS, tmp_path)
