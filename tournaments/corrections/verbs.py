"""Corrections at the tables: who leaves, joins or really sat there, the rules, results from paper."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Max
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.capability import sentence
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, store, verb
from scoring.engine.money import number_in_words
from scoring.engine.result import Amount, exact
from scoring.evenings.verbs import start
from scoring.models import Account, Sheet
from scoring.names import folded, tidy
from scoring.rules.versions.timelines import rules_for
from scoring.table.arrivals import Person
from scoring.table.reasons import demand_reason, store_reason
from scoring.table.verbs import seat
from scoring.table.writing import locked_sheet
from scoring.table_policy import Actor, NewEntry
from tournaments.corrections.disputes.verbs import ruled_at
from tournaments.draw.sections import join_section
from tournaments.draw.verbs import keep_seat_change, note_reseated, report_again, seating_in
from tournaments.engine.capital import PaperFault, PaperLine, PaperProblem
from tournaments.engine.clock import rang
from tournaments.engine.played import PlayerResult, TableResults, lines_as_json, problems_with_result
from tournaments.engine.sizes import SMALLEST
from tournaments.engine.stages import stage_after
from tournaments.engine.terms import Format, Terms
from tournaments.entrants.verbs import answer_signup, note_there, register
from tournaments.log import record_deed, sentence_at_table
from tournaments.models import (
    Call,
    Entrant,
    PaperResult,
    Round,
    SecondTyping,
    Stage,
    Table,
    Tournament,
)
from tournaments.preconditions import demand_open, demand_step, directed, locked_round, member, takes_results
from tournaments.round_clock import clock_of
from tournaments.standings.results import (
    current_result,
    derive,
    is_entered,
    lines_of,
)

LARGEST = 6

PUTTING_RIGHT = "putting right"  # the office of a director who changes seats on the table's page


def demand_seats(sheet: Sheet, actor: Actor, new: NewEntry) -> None:
    """Refuse players who join or leave by an ordinary entry; at a tournament it only exchanges seats."""
    if actor.office == PUTTING_RIGHT:
        return
    superseded = new.supersedes.record if new.supersedes is not None else None
    comes = new.record
    if not any(
        isinstance(record, dict) and record.get("event") == "seating" for record in (superseded, comes)
    ):
        return
    same = isinstance(comes, dict) and set(comes.get("players", ())) == set(sheet.state.players)
    if superseded is not None or not same:
        words = _("The director enters who comes to this table and who leaves it, on the table's page.")
        raise Refused(form=[words])


def table_now(
    table: Table, actor: Account, tournament: Tournament, *, also_closed: bool = False
) -> tuple[Table, Sheet]:
    """Return the table of a running round, or of a closed one too, as it is now, with its sheet locked.

    The tournament is locked already, and the round has begun: its tables have sheets.
    """
    sheet = locked_sheet(Sheet(pk=Table.objects.values_list("sheet").get(pk=table.pk)[0]), Actor(actor))
    current = Table.objects.select_related("round").get(pk=table.pk)
    current.round.tournament, current.sheet = tournament, sheet
    if not (also_closed and current.round.stage == Stage.CLOSED):
        demand_step("play", current.round)
    return current, sheet


def demand_no_call(table: Table) -> None:
    """Refuse while the table waits for the arbiters."""
    if Call.waits(table):
        words = _("Table %(number)d has called the arbiters, and is waiting for their ruling.")
        raise Refused(form=[words % {"number": table.number}])


def demand_no_result(table: Table) -> None:
    """Refuse a table with a result from paper, which names exactly those who sat there."""
    if table.result.is_typed:
        words = _("Table %(number)d has a result from paper. Please take it back first.")
        raise Refused(form=[words % {"number": table.number}])


def demand_seats_taken(table: Table, coming_back: Collection[str] = ()) -> None:
    """Refuse a table that is closed because a player left and the seat stayed empty."""
    left = table.leavings.filter(undone_at=None, seating=None).order_by("at")
    leaver = left.exclude(entrant__participant__in=map(int, coming_back)).first()
    if leaver is not None:
        name = table.round.tournament.name_of(leaver.entrant)
        words = _("%(name)s has left this table, and nobody took the seat. Please undo that first.")
        raise Refused(form=[words % {"name": name}])


def seated_now(tournament: Tournament) -> set[str]:
    """Return the players at open tables of the running round."""
    running = Sheet.objects.filter(
        table__round__tournament=tournament, table__round__stage=Stage.RUNNING, closed_at=None
    )
    return {
        player for players in running.values_list("stored_state__players", flat=True) for player in players
    }


def demand_not_withdrawn(tournament: Tournament, entrant: Entrant, field: str) -> None:
    """Refuse to seat an entrant who has withdrawn."""
    if entrant.withdrawn_at is not None:
        words = _("%(name)s has withdrawn. Please let them play again first.")
        raise Refused(**{field: [words % {"name": tournament.name_of(entrant)}]})


def entrant_called(tournament: Tournament, name: str) -> Entrant:
    """Return the entrant with this name."""
    pks_by_name = {folded(name): pk for pk, name in tournament.evening.names().items()}
    return tournament.entrants.get(participant=int(pks_by_name[folded(name)]))


def sit(actor: Account, entry: UUID, sheet: Sheet, players: list[str], dealer: str) -> UUID:
    """Seat these players from the next hand on; return the id of the entry."""
    seat(
        actor=Actor(actor, office=PUTTING_RIGHT),
        entry=entry,
        sheet=sheet,
        known_seq=sheet.seq,
        people=[Person(participant=int(player)) for player in players],
        dealer=players.index(dealer),
    )
    return entry


def demand_nothing_ruled(table: Table) -> None:
    """Refuse to change a table with a hand on which the arbiters have ruled; quote the ruling."""
    ruling = ruled_at(table).select_related("call").order_by("at").first()
    if ruling is not None:
        words = _(
            "The arbiters have ruled on a hand of table %(number)d: “%(text)s”. Ruled hands stay as they "
            "are; only a new ruling can change them."
        )
        raise Refused(form=[words % {"number": table.number, "text": ruling.text.text or "…"}])


# Closed too early


@verb(log=gettext_lazy("opened round %(round)d of “%(title)s” again: %(reason)s"))
def reopen_round(act: PendingDeed[Account], *, round_: Round, reason: str) -> Round:
    """Open a round again for corrections by directors and arbiters; its bell stays rung."""
    reason = demand_reason(reason)
    round_ = locked_round(round_, act.actor)
    demand_step("reopen", round_)
    demand_no_later_round(round_)
    closed_at = round_.closed_at
    round_.stage, round_.reopened_at = stage_after("reopen", round_.stage), clock.now()
    assert closed_at is not None
    round_.closed_at = None
    # Closing it was its bell; also after one that was rung early, when time was added to it since.
    if round_.ended_at is None or not rang(clock_of(round_, round_.ticks_now), closed_at):
        round_.ended_at = closed_at
    round_.save(update_fields=["stage", "reopened_at", "ended_at", "closed_at"])
    Sheet.objects.filter(table__round=round_, closed_at=closed_at).update(closed_at=None)
    record_deed(act, round_, clock=True, reason=reason)
    return round_


def demand_no_later_round(round_: Round) -> None:
    """Refuse if a round after this one has been started."""
    later = round_.tournament.rounds.filter(
        number__gt=round_.number, stage__in=(Stage.RUNNING, Stage.CLOSED)
    ).order_by("number")
    if (started := later.first()) is not None:
        words = _("Round %(later)d has started since. Round %(number)d stays closed.")
        raise Refused(form=[words % {"later": started.number, "number": round_.number}])


# What would change


def results_in(round_: Round) -> dict[int, TableResults]:
    """Return the results of all tables, with everybody in the order of the seats."""
    tables = Table.objects.filter(round=round_)
    return {table.number: replace(table.result, players=lines_of(table)) for table in tables}


# A table that plays on paper


@verb(
    log=sentence_at_table(
        gettext_lazy("has them play on the screen"), paper=gettext_lazy("has them play on paper")
    )
)
def play_on_paper(act: PendingDeed[Account], *, table: Table, paper: bool) -> Table:
    """Let the table play on the printed sheet from now on, or not any more."""
    tournament = directed(table.round.tournament, act.actor)
    table, _sheet = table_now(table, act.actor, tournament)
    if not paper and current_result(table) is not None:
        words = _("There is a result from paper here. Please take it back first, so that the hands count.")
        raise Refused(form=[words])
    store(table, paper=paper, was_on_paper=True)
    record_deed(act, table, paper=paper)
    return table


@verb(
    log=sentence(
        gettext_lazy("has the tables of round %(round)d of “%(title)s” play on the screen"),
        some=gettext_lazy("has tables %(first)d–%(last)d of round %(round)d of “%(title)s” play on paper"),
        paper=gettext_lazy("has all tables of round %(round)d of “%(title)s” play on paper"),
    )
)
def all_on_paper(
    act: PendingDeed[Account], *, round_: Round, paper: bool, first: int = 1, last: int | None = None
) -> Round:
    """Let the tables from one number to another play on the printed sheet all day, or none.

    Back to the screen go those without a result that were chosen before; with none chosen, all of them.
    """
    round_ = locked_round(round_, act.actor)
    demand_step("seat", round_)
    tournament, tables = round_.tournament, list(round_.tables.order_by("number"))
    first, last = min(first, last or first), max(first, last or tables[-1].number)
    if paper and first > tables[-1].number:
        raise Refused(form=[_("There is no table %(number)d in this round.") % {"number": first}])
    is_all = paper and first <= 1 and last >= tables[-1].number
    chosen_before = [table for table in tables if not paper or tournament.is_on_paper(table.number)]
    store(
        tournament,
        paper_first=first if paper else None,
        paper_last=last if paper and last < tables[-1].number else None,
    )
    for table in tables:
        if tournament.is_on_paper(table.number):
            store(table, paper=True)
        elif table in chosen_before and not table.result.is_typed:
            store(table, paper=False)
    round_.tables.update(was_on_paper=True)
    record_deed(act, round_, paper=paper, some=paper and not is_all, first=first, last=last)
    return round_


@verb(
    log=sentence_at_table(
        gettext_lazy("typed the result from paper"), anew=gettext_lazy("typed the result from paper again")
    ),
    fingerprint=lambda table, lines, reason: (
        table,
        [[player, *map(str, line)] for player, line in lines.items()],
        reason,
    ),
    repeat_result=PaperResult,
)
def enter_result(
    act: PendingDeed[Account], *, table: Table, lines: Mapping[str, PaperLine], reason: str = ""
) -> PaperResult:
    """Store the final totals of a printed sheet; a second time needs a reason.

    `lines` are by participant: everybody who ever sat at the table. In a closed round, which stays closed,
    helpers add what is missing, and whoever directs corrects what is there, too.
    """
    tournament = _locked_for_typing(table, act.actor)
    reason = tidy(reason)
    table, sheet = table_now(table, act.actor, tournament, also_closed=True)
    act.demand_nothing_newer()
    demand_no_call(table)
    if table.round.stage == Stage.CLOSED:
        if not takes_result_when_closed(table):
            raise Refused(form=[_("There is no result from paper here.")])
        if not tournament.is_directed:
            demand_open(tournament)
            if current_result(table) is not None:
                words = _("Round %(number)d is closed: only the director can change a stored result.")
                raise Refused(form=[words % {"number": table.round.number}])
    kept_lines = _kept_lines(tournament, sheet, lines)
    result = _keep(act.actor, act.id, table, kept_lines, reason)
    record_deed(act, table, anew=result.seq > 1)
    return result


def _kept_lines(
    tournament: Tournament, sheet: Sheet, lines: Mapping[str, PaperLine]
) -> dict[str, dict[str, Any]]:
    """Return a result as it is stored; refuse other people's names and amounts that do not balance."""
    if set(lines) != set(sheet.totals):
        raise Refused(form=[_("Different people now sit at this table. Please check the form again.")])
    terms, step = tournament.terms, rules_for(sheet).step
    problems: dict[str, list[str]] = {}
    for problem in problems_with_result(terms, lines, step):
        field, sentence = _problem_in_words(problem, terms, lines, step, tournament.evening.names())
        problems.setdefault(field, []).append(sentence)
    if problems:
        raise Refused(**problems)
    return lines_as_json({total: as_kept(terms, lines[total]) for total in sheet.totals})


@verb(
    log=sentence_at_table(
        gettext_lazy("compared the result with the printed sheet: the same"),
        differs=gettext_lazy("compared the result with the printed sheet: something else stands there"),
    ),
    fingerprint=lambda table, lines: (table, [[player, *map(str, line)] for player, line in lines.items()]),
    repeat_result=SecondTyping,
)
def compare_result(
    act: PendingDeed[Account], *, table: Table, lines: Mapping[str, PaperLine]
) -> SecondTyping:
    """Keep a cross-check of the printed sheet; the stored result stays as it is."""
    tournament = _locked_for_typing(table, act.actor)
    table, _sheet = table_now(table, act.actor, tournament, also_closed=True)
    stored, who = current_result(table), member(tournament, act.actor)
    if stored is None or stored.lines.keys() != lines.keys():
        raise ChangedMeanwhile()
    if stored.by_id == who.pk:
        raise Refused(form=[_("You typed this table yourself. Somebody else compares it.")])
    typed = lines_as_json({player: as_kept(tournament.terms, line) for player, line in lines.items()})
    seq = 1 + (table.second_typings.aggregate(last=Max("seq"))["last"] or 0)
    kept = SecondTyping.objects.create(id=act.id, table=table, seq=seq, lines=typed, by=who, at=clock.now())
    record_deed(act, table, differs=typed != stored.lines)
    return kept


def may_compare(result: PaperResult, tournament: Tournament) -> bool:
    """Return whether the reader may cross-check a result: not the person who typed it."""
    return result.by_id != tournament.member_id


@verb(log=sentence_at_table(gettext_lazy("took back the result from paper")), repeat_result=PaperResult)
def take_back_result(act: PendingDeed[Account], *, table: Table, reason: str) -> PaperResult:
    """Take back a typed result; the hands on the sheet count again."""
    tournament = _locked_for_typing(table, act.actor)
    table, _sheet = table_now(table, act.actor, tournament)
    demand_no_call(table)
    if current_result(table) is None:
        raise Refused(form=[_("There is no result from paper here.")])
    result = _keep(act.actor, act.id, table, None, reason)
    record_deed(act, table)
    return result


def takes_result_when_closed(table: Table) -> bool:
    """Return whether a table of a closed round has a result to correct, or none yet."""
    if current_result(table) is not None:
        return True
    return table.sheet is not None and not is_entered(table)


def _problem_in_words(
    problem: PaperProblem,
    terms: Terms,
    lines: Mapping[str, PaperLine],
    step: Amount,
    names: Mapping[str, str],
) -> tuple[str, str]:
    name = {"name": names.get(problem.player, problem.player), "amount": number_in_words(problem.amount)}
    if problem.fault is PaperFault.NOT_ABOVE_ZERO:
        words = _(
            "%(name)s: %(amount)s cannot be the final balance; replacement capital would have been paid out."
        )
        return f"balance-{problem.player}", words % name
    if problem.fault is PaperFault.NO_MULTIPLE:
        words = _("%(name)s: replacement capital is paid out in portions of %(portion)s, not %(amount)s.")
        return f"replacement-{problem.player}", words % {**name, "portion": terms.replacement}
    if problem.fault is PaperFault.NO_STEP:
        is_cup = terms.format is Format.CUP
        paid = exact(step if is_cup else terms.stake * step)
        words = _("%(name)s: %(amount)s is not possible: payments here go in steps of %(step)s.")
        field = f"{'schrift' if is_cup else 'balance'}-{problem.player}"
        return field, words % {**name, "step": number_in_words(paid)}
    if terms.format is Format.CUP:
        words = _("The Schrift of the table has to add up to 0; it is %(sum)s, so %(off)s.")
        return "form", words % {"sum": number_in_words(problem.amount), "off": _off(problem.amount)}
    total = exact(sum([line.balance for line in lines.values()]))
    given = exact(total - problem.amount)
    words = _(
        "The balances add up to %(there)s, but %(given)s was given out (capital of %(count)d players and "
        "replacement): %(off)s."
    )
    numbers = {"there": number_in_words(total), "given": number_in_words(given)}
    return "form", words % {**numbers, "count": len(lines), "off": _off(problem.amount)}


def _off(amount: Amount) -> str:
    words = _("%(amount)s too much") if amount > 0 else _("%(amount)s too little")
    return words % {"amount": number_in_words(exact(max(amount, -amount)))}


def as_kept(terms: Terms, line: PaperLine) -> PlayerResult:
    """Return a player's result as it is stored: without Kassa and busts, which paper does not tell."""
    if terms.format is Format.CUP:
        return PlayerResult(None, schrift=line.schrift)
    return PlayerResult(None, balance=line.balance, replacement=line.replacement, is_money=True)


def _keep(
    actor: Account, deed: UUID, table: Table, lines: dict[str, dict[str, Any]] | None, reason: str
) -> PaperResult:
    last = table.paper_results.aggregate(last=Max("seq"))["last"] or 0
    if last or reason:
        reason = demand_reason(reason)
    result = PaperResult.objects.create(
        id=deed,
        table=table,
        seq=last + 1,
        lines=lines,
        reason=store_reason(reason),
        by=member(table.round.tournament, actor),
        at=clock.now(),
    )
    store(table, paper=True)
    derive(table)
    return result


def demand_screen(table: Table) -> None:
    """Refuse a table that plays on paper, which records nothing itself."""
    if table.paper:
        raise Refused(form=[_("This table plays on paper. The director types its hands.")])


def _locked_for_typing(table: Table, actor: Account) -> Tournament:
    """Return the tournament, locked for typing at this table; refuse helpers if it is not on paper."""
    tournament = takes_results(table.round.tournament, actor)
    if not tournament.is_directed:
        _demand_paper(Table.objects.get(pk=table.pk))
    return tournament


def _demand_paper(table: Table) -> None:
    if not table.paper:
        raise Refused(form=[_("This table does not play on paper.")])


# Single seats change after the seating is published


ROOM_AT = 4  # so many sit at a table that takes somebody in


@verb(log=sentence_at_table(gettext_lazy("opened a further table for those who came later: %(names)s")))
def open_further_table(
    act: PendingDeed[Account], *, round_: Round, entrants: Sequence[int], signups: Sequence[int] = ()
) -> Table:
    """Open a table for latecomers: four to six people without a seat in this round.

    While the round runs they play from now on, by the clock of the round. `signups` are those who registered
    by themselves and wait.
    """
    round_ = locked_round(round_, act.actor)
    demand_step("seat", round_)
    people = [_newcomer(act.actor, act.id, round_, entrant, "", field="people") for entrant in entrants]
    for asking in round_.tournament.signups.asking().filter(pk__in=signups):
        deed = uuid5(act.id, f"signup {asking.pk}")
        people.append(_newcomer(act.actor, deed, round_, None, asking.name, field="people"))
        answer_signup(people[-1], asking.pk)
    if not SMALLEST <= len(people) <= LARGEST:
        words = _("A table takes four to six people; %(count)d are chosen.")
        raise Refused(people=[words % {"count": len(people)}])
    table = _further_table(round_, people)
    if round_.stage == Stage.RUNNING:
        open_table(table)
    names, reseated = round_.tournament.names_of(people), list(table.seats)
    note_reseated(round_, reseated)
    keep_seat_change(act, round_, people=reseated)
    # phones and screens look at once who sits where
    record_deed(act, table, clock=True, names=", ".join(names), moved=reseated)
    return table


def _further_table(round_: Round, people: Sequence[Entrant]) -> Table:
    """Seat latecomers at a new table; with sections, in the one that all of them are in."""
    tables = list(round_.tables.order_by("number"))
    number = tables[-1].number + 1
    if (round_.report or {}).get("sections"):
        sections = sorted({person.section for person in people if person.section and not person.house})
        if len(sections) != 1:
            raise Refused(
                people=[_("Each section has its own tables: please choose people from one section.")]
            )
        store(round_, report={**round_.report, "sections": [*round_.report["sections"], *sections]})
        for person in people:
            join_section(round_, person, number)
    seats, paper = [str(person.participant_id) for person in people], round_.tournament.is_on_paper(number)
    table = Table.objects.create(round=round_, number=number, seats=seats, paper=paper)
    note_there(round_, people, here=True)
    _drawn_otherwise(round_)
    return table


def open_table(table: Table) -> Sheet:
    """Open the empty sheet of a table."""
    tournament, seats = table.round.tournament, table.seats
    with translation.override(tournament.club.language):
        numbers = {"round": table.round.number, "table": table.number}
        name = _("Round %(round)d, table %(table)d") % numbers
    sheet = start(tournament.evening, name, [Person(participant=int(seat)) for seat in seats], 0)
    store(table, sheet=sheet)
    derive(table)
    return sheet


def _newcomer(
    actor: Account,
    deed: UUID,
    round_: Round,
    entrant: int | None,
    name: str,
    *,
    house: bool = False,
    field: str = "",
) -> Entrant:
    """Return the entrant who sits down; a typed name is registered first."""
    tournament = round_.tournament
    newcomer = tournament.entrants.filter(pk=entrant or 0).first()
    if bool(name.strip()) == bool(newcomer):
        raise Refused(**{field or "entrant": [_("Please choose somebody, or type a name.")]})
    if newcomer is None:
        register(actor, uuid5(deed, "newcomer"), tournament=tournament, names=[name], house=house)
        newcomer = entrant_called(tournament, name)
    field = field or ("name" if name.strip() else "entrant")
    demand_not_withdrawn(tournament, newcomer, field)
    if str(newcomer.participant_id) in seated_in(round_):
        words = _("%(name)s is already at a table.") % {"name": tournament.name_of(newcomer)}
        raise Refused(**{field: [words]})
    return newcomer


def seated_in(round_: Round) -> set[str]:
    """Return everybody who has, or had, a seat in a round."""
    people: set[str] = set()
    for table in round_.tables.select_related("sheet"):
        people |= {*table.seats, *(table.sheet.totals if table.sheet else ())}
    return people


def _demand_room(table: Table, count: int) -> None:
    if count != ROOM_AT:
        words = _("Table %(number)d has %(count)d people. Only a table of four can take somebody in.")
        raise Refused(table=[words % {"number": table.number, "count": count}])


def _drawn_otherwise(round_: Round) -> None:
    """Note that the seed alone does not repeat the seating any more, and report it again."""
    round_.swapped = True
    is_known = round_.stage != Stage.DRAFT
    round_.report = report_again(round_, seating_in(round_), another_edition=is_known)
    round_.save(update_fields=["swapped", "report"])
