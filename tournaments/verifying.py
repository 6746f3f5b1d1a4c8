"""Verify a tournament by its own results file, and by rules for what the file does not hold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import cycle, islice
from typing import Any

from django.db.models import Model, QuerySet
from django.urls import reverse

from scoring import clock
from scoring.engine.record.stored import ENDS
from scoring.language import gettext_lazy as _
from scoring.models import Act, Entry, Evening, Sheet
from scoring.models.entries import current_among
from scoring.rules.versions.timelines import seated_first
from scoring.verifying import (
    Audit,
    Checked,
    Discrepancy,
    ImpossibleFact,
    Verified,
    checked_one_by_one,
    each,
    expect_presence,
    label,
    numbered,
    numbered_evening,
    page_of_row,
    readable,
)
from tournaments.engine.clock import bell, uses_the_right
from tournaments.engine.ranking import choice_order
from tournaments.models import (
    TOURNAMENT,
    Attendance,
    Call,
    Entrant,
    Finding,
    Leaving,
    Lot,
    PaperResult,
    Prize,
    Pulse,
    ResultRuling,
    Round,
    Ruling,
    SecondTyping,
    Stage,
    State,
    Table,
    TableChange,
    Tick,
    Tournament,
)
from tournaments.results_file.checking import checked as checked_file
from tournaments.results_file.exporting import tournament_in_file
from tournaments.round_clock import table_clock, used_after
from tournaments.standings.derived import BEGUN, ranked
from tournaments.standings.prizes import chosen_in_order, offered, places_of
from tournaments.standings.results import current_result, derived, joined_at

MOMENT = timedelta(microseconds=1)
SEATED = (Stage.DRAFT, Stage.PUBLISHED, *BEGUN)
# What pages call the keys of a table's results.
OF_RESULTS = {
    "balance": _("Balance"),
    "busts": _("Busts"),
    "hands": _("Hands"),
    "kassa": "Kassa",
    "paper": _("On paper"),
    "replacement": _("Replacement"),
    "ruled": _("Ruled"),
    "schrift": "Schrift",
}
WRITTEN: dict[type[Model], object] = {  # at a table, one after the other
    PaperResult: _("results from paper"),
    SecondTyping: _("typed a second time"),
    TableChange: _("changes of the table"),
    ResultRuling: _("rulings on results"),
}
NameInParts = tuple[object, ...]  # from the whole to the part


def of_tournaments(evenings: QuerySet[Evening]) -> Iterator[Checked]:
    """Yield one after the other."""
    return checked_one_by_one(evenings.filter(occasion=TOURNAMENT).select_related("club"), _of_evening)


def _of_evening(evening: Evening) -> Checked:
    tournament = Tournament.objects.whole().filter(evening=evening).first()
    if tournament is not None:
        return checked(tournament)
    missing = expect_presence(_("The tournament of this evening"), None, _("a tournament"))
    page = page_of_row(Evening, evening.pk)  # without a tournament it has no other one
    return Checked(numbered_evening(evening), {"tournament": 1}, (missing,), page=page)


def checked(tournament: Tournament) -> Checked:
    """Return the check of a tournament."""
    return _TournamentAudit(tournament).checked()


def differences(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield the differences one by one, from the rows stored when the first is asked for."""
    yield from _TournamentAudit(tournament).differences()


class _TournamentAudit(Audit):
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament = Tournament.whole(tournament.pk)
        title = _("{tournament} (tournament {number})", tournament=tournament, number=tournament.pk)
        self.name, self.page = (tournament.club, title), tournament.get_absolute_url()
        self.counted = {"tournament": 1}
        self.names = tournament.evening.names()
        self.rounds = list(tournament.rounds.order_by("number"))
        tables = Table.objects.filter(round__tournament=tournament).select_related("sheet")
        self.tables = list(tables.order_by("round__number", "number"))
        rounds = {round_.pk: round_ for round_ in self.rounds}
        for table in self.tables:
            table.round = rounds[table.round_id]
            table.round.tournament = tournament

    def all_called(self, players: Iterable[str]) -> str:
        """Return the names of several people; of a set, sorted by name."""
        return super().all_called(
            players
            if isinstance(players, list)
            else sorted(players, key=lambda player: str(self.called(player)))
        )

    def compared(self) -> Iterator[Discrepancy]:
        is_wrong = False
        for pair in self._facts_of_the_file():
            is_wrong |= pair.differs
            yield pair
        if not is_wrong:
            yield from readable(_("Its file of results"), self._file())
        yield from self._rulings()
        yield from self._prizes()

    def _facts_of_the_file(self) -> Iterator[Discrepancy]:
        yield from self._whole()
        for round_ in self.rounds:
            yield from readable(_name_of_round(round_), self._round(round_))
        for table in self.tables:
            shown = table.sheet or self.tournament
            for pair in readable(_name_of(table), self._table(table)):
                yield pair._replace(page=shown.get_absolute_url())

    def _file(self) -> Iterator[Discrepancy]:
        """Yield the checker's findings in the file: draws, lots, hands and their sums, ranks, the bell."""
        tournament = self.tournament
        page = reverse("tournaments:tournament_results", args=[tournament.club.slug, tournament.pk])
        for finding in checked_file(json.dumps(tournament_in_file(tournament)).encode()).findings:
            yield ImpossibleFact(_("Its file of results"), finding.text, page=page)
        for table in self.tables:
            if table.sheet is not None:
                yield from self._bell(_name_of(table), table)

    # the tournament

    def _whole(self) -> Iterator[Discrepancy]:
        tournament = self.tournament
        is_finished = tournament.state == State.FINISHED
        begun = State.RUNNING if any(round_.stage in BEGUN for round_ in self.rounds) else State.PLANNED
        running = sum(round_.stage == Stage.RUNNING for round_ in self.rounds)
        started = [round_.started_at for round_ in self.rounds if round_.started_at is not None]
        sections = len(tournament.terms.sections)
        has_pulse = Pulse.objects.filter(pk=tournament.pk).exists()
        yield Verified(_("What pages ask for news"), expected=True, actual=has_pulse)
        yield _column(
            (), Tournament, "state", tournament.state, expected=str(State.FINISHED if is_finished else begun)
        )
        yield Verified(_("Rounds that run at once"), min(running, int(not is_finished)), running)
        yield numbered(_("The rounds"), [round_.number for round_ in self.rounds])
        yield _column((), Round, "started_at", started, expected=sorted(started))
        for entrant in tournament.entrants.filter(section__gt=sections).order_by("number"):
            name = (_("Number {number} on the list", number=entrant.number),)
            yield _column(name, Entrant, "section", entrant.section, expected=sections)
        now = {table.sheet_id for table in self.tables}
        for sheet in tournament.evening.sheets.select_related("rewritten").order_by("pk"):
            name, rewritten = (_("Sheet {number}", number=sheet.pk),), getattr(sheet, "rewritten", None)
            yield _column(name, Table, "sheet", sheet.pk in now, expected=rewritten is None)
            if rewritten is not None:
                yield _column((*name, _("written again")), Sheet, "closed_at", not sheet.is_open)

    # a round

    def _round(self, round_: Round) -> Iterator[Discrepancy]:
        name = (_name_of_round(round_),)
        tables = [table for table in self.tables if table.round_id == round_.pk]
        numbers = [table.number for table in tables]
        is_closed = round_.stage == Stage.CLOSED
        yield _column(name, Round, "closed_at", round_.closed_at is not None, expected=is_closed)
        least = max(len(tables), round_.stage in SEATED)
        yield Verified((*name, _("tables")), list(range(1, least + 1)), numbers)
        # it was called where somebody called it last, and has not taken it back
        deeds = self.tournament.deeds_of("double_round", "take_back_double")
        calls = deeds.filter(details__round=round_.number).order_by("number")
        is_called = calls.values_list("verb", flat=True).last() == "double_round"
        yield _column(name, Round, "doubled_at", round_.doubled_at is not None, expected=is_called)
        kinds = [tick.kind for tick in round_.ticks_now if tick.kind != Tick.Action.ADD]
        in_turn = islice(cycle((str(Tick.Action.PAUSE), str(Tick.Action.RESUME))), len(kinds))
        yield Verified((*name, _("Clock")), list(in_turn), kinds)
        yield from self._seats(name, round_, tables)

    def _seats(self, name: NameInParts, round_: Round, tables: Iterable[Table]) -> Iterator[Discrepancy]:
        """Check that entrants have one seat each and, once seats were drawn, that those checked in have."""
        seats = Counter(seat for table in tables for seat in (*table.seats, *joined_at(table).values()))
        people = set(map(str, self.tournament.entrants.values_list("participant", flat=True)))
        for seat, times in seats.items():
            yield _column((*name, self.called(seat)), Table, "seats", times, expected=int(seat in people))
        if round_.stage in SEATED:
            arrived = round_.attendances.filter(checked_in_at__isnull=False)
            present = set(map(str, arrived.values_list("entrant__participant", flat=True)))
            withdrawn = arrived.filter(entrant__withdrawn_at__isnull=False)
            away = set(map(str, withdrawn.values_list("entrant__participant", flat=True))) - seats.keys()
            for player in sorted(people & (seats.keys() ^ (present - away)), key=int):
                whose = (*name, self.called(player))
                yield _column(whose, Attendance, "checked_in_at", player in present, expected=player in seats)

    # a table

    def _table(self, table: Table) -> Iterator[Discrepancy]:
        name, sheet = _name_of(table), table.sheet
        yield _column(name, Table, "sheet", sheet is not None, expected=table.round.stage in BEGUN)
        if sheet is None or sheet.evening_id != self.tournament.evening_id:
            return  # the latter is named already
        if table.round.stage == Stage.CLOSED:
            yield _column(name, Sheet, "closed_at", not sheet.is_open)
        seated, _dealer = seated_first(sheet)
        yield Verified((*name, _("who sat down")), table.seats, list(seated), self.all_called)
        yield from self._leavings(name, table, sheet)
        for model, what in WRITTEN.items():
            rows = model._base_manager.filter(table=table).order_by("seq")
            yield numbered((*name, what), list(rows.values_list("seq", flat=True)))
        if (current := current_result(table)) is not None:
            whose = (*name, _("the result from paper is of"))
            yield Verified(whose, set(sheet.totals), set(current.lines), self.all_called)
        ours, theirs = _by_player(derived(table).as_json()), _by_player(table.stored_results)
        yield from each(name, ours, theirs, {**OF_RESULTS, **self.names})

    def _leavings(self, name: NameInParts, table: Table, sheet: Sheet) -> Iterator[Discrepancy]:
        """Check that everybody who joined or left by an entry has a matching leaving."""
        sits = Counter({*table.seats, *joined_at(table).values()})
        leavings = list(table.leavings.select_related("entrant", "instead", "seating").order_by("at", "pk"))
        ever = {*sits, *(str(row.instead.participant_id) for row in leavings if row.instead)}
        left_open = False
        for leaving in leavings:
            goes, house = str(leaving.entrant.participant_id), leaving.instead
            whose = (*name, _("{player} leaves", player=self.called(goes)))
            if house is not None:
                who = self.called(str(house.participant_id))
                yield _column((*whose, who), Entrant, "house", house.house)
            yield _column(whose, Leaving, "seating", _is_seated(leaving, sheet))
            if leaving.undone_at is not None:
                continue
            yield _column(whose, Leaving, "entrant", goes in ever)
            if house is not None:
                sits[str(house.participant_id)] += 1
            if leaving.seating is not None:
                sits[goes] -= 1
            else:
                left_open = True
        if left_open:
            yield _column(name, Sheet, "closed_at", not sheet.is_open)
        now = {player for player, times in sits.items() if times > 0}
        yield Verified((*name, _("who sits there")), now, set(sheet.state.players), self.all_called)
        yield Verified((*name, _("who ever sat there")), ever, ever | set(sheet.totals), self.all_called)

    def _bell(self, name: NameInParts, table: Table) -> Iterator[Discrepancy]:
        """Check that no hand after the bell is doubled but one that was dealt when it rang, and that the
        sheet says when it had rung. Of paper nobody knows when what on it was played."""
        now, ticking = clock.now(), table_clock(table)
        rings, ended = bell(ticking, now), table.round.closed_at
        if rings is None or rings > min(now, ended or now) or table.paper or table.was_on_paper:
            return
        entries = list(table.started_sheet.entries.order_by("seq"))
        current = current_among(entries)
        hands = [entry.pk for entry in current if uses_the_right(entry.record)]
        bells = [entry for entry in current if (entry.record or {}).get("event") == ENDS]
        is_dealt = any((entry.record or {}).get("dealt") for entry in bells)
        extra_hands = hands[len(hands) - max(used_after(entries, rings), 0) :][is_dealt:]
        for row in table.started_sheet.rows.filter(pk__in=extra_hands, number__isnull=False, radl=True):
            whose = (*name, _("hand {number}", number=row.number), _("after the bell"))
            yield _column(whose, type(row), "radl", row.radl, expected=False)
        for entry in bells:
            rang = bell(ticking, entry.at - MOMENT)  # without what was added just then
            expected = None if rang is None else max(rang, entry.at)
            yield _column((*name, _("the bell on the sheet")), Entry, "at", entry.at, expected=expected)

    # what the arbiters decided

    def _rulings(self) -> Iterator[Discrepancy]:
        members = set(self.tournament.club.members.values_list("pk", flat=True))
        for table in self.tables:
            name = _name_of(table)
            for call in table.calls.prefetch_related("rulings"):
                rulings, is_withdrawn = list(call.rulings.all()), call.withdrawn_at is not None
                if rulings or table.round.stage != Stage.RUNNING:
                    of_call = (*name, _("a call"))
                    yield _column(of_call, Call, "withdrawn_at", is_withdrawn, expected=not rulings)
                for ruling in sorted(rulings, key=lambda ruling: (ruling.at, ruling.pk)):
                    whose = (*name, _("the ruling of {time}", time=clock.moment_in_words(ruling.at)))
                    strangers = sorted(set(ruling.arbiters) - members)
                    yield _column(whose, Ruling, "arbiters", strangers, expected=[])
                    wrote = ruling.finding != Finding.STANDS
                    yield _column(whose, Ruling, "written", ruling.written_id is not None, expected=wrote)
                    yield from self._as_ruled(whose, ruling, table)

    def _as_ruled(self, name: NameInParts, ruling: Ruling, table: Table) -> Iterator[Discrepancy]:
        """Check that the ruled hand is on the sheet and has not changed since."""
        if ruling.sort_key is None or hasattr(ruling, "replaced_by"):
            return
        current = Entry.objects.current().filter(sheet=table.sheet_id, sort_key=ruling.sort_key)
        hand = current.order_by("-seq").first()
        yield _column(name, Ruling, "sort_key", hand is not None)
        if hand is not None:
            is_same = hand.at <= ruling.at and ruling.written_id in (None, hand.pk)
            yield _column(name, Ruling, "written", is_same)

    # prizes

    def _prizes(self) -> Iterator[Discrepancy]:
        """Check that people chose once, and by rank where nothing has changed since."""
        prizes = self.tournament.prizes.select_related("round", "taken_by")
        for prize in prizes.filter(removed_at__isnull=False):
            name = (_("The prize “{name}”", name=prize.name), _("no longer offered"))
            yield _column(name, Prize, "taken_by", prize.taken_by is not None, expected=False)
        for round_ in (*(round_ for round_ in self.rounds if round_.stage == Stage.CLOSED), None):
            chosen = chosen_in_order(offered(self.tournament, round_))
            actual = [str(prize.taken_by.participant_id) for prize in chosen if prize.taken_by is not None]
            of_round: NameInParts = (
                (_("Prizes"),) if round_ is None else (_name_of_round(round_), _("Prizes"))
            )
            for player, times in Counter(actual).items():
                yield Verified((*of_round, self.called(player)), 1, times)
            if chosen and not self._changed_since(chosen[0].taken_at):
                most = min(self.tournament.terms.choosers, len(chosen))
                yield _column(of_round, Prize, "chosen", len(chosen), expected=most)
                whole = ranked(self.tournament, only=round_)
                if not whole.missing_in(round_):  # whoever played there can still come to stand in front
                    lots = whole.lots_of(Lot.About.CHOICE, round_)
                    expected = list(choice_order(places_of(whole, round_), len(chosen), lots))
                    yield Verified((*of_round, _("who chose")), expected, actual, self.all_called)

    def _changed_since(self, moment: datetime | None) -> bool:
        """Return whether choosers, ranking or a result changed since, which leaves given prizes alone."""
        if any(round_.reopened_at is not None for round_ in self.rounds):
            return True
        of_here, corrected = (
            {"table__round__tournament": self.tournament},
            (Act.CORRECT, Act.INSERT, Act.TAKE_OUT),
        )
        since: tuple[QuerySet[Model], ...] = (
            self.tournament.deeds_of("change_tournament", "set_sections", "divide_people", "undo_dividing"),
            Entry.objects.filter(sheet__table__round__tournament=self.tournament, act__in=corrected),
            PaperResult.objects.filter(**of_here),
            ResultRuling.objects.filter(**of_here),
        )
        return any(rows.filter(at__gte=moment).exists() for rows in since)


def _name_of_round(round_: Round) -> object:
    return _("Round {number}", number=round_.number)


def _name_of(table: Table) -> NameInParts:
    return _name_of_round(table.round), _("table {number}", number=table.number)


def _is_seated(leaving: Leaving, sheet: Sheet) -> bool:
    """Return whether the entry named by a leaving gave the seat away, or none did and it stayed empty."""
    house, seating = leaving.instead, leaving.seating
    if seating is None:
        return house is None
    players = (seating.record or {}).get("players", ())
    took = house is None or str(house.participant_id) in players
    return seating.sheet_id == sheet.pk and took and str(leaving.entrant.participant_id) not in players


def _by_player(results: dict[str, Any]) -> dict[str, Any]:
    """Return a table's results with each player's results as keys of their own."""
    beside = {key: value for key, value in results.items() if key != "players"}
    return {**beside, **results.get("players", {})}


def _column(
    name: NameInParts, model: type[Model], column: str, actual: object, *, expected: object = True
) -> Verified:
    """Return a stored column beside its expected value, in the words of its page."""
    return Verified((*name, label(model, column)), expected, actual)
