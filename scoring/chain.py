"""The chains of a club: the entries of each sheet, the seals of each evening, the club's log.

What was typed enters by a checksum with a salt of its own. Where a name is taken away the salt goes with it:
the chain stays whole, and the deed that took it away says what the row is from then on.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime
from secrets import token_hex
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Model, Q, Subquery

from scoring import protection
from scoring.capability import covered_rows
from scoring.engine.numbers import as_written, details_in_block
from scoring.heads import (
    BEGINNING,
    LETTERS,
    LONGEST_HEAD,
    beginning_of,
    digest_of,
    head_after,
    heads_of,
    link_of_entry,
    moment,
    salted,
    without_spelling,
)
from scoring.models import (
    CLUB_EVENING,
    TAKEN_BACK,
    Club,
    ClubLog,
    Deed,
    Entry,
    Evening,
    OldAmount,
    OldBatch,
    Participant,
    Reason,
    Seal,
    Sheet,
)

ROWS_PER_QUERY = 500
# The set-up is one deed of the whole installation; of a club that came in later it has another id.
SET_UP = UUID("20e0ad90-5c1b-4f7e-9f67-3c2f6a5d0001")


# A seal


def printed_of(
    evening: Evening, names: Mapping[str, str], tables: Mapping[str, str], by: str, seal: Seal
) -> str:
    """Return the checksum of what is printed on the page of a seal beside its amounts."""
    content = {
        "club": evening.club.name,
        "date": str(evening.date),
        "place": evening.venue,
        "currency": evening.currency,
        "names": {as_written(person): names[person] for person in seal.balances if person in names},
        "tables": {as_written(table): tables[table] for table in seal.sheets if table in tables},
        "by": by,
    }
    return salted(evening.salt, content)


def names_printed(evening: Evening) -> dict[str, str]:
    """Return the names at an evening as they are stored, independent of the language."""
    people = evening.participants.order_by("pk").values_list("pk", "member__name", "guest")
    return {str(pk): member or guest for pk, member, guest in people}


def head_of_seal(seal: Seal, previous: str, heads: Mapping[str, str]) -> str:
    """Return the head of a seal, from the one before it and from its tables' heads when it was made."""
    content = {
        "evening": as_written(seal.evening_id),
        "number": seal.number,
        "sealed_at": moment(seal.sealed_at),
        "by": as_written(seal.by_id),
        "digest": seal.digest,
        "sheets": as_written(seal.sheets),
        "balances": as_written(seal.balances),
        "printed": seal.printed,
        "heads": as_written(heads),
    }
    return head_after(previous, digest_of(content))


# What ten letters on a page stand for


class StateMatch(NamedTuple):
    """The state of a sheet or of a club's log, or the final tally of an evening, with these ten letters."""

    club: Club
    evening: Evening | None  # None: the log
    table: str  # empty: a final tally
    number: int  # of entries by then, or of the tally
    now: int  # entries today
    at: datetime
    is_continued: bool  # by what is stored today


def states_behind(letters: str) -> list[StateMatch]:
    """Return every state that has these letters, however they are typed."""
    normalised = without_spelling(letters)
    if len(normalised) != LETTERS:
        return []
    condition = Q(head__gte=normalised, head__lte=normalised.ljust(LONGEST_HEAD, "Z"))
    entries = Entry.objects.filter(condition).select_related("sheet__evening__club", "sheet__ruleset")
    states = [_state_of_entry(entry) for entry in entries.order_by("pk")]
    for seal in Seal.objects.filter(condition).select_related("evening__club", "by"):
        evening = seal.evening
        tables = {str(pk): name for pk, name in evening.sheets.values_list("pk", "name")}
        printed = printed_of(evening, names_printed(evening), tables, seal.by.name, seal)
        is_last = not evening.seals.filter(number__gt=seal.number).exists()
        same = printed == seal.printed and is_last and not evening.is_open
        states.append(StateMatch(evening.club, evening, "", seal.number, seal.number, seal.sealed_at, same))
    deeds = Deed.objects.filter(condition, club__log__isnull=False).order_by("pk")
    return [*states, *map(_state_of_log, deeds)]


def _state_of_entry(entry: Entry) -> StateMatch:
    sheet, evening = entry.sheet, entry.sheet.evening
    entries = list(sheet.entries.select_related("reason", "grounds").order_by("seq"))
    heads = heads_of(sheet, entries)
    stored = [row.head for row in entries]
    same = heads[1:] == stored and heads[-1] == sheet.state.head and heads[entry.seq] == entry.head
    return StateMatch(evening.club, evening, sheet.name_in_log, entry.seq, len(entries), entry.at, same)


def _state_of_log(deed: Deed) -> StateMatch:
    """Return the state of a club's log after a deed, and whether all deeds since lead to its last head."""
    log, number = ClubLog.objects.select_related("club").get(club=deed.club_id), deed.number or 1
    numbered = Deed.objects.filter(club=deed.club_id, number__isnull=False).order_by("number")
    earlier = numbered.filter(number=number - 1).values_list("head", flat=True).first()
    head, same, last = earlier or BEGINNING, number == 1 or earlier is not None, number - 1
    for row in numbered.filter(number__gte=number).defer("details").iterator(chunk_size=ROWS_PER_QUERY):
        head, last = head_after(head, link_of_deed(row)), last + 1
        same = same and (row.head, row.number) == (head, last)
    same = same and (log.head, log.written) == (head, last)
    return StateMatch(log.club, None, "", number, log.written, deed.at, same)


# The log of a club, and the rows that it covers


def said_in(deed: Deed) -> str:
    """Return the checksum of who did it and the details."""
    return salted(deed.salt, [deed.actor, details_in_block(deed.details, as_written)])


def link_of_deed(deed: Deed) -> str:
    """Return the checksum of a deed as it was written."""
    return digest_of(
        {
            "id": str(SET_UP if deed.verb == "set_up" else deed.pk),
            "club": as_written(deed.club_id),
            "number": deed.number,
            "account": as_written(deed.account_id),
            "verb": deed.verb,
            "asked": deed.asked,
            "at": moment(deed.at),
            "said": deed.digest,
            "covers": as_written(deed.covers),
        }
    )


def _of_evening(evening: Evening) -> str:
    return salted(evening.salt, [as_written(evening.club_id), str(evening.date), evening.venue])


def _of_participant(participant: Participant) -> str:
    who = participant.pk, participant.evening_id, participant.member_id
    return salted(participant.evening.salt, [*map(as_written, who), participant.guest])


def _of_reason(reason: Reason) -> str:
    return salted(reason.salt, reason.text)


def _of_old_batch(batch: OldBatch) -> str:
    """Return the checksum of the numbers of old sheets: amounts, and differences on paper."""
    amounts = OldAmount.objects.filter(line__sheet__batch=batch)
    amounts = amounts.order_by("line__sheet", "line__number", "person")
    of_line = ("line__sheet", "line__sheet__date", "line__number", "line__file_row")
    rows = [
        [*map(as_written, (sheet, who)), str(day), number, file_row, twelfths]
        for sheet, day, number, file_row, who, twelfths in amounts.values_list(*of_line, "person", "twelfths")
    ]
    differences = batch.differences.order_by("entry").values_list("entry", "file_row", "amounts", "radl")
    return digest_of(
        [rows, [[str(entry), row, as_written(paper), radl] for entry, row, paper, radl in differences]]
    )


_COVERED: dict[str, tuple[type[Model], tuple[str, ...], Callable[[Any], str]]] = {
    "evening": (Evening, (), _of_evening),
    "sheet": (Sheet, ("ruleset",), beginning_of),
    "seal": (Seal, (), lambda seal: str(seal.head)),
    "participant": (Participant, ("evening",), _of_participant),
    "reason": (Reason, (), _of_reason),
    "deed": (Deed, (), said_in),
    "oldbatch": (OldBatch, (), _of_old_batch),
}


def _of_rows(kind: str, pk: int) -> str:
    """Return the checksum of all rows of a kind that belong together."""
    rows = (json.dumps(_plain(row), sort_keys=True) for row in covered_rows()[kind].of(pk))
    return digest_of(sorted(rows))


def _plain(value: Any) -> Any:
    """Return a column's value as checksums contain it: numbers as they were first written."""
    match value:
        case datetime():
            return moment(value)
        case UUID() | date():
            return str(value)
        case list() | tuple():
            return [_plain(inner) for inner in value]
    return as_written(value)


def key_of(row: Model) -> str:
    """Return the key of a row that a deed covers."""
    return f"{row._meta.model_name}:{row.pk}"


def is_covered(key: str) -> bool:
    """Return whether rows of this kind are still covered; older rows of a log name kinds that are not."""
    kind = key.partition(":")[0]
    return kind in _COVERED or kind in covered_rows()


def today(keys: Iterable[str]) -> dict[str, str]:
    """Return the checksums of these rows as they are now; empty for rows that are gone."""
    checksums = dict.fromkeys(keys, "")
    pks_by_kind: dict[str, list[str]] = defaultdict(list)
    for key in checksums:
        kind, _colon, pk = key.partition(":")
        pks_by_kind[kind].append(pk)
    for kind in pks_by_kind.keys() & covered_rows().keys():
        checksums |= {f"{kind}:{pk}": _of_rows(kind, int(pk)) for pk in pks_by_kind.pop(kind)}
    for kind, pks in pks_by_kind.items():
        model, related, checksum = _COVERED[kind]
        rows = model._base_manager.select_related(*related)
        for first in range(0, len(pks), ROWS_PER_QUERY):
            some = rows.filter(pk__in=pks[first : first + ROWS_PER_QUERY])
            checksums |= {f"{kind}:{row.pk}": checksum(row) for row in some}
    return checksums


def keys_in(details: Mapping[str, Any]) -> set[str]:
    """Return the keys of the evening and the table that a deed names in its details."""
    return {f"{kind}:{details[kind]}" for kind in ("evening", "sheet") if type(details.get(kind)) is int}


def keys_written_by(verb: str, club: int, details: Mapping[str, Any]) -> set[str]:
    """Return the keys of the rows that are covered together and that this verb may have written."""
    whose = {**details, "club": club}
    return {
        f"{kind}:{whose[rows.about]}"
        for kind, rows in covered_rows().items()
        if verb in rows.verbs and type(whose.get(rows.about)) is int
    }


def put_in_log(deed: Deed, keys: Collection[str] = ()) -> None:
    """Append a new deed to the log of its club, with checksums of the rows that it covers.

    Whoever is next waits for the row of the log, which is locked last of all.
    """
    deed.details = json.loads(json.dumps(deed.details))
    deed.digest = said_in(deed)
    if deed.club_id is None:
        return
    # Where somebody put a row after the last one, the log goes on behind it, and `verify` names it.
    numbered = Deed.objects.filter(club=deed.club_id, number__isnull=False).order_by("-number")
    logs = ClubLog.objects.select_for_update().annotate(last=Subquery(numbered.values("number")[:1]))
    log = logs.filter(club=deed.club_id).first() or ClubLog(club_id=deed.club_id)
    written = keys_written_by(deed.verb, deed.club_id, deed.details)
    deed.covers = today(sorted({*keys_in(deed.details), *keys, *written}))
    log.written, log.at = max(log.written, getattr(log, "last", None) or 0) + 1, deed.at
    deed.number = log.written
    log.head = deed.head = head_after(log.head, link_of_deed(deed))
    log.save()


def keys_of_evenings(evenings: Iterable[Evening]) -> list[str]:
    """Return the keys of evenings to be closed, of everybody there and of their seals."""
    rows: list[Model] = []
    for evening in evenings:
        # What is run as something else is changed there, by deeds that do not name its evening.
        rows += [evening] if evening.occasion in (CLUB_EVENING, TAKEN_BACK) else []
        rows += [*evening.participants.order_by("pk"), *evening.seals.all()]
    return [key_of(row) for row in rows]


def keys_of_batch(batch: OldBatch) -> list[str]:
    """Return the keys of old sheets when they come in: of amounts, or of evenings and tables."""
    evenings = batch.evenings.order_by("pk")
    sheets = Sheet.objects.filter(evening__in=evenings).order_by("pk")
    return [key_of(batch), *keys_of_evenings(evenings), *map(key_of, sheets)]


def salted_anew(evenings: Iterable[Evening]) -> list[str]:
    """Give evenings a new salt, so that removed names cannot be guessed; return the keys to seal anew."""
    evenings = list(evenings)
    for evening in evenings:
        evening.salt = token_hex()
        evening.save(update_fields=["salt"])
    return keys_of_evenings(evenings)


# Where there was no chain yet


def begin_evenings(club: Club) -> None:
    """Make the chains of sheets and seals of a club without them; a transaction is open."""
    with protection.lifted(connection):
        of_the_club = Q(acts__sheet__evening__club=club) | Q(voids__sheet__evening__club=club)
        for reason in Reason.objects.filter(of_the_club).distinct():
            reason.digest = _of_reason(reason)
            reason.save(update_fields=["digest"])
        for evening in club.evenings.order_by("pk"):
            _begin_evening(evening)


def _begin_evening(evening: Evening) -> None:
    heads: dict[str, list[str]] = {}
    sheets = list(evening.sheets.select_related("ruleset"))
    for sheet in sheets:
        entries = list(sheet.entries.select_related("reason", "grounds").order_by("seq"))
        heads[str(sheet.pk)] = heads_of(sheet, entries)
        for entry, head in zip(entries, heads[str(sheet.pk)][1:], strict=True):
            entry.head = head
        Entry.objects.bulk_update(entries, ["head"], batch_size=ROWS_PER_QUERY)
        link = link_of_entry(entries[-1]) if entries else beginning_of(sheet)
        sheet.state = replace(sheet.state, link=link, head=heads[str(sheet.pk)][-1])
        sheet.save(update_fields=["stored_state"])
    names, previous = names_printed(evening), BEGINNING
    tables = {str(sheet.pk): sheet.name for sheet in sheets}
    for seal in evening.seals.select_related("by").order_by("number"):
        seal.printed = printed_of(evening, names, tables, seal.by.name, seal)
        seal.head = previous = head_of_seal(seal, previous, heads_when_sealed(seal, heads))
        seal.save(update_fields=["printed", "head"])


def heads_when_sealed(seal: Seal, heads: Mapping[str, list[str]]) -> dict[str, str]:
    """Return the heads that a seal's tables had when it was made, out of all their heads."""
    return {sheet: heads[sheet][seq] for sheet, seq in seal.sheets.items() if seq < len(heads.get(sheet, ()))}


def begin_log(club: Club) -> None:
    """Make the chain of a log without one, which covers the rows of today; a transaction is open."""
    deeds = list(club.deeds.order_by("at", "pk"))
    holders: dict[str, int] = {}
    for number, deed in enumerate(deeds):
        holders |= dict.fromkeys(keys_in(deed.details), number)
    covered: dict[int, list[str]] = defaultdict(list)
    for evening in club.evenings.order_by("pk"):
        keys = keys_of_evenings([evening]) + [key_of(sheet) for sheet in evening.sheets.all()]
        named = holders.get(key_of(evening), len(deeds) - 1)
        for key in keys:
            covered[holders.get(key, named)].append(key)
    covered[len(deeds) - 1] += map(key_of, club.old_batches.order_by("pk"))
    log = ClubLog.objects.filter(club=club).first() or ClubLog(club=club)
    log.written, log.head, log.at = len(deeds), BEGINNING, deeds[-1].at
    for number, deed in enumerate(deeds):
        deed.number, deed.digest, deed.covers = number + 1, said_in(deed), today(covered[number])
        log.head = deed.head = head_after(log.head, link_of_deed(deed))
    with protection.lifted(connection):
        club.deeds.update(number=None)  # none has the number of another one in between
        Deed.objects.bulk_update(deeds, ["number", "digest", "covers", "head"], batch_size=100)
    log.save()
