"""What people typed for the imprint and may name somebody."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.clubs.privacy.texts import Remedy, StoredText
from scoring.models import Club
from scoring.server.imprint.verbs import operator_lines


def typed(_club: Club) -> Iterator[StoredText]:
    """Return what everybody reads of whoever runs this server, which is one text for all its clubs."""
    said = "\n".join(filter(None, operator_lines()))
    if said:
        yield StoredText(_("Imprint"), said, reverse("scoring:imprint"), Remedy.CHANGE)
