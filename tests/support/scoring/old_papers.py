"""Old score sheets of both kinds, as versions before 2.0.0 brought them in: hands, and amounts alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid5

from scoring import chain, clock
from scoring.accounts.club_rights import locked
from scoring.deeds import PendingDeed, verb
from scoring.engine.facts import Game, Hand
from scoring.evenings.seals import seal
from scoring.evenings.verbs import empty_sheet
from scoring.heads import put_on
from scoring.models import (
    Account,
    Act,
    Club,
    ComparedWith,
    Entry,
    Evening,
    OldAmount,
    OldBatch,
    OldDifference,
    OldKind,
    OldLine,
    OldPerson,
    OldSheet,
    Participant,
)
from scoring.old_sheets.pages import OldTotal, totals_of
from scoring.old_sheets.verbs import Someone
from scoring.rules.versions.versions import in_use, rules_of
from scoring.table.replay import record_of
from scoring.table.writing import GAP, rederive
from tests.support.scoring.house import House

ROW = 2  # of the file

Amounts = Mapping[str, int]  # in twelfths, by the ids of `Someone`


@verb(
    "import_old_sheets",
    repeat_result=lambda deed, _fields: OldBatch.objects.select_related("club").get(pk=deed.details["batch"]),
)
def import_batch(
    act: PendingDeed[Account],
    *,
    club: Club,
    people: Sequence[Someone],
    amounts: Sequence[int],
    days: Sequence[date],
    kind: OldKind = OldKind.AMOUNTS,
    place: str = "Lamm",
    name: str = "Ofenbank",
) -> OldBatch:
    """Store the same table on each of these days: one row of amounts, or one hand that was worth these."""
    club, at = locked(club), clock.now()
    by = club.members.get(account=act.actor)
    compared = ComparedWith.NOTHING
    batch = OldBatch.objects.create(club=club, kind=kind, by=by, at=at, compared_with=compared)
    twelfths = {someone.id: amount for someone, amount in zip(people, amounts, strict=True)}
    known = {someone.id: someone.columns for someone in people}
    if kind == OldKind.HANDS:
        for number, day in enumerate(days):
            _write_evening(batch, day, place, name, known, twelfths, uuid5(act.id, str(number)))
    else:
        _write_amounts(batch, days, place, name, known, twelfths)
    counted = dict.fromkeys(("evenings", "tables", "hands" if kind == OldKind.HANDS else "rows"), len(days))
    span = {"since": str(min(days)), "until": str(max(days)), "compared": str(compared)}
    act.record(club, covers=chain.keys_of_batch(batch), batch=batch.pk, kind=str(kind), **counted, **span)
    return batch


def _write_evening(
    batch: OldBatch,
    day: date,
    place: str,
    name: str,
    known: Mapping[str, dict[str, Any]],
    amounts: Amounts,
    deed: UUID,
) -> None:
    """Write an evening with one Dreier and all that follows from it, closed and sealed."""
    club, at, ruleset = batch.club, batch.at, in_use("standard", batch.club)
    evening = Evening.objects.create(
        club=club,
        date=day,
        venue=place,
        currency=club.currency,
        old_batch=batch,
        opened_at=at,
        closed_at=at,
        ruleset=ruleset,
        cents_per_point=10,
    )
    rows = Participant.objects.bulk_create(Participant(evening=evening, **known[who]) for who in amounts)
    players = [str(row.pk) for row in rows]
    fields = {"ruleset": ruleset, "options": {}, "opened_at": at, "closed_at": at, "seq": 1}
    sheet = empty_sheet(evening, name, players, players[-1], last_sort_key=GAP, **fields)
    record = record_of(Hand((), (Game("dreier", players[0], won=True),)), rules_of(ruleset))
    about: dict[str, Any] = {"seq": 1, "sort_key": GAP, "act": Act.ADD, "by": batch.by, "at": at}
    entry = Entry(id=uuid5(deed, f"{name} 1"), sheet=sheet, record=record, **about)
    put_on(sheet, entry)
    entry.save(force_insert=True)
    rederive(sheet)
    on_paper = dict(zip(players, amounts.values(), strict=True))
    OldDifference.objects.create(batch=batch, entry=entry, file_row=ROW, amounts=on_paper)
    seal(evening, [sheet], by=batch.by, at=at)


def _write_amounts(
    batch: OldBatch,
    days: Sequence[date],
    place: str,
    name: str,
    known: Mapping[str, dict[str, Any]],
    amounts: Amounts,
) -> None:
    people = OldPerson.objects.bulk_create(
        OldPerson(batch=batch, days={str(day): twelfths for day in days}, **known[who])
        for who, twelfths in amounts.items()
    )
    sheets = OldSheet.objects.bulk_create(
        OldSheet(batch=batch, date=day, venue=place, name=name) for day in days
    )
    lines = OldLine.objects.bulk_create(OldLine(sheet=sheet, number=1, file_row=ROW) for sheet in sheets)
    OldAmount.objects.bulk_create(
        OldAmount(line=line, person=person, twelfths=twelfths)
        for line in lines
        for person, twelfths in zip(people, amounts.values(), strict=True)
    )


XANDL = "Xandl von einst"


def _brought(house: House, kind: OldKind, amounts: Sequence[int], guest: str, first: date, days: int) -> Any:
    members = dict(house.club.members.values_list("name", "pk"))
    people = [Someone(name, member=members.get(name)) for name in ("Anna", "Bert", "Cilli", guest)]
    dates = [first + timedelta(days=after) for after in range(days)]
    about = {"club": house.club, "people": people, "amounts": amounts, "days": dates, "kind": kind}
    return house.do(import_batch, by="Anna", **about)


def old_hands(house: House, day: date = date(2016, 3, 4), *, days: int = 1) -> OldBatch:
    """One Dreier, of which the paper knew less than the rules; the same on each of so many `days`."""
    batch: OldBatch = _brought(house, OldKind.HANDS, (24, -8, -8, -8), XANDL, day, days)
    return batch


def old_amounts(house: House, day: date = date(2015, 3, 4), guest: str = XANDL, *, days: int = 1) -> OldBatch:
    """One row of amounts; the same on each of so many `days`."""
    batch: OldBatch = _brought(house, OldKind.AMOUNTS, (144, -48, -76, -20), guest, day, days)
    return batch


def totals_of_club(club: Club) -> list[OldTotal]:
    """Return everybody on the sheets of amounts that count."""
    return totals_of(club.old_batches.filter(withdrawn_at=None, kind=OldKind.AMOUNTS))
