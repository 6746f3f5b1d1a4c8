"""Registration, check-in, fees."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.entrants import views as people

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("people/", people.everybody, name="people"),
    path("people/register/", people.register, name="register"),
    path("people/import/", people.import_people, name="import_people"),
    path("people/<int:entrant>/", people.entrant, name="entrant"),
]
round_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/rounds/<int:number>/
    path("people/", people.check_in, name="check_in"),
]
