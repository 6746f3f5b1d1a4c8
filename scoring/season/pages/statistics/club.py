"""What a club has played: how often and how it ended, and the records of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from django.db.models import QuerySet
from django.urls import reverse

from scoring.engine.result import Amount
from scoring.engine.rules import Text
from scoring.models import Sheet
from scoring.season.pages.season import Season
from scoring.season.pages.statistics.choosing import EVERYTHING, HandFilter, chosen_at, seated_in
from scoring.season.pages.statistics.reading import (
    COLUMNS,
    IN_ORDER,
    SeasonPerson,
    SeasonRules,
    SeasonSheet,
    people_among,
)
from scoring.season.pages.statistics.tallies import KontraTally, PremiumTally, Tally, TrischakenRecord, points
from scoring.table import counting
from scoring.table.counting import DECLARER, HandCounted, as_game, hands_of

MOST = 5  # of every kind of record


class BestHand(NamedTuple):
    """What brought one player most."""

    points: Amount
    person: SeasonPerson
    contract: str
    date: date
    number: int
    address: str  # of the sheet


class BestEvening(NamedTuple):
    points: Amount
    person: SeasonPerson
    date: date
    place: str
    address: str


class BestYear(NamedTuple):
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
    """Five queries, whatever there is: people, versions, rules, sheets with their sums, tables of rare games.

    One more where only hands with certain people count.
    """
    tables = _WithThem(season, choice.people) if choice.people else _Tables(season)
    return _Adding(tables, season, language, choice.rules).statistics


class _Tables:
    """All of a season, in order, and who and what is offered to choose from."""

    def __init__(self, season: Season) -> None:
        self.people = people_among(season)
        self.played: set[int] = set()  # participants; known when all tables have been read
        sheets = Sheet.objects.filter(season.counts("evening__"), standing__hands__gt=0).order_by()
        first_and_later = sheets.values_list("ruleset", "standing__versions").distinct()
        self.versions = {version for first, later in first_and_later for version in (first, *later)}
        self._sheets = Sheet.objects.filter(season.counts("evening__")).order_by(*IN_ORDER)

    def __iter__(self) -> Iterator[SeasonSheet]:
        """One after the other: what is in memory together, Python would look through again and again."""
        for row in self._sheets.values_list(*COLUMNS, "sums").iterator(chunk_size=50):
            table = SeasonSheet(*row)
            self.played.update(int(one) for sums in table.stored.values() for one in sums["people"])
            yield table

    @property
    def offered(self) -> tuple[SeasonPerson, ...]:
        return tuple(sorted({self.people[one] for one in self.played}, key=lambda one: one.sorting))

    def counts(self, table: SeasonSheet, hand: HandCounted) -> bool:
        return True


class _WithThem(_Tables):
    """The tables of certain people, each with the sums of the hands at which all of them played."""

    def __init__(self, season: Season, chosen: frozenset[str]) -> None:
        self.people = people_among(season)
        self._seated = seated_in(season)
        self.played = {player for one in self._seated for player in one.participants}
        self.versions = {version for one in self._seated if one.hands for version in one.versions}
        self._chosen = chosen_at(self._seated, self.people, chosen)

    def __iter__(self) -> Iterator[SeasonSheet]:
        return iter(sorted((*self._whole(), *self._in_part()), key=_moment))

    def _whole(self) -> Iterator[SeasonSheet]:
        """Where none of them ever sat out, the sums are those of the table."""
        for row in self._those(whole=True).values_list(*COLUMNS, "sums"):
            yield SeasonSheet(*row)

    def _in_part(self) -> Iterator[SeasonSheet]:
        for row in self._those(whole=False).values_list(*COLUMNS, "counted").iterator(chunk_size=20):
            table = SeasonSheet(*row)
            sums: dict[str, Any] = {}
            for number, hand in enumerate(hands_of(table.stored), 1):
                if self.counts(table, hand):
                    counting.add(sums, hand, number)
            yield table._replace(stored=sums)

    def _those(self, *, whole: bool) -> QuerySet[Sheet]:
        there = [one for one in self._seated if one.sheet in self._chosen]
        wanted = [one.sheet for one in there if one.all_hands_of(self._chosen[one.sheet]) is whole]
        return Sheet.objects.filter(pk__in=wanted).order_by()

    def counts(self, table: SeasonSheet, hand: HandCounted) -> bool:
        return self._chosen[table.sheet].issubset(hand.players)


class _Last(NamedTuple):
    """The last table at which a contract was played."""

    table: SeasonSheet
    version: int
    contract: str


class _Adding:
    """The sums of all tables, added up."""

    def __init__(self, tables: _Tables, season: Season, language: str, rules: str) -> None:
        self.tables, self.season, self.language = tables, season, language
        self.book = SeasonRules.of(tables.versions)
        self.hands: dict[str, int] = {}
        self.games: dict[tuple[int, str], Tally] = {}
        self.premiums: dict[tuple[int, str], PremiumTally] = {}
        self.kontras: dict[tuple[int, int], KontraTally] = {}
        self.trischaken = TrischakenRecord()
        self.twelfths: dict[int, int] = {}  # by participant: that is somebody at one evening
        self.at: dict[int, SeasonSheet] = {}
        self.best: list[tuple[int, SeasonSheet, int, list[Any]]] = []
        self.last: dict[tuple[int, str], _Last] = {}
        for table in tables:
            kept = table._replace(stored=None)
            for own, sums in table.stored.items():
                version = int(own) or table.version
                if not rules or self.book.slugs[version] == rules:
                    self._add(kept, version, sums)

    def _add(self, table: SeasonSheet, version: int, sums: Mapping[str, Any]) -> None:
        slug = self.book.slugs[version]
        self.hands[slug] = self.hands.get(slug, 0) + sums["hands"]
        for contract, (played, won, lost, twelfths) in sums["games"].items():
            key = version, contract
            tally = self.games.get(key)
            if tally is None:
                label = self.book.contract(version, contract, self.language)
                tally = self.games[key] = Tally(label, self.book.contract_order(version, contract))
            tally.played += played
            tally.won += won
            tally.lost += lost
            tally.twelfths += twelfths
            self.last[key] = _Last(table, version, contract)
        for premium, (silent, made, missed, twelfths) in sums.get("premiums", {}).items():
            found = self.premiums.get((version, premium))
            if found is None:
                label = self.book.premium(version, premium, self.language)
                found = PremiumTally(label, self.book.premium_order(version, premium))
                self.premiums[version, premium] = found
            found.silent += silent
            found.made += made
            found.missed += missed
            found.twelfths += twelfths
        for step, (given, good, bad, twelfths) in sums.get("kontras", {}).items():
            kontra = self.kontras.get((version, int(step)))
            if kontra is None:
                kontra = KontraTally(self.book.kontra(version, int(step)), int(step))
                self.kontras[version, int(step)] = kontra
            kontra.given += given
            kontra.good += good
            kontra.bad += bad
            kontra.twelfths += twelfths
        self.trischaken.played += sums.get("trischaken", 0)
        self.trischaken.jungfrau += sums.get("jungfrau", 0)
        self.trischaken.buergermeister += sums.get("buergermeister", 0)
        for one, (_hands, twelfths) in sums["people"].items():
            participant = int(one)
            self.twelfths[participant] = self.twelfths.get(participant, 0) + twelfths
            self.at.setdefault(participant, table)
        self.best += [(best[0], table, version, best) for best in sums["best"]]

    @property
    def statistics(self) -> ClubStatistics:
        if not self.hands:
            return ClubStatistics(rules=self.book.labels, people=self.tables.offered)
        people = self.tables.people
        return ClubStatistics(
            hands=sum(self.hands.values()),
            evenings=len({table.evening for table in self.at.values()}),
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
        """The versions of a sheet are one: what has the same name is counted together."""
        for slug in sorted(self.hands, key=lambda one: (-self.hands[one], one)):
            own = [tally for (version, _), tally in self.games.items() if self.book.slugs[version] == slug]
            games = sorted(_merged(own), key=lambda one: (-one.played, one.order, one.label))
            label = self.book.labels[slug].in_language(self.language)
            yield PlayedUnder(slug, label, self.hands[slug], tuple(games))

    def _best_hands(self, people: Mapping[int, SeasonPerson]) -> Iterator[BestHand]:
        for twelfths, table, version, best in sorted(self.best, key=lambda one: -one[0])[:MOST]:
            _, participant, contract, number = best
            yield BestHand(
                points(twelfths),
                people[participant],
                self.book.contract(version, contract, self.language),
                table.date,
                number,
                reverse("scoring:sheet", args=[table.sheet]),
            )

    def _best_evenings(self, people: Mapping[int, SeasonPerson]) -> Iterator[BestEvening]:
        won = [one for one in self.twelfths if self.twelfths[one] > 0]
        for one in sorted(won, key=lambda one: -self.twelfths[one])[:MOST]:
            table = self.at[one]
            address = reverse("scoring:evening", args=[self.season.club.slug, table.evening])
            if table.spontaneous:
                address = reverse("scoring:sheet", args=[table.sheet])
            yield BestEvening(points(self.twelfths[one]), people[one], table.date, table.place, address)

    def _best_years(self, people: Mapping[int, SeasonPerson]) -> Iterator[BestYear]:
        """Of whole years, where there are several: a part of one says nothing about the others."""
        found: dict[tuple[SeasonPerson, int], int] = {}
        for one, twelfths in self.twelfths.items():
            key = people[one], self.at[one].date.year
            if self.season.period.has_all_of(key[1]):
                found[key] = found.get(key, 0) + twelfths
        several = len({year for _, year in found}) > 1
        won = [key for key in found if found[key] > 0 and several]
        for person, year in sorted(won, key=lambda key: (-found[key], key[1], key[0].sorting))[:MOST]:
            yield BestYear(points(found[person, year]), person, year)

    def _rarest(self, people: Mapping[int, SeasonPerson]) -> Iterator[RareGame]:
        """By name over all sheets of rules; where it was played last is read from that table."""
        played: dict[str, int] = {}
        last: dict[str, _Last] = {}
        for key, tally in self.games.items():
            played[tally.label] = played.get(tally.label, 0) + tally.played
            before = last.get(tally.label)
            if before is None or _moment(self.last[key].table) > _moment(before.table):
                last[tally.label] = self.last[key]
        rare = sorted(played, key=lambda label: (played[label], label))[:MOST]
        wanted = Sheet.objects.filter(pk__in={last[label].table.sheet for label in rare})
        counted = {pk: hands_of(stored) for pk, stored in wanted.values_list("pk", "counted")}
        for label in rare:
            table, version, contract = last[label]
            declarer = next(
                hand.players[as_game(raw).sides.index(DECLARER)]
                for hand in reversed(counted.get(table.sheet, []))
                if self.tables.counts(table, hand)
                for raw in hand.games
                if raw[0] == contract and (hand.rules or table.version) == version
            )
            address = reverse("scoring:sheet", args=[table.sheet])
            yield RareGame(label, played[label], people[declarer], table.date, address)


def _moment(table: SeasonSheet) -> tuple[date, int, int]:
    return table.date, table.evening, table.sheet


Named = TypeVar("Named", Tally, PremiumTally, KontraTally)


def _merged(found: Iterable[Named]) -> list[Named]:
    """What has the same name is one."""
    merged: dict[str, Named] = {}
    for one in found:
        known = merged.get(one.label)
        if known is None:
            merged[one.label] = replace(one)
        else:
            known.include(one)
    return list(merged.values())
