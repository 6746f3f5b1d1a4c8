"""Series."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.export.answering import exported
from tournaments.series import views

club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("series/", views.all_series, name="all_series"),
    path("series/new/", views.new_series, name="new_series"),
    path("series/year/", views.series_year, name="series_year"),
    path("series/<int:series>/", views.series, name="series"),
    path("series/<int:series>/show/", views.show_series, name="show_series"),
    path("series/<int:series>/certificates/", views.series_certificates, name="series_certificates"),
    path("series/<int:series>/", include(exported(views.export_series))),
    path("series/<int:series>/people/<str:person>/", views.series_person, name="series_person"),
    path("series/<int:series>/settings/", views.series_settings, name="series_settings"),
    path("series/<int:series>/events/", views.series_events, name="series_events"),
    path("series/<int:series>/teams/", views.series_teams, name="series_teams"),
    path("series/<int:series>/brought/", views.brought_points, name="brought_points"),
    path("series/<int:series>/old/", views.old_results, name="old_results"),
    path("series/<int:series>/lots/", views.series_lots, name="series_lots"),
    path("series/<int:series>/lots/withdraw/", views.withdraw_series_lot, name="withdraw_series_lot"),
    path("series/<int:series>/remove/", views.remove_series, name="remove_series"),
]

site_urls: list[URLPattern | URLResolver] = [  # for everybody
    path("series/<str:series_code>/", views.public_series, name="public_series"),
    path("series/<str:series_code>/embed/", views.embedded_series, name="embedded_series"),
    path("series/<str:series_code>/", include(exported(views.export_public_series))),
]
