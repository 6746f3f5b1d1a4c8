"""The program as the server of a night runs it: with the defect that is planted, if there is one."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from typing import Any

from django.db import transaction


def without_keeping_every_second(add: Callable[..., Any]) -> Callable[..., Any]:
    """Return a verb that answers as always, and rolls back what it wrote every second time."""
    number = count()

    def add_and_perhaps_forget(**asked: Any) -> Any:
        with transaction.atomic():
            done = add(**asked)
            if next(number) % 2:
                transaction.set_rollback(True)
            return done

    return add_and_perhaps_forget


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
