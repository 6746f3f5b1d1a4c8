"""Calls and rulings."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.corrections.disputes.views import disputes, ruling

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("disputes/", disputes.disputes, name="disputes"),
    path("disputes/log/", disputes.disputes_log, name="disputes_log"),
    path("disputes/<uuid:call>/", ruling.dispute, name="dispute"),
    path("disputes/<uuid:call>/permit/", ruling.permit, name="permit_arbiter"),
    path("disputes/<uuid:call>/ruling/", ruling.ruling, name="ruling"),
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("tables/<int:table>/call/", disputes.call, name="call"),
    path("tables/<int:table>/call/<uuid:call>/withdraw/", disputes.withdraw_call, name="withdraw_call"),
]
