# Trencavel: the two commands are `make play` and `make test`. `make help` lists the rest.

CARGO ?= cargo
FUZZ_SECONDS ?= 600
AUDIT_TOOLS := cargo-deny@0.20.2 cargo-machete@0.9.2
# How long each part of the last `make test` took.
TIMES := target/lane-times.txt
# The linter is the compiler of what is tested: what it finds stops the tests, and nothing is compiled
# twice (xtask/lint.sh). `make lint` asks it alone. What is built once gains nothing by being kept in pieces; without
# data for debuggers and without another round of optimising it is built in two thirds of the time.
LINTED := CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_DEV_LTO=off RUSTC_WORKSPACE_WRAPPER="$(CURDIR)/xtask/lint.sh" CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__ $(CARGO)
# The features of the facade, see crates/trencavel/Cargo.toml.
FACADE := country city ai art record
# What is mostly waiting.
SIEGE := --test attack --test kill --test cluster
# What cargo says of the test programs, for `cargo xtask programs`.
TOLD := --no-run --quiet --message-format=json-render-diagnostics
# Not by way of cargo, which would wait until everything is built.
PROGRAMS := $${CARGO_TARGET_DIR:-target}/debug/xtask programs
# Hundreds of servers and browsers keep things for a moment only: in memory, if there is some to spare.
MEMORY := $(shell [ "$$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1)" -gt 4000000 ] 2>/dev/null && echo /dev/shm || echo "$${TMPDIR:-/tmp}")
# The crates whose tests run the whole program, with its pages.
WHOLE := server,cli
# The engine for pages, and where the client takes it from.
WASM := wasm32-unknown-unknown
ENGINE := web/src/net/engine/engine.wasm
ENGINE_BUILD := --profile browser --target $(WASM) --package trencavel-door
SYSTEM_SOURCES := /usr/lib/rustlib/src/rust/library/std/Cargo.toml /usr/lib/rust-web/lib/rustlib/src/rust/library/std/Cargo.toml
WASM_LINKER ?= wasm-ld-19
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)

.PHONY: help play terminal web node client browser browser-long kill cluster cluster-tools seeds figures load results attack audit doc package msrv released test test-all nightly early late doctests builds crates pages together build libraries tools fmt lint unit siege rules tidy instructions fuzz-long compare-long wasm engine measure-engine shadow-long clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: build ## build everything and serve the game on http://localhost:8080
	target/release/trencavel serve --open

terminal: ## play in the terminal (against the computer)
	$(CARGO) run --release --quiet --package trencavel-cli -- play

# The program carries the pages; what it is built from does not wait for them.
build: ## build the client and the release binary, target/release/trencavel
	@$(MAKE) --no-print-directory -j2 web libraries
	$(CARGO) build --release --locked --package trencavel-cli

libraries:
	$(CARGO) build --release --locked --lib --package trencavel-command

web: node wasm ## build the web client
	cd web && npm install --no-save --no-audit --no-fund --silent && npm run --silent build

node:
	@node --version 2>/dev/null | grep -qE '^v(20\.(19|[2-9][0-9])|2[2-9]|[3-9][0-9])' || { \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q nodejs npm; }
	@node --version | grep -qE '^v(20\.(19|[2-9][0-9])|2[2-9]|[3-9][0-9])' || { \
	  echo "Node 20.19 or later is needed to build the web client; this is $$(node --version)." >&2; exit 1; }

test: tools ## install what the tests need, and pass them all; says at the end how long each part took
	@mkdir -p target && : > $(TIMES)
	@for lane in builds together timed-rules timed-browser; do \
	  $(MAKE) --no-print-directory $$lane || { expand -t 16 $(TIMES); echo "$${lane#timed-} failed" >&2; exit 1; }; \
	done; expand -t 16 $(TIMES)

test-all: test ## make test and what takes long: more looks in the browser, more games against the reference engines, fuzzing, kills, attacks, audit, packages
	$(MAKE) --no-print-directory browser-long
	$(MAKE) --no-print-directory nightly
	$(MAKE) --no-print-directory shadow-long
	$(MAKE) --no-print-directory fuzz-long FUZZ_SECONDS=60
	$(MAKE) --no-print-directory kill
	$(MAKE) --no-print-directory cluster
	$(MAKE) --no-print-directory seeds
	$(MAKE) --no-print-directory attack
	$(MAKE) --no-print-directory results
	$(MAKE) --no-print-directory audit
	$(MAKE) --no-print-directory doc
	$(MAKE) --no-print-directory package
	$(MAKE) --no-print-directory msrv
	$(MAKE) --no-print-directory released

# Everything is compiled, and what is ready is tested meanwhile: compilers leave a core idle now and then.
early late: SHELL := /bin/bash
early late: .SHELLFLAGS := -o pipefail -c
early late browser browser-long: export TMPDIR := $(MEMORY)
early:
	$(CARGO) build --quiet --locked --package trencavel-xtask
	$(LINTED) test --workspace --locked $(TOLD) | RUST_TEST_THREADS=2 $(PROGRAMS) --except $(WHOLE)
	$(LINTED) test --workspace --locked --no-run --quiet $(SIEGE)

# The server's tests wait for sockets and clocks half of the time, and attacks and kills nearly always.
late:
	$(CARGO) build --quiet --locked --package trencavel-xtask
	{ $(LINTED) test --workspace --locked $(TOLD) && \
	  $(LINTED) test --workspace --locked $(TOLD) $(SIEGE); } | RUST_TEST_THREADS=4 $(PROGRAMS) --only $(WHOLE) --at-once 3

doctests:
	$(LINTED) test --workspace --locked --quiet --doc

# Each of these leaves a core idle now and then, which the other fills.
builds:
	@$(MAKE) --no-print-directory -j2 -Otarget crates pages

# What is said soonest comes first.
crates:
	@for lane in timed-fmt timed-tidy timed-early; do $(MAKE) --no-print-directory $$lane || exit 1; done

# The engine is part of the client.
pages:
	@for lane in timed-engine timed-web timed-client; do $(MAKE) --no-print-directory $$lane || exit 1; done

together:
	@$(MAKE) --no-print-directory -j3 -Otarget timed-late timed-doctests timed-instructions

# Any target, with a line about the time it took.
timed-%:
	@start=$$(date +%s); $(MAKE) --no-print-directory $*; code=$$?; \
	  printf '%s\t%ss\n' $* $$(( $$(date +%s) - start )) >> $(TIMES); exit $$code

tools: ## install what the tests need and this machine lacks
	@command -v valgrind >/dev/null || { $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q valgrind; }
	@command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null || { $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q chromium chromium-headless-shell; }
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v pg_isready initdb >/dev/null || { $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q postgresql; }
	@command -v python3 >/dev/null || { $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q python3; }
	@command -v firefox-esr >/dev/null || { $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q firefox-esr; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- -D warnings

unit: ## all tests of all crates, one program after another
	RUST_TEST_THREADS=4 $(LINTED) test --workspace --locked

siege: ## attacks, kills and faults of several nodes in their short form, on the real program
	$(LINTED) test --workspace --locked $(SIEGE)

client: ## types, lint and unit tests of the web client
	cd web && npm run --silent lint && npm run --silent check && npm test --silent

# The program as the other tests have it: another build would have other features, and take minutes.
browser: ## the web client in Chromium and Firefox, against the real server
	$(LINTED) test --workspace --locked --test cli --no-run --quiet
	cd web && npm run --silent e2e

browser-long: ## what the browser tests of `make test` leave out: other looks, languages, sizes and paths (long)
	$(LINTED) test --workspace --locked --test cli --no-run --quiet
	cd web && LONG=1 npm run --silent e2e

kill: ## twenty kills of a server with 200 live tables (long)
	KILL=full $(CARGO) test --release --package trencavel-cli --test kill -- --nocapture

cluster: cluster-tools ## three nodes on one PostgreSQL through everything that may happen to them, with 300 live tables (long)
	LONG=1 $(LINTED) test --workspace --locked --test server model:: -- --nocapture
	CLUSTER=full $(CARGO) test --release --package trencavel-cli --test cluster -- --nocapture --include-ignored --test-threads=1

# A seed that fails is printed, and played again with SEEDS=7..7 (and TRACE=debug).
seeds: SEEDS ?= 1..200
seeds: cluster-tools ## three nodes on a simulated network and by a simulated clock, a database behind them, many seeds (long)
	SEEDS=$(SEEDS) $(CARGO) test --release --package trencavel-server --features simulated --test seeds -- --nocapture --test-threads=1

# What only the long tests of several nodes need.
cluster-tools: tools
	@command -v haproxy >/dev/null && command -v nginx >/dev/null && ls /usr/lib/*/faketime/libfaketime.so.1 >/dev/null 2>&1 || { \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q --no-install-recommends haproxy nginx-light libfaketime; }

load: build ## a thousand live tables over real sockets, with figures (long)
	$(CARGO) run --release --quiet --package trencavel-loadtest -- --server target/release/trencavel

results: ## a million rated games: how long pages, boards and a fold of all of them take (long)
	RESULTS=1000000 $(CARGO) test --release --package trencavel-store --lib -- --nocapture ratings_cost

figures: build cluster-tools ## one node on SQLite, one on PostgreSQL, three behind haproxy: moves, times, bytes, kills, a million sleeping tables, side by side (long, on an idle machine)
	$(CARGO) run --release --quiet --package trencavel-loadtest --bin figures -- --server target/release/trencavel $(FIGURES)

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

package: ## every published crate, built from its own package; the facade with each of its features alone
	$(CARGO) package --locked --allow-dirty --quiet $$($(CARGO) xtask published | sed 's/^/--package /')
	for feature in $(FACADE); do \
	  $(CARGO) check --locked --quiet --package trencavel --no-default-features --features $$feature || exit 1; done

msrv: ## the published crates with the oldest Rust that they promise
	@version=$$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml); \
	toolchain=$$(rustup toolchain list 2>/dev/null | grep -oE "^$$version(\.[0-9]+)?-[^ ]+" | head -1); \
	if [ -n "$$toolchain" ]; then \
	  rustup run "$$toolchain" cargo check --locked --package trencavel --package trencavel-tep --all-features --target-dir target/msrv; \
	else \
	  echo "Rust $$version is not installed here (rustup toolchain install $$version): it was not tried."; \
	fi

# The tests build the program with an expansion that was made up for them.
released: build ## the release knows no expansion made up for the tests
	@target/release/trencavel random --expansions trial 2>&1 | grep -q 'unknown expansion "trial"' || { \
	  echo "The release knows the expansion made up for the tests." >&2; exit 1; }

rules: ## every rule id has a test, and the table in docs/ is up to date
	$(CARGO) xtask rules --check

tidy: ## crate borders, headers, sizes, words
	$(CARGO) xtask tidy

instructions: ## instructions a turn, against the recorded counts
	$(CARGO) xtask instructions

compare-long: ## thousands of games against the reference engines (long)
	LONG=1 SEED=$(SEED) $(CARGO) test --release --package trencavel-country --features trial --test country -- against_reference limits marathon properties --nocapture
	LONG=1 SEED=$(SEED) $(CARGO) test --release --package trencavel-city --test city against_reference -- --nocapture
	LONG=1 SEED=$(SEED) $(CARGO) test --release --package trencavel-reference-city --test random_games
	LONG=1 $(CARGO) test --release --package trencavel-reference-country random_games
	LONG=1 SEED=$(SEED) $(CARGO) test --release --package trencavel-games --features trial --test games

# Failures are repeated with the seed that is printed: `make nightly SEED=20260131`.
nightly: SEED ?= $(shell date +%Y%m%d)
nightly: ## compare-long with other games every day (long)
	@echo "SEED=$(SEED)"
	$(MAKE) --no-print-directory compare-long SEED=$(SEED)

fuzz-long: ## ten minutes of fuzzing for each target, or FUZZ_SECONDS (long)
	for target in record position tiles play session; do \
	  $(CARGO) run --release --package trencavel-fuzzing -- $$target --seconds $(FUZZ_SECONDS) || exit 1; done

# With the target of rustup, which is fetched if need be; or with a compiler of the system and the
# sources of its library (Debian: rustc-web cargo-web rust-web-src lld-19). Native builds never see it.
wasm: ## the engine for pages, as WebAssembly; without a compiler for it pages ask the server
	@if rustup target list --installed 2>/dev/null | grep -qx $(WASM) || rustup target add $(WASM) >/dev/null 2>&1; then \
	  $(CARGO) build --locked --quiet $(ENGINE_BUILD) && built=target/$(WASM)/browser; \
	elif ls $(SYSTEM_SOURCES) 2>/dev/null | grep -q . && command -v $(WASM_LINKER) >/dev/null; then \
	  RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(WASM_LINKER) \
	    /usr/bin/cargo build --locked --quiet $(ENGINE_BUILD) -Z build-std=std,panic_abort --target-dir target/system \
	    && built=target/system/$(WASM)/browser; \
	else \
	  rm -f $(ENGINE); \
	  echo "There is no Rust compiler for WebAssembly here (rustup target add $(WASM)): pages will ask the server."; exit 0; \
	fi; \
	[ -n "$$built" ] || exit 1; \
	cmp -s $$built/door.wasm $(ENGINE) || cp $$built/door.wasm $(ENGINE)

# Tests are not passed without it.
engine: wasm
	@[ -f $(ENGINE) ] || { echo "The tests need the engine for pages: rustup target add $(WASM)." >&2; exit 1; }

measure-engine: wasm ## random games and simulations a second, in WebAssembly and natively, in one run
	$(CARGO) build --release --locked --quiet --package trencavel-browser --example measure
	node crates/browser/examples/measure.mjs $(ENGINE) target/release/examples/measure

shadow-long: ## a thousand random tables of all set-ups, followed by the engine of pages (long)
	LONG=1 $(CARGO) test --release --package trencavel-browser --test browser shadow -- --nocapture

clean:
	$(CARGO) clean
