"""Clubs are invited to hold a series together, come and go; two clubs agree that somebody is one person."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import PendingDeed, Refused, verb
from scoring.models import Account, Club, Member
from scoring.names import folded, tidy
from scoring.people.rights import demand_director, locked
from tournaments.engine.series import SeriesTerms, WhoCounts
from tournaments.limits import LETTERS
from tournaments.models import JointClub, SamePerson, Series
from tournaments.rights import of_directed_club
from tournaments.series.together import refuse_part, told_elsewhere
from tournaments.series.verbs import free_title

LENGTH_OF_CODE = 12
MOST_CLUBS = 60  # that hold a series together


@verb("invite_club", again=lambda before, about: JointClub.objects.filter(pk=before.details["joint"]).first())
def invite_club(
    act: PendingDeed, *, actor: Account, deed: UUID, series: Series, name: str | None
) -> JointClub:
    """Invite the club of this name; without a name, whichever club opens the link."""
    series = of_directed_club(series, actor)
    refuse_part(series)
    if series.club.demonstration:
        raise Refused(form=[_("A demonstration invites no other clubs.")])
    if series.joint_clubs.count() >= MOST_CLUBS:
        raise Refused(form=[_("%(number)d clubs at most.") % {"number": MOST_CLUBS}])
    club = None if name is None else _called(tidy(name), series)
    there = None if club is None else series.joint_clubs.filter(club=club).first()
    if there is not None and there.part_id is not None:
        raise Refused(name=[_("This club already holds the series together with yours.")])
    if there is not None and there.declined_at is None:
        raise Refused(name=[_("This club is already invited.")])
    joint = there or JointClub(series=series, club=club, code=get_random_string(LENGTH_OF_CODE, LETTERS))
    joint.invited_at, joint.declined_at = clock.now(), None
    joint.save()
    _told(act, series, club, joint=joint.pk)
    return joint


def _called(name: str, series: Series) -> Club:
    """Return the one other club of the installation of this name."""
    if not name:
        raise Refused(name=[_("Please give the name of the club.")])
    others = Club.objects.filter(demonstration=False).exclude(pk=series.club_id).order_by("pk")
    found = [one for one in others if folded(one.name) == folded(name)]
    if not found:
        said = _(
            "No other club on this server is called “%(name)s”. Please write the name as the club writes it, "
            "or make a link."
        )
        raise Refused(name=[said % {"name": name[:40]}])
    if len(found) > 1:
        said = _(
            "Several clubs on this server are called so. Please make a link and send it to the right one."
        )
        raise Refused(name=[said])
    return found[0]


@verb("withdraw_club", again=lambda before, about: about["series"])
def withdraw_club(act: PendingDeed, *, actor: Account, deed: UUID, series: Series, joint: int) -> Series:
    """Take back an invitation, or end that a club holds the series together with the others."""
    series = of_directed_club(series, actor)
    found = series.joint_clubs.filter(pk=joint).select_related("club", "part").first()
    if found is None:
        raise _changed()
    was_there = found.part_id is not None
    _end(found, series)
    _told(act, series, found.club, was_there=was_there)
    return series


@verb("accept_joint_series", again=lambda before, about: Series.objects.get(pk=before.details["series"]))
def accept_joint_series(
    act: PendingDeed, *, actor: Account, deed: UUID, joint: JointClub, club: Club
) -> Series:
    """Hold the series together with the club that invited; return the club's own part of it."""
    club = locked(club)
    demand_director(club, actor)
    found = _invitation(joint, club)
    series = found.series
    if club.demonstration:
        raise Refused(form=[_("A demonstration holds no series together with other clubs.")])
    others = series.joint_clubs.filter(club=club).exclude(pk=found.pk)
    if others.filter(part__isnull=False).exists():
        raise Refused(form=[_("Your club already holds this series together with others.")])
    others.delete()  # invited by name as well
    part = Series.objects.create(
        club=club,
        title=free_title(series.title, club),
        kept_terms=_own_terms(series).as_json(),
        made_at=clock.now(),
    )
    found.club, found.part, found.declined_at = club, part, None
    found.save()
    about: dict[str, Any] = {"title": series.title, "club_name": club.name}
    act.record(club, series=part.pk, **about)
    told_elsewhere(act, series.club, club, **about)
    return part


@verb("decline_joint_series", again=lambda before, about: about["club"])
def decline_joint_series(
    act: PendingDeed, *, actor: Account, deed: UUID, joint: JointClub, club: Club
) -> Club:
    """Say no; the club that invited sees it, and may ask again."""
    club = locked(club)
    demand_director(club, actor)
    found = _invitation(joint, club)
    if found.club_id is None:  # somebody with the link: it stays good for others
        return club
    found.declined_at = clock.now()
    found.save(update_fields=["declined_at"])
    about: dict[str, Any] = {"title": found.series.title, "club_name": club.name}
    act.record(club, **about)
    told_elsewhere(act, found.series.club, club, **about)
    return club


@verb("leave_joint_series")
def leave_joint_series(act: PendingDeed, *, actor: Account, deed: UUID, series: Series) -> Series:
    """Let the club's part go on as a series of its own, with its own events."""
    series, whole = _directed_with_whole(series, actor)
    found = JointClub.objects.filter(part=series).select_related("part", "club").first()
    if found is None:
        raise _changed()
    _end(found, whole)
    about: dict[str, Any] = {"title": whole.title, "club_name": series.club.name}
    act.record(series.club, series=series.pk, **about)
    told_elsewhere(act, whole.club, series.club, **about)
    return series


@verb("propose_same_person")
def propose_same_person(
    act: PendingDeed, *, actor: Account, deed: UUID, series: Series, own: int, other: int
) -> Series:
    """Say that one's own member and somebody of another club are one person; it holds when both agree."""
    series, whole = _directed_with_whole(series, actor)
    clubs = _clubs_of(whole)
    one = Member.objects.filter(club=series.club, pk=own, anonymised_at=None).first()
    there = Member.objects.filter(club__in=clubs, pk=other, anonymised_at=None).exclude(club=series.club)
    another = there.select_related("club").first()
    if one is None or another is None:
        raise _changed()
    both = Q(one=one, other=another) | Q(one=another, other=one)
    if whole.same_people.filter(both).exists():
        raise Refused(form=[_("That has been proposed already.")])
    SamePerson.objects.create(series=whole, one=one, other=another, said_at=clock.now())
    _told_of_both(act, whole, one, another)
    return series


@verb("agree_same_person")
def agree_same_person(act: PendingDeed, *, actor: Account, deed: UUID, series: Series, pair: int) -> Series:
    """Agree to what another club proposed."""
    series, whole = _directed_with_whole(series, actor)
    found = _pair(whole, pair, Q(other__club=series.club))
    if found.agreed_at is not None:
        raise _changed()
    found.agreed_at = clock.now()
    found.save(update_fields=["agreed_at"])
    _demand_once_in_each_club(whole)
    _told_of_both(act, whole, found.other, found.one)
    return series


@verb("part_same_person")
def part_same_person(act: PendingDeed, *, actor: Account, deed: UUID, series: Series, pair: int) -> Series:
    """Take back what was proposed or agreed: both count by themselves again. Either club may."""
    series, whole = _directed_with_whole(series, actor)
    found = _pair(whole, pair, Q(one__club=series.club) | Q(other__club=series.club))
    found.delete()
    own, other = found.one, found.other
    if own.club_id != series.club_id:
        own, other = other, own
    _told_of_both(act, whole, own, other)
    return series


def _pair(whole: Series, pk: int, whose: Q) -> SamePerson:
    found = whole.same_people.filter(whose, pk=pk).select_related("one__club", "other__club").first()
    if found is None:
        raise _changed()
    return found


def _demand_once_in_each_club(whole: Series) -> None:
    """Refuse what would make one person of two members of the same club."""
    pairs = list(whole.same_people.filter(agreed_at__isnull=False).select_related("one", "other"))
    together: dict[int, set[Member]] = {}
    for pair in pairs:
        people = together.get(pair.one_id, {pair.one}) | together.get(pair.other_id, {pair.other})
        together |= dict.fromkeys([one.pk for one in people], people)
    for people in together.values():
        if len({one.club_id for one in people}) < len(people):
            said = _(
                "Then two members of one club would be one person. Please look at what was agreed before."
            )
            raise Refused(form=[said])


def _told_of_both(act: PendingDeed, whole: Series, own: Member, other: Member) -> None:
    """Write it into both logs, into each with its own member's name only."""
    act.record(own.club, title=whole.title, member=own.pk, name=own.name, club_name=other.club.name)
    about = {"member": other.pk, "name": other.name, "club_name": own.club.name}
    told_elsewhere(act, other.club, own.club, title=whole.title, **about)


def _told(act: PendingDeed, series: Series, club: Club | None, **details: Any) -> None:
    """Write what the organiser did into its log, and into that of the club that it is about."""
    about: dict[str, Any] = {"title": series.title, "club_name": club.name if club else "", **details}
    act.record(series.club, series=series.pk, **about)
    if club is not None:
        told_elsewhere(act, club, series.club, **about)


def _end(joint: JointClub, series: Series) -> None:
    """Leave the part to its club as a series of its own, by the terms as they are; nobody is joined there."""
    if joint.part is not None:
        joint.part.kept_terms = _own_terms(series).as_json()
        joint.part.save(update_fields=["kept_terms"])
        both = Q(one__club=joint.club_id) | Q(other__club=joint.club_id)
        series.same_people.filter(both).delete()
    joint.delete()


def _own_terms(series: Series) -> SeriesTerms:
    """Return the terms for one of the clubs alone: the organiser's groups are not its own."""
    terms = series.terms
    who = terms.who if terms.who is WhoCounts.MEMBERS else WhoCounts.EVERYBODY
    return replace(terms, who=who, clubs=(), clubs_are_teams=False)


def _invitation(joint: JointClub, club: Club) -> JointClub:
    """Return an invitation as it is now, if it is still open for this club."""
    whole = _locked_series(joint.series)
    found = JointClub.objects.filter(pk=joint.pk, part=None).filter(Q(club=None) | Q(club=club)).first()
    if found is None or whole.club_id == club.pk:
        raise _changed()
    found.series = whole
    return found


def _locked_series(series: Series) -> Series:
    """Return a series with its club; whoever changes who holds it next waits."""
    found = Series.objects.select_for_update(of=("self",)).select_related("club").filter(pk=series.pk).first()
    if found is None:
        raise _changed()
    return found


def _directed_with_whole(series: Series, actor: Account) -> tuple[Series, Series]:
    """Return a series for whoever directs its club, and the one of which it is a part, or itself.

    The whole is locked before its parts, as by whoever changes them all: nobody waits for each other.
    """
    locked(series.club)
    joint = JointClub.objects.filter(part=series).select_related("series").first()
    whole = _locked_series(joint.series) if joint is not None else None
    series = of_directed_club(series, actor)
    return series, whole or series


def _clubs_of(whole: Series) -> list[int]:
    """Return the clubs that hold a series together."""
    others = whole.joint_clubs.filter(part__isnull=False).values_list("club", flat=True)
    return [whole.club_id, *(one for one in others if one is not None)]


def _changed() -> Refused:
    return Refused(form=[_("This has been changed in the meantime. Please look again.")])
