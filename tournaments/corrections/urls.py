"""What is put right afterwards."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.corrections.views import paper, repair

round_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/rounds/<int:number>/
    path("seats/", repair.seats, name="seats"),
    path("tables/<int:table>/joined/<uuid:joined>/undo/", repair.undo_joining, name="undo_joining"),
    path("exchange/", repair.exchange, name="exchange_people"),
    path("open-again/", repair.reopen_round, name="reopen_round"),
    path("tables/<int:table>/repair/", repair.table, name="repair_table"),
    path("tables/<int:table>/leave/", repair.leave, name="leave"),
    path("tables/<int:table>/leave/<uuid:leaving_id>/undo/", repair.undo_leaving, name="undo_leaving"),
    path("tables/<int:table>/rules/", repair.rules, name="rules_of_table"),
    path("tables/<int:table>/paper/", paper.play_on_paper, name="play_on_paper"),
    path("tables/<int:table>/hands/", paper.hands, name="paper_hands"),
    path("tables/<int:table>/result/", paper.result, name="paper_result"),
    path("tables/<int:table>/result/take-back/", paper.take_back, name="paper_take_back"),
]
