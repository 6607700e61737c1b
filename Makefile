# Everything a fresh machine with Python 3.11+ and make needs. `make run` and `make test` set themselves up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run test style collected test-slow test-gpu mutants soak nightly bench docs lock figures format clean

run: $(VENV)/ready  ## the house: tables in the browser, on a ledger in your own folder; prints its address
	@$(BIN)/houseway serve --log-level warning

test: style  ## everything that must pass
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

style: $(VENV)/ready-dev  ## what ruff and mypy say; `make test` begins with it
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

collected: $(VENV)/ready-dev  ## tests read and rewritten once, so that each of the workers need not do it
	@$(BIN)/python -m pytest --collect-only -qq > /dev/null

unexport PYTHONDONTWRITEBYTECODE  # tests start many processes: what one has compiled the next one reads
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)')  # two wait for a browser, a server or a disk; each more costs a minute of work of its own

test-slow: $(VENV)/ready-dev  ## the long versions of the same checks
	$(BIN)/python -m pytest -m slow

test-gpu: $(VENV)/ready-gpu  ## on a machine with a GPU: its counts against the processor's, and its rates (docs/gpu.md)
	$(BIN)/python -m tests.digests --rounds 2000003
	$(BIN)/python -m tests.gpu_counts
	$(BIN)/python -m benchmarks.gpu

mutants: $(VENV)/ready-dev  ## small faults, COUNT a room of a SEED: which of them no test catches (docs/testing.md)
	$(BIN)/python -m tests.mutants --seed $(SEED) --count $(COUNT)
SEED ?= 1
COUNT ?= 20

soak: $(VENV)/ready-dev  ## the house with everything failing, new histories for so many MINUTES; prints the seed that fails
	$(BIN)/python -m tests.house.test_histories --minutes $(MINUTES)
MINUTES ?= 60

nightly: $(VENV)/ready-dev  ## the same for so many HISTORIES, on all cores
	$(BIN)/python -m tests.house.test_histories --histories $(HISTORIES)
HISTORIES ?= 10000

bench: $(VENV)/ready-bench  ## speeds, beside public peers, in this run
	$(BIN)/python -m benchmarks.evaluator
	$(BIN)/python -m benchmarks.rounds
	$(BIN)/python -m benchmarks.blackjack
	$(BIN)/python -m benchmarks.solvers
	$(BIN)/python -m benchmarks.environments
	$(BIN)/python -m benchmarks.reports

docs: $(VENV)/ready-docs  ## the site, into docs/_build/html; a running house has it under /docs. A warning is an error
	$(BIN)/python -m sphinx -W -n -q -d docs/_build/trees docs docs/_build/html

lock: $(VENV)/bin/python  ## pin every dependency with its hashes; no index address is written
	$(PIP) install uv
	$(BIN)/uv pip compile $(LOCK) --extra editable --extra web --extra report pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile $(LOCK) --extra editable --extra web --extra report --extra postgres --extra cluster --extra gymnasium --extra pettingzoo --extra dev pyproject.toml -o requirements-dev.lock
	$(BIN)/uv pip compile $(LOCK) --extra editable --extra web --extra report --extra postgres --extra cluster --extra gymnasium --extra pettingzoo --extra dev --extra bench pyproject.toml -o requirements-bench.lock
	$(BIN)/uv pip compile $(LOCK) --extra editable --extra web --extra docs -c requirements-dev.lock pyproject.toml -o requirements-docs.lock
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url

figures: $(VENV)/ready-dev  ## compute the figures that ship with the package, and the evidence of reports; CLUSTER=local:4 on a cluster
	$(BIN)/python -m $(if $(CLUSTER),houseway.cluster.shipping $(CLUSTER),houseway.analysis.ship)
	$(BIN)/python -m houseway.analysis.continuous
	$(BIN)/python -m houseway.report.paper.gathering
	$(BIN)/python -m houseway.report.readings > docs/made.tmp && mv docs/made.tmp docs/readings.md

format: $(VENV)/ready-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis docs/_build docs/made

# What the package depends on comes by hash from the lock; the package itself is this folder.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("houseway needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready: requirements.lock pyproject.toml | $(VENV)/bin/python
	@echo "Setting up (once; about a minute) ..."
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/ready-dev: requirements-dev.lock $(VENV)/ready
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

$(VENV)/ready-gpu: $(VENV)/ready-dev  # not in the lock files: its libraries are of a GPU's driver
	@$(PIP) install --no-build-isolation --editable '.[gpu]'
	@touch $@

$(VENV)/ready-bench: requirements-bench.lock $(VENV)/ready-dev
	@$(PIP) install --require-hashes -r requirements-bench.lock
	@touch $@

$(VENV)/ready-docs: requirements-docs.lock $(VENV)/ready
	@$(PIP) install --require-hashes -r requirements-docs.lock
	@touch $@
