"""Somebody leaves a table during a round; a house player takes the seat, or the table ends there."""

from typing import Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.deeds import PendingDeed, Refused, store, verb
from scoring.models import Account, Entry, Sheet
from scoring.names import folded, tidy
from scoring.table.reasons import demand_reason, kept
from scoring.table.verbs import Person, seat, undo
from scoring.table.writing import locked_sheet
from scoring.table_policy import Actor, NewEntry
from tournaments.engine.sizes import SMALLEST
from tournaments.entrants.verbs import register
from tournaments.log import record_deed, sentence_at_table
from tournaments.models import Call, Entrant, Leaving, Stage, Table, Tournament
from tournaments.rights import demand_step, directed, member
from tournaments.standings.results import standing_result

LARGEST = 6

PUTTING_RIGHT = "putting right"  # the office of a director who changes seats on the table's page


def demand_seats(sheet: Sheet, actor: Actor, asked: NewEntry) -> None:
    """Refuse whoever comes or goes along the way; at a tournament seats can only be exchanged."""
    if actor.office == PUTTING_RIGHT:
        return
    before = asked.supersedes.record if asked.supersedes is not None else None
    comes = asked.record
    if not any(isinstance(record, dict) and record.get("event") == "seating" for record in (before, comes)):
        return
    same = isinstance(comes, dict) and set(comes.get("players", ())) == set(sheet.standing["players"])
    if before is not None or not same:
        words = _("The director enters who comes to this table and who leaves it, on the table's page.")
        raise Refused(form=[words])


def _left_in_words(details: dict[str, Any]) -> str:
    seat = next((key for key in ("instead", "goes_on") if details.get(key)), "")
    return sentence_at_table(_LEFT[seat, details["ranked"] == "last"])(details)


@verb(log=_left_in_words, again=Leaving)
def leave_table(
    act: PendingDeed[Account],
    *,
    table: Table,
    entrant: int,
    ranked: Leaving.Ranked,
    house: int | None = None,
    name: str = "",
    goes_on: bool = False,
    reason: str = "",
) -> Leaving:
    """Give a seat to a house player from the next hand on: one who is registered, or a new `name`.

    Without either the table's sheet is closed and ranks as it stands; where five or six sit, the others may
    go on without the leaver.
    """
    tournament = directed(table.round.tournament, act.actor)
    name, reason = tidy(name), demand_reason(reason) if tidy(reason) else ""
    table, sheet = table_now(table, act.actor, tournament)
    leaver = tournament.entrants.filter(pk=entrant).first()
    if leaver is None or str(leaver.participant_id) not in sheet.standing["players"]:
        raise Refused(entrant=[_("Please choose somebody who sits at this table now.")])
    demand_open_sheet(table, sheet)
    demand_no_result(table)
    instead = _house_player(act.actor, act.id, tournament, table, house, name)
    if instead is None and goes_on:
        _go_on_without(act.actor, uuid5(act.id, "seat"), sheet, leaver)
    elif instead is None:
        store(sheet, closed_at=clock.now())
    else:
        _exchange_seats(act.actor, uuid5(act.id, "seat"), sheet, leaver, instead)
    leaving = Leaving.objects.create(
        id=act.id,
        table=table,
        entrant=leaver,
        instead=instead,
        ranked=ranked,
        reason=kept(reason),
        by=member(tournament, act.actor),
        at=clock.now(),
    )
    _record(act, table, leaving, ranked=ranked, goes_on=goes_on and instead is None)
    return leaving


@verb(log=sentence_at_table(gettext_lazy("took back that %(name)s left")))
def undo_leaving(act: PendingDeed[Account], *, leaving: Leaving) -> Leaving:
    """Give the seat back from the next hand on, or let the table play on; what was played stays."""
    tournament = directed(leaving.table.round.tournament, act.actor)
    table, sheet = table_now(leaving.table, act.actor, tournament)
    leaving = Leaving.objects.select_related("entrant", "instead").get(pk=leaving.pk)
    if leaving.undone_at is not None:
        raise Refused(form=[_("This has already been undone.")])
    demand_not_withdrawn(tournament, leaving.entrant, "form")
    if leaving.instead is None and not went_on_without(leaving):
        store(sheet, closed_at=None)
    else:
        demand_open_sheet(table, sheet)
        demand_no_result(table)
        _take_seat_back(act.actor, uuid5(act.id, "seat"), sheet, leaving)
    store(leaving, undone_at=clock.now())
    _record(act, table, leaving)
    return leaving


def went_on_without(leaving: Leaving) -> bool:
    """Return whether the others of a table played on, and nobody took the seat."""
    return leaving.instead_id is None and Entry.objects.filter(pk=uuid5(leaving.pk, "seat")).exists()


def table_now(
    table: Table, actor: Account, tournament: Tournament, *, also_closed: bool = False
) -> tuple[Table, Sheet]:
    """Return the table of a running round, or of a closed one too, as it is now, with its sheet locked.

    The tournament is locked already, and the round has begun: its tables have sheets.
    """
    sheet = locked_sheet(Sheet(pk=Table.objects.values_list("sheet").get(pk=table.pk)[0]), Actor(actor))
    found = Table.objects.select_related("round").get(pk=table.pk)
    found.round.tournament, found.sheet = tournament, sheet
    if not (also_closed and found.round.stage == Stage.CLOSED):
        demand_step("play", found.round)
    return found, sheet


def demand_no_call(table: Table) -> None:
    """Refuse while the table waits for the arbiters."""
    if Call.waits(table):
        words = _("Table %(number)d has called the arbiters, and waits for their ruling.")
        raise Refused(form=[words % {"number": table.number}])


def demand_no_result(table: Table) -> None:
    """Refuse a table with a result: it names everybody who sat there, and nobody else."""
    if standing_result(table) is not None:
        words = _("Table %(number)d has a result from paper. Please take it back first.")
        raise Refused(form=[words % {"number": table.number}])


def demand_seats_taken(table: Table) -> None:
    """Refuse a table where nobody took the seat of whoever left: it is closed until that is undone."""
    left = table.leavings.filter(undone_at=None, instead=None).order_by("at")
    gone = next((leaving for leaving in left if not went_on_without(leaving)), None)
    if gone is not None:
        name = table.round.tournament.name_of(gone.entrant)
        words = _("%(name)s has left this table, and nobody took the seat. Please undo that first.")
        raise Refused(form=[words % {"name": name}])


def house_players(tournament: Tournament) -> list[Entrant]:
    """Return those who could sit down now: registered as house players, there, and at no open table."""
    seated = _seated_now(tournament)
    found = tournament.entrants.whole().filter(house=True, withdrawn_at=None)
    return [entrant for entrant in found if str(entrant.participant_id) not in seated]


def _seated_now(tournament: Tournament) -> set[str]:
    running = Sheet.objects.filter(
        table__round__tournament=tournament, table__round__stage=Stage.RUNNING, closed_at=None
    )
    return {
        player for standing in running.values_list("standing", flat=True) for player in standing["players"]
    }


def demand_open_sheet(table: Table, sheet: Sheet) -> None:
    """Refuse a table that is closed, or waits for the arbiters."""
    demand_no_call(table)
    if not sheet.is_open:
        raise Refused(form=[_("This sheet is already closed.")])


def _house_player(
    actor: Account, deed: UUID, tournament: Tournament, table: Table, house: int | None, name: str
) -> Entrant | None:
    """Return who sits down, registered on the spot if need be; None: nobody does."""
    if name and house is not None:
        raise Refused(name=[_("Please choose somebody from the list, or type a name, not both.")])
    if name:
        register(actor, uuid5(deed, "house"), tournament=tournament, names=[name], house=True)
        found = entrant_called(tournament, name)
        if not found.house:
            words = _("“%(name)s” is already registered, and not as a house player.") % {"name": name}
            raise Refused(name=[words])
        demand_not_withdrawn(tournament, found, "name")
    elif house is not None:
        chosen = tournament.entrants.filter(pk=house, house=True, withdrawn_at=None).first()
        if chosen is None:
            raise Refused(house=[_("Please choose one of the house players.")])
        found = chosen
    else:
        return None
    if str(found.participant_id) in _seated_now(tournament):
        words = _("%(name)s is already at a table.") % {"name": tournament.name_of(found)}
        raise Refused(**{"name" if name else "house": [words]})
    return found


def demand_not_withdrawn(tournament: Tournament, entrant: Entrant, field: str) -> None:
    """Refuse to seat somebody who plays no further round."""
    if entrant.withdrawn_at is not None:
        words = _("%(name)s has withdrawn. Please let them play again first.")
        raise Refused(**{field: [words % {"name": tournament.name_of(entrant)}]})


def entrant_called(tournament: Tournament, name: str) -> Entrant:
    """Return who is registered under this name."""
    there = {folded(name): pk for pk, name in tournament.evening.names().items()}
    return tournament.entrants.get(participant=int(there[folded(name)]))


def _exchange_seats(actor: Account, entry: UUID, sheet: Sheet, goes: Entrant, comes: Entrant) -> None:
    """Exchange two people; the seat stays where it is, and with it who deals next."""
    players, dealer = sheet.standing["players"], sheet.standing["dealer"]
    seats = {str(goes.participant_id): str(comes.participant_id)}
    now = [seats.get(player, player) for player in players]
    sit(actor, entry, sheet, now, seats.get(dealer, dealer))


def _go_on_without(actor: Account, entry: UUID, sheet: Sheet, goes: Entrant) -> None:
    """Let the others go on from the next hand; where the leaver was to deal, the next one does."""
    players, one = sheet.standing["players"], str(goes.participant_id)
    if len(players) <= SMALLEST:
        raise Refused(house=[_("Four sit here: without a house player the table ends.")])
    place = players.index(one)
    dealer = (
        players[(place + 1) % len(players)] if sheet.standing["dealer"] == one else sheet.standing["dealer"]
    )
    sit(actor, entry, sheet, [each for each in players if each != one], dealer)


def sit(actor: Account, entry: UUID, sheet: Sheet, players: list[str], dealer: str) -> None:
    """Seat these players from the next hand on."""
    seat(
        actor=Actor(actor, office=PUTTING_RIGHT),
        entry=entry,
        sheet=sheet,
        after=sheet.seq,
        people=[Person(participant=int(player)) for player in players],
        dealer=players.index(dealer),
    )


def _take_seat_back(actor: Account, entry: UUID, sheet: Sheet, leaving: Leaving) -> None:
    """Give the seat back: remove the seating if nothing was recorded since, else from the next hand on."""
    comes = str(leaving.entrant.participant_id)
    goes = None if leaving.instead is None else str(leaving.instead.participant_id)
    players = sheet.standing["players"]
    if (goes is not None and goes not in players) or comes in players:
        raise Refused(form=[_("The house player is no longer at this table.")])
    last = sheet.entries.standing().last()
    if last is not None and last.pk == uuid5(leaving.pk, "seat"):
        undo(actor=Actor(actor, office=PUTTING_RIGHT), entry=entry, sheet=sheet, after=sheet.seq)
    elif leaving.instead is not None:
        _exchange_seats(actor, entry, sheet, leaving.instead, leaving.entrant)
    elif len(players) >= LARGEST:
        raise Refused(form=[_("There are now six at this table: there is no seat to come back to.")])
    else:
        sit(actor, entry, sheet, [*players, comes], sheet.standing["dealer"])


def _record(act: PendingDeed, table: Table, leaving: Leaving, **further: Any) -> None:
    name, *instead = table.round.tournament.names_of(filter(None, (leaving.entrant, leaving.instead)))
    # phones at the table look at once who sits there
    record_deed(act, table, clock=True, name=name, instead=instead[0] if instead else None, **further)


_LEFT = {  # by who has the seat now, and whether the leaver is ranked last
    ("instead", False): gettext_lazy("let %(name)s leave, %(instead)s took the seat"),
    ("instead", True): gettext_lazy("let %(name)s leave and be ranked last, %(instead)s took the seat"),
    ("goes_on", False): gettext_lazy("let %(name)s leave, the others play on"),
    ("goes_on", True): gettext_lazy("let %(name)s leave and be ranked last, the others play on"),
    ("", False): gettext_lazy("let %(name)s leave, and closed the sheet"),
    ("", True): gettext_lazy("let %(name)s leave and be ranked last, and closed the sheet"),
}
