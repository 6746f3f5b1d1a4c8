"""Who is coming? Planned evenings with everybody's answer, for members and by the club's link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts.verbs import sharing_behind
from scoring.capability import ClubPart
from scoring.coming import verbs
from scoring.coming.tables import coming_in_words, seated
from scoring.coming.verbs import why_too_late
from scoring.models import Club, Coming, Evening, Member, Reply, Shared
from scoring.table.pages.seatings import sitting_elsewhere
from scoring.web.access import PAGE, evening_in, kept_from_search, open_club
from scoring.web.submitting import submit

ON_THE_PAGE = 1  # evening on the page of the club


def answer_in_words(says: str) -> str:
    """Return what answer said, in a word."""
    return str(Reply(says).label) if says else _("No answer")


def planned(
    club: Club, me: int | None, members: Iterable[Member] = (), most: int | None = None
) -> list[dict[str, Any]]:
    """Return the evenings at which no table is open yet, the next one first; at most two queries."""
    today = timezone.localdate()
    found = (
        Evening.objects.of(club).filter(closed_at=None, date__gte=today, sheets=None).order_by("date", "pk")
    )
    members = list(members)
    return [_planned(evening, club, me, members) for evening in with_comings(found)[:most]]


def planned_one(evening: Evening, me: int | None) -> dict[str, Any]:
    """Return one evening with everybody of its club; it may be over."""
    found = with_comings(Evening.objects.filter(pk=evening.pk)).get()
    members = list(evening.club.members.filter(active=True))
    return _planned(found, evening.club, me, members)


def with_comings(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """Return the same, each with what everybody says of it; one query more."""
    comings = Coming.objects.select_related("member", "by").order_by("at", "pk")
    return evenings.prefetch_related(Prefetch("comings", comings))


def _planned(evening: Evening, club: Club, me: int | None, members: Sequence[Member]) -> dict[str, Any]:
    """Return an evening, how many are coming, and what everybody says; the first ones first."""
    evening.club = club
    said = {coming.member_id: coming for coming in evening.comings.all() if coming.member.active}
    silent = [Coming(evening=evening, member=member) for member in members if member.pk not in said]
    comings = [*said.values(), *silent]
    by = {says: [coming for coming in comings if coming.says == says] for says in (*Reply.values, "")}
    return {
        "evening": evening,
        "address": reverse("scoring:coming_to", args=[club.slug, evening.pk]),
        "sentence": coming_in_words(len(by[Reply.YES]), len(by[Reply.PERHAPS])),
        "mine": None if me is None else said.get(me, Coming(evening=evening, member_id=me)),
        "yes": by[Reply.YES],
        "answers": [(answer_in_words(says), those) for says, those in by.items() if those],
        "everybody": list(chain(*by.values())),
        "of_another_day": sum(coming.moved_from is not None for coming in comings if coming.says),
        "why_too_late": why_too_late(evening),
        "replies": Reply.choices,
    }


def suggested(evening: Evening, yes: list[Coming]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return tables of those who said yes and sit nowhere yet, with where each is opened; and who is left."""
    at = sitting_elsewhere(evening)
    tables, left = seated([coming.member for coming in yes if f"m{coming.member_id}" not in at])
    page = reverse("scoring:new_table", args=[evening.club.slug, evening.pk])
    return [
        {
            "names": [member.name for member in table],
            "address": f"{page}?seats={'-'.join(f'm{member.pk}' for member in table)}",
        }
        for table in tables
    ], [member.name for member in left]


def on_club_page(request: HttpRequest, club: Club) -> ClubPart:
    """Return the next evening with the reader's own answer."""
    shown = {"club": club, "planned": planned(club, club.member_id, most=ON_THE_PAGE), "back": "club"}
    return ClubPart(render_to_string("scoring/coming/_club_coming.html", shown, request))


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
        _say(request, club, verbs.say_coming, evening=evening)
        back = {"club": club.get_absolute_url(), "list": "scoring:coming"}.get(request.POST.get("back", ""))
        if back == "scoring:coming":
            return redirect(back, slug)
        return redirect(back) if back else redirect("scoring:coming_to", slug, pk)
    one = planned_one(evening, club.member_id)
    tables, left = suggested(one["evening"], one["yes"]) if club.is_directed and evening.is_open else ([], [])
    page = {"club": club, "evening": evening, "one": one, "tables": tables, "left": left, "back": ""}
    return render(request, "scoring/coming/coming_to.html", page)


def _say(request: HttpRequest, club: Club, verb: Any, **about: Any) -> None:
    """Submit the answer, and say on the next page what was noted, or why it was not."""
    posted, said = request.POST, dict(Reply.choices)
    member = club.members.filter(pk=_number(posted.get("member"))).first()
    if member is None:
        messages.error(request, _("Only active members are asked who is coming."))
        return
    try:  # the day that the page asked about
        day = date.fromisoformat(posted["day"]) if posted.get("day") else None
    except ValueError:
        messages.error(request, _("This page was too old. Please answer on the new one."))
        return
    says = posted.get("says", "")
    words = {"name": member.name, "said": said.get(says, _("No answer"))}
    noted = _("Noted for %(name)s: %(said)s.") % words
    submit(request, None, verb, noted, member=member, says=says, day=day, **about)


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
        _say(request, club, verbs.say_coming_by_link, actor=verbs.BY_LINK, evening=evening, link=link)
        return redirect("scoring:shared_coming", code)
    members = list(club.members.filter(active=True, anonymised_at=None))
    me = _chosen_member(request, club, members)
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


def _chosen_member(request: HttpRequest, club: Club, members: list[Member]) -> Member | None:
    """Return who this browser said it is; chosen anew in the address, it is kept."""
    known = request.session.get(KNOWN, {})
    asked = request.GET.get("who")
    number = known.get(str(club.pk), 0) if asked is None else _number(asked)
    found = next((member for member in members if member.pk == number), None)
    if asked is not None and number != known.get(str(club.pk), 0):
        request.session[KNOWN] = {**known, str(club.pk): number}
    return found
