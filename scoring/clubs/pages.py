"""How a club stands, in the few words beside the ways to its pages."""

from typing import Any

from django.db.models import Count, Max, Min, Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from scoring import clock
from scoring.evenings.pages.payments import owed_in
from scoring.models import Club, Evening, Participant, Row


def state_of(club: Club) -> dict[str, Any]:
    """Count members, guests and evenings of a club; for its leadership also links and old sheets."""
    evenings = Evening.objects.of(club)
    played = Row.objects.filter(sheet__evening__in=evenings, number__isnull=False).aggregate(
        hands=Count("pk"), evenings=Count("sheet__evening", distinct=True), since=Min("sheet__evening__date")
    )
    guests = Participant.objects.filter(evening__club=club, member=None)
    shown = {
        "played": played,
        "members": club.members.filter(active=True).count(),
        "guests": guests.aggregate(number=Count("key", distinct=True))["number"],
        "owed": len(owed_in(club)),
    }
    return shown | (_for_the_leadership(club) if club.is_directed else {})


def _for_the_leadership(club: Club) -> dict[str, Any]:
    """Return how many links and files of old sheets there are, and when something was done last."""
    counted = Club.objects.filter(pk=club.pk).aggregate(
        links=Count("sharings", filter=Q(sharings__withdrawn_at=None), distinct=True),
        old=Count("old_batches", filter=Q(old_batches__withdrawn_at=None), distinct=True),
    )
    last = club.deeds.aggregate(at=Max("at"))["at"]
    day = localdate(last) if last else None
    changed = "" if day is None else _("today") if day == clock.today() else clock.day_in_words(day)
    return counted | {"changed": changed}
