"""What pages of groups show."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from scoring.models import Club
from tournaments.models import MemberGroup


def groups_of(club: Club) -> QuerySet[MemberGroup]:
    """Return the groups of a club, each with how many are in it."""
    return MemberGroup.objects.filter(club=club).annotate(count=Count("people"))


def names_in(group: MemberGroup) -> str:
    """Return who is in a group, a name on each line."""
    found = group.people.order_by("member__sorting").values_list("member__name", flat=True)
    return "\n".join(found)
