"""The statistics of a club and of a member: tables, each with its picture and explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_tables2 import RequestConfig

from scoring.charts import DESKTOP, PHONE, Pictures, chart_of, from_the_middle
from scoring.clock import day_in_short
from scoring.engine.naming import shortened
from scoring.models import Club
from scoring.season.forms import (
    ChoiceForm,
    SeasonForm,
    hand_filter_in,
    lines_on_paper,
    period_in_words,
    periods_of,
    same_period_query,
    season_form,
)
from scoring.season.pages.career import FEWEST_TOGETHER, Career
from scoring.season.pages.pictures import (
    EVERYTHING_SHOWN,
    OFTEN,
    clubs_pictures,
    course_pictures,
    games_pictures,
    kontras_picture,
    people_pictures,
    premiums_picture,
)
from scoring.season.pages.season import standings_of, written_ranks
from scoring.season.pages.statistics import ClubStatistics
from scoring.season.tables import (
    ContractsTable,
    EveningsTable,
    GamesTable,
    HighestEveningsTable,
    HighestHandsTable,
    HighestSeasonsTable,
    KontrasTable,
    PersonTallyTable,
    PremiumsTable,
    RarestTable,
    StreaksTable,
    TrischakenTable,
    YearsTable,
    contract_columns,
    person_columns,
    premium_columns,
)
from scoring.web.language import current_language, in_hundredths, in_money, on_average
from scoring.web.tables import PageTable

PREMIUMS = gettext_lazy("Birds and other premiums")


@dataclass(frozen=True)
class TableSection:
    """A table with its picture, and the paragraphs below it."""

    table: PageTable
    pictures: Pictures = ()
    notes: Sequence[str] = ()
    nothing: str = ""  # said where the table is empty; without it the section is left out

    @property
    def has_content(self) -> bool:
        return bool(self.table.rows or self.nothing)


def _whole_seasons(club: Club) -> str:
    if club.seasons:
        return _("Seasons that are only partly covered are left out.")
    return _("A season is a calendar year; years that are only partly covered are left out.")


# Of a period


def period_page(request: HttpRequest, form: SeasonForm) -> dict[str, Any]:
    """Return what every page of a season shows: the period, and links to the other pages for it."""
    return {
        "club": form.club,
        "form": form,
        "periods": periods_of(form, request.GET),
        "problems": [_("Please look at the fields marked below.")],
        "period": period_in_words(form) if form.is_valid() else "",
        "back": same_period_query(request),
        "is_narrowed": bool(form.errors),
        "has_old_sheets": form.is_valid() and form.has_old_sheets,
    }


def hands_page(form: SeasonForm, choice: ChoiceForm) -> dict[str, Any]:
    """Return the filter of hands for a page; an active one is shown at the top, else at the end."""
    narrowed = bool(choice.errors) or choice.chosen or form.has_dates
    return {"choice": choice, "problem": choice.errors, "is_narrowed": narrowed}


def choice_of(request: HttpRequest, source: Career | ClubStatistics) -> ChoiceForm:
    """Return the form of what can be chosen of these hands."""
    return ChoiceForm(
        request.GET,
        rules=source.rules,
        language=current_language(),
        people=source.people,
        of_member=isinstance(source, Career),
    )


# Of a member

EVENINGS_SHOWN, GAMES_SHOWN = 4, 4
BEST_SHOWN, WORST_SHOWN = 3, 2  # of those with whom a member plays


def person_page(request: HttpRequest, club: Club, key: str, name: str) -> dict[str, Any]:
    """Return a person's season at a glance, or one subject with the filtered hands.

    The key names a member by the number, a guest by the folded name after "~".
    """
    form = season_form(request, club)
    page = {**period_page(request, form), "name": name, "address": request.path, "is_detail": False}
    if not form.is_valid():
        return page
    career = Career(key, form.season, current_language(), hand_filter_in(request.GET))
    choice = choice_of(request, career)
    days = [evening.date for evening in career.evenings]
    page |= {"on_paper": lines_on_paper(form, days), **hands_page(form, choice)}
    if not choice.is_valid():
        return page
    if career.score is None or choice.chosen or {"show", "all"} & request.GET.keys():
        is_detail = career.score is not None or choice.chosen
        return page | career_page(request, name, career) | {"is_detail": is_detail}
    glance = _at_a_glance(key, name, form, career)
    return page | {"career": career, "facts": _facts(career), "glance": glance}


def _at_a_glance(key: str, name: str, form: SeasonForm, career: Career) -> dict[str, Any]:
    """Return a person's rank, course, last evenings, partners and games in a few lines each."""
    players = standings_of(form.season).members
    rank = next((player.rank for player in players if str(player.member) == key), None)
    last = career.evenings[::-1]
    best = max(last, key=lambda evening: evening.score.points)
    people = career.best_partners
    if len(people) > BEST_SHOWN + WORST_SHOWN:
        people = people[:BEST_SHOWN] + people[-WORST_SHOWN:]
    averages = [tally.average for tally in people]
    words = [on_average(average, current_language()) for average in averages]
    bars = from_the_middle(averages)
    return {
        "rank": written_ranks(player.rank for player in players)[rank] if rank else "",
        "ranked": len(players),
        "now": [evening for evening in last if evening.date == form.today],
        "best": best,
        "best_day": day_in_short(best.date),
        "last": [(day_in_short(evening.date), evening) for evening in last[:EVENINGS_SHOWN]],
        "charts": _course(name, career)["charts"],
        "people": list(zip(people, averages, words, bars, strict=True)),
        "games": [
            (tally, int(in_hundredths(tally.share)))
            for tally in career.contracts[:GAMES_SHOWN]
            if tally.share is not None
        ],
    }


def career_page(request: HttpRequest, name: str, career: Career, *, linked: bool = True) -> dict[str, Any]:
    """Return the values for `_career.html`: one subject, or all of them.

    Not `linked`: without ways into the club, money and other people.
    """
    subjects = {subject: SUBJECTS[subject] for subject in SUBJECTS if linked or subject != "people"}
    chosen = request.GET.get("show", "")
    shown = [chosen] if chosen in subjects else list(subjects)[: None if chosen == EVERYTHING_SHOWN else 1]
    page = {"career": career, "linked": linked, "facts": _facts(career)}
    if career.score is None:
        return page
    sections = [section for key in shown for section in subjects[key].sections(request, career, linked)]
    return {
        **page,
        **(_course(name, career) if "course" in shown else {}),
        "subjects": [
            {"key": key, "words": subject.words, "current": [key] == shown}
            for key, subject in subjects.items()
        ],
        "sections": [section for section in sections if section.has_content],
        "everything_shown": chosen == EVERYTHING_SHOWN,
    }


def _course(name: str, career: Career) -> dict[str, Any]:
    """Return the chart of a player's points, evening by evening."""
    evenings = len(career.evenings)
    sentence = ngettext(
        "The total after %(number)d evening; the numbers are in the table below.",
        "The total after each of %(number)d evenings; the numbers are in the table below.",
        evenings,
    )
    sizes = (PHONE, DESKTOP) if evenings > 1 else ()  # one evening alone makes no line
    charts = [
        chart_of({shortened([name], size.letters)[0]: career.course}, size, [career.colour]) for size in sizes
    ]
    return {"charts": charts, "said": sentence % {"number": evenings}}


def _evenings_played(request: HttpRequest, career: Career, linked: bool) -> Iterator[TableSection]:
    pictures = course_pictures(career)
    exact = _(
        "Money is each evening's points at that evening's price, exact to fractions of a cent; "
        "it is rounded when an evening is settled up."
    )
    evenings = RequestConfig(request).configure(EveningsTable(career, linked=linked))
    yield TableSection(evenings, pictures["evenings"], [exact] if linked else ())
    if pictures["years"]:
        yield TableSection(YearsTable(career.years), pictures["years"], [_whole_seasons(career.club)])
    streaks = _("A hand with a Renonce neither continues a streak nor ends it.")
    yield TableSection(StreaksTable(career), pictures["streaks"], [streaks])


def _games_played(request: HttpRequest, career: Career, linked: bool) -> Iterator[TableSection]:
    pictures = games_pictures(career)
    notes = [
        _("The points are those of these hands, with everything that came with the game."),
        _("Games side by side are each counted separately."),
        *([_("A hand with a Renonce is neither won nor lost.")] if career.revoked else ()),
        _("Everybody who does not pay wins a Trischaken."),
    ]
    with_the_declarer = _("The called partner wins and loses with the declarer.")
    against_the_declarer = _("Opponents win what the declarer loses.")
    for prefix, name, css, label, tallies, note in (
        ("c-", "declared", "contracts", _("Contracts played as declarer"), career.contracts, " ".join(notes)),
        ("cp-", "partnered", "contracts partnered", _("As partner"), career.partnered, with_the_declarer),
        ("co-", "opposed", "contracts opposed", _("As opponent"), career.opposed, against_the_declarer),
    ):
        games = ContractsTable(tallies, contract_columns(), prefix=prefix, label=label, attrs={"class": css})
        yield TableSection(RequestConfig(request).configure(games), pictures[name], [note])
    if career.trischaken.played:
        everybody = _(
            "Every Trischaken at the table, no matter who declared it; everybody who does not pay has won it."
        )
        yield TableSection(
            TrischakenTable(career.trischaken, of_one=True), pictures["trischaken"], [everybody]
        )


def _premiums_made(request: HttpRequest, career: Career, linked: bool) -> Iterator[TableSection]:
    premiums = PremiumsTable(career.premiums, premium_columns(), prefix="p-", label=PREMIUMS)
    only_their_own = _(
        "Only those recorded under this name, not a partner's; the points are what they earned this "
        "player. Hands that were conceded or revoked have none."
    )
    picture = premiums_picture("premiums", career.premiums)
    yield TableSection(RequestConfig(request).configure(premiums), picture, [only_their_own])
    whole_side = _(
        "The sheet does not say which player of a side gave it, so it counts for both. The points "
        "are what the line came to beyond what it would have been without this step: a Kontra "
        "compared with nothing, a Re compared with the Kontra."
    )
    picture = kontras_picture("kontras", career.kontras)
    yield TableSection(KontrasTable(career.kontras), picture, [whole_side])


def _people_beside(request: HttpRequest, career: Career, linked: bool) -> Iterator[TableSection]:
    pictures = people_pictures(career, current_language())
    together = ngettext(
        "Hands on the same side, two against two, at least %(number)s of them; "
        "without Trischaken and Renonce.",
        "Hands on the same side, two against two, at least %(number)s of them; "
        "without Trischaken and Renonce.",
        FEWEST_TOGETHER,
    ) % {"number": FEWEST_TOGETHER}
    against = ngettext(
        "Hands on different sides, at least %(number)s of them; without Trischaken and Renonce.",
        "Hands on different sides, at least %(number)s of them; without Trischaken and Renonce.",
        FEWEST_TOGETHER,
    ) % {"number": FEWEST_TOGETHER}
    with_nobody = _("Not enough hands with anybody yet.")
    against_nobody = _("Not enough hands against anybody yet.")
    for prefix, name, label, people, note, nobody in (
        ("w-", "partners", _("Best results with"), career.best_partners, together, with_nobody),
        ("a-", "opponents", _("Best results against"), career.best_opponents, against, against_nobody),
    ):
        table = PersonTallyTable(people, person_columns(), prefix=prefix, label=label)
        yield TableSection(RequestConfig(request).configure(table), pictures[name], [note], nobody)


class CareerSubject(NamedTuple):
    """A part of a member's statistics that has a page of its own."""

    words: str | Promise
    sections: Callable[[HttpRequest, Career, bool], Iterator[TableSection]]


SUBJECTS = {  # by what an address says; the first is shown where it says nothing
    "course": CareerSubject(gettext_lazy("Evenings"), _evenings_played),
    "games": CareerSubject(gettext_lazy("Games"), _games_played),
    "premiums": CareerSubject(gettext_lazy("Premiums"), _premiums_made),
    "people": CareerSubject(gettext_lazy("People"), _people_beside),
}


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
    """Return a club's statistics: records, rule sheets and tallies, or the named parts of them."""
    pictures = clubs_pictures(statistics, current_language())
    sheets = []
    for number, under in enumerate(pictures["rules"], 1):
        if f"{OFTEN}-{under['played'].slug}" in shown:
            table = GamesTable(under["played"], prefix=f"r{number}-")
            sheets.append({"under": under, "table": RequestConfig(request).configure(table)})
    return {
        "statistics": statistics,
        "records": [section for name, section in _records(statistics) if name in shown],
        "sheets": sheets,
        "tallies": [section for name, section in _tallies(request, statistics, pictures) if name in shown],
    }


def _records(statistics: ClubStatistics) -> Iterator[tuple[str, TableSection]]:
    for name, table, more, note in (
        (
            "hands",
            HighestHandsTable(statistics.best_hands),
            statistics.more_hands,
            _("What a hand earned one player, including everything that went with the game."),
        ),
        ("evenings", HighestEveningsTable(statistics.best_evenings), statistics.more_evenings, ""),
        (
            "years",
            HighestSeasonsTable(statistics.best_years),
            statistics.more_years,
            _whole_seasons(statistics.club),
        ),
        ("rarest", RarestTable(statistics.rarest), 0, ""),
    ):
        more_equal = ngettext(
            "At least %(number)s more is level with the last of these.",
            "At least %(number)s more are level with the last of these.",
            more,
        ) % {"number": more}
        yield name, TableSection(table, notes=[more_equal if more else "", note])


def _tallies(
    request: HttpRequest, statistics: ClubStatistics, pictures: dict[str, Any]
) -> Iterator[tuple[str, TableSection]]:
    premiums = PremiumsTable(statistics.premiums, premium_columns(), prefix="p-", label=PREMIUMS)
    brought = _("The points are those of the player named beside them.")
    yield (
        "premiums",
        TableSection(RequestConfig(request).configure(premiums), pictures["premiums"], [brought]),
    )
    beyond = _(
        "The points are those of the whole side that gave it, beyond what the line would have been "
        "without this step: a Kontra compared with nothing, a Re compared with the Kontra."
    )
    yield "kontras", TableSection(KontrasTable(statistics.kontras), pictures["kontras"], [beyond])
    trischaken = TrischakenTable(statistics.trischaken, of_one=False)
    yield "trischaken", TableSection(trischaken, pictures["trischaken"])
