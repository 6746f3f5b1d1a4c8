"""Finals of series."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.series.finals import views

club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("series/<int:series>/final/", views.series_final, name="series_final"),
    path("series/<int:series>/final/terms/", views.final_terms, name="final_terms"),
    path("series/<int:series>/final/decline/", views.decline_final, name="decline_final"),
    path("series/<int:series>/final/register/", views.register_finalists, name="register_finalists"),
    path("series/<int:series>/final/remove/", views.remove_final, name="remove_final"),
]
