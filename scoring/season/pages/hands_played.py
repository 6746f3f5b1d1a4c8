"""Every hand of many evenings, one after the other: however many there are, few are in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from scoring.editions.books import SheetRules, books_of
from scoring.editions.rules_played import named_by_sheet
from scoring.engine.facts import Hand
from scoring.engine.naming import Names, renamed_hand
from scoring.engine.record import read_entry
from scoring.engine.result import Amount
from scoring.engine.telling import hand_told, joined
from scoring.models import Participant, Posting, Row, Sheet
from scoring.models.evenings import names_among
from scoring.season.pages.season import Season
from scoring.table.pages.marks import GameMarks, games_in_short, premiums_in_short
from scoring.table.pages.page import amount_of

AT_ONCE = 40  # sheets


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
    """One query; every sheet knows how many it has."""
    sheets = Sheet.objects.filter(season.counts("evening__")).order_by()
    return sum(sheets.values_list("standing__hands", flat=True))


def hands_of(season: Season, language: str) -> Iterator[PlayedHand]:
    """From the first evening to the last; five queries for some tables at a time."""
    sheets = Sheet.objects.filter(season.counts("evening__"))
    pks = list(sheets.order_by("evening__date", "evening", "pk").values_list("pk", flat=True))
    for start in range(0, len(pks), AT_ONCE):
        yield from _some(pks[start : start + AT_ONCE], language)


def _some(pks: Sequence[int], language: str) -> Iterator[PlayedHand]:
    found = Sheet.objects.filter(pk__in=pks).select_related("evening").prefetch_related("ruleset")
    found = found.only("name", "ruleset", "options", "standing", "evening__date", "evening__place")
    sheets = sorted(found, key=lambda sheet: pks.index(sheet.pk))
    books, names = books_of(sheets), _names({sheet.evening_id for sheet in sheets})
    rules, rows, postings = named_by_sheet(sheets, language), _rows(pks), _postings(pks)
    for sheet in sheets:
        here = names[sheet.evening_id]
        for row in rows.get(sheet.pk, ()):
            posted = postings.get((sheet.pk, row.place))
            if row.record is not None and posted is not None:  # else corrected between the queries
                yield _hand(sheet, row, posted, books[sheet.pk], here, rules[sheet.pk], language)


class _StoredHand(NamedTuple):
    """What the database keeps of a hand."""

    sheet: int
    place: int
    number: int
    dealer: str
    players: list[str]
    radl: bool
    record: object
    at: datetime


def _rows(pks: Sequence[int]) -> dict[int, list[_StoredHand]]:
    rows = Row.objects.filter(sheet__in=pks, number__isnull=False).order_by("sheet", "place")
    names = ("sheet_id", *_StoredHand._fields[1:6], "entry__record", "entry__at")
    found = map(_StoredHand._make, rows.values_list(*names))
    return {sheet: list(some) for sheet, some in groupby(found, key=lambda row: row.sheet)}


def _postings(pks: Sequence[int]) -> dict[tuple[int, int], dict[str, int]]:
    """Sheet and place to participant to twelfths."""
    found: dict[tuple[int, int], dict[str, int]] = {}
    posted = Posting.objects.filter(row__sheet__in=pks).order_by()
    for sheet, place, player, twelfths in posted.values_list(
        "row__sheet_id", "row__place", "participant_id", "twelfths"
    ):
        found.setdefault((sheet, place), {})[str(player)] = twelfths
    return found


def _names(evenings: set[int]) -> dict[int, Names]:
    people = Participant.objects.filter(evening__in=evenings).order_by("evening", "pk")
    rows = people.values_list("evening_id", "pk", "member__name", "guest")
    return {
        evening: names_among((pk, member, guest) for _evening, pk, member, guest in some)
        for evening, some in groupby(rows, key=lambda row: row[0])
    }


def _hand(
    sheet: Sheet,
    row: _StoredHand,
    posted: Mapping[str, int],
    book: SheetRules,
    names: Names,
    rules_told: str,
    language: str,
) -> PlayedHand:
    rules = book.at(row.place)
    read = read_entry(row.record, rules)
    assert isinstance(read, Hand)
    hand = renamed_hand(read, names)
    rules = rules.under(hand.options)
    pays = [names[player] for player in row.players if posted[player] < 0]
    return PlayedHand(
        date=sheet.evening.date,
        place=sheet.evening.place,
        table=sheet.name,
        number=row.number,
        dealer=names[row.dealer],
        radl=row.radl,
        games=tuple(games_in_short(hand, pays, rules, language)),
        premiums=tuple(premiums_in_short(hand, rules)),
        told=joined(hand_told(hand, rules, language)),
        players=tuple([names[player] for player in row.players]),
        amounts=tuple([amount_of(posted[player]) for player in row.players]),
        rules=rules_told,
        at=row.at,
    )
