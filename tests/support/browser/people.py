"""A club with Anna in it, and signing in without the form, which test_people.py fills in."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page

from scoring.accounts import verbs as people
from scoring.models import Account, Club
from tests.support.scoring.house import PASSWORD, House, signed_in, terms


def founded(name: str = "Mühlviertler Runde", members: Sequence[str] = (), **further: object) -> House:
    """The club of Anna, who has just set up the program and taken in these members."""
    anna = people.set_up(
        deed=uuid4(), code=people.setup_code(), name="Anna", password=PASSWORD, terms=terms(name, **further)
    )
    club = Club.objects.get()
    house = House(club, club, {"Anna": anna})
    if members:
        house.do(people.add_members, by="Anna", club=club, names=list(members))
    return house


def sign_in(visitor: Page, language: str = "", name: str = "Anna") -> Page:
    """As somebody who signed in before, and perhaps chose a language."""
    _keep(visitor, settings.SESSION_COOKIE_NAME, session_of(name))
    if language:
        choose_language(visitor, language)
    return visitor


def session_of(name: str) -> str:
    """Return the cookie of somebody who signed in before."""
    client = Client()
    signed_in(client, Account.objects.get(name=name))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def choose_language(visitor: Page, language: str) -> None:
    """For every page from here on."""
    _keep(visitor, settings.LANGUAGE_COOKIE_NAME, language)


def _keep(visitor: Page, name: str, value: str) -> None:
    visitor.context.add_cookies([{"name": name, "value": value, "domain": "localhost", "path": "/"}])


def sign_out(visitor: Page) -> None:
    """Open what concerns the account, at the end of the bar of every page, and sign out there."""
    visitor.locator(".top .tool").click()
    visitor.get_by_role("button", name="Abmelden").click()
