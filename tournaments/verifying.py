"""What the tables of a tournament come to, and what was decided about them, checked against the facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet

from scoring import clock
from scoring.editions.books import rules_for, seated_first
from scoring.models import Act, Entry, Evening
from scoring.models.entries import standing_among
from scoring.table.replay import ENDS
from scoring.verifying import NOTHING, CheckedWhole, Discrepancy
from tournaments.clock.bell import allowed_at, used_after, uses_the_right
from tournaments.clock.times import table_clock
from tournaments.engine.choosing import choice_order
from tournaments.engine.clock import bell
from tournaments.models import (
    TOURNAMENT,
    Call,
    Finding,
    Leaving,
    Lot,
    PaperResult,
    Prize,
    Pulse,
    Round,
    Ruling,
    Stage,
    State,
    Table,
    Tick,
    Tournament,
    Wish,
)
from tournaments.repair.verbs.leaving import went_on_without
from tournaments.repair.verbs.paper import from_kept, problems_with_result
from tournaments.series.outcomes import WHOLE, kept_wrongly
from tournaments.standings.derived import BEGUN, ranked
from tournaments.standings.prizes import offered, places_of
from tournaments.standings.results import derived, joined_at, standing_result

MOMENT = timedelta(microseconds=1)
SEATED = (Stage.DRAFT, Stage.PUBLISHED, *BEGUN)


def of_tournaments(evenings: QuerySet[Evening]) -> Iterator[CheckedWhole]:
    """One after the other; only one is in memory at a time."""
    last = 0
    evenings = evenings.filter(occasion=TOURNAMENT).select_related("club")
    while (evening := evenings.filter(pk__gt=last).order_by("pk").first()) is not None:
        last = evening.pk
        tournament = Tournament.objects.whole().filter(evening=evening).first()
        if tournament is None:
            missing = Discrepancy("The tournament of this evening", "a tournament", NOTHING)
            yield CheckedWhole(f"{evening.club}, {evening} (evening {evening.pk})", (missing,))
        else:
            yield checked(tournament)


def checked(tournament: Tournament) -> CheckedWhole:
    """Where somebody writes in the meantime, it is read anew."""
    name = f"{tournament.club}, {tournament} (tournament {tournament.pk})"
    while True:
        before = _moment(tournament)
        found = tuple(differences(tournament))
        if not found or _moment(tournament) == before:
            return CheckedWhole(name, found)


def differences(tournament: Tournament) -> Iterator[Discrepancy]:
    """Return them one after the other, of what is stored when the first is asked for."""
    yield from _TournamentAudit(Tournament.objects.whole().get(pk=tournament.pk)).differences()


def _moment(tournament: Tournament) -> object:
    return Pulse.objects.filter(pk=tournament.pk).values_list("count", "clock").first()


class _TournamentAudit:
    """One tournament with everything that belongs to it, as it is stored."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.terms = tournament.terms
        self.names = tournament.evening.names()
        self.rounds = list(tournament.rounds.order_by("number"))
        self.entrants = list(tournament.entrants.select_related("participant").order_by("number"))
        self.people = {str(one.participant_id) for one in self.entrants}
        tables = Table.objects.filter(round__tournament=tournament).select_related("sheet")
        self.tables = list(tables.order_by("round__number", "number"))
        rounds = {one.pk: one for one in self.rounds}
        for one in self.rounds:
            one.tournament = tournament
        for table in self.tables:
            table.round = rounds[table.round_id]

    def differences(self) -> Iterator[Discrepancy]:
        yield from self._of_the_whole()
        yield from self._of_people()
        for round_ in self.rounds:
            yield from self._of_round(round_)
        for table in self.tables:
            yield from self._of_table(table)
        yield from self._of_sheets()
        yield from self._of_rulings()
        yield from self._of_lots()
        yield from self._of_prizes()
        yield from self._of_choices()
        for part in kept_wrongly(self.tournament):
            name = "The whole" if part == WHOLE else f"Round {part}"
            yield Discrepancy(f"{name}, what series add up of it", "as the tables say", "something else")

    # the tournament

    def _of_the_whole(self) -> Iterator[Discrepancy]:
        tournament = self.tournament
        if tournament.evening.club_id != tournament.club_id:
            yield Discrepancy("The club of its evening", tournament.club, tournament.evening.club)
        if not Pulse.objects.filter(pk=tournament.pk).exists():
            yield Discrepancy("What pages ask for news", "a pulse", NOTHING)
        begun = [one.number for one in self.rounds if one.stage in BEGUN]
        if bool(begun) != (tournament.state != State.PLANNED) and tournament.state != State.FINISHED:
            expected = State.RUNNING if begun else State.PLANNED
            yield Discrepancy("The state of the tournament", expected.value, tournament.state)
        running = [one.number for one in self.rounds if one.stage == Stage.RUNNING]
        most = 0 if tournament.state == State.FINISHED else 1
        if len(running) > most:
            yield Discrepancy("Rounds that run at once", f"at most {most}", _listed(running))
        numbers = [one.number for one in self.rounds]
        if numbers != list(range(1, len(numbers) + 1)):
            yield Discrepancy("The rounds", _listed(range(1, len(numbers) + 1)), _listed(numbers))
        started = [one.started_at for one in self.rounds if one.started_at is not None]
        if started != sorted(started):
            yield Discrepancy("When the rounds started", "one after the other", "in another order")

    def _of_people(self) -> Iterator[Discrepancy]:
        for one in self.entrants:
            if one.participant.evening_id != self.tournament.evening_id:
                name = f"Number {one.number} on the list"
                yield Discrepancy(name, "somebody of this tournament", f"participant {one.participant_id}")
        here = {one.pk for one in self.entrants}
        wishes = Wish.objects.filter(entrant__in=here).exclude(other=None)
        for pk, other in wishes.values_list("pk", "other"):
            if other not in here:
                yield Discrepancy(f"Wish {pk}", "against somebody of this tournament", f"entrant {other}")
        for pk, entrant in self.tournament.signups.exclude(entrant=None).values_list("pk", "entrant"):
            if entrant not in here:
                name = f"Who registered as number {pk}"
                yield Discrepancy(name, "somebody of this tournament", f"entrant {entrant}")

    # a round

    def _of_round(self, round_: Round) -> Iterator[Discrepancy]:
        name = f"Round {round_.number}"
        tables = [table for table in self.tables if table.round_id == round_.pk]
        if (round_.closed_at is not None) != (round_.stage == Stage.CLOSED):
            yield Discrepancy(f"{name}, when it was closed", *_when(round_.stage == Stage.CLOSED))
        numbers = [table.number for table in tables]
        if numbers != list(range(1, len(numbers) + 1)):
            yield Discrepancy(f"{name}, tables", _listed(range(1, len(numbers) + 1)), _listed(numbers))
        if round_.stage in SEATED and not tables:
            yield Discrepancy(f"{name}, tables", "at least one", NOTHING)
        yield from self._of_seats(name, round_, tables)
        yield from self._of_clock(name, round_)
        yield from self._of_double(name, round_)
        strangers = round_.attendances.exclude(entrant__tournament=self.tournament)
        for one in strangers.select_related("entrant").order_by("pk"):
            yield Discrepancy(
                f"{name}, who is there", "somebody of this tournament", f"entrant {one.entrant_id}"
            )

    def _of_seats(self, name: str, round_: Round, tables: Sequence[Table]) -> Iterator[Discrepancy]:
        seats = Counter(one for table in tables for one in (*table.seats, *joined_at(table).values()))
        for one, times in seats.items():
            if times > 1:
                yield Discrepancy(f"{name}, seats of {self._one(one)}", 1, times)
            if one not in self.people:
                yield Discrepancy(f"{name}, who has a seat", "somebody who is registered", self._one(one))
        if round_.stage not in SEATED:
            return
        attending = round_.attendances.filter(checked_in_at__isnull=False)
        there = {
            str(participant): withdrawn
            for participant, withdrawn in attending.values_list(
                "entrant__participant_id", "entrant__withdrawn_at"
            )
        }
        for one in sorted(seats.keys() - there.keys(), key=int):
            yield Discrepancy(f"{name}, {self._one(one)}", "checked in", "a seat all the same")
        for one in sorted(there.keys() - seats.keys(), key=int):
            if there[one] is None:
                yield Discrepancy(f"{name}, {self._one(one)}, checked in", "a seat", NOTHING)

    def _of_clock(self, name: str, round_: Round) -> Iterator[Discrepancy]:
        ticks = list(round_.ticks.select_related("table"))
        paused = False
        for tick in ticks:
            if tick.table is not None and tick.table.round_id != round_.pk:
                yield Discrepancy(
                    f"{name}, its clock", "its own tables", f"a table of round {tick.table.round_id}"
                )
            if tick.kind == Tick.Action.ADD:
                continue
            if paused == (tick.kind == Tick.Action.PAUSE):
                expected = Tick.Action.RESUME if paused else Tick.Action.PAUSE
                yield Discrepancy(f"{name}, its clock, next", expected.value, tick.kind)
            paused = tick.kind == Tick.Action.PAUSE

    def _of_double(self, name: str, round_: Round) -> Iterator[Discrepancy]:
        """Check that a double round was called where somebody called it, once."""
        about = {"details__tournament": self.tournament.pk, "details__round": round_.number}
        called = self.tournament.club.deeds.filter(verb="double_round", **about).exists()
        if called != (round_.doubled_at is not None):
            yield Discrepancy(f"{name}, when doubled hands were called", *_when(called))

    # a table

    def _of_table(self, table: Table) -> Iterator[Discrepancy]:
        name = f"Round {table.round.number}, table {table.number}"
        begun = table.round.stage in BEGUN
        if (table.sheet is not None) != begun:
            yield Discrepancy(f"{name}, its sheet", *(_there(begun)))
        if table.sheet is None:
            return
        if table.sheet.evening_id != self.tournament.evening_id:
            yield Discrepancy(f"{name}, its sheet", "one of this tournament", f"sheet {table.sheet.pk}")
            return
        if table.round.stage == Stage.CLOSED and table.sheet.closed_at is None:
            yield Discrepancy(f"{name}, its sheet", "closed with the round", "open")
        seated, _dealer = seated_first(table.sheet)
        if list(seated) != table.seats:
            yield Discrepancy(f"{name}, who sat down", self._all(table.seats), self._all(seated))
        yield from self._of_leavings(name, table)
        yield from self._of_paper(name, table)
        yield from self._of_bell(name, table)
        yield from self._of_results(name, table)

    def _of_bell(self, name: str, table: Table) -> Iterator[Discrepancy]:
        """No more hands after it than were allowed, and none doubled but one that was dealt when it rang. Of
        paper nobody knows when what on it was played."""
        before = Q(withdrawn_at__lt=F("at")) | Q(rulings__at__lt=F("at"))
        if table.calls.filter(before).exists():
            yield Discrepancy(f"{name}, a call", "over after it was made", "before")
            return
        now, ticking = clock.now(), table_clock(table)
        rings = bell(ticking, now)
        if rings is None or rings > now or self._ever_on_paper(table):
            return
        if table.round.closed_at is not None and rings >= table.round.closed_at:
            return  # closed before it rang: nothing came after
        assert table.sheet is not None
        entries = list(table.sheet.entries.order_by("seq"))
        used = used_after(entries, rings)
        allowed = allowed_at(table, rings) + self._ruled_after(table, rings)
        if used > allowed:
            yield Discrepancy(f"{name}, hands after the bell", f"at most {allowed}", used)
        hands = [one for one in standing_among(entries) if uses_the_right(one.record)]
        bells = [one for one in standing_among(entries) if one.record and one.record.get("event") == ENDS]
        dealt = any(one.record and one.record.get("dealt") for one in bells)
        after = [one.pk for one in hands[len(hands) - max(used, 0) :]][dealt:]
        for row in table.sheet.rows.filter(pk__in=after, number__isnull=False, radl=True).order_by("place"):
            yield Discrepancy(f"{name}, hand {row.number}, after the bell", "not doubled", "doubled")
        for entry in bells:
            rang = bell(ticking, entry.at - MOMENT)  # without what was added just then
            if rang is None or rang > entry.at:
                yield Discrepancy(
                    f"{name}, the bell on the sheet", "when it had rung", f"{entry.at:%H:%M:%S}"
                )

    def _ruled_after(self, table: Table, rings: datetime) -> int:
        """Hands that the arbiters entered, whatever the table was allowed."""
        ruled = Ruling.objects.filter(call__table=table).values("written")
        return Entry.objects.filter(act=Act.ADD, pk__in=ruled, at__gte=rings).count()

    def _ever_on_paper(self, table: Table) -> bool:
        about = {"details__tournament": self.tournament.pk, "details__round": table.round.number}
        deeds = self.tournament.club.deeds.filter(verb="play_on_paper", details__table=table.number, **about)
        return table.paper or deeds.exists()

    def _of_leavings(self, name: str, table: Table) -> Iterator[Discrepancy]:
        """Everybody who came or went by a seating is one who left, or sat down instead."""
        assert table.sheet is not None
        joined = set(joined_at(table).values())
        now, ever = set(table.seats) | joined, set(table.seats) | joined
        leavings = list(table.leavings.select_related("entrant", "instead").order_by("at", "pk"))
        while leavings:
            # of those at the same moment, the one who sits there by then
            first = [one for one in leavings if one.at == leavings[0].at]
            leaving = next((one for one in first if str(one.entrant.participant_id) in now), first[0])
            leavings.remove(leaving)
            goes = str(leaving.entrant.participant_id)
            comes = None if leaving.instead is None else str(leaving.instead.participant_id)
            yield from self._of_leaving(f"{name}, {self._one(goes)} leaves", leaving, ever)
            if comes is not None:
                ever.add(comes)
                if leaving.undone_at is None:
                    now = now - {goes} | {comes}
            elif leaving.undone_at is None and went_on_without(leaving):
                now = now - {goes}
        left = table.leavings.filter(undone_at=None, instead=None).select_related("entrant")
        gone = next((one for one in left if not went_on_without(one)), None)
        if gone is not None and table.sheet.closed_at is None:
            who = self._one(str(gone.entrant.participant_id))
            yield Discrepancy(f"{name}, {who} leaves and nobody takes the seat, the sheet", "closed", "open")
        standing = table.sheet.standing
        if (sits := set(standing["players"])) != now:
            yield Discrepancy(f"{name}, who sits there", self._all(now), self._all(sits))
        if strangers := set(table.sheet.totals) - ever:
            yield Discrepancy(f"{name}, who ever sat there", self._all(ever), self._all(ever | strangers))

    def _of_leaving(self, name: str, leaving: Leaving, ever: set[str]) -> Iterator[Discrepancy]:
        if str(leaving.entrant.participant_id) not in ever:
            yield Discrepancy(name, "somebody who sat there", "somebody who never did")
        if leaving.instead is not None and not leaving.instead.house:
            who = self._one(str(leaving.instead.participant_id))
            yield Discrepancy(f"{name}, who takes the seat", "a house player", who)
        for one in (leaving.entrant, leaving.instead):
            if one is not None and one.tournament_id != self.tournament.pk:
                yield Discrepancy(name, "somebody of this tournament", f"entrant {one.pk}")

    def _of_paper(self, name: str, table: Table) -> Iterator[Discrepancy]:
        typed = list(table.paper_results.order_by("seq"))
        order = [one.seq for one in typed]
        if order != list(range(1, len(order) + 1)):
            yield Discrepancy(
                f"{name}, results from paper", _listed(range(1, len(order) + 1)), _listed(order)
            )
        standing = standing_result(table)
        if standing is None:
            return
        assert table.sheet is not None
        sat = set(table.sheet.totals)
        if set(standing.lines) != sat:
            yield Discrepancy(
                f"{name}, the result from paper is of", self._all(sat), self._all(standing.lines)
            )
            return
        lines = {one: from_kept(line) for one, line in standing.lines.items()}
        for problem in problems_with_result(self.terms, lines, rules_for(table.sheet).step):
            who = f" of {self._one(problem.player)}" if problem.player else ""
            yield Discrepancy(
                f"{name}, the result from paper{who}",
                "one that balances",
                f"{problem.fault}: {problem.amount}",
            )

    def _of_results(self, name: str, table: Table) -> Iterator[Discrepancy]:
        expected, found = derived(table), table.results
        for key in ("hands", "paper"):
            if found.get(key, NOTHING) != expected[key]:
                yield Discrepancy(f"{name}, {key}", expected[key], found.get(key, NOTHING))
        ours, theirs = expected["players"], found.get("players", {})
        if ours.keys() != theirs.keys():
            yield Discrepancy(f"{name}, whose results", self._all(ours), self._all(theirs))
        for one in ours.keys() & theirs.keys():
            yield from self._of_line(f"{name}, {self._one(one)}", ours[one], theirs[one])

    def _of_line(self, name: str, ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[Discrepancy]:
        for key in sorted(ours.keys() | theirs.keys()):
            if (one := ours.get(key, NOTHING)) != (other := theirs.get(key, NOTHING)):
                yield Discrepancy(f"{name}, {key}", one, other)

    def _of_sheets(self) -> Iterator[Discrepancy]:
        """Every sheet of its evening is the one of a table. In clubs from before one was, until it was
        written anew: today a sheet notes what is put right.
        """
        sheets = self.tournament.evening.sheets.select_related("rewritten__table__round").order_by("pk")
        now = {table.sheet_id for table in self.tables}
        for sheet in sheets:
            rewritten = getattr(sheet, "rewritten", None)
            if (sheet.pk in now) == (rewritten is not None):
                expected = "the sheet of a table, or one that was written anew"
                yield Discrepancy(f"Sheet {sheet.pk}", expected, "neither" if rewritten is None else "both")
            elif rewritten is not None and sheet.closed_at is None:
                yield Discrepancy(f"Sheet {sheet.pk}, written anew", "closed", "open")
            elif rewritten is not None and rewritten.table.round.tournament_id != self.tournament.pk:
                yield Discrepancy(
                    f"Sheet {sheet.pk}, written anew", "for a table of this tournament", "for another"
                )

    # what the arbiters decided

    def _of_rulings(self) -> Iterator[Discrepancy]:
        calls = Call.objects.filter(table__in=[table.pk for table in self.tables])
        both = calls.filter(withdrawn_at__isnull=False, rulings__isnull=False).distinct()
        tables = {table.pk: table for table in self.tables}
        for call in both:
            name = self._called(tables[call.table_id])
            yield Discrepancy(f"{name}, a call", "withdrawn or ruled on", "both")
        for call in calls.open():
            table = tables[call.table_id]
            if table.round.stage != Stage.RUNNING:
                yield Discrepancy(
                    f"{self._called(table)}, a call", "ruled on before the round closes", "open"
                )
        rulings = Ruling.objects.filter(call__in=calls).select_related(
            "call", "written", "by", "replaces__call"
        )
        stands = set(Ruling.objects.standing().filter(call__in=calls).values_list("pk", flat=True))
        for ruling in rulings.order_by("at", "pk"):
            table = tables[ruling.call.table_id]
            yield from self._of_ruling(
                f"{self._called(table)}, the ruling of {ruling.at:%H:%M}", ruling, table
            )
            if ruling.pk in stands:
                yield from self._as_ruled(
                    f"{self._called(table)}, the ruling of {ruling.at:%H:%M}", ruling, table
                )

    def _of_ruling(self, name: str, ruling: Ruling, table: Table) -> Iterator[Discrepancy]:
        members = set(self.tournament.club.members.values_list("pk", flat=True))
        if strangers := set(ruling.arbiters) - members or {ruling.by_id} - members:
            yield Discrepancy(f"{name}, who ruled", "members of this club", _listed(strangers))
        if ruling.replaces is not None and ruling.replaces.call.table_id != table.pk:
            yield Discrepancy(f"{name}, what it replaces", "a ruling at this table", "one at another")
        if (ruling.written is None) != (ruling.finding == Finding.STANDS):
            yield Discrepancy(f"{name}, what it wrote", *_there(ruling.finding != Finding.STANDS))

    def _as_ruled(self, name: str, ruling: Ruling, table: Table) -> Iterator[Discrepancy]:
        """Check that the ruled hand is there, and nobody has touched it since."""
        hand = None
        if ruling.place is None:
            return
        if table.sheet is not None:
            hand = table.sheet.entries.standing().filter(place=ruling.place).first()
        if hand is None:
            yield Discrepancy(f"{name}, the hand", "one on the sheet", NOTHING)
        elif ruling.written is not None and hand.pk != ruling.written_id:
            yield Discrepancy(f"{name}, the hand", "as the arbiters wrote it", "another version")
        elif hand.at > ruling.at:
            yield Discrepancy(f"{name}, the hand", "as it was then", "changed since")
        elif not _finds(ruling, hand):
            yield Discrepancy(f"{name}, the hand", ruling.finding, "something else")

    # lots and prizes

    def _of_lots(self) -> Iterator[Discrepancy]:
        for lot in self.tournament.lots.select_related("round"):
            name = f"The lot of {lot.at:%H:%M}"
            if strangers := set(lot.order) - self.people:
                yield Discrepancy(f"{name}, who is in it", "people of this tournament", self._all(strangers))
            if len(set(lot.order)) < len(lot.order) or len(lot.order) < 2:
                yield Discrepancy(f"{name}, who is in it", "two or more, each once", self._all(lot.order))
            if lot.round is not None and lot.round.tournament_id != self.tournament.pk:
                yield Discrepancy(f"{name}, its round", "one of this tournament", "one of another")

    def _of_prizes(self) -> Iterator[Discrepancy]:
        chosen: Counter[tuple[int | None, str]] = Counter()
        for prize in Prize.objects.filter(tournament=self.tournament).select_related("round", "taken_by"):
            name = f"The prize “{prize.name}”"
            if prize.round is not None and prize.round.tournament_id != self.tournament.pk:
                yield Discrepancy(f"{name}, its round", "one of this tournament", "one of another")
            if prize.taken_by is None:
                continue
            who = str(prize.taken_by.participant_id)
            if prize.taken_by.tournament_id != self.tournament.pk:
                yield Discrepancy(
                    f"{name}, who has it", "somebody of this tournament", f"entrant {prize.taken_by_id}"
                )
            if prize.removed_at is not None:
                yield Discrepancy(f"{name}, not offered any more", "with nobody", self._one(who))
            if prize.chosen:
                chosen[(prize.round.number if prize.round else None, who)] += 1
        for (number, who), times in chosen.items():
            if times > 1:
                of = "all rounds" if number is None else f"round {number}"
                yield Discrepancy(f"Prizes of {of} that {self._one(who)} chose", 1, times)

    def _of_choices(self) -> Iterator[Discrepancy]:
        """In order of rank; not where what was ranked could change since: a choice that was made stays."""
        if any(one.reopened_at is not None for one in self.rounds):
            return
        for round_ in (*[one for one in self.rounds if one.stage == Stage.CLOSED], None):
            prizes = [one for one in offered(self.tournament, round_) if one.taken_at is not None]
            chosen = sorted([one for one in prizes if one.chosen], key=lambda one: (one.taken_at, one.pk))
            if not chosen or self._changed_since(chosen[0]):
                continue
            of = "all rounds" if round_ is None else f"round {round_.number}"
            if len(chosen) > self.terms.choosers:
                yield Discrepancy(
                    f"Prizes of {of} that were chosen", f"at most {self.terms.choosers}", len(chosen)
                )
            whole = ranked(self.tournament, only=round_)
            lots = whole.lots_of(Lot.About.CHOICE, round_)
            expected = list(choice_order(places_of(whole, round_), len(chosen), lots))
            found = [str(one.taken_by.participant_id) for one in chosen if one.taken_by is not None]
            if expected != found:
                yield Discrepancy(f"Who chose from the prizes of {of}", self._all(expected), self._all(found))

    def _changed_since(self, prize: Prize) -> bool:
        """By the director: how many choose, and what ranks."""
        changes = self.tournament.club.deeds.filter(verb="change_tournament", at__gte=prize.taken_at)
        return changes.filter(details__tournament=self.tournament.pk).exists() or self._corrected_since(prize)

    def _corrected_since(self, prize: Prize) -> bool:
        """Return whether a hand or a result from paper was corrected: what was given stays given."""
        of_here = Q(sheet__table__round__tournament=self.tournament)
        changing = (Act.CORRECT, Act.INSERT, Act.TAKE_OUT)
        hands = Entry.objects.filter(of_here, act__in=changing, at__gte=prize.taken_at)
        results = PaperResult.objects.filter(table__round__tournament=self.tournament, at__gte=prize.taken_at)
        return hands.exists() or results.exists()

    # in words

    def _called(self, table: Table) -> str:
        return f"Round {table.round.number}, table {table.number}"

    def _one(self, player: str) -> str:
        return self.names.get(player, f"participant {player}")

    def _all(self, players: Iterable[str]) -> str:
        ordered = players if isinstance(players, list) else sorted(players, key=self._one)
        return ", ".join(map(self._one, ordered)) or NOTHING


def _finds(ruling: Ruling, hand: Entry) -> bool:
    record = hand.record or {}
    if ruling.finding == Finding.STRUCK:
        return record.get("void") == "struck"
    if ruling.finding == Finding.RENONCE:
        return "revoke" in record
    return True


def _when(closed: bool) -> tuple[str, str]:
    return ("a time", NOTHING) if closed else (NOTHING, "a time")


def _there(expected: bool) -> tuple[str, str]:
    return ("something", NOTHING) if expected else (NOTHING, "something")


def _listed(numbers: Iterable[object]) -> str:
    return ", ".join(str(number) for number in numbers) or NOTHING
