"""The standings of a whole day for a wall: paper has everything that a screen has."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from scoring.web.tables import Count, NameColumn, PageTable


class WallTable(PageTable):
    """Some of those in the standings: rank, name, and what stands behind."""

    rank = Count(verbose_name=gettext_lazy("Rank"), accessor="0", default="")
    name = NameColumn(gettext_lazy("Name"), accessor="1")

    class Meta:
        attrs = {"class": "on-wall figures"}
        orderable = False
        template_name = "scoring/web/list_aside.html"

    def __init__(self, part: Mapping[str, Any], of: str) -> None:
        behind = (
            (f"behind_{index}", Count(verbose_name=title, accessor=f"3__{index}", default=""))
            for index, title in enumerate(part["columns"])
        )
        self.title = part["title"]
        label = f"{of}, {self.title}" if self.title else of
        super().__init__(part["rows"], extra_columns=behind, label=label)

    def render_name(self, value: str, record: Sequence[Any]) -> SafeString | str:
        return format_html("{} <small>{}</small>", value, record[2]) if record[2] else value
