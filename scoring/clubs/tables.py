"""The lists of a club: its members, and what was done in it."""

from collections.abc import Iterable
from datetime import datetime

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.capability import log_line
from scoring.clock import moment_in_words
from scoring.clubs.pages import ListedMember
from scoring.engine.amounts import noted
from scoring.models import Club, Deed
from scoring.season.tables import DrawingColumn, drawn_strip
from scoring.web.tables import Count, Line, ListTable, NameColumn, PointsColumn, coloured


class MembersTable(ListTable):
    """Members with their roles and what they have won this season; each row leads to the person."""

    label = gettext_lazy("Members")
    figures = ("points",)

    name = NameColumn(gettext_lazy("Name"), accessor="member__name")
    roles = tables.Column(gettext_lazy("Role"), default="")
    evenings = Count(verbose_name=gettext_lazy("Evenings"), accessor="score__evenings", default="–")
    hands = Count(verbose_name=gettext_lazy("Hands"), accessor="score__hands", default="–")
    form = DrawingColumn(gettext_lazy("Form"))
    points = PointsColumn(
        verbose_name=gettext_lazy("Season"), accessor="score__points", default="–", look="main"
    )

    class Meta:
        attrs = {"class": "figures"}
        orderable = False

    def __init__(self, people: Iterable[ListedMember], club: Club) -> None:
        super().__init__(people)
        self.club = club

    def address_of(self, record: ListedMember) -> str:
        return reverse("scoring:member", args=[self.club.slug, record.member.pk])

    def render_name(self, value: str, record: ListedMember) -> SafeString:
        return format_html('<a href="{}">{}</a>', self.address_of(record), value)

    def render_form(self, record: ListedMember) -> SafeString | str:
        return drawn_strip(record.form) if record.form else ""

    def row_class(self, record: ListedMember) -> str:
        return "mine" if record.member.pk == self.club.member_id else ""

    def line(self, record: ListedMember) -> Line:
        """Return the row on a phone: roles and evenings below the name."""
        css, score = self.row_class(record), record.score
        me = format_html(" <small>{}</small>", _("you")) if css else ""
        evenings = (
            _("not played yet")
            if score is None
            else ngettext("%(number)d evening", "%(number)d evenings", score.evenings)
            % {"number": score.evenings}
        )
        small = " · ".join(filter(None, (record.roles, record.link, evenings)))
        points = "–" if score is None else coloured(score.points, noted(score.points))
        title = SafeString(f"{escape(record.member.name)}{me}")
        return Line(title, small, points, address=self.address_of(record), css=css)


class LogTable(ListTable):
    """Who changed what, and when."""

    at = tables.Column(gettext_lazy("When"))
    actor = tables.Column(gettext_lazy("Who"))
    what = tables.Column(gettext_lazy("What"), accessor="pk")

    class Meta:
        attrs = {"class": "figures"}
        orderable = False

    def render_at(self, value: datetime) -> SafeString:
        return format_html(
            '<time datetime="{}">{}</time>', localtime(value).isoformat(), moment_in_words(value)
        )

    def render_actor(self, value: object) -> SafeString:
        return format_html("<b>{}</b>", value)

    def render_what(self, record: Deed) -> str:
        return log_line(record)

    def line(self, record: Deed) -> Line:
        """Return a log line for a phone: the deed, and below it who did it and when."""
        return Line(log_line(record), f"{record.actor} · {moment_in_words(record.at)}", "")
