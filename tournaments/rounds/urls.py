"""The clock and the board of the director, and what a table says at the bell."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.rounds.views import bell, board, onwards, rounds

round_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/rounds/<int:number>/
    path("", board.round_page, name="round"),
    path("board/", board.board, name="board"),
    path("everybody-back/", onwards.everybody_back, name="everybody_back"),
    path("publish-and-start/", onwards.publish_and_start, name="publish_and_start"),
    path("start/", rounds.start_round, name="start_round"),
    path("clock/", rounds.run_clock, name="run_clock"),
    path("ring/", rounds.ring, name="ring"),
    path("double/", rounds.double_round, name="double_round"),
    path("close/", rounds.close_round, name="close_round"),
    path("tables/<int:table>/", board.table, name="table"),
    path("tables/<int:table>/allow/", board.allow_hand, name="allow_hand"),
    path("tables/<int:table>/close/", board.close_table, name="close_table"),
    path("tables/<int:table>/reopen/", board.reopen_table, name="reopen_table"),
]
public_urls: list[URLPattern | URLResolver] = [  # below tournaments/<code>/
    path("tables/<int:table>/dealt/", bell.say_dealt, name="say_dealt"),
    path("tables/<int:table>/hand-in/", bell.hand_in, name="hand_in"),
]
