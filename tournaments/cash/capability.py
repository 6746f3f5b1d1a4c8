"""The money of the day: what it hands to the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import path, reverse
from django.utils.translation import gettext as _

from scoring.capability import Capability
from scoring.clubs.privacy.name_locations import Remedy, StoredText
from scoring.deeds import log_of
from scoring.models import Club
from tournaments.cash import verbs, views
from tournaments.models import CashEntry


def stored_texts(club: Club) -> Iterator[StoredText]:
    """Return what entries of the cash list are for."""
    entries = CashEntry.objects.filter(tournament__club=club).select_related("tournament").order_by("pk")
    for entry in entries:
        page = reverse("tournaments:money", args=[club.slug, entry.tournament_id])
        where = _("Tournament “%(title)s”") % {"title": entry.tournament.title}
        yield StoredText(where, entry.name, page, Remedy.CHANGE)


tournament_urls = [  # below …/<int:pk>/
    path("money/", views.money, name="money"),
    path("money/receipts/", views.receipts, name="receipts"),
    path("money/<uuid:entry>/strike/", views.strike_cash, name="strike_cash"),
]


CAPABILITY = Capability(urls=__name__, words=log_of(verbs), typed=(stored_texts,))
