"""Pages of series and of lists of people that ask: a form to save, or once more before something goes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.models import Club
from scoring.table_policy import Crumb
from scoring.web.confirming import Confirmation, confirm
from scoring.web.stored_forms import StoredForm
from scoring.web.submitting import submit
from tournaments.models import EndTable, MemberGroup, Series

Subject = Series | EndTable | MemberGroup
PageText = str | Promise

# what verbs call a subject, and the lists in which it stands
SUBJECTS: Mapping[type[Subject], tuple[str, Sequence[str]]] = {
    Series: ("series", ["all_series"]),
    EndTable: ("table", ["all_series", "end_tables"]),
    MemberGroup: ("group", ["groups"]),
}


def crumbs_of_lists(club: Club, *lists: str) -> list[Crumb]:
    """Return the way to lists of a club: "all_series", "end_tables", "groups"."""
    words = {"all_series": _("Series"), "end_tables": _("End tables"), "groups": _("Groups")}
    crumbs = [Crumb(words[name], reverse(f"tournaments:{name}", args=[club.slug])) for name in lists]
    return [Crumb(club.name, club.get_absolute_url()), *crumbs]


def crumbs_to(of: Subject, *, with_itself: bool = True) -> list[Crumb]:
    """Return the way to a series, an end table or a group."""
    itself = [Crumb(str(of), of.get_absolute_url())] if with_itself else []
    return [*crumbs_of_lists(of.club, *SUBJECTS[type(of)][1]), *itself]


def form_page(
    request: HttpRequest,
    subject: Subject | Club,
    form_for: Callable[..., StoredForm],
    verb: Callable[..., Any],
    then: str | Callable[[Any], str],
    *,
    template: str = "form",
    **page: Any,
) -> HttpResponse:
    """Show a form until the verb has saved what it asks for, which leads to `then`.

    The form of a club's new row begins with nothing that is stored. The page has a `heading`, and perhaps a
    `lead`, another word on its `button`, another `way` beside it, and other `crumbs` than to its subject.
    """
    form = form_for(request.POST or None)
    club, name = (
        (subject, "club") if isinstance(subject, Club) else (subject.club, SUBJECTS[type(subject)][0])
    )
    if form.is_valid():
        stored = () if subject is club else (form_for,)
        answers = getattr(form, "verb_arguments", form.cleaned_data)
        if outcome := submit(request, form, verb, _("Saved."), *stored, **{name: subject}, **answers):
            return redirect(then(outcome.result) if callable(then) else then)
    crumbs = page.pop("crumbs", None) or crumbs_to(cast("Subject", subject))
    page |= {"club": club, name: subject, "form": form, "crumbs": crumbs, "of": crumbs[-1].label}
    return render(request, f"tournaments/series/{template}.html", page)


class Removal(NamedTuple):
    """What a page says that asks before something is removed; heading and message take its title."""

    button: PageText
    words: PageText
    message: PageText
    heading: PageText = gettext_lazy("Remove “%(title)s”?")


def removal_page(
    request: HttpRequest, of: Subject, verb: Callable[..., object], removal: Removal, back: str = ""
) -> HttpResponse:
    """Ask for confirmation, then let the verb remove the subject; Cancel leads `back`."""
    name, lists = SUBJECTS[type(of)]
    message, heading = (str(words) % {"title": of} for words in (removal.message, removal.heading))
    question = Confirmation(
        crumbs="tournaments/series/_crumbs.html",
        about=str(of),
        heading=heading,
        sentences=[str(removal.words)],
        button=str(removal.button),
        back=back or of.get_absolute_url(),
    )
    page = {"club": of.club, "crumbs": crumbs_to(of)}  # no series: its bar is of no use in a question

    def next_page(left: object) -> str | Subject:
        return reverse(f"tournaments:{lists[-1]}", args=[of.club.slug]) if left is None else of

    return confirm(request, question, page, verb, message, next_page, **{name: of})
