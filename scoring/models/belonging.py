"""To which club every row belongs."""

from collections.abc import Mapping
from functools import cache

from django.db.models import Model

from scoring.models import Club


@cache
def ways() -> Mapping[type[Model], str]:
    """Return everything that leads to a club, with the way there, through what was named before.

    Where there are several, by what it cannot be without. Accounts belong to nobody and stay, and so do the
    texts of published rules: other clubs play by them.
    """
    found: dict[type[Model], str] = {Club: "pk"}
    for may_be_missing in (False, True):
        to_look_at = list(found)
        for model in to_look_at:
            for relation in model._meta.related_objects:
                field, other = relation.field, relation.related_model
                if other not in found and (may_be_missing or not field.null):
                    found[other] = f"{field.name}__{found[model]}"
                    to_look_at.append(other)
    return found
