"""Single seats change after the seating is published: somebody comes, somebody goes, two change places."""

from typing import Any
from uuid import UUID, uuid5

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.deeds import PendingDeed, Refused, store, verb
from scoring.models import Account
from scoring.names import tidy
from scoring.table.verbs import undo
from scoring.table_policy import Actor
from tournaments.corrections.verbs.leaving import (
    PUTTING_RIGHT,
    demand_no_result,
    demand_not_withdrawn,
    demand_open_sheet,
    entrant_called,
    leave_table,
    sit,
    table_now,
)
from tournaments.corrections.verbs.repair import exchange_people, tables_of
from tournaments.draw.sections import demand_one_section, join_section
from tournaments.draw.verbs import report_again, seating_in
from tournaments.entrants.verbs import note_there, register
from tournaments.log import record_deed, sentence_at_table
from tournaments.models import Entrant, Leaving, Round, Stage, Table
from tournaments.rights import demand_step, locked_round
from tournaments.standings.results import joined_at

ROOM_AT = 4  # so many sit at a table that takes somebody in


@verb(log=sentence_at_table(gettext_lazy("seated %(name)s, who came later")))
def join_table(
    act: PendingDeed[Account], *, table: Table, entrant: int | None = None, name: str = ""
) -> Table:
    """Seat a latecomer at a table of four: somebody who is registered, or a new `name`.

    While the round runs, from the next hand on.
    """
    round_ = locked_round(table.round, act.actor)
    demand_step("seat", round_)
    tournament = round_.tournament
    who = _newcomer(act.actor, act.id, round_, entrant, name)
    player = str(who.participant_id)
    table = round_.tables.get(pk=table.pk)
    join_section(round_, who, table.number)
    if round_.stage != Stage.RUNNING:
        _demand_room(table, len(table.seats))
        store(table, seats=[*table.seats, player])
        _drawn_otherwise(round_)
    else:
        table, sheet = table_now(table, act.actor, tournament)
        _demand_room(table, len(sheet.standing["players"]))
        demand_open_sheet(table, sheet)
        demand_no_result(table)
        players = [*sheet.standing["players"], player]
        sit(act.actor, uuid5(act.id, "seat"), sheet, players, sheet.standing["dealer"])
    note_there(round_, [who], here=True)
    running = round_.stage == Stage.RUNNING
    _record(act, table, player, running=running)
    return table


@verb(
    log=sentence_at_table(gettext_lazy("took back that %(name)s came later")),
    asked=lambda table, joined: (table, str(joined)),
)
def undo_joining(act: PendingDeed[Account], *, table: Table, joined: UUID) -> Table:
    """Take back that somebody came to a running table, if no hand was recorded since."""
    round_ = locked_round(table.round, act.actor)
    demand_step("play", round_)
    player = joined_at(table).get(joined)
    if player is None:
        raise Refused(form=[_("This has already been undone.")])
    table, sheet = table_now(table, act.actor, round_.tournament)
    demand_open_sheet(table, sheet)
    last = sheet.entries.standing().last()
    if last is None or last.pk != uuid5(joined, "seat"):
        words = _("A hand has been recorded since. Anybody going now leaves the table: “Somebody leaves”.")
        raise Refused(form=[words])
    acts = Actor(act.actor, office=PUTTING_RIGHT)
    undo(actor=acts, entry=uuid5(act.id, "seat"), sheet=sheet, after=sheet.seq)
    round_.attendances.filter(entrant__participant=int(player)).update(checked_in_at=None)
    _record(act, table, player, joined=str(joined))
    return table


@verb(
    log=sentence_at_table(
        gettext_lazy("took %(name)s off the table, who does not play"),
        instead=gettext_lazy("took %(name)s off the table, who does not play, and seated %(instead)s"),
    )
)
def give_up_seat(
    act: PendingDeed[Account], *, round_: Round, one: str, instead: int | None = None, name: str = ""
) -> Round:
    """Take somebody who does not play after all off a table before the round starts.

    The seat goes to an entrant without one, or to a new house player of this `name`; only a table of five or
    six can do without.
    """
    round_ = locked_round(round_, act.actor)
    demand_step("swap", round_)
    table = next((table for table in round_.tables.all() if one in table.seats), None)
    if table is None:
        raise Refused(one=[_("Please choose somebody who has a seat in this round.")])
    comes = None
    if instead is not None or tidy(name):
        comes = _newcomer(act.actor, act.id, round_, instead, name, house=instead is None)
    elif len(table.seats) <= ROOM_AT:
        words = _("Table %(number)d has four people: without %(name)s there are too few.")
        names = round_.tournament.evening.names()
        said = words % {"number": table.number, "name": names[one]}
        raise Refused(one=[said], house=[_("Please say who takes the seat.")])
    table.round = round_
    new = [] if comes is None else [str(comes.participant_id)]
    place = table.seats.index(one)
    store(table, seats=[*table.seats[:place], *new, *table.seats[place + 1 :]])
    round_.attendances.filter(entrant__participant=int(one)).update(checked_in_at=None)
    if comes is not None:
        join_section(round_, comes, table.number)
        note_there(round_, [comes], here=True)
    _drawn_otherwise(round_)
    _record(act, table, one, instead=None if comes is None else round_.tournament.name_of(comes))
    return round_


def leave_five(*, actor: Account, deed: UUID, round_: Round, one: str, ranked: Leaving.Ranked) -> Leaving:
    """Let somebody leave a table of five or six while the round runs; the others play on."""
    tables = round_.tables.select_related("round__tournament__club", "sheet")
    table = next((table for table in tables if one in table.seated), None)
    entrant = round_.tournament.entrants.filter(participant=int(one)).first()
    if table is None or entrant is None:
        raise Refused(one=[_("Please choose somebody who has a seat in this round.")])
    return leave_table(actor, deed, table=table, entrant=entrant.pk, ranked=ranked, goes_on=True)


def change_places(*, actor: Account, deed: UUID, round_: Round, one: str, other: str) -> list[Table]:
    """Let two people of a running round change places, before the first hand of their tables."""
    demand_one_section(round_, one, other)
    for table in tables_of(round_, one, other):
        if table.sheet is not None and table.sheet.standing["hands"]:
            words = _("Table %(number)d has already played a hand: everybody stays in their seat.")
            raise Refused(form=[words % {"number": table.number}])
    with translation.override(round_.tournament.club.language):
        reason = _("Changed places before the first hand")
    return exchange_people(actor, deed, round_=round_, one=one, other=other, reason=reason)


def _newcomer(
    actor: Account, deed: UUID, round_: Round, entrant: int | None, name: str, *, house: bool = False
) -> Entrant:
    """Return who sits down, registered on the spot if need be."""
    tournament = round_.tournament
    newcomer = tournament.entrants.filter(pk=entrant or 0).first()
    if bool(name.strip()) == bool(newcomer):
        raise Refused(entrant=[_("Please choose somebody, or type a name.")])
    if newcomer is None:
        register(actor, uuid5(deed, "newcomer"), tournament=tournament, names=[name], house=house)
        newcomer = entrant_called(tournament, name)
    field = "name" if name.strip() else "entrant"
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
    """Note that the seed alone does not repeat the seating any more."""
    round_.swapped = True
    is_known = round_.stage != Stage.DRAFT
    round_.report = report_again(round_, seating_in(round_), another_edition=is_known)
    round_.save(update_fields=["swapped", "report"])


def _record(act: PendingDeed, table: Table, one: str, **further: Any) -> None:
    name = table.round.tournament.evening.names()[one]
    # phones and screens look at once who sits where
    record_deed(act, table, clock=True, name=name, participant=one, **further)
