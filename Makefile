# Trencavel: the two commands are `make play` and `make test`. `make help` lists the rest.

CARGO ?= cargo
FUZZ_SECONDS ?= 600
AUDIT_TOOLS := cargo-deny@0.20.2 cargo-machete@0.9.2
# How long each part of the last `make test` took.
TIMES := target/lane-times.txt
# The linter is the compiler of what is tested: what it finds stops the tests, and nothing is compiled
# twice. `make lint` asks it alone. What is built once gains nothing by being kept in pieces.
LINTED := CARGO_INCREMENTAL=0 RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__ $(CARGO)
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)

.PHONY: help play terminal web node client browser kill load attack audit doc package msrv test test-all nightly compile together build tools fmt lint unit rules tidy instructions fuzz-long compare-long wasm clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: build ## build everything and serve the game on http://localhost:8080
	target/release/trencavel serve --open

terminal: ## play in the terminal (against the computer)
	$(CARGO) run --release --quiet --package trencavel-cli -- play

build: web ## build the client and the release binary, target/release/trencavel
	$(CARGO) build --release --locked --package trencavel-cli

web: node ## build the web client
	cd web && npm install --no-save --no-audit --no-fund --silent && npm run --silent build

node:
	@node --version 2>/dev/null | grep -qE '^v(20\.(19|[2-9][0-9])|2[2-9]|[3-9][0-9])' || { \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q nodejs npm; }
	@node --version | grep -qE '^v(20\.(19|[2-9][0-9])|2[2-9]|[3-9][0-9])' || { \
	  echo "Node 20.19 or later is needed to build the web client; this is $$(node --version)." >&2; exit 1; }

test: tools ## install what the tests need, and pass them all; says at the end how long each part took
	@mkdir -p target && : > $(TIMES)
	@for lane in timed-fmt timed-tidy timed-web timed-compile together timed-rules timed-browser; do \
	  $(MAKE) --no-print-directory $$lane || { expand -t 16 $(TIMES); echo "$${lane#timed-} failed" >&2; exit 1; }; \
	done; expand -t 16 $(TIMES)

test-all: test ## make test and what takes long: more games against the reference engines, fuzzing, kills, attacks, audit, packages
	$(MAKE) --no-print-directory nightly
	$(MAKE) --no-print-directory fuzz-long FUZZ_SECONDS=60
	$(MAKE) --no-print-directory kill
	$(MAKE) --no-print-directory attack
	$(MAKE) --no-print-directory audit
	$(MAKE) --no-print-directory doc
	$(MAKE) --no-print-directory package
	$(MAKE) --no-print-directory msrv

# What the tests need, all at once.
compile:
	$(LINTED) test --workspace --locked --no-run --quiet

# The tests wait for sockets and clocks now and then: what checks the sources fills the time.
together:
	@$(MAKE) --no-print-directory -j2 -Otarget timed-unit timed-client timed-instructions

# Any target, with a line about the time it took.
timed-%:
	@start=$$(date +%s); $(MAKE) --no-print-directory $*; code=$$?; \
	  printf '%s\t%ss\n' $* $$(( $$(date +%s) - start )) >> $(TIMES); exit $$code

tools: ## install what the tests need and this machine lacks
	@command -v valgrind >/dev/null || { $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q valgrind; }
	@command -v chromium >/dev/null || { $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q chromium; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- -D warnings

unit: ## all tests of all crates
	$(LINTED) test --workspace --locked

client: ## types, lint and unit tests of the web client
	cd web && npm run --silent lint && npm run --silent check && npm test --silent

# The program as the other tests have it: another build would have other features, and take minutes.
browser: ## the web client in a real browser, against the real server
	$(LINTED) test --workspace --locked --test cli --no-run --quiet
	cd web && npm run --silent e2e

kill: ## twenty kills of a server with 200 live tables (long)
	KILL=full $(CARGO) test --release --package trencavel-cli --test kill -- --nocapture

load: build ## a thousand live tables over real sockets, with figures (long)
	$(CARGO) run --release --quiet --package trencavel-loadtest -- --server target/release/trencavel

attack: build ## everything a stranger might try, while honest games go on beside it (long)
	$(CARGO) run --release --quiet --locked --package trencavel-loadtest --bin attack -- --server target/release/trencavel

# The tools go beside our own build: nothing of the system is changed.
audit: ## licences, sources, doubled and unused dependencies, known faults
	@for tool in $(AUDIT_TOOLS); do name=$${tool%@*}; \
	  [ "$$(target/tools/bin/$$name --version 2>/dev/null | sed 's/.* //')" = "$${tool#*@}" ] || \
	    $(CARGO) install --quiet --locked --root target/tools "$$tool" || exit 1; done
	target/tools/bin/cargo-machete
	target/tools/bin/cargo-deny --locked check licenses sources bans
	@if target/tools/bin/cargo-deny fetch db >/dev/null 2>&1; then \
	  target/tools/bin/cargo-deny --locked check advisories; \
	else \
	  echo "The database of known faults cannot be fetched from here: advisories were not checked."; \
	fi

doc: ## the documentation of all crates, without a warning
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet

package: ## every published crate, built from its own package
	$(CARGO) package --locked --allow-dirty --quiet $$($(CARGO) xtask published | sed 's/^/--package /')

msrv: ## the published crates with the oldest Rust that they promise
	@version=$$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml); \
	toolchain=$$(rustup toolchain list 2>/dev/null | grep -oE "^$$version(\.[0-9]+)?-[^ ]+" | head -1); \
	if [ -n "$$toolchain" ]; then \
	  rustup run "$$toolchain" cargo check --locked --package trencavel --all-features --target-dir target/msrv; \
	else \
	  echo "Rust $$version is not installed here (rustup toolchain install $$version): it was not tried."; \
	fi

rules: ## every rule id has a test, and the table in docs/ is up to date
	$(CARGO) xtask rules --check

tidy: ## crate borders, headers, sizes, words
	$(CARGO) xtask tidy

instructions: ## instructions a turn, against the recorded counts
	$(CARGO) xtask instructions

compare-long: ## thousands of games against the reference engines (long)
	LONG=1 SEED=$(SEED) $(CARGO) test --release --package trencavel-country --test country against_reference -- --nocapture
	LONG=1 SEED=$(SEED) $(CARGO) test --release --package trencavel-city --test city against_reference -- --nocapture
	LONG=1 SEED=$(SEED) $(CARGO) test --release --package trencavel-reference-city --test random_games

# Failures are repeated with the seed that is printed: `make nightly SEED=20260131`.
nightly: SEED ?= $(shell date +%Y%m%d)
nightly: ## compare-long with other games every day (long)
	@echo "SEED=$(SEED)"
	$(MAKE) --no-print-directory compare-long SEED=$(SEED)

fuzz-long: ## ten minutes of fuzzing for each target, or FUZZ_SECONDS (long)
	for target in record position tiles play; do \
	  $(CARGO) run --release --package trencavel-fuzzing -- $$target --seconds $(FUZZ_SECONDS) || exit 1; done

wasm: ## the engine crates also build for the browser (needs the wasm32-unknown-unknown target)
	$(CARGO) build --release --target wasm32-unknown-unknown -p trencavel-table -p trencavel-tilefile -p trencavel-country -p trencavel-city -p trencavel-games

clean:
	$(CARGO) clean
