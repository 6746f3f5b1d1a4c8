"""A table calls the arbiters, and they make a final ruling, which only another one replaces."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db.models import QuerySet
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring import clock
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, rehearsed, store, verb
from scoring.engine import facts
from scoring.engine.problems.games import RESULTS
from scoring.engine.record import to_dict
from scoring.engine.rules import Rules
from scoring.models import Account, Entry, Member, Reason, Sheet
from scoring.names import tidy
from scoring.table.consequences import Consequences, between
from scoring.table.reasons import demand_reason, store_reason
from scoring.table.replay import stored_rows
from scoring.table.verbs import add, correct
from scoring.table.writing import Stale, locked_sheet
from scoring.table_policy import Actor
from tournaments.engine.played import TableResults
from tournaments.log import record_deed
from tournaments.models import Call, Finding, Permit, Ruling, Table, Tournament
from tournaments.preconditions import arbiters_of, arbitrated, demand_running, directed, member
from tournaments.round_clock import end_doubling_if_rung
from tournaments.standings.derived import is_shown
from tournaments.standings.moved_ranks import note_rank_moves, ranks_now, was_final

RULING = "ruling"  # the office of an actor who writes what the arbiters decided


# What has been ruled on stays


def ruled_at(table: Table) -> QuerySet[Ruling]:
    """Return the rulings that stand about hands of this table."""
    rulings = Ruling.objects.current().filter(call__table=table, sort_key__isnull=False)
    return rulings.select_related("text")


def refuse_ruled(ruling: Ruling | None) -> None:
    """Refuse to change a hand that the arbiters have ruled on."""
    if ruling is not None:
        words = _("The arbiters have ruled on this hand: “%(text)s”. Only they can change it.")
        raise Refused(form=[words % {"text": ruling.text.text or "…"}])


# The call


@verb(
    log=gettext_lazy("called the arbiters to table %(table)d in round %(round)d of “%(title)s”"),
    repeat_result=Call,
)
def call_arbiters(act: PendingDeed[Actor], *, table: Table, words: str = "") -> Call:
    """Call the arbiters; the table's sheet and clock stop until they have ruled."""
    words = demand_reason(words) if tidy(words) else ""
    table = locked_table(table, act.actor)
    sheet = table.started_sheet
    demand_running(table.round)
    if not sheet.is_open:
        raise Refused(form=[_("This table is closed.")])
    if Call.waits(table):
        raise Refused(form=[_("The arbiters have already been called to this table.")])
    made = Call.objects.create(
        id=act.id, table=table, words=store_reason(words), by_id=act.actor.member_at(sheet), at=clock.now()
    )
    _record(act, table, clock=True)
    return made


@verb(
    log=gettext_lazy(
        "withdrew the call for the arbiters at table %(table)d in round %(round)d of “%(title)s”"
    )
)
def withdraw_call(act: PendingDeed[Actor], *, call: Call) -> Call:
    """Withdraw a call, so that the table goes on; the call stays in the log."""
    table = locked_table(call.table, act.actor)
    call = Call.objects.get(pk=call.pk)
    _demand_open(call)
    store(call, withdrawn_at=clock.now(), withdrawn_by_id=act.actor.member_at(table.started_sheet))
    _record(act, table, clock=True)
    return call


def locked_table(table: Table, actor: Actor) -> Table:
    """Return the table as it is now with its sheet, locked, so that the round cannot be closed meanwhile."""
    sheet = locked_sheet(table.started_sheet, actor)
    current = Table.objects.select_related("round__tournament__club").get(pk=table.pk)
    current.sheet = sheet
    return current


def _demand_open(call: Call) -> None:
    if call.withdrawn_at is not None:
        raise Refused(form=[_("The table has withdrawn this call.")])
    if call.rulings.exists():
        raise Refused(form=[_("The arbiters have already ruled on this call.")])


def _record(act: PendingDeed, table: Table, **details: Any) -> None:
    with translation.override(table.round.tournament.club.language):
        at_the_table = _("Table %(number)d") % {"number": table.number}
    record_deed(act, table, actor=at_the_table, **details)


# Who rules


def played_at(table: Table) -> set[int]:
    """Return the members who ever sat there in this round; one query."""
    sat = [int(total) for total in table.started_sheet.totals]
    people = table.started_sheet.evening.participants.filter(pk__in=sat, member__isnull=False)
    return {pk for pk in people.values_list("member_id", flat=True) if pk is not None}


@verb(
    log=gettext_lazy(
        "allowed %(arbiter)s, who plays at table %(table)d in round %(round)d of “%(title)s”, to rule there"
    ),
    repeat_result=Permit,
)
def permit_arbiter(act: PendingDeed[Account], *, call: Call, arbiter: Member) -> Permit:
    """Permit an arbiter to rule on a table where they play."""
    tournament = directed(call.table.round.tournament, act.actor)
    table = Table.objects.select_related("round__tournament__club", "sheet__evening").get(pk=call.table_id)
    demand_running(table.round)
    if arbiter.pk not in arbiters_of(tournament).values_list("pk", flat=True):
        raise Refused(arbiter=[_("Please choose one of the arbiters of this tournament.")])
    if arbiter.pk not in played_at(table) or call.permits.filter(member=arbiter).exists():
        raise Refused(arbiter=[_("%(name)s may already rule on this.") % {"name": arbiter.name}])
    permit = Permit.objects.create(
        id=act.id, call=call, member=arbiter, by=member(tournament, act.actor), at=clock.now()
    )
    _record(act, table, arbiter=arbiter.name)
    return permit


# The ruling


@dataclass(frozen=True)
class Decision:
    """The arbiters' finding about a hand, and the entry that replaces it."""

    finding: Finding
    target: Entry | None = None  # None: the hand that is being played, of which nothing is recorded
    record: dict[str, Any] | None = None  # as it is dictated; None: nothing is written
    keep_deal: bool = False  # whoever deals next according to the sheet still does

    @property
    def writes(self) -> bool:
        return self.finding != Finding.STANDS

    def written(self, reason: str) -> dict[str, Any]:
        return {"void": "struck", "reason": reason} if self.finding == Finding.STRUCK else self.record or {}

    def make(self, *, actor: Actor, entry: UUID, sheet: Sheet, known_seq: int, reason: str) -> Entry | None:
        """Make the entry of a ruling, with everything after it derived anew."""
        if not self.writes:
            return None
        arguments: dict[str, Any] = {"actor": replace(actor, office=RULING), "entry": entry, "sheet": sheet}
        arguments |= {"known_seq": known_seq, "record": self.written(reason)}
        if self.target is None:
            end_doubling_if_rung(sheet, actor, uuid5(entry, "bell"))
            return add(**arguments).entry
        return correct(**arguments, target=self.target, reason=reason, keep_deal=self.keep_deal).entry


_UNPLAYED = {field.name: field.default for field in fields(facts.Game) if field.name in RESULTS}


def with_renonce(
    hand: facts.Hand, rules: Rules, *, by: tuple[str, ...], claims: dict[str, int]
) -> dict[str, Any]:
    """Return the record of the hand as it was announced; who revoked pays, and no outcome counts."""
    first, *others = by
    revoked = replace(
        hand,
        games=tuple(replace(game, **_UNPLAYED) for game in hand.games),  # type: ignore[arg-type]
        premiums=tuple(replace(premium, made=None) for premium in hand.premiums if premium.announced),
        revoke=facts.Renonce(first, claims, tuple(others)),
    )
    return {**to_dict(revoked, rules)}


def _ruled_in_words(details: dict[str, Any]) -> str:
    words = _("ruled at table %(table)d in round %(round)d of “%(title)s”: %(finding)s")
    if details["hand"] is not None:
        words = _("ruled on hand %(hand)d at table %(table)d in round %(round)d of “%(title)s”: %(finding)s")
    words %= {**details, "finding": FINDING_WORDS[details["finding"]]}
    return _("%(ruled)s, in place of an earlier ruling") % {"ruled": words} if details["anew"] else words


@verb(
    log=_ruled_in_words,
    fingerprint=lambda call, known_seq, decision, reason, arbiters, replaces: (
        *(call, decision.finding, decision.target, decision.record, decision.keep_deal),
        *(reason, sorted(arbiters), replaces),
    ),
    repeat_result=Ruling,
)
def rule(
    act: PendingDeed[Account],
    *,
    call: Call,
    known_seq: int,
    decision: Decision,
    reason: str,
    arbiters: Sequence[int] = (),
    replaces: UUID | None = None,
) -> Ruling:
    """Make a final ruling on a hand and let the table go on; `arbiters` are members who ruled, too."""
    reason = demand_reason(reason)
    tournament = arbitrated(call.table.round.tournament, act.actor)
    table = locked_table(call.table, Actor(act.actor))
    sheet = table.started_sheet
    call = Call.objects.get(pk=call.pk)
    demand_running(table.round)
    replaced = _replaced(call, table, decision, replaces)
    ruled_by, permit = _demand_impartial(
        tournament, table, call, [member(tournament, act.actor).pk, *arbiters]
    )
    _demand_possible(decision, sheet)
    if sheet.seq != known_seq:
        raise Stale(sheet)
    target = decision.target
    # of a round that was final before, what the ruling writes is noted like every correction
    is_noted = target is not None and is_shown(tournament) and not was_final(table)
    ranks = ranks_now(table) if is_noted else {}
    written = decision.make(
        actor=Actor(act.actor), entry=uuid5(act.id, "hand"), sheet=sheet, known_seq=known_seq, reason=reason
    )
    ruled_entry = written or target
    ruling = Ruling.objects.create(
        id=act.id,
        call=call,
        finding=decision.finding,
        text=Reason.objects.create(text=reason),
        sort_key=None if ruled_entry is None else ruled_entry.sort_key,
        written=written,
        arbiters=ruled_by,
        by=member(tournament, act.actor),
        overridden_by_id=None if permit is None else permit.by_id,
        replaces=replaced,
        at=clock.now(),
    )
    row = None if ruled_entry is None else sheet.rows.filter(sort_key=ruled_entry.sort_key).first()
    details = {"finding": decision.finding, "hand": row and row.number, "anew": replaced is not None}
    _record(act, table, clock=True, **details)
    note_rank_moves(table, ranks)
    return ruling


def _replaced(call: Call, table: Table, decision: Decision, replaces: UUID | None) -> Ruling | None:
    """Return the earlier ruling that this one replaces: the one named, or that on the hand."""
    sort_key = None if decision.target is None else decision.target.sort_key
    about_it = None if sort_key is None else ruled_at(table).filter(sort_key=sort_key).first()
    if replaces is None:
        _demand_open(call)
        return about_it
    earlier = Ruling.objects.current().filter(pk=replaces, call=call).first()
    if earlier is None:
        raise ChangedMeanwhile()
    if about_it is not None and about_it != earlier:
        words = _(
            "There is already a ruling on this hand. Please make a new ruling there, or choose another hand."
        )
        raise Refused(form=[words])
    _demand_same_hand(earlier, table, sort_key)
    return earlier


def _demand_same_hand(earlier: Ruling, table: Table, sort_key: int | None) -> None:
    """Refuse another hand than the earlier ruling's, which would lose its protection."""
    if earlier.sort_key is not None and earlier.sort_key != sort_key:
        number = (
            table.started_sheet.rows.filter(sort_key=earlier.sort_key)
            .values_list("number", flat=True)
            .first()
        )
        words = _("That ruling is about the hand struck by it. Please choose that hand again.")
        if number is not None:
            words = _("That ruling is about hand %(number)d. Please choose that hand again.")
            words %= {"number": number}
        raise Refused(form=[words + " " + _("Another hand needs a call of its own.")])
    if earlier.sort_key is None and sort_key is not None:
        entries = table.started_sheet.entries.filter(sort_key=sort_key)
        if entries.filter(at__lt=earlier.at).exists():
            words = _(
                "That ruling is about a hand that was not recorded yet. Please choose one recorded since."
            )
            raise Refused(form=[words + " " + _("Another hand needs a call of its own.")])


def _demand_impartial(
    tournament: Tournament, table: Table, call: Call, ruled_by: list[int]
) -> tuple[list[int], Permit | None]:
    """Return the arbiters and a permit in use; refuse those who play at the table without one."""
    ruled_by = list(dict.fromkeys(ruled_by))
    known = dict(arbiters_of(tournament).values_list("pk", "name"))
    if not known.keys() >= set(ruled_by):
        raise Refused(arbiters=[_("Please choose among the arbiters of this tournament.")])
    permits = {permit.member_id: permit for permit in call.permits.all()}
    partial = [number for number in ruled_by if number in played_at(table)]
    if refused := [known[number] for number in partial if number not in permits]:
        words = _("%(names)s plays at this table. Another arbiter rules, unless the director allows it.")
        raise Refused(form=[words % {"names": ", ".join(refused)}])
    return ruled_by, next((permits[number] for number in partial), None)


def _demand_possible(decision: Decision, sheet: Sheet) -> None:
    target, record = decision.target, decision.record or {}
    if target is not None and not sheet.rows.filter(pk=target.pk).exists():
        raise ChangedMeanwhile()
    if decision.finding == Finding.RENONCE and "revoke" not in record:
        raise Refused(form=[_("The Renonce is missing: please say in the form who revoked.")])
    if decision.finding == Finding.CORRECTED and not record.keys() & {"games", "void"}:
        raise Refused(form=[_("Please enter the hand as it was really played.")])


# What it would change


RulingConsequences = tuple[Consequences, TableResults, TableResults]


def foreseen(decision: Decision, *, actor: Account, sheet: Sheet, known_seq: int) -> RulingConsequences:
    """Return what a ruling would change in rows, totals and results; raises what ruling would raise."""

    def ruled() -> RulingConsequences:
        locked = locked_sheet(sheet, Actor(actor))
        _demand_possible(decision, locked)
        rows, results = stored_rows(locked), _results_of(locked)
        decision.make(actor=Actor(actor), entry=uuid4(), sheet=locked, known_seq=known_seq, reason="…")
        changed = Sheet.objects.get(pk=locked.pk)
        consequences = between(rows, stored_rows(changed), locked, changed)
        return consequences, results, _results_of(locked)

    return rehearsed(ruled)


def _results_of(sheet: Sheet) -> TableResults:
    return Table.objects.only("stored_results").get(sheet=sheet).result


# In the words of the log

FINDING_WORDS: dict[str, Promise] = {
    Finding.STANDS: pgettext_lazy("ruling", "it stands"),
    Finding.CORRECTED: pgettext_lazy("ruling", "corrected"),
    Finding.STRUCK: pgettext_lazy("ruling", "struck"),
    Finding.RENONCE: pgettext_lazy("ruling", "Renonce"),
}
