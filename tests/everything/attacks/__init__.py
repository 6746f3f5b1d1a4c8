"""Attacks on a server of its own, on this machine only: `pytest -s` prints what they cost."""
