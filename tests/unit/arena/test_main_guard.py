"""Programs that start processes without `if __name__ == "__main__":`."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from chabudai.core.main_guard import UNGUARDED, Unguarded, check_main_guard, importing
from tests.unit.arena.program import SENTENCE, run_program

PLAY = "arena.simulate(games.GAMES['word-bank'], ['random', 'random'], 20, 1, jobs=2)"
OWN = "arena.simulate(games.GAMES['word-bank'], [__file__ + ':think', 'random'], 2, 1)"
UNGUARDED_PROGRAMS = {
    "spawn": (PLAY,),
    "forkserver": (f"import multiprocessing as m\nm.set_start_method('forkserver', True)\n{PLAY}",),
    "its own bot": (f"def think(view, seat, dice): return {{'type': 'pass'}}\n{OWN}",),
    "its own bot in processes": (OWN.replace("2, 1", "4, 1, jobs=2"), "-m"),
}


@pytest.mark.parametrize("program", UNGUARDED_PROGRAMS.values(), ids=UNGUARDED_PROGRAMS)
def test_a_program_without_a_main_guard_ends_with_one_sentence(
    program: tuple[str, ...], tmp_path: Path
) -> None:
    done = run_program(tmp_path, *program)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{SENTENCE}\n")


def test_the_sentence_is_printed_last_if_processes_cannot_import_the_program(
    tmp_path: Path,
) -> None:
    body = f"import multiprocessing\nmultiprocessing.set_start_method('spawn')\n{PLAY}"
    done = run_program(tmp_path, body)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, SENTENCE)


def test_a_program_with_a_main_guard_plays(tmp_path: Path) -> None:
    think = "def think(view, seat, dice): return {'type': 'pass'}\n"
    body = OWN.replace("2, 1", "4, 1, jobs=2")
    done = run_program(
        tmp_path, f"{think}if __name__ == '__main__':\n    {body}\n    print('Played')"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "Played\n", "")


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
