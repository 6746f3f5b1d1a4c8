"""How one member has played, as pages show it: tables, pictures, and what is said of them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import ngettext

from scoring.charts import DESKTOP, PHONE, Chart, chart_of
from scoring.engine.naming import shortened
from scoring.models import Member
from scoring.season.pages.career import FEWEST_TOGETHER, Career
from scoring.season.pages.pictures import players_pictures
from scoring.season.pages.statistics import Beside, Tally
from scoring.season.tables import BesideTable, ContractsTable, EveningsTable, PremiumsTable
from scoring.web.language import current_language
from scoring.web.numbers import in_money, on_average


def career_page(
    request: HttpRequest, member: Member, career: Career, *, linked: bool = True
) -> dict[str, Any]:
    """Return tables and pictures for `_career.html`.

    Not linked: for people of no club, without ways to its pages, without money, and naming nobody else.
    """

    def beside(people: tuple[Beside, ...], prefix: str) -> BesideTable | None:
        return BesideTable(people, prefix).ask(request.GET) if people else None

    def contracts(tallies: tuple[Tally, ...], prefix: str) -> ContractsTable | None:
        return ContractsTable(tallies, prefix).ask(request.GET) if tallies else None

    return {
        "career": career,
        "linked": linked,
        "facts": _facts(career),
        "charts": _charts(career, member),
        "pictures": players_pictures(career, current_language()),
        "said": _chart_caption(len(career.evenings)),
        "fewest": FEWEST_TOGETHER,
        "evenings": EveningsTable(career, linked=linked).ask(request.GET),
        "contracts": contracts(career.contracts, "c-"),
        "partnered": contracts(career.partnered, "cp-"),
        "opposed": contracts(career.opposed, "co-"),
        "premiums": PremiumsTable(career.premiums).ask(request.GET) if career.premiums else None,
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
    """Return the chart for a phone and for everything bigger; one evening alone makes no line."""
    if len(career.evenings) < 2:
        return []
    return [
        chart_of({shortened([member.name], size.letters)[0]: career.course}, size)
        for size in (PHONE, DESKTOP)
    ]


def _chart_caption(evenings: int) -> str:
    caption = ngettext(
        "The total after %(number)d evening; the numbers stand in the table below.",
        "The total after each of %(number)d evenings; the numbers stand in the table below.",
        evenings,
    )
    return caption % {"number": evenings}
