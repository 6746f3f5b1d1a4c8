"""The season of a club: its standings, and one member's own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Max, Min
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.figures.chart import DESKTOP, PHONE, Chart, chart_of
from scoring.figures.names import shortened
from scoring.figures.numbers import in_money, on_average
from scoring.models import Club, Evening, Member
from scoring.models.sharing import ALL, TWELVE_MONTHS
from scoring.season.forms.season import SeasonForm
from scoring.season.forms.statistics import MembersChoiceForm, asked_for
from scoring.season.pages.career import FEWEST_TOGETHER, Career, career_of
from scoring.season.pages.pictures import players_pictures
from scoring.season.pages.season import SeasonStanding, standings_of
from scoring.season.pages.statistics.tallies import Beside, Tally
from scoring.season.tables import BesideTable, ContractsTable, EveningsTable, PremiumsTable, StandingsTable
from scoring.web.access import account_of, open_club
from scoring.web.language import current_language

KEPT = ("period", "since", "until", "tables")  # on the way from the standings to a member


def season_form(request: HttpRequest, club: Club) -> SeasonForm:
    return SeasonForm(request.GET, club=club, today=timezone.localdate())


@never_cache
@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    club = open_club(request, slug)
    form = season_form(request, club)
    page: dict[str, Any] = {**asking(form), "back": kept(request)}
    if form.is_valid():
        standings = standings_of(form.season)
        same_period = kept(request)

        def address(member: int) -> str:
            return reverse("scoring:season_member", args=[slug, member]) + same_period

        def table(shown: tuple[SeasonStanding, ...], prefix: str) -> StandingsTable:
            found = [one for one in shown if form.finds(one)]
            return StandingsTable(found, of=standings, address=address, prefix=prefix).ask(request)

        page |= {
            "period": period_in_words(form),
            "on_paper": told_on_paper(form, days_of(form)),
            "standings": standings,
            "members": table(standings.members, ""),
            "guests": table(standings.guests, "g-") if form.shows_guests else None,
        }
    return render(request, "scoring/season/season.html", page)


def kept(request: HttpRequest) -> str:
    asked = request.GET.copy()
    for name in set(asked) - set(KEPT):
        del asked[name]
    return f"?{asked.urlencode()}" if asked else ""


def asking(form: SeasonForm) -> dict[str, Any]:
    """What is the same on both pages."""
    wrong = [_("Please look at the fields marked below.")]
    return {"club": form.club, "form": form, "periods": periods_of(form), "problems": wrong}


def periods_of(form: SeasonForm) -> list[tuple[str, str, bool]]:
    """Name, words, and whether it is the one shown: every year with an evening, and two more."""
    years = sorted({*years_of(form.club), form.today.year}, reverse=True)
    named = form.named
    words = {str(year): str(year) for year in years}
    words |= {TWELVE_MONTHS: _("Last 12 months"), ALL: _("All evenings")}
    return [(name, said, name == named) for name, said in words.items()]


def years_of(club: Club) -> list[int]:
    """In which something was played, the newest first."""
    return [day.year for day in Evening.objects.played_in(club).dates("date", "year", order="DESC")]


def period_in_words(form: SeasonForm) -> str:
    """What stands behind “Season”: a year, or from when to when."""
    if form.named and form.named not in (ALL, TWELVE_MONTHS):
        return form.named
    since, until = form.season.period
    if since and until:
        return f"{_day(since)} – {_day(until)}"
    if since:
        return _("from %(day)s") % {"day": _day(since)}
    return _("until %(day)s") % {"day": _day(until)} if until else ""


def days_of(form: SeasonForm) -> list[date]:
    """The first and the last of all evenings, where no other period is asked for."""
    if form.named != ALL:
        return []
    found = Evening.objects.filter(form.season.counts()).aggregate(first=Min("date"), last=Max("date"))
    return [day for day in found.values() if day]


def told_on_paper(form: SeasonForm, days: Sequence[date]) -> list[str]:
    """Which club and what time: a sheet of paper lies there without the rest of the page."""
    found = [form.club.name]
    if form.named == ALL and days:
        found.append(f"{_('All evenings')}: {_day(days[0])} – {_day(days[-1])}")
    if form.season.tables:
        found.append(_("Tables without an evening are counted."))
    return found


def _day(day: date) -> str:
    return date_format(day, pgettext("date format", "j M Y"))


@never_cache
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


def career_page(
    request: HttpRequest, member: Member, career: Career, *, linked: bool = True
) -> dict[str, Any]:
    """Tables and pictures for `_career.html`.

    Not linked: for people of no club, without ways to its pages, without money, and naming nobody else.
    """

    def beside(people: tuple[Beside, ...], prefix: str) -> BesideTable | None:
        return BesideTable(people, prefix).ask(request) if people else None

    def contracts(tallies: tuple[Tally, ...], prefix: str) -> ContractsTable | None:
        return ContractsTable(tallies, prefix).ask(request) if tallies else None

    return {
        "career": career,
        "linked": linked,
        "facts": _facts(career),
        "charts": _charts(career, member),
        "pictures": players_pictures(career, current_language()),
        "said": _said(len(career.evenings)),
        "fewest": FEWEST_TOGETHER,
        "evenings": EveningsTable(
            career.evenings, currencies=career.currencies if linked else (), linked=linked
        ).ask(request),
        "contracts": contracts(career.contracts, "c-"),
        "partnered": contracts(career.partnered, "cp-"),
        "opposed": contracts(career.opposed, "co-"),
        "premiums": PremiumsTable(career.premiums).ask(request) if career.premiums else None,
        "partners": beside(career.best_partners, "w-") if linked else None,
        "opponents": beside(career.best_opponents, "a-") if linked else None,
    }


def _facts(career: Career) -> dict[str, str]:
    score, language = career.score, current_language()
    if score is None:
        return {}
    return {
        "average": on_average(score.average, language),
        "money": ", ".join(in_money(cents, currency, language) for currency, cents in score.money.items()),
    }


def _charts(career: Career, member: Member) -> list[Chart]:
    """For a phone and for everything bigger; one evening alone makes no line."""
    if len(career.evenings) < 2:
        return []
    return [
        chart_of({shortened([member.name], frame.letters)[0]: career.course}, frame)
        for frame in (PHONE, DESKTOP)
    ]


def _said(evenings: int) -> str:
    said = ngettext(
        "The total after %(number)d evening; the numbers stand in the table below.",
        "The total after each of %(number)d evenings; the numbers stand in the table below.",
        evenings,
    )
    return said % {"number": evenings}
