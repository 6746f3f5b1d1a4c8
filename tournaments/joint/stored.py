"""What series of several clubs keep of a member, and what goes together with a name."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.figures.figures import Column, ColumnKind, FigureRow, Figures
from scoring.models import Member
from scoring.privacy.traces import TracedPerson
from tournaments.models import SamePerson


def stored_of_joint_series(member: Member) -> Iterator[Figures]:
    """Yield in which further clubs somebody is the same person."""
    found = SamePerson.objects.filter(Q(one=member) | Q(other=member)).select_related(
        "series", "one__club", "other__club"
    )
    columns = (
        Column(_("Series"), key="series"),
        Column(_("Club"), key="club"),
        Column(_("Proposed"), ColumnKind.MOMENT, key="said"),
        Column(_("Agreed"), ColumnKind.MOMENT, key="agreed"),
    )
    rows: list[FigureRow] = [
        (one.series.title, (one.other if one.one_id == member.pk else one.one).club.name, *_when(one))
        for one in found.order_by("pk")
    ]
    name = _("The same person in two clubs")
    yield Figures(name, columns, tuple(rows), name=name)


def _when(one: SamePerson) -> tuple[datetime, datetime | None]:
    return one.said_at, one.agreed_at


def forget(person: TracedPerson, _neutral: str) -> None:
    """Let nobody be joined with somebody whose name is gone: the other club would still know who it was."""
    if person.member is not None:
        SamePerson.objects.filter(Q(one=person.member) | Q(other=person.member)).delete()
