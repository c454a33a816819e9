# make play     sets up what is missing, then runs the bot: embedded server and page, or Discord if DISCORD_TOKEN is set
# make test     sets up what is missing, then every check that CI runs
# make fix      formats and mends what ruff can mend
# make bench    the side-by-side benchmarks, one table each
# make audit    asks an advisory service whether anything that is installed has a known weakness
# make nightly  every game and preset deals itself from ten thousand seeds, and all that reads from outside is
#               given a thousand kinds of nonsense; takes some minutes
# make soak     200,000 steps of people, faults and restarts with the real bot; SOAK_STEPS, SOAK_SEED; takes hours

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test check fix bench audit nightly soak clean

play: .venv/.play
	@exec $(BIN)/python -m bot

# SimCord has a clock of its own in its process; tests of the real server need the real one, and no company
REAL := tests/sandbox tests/whole

test: check
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal $(REAL:%=--ignore=%) --cov --cov-report= --cov-fail-under=0
	$(BIN)/python -m pytest $(REAL) --cov --cov-append --cov-report=term-missing:skip-covered

check: .venv/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fix: .venv/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/.test
	$(BIN)/python -m bench

# not part of `make test`, for it needs the network; what could not be looked up is a failure too
audit: .venv/audit/.ready
	.venv/audit/bin/pip-audit --strict --progress-spinner off --no-deps --disable-pip --requirement constraints.txt

nightly: .venv/.test
	$(BIN)/python tests/engine/nightly.py
	HYPOTHESIS_PROFILE=nightly $(BIN)/python -m pytest --numprocesses auto $(wildcard tests/*/test_any_*.py)

soak: .venv/.test
	$(BIN)/python -m tests.soak

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build *.egg-info

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/audit/.ready: .venv/bin/python
	$(PYTHON) -m venv .venv/audit
	.venv/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	@touch $@

.venv/.play: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable .
	@touch $@

.venv/.test: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable '.[dev]'
	@touch $@ .venv/.play
