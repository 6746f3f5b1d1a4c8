"""Who plays: registered, checked in for a round, paid, withdrawn."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring import chain, clock
from scoring.accounts.guests import rename_guest
from scoring.accounts.names import problems_with_person
from scoring.capability import sentence
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, RefuseNewer, atomic_with_retry, store, verb
from scoring.engine.record.stored import PEOPLE
from scoring.models import Account, Deed, Entry, Member, Participant
from scoring.names import folded
from tournaments.engine.stages import is_possible
from tournaments.log import record_deed
from tournaments.models import Attendance, Entrant, Leaving, Round, Stage, Table, Tournament, Wish
from tournaments.preconditions import at_the_door, demand_open, demand_step, directed, locked_round, member

MOST_ENTRANTS = 400


# Registered


def _registered_in_words(details: dict[str, Any]) -> str:
    if not details["names"]:
        return _("registered nobody new for “%(title)s”") % details
    return sentence(
        ngettext_lazy(
            "registered one player for “%(title)s”: %(names)s",
            "registered %(count)d players for “%(title)s”: %(names)s",
            "count",
        ),
        house=ngettext_lazy(
            "registered a house player for “%(title)s”: %(names)s",
            "registered %(count)d house players for “%(title)s”: %(names)s",
            "count",
        ),
    )(details)


@verb(
    log=_registered_in_words,
    repeat_result=lambda deed, arguments: list(
        arguments["tournament"].entrants.filter(pk__in=deed.details["entrants"])
    ),
)
def register(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    members: Sequence[int] = (),
    names: Sequence[str] = (),
    house: bool = False,
) -> list[Entrant]:
    """Register members by id and people by name; a member's name means the member."""
    tournament = directed(tournament, act.actor)
    members, names = list(members), [tournament.as_written(name) for name in names]
    demand_open(tournament)
    entrants = _registered(tournament, members, names, house=house)
    names, pks = tournament.names_of(entrants), [entrant.pk for entrant in entrants]
    record_deed(act, tournament, names=names, entrants=pks, house=house)
    return entrants


def _registered(
    tournament: Tournament, members: Sequence[int], names: Sequence[str], *, house: bool
) -> list[Entrant]:
    """Register the people who are not registered yet, in the given order."""
    requested: dict[int | str, Participant] = {}
    for person in (*_members(tournament, members), *_named(tournament, names)):
        requested.setdefault(_mark(person), person)
    participants = {_mark(person): person for person in tournament.evening.participants.all()}
    missing = [person for mark, person in requested.items() if mark not in participants]
    participants |= {_mark(person): person for person in Participant.objects.bulk_create(missing)}
    registered = set(tournament.entrants.values_list("participant", flat=True))
    new = [participants[mark] for mark in requested if participants[mark].pk not in registered]
    if len(registered) + len(new) > MOST_ENTRANTS:
        raise Refused(names=[_("At most %(most)d people play in a tournament.") % {"most": MOST_ENTRANTS}])
    last = tournament.entrants.aggregate(last=Max("number"))["last"] or 0
    at = clock.now()
    return Entrant.objects.bulk_create(
        Entrant(tournament=tournament, participant=participant, number=number, house=house, registered_at=at)
        for number, participant in enumerate(new, last + 1)
    )


@verb(
    log=sentence(
        gettext_lazy("noted that names are written first name first (“%(title)s”)"),
        surname_first=gettext_lazy("noted that names are written surname first (“%(title)s”)"),
    )
)
def write_names(act: PendingDeed[Account], *, tournament: Tournament, surname_first: bool) -> Tournament:
    """Store how names are written; existing spellings stay, lists and later tournaments follow."""
    tournament = directed(tournament, act.actor)
    store(tournament, surname_first=surname_first)
    record_deed(act, tournament, surname_first=surname_first)
    return tournament


def _mark(participant: Participant) -> int | str:
    """Return the key that identifies a participant: the member, or the guest's folded name."""
    return participant.member_id or participant.key


def _members(tournament: Tournament, members: Sequence[int]) -> list[Participant]:
    active = Member.objects.filter(club=tournament.club, pk__in=members, active=True).order_by(
        "sorting", "pk"
    )
    pks = list(active.values_list("pk", flat=True))
    if len(pks) != len(set(members)):
        raise Refused(members=[_("One of these members is no longer active. Please choose again.")])
    return [Participant(evening=tournament.evening, member_id=pk) for pk in pks]


def _named(tournament: Tournament, names: Sequence[str]) -> list[Participant]:
    """Return the people with these names; a guest of this tournament stays a guest."""
    problems = [sentence for name in names for sentence in problems_with_person(name)]
    if problems:
        raise Refused(names=problems)
    keys = [folded(name) for name in names]
    guests = set(
        tournament.evening.participants.filter(member=None, key__in=keys).values_list("key", flat=True)
    )
    known = Member.objects.filter(club=tournament.club, key__in=keys, active=True)
    members = dict(known.values_list("key", "pk"))
    return [
        Participant(evening=tournament.evening, member_id=members[key])
        if key in members and key not in guests
        else Participant(evening=tournament.evening, guest=name, key=key)
        for key, name in zip(keys, names, strict=True)
    ]


@atomic_with_retry
def rename_entrant(
    *, actor: Account, deed: UUID, entrant: Entrant, name: str, **compared: RefuseNewer
) -> Entrant:
    """Correct the mistyped name of a guest; logged as at any evening."""
    tournament = directed(entrant.tournament, actor)
    name = tournament.as_written(name)
    arguments: dict[str, Any] = {"participant": entrant.participant_id, "name": name, **compared}
    rename_guest(actor, deed, club=tournament.club, **arguments)
    return entrant


@verb(
    log=gettext_lazy("took %(names)s off the list of “%(title)s”"),
    repeat_result=lambda deed, arguments: str(deed.details["names"][0]),
)
def remove_entrant(act: PendingDeed[Account], *, entrant: Entrant) -> str:
    """Remove a person registered by mistake, and return the name; only the log keeps it."""
    entrant = _again(entrant, act.actor)
    tournament = entrant.tournament
    name = tournament.name_of(entrant)
    if why := why_not_removed(entrant, name):
        raise Refused(form=[why])
    participant = entrant.participant
    entrant.attendances.all().delete()
    # who registered by themselves is turned away, and has the name back
    by = member(tournament, act.actor)
    entrant.signups.filter(ended_at=None).update(ended_at=clock.now(), ended_by=by)
    entrant.signups.update(entrant=None, name=name)
    Wish.objects.filter(Q(entrant=entrant) | Q(other=entrant)).delete()
    entrant.delete()
    covers = [chain.key_of(participant)]
    participant.delete()
    record_deed(act, tournament, covers=covers, names=[name])
    return name


def why_not_removed(entrant: Entrant, name: str) -> str:
    """Return why an entrant cannot be removed; empty if nothing depends on them."""
    seated = seats_of(entrant.tournament).get(str(entrant.participant_id))
    if seated is not None:
        return _(
            "%(name)s has a seat in round %(number)d and stays on the list. A player who leaves is "
            "withdrawn instead."
        ) % {"name": name, "number": seated[0].round.number}
    if entrant.leavings.exists() or entrant.stepping_in.exists() or _is_named_on_a_sheet(entrant):
        return _(
            "%(name)s is named on the sheet of a table and stays on the list. A player who leaves is "
            "withdrawn instead."
        ) % {"name": name}
    if entrant.prizes.exists():
        return _("%(name)s has a prize. Please take it back first.") % {"name": name}
    if entrant.attendances.filter(paid__isnull=False).exists():
        return _("%(name)s has paid an entry fee. Please refund it first.") % {"name": name}
    if entrant.ticket is not None:
        return _("%(name)s has a day ticket. Please take it back first.") % {"name": name}
    return ""


def _is_named_on_a_sheet(entrant: Entrant) -> bool:
    """Return whether any entry on seating or people names the entrant, even an undone one."""
    me = str(entrant.participant_id)
    seatings = Entry.objects.filter(
        sheet__evening=entrant.tournament.evening_id, record__event__in=("seating", PEOPLE)
    )
    records: list[Any] = list(seatings.order_by().values_list("record", flat=True))
    return any(me in record.get("players", ()) or me in record.get("people", ()) for record in records)


def _again(entrant: Entrant, actor: Account) -> Entrant:
    """Return the entrant as stored now, with the tournament locked for its director."""
    tournament = directed(entrant.tournament, actor)
    demand_open(tournament)
    current = tournament.entrants.whole().filter(pk=entrant.pk).first()
    if current is None:
        raise ChangedMeanwhile()
    return current


def seats_of(tournament: Tournament, *stages: Stage) -> dict[str, list[Table]]:
    """Return by id the tables where people sit or sat, including replacements. One query."""
    tables = Table.objects.filter(round__tournament=tournament).select_related("round")
    if stages:
        tables = tables.filter(round__stage__in=stages)
    tables_by_player: dict[str, list[Table]] = {}
    for table in tables.order_by("round__number", "number"):
        for fromkey in dict.fromkeys([*table.seats, *table.result.players]):
            tables_by_player.setdefault(fromkey, []).append(table)
    return tables_by_player


@verb(
    log=sentence(
        gettext_lazy("let the house player %(names)s play in “%(title)s” like everybody else"),
        house=gettext_lazy("made %(names)s a house player of “%(title)s”"),
    )
)
def mark_house(act: PendingDeed[Account], *, entrant: Entrant, house: bool) -> Entrant:
    """Make an entrant a house player, who is never ranked, or an ordinary one; refuse if they have played."""
    entrant = _again(entrant, act.actor)
    tournament = entrant.tournament
    name = tournament.name_of(entrant)
    if str(entrant.participant_id) in seats_of(tournament, Stage.RUNNING, Stage.CLOSED):
        template = _("%(name)s has already played: what was ranked stays ranked.")
        raise Refused(form=[template % {"name": name}])
    store(entrant, house=house)
    record_deed(act, tournament, names=[name], house=house)
    return entrant


@verb(log=gettext_lazy("withdrew %(names)s from “%(title)s”"))
def withdraw_entrant(act: PendingDeed[Account], *, entrant: Entrant) -> Entrant:
    """Withdraw an entrant from all further rounds; what was played counts."""
    entrant = _again(entrant, act.actor)
    name = entrant.tournament.name_of(entrant)
    note_withdrawn(entrant, name)
    record_deed(act, entrant.tournament, names=[name])
    return entrant


def note_withdrawn(entrant: Entrant, name: str) -> None:
    """Store that an entrant plays no further round; refused while they have a seat."""
    if why := _still_seated(entrant, name):
        raise Refused(form=[why])
    if entrant.withdrawn_at is None:
        store(entrant, withdrawn_at=clock.now())
    waiting = entrant.attendances.filter(round__stage=Stage.CHECK_IN)
    waiting.update(checked_in_at=None)


def _still_seated(entrant: Entrant, name: str) -> str:
    """Return why an entrant with a seat cannot withdraw; empty if the round is over or the table was left."""
    stages = (Stage.DRAFT, Stage.PUBLISHED, Stage.RUNNING)
    for table in seats_of(entrant.tournament, *stages).get(str(entrant.participant_id), ()):
        where = {"name": name, "number": table.round.number, "table": table.number}
        words = _(
            "%(name)s has a seat in round %(number)d, table %(table)d. Please take back that draw first."
        )
        if table.round.stage == Stage.RUNNING:
            if Leaving.objects.filter(table=table, entrant=entrant, undone_at=None).exists():
                continue
            words = _(
                "%(name)s is playing in round %(number)d at table %(table)d, and has to leave the table "
                "first."
            )
        return words % where
    return ""


@verb(log=gettext_lazy("let %(names)s play again in “%(title)s”"))
def readmit_entrant(act: PendingDeed[Account], *, entrant: Entrant) -> Entrant:
    """Let a withdrawn entrant come back."""
    entrant = _again(entrant, act.actor)
    store(entrant, withdrawn_at=None)
    record_deed(act, entrant.tournament, names=[entrant.tournament.name_of(entrant)])
    return entrant


# There for a round


@verb(
    "check",
    log=sentence(
        ngettext_lazy(
            "checked out %(names)s for round %(round)d of “%(title)s”",
            "checked out %(count)d people for round %(round)d of “%(title)s”: %(names)s",
            "count",
        ),
        here=ngettext_lazy(
            "checked in %(names)s for round %(round)d of “%(title)s”",
            "checked in %(count)d people for round %(round)d of “%(title)s”: %(names)s",
            "count",
        ),
    ),
)
def check_in_or_out(act: PendingDeed[Account], *, round_: Round, entrants: list[int], here: bool) -> Round:
    """Note that these people are there for the round, or are not."""
    round_ = locked_round(round_, act.actor, may=at_the_door)
    demand_step("check", round_)
    present = list(round_.tournament.entrants.filter(pk__in=entrants, withdrawn_at=None))
    if entrants and not present:
        raise Refused(form=[_why_not_there(round_.tournament, entrants)])
    note_there(round_, present, here=here)
    record_deed(act, round_, names=round_.tournament.names_of(present), here=here)
    return round_


def _why_not_there(tournament: Tournament, entrants: Sequence[int]) -> str:
    """Return why none of these can be there any more."""
    withdrawn = tournament.entrants.filter(pk__in=entrants).order_by("number").first()
    if withdrawn is None:
        return _("This entry has been removed in the meantime.")
    name = tournament.name_of(withdrawn)
    return _("%(name)s has withdrawn. Please let them play again first.") % {"name": name}


def note_there(round_: Round, entrants: Sequence[Entrant], *, here: bool) -> None:
    """Store who is present in a locked round, or not; earlier arrivals keep their time."""
    known = round_.attendances.filter(entrant__in=entrants)
    missing = {entrant.pk for entrant in entrants} - set(known.values_list("entrant", flat=True))
    at = clock.now()
    if here:
        known.filter(checked_in_at=None).update(checked_in_at=at)
        Attendance.objects.bulk_create(
            Attendance(round=round_, entrant_id=pk, checked_in_at=at) for pk in sorted(missing)
        )
    else:
        known.update(checked_in_at=None)


class Arrival(NamedTuple):
    """A person who arrived, and their round; None if no round takes people any more."""

    entrant: Entrant
    round: Round | None


def _arrived_before(deed: Deed, arguments: dict[str, Any]) -> Arrival:
    tournament: Tournament = arguments["round_"].tournament
    entrant = tournament.entrants.get(pk=deed.details["entrant"])
    return Arrival(entrant, tournament.rounds.filter(number=deed.details["round"]).first())


def _arrived_in_words(details: dict[str, Any]) -> str:
    if details["round"] is None:
        return sentence(_("registered %(names)s for “%(title)s”, too late for a round"))(details)
    return sentence(
        _("registered and checked in %(names)s for round %(round)d of “%(title)s”"),
        house=_("registered and checked in the house player %(names)s for round %(round)d of “%(title)s”"),
    )(details)


@verb(log=_arrived_in_words, repeat_result=_arrived_before)
def arrive(
    act: PendingDeed[Account],
    *,
    round_: Round,
    name: str = "",
    member: int | None = None,
    entrant: int | None = None,
    house: bool = False,
    signup: int | None = None,
) -> Arrival:
    """Check in a person, registered or not; after the draw, for the next round.

    `signup` is their own registration, where that waits.
    """
    round_ = locked_round(round_, act.actor, may=at_the_door)
    tournament = round_.tournament
    name = tournament.as_written(name)
    demand_open(tournament)
    if round_.stage == Stage.DRAFT:
        demand_step("check", round_)
    known = tournament.entrants.filter(pk=entrant or 0, withdrawn_at=None).first()
    who = known or _newcomer(tournament, name, member, house=house)
    answer_signup(who, signup)
    joined = _round_for_late(round_)
    if joined is not None:
        note_there(joined, [who], here=True)
    names, number = [tournament.name_of(who)], joined and joined.number
    record_deed(act, tournament, names=names, entrant=who.pk, house=house, round=number)
    return Arrival(who, joined)


def answer_signup(who: Entrant, signup: int | None) -> None:
    """Make the link of a registration show the seat; only the list keeps the name."""
    if (asking := who.tournament.signups.asking().filter(pk=signup or 0).first()) is not None:
        store(asking, entrant=who, name="")


def _newcomer(tournament: Tournament, name: str, member: int | None, *, house: bool) -> Entrant:
    """Return the entrant, who may have been registered before or have withdrawn."""
    members, names = ([member], []) if member is not None else ([], [name])
    newcomer = [*_members(tournament, members), *_named(tournament, names)][0]
    by_name = Q(participant__key=newcomer.key)
    whose = by_name if newcomer.member_id is None else Q(participant__member=newcomer.member_id)
    existing = tournament.entrants.filter(whose).first()
    if existing is None:
        return _registered(tournament, members, names, house=house)[0]
    if existing.house != house:
        name = name or tournament.name_of(existing)
        words = _("“%(name)s” is already registered, and not as a house player.")
        if existing.house:
            words = _("“%(name)s” is registered as a house player.")
        raise Refused(name=[words % {"name": name}])
    if existing.withdrawn_at is not None:
        store(existing, withdrawn_at=None)
    return existing


def _round_for_late(round_: Round) -> Round | None:
    """Return this round while people are checked in, else the next one, which may be created."""
    if is_possible("check", round_.stage):
        return round_
    tournament = round_.tournament
    later = tournament.rounds.filter(number__gt=round_.number).order_by("number")
    waiting = later.filter(stage=Stage.CHECK_IN).first()
    if waiting is not None or later.exists() or round_.number >= tournament.terms.rounds:
        return waiting
    return Round.objects.create(tournament=tournament, number=round_.number + 1)
