"""One verb, one transaction, one deed.

Every verb is told who acts and the id of the form that asked for it. Asked again with the same id, it
changes nothing and answers as before; with the same id but other contents, it refuses.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring import clock
from scoring.models import Account, Club, Deed, Member

MOST_RETRIES = 8  # as many could ask at the same moment; each time one of them is served

P = ParamSpec("P")
T = TypeVar("T")


class Refusal(Exception):
    """A verb did nothing; `sentences` say why."""

    @property
    def sentences(self) -> list[str]:
        raise NotImplementedError


class Refused(Refusal):
    """What a person can mend: sentences for each field of the form; "" is the form as a whole."""

    def __init__(self, **problems: list[str]) -> None:
        super().__init__(problems)
        self.problems = problems

    @property
    def sentences(self) -> list[str]:
        return [sentence for sentences in self.problems.values() for sentence in sentences]


class PendingDeed:
    """A verb that somebody asked for, with the id of the form: still to be done, or done before."""

    def __init__(self, deed: UUID, actor: Account | None, verb: str, *asked: object) -> None:
        self.id, self.account, self.verb = deed, actor, verb
        words = json.dumps([verb, actor and actor.pk, *asked], default=str)
        self.asked = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()

    def done(self) -> Deed | None:
        deed = Deed.objects.filter(pk=self.id).first()
        if deed is not None and deed.asked != self.asked:
            raise Refused(
                form=[
                    _("This form was saved before with other contents. If you mean the new ones, save again.")
                ]
            )
        return deed

    def record(
        self, club: Club | None, *, account: Account | None = None, actor: str = "", **details: Any
    ) -> None:
        """`actor` is the name of somebody without an account: whoever types commands on the server."""
        who = account or self.account
        here = Member.objects.filter(club=club, account=who) if club and who else Member.objects.none()
        name = here.values_list("name", flat=True).first() or (who.name if who else actor)
        assert name
        Deed.objects.create(
            id=self.id,
            club=club,
            account=who,
            actor=name,
            verb=self.verb,
            details=details,
            asked=self.asked,
            at=clock.now(),
        )


def verb(function: Callable[P, T]) -> Callable[P, T]:
    """One transaction. Where another was quicker, everything is looked at anew."""

    @wraps(function)
    def at_once(*args: P.args, **kwargs: P.kwargs) -> T:
        for _again in range(MOST_RETRIES):
            try:
                with transaction.atomic():
                    return function(*args, **kwargs)
            except IntegrityError:
                continue
        with transaction.atomic():
            return function(*args, **kwargs)

    return at_once


def rehearsed(act: Callable[[], T]) -> T:
    """What doing it would come to: done, looked at, and taken back. Raises what doing it would raise."""
    with transaction.atomic():
        found = act()
        transaction.set_rollback(True)
    return found


def refuse(problems: dict[str, list[str]]) -> None:
    if problems:
        raise Refused(**problems)
