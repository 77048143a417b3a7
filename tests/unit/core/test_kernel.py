"""Loading of compiled kernels."""

import _ctypes
from pathlib import Path

import pytest

from chabudai.core.kernel import library
from tools.kernels import build, compiler


def built(folder: Path, text: str) -> tuple[Path, Path]:
    """Build a kernel from `text` if a C compiler exists. Return the library and the source."""
    file, source = folder / "libkernel.so", folder / "kernel.c"
    source.write_text(text)
    if found := compiler():
        assert build(found, source, file) == ""
    return file, source


def test_a_kernel_is_loaded_only_with_the_source_it_was_built_from(tmp_path: Path) -> None:
    text = "#include <stdint.h>\nconst uint32_t kernel_source = SOURCE;\n"
    file, source = built(tmp_path, text)
    assert (library(file, source) is None) == (compiler() is None)
    source.write_text(text + "\n")
    assert library(file, source) is None
    source.unlink()
    assert library(file, source) is None


@pytest.mark.parametrize(
    "content",
    [None, b"no library", Path(_ctypes.__file__).read_bytes()],
    ids=["missing", "text", "another library"],
)
def test_a_file_that_is_not_a_kernel_is_ignored(tmp_path: Path, content: bytes | None) -> None:
    file, source = tmp_path / "libkernel.so", tmp_path / "kernel.c"
    source.write_text("")
    if content is not None:
        file.write_bytes(content)
    assert library(file, source) is None
