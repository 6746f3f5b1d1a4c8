"""How many clicks a director's most frequent deeds take from the page of the tournament."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from django.test import Client

from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.playing import EIGHT, Hands, Playing, opened
from tournaments.engine.terms import PLAY_MONEY

DEPTH = 2  # pages that are opened one after the other, at most


class Deed(NamedTuple):
    """A link or a button of a page, and in how many closed folds it lies."""

    address: str
    value: str  # of a button: what it does
    folds: int
    leads: bool = False


class Deeds(HTMLParser):
    """What can be tapped in the main part of a page and the tabs above it."""

    def __init__(self) -> None:
        super().__init__()
        self.deeds: list[Deed] = []
        self.folds, self.action, self.inside, self.of_form = 0, "", False, {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "main" or (tag == "nav" and "subject" in found.get("class", "")):
            self.inside = True
        elif tag == "details" and "open" not in found:
            self.folds += 1
        elif tag == "form" and self.inside:
            self.action = found.get("action") or "."
            self.of_form[found.get("id", "")] = self.action
        elif tag == "a" and self.inside:
            self.deeds.append(Deed(found.get("href", ""), "", self.folds, leads=True))
        elif tag == "button" and self.inside:
            action = found.get("formaction") or self.action
            named = f"#{found['form']}" if "form" in found else action
            self.deeds.append(Deed(named, found.get("value", ""), self.folds))

    def handle_endtag(self, tag: str) -> None:
        self.folds -= tag == "details" and self.folds > 0
        if tag in ("main", "nav"):
            self.inside = False


def deeds_on(client: Client, address: str) -> Iterator[Deed]:
    answer = client.get(address, follow=True)
    page = Deeds()
    page.feed(answer.content.decode())
    at = answer.redirect_chain[-1][0] if answer.redirect_chain else address
    for deed in page.deeds:
        action = page.of_form.get(deed.address.lstrip("#"), deed.address)
        yield deed._replace(address=at if action == "." else action.split("#")[0])


def too_deep(client: Client, start: str, deeds: dict[str, tuple[str, int]]) -> list[str]:
    """Return the deeds that take more clicks than they may: links followed, folds opened, and the button."""
    left = dict(deeds)
    best, depth, waiting = {start: 0}, {start: 0}, deque([start])
    while waiting and left:
        here = waiting.popleft()
        for deed in deeds_on(client, here):
            clicks = best[here] + deed.folds + 1
            done = f"{deed.address.split('?')[0]}{'' if deed.leads else '!'}{deed.value}"
            left = {
                name: (pattern, most)
                for name, (pattern, most) in left.items()
                if clicks > most or not re.fullmatch(pattern, done)
            }
            leads_on = deed.leads and deed.address.startswith(start) and "export" not in deed.address
            if leads_on and depth[here] < DEPTH and clicks < best.get(deed.address, clicks + 1):
                best[deed.address], depth[deed.address] = clicks, depth[here] + 1
                waiting.append(deed.address)
    return [*left]


R = ".*/rounds/1/"
DEEDS = {  # by the state of the round: what is done, and with how many clicks at most
    "check-in": {
        "register somebody": (".*/people/register/!.*", 3),
        "check in": (f"{R}people/!.*", 2),
        "draw": (f"{R}draw/!.*", 2),
    },
    "drawn": {"publish": (f"{R}(publish-and-start|draw/publish)/!.*", 2)},
    "published": {"start": (f"{R}start/!.*", 2)},
    "running": {
        "stop the clock": (f"{R}clock/!pause", 2),
        "five minutes more": (f"{R}clock/!add", 3),
        "ring": (f"{R}ring/!.*", 4),
        "more time for a table": (f"{R}tables/1/!add", 3),
        "look at a sheet": (r"/sheets/\d+/", 2),
        "type a result": (f"{R}results/(?!second).*", 2),
        "close a sheet": (f"{R}tables/1/close/!.*", 3),
        "close the round": (f"{R}close/!.*", 3),
        "somebody comes or goes": (f"{R}seats/!.*", 3),
        "a table on paper": (f"{R}tables/1/paper/!.*", 3),
        "double round": (f"{R}double/!call", 2),
        "penalty, wrong seats, somebody leaves": (f"{R}tables/1/!look", 2),
        "the screen of the hall": (".*/projector/", 2),
    },
    "closed": {
        "everybody is back: draw": (".*/rounds/2/everybody-back/!.*", 1),
        "give a prize": (".*prizes/1/give/!.*", 3),
    },
}


def states_of(playing: Playing) -> Iterator[str]:
    """Lead the first round through its states, and yield each."""
    playing.check_in()
    yield "check-in"
    playing.draw()
    yield "drawn"
    playing.publish()
    yield "published"
    playing.start()
    yield "running"
    playing.level(1, 2)
    playing.close()
    yield "closed"


def test_no_frequent_deed_lies_deep(house: House, watch: Hands) -> None:
    playing = opened(house, *FOUR, *EIGHT, terms=PLAY_MONEY)
    playing.agree(prizes=("Ham",), rounds=2)
    for state in states_of(playing):
        assert too_deep(playing.client(), playing.tournament.get_absolute_url(), DEEDS[state]) == [], state
