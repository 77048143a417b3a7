"""Programs that use the library."""

import subprocess
import sys
from pathlib import Path

SENTENCE = 'Start processes only below if __name__ == "__main__": each of them imports this file.'


def run_program(folder: Path, body: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a program that imports the library, as a file or, with `-m`, as a module."""
    package = folder / "pack"
    package.mkdir()
    (package / "__init__.py").touch()
    program = package / "program.py"
    program.write_text(f"from chabudai import arena, games\n{body}\n")
    named = (*args, "pack.program") if args else (str(program),)
    command = [sys.executable, *named]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
