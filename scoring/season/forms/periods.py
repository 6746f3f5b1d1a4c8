"""The period that pages of a season ask for: from the address, in words, and on the way to the next page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Exists, Max, Min, OuterRef, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.models import Club, Evening, Sheet, TableScore
from scoring.models.sharing import ALL, TWELVE_MONTHS
from scoring.season.forms.season import SeasonForm

KEPT = ("period", "since", "until", "tables")  # on the way from the standings to a member


def season_form(request: HttpRequest, club: Club) -> SeasonForm:
    """Return the form that asks for a period, filled in from the address."""
    return SeasonForm(request.GET, club=club, today=timezone.localdate())


def kept(request: HttpRequest) -> str:
    """Return the query string that asks for the same period again."""
    asked = request.GET.copy()
    for name in set(asked) - set(KEPT):
        del asked[name]
    return f"?{asked.urlencode()}" if asked else ""


def asking(form: SeasonForm) -> dict[str, Any]:
    """Return what is the same on both pages."""
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
    """In which something was played, the newest first; what is only planned is none."""
    begun = Q(date__lte=timezone.localdate()) | Exists(Sheet.objects.filter(evening=OuterRef("pk")))
    evenings = Evening.objects.played_in(club).filter(begun)
    return [day.year for day in evenings.dates("date", "year", order="DESC")]


def period_in_words(form: SeasonForm) -> str:
    """Return what stands behind “Season”: a year, or from when to when."""
    if form.named and form.named not in (ALL, TWELVE_MONTHS):
        return form.named
    since, until = form.season.period
    if since and until:
        return f"{_day(since)} – {_day(until)}"
    if since:
        return _("from %(day)s") % {"day": _day(since)}
    return _("until %(day)s") % {"day": _day(until)} if until else ""


def days_of(form: SeasonForm) -> list[date]:
    """Return the first and the last evening at which something was played, where all of them are shown."""
    if form.named != ALL:
        return []
    played = TableScore.objects.filter(form.season.counts("sheet__evening__"), hands__gt=0)
    found = played.aggregate(first=Min("sheet__evening__date"), last=Max("sheet__evening__date"))
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
