"""A demonstration club and everything in it is gone again; nothing of any other club is touched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import ManyToOneRel, QuerySet

from scoring import protection
from scoring.accounts.rights import locked
from scoring.deeds import PendingDeed
from scoring.models import Account, Club, Entry, Reason, Row, Sheet
from scoring.models.belonging import ways


def contents(club: Club) -> dict[str, Any]:
    """Return how much would go with a demonstration club, as far as somebody would miss it."""
    return {
        "name": club.name,
        "evenings": club.evenings.count(),
        "tables": Sheet.objects.filter(evening__club=club).count(),
        "hands": Row.objects.filter(sheet__evening__club=club, number__isnull=False).count(),
        "entries": Entry.objects.filter(sheet__evening__club=club).count(),
        "members": club.members.count(),
        "deeds": club.deeds.count(),
    }


def remove(club: Club, *, by: Account | None, actor: str) -> dict[str, Any]:
    """Remove the club in one transaction, within which protection is lifted; record the deed.

    `actor` is who did it where that is nobody with an account.
    """
    with transaction.atomic():
        club = locked(club)
        if not club.demonstration:
            raise AssertionError(f"{club} is no demonstration")
        removed = contents(club)
        reasons = set(_reasons(club))
        with protection.lifted(connection):
            for model, way in reversed([*ways().items()]):
                _delete(model._base_manager.filter(**{way: club.pk}))
            _delete(Reason.objects.filter(pk__in=reasons))
        PendingDeed(uuid4(), by, "remove_demonstration", club.pk).record(None, actor=actor, **removed)
    return removed


def _reasons(club: Club) -> Iterator[int]:
    of_a_club = ways()
    for relation in Reason._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ManyToOneRel):
            continue
        model, name = relation.related_model, relation.field.name
        said = model._base_manager.filter(**{of_a_club[model]: club.pk, f"{name}__isnull": False})
        yield from said.values_list(name, flat=True)


def _delete(rows: QuerySet) -> None:
    """Delete the rows alone: what refers to them goes as well, in this transaction."""
    meta = rows.model._meta
    keys = [[meta.pk.get_db_prep_save(key, connection)] for key in rows.values_list("pk", flat=True)]
    with connection.cursor() as cursor:
        cursor.executemany(f"DELETE FROM {meta.db_table} WHERE {meta.pk.column} = %s", keys)
