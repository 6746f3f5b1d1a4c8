"""What the statistics of a club and of a member show: tables, each with its picture and explanations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_tables2 import RequestConfig

from scoring.charts import DESKTOP, PHONE, Pictures, chart_of
from scoring.engine.naming import shortened
from scoring.models import Member
from scoring.season.pages.career import FEWEST_TOGETHER, Career
from scoring.season.pages.pictures import OFTEN, clubs_pictures, players_pictures
from scoring.season.pages.statistics import ClubStatistics
from scoring.season.tables import (
    BesideTable,
    ContractsTable,
    EveningsTable,
    GamesTable,
    HighestEveningsTable,
    HighestHandsTable,
    HighestSeasonsTable,
    KontrasTable,
    PremiumsTable,
    RarestTable,
    StreaksTable,
    TrischakenTable,
    YearsTable,
    beside_columns,
    contract_columns,
    premium_columns,
)
from scoring.web.language import current_language, in_money, on_average
from scoring.web.tables import PageTable

PREMIUMS = gettext_lazy("Birds and other premiums")


@dataclass(frozen=True)
class TableSection:
    """A table with its picture, and the paragraphs below it."""

    table: PageTable
    pictures: Pictures
    notes: Sequence[str] = ()
    nothing: str = ""  # said where the table is empty; without it the section is left out

    @property
    def has_content(self) -> bool:
        return bool(self.table.rows or self.nothing)


def _whole_years() -> str:
    return _("A season is a calendar year; years that are only partly covered are left out.")


# Of a member


def career_page(
    request: HttpRequest, member: Member, career: Career, *, linked: bool = True
) -> dict[str, Any]:
    """Return what `_career.html` shows; not `linked`: without ways into the club, money and other people."""
    evenings = len(career.evenings)
    said = ngettext(
        "The total after %(number)d evening; the numbers stand in the table below.",
        "The total after each of %(number)d evenings; the numbers stand in the table below.",
        evenings,
    )
    sections = _sections_of_career(request, career, linked) if career.score else ()
    sizes = (PHONE, DESKTOP) if evenings > 1 else ()  # one evening alone makes no line
    return {
        "career": career,
        "linked": linked,
        "facts": _facts(career),
        "charts": [
            chart_of({shortened([member.name], size.letters)[0]: career.course}, size) for size in sizes
        ],
        "said": said % {"number": evenings},
        "sections": [section for section in sections if section.has_content],
    }


def _sections_of_career(request: HttpRequest, career: Career, linked: bool) -> Iterator[TableSection]:
    pictures, games = players_pictures(career, current_language()), contract_columns()
    sorted_as_asked = RequestConfig(request).configure
    if pictures["years"]:
        yield TableSection(YearsTable(career.years), pictures["years"], [_whole_years()])
    notes = [
        _("The points are those of these hands, with everything that came with the game."),
        _("Games side by side are each counted separately."),
        *([_("A hand with a Renonce is neither won nor lost.")] if career.revoked else ()),
        _("Everybody who does not pay wins a Trischaken."),
    ]
    for prefix, name, css, label, tallies, note, nothing in (
        (
            "c-",
            "declared",
            "contracts",
            _("Contracts played as declarer"),
            career.contracts,
            " ".join(notes if career.contracts else ()),
            _("None in this period."),
        ),
        (
            "cp-",
            "partnered",
            "contracts partnered",
            _("As partner"),
            career.partnered,
            _("The called partner wins and loses with the declarer."),
            "",
        ),
        (
            "co-",
            "opposed",
            "contracts opposed",
            _("As opponent"),
            career.opposed,
            _("Opponents win what the declarer loses."),
            "",
        ),
    ):
        contracts = ContractsTable(tallies, games, prefix=prefix, label=label, attrs={"class": css})
        yield TableSection(sorted_as_asked(contracts), pictures[name], [note], nothing)
    premiums = PremiumsTable(career.premiums, premium_columns(), prefix="p-", label=PREMIUMS)
    only_their_own = _(
        "Only those recorded under this name, not a partner's; the points are what they brought "
        "this player. Hands that were conceded or revoked have none."
    )
    yield TableSection(sorted_as_asked(premiums), pictures["premiums"], [only_their_own])
    whole_side = _(
        "The sheet does not say which player of a side gave it, so it counts for both. The points "
        "are what the line came to beyond what it would have been without this step: a Kontra "
        "compared with nothing, a Re compared with the Kontra."
    )
    yield TableSection(KontrasTable(career.kontras), pictures["kontras"], [whole_side])
    if career.trischaken.played:
        everybody = _(
            "Every Trischaken at the table, whoever declared it; won by everybody who does not pay."
        )
        yield TableSection(TrischakenTable([career.trischaken]), pictures["trischaken"], [everybody])
    if linked:
        together = ngettext(
            "Hands on the same side, two against two, at least %(number)s of them; "
            "without Trischaken and Renonce.",
            "Hands on the same side, two against two, at least %(number)s of them; "
            "without Trischaken and Renonce.",
            FEWEST_TOGETHER,
        ) % {"number": FEWEST_TOGETHER}
        partners = BesideTable(
            career.best_partners, beside_columns(), prefix="w-", label=_("Best results with")
        )
        nobody = _("Not enough hands with anybody yet.")
        yield TableSection(sorted_as_asked(partners), pictures["partners"], [together], nobody)
        against = ngettext(
            "Hands on different sides, at least %(number)s of them; without Trischaken and Renonce.",
            "Hands on different sides, at least %(number)s of them; without Trischaken and Renonce.",
            FEWEST_TOGETHER,
        ) % {"number": FEWEST_TOGETHER}
        opponents = BesideTable(
            career.best_opponents, beside_columns(), prefix="a-", label=_("Best results against")
        )
        nobody = _("Not enough hands against anybody yet.")
        yield TableSection(sorted_as_asked(opponents), pictures["opponents"], [against], nobody)
    streaks = _("A hand with a Renonce neither continues a streak nor ends it.")
    yield TableSection(StreaksTable(career), pictures["streaks"], [streaks])
    exact = _(
        "Money is each evening's points at that evening's price, exact to fractions of a cent; "
        "it is rounded when an evening is settled up."
    )
    evenings = EveningsTable(career, linked=linked)
    yield TableSection(sorted_as_asked(evenings), pictures["evenings"], [exact] if linked else ())


def _facts(career: Career) -> dict[str, str]:
    score, language = career.score, current_language()
    if score is None:
        return {}
    return {
        "average": "–" if score.average is None else on_average(score.average, language),
        "money": ", ".join(in_money(cents, currency, language) for currency, cents in score.money.items()),
    }


# Of a club


def statistics_page(request: HttpRequest, statistics: ClubStatistics, shown: set[str]) -> dict[str, Any]:
    """Return what is shown of a club: records, its rule sheets and tallies, as far as they are named."""
    pictures = clubs_pictures(statistics, current_language())
    sheets = []
    for number, under in enumerate(pictures["rules"], 1):
        if f"{OFTEN}-{under['played'].slug}" in shown:
            table = GamesTable(under["played"], prefix=f"r{number}-")
            sheets.append({"under": under, "table": RequestConfig(request).configure(table)})
    return {
        "statistics": statistics,
        "records": [section for name, section in _records(statistics, pictures) if name in shown],
        "sheets": sheets,
        "tallies": [section for name, section in _tallies(request, statistics, pictures) if name in shown],
    }


def _records(statistics: ClubStatistics, pictures: dict[str, Any]) -> Iterator[tuple[str, TableSection]]:
    for name, table, more, note in (
        (
            "hands",
            HighestHandsTable(statistics.best_hands),
            statistics.more_hands,
            _("What a hand brought one player, including everything that went with the game."),
        ),
        ("evenings", HighestEveningsTable(statistics.best_evenings), statistics.more_evenings, ""),
        ("years", HighestSeasonsTable(statistics.best_years), statistics.more_years, _whole_years()),
        ("rarest", RarestTable(statistics.rarest), 0, ""),
    ):
        more_equal = ngettext(
            "At least %(number)s more is equal to the last of these.",
            "At least %(number)s more are equal to the last of these.",
            more,
        ) % {"number": more}
        yield name, TableSection(table, pictures[name], [more_equal if more else "", note])


def _tallies(
    request: HttpRequest, statistics: ClubStatistics, pictures: dict[str, Any]
) -> Iterator[tuple[str, TableSection]]:
    premiums = PremiumsTable(statistics.premiums, premium_columns(), prefix="p-", label=PREMIUMS)
    brought = _("The points are what they brought the player whose name stands beside them.")
    yield (
        "premiums",
        TableSection(RequestConfig(request).configure(premiums), pictures["premiums"], [brought]),
    )
    beyond = _(
        "The points are those of the whole side that gave it, beyond what the line would have been "
        "without this step: a Kontra compared with nothing, a Re compared with the Kontra."
    )
    yield "kontras", TableSection(KontrasTable(statistics.kontras), pictures["kontras"], [beyond])
    trischaken = TrischakenTable([statistics.trischaken], exclude=("points", "won", "lost"))
    yield "trischaken", TableSection(trischaken, pictures["trischaken"])
