"""How one member has played, as pages show it: tables, pictures, and what is said of them."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.translation import ngettext

from scoring.charts import DESKTOP, PHONE, chart_of
from scoring.engine.naming import shortened
from scoring.models import Member
from scoring.season.pages.career import FEWEST_TOGETHER, Career
from scoring.season.pages.pictures import players_pictures
from scoring.season.tables import BesideTable, ContractsTable, EveningsTable, PremiumsTable
from scoring.web.language import current_language
from scoring.web.numbers import in_money, on_average
from scoring.web.tables import Sorted


def career_page(
    request: HttpRequest, member: Member, career: Career, *, linked: bool = True
) -> dict[str, Any]:
    """Return tables and pictures for `_career.html`.

    Not linked: for people of no club, without ways to its pages, without money, and naming nobody else.
    """

    def table(kind: Callable[..., Sorted], found: Sequence[object], *prefix: str) -> Sorted | None:
        return kind(found, *prefix).ask(request.GET) if found else None

    evenings = len(career.evenings)
    said = ngettext(
        "The total after %(number)d evening; the numbers stand in the table below.",
        "The total after each of %(number)d evenings; the numbers stand in the table below.",
        evenings,
    )
    sizes = (PHONE, DESKTOP) if evenings > 1 else ()  # one evening alone makes no line
    return {
        "career": career,
        "linked": linked,
        "facts": _facts(career),
        "charts": [
            chart_of({shortened([member.name], size.letters)[0]: career.course}, size) for size in sizes
        ],
        "pictures": players_pictures(career, current_language()),
        "said": said % {"number": evenings},
        "fewest": FEWEST_TOGETHER,
        "evenings": EveningsTable(career, linked=linked).ask(request.GET),
        "contracts": table(ContractsTable, career.contracts, "c-"),
        "partnered": table(ContractsTable, career.partnered, "cp-"),
        "opposed": table(ContractsTable, career.opposed, "co-"),
        "premiums": table(PremiumsTable, career.premiums),
        "partners": table(BesideTable, career.best_partners, "w-") if linked else None,
        "opponents": table(BesideTable, career.best_opponents, "a-") if linked else None,
    }


def _facts(career: Career) -> dict[str, str]:
    score, language = career.score, current_language()
    if score is None:
        return {}
    return {
        "average": on_average(score.average, language),
        "money": ", ".join(in_money(cents, currency, language) for currency, cents in score.money.items()),
    }
