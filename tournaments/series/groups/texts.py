"""What people type about groups: it may name somebody."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.clubs.privacy.texts import Remedy, StoredText
from scoring.models import Club
from tournaments.models import MemberGroup


def typed(club: Club) -> Iterator[StoredText]:
    """Yield the names of groups, which a director can change."""
    for group in MemberGroup.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:group", args=[club.slug, group.pk])
        yield StoredText(_("Group"), group.name, page, Remedy.CHANGE)
