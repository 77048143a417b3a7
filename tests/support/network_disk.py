"""A file system on which shared memory mappings fail, for tests on Linux."""

import ctypes
import errno
import platform
import struct
import subprocess
import sys
from mmap import MAP_SHARED, PROT_READ, PROT_WRITE

from chabudai.cli import main

MMAP = {"x86_64": (9, 0xC000003E), "aarch64": (222, 0xC00000B7)}
"""Number of the mmap system call, and the audit architecture, by machine."""
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
NUMBER, ARCH, PROT, FLAGS = 0, 4, 16 + 8 * 2, 16 + 8 * 3
"""Offsets in `struct seccomp_data`."""
ERRNO, ALLOW = 0x0005_0000, 0x7FFF_0000
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2


class Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def on_network_disk(*args: str) -> subprocess.CompletedProcess[bytes]:
    """Run `chabudai` in a process in which writable shared file mappings (mmap) fail."""
    command = [sys.executable, "-m", "tests.support.network_disk", *args]
    return subprocess.run(command, capture_output=True, timeout=60, check=False)


def refuse_shared_maps() -> None:
    """Make every shared writable `mmap` of this process fail with ENODEV."""
    number, arch = MMAP[platform.machine()]
    checks = ((ARCH, arch), (NUMBER, number), (PROT, PROT_READ | PROT_WRITE), (FLAGS, MAP_SHARED))
    lines: list[tuple[int, int, int, int]] = []
    for at, (offset, value) in enumerate(checks):
        otherwise = 2 * (len(checks) - at) - 1
        lines += [(LOAD, 0, 0, offset), (JUMP_IF_EQUAL, 0, otherwise, value)]
    lines += [(RETURN, 0, 0, ERRNO | errno.ENODEV), (RETURN, 0, 0, ALLOW)]
    program = Program(len(lines), b"".join(struct.pack("HBBI", *line) for line in lines))
    libc = ctypes.CDLL(None)
    assert libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    assert libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) == 0


if __name__ == "__main__":
    refuse_shared_maps()
    sys.exit(main(sys.argv[1:]))
