"""Rounds: what it hands to the rest of the program."""

from __future__ import annotations

from django.urls import path

from scoring.capability import Capability
from scoring.deeds import log_of
from tournaments.rounds import views
from tournaments.rounds.verbs import bell_verbs, rounds, timing

round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    path("", views.round_page, name="round"),
    path("board/", views.board, name="board"),
    path("everybody-back/", views.everybody_back, name="everybody_back"),
    path("publish-and-start/", views.publish_and_start, name="publish_and_start"),
    path("start/", views.start_round, name="start_round"),
    path("clock/", views.run_clock, name="run_clock"),
    path("ring/", views.ring, name="ring"),
    path("double/", views.double_round, name="double_round"),
    path("close/", views.close_round, name="close_round"),
    path("tables/<int:table>/", views.table, name="table"),
    path("tables/<int:table>/allow/", views.allow_hand, name="allow_hand"),
    path("tables/<int:table>/close/", views.close_table, name="close_table"),
    path("tables/<int:table>/reopen/", views.reopen_table, name="reopen_table"),
]
public_urls = [  # below tournaments/<code>/
    path("tables/<int:table>/dealt/", views.say_dealt, name="say_dealt"),
    path("tables/<int:table>/hand-in/", views.hand_in, name="hand_in"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(rounds, timing, bell_verbs),
    protected={"tournaments_tick": ()},
)
