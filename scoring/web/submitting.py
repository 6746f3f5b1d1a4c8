"""A form asks, a verb does it: a refusal stands at the form, and what was done is said on the next page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from django.contrib import messages
from django.http import HttpRequest

from scoring.deeds import REFUSE_NEWER, Refused
from scoring.web.access import account_of, deed_of
from scoring.web.fields import PageForm
from scoring.web.refusals import tell
from scoring.web.stored_forms import ADD_STORED, StoredForm, refuse_newer

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Submitted(Generic[T]):
    """What a verb has done."""

    result: T


def submit(
    request: HttpRequest,
    form: PageForm | None,
    verb: Callable[..., T],
    said: str = "",
    stored: Callable[[], StoredForm] | None = None,
    /,
    **about: Any,
) -> Submitted[T] | None:
    """Let whoever is signed in do this, under the id that came with the form; None where it was refused.

    Where there is no form, the next page tells what was refused; and `said`, when it is done.
    Who asks at a table is named in `about`. For a form that began with what was stored, `stored` reads it
    anew: where that is not what the form showed, nothing is done, and the form shows both.
    """
    if stored is not None:
        assert isinstance(form, StoredForm)
        if ADD_STORED in request.POST:
            form.add_stored(stored())
            return None
        about[REFUSE_NEWER] = partial(refuse_newer, request, form, stored, dict(about))
    try:
        actor = about.pop("actor") if "actor" in about else account_of(request)
        deed = about.pop("deed") if "deed" in about else deed_of(request)
        result = verb(actor=actor, deed=deed, **about)
    except Refused as refused:
        if form is None:
            tell(request, refused)
        else:
            form.show(refused)
        return None
    if said:
        messages.success(request, said)
    return Submitted(result)
