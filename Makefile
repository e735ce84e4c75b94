# Each target works alone on a fresh machine with Python >= 3.11 and make: what it needs is installed into .venv first.
.PHONY: demo test check bench proto serve soak clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

demo: $(READY)  ## play a real tournament, with a bot over gRPC, and print the leaderboard
	$(BIN)/arena run tournaments/demo.toml

test: $(READY)  ## every test
	$(BIN)/python -m pytest

check: $(READY)  ## form, lint, types, import contract, contract lint, generated code in step
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint proto
	$(BIN)/buf format --diff --exit-code proto
	$(BIN)/python proto/generate.py --check

bench: $(READY)  ## the performance table, peers beside it, into the README
	$(BIN)/arena bench --write README.md

proto: $(READY)  ## generate arena/v1 anew
	$(BIN)/python proto/generate.py

serve: $(READY)  ## the dealer: gRPC, web pages, scheduler
	$(BIN)/arena serve

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $(READY)

soak: $(READY)  ## long searches: the keys behind the strength tables
	$(BIN)/python tests/rules/soak_strength.py

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
