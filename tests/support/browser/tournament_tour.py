"""Somebody who goes through a tournament's pages on a narrow phone, and notes what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from playwright.sync_api import Page

from tests.support.browser.kinds import Kinds
from tests.support.browser.looks import (
    WIDTH,
    complaints_by_day_and_night,
    complaints_on_every_screen,
    ways_on_every_screen,
    with_big_letters,
)
from tests.support.browser.pages import OpenPage

HEIGHT = 700
FOR_THE_EAR = "clipped: SPAN: This page is silent."  # read out; in sight there is a button that says it


@dataclass
class Tour:
    """Day and night, big letters and other widths are looked at without opening a page again."""

    visitor: Page
    wrong: list[str] = field(default_factory=list)
    kinds: Kinds = field(default_factory=Kinds)

    def go(self, address: str) -> Page:
        self.visitor.goto(address)
        return self.visitor

    def at(self, address: str, name: str = "", *, big: bool = True) -> None:
        """Goes there, and looks; first of all where one is, while everything is folded."""
        self.go(address)
        self.kinds.see(resolve(urlsplit(self.visitor.url).path).url_name or "", self.visitor)
        wrong = ways_on_every_screen(self.visitor, big=big)
        self.wrong += [f"{name or address}: {finding}" for finding in wrong]
        self.look(name or address, big=False)

    def look(self, name: str, *, big: bool = True, everywhere: bool = False) -> None:
        """At what is in sight; also with letters of twice the size, and on wider screens."""
        if everywhere:
            wrong = complaints_on_every_screen(self.visitor)
        else:
            wrong = complaints_by_day_and_night(self.visitor)
        if big:
            wrong += with_big_letters(self.visitor)
        self.wrong += [f"{name}: {complaint}" for complaint in wrong if FOR_THE_EAR not in complaint]

    def ends(self) -> None:
        assert not self.wrong, "\n".join(self.wrong)


@pytest.fixture
def tour(page: OpenPage) -> Tour:
    return Tour(page(WIDTH, HEIGHT))
