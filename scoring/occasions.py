"""What holds at a table beside the rules of the game: a club evening asks for nothing more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.capability import capabilities
from scoring.engine.naming import Names
from scoring.engine.result import Amount
from scoring.models import CLUB_EVENING, TAKEN_BACK, Account, Act, Entry, Evening, Participant, Reason, Sheet
from scoring.models.evenings import BETWEEN_PLAYERS, called_by
from scoring.old_papers import batch_of, on_paper


@dataclass(frozen=True)
class Actor:
    """Whoever records: somebody signed in, or the phone that holds the table's link."""

    account: Account | None = None
    link: int | None = None  # how often the link had been renewed when the phone got it

    def member_at(self, sheet: Sheet) -> int | None:
        """Return who acts, as a member of the club; None for whoever came through the link."""
        return None if self.account is None else sheet.member_id


@dataclass(frozen=True)
class NewEntry:
    """An entry about to be written."""

    id: UUID
    act: Act
    record: dict[str, Any] | None
    supersedes: Entry | None = None
    place: int | None = None  # of a first entry; None: at the end
    reason: Reason | None = None
    grounds: Reason | None = None
    entered: datetime | None = None  # on the phone; None: now


class Crumb(NamedTuple):
    """A step of the way to a page."""

    label: str
    url: str


class RemarkOnEntry(NamedTuple):
    """What was decided about an entry, to be read beside it."""

    title: str
    text: str
    by: str
    at: datetime
    number: int | None = None  # of the hand as the sheet stands now
    url: str = ""  # of the entry
    stands: bool = True  # nothing decided later takes its place
    decides: bool = True  # else it is only told


class ElsewherePlace(NamedTuple):
    """Where something follows from a sheet: under which heading, and for whom."""

    title: str
    label: str


class CarriedBalance(NamedTuple):
    """What somebody has as the printed sheet begins, and the replacement in it that is owed back."""

    balance: Amount
    replacement: Amount


class OnPaper(NamedTuple):
    """What the printed sheet of a table has to know further."""

    balances: Mapping[str, CarriedBalance] | None = None  # by player; None: everybody goes on with the totals
    hands: int | None = None  # so many are played; None: as many as there is time for


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """What may be written at a table, beside what the rules of the game say; its sheet is locked."""

    may_record: Callable[[Sheet, Actor], bool]
    # Refused or Closed, if this must not be written now.
    refuse: Callable[[Sheet, Actor, NewEntry], None] = lambda sheet, actor, asked: None
    # Whether a closed sheet still takes what a phone had entered then.
    takes_late: Callable[[Sheet, datetime], bool] = lambda sheet, entered: False
    # Whether what stands on a closed sheet may still be corrected by whoever may record.
    corrects_closed: Callable[[Sheet, Actor], bool] = lambda sheet, actor: False
    # Where a hand belongs that was entered then; None: at the end of the sheet.
    place_for: Callable[[Sheet, datetime | None], int | None] = lambda sheet, entered: None
    # After this was taken back, brought back or corrected: whether something else moved with it.
    rearranges: Callable[[Sheet, Actor, Entry], bool] = lambda sheet, actor, entry: False
    # Told that something was written on the sheet, in this very transaction.
    written: Callable[[Sheet], None] = lambda sheet: None


def _of_the_club(sheet: Sheet, actor: Actor) -> bool:
    """Directors and scorers on every sheet of the club, members where they sit, the link on its own."""
    if actor.account is None:
        return actor.link == sheet.record_link
    seated = str(sheet.participant_id) in sheet.standing["players"]
    return bool(sheet.is_directed or sheet.is_scored or seated)


class Occasion:
    """A club evening. Whoever runs something else at the tables says what is different there."""

    policy = Policy(may_record=_of_the_club)
    scripts: Sequence[str] = ()  # modules of the recording page, beside its own: they hear of every "table"
    styles: Sequence[str] = ()
    has_schlussradl = True  # where the rules know it

    def admits(self, sheet: Sheet, actor: Actor, act: Act) -> bool:
        """Return whether the last entry may be taken back now (UNDO), or brought back (REDO)."""
        return True

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

    def how_to_correct(self, sheet: Sheet, actor: Actor, entry: Entry) -> str:
        """Say how an entry of a closed sheet is corrected now, or why it is not; empty: nothing to say."""
        return ""

    def elsewhere(self, sheet: Sheet) -> Mapping[ElsewherePlace, str]:
        """Return what follows from a closed sheet in other places; compared before and after a correction."""
        return {}

    def kept_elsewhere(self, sheet: Sheet) -> Sequence[str]:
        """Return in sentences what a closed sheet has decided, and what stays when it is corrected."""
        return ()

    def final_places(self, sheet: Sheet) -> Collection[int]:
        """Of entries that were decided about: neither table nor director changes them."""
        return ()

    def remarks(self, sheet: Sheet) -> Sequence[RemarkOnEntry]:
        """All that was decided about this table, in order."""
        if sheet.evening.old_batch_id is None:
            return ()
        batch = batch_of(sheet)
        text = _("Written on paper at the time, and entered later.")
        return (RemarkOnEntry(_("From an old score sheet"), text, batch.by.name, batch.at),)

    def remarks_on(self, sheet: Sheet, place: int) -> Sequence[RemarkOnEntry]:
        """Return the same about one entry."""
        if sheet.evening.old_batch_id is None or not (text := on_paper(sheet, place)):
            return ()
        batch = batch_of(sheet)
        return (RemarkOnEntry(_("On the old score sheet"), text, batch.by.name, batch.at, decides=False),)

    def crumbs(self, sheet: Sheet, *, member: bool) -> Sequence[Crumb]:
        """Return the way from the beginning to the sheet, which itself is left out."""
        if not member:
            return ()
        evening, club = sheet.evening, sheet.evening.club
        steps = [Crumb(club.name, club.get_absolute_url())]
        if not evening.spontaneous:
            day = date_format(evening.date, pgettext("date format", "j M Y"))
            steps.append(Crumb(day, evening.get_absolute_url()))
        return steps

    def table_facts(self, sheet: Sheet, names: Names) -> dict[str, Any] | None:
        """Return what the recording page has to know further."""
        return None

    def on_paper(self, sheet: Sheet) -> OnPaper:
        """For a table that goes on with the printed sheet."""
        return OnPaper()

    def pulse(self, sheet: Sheet) -> str | None:
        """Where a phone asks at little cost whether anything has changed; None: it looks at once."""
        return None

    def tag(self, sheet: Sheet) -> str:
        """Other than before, if `table_facts` are."""
        return ""

    def address(self, evening: Evening) -> str:
        """Where the whole of it is shown."""
        return evening.get_absolute_url()

    def renamed(self, evenings: Collection[int]) -> None:
        """Somebody at these evenings is called otherwise, from this very transaction on.

        So are the tables that are called by their players.
        """
        found = Sheet.objects.filter(evening__in=evenings, name__contains=BETWEEN_PLAYERS)
        for sheet in found.select_related("evening"):
            names = sheet.evening.names()
            others = sheet.evening.sheets.exclude(pk=sheet.pk).values_list("name", flat=True)
            sheet.name = called_by([names[one] for one in sheet.players], set(others))
            sheet.save(update_fields=["name"])


class TakenBack(Occasion):
    """An evening that came in with old sheets which were taken back: to be looked at, and nothing more."""

    policy = Policy(may_record=lambda sheet, actor: False)

    def admits_link(self, sheet: Sheet) -> bool:
        return False

    def corrects(self, sheet: Sheet, actor: Actor | None) -> bool:
        return False

    def remarks(self, sheet: Sheet) -> Sequence[RemarkOnEntry]:
        batch = batch_of(sheet)
        by, reason = batch.withdrawn_by, batch.reason
        assert by is not None
        assert reason is not None
        assert batch.withdrawn_at is not None
        taken = RemarkOnEntry(_("Withdrawn: none of it counts"), reason.text, by.name, batch.withdrawn_at)
        return (*super().remarks(sheet), taken)

    def crumbs(self, sheet: Sheet, *, member: bool) -> Sequence[Crumb]:
        club = sheet.evening.club
        if not member:
            return ()
        return Crumb(club.name, club.get_absolute_url()), Crumb(_("Old sheets"), self.address(sheet.evening))

    def address(self, evening: Evening) -> str:
        assert evening.old_batch is not None
        return evening.old_batch.get_absolute_url()


@cache
def occasions() -> Mapping[str, Occasion]:
    """Return what holds at which evenings, by their `occasion`."""
    handed_in = {key: occasion for one in capabilities() for key, occasion in one.occasions.items()}
    return {CLUB_EVENING: Occasion(), TAKEN_BACK: TakenBack(), **handed_in}


def occasion_of(sheet: Sheet) -> Occasion:
    """Return what holds at this table beside the rules of the game."""
    return occasions()[sheet.evening.occasion]


def policy_of(sheet: Sheet) -> Policy:
    """Return what whoever runs the evening has handed in for its tables."""
    return occasion_of(sheet).policy


def called_otherwise(people: QuerySet[Participant]) -> None:
    """Whoever runs these people's evenings hears that their names changed."""
    found: dict[str, set[int]] = {}
    for occasion, evening in people.order_by().values_list("evening__occasion", "evening"):
        found.setdefault(occasion, set()).add(evening)
    for occasion, evenings in found.items():
        occasions()[occasion].renamed(evenings)
