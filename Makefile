# Maximizing the Margin. `make help` lists what can be done; longer rules are scripts in tools/.
# Nothing but make, git and Python 3.11, 3.12 or 3.13 is needed; `make setup PYTHON=...` names another Python.

VENV := .venv/bin
CORES = $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 1)

STRICT := --warningiserror --nitpick --keep-going
# Each worker takes tests that lie together, so that what they share is made once, and then from those of the slower.
PYTEST = $(VENV)/python -m pytest -n $(CORES) --dist worksteal

# One thread for linear algebra: tests run on all cores at once, and benchmarks compare like with like.
export OPENBLAS_NUM_THREADS := 1
export OMP_NUM_THREADS := 1
export MKL_NUM_THREADS := 1
export VECLIB_MAXIMUM_THREADS := 1

# Compiled modules are kept, whatever the shell says: importing Sphinx without them takes 5 s more, each time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup book pdf epub site test check lint house types corpus fuzz mutants bench sets lock wheel browser proofs walks links clean

help:  ## List these targets.
	@echo "Maximizing the Margin. The targets of make:"
	@awk -F ':.*  ## ' '/^[a-z]+:.*  ## / {printf "  make %-7s %s\n", $$1, $$2}' Makefile

setup:  ## Make the environment .venv from requirements.lock; costs nothing when it is there.
	@for python in $$PYTHON python3 python3.13 python3.12 python3.11; do \
	    "$$python" -c "" 2>/dev/null && exec "$$python" tools/setup_env.py; \
	done; \
	echo "make setup: no Python 3 runs here. Install Python 3.11, 3.12 or 3.13" \
	    "(Debian, Ubuntu: apt-get install python3 python3-venv; macOS: brew install python@3.13)." >&2; exit 1

book: setup  ## Build the book, strictly: any warning stops it. Says where to read it.
	@test -e _build/runtime || $(VENV)/python -m browser || echo "The book is built without Python in its pages." >&2
	@$(VENV)/jupyter-book build . $(STRICT)

pdf: setup  ## Print the whole book into one PDF; needs Chromium.
	@$(VENV)/python -m tools.pdf

epub: setup  ## Make the whole book one EPUB, for reading devices and phones; needs Chromium.
	@$(VENV)/python -m tools.epub

site: setup  ## Put book, problem sets and wheels into _build/site under their term, beside earlier terms.
	@$(VENV)/python -m course publish _build/site

test: setup lint types  ## Lint, check the types, and run all tests, as CI does.
	@$(PYTEST)

check: setup lint types  ## The quick loop: lint, types and the fast tests, in under a minute.
	@HYPOTHESIS_PROFILE=quick $(PYTEST) -m "not slow"

corpus: setup  ## Grade every answer of the corpus: many keys, `course grade`, stock nbgrader, a term, Pyodide.
	@WHOLE_CORPUS=1 $(PYTEST) -k declare tests/sets/test_corpus_under_keys.py tests/sets/test_practice.py \
	    tests/grading/test_grade_many.py tests/grading/test_stock_nbgrader.py tests/grading/test_round_trip.py \
	    tests/pages/test_pyodide.py
	@WHOLE_CORPUS=1 $(PYTEST) tests/sets/test_hints.py

fuzz: setup  ## Feed the hidden tests spoiled answers, and the commands malformed files, many of each.
	@MPLBACKEND=Agg $(VENV)/python -m course.sets.testing.fuzzing --each 100
	@FUZZED_FILES=400 $(PYTEST) tests/grading/test_fuzzed_files.py

lint: setup  ## Check the style of all Python code with ruff, and the rules of the house.
	@$(VENV)/ruff check --quiet .
	@$(VENV)/python -m tools.house --rules

house: setup  ## Say how large, entangled and clearly named the code is; `make house PICTURES=1` draws ARCHITECTURE.md.
	@$(VENV)/python -m tools.house $(if $(PICTURES),--pictures)

types: setup  ## Check the types with mypy.
	@$(VENV)/mypy

bench: setup  ## Run the benchmarks: each figure beside its target.
	@$(VENV)/python -m benchmarks

sets: setup  ## Make the problem sets of the term in assignments/ from their sources.
	@$(VENV)/python -m course build

mutants: setup  ## Break the model solutions on purpose, and list what the hidden tests do not notice.
	@MPLBACKEND=Agg $(VENV)/python -m course.sets.testing.mutants

lock: setup  ## Refresh requirements.lock; `make lock UPGRADE=1` takes the newest versions that fit.
	@$(VENV)/python tools/lock.py $(if $(UPGRADE),--upgrade)

wheel: setup  ## Build the wheels of margin_lib and notebook_checks into dist/.
	@$(VENV)/python -m tools.build_wheels

browser: setup  ## Bring the Python of the pages and JupyterLite up to date; `make book` then takes them in.
	@$(VENV)/python -m browser $(if $(MIRROR),--mirror $(MIRROR))

proofs: setup  ## Let Coq check the formal proofs; `make proofs INSTALL=1` installs Coq first, on Debian.
	@$(VENV)/python -m tools.proofs $(if $(INSTALL),--install) $(if $(FALSIFY),--falsify)

walks: setup  ## Let Coq say which facts each sentence of the formal proofs needs, for the walks through them, and answer the questions.
	@$(VENV)/python -m tools.walks $(if $(FALSIFY),--falsify)

links: setup  ## Look up the links of the book that lead elsewhere; needs the internet.
	@$(VENV)/jupyter-book build . --builder custom --custom-builder linkcheck

clean:  ## Remove what was made: the environment, the book, the caches.
	rm -rf .venv _build build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
