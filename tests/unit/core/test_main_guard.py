"""The check that a program without a main guard starts no processes."""

import sys
from types import ModuleType

import pytest

from chabudai.core.main_guard import UNGUARDED, Unguarded, check_main_guard, importing
from tests.unit.arena.program import SENTENCE


def test_a_process_that_imports_a_file_starts_no_process() -> None:
    check_main_guard()
    with importing(), pytest.raises(SystemExit) as end:
        check_main_guard()
    assert end.value.code == UNGUARDED
    check_main_guard()


def test_a_child_process_that_imports_the_program_starts_no_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "__mp_main__", ModuleType("program"))
    with pytest.raises(SystemExit) as end:
        check_main_guard()
    assert end.value.code == UNGUARDED
    monkeypatch.setitem(sys.modules, "__mp_main__", sys.modules["__main__"])
    check_main_guard()


def test_a_program_without_a_main_guard_ends_with_a_sentence() -> None:
    assert Unguarded().code == SENTENCE
