"""Every hand of many evenings, one after the other: however many there are, few are in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from scoring.engine.facts import Hand
from scoring.engine.naming import Names, renamed_hand
from scoring.engine.record import read_entry
from scoring.engine.result import Amount, from_twelfths
from scoring.engine.telling import hand_in_words, joined
from scoring.models import Participant, Row, Sheet
from scoring.models.evenings import names_among
from scoring.rules.versions.books import SheetBook, books_of
from scoring.rules.versions.rules_played import named_by_sheet
from scoring.season.pages.season import Season
from scoring.table.pages.marks import GameMarks, games_in_short, premiums_in_short
from scoring.table.replay import with_corrected_names

SHEETS_PER_QUERY = 40  # sheets


class PlayedHand(NamedTuple):
    """A hand as it is noted on paper, with where and when it was played."""

    date: date
    place: str
    table: str
    number: int
    dealer: str
    radl: bool
    games: tuple[GameMarks, ...]
    premiums: tuple[str, ...]
    told: str
    players: tuple[str, ...]  # Vorhand first
    amounts: tuple[Amount, ...]
    rules: str
    at: datetime


def count_hands(season: Season) -> int:
    """Return how many hands were played; one query, because every sheet knows it."""
    sheets = Sheet.objects.filter(season.counts("evening__")).order_by()
    return sum(sheets.values_list("standing__hands", flat=True))


def hands_of(season: Season, language: str) -> Iterator[PlayedHand]:
    """Yield the hands from the first evening to the last; four queries for some tables at a time."""
    sheets = Sheet.objects.filter(season.counts("evening__"))
    pks = list(sheets.order_by("evening__date", "evening", "pk").values_list("pk", flat=True))
    for start in range(0, len(pks), SHEETS_PER_QUERY):
        yield from _some(pks[start : start + SHEETS_PER_QUERY], language)


def _some(pks: Sequence[int], language: str) -> Iterator[PlayedHand]:
    found = Sheet.objects.filter(pk__in=pks).select_related("evening").prefetch_related("ruleset")
    found = found.only("name", "ruleset", "options", "standing", "evening__date", "evening__place")
    sheets = sorted(found, key=lambda sheet: pks.index(sheet.pk))
    books, names = books_of(sheets), _names({sheet.evening_id for sheet in sheets})
    rules, rows = named_by_sheet(sheets, language), _rows(pks)
    for sheet in sheets:
        here = names[sheet.evening_id]
        for row in rows.get(sheet.pk, ()):
            yield _hand(sheet, row, books[sheet.pk], here, rules[sheet.pk], language)


class _StoredHand(NamedTuple):
    """What the database keeps of a hand."""

    sheet: int
    place: int
    number: int
    dealer: str
    players: list[str]
    radl: bool
    twelfths: list[int]
    record: object
    seq: int
    at: datetime


def _rows(pks: Sequence[int]) -> dict[int, list[_StoredHand]]:
    rows = Row.objects.filter(sheet__in=pks, number__isnull=False).order_by("sheet", "place")
    names = ("sheet_id", *_StoredHand._fields[1:7], "entry__record", "entry__seq", "entry__at")
    found = map(_StoredHand._make, rows.values_list(*names))
    return {sheet: list(some) for sheet, some in groupby(found, key=lambda row: row.sheet)}


def _names(evenings: set[int]) -> dict[int, Names]:
    people = Participant.objects.filter(evening__in=evenings).order_by("evening", "pk")
    rows = people.values_list("evening_id", "pk", "member__name", "guest")
    return {
        evening: names_among((pk, member, guest) for _evening, pk, member, guest in some)
        for evening, some in groupby(rows, key=lambda row: row[0])
    }


def _hand(
    sheet: Sheet, row: _StoredHand, book: SheetBook, names: Names, rules_told: str, language: str
) -> PlayedHand:
    rules = book.at(row.place)
    read = with_corrected_names(read_entry(row.record, rules), book.names(row.seq, row.place))
    assert isinstance(read, Hand)
    hand = renamed_hand(read, names)
    rules = rules.under(hand.options)
    players = [names[player] for player in row.players]
    pays = [player for player, twelfths in zip(players, row.twelfths, strict=True) if twelfths < 0]
    return PlayedHand(
        date=sheet.evening.date,
        place=sheet.evening.place,
        table=sheet.name,
        number=row.number,
        dealer=names[row.dealer],
        radl=row.radl,
        games=tuple(games_in_short(hand, pays, rules, language)),
        premiums=tuple(premiums_in_short(hand, rules)),
        told=joined(hand_in_words(hand, rules, language)),
        players=tuple(players),
        amounts=tuple(map(from_twelfths, row.twelfths)),
        rules=rules_told,
        at=row.at,
    )
