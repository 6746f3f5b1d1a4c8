"""People of a tournament: what it hands to the rest of the program."""

from __future__ import annotations

from django.urls import path

from scoring.capability import Capability
from scoring.deeds import log_of
from tournaments.entrants import verbs, views

tournament_urls = [  # below …/<int:pk>/
    path("people/", views.everybody, name="people"),
    path("people/register/", views.register, name="register"),
    path("people/import/", views.import_people, name="import_people"),
    path("people/<int:entrant>/", views.entrant, name="entrant"),
]
round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("people/", views.check_in, name="check_in"),
]


CAPABILITY = Capability(urls=__name__, words=log_of(verbs))
