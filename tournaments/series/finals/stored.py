"""What finals keep of a member."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.export.figures import FigureRow, Figures
from scoring.models import Member
from scoring.web.columns import Column, ColumnKind


def stored_of_finals(member: Member) -> Iterator[Figures]:
    """Yield the finals that somebody declined."""
    found = member.declines.select_related("final__tournament").order_by("at", "pk")
    columns = (Column(_("Final"), key="final"), Column(_("When"), ColumnKind.MOMENT, key="at"))
    rows: list[FigureRow] = [(decline.final.tournament.title, decline.at) for decline in found]
    yield Figures(_("Finals declined"), columns, tuple(rows), name=_("Finals declined"))
