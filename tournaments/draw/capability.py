"""The draw: what it hands to the rest of the program."""

from __future__ import annotations

from django.urls import path

from scoring.capability import Capability
from scoring.deeds import log_of
from scoring.sealing import LinkKind
from tournaments.draw import verbs, views
from tournaments.models import Card

tournament_urls = [  # below …/<int:pk>/
    path("cards/", views.cards, name="cards"),
    path("cards/<int:table>/renew/", views.renew_card, name="renew_card"),
]
round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("draw/", views.draw, name="draw"),
    path("draw/all/", views.draw_all, name="draw_all"),
    path("draw/ahead/", views.take_prepared, name="take_prepared"),
    path("draw/swap/", views.swap, name="swap"),
    path("draw/publish/", views.publish, name="publish"),
    path("draw/discard/", views.discard, name="discard"),
    path("seating/", views.seating, name="seating"),
    path("blank/", views.round_blanks, name="round_blanks"),
]
public_urls = [  # below tournaments/<code>/
    path("tables/<int:table>/card/now/", views.at_card, name="at_card"),
]
site_urls = [
    path("c/<str:code>/", views.card, name="card"),
    path("c/<str:code>/now/", views.card_now, name="card_now"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    links=(
        LinkKind(
            model=Card,
            columns=("generation",),
            key=("tournament_id", "number"),
            below="tournament",
        ),
    ),
)
