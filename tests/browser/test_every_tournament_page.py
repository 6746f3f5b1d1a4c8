"""Every page of a tournament that is being played: on a narrow phone, by day and by night."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_every_page import WIDTH, complaints
from tests.conftest import OpenPage
from tests.tournaments.conftest import founded, house, watch
from tests.tournaments.test_access import TABLE, WHO, P, R, Scene, scene
from tournaments.engine.terms import Double
from tournaments.models import Tournament

__all__ = ["founded", "house", "scene", "watch"]

NO_PAGES = ("/now/", "/export/", "/pulse/", "/clock/")  # what scripts and spreadsheets read
OTHER_SCREENS = ("/projector/",)  # looked at in a size of its own
DOUBLE = f"{R}double/"  # asks where double rounds are called, as here
STARTING = "?preset=spielgeld"  # the form behind the choice of presets


def sign_in(visitor: Page, live_server: LiveServer, scene: Scene, who: str, language: str) -> None:
    visitor.goto("about:blank")  # what is open asks for news, and would ask as nobody
    visitor.context.clear_cookies()
    session = scene.cookies[who]["sessionid"].value
    visitor.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    visitor.goto(f"/clubs/?language={language}")


def pages_for(scene: Scene, who: str) -> list[str]:
    """What this visitor gets to see, by the table of who gets what."""
    place = list(WHO).index(who)
    found = [
        scene.path(address, row)
        for address, row in TABLE.items()
        if (row.reading.split()[place] == "200" or (who == "director" and address == DOUBLE))
        and not any(part in f"/{address}" for part in (*NO_PAGES, *OTHER_SCREENS))
    ]
    return [*found, *(f"{path}{STARTING}" for path in found if path.endswith("/tournaments/new/"))]


@pytest.mark.parametrize(("dark", "language"), [(False, "de"), (True, "en")], ids=["by day", "by night"])
def test_nothing_is_wrong_with_any_page(
    page: OpenPage, live_server: LiveServer, scene: Scene, dark: bool, language: str
) -> None:
    terms = replace(scene.playing.tournament.terms, double=Double.CALLED)
    Tournament.objects.update(kept_terms=terms.as_json())
    visitor = page(WIDTH, 700, dark=dark)
    seen: set[str] = set()
    found: list[str] = []
    for who in ("director", "arbiter", "seated"):
        sign_in(visitor, live_server, scene, who, language)
        for path in pages_for(scene, who):
            if path not in seen or path.endswith(f"/tournaments/{scene.playing.tournament.pk}/"):
                visitor.goto(path)
                assert visitor.url == f"{live_server.url}{path}"
                found += [f"{who}, {path}: {one}" for one in complaints(visitor)]
            seen.add(path)
    assert found == []
    asked_first = [scene.path(f"{R}{name}/", TABLE[f"{R}{name}/"]) for name in ("ring", "double", "blank")]
    assert seen.issuperset(asked_first)
    assert any(path.startswith(f"/{P.partition('<')[0]}") for path in seen)
