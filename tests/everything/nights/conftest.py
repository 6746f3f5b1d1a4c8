"""A hall for nights: a server of its own on an empty database, and the browser of the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.night.hall import Hall
from tests.support.races.processes import Server
from tests.support.races.servers import origin, server

__all__ = ["origin", "server"]  # the fixtures


@pytest.fixture
def open_hall(server: Server, browser: Browser) -> Iterator[Callable[[str], Hall]]:
    """`hall = open_hall("")` is one in which no defect is planted."""
    halls = []

    def opened(defect: str) -> Hall:
        halls.append(Hall(server, server.keeper("days"), browser, defect))
        halls[-1].open()
        return halls[-1]

    yield opened
    for hall in halls:
        hall.close()
