"""What was played how often and what it brought, as worksheets, for a club and for a player."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.clock import day_in_words
from scoring.engine.facts import Hand
from scoring.engine.naming import Names, renamed_hand
from scoring.engine.record import entry_from_dict
from scoring.engine.result import from_twelfths
from scoring.engine.telling import hand_in_words, joined
from scoring.evenings.export import figures_of_rules
from scoring.export.figures import Course, FigureRow, Figures, Streamed, Workbook
from scoring.models import Participant, Row, Sheet
from scoring.models.evenings import names_among
from scoring.rules.versions.rules_played import named_by_sheet
from scoring.rules.versions.timelines import RulesTimeline, timelines_of
from scoring.season import tables as columns_of
from scoring.season.pages.career import Career
from scoring.season.pages.champions import ClubChampions
from scoring.season.pages.season import (
    ListedPlayer,
    PlayerRow,
    Season,
    SeasonEvening,
    SeasonScore,
    SeasonStandings,
    matrix_of,
    standings_of,
)
from scoring.season.pages.statistics import (
    ClubStatistics,
    KontraTally,
    PremiumTally,
    Tally,
    TrischakenRecord,
)
from scoring.table.export import game_cells, game_columns
from scoring.table.pages.marks import games_in_short, premiums_in_short
from scoring.table.replay import with_corrected_names
from scoring.web.columns import Column, ColumnKind
from scoring.web.language import in_hundredths


def contracts(title: str, name: str, tallies: Sequence[Tally]) -> Figures:
    """Return the contracts of a player, in one of three parts."""
    return Figures.under(title, name, columns_of.contract_columns(), tallies)


def premiums(title: str, name: str, tallies: Sequence[PremiumTally]) -> Figures:
    """Return how often each premium came about, and how."""
    return Figures.under(title, name, columns_of.premium_columns(), tallies)


def kontras(title: str, name: str, tallies: Sequence[KontraTally]) -> Figures:
    """Return every step of the ladder."""
    return Figures.under(title, name, columns_of.kontra_columns(), tallies)


def trischaken(title: str, record: TrischakenRecord, *, of_one: bool) -> Figures:
    """Return one line about Trischaken; for a player with results, which for a club add up to zero."""
    columns = columns_of.trischaken_columns(of_one=of_one)
    return Figures.under(title, _("Trischaken"), columns, [record] if record.played else [])


def figures_of_season(standings: SeasonStandings, title: str, *, guests: bool) -> Figures:
    """Return the members, and after them the guests, who have ranks of their own."""
    shown = standings.everybody if guests else standings.members
    columns = columns_of.standings_columns(standings)
    if guests:
        columns.append(Column(_("Guest"), key="guest", of=_guest))
    return Figures.of(title, columns, shown, name=_("Standings"))


def _guest(person: ListedPlayer) -> str | None:
    return _("Guest") if person.member is None else None


def workbook_of_champions(champions: ClubChampions, title: str) -> Workbook:
    """Return the first of every season, and of every year."""
    columns = columns_of.champion_columns()
    parts = ((_("Seasons"), champions.seasons), (_("Years"), champions.years))
    return Workbook(title, tuple(Figures.under(title, name, columns, rows) for name, rows in parts if rows))


def workbook_of_statistics(statistics: ClubStatistics, title: str, *, chosen: str = "") -> Workbook:
    """Return the statistics as a workbook; `chosen` names the filter in every row."""
    tables = (worksheet(statistics, title) for worksheet in STATISTICS)
    worksheets = [_whole(statistics, title), *(figures for figures in tables if figures.rows)]
    if chosen:
        column = Column(_("Which hands"), key="chosen")
        worksheets = [figures.with_column(column, chosen) for figures in worksheets]
    return Workbook(title, tuple(worksheets))


def _whole(statistics: ClubStatistics, title: str) -> Figures:
    """Return evenings and hands in one line."""
    columns = (
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
    )
    return Figures.of(title, columns, [statistics], name=_("Season"))


def figures_of_rule_sheets(statistics: ClubStatistics, title: str) -> Figures:
    """Return how much was played under each rule sheet."""
    columns = (
        Column(_("Rules"), key="rules", of="label"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands", summed=True),
    )
    return Figures.under(title, _("Rule sheets"), columns, statistics.sheets)


def figures_of_contracts(statistics: ClubStatistics, title: str) -> Figures:
    """Return how often each contract was played by rule sheet, and the declarers' points."""
    of_games = columns_of.contract_columns(_("Points of the declarer"))
    columns = (
        Column(_("Rules"), key="rules"),
        *of_games,
        Column(pgettext("games", "Per 100 hands"), ColumnKind.NUMBER, "often"),
    )
    rows = (
        (
            sheet.label,
            *(column.value(tally) for column in of_games),
            int(in_hundredths(sheet.in_hundred(tally))),
        )
        for sheet in statistics.sheets
        for tally in sheet.games
    )
    return Figures.under(title, _("Contracts"), columns, rows)


def figures_of_records(statistics: ClubStatistics, title: str) -> Figures:
    """Return the best list, without sums, as every row is a fact on its own."""
    columns = (
        Column(pgettext("best list", "Record"), key="record"),
        Column(_("Name"), key="name"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        Column(_("What was played"), key="contract"),
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        Column(_("Place"), key="place"),
        Column(_("Played"), ColumnKind.NUMBER, "played"),
    )
    return Figures.under(title, _("Records"), columns, _records(statistics))


def _records(statistics: ClubStatistics) -> Iterator[FigureRow]:
    records = {
        _("Hand"): statistics.best_hands,
        _("Evening"): statistics.best_evenings,
        _("Season"): statistics.best_years,
        _("Rarest games"): statistics.rarest,
    }
    for record, entries in records.items():
        for person, points, what, day, number, venue, _address, played in entries:
            yield record, person.name, points, what or None, day, number, venue or None, played


# A further worksheet of the page's book and of a season's: a function of the club's statistics and the title,
# and a row here.
StatisticsWorksheet = Callable[[ClubStatistics, str], Figures]
STATISTICS: tuple[StatisticsWorksheet, ...] = (
    figures_of_rule_sheets,
    figures_of_records,
    figures_of_contracts,
    lambda statistics, title: premiums(title, _("Premiums"), statistics.premiums),
    lambda statistics, title: kontras(title, _("Kontras"), statistics.kontras),
    lambda statistics, title: trischaken(title, statistics.trischaken, of_one=False),
)


def workbook_of_career(career: Career, title: str, *, chosen: str = "", linked: bool = True) -> Workbook:
    """Return a career as a workbook; `chosen` names the filter in every row.

    Not linked: for people of no club, without money and places, and naming nobody else.
    """
    return Workbook(title, tuple(_tables(career, title, chosen, linked)))


def _tables(career: Career, title: str, chosen: str, linked: bool) -> Iterator[Figures]:
    if career.score is not None:
        yield _score(career.score, title, chosen, career.currencies if linked else ())
    yield _evenings(career, title, linked)
    if career.score is not None and len(career.years) > 1:
        columns = columns_of.year_columns()
        yield Figures.under(title, _("Points by season"), columns, career.years)
    games = (
        (_("Contracts played as declarer"), career.contracts),
        (_("As partner"), career.partnered),
        (_("As opponent"), career.opposed),
    )
    yield from (contracts(title, name, tallies) for name, tallies in games if tallies)
    if career.premiums:
        yield premiums(title, _("Birds and other premiums"), career.premiums)
    if career.kontras:
        yield kontras(title, _("Kontras given"), career.kontras)
    if career.trischaken.played:
        yield trischaken(title, career.trischaken, of_one=True)
    if linked:
        people = (
            (_("Best results with"), career.best_partners),
            (_("Best results against"), career.best_opponents),
        )
        columns = columns_of.person_columns()
        yield from (Figures.under(title, name, columns, some) for name, some in people if some)
    if career.score is not None:
        columns, rows = columns_of.streak_columns(), columns_of.streaks_of(career)
        yield Figures.under(title, _("Longest streaks"), columns, rows)


def _score(score: SeasonScore, title: str, chosen: str, currencies: Sequence[str]) -> Figures:
    """Return the whole time in one line."""
    differs = score.points != score.schrift
    columns = [
        Column(_("Evenings"), ColumnKind.NUMBER, "evenings"),
        Column(_("Hands"), ColumnKind.NUMBER, "hands"),
        Column(_("Points"), ColumnKind.POINTS, "points"),
        *([Column(_("Schrift"), ColumnKind.POINTS, "schrift")] if differs else []),
        *columns_of.money_columns(currencies, "money"),
        columns_of.average_column(),
        *([columns_of.old_column("old")] if score.old is not None else []),
    ]
    figures = Figures.under(title, _("Season"), columns, [score])
    return figures.with_column(Column(_("Which hands"), key="chosen"), chosen) if chosen else figures


def _evenings(career: Career, title: str, linked: bool) -> Figures:
    """Return the evenings, the oldest first, with the running total."""
    course = Course("date", ("total",), _("How it went"), _("Points"))
    columns = columns_of.evening_columns(career, linked=linked)
    return Figures.under(title, _("Evenings"), columns, career.evenings, course=course)


SHEETS_PER_QUERY = 40  # sheets
STORED = (
    *("sheet_id", "sort_key", "number", "dealer", "players", "radl", "twelfths"),
    *("entry__record", "entry__seq", "entry__at"),
)


def hands_of(season: Season, language: str) -> Iterator[FigureRow]:
    """Yield a row for every hand, the first evening first; four queries for some tables at a time."""
    sheets = Sheet.objects.filter(season.counts("evening__"))
    pks = list(sheets.order_by("evening__date", "evening", "pk").values_list("pk", flat=True))
    for start in range(0, len(pks), SHEETS_PER_QUERY):
        yield from _some(pks[start : start + SHEETS_PER_QUERY], language)


def _some(pks: Sequence[int], language: str) -> Iterator[FigureRow]:
    stored_sheets = Sheet.objects.filter(pk__in=pks).select_related("evening").prefetch_related("ruleset")
    stored_sheets = stored_sheets.only(
        "name", "ruleset", "options", "stored_state", "evening__date", "evening__venue"
    )
    sheets = sorted(stored_sheets, key=lambda sheet: pks.index(sheet.pk))
    timelines, names = timelines_of(sheets), _names({sheet.evening_id for sheet in sheets})
    rules = named_by_sheet(sheets, language)
    hands = Row.objects.filter(sheet__in=pks, number__isnull=False).order_by("sheet", "sort_key")
    stored = groupby(hands.values_list(*STORED, named=True), key=lambda row: row.sheet_id)
    rows = {sheet: list(some) for sheet, some in stored}
    for sheet in sheets:
        evening_names = names[sheet.evening_id]
        for row in rows.get(sheet.pk, ()):
            yield _hand(sheet, row, timelines[sheet.pk], evening_names, rules[sheet.pk], language)


def _names(evenings: set[int]) -> dict[int, Names]:
    people = Participant.objects.filter(evening__in=evenings).order_by("evening", "pk")
    rows = people.values_list("evening_id", "pk", "member__name", "guest")
    return {
        evening: names_among((pk, member, guest) for _evening, pk, member, guest in some)
        for evening, some in groupby(rows, key=lambda row: row[0])
    }


def _hand(
    sheet: Sheet, row: Any, timeline: RulesTimeline, names: Names, sheet_rules: str, language: str
) -> FigureRow:
    """Return a hand as it would be noted on paper, with the place and time."""
    rules = timeline.at(row.sort_key)
    read = with_corrected_names(
        entry_from_dict(row.entry__record, rules), timeline.names(row.entry__seq, row.sort_key)
    )
    assert isinstance(read, Hand)
    hand = renamed_hand(read, names)
    rules = rules.under(hand.options)
    seats = [(names[player], twelfths) for player, twelfths in zip(row.players, row.twelfths, strict=True)]
    pays = [player for player, twelfths in seats if twelfths < 0]
    return (
        sheet.evening.date,
        sheet.evening.venue or None,
        sheet.name,
        row.number,
        names[row.dealer],
        "R" if row.radl else None,
        *game_cells(
            tuple(games_in_short(hand, pays, rules, language)), tuple(premiums_in_short(hand, rules))
        ),
        joined(hand_in_words(hand, rules, language)),
        *(cell for player, twelfths in seats for cell in (player, from_twelfths(twelfths))),
        row.entry__at,
        sheet_rules,
    )


SEATS = (1, 2, 3, 4)


def workbook_of_season(season: Season, title: str, language: str) -> Workbook:
    """Return the season as a workbook, including guests, so that everything adds up."""
    sheets = Sheet.objects.filter(season.counts("evening__")).prefetch_related("ruleset").order_by("pk")
    sheets = sheets.only("name", "ruleset", "options", "stored_state")
    statistics, (evenings, players) = ClubStatistics(season, language), matrix_of(season)
    return Workbook(
        title,
        (
            figures_of_season(standings_of(season), title, guests=True),
            figures_of_evenings(evenings, players, title),
            *(worksheet(statistics, title) for worksheet in STATISTICS),
            figures_of_rules(sheets, language),
        ),
    )


def _title_of(evening: SeasonEvening) -> str:
    old = "" if evening.evening else f"({pgettext('evening', 'old')})"
    return " ".join(filter(None, (day_in_words(evening.date), evening.venue, old)))


def figures_of_evenings(
    evenings: Sequence[SeasonEvening], players: Sequence[PlayerRow], title: str
) -> Figures:
    """Return a row for everybody, a column for every evening, and the sum of it."""
    keys = tuple(f"evening_{number}" for number in range(1, len(evenings) + 1))
    columns = (
        Column(_("Name"), key="name"),
        Column(_("Guest"), key="guest"),
        *(
            Column(_title_of(evening), ColumnKind.POINTS, key, summed=True)
            for evening, key in zip(evenings, keys, strict=True)
        ),
        Column(_("Sum"), ColumnKind.POINTS, "sum", summed=True),
    )
    rows = (
        (name, _("Guest") if is_guest else None, *points, total) for name, is_guest, points, total in players
    )
    return Figures.under(title, _("Evenings"), columns, rows)


# All hands of a season


def figures_of_hands(season: Season, title: str, language: str) -> Figures:
    """Return a row for every hand, read while it is written."""
    sheets = Sheet.objects.filter(season.counts("evening__")).order_by()
    count = sum(sheets.values_list("stored_state__hands", flat=True))
    columns = (
        Column(_("Date"), ColumnKind.DATE, "date"),
        Column(_("Place"), key="place"),
        Column(_("Table"), key="table"),
        Column(_("Hand"), ColumnKind.NUMBER, "hand"),
        Column(_("Dealer"), key="dealer"),
        Column(_("doubled"), key="doubled"),
        *game_columns(),
        Column(_("What happened"), key="told"),
        *(column for seat in SEATS for column in _seat(seat)),
        Column(_("Recorded"), ColumnKind.MOMENT, "recorded"),
        Column(_("Rules"), key="rules"),
    )
    return Figures(
        title,
        columns,
        Streamed(count, lambda: hands_of(season, language)),
        name=_("Hands"),
    )


def _seat(seat: int) -> Iterator[Column]:
    yield Column(_("Player %(number)d") % {"number": seat}, key=f"player_{seat}")
    yield Column(_("Amount %(number)d") % {"number": seat}, ColumnKind.POINTS, f"amount_{seat}")
