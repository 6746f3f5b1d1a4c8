"""Tables that play on the printed sheet: their hands are typed by the director, or only the result."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring import clock
from scoring.capability import sentence
from scoring.deeds import PendingDeed, Refused, store, verb
from scoring.engine.money import number_in_words
from scoring.engine.play_money import written
from scoring.engine.result import Amount, exact
from scoring.models import Account, Sheet
from scoring.names import tidy
from scoring.rules.versions.books import rules_for
from scoring.table.reasons import demand_reason, kept
from scoring.table.replay import is_of_doubling
from scoring.table.verbs import add
from scoring.table.writing import Closed, Stale
from scoring.table_policy import Actor
from tournaments.clock import end_doubling
from tournaments.corrections.verbs.leaving import demand_no_call, table_now
from tournaments.engine.capital import PaperFault, PaperLine, PaperProblem
from tournaments.engine.played import PlayerResult, problems_with_result
from tournaments.engine.terms import Format, Terms
from tournaments.log import record_deed, sentence_at_table
from tournaments.models import PaperResult, Round, Stage, Table, Tournament
from tournaments.rights import demand_step, directed, locked_round, member, typed
from tournaments.standings.results import derive, standing_result


@verb(
    log=sentence_at_table(
        gettext_lazy("has them play on the screen"), paper=gettext_lazy("has them play on paper")
    )
)
def play_on_paper(act: PendingDeed[Account], *, table: Table, paper: bool) -> Table:
    """Let the table play on the printed sheet from now on, or not any more."""
    tournament = directed(table.round.tournament, act.actor)
    table, _sheet = table_now(table, act.actor, tournament)
    if not paper and standing_result(table) is not None:
        words = _("There is a result from paper here. Please take it back first, so that the hands count.")
        raise Refused(form=[words])
    store(table, paper=paper)
    record_deed(act, table, paper=paper)
    return table


@verb(
    log=sentence(
        gettext_lazy("has the tables of round %(round)d of “%(title)s” play on the screen"),
        paper=gettext_lazy("has all tables of round %(round)d of “%(title)s” play on paper"),
    )
)
def all_on_paper(act: PendingDeed[Account], *, round_: Round, paper: bool) -> Round:
    """Let all tables of a round play on the printed sheet; back to the screen only those without a result."""
    round_ = locked_round(round_, act.actor)
    demand_step("seat", round_)
    for table in round_.tables.exclude(paper=paper):
        if paper or not table.results.get("paper"):
            store(table, paper=paper)
    record_deed(act, round_, paper=paper)
    return round_


@verb(
    log=sentence_at_table(
        ngettext_lazy("typed %(count)d hand from paper", "typed %(count)d hands from paper", "count")
    ),
    again=lambda before, about: Table.objects.get(pk=about["table"].pk).sheet,
)
def type_hands(
    act: PendingDeed[Account], *, table: Table, after: int, records: Sequence[dict[str, Any]]
) -> Sheet:
    """Enter all of these hands, in order, or none."""
    tournament = _locked_for_typing(table, act.actor)
    table, sheet = table_now(table, act.actor, tournament)
    _demand_paper(table)
    demand_no_call(table)
    if not records:
        raise Refused(lines=[_("Please type at least one hand.")])
    if sheet.seq != after:
        raise Stale(sheet)
    try:
        for number, record in enumerate(records, 1):
            entry = uuid5(act.id, str(number))
            if is_of_doubling(record):
                if not sheet.is_open:
                    raise Closed
                end_doubling(table, sheet, Actor(act.actor), entry, dealt=True)
                continue
            sheet = add(
                actor=Actor(act.actor), entry=entry, sheet=sheet, after=sheet.seq, record=record
            ).sheet
    except Closed:
        raise Refused(form=[_("This sheet is closed. Please reopen it first.")]) from None
    record_deed(act, table, count=len(records))
    return sheet


@verb(
    log=sentence_at_table(
        gettext_lazy("typed the result from paper"), anew=gettext_lazy("typed the result from paper again")
    ),
    asked=lambda table, lines, reason: (
        table,
        [[player, *map(str, line)] for player, line in lines.items()],
        reason,
    ),
    again=PaperResult,
)
def enter_result(
    act: PendingDeed[Account], *, table: Table, lines: Mapping[str, PaperLine], reason: str = ""
) -> PaperResult:
    """Enter what stands on the printed sheet in the end; where something was typed before, it says why.

    `lines` are by participant: everybody who ever sat at the table. Whoever directs corrects a result of a
    closed round, too, and it stays closed.
    """
    tournament = _locked_for_typing(table, act.actor)
    reason = tidy(reason)
    table, sheet = table_now(table, act.actor, tournament, also_closed=tournament.is_directed)
    act.demand_nothing_newer()
    demand_no_call(table)
    if table.round.stage == Stage.CLOSED and not takes_result_when_closed(table):
        raise Refused(form=[_("There is no result from paper here.")])
    if set(lines) != set(sheet.totals):
        raise Refused(form=[_("Other people now sit at this table. Please check the form again.")])
    terms = tournament.terms
    step = rules_for(sheet).step
    if problems := problems_with_result(terms, lines, step):
        found: dict[str, list[str]] = {}
        for problem in problems:
            field, said = _problem_in_words(problem, terms, lines, step, tournament.evening.names())
            found.setdefault(field, []).append(said)
        raise Refused(**found)
    kept_lines = {total: as_kept(terms, lines[total]) for total in sheet.totals}
    result = _keep(act.actor, act.id, table, kept_lines, reason)
    record_deed(act, table, anew=result.seq > 1)
    return result


@verb(log=sentence_at_table(gettext_lazy("took back the result from paper")), again=PaperResult)
def take_back_result(act: PendingDeed[Account], *, table: Table, reason: str) -> PaperResult:
    """Take back what was typed; the hands on the sheet count again."""
    tournament = _locked_for_typing(table, act.actor)
    table, _sheet = table_now(table, act.actor, tournament)
    demand_no_call(table)
    if standing_result(table) is None:
        raise Refused(form=[_("There is no result from paper here.")])
    result = _keep(act.actor, act.id, table, None, reason)
    record_deed(act, table)
    return result


def takes_result_when_closed(table: Table) -> bool:
    """Return whether a table of a closed round has a result to correct, or one that nobody has typed yet."""
    if standing_result(table) is not None:
        return True
    return table.paper and table.sheet is not None and not table.sheet.standing["hands"]


def _problem_in_words(
    found: PaperProblem,
    terms: Terms,
    lines: Mapping[str, PaperLine],
    step: Amount,
    names: Mapping[str, str],
) -> tuple[str, str]:
    name = {"name": names.get(found.player, found.player), "amount": number_in_words(found.amount)}
    if found.fault is PaperFault.NOT_ABOVE_ZERO:
        words = _(
            "%(name)s: %(amount)s cannot be the final balance, replacement capital would have been paid out."
        )
        return f"balance-{found.player}", words % name
    if found.fault is PaperFault.NO_MULTIPLE:
        words = _("%(name)s: replacement capital is paid out in portions of %(portion)s, not %(amount)s.")
        return f"replacement-{found.player}", words % {**name, "portion": terms.replacement}
    if found.fault is PaperFault.NO_STEP:
        is_cup = terms.format is Format.CUP
        paid = exact(step if is_cup else terms.stake * step)
        words = _("%(name)s: %(amount)s is not possible: payments here go in steps of %(step)s.")
        field = f"{'schrift' if is_cup else 'balance'}-{found.player}"
        return field, words % {**name, "step": number_in_words(paid)}
    if terms.format is Format.CUP:
        words = _("The Schrift of the table has to add up to 0; it is %(sum)s, so %(off)s.")
        return "form", words % {"sum": number_in_words(found.amount), "off": _off(found.amount)}
    there = exact(sum([line.balance for line in lines.values()]))
    given = exact(there - found.amount)
    words = _(
        "The balances add up to %(there)s, but %(given)s was given out (capital of %(count)d players and "
        "replacement): %(off)s."
    )
    numbers = {"there": number_in_words(there), "given": number_in_words(given)}
    return "form", words % {**numbers, "count": len(lines), "off": _off(found.amount)}


def _off(amount: Amount) -> str:
    words = _("%(amount)s too much") if amount > 0 else _("%(amount)s too little")
    return words % {"amount": number_in_words(exact(max(amount, -amount)))}


def as_kept(terms: Terms, line: PaperLine) -> PlayerResult:
    """Return a line as it is stored: without Kassa and busts, since paper says only what came of them."""
    if terms.format is Format.CUP:
        return {"schrift": written(line.schrift)}
    return {"balance": written(line.balance), "replacement": written(line.replacement)}


def _keep(
    actor: Account, deed: UUID, table: Table, lines: dict[str, PlayerResult] | None, reason: str
) -> PaperResult:
    last = table.paper_results.aggregate(last=Max("seq"))["last"] or 0
    if last or reason:
        reason = demand_reason(reason)
    result = PaperResult.objects.create(
        id=deed,
        table=table,
        seq=last + 1,
        lines=lines,
        reason=kept(reason),
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
    """Return the tournament, locked, for whoever types at this table; for helpers only if it is on paper."""
    tournament = typed(table.round.tournament, actor)
    if not tournament.is_directed:
        _demand_paper(Table.objects.get(pk=table.pk))
    return tournament


def _demand_paper(table: Table) -> None:
    if not table.paper:
        raise Refused(form=[_("This table does not play on paper.")])
