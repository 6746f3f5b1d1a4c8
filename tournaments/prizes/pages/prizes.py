"""Lots and prizes as the director gives them: who waits for a lot, which lots hold, who can be chosen."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.engine.money import money_in_words, number_in_words
from scoring.engine.result import exact
from scoring.names import sorting
from scoring.web.language import current_language
from tournaments.models import Lot, Round, Tournament
from tournaments.prizes.verbs import SharedFund
from tournaments.standings.derived import ranked
from tournaments.standings.pages.prizes import TieRow, percent_told, tie_shown
from tournaments.standings.prizes import offered, open_ties


@dataclass(frozen=True, slots=True)
class LotRow:
    """A lot that holds, and where it can be withdrawn."""

    lot: Lot
    names: tuple[str, ...]


def ties_of(tournament: Tournament, round_: Round | None) -> tuple[TieRow, ...]:
    """Who waits for a lot."""
    found = open_ties(ranked(tournament, only=round_), round_, offered(tournament, round_))
    names = tournament.evening.names() if found else {}
    return tuple(tie_shown(tie, names) for tie in found)


def lots_of(tournament: Tournament, round_: Round | None) -> list[LotRow]:
    """Return the lots of a round, or of the whole tournament, that have not been withdrawn."""
    found = list(Lot.objects.filter(tournament=tournament, round=round_, withdrawn_at=None))
    names = tournament.evening.names() if found else {}
    return [LotRow(lot, tuple(names[player] for player in lot.order)) for lot in found]


def people_to_choose(tournament: Tournament) -> list[tuple[str, str]]:
    """Everybody of the tournament, by name."""
    names = tournament.evening.names()
    found = [str(pk) for pk in tournament.entrants.order_by().values_list("participant_id", flat=True)]
    return sorted(((one, names[one]) for one in found), key=lambda one: sorting(one[1]))


# Shares of what came in


@dataclass(frozen=True, slots=True)
class ShareTold:
    """One share: exact, and as it is paid out."""

    name: str
    percent: str
    exact: str
    money: str


@dataclass(frozen=True, slots=True)
class FundTold:
    """What came in, its shares, and what is left."""

    of: str  # a table or a section; empty: everybody
    came_in: str
    shares: tuple[ShareTold, ...]
    together: str
    left: str


def funds_told(funds: list[SharedFund], currency: str) -> list[FundTold]:
    """Return the shares in words, with what rounding takes off each."""

    def money(cents: Fraction | int) -> str:
        whole = int(cents)
        said = money_in_words(whole, currency, current_language())
        if cents == whole:
            return said
        return _("%(money)s + %(part)s cent") % {"money": said, "part": number_in_words(exact(cents - whole))}

    return [
        FundTold(
            fund.of,
            money(fund.fund.came_in),
            tuple(
                ShareTold(
                    prize.name,
                    percent_told(prize.share.share),
                    money(prize.share.exact),
                    money(prize.share.cents),
                )
                for prize in fund.prizes
            ),
            money(fund.fund.cents),
            money(fund.fund.left),
        )
        for fund in funds
    ]
