"""Addresses of earlier versions, each redirected to the page with its content, throughout 2.x."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.generic import RedirectView

from scoring.web.submitting import typed_fields

# What a form sends beside the words that somebody typed or chose.
HIDDEN = ("csrfmiddlewaretoken", "deed", "shown", "before", "looked", "step", "do")

# By what a capability's pages lie below (scoring/urls.py): the old address, and the name of today's page.
OLD_ADDRESSES = {
    "site_urls": {
        "s/<str:code>/people/export/<str:form>/": "export_shared",
        "password/": "display",
        "signed-in/": "display",
        "second-factor/": "display",
        "privacy/": "imprint",
        "check/tarock-results-1.pack.zip": "/handbook/results/#results-programs",
        "rules/<slug:slug>/examples/<slug:key>/": "../#%(key)s",  # a game, or an example by its anchor
    },
    "club_urls": {
        "owed/": "evenings",
        "coming/": "evenings",
        "evenings/new/": "just_play",
        **{
            f"old-sheets/template/{kind}/{form}/": "import_old_sheets"
            for kind in ("hands", "amounts")
            for form in ("xlsx", "csv")
        },
        "old-sheets/<int:pk>/check/": "old_batch",
        "guests/": "members",
        "members/new/": "members",
        "season/<int:pk>/": "member",
        "season/<int:pk>/export/<str:form>/": "export_career",
        "rules/import/": "new_own_sheet",
        "season/what-if/": "compare_sheets",
        "season/rating/": "season",
        "season/rating/export/<str:form>/": "export_season",
    },
    "evening_urls": {
        "what-if/": "evening",
        "settling/": "evening",
        "story/": "evening",
        "settling/export/<str:form>/": "export_evening",
        "tables/new/": "new_table",
    },
    "rule_sheet_urls": {
        "<str:page>/": "../",
        "<str:page>/<str:row>/": "../../",
    },  # of a rule sheet that is edited
    "sheet_urls": {"record/plain/": "record"},
    "tournaments_urls": {  # of a club's tournaments: tournaments/urls.py
        "end-tables/": "tournaments:lists",
        "end-tables/write/": "tournaments:write_list",
        "end-tables/files/": "tournaments:results_in",
        "groups/": "tournaments:lists",
        "groups/new/": "tournaments:write_list",
        "series/year/": "tournaments:all_series",
        "series/history/": "tournaments:series_years",
        **{
            f"series/<int:series>/{part}/": "tournaments:series"
            for part in ("teams", "lots", "brought", "final/terms")
        },
        "end-tables/<int:end_table>/": "../../lists/",  # lists have numbers of their own
        "groups/<int:group>/": "../../lists/",
    },
    "tournament_urls": {"rounds/": "tournaments:tournament"},  # of a tournament: tournaments/urls.py
    "round_urls": {
        "standings/": "tournaments:standings",
        "board/": "tournaments:round",
        "tables/<int:table>/repair/": "tournaments:table",
        "tables/<int:table>/hands/": "tournaments:table",
        "tables/<int:table>/rules/": "tournaments:table",
        "tables/<int:table>/leave/": "tournaments:table",
        "tables/<int:table>/ruling/": "tournaments:table",
        "exchange/": "tournaments:round",
    },
}


def old_addresses(prefix: str) -> list[URLPattern]:
    """Return the redirects below a prefix; ids in an address and its query go along."""
    return [path(old, _leading_to(page)) for old, page in OLD_ADDRESSES.get(prefix, {}).items()]


def _leading_to(page: str) -> Callable[..., HttpResponseBase]:
    if page.startswith((".", "/")):  # it lies above, or elsewhere
        return _Moved.as_view(url=page)
    return _Moved.as_view(pattern_name=page if ":" in page else f"scoring:{page}", query_string=True)


class _Moved(RedirectView):
    """A page of earlier versions; a form open during the update is not saved, and says so."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect with the typed words, so that they can be typed again in their new place."""
        words = [value for name, value in typed_fields(request, HIDDEN) if value.strip()]
        template = _("Not saved: an update has moved this page. Please do it here. You had sent: %(words)s.")
        messages.error(request, template % {"words": "; ".join(words) or "–"})
        return self.get(request, *args, **kwargs)
