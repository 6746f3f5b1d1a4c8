"""One member's season: evening by evening, and everything they have played, with whom and against whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import chain
from json import loads
from typing import Any, NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast
from django.urls import reverse

from scoring.engine.result import Amount, from_twelfths
from scoring.engine.texts import Text
from scoring.models import Member, Participant, Sheet, TableScore
from scoring.models.evenings import CountedOfSheet
from scoring.season.pages.season import Season, SeasonScore, SeasonTally, add_days
from scoring.season.pages.statistics import (
    EVERYTHING,
    IN_ORDER,
    OF_ITS_EVENING,
    PERSON,
    Beside,
    HandFilter,
    KontraTally,
    Named,
    PremiumTally,
    Run,
    SeasonPerson,
    SeasonRules,
    Streak,
    Tally,
    TrischakenRecord,
    chosen_at,
    opponents_in,
    people_among,
    tallies_of,
)
from scoring.table.counting import AGAINST, ROLES, WITH, HandCounted, add_at, add_numbers, stored_hands

COUNTED = (*ROLES.values(), "premiums", "kontras")
FEWEST_TOGETHER = 10  # games with somebody, before it says who is the best partner


class EveningPlayed(NamedTuple):
    """An evening at which the member played."""

    number: int  # 1, 2, … of the season
    date: date
    place: str
    address: str
    score: SeasonScore
    total: Amount  # of the season so far
    is_old: bool = False  # only amounts are known


class YearPlayed(NamedTuple):
    """A calendar year of the evenings shown, if all of it is."""

    year: int
    score: SeasonScore


@dataclass(frozen=True)
class Career:
    """What a member's page shows; the oldest evening first."""

    score: SeasonScore | None = None  # None: nothing played
    evenings: tuple[EveningPlayed, ...] = ()
    years: tuple[YearPlayed, ...] = ()
    contracts: tuple[Tally, ...] = ()  # as declarer, the most played first; so are the next two
    partnered: tuple[Tally, ...] = ()
    opposed: tuple[Tally, ...] = ()
    premiums: tuple[PremiumTally, ...] = ()
    kontras: tuple[KontraTally, ...] = ()
    trischaken: TrischakenRecord = field(default_factory=TrischakenRecord)
    partners: tuple[Beside, ...] = ()  # the best first; so are the next
    opponents: tuple[Beside, ...] = ()
    declared_in_a_row: Streak | None = None
    evenings_in_a_row: Streak | None = None
    revoked: int = 0  # hands
    rules: Mapping[str, Text] = field(default_factory=dict)  # all that the member played by, chosen or not
    people: tuple[SeasonPerson, ...] = ()  # all who played at the same tables

    @property
    def course(self) -> tuple[Amount, ...]:
        """Return the total at the beginning and after each evening."""
        return (0, *(evening.total for evening in self.evenings))

    @property
    def currencies(self) -> tuple[str, ...]:
        return tuple(sorted(self.score.money)) if self.score else ()

    @property
    def best_partners(self) -> tuple[Beside, ...]:
        return tuple(beside for beside in self.partners if beside.played >= FEWEST_TOGETHER)

    @property
    def best_opponents(self) -> tuple[Beside, ...]:
        return tuple(beside for beside in self.opponents if beside.played >= FEWEST_TOGETHER)


def career_of(member: Member, season: Season, language: str, choice: HandFilter = EVERYTHING) -> Career:
    """Return what a member played: five queries, whatever there is.

    Hands are read only of tables at which some do not count, or that were played under several versions.
    """
    return _Reading(member, season, language, choice).career


class _Table(NamedTuple):
    """A table at which the member played, with their score."""

    sheet: int
    version: int  # it began with
    later: Sequence[int]  # further versions
    me: int  # as a participant
    hands: int
    twelfths: int
    schrift: int
    sums: str  # as text: what is in memory together, Python would look through again and again
    evening: int
    date: date
    place: str
    spontaneous: bool
    cents_per_point: int
    currency: str

    @property
    def whole(self) -> _Part:
        return _Part(self.version, self.hands, self.twelfths, self.schrift, loads(self.sums))


@dataclass
class _Part:
    """Hands of the member, one after the other under one version."""

    version: int
    hands: int = 0
    twelfths: int = 0
    schrift: int = 0
    sums: dict[str, Any] = field(default_factory=dict)  # see `counting.add_at`


class _Reading:
    """Adds up what every table of the member comes to."""

    def __init__(self, member: Member, season: Season, language: str, choice: HandFilter) -> None:
        self.club, self.period, self.language, self.choice = season.club, season.period, language, choice
        tables = _tables_of(member, season)
        sheets = [table.sheet for table in tables]
        players = Participant.objects.filter(scores__sheet__in=sheets, scores__hands__gt=0)
        there = list(players.order_by("evening__date", "pk").values_list(*PERSON, "scores__sheet"))
        self.people = people_among(there)
        seated: dict[int, set[int]] = {}
        for participant, *_person, sheet in there:
            seated.setdefault(sheet, set()).add(participant)
        self.book = SeasonRules.of({version for table in tables for version in (table.version, *table.later)})
        self.chosen = chosen_at(seated, self.people, choice.people)
        self.me = str(member.pk)
        self.before, _number, self.after = reverse("scoring:evening", args=[self.club.slug, 0]).rpartition(
            "0"
        )

        self.evenings: dict[int, tuple[_Table, SeasonTally]] = {}  # with the first table of each
        self.old, self.batches = dict[date, int](), dict[date, int]()
        if choice == EVERYTHING:
            for (batch,), days in season.old_days("batch", member=member):
                add_days(self.old, days)
                self.batches |= dict.fromkeys(days, batch)
        self.numbers: dict[tuple[str, int], dict[str, list[int]]] = {}  # by what was counted, and the version
        self.trischaken: dict[str, list[int]] = {}
        self.beside: dict[str, dict[str, list[int]]] = {WITH: {}, AGAINST: {}}  # by participant
        self.declared = Run()
        self.revoked = 0
        tables = [table for table in tables if table.sheet in self.chosen]
        in_part = self._parts({table.sheet: table for table in tables if choice.people or table.later})
        for table in tables:
            parts = in_part.get(table.sheet)
            for part in [table.whole] if parts is None else parts:
                if part.hands and self._is_chosen(part.version):
                    self._add(table, part)

    def _is_chosen(self, version: int) -> bool:
        return self.choice.rules in ("", self.book.slugs[version])

    def _parts(self, tables: Mapping[int, _Table]) -> dict[int, list[_Part]]:
        """Add up the hands that count, one table after the other: few hands are in memory together."""
        if not tables:
            return {}
        stored = Sheet.objects.filter(pk__in=tables).order_by().values_list("pk", CountedOfSheet("pk"))
        return {
            pk: self._parts_of(tables[pk], stored_hands(hands))
            for pk, hands in stored.iterator(chunk_size=20)
        }

    def _parts_of(self, table: _Table, hands: Iterable[Sequence[Any]]) -> list[_Part]:
        me, chosen, parts = table.me, self.chosen[table.sheet], list[_Part]()
        for stored in hands:
            players = stored[1]
            if me not in players or not chosen.issubset(players):
                continue
            hand, seat = HandCounted(*stored), players.index(me)
            if self.choice.against and not chosen <= opponents_in(hand, seat):
                continue
            version = hand.rules or table.version
            if not parts or parts[-1].version != version:
                parts.append(_Part(version))
            part = parts[-1]
            part.hands += 1
            part.twelfths += hand.twelfths[seat]
            part.schrift += hand.further.get("schrift", hand.twelfths)[seat]
            add_at(part.sums, hand, seat)
        return parts

    def _add(self, table: _Table, part: _Part) -> None:
        _first, evening = self.evenings.setdefault(table.evening, (table, SeasonTally(evenings=1)))
        worth = part.twelfths * table.cents_per_point
        evening.include(table.currency, 0, part.hands, part.twelfths, part.schrift, worth)
        sums = part.sums
        for kind in COUNTED:
            if kind in sums:
                add_numbers(self.numbers.setdefault((kind, part.version), {}), sums[kind])
        for how, people in self.beside.items():
            add_numbers(people, sums.get(how, {}))
        if "trischaken" in sums:
            add_numbers(self.trischaken, {"": sums["trischaken"]})
        self.declared.goes_on_as(table.date, *sums.get("declared", ()))
        self.revoked += sums.get("revoked", 0)

    def _tallies(self, kind: type[Named], counted: str) -> list[Named]:
        found = [
            self.book.counted(counted, version, numbers, self.language)
            for (name, version), numbers in self.numbers.items()
            if name == counted
        ]
        return tallies_of(kind, chain(*found))

    def _most_played(self, role: str) -> tuple[Tally, ...]:
        return tuple(sorted(self._tallies(Tally, role), key=lambda tally: -tally.played))

    def _best(self, how: str) -> tuple[Beside, ...]:
        people: dict[str, SeasonPerson] = {}
        numbers: dict[str, list[int]] = {}
        for participant, further in self.beside[how].items():
            person = self.people[int(participant)]
            people[person.key] = person
            add_numbers(numbers, {person.key: further})
        found = [
            Beside(people[key].name, 0, played, won, lost, twelfths, key, people[key].sorting)
            for key, (played, won, lost, twelfths) in numbers.items()
        ]
        return tuple(sorted(found, key=lambda beside: (-beside.average, beside.sorting)))

    def _address(self, table: _Table | None, day: date) -> str:
        if table is None:
            return reverse("scoring:old_batch", args=[self.club.slug, self.batches[day]])
        if table.spontaneous:
            return reverse("scoring:sheet", args=[table.sheet])
        return f"{self.before}{table.evening}{self.after}"

    @property
    def career(self) -> Career:
        known = {person.key: person for person in self.people.values() if person.key != self.me}
        offered = tuple(sorted(known.values(), key=lambda person: person.sorting))
        played: list[tuple[date, _Table | None, SeasonTally]]
        played = [(table.date, table, tally) for table, tally in self.evenings.values()]
        played += [(day, None, SeasonTally.of_old(twelfths)) for day, twelfths in self.old.items()]
        if not played:
            return Career(rules=self.book.labels, people=offered)
        season, positive = SeasonTally(), Run()
        years: dict[int, SeasonTally] = {}
        evenings: list[EveningPlayed] = []
        played.sort(key=lambda row: row[0])
        for number, (day, table, tally) in enumerate(played, 1):
            for total in (season, years.setdefault(day.year, SeasonTally())):
                total.add(tally)
            positive.goes_on(day) if tally.twelfths > 0 else positive.ends()
            place, so_far = "" if table is None else table.place, from_twelfths(season.twelfths)
            address = self._address(table, day)
            evenings.append(EveningPlayed(number, day, place, address, tally.score, so_far, table is None))
        premiums = self._tallies(PremiumTally, "premiums")
        return Career(
            score=season.score,
            evenings=tuple(evenings),
            years=tuple(
                YearPlayed(year, total.score) for year, total in years.items() if self.period.has_all_of(year)
            ),
            contracts=self._most_played("declarer"),
            partnered=self._most_played("partner"),
            opposed=self._most_played("opponent"),
            premiums=tuple(premium for premium in premiums if premium.came or premium.twelfths),
            kontras=tuple(self._tallies(KontraTally, "kontras")),
            trischaken=TrischakenRecord(*self.trischaken.get("", ())),
            partners=self._best(WITH),
            opponents=self._best(AGAINST),
            declared_in_a_row=self.declared.longest,
            evenings_in_a_row=positive.longest,
            revoked=self.revoked,
            rules=self.book.labels,
            people=offered,
        )


def _tables_of(member: Member, season: Season) -> list[_Table]:
    """Return the tables at which the member played, the oldest first."""
    played = TableScore.objects.filter(season.counts("sheet__evening__"), hands__gt=0)
    rows = played.filter(participant__member=member).annotate(text=Cast("sums", TextField()))
    columns = ("sheet_id", "sheet__ruleset", "sheet__standing__versions", "participant_id")
    points = ("hands", "twelfths", "schrift_twelfths", "text")
    evening = tuple(f"sheet__{name}" for name in OF_ITS_EVENING)
    in_order = rows.order_by(*(f"sheet__{column}" for column in IN_ORDER))
    return [_Table(*row) for row in in_order.values_list(*columns, *points, *evening)]
