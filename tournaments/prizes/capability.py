"""Lots and prizes: what they hand to the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.translation import gettext as _

from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import Remedy, StoredText
from scoring.deeds import log_of
from scoring.models import Club
from tournaments.models import Lot, Prize, Tournament
from tournaments.prizes import verbs, views


def texts_of_prizes(club: Club) -> Iterator[StoredText]:
    """Yield the names of prizes, and seeds of lots that somebody chose."""
    for tournament in Tournament.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:prizes", args=[club.slug, tournament.pk])
        where = _("Tournament “%(title)s”") % {"title": tournament.title}
        for prize in Prize.objects.filter(tournament=tournament).order_by("pk"):
            yield StoredText(where, prize.name, page, Remedy.CHANGE)
            if prize.sponsor:
                yield StoredText(where, prize.sponsor, page, Remedy.CHANGE)
        for lot in Lot.objects.filter(tournament=tournament).exclude(seed="").order_by("pk"):
            yield StoredText(_("Seed of a draw: %(where)s") % {"where": where}, lot.seed, page, Remedy.STAYS)


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


tournament_urls = [  # below …/<int:pk>/
    *_prizes(""),
    path("lots/<uuid:lot>/withdraw/", views.withdraw_lot, name="withdraw_lot"),
]
round_urls = [  # below …/<int:pk>/rounds/<int:number>/
    *_prizes("round_")
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    typed=(texts_of_prizes,),
    # The seed may be somebody's name, which can go; the order stays. So is a lot withdrawn on the row itself.
    protected={"tournaments_lot": ("id", "tournament_id", "round_id", "about", "order", "by_id", "at")},
)
