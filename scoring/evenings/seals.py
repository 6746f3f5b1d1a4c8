"""The final balances of an evening, in points and money; sealed when it is closed, to be compared later."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from scoring import chain
from scoring.engine.money import SettlingUp, settle_up
from scoring.engine.numbers import as_written
from scoring.engine.result import from_twelfths
from scoring.engine.rules import PagatkassaTerms
from scoring.engine.sheet import Fact, Replay, replayed
from scoring.heads import BEGINNING
from scoring.models import Entry, Evening, Member, Points, Seal, Sheet
from scoring.models.entries import current_among
from scoring.rules.versions.timelines import RulesTimeline, timelines_of
from scoring.table.pot import pot_of, terms_of
from scoring.table.replay import fact_of, scores_of, start_of

PointsByTable = Mapping[str, Mapping[int, Points]]  # participant to sheet to what they have there


def points_by_table(sheets: Iterable[Sheet]) -> PointsByTable:
    """Return everybody who ever sat at one of the tables, with their points at each."""
    points_by_person: dict[str, dict[int, Points]] = {}
    for sheet in sheets:
        for person, points in sheet.scores.items():
            points_by_person.setdefault(person, {})[sheet.pk] = points
    return {person: points_by_person[person] for person in sorted(points_by_person, key=int)}


def sums_of_tables(points: PointsByTable) -> dict[str, Points]:
    """Return everybody with the sum of their tables."""
    sums: dict[str, Points] = {}
    for person, tables in points.items():
        sums[person] = Points()
        for at_one in tables.values():
            sums[person] = sums[person].and_also(at_one)
    return sums


def settled_in_money(evening: Evening, points: Mapping[str, Points]) -> SettlingUp:
    """Return the balances in money; remainders are drawn by lots seeded by the evening, always the same."""
    kassa = {person: from_twelfths(points.kassa) for person, points in points.items()}
    return settle_up(kassa, evening.cents_per_point, seed=evening.seed)


def stored_terms(terms: PagatkassaTerms | None) -> dict[str, Any] | None:
    """Return the terms as the database has them."""
    if terms is None:
        return None
    return {key: value for key, value in asdict(terms).items() if key != "pot_ceiling" or value is not None}


Balances = dict[str, dict[str, int]]


@dataclass(frozen=True)
class SheetState:
    """A sheet as it stood at entry number `seq`."""

    sheet: Sheet
    seq: int
    entries: tuple[Entry, ...]  # what counted, in order
    timeline: RulesTimeline

    @property
    def facts(self) -> list[Fact]:
        return [fact_of(entry, self.timeline) for entry in self.entries]

    def replayed(self) -> Replay:
        return replayed(start_of(self.sheet, self.timeline), self.facts)


def state_after(sheet: Sheet, seq: int, entries: Iterable[Entry], timeline: RulesTimeline) -> SheetState:
    """Return the state of a sheet after entry number `seq`, from all entries ever written on it."""
    current = current_among(entry for entry in entries if entry.seq <= seq)
    return SheetState(sheet, seq, tuple(current), timeline.until(seq))


def states_now(sheets: Sequence[Sheet]) -> list[SheetState]:
    """Return the sheets as they stand."""
    entries: dict[int, list[Entry]] = {sheet.pk: [] for sheet in sheets}
    current = Entry.objects.current().filter(sheet__in=sheets).select_related("grounds")
    for entry in current.order_by("sheet", "sort_key"):
        entries[entry.sheet_id].append(entry)
    timelines = timelines_of(sheets)
    return [SheetState(sheet, sheet.seq, tuple(entries[sheet.pk]), timelines[sheet.pk]) for sheet in sheets]


def ended_at(evening: Evening, sheets: Sequence[Sheet]) -> datetime | None:
    """Return when an evening was closed; a table that plays on its own is one, too."""
    if evening.spontaneous and len(sheets) == 1:
        return evening.closed_at or sheets[0].closed_at
    return evening.closed_at


def seal(evening: Evening, sheets: Sequence[Sheet], *, by: Member, at: datetime) -> Seal:
    """Seal the evening; the caller has locked the sheets and loaded their rules."""
    tables = states_now(sheets)
    balances = balances_of(evening, tables, sums_of_tables(points_by_table(sheets)))
    earlier = list(evening.seals.order_by("number"))
    sealed = Seal(
        evening=evening,
        number=len(earlier) + 1,
        sealed_at=at,
        by=by,
        digest=digest_of(evening, tables, balances),
        sheets={str(table.sheet.pk): table.seq for table in tables},
        balances=balances,
    )
    names = {str(sheet.pk): sheet.name for sheet in sheets}
    sealed.printed = chain.printed_of(evening, chain.names_printed(evening), names, by.name, sealed)
    heads = {str(sheet.pk): sheet.state.head for sheet in sheets}
    sealed.head = chain.head_of_seal(sealed, earlier[-1].head if earlier else BEGINNING, heads)
    sealed.save(force_insert=True)
    return sealed


def balances_of(evening: Evening, tables: Iterable[SheetState], points: Mapping[str, Points]) -> Balances:
    """Return everybody's total, and their share of the Pagatkassa."""
    cents = settled_in_money(evening, points).cents
    balances = {
        person: {"twelfths": points.kassa, "schrift_twelfths": points.schrift, "cents": cents[person]}
        for person, points in points.items()
    }
    terms = terms_of(evening)
    if terms is not None:
        for balance in balances.values():
            balance["pagatkassa"] = 0
        for table in tables:
            pot = pot_of(table.sheet, [fact.entry for fact in table.facts], terms, table.timeline)
            for person, pot_cents in pot.balances.items():
                balances[person]["pagatkassa"] += pot_cents
    return balances


def digest_of(evening: Evening, tables: Iterable[SheetState], balances: Balances) -> str:
    """Return the checksum of what money depends on: rules, agreements, records, balances."""
    return sha256(_canonical_json(evening, tables, balances).encode("utf-8")).hexdigest()


def _canonical_json(evening: Evening, tables: Iterable[SheetState], balances: Balances) -> str:
    """Return an evening as sorted JSON, with ids for names, so that renaming changes nothing."""
    document: dict[str, Any] = {
        "evening": evening.pk,
        "cents_per_point": evening.cents_per_point,
        "currency": evening.currency,
        "pagatkassa": evening.pagatkassa,
        "tables": [
            {
                "sheet": table.sheet.pk,
                "rules": table.sheet.ruleset.digest,
                "options": table.sheet.options,
                "players": table.sheet.players,
                "dealer": table.sheet.dealer,
                "entries": [entry.record for entry in table.entries],
            }
            for table in sorted(tables, key=lambda table: table.sheet.pk)
        ],
        "balances": balances,
    }
    return json.dumps(as_written(document), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def states_when_sealed(sealed: Seal, sheets: Sequence[Sheet], entries: Iterable[Entry]) -> list[SheetState]:
    """Return the states of the sheets when a seal was made, from all entries ever written on them."""
    by_sheet: dict[int, list[Entry]] = {}
    for entry in entries:
        by_sheet.setdefault(entry.sheet_id, []).append(entry)
    timelines = timelines_of(sheets)
    return [
        state_after(sheet, sealed.sheets[str(sheet.pk)], by_sheet.get(sheet.pk, []), timelines[sheet.pk])
        for sheet in sheets
        if str(sheet.pk) in sealed.sheets
    ]


def recomputed(evening: Evening, tables: Sequence[SheetState]) -> tuple[str, Balances]:
    """Return checksum and balances, from nothing but rules and entries."""
    points: dict[str, Points] = {}
    for table in tables:
        for person, table_points in scores_of(table.replayed().position).items():
            points[person] = points.get(person, Points()).and_also(table_points)
    balances = balances_of(evening, tables, points)
    return digest_of(evening, tables, balances), balances
