"""`chabudai mcp` where it cannot start; `make test-engines` plays through it."""

import sys

import pytest

from tests.unit.cli.support import refused


def test_without_the_sdk_it_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert refused("mcp").endswith("This needs the package mcp: pip install 'chabudai[mcp]'.")


def test_an_invalid_token_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHABUDAI_TOKEN", "hunter2")
    sentence = refused("mcp")
    assert "CHABUDAI_TOKEN is no token" in sentence
    assert "hunter2" not in sentence
