"""Score sheets to print and to fill in by hand, for when a phone dies or nobody wants one."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.clock import day_in_words
from scoring.engine.sheet import BIGGEST_TABLE, SMALLEST_TABLE
from scoring.evenings.pages.blank import Heading, blank_for, blank_of
from scoring.models import Evening
from scoring.rules.versions.rules_played import NamedVersion, named_rules, named_rules_of_evening
from scoring.rules.versions.versions import rules_of
from scoring.table.at_the_table import visit
from scoring.web.access import evening_in, open_club
from scoring.web.language import current_language

SIZES = range(SMALLEST_TABLE, BIGGEST_TABLE + 1)


@require_safe
def blank_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rest of a sheet: who deals, what is doubled, where everybody stands.

    A closed one is complete.
    """
    here = visit(request, pk)
    sheet, language = here.sheet, current_language()
    if not sheet.is_open:
        return redirect(sheet)
    heading = Heading(
        sheet.name,
        where(sheet.evening, sheet.evening.club.name if here.member else ""),
        named(named_rules([sheet], language)),
    )
    page = {
        "here": here,
        "sheet": sheet,
        "blanks": [blank_of(sheet, sheet.evening.names(), heading, language)],
    }
    return render(request, "scoring/evenings/blank_sheet.html", page)


@require_safe
def blank_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a sheet for people who have no table yet and write in their names; `?people=` says how many."""
    club = open_club(request, slug)
    evening, language = evening_in(club, pk), current_language()
    people = next((size for size in SIZES if request.GET.get("people") == str(size)), SMALLEST_TABLE)
    rules = rules_of(evening.ruleset).under(evening.options)
    heading = Heading(
        _("Score sheet"),
        where(evening, club.name),
        named(named_rules_of_evening(evening, [], language)),
    )
    page = {
        "club": club,
        "evening": evening,
        "sizes": SIZES,
        "people": people,
        "blanks": [blank_for(people, heading, rules, language)],
    }
    return render(request, "scoring/evenings/blank_evening.html", page)


def where(evening: Evening, whose: str) -> str:
    """Return whose it is, the day and the place."""
    return ", ".join(filter(None, (whose, day_in_words(evening.date), evening.place)))


def named(rules: Iterable[NamedVersion]) -> str:
    """Return the names of these versions in one line."""
    return ", ".join(named_version.text for named_version in rules)
