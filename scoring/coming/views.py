"""Who is coming? Planned evenings with everybody's answer, for members and by the club's link."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts.verbs.sharing import sharing_behind
from scoring.coming import verbs
from scoring.coming.forms import SayComing
from scoring.coming.kept import says_told
from scoring.coming.pages import planned, planned_one, suggested
from scoring.models import Club, Evening, Member, Shared
from scoring.web.access import PAGE, evening_in, kept_from_search, open_club
from scoring.web.submitting import submit

KNOWN = "coming_as"  # in the session: who came by which club's link


@require_safe
def coming(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the evenings to come, and ask the reader."""
    club = open_club(request, slug)
    page = {"club": club, "planned": planned(club, club.member_id), "back": "list"}
    return render(request, "scoring/coming/coming.html", page)


@require_http_methods(PAGE)
def coming_to(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what everybody says of one evening; directors say it for others, and open tables with them."""
    club = open_club(request, slug)
    evening = evening_in(club, pk)
    if request.method == "POST":
        form = SayComing(request.POST, club=club)
        _say(request, form, verbs.say_coming, evening=evening)
        back = {"club": club.get_absolute_url(), "list": "scoring:coming"}.get(request.POST.get("back", ""))
        if back == "scoring:coming":
            return redirect(back, slug)
        return redirect(back) if back else redirect("scoring:coming_to", slug, pk)
    one = planned_one(evening, club.member_id)
    tables, left = suggested(one) if club.is_directed and evening.is_open else ([], [])
    page = {"club": club, "evening": evening, "one": one, "tables": tables, "left": left, "back": ""}
    return render(request, "scoring/coming/coming_to.html", page)


def _say(request: HttpRequest, form: SayComing, verb: Any, **about: Any) -> None:
    """Do it, and say on the next page what was noted, or why it was not."""
    if not form.is_valid():
        for sentences in form.errors.values():
            for sentence in sentences:
                messages.error(request, str(sentence))
        return
    member, says = form.cleaned_data["member"], form.cleaned_data["says"]
    noted = _("Noted for %(name)s: %(said)s.") % {"name": member.name, "said": says_told(says)}
    submit(request, None, verb, noted, member=member, says=says, day=form.cleaned_data["day"], **about)


# For anybody


@require_http_methods(PAGE)
def shared_coming(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whoever has the club's link who they are, once, and whether they are coming."""
    link = sharing_behind(code)
    if link is None or link.what != Shared.COMING:
        return render(request, "scoring/sharing/sharing_is_gone.html", status=404)
    club = link.club
    if request.method == "POST":
        evening = get_object_or_404(Evening.objects.of(club), pk=_number(request.POST.get("evening")))
        form = SayComing(request.POST, club=club)
        _say(request, form, verbs.say_coming_by_link, actor=verbs.BY_LINK, evening=evening, link=link)
        return redirect("scoring:shared_coming", code)
    members = list(club.members.filter(active=True, anonymised_at=None))
    me = _whoever(request, club, members)
    page = {
        "club": club,
        "members": members,
        "me": me,
        "planned": planned(club, me.pk if me else None, members),
        "address": request.path,
    }
    return kept_from_search(render(request, "scoring/coming/shared_coming.html", page))


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _whoever(request: HttpRequest, club: Club, members: list[Member]) -> Member | None:
    """Return who this browser said it is; chosen anew in the address, it is kept."""
    known = request.session.get(KNOWN, {})
    asked = request.GET.get("who")
    number = known.get(str(club.pk), 0) if asked is None else _number(asked)
    found = next((member for member in members if member.pk == number), None)
    if asked is not None and number != known.get(str(club.pk), 0):
        request.session[KNOWN] = {**known, str(club.pk): number}
    return found
