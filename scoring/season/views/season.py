"""The season of a club: its standings, and one member's own."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.models import Member
from scoring.season.career_page import career_page
from scoring.season.forms.periods import asking, days_of, kept, period_in_words, season_form, told_on_paper
from scoring.season.forms.statistics import MembersChoiceForm, asked_for
from scoring.season.pages.career import career_of
from scoring.season.pages.season import SeasonStanding, standings_of
from scoring.season.tables import StandingsTable
from scoring.web.access import account_of, open_club
from scoring.web.language import current_language


@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings of a season."""
    club = open_club(request, slug)
    form = season_form(request, club)
    page: dict[str, Any] = {**asking(form), "back": kept(request)}
    if form.is_valid():
        standings = standings_of(form.season)
        same_period = kept(request)

        def address(member: int) -> str:
            return reverse("scoring:season_member", args=[slug, member]) + same_period

        def table(shown: tuple[SeasonStanding, ...], prefix: str) -> StandingsTable:
            found = [season_standing for season_standing in shown if form.finds(season_standing)]
            return StandingsTable(found, of=standings, address=address, prefix=prefix).ask(request.GET)

        members = table(standings.members, "")
        guests = table(standings.guests, "g-") if form.shows_guests else None
        page |= {
            "period": period_in_words(form),
            "on_paper": told_on_paper(form, days_of(form)),
            "standings": standings,
            "members": members,
            "guests": guests,
            "found": sum(
                standings_table.paginator.count
                for standings_table in (members, guests)
                if standings_table is not None
            ),
        }
    return render(request, "scoring/season/season.html", page)


@require_safe
def season_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """For everybody in the club; members who are no longer active have played, too."""
    club = open_club(request, slug)
    member = get_object_or_404(Member, club=club, pk=pk)
    form = season_form(request, club)
    is_own = member.account_id == account_of(request).pk
    page = {"member": member, "is_own": is_own, "back": kept(request), **asking(form)}
    if form.is_valid():
        career = career_of(member, form.season, current_language(), asked_for(request.GET))
        choice = MembersChoiceForm(
            request.GET, rules=career.rules, language=current_language(), people=career.people
        )
        days = [evening.date for evening in career.evenings]
        page |= {"period": period_in_words(form), "on_paper": told_on_paper(form, days)}
        page |= {"choice": choice, "problem": choice.errors}
        if choice.is_valid():
            page |= career_page(request, member, career)
    return render(request, "scoring/season/season_member.html", page)
