"""A table's sheet is started, closed, opened again; its links are renewed."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import PendingDeed, Refused, verb
from scoring.editions.versions import rules_of
from scoring.engine.rules import HighCard
from scoring.evenings.seals import seal
from scoring.models import CLUB_EVENING, TAKEN_BACK, Account, Evening, Sheet
from scoring.models.evenings import LONGEST_TABLE_NAME
from scoring.names import tidy
from scoring.people.names import problems_with_name
from scoring.people.rights import demand_director
from scoring.table.reasons import demand_reason
from scoring.table.replay import first_position
from scoring.table.rights import directed_sheet, told
from scoring.table.verbs.seats import Person, seated


@verb
def open_sheet(
    *, actor: Account, deed: UUID, evening: Evening, name: str, people: list[Person], high_card: int
) -> Sheet:
    """A table of an evening. `high_card` says which of the people, from 0, drew the highest card."""
    name = tidy(name)
    evening = locked_evening(evening, actor)
    act = PendingDeed(deed, actor, "open_sheet", evening.pk, name, people, high_card)
    if (before := act.done()) is not None:
        return Sheet.objects.whole().get(pk=before.details["sheet"])
    if not evening.is_open:
        raise Refused(form=[_("This evening is closed.")])
    if wrong := problems_with_name(name, LONGEST_TABLE_NAME):
        raise Refused(name=wrong)
    if evening.sheets.filter(name=name).exists():
        raise Refused(name=[_("There is a table “%(name)s” already.") % {"name": name}])
    sheet = start(evening, name, people, high_card)
    act.record(evening.club, sheet=sheet.pk, evening=evening.pk, date=str(evening.date), name=name)
    return sheet


def start(evening: Evening, name: str, people: list[Person], high_card: int) -> Sheet:
    """The empty sheet. The rules say what the highest card makes of its owner."""
    players = seated(evening, people)
    if not 0 <= high_card < len(players):
        raise Refused(high_card=[_("Please say who drew the highest card.")])
    deals = rules_of(evening.ruleset).high_card is HighCard.DEALS
    dealer = players[high_card if deals else high_card - 1]
    position = first_position(tuple(players), dealer)
    return Sheet.objects.create(
        evening=evening,
        name=name,
        ruleset=evening.ruleset,
        options=evening.options,
        players=players,
        dealer=dealer,
        opened_at=clock.now(),
        standing={**position.as_json(), "last_place": 0, "versions": []},
    )


def locked_evening(evening: Evening, actor: Account) -> Evening:
    """The evening as it is now, for whoever directs its club."""
    found = Evening.objects.select_related("club", "ruleset").select_for_update(of=("self",))
    evening = found.get(pk=evening.pk)
    demand_director(evening.club, actor)
    _demand_club_evening(evening)
    return evening


def _demand_club_evening(evening: Evening) -> None:
    """What is run as something else is changed there."""
    if evening.occasion == TAKEN_BACK:
        raise Refused(form=[_("This was taken back with the old sheets that it came from.")])
    if evening.occasion != CLUB_EVENING:
        raise Refused(form=[_("This belongs to a tournament, and is changed on the tournament's pages.")])


@verb
def close_sheet(*, actor: Account, deed: UUID, sheet: Sheet) -> Sheet:
    """Nothing more is written on it. A table that plays by itself is sealed like an evening."""
    sheet = directed_sheet(sheet, actor)
    _demand_club_evening(sheet.evening)
    act = PendingDeed(deed, actor, "close_sheet", sheet.pk)
    if act.done() is not None:
        return sheet
    if sheet.closed_at is not None:
        raise Refused(form=[_("This sheet is closed already.")])
    sheet.closed_at = clock.now()
    sheet.save(update_fields=["closed_at"])
    if sheet.evening.spontaneous:
        director = sheet.evening.club.members.get(account=actor)
        seal(sheet.evening, [sheet], by=director, at=sheet.closed_at)
    act.record(sheet.evening.club, **told(sheet))
    return sheet


@verb
def reopen_sheet(*, actor: Account, deed: UUID, sheet: Sheet, reason: str) -> Sheet:
    reason = demand_reason(reason)
    sheet = directed_sheet(sheet, actor)
    _demand_club_evening(sheet.evening)
    act = PendingDeed(deed, actor, "reopen_sheet", sheet.pk, reason)
    if act.done() is not None:
        return sheet
    if sheet.closed_at is None:
        raise Refused(form=[_("This sheet is open already.")])
    if not sheet.evening.is_open:
        raise Refused(form=[_("The evening is closed. Please open the evening again first.")])
    sheet.closed_at = None
    sheet.save(update_fields=["closed_at"])
    act.record(sheet.evening.club, reason=reason, **told(sheet))
    return sheet
