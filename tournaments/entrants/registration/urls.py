"""Registration by the players."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.entrants.registration import views

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("registration/", views.desk, name="registration_desk"),
    path("registration/close/", views.close, name="close_registration"),
    path("registration/take-in/", views.take_in, name="take_in"),
    path("registration/strike/", views.strike, name="strike_signup"),
    path("registration/turn-away/", views.turn_away, name="turn_away_many"),
    path("registration/remove/", views.remove_turned_away, name="remove_turned_away"),
    path("registration/poster/", views.poster, name="poster"),
    path("registration/renew-door/", views.renew_door, name="renew_door"),
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("registration/", views.registration, name="registration"),
    path("registration/<str:mine>/", views.mine, name="my_registration"),
    path("registration/<str:mine>/cancel/", views.cancel, name="cancel_registration"),
    path("door/<str:door>/", views.door, name="at_the_door"),
]
