"""A form asks, a verb does it: a refusal stands at the form, and what was done is said on the next page."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme

from scoring.deeds import REFUSE_NEWER, Refusal, Refused
from scoring.web.access import account_of, deed_of
from scoring.web.fields import PageForm
from scoring.web.stored_forms import ADD_STORED, StoredForm, refuse_newer


def tell(request: HttpRequest, refused: Refused) -> None:
    """Put the sentences above the next page of the visitor, one message for each field."""
    for sentences in refused.problems.values():
        messages.error(request, " ".join(sentences))


class Refusals:
    """For views that have no words of their own for a refusal: scripts get them as JSON, people on the page
    that they came from."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        sentences = exception.sentences
        if request.content_type == "application/json":
            problems = [{"where": "", "text": sentence} for sentence in sentences]
            return JsonResponse({"problems": problems}, status=400)
        messages.error(request, " ".join(sentences))
        return redirect(came_from(request))


def came_from(request: HttpRequest) -> str:
    """Return the address of the page with the button, if it is one of ours; else of the first page."""
    before = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(before, {request.get_host()}):
        return "/"
    page = urlsplit(before)
    if request.method != "POST" and page.path == request.path:
        return "/"  # it would be asked for over and over
    return f"{page.path}?{page.query}" if page.query else page.path


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
