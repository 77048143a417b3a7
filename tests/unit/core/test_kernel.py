"""Loading of compiled kernels."""

import _ctypes
from pathlib import Path

from chabudai.core.kernel import library
from tools.kernels import build, compiler


def test_a_kernel_is_loaded_only_with_the_source_it_was_built_from(tmp_path: Path) -> None:
    file, source = tmp_path / "libkernel.so", tmp_path / "kernel.c"
    text = "#include <stdint.h>\nconst uint32_t kernel_source = SOURCE;\n"
    source.write_text(text)
    if found := compiler():
        assert build(found, source, file) == ""
    assert (library(file, source) is None) == (found is None)
    source.write_text(text + "\n")
    assert library(file, source) is None
    source.unlink()
    assert library(file, source) is None
    source.write_text(text)
    other = tmp_path / "other.so"
    assert library(other, source) is None
    for content in (b"no library", Path(_ctypes.__file__).read_bytes()):
        other.write_bytes(content)
        assert library(other, source) is None
