"""The standings of a season: what everybody has won or lost over many evenings.

Evenings of old sheets of which only amounts are known count as well, a day as one. Nobody knows how many
hands they had and what a point was worth: points per hand and money leave them out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from scoring.engine.result import Amount, from_twelfths
from scoring.models import (
    CLUB_EVENING,
    Club,
    ClubLog,
    Evening,
    NamedPeriod,
    OldPerson,
    OldSheet,
    Participant,
    Sheet,
    TableScore,
)
from scoring.models.seasons import calendar_year
from scoring.names import sorting


class Period(NamedTuple):
    """From one day to another, both included; None: open on this side."""

    since: date | None = None
    until: date | None = None

    @classmethod
    def year(cls, year: int) -> Period:
        return cls(*calendar_year(year)[1:])

    def has(self, day: date) -> bool:
        return (self.since or day) <= day <= (self.until or day)

    def has_all_of(self, season: NamedPeriod) -> bool:
        """Return whether all of a season is in the period.

        >>> [Period(date(2025, 1, 2), None).has_all_of(calendar_year(year)) for year in (2024, 2025, 2026)]
        [False, False, True]
        """
        _name, first, last = season
        return (self.since or first) <= first and (self.until or last) >= last

    @classmethod
    def twelve_months(cls, until: date) -> Period:
        """Return the twelve months up to and including a day.

        >>> Period.twelve_months(date(2026, 11, 20)).since, Period.twelve_months(date(2028, 2, 28)).since
        (datetime.date(2025, 11, 21), datetime.date(2027, 3, 1))
        """
        first = until + timedelta(days=1)
        if (first.month, first.day) == (2, 29):
            first += timedelta(days=1)
        return cls(first.replace(year=first.year - 1), until)


@dataclass(frozen=True)
class Season:
    """Which evenings of a club count."""

    club: Club
    period: Period
    tables: bool = False  # also those that played without an evening

    def counts(self, path: str = "") -> Q:
        """Return the condition that an evening counts; `counts("evening__")` for its tables."""
        condition = Q(**{f"{path}club": self.club, f"{path}occasion": CLUB_EVENING})
        if not self.tables:
            condition &= Q(**{f"{path}spontaneous": False})
        return condition & self._in_period(path)

    def _in_period(self, path: str) -> Q:
        condition = Q()
        if self.period.since is not None:
            condition &= Q(**{f"{path}date__gte": self.period.since})
        if self.period.until is not None:
            condition &= Q(**{f"{path}date__lte": self.period.until})
        return condition

    @property
    def old_sheets(self) -> QuerySet[OldSheet]:
        """Return the tables of which only amounts are known."""
        counting = Q(batch__club=self.club, batch__withdrawn_at=None)
        return OldSheet.objects.filter(counting & self._in_period("")).order_by()

    def old_days(self, *columns: str, only: Q | None = None) -> Iterator[tuple[Any, dict[date, int]]]:
        """Yield these columns of people on old sheets of amounts, with the sum of each day; one query."""
        people = OldPerson.objects.filter(only or Q(), batch__club=self.club, batch__withdrawn_at=None)
        for *person, days in people.order_by("pk").values_list(*columns, "days"):
            on_days = ((date.fromisoformat(day), twelfths) for day, twelfths in days.items())
            if in_period := {day: twelfths for day, twelfths in on_days if self.period.has(day)}:
                yield person, in_period


class SeasonScore(NamedTuple):
    """A player's amounts in a season. Money is exact: it is rounded when an evening is settled up."""

    evenings: int
    hands: int
    points: Amount
    schrift: Amount
    money: dict[str, Fraction]  # currency to cents
    old: Amount | None = None  # of the points, those of which only amounts are known; None: no such evening

    @property
    def average(self) -> Fraction | None:
        """Return the points per hand; None where only amounts are known."""
        return Fraction(self.points - (self.old or 0), self.hands) if self.hands else None


@dataclass
class SeasonTally:
    """A season while it is counted, in whole numbers: points and cents in twelfths."""

    evenings: int = 0
    hands: int = 0
    twelfths: int = 0
    schrift: int = 0
    cents: dict[str, int] = field(default_factory=dict)  # currency to twelfths of cents
    old: int | None = None

    @classmethod
    def of_old(cls, twelfths: int) -> SeasonTally:
        """Return an evening of which only amounts are known."""
        tally = cls()
        tally.include_old(1, twelfths)
        return tally

    def add(self, evening: SeasonTally) -> None:
        """Add an evening: its points are worth what was agreed then."""
        for currency, cents in evening.cents.items():
            of_evening = evening.hands, evening.twelfths, evening.schrift, cents, evening.old
            self.include(currency, 1, *of_evening)
        if evening.old is not None and not evening.cents:
            self.include_old(1, evening.old)

    def include(
        self,
        currency: str,
        evenings: int,
        hands: int,
        twelfths: int,
        schrift: int,
        cents: int,
        without_hands: int | None = None,
    ) -> None:
        """Add several evenings, with what their points are worth in this currency."""
        if without_hands is not None:
            self.old = (self.old or 0) + without_hands
        self.evenings += evenings
        self.hands += hands
        self.twelfths += twelfths
        self.schrift += schrift
        self.cents[currency] = self.cents.get(currency, 0) + cents

    def include_old(self, evenings: int, twelfths: int) -> None:
        """Add evenings of which only amounts are known."""
        self.evenings += evenings
        self.twelfths += twelfths
        self.schrift += twelfths
        self.old = (self.old or 0) + twelfths

    @property
    def score(self) -> SeasonScore:
        old = None if self.old is None else from_twelfths(self.old)
        money = {currency: Fraction(twelfths, 12) for currency, twelfths in self.cents.items()}
        return SeasonScore(
            self.evenings, self.hands, from_twelfths(self.twelfths), from_twelfths(self.schrift), money, old
        )


class ListedPlayer(Protocol):
    """A player in any list of a season."""

    @property
    def name(self) -> str: ...

    @property
    def member(self) -> int | None: ...  # None: a guest


PersonKey = int | str  # a member's number, a guest's name
FEWEST_TABLES = 5  # from then on a strength is sure enough to be compared


class PlayingStrength(NamedTuple):
    """A player's estimated strength; guests and people with few tables are not compared by it."""

    strength: int
    within: int  # the true one is no farther away than this, in 95 of 100 cases
    tables: int
    is_sure: bool

    @property
    def in_words(self) -> str:
        """Return the strength with how uncertain it is.

        >>> PlayingStrength(1123, 280, 9, True).in_words
        '1123 ± 280'
        """
        return f"{self.strength} ± {self.within}"


class SeasonStanding(NamedTuple):
    """A player's rank and amounts in the season."""

    rank: int
    name: str
    sorting: str  # where the name stands in a list
    member: int | None  # None: a guest
    score: SeasonScore
    strength: PlayingStrength | None = None


@dataclass(frozen=True)
class SeasonStandings:
    """The standings of a season: members, and guests with ranks of their own."""

    members: tuple[SeasonStanding, ...]
    guests: tuple[SeasonStanding, ...]

    @property
    def everybody(self) -> tuple[SeasonStanding, ...]:
        return self.members + self.guests

    @property
    def currencies(self) -> tuple[str, ...]:
        return tuple(sorted({currency for player in self.everybody for currency in player.score.money}))

    @property
    def differs(self) -> bool:
        """Return whether any player's Schrift differs from the Kassa."""
        return any(player.score.points != player.score.schrift for player in self.everybody)

    @property
    def has_old(self) -> bool:
        """Return whether any player has evenings of which only amounts are known."""
        return any(player.score.old is not None for player in self.everybody)

    @property
    def has_strengths(self) -> bool:
        return any(player.strength for player in self.everybody)


class Name(NamedTuple):
    """A name, and what it is sorted by."""

    name: str
    sorting: str


def standings_of(
    season: Season, strengths: Mapping[PersonKey, PlayingStrength] = MappingProxyType({})
) -> SeasonStandings:
    """Return the standings of all who played; three queries: scores, old amounts, guests' spellings."""
    members: dict[tuple[int, Name], SeasonTally] = {}
    guests: dict[str, SeasonTally] = {}
    spelt: dict[str, str] = {}
    person = ("member", "member__name", "member__sorting", "key")

    def tally_of(member: int | None, name: str, sorting_key: str, key: str) -> SeasonTally:
        if member is None:
            return guests.setdefault(key, SeasonTally())
        return members.setdefault((member, Name(name, sorting_key)), SeasonTally())

    evening_path = "participant__evening__"
    played = TableScore.objects.played().filter(season.counts(evening_path)).order_by()
    by_person = played.values_list(
        *(f"participant__{column}" for column in person), f"{evening_path}currency"
    ).annotate(
        evenings=Count("participant", distinct=True),
        played=Sum("hands"),
        kassa=Sum("twelfths"),
        schrift=Sum("schrift_twelfths"),
        cents=Sum(F("twelfths") * F(f"{evening_path}cents_per_point")),
        without_hands=Sum("twelfths", filter=Q(hands=0)),
    )
    for *played_by, currency, evenings, hands, kassa, schrift, cents, without_hands in by_person:
        figures = int(hands), int(kassa), int(schrift), int(cents)
        old_part = None if without_hands is None else int(without_hands)
        tally_of(*played_by).include(currency, evenings, *figures, old_part)
    old: dict[tuple[Any, ...], dict[date, int]] = {}
    for (*who, guest), days in season.old_days(*person, "guest"):
        spelt[who[-1]] = guest
        add_days(old.setdefault(tuple(who), {}), days)
    for who, days in old.items():
        tally_of(*who).include_old(len(days), sum(days.values()))
    spelt |= guests_as_spelt(season)
    return SeasonStandings(
        ranked((name, pk, tally.score, strengths.get(pk)) for (pk, name), tally in members.items()),
        ranked(
            (Name(spelt[key], sorting(spelt[key])), None, tally.score, strengths.get(key))
            for key, tally in guests.items()
        ),
    )


def version_of(club: Club) -> tuple[str | None, int]:
    """Return a text that changes with every deed and every hand of a club."""
    head = ClubLog.objects.filter(club=club).values_list("head", flat=True).first()
    return head, Sheet.objects.filter(evening__club=club).aggregate(entries=Sum("seq"))["entries"] or 0


FEWEST_EVENINGS = 5  # of a club, before it is offered certificates and strengths
FORM_EVENINGS = 10


def has_played_often(club: Club) -> bool:
    """Return whether a club has had enough evenings to compare people; one or two queries."""
    ever = Season(club, Period())
    return len(_evenings_with_hands(ever)[:FEWEST_EVENINGS]) == FEWEST_EVENINGS or ever.old_sheets.exists()


def _evenings_with_hands(season: Season) -> QuerySet[Evening]:
    played = Exists(TableScore.objects.played().filter(sheet__evening=OuterRef("pk")))
    return Evening.objects.filter(season.counts()).filter(played).order_by("-date", "-pk")


def form_of(season: Season) -> dict[int, list[Amount | None]]:
    """Return members' points on the last ten evenings, the oldest first; None: not there. One query."""
    last = _evenings_with_hands(season)[:FORM_EVENINGS]
    scores = TableScore.objects.played().filter(participant__evening__in=last.values("pk")).order_by()
    sums = scores.values_list(
        "participant__evening__date", "participant__evening", "participant__member"
    ).annotate(points=Sum("twelfths"))
    rows = list(sums)
    evenings = sorted({(day, evening) for day, evening, _member, _points in rows})
    by_member: dict[int, list[Amount | None]] = {}
    for day, evening, member, points in rows:
        if member is not None:
            row = by_member.setdefault(member, [None] * len(evenings))
            row[evenings.index((day, evening))] = from_twelfths(int(points))
    return by_member


def names_of_members(season: Season) -> dict[int, Name]:
    """Return the names of all members of the club, active or not, by id."""
    members = season.club.members.order_by().values_list("pk", "name", "sorting")
    return {pk: Name(name, key) for pk, name, key in members}


def guests_as_spelt(season: Season) -> dict[str, str]:
    """Return the guests who have played, each as the last time."""
    played = Q(scores__hands__gt=0) | Q(scores__isnull=False, evening__totals=True, kitty=False)
    guests = Participant.objects.filter(season.counts("evening__"), played, member=None)
    return dict(guests.order_by("evening__date", "pk").values_list("key", "guest"))


def ranked(
    scores: Iterable[tuple[Name, int | None, SeasonScore, PlayingStrength | None]],
) -> tuple[SeasonStanding, ...]:
    """Rank by points."""
    in_order = sorted(scores, key=lambda row: (-row[2].points, row[0].sorting))
    ranks = ranks_of([row[2].points for row in in_order])
    return tuple(
        SeasonStanding(rank, *name, member, score, strength)
        for rank, (name, member, score, strength) in zip(ranks, in_order, strict=True)
    )


def ranks_of(values: Sequence[Amount]) -> list[int]:
    """Return the ranks of sorted values; equal values share a rank, and the next ranks are left out.

    >>> ranks_of([9, 7, 7, 3])
    [1, 2, 2, 4]
    """
    ranks: dict[Amount, int] = {}
    for rank, value in enumerate(values, 1):
        ranks.setdefault(value, rank)
    return [ranks[value] for value in values]


def written_ranks(ranks: Iterable[int]) -> dict[int, str]:
    """Return the ranks as text, with a sign behind shared ones.

    >>> written_ranks([1, 2, 2, 4])
    {1: '1', 2: '2=', 4: '4'}
    """
    return {rank: f"{rank}=" if number > 1 else f"{rank}" for rank, number in Counter(ranks).items()}


PlayerRow = tuple[str, bool, list[Amount | None], Amount]


class SeasonEvening(NamedTuple):
    """A column of the matrix: an evening, or a day of old sheets of amounts."""

    date: date
    evening: int  # 0: of old sheets
    venue: str


def matrix_of(season: Season) -> tuple[list[SeasonEvening], list[PlayerRow]]:
    """Return the evenings played, the oldest first, and a row for each player; four queries.

    A row is a name, whether it is a guest's, what each evening brought (None: did not play) and the sum.
    Members stand first, each group by names. Every evening adds up to nothing.
    """
    evening_path = "participant__evening__"
    person = ("participant__member", "participant__member__name", "participant__guest", "participant__key")
    scores = (
        TableScore.objects.played()
        .filter(season.counts(evening_path))
        .order_by(f"{evening_path}date", "participant")
    )
    played = scores.values_list(
        f"{evening_path}date", f"{evening_path}pk", f"{evening_path}venue", *person, "twelfths"
    )
    old = [
        (day, 0, "", *who, twelfths)
        for who, days in season.old_days("member", "member__name", "guest", "key")
        for day, twelfths in days.items()
    ]
    brought: dict[tuple[bool, str], dict[SeasonEvening, int]] = {}
    names: dict[tuple[bool, str], str] = {}
    venues: dict[tuple[date, int], str] = {}
    for day, evening, venue, member, name, guest, key, twelfths in sorted(
        [*old, *played], key=lambda row: row[:2]
    ):
        who = (member is None, key if member is None else str(member))
        names[who] = guest if member is None else name
        shown = SeasonEvening(day, evening, venues.setdefault((day, evening), venue))
        row = brought.setdefault(who, {})
        row[shown] = row.get(shown, 0) + twelfths
    evenings = sorted({evening for row in brought.values() for evening in row})
    rows: list[PlayerRow] = []
    for who in sorted(brought, key=lambda who: (who[0], sorting(names[who]))):
        amounts = map(brought[who].get, evenings)
        points = [None if twelfths is None else from_twelfths(twelfths) for twelfths in amounts]
        rows.append((names[who], who[0], points, from_twelfths(sum(brought[who].values()))))
    return evenings, rows


def add_days(total: dict[date, int], days: Mapping[date, int]) -> None:
    """Add what further days brought, or the same ones at other tables."""
    for day, twelfths in days.items():
        total[day] = total.get(day, 0) + twelfths
