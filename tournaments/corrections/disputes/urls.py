"""Calls and rulings."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.corrections.disputes import views

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("disputes/", views.disputes, name="disputes"),
    path("disputes/log/", views.disputes_log, name="disputes_log"),
    path("disputes/<uuid:call>/", views.dispute, name="dispute"),
    path("disputes/<uuid:call>/permit/", views.permit, name="permit_arbiter"),
    path("disputes/<uuid:call>/ruling/", views.ruling, name="ruling"),
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("tables/<int:table>/call/", views.call, name="call"),
    path("tables/<int:table>/call/<uuid:call>/withdraw/", views.withdraw_call, name="withdraw_call"),
]
