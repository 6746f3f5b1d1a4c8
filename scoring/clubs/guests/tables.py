"""What becomes of the standings when a guest is a member."""

from collections.abc import Iterable, Mapping
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.web.tables import Count, NameColumn, PageTable, PointsColumn


class ChangedRanksTable(PageTable):
    """Everybody whose place changes, twice: so far, and from now on."""

    label = gettext_lazy("The standings of all evenings")
    name = NameColumn(gettext_lazy("Name"))
    when = tables.Column("")
    rank = Count(verbose_name=gettext_lazy("Rank"), accessor="one__rank", default="–")
    points = PointsColumn(verbose_name=gettext_lazy("Points"), accessor="one__score__points", default="–")
    evenings = Count(verbose_name=gettext_lazy("Evenings"), accessor="one__score__evenings", default="–")
    hands = Count(verbose_name=gettext_lazy("Hands"), accessor="one__score__hands", default="–")

    class Meta:
        attrs = {"class": "standings"}
        orderable = False

    def __init__(self, changes: Iterable[Mapping[str, Any]]) -> None:
        super().__init__(
            {"name": change["name"], "guest": change["guest"], "when": when, "one": change[key]}
            for change in changes
            for key, when in (("before", _("so far")), ("after", _("from now on")))
        )

    def render_name(self, value: str, record: Mapping[str, Any]) -> str:
        return f"{value} ({_('guest')})" if record["guest"] else value
