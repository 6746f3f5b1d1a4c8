"""Statistics as values: what was played how often, how it ended, what it brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from heapq import nlargest
from typing import Any, NamedTuple, TypeVar

from django.db.models import Min
from django.urls import reverse

from scoring.engine.result import Amount, from_twelfths
from scoring.engine.rules import Rules
from scoring.engine.texts import Text
from scoring.models import Evening, NamedPeriod, Participant, RulesetVersion
from scoring.names import sorting
from scoring.rules.versions.versions import rules_of
from scoring.season.pages.periods import SeasonCalendar
from scoring.season.pages.season import Season, names_of_members
from scoring.season.pages.season_hands import (
    EVERYTHING,
    BroughtBy,
    GroupCount,
    HandFilter,
    SeasonHands,
    add_up,
)


class _WithPoints:
    """Something that brought points."""

    twelfths: int

    @property
    def points(self) -> Amount:
        return from_twelfths(self.twelfths)


class _Played(_WithPoints):
    """Games won or lost; those that are neither ended with a Renonce."""

    played: int
    won: int
    lost: int

    @property
    def revoked(self) -> int:
        return self.played - self.won - self.lost


@dataclass(frozen=True)
class Tally(_Played):
    """Games of one kind."""

    label: str
    order: int = 0  # where it stands on its rule sheet, or in a list of names
    played: int = 0
    won: int = 0
    lost: int = 0
    twelfths: int = 0

    @property
    def average(self) -> Fraction:
        """Return the points a game."""
        return Fraction(self.twelfths, 12 * self.played)

    @property
    def share(self) -> Fraction | None:
        """Return how many of those that were won or lost were won."""
        decided = self.won + self.lost
        return Fraction(self.won, decided) if decided else None


@dataclass(frozen=True)
class PremiumTally(_WithPoints):
    """A premium, by how it came about."""

    label: str
    order: int = 0
    silent: int = 0
    made: int = 0  # announced
    missed: int = 0  # announced
    twelfths: int = 0

    @property
    def times(self) -> int:
        return self.silent + self.made + self.missed


@dataclass(frozen=True)
class KontraTally(_WithPoints):
    """One step of the ladder, with the points it added to the step before."""

    label: str
    order: int = 0
    given: int = 0
    good: int = 0  # that brought something
    bad: int = 0
    twelfths: int = 0

    @property
    def neither(self) -> int:
        return self.given - self.good - self.bad


@dataclass(frozen=True)
class TrischakenRecord(_Played):
    """Results of Trischaken for each player, not only the declarer."""

    played: int = 0
    won: int = 0
    lost: int = 0
    jungfrau: int = 0
    buergermeister: int = 0
    twelfths: int = 0


@dataclass(frozen=True)
class PersonTally(Tally):
    """Results with or against one other player; the label is the name."""

    key: str = ""
    sorting: str = ""

    @property
    def name(self) -> str:
        return self.label


class Streak(NamedTuple):
    """The longest run; of two as long, the first."""

    length: int
    since: date
    until: date


class Run:
    """Counts a run as it goes on."""

    def __init__(self) -> None:
        self.longest: Streak | None = None
        self._length = 0
        self._since: date | None = None

    def goes_on(self, on: date) -> None:
        self._length += 1
        if self._since is None:
            self._since = on
        if self.longest is None or self._length > self.longest.length:
            self.longest = Streak(self._length, self._since, on)

    def ends(self) -> None:
        self._length, self._since = 0, None


class SeasonPerson(NamedTuple):
    """A member, or all guests of one name."""

    key: str  # as an address carries it: the number of a member, or "~" and the name
    name: str
    sorting: str


PERSON = ("pk", "member", "member__name", "member__sorting", "guest", "key")


def people_among(rows: Iterable[tuple[Any, ...]]) -> dict[int, SeasonPerson]:
    """Return the persons in rows that begin with `PERSON`, the oldest evening first, by participant."""
    guests: dict[int, str] = {}
    people: dict[int, SeasonPerson] = {}
    spelt: dict[str, str] = {}
    for pk, member, name, in_lists, guest, key, *_columns in rows:
        if member is None:
            guests[pk], spelt[key] = key, guest
        else:
            people[pk] = SeasonPerson(str(member), name, in_lists)
    return people | _guests(guests, spelt)


def everybody_in(season: Season, evenings: Iterable[int]) -> tuple[dict[int, SeasonPerson], dict[int, int]]:
    """Return the persons behind all participants of a season, and their evenings; two queries.

    The oldest of its evenings stands first.
    """
    participants = Participant.objects.filter(season.counts("evening__")).order_by()
    seated = list(participants.values_list("pk", "member_id", "evening_id", "key", "guest"))
    known = {pk: SeasonPerson(str(pk), *name) for pk, name in names_of_members(season).items()}
    indices = {evening: index for index, evening in enumerate(evenings)}
    guests = [(indices.get(player[2], -1), *player) for player in seated if player[1] is None]
    spelt = {key: guest for _index, _pk, _member, _evening, key, guest in sorted(guests)}
    people = {pk: known[member] for pk, member, *_guest in seated if member is not None}
    people |= _guests({pk: key for _index, pk, _member, _evening, key, _guest in guests}, spelt)
    return people, {pk: evening for pk, _member, evening, *_guest in seated}


def _guests(keys: Mapping[int, str], spelt: Mapping[str, str]) -> dict[int, SeasonPerson]:
    """Return guests by participant, under their latest spelling, as in the standings."""
    known = {key: SeasonPerson(f"~{key}", guest, sorting(guest)) for key, guest in spelt.items()}
    return {pk: known[key] for pk, key in keys.items()}


@dataclass(frozen=True)
class SeasonRules:
    """Every version of the rules in question, read with one query."""

    rules: Mapping[int, Rules]  # those first that were played first
    slugs: Mapping[int, str]
    labels: Mapping[str, Text]  # by address, each as its newest version calls it

    @classmethod
    def of(cls, versions: Iterable[int]) -> SeasonRules:
        order = {version: index for index, version in enumerate(versions)}
        stored = RulesetVersion.objects.filter(pk__in=order).order_by("slug", "edition")
        newest_last = list(stored.only("slug", "text"))
        played = sorted(newest_last, key=lambda version: order[version.pk])
        return cls(
            {version.pk: rules_of(version) for version in played},
            {version.pk: version.slug for version in played},
            {version.slug: rules_of(version).label for version in newest_last},
        )

    def named(self, kind: str, version: int, key: str, language: str) -> tuple[str, int]:
        """Return the name of a contract, a premium or a step of Kontra, and its position on the sheet."""
        rules = self.rules[version]
        if kind == "kontras":
            return rules.kontra.label(rules.levels[int(key) - 1]), int(key)
        by_key = rules.premiums if kind == "premiums" else rules.contracts
        return by_key[key].label.in_language(language), list(by_key).index(key)

    def contract(self, version: int, key: str, language: str) -> str:
        return self.rules[version].contracts[key].label.in_language(language)

    def counted(self, kind: str, groups: Iterable[GroupCount], language: str) -> Iterator[CountedKind]:
        """Yield the counts with the current names."""
        order = list(self.rules).index
        for version, key, numbers in sorted(groups, key=lambda group: order(group.version)):
            yield CountedKind(version, key, *self.named(kind, version, key, language), numbers)


class CountedKind(NamedTuple):
    """The counts of a contract, a premium or a step of Kontra under one version of the rules."""

    version: int
    key: str
    label: str
    order: int  # where it stands on its rule sheet
    numbers: list[int]


Named = TypeVar("Named", Tally, PremiumTally, KontraTally)


def tallies_of(kind: type[Named], counted: Iterable[CountedKind]) -> list[Named]:
    """Return one tally for each name, over all versions, in the order of the sheet."""
    orders: dict[str, int] = {}
    numbers: dict[str, list[int]] = {}
    for _version, _key, label, order, counts in counted:
        orders.setdefault(label, order)
        add_up(numbers, label, counts)
    tallies = [kind(label, orders[label], *numbers[label]) for label in numbers]
    return sorted(tallies, key=lambda tally: (tally.order, tally.label))


class EveningOfSeason(NamedTuple):
    """An evening of the season, as the database gives it."""

    pk: int
    date: date
    venue: str
    spontaneous: bool
    table: int  # the first of it


def _by_name(people: Iterable[SeasonPerson]) -> tuple[SeasonPerson, ...]:
    known = {person.key: person for person in people}
    return tuple(sorted(known.values(), key=lambda person: person.sorting))


def evenings_of(season: Season) -> dict[int, EveningOfSeason]:
    """Return the evenings of a season by number, the oldest first."""
    evenings = Evening.objects.filter(season.counts()).annotate(table=Min("sheets"))
    rows = evenings.order_by("date", "pk").values_list("pk", "date", "venue", "spontaneous", "table")
    return {row[0]: EveningOfSeason(*row) for row in rows}


MOST = 5  # of every kind of record
MOST_EQUAL = 20  # on a page, where more are equal to the last of them


class Best(NamedTuple):
    """A line of the best list: a hand, an evening or a season of one player, or a rarely played game."""

    person: SeasonPerson
    points: Amount | None = None  # that they won; of a game nobody is asked
    what: str = ""  # was played, or the season
    date: date | None = None
    number: int | None = None  # of the hand
    venue: str = ""
    address: str = ""  # of the sheet or the evening
    played: int | None = None  # how often


@dataclass(frozen=True)
class PlayedUnder:
    """One rule sheet: what was played under it, the most played first."""

    slug: str
    label: str
    hands: int
    games: tuple[Tally, ...]

    def in_hundred(self, game: Tally) -> Fraction:
        return Fraction(game.played, sum(tally.played for tally in self.games))


class GamesPlayed:
    """The counts of each contract under each version of the rules, over all evenings."""

    def __init__(self, hands: SeasonHands, evenings: Iterable[int]) -> None:
        order = {evening: number for number, evening in enumerate(evenings)}
        self.numbers: dict[tuple[int, str], list[int]] = {}  # played, won, lost, twelfths
        self.hands: dict[int, int] = {}  # by version
        self.first_at: dict[int, tuple[int, int]] = {}  # of a version: which evening it was, and the table
        self.last_at: dict[tuple[int, str], tuple[int, int]] = {}  # which evening it was, and its number
        self.most: dict[int, int] = {}  # that a hand of an evening brought anybody
        for evening, version, contract, *numbers, first_games, most, table in hands.counts():
            key, number = (version, contract), order[evening]
            add_up(self.numbers, key, numbers)
            self.hands[version] = self.hands.get(version, 0) + first_games
            self.first_at[version] = min((number, table), self.first_at.get(version, (number, table)))
            self.last_at[key] = max((number, evening), self.last_at.get(key, (number, evening)))
            if most and most > self.most.get(evening, 0):
                self.most[evening] = most


def _first_at(hands: SeasonHands, evenings: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Return for each version the first evening that played it, and the table there."""
    order = {evening: number for number, evening in enumerate(evenings)}
    first_tables: dict[int, tuple[int, int]] = {}
    for evening, version, table in hands.first_tables():
        first = order[evening], table
        first_tables[version] = min(first, first_tables.get(version, first))
    return first_tables


class ClubStatistics:
    """The statistics of a club, by a fixed number of queries."""

    def __init__(self, season: Season, language: str, choice: HandFilter = EVERYTHING) -> None:
        self._season, self._language, self.club = season, language, season.club
        self._played_hands = hands = SeasonHands(season, choice)
        self._evenings = evenings_of(season)  # the oldest first
        played = GamesPlayed(hands, self._evenings)
        under = played.first_at if choice == EVERYTHING else _first_at(SeasonHands(season), self._evenings)
        self._book = SeasonRules.of(sorted(under, key=under.__getitem__))
        self._hands_under: Counter[str] = Counter()
        for version, number in played.hands.items():
            self._hands_under[self._book.slugs[version]] += number
        self._last = played.last_at
        groups = (GroupCount(*contract, numbers) for contract, numbers in sorted(played.numbers.items()))
        self._games = list(self._book.counted("contracts", groups, language))
        self._who, self._at = everybody_in(season, self._evenings)
        points = hands.points()  # by participant: that is somebody at one evening
        everybody = points if choice == EVERYTHING else SeasonHands(season).points()
        # all that were played and who played, chosen or not
        self.rules, self.people = (
            self._book.labels,
            _by_name(self._who[participant] for participant in everybody),
        )
        first = {evening: number for number, evening in enumerate(self._evenings)}
        self._points = {
            participant: points[participant]
            for participant in sorted(points, key=lambda person: (first[self._at[person]], person))
        }
        self.hands = self._hands_under.total()
        self.evenings = len({self._at[participant] for participant in points})
        self.sheets = list(self._by_rules())  # the most played first
        self.premiums = tallies_of(PremiumTally, self._book.counted("premiums", hands.premiums(), language))
        self.kontras = tallies_of(KontraTally, self._book.counted("kontras", hands.kontras(), language))
        self.trischaken = TrischakenRecord(**hands.trischaken())  # without points: they add up to 0
        best = hands.best(MOST, _highest(list(played.most), played.most.__getitem__))
        evenings, years = self._best_evenings(), self._best_years()
        self.best_hands = [self._best_hand(hand) for hand in best[:MOST_EQUAL]]
        self.best_evenings, self.best_years = evenings[:MOST_EQUAL], years[:MOST_EQUAL]
        # that are equal to the last of these
        self.more_hands, self.more_evenings, self.more_years = (
            max(len(entries) - MOST_EQUAL, 0) for entries in (best, evenings, years)
        )
        self.rarest = list(self._rarest())

    @property
    def games(self) -> int:
        return sum(game.played for sheet in self.sheets for game in sheet.games)

    def _by_rules(self) -> Iterator[PlayedUnder]:
        """Return the games by rule sheet; its versions are counted together by name."""
        for slug in sorted(self._hands_under, key=lambda sheet: (-self._hands_under[sheet], sheet)):
            own = (game for game in self._games if self._book.slugs[game.version] == slug)
            games = sorted(tallies_of(Tally, own), key=lambda game: -game.played)
            label = self._book.labels[slug].in_language(self._language)
            yield PlayedUnder(slug, label, self._hands_under[slug], tuple(games))

    def _best_hand(self, hand: BroughtBy) -> Best:
        return Best(
            self._who[hand.participant],
            from_twelfths(hand.twelfths),
            self._book.contract(hand.version, hand.contract, self._language),
            self._evenings[hand.evening].date,
            hand.number,
            address=reverse("scoring:sheet", args=[hand.sheet]),
        )

    def _best_evenings(self) -> list[Best]:
        evenings = []
        won = [participant for participant in self._points if self._points[participant] > 0]
        for participant in _highest(won, self._points.__getitem__):
            at = self._evenings[self._at[participant]]
            address = reverse("scoring:evening", args=[self._season.club.slug, at.pk])
            if at.spontaneous:
                address = reverse("scoring:sheet", args=[at.table])
            points = from_twelfths(self._points[participant])
            best = Best(self._who[participant], points, date=at.date, venue=at.venue, address=address)
            evenings.append(best)
        return evenings

    def _best_years(self) -> list[Best]:
        """Return the best whole seasons, where there are several."""
        days = {
            evening: self._evenings[evening].date for evening in map(self._at.get, self._points) if evening
        }
        seasons = SeasonCalendar.of(self.club).by_day(days.values())
        whole = {played_in for played_in in seasons.values() if self._season.period.has_all_of(played_in)}
        if len(whole) < 2:
            return []
        points: dict[tuple[str, NamedPeriod], int] = {}
        known = {person.key: person for person in self._who.values()}
        for participant, twelfths in self._points.items():
            played_in = seasons.get(days[self._at[participant]])
            if played_in in whole:
                key = self._who[participant].key, played_in
                points[key] = points.get(key, 0) + twelfths
        won = [key for key in points if points[key] > 0]
        first = sorted(won, key=lambda key: (key[1].since, known[key[0]].sorting))
        highest = _highest(first, points.__getitem__)
        return [
            Best(known[who], from_twelfths(points[who, played_in]), played_in.name)
            for who, played_in in highest
        ]

    @cached_property
    def _played(self) -> dict[str, int]:
        """Return how often each game was played, by its name."""
        return {game.label: game.played for game in tallies_of(Tally, self._games)}

    def _rarest(self) -> Iterator[Best]:
        """Yield the rarest games by name, the rarest first, each with its last declarer."""
        for label in sorted(self._played, key=lambda label: (self._played[label], label))[:MOST]:
            named = [(game.version, game.key) for game in self._games if game.label == label]
            evening = max(self._last[contract] for contract in named)[1]
            declarer, table = self._played_hands.last_declared(named, evening)
            day, address = self._evenings[evening].date, reverse("scoring:sheet", args=[table])
            yield Best(self._who[declarer], None, label, day, address=address, played=self._played[label])


Record = TypeVar("Record")


def _highest(records: Sequence[Record], value: Callable[[Record], int]) -> list[Record]:
    """Return the highest results, and all that are equal to the last of them.

    >>> _highest([3, 9, 1, 7, 3, 8, 3, 2], int)
    [9, 8, 7, 3, 3, 3]
    """
    least = min(nlargest(MOST, map(value, records)), default=0)
    return sorted((record for record in records if value(record) >= least), key=value, reverse=True)
