"""Addresses of sites, and connections to sites whose certificates the tests have created."""

import ssl

UNVERIFIED = ssl.create_default_context()
"""A context that accepts any certificate."""
UNVERIFIED.check_hostname = False
UNVERIFIED.verify_mode = ssl.CERT_NONE


def origin_of(base: str) -> str:
    """A site's address without its path."""
    return "/".join(base.split("/")[:3])
