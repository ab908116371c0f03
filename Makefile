# Trencavel: the two commands are `make play` and `make test`. `make help` lists the rest.

CARGO ?= cargo
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)

.PHONY: help play test build tools fmt lint unit rules tidy instructions fuzz-long compare-long wasm clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: ## build everything and play in the terminal (against the computer)
	$(CARGO) run --release --quiet --package cli -- play

build: ## build the release binary, target/release/trencavel
	$(CARGO) build --release --package cli

test: tools fmt lint tidy unit rules instructions ## install what the tests need, and pass them all

tools: ## install what the tests need and this machine lacks
	@command -v valgrind >/dev/null || { $(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q valgrind; }
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- -D warnings

unit: ## all tests of all crates
	$(CARGO) test --workspace --locked

rules: ## every rule id has a test, and the table in docs/ is up to date
	$(CARGO) xtask rules --check

tidy: ## crate borders, headers, sizes, words
	$(CARGO) xtask tidy

instructions: ## instructions a turn, against the recorded counts
	$(CARGO) xtask instructions

compare-long: ## thousands of games against the reference engines (long)
	LONG=1 $(CARGO) test --release --package country --test against_reference -- --nocapture
	LONG=1 $(CARGO) test --release --package city --test against_reference -- --nocapture

fuzz-long: ## ten minutes of fuzzing for each target (long)
	for target in record position tiles play; do \
	  $(CARGO) run --release --package fuzzing -- $$target --seconds 600 || exit 1; done

wasm: ## the engine crates also build for the browser (needs the wasm32-unknown-unknown target)
	$(CARGO) build --release --target wasm32-unknown-unknown -p table -p tilefile -p country -p city -p games

clean:
	$(CARGO) clean
