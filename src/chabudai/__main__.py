"""`python -m chabudai` is `chabudai`."""

import sys

from chabudai.cli import main

if __name__ == "__main__":
    sys.exit(main())
