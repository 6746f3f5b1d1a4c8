"""What people type about series: it may name somebody."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.clubs.privacy.texts import DASH, Remedy, StoredText
from scoring.models import Club
from tournaments.models import Series
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.privacy import free_of


def typed(club: Club) -> Iterator[StoredText]:
    """Yield titles, where points come from, and seeds of lots that somebody chose."""
    for series in Series.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:series_settings", args=[club.slug, series.pk])
        key = f"series:{series.pk}"
        yield StoredText(_("Series"), series.title, page, Remedy.CHANGE, key, room=LONGEST_TITLE)
        where = _("Series “%(title)s”") % {"title": series.title}
        page = reverse("tournaments:brought_points", args=[club.slug, series.pk])
        for brought in series.brought.exclude(words="").order_by("pk"):
            yield StoredText(where, brought.words, page, Remedy.CHANGE)
        page = reverse("tournaments:old_results", args=[club.slug, series.pk])
        old = series.old_results.order_by("pk")
        texts = {*old.values_list("event", flat=True), *old.exclude(guest="").values_list("guest", flat=True)}
        for text in sorted(texts):
            yield StoredText(where, text, page, Remedy.CHANGE)
        page = reverse("tournaments:series_lots", args=[club.slug, series.pk])
        for lot in series.lots.exclude(seed="").order_by("pk"):
            yield StoredText(_("Seed of a draw: %(where)s") % {"where": where}, lot.seed, page, Remedy.STAYS)


def retitle(club: Club, key: str, text: str) -> None:
    """Write something else in the place of a title."""
    others = set(Series.objects.filter(club=club).exclude(pk=key).values_list("title", flat=True))
    Series.objects.filter(club=club, pk=key).update(title=free_of(text or DASH, others))
