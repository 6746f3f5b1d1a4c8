"""Calls and rulings: what it hands to the rest of the program."""

from __future__ import annotations

from django.urls import path

from scoring.capability import Capability
from scoring.deeds import log_of
from tournaments.corrections.disputes import verbs, views

tournament_urls = [  # below …/<int:pk>/
    path("disputes/", views.disputes, name="disputes"),
    path("disputes/log/", views.disputes_log, name="disputes_log"),
    path("disputes/<uuid:call>/", views.dispute, name="dispute"),
    path("disputes/<uuid:call>/permit/", views.permit, name="permit_arbiter"),
    path("disputes/<uuid:call>/ruling/", views.ruling, name="ruling"),
]
public_urls = [  # below tournaments/<code>/
    path("tables/<int:table>/call/", views.call, name="call"),
    path("tables/<int:table>/call/<uuid:call>/withdraw/", views.withdraw_call, name="withdraw_call"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    # That a call is withdrawn is written on the row itself.
    protected={
        "tournaments_ruling": (),
        "tournaments_permit": (),
        "tournaments_call": ("id", "table_id", "words_id", "by_id", "at"),
    },
)
