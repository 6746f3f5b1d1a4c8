"""Sign everybody out and renew every link once a copy was put back.

The copy does not know which links were withdrawn since it was made, so all of them are renewed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Count

from scoring.capability import capabilities
from scoring.language import _
from scoring.models import OpenSession, SignInAttempt
from scoring.signatures import LinkKind


@contextmanager
def connected_to(database: str | Path) -> Iterator[None]:
    """Let every query inside go to another database."""
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = database
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


def link_kinds() -> list[LinkKind]:
    """Return all kinds of links, those first whose rows are listed by their titles."""
    kinds = [kind for capability in capabilities() for kind in capability.links]
    return sorted(kinds, key=lambda kind: not kind.title)


def renew_links() -> list[str]:
    """Sign everybody out and renew all links; return lines for the operator."""
    titles: list[str] = []
    counts: dict[str, list[str]] = {}
    with transaction.atomic():
        for model in (OpenSession, Session, SignInAttempt):
            model._default_manager.all().delete()
        for kind in link_kinds():
            rows: Any = kind.model._base_manager.filter(kind.open()).order_by()
            if kind.title:
                club_name = f"{kind.club}__name"
                named = rows.order_by(club_name, "pk").values_list(club_name, kind.title)
                titles += [f"  {club}: {title}: {_(kind.singular)}" for club, title in named]
            else:
                for club, number in rows.values_list(f"{kind.club}__name").annotate(Count("pk")):
                    words = _(kind.singular if number == 1 else kind.plural)
                    counts.setdefault(club, []).append(f"{number} {words}")
            kind.renew(rows)
    renewed = [*titles, *(f"  {club}: {'; '.join(counts[club])}" for club in sorted(counts))]
    if renewed:
        renewed.insert(0, _("All links were renewed: what was handed out before opens nothing any more."))
    return [
        *renewed,
        _("Everybody is signed out. Passwords, second factors, roles and names are those of the copy."),
    ]
