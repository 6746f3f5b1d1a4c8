"""What was played in a season, as it is stored: who is who, which hands count, what evenings add up to."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from heapq import merge
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import F, Max, Min, Q, Sum

from scoring.engine.rules import Rules
from scoring.engine.texts import Text
from scoring.models import Evening, EveningSums, Participant, RulesetVersion, Sheet, TableScore
from scoring.names import sorting
from scoring.rules.versions.versions import rules_of
from scoring.season.pages.season import Season
from scoring.table.adding_up import ADDED, SELDOM, TableSums, add_numbers, evening_of
from scoring.table.counting import HandCounted, across


class SeasonPerson(NamedTuple):
    """A member, or everybody who was typed as a guest under one name."""

    key: str  # as an address carries it: the number of a member, or "~" and the name
    name: str
    sorting: str

    @property
    def member(self) -> int | None:
        return None if self.key.startswith("~") else int(self.key)


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
    members = season.club.members.order_by().values_list("pk", "name", "sorting")
    known = {pk: SeasonPerson(str(pk), name, in_lists) for pk, name, in_lists in members}
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

    def contract(self, version: int, key: str, language: str) -> str:
        return self.rules[version].contracts[key].label.in_language(language)

    def contract_order(self, version: int, key: str) -> int:
        return list(self.rules[version].contracts).index(key)

    def premium(self, version: int, key: str, language: str) -> str:
        return self.rules[version].premiums[key].label.in_language(language)

    def premium_order(self, version: int, key: str) -> int:
        return list(self.rules[version].premiums).index(key)

    def kontra(self, version: int, step: int) -> str:
        rules = self.rules[version]
        return rules.kontra.label(rules.levels[step - 1])


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


def versions_in(season: Season) -> set[int]:
    """Return the versions of the rules that tables of a season were played by."""
    played = Sheet.objects.filter(season.counts("evening__"), standing__hands__gt=0).order_by()
    rows = played.values_list("ruleset_id", "standing__versions").distinct()
    return {version for first, later in rows for version in (first, *later)}


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
    """Yield what each of these adds up to, by one query; two, if some are not over yet.

    The oldest stands first, and few are in memory together: else Python looks through them again and again.
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
