# Developer commands for Taquin; `make help` lists them.
#
# You need make, Python 3.11+, internet access and, for the native core, a C++20 compiler; without a compiler, the
# pure-Python package is installed.
#
#   make PYTHON=python3.12 …   choose the interpreter       make TAQUIN_PURE=1 …   install without the core
#   make test PYTEST_ARGS="-n 0 -k board"
#   make web SERVE_ARGS="--port 9000 --no-open"

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

VENV := .venv
BIN := $(VENV)/bin
PYTEST_ARGS ?= -n auto --dist worksteal
export TAQUIN_PURE
# The tests start hundreds of processes; without cached bytecode, each would compile what it imports.
export PYTHONDONTWRITEBYTECODE :=

# Stamp files. An editable installation is repeated only when the core, the metadata or the list of modules changes (its
# import hook stores that list). So the name of the stamp contains the version and a checksum of the list.
VERSION := $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' src/taquin/__init__.py)
MODULES := $(shell find src/taquin -name '*.py' | LC_ALL=C sort | cksum | cut -d ' ' -f 1)
INSTALLED := $(VENV)/.installed-$(VERSION)-$(MODULES)$(if $(filter-out 0,$(TAQUIN_PURE)),-pure)
BUILD_TOOLS := $(VENV)/.build-tools
CHECKERS := $(VENV)/.checkers
WEB := $(VENV)/.extra-web
CORE_SOURCES := CMakeLists.txt $(shell find native -type f)

# --no-compile: pip would compile all modules of a package, and we import only some.
pip = $(BIN)/python -m pip --disable-pip-version-check
install = $(pip) install --quiet --no-compile
# The requirements under a key of pyproject.toml: $(call listed,dependency-groups build). Older releases of pip have no
# --group, and installing taquin[web] would build the core again.
listed = $$($(BIN)/python -c 'import sys, tomllib, functools; \
	print(*functools.reduce(dict.get, sys.argv[1:], tomllib.load(open("pyproject.toml", "rb"))))' $(1))

# No build isolation and a permanent build directory, so that a change in native/ recompiles only what changed.
core_options = --verbose --no-compile --no-deps --no-build-isolation -C build-dir=build/$(1) -C cmake.define.TAQUIN_WERROR=ON

cmake = $(BIN)/cmake -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -S .

.PHONY: help run web play runtime page test lint lint-js check-js format docs docs-site slow coverage attack native-test sanitize sanitize-threads fuzz bench mutants setup \
	web-core clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.extra-images ## set up, with PNG and GIF pictures, and solve an example step by step
	@$(BIN)/taquin solve "8 1 3 / 4 0 2 / 7 6 5" --steps
	@echo
	@echo "Now type your own: . $(BIN)/activate && taquin solve"
	@echo "taquin alone lists the commands."

web: $(WEB) $(if $(wildcard build/runtime/.complete),build/page/index.html) ## set up, and open the web page
	@$(BIN)/taquin serve $(if $(wildcard build/page/index.html),--page build/page) $(SERVE_ARGS)

play: $(VENV)/.extra-tui ## set up, and play in the terminal
	@$(BIN)/taquin play $(PLAY_ARGS)

# What the page needs to run without a server: Pyodide and the editor from npm, a wheel from PyPI.
RUNTIME := build/runtime
PYODIDE := pyodide@314
EDITOR := ace-builds@1

runtime: $(RUNTIME)/.complete web-core
	@if [ -f build/web/taquin_core.wasm ]; then cp build/web/taquin_core.mjs build/web/taquin_core.wasm $(RUNTIME); fi

$(RUNTIME)/.complete: Makefile | $(WEB)
	@command -v npm >/dev/null || { echo "make page needs npm, which brings Node.js: https://nodejs.org" >&2; exit 1; }
	rm -rf $(RUNTIME); mkdir -p $(RUNTIME)
	npm install --silent --no-audit --no-fund --prefix $(RUNTIME) $(PYODIDE) $(EDITOR)
	$(BIN)/python -m pip download --quiet --dest $(RUNTIME)/wheels --no-deps --only-binary :all: segno
	@touch $@

page: runtime ## the page as plain files in build/page, for any web server: searches run in the browser
	rm -rf build/page
	@$(MAKE) --no-print-directory build/page/index.html

# With the runtime, `make web` has Python for the view Code, and writes the page again after a change of the package.
build/page/index.html: $(shell find src/taquin -type f -not -name '*.pyc') | $(WEB)
	rm -rf build/page
	$(BIN)/taquin export-page build/page --runtime $(RUNTIME)

# mypy uses one core, so it runs in parallel with the tests; its report is printed after theirs.
test: setup lint-js ## set up, then ruff, mypy, Biome, TypeScript and the tests that are not marked slow, attack or gpu
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@mkdir -p build; echo "$(BIN)/mypy >build/mypy.log &"; $(BIN)/mypy >build/mypy.log 2>&1 & checker=$$!; \
	echo "$(BIN)/pytest $(PYTEST_ARGS)"; $(BIN)/pytest $(PYTEST_ARGS); tests=$$?; \
	wait $$checker; types=$$?; echo "mypy:"; cat build/mypy.log; [ $$tests -eq 0 ] && [ $$types -eq 0 ]

lint: setup lint-js ## ruff, mypy, and lint-js
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Biome and TypeScript, in the versions of package.json. No lock file: it would name a registry.
JS_CHECKERS := node_modules/.installed

lint-js: setup ## JavaScript and CSS: Biome's lint and format, and the types with TypeScript (needs npm)
	@if command -v npm >/dev/null; then $(MAKE) --silent $(JS_CHECKERS) check-js; \
		else echo "lint-js: skipped, because npm is not installed (it comes with Node.js: https://nodejs.org)"; fi

check-js:
	node_modules/.bin/biome check --error-on-warnings
	$(BIN)/python tools/api_types.py build/types/api.d.ts
	node_modules/.bin/tsc

$(JS_CHECKERS): package.json
	@echo "installing Biome and TypeScript"
	@npm install --silent --no-package-lock --no-audit --no-fund
	@touch $@

format: setup ## format the code, and apply ruff's fixes
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	@if [ -e $(JS_CHECKERS) ]; then node_modules/.bin/biome format --write; fi

docs: $(WEB) ## update the generated parts of the pages and the notebook
	$(BIN)/python tools/update_docs.py
	$(BIN)/python tools/run_notebook.py

docs-site: $(WEB) $(VENV)/.group-docs ## build the documentation site in build/site, with warnings as errors and links checked
	$(BIN)/python tools/build_site.py

slow: setup $(VENV)/.group-slow $(VENV)/.group-docs ## the tests marked slow, and those that use Hypothesis with more examples
	$(BIN)/pytest -m "slow or (hypothesis and not attack)" --hypothesis-profile=thorough $(PYTEST_ARGS)
	$(BIN)/pytest tests/web/test_page_*.py tests/journeys --static $(PYTEST_ARGS)

# Lines that only worker processes or the C++ core run do not count as covered.
coverage: setup $(VENV)/.group-coverage ## list the lines of src that no test of make test runs, by module, in build/coverage.md
	$(BIN)/pytest --cov=taquin --cov-report= $(PYTEST_ARGS)
	$(BIN)/coverage report --format=markdown --show-missing --skip-covered >build/coverage.md
	@tail -n 1 build/coverage.md

ANSWERS ?= 100000
attack: setup ## check answers (ANSWERS=100000), fuzz inputs, send signals, load the server; print a table
	$(BIN)/pytest -m attack --answers $(ANSWERS) $(PYTEST_ARGS)

native-test: $(INSTALLED) ## the C++ tests of the core, without Python
	$(cmake) -B build/tests \
		-DTAQUIN_PYTHON=OFF -DTAQUIN_TESTS=ON -DTAQUIN_WERROR=ON
	$(BIN)/cmake --build build/tests
	$(BIN)/ctest --test-dir build/tests --output-on-failure

# Debian's Emscripten has its npm packages in that folder, where only Debian's Node.js looks for them.
web-core: $(BUILD_TOOLS) ## compile the core to WebAssembly in build/web, if Emscripten is installed
	@command -v emcmake >/dev/null || { echo "web-core: skipped, because Emscripten is not installed"; exit 0; }; \
	export NODE_PATH="$${NODE_PATH:-/usr/share/nodejs}"; \
	emcmake $(cmake) -B build/web -DTAQUIN_WERROR=ON \
		&& $(BIN)/cmake --build build/web

mutants: setup $(VENV)/.group-mutants ## mutate a sample of the code, and list the changes that no test notices (an hour)
	$(BIN)/python tools/mutants.py $(MUTANTS_ARGS)

bench: $(INSTALLED) ## compare the speed with other packages
	$(BIN)/python benchmarks/peers.py

setup: ## set up .venv only
	@$(MAKE) --silent -j2 $(INSTALLED) $(CHECKERS)

clean: ## remove everything that make has built
	rm -rf $(VENV) build dist node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests benchmarks tools examples -name __pycache__ -type d -prune -exec rm -rf {} +

# ------------------------------------------------------------------------------------------------- the environment

# The newest final Python on PATH that is 3.11 or later and starts (the stubs of a version manager may not).
define find_python
for candidate in $(if $(PYTHON),"$(PYTHON)",python3.19 python3.18 python3.17 python3.16 python3.15 python3.14 \
	python3.13 python3.12 python3.11 python3 python); do \
	if "$$candidate" -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) or v.releaselevel != "final")' \
		>/dev/null 2>&1; then python=$$candidate; break; fi; \
done; \
if [ -z "$$python" ]; then \
	echo "make: $(if $(PYTHON),$(PYTHON) is not,there is no) Python 3.11 or later$(if $(PYTHON),, on PATH); choose one with 'make PYTHON=/path/to/python …'" >&2; exit 1; \
fi
endef

# The pip of that Python is copied if it can be: that is faster than ensurepip, which Debian may lack.
$(VENV)/pyvenv.cfg:
	@$(find_python); echo "setting up $(VENV) with $$("$$python" --version)"; \
	"$$python" -m venv --without-pip $(VENV) || exit 1; \
	"$$python" -m pip --python $(BIN)/python --disable-pip-version-check install --quiet --no-compile pip >/dev/null 2>&1 \
		|| $(BIN)/python -m ensurepip >/dev/null 2>&1 \
		|| { rm -rf $(VENV); echo "make: this Python has neither pip nor ensurepip; install one (python3-venv on Debian)" >&2; exit 1; }

# Includes the dependencies of taquin, so that the next two targets install different packages and can run in parallel.
$(BUILD_TOOLS): pyproject.toml | $(VENV)/pyvenv.cfg
	@$(install) $(call listed,dependency-groups build) $(call listed,project dependencies)
	@touch $@

$(INSTALLED): pyproject.toml $(CORE_SOURCES) $(BUILD_TOOLS)
	@mkdir -p build; rm -f $(VENV)/.installed-*
	@echo "installing taquin $(VERSION)$(if $(filter-out 0,$(TAQUIN_PURE)),,; compiling its C++ core takes about a minute the first time) (log: build/install.log)"
	@$(pip) install $(call core_options,native) --editable . >build/install.log 2>&1 \
		|| { cat build/install.log; exit 1; }
	@$(BIN)/python -c 'from taquin import _native; print("installed taquin:", _native.describe())'
	@touch $@

# The packages of an extra of taquin, or of a group that only some targets need.
$(VENV)/.extra-%: pyproject.toml | $(INSTALLED)
	@$(install) $(call listed,project optional-dependencies $*)
	@touch $@

$(VENV)/.group-%: pyproject.toml | $(INSTALLED)
	@echo "installing the packages of the group $*"
	@$(install) $(call listed,dependency-groups $*)
	@touch $@

# Importing every test once caches the bytecode of the tests and of their imports; otherwise each pytest process would
# compile all of it. The core may not be installed yet, so a failed collection is ignored.
compile_tests = PYTHONPATH=src $(BIN)/pytest --collect-only --quiet >/dev/null 2>&1 || true

$(CHECKERS): $(BUILD_TOOLS)
	@echo "installing the checkers and the test tools"
	@$(install) $(call listed,dependency-groups dev)
	@$(compile_tests)
	@touch $@

# ------------------------------------------------------------------------------------------------------ sanitizers

SANITIZE_TESTS ?= $(wildcard tests/*/test_native*.py tests/*/test_slide*.py) \
	tests/attack/test_hostile_cache.py::test_forged_tables tests/attack/test_answers.py::test_random_answers
# The attacks on the core are among them, with fewer answers than in `make attack`.
SANITIZE_ARGS ?= -m "not slow and not gpu" --answers 10000

sanitize: setup ## the tests of the native core and the attacks on it, under ASan and UBSan (g++, Linux)
	@tools/sanitized_python.sh $(BIN)/python build/sanitized $(call core_options,sanitize)
	LD_PRELOAD="$$(cat build/sanitized/preloaded)" PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
		build/sanitized/bin/python -m pytest --capture=sys -p no:cacheprovider $(SANITIZE_ARGS) $(SANITIZE_TESTS)

# The C++ tests of what runs on threads, without Python, which would have to be compiled with TSan too.
sanitize-threads: $(BUILD_TOOLS) ## the C++ tests that start threads, under TSan (g++, Linux)
	$(cmake) -B build/tests-thread \
		-DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g -DNDEBUG" \
		-DTAQUIN_PYTHON=OFF -DTAQUIN_TESTS=ON -DTAQUIN_WERROR=ON -DTAQUIN_SANITIZE=thread
	$(BIN)/cmake --build build/tests-thread
	$(BIN)/ctest --test-dir build/tests-thread --output-on-failure

# -------------------------------------------------------------------------------------------------------- fuzzing

# libFuzzer is a part of Clang; on Debian, `apt-get install clang libclang-rt-14-dev` installs both. FUZZ_TARGETS selects
# files of native/fuzz, such as "beam searches".
CLANG ?= $(shell for version in "" -22 -21 -20 -19 -18 -17 -16 -15 -14; do command -v clang++$$version && break; done)
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?=
FUZZED := build/fuzz

fuzz: setup ## fuzz targets of the core and of its bindings under ASan and UBSan (needs Clang)
	@[ -n "$(CLANG)" ] || { echo "make: fuzzing needs Clang with libFuzzer: install clang and libclang-rt-dev" >&2; exit 1; }
	$(cmake) -B $(FUZZED) \
		-DCMAKE_CXX_COMPILER="$(CLANG)" -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1" \
		-DPython_EXECUTABLE=$(abspath $(BIN))/python -DTAQUIN_FUZZ=ON
	$(BIN)/cmake --build $(FUZZED)
	$(BIN)/python tools/fuzz.py $(FUZZED) $(FUZZ_SECONDS) $(FUZZ_TARGETS)
