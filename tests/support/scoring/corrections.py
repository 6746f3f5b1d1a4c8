"""Corrections by the verbs, random ones too."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from scoring.engine import facts
from scoring.engine.customs import HighCard
from scoring.engine.record import to_dict
from scoring.models import Act, Entry, Participant, Row, Sheet, StoredState
from scoring.names import folded
from scoring.rules import published
from scoring.rules.versions.timelines import rules_for
from scoring.table import verbs as recording
from scoring.table.consequences import consequences
from scoring.table.replay import StoredRow, stored_rows
from scoring.table.verbs import Change
from scoring.table.writing import Illegal, Written
from scoring.table_policy import Actor
from tests.support.engine.hands import PEOPLE, REASON, Choices, build_hand
from tests.support.scoring.house import HOUSE, House, in_ids, now
from tests.support.scoring.tables import Record
from tests.support.stages import Stage

WHY = "vertippt"


def opened(house: House) -> Sheet:
    """Anna is Vorhand, Dora deals."""
    return house.sheet()


SHEET = Stage("sheet", opened, on=HOUSE)
sheet = SHEET.fixture()


def asked(house: House, sheet: Sheet, entry: UUID | None = None) -> dict[str, Any]:
    return {
        "actor": Actor(house["Anna"]),
        "entry": entry or uuid4(),
        "sheet": sheet,
        "known_seq": now(sheet).seq,
    }


def changed(
    house: House,
    sheet: Sheet,
    wanted: Change,
    *,
    reason: str = WHY,
    entry: UUID | None = None,
    keep_deal: bool = False,
) -> Written:
    wanted = replace(wanted, keep_deal=keep_deal)
    return recording.change(wanted, reason=reason, **asked(house, sheet, entry))


def correct(house: House, sheet: Sheet, target: Entry, record: Record, **further: Any) -> Written:
    return changed(house, sheet, Change(Act.CORRECT, target, in_ids(sheet, record)), **further)


def insert(house: House, sheet: Sheet, before: Entry, record: Record, **further: Any) -> Written:
    return changed(house, sheet, Change(Act.INSERT, before, in_ids(sheet, record)), **further)


def take_out(house: House, sheet: Sheet, target: Entry, **further: Any) -> Written:
    return changed(house, sheet, Change(Act.TAKE_OUT, target), **further)


def undo(house: House, sheet: Sheet) -> Written:
    return recording.undo(**asked(house, sheet))


def redo(house: House, sheet: Sheet) -> Written:
    return recording.redo(**asked(house, sheet))


def as_it_stands(sheet: Sheet) -> tuple[list[StoredRow], StoredState]:
    """Return a sheet without ids of entries and chains, which are new after a redo."""
    rows = [replace(row, id=UUID(int=0)) for row in stored_rows(sheet)]
    return rows, replace(now(sheet).state, last_sort_key=0, link="", head="")


def open_random(house: House, wanted: facts.SheetFacts, slug: str) -> Sheet:
    """The beginning of a sheet in names; everybody who may ever sit there is in the evening."""
    rules = published()[slug]
    evening = house.evening(slug, **wanted.options)
    members = {member.name: member for member in house.club.members.filter(name__in=PEOPLE, active=True)}
    people = [Participant(evening=evening, member=member) for member in members.values()]
    guests = [name for name in PEOPLE if name not in members]
    people += [Participant(evening=evening, guest=name, key=folded(name)) for name in guests]
    Participant.objects.bulk_create(people)
    deals = wanted.players.index(wanted.dealer)
    drew = deals if rules.high_card is HighCard.DEALS else (deals + 1) % len(wanted.players)
    sheet = house.sheet(wanted.players, evening=evening, high_card=drew)
    assert sheet.evening.names()[sheet.dealer] == wanted.dealer
    return sheet


def random_change(choose: Choices, sheet: Sheet) -> Change | None:
    """A correction, an insertion or a taking out that is possible by itself; None to undo or redo."""
    standing = list(sheet.entries.current())
    if not standing or choose.once_in(4):
        return None
    target = choose.one(standing)
    act = choose.one((Act.CORRECT, Act.INSERT, Act.TAKE_OUT))
    row = Row.objects.filter(pk=target.pk).first()
    record: Record | None = None
    if act != Act.TAKE_OUT:
        if row is None or choose.once_in(3):
            record = {"void": choose.one(("redeal", "struck")), "reason": REASON}
        else:
            built = build_hand(choose, rules_for(sheet), tuple(row.players))
            record = to_dict(replace(built, players=(), radl=False), rules_for(sheet))
    return Change(act, target, record, keep_deal=choose.once_in(2))


def apply(house: House, sheet: Sheet, change: Change) -> bool:
    """Make a change, and check that it is in force and changes exactly what was foretold."""
    here, anna = now(sheet), Actor(house["Anna"])
    before = as_it_stands(sheet)
    try:
        foretold = consequences(change, actor=anna, sheet=here, known_seq=here.seq)
    except Illegal as illegal:
        told = illegal.problems, illegal.number
        with pytest.raises(Illegal, check=lambda error: (error.problems, error.number) == told):
            recording.change(change, actor=anna, entry=uuid4(), sheet=here, known_seq=here.seq, reason=WHY)
        assert as_it_stands(sheet) == before
        return False
    recording.change(change, actor=anna, entry=uuid4(), sheet=here, known_seq=here.seq, reason=WHY)
    stored = {row.sort_key: replace(row, id=UUID(int=0)) for row in stored_rows(sheet)}
    for row in foretold.rows:
        if row.after is not None:
            assert stored.pop(row.after.sort_key) == replace(row.after, id=UUID(int=0))
        elif row.before is not None:
            assert row.before.sort_key not in stored
    assert list(stored.values()) == [row for row in before[0] if row.sort_key in stored]
    assert foretold.totals_after == now(sheet).totals
    return True
