# make demo: the main job on the examples, with embedded defaults. make test: all tests. Both install what they need.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
OUT ?= demo
INSTALL := rm -rf build && $(BIN)/pip install -q --no-deps --force-reinstall .
SOURCES := $(shell find . -name '*.py' -not -path './.*' -not -path './build/*' -not -path './tests/*' -not -path './bench/*') \
	$(wildcard prompts/*.md evaluation/*.html)

.PHONY: demo test check setup setup-tests lock clean

demo: setup
	$(BIN)/charge-stream run examples/reports --out $(OUT) --quota 25
	@echo "Open $(OUT)/report.html in a browser."

test: setup-tests
	$(BIN)/python -m pytest

check: setup-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

setup: $(VENV)/.packages
	@$(MAKE) -s $(VENV)/.installed
setup-tests: $(VENV)/.packages-tests .tools/.services
	@$(MAKE) -s $(VENV)/.installed

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || { echo "Python 3.11, 3.12 or 3.13 is needed: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing: install it (Debian: apt-get install python3-venv)."; exit 1; }

$(VENV)/.packages: $(VENV)/bin/python requirements.lock
	$(BIN)/pip install -q --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.packages-tests: $(VENV)/bin/python requirements-dev.lock
	$(BIN)/pip install -q --require-hashes -r requirements-dev.lock
	@touch $@ $(VENV)/.packages

# Demo and tests run on the built wheel: a file that is missing from it is missing for them too.
$(VENV)/.installed: $(SOURCES) pyproject.toml
	$(INSTALL)
	@touch $@

.tools/.services:
	bash tests/services.sh
	@mkdir -p .tools && touch $@

lock:
	$(BIN)/pip install -q uv
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header -p 3.11 pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header -p 3.11 pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock

clean:
	rm -rf $(VENV) .tools build dist *.egg-info $(OUT)
