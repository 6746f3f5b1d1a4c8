"""A slow line between browser and server: `SLOW=1` holds up each request and each answer."""

import time
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler

DELAY = 0.3  # seconds


def hold_up(patch: pytest.MonkeyPatch) -> None:
    """Let the live server wait before it reads, and before it answers, whatever is asked for."""
    answer = WSGIHandler.__call__

    def late(*asked: Any) -> Any:
        time.sleep(DELAY)
        answered = answer(*asked)
        time.sleep(DELAY)
        return answered

    patch.setattr(WSGIHandler, "__call__", late)
