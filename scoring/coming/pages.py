"""Planned evenings, and what the members say of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from scoring.coming.kept import by_told, says_told
from scoring.coming.tables import seated
from scoring.coming.telling import told
from scoring.coming.verbs import why_too_late
from scoring.models import Club, Coming, Evening, Member, Reply
from scoring.table.pages.seatings import sitting_elsewhere

ON_THE_PAGE = 2  # evenings on the page of the club


@dataclass(frozen=True, slots=True)
class OneSays:
    """A member, and what they say of the evening."""

    member: int
    name: str = ""  # empty: the reader's own
    says: str = ""
    told: str = ""
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
    mine: OneSays | None
    yes: tuple[OneSays, ...]  # the first ones first, as in the next two
    perhaps: tuple[OneSays, ...]
    no: tuple[OneSays, ...]
    silent: tuple[OneSays, ...] = ()
    why_too_late: str = ""

    @property
    def of_another_day(self) -> int:
        """Return how many have said what they say of another day."""
        return sum(one_says.moved_from is not None for one_says in (*self.yes, *self.perhaps, *self.no))

    @property
    def everybody(self) -> tuple[OneSays, ...]:
        return (*self.yes, *self.perhaps, *self.no, *self.silent)


@dataclass(frozen=True, slots=True)
class SuggestedTable:
    """People who can sit together, and where a table is opened with them."""

    names: tuple[str, ...]
    address: str


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
    said = {coming.member_id: _says(coming) for coming in evening.comings.all() if coming.member.active}
    by = {
        says: tuple(one_says for one_says in said.values() if one_says.says == says)
        for says in ("", *Reply.values)
    }
    silent = (*by[""], *(OneSays(member.pk, member.name) for member in members if member.pk not in said))
    mine = None if me is None else replace(said.get(me, OneSays(me)), name="")
    return PlannedEvening(
        evening=evening,
        address=reverse("scoring:coming_to", args=[club.slug, evening.pk]),
        sentence=told(len(by[Reply.YES]), len(by[Reply.PERHAPS])),
        mine=mine,
        yes=by[Reply.YES],
        perhaps=by[Reply.PERHAPS],
        no=by[Reply.NO],
        silent=silent,
        why_too_late=why_too_late(evening),
    )


def _says(coming: Coming) -> OneSays:
    return OneSays(
        member=coming.member_id,
        name=coming.member.name,
        says=coming.says,
        told=says_told(coming.says),
        by="" if coming.by_id == coming.member_id else by_told(coming),
        at=coming.at,
        earlier=coming.earlier,
        moved_from=coming.moved_from,
    )


def suggested(one: PlannedEvening) -> tuple[list[SuggestedTable], list[str]]:
    """Return tables of those who said yes and sit nowhere yet, and who is left over."""
    at = sitting_elsewhere(one.evening)
    free = [somebody for somebody in one.yes if f"m{somebody.member}" not in at]
    tables, left = seated(free)
    page = reverse("scoring:new_table", args=[one.evening.club.slug, one.evening.pk])
    return [
        SuggestedTable(
            tuple(somebody.name for somebody in table),
            f"{page}?seats={'-'.join(f'm{somebody.member}' for somebody in table)}",
        )
        for table in tables
    ], [somebody.name for somebody in left]


def on_club_page(request: HttpRequest, club: Club) -> SafeString:
    """Return the next evenings with the reader's own answer."""
    shown = {"club": club, "planned": planned(club, club.member_id, most=ON_THE_PAGE), "back": "club"}
    return render_to_string("scoring/coming/_club_coming.html", shown, request)
