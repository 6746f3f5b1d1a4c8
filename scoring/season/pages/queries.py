"""What is asked of the hands of a season: each question is one query, whatever was played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar

from django.db.models import Aggregate, Count, Exists, Max, Model, OuterRef, Q, QuerySet, Sum

from scoring.models import PlayedGame, PlayedKontra, PlayedPremium, PlayedSeat, TableScore
from scoring.season.pages.season import Season
from scoring.table.counting import ALONE, APART, DECLARER, MADE, MISSED, OPPONENT, PARTNER, SILENT

Rows = TypeVar("Rows", bound=Model)
NUMBER = re.compile("[1-9][0-9]{0,17}")  # of a member, as an address carries it
NOBODY = Q(pk__in=())
IN_ORDER = ("sheet__evening__date", "sheet__evening_id", "sheet_id")


class HandFilter(NamedTuple):
    """Which hands of the season count."""

    rules: str = ""  # only those under this sheet; empty: all
    people: frozenset[str] = frozenset()  # only those at which all of these played too, by `SeasonPerson.key`
    against: bool = False  # of a member's hands only those with all these people on the other side


EVERYTHING = HandFilter()


class GroupCount(NamedTuple):
    """What was counted of a contract, a premium or a step of Kontra under one version of the rules."""

    version: int
    key: str
    numbers: list[int]


class BroughtBy(NamedTuple):
    """What a hand brought somebody."""

    twelfths: int
    participant: int
    contract: str  # their own game where several were played; of who declared none the first
    number: int
    version: int
    sheet: int
    evening: int


def is_person(key: str, path: str) -> Q:
    """Return the condition on a participant that it is the person of this key; `path` leads there."""
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
    """The hands of a season that count; of a member those that they played."""

    season: Season
    choice: HandFilter = EVERYTHING
    member: int | None = None

    def only(self, rows: QuerySet[Rows], path: str = "game__") -> QuerySet[Rows]:
        """Return those rows that belong to these hands; `path` leads from a row to its game."""
        found = rows.filter(self.season.counts(f"{path}sheet__evening__")).order_by()
        if self.choice.rules:
            is_chosen = Q(**{f"{path}rules__slug": self.choice.rules})
            found = found.filter(is_chosen if _can_be_stored(self.choice.rules) else NOBODY)
        for person in sorted(self.choice.people):
            found = found.filter(is_person(person, f"{path}seats__participant__"))
            if self.choice.against:
                found = found.filter(Exists(self._across(person, f"{path}row")))
        return found

    def _across(self, person: str, row: str) -> QuerySet[PlayedSeat]:
        """Return the seats at which somebody was on the other side in one of the games of a hand."""
        mine, side = "game__seats__role", (DECLARER, PARTNER, ALONE)
        across = Q(game__trischaken=True) | Q(role=OPPONENT, **{f"{mine}__in": side})
        across |= Q(role__in=side, **{mine: OPPONENT})
        seats = PlayedSeat.objects.filter(is_person(person, "participant__"), game__row=OuterRef(row))
        return seats.filter(across, game__seats__participant__member=self.member)

    # of everybody

    def games(self) -> QuerySet[PlayedGame]:
        return self.only(PlayedGame.objects.all(), "")

    def hands_by_version(self) -> dict[int, int]:
        """Return how many hands were played under each version of the rules, the oldest first."""
        hands = self.games().filter(order=0).values_list("rules", *IN_ORDER)
        found: Counter[int] = Counter()
        for version, *_where, number in hands.annotate(Count("pk")).order_by(*IN_ORDER):
            found[version] += number
        return found

    def contracts(self) -> Iterator[tuple[GroupCount, date]]:
        """Yield how games ended and what they brought their declarers, and the day of the last of each."""
        rows = (
            self.games().values_list("rules", "contract").annotate(**ENDED, last=Max("sheet__evening__date"))
        )
        for version, contract, *numbers, last in rows.order_by("rules_id", "contract"):
            yield GroupCount(version, contract, numbers), last

    def premiums(self) -> Iterator[GroupCount]:
        return _grouped(self.only(self._own(PlayedPremium.objects.all())), "premium", PREMIUMS)

    def kontras(self) -> Iterator[GroupCount]:
        """Yield steps of kontras; of everybody what they brought their side, of a member the member."""
        if self.member is not None:
            return _grouped(self.only(self._own(PlayedKontra.objects.all())), "step", _brought("twelfths"))
        sides = PlayedKontra.objects.filter(side__isnull=False)
        return _grouped(self.only(sides), "step", _brought("side"))

    def trischaken(self) -> dict[str, int]:
        """Return how many Trischaken were played, and how many Jungfrauen and Bürgermeister there were."""
        seats = self.only(PlayedSeat.objects.filter(game__trischaken=True))
        return seats.aggregate(
            played=Count("game", filter=Q(role=DECLARER)),
            jungfrau=Count("pk", filter=Q(jungfrau=True)),
            buergermeister=Count("pk", filter=Q(buergermeister=True)),
        )

    def points(self) -> dict[int, int]:
        """Return what each participant has won or lost in these hands, in twelfths."""
        if self.choice == EVERYTHING:
            here = "participant__evening__"
            scores = TableScore.objects.filter(self.season.counts(here), hands__gt=0).order_by()
            return {
                one: int(sum_) for one, sum_ in scores.values_list("participant").annotate(Sum("twelfths"))
            }
        seats = self.only(PlayedSeat.objects.filter(kassa__isnull=False))
        return {one: int(sum_) for one, sum_ in seats.values_list("participant").annotate(Sum("kassa"))}

    def best(self, most: int) -> list[BroughtBy]:
        """Return what hands brought somebody most, and all that is equal to the last of them.

        The highest and, of equal ones, the first stand first.
        """
        first = self.games().filter(most__gt=0).order_by("-most").values_list("pk", flat=True)[:most]
        seats = PlayedSeat.objects.filter(kassa__gt=0)
        highest = seats.filter(game__in=list(first)).order_by("-kassa").values_list("kassa", flat=True)[:most]
        least = min(filter(None, highest), default=0)
        found = self.only(seats.filter(game__most__gte=least, kassa__gte=least))
        columns = ("kassa", "participant", "game__contract", "game__row__number", "game__rules")
        where = ("game__sheet", "game__sheet__evening", "game__row")
        order = ("-kassa", *(f"game__{name}" for name in IN_ORDER), "game__row__number", "seat")
        rows = list(found.order_by(*order).values_list(*columns, *where))
        own = PlayedGame.objects.filter(row__in={row[-1] for row in rows}, order__gt=0).order_by("-order")
        declared = {
            (row, one): contract for row, one, contract in own.values_list("row", "declarer", "contract")
        }
        return [
            BroughtBy(kassa, one, declared.get((row, one), contract), *further)
            for kassa, one, contract, *further, row in rows
        ]

    def last_declared(self, contracts: Iterable[tuple[int, str]], on: date) -> tuple[int, int]:
        """Return declarer and sheet of the last game of these, by version and contract, played on a day."""
        one_of_them = (Q(rules=version, contract=contract) for version, contract in contracts)
        games = self.games().filter(reduce(or_, one_of_them), sheet__evening__date=on)
        newest = games.order_by("-sheet__evening_id", "-sheet_id", "-row__number", "order")
        declarer, sheet = newest.values_list("declarer", "sheet")[0]
        return declarer, sheet

    # of a member

    def _own(self, rows: QuerySet[Rows]) -> QuerySet[Rows]:
        return rows if self.member is None else rows.filter(participant__member=self.member)

    def seats(self) -> QuerySet[PlayedSeat]:
        return self.only(self._own(PlayedSeat.objects.all()))

    def versions(self) -> list[int]:
        """Return the versions of the rules under which a member played, the first that was played first."""
        order = tuple(f"game__{name}" for name in IN_ORDER)
        tables = self.seats().values_list("game__rules", *order).distinct().order_by(*order)
        return list(dict.fromkeys(version for version, *_where in tables))

    def tables(self) -> Iterator[tuple[Any, ...]]:
        """Yield evening, table and what a member's hands there brought, the oldest first."""
        evening = ("pk", "date", "place", "spontaneous", "cents_per_point", "currency")
        columns = (*(f"game__sheet__evening__{name}" for name in evening), "game__sheet")
        hands = self.seats().filter(kassa__isnull=False).values_list(*columns)
        numbers = _numbered(
            Count("pk"), Sum("kassa"), Sum("schrift"), Count("pk", filter=Q(game__won__isnull=True))
        )
        yield from hands.annotate(**numbers).order_by(*(f"game__{name}" for name in IN_ORDER))

    def roles(self) -> Iterator[tuple[str, bool, GroupCount, tuple[int, int]]]:
        """Yield how a member's games ended, by role and whether it was a Trischaken; there also how often
        Jungfrau and Bürgermeister.
        """
        rows = self.seats().exclude(role=APART)
        groups = rows.values_list("role", "game__trischaken", "game__rules", "game__contract").annotate(
            **ENDED,
            jungfrauen=Count("pk", filter=Q(jungfrau=True)),
            mayors=Count("pk", filter=Q(buergermeister=True)),
        )
        ordered = groups.order_by("game__rules_id", "game__contract", "role")
        for role, trischaken, version, contract, *numbers, jungfrauen, mayors in ordered:
            yield role, trischaken, GroupCount(version, contract, numbers), (jungfrauen, mayors)

    def others(self, *, across: bool) -> Iterator[tuple[int, list[int]]]:
        """Yield how a member's games ended by who sat on the other side, or on the same, with a partner.

        On the same side sits the member too.
        """
        played = self.seats().filter(game__trischaken=False, game__won__isnull=False).exclude(role=APART)
        side, theirs = (DECLARER, PARTNER), "game__seats__role"
        if across:
            there = Q(role=OPPONENT, **{f"{theirs}__in": side}) | Q(role__in=side, **{theirs: OPPONENT})
        else:
            there = Q(role=OPPONENT, **{f"{theirs}__in": (OPPONENT, APART)})
            there |= Q(role__in=side, **{f"{theirs}__in": (*side, APART)})
            there &= Q(game__partnered=True)
        rows = played.filter(there).values_list("game__seats__participant").annotate(**ENDED)
        for participant, *numbers in rows.order_by("game__seats__participant_id"):
            yield participant, numbers

    def declared(self) -> QuerySet[PlayedSeat, tuple[date, bool | None]]:
        """Return the days and ends of the games that a member declared, the oldest first."""
        decided = self.seats().filter(role=DECLARER, won__isnull=False)
        order = (*(f"game__{name}" for name in IN_ORDER), "game__row__number", "game__order")
        return decided.order_by(*order).values_list("game__sheet__evening__date", "won")


def _numbered(*numbers: Aggregate) -> dict[str, Aggregate]:
    return {f"number_{place}": number for place, number in enumerate(numbers)}


def _brought(column: str) -> dict[str, Aggregate]:
    """Return how many there were, how many that brought something and that cost something, and the sum."""
    good, bad = Q(**{f"{column}__gt": 0}), Q(**{f"{column}__lt": 0})
    return _numbered(Count("pk"), Count("pk", filter=good), Count("pk", filter=bad), Sum(column))


ENDED = _numbered(
    Count("pk"), Count("pk", filter=Q(won=True)), Count("pk", filter=Q(won=False)), Sum("twelfths")
)
PREMIUMS = _numbered(*(Count("pk", filter=Q(how=how)) for how in (SILENT, MADE, MISSED)), Sum("twelfths"))


def _grouped(rows: QuerySet[Any], key: str, numbers: dict[str, Aggregate]) -> Iterator[GroupCount]:
    groups = rows.values_list("game__rules", key).annotate(**numbers)
    for version, found, *counted in groups.order_by("game__rules_id", key):
        yield GroupCount(version, str(found), counted)
