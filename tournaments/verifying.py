"""What the tables of a tournament come to, and what was decided about them, checked against the facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.utils.timezone import localtime

from scoring import clock
from scoring.engine.record.stored import ENDS
from scoring.language import gettext_lazy as _
from scoring.models import Act, Entry, Evening
from scoring.models.entries import current_among
from scoring.rules.versions.timelines import rules_for, seated_first
from scoring.verifying import (
    NOTHING,
    Audit,
    Checked,
    Verified,
    checked_one_by_one,
    each,
    expect_presence,
    listed,
    numbered,
    numbered_evening,
    readable,
    yes_or_no,
)
from tournaments.corrections.verbs import went_on_without
from tournaments.engine.clock import bell, uses_the_right
from tournaments.engine.lots import drawn_from
from tournaments.engine.played import paper_line, problems_with_result
from tournaments.engine.ranking import choice_order
from tournaments.models import (
    TOURNAMENT,
    Call,
    Finding,
    Leaving,
    Lot,
    PaperResult,
    Prize,
    Pulse,
    ResultRuling,
    Round,
    Ruling,
    Stage,
    State,
    Table,
    Tick,
    Tournament,
)
from tournaments.round_clock import allowed_at, table_clock, used_after
from tournaments.standings.derived import BEGUN, ranked
from tournaments.standings.prizes import chosen_in_order, offered, places_of
from tournaments.standings.results import current_result, derived, joined_at

MOMENT = timedelta(microseconds=1)
SEATED = (Stage.DRAFT, Stage.PUBLISHED, *BEGUN)
SOMEBODY = _("somebody of this tournament")


def of_tournaments(evenings: QuerySet[Evening]) -> Iterator[Checked]:
    """Yield one after the other."""
    return checked_one_by_one(evenings.filter(occasion=TOURNAMENT).select_related("club"), _of_evening)


def _of_evening(evening: Evening) -> Checked:
    tournament = Tournament.objects.whole().filter(evening=evening).first()
    if tournament is not None:
        return checked(tournament)
    missing = expect_presence(_("The tournament of this evening"), None, _("a tournament"))
    return Checked(numbered_evening(evening), {"tournament": 1}, (missing,))


def checked(tournament: Tournament) -> Checked:
    """Return what is wrong with a tournament."""
    return _TournamentAudit(tournament).checked()


def differences(tournament: Tournament) -> Iterator[Verified]:
    """Return what is wrong, one after the other, of what is stored when the first is asked for."""
    yield from _TournamentAudit(tournament).differences()


class _TournamentAudit(Audit):
    def __init__(self, tournament: Tournament) -> None:
        self.pulse = Pulse.objects.filter(pk=tournament.pk).values_list("count", "clock").first()
        self.tournament = tournament = Tournament.whole(tournament.pk)
        title = _("{tournament} (tournament {number})", tournament=tournament, number=tournament.pk)
        self.name = (tournament.club, title)
        self.counted = {"tournament": 1}
        self.terms = tournament.terms
        self.names = tournament.evening.names()
        self.rounds = list(tournament.rounds.order_by("number"))
        self.entrants = list(tournament.entrants.select_related("participant").order_by("number"))
        self.people = {str(entrant.participant_id) for entrant in self.entrants}
        tables = Table.objects.filter(round__tournament=tournament).select_related("sheet")
        self.tables = list(tables.order_by("round__number", "number"))
        rounds = {round_.pk: round_ for round_ in self.rounds}
        for table in self.tables:
            table.round = rounds[table.round_id]

    def all_called(self, players: Iterable[str]) -> str:
        """Return the names of several, of a set in the order of names."""
        return super().all_called(players if isinstance(players, list) else sorted(players, key=self.called))

    def compared(self) -> Iterator[Verified]:
        yield from self._whole()
        yield from self._sections()
        for round_ in self.rounds:
            yield from readable(_("Round {number}", number=round_.number), self._round(round_))
        for table in self.tables:
            yield from readable(_name_of(table), self._table(table))
        yield from self._sheets()
        yield from self._rulings()
        yield from self._lots()
        yield from self._prizes()
        yield from self._choices()

    # the tournament

    def _whole(self) -> Iterator[Verified]:
        tournament = self.tournament
        yield expect_presence(_("What pages ask for news"), self.pulse, _("a pulse"))
        if tournament.state != State.FINISHED:
            begun = any(round_.stage in BEGUN for round_ in self.rounds)
            expected = State.RUNNING if begun else State.PLANNED
            yield Verified(_("The state of the tournament"), expected.value, tournament.state)
        running = [round_.number for round_ in self.rounds if round_.stage == Stage.RUNNING]
        most = 0 if tournament.state == State.FINISHED else 1
        if len(running) > most:
            yield Verified(_("Rounds that run at once"), _("at most {number}", number=most), listed(running))
        yield numbered(_("The rounds"), [round_.number for round_ in self.rounds])
        started = [round_.started_at for round_ in self.rounds if round_.started_at is not None]
        if started != sorted(started):
            yield Verified(_("When the rounds started"), _("one after the other"), _("in another order"))

    def _sections(self) -> Iterator[Verified]:
        """Check that everybody is in a section that there is."""
        for entrant in self.entrants:
            if entrant.section > len(self.tournament.terms.sections):
                section = (_("Number {number} on the list", number=entrant.number), _("section"))
                most = _("at most {number}", number=len(self.tournament.terms.sections))
                yield Verified(section, most, entrant.section)

    # a round

    def _round(self, round_: Round) -> Iterator[Verified]:
        name = _("Round {number}", number=round_.number)
        tables = [table for table in self.tables if table.round_id == round_.pk]
        closed = round_.stage == Stage.CLOSED
        yield expect_presence((name, _("when it was closed")), round_.closed_at, _("a time"), expected=closed)
        yield numbered((name, _("tables")), [table.number for table in tables])
        if round_.stage in SEATED:
            yield expect_presence((name, _("tables")), tables, _("at least one"))
        yield from self._seats(name, round_, tables)
        yield from self._clock(name, round_)
        # a double round was called where somebody called it last, and has not taken it back
        deeds = self.tournament.deeds_of("double_round", "take_back_double")
        calls = deeds.filter(details__round=round_.number).order_by("number")
        last = calls.values_list("verb", flat=True).last()
        called = last == "double_round"
        yield expect_presence(
            (name, _("when doubled hands were called")), round_.doubled_at, _("a time"), expected=called
        )

    def _seats(self, name: object, round_: Round, tables: Sequence[Table]) -> Iterator[Verified]:
        seats = Counter(seat for table in tables for seat in (*table.seats, *joined_at(table).values()))
        for seat, times in seats.items():
            yield Verified((name, _("seats of {player}", player=self.called(seat))), 1, times)
            if seat not in self.people:
                yield Verified(
                    (name, _("who has a seat")), _("somebody who is registered"), self.called(seat)
                )
        if round_.stage not in SEATED:
            return
        attending = round_.attendances.filter(checked_in_at__isnull=False)
        present = {
            str(participant): withdrawn
            for participant, withdrawn in attending.values_list(
                "entrant__participant_id", "entrant__withdrawn_at"
            )
        }
        for seat in sorted(seats.keys() - present.keys(), key=int):
            yield Verified((name, self.called(seat)), _("checked in"), _("a seat all the same"))
        for player in sorted(present.keys() - seats.keys(), key=int):
            if present[player] is None:
                yield expect_presence((name, self.called(player), _("checked in")), None, _("a seat"))

    def _clock(self, name: object, round_: Round) -> Iterator[Verified]:
        paused = False
        for tick in round_.ticks_now:
            if tick.kind == Tick.Action.ADD:
                continue
            expected = Tick.Action.RESUME if paused else Tick.Action.PAUSE
            yield Verified((name, _("its clock"), _("next")), expected.value, tick.kind)
            paused = tick.kind == Tick.Action.PAUSE

    # a table

    def _table(self, table: Table) -> Iterator[Verified]:
        name = _name_of(table)
        begun = table.round.stage in BEGUN
        yield expect_presence((name, _("its sheet")), table.sheet, expected=begun)
        if table.sheet is None:
            return
        if table.sheet.evening_id != self.tournament.evening_id:
            return  # named already
        if table.round.stage == Stage.CLOSED and table.sheet.closed_at is None:
            yield Verified((name, _("its sheet")), _("closed with the round"), _("open"))
        seated, _dealer = seated_first(table.sheet)
        yield Verified((name, _("who sat down")), table.seats, list(seated), self.all_called)
        yield from self._leavings(name, table)
        yield from self._paper(name, table)
        yield from self._bell(name, table)
        yield from self._results(name, table)

    def _bell(self, name: object, table: Table) -> Iterator[Verified]:
        """Check that no more hands stand after the bell than were allowed, and none is doubled but
        one that was dealt when it rang. Of paper nobody knows when what on it was played."""
        contradictory = Q(withdrawn_at__lt=F("at")) | Q(rulings__at__lt=F("at"))
        if table.calls.filter(contradictory).exists():
            yield Verified((name, _("a call")), _("over after it was made"), _("before"))
            return
        now, ticking = clock.now(), table_clock(table)
        rings = bell(ticking, now)
        if rings is None or rings > now or self._ever_on_paper(table):
            return
        if table.round.closed_at is not None and rings >= table.round.closed_at:
            return  # closed before it rang: nothing came after
        entries = list(table.started_sheet.entries.order_by("seq"))
        used = used_after(entries, rings)
        ruled = Ruling.objects.filter(call__table=table).values("written")  # whatever the table was allowed
        allowed = allowed_at(table, rings)
        allowed += Entry.objects.filter(act=Act.ADD, pk__in=ruled, at__gte=rings).count()
        if used > allowed:
            yield Verified((name, _("hands after the bell")), _("at most {number}", number=allowed), used)
        hands = [entry for entry in current_among(entries) if uses_the_right(entry.record)]
        bells = [
            entry for entry in current_among(entries) if entry.record and entry.record.get("event") == ENDS
        ]
        dealt = any(entry.record and entry.record.get("dealt") for entry in bells)
        extra_hands = [entry.pk for entry in hands[len(hands) - max(used, 0) :]][dealt:]
        for row in table.started_sheet.rows.filter(
            pk__in=extra_hands, number__isnull=False, radl=True
        ).order_by("place"):
            yield Verified(
                (name, _("hand {number}", number=row.number), _("after the bell")),
                _("not doubled"),
                _("doubled"),
            )
        for entry in bells:
            rang = bell(ticking, entry.at - MOMENT)  # without what was added just then
            if rang is None or rang > entry.at:
                yield Verified(
                    (name, _("the bell on the sheet")),
                    _("when it had rung"),
                    f"{localtime(entry.at):%H:%M:%S}",
                )

    def _ever_on_paper(self, table: Table) -> bool:
        deeds = self.tournament.deeds_of("play_on_paper").filter(
            details__round=table.round.number, details__table=table.number
        )
        return table.paper or deeds.exists()

    def _leavings(self, name: object, table: Table) -> Iterator[Verified]:
        """Check that everybody who came or went by a seating is one who left, or sat down instead."""
        joined = set(joined_at(table).values())
        now, ever = set(table.seats) | joined, set(table.seats) | joined
        leavings = list(table.leavings.select_related("entrant", "instead").order_by("at", "pk"))
        while leavings:
            # of those at the same moment, the one who sits there by then
            first = [leaving for leaving in leavings if leaving.at == leavings[0].at]
            leaving = next(
                (leaving for leaving in first if str(leaving.entrant.participant_id) in now), first[0]
            )
            leavings.remove(leaving)
            goes = str(leaving.entrant.participant_id)
            comes = None if leaving.instead is None else str(leaving.instead.participant_id)
            yield from self._leaving((name, _("{player} leaves", player=self.called(goes))), leaving, ever)
            if comes is not None:
                ever.add(comes)
                if leaving.undone_at is None:
                    now = now - {goes} | {comes}
            elif leaving.undone_at is None and went_on_without(leaving):
                now = now - {goes}
        left = table.leavings.filter(undone_at=None, instead=None).select_related("entrant")
        leaver = next((leaving for leaving in left if not went_on_without(leaving)), None)
        if leaver is not None and table.started_sheet.closed_at is None:
            who = self.called(str(leaver.entrant.participant_id))
            yield Verified(
                (name, _("{player} leaves and nobody takes the seat", player=who), _("the sheet")),
                _("closed"),
                _("open"),
            )
        state = table.started_sheet.standing
        yield Verified((name, _("who sits there")), now, set(state["players"]), self.all_called)
        yield Verified(
            (name, _("who ever sat there")), ever, ever | set(table.started_sheet.totals), self.all_called
        )

    def _leaving(self, name: object, leaving: Leaving, ever: set[str]) -> Iterator[Verified]:
        if leaving.undone_at is None and str(leaving.entrant.participant_id) not in ever:
            yield Verified(name, _("somebody who sat there"), _("somebody who never did"))
        if leaving.instead is not None and not leaving.instead.house:
            who = self.called(str(leaving.instead.participant_id))
            yield Verified((name, _("who takes the seat")), _("a house player"), who)

    def _paper(self, name: object, table: Table) -> Iterator[Verified]:
        paper_results = list(table.paper_results.order_by("seq"))
        yield numbered((name, _("results from paper")), [paper_result.seq for paper_result in paper_results])
        again = table.second_typings.order_by("seq").values_list("seq", flat=True)
        yield numbered((name, _("typed a second time")), list(again))
        rulings = table.adjustments.order_by("seq").values_list("seq", flat=True)
        yield numbered((name, _("rulings on results")), list(rulings))
        current = current_result(table)
        if current is None:
            return
        people = Verified(
            (name, _("the result from paper is of")),
            set(table.started_sheet.totals),
            set(current.lines),
            self.all_called,
        )
        if people.differs:
            yield people
            return
        lines = {other: paper_line(line) for other, line in current.lines.items()}
        for problem in problems_with_result(self.terms, lines, rules_for(table.started_sheet).step):
            who = (self.called(problem.player),) if problem.player else ()
            yield Verified(
                (name, _("the result from paper"), *who),
                _("one that balances"),
                f"{problem.fault}: {problem.amount}",
            )

    def _results(self, name: object, table: Table) -> Iterator[Verified]:
        expected, stored = derived(table), table.results
        yield Verified((name, _("hands")), expected["hands"], stored.get("hands", NOTHING))
        yield Verified((name, _("played on paper")), expected["paper"], stored.get("paper"), yes_or_no)
        yield Verified((name, _("what was ruled")), expected.get("ruled", {}), stored.get("ruled", {}))
        ours, theirs = expected["players"], stored.get("players", {})
        yield Verified((name, _("whose results")), set(ours), set(theirs), self.all_called)
        for player in ours.keys() & theirs.keys():
            yield from each((name, self.called(player)), ours[player], theirs[player])

    def _sheets(self) -> Iterator[Verified]:
        """Check that every sheet of its evening is that of a table, or was until it was written anew."""
        sheets = self.tournament.evening.sheets.select_related("rewritten__table__round").order_by("pk")
        now = {table.sheet_id for table in self.tables}
        for sheet in sheets:
            name, rewritten = _("Sheet {number}", number=sheet.pk), getattr(sheet, "rewritten", None)
            if (sheet.pk in now) == (rewritten is not None):
                expected = _("the sheet of a table, or one that was written again")
                yield Verified(name, expected, _("neither") if rewritten is None else _("both"))
            elif rewritten is not None and sheet.closed_at is None:
                yield Verified((name, _("written again")), _("closed"), _("open"))

    # what the arbiters decided

    def _rulings(self) -> Iterator[Verified]:
        tables = {table.pk: table for table in self.tables}
        calls = Call.objects.filter(table__in=list(tables))
        for call in calls.filter(withdrawn_at__isnull=False, rulings__isnull=False).distinct():
            yield Verified(
                (_name_of(tables[call.table_id]), _("a call")), _("withdrawn or ruled on"), _("both")
            )
        for call in calls.open():
            table = tables[call.table_id]
            if table.round.stage != Stage.RUNNING:
                yield Verified(
                    (_name_of(table), _("a call")), _("ruled on before the round closes"), _("open")
                )
        rulings = Ruling.objects.filter(call__in=calls)
        stands = set(Ruling.objects.current().filter(call__in=calls).values_list("pk", flat=True))
        together = rulings.select_related("call", "written", "by", "replaces__call")
        for ruling in together.order_by("at", "pk"):
            table = tables[ruling.call.table_id]
            name = (_name_of(table), _("the ruling of {time}", time=clock.moment_in_words(ruling.at)))
            yield from self._ruling(name, ruling, table)
            if ruling.pk in stands:
                yield from self._as_ruled(name, ruling, table)

    def _ruling(self, name: object, ruling: Ruling, table: Table) -> Iterator[Verified]:
        members = set(self.tournament.club.members.values_list("pk", flat=True))
        if strangers := set(ruling.arbiters) - members:
            yield Verified((name, _("who ruled")), _("somebody of this club"), listed(strangers))
        yield expect_presence(
            (name, _("what it wrote")), ruling.written, expected=ruling.finding != Finding.STANDS
        )

    def _as_ruled(self, name: object, ruling: Ruling, table: Table) -> Iterator[Verified]:
        """Check that the ruled hand is on the sheet and has not changed since."""
        hand = None
        if ruling.place is None:
            return
        if table.sheet is not None:
            hand = table.sheet.entries.current().filter(place=ruling.place).first()
        if hand is None:
            yield Verified((name, _("the hand")), _("one on the sheet"), NOTHING)
        elif ruling.written is not None and hand.pk != ruling.written_id:
            yield Verified((name, _("the hand")), _("as the arbiters wrote it"), _("another version"))
        elif hand.at > ruling.at:
            yield Verified((name, _("the hand")), _("as it was then"), _("changed since"))
        elif not _finds(ruling, hand):
            yield Verified((name, _("the hand")), ruling.finding, _("something else"))

    # lots and prizes

    def _lots(self) -> Iterator[Verified]:
        for lot in self.tournament.lots.select_related("round"):
            name = _lot(lot)
            who = (name, _("who is in it"))
            if strangers := set(lot.order) - self.people:
                yield Verified(who, SOMEBODY, self.all_called(strangers))
            if len(set(lot.order)) < len(lot.order) or len(lot.order) < 2:
                yield Verified(who, _("two or more, each once"), self.all_called(lot.order))
            if lot.seed and not strangers:
                registered = [str(entrant.participant_id) for entrant in self.entrants]
                expected = drawn_from(lot.seed, [player for player in registered if player in lot.order])
                yield Verified((name, _("its order")), expected, list(lot.order), self.all_called)

    def _prizes(self) -> Iterator[Verified]:
        chosen: Counter[tuple[int | None, str]] = Counter()
        for prize in Prize.objects.filter(tournament=self.tournament).select_related("round", "taken_by"):
            if prize.taken_by is None:
                continue
            who = str(prize.taken_by.participant_id)
            if prize.removed_at is not None:
                name = (_prize(prize), _("no longer offered"))
                yield Verified(name, _("with nobody"), self.called(who))
            if prize.chosen:
                chosen[(prize.round.number if prize.round else None, who)] += 1
        for (number, who), times in chosen.items():
            yield Verified((_prizes_of(number), _("chosen by {player}", player=self.called(who))), 1, times)

    def _choices(self) -> Iterator[Verified]:
        """Check that prizes were chosen in order of rank, where what was ranked could not change since."""
        if any(round_.reopened_at is not None for round_ in self.rounds):
            return
        for round_ in (*[round_ for round_ in self.rounds if round_.stage == Stage.CLOSED], None):
            chosen = chosen_in_order(offered(self.tournament, round_))
            if not chosen or self._changed_since(chosen[0]):
                continue
            prizes = _prizes_of(None if round_ is None else round_.number)
            if len(chosen) > self.terms.choosers:
                yield Verified(
                    (prizes, _("how many were chosen")),
                    _("at most {number}", number=self.terms.choosers),
                    len(chosen),
                )
            whole = ranked(self.tournament, only=round_)
            if whole.missing_in(round_):  # whoever played there can still come to stand in front
                continue
            lots = whole.lots_of(Lot.About.CHOICE, round_)
            expected = list(choice_order(places_of(whole, round_), len(chosen), lots))
            actual = [str(prize.taken_by.participant_id) for prize in chosen if prize.taken_by is not None]
            yield Verified((prizes, _("who chose")), expected, actual, self.all_called)

    def _changed_since(self, prize: Prize) -> bool:
        """Return whether the director has changed who choose, what ranks, and who is ranked among whom."""
        changing = ("change_tournament", "set_sections", "divide_people", "undo_dividing")
        changes = self.tournament.deeds_of(*changing).filter(at__gte=prize.taken_at)
        return changes.exists() or self._corrected_since(prize)

    def _corrected_since(self, prize: Prize) -> bool:
        """Return whether a hand or a result was corrected or ruled on: what was given stays given."""
        of_here = Q(sheet__table__round__tournament=self.tournament)
        changing = (Act.CORRECT, Act.INSERT, Act.TAKE_OUT)
        hands = Entry.objects.filter(of_here, act__in=changing, at__gte=prize.taken_at)
        since = {"table__round__tournament": self.tournament, "at__gte": prize.taken_at}
        paper_results, ruled = PaperResult.objects.filter(**since), ResultRuling.objects.filter(**since)
        return hands.exists() or paper_results.exists() or ruled.exists()


def _name_of(table: Table) -> tuple[object, object]:
    return _("Round {number}", number=table.round.number), _("table {number}", number=table.number)


def _lot(lot: Lot) -> object:
    return _("The lot of {moment}", moment=clock.moment_in_words(lot.at))


def _prize(prize: Prize) -> object:
    return _("The prize “{name}”", name=prize.name)


def _prizes_of(number: int | None) -> object:
    return _("Prizes of all rounds") if number is None else _("Prizes of round {number}", number=number)


def _finds(ruling: Ruling, hand: Entry) -> bool:
    record = hand.record or {}
    if ruling.finding == Finding.STRUCK:
        return record.get("void") == "struck"
    if ruling.finding == Finding.RENONCE:
        return "revoke" in record
    return True
