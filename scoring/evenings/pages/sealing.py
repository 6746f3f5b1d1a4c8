"""The seals of an evening, and what is not what it was when it was sealed before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from scoring.engine import facts
from scoring.engine.naming import Names
from scoring.engine.result import Amount, from_twelfths
from scoring.evenings.pages.settling import Settling, ShownPayment, payments_for, signed_money
from scoring.evenings.seals import SheetState, ended_at, state_after
from scoring.models import Deed, Entry, Evening, Seal, Sheet
from scoring.names import sorting
from scoring.rules.versions.books import books_of
from scoring.table.consequences import ChangedRow, ChangedValue, differences
from scoring.table.pages.wording import fact_in_words
from scoring.table.replay import StoredRow, stored_row


class PersonBalance(NamedTuple):
    """What somebody has in points, in money and from the Pagatkassa."""

    points: Amount
    cents: int
    pot: int  # from the Pagatkassa


NOTHING = PersonBalance(0, 0, 0)


class ChangedPerson(NamedTuple):
    """Before and after."""

    name: str
    points_before: Amount
    points_after: Amount
    money_before: str
    money_after: str
    pot_before: str  # empty where nothing changed in the Pagatkassa
    pot_after: str


class ChangedHand(NamedTuple):
    """A hand or event that was corrected, added or taken out. Empty words: nothing stood there, or stands."""

    table: str
    number: int | None
    before: str
    after: str
    reasons: tuple[str, ...]
    differences: tuple[ChangedValue, ...]


class ShiftedHand(NamedTuple):
    """A hand that says the same as before and counts otherwise: the Radl has moved."""

    table: str
    number: int | None
    told: str
    differences: tuple[ChangedValue, ...]


@dataclass(frozen=True)
class ChangesSinceSeal:
    """What is different since a seal."""

    since: Seal
    people: tuple[ChangedPerson, ...]
    payments: tuple[ShownPayment, ...]  # what is still to be paid if all was paid as it was then
    hands: tuple[ChangedHand, ...]
    later: tuple[ShiftedHand, ...]
    new_tables: tuple[str, ...]  # opened since
    moved: int  # further hands of which only the number or the dealer is another


class Sealed(NamedTuple):
    """A seal, and why the evening had been opened again before it."""

    seal: Seal
    reason: str


@dataclass(frozen=True)
class Sealing:
    """All seals of an evening, the newest first."""

    ended_at: datetime | None
    seals: tuple[Sealed, ...]
    opened_again: str  # why it is open although it was sealed
    changes: ChangesSinceSeal | None  # between the last two, or, where it is open again, since the last one

    @property
    def holds(self) -> Sealed | None:
        """Return the seal of what the page shows; None while the evening goes on."""
        return self.seals[0] if self.seals and self.ended_at else None


def sealing_of(evening: Evening, sheets: Sequence[Sheet], settling: Settling, language: str) -> Sealing:
    """Return all seals, by one query where nothing was sealed yet, by at most three otherwise."""
    seals = list(evening.seals.select_related("by").order_by("number"))
    ended = ended_at(evening, sheets)
    if not seals:
        return Sealing(ended, (), "", None)
    opened = _opened_again(evening, sheets)
    before = [None, *(seal.sealed_at for seal in seals)]
    told_seals = [
        Sealed(seal, _reason(opened, at, seal.sealed_at)) for at, seal in zip(before, seals, strict=False)
    ]
    comparison = _Comparison(evening, sheets, settling.names, language)
    changes = None
    if ended is None:
        written = {str(sheet.pk): sheet.seq for sheet in sheets}
        changes = comparison.changes(seals[-1], _balances_now(settling), written)
    elif len(seals) > 1:
        changes = comparison.changes(seals[-2], _balances(seals[-1]), seals[-1].sheets)
    return Sealing(
        ended_at=ended,
        seals=tuple(reversed(told_seals)),
        opened_again=_reason(opened, seals[-1].sealed_at, None) if ended is None else "",
        changes=changes,
    )


def _opened_again(evening: Evening, sheets: Sequence[Sheet]) -> list[tuple[datetime, str]]:
    """Return when and why it was opened again, the first time first."""
    verb, about = "reopen_evening", {"details__evening": evening.pk}
    if evening.spontaneous and sheets:
        verb, about = "reopen_sheet", {"details__sheet": sheets[0].pk}
    deeds = Deed.objects.filter(club=evening.club_id, verb=verb, **about).order_by("at")
    return [(deed.at, deed.details.get("reason", "")) for deed in deeds]


def _reason(opened: Sequence[tuple[datetime, str]], after: datetime | None, before: datetime | None) -> str:
    """Return why it was opened again between these two moments."""
    if after is None:
        return ""
    found = [reason for at, reason in opened if at > after and (before is None or at < before)]
    return found[-1] if found else ""


def _balances(seal: Seal) -> dict[str, PersonBalance]:
    return {
        person: PersonBalance(
            from_twelfths(balance["twelfths"]), balance["cents"], balance.get("pagatkassa", 0)
        )
        for person, balance in seal.balances.items()
    }


def _balances_now(settling: Settling) -> dict[str, PersonBalance]:
    pots: dict[str, int] = {}
    for pot in settling.pots:
        for in_pot in pot.balances:
            pots[in_pot.id] = pots.get(in_pot.id, 0) + in_pot.cents
    return {
        share.id: PersonBalance(share.points, share.cents, pots.get(share.id, 0)) for share in settling.people
    }


class _Comparison:
    """Compares an evening as it stood at two moments. Only tables on which something was written are read."""

    def __init__(self, evening: Evening, sheets: Sequence[Sheet], names: Names, language: str) -> None:
        self.evening, self.sheets, self.names, self.language = evening, sheets, names, language

    def changes(
        self, since: Seal, after: Mapping[str, PersonBalance], written: Mapping[str, int]
    ) -> ChangesSinceSeal:
        before = _balances(since)
        old = [sheet for sheet in self.sheets if str(sheet.pk) in since.sheets]
        touched = [sheet for sheet in old if since.sheets[str(sheet.pk)] != written[str(sheet.pk)]]
        entries: dict[int, list[Entry]] = {sheet.pk: [] for sheet in touched}
        for entry in Entry.objects.filter(sheet__in=touched).select_related("reason", "grounds"):
            entries[entry.sheet_id].append(entry)
        books = books_of(touched)
        hands: list[ChangedHand] = []
        later: list[ShiftedHand] = []
        moved = 0
        for sheet in touched:
            key, here = str(sheet.pk), entries[sheet.pk]
            table = _TableSinceSeal(
                state_after(sheet, since.sheets[key], here, books[sheet.pk]),
                state_after(sheet, written[key], here, books[sheet.pk]),
                [entry for entry in here if since.sheets[key] < entry.seq <= written[key]],
                self.names,
                self.language,
            )
            hands += table.changed()
            shifted = list(table.later())
            later += [hand for hand in shifted if hand is not None]
            moved += shifted.count(None)
        everybody = list(dict.fromkeys([*after, *before]))
        owed = {
            player: after.get(player, NOTHING).cents - before.get(player, NOTHING).cents
            for player in everybody
        }
        return ChangesSinceSeal(
            since=since,
            people=tuple(self._people(before, after, everybody)),
            payments=payments_for(owed, self.names, self.evening.currency, self.language),
            hands=tuple(hands),
            later=tuple(later),
            new_tables=tuple(
                sheet.name for sheet in self.sheets if sheet not in old and str(sheet.pk) in written
            ),
            moved=moved,
        )

    def _people(
        self,
        before: Mapping[str, PersonBalance],
        after: Mapping[str, PersonBalance],
        everybody: Sequence[str],
    ) -> Iterator[ChangedPerson]:
        def money_in_words(cents: int) -> str:
            return signed_money(cents, self.evening.currency, self.language)

        for person in sorted(everybody, key=lambda one: sorting(self.names[one])):
            then, now = before.get(person, NOTHING), after.get(person, NOTHING)
            if then == now:
                continue
            pot = then.pot != now.pot
            yield ChangedPerson(
                self.names[person],
                then.points,
                now.points,
                money_in_words(then.cents),
                money_in_words(now.cents),
                money_in_words(then.pot) if pot else "",
                money_in_words(now.pot) if pot else "",
            )


class _TableSinceSeal:
    """One table before and after."""

    def __init__(
        self, before: SheetState, after: SheetState, written: Sequence[Entry], names: Names, language: str
    ) -> None:
        self.name, self.names, self.written = after.sheet.name, names, written

        def words_by_place(table: SheetState) -> dict[int, tuple[facts.Entry, str]]:
            return {fact.place: (fact.entry, fact_in_words(fact, names, language)) for fact in table.facts}

        self.then, self.now = words_by_place(before), words_by_place(after)
        self.rows_then, self.rows_now = _rows(before), _rows(after)

    def _same(self, place: int) -> bool:
        return self.then.get(place) == self.now.get(place)

    def changed(self) -> Iterator[ChangedHand]:
        for place in sorted(self.then.keys() | self.now.keys()):
            if self._same(place):
                continue
            row = self.rows_now.get(place) or self.rows_then.get(place)
            yield ChangedHand(
                table=self.name,
                number=row.number if row else None,
                before=self.then[place][1] if place in self.then else "",
                after=self.now[place][1] if place in self.now else "",
                reasons=tuple(
                    entry.reason.text
                    for entry in self.written
                    if entry.place == place and entry.reason is not None and entry.reason.text
                ),
                differences=self._differences(place),
            )

    def later(self) -> Iterator[ShiftedHand | None]:
        """Yield what counts otherwise although it says the same; None where only number or dealer changed."""
        for place, now in self.rows_now.items():
            then = self.rows_then.get(place)
            if not self._same(place) or then is None:
                continue
            if (then.radl, then.amounts) != (now.radl, now.amounts):
                yield ShiftedHand(self.name, now.number, self.now[place][1], self._differences(place))
            elif (then.number, then.dealer) != (now.number, now.dealer):
                yield None

    def _differences(self, place: int) -> tuple[ChangedValue, ...]:
        row = ChangedRow(self.rows_then.get(place), self.rows_now.get(place), {}, {})
        return tuple(differences(row, self.names, amounts=True))


def _rows(table: SheetState) -> dict[int, StoredRow]:
    return {row.fact.place: stored_row(row) for row in table.replayed().rows}
