"""Errors of the program: reported once to the operator, and looked up by the id shown to a user."""

from collections.abc import Iterator
from datetime import datetime
from types import TracebackType
from typing import Any

from django.contrib import messages
from django.db.models import Exists, F, Value
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import URLPattern, URLResolver, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from scoring import clock
from scoring.capability import Capability, ClubCard, ClubPart, apps_with_capabilities, sentence_by
from scoring.deeds import PendingDeed, atomic_with_retry, log_of, store, verb
from scoring.models import Account, Club, ProgramMistake
from scoring.models.mistakes import RETENTION
from scoring.web.submitting import submit

MOST_TIMES = 50  # of one mistake, by which it can be looked up
IDS_IN_THE_LINE = 3


def keep_failure(error: BaseException, *, error_id: str, pattern: str) -> None:
    """Store an exception's place, type and id, but neither its text nor what the user sent."""
    location = location_of(error.__traceback__) or type(error).__module__
    keep(error_id, location[:200], type(error).__name__[:100], pattern[:200])


def location_of(traceback: TracebackType | None) -> str:
    """Return the innermost line of this program in a traceback, without libraries."""
    own = tuple(f"{app}." for app in (*apps_with_capabilities(), "tarockclub"))
    location = ""
    while traceback is not None:
        frame = traceback.tb_frame
        module = frame.f_globals.get("__name__", "")
        if module.startswith(own) or not location:
            location = f"{module}, {traceback.tb_lineno} ({frame.f_code.co_name})"
        traceback = traceback.tb_next
    return location


@atomic_with_retry
def keep(error_id: str, location: str, kind: str, pattern: str) -> None:
    """Count an error once more; a ticked one is open again, and old ones are deleted.

    Of the address there is only its pattern: names and links may stand in it.
    """
    at = clock.now()
    ProgramMistake.objects.filter(last_at__lte=at - RETENTION).delete()
    mistake, is_new = ProgramMistake.objects.select_for_update().get_or_create(
        location=location, kind=kind, defaults={"first_at": at, "last_at": at}
    )
    mistake.times = [*mistake.times, [error_id, at.isoformat(), pattern]][-MOST_TIMES:]
    mistake.last_at, mistake.done_at = at, None
    if not is_new:
        mistake.count = F("count") + 1
    mistake.save()


@verb(
    "tick_mistake",
    log=sentence_by(
        "done",
        {
            True: gettext_lazy("ticked a mistake of the program: %(mistake)s"),
            False: gettext_lazy("opened a mistake of the program again: %(mistake)s"),
        },
    ),
)
def tick(act: PendingDeed[Account], *, mistake: ProgramMistake, is_done: bool) -> None:
    """Mark a mistake as dealt with, or as open again."""
    store(mistake, done_at=clock.now() if is_done else None)
    act.record(None, mistake=str(mistake), done=is_done)


def _shown(sought: str) -> Iterator[dict[str, Any]]:
    """Yield recent errors, or the one with the id `sought`, each with its count."""
    for mistake in ProgramMistake.objects.of_late(clock.now()):
        times = [
            {"id": id_, "at": datetime.fromisoformat(at), "pattern": pattern, "is_sought": id_ == sought}
            for id_, at, pattern in reversed(mistake.times)
        ]
        is_sought = any(time["is_sought"] for time in times)
        if is_sought or not sought:
            earlier = mistake.count - len(times)
            yield {"mistake": mistake, "times": times, "earlier": earlier, "is_sought": is_sought}


@require_safe
def mistakes(request: HttpRequest) -> HttpResponse:
    """List the program's errors, or those shown to a user under one id."""
    _demand_superuser(request)
    sought = request.GET.get("id", "")
    shown_mistakes = list(_shown(sought.strip().lower()))
    page = {
        "sought": sought,
        "found": shown_mistakes,
        "open": [shown for shown in shown_mistakes if shown["mistake"].done_at is None],
        "done": [shown for shown in shown_mistakes if shown["mistake"].done_at is not None],
        "days": RETENTION.days,
    }
    return render(request, "scoring/server/mistakes.html", page)


@require_POST
def tick_mistake(request: HttpRequest) -> HttpResponse:
    """Mark a mistake as seen to, or take that back."""
    _demand_superuser(request)
    number_text, is_done = request.POST.get("mistake", ""), request.POST.get("done") != "no"
    number = int(number_text[:18]) if number_text.isascii() and number_text.isdigit() else 0
    mistake = ProgramMistake.objects.filter(pk=number).first()
    if mistake is None:
        messages.info(request, _("That mistake was long ago and is no longer listed."))
    else:
        message = (
            _("Ticked. If it happens again, it will be listed here again.") if is_done else _("Open again.")
        )
        submit(request, None, tick, message, mistake=mistake, is_done=is_done)
    return redirect("scoring:mistakes")


def _demand_superuser(request: HttpRequest) -> None:
    if not request.user.is_superuser:
        raise Http404


def open_mistakes_line(request: HttpRequest) -> SafeString:
    """Return the line about open errors that the operator sees on club pages; empty if there are none."""
    open_mistakes = list(ProgramMistake.objects.open(clock.now())) if request.user.is_superuser else []
    if not open_mistakes:
        return SafeString()
    times = sorted((at, id_) for mistake in open_mistakes for id_, at, _pattern in mistake.times)
    page = {
        "last": open_mistakes[0].last_at,
        "count": sum(mistake.count for mistake in open_mistakes),
        "ids": [id_ for _at, id_ in reversed(times)][:IDS_IN_THE_LINE],
    }
    return render_to_string("scoring/server/_mistakes_line.html", page)


def _has_mistakes(request: HttpRequest, _club: Club) -> Any:
    return (
        Exists(ProgramMistake.objects.open(clock.now())) if request.user.is_superuser else Value(value=False)
    )


site_urls: list[URLPattern | URLResolver] = [
    path("mistakes/", mistakes, name="mistakes"),
    path("mistakes/done/", tick_mistake, name="tick_mistake"),
]

CAPABILITY = Capability(
    urls=__name__,
    words=log_of(tick),
    on_clubs_page=(open_mistakes_line,),
    on_club_page=(ClubCard(_has_mistakes, lambda request, _club: ClubPart(open_mistakes_line(request))),),
)
