"""The program as the server of a night runs it: it obeys what is ordered, in the version it is told to be."""

from __future__ import annotations

import os
from typing import Any


def __getattr__(name: str) -> Any:
    """Return the application of the program, once it obeys what is ordered."""
    if name != "application":
        raise AttributeError(name)
    from tarockclub.wsgi import application
    from tests.night.orders import obey
    from tests.night.versions import VERSION, become_this_version

    obey()
    return become_this_version() if VERSION in os.environ else application
