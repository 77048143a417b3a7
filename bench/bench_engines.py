"""Series of games on every engine: whether they agree to the last bit, and what they cost.

`python -m bench.bench_engines [agree|cost] [--games N] [--bots random]`

`agree` plays the same games of each kind in one process, in two, on a local Ray and on a local
Dask, and compares the SHA-256 of all of their moves. `cost` plays Word Porters with one and with
two workers, in batches of different sizes, without the time it takes to start Ray or Dask; that of
processes is in it, some seconds, so that it takes many games to see the rest. Ray and Dask are left
out, with a word, where they are not installed; `make test-engines` installs them:
`.cache/engines/bin/python -m bench.bench_engines`.
"""

import argparse
import pickle
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from statistics import fmean
from time import perf_counter

import msgspec

from bench.stopping import end_when_stopped
from chabudai.arena import engines
from chabudai.arena.engines import EngineName
from chabudai.arena.records import Plan
from chabudai.arena.simulation import plan_of, series
from chabudai.core import AnyGame
from chabudai.games import GAMES

SEED = 1_000_000
WAYS: tuple[tuple[EngineName, int], ...] = (
    ("processes", 1),
    ("processes", 2),
    ("ray", 2),
    ("dask", 2),
)
BATCHES = (1, 8, 64)
COSTED = "word-porters"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("agree", "cost"))
    parser.add_argument("--games", type=int, default=100, help="of each kind; %(default)s")
    parser.add_argument("--bots", default="random", help="%(default)s")
    args = parser.parse_args()
    if args.what in (None, "agree"):
        agree(args.games, args.bots)
    if args.what in (None, "cost"):
        cost(args.games, args.bots)


def plan_for(game: AnyGame, bot: str, games: int) -> Plan:
    return plan_of(game, (bot,) * max(2, game.seats[0]), games, SEED)


@contextmanager
def running(engine: EngineName, workers: int) -> Generator[str | None]:
    """An engine that is started beforehand; its address."""
    if engine == "ray":
        engines.begin_ray(workers, None)
        import ray

        yield None
        ray.shutdown()
    elif engine == "dask":
        from distributed import LocalCluster

        with LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster:
            yield cluster.scheduler_address
    else:
        yield None


def digest(plan: Plan, engine: EngineName, workers: int, cluster: str | None, batch: int) -> str:
    """The SHA-256 of all games, in order."""
    found = sha256()
    games = series(
        GAMES[plan.game],
        plan,
        range(plan.games),
        jobs=workers,
        engine=engine,
        cluster=cluster,
        batch=batch,
    )
    for played in games:
        found.update(msgspec.json.encode(played))
    return found.hexdigest()


def here() -> list[tuple[EngineName, int]]:
    """The engines that are installed."""
    for name in ("ray", "dask"):
        if why := engines.missing(name):
            print(why)
    return [way for way in WAYS if engines.missing(way[0]) is None]


def agree(games: int, bot: str) -> None:
    """Whether every engine plays the same games."""
    plans = [plan_for(game, bot, games) for game in GAMES.values()]
    digests: dict[str, dict[str, str]] = {plan.game: {} for plan in plans}
    for engine, workers in here():
        with running(engine, workers) as cluster:
            for plan in plans:
                way = f"{engine}, {workers}"
                digests[plan.game][way] = digest(plan, engine, workers, cluster, 8)
    for name, found in digests.items():
        agreed = "agree to the last bit" if len(set(found.values())) == 1 else f"DIFFER: {found}"
        print(f"{name}, {games} games of {bot} bots: {'; '.join(found)}: {agreed}", flush=True)


def cost(games: int, bot: str) -> None:
    """Bytes of a game on its way back, and games a second by workers and batch."""
    plan = plan_for(GAMES[COSTED], bot, games)
    sent = [pickle.dumps(one) for one in series(GAMES[COSTED], plan, range(min(games, 20)))]
    print(f"a game of {COSTED}, as it comes back: {fmean(map(len, sent)):.0f} bytes", flush=True)
    found: list[EngineName] = [engine for engine, workers in here() if workers == 2]
    for engine in found:
        for workers in (1, 2):
            with running(engine, workers) as cluster:
                digest(plan_for(GAMES[COSTED], bot, 8), engine, workers, cluster, 4)
                for batch in BATCHES:
                    began = perf_counter()
                    digest(plan, engine, workers, cluster, batch)
                    rate = games / (perf_counter() - began)
                    print(
                        f"{engine}, workers {workers}, batches of {batch}: {rate:.0f} games/s",
                        flush=True,
                    )


if __name__ == "__main__":
    end_when_stopped()
    main()
