"""The draw, seating lists, cards."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.draw import views

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("cards/", views.cards, name="cards"),
    path("cards/<int:table>/renew/", views.renew_card, name="renew_card"),
]
round_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/rounds/<int:number>/
    path("draw/", views.draw, name="draw"),
    path("draw/all/", views.draw_all, name="draw_all"),
    path("draw/ahead/", views.take_prepared, name="take_prepared"),
    path("draw/swap/", views.swap, name="swap"),
    path("draw/publish/", views.publish, name="publish"),
    path("draw/discard/", views.discard, name="discard"),
    path("seating/", views.seating, name="seating"),
    path("blank/", views.round_blanks, name="round_blanks"),
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("tables/<int:table>/card/now/", views.at_card, name="at_card"),
]
site_urls: list[URLPattern | URLResolver] = [
    path("c/<str:code>/", views.card, name="card"),
    path("c/<str:code>/now/", views.card_now, name="card_now"),
]
