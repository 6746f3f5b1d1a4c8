"""Calls and rulings."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.disputes.views import disputes, ruling

club_urls: list[URLPattern | URLResolver] = []  # below clubs/<slug>/tournaments/
tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("disputes/", disputes.disputes, name="disputes"),
    path("disputes/log/", disputes.disputes_log, name="disputes_log"),
    path("disputes/<uuid:call>/", disputes.dispute, name="dispute"),
    path("disputes/<uuid:call>/permit/", disputes.permit, name="permit_arbiter"),
    path("disputes/<uuid:call>/ruling/", ruling.ruling, name="ruling"),
]
round_urls: list[URLPattern | URLResolver] = []  # below …/<int:pk>/rounds/<int:number>/
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("tables/<int:table>/call/", disputes.call, name="call"),
    path("tables/<int:table>/call/<uuid:call>/withdraw/", disputes.withdraw_call, name="withdraw_call"),
]
