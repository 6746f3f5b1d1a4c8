"""Links that only read: where their pages are, and what they hand to the rest of the program."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils.translation import gettext as _

from scoring.accounts.verbs import code_of
from scoring.capability import Capability, OpenPage
from scoring.export.answering import exported
from scoring.models import Shared, Sharing
from scoring.sharing import views
from scoring.sharing.feeds import EVENINGS

site_urls: list[URLPattern | URLResolver] = [
    path("s/<str:code>/", views.shared, name="shared"),
    path("s/<str:code>/calendar.ics", views.feed, {"what": Shared.CALENDAR}, name="shared_calendar"),
    path("s/<str:code>/results.atom", views.feed, {"what": Shared.RESULTS}, name="shared_results"),
    path("s/<str:code>/embed/", views.embedded, name="embedded"),
    path("s/<str:code>/", include(exported(views.export_shared))),
    path("s/<str:code>/people/", include(exported(views.export_shared_people))),
    path("exports/<str:token>/", views.ready_export, name="ready_export"),
    path("export-schema.json", views.export_schema, name="export_schema"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("season/<int:pk>/share/", views.share_player, name="share_player"),
    path("sharing/", views.sharings, name="sharings"),
    path("sharing/calendar/", views.share_feed, {"what": Shared.CALENDAR}, name="share_calendar"),
    path("sharing/results/", views.share_feed, {"what": Shared.RESULTS}, name="share_results"),
    path("sharing/coming/", views.share_feed, {"what": Shared.COMING}, name="share_coming"),
    path("sharing/<int:pk>/withdraw/", views.withdraw_sharing, name="withdraw_sharing"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("share/", views.share_evening, name="share_evening"),
]


def shown_to_strangers() -> list[OpenPage]:
    """Return what the owner of the invented club shares of it; of each kind the newest."""
    shown = {Shared.STANDINGS: _("Its standings"), Shared.EVENING: _("An evening, hand by hand")}
    found = Sharing.objects.readable().filter(club__demonstration=True, what__in=shown).order_by("pk")
    by_kind = {sharing.what: sharing for sharing in found}
    return [
        OpenPage(title, reverse("scoring:shared", args=[code_of(by_kind[what])]))
        for what, title in shown.items()
        if what in by_kind
    ]


CAPABILITY = Capability(
    urls=__name__,
    feeds=(EVENINGS,),
    open_to_strangers=(shown_to_strangers,),
)
