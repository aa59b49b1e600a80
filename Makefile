# The commands of this project. All the work is in tools/setup.py, which Windows users call directly:
#   py tools/setup.py play
# Options go in ARGS:  make play ARGS='--no-browser --port 8123'   make test ARGS='tests/rules -x'
PYTHON ?= python3

.PHONY: help setup play quick test check bench web wheel bundle wire docs clean

help:  ## what can be made
	@$(PYTHON) tools/setup.py --help
	@echo "With make: make COMMAND ARGS='options of the command'"

setup play quick test check bench web wheel bundle wire docs clean:
	@$(PYTHON) tools/setup.py $@ $(ARGS)
