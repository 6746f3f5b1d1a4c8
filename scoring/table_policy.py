"""What holds at a table beside the rules of the game; a club evening adds nothing."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.capability import capabilities
from scoring.clock import day_in_words
from scoring.deeds import store
from scoring.engine.naming import Names, one_after_the_other
from scoring.engine.result import Amount
from scoring.engine.sheet import SheetRow
from scoring.models import CLUB_EVENING, TAKEN_BACK, Account, Act, Entry, Participant, Reason, Sheet
from scoring.models.evenings import BETWEEN_PLAYERS, called_by
from scoring.old_papers import batch_of, on_paper


@dataclass(frozen=True)
class Actor:
    """Who records: an account, or a phone with the table's link."""

    account: Account | None = None
    link: int | None = None  # how often the link had been renewed when the phone got it
    office: str = ""  # in which they act, where the policy of a table lets it do more

    def member_at(self, sheet: Sheet) -> int | None:
        """Return the acting member of the club; None for visitors through the link."""
        return None if self.account is None else sheet.member_id


@dataclass(frozen=True)
class NewEntry:
    """An entry about to be written."""

    id: UUID
    act: Act
    record: dict[str, Any] | None
    supersedes: Entry | None = None
    sort_key: int | None = None  # of a first entry; None: at the end
    reason: Reason | None = None
    grounds: Reason | None = None
    entered: datetime | None = None  # on the phone; None: now


class Crumb(NamedTuple):
    """One link of the path shown above a page."""

    label: str
    url: str


class RemarkOnEntry(NamedTuple):
    """A decision about an entry, shown beside it."""

    title: str
    text: str
    by: str
    at: datetime
    number: int | None = None  # of the hand as the sheet stands now
    url: str = ""  # of the entry
    stands: bool = True  # nothing decided later takes its place
    decides: bool = True  # else it is only told


class AffectedRow(NamedTuple):
    """Something that follows from a sheet: its heading, and whose it is."""

    title: str
    label: str


class CarriedBalance(NamedTuple):
    """A player's balance at the top of the printed sheet, and the replacement in it that is owed back."""

    balance: Amount
    replacement: Amount


class OnPaper(NamedTuple):
    """What else the printed sheet of a table shows."""

    balances: Mapping[str, CarriedBalance] | None = None  # by player; None: everybody goes on with the totals
    hands: int | None = None  # so many are played; None: as many as there is time for


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """What may be written at a table, beside what the rules of the game say; its sheet is locked."""

    may_record: Callable[[Sheet, Actor], bool]
    # Refused or Closed, if this must not be written now.
    refuse: Callable[[Sheet, Actor, NewEntry], None] = lambda sheet, actor, entry: None
    # Whether a closed sheet still takes what a phone had entered then.
    takes_late: Callable[[Sheet, datetime], bool] = lambda sheet, entered: False
    # Whether what stands on a closed sheet may still be corrected by whoever may record.
    may_correct_closed: Callable[[Sheet, Actor], bool] = lambda sheet, actor: False
    # Where a hand belongs that was entered then; None: at the end of the sheet.
    sort_key_for: Callable[[Sheet, datetime | None], int | None] = lambda sheet, entered: None
    # After this was taken back, brought back or corrected: whether something else moved with it.
    rearranges: Callable[[Sheet, Actor, Entry], bool] = lambda sheet, actor, entry: False
    # Told that something was written on the sheet, in this very transaction: a hand at its end, or what else.
    written: Callable[[Sheet, SheetRow | None], None] = lambda sheet, hand: None


@dataclass(frozen=True, kw_only=True, slots=True)
class Occasion:
    """The policies for the tables of an evening, supplied by the app that runs it."""

    policy: Policy
    scripts: Sequence[str] = ()  # modules of the recording page, beside its own: they hear of every "table"
    styles: Sequence[str] = ()
    has_schlussradl: bool = True  # where the rules know it
    # The way from the beginning to the sheet, which itself is left out; whether a member of the club asks.
    crumbs: Callable[[Sheet, bool], Sequence[Crumb]]
    # Whether the last entry may be taken back now (UNDO), or brought back (REDO).
    admits: Callable[[Sheet, Actor, Act], bool] = lambda sheet, actor, act: True
    # Whether people without account and link may read the sheet.
    is_shown_to_all: Callable[[Sheet], bool] = lambda sheet: False
    # Whether a member of the club may read the sheet, found by `open_to`.
    is_shown_to_members: Callable[[Sheet], bool] = lambda sheet: True
    # Whether a link to the sheet still opens it.
    admits_link: Callable[[Sheet], bool] = lambda sheet: True
    # Where else whoever looks at the sheet can go.
    ways: Callable[[Sheet, Actor | None], Sequence[Crumb]] = lambda sheet, actor: ()
    # How an entry of a closed sheet is corrected now, or why it is not; empty: nothing to say.
    how_to_correct: Callable[[Sheet, Actor, Entry], str] = lambda sheet, actor, entry: ""
    # What follows from a closed sheet in other places; compared before and after a correction.
    elsewhere: Callable[[Sheet], Mapping[AffectedRow, str]] = lambda sheet: {}
    # In sentences: what a closed sheet has decided, and what stays when it is corrected.
    kept_elsewhere: Callable[[Sheet], Sequence[str]] = lambda sheet: ()
    # Entries that were decided about: neither table nor director changes them.
    final_sort_keys: Callable[[Sheet], Collection[int]] = lambda sheet: ()
    # All that was decided about this table, in order; and about one of its entries.
    remarks: Callable[[Sheet], Sequence[RemarkOnEntry]]
    remarks_on: Callable[[Sheet, int], Sequence[RemarkOnEntry]]
    # What the recording page has to know further; and something else than before, whenever that is.
    table_facts: Callable[[Sheet, Names], dict[str, Any] | None] = lambda sheet, names: None
    tag: Callable[[int], str] = lambda sheet: ""  # what else changes on its page, by the number of the sheet
    # Where a phone asks at little cost whether anything has changed; None: it looks at once.
    pulse: Callable[[Sheet], str | None] = lambda sheet: None
    # For a table that goes on with the printed sheet.
    on_paper: Callable[[Sheet], OnPaper] = lambda sheet: OnPaper()
    # Somebody at these evenings is called otherwise, from this very transaction on.
    renamed: Callable[[Collection[int]], None]


def _may_record_at_club(sheet: Sheet, actor: Actor) -> bool:
    """Return whether a director or scorer, a member who sits there or the link of this sheet may record."""
    if actor.account is None:
        return actor.link == sheet.record_link
    seated = str(sheet.participant_id) in sheet.state.players
    return bool(sheet.is_directed or sheet.is_scored or seated)


def _crumbs(sheet: Sheet, member: bool) -> Sequence[Crumb]:
    if not member:
        return ()
    evening, club = sheet.evening, sheet.evening.club
    return (
        Crumb(club.name, club.get_absolute_url()),
        Crumb(day_in_words(evening.date), evening.get_absolute_url()),
    )


def _remarks(sheet: Sheet) -> Sequence[RemarkOnEntry]:
    if sheet.evening.old_batch_id is None:
        return ()
    batch = batch_of(sheet)
    text = _("Written on paper at the time, and entered later.")
    return (RemarkOnEntry(_("From an old score sheet"), text, batch.by.name, batch.at),)


def _remarks_on(sheet: Sheet, sort_key: int) -> Sequence[RemarkOnEntry]:
    if sheet.evening.old_batch_id is None or not (text := on_paper(sheet, sort_key)):
        return ()
    batch = batch_of(sheet)
    return (RemarkOnEntry(_("On the old score sheet"), text, batch.by.name, batch.at, decides=False),)


def _renamed(evenings: Collection[int]) -> None:
    """Rename the tables that are called by their players."""
    sheets = Sheet.objects.filter(evening__in=evenings, name__contains=BETWEEN_PLAYERS)
    for sheet in sheets.select_related("evening"):
        if not sheet.is_called_by_players:
            continue
        names = sheet.evening.names()
        others = sheet.evening.sheets.exclude(pk=sheet.pk).values_list("name", flat=True)
        store(sheet, name=called_by([names[player] for player in _first_seated(sheet)], set(others)))


def _first_seated(sheet: Sheet) -> list[str]:
    """Return the players who really sat down first, as the sheet notes it."""
    noted = sheet.state.people
    people = one_after_the_other(people for _seq, people, *since in noted if not any(since))
    return [people.get(player, player) for player in sheet.players]


def _crumbs_to_what_was_taken_back(sheet: Sheet, member: bool) -> Sequence[Crumb]:
    club, batch = sheet.evening.club, sheet.evening.old_batch
    if batch is None:  # totals that were typed
        return (Crumb(club.name, club.get_absolute_url()),)
    return Crumb(club.name, club.get_absolute_url()), Crumb(_("Old sheets"), batch.get_absolute_url())


def _remarks_on_what_was_taken_back(sheet: Sheet) -> Sequence[RemarkOnEntry]:
    if sheet.evening.why_taken_back_id is not None:  # alone
        return _remarks(sheet)
    batch = batch_of(sheet)
    by, reason = batch.withdrawn_by, batch.reason
    assert by is not None
    assert reason is not None
    assert batch.withdrawn_at is not None
    taken = RemarkOnEntry(_("Withdrawn: none of it counts"), reason.text, by.name, batch.withdrawn_at)
    return (*_remarks(sheet), taken)


AN_EVENING_OF_THE_CLUB = Occasion(
    policy=Policy(may_record=_may_record_at_club),
    crumbs=_crumbs,
    remarks=_remarks,
    remarks_on=_remarks_on,
    renamed=_renamed,
)
# It came in with old sheets which were taken back: to be looked at, and nothing more.
AN_EVENING_TAKEN_BACK = replace(
    AN_EVENING_OF_THE_CLUB,
    policy=Policy(may_record=lambda sheet, actor: False),
    admits_link=lambda sheet: False,
    remarks=_remarks_on_what_was_taken_back,
    crumbs=_crumbs_to_what_was_taken_back,
)


@cache
def occasions() -> Mapping[str, Occasion]:
    """Return every kind of occasion by its key, including those of the other app."""
    handed_in = {
        key: occasion for capability in capabilities() for key, occasion in capability.occasions.items()
    }
    return {CLUB_EVENING: AN_EVENING_OF_THE_CLUB, TAKEN_BACK: AN_EVENING_TAKEN_BACK, **handed_in}


def occasion_of(sheet: Sheet) -> Occasion:
    """Return the occasion at which a sheet is played."""
    return occasions()[sheet.evening.occasion]


def policy_of(sheet: Sheet) -> Policy:
    """Return the policy for the tables of the sheet's evening, from the app that runs it."""
    return occasion_of(sheet).policy


def called_otherwise(people: QuerySet[Participant]) -> None:
    """Notify the apps that run these people's evenings that names have changed."""
    by_occasion: dict[str, set[int]] = {}
    for occasion, evening in people.order_by().values_list("evening__occasion", "evening"):
        by_occasion.setdefault(occasion, set()).add(evening)
    for occasion, evenings in by_occasion.items():
        occasions()[occasion].renamed(evenings)
