# What can be done here; the steps themselves stand in .ci/.
.PHONY: help setup run check test everything coverage defects wheel engine deb release bench night prove requirements format messages pictures clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

setup:  ## install what the program needs, prepare database, translations and static files
	@.ci/setup run
	@.venv/bin/python -m tarockclub.checkout
	@.venv/bin/python -m tarockclub prepare

run:  ## serve on this machine; PORT=8001 for another port, LAN=1 for phones in the same network
	@.ci/setup run
	@.ci/serve

check:  ## before each commit: style, types, quick tests of what changed; ALL=1 for those of all rooms
	@ALL=$(ALL) .ci/check

test:  ## that, other programs, PostgreSQL, and in Chromium what every user does
	@.ci/test

everything:  ## that, and what needs other programs or long; SUITES="browsers nights" for some of it alone
	$(if $(SUITES),@.ci/setup dev,@.ci/test)
	@. .ci/surroundings && .venv/bin/python -m tests.everything $(SUITES)

coverage:  ## which branches of the program all tests together reach (takes a while)
	@.ci/coverage

defects:  ## plant defects that are kept: does the test that is named find each? SEED=5 draws others
	@.ci/setup dev
	@.venv/bin/python -m tests.defects $(if $(SEED),--seed $(SEED))

wheel:  ## build the file that is installed without a checkout, in dist/
	@.ci/wheel

engine:  ## build the engine alone as a wheel for other programs, in dist/
	@.ci/engine

deb: wheel  ## build the package for the Debian this is typed on, in dist/: program, user, services
	@.ci/deb

release:  ## is this tag a release? looks at everything, builds all files twice; sends nothing
	@.ci/release

bench:  ## measure how long it takes to record a hand
	@.ci/setup dev
	@.venv/bin/python -m tests.benchmarks

night:  ## play nights in the simulator (SEEDS, KIND, POSTGRESQL, STEPS: tests/night/__init__.py)
	@.ci/setup dev
	@SEEDS=$(or $(SEEDS),1-20) STEPS=$(STEPS) $(if $(POSTGRESQL),.venv/bin/python -m tests.support.postgresql --) .venv/bin/python -m pytest -s -k $(or $(KIND),club) tests/everything/nights/test_night.py

prove:  ## play each browser test that main has not, or has otherwise, 30 times; SINCE for another commit
	@.ci/setup dev
	@NEW=$(or $(SINCE),main) REPEAT=30 .venv/bin/python -m pytest -n auto tests || [ $$? = 5 ]  # none

requirements:  ## pin the newest versions that pyproject.toml allows
	@.ci/setup dev
	@.ci/requirements

format:  ## tidy the Python files and the templates
	@.ci/setup dev
	@.venv/bin/python -m ruff check --fix .
	@.venv/bin/python -m ruff format .
	@.venv/bin/djangofmt templates

messages:  ## take up new messages into the German catalogue
	@.ci/setup run
	@.venv/bin/python -m tarockclub.translations update

pictures:  ## take the pictures of the README anew
	@.ci/setup dev
	@.venv/bin/python -m tests.browser.pictures

clean:  ## remove what setup installed and built; the database in var/ stays
	@rm -rf .venv var/static
