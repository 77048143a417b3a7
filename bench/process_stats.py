"""What a process has used, and what all that it started have used with it (Linux)."""

import os
from pathlib import Path

OWN, ENDED = slice(11, 13), slice(13, 15)
"""Where a line of `stat` has the processor time of a process, and that of those it started which
have ended.
"""


def cpu_s(pid: int, whose: slice = OWN) -> float:
    """Processor time a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[whose])) / os.sysconf("SC_CLK_TCK")


def started_by(pid: int) -> list[int]:
    """A process, and those that it has started and that run (Linux)."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    children = [int(each) for task in tasks for each in (task / "children").read_text().split()]
    return [pid, *(each for child in children for each in started_by(child))]


def cpu_of_server_s(pid: int) -> float:
    """Processor time of a server with what it started, and what of that has ended, in seconds."""
    return sum(cpu_s(each) + cpu_s(each, ENDED) for each in started_by(pid))


def rss_kib(pid: int) -> int:
    """Memory that a server has, with what it started, in KiB (Linux). A process that has ended and
    is not reaped yet has none.
    """
    pages = [Path(f"/proc/{each}/statm").read_text().split()[1] for each in started_by(pid)]
    return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE") // 1024
