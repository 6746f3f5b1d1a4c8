"""Links that only read: where their pages are, and what they hand to the rest of the program."""

from secrets import token_hex

from django.db.models import Q
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils.translation import gettext as _

from scoring.accounts.capability import FOUNDING
from scoring.capability import Capability, CoveredRows, OpenPage
from scoring.deeds import log_of
from scoring.export.answering import exported
from scoring.language import gettext_noop
from scoring.models import Shared, Sharing
from scoring.sharing import verbs, views
from scoring.sharing.feeds import EVENINGS
from scoring.signatures import LinkKind

site_urls: list[URLPattern | URLResolver] = [
    path("s/<str:code>/", views.shared, name="shared"),
    path("s/<str:code>/calendar.ics", views.feed, {"what": Shared.CALENDAR}, name="shared_calendar"),
    path("s/<str:code>/results.atom", views.feed, {"what": Shared.RESULTS}, name="shared_results"),
    path("s/<str:code>/embed/", views.embedded, name="embedded"),
    path("s/<str:code>/preview.png", views.shared_picture, name="shared_picture"),
    path("s/<str:code>/", include(exported(views.export_shared))),
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
    """Return what the invented club shares, the newest of each kind."""
    shown = {Shared.STANDINGS: _("Its standings"), Shared.EVENING: _("An evening, hand by hand")}
    links = Sharing.objects.readable().filter(club__demonstration=True, what__in=shown).order_by("pk")
    by_kind = {sharing.what: sharing for sharing in links}
    return [
        OpenPage(title, reverse("scoring:shared", args=[by_kind[what].code]))
        for what, title in shown.items()
        if what in by_kind
    ]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    covered=(
        CoveredRows(
            "shares",
            "club",
            frozenset((*FOUNDING, "share_evening", "share_standings", "share_player", "share_feed")),
            Sharing,
            "club",
            ("what", "evening", "member", "period", "made_by", "made_at"),
        ),
    ),
    links=(
        LinkKind(
            model=Sharing,
            open=lambda: Q(withdrawn_at=None),
            renew=lambda rows: rows.update(salt=token_hex()),
            club="club",
            singular=gettext_noop("shared link"),
            plural=gettext_noop("shared links"),
        ),
    ),
    feeds=(EVENINGS,),
    open_to_strangers=(shown_to_strangers,),
)
