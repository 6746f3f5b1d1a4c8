"""Who holds a series together, and whose people there are: one club, or several of one installation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import uuid5

from django.db.models import Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.utils.translation import gettext as _

from scoring.deeds import PendingDeed, Refused
from scoring.models import Club, Member, Participant
from scoring.models.people import LONGEST_NAME
from tournaments.models import JointClub, SamePerson, Series, SeriesEvent
from tournaments.series.keeping import SeriesPerson

# What a series knows of itself where it was asked for so: the series it is a part of, whether others hold it.
PART_OF = Subquery(JointClub.objects.filter(part=OuterRef("pk")).order_by().values("series")[:1])
HELD_TOGETHER = Exists(JointClub.objects.filter(series=OuterRef("pk"), part__isnull=False))

NOT_ASKED = -1


class NamedPerson(NamedTuple):
    """Somebody in a series, as the own club calls them."""

    name: str
    club: int


People = dict[SeriesPerson, NamedPerson]


@dataclass(frozen=True, slots=True)
class HoldingClubs:
    """The clubs that hold a series, the organiser's first, the others in the order of their invitations."""

    names: Mapping[int, str]
    of_series: Mapping[int, int]  # whose the series is, and each of its parts
    pairs: tuple[tuple[int, int], ...] = ()  # members of two clubs who are one person, by agreement
    # Whoever is known otherwise in a further club: as what they are counted; known with everybody's clubs.
    same: Mapping[SeriesPerson, SeriesPerson] = field(default_factory=dict)

    @property
    def is_joint(self) -> bool:
        return len(self.names) > 1


def joined(pairs: Iterable[tuple[int, int]], order: Mapping[int, int]) -> dict[SeriesPerson, SeriesPerson]:
    """Return for everybody who is not counted by this key: by which; `order` says who is counted first.

    >>> joined([(7, 3), (9, 7), (9, 4)], {3: 0, 7: 1, 9: 2})  # 4 is in none of the clubs by now
    {'m7': 'm3', 'm9': 'm3'}
    """
    together: dict[int, set[int]] = {}
    for one, other in pairs:
        if one in order and other in order:
            people = together.get(one, {one}) | together.get(other, {other})
            together |= dict.fromkeys(people, people)
    firsts = {one: min(people, key=lambda each: (order[each], each)) for one, people in together.items()}
    return {f"m{one}": f"m{first}" for one, first in sorted(firsts.items()) if one != first}


def part_of(series: Series) -> int | None:
    """Return the series of another club of which this one is a part; none: it is nobody's part."""
    if (known := getattr(series, "in_part_of", NOT_ASKED)) != NOT_ASKED:
        return known
    return JointClub.objects.filter(part=series).values_list("series", flat=True).first()


def holding(series: Iterable[Series]) -> dict[int, HoldingClubs]:
    """Return the clubs that hold each of these series; one query, none where nobody else holds any."""
    series = list(series)
    names = {one.pk: {one.club_id: one.club.name} for one in series}
    parts = {one.pk: {one.pk: one.club_id} for one in series}
    pairs: dict[int, list[tuple[int, int]]] = {}
    if any(getattr(one, "is_held_together", True) for one in series):
        nobody = Value(None, output_field=IntegerField())
        joint = JointClub.objects.filter(series__in=list(names), part__isnull=False).order_by()
        rows = joint.values_list("series", "pk", "club", "part", "club__name").union(
            SamePerson.objects.filter(series__in=list(names), agreed_at__isnull=False)
            .order_by()
            .values_list("series", nobody, "one", "other", Value("")),
            all=True,
        )
        for pk, invitation, one, other, name in sorted(rows, key=lambda row: row[1] or 0):
            if invitation is None:
                pairs.setdefault(pk, []).append((one, other))
            else:
                names[pk][one] = name
                parts[pk][other] = one
    return {pk: HoldingClubs(names[pk], parts[pk], tuple(pairs.get(pk, ()))) for pk in names}


def events_of(series: Series) -> QuerySet[SeriesEvent]:
    """Return the events that count in a series, also those that other clubs bring."""
    return SeriesEvent.objects.counting().filter(Q(series=series) | Q(series__part_of__series=series))


def names_of(series: Series, people: Collection[SeriesPerson]) -> dict[SeriesPerson, NamedPerson]:
    """Return what those of them are called whom one of the clubs has that hold the series."""
    clubs = [series.club_id]
    clubs += series.joint_clubs.filter(part__isnull=False).values_list("club", flat=True)
    numbers = {kind: [int(one[1:]) for one in people if one[0] == kind] for kind in "mg"}
    members = Member.objects.filter(club__in=clubs, pk__in=numbers["m"]).values_list("pk", "name", "club")
    guests = Participant.objects.filter(evening__club__in=clubs, member=None, pk__in=numbers["g"])
    found = {f"m{pk}": NamedPerson(name, club) for pk, name, club in members}
    known = guests.values_list("pk", "guest", "evening__club")
    return found | {f"g{pk}": NamedPerson(guest, club) for pk, guest, club in known}


def members_now(people: Iterable[SeriesPerson]) -> dict[SeriesPerson, SeriesPerson]:
    """Return as which member those of them are known who were guests; no query where nobody was."""
    guests = [int(one[1:]) for one in people if one.startswith("g")]
    if not guests:
        return {}
    rows = Participant.objects.filter(pk__in=guests, member__isnull=False).values_list("pk", "member")
    return {f"g{pk}": f"m{member}" for pk, member in rows}


def own_names(series: Series, people: Mapping[SeriesPerson, NamedPerson]) -> dict[SeriesPerson, str]:
    """Return the names of those who are the club's own: it writes down no others."""
    return {key: one.name for key, one in people.items() if one.club == series.club_id}


def refuse_part(series: Series) -> None:
    """Refuse what only the club does that opened a series that several clubs hold together."""
    whole = JointClub.objects.filter(part=series).select_related("series__club").first()
    if whole is not None:
        said = _("This is decided by “%(club)s”, which opened the series.")
        raise Refused(form=[said % {"club": whole.series.club.name}])


def told_elsewhere(act: PendingDeed, club: Club, by: Club, **details: Any) -> None:
    """Write what was done into the log of another club, too: as done by the first club, by nobody's name."""
    mirrored = PendingDeed(uuid5(act.id, str(club.pk)), None, act.verb, act.asked)
    mirrored.record(club, actor=by.name[:LONGEST_NAME], **details)
