# make play     sets up what is missing, then runs the bot: embedded server and page, or Discord if DISCORD_TOKEN is set
# make test     sets up what is missing, then every check that CI runs
# make fix      formats and mends what ruff can mend
# make bench    the side-by-side benchmarks, one table each
# make nightly  every game and preset deals itself from ten thousand seeds; takes some minutes

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test check fix bench nightly clean

play: .venv/.play
	@exec $(BIN)/python -m bot

test: check
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --cov --cov-report=term-missing:skip-covered

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

nightly: .venv/.test
	$(BIN)/python tests/engine/nightly.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build *.egg-info

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.play: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable .
	@touch $@

.venv/.test: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable '.[dev]'
	@touch $@ .venv/.play
