"""Addresses of sites, and connections to sites whose certificates the tests have created."""

import ssl


def unverified() -> ssl.SSLContext:
    """A context that accepts any certificate."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


UNVERIFIED = unverified()


def origin_of(base: str) -> str:
    """A site's address without its path."""
    return "/".join(base.split("/")[:3])
