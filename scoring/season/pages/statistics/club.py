"""What a club has played: how often and how it ended, and the records of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from heapq import nlargest
from typing import Any, NamedTuple, TypeVar

from django.db.models import QuerySet
from django.urls import reverse

from scoring.engine.result import Amount, from_twelfths
from scoring.engine.texts import Text
from scoring.models import Participant, Sheet
from scoring.models.evenings import CountedOfSheet
from scoring.season.pages.season import Season
from scoring.season.pages.statistics.choosing import EVERYTHING, HandFilter, chosen_at, seated_in
from scoring.season.pages.statistics.months import (
    BestOfTable,
    MonthSums,
    Numbers,
    TableSums,
    evenings_of,
    month_of,
    months_of,
)
from scoring.season.pages.statistics.reading import (
    PERSON,
    EveningOfSeason,
    SeasonPerson,
    SeasonRules,
    everybody_in,
    people_among,
)
from scoring.season.pages.statistics.tallies import KontraTally, PremiumTally, Tally, TrischakenRecord
from scoring.table import counting
from scoring.table.counting import DECLARER, HandCounted, as_game, hands_of

MOST = 5  # of every kind of record
TABLE = ("pk", "ruleset_id", "evening_id")
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
        return Fraction(game.played, sum(one.played for one in self.games))


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
    rarest: tuple[RareGame, ...] = ()
    rules: Mapping[str, Text] = field(default_factory=dict)  # all that were played, chosen or not
    people: tuple[SeasonPerson, ...] = ()  # all who played, chosen or not

    @property
    def games(self) -> int:
        return sum(game.played for sheet in self.sheets for game in sheet.games)


def statistics_of(season: Season, language: str, choice: HandFilter = EVERYTHING) -> ClubStatistics:
    """Seven queries, whatever there is: evenings, tables and their sums, people, rules, tables of rare games.

    Where only hands with certain people count, as many.
    """
    tables = _WithThem(season, choice.people) if choice.people else _Tables(season)
    return _Adding(tables, season, language, choice.rules).statistics


class _Tables:
    """All of a season, month by month, and who and what is offered to choose from."""

    def __init__(self, season: Season) -> None:
        self.evenings = evenings_of(season)
        self.months = list(months_of(season, self.evenings))
        self.versions = {version for one in self.months for version in one.hands}
        self.people = everybody_in(season)
        self.played = {player for one in self.months for people in one.people.values() for player in people}

    @property
    def offered(self) -> tuple[SeasonPerson, ...]:
        return tuple(sorted({self.people[one] for one in self.played}, key=lambda one: one.sorting))

    def counts(self, sheet: int, hand: HandCounted) -> bool:
        return True


class _WithThem(_Tables):
    """The tables of certain people, each with the sums of the hands at which all of them played."""

    def __init__(self, season: Season, chosen: frozenset[str]) -> None:
        self.evenings = evenings_of(season)
        self._seated = [one for one in seated_in(season) if one.evening in self.evenings]
        self.versions = {version for one in self._seated if one.hands for version in one.versions}
        there = Participant.objects.filter(season.counts("evening__")).order_by("evening__date", "pk")
        self.people = people_among(there.values_list(*PERSON))
        self.played = {player for one in self._seated for player in one.participants}
        self._chosen = chosen_at({one.sheet: one.played for one in self._seated}, self.people, chosen)
        tables = sorted((*self._whole(), *self._in_part()), key=self._moment)
        self.months = [month_of(tables)]

    def _moment(self, table: TableSums) -> tuple[date, int, int]:
        return self.evenings[table.evening].date, table.evening, table.sheet

    def _whole(self) -> Iterator[TableSums]:
        """Where none of them ever sat out, the sums are those of the table."""
        for row in self._those(whole=True).values_list(*TABLE, "sums"):
            yield TableSums(*row)

    def _in_part(self) -> Iterator[TableSums]:
        found = self._those(whole=False).values_list(*TABLE, CountedOfSheet("pk"))
        for sheet, version, evening, hands in found.iterator(chunk_size=20):
            sums: dict[str, Any] = {}
            for number, hand in enumerate(hands_of(hands), 1):
                if self.counts(sheet, hand):
                    counting.add(sums, hand, number)
            yield TableSums(sheet, version, evening, sums)

    def _those(self, *, whole: bool) -> QuerySet[Sheet]:
        there = [one for one in self._seated if one.sheet in self._chosen]
        wanted = [one.sheet for one in there if one.all_hands_of(self._chosen[one.sheet]) is whole]
        return Sheet.objects.filter(pk__in=wanted).order_by()

    def counts(self, sheet: int, hand: HandCounted) -> bool:
        return self._chosen[sheet].issubset(hand.players)


class _Last(NamedTuple):
    """The last table at which a contract was played."""

    evening: EveningOfSeason
    sheet: int

    @property
    def moment(self) -> tuple[date, int, int]:
        return self.evening.date, self.evening.pk, self.sheet


class _Adding:
    """The sums of all tables, added up."""

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
        self.best: list[BestOfTable] = []
        self.last: dict[tuple[int, str], _Last] = {}
        for month in tables.months:
            self._add(month)

    def _add(self, month: MonthSums) -> None:
        own = set(filter(self._is_chosen, month.hands))
        for version in own:
            slug = self.book.slugs[version]
            self.hands[slug] = self.hands.get(slug, 0) + month.hands[version]
            self.best += month.best[version]
        kinds: list[tuple[dict[tuple[int, str], Any], Callable[[int, str], Any], Numbers]] = [
            (self.games, self._game, month.games),
            (self.premiums, self._premium, month.premiums),
            (self.kontras, self._kontra, month.kontras),
        ]
        for tallies, begin, sums in kinds:
            for key, numbers in sums.items():
                if key[0] in own:
                    if key not in tallies:
                        tallies[key] = begin(*key)
                    tallies[key].add(*numbers)
        for (version, what), [count] in month.seldom.items():
            if version in own:
                self.trischaken.add(**{SELDOM[what]: count})
        for (version, evening), people in month.people.items():
            if version in own:
                self.at |= dict.fromkeys(people, evening)
                again = people.keys() & self.twelfths.keys()  # played under another version, too
                self.twelfths |= people | {one: people[one] + self.twelfths[one] for one in again}
        for (version, contract), (evening, sheet) in month.last.items():
            if version in own:
                at = self.tables.evenings[evening]
                self.last[version, contract] = _Last(at, sheet)

    def _is_chosen(self, version: int) -> bool:
        return self.rules in ("", self.book.slugs[version])

    def _game(self, version: int, contract: str) -> Tally:
        label = self.book.contract(version, contract, self.language)
        return Tally(label, self.book.contract_order(version, contract))

    def _premium(self, version: int, premium: str) -> PremiumTally:
        label = self.book.premium(version, premium, self.language)
        return PremiumTally(label, self.book.premium_order(version, premium))

    def _kontra(self, version: int, step: str) -> KontraTally:
        return KontraTally(self.book.kontra(version, int(step)), int(step))

    @property
    def statistics(self) -> ClubStatistics:
        if not self.hands:
            return ClubStatistics(rules=self.book.labels, people=self.tables.offered)
        people = self.tables.people
        return ClubStatistics(
            hands=sum(self.hands.values()),
            evenings=len(set(self.at.values())),
            sheets=tuple(self._by_rules()),
            premiums=tuple(sorted(_merged(self.premiums.values()), key=lambda one: (one.order, one.label))),
            kontras=tuple(sorted(_merged(self.kontras.values()), key=lambda one: (one.step, one.label))),
            trischaken=self.trischaken,
            best_hands=tuple(self._best_hands(people)),
            best_evenings=tuple(self._best_evenings(people)),
            best_years=tuple(self._best_years(people)),
            rarest=tuple(self._rarest(people)),
            rules=self.book.labels,
            people=self.tables.offered,
        )

    def _by_rules(self) -> Iterator[PlayedUnder]:
        """Return what was played by rule sheet.

        Its versions are one, what has the same name is counted together.
        """
        for slug in sorted(self.hands, key=lambda one: (-self.hands[one], one)):
            own = [tally for (version, _), tally in self.games.items() if self.book.slugs[version] == slug]
            games = sorted(_merged(own), key=lambda one: (-one.played, one.order, one.label))
            label = self.book.labels[slug].in_language(self.language)
            yield PlayedUnder(slug, label, self.hands[slug], tuple(games))

    def _best_hands(self, people: Mapping[int, SeasonPerson]) -> Iterator[BestHand]:
        for one in nlargest(MOST, self.best, key=lambda one: one.twelfths):
            yield BestHand(
                from_twelfths(one.twelfths),
                people[one.participant],
                self.book.contract(one.version, one.contract, self.language),
                self.tables.evenings[one.evening].date,
                one.number,
                reverse("scoring:sheet", args=[one.sheet]),
            )

    def _best_evenings(self, people: Mapping[int, SeasonPerson]) -> Iterator[BestEvening]:
        won = [one for one in self.twelfths if self.twelfths[one] > 0]
        for one in nlargest(MOST, won, key=self.twelfths.__getitem__):
            at = self.tables.evenings[self.at[one]]
            address = reverse("scoring:evening", args=[self.season.club.slug, at.pk])
            if at.spontaneous:
                address = reverse("scoring:sheet", args=[at.table])
            yield BestEvening(from_twelfths(self.twelfths[one]), people[one], at.date, at.place, address)

    def _best_years(self, people: Mapping[int, SeasonPerson]) -> Iterator[BestYear]:
        """Of whole years, where there are several: a part of one says nothing about the others."""
        years = {one: self.tables.evenings[one].date.year for one in set(self.at.values())}
        whole = {year for year in years.values() if self.season.period.has_all_of(year)}
        if len(whole) < 2:
            return
        found: dict[tuple[str, int], int] = {}
        known = {person.key: person for person in people.values()}
        for one, twelfths in self.twelfths.items():
            if (year := years[self.at[one]]) in whole:
                key = people[one].key, year
                found[key] = found.get(key, 0) + twelfths
        won = [key for key in found if found[key] > 0]
        for who, year in sorted(won, key=lambda key: (-found[key], key[1], known[key[0]].sorting))[:MOST]:
            yield BestYear(from_twelfths(found[who, year]), known[who], year)

    def _rarest(self, people: Mapping[int, SeasonPerson]) -> Iterator[RareGame]:
        """By name over all sheets of rules; where it was played last is read from that table."""
        played: dict[str, int] = {}
        last: dict[str, _Last] = {}
        for key, tally in self.games.items():
            played[tally.label] = played.get(tally.label, 0) + tally.played
            before = last.get(tally.label)
            if before is None or self.last[key].moment > before.moment:
                last[tally.label] = self.last[key]
        rare = sorted(played, key=lambda label: (played[label], label))[:MOST]
        wanted = Sheet.objects.filter(pk__in={last[label].sheet for label in rare})
        counted = {row[0]: row[1:] for row in wanted.values_list("pk", "ruleset_id", CountedOfSheet("pk"))}
        for label in rare:
            evening, sheet = last[label]
            first, hands = counted[sheet]
            declarer = next(
                hand.players[as_game(raw).sides.index(DECLARER)]
                for hand in reversed(hands_of(hands))
                if self.tables.counts(sheet, hand) and self._is_chosen(version := hand.rules or first)
                for raw in hand.games
                if self.book.contract(version, raw[0], self.language) == label
            )
            address = reverse("scoring:sheet", args=[sheet])
            yield RareGame(label, played[label], people[declarer], evening.date, address)


Named = TypeVar("Named", Tally, PremiumTally, KontraTally)


def _merged(found: Iterable[Named]) -> list[Named]:
    """Return the same with what has one name put together."""
    merged: dict[str, Named] = {}
    for one in found:
        known = merged.get(one.label)
        if known is None:
            merged[one.label] = replace(one)
        else:
            known.include(one)
    return list(merged.values())
