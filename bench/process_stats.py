"""Processor time and memory of a process and the processes it has started (Linux)."""

import os
from pathlib import Path

OWN, ENDED = slice(11, 13), slice(13, 15)
"""Fields of `stat` with the processor time of a process, and of its children that have ended."""


def cpu_s(pid: int, whose: slice = OWN) -> float:
    """Return the processor time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[whose])) / os.sysconf("SC_CLK_TCK")


def started_by(pid: int) -> list[int]:
    """Return a process and its running descendants (Linux)."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    children = [int(each) for task in tasks for each in (task / "children").read_text().split()]
    return [pid, *(each for child in children for each in started_by(child))]


def cpu_of_server_s(pid: int) -> float:
    """Return the processor time of a server and of the processes it has started, running or ended,
    in seconds.
    """
    return sum(cpu_s(each) + cpu_s(each, ENDED) for each in started_by(pid))


def rss_kib(pid: int) -> int:
    """Return the memory of a server and of the processes it has started, in KiB (Linux). A process
    that has ended but has not been reaped yet uses no memory.
    """
    pages = [Path(f"/proc/{each}/statm").read_text().split()[1] for each in started_by(pid)]
    return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE") // 1024
