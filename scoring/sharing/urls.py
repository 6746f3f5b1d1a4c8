"""Links that only read, and files: where its pages are."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.export.addresses import exported
from scoring.models import Shared
from scoring.sharing.views import exports, feeds, sharing

site_urls: list[URLPattern | URLResolver] = [
    path("s/<str:code>/", sharing.shared, name="shared"),
    path("s/<str:code>/calendar.ics", feeds.feed, {"what": Shared.CALENDAR}, name="shared_calendar"),
    path("s/<str:code>/results.atom", feeds.feed, {"what": Shared.RESULTS}, name="shared_results"),
    path("s/<str:code>/embed/", sharing.embedded, name="embedded"),
    path("s/<str:code>/", include(exported(sharing.export_shared))),
    path("s/<str:code>/people/", include(exported(sharing.export_shared_people))),
    path("exports/<str:token>/", exports.ready_export, name="ready_export"),
    path("export-schema.json", exports.export_schema, name="export_schema"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("season/<int:pk>/share/", sharing.share_player, name="share_player"),
    path("sharing/", sharing.sharings, name="sharings"),
    path("sharing/calendar/", feeds.share_feed, {"what": Shared.CALENDAR}, name="share_calendar"),
    path("sharing/results/", feeds.share_feed, {"what": Shared.RESULTS}, name="share_results"),
    path("sharing/coming/", feeds.share_feed, {"what": Shared.COMING}, name="share_coming"),
    path("sharing/<int:pk>/withdraw/", sharing.withdraw_sharing, name="withdraw_sharing"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("share/", sharing.share_evening, name="share_evening"),
]
