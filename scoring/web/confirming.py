"""A page that asks before a verb runs: its consequences, and a reason where one is stored."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.web.fields import PageForm
from scoring.web.submitting import submit


@dataclass(frozen=True, kw_only=True)
class Confirmation:
    """What a page asks."""

    crumbs: str  # the template of the way there
    about: str  # named in the title of the window
    heading: str
    sentences: Sequence[str]  # what follows from it
    button: str
    back: str  # the address for whoever does not want it
    warnings: Sequence[str] = ()
    refused: str = ""  # why it cannot be done; then nothing is asked
    form: PageForm | None = None  # what else is asked: it goes to the verb by the names of its fields
    shown: Sequence[tuple[str, str]] = ()  # names and values of what the page shows, sent along unseen
    is_dangerous: bool = False  # something is gone for good
    template: str = "scoring/web/confirm.html"


def ask(request: HttpRequest, confirmation: Confirmation, page: Mapping[str, Any]) -> HttpResponse:
    """Show what follows, and ask."""
    return render(request, confirmation.template, {**page, "asked": confirmation, "form": confirmation.form})


def confirm(
    request: HttpRequest,
    confirmation: Confirmation,
    page: Mapping[str, Any],
    verb: Callable[..., Any],
    success: str,
    next_page: Callable[[Any], Any] | str = "",
    /,
    **arguments: Any,
) -> HttpResponse:
    """Ask; once confirmed run the verb, then go on to the next page, or else back.

    What the verb refuses is shown at the form; without one, on the page that was left for this one.
    """
    form = confirmation.form
    if request.method == "POST" and (form is None or form.is_valid()):
        submitted = submit(
            request, form, verb, success, **arguments, **({} if form is None else form.cleaned_data)
        )
        if submitted is not None:
            return redirect(
                next_page(submitted.result) if callable(next_page) else next_page or confirmation.back
            )
        if form is None:
            return redirect(confirmation.back)
    return ask(request, confirmation, page)
