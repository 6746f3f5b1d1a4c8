"""Lots, prizes, certificates."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.prizes import views


def _prizes(prefix: str) -> list[URLPattern | URLResolver]:
    """Return the same below a round and below the tournament."""
    return [
        path("prizes/", views.prizes, name=f"{prefix}prizes"),
        path("prizes/shares/", views.share_out, name=f"{prefix}share_out"),
        path("prizes/add/", views.add_prize, name=f"{prefix}add_prize"),
        path("prizes/<int:position>/", views.change_prize, name=f"{prefix}change_prize"),
        path("prizes/<int:position>/remove/", views.remove_prize, name=f"{prefix}remove_prize"),
        path("prizes/<int:position>/choose/", views.choose_prize, name=f"{prefix}choose_prize"),
        path("prizes/<int:position>/give/", views.give_prize, name=f"{prefix}give_prize"),
        path("prizes/<int:position>/take-back/", views.take_back_prize, name=f"{prefix}take_back_prize"),
        path("lots/", views.lots, name=f"{prefix}lots"),
        path("certificates/", views.certificates, name=f"{prefix}certificates"),
    ]


tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    *_prizes(""),
    path("lots/<uuid:lot>/withdraw/", views.withdraw_lot, name="withdraw_lot"),
]
round_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/rounds/<int:number>/
    *_prizes("round_")
]
