"""The lists of a club: its members, and what was done in it."""

from collections.abc import Iterable
from datetime import datetime

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.capability import log_line
from scoring.clock import moment_in_words
from scoring.models import Club, Deed, Member, Role
from scoring.web.tables import NameColumn, PageTable


class MembersTable(PageTable):
    """Members with their roles; for directors each leads to a page, beside it how they come in."""

    name = NameColumn(gettext_lazy("Name"))
    roles = tables.Column(gettext_lazy("Roles"))
    account = tables.Column(gettext_lazy("Account"), accessor="active")

    class Meta:
        attrs = {"class": "dense members"}
        orderable = False
        template_name = "scoring/web/list.html"

    def __init__(self, members: Iterable[Member], club: Club) -> None:
        super().__init__(members, exclude=() if club.is_directed else ("account",))
        self.club = club

    def render_name(self, value: str, record: Member) -> SafeString | str:
        if not self.club.is_directed:
            return value
        address = reverse("scoring:member", args=[self.club.slug, record.pk])
        return format_html('<a href="{}">{}</a>', address, value)

    def render_roles(self, value: list[Role]) -> SafeString:
        return format_html_join("", '<span class="chip">{}</span>', ((role.label,) for role in value))

    def render_account(self, value: bool, record: Member) -> SafeString:
        has_one = record.account_id is not None
        tags = [_("has an account")] if has_one else []
        if record.is_invited and value:
            tags.append(_("open password link") if has_one else _("invited"))
        return format_html_join("", '<span class="chip quiet">{}</span>', ((words,) for words in tags))


class LogTable(PageTable):
    """Who changed what, and when."""

    at = tables.Column(gettext_lazy("When"))
    actor = tables.Column(gettext_lazy("Who"))
    what = tables.Column(gettext_lazy("What"), accessor="pk")

    class Meta:
        attrs = {"class": "dense log"}
        orderable = False
        template_name = "scoring/web/list.html"

    def render_at(self, value: datetime) -> SafeString:
        return format_html(
            '<time datetime="{}">{}</time>', localtime(value).isoformat(), moment_in_words(value)
        )

    def render_actor(self, value: object) -> SafeString:
        return format_html("<b>{}</b>", value)

    def render_what(self, record: Deed) -> str:
        return log_line(record)
