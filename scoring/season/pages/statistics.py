"""The figures of statistics, each a value: what was played how often, how it ended, what it brought."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from heapq import merge, nlargest
from itertools import chain, groupby
from typing import Any, NamedTuple, TypeVar

from django.db.models import Case, F, JSONField, Max, Min, Q, Sum, When
from django.urls import reverse

from scoring.engine.result import Amount, from_twelfths
from scoring.engine.rules import Rules
from scoring.engine.texts import Text
from scoring.models import Evening, EveningSums, Participant, RulesetVersion, Sheet, TableScore
from scoring.models.evenings import CountedOfSheet, PeopleOfSheet
from scoring.names import sorting
from scoring.rules.versions.versions import rules_of
from scoring.season.pages.season import Season, names_of_members
from scoring.table import counting
from scoring.table.counting import (
    ADDED,
    DECLARER,
    SELDOM,
    GameCounted,
    HandCounted,
    TableSums,
    across,
    add_numbers,
    evening_of,
    hands_of,
)


class _WithPoints:
    """Something that brought points."""

    twelfths: int

    @property
    def points(self) -> Amount:
        return from_twelfths(self.twelfths)


class _Played(_WithPoints):
    """Something that was won or lost; neither: somebody revoked."""

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
    def came(self) -> int:
        return self.silent + self.made + self.missed


@dataclass(frozen=True)
class KontraTally(_WithPoints):
    """One step of the ladder; what it brought is the difference to the step before."""

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
    """Everybody for themselves: also those that somebody else declared."""

    played: int = 0
    won: int = 0
    lost: int = 0
    jungfrau: int = 0
    buergermeister: int = 0
    twelfths: int = 0


@dataclass(frozen=True)
class Beside(Tally):
    """Somebody else at the table, and how it went together or against each other; the label is the name."""

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

    def goes_on(self, on: date, times: int = 1) -> None:
        self._length += times
        if self._since is None:
            self._since = on
        if self.longest is None or self._length > self.longest.length:
            self.longest = Streak(self._length, self._since, on)

    def ends(self) -> None:
        self._length, self._since = 0, None

    def goes_on_as(self, on: date, played: int = 0, first: int = 0, last: int = 0, most: int = 0) -> None:
        """Add what was played on one day: how much of it before the first end, since the last, in a row."""
        parts = (first,) if first == played else (first, most, last)
        for number, times in enumerate(parts):
            if number:
                self.ends()
            if times:
                self.goes_on(on, times)


class SeasonPerson(NamedTuple):
    """A member, or everybody who was typed as a guest under one name."""

    key: str  # as an address carries it: the number of a member, or "~" and the name
    name: str
    sorting: str


PERSON = ("pk", "member", "member__name", "member__sorting", "guest", "key")


def people_among(rows: Iterable[tuple[Any, ...]]) -> dict[int, SeasonPerson]:
    """Return who some participants are; rows of `PERSON` and whatever follows, the oldest evening first."""
    guests: dict[int, str] = {}
    found: dict[int, SeasonPerson] = {}
    spelt: dict[str, str] = {}
    for pk, member, name, in_lists, guest, key, *_further in rows:
        if member is None:
            guests[pk], spelt[key] = key, guest
        else:
            found[pk] = SeasonPerson(str(member), name, in_lists)
    return found | _guests(guests, spelt)


def everybody_in(season: Season, evenings: Iterable[int]) -> dict[int, SeasonPerson]:
    """Return who all participants of a season are; two queries, because there are ten thousands of them.

    The oldest of its evenings stands first.
    """
    there = Participant.objects.filter(season.counts("evening__")).order_by()
    seated = list(there.values_list("pk", "member_id", "evening_id", "key", "guest"))
    known = {pk: SeasonPerson(str(pk), *name) for pk, name in names_of_members(season).items()}
    places = {evening: place for place, evening in enumerate(evenings)}
    guests = [(places.get(player[2], -1), *player) for player in seated if player[1] is None]
    spelt = {key: guest for _place, _pk, _member, _evening, key, guest in sorted(guests)}
    return {pk: known[member] for pk, member, *_guest in seated if member is not None} | _guests(
        {pk: key for _place, pk, _member, _evening, key, _guest in guests}, spelt
    )


def _guests(keys: Mapping[int, str], spelt: Mapping[str, str]) -> dict[int, SeasonPerson]:
    """Return guests by participant: of their spellings the last one, as in the standings."""
    known = {key: SeasonPerson(f"~{key}", guest, sorting(guest)) for key, guest in spelt.items()}
    return {pk: known[key] for pk, key in keys.items()}


@dataclass(frozen=True)
class SeasonRules:
    """Every version of the rules in question, read with one query."""

    rules: Mapping[int, Rules]
    slugs: Mapping[int, str]

    @classmethod
    def of(cls, versions: Iterable[int]) -> SeasonRules:
        wanted = RulesetVersion.objects.filter(pk__in=set(versions)).order_by("slug", "edition")
        found = list(wanted.only("slug", "text"))
        return cls(
            {version.pk: rules_of(version) for version in found},
            {version.pk: version.slug for version in found},
        )

    @property
    def labels(self) -> dict[str, Text]:
        """Return the labels by address, each as its newest version calls it."""
        return {slug: self.rules[version].label for version, slug in self.slugs.items()}

    def named(self, kind: str, version: int, key: str, language: str) -> tuple[str, int]:
        """Return what a contract, a premium or a step of Kontra is called, and its place on the sheet."""
        rules = self.rules[version]
        if kind == "kontras":
            return rules.kontra.label(rules.levels[int(key) - 1]), int(key)
        found = rules.premiums if kind == "premiums" else rules.contracts
        return found[key].label.in_language(language), list(found).index(key)

    def contract(self, version: int, key: str, language: str) -> str:
        return self.rules[version].contracts[key].label.in_language(language)

    def counted(
        self, kind: str, version: int, numbers: Mapping[str, list[int]], language: str
    ) -> Iterator[Counted]:
        """Yield what was counted under a version, by the names of today."""
        for key, found in numbers.items():
            yield Counted(version, key, *self.named(kind, version, key, language), found)


class Counted(NamedTuple):
    """What was counted of a contract, a premium or a step of Kontra under one version of the rules."""

    version: int
    key: str
    label: str
    order: int  # where it stands on its rule sheet
    numbers: list[int]


Named = TypeVar("Named", Tally, PremiumTally, KontraTally)


def tallies_of(kind: type[Named], counted: Iterable[Counted]) -> list[Named]:
    """Return one tally for what has the same name under several versions, in the order of the sheet."""
    orders: dict[str, int] = {}
    numbers: dict[str, list[int]] = {}
    for _version, _key, label, order, further in counted:
        orders.setdefault(label, order)
        add_numbers(numbers, {label: further})
    tallies = [kind(label, orders[label], *numbers[label]) for label in numbers]
    return sorted(tallies, key=lambda tally: (tally.order, tally.label))


class EveningOfSeason(NamedTuple):
    """An evening of the season, as the database gives it."""

    pk: int
    date: date
    place: str
    spontaneous: bool
    table: int  # the first of it
    written: int  # entries at all of its tables
    kept: int | None  # and how many there were when it was added up


OF_ITS_EVENING = (
    "evening",
    "evening__date",
    "evening__place",
    "evening__spontaneous",
    "evening__cents_per_point",
    "evening__currency",
)
IN_ORDER = ("evening__date", "evening_id", "pk")


class HandFilter(NamedTuple):
    """Which hands of the season count."""

    rules: str = ""  # only those under this sheet; empty: all
    people: frozenset[str] = frozenset()  # only those at which all of these played too, by `Person.key`
    against: bool = False  # of a member's hands only those with all these people on the other side


EVERYTHING = HandFilter()
NUMBER = re.compile("[1-9][0-9]{0,17}")  # of a member, as an address carries it


def offered_in(season: Season) -> tuple[SeasonPerson, ...]:
    """Return everybody who has played in a season, by their names; of spellings of a guest the last one."""
    here = "participant__evening__"
    played = TableScore.objects.filter(season.counts(here), hands__gt=0).order_by()
    who = ("participant__member", "participant__key", "participant__guest")
    rows = played.values_list(*who).annotate(
        last=Max(f"{here}date"),
        newest=Max("participant"),
        name=Max("participant__member__name"),
        in_lists=Max("participant__member__sorting"),
    )
    found: dict[str, SeasonPerson] = {}
    for member, key, guest, _last, _newest, name, in_lists in sorted(rows, key=lambda row: row[3:5]):
        one = (
            SeasonPerson(f"~{key}", guest, sorting(guest))
            if member is None
            else SeasonPerson(str(member), name, in_lists)
        )
        found[one.key] = one
    return tuple(sorted(found.values(), key=lambda person: person.sorting))


def tables_with(season: Season, chosen: frozenset[str]) -> dict[int, frozenset[int]]:
    """Return the tables of a season at which all of these people have played, and whom they are there."""
    members = [int(key) for key in chosen if NUMBER.fullmatch(key)]
    guests = [key.removeprefix("~") for key in chosen if key.startswith("~")]
    one_of_them = Q(participant__member__in=members)
    one_of_them |= Q(participant__member=None, participant__key__in=guests)
    played = TableScore.objects.filter(season.counts("participant__evening__"), one_of_them, hands__gt=0)
    there: dict[int, set[int]] = {}
    for sheet, participant in played.order_by().values_list("sheet_id", "participant_id"):
        there.setdefault(sheet, set()).add(participant)
    # Nobody is at an evening twice.
    return {sheet: frozenset(them) for sheet, them in there.items() if len(them) == len(chosen)}


def chosen_at(
    played: Mapping[int, Collection[int]], people: Mapping[int, SeasonPerson], chosen: frozenset[str]
) -> dict[int, frozenset[int]]:
    """Return the participants that were chosen by sheet, where all of them have played."""
    if not chosen:
        return dict.fromkeys(played, frozenset())
    found = {}
    for sheet, players in played.items():
        there = frozenset(player for player in players if people[player].key in chosen)
        if len(there) == len(chosen):  # nobody is at an evening twice
            found[sheet] = there
    return found


def opponents_in(hand: HandCounted, seat: int) -> set[int]:
    """Return the participants who were on the other side in one of its games."""
    return {hand.players[other] for raw in hand.games for other in across(raw[1], seat)}


SumsOfEvening = tuple[int, Mapping[str, Any]]  # an evening, and what `evening_of` says of it


class BestHandOf(NamedTuple):
    """What a hand brought one player."""

    twelfths: int
    participant: int
    contract: str
    number: int
    sheet: int
    evening: int


@dataclass
class VersionSums:
    """What was played under one version of the rules; the oldest evening was added first."""

    hands: int = 0
    numbers: dict[str, dict[str, list[int]]] = field(default_factory=lambda: {what: {} for what in ADDED})
    seldom: dict[str, int] = field(default_factory=dict)
    people: dict[int, Mapping[str, int]] = field(default_factory=dict)  # by evening, twelfths of participants
    best: list[BestHandOf] = field(default_factory=list)
    last: dict[str, tuple[int, int]] = field(default_factory=dict)  # evening and sheet, by contract

    def add(self, evening: int, sums: Mapping[str, Any]) -> None:
        self.hands += sums["hands"]
        for what in ADDED:
            if what in sums:
                add_numbers(self.numbers[what], sums[what])
        for what in SELDOM:
            if what in sums:
                self.seldom[what] = self.seldom.get(what, 0) + sums[what]
        self.people[evening] = sums["people"]
        self.best += [BestHandOf._make((*sum_, evening)) for sum_ in sums["best"]]
        for contract, sheet in sums["last"].items():
            self.last[contract] = evening, sheet


def added_up(evenings: Iterable[SumsOfEvening]) -> dict[int, VersionSums]:
    """Return what these evenings add up to, by version of the rules; the oldest stands first."""
    found: dict[int, VersionSums] = {}
    for evening, by_version in evenings:
        for version, sums in by_version.items():
            found.setdefault(int(version), VersionSums()).add(evening, sums)
    return found


def evenings_of(season: Season) -> dict[int, EveningOfSeason]:
    """Return the evenings of a season by number, the oldest first."""
    evenings = Evening.objects.filter(season.counts())
    rows = evenings.annotate(
        table=Min("sheets"), written=Sum("sheets__seq"), kept=F("kept_sums__written")
    ).order_by("date", "pk")
    return {row[0]: EveningOfSeason(*row) for row in rows.values_list(*EveningOfSeason._fields)}


def sums_of_evenings(season: Season, evenings: Mapping[int, EveningOfSeason]) -> Iterator[SumsOfEvening]:
    """Yield what evenings add up to, the oldest first; one query, two if some of them are not over yet.

    Few are in memory together: else Python looks through them again and again.
    """
    going_on = _going_on(
        [evening.pk for evening in evenings.values() if evening.table and evening.kept != evening.written]
    )
    rows = EveningSums.objects.filter(season.counts("evening__")).order_by("evening__date", "evening_id")
    kept = (
        row for row in rows.values_list("evening_id", "sums").iterator(chunk_size=50) if row[0] in evenings
    )
    if not going_on:
        return kept
    places = {evening: place for place, evening in enumerate(evenings)}
    over = (row for row in kept if row[0] not in going_on)
    return merge(over, going_on.items(), key=lambda row: places[row[0]])


def _going_on(evenings: Sequence[int]) -> dict[int, Mapping[str, Any]]:
    """Return what evenings add up to that are not over, from their tables, in the same order."""
    if not evenings:
        return {}
    sheets = Sheet.objects.filter(evening__in=evenings).order_by("evening", "pk")
    rows = sheets.values_list("evening_id", "pk", "ruleset_id", "sums").iterator(chunk_size=50)
    found = {
        evening: evening_of(TableSums._make(row[1:]) for row in some)
        for evening, some in groupby(rows, key=lambda row: row[0])
    }
    return {evening: found.get(evening, {}) for evening in evenings}


MOST = 5  # of every kind of record
MOST_EQUAL = 20  # on a page, where more are equal to the last of them
# What of Trischaken is counted of a club, and as what its record has it.
SELDOM_PLAYED = {"trischaken": "played", "jungfrau": "jungfrau", "buergermeister": "buergermeister"}


class Best(NamedTuple):
    """A line of the best list: a hand, an evening or a year of somebody, or a game hardly ever played."""

    person: SeasonPerson
    points: Amount | None = None  # that they won; of a game nobody is asked
    what: str = ""  # was played, or the year
    date: date | None = None
    number: int | None = None  # of the hand
    place: str = ""
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
        played = Sheet.objects.filter(season.counts("evening__"), standing__hands__gt=0).order_by()
        rules = played.values_list("ruleset_id", "standing__versions").distinct()
        self.versions = {version for first, later in rules for version in (first, *later)}
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
        """Yield evenings and sums of their hands, the oldest first; hands are read where a table goes on."""
        sheets = Sheet.objects.filter(pk__in=self._there).order_by(*IN_ORDER)
        is_over = When(line_ups__written=F("seq"), then=None)
        rows = sheets.annotate(parts=Case(is_over, default=CountedOfSheet("pk"), output_field=JSONField()))
        columns = ("pk", "ruleset_id", "evening_id", PeopleOfSheet("pk"), "parts", "line_ups__sums")
        for sheet, version, evening, people, parts, line_ups in rows.values_list(*columns).iterator(
            chunk_size=50
        ):
            for pk, member, guest in people:
                self._keys[pk] = f"~{guest}" if member is None else str(member)
            by_hand: dict[str, Any] = {}
            for number, hand in enumerate(hands_of(parts or ()), 1):
                if self.counts(sheet, hand):
                    counting.add(by_hand, hand, number)
            there = self._there[sheet]
            of_line_ups = [
                sums
                for players, sums in (line_ups.items() if parts is None else ())
                if there.issubset(map(int, players.split()))
            ]
            for sums in of_line_ups if parts is None else [by_hand]:
                yield evening, TableSums(sheet, version, sums)

    def counts(self, sheet: int, hand: HandCounted) -> bool:
        return sheet in self._there and self._there[sheet].issubset(hand.players)


class ClubStatistics:
    """What the page of the club's statistics shows, of certain people by line-ups; eight queries at most."""

    def __init__(self, season: Season, language: str, choice: HandFilter = EVERYTHING) -> None:
        tables = _WithThem(season, choice.people) if choice.people else _Tables(season)
        self._tables, self._season, self._language, self._rules = tables, season, language, choice.rules
        self._book, self._who = SeasonRules.of(tables.versions), tables.people
        self._hands_under: Counter[str] = Counter()
        self._counted: dict[str, list[Counted]] = {what: [] for what in ADDED}
        seldom: Counter[str] = Counter()
        self._twelfths: dict[int, int] = {}  # by participant: that is somebody at one evening
        self._at: dict[int, int] = {}  # evening by participant
        self._best: list[tuple[int, BestHandOf]] = []  # with the version
        self._last: dict[tuple[int, str], tuple[date, int, int]] = {}  # day, evening, table of a contract
        for version, sums in tables.sums.items():
            if self._is_chosen(version):
                self._add(version, sums)
                seldom.update({SELDOM_PLAYED[what]: count for what, count in sums.seldom.items()})
        self.rules, self.people = self._book.labels, tables.offered  # all that were played, chosen or not
        self.hands = self._hands_under.total()
        self.evenings = len(set(self._at.values()))
        self.sheets = list(self._by_rules())  # the most played first
        self.premiums = tallies_of(PremiumTally, self._counted["premiums"])
        self.kontras = tallies_of(KontraTally, self._counted["kontras"])
        self.trischaken = TrischakenRecord(**seldom)  # without points: they add up to 0
        hands, evenings, years = self._best_hands(), self._best_evenings(), self._best_years()
        self.best_hands = [self._best_hand(*hand) for hand in hands[:MOST_EQUAL]]
        self.best_evenings, self.best_years = evenings[:MOST_EQUAL], years[:MOST_EQUAL]
        # that are equal to the last of these, as far as anybody counted
        self.more_hands, self.more_evenings, self.more_years = (
            max(len(found) - MOST_EQUAL, 0) for found in (hands, evenings, years)
        )
        self.rarest = list(self._rarest())
        del self._tables, self._tables_read  # else Python looks through them while a page is drawn

    def _add(self, version: int, sums: VersionSums) -> None:
        self._hands_under[self._book.slugs[version]] += sums.hands
        for what, numbers in sums.numbers.items():
            self._counted[what] += self._book.counted(what, version, numbers, self._language)
        for evening, people in sums.people.items():
            for key, twelfths in people.items():
                participant = int(key)
                self._at[participant] = evening
                self._twelfths[participant] = self._twelfths.get(participant, 0) + twelfths
        self._best += [(version, hand) for hand in _highest(sums.best, lambda hand: hand.twelfths)]
        for contract, (evening, sheet) in sums.last.items():
            self._last[version, contract] = self._tables.evenings[evening].date, evening, sheet

    def _is_chosen(self, version: int) -> bool:
        return self._rules in ("", self._book.slugs[version])

    @property
    def games(self) -> int:
        return sum(game.played for sheet in self.sheets for game in sheet.games)

    def _by_rules(self) -> Iterator[PlayedUnder]:
        """Return what was played by rule sheet, the same name of its versions counted together."""
        for slug in sorted(self._hands_under, key=lambda sheet: (-self._hands_under[sheet], sheet)):
            own = (game for game in self._counted["games"] if self._book.slugs[game.version] == slug)
            games = sorted(tallies_of(Tally, own), key=lambda game: -game.played)
            label = self._book.labels[slug].in_language(self._language)
            yield PlayedUnder(slug, label, self._hands_under[slug], tuple(games))

    def _best_hands(self) -> list[tuple[int, BestHandOf]]:
        """Return the highest with their versions, of equal ones the first.

        An evening keeps five: of those of which all five are among the highest, the hands are read.
        """
        best = [found for found in self._highest_kept if found[1].evening not in self._full]
        best += self._in_full_evenings()
        order = {evening: place for place, evening in enumerate(self._tables.evenings)}
        best.sort(key=lambda found: (order[found[1].evening], found[1].sheet))
        return sorted(best, key=lambda found: -found[1].twelfths)

    @cached_property
    def _highest_kept(self) -> list[tuple[int, BestHandOf]]:
        """Return those of the highest hands that evenings keep."""
        return _highest(self._best, lambda found: found[1].twelfths)

    @cached_property
    def _full(self) -> list[int]:
        """Return the first evenings that may have had more of the highest hands than they keep."""
        kept = Counter((version, hand.evening) for version, hand in self._highest_kept)
        full = {evening for (_version, evening), number in kept.items() if number >= counting.BEST}
        return [evening for evening in self._tables.evenings if evening in full][
            : MOST_EQUAL // counting.BEST
        ]

    @cached_property
    def _tables_read(self) -> dict[int, tuple[int, int, list[HandCounted]]]:
        """Return evening, version and hands of the tables of which something is looked up; one query."""
        rare = [sheet for _day, _evening, sheet in self._rare.values()]
        wanted = Sheet.objects.filter(Q(pk__in=rare) | Q(evening__in=self._full)).order_by("pk")
        rows = wanted.values_list("pk", "evening_id", "ruleset_id", CountedOfSheet("pk"))
        return {sheet: (evening, version, hands_of(parts)) for sheet, evening, version, parts in rows}

    def _in_full_evenings(self) -> Iterator[tuple[int, BestHandOf]]:
        """Yield whatever hands of these evenings are among the highest."""
        for sheet, (evening, begins, hands) in self._tables_read.items():
            if evening not in self._full:
                continue
            for number, hand in enumerate(hands, 1):
                version = hand.rules or begins
                if self._is_chosen(version) and self._tables.counts(sheet, hand):
                    for brought in counting.brought_by(hand, number):
                        if brought[0] >= self._highest_kept[-1][1].twelfths:
                            yield version, BestHandOf._make((*brought, sheet, evening))

    def _best_hand(self, version: int, hand: BestHandOf) -> Best:
        return Best(
            self._who[hand.participant],
            from_twelfths(hand.twelfths),
            self._book.contract(version, hand.contract, self._language),
            self._tables.evenings[hand.evening].date,
            hand.number,
            address=reverse("scoring:sheet", args=[hand.sheet]),
        )

    def _best_evenings(self) -> list[Best]:
        evenings = []
        won = [participant for participant in self._twelfths if self._twelfths[participant] > 0]
        for participant in _highest(won, self._twelfths.__getitem__):
            at = self._tables.evenings[self._at[participant]]
            address = reverse("scoring:evening", args=[self._season.club.slug, at.pk])
            if at.spontaneous:
                address = reverse("scoring:sheet", args=[at.table])
            points = from_twelfths(self._twelfths[participant])
            best = Best(self._who[participant], points, date=at.date, place=at.place, address=address)
            evenings.append(best)
        return evenings

    def _best_years(self) -> list[Best]:
        """Return the best of whole years, where there are several; a part of one says nothing."""
        years = {
            participant: self._tables.evenings[participant].date.year
            for participant in set(self._at.values())
        }
        whole = {year for year in years.values() if self._season.period.has_all_of(year)}
        if len(whole) < 2:
            return []
        points: dict[tuple[str, int], int] = {}
        known = {person.key: person for person in self._who.values()}
        for participant, twelfths in self._twelfths.items():
            if (year := years[self._at[participant]]) in whole:
                key = self._who[participant].key, year
                points[key] = points.get(key, 0) + twelfths
        won = [key for key in points if points[key] > 0]
        first = sorted(won, key=lambda key: (key[1], known[key[0]].sorting))
        highest = _highest(first, points.__getitem__)
        return [Best(known[who], from_twelfths(points[who, year]), str(year)) for who, year in highest]

    @cached_property
    def _played(self) -> dict[str, int]:
        """Return how often each game was played, by its name."""
        return {game.label: game.played for game in tallies_of(Tally, self._counted["games"])}

    @cached_property
    def _rare(self) -> dict[str, tuple[date, int, int]]:
        """Return the rarest games, the rarest first: day, evening and table at which each was played last."""
        last: dict[str, tuple[date, int, int]] = {}
        for version, key, label, _order, _numbers in self._counted["games"]:
            here = self._last[version, key]
            last[label] = max(last.get(label, here), here)
        rare = sorted(self._played, key=lambda label: (self._played[label], label))[:MOST]
        return {label: last[label] for label in rare}

    def _rarest(self) -> Iterator[Best]:
        """Yield the rarest games by name; who played each last is read from that table."""
        for label, (day, _evening, sheet) in self._rare.items():
            _evening, begins, hands = self._tables_read[sheet]
            declarer = next(
                hand.players[GameCounted(*raw).sides.index(DECLARER)]
                for hand in reversed(hands)
                if self._tables.counts(sheet, hand) and self._is_chosen(version := hand.rules or begins)
                for raw in hand.games
                if self._book.contract(version, raw[0], self._language) == label
            )
            address = reverse("scoring:sheet", args=[sheet])
            yield Best(self._who[declarer], None, label, day, address=address, played=self._played[label])


Record = TypeVar("Record")


def _highest(records: Sequence[Record], value: Callable[[Record], int]) -> list[Record]:
    """Return the highest, and all that are equal to the last of them.

    >>> _highest([3, 9, 1, 7, 3, 8, 3, 2], int)
    [9, 8, 7, 3, 3, 3]
    """
    least = min(nlargest(MOST, map(value, records)), default=0)
    return sorted((record for record in records if value(record) >= least), key=value, reverse=True)
