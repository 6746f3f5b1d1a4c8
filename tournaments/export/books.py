"""A tournament as a book: who won, every round, every hand, prizes, money, rulings, and the rules."""

from collections.abc import Iterator

from django.utils.translation import pgettext

from scoring.evenings.export import figures_of_rules
from scoring.export.figures import Book, Figures, under_rules
from scoring.models import Sheet
from scoring.rules.versions.rules_played import rules_in_words
from tournaments.cash.pages import money_of
from tournaments.corrections.disputes.pages import disputes_of
from tournaments.engine.terms import Format
from tournaments.export.pages import (
    HandTotals,
    figures_of_course,
    figures_of_disputes,
    figures_of_fees,
    figures_of_hands,
    figures_of_prizes,
    figures_of_standings,
)
from tournaments.models import Stage, Tournament
from tournaments.standings.derived import ranked
from tournaments.standings.pages.played import played_in
from tournaments.standings.pages.prizes import prizes_shown
from tournaments.standings.pages.standings import overall_shown, round_shown
from tournaments.standings.prizes import offered


def title_of(tournament: Tournament) -> str:
    """Return the title of the tournament's book: its name and its date."""
    return f"{tournament.title} {tournament.evening.date}"


def capital_of(tournament: Tournament) -> int:
    """Return what everybody begins a round with; in a cup it is nothing."""
    terms = tournament.terms
    return terms.capital if terms.format is Format.MONEY else 0


def book_of_tournament(tournament: Tournament, language: str, *, director: bool, arbiter: bool) -> Book:
    """Return the whole tournament; money is for directors, rulings are for them and the arbiters."""
    return Book(title_of(tournament), tuple(_tables(tournament, language, director, arbiter)))


def _tables(tournament: Tournament, language: str, director: bool, arbiter: bool) -> Iterator[Figures]:
    names, whole, begin = tournament.evening.names(), ranked(tournament), capital_of(tournament)
    played = played_in(tournament)
    overall = overall_shown(whole, names)
    if overall is not None:
        title = f"{pgettext('tournament', 'Standings')} {title_of(tournament)}"
        counted = HandTotals.of(played, overall.rounds)
        yield figures_of_standings(overall, title, capital=begin, counted=counted)
    rounds = [
        round_
        for round_ in tournament.rounds.order_by("number")
        if round_.stage in (Stage.RUNNING, Stage.CLOSED)
    ]
    for round_ in rounds:
        standing = round_shown(whole, round_, names)
        title = f"{standing.title} {title_of(tournament)}"
        counted = HandTotals.of(played, [round_.number])
        yield figures_of_standings(standing, title, capital=begin, counted=counted)
        yield figures_of_course(played, standing, round_.number, begin=begin)
    sheets = list(Sheet.objects.filter(evening=tournament.evening).select_related("ruleset").order_by("pk"))
    rules = rules_in_words(sheets, language)
    yield under_rules(figures_of_hands(played, title_of(tournament), capital=begin), rules)
    lists = [
        (round_, prizes_shown(whole, round_, offered(tournament, round_), names))
        for round_ in (*rounds, None)
    ]
    yield figures_of_prizes(lists, title_of(tournament), tournament.evening.currency)
    if director:
        yield figures_of_fees(money_of(tournament), title_of(tournament))
    if director or arbiter:
        yield figures_of_disputes(disputes_of(tournament, language), title_of(tournament))
    yield figures_of_rules(sheets, language)
