"""What everybody sees."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.urls import exported
from tournaments.export import views as exports
from tournaments.public.views import public

club_urls: list[URLPattern | URLResolver] = []  # below clubs/<slug>/tournaments/
tournament_urls: list[URLPattern | URLResolver] = []  # below …/<int:pk>/
round_urls: list[URLPattern | URLResolver] = []  # below …/<int:pk>/rounds/<int:number>/
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("", public.public, name="public"),
    path("seating/", public.public_seating, name="public_seating"),
    path("standings/", public.public_standings, name="public_standings"),
    path("standings/", include(exported(exports.export_public_standings))),
    path("standings/embed/", public.embedded_standings, name="embedded_standings"),
    path("rounds/<int:number>/", public.public_round, name="public_round"),
    path("rounds/<int:number>/", include(exported(exports.export_public_round))),
    path("projector/", public.projector, name="projector"),
]
urlpatterns: list[URLPattern | URLResolver] = []  # the cards on the tables, and what phones ask all the time
