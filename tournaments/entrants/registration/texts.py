"""What people typed when they registered by themselves, and may name somebody."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.clubs.privacy.name_locations import TracedPerson
from scoring.clubs.privacy.texts import Remedy, StoredText
from scoring.models import Club
from scoring.names import folded
from tournaments.models import Opening, Signup


def typed(club: Club) -> Iterator[StoredText]:
    """Return names that were not taken in, clubs, wishes and secret words; the director strikes them."""
    signups = Signup.objects.filter(tournament__club=club).select_related("tournament").order_by("pk")
    for one in signups:
        for text in filter(None, (one.name, one.comes_from, one.words)):
            yield _text(club, one.tournament_id, one.tournament.title, text)
    for opening in Opening.objects.filter(tournament__club=club).exclude(word="").order_by("pk"):
        yield _text(club, opening.pk, opening.tournament.title, opening.word)


def _text(club: Club, tournament: int, title: str, text: str) -> StoredText:
    page = reverse("tournaments:registration_desk", args=[club.slug, tournament])
    return StoredText(_("Registration for “%(title)s”") % {"title": title}, text, page, Remedy.CHANGE)


def forget(person: TracedPerson, neutral: str) -> None:
    """Whoever registered under a name of theirs loses it, and what was written beside it."""
    signups = Signup.objects.filter(tournament__club=person.club)
    theirs = [one for one in signups.filter(entrant=None) if folded(one.name) in person.keys]
    for one in theirs:
        one.name = neutral
    theirs += signups.filter(entrant__participant__in=person.participants)
    for one in theirs:
        one.comes_from = one.words = ""
    Signup.objects.bulk_update(theirs, ["name", "comes_from", "words"])
