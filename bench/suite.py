"""The benchmarks of `make bench`, in order and with their sizes; `python -m bench` runs them."""

from typing import NamedTuple


class Run(NamedTuple):
    """A benchmark of the suite: its module, its arguments, and additional arguments for a brief
    run. `needs` is one of NEEDS.
    """

    module: str
    arguments: str = ""
    brief: str = ""
    needs: str = ""


CHROMIUM, POSTGRES, FRAMEWORKS = "Chromium", "PostgreSQL", "frameworks"
NEEDS: dict[str, str] = {
    CHROMIUM: "tools.find_chromium --install",
    POSTGRES: "bench.has_postgres",
    FRAMEWORKS: "tools.environments engines",
}
"""Requirements, each with the module that prepares it or fails if it is unavailable. Benchmarks
that need frameworks run in the environment of `make test-engines`.
"""

PARTS: dict[str, tuple[Run, ...]] = {
    "games": (
        Run("bench_libraries", "--rounds 3", "--rounds 1 --seconds 0.1"),
        Run("bench_bots", "--games 4", "--games 1"),
        Run("bench_roots"),
        Run("bench_vector", "--envs 64", "--rounds 1 word-porters", FRAMEWORKS),
    ),
    "server": (
        Run("bench_server", "start"),
        Run("bench_server", "play --seconds 8", "--seconds 2 --tables 5"),
        Run("bench_server", "idle --tables 20", "--tables 5"),
        Run("bench_profile", "", "--tables 5 --seconds 2"),
        Run("bench_hostile", "--together --seconds 4", "--seconds 1"),
        Run("bench_silence", "--moments 200", "--moments 20"),
        Run("bench_fleet", "--tables 20 --seconds 4", "--tables 3 --rounds 1", POSTGRES),
        Run(
            "bench_outages",
            "--only servers --tables 10 --times 1 --seconds 4",
            "--seconds 2",
            POSTGRES,
        ),
    ),
    "peers": (
        Run(
            "bench_peers",
            "--rounds 2 --seconds 4 --closed 100 --paced 100",
            "--rounds 1 --seconds 2 --closed 10 --paced 40",
        ),
    ),
    "page": (
        Run("bench_page", "--runs 1", "word-porters", CHROMIUM),
        Run("bench_visit", "--rounds 3", "--rounds 1", CHROMIUM),
        Run("bench_outages", "--only pages", "--pages 2 --silences 1", CHROMIUM),
    ),
}
"""The benchmarks of each part. The plans in `bench/plans` measure strength, which takes hours."""
