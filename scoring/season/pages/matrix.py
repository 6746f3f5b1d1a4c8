"""Who won or lost how much on which evening of a season."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scoring.engine.result import Amount, exact
from scoring.models import Evening, Participant, Sheet
from scoring.names import sorting
from scoring.season.pages.season import Season


class Player(NamedTuple):
    """Somebody with what each evening brought; None: did not play that evening."""

    name: str
    guest: bool
    points: tuple[Amount | None, ...]
    total: Amount


@dataclass(frozen=True)
class Matrix:
    """Members first, each group by names. Every evening adds up to nothing."""

    evenings: tuple[Evening, ...]  # at which somebody played; the oldest first
    players: tuple[Player, ...]


def matrix_of(season: Season) -> Matrix:
    """Three queries: evenings, what their sheets came to, who was there."""
    sums = _sums(season)
    found = Evening.objects.filter(season.counts(), pk__in=sums).order_by("date", "pk")
    evenings = tuple(found)
    place = {evening.pk: number for number, evening in enumerate(evenings)}
    rows: dict[tuple[bool, str], dict[int, int]] = {}
    names: dict[tuple[bool, str], str] = {}
    people = Participant.objects.filter(season.counts("evening__")).order_by("evening__date", "pk")
    for pk, evening, member, name, guest, key in people.values_list(
        "pk", "evening_id", "member_id", "member__name", "guest", "key"
    ):
        if evening not in place or str(pk) not in sums[evening]:
            continue
        who = (member is None, key if member is None else str(member))
        names[who] = guest if member is None else name
        row = rows.setdefault(who, {})
        row[place[evening]] = row.get(place[evening], 0) + sums[evening][str(pk)]
    in_order = sorted(rows, key=lambda who: (who[0], sorting(names[who])))
    return Matrix(
        evenings,
        tuple(
            Player(
                names[who],
                who[0],
                tuple(_points(rows[who].get(number)) for number in range(len(evenings))),
                exact(Fraction(sum(rows[who].values()), 12)),
            )
            for who in in_order
        ),
    )


def _points(twelfths: int | None) -> Amount | None:
    return None if twelfths is None else exact(Fraction(twelfths, 12))


def _sums(season: Season) -> dict[int, dict[str, int]]:
    """Evening to participant to twelfths, of everybody who has played."""
    found: dict[int, dict[str, int]] = {}
    sheets = Sheet.objects.filter(season.counts("evening__")).order_by()
    for evening, standing in sheets.values_list("evening_id", "standing"):
        for one, hands in standing["played"].items():
            if hands:
                sums = found.setdefault(evening, {})
                sums[one] = sums.get(one, 0) + standing["totals"][one]
    return found
