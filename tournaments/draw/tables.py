"""How often the people of a draw meet."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy

from scoring.web.tables import Count, NameColumn, PageTable


class MeetingsTable(PageTable):
    """Pairs at the tables, by how often they have met before."""

    label = gettext_lazy("How often people of a table meet")
    met = NameColumn(gettext_lazy("Meet"), accessor="0")
    pairs = Count(verbose_name=gettext_lazy("Pairs"), accessor="1")

    class Meta:
        attrs = {"class": "met-again"}
        orderable = False

    def __init__(self, often: Iterable[tuple[str, int]]) -> None:
        super().__init__(often)
