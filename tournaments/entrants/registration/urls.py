"""Registration by the players."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.entrants.registration.views import desk, phones

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("registration/", desk.registration, name="registration_desk"),
    path("registration/close/", desk.close, name="close_registration"),
    path("registration/take-in/", desk.take_in, name="take_in"),
    path("registration/strike/", desk.strike, name="strike_signup"),
    path("registration/turn-away/", desk.turn_away, name="turn_away_many"),
    path("registration/remove/", desk.remove_turned_away, name="remove_turned_away"),
    path("registration/poster/", desk.poster, name="poster"),
    path("registration/renew-door/", desk.renew_door, name="renew_door"),
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("registration/", phones.registration, name="registration"),
    path("registration/<str:mine>/", phones.mine, name="my_registration"),
    path("registration/<str:mine>/cancel/", phones.cancel, name="cancel_registration"),
    path("door/<str:door>/", phones.door, name="at_the_door"),
]
