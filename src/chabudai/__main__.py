"""Run the command line: `python -m chabudai`."""

import sys

from chabudai.cli import main

if __name__ == "__main__":
    sys.exit(main())
