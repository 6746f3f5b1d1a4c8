"""What people type about series: it may name somebody."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import Club
from scoring.privacy.texts import Remedy, StoredText
from tournaments.models import Series


def typed(club: Club) -> Iterator[StoredText]:
    """Yield titles, where points come from, and seeds of lots that somebody chose."""
    for series in Series.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:series_settings", args=[club.slug, series.pk])
        yield StoredText(_("Series"), series.title, page, Remedy.CHANGE)
        where = _("Series “%(title)s”") % {"title": series.title}
        page = reverse("tournaments:brought_points", args=[club.slug, series.pk])
        for brought in series.brought.exclude(words="").order_by("pk"):
            yield StoredText(where, brought.words, page, Remedy.CHANGE)
        page = reverse("tournaments:series_lots", args=[club.slug, series.pk])
        for lot in series.lots.exclude(seed="").order_by("pk"):
            yield StoredText(_("Seed of a draw: %(where)s") % {"where": where}, lot.seed, page, Remedy.STAYS)
