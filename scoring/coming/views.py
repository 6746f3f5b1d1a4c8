"""Who is coming? Planned evenings with everybody's answer, for members and by the club's link."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import chain, count
from typing import Any, TypeVar

from django.conf import settings
from django.contrib import messages
from django.db.models import Exists, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext
from django.views.decorators.http import require_http_methods

from scoring import clock
from scoring.capability import ABOUT_EVENINGS, Capability, ClubCard, ClubPart
from scoring.coming import verbs
from scoring.coming.verbs import why_too_late
from scoring.deeds import log_of
from scoring.export.figures import Figures
from scoring.language import gettext_lazy
from scoring.models import CLUB_EVENING, Club, Coming, Evening, Member, Reply, Shared
from scoring.sharing.verbs import sharing_behind
from scoring.table.pages.seatings import sitting_elsewhere
from scoring.verifying import Checked, Verified
from scoring.web.access import PAGE, evening_in, kept_from_search, open_club
from scoring.web.columns import Column, ColumnKind
from scoring.web.submitting import submit

FEWEST, MOST = 4, 5  # at a table

Somebody = TypeVar("Somebody")


def tables_of(people: int) -> tuple[int, ...]:
    """Return the sizes of tables for this number of people, as many as possible; empty: impossible.

    >>> tables_of(4), tables_of(9), tables_of(13), tables_of(15)
    ((4,), (4, 5), (4, 4, 5), (5, 5, 5))
    >>> tables_of(3), tables_of(7), tables_of(11)
    ((), (), ())
    """
    tables = people // FEWEST
    if people > tables * MOST:
        return ()
    larger = people - tables * FEWEST
    return (FEWEST,) * (tables - larger) + (MOST,) * larger


def missing(people: int) -> int:
    """Return how many more people it takes for everybody to sit at a table.

    >>> [missing(people) for people in range(13)]
    [4, 3, 2, 1, 0, 0, 2, 1, 0, 0, 0, 1, 0]
    """
    return next(more for more in count() if tables_of(people + more))


def seated(people: Sequence[Somebody]) -> tuple[list[list[Somebody]], list[Somebody]]:
    """Return tables of people in order, and the people left over.

    >>> seated("ABCDEFG")
    ([['A', 'B', 'C', 'D', 'E']], ['F', 'G'])
    """
    seat_count = next((number for number in range(len(people), 0, -1) if tables_of(number)), 0)
    left = iter(people)
    tables = [[next(left) for _seat in range(size)] for size in tables_of(seat_count)]
    return tables, list(left)


def in_words(number: int) -> str:
    """Return a number of people in words; above twelve in digits."""
    words = (
        *("", pgettext("so many people", "one"), pgettext("so many people", "two")),
        *(pgettext("so many people", "three"), pgettext("so many people", "four")),
        *(pgettext("so many people", "five"), pgettext("so many people", "six")),
        *(pgettext("so many people", "seven"), pgettext("so many people", "eight")),
        *(pgettext("so many people", "nine"), pgettext("so many people", "ten")),
        *(pgettext("so many people", "eleven"), pgettext("so many people", "twelve")),
    )
    return words[number] if 0 < number < len(words) else str(number)


def tables_in_words(sizes: tuple[int, ...]) -> str:
    """Return tables in words: "one table of four and two tables of five"."""
    fours, fives = sizes.count(FEWEST), len(sizes) - sizes.count(FEWEST)
    parts = []
    if fours:
        phrase = ngettext("one table of four", "%(tables)s tables of four", fours)
        parts.append(phrase % {"tables": in_words(fours)})
    if fives:
        phrase = ngettext("one table of five", "%(tables)s tables of five", fives)
        parts.append(phrase % {"tables": in_words(fives)})
    return _(" and ").join(parts)


def coming_in_words(yes: int, perhaps: int = 0) -> str:
    """Return how many are coming and the tables that makes, with and without those who say perhaps."""
    sentences = [_coming(yes)]
    if perhaps:
        sentence = ngettext("One more says perhaps.", "%(people)s more say perhaps.", perhaps)
        if sizes := tables_of(yes + perhaps):
            sentence = ngettext(
                "One more says perhaps; that would make %(tables)s.",
                "%(people)s more say perhaps; that would make %(tables)s.",
                perhaps,
            ) % {"people": "%(people)s", "tables": tables_in_words(sizes)}
        sentence %= {"people": in_words(perhaps)}
        sentences.append(sentence[:1].upper() + sentence[1:])
    return " ".join(sentences)


def _coming(people: int) -> str:
    if not people:
        return _("Nobody has said yes yet.")
    if sizes := tables_of(people):
        return _("We are %(people)s: %(tables)s.") % {
            "people": in_words(people),
            "tables": tables_in_words(sizes),
        }
    if people == 1:
        return _("So far there is one; three more make one table.")
    more = missing(people)
    tables = len(tables_of(people + more))
    makes = npgettext("that so many more make", "one table", "%(tables)s tables", tables)
    sentence = ngettext(
        "We are %(people)s; one more makes %(tables)s.",
        "We are %(people)s; %(more)s more make %(tables)s.",
        more,
    )
    makes %= {"tables": in_words(tables)}
    return sentence % {"people": in_words(people), "more": in_words(more), "tables": makes}


ON_THE_PAGE = 1  # evening on the page of the club


def answer_in_words(says: str) -> str:
    """Return the word for an answer."""
    return str(Reply(says).label) if says else _("No answer")


def planned(
    club: Club, me: int | None, members: Iterable[Member] = (), most: int | None = None
) -> list[dict[str, Any]]:
    """Return the evenings at which no table is open yet, the next one first; at most two queries."""
    members = list(members)
    return [_planned(evening, club, me, members) for evening in with_comings(_planned_in(club))[:most]]


def planned_one(evening: Evening, me: int | None) -> dict[str, Any]:
    """Return one evening with everybody of its club; it may be over."""
    with_replies = with_comings(Evening.objects.filter(pk=evening.pk)).get()
    members = list(evening.club.members.filter(active=True))
    return _planned(with_replies, evening.club, me, members)


def with_comings(evenings: QuerySet[Evening]) -> QuerySet[Evening]:
    """Return these evenings, each with everybody's answers; one query more."""
    comings = Coming.objects.select_related("member", "by").order_by("at", "pk")
    return evenings.prefetch_related(Prefetch("comings", comings))


def _planned(evening: Evening, club: Club, me: int | None, members: Sequence[Member]) -> dict[str, Any]:
    """Return an evening, how many are coming, and everybody's answers, the first ones first."""
    evening.club = club
    by_member = {coming.member_id: coming for coming in evening.comings.all() if coming.member.active}
    silent = [Coming(evening=evening, member=member) for member in members if member.pk not in by_member]
    comings = [*by_member.values(), *silent]
    by = {says: [coming for coming in comings if coming.says == says] for says in (*Reply.values, "")}
    coming = ngettext("%(number)d is coming", "%(number)d are coming", len(by[Reply.YES]))
    coming %= {"number": len(by[Reply.YES])}
    mine = None if me is None else by_member.get(me, Coming(evening=evening, member_id=me))
    below = (
        evening.venue,
        coming if by[Reply.YES] else "",
        answer_in_words(mine.says) if mine and mine.says else "",
    )
    return {
        "evening": evening,
        "address": reverse("scoring:coming_to", args=[club.slug, evening.pk]),
        "coming": coming,
        "below": " · ".join(filter(None, below)),
        "sentence": coming_in_words(len(by[Reply.YES]), len(by[Reply.PERHAPS])),
        "mine": mine,
        "yes": by[Reply.YES],
        "answers": [(answer_in_words(says), those) for says, those in by.items() if those],
        "everybody": list(chain(*by.values())),
        "of_another_day": sum(coming.moved_from is not None for coming in comings if coming.says),
        "why_too_late": why_too_late(evening),
        "replies": Reply.choices,
    }


def suggested(evening: Evening, yes: list[Coming]) -> tuple[list[dict[str, Any]], list[str]]:
    """Suggest tables for unseated members who are coming, with their addresses; and who is left over."""
    at = sitting_elsewhere(evening, evening.participants.all())
    tables, left = seated([coming.member for coming in yes if f"m{coming.member_id}" not in at])
    page = reverse("scoring:new_table", args=[evening.club.slug, evening.pk])
    return [
        {
            "names": [member.name for member in table],
            "address": f"{page}?seats={'-'.join(f'm{member.pk}' for member in table)}",
        }
        for table in tables
    ], [member.name for member in left]


def _club_card(request: HttpRequest, club: Club) -> ClubPart:
    """Return the next evening with the reader's own answer."""
    shown = {"club": club, "planned": planned(club, club.member_id, most=ON_THE_PAGE), "back": "club"}
    return ClubPart(render_to_string("scoring/coming/_club_coming.html", shown, request))


def _is_asked(_request: HttpRequest, club: Club) -> Any:
    """Return whether to ask: an evening is planned, and none is still running after midnight."""
    open_tables = {"closed_at": None, "sheets__isnull": False, "sheets__closed_at": None}
    running = Evening.objects.of(club).filter(date__gte=clock.today() - timedelta(days=1), **open_tables)
    return Exists(_planned_in(club)) & ~Exists(running)


def _planned_in(club: Club) -> QuerySet[Evening]:
    """Return the evenings at which no table is open yet, the next one first."""
    evenings = Evening.objects.of(club).filter(closed_at=None, date__gte=clock.today(), sheets=None)
    return evenings.order_by("date", "pk")


def on_evenings_page(request: HttpRequest, club: Club) -> SafeString:
    """Return all planned evenings, each with the reader's own answer."""
    shown = {"club": club, "planned": planned(club, club.member_id), "back": "list"}
    return render_to_string("scoring/coming/_planned_evenings.html", shown, request)


CHOSEN = "coming_as"  # a cookie of the club's link alone: which member answers in this browser
SECONDS_CHOSEN = 365 * 24 * 60 * 60


@require_http_methods(PAGE)
def coming_to(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show everybody's answers for one evening; directors answer for others, and open tables with them."""
    club = open_club(request, slug)
    evening = evening_in(club, pk)
    if request.method == "POST":
        _say(request, club, verbs.say_coming, evening=evening)
        back = {"club": "scoring:club", "list": "scoring:evenings"}.get(request.POST.get("back", ""))
        return redirect(back, slug) if back else redirect("scoring:coming_to", slug, pk)
    plan = planned_one(evening, club.member_id)
    tables, left = (
        suggested(plan["evening"], plan["yes"]) if club.is_directed and evening.is_open else ([], [])
    )
    page = {"club": club, "evening": evening, "one": plan, "tables": tables, "left": left, "back": ""}
    return render(request, "scoring/coming/coming_to.html", page)


def _say(request: HttpRequest, club: Club, verb: Any, **fields: Any) -> None:
    """Store the answer, and say on the next page what was noted, or why not."""
    posted, labels = request.POST, dict(Reply.choices)
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
    words = {"name": member.name, "said": labels.get(says, _("No answer"))}
    noted = _("Noted for %(name)s: %(said)s.") % words
    submit(request, None, verb, noted, member=member, says=says, day=day, **fields)


# For anybody


@require_http_methods(PAGE)
def shared_coming(request: HttpRequest, code: str) -> HttpResponse:
    """Show visitors with the club's link a choice of names, then the evenings to answer."""
    link = sharing_behind(code)
    if link is None or link.what != Shared.COMING:
        return render(request, "scoring/sharing/sharing_is_gone.html", status=404)
    club = link.club
    if request.method == "POST":
        evening = get_object_or_404(Evening.objects.of(club), pk=_number(request.POST.get("evening")))
        _say(request, club, verbs.say_coming_by_link, actor=verbs.BY_LINK, evening=evening, link=link)
        return redirect("scoring:shared_coming", code)
    members = list(club.members.filter(active=True, anonymised_at=None))
    me = _chosen_member(request, members)
    page = {
        "club": club,
        "members": members,
        "me": me,
        "planned": planned(club, me.pk if me else None, members),
        "address": request.path,
    }
    answer = kept_from_search(render(request, "scoring/coming/shared_coming.html", page))
    if "who" in request.GET:
        answer.set_cookie(
            CHOSEN,
            str(me.pk if me else ""),
            max_age=SECONDS_CHOSEN,
            path=request.path,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return answer


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _chosen_member(request: HttpRequest, members: list[Member]) -> Member | None:
    """Return the member that the address names, or that this browser answered for before."""
    number = _number(request.GET.get("who", request.COOKIES.get(CHOSEN)))
    return next((member for member in members if member.pk == number), None)


# Who is coming to an evening: where its pages are, what is stored of it, and how that is verified


site_urls: list[URLPattern | URLResolver] = [
    path("s/<str:code>/coming/", shared_coming, name="shared_coming"),
]

evening_urls: list[URLPattern | URLResolver] = [
    path("coming/", coming_to, name="coming_to"),
]


def stored(member: Member) -> Iterator[Figures]:
    """Yield a member's answers about planned evenings."""
    columns = (
        Column(_("Evening"), ColumnKind.DATE, "date", "evening.date"),
        Column(_("Is coming"), key="says", of=lambda coming: answer_in_words(coming.says)),
        Column(_("Answered for the day"), ColumnKind.DATE, key="moved_from"),
        Column(_("When"), ColumnKind.MOMENT, key="at"),
        Column(
            _("Who"),
            key="by",
            of=lambda coming: _("somebody else") if coming.by not in {None, member} else coming.noted_by,
        ),
    )
    replies = (
        Coming.objects.filter(member=member).select_related("evening", "by").order_by("evening__date", "pk")
    )
    yield Figures.of(_("Who is coming?"), columns, replies)


def forget(person: Any, _neutral: str) -> None:
    """Delete the answers of a person who is anonymised."""
    if person.member is not None:
        Coming.objects.filter(member=person.member).delete()


def of_the_clubs(evenings: QuerySet[Evening]) -> Iterator[Checked]:
    """Check each evening that has replies: it must be one of its club."""
    for evening in evenings.filter(comings__isnull=False).select_related("club").distinct().order_by("pk"):
        wrong = []
        if evening.occasion != CLUB_EVENING:
            asked_of = gettext_lazy("asked about an evening of the club")
            wrong.append(Verified(gettext_lazy("the evening"), asked_of, evening.occasion))
        name = (evening.club, evening, gettext_lazy("who is coming"))
        yield Checked(name, {"who is coming": 1}, tuple(wrong), page=evening.get_absolute_url())


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    log_subject=ABOUT_EVENINGS,
    anonymisers=(forget,),
    privacy_reports=(stored,),
    verified=(of_the_clubs,),
    on_club_page=(ClubCard(_is_asked, _club_card),),
    on_evenings_page=(on_evenings_page,),
)
