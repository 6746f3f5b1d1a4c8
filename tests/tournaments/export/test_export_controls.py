"""Whatever number of a workbook is changed, one of its controls is 0 no more; or it is said here why not."""

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import uuid4

from django.utils import translation

from scoring.clubs.privacy.stored import stored_about
from scoring.evenings.export import workbook_of_evening
from scoring.evenings.pages.payments import from_a_form, payments_of
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.evenings.payments import settle_payments
from scoring.export.figures import Workbook
from scoring.models import Evening, PaymentWay, Sheet
from scoring.old_sheets.export import figures_of_old_totals
from scoring.old_sheets.pages import totals_of_club
from scoring.season.export import (
    figures_of_season,
    workbook_of_career,
    workbook_of_season,
    workbook_of_statistics,
)
from scoring.season.pages.career import Career
from scoring.season.pages.rating import strengths_of
from scoring.season.pages.season import Period, Season, standings_of
from scoring.season.pages.statistics import ClubStatistics
from scoring.web.columns import ColumnKind
from tests.support.scoring.exports import book_of, evening, hands_book, season_book, two_evenings
from tests.support.scoring.house import House
from tests.support.scoring.old_papers import old_amounts, old_hands
from tests.support.scoring.tables import FOUR, REDEAL, dreier, hand, rufer
from tests.support.spreadsheet import Formula, Place, Worksheet, worksheets_of, xlsx_of
from tests.support.tournaments.playing import Hands, Playing, opened, opened_cup
from tests.support.tournaments.prizes import give
from tests.support.tournaments.series import named, with_end_tables
from tests.support.tournaments.standings import of, of_three_rounds, overall, shown, with_busts
from tests.tournaments.export.tournament_exports import whole, with_something_of_everything
from tournaments.corrections.verbs import PaperLine, enter_result
from tournaments.engine.criteria import CRITERIA, CUP_AVERAGE, MONEY_SUM
from tournaments.engine.series import SeriesTerms
from tournaments.engine.terms import CUP, Overall
from tournaments.export.pages import figures_of_hands, figures_of_standings
from tournaments.prizes import verbs
from tournaments.series.export import workbook_of_series
from tournaments.series.groups import open_group
from tournaments.series.lines import PersonLine
from tournaments.series.pages import shown_series
from tournaments.series.verbs import bring_points, open_series
from tournaments.standings.pages.played import played_in

__all__ = ["evening", "two_evenings"]

NUMERIC = (ColumnKind.NUMBER, ColumnKind.POINTS, ColumnKind.AVERAGE, ColumnKind.CENTS)
UNCONTROLLED = {  # worksheet/column, as a pattern; every number in it is 1
    r".*/hand": "counts up, or says which hand it was",
    r"Hands/(round|table)": "says where it was",
    r"Rulings/(round|table)": "says where it was",
    r"Prizes/number": "the place in the list",
    r"(Standings|Round [0-9]+)/table": "says where it was",
    r"(Standings|Overall|Round 1|Series)/rank": "follows from the other columns by rules that are no sums",
    r"(Nord|Teams)/(rank|overall)": "follows from the points by rules that are no sums",
    r"Rules/version": "a name",
    r"Standings/(strength|within)": "comes of all tables, one after the other, by no sum",
    r"Records/(points|played)": "single facts; no two rows have to do with each other",
    r"Evenings/number": "the place in the list",
    r"Season/(evenings|schrift|money_.*)": "one line; what it comes of is elsewhere",
    r"(Contracts played as declarer|As partner|As opponent|Contracts)/(share|often)": "rounded",
    r"Longest streaks/length": "single facts",
    r"Paid and carried over/money": "single facts; also what was taken back is listed",
    r"Payments/cents": "single facts; also what was taken back is listed",
    r"Tournaments/round": "says where it was",
    r"Results in tournaments/(round|table)": "says where it was",
    r"Results in tournaments/(balance|replacement|schrift)": "every tournament has play money of its own",
}
NOT_ALWAYS = {"Round 1/schrift"}  # a table on paper with balances has none, and then the others do not add up


def other_evening(house: House) -> Evening:
    """The Schrift is not the Kassa, hands are confirmed, and premiums and kontras come to everything."""
    kept = house.evening(confirmation=True, schrift_kontra="none")
    sheet = house.sheet(evening=kept)
    first = hand("rufer", "Anna", partner="Cilli", points="41/2", kontra="kontra")
    first["premiums"] = [{"premium": "pagat", "by": "Anna", "announced": True, "made": True}]
    house.play(sheet, first)
    house.play(sheet, {**REDEAL})
    house.play(sheet, dreier("Bert", won=False))
    house.play(
        sheet, {**rufer("Cilli", "Anna"), "premiums": [{"premium": "pagat", "by": "Cilli", "made": True}]}
    )
    return kept


def with_payment_ticked(house: House, evening: Evening) -> None:
    """One of the payments of an evening, between members, is ticked as paid."""
    evening = Evening.objects.select_related("club").get(pk=evening.pk)
    settling = settling_of(evening, sheets_of(evening), "en")
    payment = from_a_form(payments_of(evening, settling).open[0].form_value)
    house.do(settle_payments, by="Anna", evening=evening, payments=[payment], way=PaymentWay.PAID)


def books(house: House, evening: Evening, steep: Playing, three_rounds: Playing) -> Iterator[Workbook]:
    """Every workbook that there is to download; of those that differ, every way they do."""
    with_payment_ticked(house, evening)
    yield book_of(evening)
    yield workbook_of_evening(evening, "Without money", "en", money=False)
    yield workbook_of_evening(other_evening(house), "Schrift", "en")
    yield season_book(house)
    yield workbook_of_statistics(ClubStatistics(Season(house.club, Period.year(2026)), "en"), "Statistics")
    yield hands_book(house)
    old_hands(house)
    old_amounts(house)
    yield workbook_of_season(Season(house.club, Period()), "For ever", "en")
    ever = Season(house.club, Period())
    rated = standings_of(ever, strengths_of(ever))
    yield Workbook.of(figures_of_season(rated, "For ever", guests=True, whole=True))
    career = Career(house.member("Anna"), Season(house.club, Period()), "en")
    for linked in (True, False):
        yield workbook_of_career(career, "Anna", linked=linked)
    yield Workbook.of(figures_of_old_totals(totals_of_club(house.club), "Old sheets"))
    three_rounds.do(verbs.add_prize, name="Pokal", cents=4000, round_=None)
    give(three_rounds, 1, "Anna", None)
    yield whole(three_rounds, "Bert")
    yield whole(cup_on_paper(house), "Bert")
    money = with_something_of_everything(house)
    yield whole(money, "Bert")
    standing = overall(money)
    best = CRITERIA["best_balance"].label.en
    standing = replace(standing, criterion="best_balance", counts=best)
    yield Workbook.of(figures_of_standings(standing, "Best", capital=50))
    money.agree(overall=Overall.SUM, overall_criteria=MONEY_SUM)
    yield Workbook.of(figures_of_standings(overall(money), "Sum", capital=50))
    three_rounds.agree(overall=Overall.AVERAGE, overall_criteria=CUP_AVERAGE)
    yield Workbook.of(figures_of_standings(overall(three_rounds), "Average", capital=0))
    yield Workbook.of(figures_of_standings(shown(steep), "Round 1", capital=50))
    steep.agree(overall=Overall.SUM, overall_criteria=MONEY_SUM)
    yield Workbook.of(figures_of_standings(overall(steep), "Sum of all", capital=50))
    steep.play(1, REDEAL)
    yield Workbook.of(figures_of_hands(played_in(of(steep)), "Tables", capital=50))
    by: dict[str, Any] = {"actor": house["Bert"], "club": house.club}
    north = open_group(deed=uuid4(), name="Nord", lines=named("Anna", "Bert"), **by)
    groups = {"ranked": [north.pk], "team": [north.pk]}
    series = open_series(deed=uuid4(), title="Ever", terms=SeriesTerms(off=2), groups=groups, **by)
    lines = [PersonLine(name, 45, place=1, event="Cup", date=date(2019, 10, 4)) for name in ("Anna", "Otti")]
    lines.append(PersonLine("Anna", 12, place=1, event="Herbst", date=date(2019, 11, 4)))
    with_end_tables(house, series, lines)
    house.do(bring_points, by="Bert", series=series, lines=[PersonLine("Anna", 4, "voriges Jahr")])
    yield workbook_of_series(shown_series(series))
    for name in ("Anna", "Bert", "Emil"):
        yield stored_about(house.member(name))


def cup_on_paper(house: House) -> Playing:
    """One hand was recorded, then only the result was typed."""
    cup = opened(house, title="Paper", rules="cup", terms=replace(CUP))
    cup.register(FOUR)
    cup.begin(tables=[FOUR])
    cup.play(1, dreier("Anna"))
    known = cup.ids()
    written = zip(FOUR, (7, 3, -4, -6), strict=True)
    lines = {known[name]: PaperLine(schrift=schrift) for name, schrift in written}
    enter_result(actor=cup.director, deed=uuid4(), table=cup.table(), lines=lines)
    cup.close()
    return cup


def test_whatever_number_is_changed_a_control_says_so(
    house: House, evening: Evening, two_evenings: Sheet, watch: Hands
) -> None:
    """Every number of every workbook, one after the other, is 1 more than it should be."""
    steep, three_rounds = with_busts(house), of_three_rounds(opened_cup(house))
    columns_seen: set[str] = set()
    controlled: dict[str, set[bool]] = {}
    with translation.override("en"):
        for book in books(house, evening, steep, three_rounds):
            for figures, worksheet in zip(book.tables, worksheets_of(xlsx_of(book)), strict=True):
                off = [formula.text for formula in worksheet.formulas.values() if formula.of(worksheet.cells)]
                assert off == [], f"{book.title}: {worksheet.name}"
                looking = formulas_by_cell(worksheet)
                for place, column in enumerate(figures.columns):
                    if column.kind in NUMERIC:
                        name = re.sub(r"\d+", "1", f"{figures.name or figures.title}/{figures.keys[place]}")
                        columns_seen.add(name)
                        found = set(noticed(worksheet, looking, place + 1, len(figures.rows)))
                        controlled.setdefault(name, set()).update(found)
    assert {name for name in columns_seen if not controlled[name]} == set(), "no number stood there"
    free = {
        name: next((pattern for pattern in UNCONTROLLED if re.fullmatch(pattern, name)), "")
        for name in columns_seen
    }
    wanted = {name: {True, False} if name in NOT_ALWAYS else {not free[name]} for name in columns_seen}
    wrong = {name for name in columns_seen if controlled[name] != wanted[name]}
    assert wrong == set(), "changed and not noticed, or noticed and still among those that nothing controls"
    assert set(free.values()) == {*UNCONTROLLED, ""}


def formulas_by_cell(worksheet: Worksheet) -> dict[Place, list[Formula]]:
    """Which of them look at it."""
    found: dict[Place, list[Formula]] = {}
    for formula in worksheet.formulas.values():
        for place in formula.needs:
            found.setdefault(place, []).append(formula)
    return found


def noticed(
    worksheet: Worksheet, looking: Mapping[Place, list[Formula]], column: int, rows: int
) -> Iterator[bool]:
    """For every number of a column: is a control that looks at it not 0, were it 1 more?"""
    for row in range(2, rows + 2):
        place = (worksheet.name, row, column)
        value = worksheet.cells.get(place)
        if value is not None:
            cells = ChainMap({place: value + 1}, worksheet.cells)
            yield any(formula.of(cells) != 0 for formula in looking.get(place, ()))
