"""Why something is refused, in English."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.utils import translation

from scoring.deeds import Refused


def problems_of(act: Callable[..., object], /, *args: Any, **about: Any) -> dict[str, list[str]]:
    """Return why this is refused, by field."""
    with translation.override("en"), pytest.raises(Refused) as refused:
        act(*args, **about)
    return refused.value.problems


def sentences_of(act: Callable[..., object], /, *args: Any, **about: Any) -> list[str]:
    """Return the same without the fields."""
    return [sentence for sentences in problems_of(act, *args, **about).values() for sentence in sentences]


@contextmanager
def refuses(expected: dict[str, list[str]]) -> Iterator[None]:
    """What is done inside is refused in these words, by field."""
    with translation.override("en"), pytest.raises(Refused) as refused:
        yield
    assert refused.value.problems == expected
