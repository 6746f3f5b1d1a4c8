"""Longer functions that tests run in a page, each in a file of its own."""

from pathlib import Path


def script(name: str) -> str:
    """Return the function of this file, as a page evaluates it."""
    return Path(__file__).with_name(f"{name}.js").read_text(encoding="utf-8")
