"""A calculator open to all: it settles a hand and stores it only in the address."""
