"""Break lines of the engine one at a time, and find the tests that fail.

`python -m tools.break_lines --lines 40 --seed 1 --save broken.json` takes 40 random lines of the
core, the server, and the games' rules, views, moves, texts and solvers. For each line, it runs the
tests that need no browser on a copy of the checkout, until one fails. It prints each line with the
test that failed, and the number of undetected lines. `--list broken.json` breaks the same lines
again, in this checkout or in another one. Lines are found by their function and their text, even
after they have moved.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINE = re.compile(
    r"src/chabudai/(core|server|games/\w+/(rules|view|moves|text|solver))(/.*)?(\.py|/\w+\.py)"
)
LINKED = (".venv", "node_modules")
LEFT_OUT = shutil.ignore_patterns(".git", ".cache", ".hypothesis", "__pycache__", "dist", *LINKED)
LONGEST_S = 3600
FAILED = re.compile(r"^(?:FAILED|ERROR) ((?:examples|tests|src)/.+?)(?: - .*)?$", re.MULTILINE)
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Breakage:
    """A line of a function, and the same line broken, both without indentation."""

    path: str
    function: str
    was: str
    now: str


def main(arguments: list[str]) -> int:
    """Break lines, print the tests that fail, and return the exit code, which is always 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.break_lines")
    parser.add_argument("--lines", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", type=Path, help="break the lines of this file")
    parser.add_argument("--save", type=Path, help="write the broken lines to this file")
    asked = parser.parse_args(arguments)
    if asked.list:
        breakages = [Breakage(**each) for each in json.loads(asked.list.read_text())]
    else:
        breakages = chosen(ROOT, engine(ROOT), asked.lines, asked.seed)
    if asked.save:
        asked.save.write_text(json.dumps([asdict(each) for each in breakages], indent=1))
    found = [result(breakage) for breakage in breakages]
    tried = [test for test in found if test is not None]
    print(f"{len(tried)} broken, {tried.count('')} unnoticed")
    return 0


# --- Breakages


def chosen(root: Path, files: Iterable[Path], lines: int, seed: int) -> list[Breakage]:
    """Choose at most `lines` breakages at random, each on a different line whose text is unique."""
    by_line: dict[tuple[str, int], list[Breakage]] = defaultdict(list)
    for path in files:
        for number, breakage in breakages_in(path.relative_to(root).as_posix(), path.read_text()):
            by_line[breakage.path, number].append(breakage)
    dice = random.Random(seed)  # noqa: S311
    order = dice.sample(sorted(by_line), len(by_line))
    picked = (dice.choice(by_line[place]) for place in order)
    unique = (breakage for breakage in picked if len(places(root, breakage)) == 1)
    return [breakage for breakage, _ in zip(unique, range(lines), strict=False)]


def engine(root: Path) -> list[Path]:
    """Return the files whose lines are broken."""
    files = sorted((root / "src").rglob("*.py"))
    return [file for file in files if ENGINE.fullmatch(file.relative_to(root).as_posix())]


def breakages_in(path: str, text: str) -> Iterator[tuple[int, Breakage]]:
    """Yield every way to break a line of this file, with the line's number."""
    lines = text.splitlines()
    for function in functions(text):
        for node, other in changes(function):
            if node.lineno != node.end_lineno or "TYPE_CHECKING" in lines[node.lineno - 1]:
                continue
            line = lines[node.lineno - 1].encode()
            changed = b"".join(
                (line[: node.col_offset], ast.unparse(other).encode(), line[node.end_col_offset :])
            )
            was, now = (each.decode().strip() for each in (line, changed))
            if was != now:
                yield node.lineno, Breakage(path, function.name, was, now)


def functions(text: str) -> list[Function]:
    tree = ast.parse(text)
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def changes(function: Function) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST]]:
    """Yield each piece of a function that can be broken, with its broken form."""
    for node in inside(function):
        yield from ((node, other) for other in broken(node))
        match node:
            case ast.If() | ast.IfExp():
                yield node.test, ast.Constant(True)
                yield node.test, ast.Constant(False)
            case ast.While():
                yield node.test, ast.Constant(False)
            case ast.Expr(ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise():
                yield node, ast.Pass()
            case ast.Continue() | ast.Break() | ast.Delete():
                yield node, ast.Pass()
            case _:
                continue


def inside(function: Function) -> Iterator[ast.expr | ast.stmt]:
    """Yield the expressions and statements of a function, except types and nested functions."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, Function | ast.ClassDef | ast.JoinedStr):
            continue
        children = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.AnnAssign):
            children = [node.value] if node.value else []
        waiting.extend(children)
        if isinstance(node, ast.expr | ast.stmt):
            yield node


def broken(node: ast.expr | ast.stmt) -> Iterator[ast.AST]:
    """Yield the ways to break a piece of code."""
    match node:
        case ast.Compare(left, [operator], [right]):
            yield ast.Compare(left, [TURNED[type(operator)]()], [right])
        case ast.BoolOp(ast.And(), values):
            yield bracketed(ast.BoolOp(ast.Or(), values))
        case ast.BoolOp(ast.Or(), values):
            yield bracketed(ast.BoolOp(ast.And(), values))
        case ast.BinOp(left, operator, right) if type(operator) in SWAPPED:
            yield bracketed(ast.BinOp(left, SWAPPED[type(operator)](), right))
        case ast.UnaryOp(ast.Not(), operand):
            yield bracketed(operand)
        case ast.IfExp(test, body, other):
            yield bracketed(ast.IfExp(ast.UnaryOp(ast.Not(), test), body, other))
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case _:
            return


def bracketed(node: ast.expr) -> ast.expr:
    """Wrap an expression in parentheses, so that it stays one operand in its new place."""
    return ast.Call(ast.Name(""), [node], [])


# --- Trials


@cache
def standing(root: Path) -> Mapping[tuple[str, str], Sequence[tuple[Path, int]]]:
    """Map each pair of a function's name and a line's text to files and line numbers, counted from
    1.
    """
    found: dict[tuple[str, str], list[tuple[Path, int]]] = defaultdict(list)
    for path in sorted((root / "src").rglob("*.py")):
        if "tests" in path.relative_to(root).parts:
            continue
        text = path.read_text()
        lines = text.splitlines()
        for function in functions(text):
            for number in range(function.lineno, (function.end_lineno or 0) + 1):
                found[function.name, lines[number - 1].strip()].append((path, number))
    return found


def places(root: Path, breakage: Breakage) -> Sequence[tuple[Path, int]]:
    return standing(root).get((breakage.function, breakage.was), ())


def result(breakage: Breakage) -> str | None:
    """Return and print the failing test, "" if none fails, or None if the line is missing."""
    what = f"{breakage.path} {breakage.function}: {breakage.was} -> {breakage.now}"
    here = places(ROOT, breakage)
    if len(here) != 1:
        print(f"found {len(here)} times: {what}", flush=True)
        return None
    with copied(ROOT) as copy:
        broken = break_in(copy, breakage)
        test = first_failure(copy, order(copy, broken, breakage.function))
    if test and not passes(test.partition("[")[0]):
        raise SystemExit(f"{test} fails on unbroken code")
    print(f"{test or 'UNNOTICED'}: {what}", flush=True)
    return test


def break_in(copy: Path, breakage: Breakage) -> Path:
    """Break the line in a copy of the checkout. Return the file that contains it."""
    ((path, number),) = places(ROOT, breakage)
    broken = copy / path.relative_to(ROOT)
    lines = broken.read_text().splitlines(keepends=True)
    lines[number - 1] = lines[number - 1].replace(breakage.was, breakage.now)
    broken.write_text("".join(lines))
    return broken


@cache
def passes(test: str) -> bool:
    """Return whether a test passes on unbroken code. If `test` is a whole file, which could not be
    loaded, return True.
    """
    if "::" not in test:
        return True
    with copied(ROOT) as copy:
        return not first_failure(copy, (test,))


@contextmanager
def copied(root: Path) -> Generator[Path]:
    """Copy the checkout to a temporary folder, where lines can be broken."""
    with tempfile.TemporaryDirectory(prefix="chabudai-broken-") as folder:
        copy = Path(folder) / "checkout"
        shutil.copytree(root, copy, ignore=LEFT_OUT, symlinks=True)
        for name in LINKED:
            (copy / name).symlink_to((root / name).resolve())
        yield copy


def tests_of(package: str) -> str:
    """Return the test folder of a package that is not a game."""
    return "tests/server" if package == "server" else f"tests/unit/{package}"


def order(copy: Path, broken: Path, function: str) -> Sequence[str]:
    """Return every test file, beginning with those that are near the broken file or mention its
    names.
    """
    inside = broken.relative_to(copy / "src/chabudai").parts
    game = copy / "src/chabudai" / Path(*inside[:2]) / "tests"
    near = game if inside[0] == "games" else copy / tests_of(inside[0])
    folders = ("examples", "tests", "src")
    files = [file for folder in folders for file in (copy / folder).rglob("test_*.py")]

    def nearness(file: Path) -> tuple[bool, bool, bool, Path]:
        text = file.read_text()
        return near not in file.parents, function not in text, broken.stem not in text, file

    return [str(file.relative_to(copy)) for file in sorted(files, key=nearness)]


def first_failure(copy: Path, where: Sequence[str]) -> str:
    """Return the first test that fails in the copy, or "" if none does."""
    command = (sys.executable, "-m", "pytest", "-x", "-q", "-m", "not browser")
    environment = {**os.environ, "PYTHONPATH": str(copy / "src")}
    done = subprocess.run(
        (*command, *where),
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST_S,
    )
    failed = re.search(
        r"^(?:FAILED|ERROR) ((?:tests|src)/.+?)(?: - .*)?$", done.stdout, re.MULTILINE
    )
    if failed is None and done.returncode != 0:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:]
        return f"({last[0] if last else done.returncode})"
    return failed[1] if failed else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
