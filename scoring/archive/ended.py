"""What was ended since a copy was made stays ended when it is put back: sign-ins, links, passwords.

Where the database that was there goes on from the copy, what it says of links, passwords and second factors
still holds. Where it is gone, or is another one, nobody knows what was ended, and whoever restores is asked.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, ForeignKey, QuerySet
from django.utils import timezone, translation

from scoring.capability import capabilities, log_line
from scoring.language import _, language_of
from scoring.models import Account, Deed, Member, OpenSession, Participant, SecondFactor, SignInAttempt
from scoring.signatures import LinkKind

WITHDRAW, KEEP = "--withdraw-links", "--keep-links"
FACTOR = ("account_id", "secret", "codes", "last_step", "made_at")
# What ends a right or a name. It is not done again by itself: a club might be left without an owner.
ENDING = frozenset(
    {
        *("dismiss", "detach_account", "deactivate_member", "remove_member"),
        *("anonymise_member", "anonymise_guest"),
    }
)

StoredValues = tuple[Any, ...]


class BeforeRestoring(NamedTuple):
    """What the database that was there says of what may have been ended since."""

    links: Sequence[Mapping[StoredValues, StoredValues]]  # of each kind: key to columns
    passwords: Mapping[int, str]
    factors: Sequence[StoredValues]
    deeds: Sequence[Deed]  # that end a right or a name
    guests: Mapping[str, int]  # by their names


def link_kinds() -> list[LinkKind]:
    """Return all links that can be withdrawn or renewed."""
    return [kind for capability in capabilities() for kind in capability.links]


def read_before(database: str | Path) -> BeforeRestoring | None:
    """Read the database that was there; None, if it does not go on from the one that is restored.

    Raises `DatabaseError` where it cannot be read.
    """
    deeds = Deed.objects.exclude(club__demonstration=True)  # the invented club is removed with all its deeds
    began, last = _beginning(), deeds.order_by("-at", "-pk").values_list("pk", flat=True).first()
    ending = ENDING.union(*(capability.ending for capability in capabilities()))
    how: dict[str, Any] = {}
    if connection.vendor == "sqlite":  # it is only read, and stays as it is
        database, how = f"file:{quote(str(Path(database).absolute()))}?mode=ro", {"OPTIONS": {}}
    with connected_to(database, **how):
        if _beginning() != began or not (last is None or Deed.objects.filter(pk=last).exists()):
            return None
        return BeforeRestoring(
            links=[_links(kind, kind.model._base_manager.all()) for kind in link_kinds()],
            passwords=dict(Account.objects.values_list("pk", "password")),
            factors=list(SecondFactor.objects.values_list(*FACTOR)),
            deeds=list(Deed.objects.filter(verb__in=ending).select_related("club").order_by("at")),
            guests=dict(Participant.objects.filter(member=None).values_list("guest", "pk")),
        )


@contextmanager
def connected_to(database: str | Path, **how: Any) -> Iterator[None]:
    """Let every query inside go to another database."""
    where = connection.settings_dict
    usual = {name: where[name] for name in ("NAME", *how)}
    connection.close()
    where.update({"NAME": database, **how})
    try:
        yield
    finally:
        connection.close()
        where.update(usual)


def _beginning() -> datetime | None:
    """Return when the database was made: each has a moment of its own."""
    return MigrationRecorder.Migration.objects.order_by("pk").values_list("applied", flat=True).first()


def _links(kind: LinkKind, rows: QuerySet[Any]) -> dict[StoredValues, StoredValues]:
    number = len(kind.key)
    return {row[:number]: row[number:] for row in rows.values_list(*kind.key, *kind.columns)}


def finish(previous: BeforeRestoring | None, *, withdraws: Callable[[list[str]], bool]) -> list[str]:
    """Sign everybody out, and end what was ended since the copy; return lines for the operator.

    Where nothing is known, `withdraws` is asked with what is open.
    """
    with transaction.atomic():
        for model in (OpenSession, Session, SignInAttempt):
            model._default_manager.all().delete()
        if previous is not None:
            return [*_carried_links(previous), *_carried_secrets(previous), *_undone(previous)]
        if not (open_ := _open_links()):
            return []
        if withdraws(open_):
            for kind in link_kinds():
                if kind.end is not None:
                    kind.end(kind.model._base_manager.filter(kind.open))
            return [_("All links were withdrawn:"), *open_]
        return [
            _("These links open what they opened when the copy was made:"),
            *open_,
            _(
                "To withdraw all of them: {command}",
                command=f"{settings.COMMAND_LINE('finish_restore')} {WITHDRAW}",
            ),
        ]


def _open_links() -> list[str]:
    links_by_club: dict[str, list[str]] = {}
    for kind in link_kinds():
        if kind.singular:
            rows = kind.model._base_manager.filter(kind.open).order_by()
            for club, number in rows.values_list(f"{kind.club}__name").annotate(Count("pk")):
                links_by_club.setdefault(club, []).append(_counted(kind, number))
    return [f"  {club}: {'; '.join(links_by_club[club])}" for club in sorted(links_by_club)]


def _counted(kind: LinkKind, number: int) -> str:
    return f"{number} {_(kind.singular if number == 1 else kind.plural)}"


def _carried_links(previous: BeforeRestoring) -> list[str]:
    """Let every link stand as it stood before restoring."""
    ended = []
    for kind, previous_links in zip(link_kinds(), previous.links, strict=True):
        rows = kind.model._base_manager.filter(kind.open)
        open_links = _links(kind, rows)
        others = [key for key, columns in open_links.items() if previous_links.get(key) != columns]
        for key in others:
            row = rows.filter(**dict(zip(kind.key, key, strict=True)))
            if kind.carried and key in previous_links:
                row.update(**dict(zip(kind.columns, previous_links[key], strict=True)))
            elif kind.end is not None:
                kind.end(row)
        if kind.below:
            _add(kind, {key: columns for key, columns in previous_links.items() if key not in open_links})
        if others and kind.singular:
            ended.append(_counted(kind, len(others)))
    return (
        [_("Ended again, because they were ended after the copy was made: {links}.", links="; ".join(ended))]
        if ended
        else []
    )


def _add(kind: LinkKind, missing: Mapping[StoredValues, StoredValues]) -> None:
    """Add rows that were made since, below what is there."""
    parent = kind.model._meta.get_field(kind.below)
    assert isinstance(parent, ForeignKey)
    assert isinstance(parent.related_model, type)
    parent_ids = set(parent.related_model._base_manager.values_list("pk", flat=True))
    columns = (*kind.key, *kind.columns)
    rows = [kind.model(**dict(zip(columns, key + values, strict=True))) for key, values in missing.items()]
    kind.model._base_manager.bulk_create(
        [model for model in rows if getattr(model, parent.attname) in parent_ids]
    )


def _carried_secrets(previous: BeforeRestoring) -> list[str]:
    """Let passwords and second factors be those from before restoring."""
    accounts = dict(Account.objects.values_list("pk", "password"))
    changed = {pk for pk, password in accounts.items() if previous.passwords.get(pk, password) != password}
    for pk in changed:
        Account.objects.filter(pk=pk).update(password=previous.passwords[pk])
    factors = list(SecondFactor.objects.values_list(*FACTOR))
    then = [row for row in previous.factors if row[0] in accounts]
    if sorted(factors, key=str) != sorted(then, key=str):
        changed |= {row[0] for row in (*factors, *then) if row not in factors or row not in then}
        SecondFactor.objects.all().delete()
        SecondFactor.objects.bulk_create(SecondFactor(**dict(zip(FACTOR, row, strict=True))) for row in then)
    if not changed:
        return []
    return [
        _(
            "Passwords and second factors that were changed after the copy was made are as they were "
            "before restoring. Accounts: {count}.",
            count=len(changed),
        )
    ]


def _undone(previous: BeforeRestoring) -> list[str]:
    """Return what ended a right or a name since the copy was made, and has to be done again."""
    existing = Deed.objects.in_bulk([deed.pk for deed in previous.deeds])
    since = [deed for deed in previous.deeds if deed.pk not in existing]
    with translation.override(language_of(os.environ)):
        lines = [
            f"  {timezone.localtime(deed.at):%Y-%m-%d}, {deed.club.name if deed.club else ''}: "
            f"{deed.actor} {_in_words(deed, previous)}"
            for deed in since
        ]
    return [_("Done since the copy was made, and to be done again:"), *lines] if lines else []


def _in_words(deed: Deed, previous: BeforeRestoring) -> str:
    """Return what was done; of a name that is gone, which one has come back."""
    sentence = log_line(deed)
    name = None
    if deed.verb == "anonymise_member":
        name = Member.objects.filter(pk=deed.details["member"]).values_list("name", flat=True).first()
    elif deed.verb == "anonymise_guest":
        guest = Participant.objects.filter(pk=previous.guests.get(deed.details["name"], 0))
        name = guest.values_list("guest", flat=True).first()
    return f"{sentence} ({_('in the copy: {name}', name=name)})" if name else sentence
