"""Which files are taken for a kernel, and which are not."""

import _ctypes
from pathlib import Path

import pytest

from chabudai.core.kernel import library
from tools.kernels import build, compiler


def built(folder: Path, text: str) -> tuple[Path, Path]:
    """A kernel of this text, built if there is a C compiler, and its source."""
    file, source = folder / "libkernel.so", folder / "kernel.c"
    source.write_text(text)
    if found := compiler():
        assert build(found, source, file) == ""
    return file, source


def test_a_kernel_is_taken_as_long_as_its_source_is_the_one_it_was_built_from(
    tmp_path: Path,
) -> None:
    text = "#include <stdint.h>\nconst uint32_t kernel_source = SOURCE;\n"
    file, source = built(tmp_path, text)
    assert (library(file, source) is None) == (compiler() is None)
    source.write_text(text + "\n")
    assert library(file, source) is None
    source.unlink()
    assert library(file, source) is None


@pytest.mark.parametrize("content", [None, b"no library"])
def test_a_file_that_is_none_is_not_taken(tmp_path: Path, content: bytes | None) -> None:
    file, source = tmp_path / "libkernel.so", tmp_path / "kernel.c"
    source.write_text("")
    if content is not None:
        file.write_bytes(content)
    assert library(file, source) is None


def test_a_library_that_is_no_kernel_is_not_taken(tmp_path: Path) -> None:
    source = tmp_path / "kernel.c"
    source.write_text("")
    assert library(Path(_ctypes.__file__), source) is None
