"""Who took and paid the money of a day."""

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.web.tables import Count, NameColumn, PageTable
from tournaments.cash.pages import DaySheet

Taker = tuple[str, int, int, int]  # name (empty: not noted), came in, went out, what is left of it


class TakersTable(PageTable):
    """Everybody who took or paid money, and what they should have; below them all of it."""

    label = gettext_lazy("What everybody should have")
    captioned = True
    name = NameColumn("", accessor="3", footer=lambda table: table.together)
    balance = Count(verbose_name="", accessor="3", footer=lambda table: table.in_words(table.day.sum.result))

    class Meta:
        attrs = {"class": "sums card lined right"}
        orderable = False
        show_header = False
        template_name = "scoring/web/list.html"

    def __init__(self, day: DaySheet) -> None:
        self.day, self.in_words = day, day.sum.in_words
        super().__init__(day.takers)

    @property
    def together(self) -> SafeString:
        return self._with_sums(_("Together"), self.day.sum.all_in, self.day.sum.all_out)

    def _with_sums(self, name: str, came: int, went: int) -> SafeString:
        sums = _("(in %(came)s, out %(went)s)") % {"came": self.in_words(came), "went": self.in_words(went)}
        return format_html('{} <span class="quiet">{}</span>', name, sums)

    def render_name(self, record: Taker) -> SafeString:
        name, came, went, _balance = record
        return self._with_sums(name or _("not noted"), came, went)

    def render_balance(self, value: Any) -> str:
        return self.in_words(value)
