"""What everybody sees."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.public import views

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("day/", views.whole_day, name="whole_day")
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("", views.public, name="public"),
    path("seating/", views.public_seating, name="public_seating"),
    path("standings/", views.public_standings, name="public_standings"),
    path("standings/embed/", views.embedded_standings, name="embedded_standings"),
    path("result/", views.result, name="result"),
    path("rounds/<int:number>/", views.public_round, name="public_round"),
    path("projector/", views.projector, name="projector"),
    path("pulse/", views.pulse, name="pulse"),
    path("clock/", views.clock_json, name="clock_json"),
    path("tables/<int:table>/pulse/", views.table_pulse, name="table_pulse"),
]
