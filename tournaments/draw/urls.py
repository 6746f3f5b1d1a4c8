"""The draw, seating lists, cards."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.draw.views import blanks, cards, drawing

tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("cards/", cards.cards, name="cards"),
    path("cards/<int:table>/renew/", cards.renew_card, name="renew_card"),
]
round_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/rounds/<int:number>/
    path("draw/", drawing.draw, name="draw"),
    path("draw/all/", drawing.draw_all, name="draw_all"),
    path("draw/ahead/", drawing.take_prepared, name="take_prepared"),
    path("draw/swap/", drawing.swap, name="swap"),
    path("draw/publish/", drawing.publish, name="publish"),
    path("draw/discard/", drawing.discard, name="discard"),
    path("seating/", drawing.seating, name="seating"),
    path("blank/", blanks.round_blanks, name="round_blanks"),
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("tables/<int:table>/card/now/", cards.at_card, name="at_card"),
]
site_urls: list[URLPattern | URLResolver] = [
    path("c/<str:code>/", cards.card, name="card"),
    path("c/<str:code>/now/", cards.card_now, name="card_now"),
]
