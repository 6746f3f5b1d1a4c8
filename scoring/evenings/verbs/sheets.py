"""A table's sheet is started, closed, opened again; its links are renewed."""

from __future__ import annotations

from uuid import UUID

from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from scoring import clock
from scoring.accounts.names import problems_with_name
from scoring.accounts.rights import demand_director
from scoring.deeds import PendingDeed, Refused, verb
from scoring.engine.customs import HighCard
from scoring.engine.naming import people_in
from scoring.evenings.seals import seal
from scoring.models import CLUB_EVENING, TAKEN_BACK, Account, Deed, Entry, Evening, Sheet
from scoring.models.evenings import LONGEST_TABLE_NAME, called_by
from scoring.names import tidy
from scoring.rules.versions.books import books_of
from scoring.rules.versions.versions import rules_of
from scoring.table.adding_up import keep_sums
from scoring.table.reasons import demand_reason
from scoring.table.replay import fact_of, first_position
from scoring.table.rights import directed_sheet, locked_sheet, told
from scoring.table.verbs.seats import Person, seated
from scoring.table.writing import store_scores
from scoring.table_policy import Actor


@verb("open_sheet", again=lambda before, about: Sheet.objects.whole().get(pk=before.details["sheet"]))
def open_sheet(
    act: PendingDeed,
    *,
    actor: Account,
    deed: UUID,
    evening: Evening,
    name: str,
    people: list[Person],
    high_card: int,
) -> Sheet:
    """Open a table of an evening; `high_card` says which of the people, from 0, drew the highest card."""
    name = tidy(name)
    evening = locked_evening(evening, actor)
    if not evening.is_open:
        raise Refused(form=[_("This evening is closed.")])
    if wrong := problems_with_name(name, LONGEST_TABLE_NAME):
        raise Refused(name=wrong)
    if evening.sheets.filter(name=name).exists():
        raise Refused(name=[_("There is already a table called “%(name)s”.") % {"name": name}])
    sheet = start(evening, name, people, high_card)
    act.record(
        evening.club, sheet=sheet.pk, evening=evening.pk, date=str(evening.date), name=sheet.name_in_log
    )
    return sheet


def start(evening: Evening, name: str | None, people: list[Person], high_card: int) -> Sheet:
    """Make the empty sheet; the rules say what the highest card makes of its owner.

    Where there is no name, the table is called by its players.
    """
    players = seated(evening, people)
    if not 0 <= high_card < len(players):
        raise Refused(high_card=[_("Please say who drew the highest card.")])
    if name is None:
        names = evening.names()
        name = called_by(
            [names[player] for player in players], set(evening.sheets.values_list("name", flat=True))
        )
    deals = rules_of(evening.ruleset).high_card is HighCard.DEALS
    dealer = players[high_card if deals else high_card - 1]
    position = first_position(tuple(players), dealer)
    sheet = Sheet.objects.create(
        evening=evening,
        name=name,
        ruleset=evening.ruleset,
        options=evening.options,
        players=players,
        dealer=dealer,
        opened_at=clock.now(),
        standing={**position.as_json(), "last_place": 0, "versions": []},
    )
    store_scores(sheet, position)
    return sheet


def locked_evening(evening: Evening, actor: Account) -> Evening:
    """Return the evening as it is now, for whoever directs its club."""
    found = Evening.objects.select_related("club", "ruleset").select_for_update(of=("self",))
    evening = found.get(pk=evening.pk)
    demand_director(evening.club, actor)
    _demand_club_evening(evening)
    return evening


def _demand_club_evening(evening: Evening) -> None:
    """Refuse an evening that is run as something else, and changed there."""
    if evening.occasion == TAKEN_BACK:
        raise Refused(form=[_("This was withdrawn together with the old sheets it came from.")])
    if evening.occasion != CLUB_EVENING:
        raise Refused(form=[_("This belongs to a tournament, and is changed on the tournament's pages.")])


@verb("close_sheet")
def close_sheet(act: PendingDeed, *, actor: Account, deed: UUID, sheet: Sheet) -> Sheet:
    """Nothing more is written on it. A table that plays by itself is sealed like an evening."""
    sheet = directed_sheet(sheet, actor)
    _demand_club_evening(sheet.evening)
    if sheet.closed_at is not None:
        raise Refused(form=[_("This sheet is already closed.")])
    sheet.closed_at = clock.now()
    sheet.save(update_fields=["closed_at"])
    if sheet.evening.spontaneous:
        director = sheet.evening.club.members.get(account=actor)
        seal(sheet.evening, [sheet], by=director, at=sheet.closed_at)
        keep_sums(sheet.evening)
    act.record(sheet.evening.club, **told(sheet))
    return sheet


@verb("remove_sheet")
def remove_sheet(act: PendingDeed, *, actor: Account, deed: UUID, sheet: Sheet) -> Evening | None:
    """Remove a table at which nothing was ever written; returns its evening, unless that is gone with it.

    Whoever may record there may do so. An evening that was opened with its table goes with it, and so do
    people who sat at no other table.
    """
    sheet = locked_sheet(sheet, Actor(actor))
    evening = sheet.evening
    _demand_club_evening(evening)
    if why := stays(sheet):
        raise Refused(form=[why])
    act.record(evening.club, evening=evening.pk, **told(sheet))
    sheet.everybodys_scores.all().delete()
    sheet.delete()
    evening.participants.filter(scores=None).exclude(pk__in=_written_down(evening)).delete()
    opened = {"verb": "just_play", "details__evening": evening.pk, "details__opened": True}
    if (
        evening.sheets.exists()
        or evening.sharings.exists()
        or evening.comings.exists()
        or not Deed.objects.filter(club=evening.club, **opened).exists()
    ):
        return evening
    try:
        evening.delete()
    except ProtectedError:  # it counts somewhere, such as in a series
        return evening
    return None


def _written_down(evening: Evening) -> set[int]:
    """Return whom entries of its tables name, also those that were taken back: they can come again."""
    sheets = list(evening.sheets.filter(seq__gt=0).select_related("ruleset"))
    books = books_of(sheets)
    entries = Entry.objects.filter(sheet__in=sheets).select_related("grounds")
    facts = (fact_of(entry, books[entry.sheet_id]).entry for entry in entries if entry.record is not None)
    return {int(person) for fact in facts for person in people_in(fact)}


def stays(sheet: Sheet) -> str:
    """Why a table cannot be removed; empty if it can."""
    if not sheet.is_empty:
        return _("Hands have been recorded at this table: it can be closed, but not removed.")
    if sheet.evening.seals.exists():
        return _("This evening was closed with the table: the table stays.")
    return ""


@verb("reopen_sheet")
def reopen_sheet(act: PendingDeed, *, actor: Account, deed: UUID, sheet: Sheet, reason: str) -> Sheet:
    """Open a closed sheet of an open evening again."""
    reason = demand_reason(reason)
    sheet = directed_sheet(sheet, actor)
    _demand_club_evening(sheet.evening)
    if sheet.closed_at is None:
        raise Refused(form=[_("This sheet is already open.")])
    if not sheet.evening.is_open:
        raise Refused(form=[_("The evening is closed. Please open the evening again first.")])
    sheet.closed_at = None
    sheet.save(update_fields=["closed_at"])
    act.record(sheet.evening.club, reason=reason, **told(sheet))
    return sheet
