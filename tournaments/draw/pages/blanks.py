"""Score sheets to print for a round: one for every table that still plays, or will."""

from collections.abc import Iterator

from django.db.models import Prefetch
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.engine.rules import Rules
from scoring.engine.sheet import first_position
from scoring.evenings.pages.blank import (
    Blank,
    Heading,
    Prices,
    beginning_at,
    beginning_of,
    first_dealer,
    laid_out,
    prices_of,
)
from scoring.models import Sheet
from scoring.rules.versions.rules_played import named_rules, named_rules_of_evening
from scoring.rules.versions.timelines import rules_for
from scoring.rules.versions.versions import rules_of
from scoring.table_policy import CarriedBalance, OnPaper
from tournaments.engine.terms import Format
from tournaments.models import Round, Table, Tournament
from tournaments.round_clock import hands_of


def on_paper_of(table: Table) -> OnPaper:
    """Return the play money at a table now, and how many hands it plays."""
    terms = table.round.tournament.terms
    if terms.format is not Format.MONEY:
        return OnPaper(hands=hands_of(table))
    lines = table.result.players
    begins = CarriedBalance(terms.capital, 0)
    balances = dict.fromkeys(table.seats, begins) | {
        player: CarriedBalance(line.balance, line.replacement) for player, line in lines.items()
    }
    return OnPaper(balances, hands_of(table))


def blanks_of(round_: Round, language: str) -> list[Blank]:
    """Return the blank sheets of a round; five queries, however many tables."""
    return list(_Printing(round_, language).blanks())


class _Printing:
    """What is the same at every table is worked out once."""

    def __init__(self, round_: Round, language: str) -> None:
        self.round, self.language = round_, language
        self.evening = round_.tournament.evening
        self.names = self.evening.names()
        self.prices: dict[str, Prices] = {}

    def blanks(self) -> Iterator[Blank]:
        sheets = Prefetch("sheet", Sheet.objects.scored().select_related("ruleset"))
        for table in self.round.tables.prefetch_related(sheets).order_by("number"):
            table.round = self.round
            if table.sheet is None:
                yield self._before_the_start(table)
                continue
            table.sheet.evening = self.evening
            if table.sheet.is_open:
                yield self._begun(table, table.sheet)

    def _begun(self, table: Table, sheet: Sheet) -> Blank:
        rules = rules_for(sheet)
        named = ", ".join(named_version.text for named_version in named_rules([sheet], self.language))
        begun = beginning_of(sheet, self.names, rules, on_paper_of(table))
        return laid_out(begun, self._heading(table, named), self._prices(named, rules))

    def _before_the_start(self, table: Table) -> Blank:
        rules = rules_of(self.evening.ruleset).under(self.evening.options)
        named = ", ".join(
            named_version.text for named_version in named_rules_of_evening(self.evening, [], self.language)
        )
        seats = tuple(table.seats)
        state = first_position(seats, first_dealer(seats, rules))
        empty = beginning_at(state, 0, self.names, rules, on_paper_of(table))
        return laid_out(empty, self._heading(table, named), self._prices(named, rules))

    def _prices(self, named: str, rules: Rules) -> Prices:
        if named not in self.prices:
            self.prices[named] = prices_of(rules, self.language)
        return self.prices[named]

    def _heading(self, table: Table, rules: str) -> Heading:
        numbers = {"round": self.round.number, "table": table.number}
        title = _("Round %(round)d, table %(table)d") % numbers
        title = ", ".join(filter(None, (title, self.round.section_of(table.number))))
        return Heading(title, _where(self.round.tournament), rules)


def _where(tournament: Tournament) -> str:
    evening = tournament.evening
    day = date_format(evening.date, pgettext("date format", "j M Y"))
    return ", ".join(filter(None, (tournament.club.name, tournament.title, day, evening.venue)))
