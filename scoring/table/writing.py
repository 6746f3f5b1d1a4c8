"""Write an entry: in one transaction, and only once however often it is sent."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import wraps
from itertools import count
from typing import Any, Concatenate, ParamSpec, cast
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.deeds import Refusal, Refused, atomic_with_retry
from scoring.engine import facts
from scoring.engine.naming import Names
from scoring.engine.problems import Problem, only_by_cards
from scoring.engine.rules import Rules
from scoring.engine.sheet import Fact, Position, SheetRow, replayed, step
from scoring.heads import put_on
from scoring.models import Account, Act, Entry, Participant, PlayedGame, Row, Sheet, TableScore
from scoring.models.entries import SAYING_WHY
from scoring.models.evenings import SCORED
from scoring.rules.versions.timelines import is_other_rules, people_of, put_right_by, puts_names_right
from scoring.table.counting import facts_of, store_facts
from scoring.table.derived import derived_rows, stored_rows
from scoring.table.reasons import says
from scoring.table.replay import (
    ROW_COLUMNS,
    current_facts,
    is_system_event,
    scores_of,
    start_of,
    stored_row,
)
from scoring.table_policy import Actor, NewEntry, policy_of


def known_at(sheet: Sheet, actor: Actor) -> set[str]:
    """Return the people the actor knows by id: a member the whole evening, a link those of its table."""
    if actor.account is None:
        return set(sheet.totals)
    participant_ids = Participant.objects.filter(evening=sheet.evening_id).values_list("pk", flat=True)
    return {str(pk) for pk in participant_ids}


def locked_sheet(sheet: Sheet, actor: Actor) -> Sheet:
    """Return the sheet as it is now, locked; raise PermissionDenied if the actor may not record on it."""
    locked = Sheet.numbered(sheet.pk, actor.account, lock=True)
    if locked is None or not policy_of(locked).may_record(locked, actor):
        raise PermissionDenied
    return locked


def directed_sheet(sheet: Sheet, actor: Account) -> Sheet:
    """Return the sheet as it is now, locked; raise PermissionDenied if the actor does not direct its club."""
    sheet = locked_sheet(sheet, Actor(actor))
    if not sheet.is_directed:
        raise PermissionDenied
    return sheet


def sheet_details(sheet: Sheet) -> dict[str, Any]:
    """Return the details of a sheet for the log."""
    return {"sheet": sheet.pk, "name": sheet.name_in_log, "date": str(sheet.evening.date)}


GAP = 2**40  # between two sort keys: room for what was forgotten
MOST_PASSED_OVER = 10  # system events, at a time


class Illegal(Refusal):
    """What the rules say against an entry; ids stand for names."""

    sentence = gettext_lazy("Nothing was changed: the rules of this sheet do not allow it.")

    def __init__(self, problems: Sequence[Problem], *, number: int | None = None) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)
        self.number = number  # of the later hand that could not stand any more; None: the entry itself

    @property
    def only_by_cards(self) -> bool:
        """Return whether the rules allow the entry itself, and only no cards can give it."""
        return self.number is None and only_by_cards(self.problems)


class Stale(Refusal):
    """The sheet has moved on since the phone looked at it."""

    sentence = gettext_lazy("Something has been entered at this table in the meantime. Please look again.")

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(f"sheet {sheet.pk} is at {sheet.seq}")
        self.sheet = sheet


class Closed(Refusal):
    """Nothing is written on a closed sheet."""

    sentence = gettext_lazy("This table is closed. Nothing more can be recorded.")


class OtherContents(Refused):
    """This id was used before, for something else."""

    sentence = gettext_lazy("This was saved before with different contents. Please look again.")

    def __init__(self) -> None:
        super().__init__(form=[str(self.sentence)])


@dataclass(frozen=True)
class Written:
    """An entry that stands in the database, and the sheet after it."""

    entry: Entry
    sheet: Sheet
    row: Row | None  # of this entry, if it has one
    fact: Fact | None = None  # what it says, where that is known already
    ids_by_phone_id: Names = field(default_factory=dict)  # of people whom the phone gave ids of its own


def is_written(entry: UUID) -> bool:
    """Return whether there is an entry of this id."""
    return Entry.objects.filter(pk=entry).exists()


P = ParamSpec("P")


def written_once(verb: Callable[Concatenate[Entry | None, P], Written]) -> Callable[P, Written]:
    """Run a verb in one transaction, and write only one entry with the id `entry`.

    The database takes no id twice, so the first attempt fails, at the latest there, if one is stored.
    Then the verb is called with that entry: it compares the contents and returns the first result.
    """

    @wraps(verb)
    def run(*args: P.args, **kwargs: P.kwargs) -> Written:
        stored = Entry.objects.filter(pk=cast(UUID, kwargs["entry"]))
        attempts = count()

        @atomic_with_retry
        def attempt() -> Written:
            return verb(stored.first() if next(attempts) else None, *args, **kwargs)

        try:
            return attempt()
        except Refusal:
            if not stored.exists():
                raise
            return attempt()

    return run


def unused(entry: UUID) -> UUID:
    """Return the id of an entry that follows from a deed; raise OtherContents if it is used already."""
    if is_written(entry):
        raise OtherContents
    return entry


def demand_as_before(
    sheet: Sheet,
    existing: Entry,
    act: Act,
    record: object,
    supersedes: UUID | None = None,
    *,
    reason: str = "",
    grounds: str = "",
) -> None:
    """Raise OtherContents unless the entry written before under this id has the same contents."""
    before = (existing.sheet_id, existing.act, existing.record, existing.supersedes_id)
    if before != (sheet.pk, act, record, supersedes):
        raise OtherContents
    if not (says(existing.reason, reason) and says(existing.grounds, grounds)):
        raise OtherContents


def demand_open(sheet: Sheet, known_seq: int, entered: datetime | None = None) -> None:
    """Raise Closed or Stale unless the sheet is open and nothing was entered since."""
    if not sheet.is_open and (entered is None or not policy_of(sheet).takes_late(sheet, entered)):
        raise Closed
    _demand_current(sheet, known_seq)


def demand_correctable(sheet: Sheet, actor: Actor, known_seq: int) -> None:
    """Raise Closed or Stale unless this actor may correct the sheet and nothing was entered since."""
    if not sheet.is_open and not policy_of(sheet).may_correct_closed(sheet, actor):
        raise Closed
    _demand_current(sheet, known_seq)


def _demand_current(sheet: Sheet, known_seq: int) -> None:
    """Raise Stale if anything but system events and the clock's was written since.

    They make no other hand of the one that is sent, and are no news that has to be seen.
    """
    if sheet.seq == known_seq:
        return
    since = sheet.entries.filter(seq__gt=known_seq).select_related("supersedes")
    few = known_seq >= 0 and sheet.seq - MOST_PASSED_OVER <= known_seq <= sheet.seq
    if not (few and all(map(_is_no_news, since))):
        raise Stale(sheet)


def _is_no_news(entry: Entry) -> bool:
    if entry.record is None and entry.supersedes and puts_names_right(entry.supersedes.record):
        return False
    record = entry.record or (entry.supersedes and entry.supersedes.record)
    return is_system_event(record) or (is_other_rules(record) and entry.act in SAYING_WHY)


def result_of(sheet: Sheet, existing: Entry) -> Written:
    """Return an entry that is stored, with its sheet and row."""
    return Written(existing, sheet, Row.objects.filter(pk=existing.pk).first())


def write(sheet: Sheet, actor: Actor, new_entry: NewEntry) -> Entry:
    """Write an entry that the sheet's policy allows; `append_row` or `rederive` writes its consequences."""
    policy_of(sheet).refuse(sheet, actor, new_entry)
    return put(sheet, actor, new_entry)


def put(sheet: Sheet, actor: Actor, new_entry: NewEntry) -> Entry:
    """Write an entry as `write` does, without asking the policy."""
    sheet.seq += 1
    sort_key = new_entry.sort_key if new_entry.supersedes is None else new_entry.supersedes.sort_key
    if sort_key is None:
        sort_key = sheet.state.last_sort_key + GAP
        sheet.state = replace(sheet.state, last_sort_key=sort_key)
    if is_other_rules(new_entry.record):
        versions = sorted({*sheet.state.versions, new_entry.record["version"]})
        sheet.state = replace(sheet.state, versions=tuple(versions))
    entry = Entry(
        id=new_entry.id,
        sheet=sheet,
        seq=sheet.seq,
        sort_key=sort_key,
        supersedes=new_entry.supersedes,
        act=new_entry.act,
        record=new_entry.record,
        reason=new_entry.reason,
        grounds=new_entry.grounds,
        by_id=actor.member_at(sheet),
        at=clock.now(),
        entered_at=new_entry.entered,
    )
    _note_names(sheet, entry)
    put_on(sheet, entry)
    entry.save(force_insert=True)
    return entry


def _note_names(sheet: Sheet, entry: Entry) -> None:
    """Store a name correction on the sheet, or that it was taken back."""
    people = people_of(sheet)
    if entry.supersedes is not None and puts_names_right(entry.supersedes.record):
        correction_seq = entry.supersedes.seq
        people = tuple(
            right._replace(taken_back=entry.seq) if right.written == correction_seq else right
            for right in people
        )
    elif puts_names_right(entry.record):
        people = (*people, put_right_by(entry))
    else:
        return
    sheet.state = replace(sheet.state, people=tuple(right.noted for right in people))


def append_row(sheet: Sheet, position: Position, fact: Fact) -> Row | None:
    """Store the consequences of an entry at the end of the sheet; return its row, if it has one."""
    position, derived = step(position, fact)
    _store_position(sheet, position)
    row = None if derived is None else _store(sheet, [derived])[0]
    policy_of(sheet).written(sheet, None if derived is None or derived.number is None else derived)
    return row


def append(
    sheet: Sheet, actor: Actor, new_entry: NewEntry, position: Position, fact: facts.Entry, rules: Rules
) -> Written:
    """Write an entry at the end of the sheet, after `position`, with its consequences."""
    written = write(sheet, actor, new_entry)
    written_fact = Fact(written.id, written.sort_key, fact, rules)
    row = append_row(sheet, position, written_fact)
    if row is not None:
        row.entry = written  # who puts it into words need not look for it
    return Written(written, sheet, row, written_fact)


def rederive(sheet: Sheet) -> None:
    """Work out anew everything that follows from the entries, also elsewhere."""
    derive(sheet)
    policy_of(sheet).written(sheet, None)


def derive(sheet: Sheet) -> None:
    """Derive everything anew that the sheet stores of its entries, and write the changes."""
    replay = replayed(start_of(sheet), current_facts(sheet))
    if replay.problems:
        raise Illegal([problem for _, _, problem in replay.problems], number=replay.problems[0][1])
    new_rows, old_rows = derived_rows(sheet, replay), stored_rows(sheet)
    rows_of_hands = (key for key in new_rows | old_rows if key[0] is not TableScore)
    changed_ids = {key[1] for key in rows_of_hands if new_rows.get(key) != old_rows.get(key)}
    changed = [row for row in replay.rows if row.fact.id in changed_ids]
    Row.objects.filter(pk__in=changed_ids).delete()
    _store(sheet, changed)
    _store_position(sheet, replay.position)


def write_facts(sheet: Sheet) -> None:
    """Work out anew what statistics ask of a sheet, from its entries."""
    PlayedGame.objects.filter(sheet=sheet).delete()
    _store_facts(sheet, replayed(start_of(sheet), current_facts(sheet)).rows)


def _store_facts(sheet: Sheet, rows: Iterable[SheetRow]) -> None:
    store_facts(sheet, {row.fact.id: facts_of(sheet, row) for row in rows if row.number is not None})


def _store_position(sheet: Sheet, position: Position) -> None:
    sheet.state = replace(sheet.state, position=position)
    sheet.save(update_fields=["seq", "stored_state"])
    store_scores(sheet, position)


def store_scores(sheet: Sheet, position: Position) -> None:
    """Store everybody's scores that have changed."""
    old_scores, new_scores = sheet.scores, scores_of(position)
    if departed := old_scores.keys() - new_scores.keys():
        TableScore.objects.filter(sheet=sheet, participant__in=map(int, departed)).delete()
    changed = [
        TableScore(sheet=sheet, participant_id=int(player), **dict(zip(SCORED, points, strict=True)))
        for player, points in sorted(new_scores.items(), key=lambda score: int(score[0]))
        if old_scores.get(player) != points
    ]
    TableScore.objects.bulk_create(
        changed, update_conflicts=True, update_fields=SCORED, unique_fields=["sheet", "participant"]
    )
    sheet.scores = new_scores


def _store(sheet: Sheet, derived: Sequence[SheetRow]) -> list[Row]:
    """Store rows, and what statistics ask of them."""
    columns = ((row, {name: getattr(row, name) for name in ROW_COLUMNS}) for row in map(stored_row, derived))
    rows = Row.objects.bulk_create([Row(entry_id=row.id, sheet=sheet, **values) for row, values in columns])
    _store_facts(sheet, derived)
    return rows
