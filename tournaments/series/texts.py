"""What people type about series: it may name somebody."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import Club
from scoring.privacy.texts import Remedy, StoredText
from tournaments.models import Series


def typed(club: Club) -> Iterator[StoredText]:
    """Yield the titles, which a director can change."""
    for series in Series.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:series_settings", args=[club.slug, series.pk])
        yield StoredText(_("Series"), series.title, page, Remedy.CHANGE)
