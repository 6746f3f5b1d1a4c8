"""Standings for people: one object for page, public page, projector, print and export."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.amounts import noted
from scoring.engine.naming import Names
from scoring.engine.result import Amount
from scoring.names import by_surname
from scoring.web.language import current_language
from tournaments.engine.adjusting import Adjustment, AdjustmentKind
from tournaments.engine.criteria import BUST_LAST, COUNTED, CRITERIA, LEFT_LAST, LEFT_SHARES_LAST, Result
from tournaments.engine.played import (
    NOBODY,
    PlayedRound,
    RankedRound,
    RankedTournament,
    Ranking,
    overall_criteria,
)
from tournaments.engine.ranking import Place, Standings, UnrankedReason, reason
from tournaments.engine.terms import Format, Overall, Terms
from tournaments.models import Lot, Round, Stage, Tournament
from tournaments.standings.derived import ranked
from tournaments.standings.moved_ranks import corrections_in_words
from tournaments.standings.ruled import ruled_in_words
from tournaments.wording import adjustment_in_words, missing_in_words, play_money


class InRound(NamedTuple):
    """A player's result in one of several rounds."""

    amount: Amount  # the balance less replacement capital, or the Schrift
    busted: bool
    interim: bool
    words: str  # the amount, and whether there was replacement capital


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    """A player's row in the standings."""

    player: str
    name: str
    rank: int | None  # None: stands apart
    tied: bool
    result: Result  # of the round, or of all rounds together
    schrift: Amount | None  # None: paper says only the play money
    busts: int
    hands: int | None  # None: only the result is known, from paper
    notes: tuple[str, ...]
    mine: bool
    reason: str = ""  # what decided the tie with the row before
    seated: tuple[int, ...] = ()  # at which tables of the round
    rounds: tuple[InRound | None, ...] = ()  # of overall standings: round by round
    played: int = 1  # rounds
    counts: Amount | None = None  # what ranks overall, where it is not the sum of the Schrift
    section: int = 0  # 0: none
    section_name: str = ""
    other_rank: int | None = None  # in the section; in the standings of a section, among all
    is_ruled: bool = False  # on a result that is in it
    missing: bool = False  # there is no result: nobody has entered one, or it was ruled that there is none
    in_list: tuple[str, ...]  # where the name stands in a list

    @property
    def balance(self) -> Amount | None:
        return None if self.missing else self.result.ranked_balance

    @property
    def section_order(self) -> tuple[int, int]:
        return self.section, self.other_rank or 0

    @property
    def tables(self) -> str:
        return ", ".join(map(str, self.seated))


class StandingsPart(NamedTuple):
    """Those who are ranked among each other."""

    title: str  # empty where it is everybody
    rows: tuple[StandingRow, ...]
    section: int = 0  # where it is one

    @property
    def anchor(self) -> str:
        return f"section-{self.section}" if self.section else ""


class Sentence(NamedTuple):
    """A criterion, explained under the table."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStandings:
    """The standings of a round or of all rounds."""

    title: str
    money: bool  # play money; else the Schrift
    interim: bool
    parts: tuple[StandingsPart, ...]
    unranked: tuple[StandingRow, ...]
    sentences: tuple[Sentence, ...]
    rounds: tuple[int, ...] = ()  # columns of overall standings
    criterion: str = ""  # what ranks overall; empty where it is the Schrift
    counts: str = ""  # its title
    lots: tuple[tuple[Lot, list[str]], ...]  # that decided, with names in their order
    tied: tuple[tuple[str, ...], ...]  # the names of those who share a rank
    has_sections: bool = False
    changed: tuple[str, ...] = ()  # what was put right since, and whom it moved
    ruled: tuple[str, ...] = ()  # what holds beside results: of whom, what and why
    by_section: tuple[StandingsPart, ...] = ()  # each section by itself, where all are ranked together
    missing: Mapping[int, Sequence[int]] = field(default_factory=dict)  # tables without a result, by round

    @property
    def provisional(self) -> str:
        """Return how many tables are missing, and which; empty where none is."""
        return missing_in_words(self.missing)

    @property
    def provisional_briefly(self) -> str:
        return missing_in_words(self.missing, briefly=True)

    @property
    def missing_tables(self) -> tuple[int, ...]:
        """Return the tables without a result, of the standings of one round."""
        return tuple(table for tables in self.missing.values() for table in tables)

    @property
    def overall(self) -> bool:
        return bool(self.rounds)

    @property
    def marks_busts(self) -> bool:
        """Return whether any player's round has the mark of replacement capital."""
        people = (*self.rows, *self.unranked)
        return any(in_round is not None and in_round.busted for row in people for in_round in row.rounds)

    @property
    def begun(self) -> bool:
        return bool(self.rows or self.unranked)

    @property
    def rows(self) -> tuple[StandingRow, ...]:
        """Return the rows of all parts."""
        return tuple(row for part in self.parts for row in part.rows)

    def amount_of(self, row: StandingRow) -> str:
        """Return the amount a player is ranked by, in words."""
        if self.counts:
            return play_money(row.counts) if self.money else noted(row.counts)
        result = row.result
        return play_money(result.ranked_balance) if self.money else noted(result.ranked_schrift)


def standings_of(round_: Round, *, member: int | None = None) -> ShownStandings:
    """Return the standings of one round; `member` is the id of the viewing member."""
    whole = ranked(round_.tournament, only=round_)
    names = round_.tournament.evening.names()
    shown = round_shown(whole, round_, names, member)
    return with_rulings_and_changes(shown, whole, round_.tournament, names, round_.number)


def with_rulings_and_changes(
    shown: ShownStandings,
    whole: RankedTournament,
    tournament: Tournament,
    names: Names,
    round_: int | None = None,
) -> ShownStandings:
    """Add the rulings on results, and later corrections, in a round or (None) overall."""
    ranks = {row.name: row.rank for row in shown.rows}
    return replace(
        shown,
        changed=corrections_in_words(tournament, round_, names, ranks),
        ruled=ruled_in_words(whole, names, round_),
    )


def round_shown(
    whole: RankedTournament, round_: Round, names: Names, member: int | None = None
) -> ShownStandings:
    """Return the standings of one round as a page shows them."""
    writer = _RowWriter(whole, names, member)
    ranked_round = whole.round(round_.number)
    terms = whole.terms
    rankings = ranked_round.rankings if ranked_round else ()
    players = ranked_round.players if ranked_round else {}
    return writer.shown(
        rankings,
        ranked_round.of_sections if ranked_round and terms.together else (),
        lambda ranking: writer.rows_of_round(ranking, players),
        round_,
        title=_("Round %(number)d") % {"number": round_.number},
        interim=ranked_round is not None and ranked_round.is_interim,
        missing=whole.missing_in(round_),
        unranked=writer.unranked_of_round(rankings, players),
        sentences=_sentences(terms.round_criteria, left=any(round_.last for round_ in players.values())),
    )


def overall_of(tournament: Tournament, *, member: int | None = None) -> ShownStandings | None:
    """Return the standings of all rounds; None where each ranks on its own."""
    if not overall_criteria(tournament.terms):
        return None
    whole, names = ranked(tournament), tournament.evening.names()
    shown = overall_shown(whole, names, member)
    return shown and with_rulings_and_changes(shown, whole, tournament, names)


def overall_shown(whole: RankedTournament, names: Names, member: int | None = None) -> ShownStandings | None:
    """Return the standings over all rounds as a page shows them; None while there are none."""
    rankings, terms = whole.rankings, whole.terms
    criteria = overall_criteria(terms)
    if not criteria:
        return None
    writer = _RowWriter(whole, names, member)
    counts = next((name for name in criteria if name in COUNTED), "")  # has no column anyway
    least = max((ranking.standings.least_rounds for ranking in rankings), default=1)
    rounds_text = " ".join(_about_rounds(terms, least))
    of_rounds = (Sentence(_("Rounds"), rounds_text),) if rounds_text else ()
    return writer.shown(
        rankings,
        whole.of_sections if terms.together else (),
        lambda ranking: writer.overall(ranking.standings, counts),
        None,
        title=_("Overall"),
        interim=whole.is_interim,
        missing=whole.missing_in(None),
        unranked=tuple(writer.unranked_overall(rankings)),
        sentences=(*of_rounds, *_sentences(criteria, left=any(map(writer.is_last, whole.people)))),
        rounds=tuple(round_.round.number for round_ in whole.rounds),
        criterion=counts,
        counts=CRITERIA[counts].label.in_language(current_language()) if counts else "",
    )


def _sentences(criteria: Iterable[str], *, left: bool = False) -> tuple[Sentence, ...]:
    language, names = current_language(), list(criteria)
    shares = LEFT_SHARES_LAST if BUST_LAST in names[:1] else CRITERIA[LEFT_LAST].sentence
    rows = [(CRITERIA[LEFT_LAST].label, shares)] if left else []
    rows += [(CRITERIA[name].label, CRITERIA[name].sentence) for name in names]
    return tuple(Sentence(label.in_language(language), text.in_language(language)) for label, text in rows)


def _about_rounds(terms: Terms, least: int) -> Iterator[str]:
    """Yield how many rounds count, and how many a player must play."""
    if terms.overall is Overall.BEST_OF:
        best = terms.overall_best
        yield ngettext(
            "The best round of each player counts.",
            "The best %(number)d rounds of each player count; with fewer rounds, all of them.",
            best,
        ) % {"number": best}
    if terms.overall_rounds is None and least > 1:
        yield _(
            "Players need at least %(number)d rounds to be ranked: more than half have played that many."
        ) % {"number": least}
    elif least > 1:
        yield _("Players need at least %(number)d rounds to be ranked.") % {"number": least}


def periods(
    rounds: Iterable[Round],
    shown: int,
    standings: ShownStandings | None,
    *,
    overall: bool,
    address: Callable[[int], str],
) -> list[dict[str, Any]]:
    """Return the links of the title's menu: all rounds (0), each round, each section; empty if only one."""
    ways = [(0, _("All rounds"))] if overall else []
    for round_ in rounds:
        words = _("Round %(number)d") % {"number": round_.number}
        if round_.stage == Stage.RUNNING:
            words = f"{words} ({_('running')})"
        ways.append((round_.number, words))
    parts = (*standings.parts, *standings.by_section) if standings else ()
    menu: list[dict[str, Any]] = [
        *({"address": address(number), "words": words, "current": number == shown} for number, words in ways),
        *({"address": f"#{part.anchor}", "words": part.title} for part in parts if part.section),
    ]
    return menu if len(menu) > 1 else []


def first_of(standings: ShownStandings, number: int) -> ShownStandings:
    """Return the first `number` ranks of each part, including all who share the last of them."""

    def cut(parts: tuple[StandingsPart, ...]) -> tuple[StandingsPart, ...]:
        return tuple(
            part._replace(rows=tuple(row for row in part.rows if row.rank and row.rank <= number))
            for part in parts
        )

    return replace(standings, parts=cut(standings.parts), by_section=cut(standings.by_section), unranked=())


class _RowWriter:
    """Turns places of the standings into rows of the page."""

    def __init__(self, whole: RankedTournament, names: Names, member: int | None) -> None:
        self.whole, self.names, self.member = whole, names, member
        self.language = current_language()
        self.money = whole.terms.format is Format.MONEY
        self.show = play_money if self.money else noted
        self.among_all: dict[str, int] = {}  # ranks, where there are sections too
        self.among_section: dict[str, int] = {}
        self.of_section = False

    def shown(
        self,
        rankings: Sequence[Ranking],
        of_sections: Sequence[Ranking],
        rows: Callable[[Ranking], Iterable[StandingRow]],
        round_: Round | None,
        **fields: Any,
    ) -> ShownStandings:
        """Return the standings; rows also show a player's other rank, where there are two."""
        if of_sections:
            self.among_all = {
                place.player: place.rank for ranking in rankings for place in ranking.standings.places
            }
            self.among_section = {
                place.player: place.rank for ranking in of_sections for place in ranking.standings.places
            }
        return ShownStandings(
            money=self.money,
            parts=self._parts(rankings, rows),
            lots=self._lots(round_),
            tied=self._tied(ranking.standings for ranking in rankings),
            has_sections=bool(self.whole.sections),
            by_section=self._parts(of_sections, rows),
            **fields,
        )

    def _parts(
        self, rankings: Iterable[Ranking], rows: Callable[[Ranking], Iterable[StandingRow]]
    ) -> tuple[StandingsPart, ...]:
        """Return the players ranked among each other, part by part; empty parts are left out."""
        parts = []
        for ranking in rankings:
            self.of_section = bool(ranking.section)
            if ranking.standings.places:
                parts.append(StandingsPart(self._title(ranking), tuple(rows(ranking)), ranking.section))
        self.of_section = False
        return tuple(parts)

    def _title(self, ranking: Ranking) -> str:
        if ranking.table is not None:
            return _("Table %(number)d") % {"number": ranking.table}
        if ranking.section:
            return self._section_called(ranking.section)
        separately = bool(self.whole.sections) and not self.whole.terms.together
        return _("In no section") if separately else ""

    def _section_called(self, number: int) -> str:
        names = self.whole.terms.sections
        return names[number - 1] if 0 < number <= len(names) else ""

    def _about_section(self, player: str) -> dict[str, Any]:
        """Return the fields of a row for a player's section; empty if there are no sections."""
        if not self.whole.sections:
            return {}
        number = self.whole.sections.get(player, 0)
        other = self.among_all if self.of_section else self.among_section
        return {
            "section": number,
            "section_name": self._section_called(number),
            "other_rank": other.get(player),
        }

    def rows_of_round(self, ranking: Ranking, players: Mapping[str, PlayedRound]) -> Iterator[StandingRow]:
        for place, why in self._in_order(ranking.standings):
            yield self._row_of_round(players[place.player], place, **why)

    def unranked_of_round(
        self, rankings: Iterable[Ranking], players: Mapping[str, PlayedRound]
    ) -> tuple[StandingRow, ...]:
        unranked = {player for ranking in rankings for player in ranking.standings.unranked}
        return tuple(self._row_of_round(players[player]) for player in self._by_name(unranked))

    def _row_of_round(self, played: PlayedRound, place: Place | None = None, **why: str) -> StandingRow:
        return self._row(played, place, seated=tuple(played.tables), notes=tuple(_notes(played)), **why)

    def _row(self, whole: PlayedRound, place: Place | None, **fields: Any) -> StandingRow:
        """Return a player's row for one round, or for all rounds together."""
        has_none = whole.missing or bool(whole.absent)
        says_schrift = not has_none and not (self.money and whole.hands is None)
        return StandingRow(
            player=whole.player,
            name=self.names[whole.player],
            in_list=self._in_list(whole.player),
            rank=place.rank if place else None,
            tied=place is not None and place.tied,
            result=whole.result,
            schrift=whole.result.ranked_schrift if says_schrift else None,
            busts=whole.busts,
            hands=None if has_none else whole.hands,
            is_ruled=bool(whole.ruled),
            missing=has_none,
            mine=self.member is not None
            and self.whole.people.get(whole.player, NOBODY).member == self.member,
            **fields,
            **self._about_section(whole.player),
        )

    def overall(self, standings: Standings, counts: str) -> Iterator[StandingRow]:
        for place, why in self._in_order(standings):
            amount = place.values[counts][0] if counts else None
            yield self._row_overall(place.player, place, counts=amount, **why)

    def unranked_overall(self, rankings: Iterable[Ranking]) -> Iterator[StandingRow]:
        reasons = {player: why for ranking in rankings for player, why in ranking.standings.unranked.items()}
        for player in self._by_name(reasons):
            yield self._row_overall(player, note=_UNRANKED_REASONS[reasons[player]]())

    def _row_overall(
        self, player: str, place: Place | None = None, note: str = "", **fields: Any
    ) -> StandingRow:
        played = [(round_, round_.players.get(player)) for round_ in self.whole.rounds]
        attended = [round_ for _, round_ in played if round_ is not None]
        known = [round_ for round_ in attended if not (round_.missing or round_.absent)]
        return self._row(
            reduce(lambda so_far, round_: so_far.and_(round_, 0), known or attended),
            place,
            rounds=tuple(self._in_round(round_, played_round) for round_, played_round in played),
            played=len(known),
            notes=(
                *((note,) if note else (_("left, ranked last"),) if self.is_last(player) else ()),
                *self._ruled_in_rounds(played),
            ),
            **fields,
        )

    @staticmethod
    def _ruled_in_rounds(played: Iterable[tuple[RankedRound, PlayedRound | None]]) -> Iterator[str]:
        """Yield the rulings on a player's results in words, round by round."""
        for round_, played_round in played:
            for ruled in played_round.ruled if played_round else ():
                words = _("round %(number)d %(ruled)s")
                yield words % {"number": round_.round.number, "ruled": adjustment_in_words(ruled)}

    def is_last(self, player: str) -> bool:
        """Return whether a player ranks last overall because of how they left a round."""
        played = (round_.players.get(player) for round_ in self.whole.rounds)
        return any(round_ is not None and round_.last for round_ in played)

    def _in_round(self, round_: RankedRound, played: PlayedRound | None) -> InRound | None:
        if played is None or played.missing or played.absent:
            return None
        amount = played.result.own if self.money else played.result.ranked_schrift
        words = self.show(amount)
        if played.result.busted:
            words = _("%(amount)s (replacement)") % {"amount": words}
        return InRound(amount, played.result.busted, round_.is_interim, words)

    def _in_order(self, standings: Standings) -> Iterator[tuple[Place, dict[str, Any]]]:
        """Yield equal places by name, in the last place the better first; the first with what broke a tie."""
        previous: Place | None = None
        for _rank, group in groupby(standings.places, lambda place: place.rank):
            equals = list(group)
            first = equals[0]
            words = reason(previous, first, self.language, self.show) if previous and first.breaks_tie else ""
            previous = first
            if len(equals) > 1:
                equals.sort(key=lambda place: (place.listed, self._sorting(place.player)))
            for place in equals:
                yield place, {"reason": words if place is equals[0] else ""}

    def _by_name(self, players: Iterable[str]) -> list[str]:
        return sorted(players, key=self._sorting)

    def _sorting(self, player: str) -> tuple[tuple[str, ...], int]:
        return self._in_list(player), int(player)

    def _in_list(self, player: str) -> tuple[str, ...]:
        return by_surname(self.names[player], surname_first=self.whole.surname_first)

    def _tied(self, standings: Iterable[Standings]) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(self.names[player] for player in self._by_name(place.player for place in group))
            for each in standings
            for _, group in groupby([place for place in each.places if place.tied], lambda place: place.rank)
        )

    def _lots(self, round_: Round | None) -> tuple[tuple[Lot, list[str]], ...]:
        of = round_ and round_.pk
        lots = [lot for lot in self.whole.lots if lot.round_id == of]
        return tuple((lot, [self.names[player] for player in lot.order]) for lot in lots)


def _notes(played: PlayedRound) -> Iterator[str]:
    if played.house:
        yield _("house player")
    if played.left:
        yield _("left, ranked last") if played.last else _("left")
    if played.missing:
        yield _UNRANKED_REASONS[UnrankedReason.MISSING]()
        return
    yield from map(adjustment_in_words, played.ruled)
    if played.absent:
        return
    if played.hands == 0:
        yield _("no hand yet")


_UNRANKED_REASONS: dict[UnrankedReason, Callable[[], str]] = {
    UnrankedReason.HOUSE: lambda: _("house player"),
    UnrankedReason.MISSING: lambda: _("result missing"),
    UnrankedReason.NOT_PLAYED: lambda: adjustment_in_words(Adjustment(AdjustmentKind.NOT_PLAYED)),
    UnrankedReason.NO_SHOW: lambda: adjustment_in_words(Adjustment(AdjustmentKind.NO_SHOW)),
    UnrankedReason.TOO_FEW_ROUNDS: lambda: _("too few rounds"),
}
