"""What everybody sees."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.public.views import public, pulse, whole_day

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("day/", whole_day.whole_day, name="whole_day"),
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("", public.public, name="public"),
    path("seating/", public.public_seating, name="public_seating"),
    path("standings/", public.public_standings, name="public_standings"),
    path("standings/embed/", public.embedded_standings, name="embedded_standings"),
    path("result/", whole_day.result, name="result"),
    path("rounds/<int:number>/", public.public_round, name="public_round"),
    path("projector/", public.projector, name="projector"),
    path("pulse/", pulse.pulse, name="pulse"),
    path("clock/", pulse.clock_json, name="clock_json"),
    path("tables/<int:table>/pulse/", pulse.table_pulse, name="table_pulse"),
]
