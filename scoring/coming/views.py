"""Who is coming? Planned evenings with everybody's answer, for members and by the club's link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts.verbs import sharing_behind
from scoring.capability import ClubPart
from scoring.coming import verbs
from scoring.coming.tables import coming_in_words, seated
from scoring.coming.verbs import why_too_late
from scoring.models import Club, Coming, Evening, Member, Reply, Shared
from scoring.table.pages.seatings import sitting_elsewhere
from scoring.web.access import PAGE, evening_in, kept_from_search, open_club
from scoring.web.fields import PageForm
from scoring.web.submitting import submit

ON_THE_PAGE = 1  # evening on the page of the club


@dataclass(frozen=True, slots=True)
class ComingAnswer:
    """A member, and what they say of the evening."""

    member: int
    name: str = ""  # empty: the reader's own
    says: str = ""
    by: str = ""  # who said it, if it was not they
    at: datetime | None = None
    earlier: str | None = None  # what undoing brings back; None: nothing was said yet
    moved_from: date | None = None  # the day of which it was said, where the evening has been moved since

    @property
    def choices(self) -> Iterator[tuple[str, str, bool]]:
        """Yield what can be said, its word, and whether it is said."""
        for reply in Reply:
            yield reply.value, str(reply.label), reply.value == self.says


@dataclass(frozen=True)
class PlannedEvening:
    """An evening, how many are coming, and what everybody says."""

    evening: Evening
    address: str  # of its page
    sentence: str
    mine: ComingAnswer | None
    yes: tuple[ComingAnswer, ...]  # the first ones first, as in the next two
    perhaps: tuple[ComingAnswer, ...]
    no: tuple[ComingAnswer, ...]
    silent: tuple[ComingAnswer, ...] = ()
    why_too_late: str = ""

    @property
    def of_another_day(self) -> int:
        """Return how many have said what they say of another day."""
        return sum(answer.moved_from is not None for answer in (*self.yes, *self.perhaps, *self.no))

    @property
    def everybody(self) -> tuple[ComingAnswer, ...]:
        return (*self.yes, *self.perhaps, *self.no, *self.silent)


def answer_in_words(says: str) -> str:
    """Return what answer said, in a word."""
    return str(Reply(says).label) if says else _("No answer")


def answered_by(coming: Coming) -> str:
    """Return who said it."""
    return coming.by.name if coming.by is not None else _("The club’s link")


def planned(
    club: Club, me: int | None, members: Iterable[Member] = (), most: int | None = None
) -> list[PlannedEvening]:
    """Return the evenings at which no table is open yet, the next one first; at most two queries."""
    today = timezone.localdate()
    found = (
        Evening.objects.of(club).filter(closed_at=None, date__gte=today, sheets=None).order_by("date", "pk")
    )
    members = list(members)
    return [_planned(evening, club, me, members) for evening in with_comings(found)[:most]]


def planned_one(evening: Evening, me: int | None) -> PlannedEvening:
    """Return one evening with everybody of its club; it may be over."""
    found = with_comings(Evening.objects.filter(pk=evening.pk)).get()
    members = list(evening.club.members.filter(active=True))
    return _planned(found, evening.club, me, members)


def with_comings(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """Return the same, each with what everybody says of it; one query more."""
    comings = Coming.objects.select_related("member", "by").order_by("at", "pk")
    return evenings.prefetch_related(Prefetch("comings", comings))


def _planned(evening: Evening, club: Club, me: int | None, members: Sequence[Member]) -> PlannedEvening:
    evening.club = club
    answers = {coming.member_id: _answer(coming) for coming in evening.comings.all() if coming.member.active}
    by = {
        says: tuple(answer for answer in answers.values() if answer.says == says)
        for says in ("", *Reply.values)
    }
    silent = (
        *by[""],
        *(ComingAnswer(member.pk, member.name) for member in members if member.pk not in answers),
    )
    mine = None if me is None else replace(answers.get(me, ComingAnswer(me)), name="")
    return PlannedEvening(
        evening=evening,
        address=reverse("scoring:coming_to", args=[club.slug, evening.pk]),
        sentence=coming_in_words(len(by[Reply.YES]), len(by[Reply.PERHAPS])),
        mine=mine,
        yes=by[Reply.YES],
        perhaps=by[Reply.PERHAPS],
        no=by[Reply.NO],
        silent=silent,
        why_too_late=why_too_late(evening),
    )


def _answer(coming: Coming) -> ComingAnswer:
    return ComingAnswer(
        member=coming.member_id,
        name=coming.member.name,
        says=coming.says,
        by="" if coming.by_id == coming.member_id else answered_by(coming),
        at=coming.at,
        earlier=coming.earlier,
        moved_from=coming.moved_from,
    )


def suggested(planned: PlannedEvening) -> tuple[list[dict[str, Any]], list[str]]:
    """Return tables of those who said yes and sit nowhere yet, with where each is opened; and who is left."""
    at = sitting_elsewhere(planned.evening)
    free = [answer for answer in planned.yes if f"m{answer.member}" not in at]
    tables, left = seated(free)
    page = reverse("scoring:new_table", args=[planned.evening.club.slug, planned.evening.pk])
    return [
        {
            "names": [answer.name for answer in table],
            "address": f"{page}?seats={'-'.join(f'm{answer.member}' for answer in table)}",
        }
        for table in tables
    ], [answer.name for answer in left]


def on_club_page(request: HttpRequest, club: Club) -> ClubPart:
    """Return the next evening with the reader's own answer."""
    shown = {"club": club, "planned": planned(club, club.member_id, most=ON_THE_PAGE), "back": "club"}
    return ClubPart(render_to_string("scoring/coming/_club_coming.html", shown, request))


class SayComing(PageForm):
    """A tap: who, and yes, no or perhaps; nothing takes it back."""

    member: forms.ModelChoiceField[Member] = forms.ModelChoiceField(
        queryset=Member.objects.none(),
        error_messages={"invalid_choice": gettext_lazy("Only active members are asked who is coming.")},
    )
    says = forms.ChoiceField(
        choices=[("", ""), *Reply.choices],
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Please say yes, no or perhaps.")},
    )

    day = forms.DateField(  # that the page asked about
        required=False,
        error_messages={"invalid": gettext_lazy("This page was too old. Please answer on the new one.")},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["member"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = club.members.filter(active=True, anonymised_at=None)


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
    """Submit the answer, and say on the next page what was noted, or why it was not."""
    if not form.is_valid():
        for sentences in form.errors.values():
            for sentence in sentences:
                messages.error(request, str(sentence))
        return
    member, says = form.cleaned_data["member"], form.cleaned_data["says"]
    noted = _("Noted for %(name)s: %(said)s.") % {"name": member.name, "said": answer_in_words(says)}
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
