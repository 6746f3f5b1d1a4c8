"""Lots, prizes, certificates."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.prizes.views import certificates, prizes


def _prizes(prefix: str) -> list[URLPattern | URLResolver]:
    """Return the same below a round and below the tournament."""
    return [
        path("prizes/", prizes.prizes, name=f"{prefix}prizes"),
        path("prizes/shares/", prizes.share_out, name=f"{prefix}share_out"),
        path("prizes/add/", prizes.add_prize, name=f"{prefix}add_prize"),
        path("prizes/<int:position>/", prizes.change_prize, name=f"{prefix}change_prize"),
        path("prizes/<int:position>/remove/", prizes.remove_prize, name=f"{prefix}remove_prize"),
        path("prizes/<int:position>/choose/", prizes.choose_prize, name=f"{prefix}choose_prize"),
        path("prizes/<int:position>/give/", prizes.give_prize, name=f"{prefix}give_prize"),
        path("prizes/<int:position>/take-back/", prizes.take_back_prize, name=f"{prefix}take_back_prize"),
        path("lots/", prizes.lots, name=f"{prefix}lots"),
    ]


tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("certificates/", certificates.certificates, name="certificates"),
    *_prizes(""),
    path("lots/<uuid:lot>/withdraw/", prizes.withdraw_lot, name="withdraw_lot"),
]
round_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/rounds/<int:number>/
    path("certificates/", certificates.round_certificates, name="round_certificates"),
    *_prizes("round_"),
]
