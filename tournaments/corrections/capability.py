"""What is put right at a table: what it hands to the rest of the program."""

from django.urls import path

from scoring.capability import Capability
from scoring.deeds import log_of
from tournaments.corrections.verbs import leaving, paper, repair, seats
from tournaments.corrections.views import paper as paper_views
from tournaments.corrections.views import repair as views

round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("seats/", views.seats, name="seats"),
    path("tables/<int:table>/joined/<uuid:joined>/undo/", views.undo_joining, name="undo_joining"),
    path("results/", paper_views.results, name="paper_results"),
    path("paper/", paper_views.all_on_paper, name="all_on_paper"),
    path("exchange/", views.exchange, name="exchange_people"),
    path("open-again/", views.reopen_round, name="reopen_round"),
    path("tables/<int:table>/repair/", views.table, name="repair_table"),
    path("tables/<int:table>/leave/", views.leave, name="leave"),
    path("tables/<int:table>/leave/<uuid:leaving_id>/undo/", views.undo_leaving, name="undo_leaving"),
    path("tables/<int:table>/rules/", views.rules, name="rules_of_table"),
    path("tables/<int:table>/paper/", paper_views.play_on_paper, name="play_on_paper"),
    path("tables/<int:table>/hands/", paper_views.hands, name="paper_hands"),
    path("tables/<int:table>/result/take-back/", paper_views.take_back, name="paper_take_back"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(leaving, paper, repair, seats),
    # That a leaving is undone is written on the row itself.
    protected={
        "tournaments_paperresult": (),
        "tournaments_rewritten": (),
        "tournaments_leaving": (
            "id",
            "table_id",
            "entrant_id",
            "instead_id",
            "ranked",
            "reason_id",
            "by_id",
            "at",
        ),
    },
)
