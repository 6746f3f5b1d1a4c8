"""What strangers may look at of the invented club: its standings, and an evening, hand by hand."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.accounts.verbs import sharing
from scoring.capability import InventedPast, OpenPage
from scoring.models import Shared, Sharing


def share_with_strangers(past: InventedPast) -> None:
    """Share the standings of all its time and its last closed evening; its owner can withdraw both."""
    past.go_back(0)
    with past.then():
        sharing.share_standings(actor=past.owner, deed=past.first_id(), club=past.club, period="all")
        last = past.club.evenings.filter(closed_at__isnull=False).order_by("-date", "-pk").first()
        if last is not None:
            sharing.share_evening(actor=past.owner, deed=past.next_id(), evening=last)


def shown_to_strangers() -> list[OpenPage]:
    """Return what the owner of the invented club shares of it; of each kind the newest."""
    shown = {Shared.STANDINGS: _("Its standings"), Shared.EVENING: _("An evening, hand by hand")}
    found = Sharing.objects.readable().filter(club__demonstration=True, what__in=shown).order_by("pk")
    by_kind = {sharing.what: sharing for sharing in found}
    return [
        OpenPage(said, reverse("scoring:shared", args=[sharing.code_of(by_kind[what])]))
        for what, said in shown.items()
        if what in by_kind
    ]
