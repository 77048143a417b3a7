"""Check whether PostgreSQL can start here: `python -m bench.has_postgres`."""

import subprocess
import sys

from tests.server import postgres


def main() -> int:
    """Start PostgreSQL, stop it, and return the exit code."""
    try:
        with postgres.started():
            return 0
    except (AssertionError, OSError, subprocess.CalledProcessError) as failure:
        print(f"no PostgreSQL starts here: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
