"""What people typed freely for tournaments and may name somebody: where it stands, and who can change it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import Club
from scoring.privacy.texts import Remedy, StoredText, of_reason
from tournaments.models import (
    Call,
    Leaving,
    PaperResult,
    Preset,
    Rewritten,
    Round,
    Ruling,
    Tournament,
)


def typed(club: Club) -> Iterator[StoredText]:
    """Return titles, places, saved terms, reasons, and seeds that somebody chose."""
    for preset in Preset.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:preset", args=[club.slug, preset.pk])
        where = _("Saved terms of tournaments")
        for text in (preset.name, *preset.kept_terms.get("prizes", ())):
            yield StoredText(where, text, page, Remedy.CHANGE)
    for tournament in Tournament.objects.filter(club=club).select_related("evening").order_by("pk"):
        page = reverse("tournaments:settings", args=[club.slug, tournament.pk])
        where = _("Tournament “%(title)s”") % {"title": tournament.title}
        for text in (tournament.title, tournament.evening.place, *tournament.kept_terms.get("prizes", ())):
            yield StoredText(where, text, page, Remedy.CHANGE)
        yield from _seeds(tournament, where)
    yield from _reasons(club)


def _seeds(tournament: Tournament, where: str) -> Iterator[StoredText]:
    for round_ in Round.objects.filter(tournament=tournament).exclude(seed="").order_by("pk"):
        page = reverse("tournaments:round", args=[tournament.club.slug, tournament.pk, round_.number])
        yield StoredText(_("Seed of a draw: %(where)s") % {"where": where}, round_.seed, page, Remedy.STAYS)


def _reasons(club: Club) -> Iterator[StoredText]:
    """Return the words of calls, rulings, results on paper, leavings and repairs."""
    at_tables: tuple[tuple[QuerySet[Any], str, str], ...] = (
        (Call.objects.all(), "words", "table"),
        (Ruling.objects.all(), "text", "call__table"),
        (PaperResult.objects.all(), "reason", "table"),
        (Leaving.objects.all(), "reason", "table"),
        (Rewritten.objects.all(), "reason", "table"),
    )
    for given, field, table in at_tables:
        told = given.filter(**{f"{table}__round__tournament__club": club, f"{field}__isnull": False})
        columns = [f"{table}__round__{one}" for one in ("tournament", "number", "tournament__title")]
        said = told.exclude(**{f"{field}__text": ""}).order_by("pk")
        for pk, text, number, *at, title in said.values_list(
            f"{field}__pk", f"{field}__text", f"{table}__number", *columns
        ):
            page = reverse("tournaments:table", args=[club.slug, *at, number])
            where = _("At table %(number)d of “%(title)s”") % {"number": number, "title": title}
            yield StoredText(where, text, page, Remedy.BLANK, of_reason(pk))
