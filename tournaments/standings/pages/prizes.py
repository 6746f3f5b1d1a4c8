"""The prizes of a round in words: who chose what, whose turn it is, what is left."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scoring.engine.money import money_in_words
from scoring.engine.naming import Names
from scoring.names import by_surname
from scoring.web.language import current_language
from tournaments.engine.played import RankedTournament
from tournaments.models import Prize, Round, Tournament
from tournaments.standings.derived import ranked
from tournaments.standings.prizes import (
    Tie,
    choosing_order,
    chosen_in_order,
    offered,
    open_ties,
    whose_turn,
)
from tournaments.wording import missing_in_words


class PrizeRow(NamedTuple):
    """One prize."""

    prize: Prize
    money: str
    share: str  # of what came in, such as 50 %; empty: it is none
    to: str  # empty: nobody has it yet
    can_be_taken_back: bool
    of: str = ""  # what it would be alone, where equals shared it


class Chooser(NamedTuple):
    """A player who chooses a prize in turn."""

    player: str
    name: str
    took: str  # the prize; empty: has not chosen yet


class ChangedChoice(NamedTuple):
    """A chosen prize that by the current standings would be another player's."""

    place: int
    chose: str
    would_choose: str  # empty: nobody, or a lot has to be drawn first


class PrizesOfRound(NamedTuple):
    """Everything about the prizes of a round, or of the whole tournament."""

    rows: tuple[PrizeRow, ...]
    order: tuple[Chooser, ...]  # as far as it is certain
    turn: Chooser | None
    ties: tuple[Tie, ...]
    changed: tuple[ChangedChoice, ...]
    provisional: str = ""  # how many tables are missing

    @property
    def has_money(self) -> bool:
        """Return whether there is prize money not handed out yet."""
        return any(row.prize.cents and not row.to for row in self.rows)

    @property
    def paid_at_once(self) -> list[int]:
        """Return the prizes of the last payout, to be taken back together."""
        together: dict[Any, list[int]] = {}
        for row in self.rows:
            if row.to and not row.prize.chosen and row.prize.amount:
                together.setdefault(row.prize.taken_at, []).append(row.prize.pk)
        several = {at: prizes for at, prizes in together.items() if len(prizes) > 1}
        return several[max(several)] if several else []

    @property
    def is_given(self) -> bool:
        """Return whether any prize has been handed out."""
        return any(row.to for row in self.rows)


def prizes_of(tournament: Tournament, round_: Round | None) -> PrizesOfRound:
    """Return the prizes of a round, or of the whole tournament, with the order of choosing."""
    whole = ranked(tournament, only=round_)
    return prizes_shown(whole, round_, offered(tournament, round_), tournament.evening.names())


def prizes_shown(
    whole: RankedTournament, round_: Round | None, prizes: Sequence[Prize], names: Names
) -> PrizesOfRound:
    """Return the given prizes, the choosers and whose turn it is, and what can be taken back."""
    chosen = chosen_in_order(prizes)
    taken = {str(prize.taken_by.participant_id): prize.name for prize in chosen if prize.taken_by is not None}
    order = choosing_order(whole, round_, prizes)
    choosers = tuple(Chooser(player, names[player], taken.get(player, "")) for player in order)
    turn = whose_turn(order, prizes)
    return PrizesOfRound(
        rows=tuple(_row(prize, names, chosen) for prize in prizes),
        order=choosers,
        turn=next((chooser for chooser in choosers if chooser.player == turn), None),
        ties=tuple(
            tie_shown(tie, names, surname_first=whole.surname_first)
            for tie in open_ties(whole, round_, prizes)
        ),
        changed=tuple(_changed(order, chosen, names)),
        provisional=missing_in_words(whole.missing_in(round_)),
    )


def _changed(order: Sequence[str], chosen: Sequence[Prize], names: Names) -> Iterator[ChangedChoice]:
    """Yield the choices that the current standings would give to another player, in order."""
    for index, prize in enumerate(chosen):
        assert prize.taken_by is not None
        chose = str(prize.taken_by.participant_id)
        now = order[index] if index < len(order) else ""
        if chose != now:
            yield ChangedChoice(index + 1, names[chose], names[now] if now else "")


def percent_in_words(share: int) -> str:
    """Return hundredths of a percent in words.

    >>> percent_in_words(5000), percent_in_words(1250)
    ('50 %', '12,5 %')
    """
    point, sign = (".", "%") if current_language() == "en" else (",", " %")
    part = f"{share % 100:02}".rstrip("0")
    return f"{share // 100}{point + part if part else ''}{sign}"


class PrizeList(NamedTuple):
    """The prizes of a round, or without a number over all rounds, with their owners."""

    round: int | None
    prizes: tuple[tuple[str, str], ...]  # and whose it is; empty: nobody has it yet


def prize_lists(tournament: Tournament, rounds: Sequence[Round], names: Names) -> list[PrizeList]:
    """Return the prizes of these rounds and of all together; one query."""
    stored: dict[int | None, list[Prize]] = {}
    for prize in Prize.objects.filter(tournament=tournament).select_related("taken_by").order_by("position"):
        stored.setdefault(prize.round_id, []).append(prize)
    lists = []
    for round_ in (*rounds, None):
        changed = stored.get(None if round_ is None else round_.pk)
        given = [(prize.name, _taker(prize, names)) for prize in changed or () if prize.removed_at is None]
        if changed is None and round_ is not None:
            given = [(name, "") for name in tournament.terms.prizes]
        if given:
            lists.append(PrizeList(None if round_ is None else round_.number, tuple(given)))
    return lists


def _taker(prize: Prize, names: Names) -> str:
    return "" if prize.taken_by is None else names[str(prize.taken_by.participant_id)]


def _row(prize: Prize, names: Names, chosen: Sequence[Prize]) -> PrizeRow:
    def money(cents: int | None) -> str:
        currency = prize.tournament.evening.currency
        return "" if cents is None else money_in_words(cents, currency, current_language())

    return PrizeRow(
        prize,
        money=money(prize.amount),
        of="" if prize.paid is None else money(prize.cents),
        share="" if prize.share is None else percent_in_words(prize.share),
        to=_taker(prize, names),
        can_be_taken_back=prize.taken_by is not None and (not prize.chosen or prize == chosen[-1]),
    )


def tie_shown(tie: Tie, names: Names, *, surname_first: bool) -> Tie:
    """Return the names of people who wait for a lot."""
    players = sorted(tie.players, key=lambda player: by_surname(names[player], surname_first=surname_first))
    return Tie(tie.about, tuple(players), tuple(names[player] for player in players))
