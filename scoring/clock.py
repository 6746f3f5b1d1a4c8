"""What time it is for what is written down."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """Return the present time."""
    return timezone.now()
