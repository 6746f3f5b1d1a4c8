"""Evenings and seasons under another sheet, beside what they really were."""

from collections.abc import Iterable, Mapping
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.amounts import noted
from scoring.engine.result import Amount
from scoring.web.tables import Count, NameColumn, PageTable, PointsColumn

IMAGINED = {"th": {"class": "number"}, "td": {"class": "number thought"}}


class ImaginedColumn(PointsColumn):
    """A column of hypothetical points."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.attrs = IMAGINED


class ComparedTable(PageTable):
    """What everybody has, and would have; where hands do not exist there, also in those that do."""

    name = NameColumn(gettext_lazy("Name"))
    really = PointsColumn(verbose_name=gettext_lazy("Really"), accessor="tally__really")
    comparable = PointsColumn(verbose_name=gettext_lazy("of which comparable"), accessor="tally__comparable")
    thought = ImaginedColumn(verbose_name=gettext_lazy("What if"), accessor="tally__thought")
    difference = PointsColumn(verbose_name=gettext_lazy("Difference"), accessor="tally__difference")

    class Meta:
        orderable = False

    def __init__(
        self, people: Iterable[Any], thought: Mapping[str, Any], *without: str, **options: Any
    ) -> None:
        hidden = () if thought["losses"]["untranslated"] else ("comparable",)
        super().__init__(people, exclude=(*hidden, *without), **options)


class ComparedStandingsTable(ComparedTable):
    """The standings of a season, with the rank before where it is another."""

    rank = tables.Column(gettext_lazy("Rank"), accessor="rank_thought")

    class Meta(ComparedTable.Meta):
        attrs = {"class": "compared"}
        sequence = ("rank", "...")

    def render_rank(self, value: int, record: Mapping[str, Any]) -> SafeString | int:
        if value == (real_rank := record["rank_really"]):
            return value
        return format_html(
            '<span class="unseen">{}</span><span aria-hidden="true">{} → <b>{}</b></span>',
            _("%(rank)s instead of %(before)s") % {"rank": value, "before": real_rank},
            real_rank,
            value,
        )


class ComparedEveningTable(ComparedTable):
    """One evening; with the money and the Schrift where these are kept."""

    label = gettext_lazy("Who would have what")
    money = Count(verbose_name=gettext_lazy("In reality, money"))
    thought_money = Count(verbose_name=gettext_lazy("What if, money"))
    schrift = Count(verbose_name=gettext_lazy("In reality, Schrift"), accessor="tally__schrift")
    thought_schrift = Count(verbose_name=gettext_lazy("What if, Schrift"), accessor="tally__thought_schrift")

    class Meta(ComparedTable.Meta):
        pass

    def __init__(self, thought: Mapping[str, Any]) -> None:
        money = () if thought["pays"] else ("money", "thought_money")
        schrift = () if thought["keeps_schrift"] else ("schrift", "thought_schrift")
        super().__init__(thought["people"], thought, *money, *schrift)
        for name in {"thought_money", "thought_schrift"} & set(self.columns.names()):
            self.columns[name].column.attrs = IMAGINED

    def render_name(self, value: str, record: Mapping[str, Any]) -> SafeString | str:
        return format_html("{} <small>{}</small>", value, _("Guest")) if record["guest"] else value

    def render_schrift(self, value: Amount) -> str:
        return noted(value)

    def render_thought_schrift(self, value: Amount) -> str:
        return noted(value)
