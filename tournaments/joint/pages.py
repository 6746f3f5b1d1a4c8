"""What pages of a series of several clubs show, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from scoring.names import folded, sorting
from tournaments.models import JointClub, SamePerson, Series
from tournaments.series.pages import ShownSeries


@dataclass(frozen=True, slots=True)
class InvitedClub:
    """A club that holds a series together with others, or is invited to."""

    pk: int
    name: str  # empty: whoever opens the link
    code: str  # empty where nobody needs the link any more
    invited_at: datetime
    declined_at: datetime | None
    is_there: bool


def invited_clubs(series: Series) -> list[InvitedClub]:
    """Return the clubs that a series invites, those that hold it first."""
    rows = series.joint_clubs.select_related("club").order_by("pk")
    found = [
        InvitedClub(
            one.pk,
            one.club.name if one.club else "",
            one.code if one.part_id is None and one.declined_at is None else "",
            one.invited_at,
            one.declined_at,
            one.part_id is not None,
        )
        for one in rows
    ]
    return sorted(found, key=lambda one: not one.is_there)


def invitation_behind(code: str) -> JointClub | None:
    """Return the invitation with this code in its address."""
    return JointClub.objects.filter(code=code).select_related("series__club", "club", "part__club").first()


def whole_of(series: Series) -> Series:
    """Return the series of another club of which this is a part, or itself."""
    joint = JointClub.objects.filter(part=series).select_related("series__club").first()
    return series if joint is None else joint.series


@dataclass(frozen=True, slots=True)
class PairOfMembers:
    """Two members of two clubs who are said to be one person: the own one first."""

    pk: int
    own: str
    other: str
    club: str
    agreed: bool
    asks_us: bool  # the other club has proposed it


@dataclass(frozen=True, slots=True)
class LikelyPair:
    """Two members of the same name, of whom nobody has said anything yet."""

    own: int
    other: int
    name: str
    other_name: str
    club: str

    @property
    def key(self) -> str:
        return f"{self.own} {self.other}"


@dataclass(frozen=True, slots=True)
class SamePeople:
    """Who is one person in two clubs, as one of the clubs sees it."""

    pairs: tuple[PairOfMembers, ...]
    likely: tuple[LikelyPair, ...]
    own: tuple[tuple[str, str], ...]  # own members to choose from, by number
    others: tuple[tuple[str, str], ...]  # those of other clubs who stand in the series


def same_people(shown: ShownSeries) -> SamePeople:
    """Return who is joined and who could be: of other clubs nobody but those who stand in the series."""
    club = shown.seen_as.club_id
    pairs = _pairs(shown.series, club)
    standing = {key for people in shown.outcomes.values() for key in people if key.startswith("m")}
    standing |= set(shown.clubs.same)
    members = {int(key[1:]): shown.people[key] for key in standing if key in shown.people}
    in_order = sorted(members.items(), key=lambda one: (sorting(one[1].name), one[0]))
    own = [(pk, who) for pk, who in in_order if who.club == club]
    others = [(pk, who) for pk, who in in_order if who.club != club and who.club in shown.clubs.names]
    said = {frozenset((one.one_id, one.other_id)) for one in pairs}
    by_name = {folded(who.name): pk for pk, who in own}
    likely = [
        LikelyPair(here, pk, members[here].name, who.name, shown.clubs.names[who.club])
        for pk, who in others
        if (here := by_name.get(folded(who.name))) is not None and frozenset((here, pk)) not in said
    ]
    return SamePeople(
        tuple(_pair(one, club) for one in pairs),
        tuple(likely),
        tuple((str(pk), who.name) for pk, who in own),
        tuple((str(pk), f"{who.name} ({shown.clubs.names[who.club]})") for pk, who in others),
    )


def _pairs(series: Series, club: int) -> list[SamePerson]:
    found = series.same_people.filter(Q(one__club=club) | Q(other__club=club))
    return list(found.select_related("one__club", "other__club").order_by("agreed_at", "pk"))


def _pair(one: SamePerson, club: int) -> PairOfMembers:
    is_ours = one.one.club_id == club
    own, other = (one.one, one.other) if is_ours else (one.other, one.one)
    agreed = one.agreed_at is not None
    return PairOfMembers(one.pk, own.name, other.name, other.club.name, agreed, not is_ours and not agreed)
