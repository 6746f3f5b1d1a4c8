"""Statistics of a season's hands, each by one query, however many hands there are."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar

from django.db.models import Aggregate, Count, Max, Min, Model, Q, QuerySet, Sum

from scoring.models import (
    Evening,
    Participant,
    PlayedGame,
    PlayedKontra,
    PlayedPremium,
    PlayedSeat,
    RulesetVersion,
    TableScore,
)
from scoring.season.pages.season import Season
from scoring.table.counting import ALONE, DECLARER, MADE, MISSED, OPPONENT, OTHER_DECLARER, PARTNER, SILENT

Rows = TypeVar("Rows", bound=Model)
Key = TypeVar("Key")
NUMBER = re.compile("[1-9][0-9]{0,17}")  # of a member, as an address carries it
NOBODY = Q(pk__in=())
IN_ORDER = ("evening__date", "evening_id", "sheet_id")


class HandFilter(NamedTuple):
    """Which hands of the season count."""

    rules: str = ""  # only those under this sheet; empty: all
    people: frozenset[str] = frozenset()  # only those at which all of these played too, by `SeasonPerson.key`
    against: bool = False  # of a member's hands only those with all these people on the other side


EVERYTHING = HandFilter()


class GroupCount(NamedTuple):
    """The counts of a contract, a premium or a step of Kontra under one version of the rules."""

    version: int
    key: str
    numbers: list[int]


class BroughtBy(NamedTuple):
    """One player's amount of one hand, and where the hand stands."""

    twelfths: int
    participant: int
    contract: str  # their own game where several were played; of who declared none the first
    number: int
    version: int
    sheet: int
    evening: int


def is_person(key: str, path: str) -> Q:
    """Return the condition that a participant at `path` is the person of this key."""
    if not _can_be_stored(key):
        return NOBODY
    if key.startswith("~"):
        return Q(**{f"{path}member": None, f"{path}key": key.removeprefix("~")})
    return Q(**{f"{path}member": int(key)}) if NUMBER.fullmatch(key) else NOBODY


def _can_be_stored(text: str) -> bool:
    """Return whether a database could hold a text that an address brought along."""
    return "\0" not in text


@dataclass(frozen=True)
class SeasonHands:
    """The counted hands of a season; of a person the hands they played."""

    season: Season
    choice: HandFilter = EVERYTHING
    person: str = ""  # as addresses name one: see `is_person`

    def only(self, rows: QuerySet[Rows], path: str = "game__") -> QuerySet[Rows]:
        """Return the rows that belong to these hands; `path` leads from a row to its game.

        Hands of somebody are found by who they are at the evenings of the season, not by these evenings.
        """
        own = "" if rows.model in (PlayedPremium, PlayedKontra) else path  # say evening and rules themselves
        selected = rows.order_by()
        if not self.person and not self.choice.people:
            evenings = Evening.objects.filter(self.season.counts()).order_by()
            selected = selected.filter(**{f"{own}evening__in": evenings.values("pk")})
        if self.choice.rules:
            versions = RulesetVersion.objects.order_by()
            is_chosen = Q(slug=self.choice.rules) if _can_be_stored(self.choice.rules) else NOBODY
            selected = selected.filter(**{f"{own}rules__in": versions.filter(is_chosen).values("pk")})
        for person in sorted(self.choice.people):
            played = PlayedSeat.objects.filter(participant__in=self._participants(is_person(person, "")))
            selected = selected.filter(**{f"{path}pk__in": played.values("game")})
            if self.choice.against:
                selected = selected.filter(**{f"{path}row__in": self._hands_against(person)})
        return selected

    def _participants(self, who: Q) -> QuerySet[Participant, Any]:
        """Return the person's participations in the season's evenings."""
        return Participant.objects.filter(self.season.counts("evening__"), who).order_by().values("pk")

    def _hands_against(self, person: str) -> QuerySet[PlayedSeat, Any]:
        """Return the hands in which the person played against the member."""
        side, theirs = (DECLARER, PARTNER, ALONE), PlayedSeat.objects.order_by()
        across = Q(game__trischaken=True) | Q(role=OPPONENT, game__seats__role__in=side)
        across |= Q(role__in=side, game__seats__role=OPPONENT)
        against = theirs.filter(
            across,
            participant__in=self._participants(is_person(person, "")),
            game__seats__participant__in=self._participants(is_person(self.person, "")),
        )
        return against.values("game__row")

    # of everybody

    def games(self) -> QuerySet[PlayedGame]:
        return self.only(PlayedGame.objects.all(), "")

    def first_tables(self) -> Iterator[tuple[int, int, int]]:
        """Yield evening and version of the rules, with the first table that played it there."""
        yield from self.games().values_list("evening", "rules").annotate(Min("sheet"))

    def counts(self) -> Iterator[tuple[Any, ...]]:
        """Yield the counts of each contract at an evening under a version of the rules.

        Evening, version and contract; how many games, won, lost, and what they brought their declarers; of
        how many hands it was the first game, the most that one of these brought anybody; the first table.
        """
        first = Count("pk", filter=Q(order=0))
        numbers = _numbered(*ENDED.values(), first, Max("most"), Min("sheet"))
        yield from self.games().values_list("evening", "rules", "contract").annotate(**numbers).iterator()

    def premiums(self) -> Iterator[GroupCount]:
        return _grouped(self.only(self._own(PlayedPremium.objects.all())), "premium", PREMIUMS)

    def kontras(self) -> Iterator[GroupCount]:
        """Yield the counts of steps of Kontra, with the points of the side, or of the member alone."""
        if self.person:
            return _grouped(self.only(self._own(PlayedKontra.objects.all())), "step", _brought("twelfths"))
        sides = PlayedKontra.objects.filter(side__isnull=False)
        return _grouped(self.only(sides), "step", _brought("side"))

    def trischaken(self) -> dict[str, int]:
        """Return the numbers of Trischaken, of Jungfrauen and of Bürgermeister."""
        seats = self.only(PlayedSeat.objects.filter(game__trischaken=True))
        return seats.aggregate(
            played=Count("game", filter=Q(role=DECLARER)),
            jungfrau=Count("pk", filter=Q(jungfrau=True)),
            buergermeister=Count("pk", filter=Q(buergermeister=True)),
        )

    def points(self) -> dict[int, int]:
        """Return each participant's points in these hands, in twelfths."""
        if self.choice == EVERYTHING:
            evening_path = "participant__evening__"
            scores = TableScore.objects.played().filter(self.season.counts(evening_path)).order_by()
            return {
                participant: int(sum_)
                for participant, sum_ in scores.values_list("participant").annotate(Sum("twelfths"))
            }
        seats = self.only(PlayedSeat.objects.filter(kassa__isnull=False))
        return {
            participant: int(sum_)
            for participant, sum_ in seats.values_list("participant").annotate(Sum("kassa"))
        }

    def best(self, most: int, evenings: Collection[int]) -> list[BroughtBy]:
        """Return the `most` best results of single players in hands at `evenings`, and any equal to the last.

        The highest and, of equal ones, the first stand first.
        """
        games = self.games().filter(evening__in=evenings)
        first = games.filter(most__gt=0).order_by("-most").values_list("pk", flat=True)[:most]
        seats = PlayedSeat.objects.filter(kassa__gt=0, game__evening__in=evenings)
        highest = seats.filter(game__in=list(first)).order_by("-kassa").values_list("kassa", flat=True)[:most]
        least = min(filter(None, highest), default=0)
        best_seats = self.only(seats.filter(game__most__gte=least, kassa__gte=least))
        columns = ("kassa", "participant", "game__contract", "game__row__number", "game__rules")
        where = ("game__sheet", "game__evening", "game__row")
        order = ("-kassa", *(f"game__{name}" for name in IN_ORDER), "game__row__number", "seat")
        rows = list(best_seats.order_by(*order).values_list(*columns, *where))
        own = PlayedGame.objects.filter(row__in={row[-1] for row in rows}, order__gt=0).order_by("-order")
        declared = {
            (row, participant): contract
            for row, participant, contract in own.values_list("row", "declarer", "contract")
        }
        return [
            BroughtBy(kassa, participant, declared.get((row, participant), contract), *hand_columns)
            for kassa, participant, contract, *hand_columns, row in rows
        ]

    def last_declared(self, contracts: Iterable[tuple[int, str]], at: int) -> tuple[int, int]:
        """Return declarer and table of the last game of these, by version and contract, at an evening."""
        one_of_them = (Q(rules=version, contract=contract) for version, contract in contracts)
        games = self.games().filter(reduce(or_, one_of_them), evening=at)
        declarer, sheet = games.order_by("-sheet_id", "-row__number", "order").values_list(
            "declarer", "sheet"
        )[0]
        return declarer, sheet

    # of a member

    def _own(self, rows: QuerySet[Rows]) -> QuerySet[Rows]:
        if not self.person:
            return rows
        return rows.filter(participant__in=self._participants(is_person(self.person, "")))

    def seats(self) -> QuerySet[PlayedSeat]:
        return self.only(self._own(PlayedSeat.objects.all()))

    def versions(self) -> list[int]:
        """Return the versions of the rules under which a member played, the first that was played first."""
        order = tuple(f"game__{name}" for name in IN_ORDER)
        tables = self.seats().values_list("game__rules", *order).distinct().order_by(*order)
        return list(dict.fromkeys(version for version, *_where in tables))

    def tables(self) -> Iterator[tuple[Any, ...]]:
        """Yield evening, table and the member's points in its hands, the oldest first."""
        evening = ("pk", "date", "venue", "spontaneous", "cents_per_point", "currency")
        columns = (*(f"game__evening__{name}" for name in evening), "game__sheet")
        hands = self.seats().filter(kassa__isnull=False).values_list(*columns)
        numbers = _numbered(
            Count("pk"), Sum("kassa"), Sum("schrift"), Count("pk", filter=Q(game__won__isnull=True))
        )
        yield from hands.annotate(**numbers).order_by(*(f"game__{name}" for name in IN_ORDER))

    def roles(self) -> Iterator[tuple[str, bool, GroupCount, tuple[int, int]]]:
        """Yield the results of a member's games, by role; of Trischaken with Jungfrau and Bürgermeister."""
        rows = self.seats().exclude(role=OTHER_DECLARER)
        groups = rows.values_list("role", "game__trischaken", "game__rules", "game__contract").annotate(
            **ENDED,
            jungfrauen=Count("pk", filter=Q(jungfrau=True)),
            mayors=Count("pk", filter=Q(buergermeister=True)),
        )
        ordered = groups.order_by("game__rules_id", "game__contract", "role")
        for role, trischaken, version, contract, *numbers, jungfrauen, mayors in ordered:
            yield role, trischaken, GroupCount(version, contract, numbers), (jungfrauen, mayors)

    def others(self) -> Iterator[tuple[bool, int, list[int]]]:
        """Yield the results of a member's games by player on the other side (True), or on the same (False).

        On the same side sits the member too.
        """
        played = (
            self.seats().filter(game__trischaken=False, game__won__isnull=False).exclude(role=OTHER_DECLARER)
        )
        by = ("role", "game__seats__role", "game__partnered", "game__seats__participant")
        ordered = ("game__seats__participant_id", "role", "game__seats__role", "game__partnered")
        for own, theirs, partnered, who, *numbers in (
            played.values_list(*by).annotate(**ENDED).order_by(*ordered)
        ):
            across = theirs != OTHER_DECLARER and (own == OPPONENT) != (theirs == OPPONENT)
            if across or partnered:
                yield across, who, numbers

    def declared(self) -> QuerySet[PlayedSeat, tuple[date, bool | None]]:
        """Return the days and ends of the games that a member declared, the oldest first."""
        decided = self.seats().filter(role=DECLARER, won__isnull=False)
        order = (*(f"game__{name}" for name in IN_ORDER), "game__row__number", "game__order")
        return decided.order_by(*order).values_list("game__evening__date", "won")


def _numbered(*numbers: Aggregate) -> dict[str, Aggregate]:
    return {f"number_{index}": number for index, number in enumerate(numbers)}


def _brought(column: str) -> dict[str, Aggregate]:
    """Return aggregates of a column: the count, the positive ones, the negative ones, and the sum."""
    good, bad = Q(**{f"{column}__gt": 0}), Q(**{f"{column}__lt": 0})
    return _numbered(Count("pk"), Count("pk", filter=good), Count("pk", filter=bad), Sum(column))


ENDED = _numbered(
    Count("pk"), Count("pk", filter=Q(won=True)), Count("pk", filter=Q(won=False)), Sum("twelfths")
)
PREMIUMS = _numbered(*(Count("pk", filter=Q(how=how)) for how in (SILENT, MADE, MISSED)), Sum("twelfths"))


def add_up(sums: dict[Key, list[int]], key: Key, numbers: list[int]) -> None:
    """Add numbers to those of a key, each to its own.

    >>> sums = {"Rufer": [1, 2]}
    >>> add_up(sums, "Rufer", [3, 4]), add_up(sums, "Dreier", [5, 6])
    (None, None)
    >>> sums
    {'Rufer': [4, 6], 'Dreier': [5, 6]}
    """
    existing = sums.get(key)
    sums[key] = numbers if existing is None else list(map(int.__add__, existing, numbers))


def _grouped(rows: QuerySet[Any], key: str, numbers: dict[str, Aggregate]) -> Iterator[GroupCount]:
    """Yield counts added up from those of each evening, so that a database need not sort."""
    sums: dict[tuple[int, str], list[int]] = {}
    for _evening, version, name, *counted in (
        rows.values_list("evening", "rules", key).annotate(**numbers).iterator()
    ):
        add_up(sums, (version, name), counted)
    for (version, name), counted in sorted(sums.items()):
        yield GroupCount(version, str(name), counted)
