# Each target works alone on a fresh machine with Python >= 3.11 and make: what it needs is installed into .venv first.
.PHONY: demo test check bench compare evidence train proto messages serve solve soak clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

demo: $(READY)  ## play a real tournament of each game, with bots over gRPC, and print the leaderboards
	$(BIN)/arena run tournaments/demo.toml
	$(BIN)/arena run tournaments/house.toml

# Which tests may run beside which: tests/conftest.py.
test: $(READY)  ## every test
	$(BIN)/python -m pytest -n auto --dist loadgroup

check: $(READY)  ## form, lint, types, import contract, contract lint, generated code and catalogues in step
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint proto
	$(BIN)/buf format --diff --exit-code proto
	$(BIN)/python proto/generate.py --check
	$(BIN)/python -m arena.languages.updating --check

bench: $(READY)  ## the performance table, peers beside it, into the README
	$(BIN)/python -m pip install --quiet --editable '.[dev,bench]'
	$(BIN)/arena bench --write README.md

compare: $(READY)  ## what mirrored deals and the luck correction save, for two nearly equal bots
	$(BIN)/arena compare bots.draw.variant:Shy draw/hard@1 --methods --seed 2a

evidence: $(READY)  ## what the built-in bots of five-card draw are worth, into the README
	$(BIN)/python -m bots.draw.evidence --seed 2a --write README.md

train: $(READY)  ## train the table of draw/expert again, and compare with the shipped one
	$(BIN)/python -m bots.draw.train --check

proto: $(READY)  ## generate arena/v1 anew
	$(BIN)/python proto/generate.py

messages: $(READY)  ## the catalogues of arena/languages, in step with the sources
	$(BIN)/python -m arena.languages.updating

serve: $(READY)  ## the dealer: gRPC, web pages, scheduler
	$(BIN)/arena serve

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $(READY)

soak: $(READY)  ## long searches: strength keys; 10,000 hands without regret; coverage of intervals; runs killed and resumed
	$(BIN)/python tests/rules/soak_strength.py
	$(BIN)/python tests/bots/bonus/soak_regret.py
	$(BIN)/python -m tests.statistics.soak_coverage
	$(BIN)/python -m tests.statistics.soak_ratings
	$(BIN)/python -m tests.end_to_end.killing 60

solve: $(READY)  ## enumerate Texas Hold'em Bonus again, and compare with the stored table
	$(BIN)/arena solve --regenerate

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
