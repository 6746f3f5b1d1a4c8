"""What pages of groups show."""

from __future__ import annotations

from django.db.models import Count

from scoring.models import Club
from scoring.names import sorting
from tournaments.models import MemberGroup


def groups_of(club: Club) -> list[MemberGroup]:
    """Return the groups of a club by the alphabet, each with how many are in it."""
    found = MemberGroup.objects.filter(club=club).annotate(count=Count("people"))
    return sorted(found, key=lambda one: sorting(one.name))


def names_in(group: MemberGroup) -> str:
    """Return who is in a group, a name on each line."""
    found = group.people.order_by("member__sorting").values_list("member__name", flat=True)
    return "\n".join(found)
