"""What a club has played: how often and how it ended, and the records of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from heapq import nlargest
from itertools import chain, groupby
from typing import Any, NamedTuple, TypeVar

from django.db.models import Case, F, JSONField, Q, When
from django.urls import reverse

from scoring.engine.result import Amount, from_twelfths
from scoring.engine.texts import Text
from scoring.models import Sheet
from scoring.models.evenings import CountedOfSheet, PeopleOfSheet
from scoring.season.pages.season import Season
from scoring.season.pages.statistics.reading import (
    EVERYTHING,
    IN_ORDER,
    BestHandOf,
    EveningOfSeason,
    HandFilter,
    SeasonPerson,
    SeasonRules,
    VersionSums,
    added_up,
    evenings_of,
    everybody_in,
    offered_in,
    sums_of_evenings,
    tables_with,
    versions_in,
)
from scoring.season.pages.statistics.tallies import KontraTally, PremiumTally, Tally, TrischakenRecord
from scoring.table import counting
from scoring.table.adding_up import TableSums, evening_of
from scoring.table.counting import DECLARER, HandCounted, as_game, hands_of

MOST = 5  # of every kind of record
MOST_EQUAL = 20  # on a page, where more are equal to the last of them
# What of Trischaken is counted of a club, and as what its record has it.
SELDOM = {"trischaken": "played", "jungfrau": "jungfrau", "buergermeister": "buergermeister"}


class BestHand(NamedTuple):
    """What brought one player most."""

    points: Amount
    person: SeasonPerson
    contract: str
    date: date
    number: int
    address: str  # of the sheet


class BestEvening(NamedTuple):
    """The most points that somebody won on one evening."""

    points: Amount
    person: SeasonPerson
    date: date
    place: str
    address: str


class BestYear(NamedTuple):
    """The most points that somebody won in one year."""

    points: Amount
    person: SeasonPerson
    year: int


class RareGame(NamedTuple):
    """A contract that was hardly ever played, and who played it last."""

    label: str
    played: int
    person: SeasonPerson
    date: date
    address: str


@dataclass(frozen=True)
class PlayedUnder:
    """One rule sheet: what was played under it, the most played first."""

    slug: str
    label: str
    hands: int
    games: tuple[Tally, ...]

    def in_hundred(self, game: Tally) -> Fraction:
        return Fraction(game.played, sum(tally.played for tally in self.games))


@dataclass(frozen=True)
class ClubStatistics:
    """What the page of the club's statistics shows."""

    hands: int = 0
    evenings: int = 0
    sheets: tuple[PlayedUnder, ...] = ()  # the most played first
    premiums: tuple[PremiumTally, ...] = ()
    kontras: tuple[KontraTally, ...] = ()
    trischaken: TrischakenRecord = field(default_factory=TrischakenRecord)  # without points: they add up to 0
    best_hands: tuple[BestHand, ...] = ()
    best_evenings: tuple[BestEvening, ...] = ()
    best_years: tuple[BestYear, ...] = ()
    more_hands: int = 0  # that are equal to the last of these, as far as anybody counted
    more_evenings: int = 0
    more_years: int = 0
    rarest: tuple[RareGame, ...] = ()
    rules: Mapping[str, Text] = field(default_factory=dict)  # all that were played, chosen or not
    people: tuple[SeasonPerson, ...] = ()  # all who played, chosen or not

    @property
    def games(self) -> int:
        return sum(game.played for sheet in self.sheets for game in sheet.games)


def statistics_of(season: Season, language: str, choice: HandFilter = EVERYTHING) -> ClubStatistics:
    """Return the statistics of a club; eight queries at most, whatever there is.

    Where only hands with certain people count, as many: those of the line-ups in which all of them are.
    """
    tables = _WithThem(season, choice.people) if choice.people else _Tables(season)
    return _Adding(tables, season, language, choice.rules).statistics


class _Tables:
    """All of a season, and who and what is offered to choose from."""

    def __init__(self, season: Season) -> None:
        self.evenings = evenings_of(season)
        self.sums = added_up(sums_of_evenings(season, self.evenings))
        self.versions = set(self.sums)
        self.people = everybody_in(season, self.evenings)
        played = {
            self.people[int(person)] for own in self.sums.values() for person in chain(*own.people.values())
        }
        self.offered = tuple(sorted(played, key=lambda person: person.sorting))

    def counts(self, sheet: int, hand: HandCounted) -> bool:
        return True


class _WithThem(_Tables):
    """The hands at which certain people played, all of them."""

    def __init__(self, season: Season, chosen: frozenset[str]) -> None:
        self.evenings = evenings_of(season)
        self.versions = versions_in(season)
        self.offered = offered_in(season)
        self._there = tables_with(season, chosen)
        self._keys: dict[int, str] = {}
        tables = groupby(self._tables(), key=lambda row: row[0])
        self.sums = added_up(
            (evening, evening_of(table for _evening, table in some))
            for evening, some in tables
            if evening in self.evenings  # not opened or moved in this moment
        )
        known = {person.key: person for person in self.offered}
        self.people = {pk: known[key] for pk, key in self._keys.items() if key in known}

    def _tables(self) -> Iterator[tuple[int, TableSums]]:
        """Yield the sums of their hands, with the evenings, the oldest first; few are in memory together.

        Of tables that are not over the hands are read, one by one.
        """
        sheets = Sheet.objects.filter(pk__in=self._there).order_by(*IN_ORDER)
        is_over = When(line_ups__written=F("seq"), then=None)
        rows = sheets.annotate(parts=Case(is_over, default=CountedOfSheet("pk"), output_field=JSONField()))
        columns = ("pk", "ruleset_id", "evening_id", PeopleOfSheet("pk"), "parts", "line_ups__sums")
        for sheet, version, evening, people, parts, line_ups in rows.values_list(*columns).iterator(
            chunk_size=50
        ):
            for pk, member, guest in people:
                self._keys[pk] = f"~{guest}" if member is None else str(member)
            for sums in self._of_line_ups(sheet, line_ups) if parts is None else self._by_hand(sheet, parts):
                yield evening, TableSums(sheet, version, sums)

    def _of_line_ups(self, sheet: int, line_ups: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        for players, sums in line_ups.items():
            if self._there[sheet].issubset(map(int, players.split())):
                yield sums

    def _by_hand(self, sheet: int, parts: list[tuple[int, list[Any]]]) -> Iterator[dict[str, Any]]:
        sums: dict[str, Any] = {}
        for number, hand in enumerate(hands_of(parts), 1):
            if self.counts(sheet, hand):
                counting.add(sums, hand, number)
        yield sums

    def counts(self, sheet: int, hand: HandCounted) -> bool:
        return sheet in self._there and self._there[sheet].issubset(hand.players)


class _Last(NamedTuple):
    """The last table at which a contract was played."""

    evening: EveningOfSeason
    sheet: int

    @property
    def moment(self) -> tuple[date, int, int]:
        return self.evening.date, self.evening.pk, self.sheet


class _ReadTable(NamedTuple):
    """A table whose hands are read."""

    evening: int
    version: int
    parts: list[tuple[int, list[Any]]]


class _Adding:
    """The sums of all evenings, in words."""

    def __init__(self, tables: _Tables, season: Season, language: str, rules: str) -> None:
        self.tables, self.season, self.language = tables, season, language
        self.book = SeasonRules.of(tables.versions)
        self.rules = rules
        self.hands: dict[str, int] = {}
        self.games: dict[tuple[int, str], Tally] = {}
        self.premiums: dict[tuple[int, str], PremiumTally] = {}
        self.kontras: dict[tuple[int, str], KontraTally] = {}
        self.trischaken = TrischakenRecord()
        self.twelfths: dict[int, int] = {}  # by participant: that is somebody at one evening
        self.at: dict[int, int] = {}  # evening by participant
        self.best: list[tuple[int, BestHandOf]] = []  # with the version
        self.last: dict[tuple[int, str], _Last] = {}
        for version, sums in tables.sums.items():
            if self._is_chosen(version):
                self._add(version, sums)

    def _add(self, version: int, sums: VersionSums) -> None:
        slug = self.book.slugs[version]
        self.hands[slug] = self.hands.get(slug, 0) + sums.hands
        for contract, numbers in sums.numbers["games"].items():
            label = self.book.contract(version, contract, self.language)
            order = self.book.contract_order(version, contract)
            self.games[version, contract] = Tally(label, order, *numbers)
        for premium, numbers in sums.numbers["premiums"].items():
            label = self.book.premium(version, premium, self.language)
            order = self.book.premium_order(version, premium)
            self.premiums[version, premium] = PremiumTally(label, order, *numbers)
        for step, numbers in sums.numbers["kontras"].items():
            label = self.book.kontra(version, int(step))
            self.kontras[version, step] = KontraTally(label, int(step), *numbers)
        self.trischaken.add(**{SELDOM[what]: count for what, count in sums.seldom.items()})
        for evening, people in sums.people.items():
            for key, twelfths in people.items():
                participant = int(key)
                self.at[participant] = evening
                self.twelfths[participant] = self.twelfths.get(participant, 0) + twelfths
        self.best += [(version, hand) for hand in _highest(sums.best, lambda hand: hand.twelfths)]
        for contract, (evening, sheet) in sums.last.items():
            self.last[version, contract] = _Last(self.tables.evenings[evening], sheet)

    def _is_chosen(self, version: int) -> bool:
        return self.rules in ("", self.book.slugs[version])

    @property
    def statistics(self) -> ClubStatistics:
        if not self.hands:
            return ClubStatistics(rules=self.book.labels, people=self.tables.offered)
        people = self.tables.people
        hands, evenings, years = self._best_hands(), self._best_evenings(people), self._best_years(people)
        return ClubStatistics(
            hands=sum(self.hands.values()),
            evenings=len(set(self.at.values())),
            sheets=tuple(self._by_rules()),
            premiums=tuple(
                sorted(_merged(self.premiums.values()), key=lambda tally: (tally.order, tally.label))
            ),
            kontras=tuple(
                sorted(_merged(self.kontras.values()), key=lambda tally: (tally.step, tally.label))
            ),
            trischaken=self.trischaken,
            best_hands=tuple(self._best_hand(*hand, people) for hand in hands[:MOST_EQUAL]),
            best_evenings=tuple(evenings[:MOST_EQUAL]),
            best_years=tuple(years[:MOST_EQUAL]),
            more_hands=max(len(hands) - MOST_EQUAL, 0),
            more_evenings=max(len(evenings) - MOST_EQUAL, 0),
            more_years=max(len(years) - MOST_EQUAL, 0),
            rarest=tuple(self._rarest(people)),
            rules=self.book.labels,
            people=self.tables.offered,
        )

    def _by_rules(self) -> Iterator[PlayedUnder]:
        """Return what was played by rule sheet.

        Its versions are one, what has the same name is counted together.
        """
        for slug in sorted(self.hands, key=lambda sheet: (-self.hands[sheet], sheet)):
            own = [tally for (version, _), tally in self.games.items() if self.book.slugs[version] == slug]
            games = sorted(_merged(own), key=lambda game: (-game.played, game.order, game.label))
            label = self.book.labels[slug].in_language(self.language)
            yield PlayedUnder(slug, label, self.hands[slug], tuple(games))

    def _best_hands(self) -> list[tuple[int, BestHandOf]]:
        """Return the highest with their versions, of equal ones the first.

        An evening keeps five: of those of which all five are among the highest, the hands are read.
        """
        best = [found for found in self.highest if found[1].evening not in self.full]
        best += self._in_full_evenings()
        order = {evening: place for place, evening in enumerate(self.tables.evenings)}
        best.sort(key=lambda found: (order[found[1].evening], found[1].sheet))
        return sorted(best, key=lambda found: -found[1].twelfths)

    @cached_property
    def highest(self) -> list[tuple[int, BestHandOf]]:
        """Return those of the highest hands that evenings keep."""
        return _highest(self.best, lambda found: found[1].twelfths)

    @cached_property
    def full(self) -> list[int]:
        """Return the first evenings that may have had more of the highest hands than they keep."""
        kept = Counter((version, hand.evening) for version, hand in self.highest)
        full = {evening for (_version, evening), number in kept.items() if number >= counting.BEST}
        return [evening for evening in self.tables.evenings if evening in full][: MOST_EQUAL // counting.BEST]

    @cached_property
    def read(self) -> dict[int, _ReadTable]:
        """Return the hands of the tables of which something has to be looked up; one query."""
        rare = {last.sheet for last in self.rare.values()}
        wanted = Sheet.objects.filter(Q(pk__in=rare) | Q(evening__in=self.full)).order_by("pk")
        rows = wanted.values_list("pk", "evening_id", "ruleset_id", CountedOfSheet("pk"))
        return {row[0]: _ReadTable(*row[1:]) for row in rows}

    def _in_full_evenings(self) -> Iterator[tuple[int, BestHandOf]]:
        """Yield whatever hands of these evenings are among the highest."""
        for sheet, table in self.read.items():
            if table.evening not in self.full:
                continue
            for number, hand in enumerate(hands_of(table.parts), 1):
                version = hand.rules or table.version
                if self._is_chosen(version) and self.tables.counts(sheet, hand):
                    for brought in counting.brought_by(hand, number):
                        if brought[0] >= self.highest[-1][1].twelfths:
                            yield version, BestHandOf._make((*brought, sheet, table.evening))

    def _best_hand(self, version: int, hand: BestHandOf, people: Mapping[int, SeasonPerson]) -> BestHand:
        return BestHand(
            from_twelfths(hand.twelfths),
            people[hand.participant],
            self.book.contract(version, hand.contract, self.language),
            self.tables.evenings[hand.evening].date,
            hand.number,
            reverse("scoring:sheet", args=[hand.sheet]),
        )

    def _best_evenings(self, people: Mapping[int, SeasonPerson]) -> list[BestEvening]:
        evenings = []
        won = [participant for participant in self.twelfths if self.twelfths[participant] > 0]
        for participant in _highest(won, self.twelfths.__getitem__):
            at = self.tables.evenings[self.at[participant]]
            address = reverse("scoring:evening", args=[self.season.club.slug, at.pk])
            if at.spontaneous:
                address = reverse("scoring:sheet", args=[at.table])
            points = from_twelfths(self.twelfths[participant])
            evenings.append(BestEvening(points, people[participant], at.date, at.place, address))
        return evenings

    def _best_years(self, people: Mapping[int, SeasonPerson]) -> list[BestYear]:
        """Return the best of whole years, where there are several; a part of one says nothing."""
        years = {
            participant: self.tables.evenings[participant].date.year for participant in set(self.at.values())
        }
        whole = {year for year in years.values() if self.season.period.has_all_of(year)}
        if len(whole) < 2:
            return []
        points: dict[tuple[str, int], int] = {}
        known = {person.key: person for person in people.values()}
        for participant, twelfths in self.twelfths.items():
            if (year := years[self.at[participant]]) in whole:
                key = people[participant].key, year
                points[key] = points.get(key, 0) + twelfths
        won = [key for key in points if points[key] > 0]
        first = sorted(won, key=lambda key: (key[1], known[key[0]].sorting))
        highest = _highest(first, points.__getitem__)
        return [BestYear(from_twelfths(points[who, year]), known[who], year) for who, year in highest]

    @cached_property
    def played(self) -> dict[str, int]:
        """Return how often each game was played, by its name."""
        played: dict[str, int] = {}
        for tally in self.games.values():
            played[tally.label] = played.get(tally.label, 0) + tally.played
        return played

    @cached_property
    def rare(self) -> dict[str, _Last]:
        """Return the rarest games, the rarest first, with the table at which each was played last."""
        last: dict[str, _Last] = {}
        for key, tally in self.games.items():
            before = last.get(tally.label)
            if before is None or self.last[key].moment > before.moment:
                last[tally.label] = self.last[key]
        rare = sorted(self.played, key=lambda label: (self.played[label], label))[:MOST]
        return {label: last[label] for label in rare}

    def _rarest(self, people: Mapping[int, SeasonPerson]) -> Iterator[RareGame]:
        """Yield the rarest games by name; who played each last is read from that table."""
        for label, (evening, sheet) in self.rare.items():
            table = self.read[sheet]
            declarer = next(
                hand.players[as_game(raw).sides.index(DECLARER)]
                for hand in reversed(hands_of(table.parts))
                if self.tables.counts(sheet, hand) and self._is_chosen(version := hand.rules or table.version)
                for raw in hand.games
                if self.book.contract(version, raw[0], self.language) == label
            )
            address = reverse("scoring:sheet", args=[sheet])
            yield RareGame(label, self.played[label], people[declarer], evening.date, address)


Record = TypeVar("Record")


def _highest(records: Sequence[Record], value: Callable[[Record], int]) -> list[Record]:
    """Return the highest, and all that are equal to the last of them.

    >>> _highest([3, 9, 1, 7, 3, 8, 3, 2], int)
    [9, 8, 7, 3, 3, 3]
    """
    least = min(nlargest(MOST, map(value, records)), default=0)
    return sorted((record for record in records if value(record) >= least), key=value, reverse=True)


Named = TypeVar("Named", Tally, PremiumTally, KontraTally)


def _merged(tallies: Iterable[Named]) -> list[Named]:
    """Return the same with what has one name put together."""
    merged: dict[str, Named] = {}
    for tally in tallies:
        known = merged.get(tally.label)
        if known is None:
            merged[tally.label] = replace(tally)
        else:
            known.include(tally)
    return list(merged.values())
