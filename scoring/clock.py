"""What time it is for what is written down: now, unless a past is being written, as in a demonstration."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.utils import timezone

_past: ContextVar[datetime | None] = ContextVar("past", default=None)


def now() -> datetime:
    """Return the present time, or the past one that is being written just now."""
    return _past.get() or timezone.now()


@contextmanager
def turned_back_to(moment: datetime) -> Iterator[None]:
    """Let this thread write everything inside as of that moment; the future cannot be written."""
    before = _past.set(min(moment, timezone.now()))
    try:
        yield
    finally:
        _past.reset(before)
