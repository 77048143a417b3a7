"""`chabudai mcp` where it cannot start; `make test-engines` plays through it."""

import sys

import pytest

from tests.unit.cli.support import refused


def test_without_the_sdk_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert refused("mcp").endswith("This needs the package mcp: pip install 'chabudai[mcp]'.")


@pytest.mark.parametrize("address", ["nowhere", "ftp://a.b", "http://", "http://[::1"])
def test_a_server_that_is_no_address_is_refused(address: str) -> None:
    assert f"{address} is not the address of a server" in refused("mcp", "--server", address)


def test_a_token_that_is_none_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHABUDAI_TOKEN", "hunter2")
    sentence = refused("mcp")
    assert "CHABUDAI_TOKEN is no token" in sentence
    assert "hunter2" not in sentence
