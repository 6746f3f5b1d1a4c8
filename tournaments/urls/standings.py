"""Standings, lots, prizes, the day-sheet."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from scoring.urls import exported
from tournaments.export import views as exports
from tournaments.prizes.views import certificates, prizes
from tournaments.standings import views as standings


def _prizes(prefix: str) -> list[URLPattern | URLResolver]:
    """The same below a round and below the tournament."""
    return [
        path("prizes/", prizes.prizes, name=f"{prefix}prizes"),
        path("prizes/add/", prizes.add_prize, name=f"{prefix}add_prize"),
        path("prizes/<int:position>/", prizes.change_prize, name=f"{prefix}change_prize"),
        path("prizes/<int:position>/remove/", prizes.remove_prize, name=f"{prefix}remove_prize"),
        path("prizes/<int:position>/choose/", prizes.choose_prize, name=f"{prefix}choose_prize"),
        path("prizes/<int:position>/give/", prizes.give_prize, name=f"{prefix}give_prize"),
        path("prizes/<int:position>/take-back/", prizes.take_back_prize, name=f"{prefix}take_back_prize"),
        path("lots/", prizes.lots, name=f"{prefix}lots"),
    ]


club_urls: list[URLPattern | URLResolver] = []  # below clubs/<slug>/tournaments/
tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("", include(exported(exports.export_tournament))),
    path("disputes/", include(exported(exports.export_disputes))),
    path("standings/", standings.standings, name="standings"),
    path("standings/", include(exported(exports.export_standings))),
    path("certificates/", certificates.certificates, name="certificates"),
    path("tables/", include(exported(exports.export_hands))),
    *_prizes(""),
    path("prizes/", include(exported(exports.export_prizes))),
    path("lots/<uuid:lot>/withdraw/", prizes.withdraw_lot, name="withdraw_lot"),
    path("money/", prizes.money, name="money"),
    path("money/", include(exported(exports.export_fees))),
]
round_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/rounds/<int:number>/
    path("standings/", standings.round_standings, name="round_standings"),
    path("standings/", include(exported(exports.export_round_standings))),
    path("certificates/", certificates.round_certificates, name="round_certificates"),
    *_prizes("round_"),
    path("prizes/", include(exported(exports.export_round_prizes))),
]
public_urls: list[URLPattern | URLResolver] = []  # below tournaments/<code>/
