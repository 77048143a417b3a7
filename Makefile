# Every verb does its own set-up. CONTRIBUTING.md says what each is for.
PYTHON =
ARGS =
BOOT = PYTHON="$(PYTHON)" sh tools/python.sh -m
BIN = .venv/bin

.PHONY: help setup
help:
	@echo "verbs: play test setup client types lint bless bench lock clean"

setup:
	@$(BOOT) tools.setup test
