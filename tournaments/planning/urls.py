"""Setting up tournaments, and their desk."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.planning.views import planning, presets

club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("", planning.tournaments, name="tournaments"),
    path("new/", planning.new_tournament, name="new_tournament"),
    path("presets/<int:preset>/", presets.preset, name="preset"),
    path("presets/<int:preset>/remove/", presets.remove_preset, name="remove_preset"),
]
tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("", planning.tournament, name="tournament"),
    path("settings/", planning.settings, name="settings"),
    path("show/", planning.show, name="show"),
    path("finish/", planning.finish, name="finish"),
    path("reopen/", planning.reopen, name="reopen"),
    path("copy/", planning.copy, name="copy"),
    path("preset/", presets.keep_preset, name="keep_preset"),
]
