"""What everybody sees of a tournament, and the handbook's chapter for its directors."""

from __future__ import annotations

from django.urls import path
from django.utils.translation import gettext_lazy as _

from scoring.capability import Capability
from scoring.handbook import HandbookChapter
from tournaments.public import views
from tournaments.public.pages.public import shown_to_strangers

tournament_urls = [  # below …/<int:pk>/
    path("day/", views.whole_day, name="whole_day")
]
public_urls = [  # below tournaments/<code>/
    path("", views.public, name="public"),
    path("seating/", views.public_seating, name="public_seating"),
    path("standings/", views.public_standings, name="public_standings"),
    path("standings/embed/", views.embedded_standings, name="embedded_standings"),
    path("result/", views.result, name="result"),
    path("rounds/<int:number>/", views.public_round, name="public_round"),
    path("projector/", views.projector, name="projector"),
    path("pulse/", views.pulse, name="pulse"),
    path("clock/", views.clock_json, name="clock_json"),
    path("tables/<int:table>/pulse/", views.table_pulse, name="table_pulse"),
]


CAPABILITY = Capability(
    urls=__name__,
    open_to_strangers=(shown_to_strangers,),
    handbook=(
        HandbookChapter(
            3,
            "director",
            "tournaments",
            _("A tournament day"),
            _("For directors and arbiters, hour by hour; with a list to print."),
            {
                "tournaments": "before",
                "tournaments.duties": "before",
                "tournaments.entrants": "people",
                "tournaments.entrants.registration": "registration",
                "tournaments.draw.wish_list": "wishes",
                "tournaments.series.sections": "sections",
                "tournaments.draw": "draw",
                "tournaments.rounds": "round",
                "tournaments.corrections.disputes": "disputes",
                "tournaments.corrections": "repair",
                "tournaments.series": "series",
                "tournaments.series.groups": "series",
                "tournaments.series.finals": "series",
                "tournaments.standings": "after",
                "tournaments.cash": "after",
                "tournaments.prizes": "after",
                "tournaments.public": "hall",
                "tournaments.export": "after",
            },
        ),
    ),
)
