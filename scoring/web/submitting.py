"""Run a form's verb: show a refusal at the form, and success on the next page."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring import clock
from scoring.capability import log_line, words_of_deeds
from scoring.deeds import REFUSE_NEWER, ChangedMeanwhile, Refusal, Refused
from scoring.models import Club
from scoring.moved import MovedAway, redirect_there
from scoring.web.access import account_of, deed_of
from scoring.web.fields import PageForm
from scoring.web.stored_forms import ADD_STORED, StoredForm, deeds_about, refuse_newer


def typed_fields(request: HttpRequest, kept_back: Collection[str]) -> list[tuple[str, str]]:
    """Return all sent fields, to be sent again, except those of these names."""
    return [
        (name, value) for name, values in request.POST.lists() for value in values if name not in kept_back
    ]


def tell(request: HttpRequest, refused: Refused) -> None:
    """Show the sentences on the visitor's next page, one message for each field."""
    for sentences in refused.problems.values():
        messages.error(request, " ".join(sentences))


def json_posted(request: HttpRequest, longest: int) -> dict[str, Any]:
    """Return the JSON object that a script sent; raise BadRequest for anything else."""
    try:
        body = request.body
        posted = json.loads(body) if len(body) <= longest else None
    except (ValueError, RecursionError, RawPostDataException):
        raise BadRequest("Not JSON") from None
    if not isinstance(posted, dict):
        raise BadRequest("Not a JSON object, or a longer one than our pages send")
    return posted


class Refusals:
    """Show refusals that a view does not handle: as JSON to scripts, else on the page before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, MovedAway):
            return redirect_there(request, exception.address)
        if not isinstance(exception, Refusal):
            return None
        sentences = exception.sentences
        if request.content_type == "application/json":
            problems = [{"where": "", "text": sentence} for sentence in sentences]
            return JsonResponse({"problems": problems}, status=400)
        messages.error(request, " ".join(sentences))
        return redirect(came_from(request))


def came_from(request: HttpRequest) -> str:
    """Return the address of the page with the button, if it is ours; else of the first page."""
    referer = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(referer, {request.get_host()}):
        return "/"
    page = urlsplit(referer)
    if request.method != "POST" and page.path == request.path:
        return "/"  # it would be asked for over and over
    return f"{page.path}?{page.query}" if page.query else page.path


MOMENT = timedelta(minutes=5)


def explain_conflict(request: HttpRequest, arguments: Mapping[str, Any], *, own: bool = False) -> None:
    """Show recent deeds about the row of a refused request, by others or in `own` windows."""
    row = next((value for value in arguments.values() if isinstance(value, Model)), None)
    if row is None or isinstance(row, Club) or not request.user.is_authenticated:
        return
    deeds = deeds_about(arguments).filter(account__isnull=False, at__gte=clock.now() - MOMENT)
    deed = (deeds if own else deeds.exclude(account=request.user)).first()
    if deed is not None and deed.verb in words_of_deeds():
        time = date_format(localtime(deed.at), "H:i")
        fields = {"name": deed.actor, "what": log_line(deed), "time": time}
        messages.info(request, _("A moment earlier, at %(time)s: %(name)s %(what)s.") % fields)


def explain_lost_choice(request: HttpRequest, form: PageForm, arguments: Mapping[str, Any]) -> None:
    """Show another user's recent deed if a chosen value is no longer offered."""
    errors = [error for field_errors in form.errors.as_data().values() for error in field_errors]
    if any(error.code == "invalid_choice" for error in errors):
        explain_conflict(request, arguments)


def _is_nothing_typed(form: PageForm | None, fields: Collection[str]) -> bool:
    """Return whether a refusal is only about offered choices, or about the whole form."""
    choices = () if form is None else [name for name in form.fields if _is_choice(form, name)]
    return all(name == "form" or name in choices for name in fields)


def _is_choice(form: PageForm, name: str) -> bool:
    return isinstance(form.fields[name], forms.ChoiceField)


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Submitted(Generic[T]):
    """What a verb has done."""

    result: T


def submit(
    request: HttpRequest,
    form: PageForm | None,
    verb: Callable[..., T],
    success: str = "",
    stored: Callable[[], StoredForm] | None = None,
    /,
    **arguments: Any,
) -> Submitted[T] | None:
    """Run a verb as the signed-in user under the form's id; return None where it was refused.

    Where there is no form, the next page shows the refusal; after success it shows `success`.
    At a table, `arguments` name the actor. For a form that began with what was stored, `stored` reads it
    anew: where that is not what the form showed, nothing is done, and the form shows both.
    """
    if stored is not None:
        assert isinstance(form, StoredForm)
        if ADD_STORED in request.POST:
            form.add_stored(stored())
            return None
        arguments[REFUSE_NEWER] = partial(refuse_newer, request, form, stored, dict(arguments))
    try:
        actor = arguments.pop("actor") if "actor" in arguments else account_of(request)
        deed = arguments.pop("deed") if "deed" in arguments else deed_of(request)
        result = verb(actor=actor, deed=deed, **arguments)
    except Refused as refused:
        is_race = isinstance(refused, ChangedMeanwhile)
        if is_race or _is_nothing_typed(form, refused.problems):
            explain_conflict(request, arguments, own=is_race)
        if form is None:
            tell(request, refused)
        else:
            form.show(refused)
        return None
    if success:
        messages.success(request, success)
    return Submitted(result)
