"""Attacks on a server of its own, on this machine only: `pytest -s tests/attacks` prints what they cost."""
