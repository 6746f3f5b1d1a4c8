"""The leaders of a season with their last evenings, for the club's page of today."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, Q, Sum

from scoring.engine.result import Amount, from_twelfths
from scoring.models import OldPerson, TableScore
from scoring.season.pages.season import FORM_EVENINGS, Season, ranks_of, written_ranks


class Leader(NamedTuple):
    """A member in front, with what each of the last evenings brought."""

    rank: int
    written_rank: str
    name: str
    points: Amount
    form: Sequence[Amount | None]  # the oldest first; None: not there


def has_begun(season: Season) -> Q:
    """Return the condition that a season has points."""
    old = OldPerson.objects.filter(batch__club=season.club, batch__withdrawn_at=None)
    return Exists(_played(season)) | Exists(old)


def leaders(season: Season, most: int) -> tuple[list[Leader], int]:
    """Return the members with the most points, and the number of ranked members; two queries."""
    points: dict[tuple[Any, ...], int] = {}  # by how they are sorted, their names, and who they are
    evenings: dict[tuple[date, int], dict[Any, int]] = {}
    member = ("sorting", "name", "pk")
    columns = tuple(f"participant__member__{column}" for column in member)
    of_evening = ("participant__evening__date", "participant__evening")
    for *person, day, evening, twelfths in (
        _played(season).values_list(*columns, *of_evening).annotate(Sum("twelfths"))
    ):
        who = tuple(person)
        evenings.setdefault((day, evening), {})[who] = int(twelfths)
        points[who] = points.get(who, 0) + int(twelfths)
    columns = tuple(f"member__{column}" for column in member)
    for old, days in season.old_days(*columns, only=Q(member__isnull=False)):
        points[tuple(old)] = points.get(tuple(old), 0) + sum(days.values())
    best = sorted(points.items(), key=lambda row: (-row[1], row[0]))
    last = [evenings[key] for key in sorted(evenings)[-FORM_EVENINGS:]]
    ranks = ranks_of([twelfths for _who, twelfths in best])
    written = written_ranks(ranks)
    shown = [
        Leader(
            *(rank, written[rank], who[1], from_twelfths(twelfths)),
            [_amount(evening.get(who)) for evening in last],
        )
        for rank, (who, twelfths) in list(zip(ranks, best, strict=True))[:most]
    ]
    return shown, len(best)


def _played(season: Season) -> Any:
    counts = season.counts("participant__evening__")
    return TableScore.objects.played().filter(counts, participant__member__isnull=False).order_by()


def _amount(twelfths: int | None) -> Amount | None:
    return None if twelfths is None else from_twelfths(twelfths)
