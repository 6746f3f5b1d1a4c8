"""A group is opened, changed and removed."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring import clock
from scoring.accounts.names import problems_with_name
from scoring.accounts.rights import demand_director, locked
from scoring.deeds import PendingDeed, Refused, refuse, verb
from scoring.models import Account, Club, Member
from scoring.names import folded, tidy
from tournaments.models import GroupMember, MemberGroup, SeriesGroup
from tournaments.models.groups import LONGEST_GROUP
from tournaments.rights import of_directed_club

MOST_NAMED = 5  # names that are told as unknown


@verb("open_group", again=lambda before, about: MemberGroup.objects.get(pk=before.details["group"]))
def open_group(
    act: PendingDeed, *, actor: Account, deed: UUID, club: Club, name: str, people: Sequence[str]
) -> MemberGroup:
    """People are named as they are called in the club."""
    club = locked(club)
    demand_director(club, actor)
    name, members = _asked(club, name, people)
    group = MemberGroup.objects.create(club=club, name=name, made_at=clock.now())
    GroupMember.objects.bulk_create(GroupMember(group=group, member_id=member) for member in members)
    act.record(club, group=group.pk, name=name, added=len(members))
    return group


@verb("change_group")
def change_group(
    act: PendingDeed, *, actor: Account, deed: UUID, group: MemberGroup, name: str, people: Sequence[str]
) -> MemberGroup:
    """Series that go by the group stand by the new list at once."""
    group = of_directed_club(group, actor)
    act.demand_nothing_newer()
    group.name, members = _asked(group.club, name, people, group)
    _demand_one_team(group, members)
    group.save(update_fields=["name"])
    there = set(group.people.values_list("member_id", flat=True))
    added = [member for member in members if member not in there]
    gone = there - set(members)
    group.people.filter(member__in=gone).delete()
    GroupMember.objects.bulk_create(GroupMember(group=group, member_id=number) for number in added)
    act.record(group.club, group=group.pk, name=group.name, added=len(added), removed=len(gone))
    return group


def _demand_one_team(group: MemberGroup, members: Sequence[int]) -> None:
    """Refuse people who play for another team of the same series."""
    team = SeriesGroup.Use.TEAM
    series = group.in_series.filter(use=team).values("series")
    others = SeriesGroup.objects.filter(series__in=series, use=team).exclude(group=group).values("group")
    twice = GroupMember.objects.filter(group__in=others, member__in=members)
    found = [
        f"{name} ({other})" for name, other in twice.values_list("member__name", "group__name").distinct()
    ]
    if found:
        said = _("%(names)s: nobody can be in two teams of a series.")
        raise Refused(people=[said % {"names": ", ".join(sorted(found)[:MOST_NAMED])}])


@verb("remove_group", again=lambda before, about: None)
def remove_group(act: PendingDeed, *, actor: Account, deed: UUID, group: MemberGroup) -> None:
    """Nobody goes with it; refused while a series goes by it."""
    group = of_directed_club(group, actor)
    used = [series.series.title for series in group.in_series.select_related("series").order_by("pk")]
    if used:
        said = _("These series go by this group: %(titles)s. Please change their terms first.")
        raise Refused(form=[said % {"titles": ", ".join(dict.fromkeys(used))}])
    act.record(group.club, name=group.name)
    group.people.all().delete()
    group.delete()


def _asked(
    club: Club, name: str, people: Sequence[str], group: MemberGroup | None = None
) -> tuple[str, list[int]]:
    """Return the name, which no other group has, and the members who are meant.

    Whoever is in the group already stays, also without a name.
    """
    name = tidy(name)
    problems: dict[str, list[str]] = {}
    wrong = problems_with_name(name, LONGEST_GROUP)
    others = club.groups.exclude(pk=group.pk if group else 0)
    if folded(name) in {folded(other) for other in others.values_list("name", flat=True)}:
        wrong.append(_("Another group of this club has this name. Please choose another one."))
    if wrong:
        problems["name"] = wrong
    wanted = {folded(person): tidy(person) for person in people if tidy(person)}
    there = Q(anonymised_at=None) | Q(in_groups__group=group) if group else Q(anonymised_at=None)
    known = dict(Member.objects.filter(there, club=club).values_list("key", "pk"))
    unknown = [told for key, told in wanted.items() if key not in known]
    if unknown:
        told = ", ".join(one[:40] for one in unknown[:MOST_NAMED])
        if len(unknown) > MOST_NAMED:
            told = f"{told} …"
        said = _("Nobody in this club is called %(names)s. Please write names as in the list of members.")
        problems["people"] = [said % {"names": told}]
    refuse(problems)
    return name, [known[key] for key in wanted]
