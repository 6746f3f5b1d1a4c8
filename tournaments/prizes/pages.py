"""What pages of prizes and certificates show."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.engine.amounts import noted
from scoring.engine.money import money_in_words, number_in_words
from scoring.engine.naming import Names
from scoring.engine.result import exact
from scoring.engine.triggers import MONDFANG
from scoring.models import Row
from scoring.rules.versions.timelines import timelines_of
from scoring.season.pages.certificates import Certificate, CertificateTexts, TextLine
from scoring.table.replay import record_now
from scoring.web.language import current_language
from tournaments.engine.criteria import CRITERIA, CriterionAmounts, Need
from tournaments.engine.played import RankedTournament, overall_criteria
from tournaments.models import Lot, Round, Stage, State, Table, Tournament
from tournaments.prizes.verbs import SharedFund, payouts_of
from tournaments.standings.derived import ranked
from tournaments.standings.pages.prizes import percent_in_words, tie_shown
from tournaments.standings.pages.standings import StandingsPart, overall_shown, round_shown
from tournaments.standings.prizes import Tie, offered, open_ties, places_of
from tournaments.wording import missing_in_words


def ties_of(tournament: Tournament, round_: Round | None) -> tuple[Tie, ...]:
    """Return the ties that need a lot."""
    ties = open_ties(ranked(tournament, only=round_), round_, offered(tournament, round_))
    names = tournament.evening.names() if ties else {}
    return tuple(tie_shown(tie, names, surname_first=bool(tournament.surname_first)) for tie in ties)


def lots_of(tournament: Tournament, round_: Round | None) -> list[tuple[Lot, list[str]]]:
    """Return the lots of a round, or of the whole tournament, that have not been withdrawn, with names."""
    lots = list(Lot.objects.filter(tournament=tournament, round=round_, withdrawn_at=None))
    names = tournament.evening.names() if lots else {}
    return [(lot, [names[player] for player in lot.order]) for lot in lots]


def people_to_choose(tournament: Tournament, names: Names) -> list[tuple[str, str]]:
    """Return everybody of the tournament, by name."""
    people = [str(pk) for pk in tournament.entrants.order_by().values_list("participant_id", flat=True)]
    people.sort(key=lambda person: tournament.in_list(names[person]))
    return [(person, tournament.as_listed(names[person])) for person in people]


# Prize money, all at once


class PayoutRow(NamedTuple):
    """A prize on the payout page, with its recipient if it has one."""

    position: int  # of the prize; 0: a share without one
    name: str
    money: str
    of: str  # what the prize alone would be, where equals share; empty: nobody shares it
    to: str  # empty: nobody
    rank: int
    shared: int
    is_paid: bool  # else left out


class PayoutPage(NamedTuple):
    """Who is paid what, if it is confirmed."""

    rows: list[PayoutRow]
    together: str
    looked: str  # what was looked at
    expected: list[tuple[int, str, int]]
    over: list[tuple[str, str]]  # who has a cent more than the others, and of what
    provisional: str  # how many tables are missing


def payout_page(tournament: Tournament, round_: Round | None, left_out: Collection[int]) -> PayoutPage:
    """Return the planned payouts of the prize money not handed out yet."""
    payouts, nobody = payouts_of(tournament, round_, left_out)
    names = tournament.evening.names()

    def money(cents: int | None) -> str:
        return money_in_words(cents or 0, tournament.evening.currency, current_language())

    rows = []
    over = []
    for payout in payouts:
        prize = payout.prize
        of = money(prize.cents) if prize is not None and prize.cents != payout.cents else ""
        cells = (payout.name, money(payout.cents), of, names[payout.player], payout.rank, payout.shared)
        rows.append(PayoutRow(0 if prize is None else prize.position, *cells, is_paid=True))
        least = min(other.cents for other in payouts if other.rank == payout.rank)
        if payout.shared and payout.cents > least:
            over.append((names[payout.player], money(payout.cents - least)))
    rows += [
        PayoutRow(prize.position, prize.name, money(prize.cents), "", "", 0, 0, is_paid=True)
        for prize in nobody
    ]
    rows += [
        PayoutRow(prize.position, prize.name, money(prize.cents), "", "", 0, 0, is_paid=False)
        for prize in offered(tournament, round_)
        if prize.position in left_out and prize.cents and prize.taken_by_id is None
    ]
    expected = [payout.facts for payout in payouts]
    looked = " ".join(map(str, [*expected, sorted(left_out)]))
    together = money(sum(payout.cents for payout in payouts))
    provisional = missing_in_words(ranked(tournament, only=round_).missing_in(round_))
    return PayoutPage(rows, together, looked, expected, over, provisional)


# Shares of what came in


def funds_in_words(funds: list[SharedFund], currency: str) -> list[dict[str, Any]]:
    """Return the shares in words, with what rounding takes off each."""

    def money(cents: Fraction | int) -> str:
        whole = int(cents)
        message = money_in_words(whole, currency, current_language())
        if cents == whole:
            return message
        part = number_in_words(exact(cents - whole))
        return _("%(money)s + %(part)s cent") % {"money": message, "part": part}

    return [
        {
            "of": fund.of,  # a table or a section; empty: everybody
            "came_in": money(fund.fund.came_in),
            "shares": [
                (name, percent_in_words(share.share), money(share.exact), money(share.cents))
                for name, share in fund.prizes
            ],
            "together": money(fund.fund.cents),
            "left": money(fund.fund.left),
        }
        for fund in funds
    ]


class Certificates(NamedTuple):
    """Of everybody who is ranked."""

    occasion: CertificateTexts
    all: tuple[Certificate, ...]
    of_sections: tuple[Certificate, ...]  # where all are ranked together, and each section beside
    wait: bool  # a lot can still decide between equals
    provisional: str  # how many tables are missing


def are_ready(tournament: Tournament, round_: Round | None) -> bool:
    """Return whether nothing is played any more that could change certificates."""
    return tournament.state == State.FINISHED or (round_ is not None and round_.stage == Stage.CLOSED)


def certificates_of(tournament: Tournament, round_: Round | None) -> Certificates | None:
    """Return the certificates; None where every round ranks on its own. A fixed number of queries."""
    whole, names = ranked(tournament, only=round_), tournament.evening.names()
    shown = overall_shown(whole, names) if round_ is None else round_shown(whole, round_, names)
    if shown is None:
        return None
    prizes = offered(tournament, round_)
    taken: dict[str, list[str]] = {}
    for prize in prizes:
        if prize.taken_by is not None:
            taken.setdefault(str(prize.taken_by.participant_id), []).append(prize.name)
    return Certificates(
        _occasion(tournament, round_, shown.provisional_briefly),
        tuple(_written(shown.parts, whole, round_, taken)),
        tuple(_written(shown.by_section, whole, round_, taken)),
        any(tie.about == Lot.About.RANK for tie in open_ties(whole, round_, prizes)),
        shown.provisional,
    )


def _occasion(tournament: Tournament, round_: Round | None, provisional: str) -> CertificateTexts:
    title, evening = tournament.title, tournament.evening
    if round_ is not None:
        title = _("%(title)s, round %(round)d") % {"title": title, "round": round_.number}
    day = date_format(evening.date, pgettext("date format", "j F Y"))
    where = " · ".join(filter(None, (", ".join(filter(None, (evening.venue, day))), provisional)))
    signatures = (_("Tournament director"), _("For the club"))
    return CertificateTexts(TextLine(tournament.club.name), TextLine(title), TextLine(where), signatures)


def _written(
    parts: Iterable[StandingsPart],
    whole: RankedTournament,
    round_: Round | None,
    taken: Mapping[str, Sequence[str]],
) -> Iterator[Certificate]:
    criteria = whole.terms.round_criteria if round_ else overall_criteria(whole.terms)
    values = {place.player: place.values for place in places_of(whole, round_)}
    for part in parts:
        for row in part.rows:
            label, amount = _figure(criteria, values[row.player])
            yield Certificate(
                person=row.player,
                name=row.name,
                rank=row.rank or 0,
                tied=row.tied,
                label=label,
                amount=amount,
                among=part.title,
                prizes=tuple(taken.get(row.player, ())),
            )


def _figure(criteria: Sequence[str], values: Mapping[str, CriterionAmounts]) -> tuple[str, str]:
    """Return the first criterion that shows an amount, with it."""
    for name in criteria:
        if values[name]:
            show = noted if Need.SCHRIFT in CRITERIA[name].needs else number_in_words
            return CRITERIA[name].label.in_language(current_language()), show(values[name][0])
    return "", ""


# Who is consoled: whoever may have lost the Mond that day, and the last in the standings

LAST = 4  # so many of the last are named; more, where they are equal


class LostMond(NamedTuple):
    """A hand in which the Mond was lost, and by which side; the sheet does not say who held it."""

    round: int
    table: int
    hand: int
    names: list[str]


def lost_monds(tournament: Tournament, names: Names) -> list[LostMond]:
    """Return every hand of the day in which the Mond was lost, in order."""
    tables = Table.objects.filter(round__tournament=tournament, sheet__isnull=False)
    table_of = {table.sheet_id: table for table in tables.select_related("round", "sheet__ruleset")}
    timelines = timelines_of(table.started_sheet for table in table_of.values())
    hands = []
    rows = Row.objects.filter(sheet__in=table_of, number__isnull=False).select_related("entry__grounds")
    for row in rows.order_by("sort_key"):
        if not any(map(_is_made, (row.entry.record or {}).get("premiums", ()))):
            continue
        record, table = record_now(row.entry, timelines[row.sheet_id]), table_of[row.sheet_id]
        taken = next(premium["by"] for premium in record["premiums"] if _is_made(premium))
        game = record["games"][0]
        side = {game["declarer"], game.get("partner")}
        lost = [names[player] for player in row.players if (player in side) != (taken in side)]
        hands.append(LostMond(table.round.number, table.number, row.number or 0, lost))
    return sorted(hands, key=lambda mond: mond[:3])


def _is_made(premium: dict[str, object]) -> bool:
    return premium.get("premium") == MONDFANG and premium.get("made") is True


def last_of(whole: RankedTournament, names: Names) -> list[tuple[int, str]]:
    """Return the last of everybody ranked over all rounds, with their ranks."""
    places = whole.places
    if len(places) <= LAST:
        return []
    return [(place.rank, names[place.player]) for place in places if place.rank >= places[-LAST].rank]
