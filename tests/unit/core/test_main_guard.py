"""A program without a main guard starts no processes."""

import sys
from types import ModuleType

import pytest

from chabudai.core.main_guard import UNGUARDED, Unguarded, check_main_guard, importing
from tests.unit.arena.program import SENTENCE


def test_no_process_is_started_while_the_program_is_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_main_guard()
    with importing(), pytest.raises(SystemExit) as by_file:
        check_main_guard()
    check_main_guard()
    monkeypatch.setitem(sys.modules, "__mp_main__", ModuleType("program"))
    with pytest.raises(SystemExit) as by_child:
        check_main_guard()
    assert by_file.value.code == by_child.value.code == UNGUARDED
    monkeypatch.setitem(sys.modules, "__mp_main__", sys.modules["__main__"])
    check_main_guard()
    assert Unguarded().code == SENTENCE
