"""Room for calls: Python keeps its stack in pieces of 16 kB, and a loop at an end fetches the next each time.

Tests call deep, so that a request may lie just there: a quarter of its time went to the system, which handed
the same piece out and took it back. A function that says it needs more gets a large piece, and so do all that
it calls.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

VALUES = (
    70_000  # of eight bytes each; the piece is a power of two, and nothing but what is called is put there
)


def with_room(function: Any, /, *about: Any, **further: Any) -> Any:
    """Call the function where everything it calls has room."""
    return function(*about, **further)


with_room.__code__ = with_room.__code__.replace(co_stacksize=VALUES)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[object]:
    """Call each test with room."""
    test = pyfuncitem.obj
    pyfuncitem.obj = partial(with_room, test)
    try:
        return (yield)
    finally:
        pyfuncitem.obj = test
