"""The sources of the program, parsed once for all tests that look at them."""

import ast
from functools import cache


@cache
def tree_of(source: str) -> ast.Module:
    """Return a module as it is parsed; nobody changes it."""
    return ast.parse(source)
