"""Waiting for a state that tells nobody when it comes: a port of another process, a file, a row."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
LOOKS = 100  # in a second
PATIENCE = 300  # seconds; whatever has not come until then never comes


def wait_for(look: Callable[[], T], why_not: Callable[[], str] = str, *, patience: float = PATIENCE) -> T:
    """Return what is seen as soon as anything is; fail with `why_not`, as soon as that says something.

    >>> heads = iter(["", "", "news"])
    >>> wait_for(lambda: next(heads))
    'news'
    """
    until = time.monotonic() + patience
    while not (seen := look()):
        if reason := why_not():
            raise AssertionError(reason)
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(1 / LOOKS)
    return seen
