"""The bar of a subject: its few pages, each one tap away from the others."""

from collections.abc import Iterable
from typing import NamedTuple

from django.http import HttpRequest
from django.template import Context

from scoring.models import Club, Sheet


class BarItem(NamedTuple):
    """One page of a subject, or one place of a club."""

    words: str
    address: str
    current: bool = False
    icon: str = ""


class SubjectBar(NamedTuple):
    """The pages of a subject, and what the subject is called."""

    label: str
    items: tuple[BarItem, ...]
    club: str = ""
    manifest: str = ""  # of the club, for a phone's screen


def bar(label: str, current: str, ways: Iterable[tuple[str, str, str]]) -> SubjectBar:
    """Return a bar from keys, words and addresses, with the current key marked.

    >>> bar("Season", "rating", [("season", "Standings", "/s/"), ("rating", "Strength", "/s/r/")]).items[1]
    BarItem(words='Strength', address='/s/r/', current=True, icon='')
    """
    return SubjectBar(label, tuple(BarItem(words, address, key == current) for key, words, address in ways))


def club_of_page(context: Context) -> Club | None:
    """Return the club of the page's subject if the reader is a member; without a query."""
    subjects = (context.get(name) for name in ("club", "here", "sheet", "tournament"))
    return next((club for subject in subjects if (club := _open_club_of(subject)) is not None), None)


def _open_club_of(subject: object) -> Club | None:
    """Return the club of something that was found for one of its members."""
    match subject:
        case Club(member_id=int()):
            return subject
        case Sheet(member_id=int()) as sheet:
            return sheet.evening.club
        case object(sheet=Sheet(member_id=int()) as sheet):
            return sheet.evening.club
        case object(member_id=int(), club=Club() as club):
            return club
    return None


def part_of(request: HttpRequest, beginning: str) -> str:
    """Return the next part of a page's address after this beginning; empty for the beginning itself."""
    return request.path.removeprefix(beginning).strip("/").split("/")[0]
