"""The program as the server of a night runs it: with the defect that is planted, if there is one."""

from __future__ import annotations

import os
from typing import Any


def __getattr__(name: str) -> Any:
    """Return the application of the program, once the defect is in it and it obeys what is ordered."""
    if name != "application":
        raise AttributeError(name)
    from tarockclub.wsgi import application
    from tests.night.defects import plant_in_this_process
    from tests.night.orders import obey
    from tests.night.versions import VERSION, become_this_version

    obey()
    plant_in_this_process()
    return become_this_version() if VERSION in os.environ else application
