"""What went wrong at the tables is put right: the wrong people, the wrong rules, a round closed too early."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.deeds import PendingDeed, Refused, rehearsed, store, verb
from scoring.engine.problems import option_problems
from scoring.evenings.verbs import go_on_under, version_now
from scoring.models import Account, RulesetVersion, Sheet
from scoring.rules.versions.rules_played import played_under
from scoring.rules.versions.versions import in_use, offered, rules_of
from scoring.table.reasons import demand_reason, kept
from scoring.table.verbs import note_right_names, play_by_from_first
from tournaments.clock import clock_of
from tournaments.corrections.disputes.verbs import ruled_at
from tournaments.corrections.verbs.leaving import demand_no_call, table_now
from tournaments.engine.clock import rang
from tournaments.engine.stages import after
from tournaments.log import record_deed, sentence_at_table
from tournaments.models import Attendance, Entrant, PaperResult, Round, Stage, Table
from tournaments.rights import demand_step, directed, locked_round, member
from tournaments.standings.results import TableResults, derive, joined_at, lines_of, standing_result

# Wrong people


@verb(
    log=gettext_lazy(
        "swapped %(one)s and %(other)s on the sheets of table %(tables)s, "
        "round %(round)d of “%(title)s”: %(reason)s"
    ),
    asked=lambda round_, one, other, reason: (round_, *sorted((one, other)), reason),
    again=lambda before, about: list(
        about["round_"].tables.filter(number__in=before.details["tables"]).order_by("number")
    ),
)
def exchange_people(
    act: PendingDeed[Account], *, round_: Round, one: str, other: str, reason: str
) -> list[Table]:
    """Exchange two people, at two tables or one of them nowhere: what was recorded of one was the other's.

    `one` and `other` are participants by id. The sheet of every table concerned notes who was really who,
    and everything is derived anew.
    """
    reason = demand_reason(reason)
    round_ = locked_round(round_, act.actor)
    demand_step("play", round_)
    tables = tables_of(round_, one, other)
    names = round_.tournament.evening.names()
    people = {one: other, other: one}
    played = any(table.sheet is not None and table.sheet.standing["hands"] for table in tables)
    for one_of_them in tables:
        table, _sheet = table_now(one_of_them, act.actor, round_.tournament)
        demand_no_call(table)
        demand_nothing_ruled(table)
        _demand_no_leaving(table, people, names)
        store(table, seats=[people.get(seat, seat) for seat in table.seats])
        entry = uuid5(act.id, str(table.number))
        note_right_names(table.started_sheet, act.actor, entry, people=people, reason=reason)
        _rename_result(act.actor, act.id, table, people, reason)
    _seat_in_the_draw(round_, people, one, other)
    record_deed(
        act,
        round_,
        clock=True,
        names=[names[one], names[other]],
        tables=[table.number for table in tables],
        moved=[] if played else [one, other],  # else they sat there all the time
        reason=reason,
    )
    return tables


def tables_of(round_: Round, one: str, other: str) -> list[Table]:
    """Return where the two ever sat in this round; the second may have sat nowhere."""
    sat = {table: _ever_at(table) for table in round_.tables.select_related("sheet").order_by("number")}
    known = {str(pk) for pk in round_.tournament.entrants.values_list("participant", flat=True)}
    tables = [table for table, people in sat.items() if people & {one, other}]
    if one == other or not {one, other} <= known | {each for people in sat.values() for each in people}:
        raise Refused(other=[_("Please choose two different people of this tournament.")])
    if not tables:
        raise Refused(one=[_("Neither of the two sits at a table in this round.")])
    return tables


def _ever_at(table: Table) -> set[str]:
    return set(table.sheet.totals) if table.sheet else set(table.seats)


def demand_nothing_ruled(table: Table) -> None:
    """Refuse with the ruling's own words while a hand on which the arbiters have ruled stands there."""
    ruling = ruled_at(table).select_related("call").order_by("at").first()
    if ruling is not None:
        words = _(
            "The arbiters have ruled on a hand of table %(number)d: “%(text)s”. Ruled hands stay as they "
            "are; only a new ruling can change them."
        )
        raise Refused(form=[words % {"number": table.number, "text": ruling.text.text or "…"}])


def _demand_no_leaving(table: Table, people: Mapping[str, str], names: Mapping[str, str]) -> None:
    whose = [int(person) for person in people]
    left = table.leavings.filter(undone_at=None)
    concerned = left.filter(Q(entrant__participant__in=whose) | Q(instead__participant__in=whose)).first()
    if concerned is not None:
        words = _("%(name)s has left table %(number)d. Please undo that first.")
        name = table.round.tournament.name_of(concerned.entrant)
        raise Refused(form=[words % {"name": name, "number": table.number}])
    filled_in = table.leavings.filter(instead__participant__in=whose).select_related("instead").first()
    if filled_in is not None and filled_in.instead is not None:
        words = _("%(name)s has filled in at table %(number)d. Whoever filled in cannot be swapped there.")
        name = table.round.tournament.name_of(filled_in.instead)
        raise Refused(form=[words % {"name": name, "number": table.number}])
    if (
        later := next((person for person in joined_at(table).values() if person in people), None)
    ) is not None:
        words = _("%(name)s came to table %(number)d during the round. Please undo that first.")
        raise Refused(form=[words % {"name": names[later], "number": table.number}])


def _rename_result(actor: Account, deed: UUID, table: Table, people: Mapping[str, str], reason: str) -> None:
    """Put what was typed from paper under the right names."""
    typed = standing_result(table)
    if typed is None:
        return
    PaperResult.objects.create(
        id=uuid5(deed, f"paper {table.number}"),
        table=table,
        seq=typed.seq + 1,
        lines={people.get(other, other): line for other, line in typed.lines.items()},
        reason=kept(reason),
        by=member(table.round.tournament, actor),
        at=clock.now(),
    )
    derive(table)


def _seat_in_the_draw(round_: Round, people: Mapping[str, str], one: str, other: str) -> None:
    """Check in who sits there, and check out who sat nowhere after all."""
    seated = {each for seats in round_.tables.values_list("seats", flat=True) for each in seats}
    ever = {each for table in round_.tables.select_related("sheet") for each in _ever_at(table)}
    for each in (one, other):
        entrant = Entrant.objects.get(tournament=round_.tournament_id, participant=int(each))
        if each in seated:
            attendance, _new = Attendance.objects.get_or_create(round=round_, entrant=entrant)
            if attendance.checked_in_at is None:
                store(attendance, checked_in_at=clock.now())
        elif each not in ever:
            round_.attendances.filter(entrant=entrant).update(checked_in_at=None)
    store(round_, swapped=True)


# Other rules


def versions_for(table: Table) -> list[RulesetVersion]:
    """Return the versions that this table could have been played by.

    Every version of its own sheet, and what the club offers.
    """
    tournament = table.round.tournament
    now = played_under(table.started_sheet)[0].ruleset
    own = RulesetVersion.objects.filter(slug=now.slug, ruleset=now.ruleset_id)
    offers = [in_use(slug, tournament.club) for slug in offered(tournament.club)]
    found = {version.pk: version for version in [*own.order_by("-edition"), *offers]}
    return list(found.values())


@verb(
    log=sentence_at_table(
        gettext_lazy("moved the sheet to %(rules)s, version %(edition)d, from the next hand on: %(reason)s"),
        from_first=gettext_lazy(
            "moved the sheet to %(rules)s, version %(edition)d, from its first hand on: %(reason)s"
        ),
    )
)
def move_to_rules(
    act: PendingDeed[Account], *, table: Table, version: RulesetVersion, from_first: bool, reason: str
) -> Table:
    """Move a table to other rules: from its next hand, or from its first with all hands settled anew."""
    reason = demand_reason(reason)
    tournament = directed(table.round.tournament, act.actor)
    table, sheet = table_now(table, act.actor, tournament)
    demand_no_call(table)
    if from_first:
        demand_nothing_ruled(table)
    played = [version_played.ruleset.pk for version_played in played_under(sheet)]
    if (played if from_first else [version_now(sheet)]) == [version.pk]:
        raise Refused(version=[_("The table already plays by these rules.")])
    if option_problems(sheet.options, rules_of(version)):
        words = _("These rules do not offer what was chosen for the tournament.")
        raise Refused(version=[words])
    if from_first:
        play_by_from_first(sheet, act.actor, uuid5(act.id, "rules"), version=version, reason=reason)
    elif not sheet.is_open:
        raise Refused(form=[_("This sheet is already closed.")])
    else:
        go_on_under(version, rules_of(version).under(sheet.options), sheet.options, sheet, act.actor, act.id)
    record_deed(
        act,
        table,
        clock=True,
        rules=label_of(version),
        edition=version.edition,
        from_first=from_first,
        reason=reason,
    )
    return table


def label_of(version: RulesetVersion) -> str:
    """Return the German label of a version of a rule sheet, for the log."""
    return rules_of(version).label.de


# Closed too early


@verb(log=gettext_lazy("opened round %(round)d of “%(title)s” again: %(reason)s"))
def reopen_round(act: PendingDeed[Account], *, round_: Round, reason: str) -> Round:
    """Open a round again for corrections by directors and arbiters; the bell has rung, and stays so."""
    reason = demand_reason(reason)
    round_ = locked_round(round_, act.actor)
    demand_step("reopen", round_)
    demand_no_later_round(round_)
    closed_at = round_.closed_at
    round_.stage, round_.reopened_at = after("reopen", round_.stage), clock.now()
    assert closed_at is not None
    round_.closed_at = None
    # Closing it was its bell; also after one that was rung early, when time was added to it since.
    if round_.ended_at is None or not rang(clock_of(round_, round_.ticks.all()), closed_at):
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


# What it would change


TableConsequences = tuple[int, TableResults, TableResults]  # a table, with its results before and after


def foreseen(round_: Round, act: Callable[[], Any]) -> list[TableConsequences]:
    """Return the tables that change; raises what doing it would raise."""

    def done() -> tuple[dict[int, TableResults], dict[int, TableResults]]:
        before = _results_in(round_)
        act()
        return before, _results_in(round_)

    before, now = rehearsed(done)
    changed = [number for number in sorted(now) if before[number] != now[number]]
    return [(number, before[number], now[number]) for number in changed]


def _results_in(round_: Round) -> dict[int, TableResults]:
    """Return the results of all tables, with everybody in the order of the seats."""
    tables = Table.objects.filter(round=round_)
    return {table.number: {**table.results, "players": lines_of(table)} for table in tables}
