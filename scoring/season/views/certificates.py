"""Certificates of a season: printed by the director of a club, one page each."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from scoring.models.sharing import ALL
from scoring.season.forms.certificates import CertificatesForm
from scoring.season.forms.periods import asking, kept, period_in_words, season_form
from scoring.season.forms.season import SeasonForm
from scoring.season.pages.certificates import CertificateTexts, PeopleGroup, TextLine, of_season
from scoring.season.pages.season import standings_of
from scoring.web.access import directed_club


@require_safe
def season_certificates(request: HttpRequest, slug: str) -> HttpResponse:
    """`?whose=first&first=3` says for whom, the rest for which season."""
    club = directed_club(request, slug)
    season = season_form(request, club)
    page: dict[str, Any] = {**asking(season), "season": season, "back": kept(request)}
    page |= {"form": None, "problem": season.errors}
    if season.is_valid():
        page |= {"period": period_in_words(season), "is_over": is_over(season)}
        standings = standings_of(season.season)
        members = tuple(of_season(standings.members))
        guests = tuple(of_season(standings.guests, _("among the guests")))
        if members or guests:
            groups = [PeopleGroup(_("Only one person"), members), PeopleGroup(_("Only one guest"), guests)]
            form = CertificatesForm(request.GET.dict(), groups=[group for group in groups if group.people])
            whole = members + guests
            if form.is_valid():
                among = whole if season.shows_guests or form.is_about_one else members
                page |= {"certificates": form.chosen(among), "occasion": _occasion(season)}
                page["own_line"] = form.own_line
            page["form"] = form
    return render(request, "scoring/season/certificates.html", page)


def is_over(form: SeasonForm) -> bool:
    """No evening can change it any more."""
    until = form.season.period.until
    return until is not None and until < form.today


def _occasion(form: SeasonForm) -> CertificateTexts:
    period = period_in_words(form)
    named = form.named and form.named == period
    title = f"{_('Season')} {period}" if named else _("Season")
    where = "" if named else _("All evenings") if form.named == ALL else period
    if not is_over(form):
        today = date_format(form.today, pgettext("date format", "j F Y"))
        where = ", ".join(filter(None, (where, _("as of %(day)s") % {"day": today})))
    signatures = (_("Place and date"), _("For the club"))
    return CertificateTexts(TextLine(form.club.name), TextLine(title), TextLine(where), signatures)
