"""A season as files, for the whole club."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.export.answering import file_of
from scoring.models import Club, Member
from scoring.season.export.careers import book_of_career
from scoring.season.export.seasons import book_of_season, figures_of_hands
from scoring.season.export.standings import figures_of_season, figures_of_strengths
from scoring.season.export.statistics import book_of_statistics
from scoring.season.forms.periods import period_in_words, season_form
from scoring.season.forms.season import SeasonForm
from scoring.season.forms.statistics import ChoiceForm, MembersChoiceForm, asked_for
from scoring.season.pages.career import career_of
from scoring.season.pages.rating import strengths_of
from scoring.season.pages.season import SeasonStandings, standings_of
from scoring.season.pages.statistics.club import statistics_of
from scoring.web.access import open_club
from scoring.web.language import current_language


@require_safe
def export_season(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """All pages of the standings, with the names that were looked for."""
    club = open_club(request, slug)
    asked = _asked(request, club)
    standings = standings_of(asked.season)
    found = SeasonStandings(
        tuple(season_standing for season_standing in standings.members if asked.finds(season_standing)),
        tuple(season_standing for season_standing in standings.guests if asked.finds(season_standing)),
    )
    title = _titled(_("Season"), asked)
    whole = asked.shows_guests and not asked.words
    figures = figures_of_season(found, title, guests=asked.shows_guests, whole=whole)
    return file_of(request, club, figures, form)


@require_safe
def export_rating(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """All pages of the playing strengths, with the names that were looked for."""
    club = open_club(request, slug)
    asked = _asked(request, club)
    found = strengths_of(asked.season).of(asked.finds)
    title = _titled(_("Playing strength"), asked)
    return file_of(request, club, figures_of_strengths(found, title, guests=asked.shows_guests), form)


@require_safe
def export_career(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """All that a member's own page shows, of the hands that were chosen."""
    club = open_club(request, slug)
    member = get_object_or_404(Member, club=club, pk=pk)
    asked, language = _asked(request, club), current_language()
    career = career_of(member, asked.season, language, asked_for(request.GET))
    choice = MembersChoiceForm(request.GET, rules=career.rules, language=language, people=career.people)
    if not choice.is_valid():
        raise BadRequest("Nothing like this was played")
    title = _titled(f"{member.name}: {_('Season')}", asked)
    return file_of(request, club, book_of_career(career, title, chosen=" ".join(choice.told)), form)


@require_safe
def export_statistics(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """All that the page of the club's statistics shows, of the hands that were chosen."""
    club = open_club(request, slug)
    asked, language = _asked(request, club), current_language()
    found = statistics_of(asked.season, language, asked_for(request.GET))
    choice = ChoiceForm(request.GET, rules=found.rules, language=language, people=found.people)
    if not choice.is_valid():
        raise BadRequest("Nothing like this was played")
    title = _titled(_("Statistics"), asked)
    return file_of(request, club, book_of_statistics(found, title, chosen=" ".join(choice.told)), form)


@require_safe
def export_season_book(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """Everybody's standings, evening by evening, with statistics and rules."""
    club = open_club(request, slug)
    asked = _asked(request, club)
    title = _titled(_("Season book"), asked)
    return file_of(request, club, book_of_season(asked.season, title, current_language()), form)


@require_safe
def export_season_hands(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """All hands, however many."""
    club = open_club(request, slug)
    asked = _asked(request, club)
    title = _titled(_("Hands"), asked)
    return file_of(request, club, figures_of_hands(asked.season, title, current_language()), form)


def _asked(request: HttpRequest, club: Club) -> SeasonForm:
    asked = season_form(request, club)
    if not asked.is_valid():
        raise BadRequest("No such period")
    return asked


def _titled(what: str, asked: SeasonForm) -> str:
    return " ".join(filter(None, (what, period_in_words(asked), asked.club.name)))
