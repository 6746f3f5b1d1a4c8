"""What holds at a table beside the rules of the game: a club evening asks for nothing more."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import pgettext

from scoring.engine.naming import Names
from scoring.models import CLUB_EVENING, Evening, Sheet

if TYPE_CHECKING:
    from scoring.recording.rights import Actor
    from scoring.recording.writing import Asked


class Crumb(NamedTuple):
    """A step of the way to a page."""

    label: str
    url: str


class Remark(NamedTuple):
    """What was decided about an entry, to be read beside it."""

    title: str
    text: str
    by: str
    at: datetime
    number: int | None = None  # of the hand as the sheet stands now
    url: str = ""  # of the entry
    stands: bool = True  # nothing decided later takes its place


class Occasion:
    """A club evening. Whoever runs something else at the tables says what is different there."""

    scripts: Sequence[str] = ()  # modules of the recording page, beside its own: they hear of every "table"
    imported: Sequence[str] = ()  # by those modules
    styles: Sequence[str] = ()
    has_schlussradl = True  # where the rules know it

    def may_record(self, sheet: Sheet, actor: Actor) -> bool:
        """Directors and scorers on every sheet of the club, members where they sit, the link on its own."""
        if actor.account is None:
            return actor.link == sheet.record_link
        seated = str(sheet.participant_id) in sheet.standing["players"]
        return bool(sheet.is_directed or sheet.is_scored or seated)

    def demand(self, sheet: Sheet, actor: Actor, asked: Asked) -> None:
        """Refused or Closed, if this must not be written now; the sheet is locked."""

    def moved(self, sheet: Sheet) -> None:
        """Something was written on the sheet, in this very transaction."""

    def takes_late(self, sheet: Sheet, entered: datetime) -> bool:
        """Whether a closed sheet still takes what a phone had entered before."""
        return False

    def is_shown_to_all(self, sheet: Sheet) -> bool:
        """Whether people without account and link may read the sheet."""
        return False

    def is_shown_to_members(self, sheet: Sheet) -> bool:
        """Whether a member of the club may read the sheet, found by `open_to`."""
        return True

    def admits_link(self, sheet: Sheet) -> bool:
        """Whether a link to the sheet still opens it."""
        return True

    def corrects(self, sheet: Sheet, actor: Actor | None) -> bool:
        """Whether more than the last entry may be changed by this visitor."""
        return actor is not None

    def ways(self, sheet: Sheet, actor: Actor | None) -> Sequence[Crumb]:
        """Where else whoever looks at the sheet can go."""
        return ()

    def final_places(self, sheet: Sheet) -> Collection[int]:
        """Of entries that were decided about: neither table nor director changes them."""
        return ()

    def remarks(self, sheet: Sheet) -> Sequence[Remark]:
        """All that was decided about this table, in order."""
        return ()

    def remarks_on(self, sheet: Sheet, place: int) -> Sequence[Remark]:
        """The same about one entry."""
        return ()

    def crumbs(self, sheet: Sheet, *, member: bool) -> Sequence[Crumb]:
        """The way from the beginning to the sheet, which itself is left out."""
        if not member:
            return ()
        evening, club = sheet.evening, sheet.evening.club
        steps = [Crumb(club.name, club.get_absolute_url())]
        if not evening.spontaneous:
            day = date_format(evening.date, pgettext("date format", "j M Y"))
            steps.append(Crumb(day, evening.get_absolute_url()))
        return steps

    def table_facts(self, sheet: Sheet, names: Names) -> dict[str, Any] | None:
        """What the recording page has to know further."""
        return None

    def pulse(self, sheet: Sheet) -> str | None:
        """Where a phone asks at little cost whether anything has changed; None: it looks at once."""
        return None

    def tag(self, sheet: Sheet) -> str:
        """Other than before, if `table_facts` are."""
        return ""

    def address(self, evening: Evening) -> str:
        """Where the whole of it is shown."""
        return evening.get_absolute_url()


OCCASIONS: dict[str, Occasion] = {CLUB_EVENING: Occasion()}


def occasion_of(sheet: Sheet) -> Occasion:
    return OCCASIONS[sheet.evening.occasion]
