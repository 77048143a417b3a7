# Every target does all of its own set-up; CONTRIBUTING.md says what each is for.
# PYTHON=/path/to/python chooses the Python; ARGS="..." goes to the command of a target.
# FAST=1 leaves the browser and other slow tests out of `make test`, for use while working.
PYTHON =
ARGS =
FAST =
BOOT = PYTHON="$(PYTHON)" sh tools/python.sh -m
RUN = .venv/bin/python
NODE = .venv/bin/node
CRUISE = node_modules/dependency-cruiser/bin/dependency-cruise.mjs
# Tests wait for clocks and sockets half of the time, so three processes suit two cores.
# Files are dealt out in their order, so that those with a browser come last.
WORKERS = --numprocesses=3 --dist=loadfile --no-loadscope-reorder
# Tests that reach every line of the core and of the rules.
COVERING = tests/unit tests/contract tests/server examples/games src/chabudai/games
CODE = src container tools tests examples bench typings conftest.py hatch_build.py
# Tests start Python some hundred times: what each of them imports is compiled once.
export PYTHONPYCACHEPREFIX = $(CURDIR)/.cache/bytecode
unexport PYTHONDONTWRITEBYTECODE
# What is recorded for the tests is so for the games in examples/games, too.
EVERY_GAME = CHABUDAI_GAMES="examples.games $$CHABUDAI_GAMES"
STEP = @printf '\n== %s\n'
# A target runs two independent steps at a time, and the last line says if one failed. Several
# targets keep their order.
ifeq ($(MAKELEVEL) $(words $(MAKECMDGOALS)),0 1)
MAKEFLAGS += --jobs=2 --keep-going
endif
# What a step of `lint` says stays together, with a make that can see to it.
TOGETHER = $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
# Tests, some of which wait for what has its time, come before the steps of `lint`.
BESIDE = @nice
CHECKS = ruff import-linter mypy tsc layers prose
# `make test` runs the tests, so only `make lint` checks their types.
TYPED = $(if $(filter test,$(MAKECMDGOALS)),src tools examples bench --exclude /tests/)

.PHONY: help play test nightly test-looks test-browsers test-engines test-hosting setup chromium client lint types docs bless art missions bench record release release-check lock image clean
.PHONY: ruff import-linter mypy pyright tsc layers prose pytest coverage

help:
	@echo "make play    the web app; make play ARGS='--port 9000'"
	@echo "make test    every check and every test; make test FAST=1 without a browser"
	@echo "make nightly    pyright, coverage, proofs and the four below; takes hours"
	@echo "make test-looks       every screen at every size, and the tests too long for make test"
	@echo "make test-browsers    a game of each kind in Firefox and WebKit, beside Chromium"
	@echo "make test-engines     the adapters in their frameworks, chabudai mcp, Ray and Dask"
	@echo "make test-hosting     games behind nginx, Caddy and PgBouncer"
	@echo "others: setup chromium client lint types docs bless art missions bench record release release-check lock image clean"

play:
	@$(BOOT) tools.setup play
	@exec .venv/bin/chabudai serve $(ARGS)

setup:
	@$(BOOT) tools.setup test

chromium:
	$(STEP) "browser"
	@$(BOOT) tools.find_chromium --install

client: setup

lint: setup
	@$(MAKE) --no-print-directory $(TOGETHER) $(CHECKS) TYPED="$(TYPED)"

ruff: setup
	$(STEP) "ruff"
	$(BESIDE) $(RUN) -m ruff format --check --quiet $(CODE)
	$(BESIDE) $(RUN) -m ruff check --quiet $(CODE)

import-linter: setup
	$(STEP) "import-linter"
	$(BESIDE) .venv/bin/lint-imports --no-logo --cache-dir .cache/import-linter

mypy: setup
	$(STEP) "mypy"
	$(BESIDE) $(RUN) -m mypy $(TYPED)

pyright: setup
	$(STEP) "pyright"
	$(BESIDE) $(NODE) node_modules/pyright/index.js

tsc: setup
	$(STEP) "tsc"
	$(BESIDE) $(RUN) -m tools.check_screens

layers: setup
	$(STEP) "layers of the client"
	$(BESIDE) $(NODE) $(CRUISE) --config web/layers.cjs web src/chabudai/games/*/web examples/games/*/web

prose: setup
	$(STEP) "odd English"
	$(BESIDE) $(RUN) -m tools.check_prose

test: setup $(if $(FAST),,chromium) lint pytest

pytest: setup $(if $(FAST),,chromium)
	$(STEP) "pytest"
	@$(RUN) -m pytest $(WORKERS) -m "not nightly$(if $(FAST), and not browser and not slow)"

nightly: setup
	@failed=; for verb in docs pyright coverage test-looks record test-browsers test-engines test-hosting release-check; do \
		$(MAKE) --no-print-directory $$verb || failed="$$failed $$verb"; \
	done; test -z "$$failed" || { echo "failed:$$failed"; exit 1; }

coverage: setup
	$(STEP) "line coverage of the core and of every game's rules, moves and view"
	@CHABUDAI_THOROUGH=1 $(RUN) -m pytest $(WORKERS) --timeout=1800 --quiet -m "not browser" --cov --cov-report= $(COVERING)
	@$(RUN) -m coverage report

test-looks: setup chromium
	$(STEP) "tests left out of make test, and every screen at every size"
	@CHABUDAI_LOOKS=all $(RUN) -m pytest $(WORKERS) -m "browser or nightly" $(ARGS)
	$(STEP) "audit of pages on an emulated phone"
	@$(RUN) -m tests.nightly.audit

test-browsers: setup
	@$(RUN) -m tests.nightly.engines $(ARGS)

test-engines: setup
	@$(BOOT) tools.environments engines
	$(STEP) "pytest, with the frameworks"
	@.cache/engines/bin/python -m pytest tests/nightly/frameworks $(ARGS)

test-hosting: setup chromium
	$(STEP) "whole games behind nginx, Caddy and PgBouncer"
	@$(RUN) -m pytest $(ARGS) tests/nightly/hosting

types: setup
	@$(EVERY_GAME) $(RUN) -m tools.emit_types

docs: setup
	@$(BOOT) tools.environments docs
	$(STEP) "site"
	@$(RUN) -m tools.build_docs

bless: setup
	@$(EVERY_GAME) $(RUN) -m tools.bless $(ARGS)

art: setup chromium
	@$(RUN) -m tools.draw_art
	@$(BOOT) tools.setup test
	@$(RUN) -m tools.group_picture

missions: setup
	@$(RUN) -m tools.prove_missions $(ARGS)

bench: setup
	@$(RUN) -m bench $(ARGS)

record: setup
	@$(RUN) -m tests.nightly.proof $(ARGS)

release: setup
	@$(RUN) -m tools.release

release-check: release
	$(STEP) "the packed release, as its users install it"
	@$(RUN) -m tools.release_check

lock:
	@$(BOOT) tools.lock

image: setup
	@$(RUN) -m tools.build_image $(ARGS)

clean:
	@rm -rf .venv .cache .hypothesis node_modules tools/chromium/node_modules tests/nightly/*/node_modules
	@rm -rf dist share docs/_build src/chabudai/server/static src/chabudai/games/*/solver/libkernel.so examples/games/*/solver/libkernel.so
