"""The health check of the container: whether the server can store a move (`/readyz`)."""

import os
import sys
from http.client import HTTPConnection, HTTPException


def main() -> int:
    """Return 0 if the server is ready, else 1."""
    server = HTTPConnection("127.0.0.1", int(os.environ["CHABUDAI_PORT"]), timeout=4)
    try:
        server.request("GET", "/readyz")
        return 0 if server.getresponse().status == 200 else 1
    except (OSError, HTTPException):
        return 1


if __name__ == "__main__":
    sys.exit(main())
