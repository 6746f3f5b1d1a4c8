"""What groups keep of a member."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.export.figures import FigureRow, Figures
from scoring.models import Member
from scoring.web.columns import Column


def stored_of_groups(member: Member) -> Iterator[Figures]:
    """Yield the groups in which somebody is."""
    found = member.in_groups.select_related("group").order_by("group__name", "pk")
    rows: list[FigureRow] = [(group_member.group.name,) for group_member in found]
    yield Figures(_("Groups"), (Column(_("Group"), key="group"),), tuple(rows), name=_("Groups"))
