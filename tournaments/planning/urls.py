"""Setting up tournaments, and their desk."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.planning import views

club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("", views.tournaments, name="tournaments"),
    path("new/", views.new_tournament, name="new_tournament"),
    path("presets/<int:preset>/", views.preset, name="preset"),
    path("presets/<int:preset>/remove/", views.remove_preset, name="remove_preset"),
]
tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("", views.tournament, name="tournament"),
    path("rounds/", views.rounds, name="rounds"),
    path("settings/", views.settings, name="settings"),
    path("show/", views.show, name="show"),
    path("finish/", views.finish, name="finish"),
    path("reopen/", views.reopen, name="reopen"),
    path("copy/", views.copy, name="copy"),
    path("preset/", views.keep_preset, name="keep_preset"),
]
