"""The standings of a season: what everybody has won or lost over many evenings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, Sum

from scoring.engine.result import Amount, from_twelfths
from scoring.models import CLUB_EVENING, Club, Evening, Participant, TableScore
from scoring.names import sorting


class Period(NamedTuple):
    """From one day to another, both included; None: without an end on this side."""

    since: date | None = None
    until: date | None = None

    @classmethod
    def year(cls, year: int) -> Period:
        return cls(date(year, 1, 1), date(year, 12, 31))

    def has_all_of(self, year: int) -> bool:
        """Return whether all of a calendar year is in the period.

        >>> [Period(date(2025, 11, 22), None).has_all_of(year) for year in (2024, 2025, 2026)]
        [False, False, True]
        """
        first, last = date(year, 1, 1), date(year, 12, 31)
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
        """Return the condition on an evening, or on what leads to one: `counts("evening__")`."""
        found = Q(**{f"{path}club": self.club, f"{path}occasion": CLUB_EVENING})
        if not self.tables:
            found &= Q(**{f"{path}spontaneous": False})
        if self.period.since is not None:
            found &= Q(**{f"{path}date__gte": self.period.since})
        if self.period.until is not None:
            found &= Q(**{f"{path}date__lte": self.period.until})
        return found


class SeasonScore(NamedTuple):
    """What somebody has won or lost. Money is exact: it is rounded when an evening is settled up."""

    evenings: int
    hands: int
    points: Amount
    schrift: Amount
    money: dict[str, Fraction]  # currency to cents

    @property
    def average(self) -> Fraction:
        """Return the points a hand."""
        return Fraction(self.points, self.hands)


@dataclass
class SeasonTally:
    """A season while it is counted, in whole numbers: points and cents in twelfths."""

    evenings: int = 0
    hands: int = 0
    twelfths: int = 0
    schrift: int = 0
    cents: dict[str, int] = field(default_factory=dict)  # currency to twelfths of cents

    def add(self, evening: SeasonTally) -> None:
        """Add an evening: its points are worth what was agreed then."""
        for currency, cents in evening.cents.items():
            self.include(currency, 1, evening.hands, evening.twelfths, evening.schrift, cents)

    def include(
        self, currency: str, evenings: int, hands: int, twelfths: int, schrift: int, cents: int
    ) -> None:
        """Add several evenings, with what their points are worth in this currency."""
        self.evenings += evenings
        self.hands += hands
        self.twelfths += twelfths
        self.schrift += schrift
        self.cents[currency] = self.cents.get(currency, 0) + cents

    @property
    def score(self) -> SeasonScore:
        money = {currency: Fraction(twelfths, 12) for currency, twelfths in self.cents.items()}
        return SeasonScore(
            self.evenings, self.hands, from_twelfths(self.twelfths), from_twelfths(self.schrift), money
        )


class SeasonStanding(NamedTuple):
    """Somebody's place in the season."""

    rank: int
    name: str
    sorting: str  # where the name stands in a list
    member: int | None  # None: a guest
    score: SeasonScore


@dataclass(frozen=True)
class SeasonStandings:
    """The standings of a season, of members and of guests, whose ranks are their own."""

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
        """Return whether anybody has another Schrift than Kassa."""
        return any(player.score.points != player.score.schrift for player in self.everybody)


class Name(NamedTuple):
    """A name, and what it is sorted by."""

    name: str
    sorting: str


def standings_of(season: Season) -> SeasonStandings:
    """Return the standings of a season; three queries: scores, spellings of guests, names.

    Nothing is added up from the hands: whoever played at a table has a score there. Who only sat is missing.
    """
    members: dict[int, SeasonTally] = {}
    guests: dict[str, SeasonTally] = {}
    here = "participant__evening__"
    played = TableScore.objects.filter(season.counts(here), hands__gt=0).order_by()
    by_person = played.values_list("participant__member", "participant__key", f"{here}currency").annotate(
        evenings=Count("participant", distinct=True),
        played=Sum("hands"),
        kassa=Sum("twelfths"),
        schrift=Sum("schrift_twelfths"),
        cents=Sum(F("twelfths") * F(f"{here}cents_per_point")),
    )
    for member, key, currency, *sums in by_person:
        tally = (
            guests.setdefault(key, SeasonTally())
            if member is None
            else members.setdefault(member, SeasonTally())
        )
        tally.include(currency, *map(int, sums))
    spelt = guests_as_spelt(season)
    names = names_of_members(season)
    return SeasonStandings(
        ranked((names[pk], pk, tally.score) for pk, tally in members.items()),
        ranked((Name(spelt[key], sorting(spelt[key])), None, tally.score) for key, tally in guests.items()),
    )


FORM_EVENINGS = 10


def form_of(season: Season) -> dict[int, list[Amount | None]]:
    """Return members' points on the last ten evenings, the oldest first; None: not there. One query."""
    played = Exists(TableScore.objects.filter(sheet__evening=OuterRef("pk"), hands__gt=0))
    last = Evening.objects.filter(season.counts()).filter(played).order_by("-date", "-pk")[:FORM_EVENINGS]
    scores = TableScore.objects.filter(hands__gt=0, participant__evening__in=last.values("pk")).order_by()
    sums = scores.values_list(
        "participant__evening__date", "participant__evening", "participant__member"
    ).annotate(points=Sum("twelfths"))
    found = list(sums)
    evenings = sorted({(day, evening) for day, evening, _member, _points in found})
    by_member: dict[int, list[Amount | None]] = {}
    for day, evening, member, points in found:
        if member is not None:
            row = by_member.setdefault(member, [None] * len(evenings))
            row[evenings.index((day, evening))] = from_twelfths(int(points))
    return by_member


def names_of_members(season: Season) -> dict[int, Name]:
    """Return what the members of the club are called, active or not, by their numbers."""
    members = season.club.members.order_by().values_list("pk", "name", "sorting")
    return {pk: Name(name, key) for pk, name, key in members}


def guests_as_spelt(season: Season) -> dict[str, str]:
    """Return the guests who have played, each as the last time."""
    guests = Participant.objects.filter(season.counts("evening__"), member=None, scores__hands__gt=0)
    return dict(guests.order_by("evening__date", "pk").values_list("key", "guest"))


def ranked(scores: Iterable[tuple[Name, int | None, SeasonScore]]) -> tuple[SeasonStanding, ...]:
    """Rank by points."""
    in_order = sorted(scores, key=lambda row: (-row[2].points, row[0].sorting))
    ranks = ranks_of([score.points for _name, _member, score in in_order])
    return tuple(
        SeasonStanding(rank, *name, member, score)
        for rank, (name, member, score) in zip(ranks, in_order, strict=True)
    )


def ranks_of(values: Sequence[Amount]) -> list[int]:
    """Return the ranks of values, the best of which come first: equals share one, the next are left out.

    >>> ranks_of([9, 7, 7, 3])
    [1, 2, 2, 4]
    """
    places: dict[Amount, int] = {}
    for place, value in enumerate(values, 1):
        places.setdefault(value, place)
    return [places[value] for value in values]


PlayerRow = tuple[str, bool, list[Amount | None], Amount]


def matrix_of(season: Season) -> tuple[list[Evening], list[PlayerRow]]:
    """Return the evenings at which somebody played, the oldest first, and a row for everybody; three queries.

    A row is a name, whether it is a guest's, what each evening brought (None: did not play) and the sum.
    Members stand first, each group by names. Every evening adds up to nothing.
    """
    sums: dict[int, dict[int, int]] = {}  # twelfths by evening and participant
    scores = TableScore.objects.filter(season.counts("participant__evening__"), hands__gt=0).order_by()
    for evening, participant, twelfths in scores.values_list(
        "participant__evening_id", "participant_id", "twelfths"
    ):
        here = sums.setdefault(evening, {})
        here[participant] = here.get(participant, 0) + twelfths
    evenings = list(Evening.objects.filter(season.counts(), pk__in=sums).order_by("date", "pk"))
    place = {evening.pk: number for number, evening in enumerate(evenings)}
    rows: dict[tuple[bool, str], dict[int, int]] = {}
    names: dict[tuple[bool, str], str] = {}
    people = Participant.objects.filter(season.counts("evening__")).order_by("evening__date", "pk")
    for pk, evening, member, name, guest, key in people.values_list(
        "pk", "evening_id", "member_id", "member__name", "guest", "key"
    ):
        if evening not in place or pk not in sums[evening]:
            continue
        who = (member is None, key if member is None else str(member))
        names[who] = guest if member is None else name
        row = rows.setdefault(who, {})
        row[place[evening]] = row.get(place[evening], 0) + sums[evening][pk]
    found: list[PlayerRow] = []
    for who in sorted(rows, key=lambda who: (who[0], sorting(names[who]))):
        brought = map(rows[who].get, range(len(evenings)))
        points = [None if twelfths is None else from_twelfths(twelfths) for twelfths in brought]
        found.append((names[who], who[0], points, from_twelfths(sum(rows[who].values()))))
    return evenings, found
