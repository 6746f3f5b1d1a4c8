"""Correct a table: from its known state to the wanted one, with a reason; all else is derived.

`state_of` is a table as its page shows it: who sits there, who left, what was typed from paper and what was
ruled. `mend` does whatever differs between two such documents, and keeps both.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any
from uuid import UUID, uuid5

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import clock
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, store, verb
from scoring.engine.money import number_in_words
from scoring.engine.play_money import amount_from
from scoring.engine.result import in_twelfths
from scoring.models import Account, Member, Sheet
from scoring.names import tidy
from scoring.table.putting_right import note_right_names
from scoring.table.reasons import demand_reason, store_reason
from scoring.table.verbs import undo
from scoring.table_policy import Actor
from tournaments.corrections.verbs import (
    LARGEST,
    PUTTING_RIGHT,
    _demand_paper,
    _demand_room,
    _kept_lines,
    _newcomer,
    demand_no_call,
    demand_no_result,
    demand_not_withdrawn,
    demand_nothing_ruled,
    demand_seats_taken,
    entrant_called,
    seated_now,
    sit,
    table_now,
    takes_result_when_closed,
)
from tournaments.draw.sections import join_section
from tournaments.draw.verbs import keep_seat_change, note_reseated
from tournaments.engine.adjusting import (
    EVERYBODY,
    OF_A_TABLE,
    Adjustment,
    AdjustmentKind,
    adjustment_from,
    as_json,
)
from tournaments.engine.changes import SEATS, KnownTable, TableDifference, changes, reseated
from tournaments.engine.played import PlayerResult
from tournaments.engine.sizes import SMALLEST
from tournaments.entrants.verbs import answer_signup, note_there, register
from tournaments.log import record_deed, sentence_at_table
from tournaments.models import (
    Attendance,
    Entrant,
    Leaving,
    PaperResult,
    ResultRuling,
    Round,
    Stage,
    Table,
    TableChange,
    Tournament,
)
from tournaments.preconditions import demand_open, directed, run, takes_results
from tournaments.preconditions import member as member_of
from tournaments.standings.results import (
    adjustments_at,
    current_result,
    derive,
    derive_ruled,
    in_seat_order,
    joined_at,
    lacks_result,
)
from tournaments.wording import adjustment_in_words

__all__ = ["changes", "mend", "state_of"]

MOST_POINTS = 1_000_000
MOST_PARTS = 12  # halves, thirds, quarters: what a hand can pay
NOTHING = {"kind": AdjustmentKind.NONE.value}


def state_of(table: Table) -> KnownTable:
    """Return the state of a table, as its page shows it and as it is stored."""
    result, ruled = current_result(table), as_json(adjustments_at(table))
    left = {str(row.entrant.participant_id): row.ranked for row in _leavings(table)}
    people = in_seat_order(table, table.sheet.totals) if table.sheet else table.seats
    return {
        "people": {
            player: {
                "who": player,
                "sits": player in table.seated and player not in left,
                "left": left.get(player, ""),
                "typed": None if result is None else result.lines.get(player),
                "ruled": ruled.get(player, NOTHING),
            }
            for player in people
        },
        "ruled": ruled.get(EVERYBODY, NOTHING),
    }


def _leavings(table: Table) -> list[Leaving]:
    rows = table.leavings.filter(undone_at=None).select_related("entrant", "instead")
    return list(rows.order_by("at", "pk"))


# In words


def change_in_words(change: TableDifference, names: Mapping[str, str]) -> str:
    """Return a change in words; `names` are those of the people by id."""
    player, kind, was, now = change
    name = names.get(player, pgettext("ruling", "everybody at this table"))
    if kind == "who":
        return _("%(name)s was really %(other)s") % {"name": name, "other": names.get(now, now)}
    if kind == "typed":
        return f"{name}: {_line_in_words(was)} → {_line_in_words(now)}"
    if kind == "ruled":
        return f"{name}: {adjustment_in_words(adjustment_from(now))}"
    if kind == "comes":
        return _("%(name)s takes a seat") % {"name": names.get(now, now)}
    words = {
        ("sits", True): _("%(name)s sits here"),
        ("sits", False): _("%(name)s does not sit here any more"),
        ("left", ""): _("%(name)s sits here again"),
        ("left", "balance"): _("%(name)s leaves with the balance they have"),
        ("left", "last"): _("%(name)s leaves and is ranked last"),
    }
    return words[kind, now] % {"name": name}


def differences_in_words(differences: Iterable[TableDifference], names: Mapping[str, str]) -> list[str]:
    """Return the differences in sentences; leaving includes giving up the seat."""
    return [change_in_words(each, names) for each in _without_seats(differences)]


def _without_seats(differences: Iterable[TableDifference]) -> list[TableDifference]:
    """Return the differences, without seats that people give up by leaving or take by returning."""
    differences = list(differences)
    leaving = {each.player for each in differences if each.kind == "left"}
    return [each for each in differences if each.kind != "sits" or each.player not in leaving]


def _line_in_words(line: Mapping[str, Any] | None) -> str:
    if not line:
        return "–"
    balance, *more = (number_in_words(amount_from(value)) for value in line.values())
    return " + ".join((balance, *(amount for amount in more if amount != "0")))


def _in_log(details: dict[str, Any]) -> str:
    """Return the sentence for the log: each change, the table, and the reason if there is one."""
    named = [
        (
            TableDifference("name", each["kind"], each["was"], "to" if each["to"] else each["now"]),
            {"name": each["name"] or pgettext("ruling", "everybody at this table"), "to": each["to"]},
        )
        for each in details["changes"]
    ]
    what = "; ".join(change_in_words(change, names) for change, names in named)
    template = (
        gettext_lazy("put right: %(what)s: %(reason)s")
        if details["reason"]
        else gettext_lazy("put right: %(what)s")
    )
    return sentence_at_table(template)({**details, "what": what})


def _for_log(differences: Iterable[TableDifference], names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield each difference with names in place of ids."""
    for player, kind, was, now in _without_seats(differences):
        is_name = kind in ("who", "comes")
        yield {
            "name": names.get(player, ""),
            "kind": kind,
            "was": None if is_name else was,
            "now": None if is_name else now,
            "to": names[now] if is_name else "",
        }


# The verb


@verb(log=_in_log)
def mend(
    act: PendingDeed[Account], *, table: Table, before: KnownTable, after: KnownTable, reason: str = ""
) -> Table:
    """Make all changes between the known and the wanted state of a table, and derive everything anew.

    `after["comes"]` says who takes a seat: an "entrant", or a new player of this "name"; "signup" is their
    own registration. Rights and stages follow from what changes: results from paper those who take them,
    rulings arbiters too, both also in a closed round; all else the director while the round runs.
    """
    differences = _differences(before, after)
    kinds = {each.kind for each in differences}
    may = takes_results if kinds <= {"typed"} else run if kinds == {"ruled"} else directed
    tournament = may(table.round.tournament, act.actor)
    if kinds == {"typed"} and not tournament.is_directed:
        _demand_paper(Table.objects.get(pk=table.pk))
    act.demand_nothing_newer()
    table, sheet = table_now(table, act.actor, tournament, also_closed=kinds <= {"typed", "ruled"})
    if state_of(table) != before:
        raise ChangedMeanwhile(now=quicker_in_words(table, before))
    if not differences:
        return table
    is_first = kinds == {"typed"} and not table.paper_results.exists()
    if reason or not (is_first or kinds <= SEATS):
        reason = demand_reason(reason)
    if kinds != {"ruled"}:
        demand_no_call(table)
    mending = _Mending(act, table, sheet, reason)
    states = {table.pk: (before, after)}
    if "who" in kinds:
        if kinds != {"who"}:
            raise Refused(form=[_("Please save first who really sat there, and then everything else.")])
        states |= mending.put_names_right({each.was: each.becomes for each in differences})
    if kinds & SEATS:
        comes = {"comes": mending.seat(before, after)}  # its name is no part of what is kept
        seated = mending.fresh(table).seated  # also those who gave way to somebody who came back
        people = {
            player: {**row, "sits": row["sits"] and player in seated}
            for player, row in after["people"].items()
        }
        states[table.pk] = before, {key: comes.get(key, after[key]) for key in after} | {"people": people}
    if "typed" in kinds:
        mending.keep_lines({player: row["typed"] for player, row in after["people"].items()})
    for player, kind, _was, now in differences:
        if kind == "ruled":
            mending.rule(player, adjustment_from(now))
    if "ruled" in kinds:
        derive_ruled(mending.fresh(table))
    players: list[str] = []
    for changed in Table.objects.filter(pk__in=states).order_by("number"):
        mending.keep(changed, *states[changed.pk])
        players += reseated(*states[changed.pk])
    if players:
        keep_seat_change(act, table.round, people=list(dict.fromkeys(players)), reason=mending.why)
    names, (was, now) = tournament.evening.names(), states[table.pk]
    told_changes = list(_for_log(changes(was, now), names))
    record_deed(act, table, clock=True, changes=told_changes, reason=reason)
    return table


def _differences(known: KnownTable, target: KnownTable) -> list[TableDifference]:
    """Return the changes; refuse impossible states, and those of another table."""
    try:
        differences = list(changes(known, target))
        is_same_table = known["people"].keys() == target["people"].keys()
    except (AttributeError, KeyError, TypeError):
        is_same_table = False
    if not is_same_table:
        raise Refused(form=[_("Different people now sit at this table. Please check the form again.")])
    return differences


def quicker_in_words(table: Table, known: KnownTable) -> str:
    """Return who has changed a table since its state was `known`, and its state now."""
    differences, names = list(changes(known, state_of(table))), table.round.tournament.evening.names()
    values = {"what": "; ".join(differences_in_words(differences, names))}
    newest = table.changes.select_related("by").order_by("seq").last()
    typed_last = table.paper_results.select_related("by").order_by("seq").last()
    member: Member | None = None
    if typed_last is not None and {each.kind for each in differences} == {"typed"}:
        member = typed_last.by
    elif newest is not None:
        latest = changes(newest.before, newest.after)
        players = {str(value) for each in latest for value in (each.player, each.was, each.becomes)}
        if not players.isdisjoint(each.player for each in differences):
            member = newest.by
    if member is None:
        return _("Somebody was quicker: %(what)s. Please look again.") % values
    return _("%(name)s was quicker: %(what)s. Please look again.") % {**values, "name": member.name}


class _Mending:
    """One change of a table of a running or closed round, whose sheet is locked."""

    def __init__(self, act: PendingDeed[Account], table: Table, sheet: Sheet, reason: str) -> None:
        self.act, self.table, self.sheet = act, table, sheet
        self.tournament: Tournament = table.round.tournament
        self.reason, self.why = reason, store_reason(reason)
        self.by, self.at = member_of(self.tournament, act.actor), clock.now()

    def id_of(self, row: str) -> UUID:
        return uuid5(self.act.id, row)

    def fresh(self, table: Table) -> Table:
        return Table.objects.select_related("round__tournament__club", "sheet").get(pk=table.pk)

    def written(self) -> dict[str, Any]:
        return {"reason": self.why, "by": self.by, "at": self.at}

    def keep(self, table: Table, was: KnownTable, now: KnownTable) -> None:
        """Keep both documents of a table."""
        pk = self.act.id if table.pk == self.table.pk else self.id_of(f"change {table.number}")
        seq = table.changes.count() + 1
        TableChange.objects.create(id=pk, table=table, seq=seq, before=was, after=now, **self.written())

    # who really sat there

    def put_names_right(self, really: dict[str, str]) -> dict[int, tuple[KnownTable, KnownTable]]:
        """Give each player another one's record; the last of a row gets that of the first.

        Return each table of the round at which they sat, before and after.
        """
        people = _closed(really)
        states, sheets = {}, []
        for concerned in tables_of(self.table.round, people):
            table, sheet = table_now(concerned, self.act.actor, self.tournament)
            sheets.append(sheet)
            demand_no_call(table)
            demand_nothing_ruled(table)
            self._demand_there_all_the_time(table, people)
            was = state_of(table)
            rows = {
                player: {**row, "who": people.get(player, player)} for player, row in was["people"].items()
            }
            states[table.pk] = was, {**was, "people": rows}
            result = current_result(table)
            store(table, seats=[people.get(seat, seat) for seat in table.seats])
            entry = self.id_of(f"{table.number}")
            note_right_names(sheet, self.act.actor, entry, people=people, reason=self.reason)
            if result is not None:
                lines = {people.get(player, player): line for player, line in result.lines.items()}
                self._keep_result(self.fresh(table), self.id_of(f"paper {table.number}"), lines)
        _seat_in_the_draw(self.table.round, people)
        if not any(sheet.state.hands for sheet in sheets):  # else they sat there all the time
            note_reseated(self.table.round, people)
        return states

    def _demand_there_all_the_time(self, table: Table, people: Mapping[str, str]) -> None:
        """Refuse to exchange players who left or came during the round, or with a ruling on their result."""
        names, seated_later = self.tournament.evening.names(), set(joined_at(table).values())
        for row in table.leavings.select_related("entrant", "instead"):
            entrants = (row.instead, row.entrant if row.undone_at is None else None)
            seated_later |= {str(each.participant_id) for each in entrants if each is not None}
        if later := sorted(seated_later & people.keys()):
            words = _(
                "%(name)s left table %(number)d, or came to it, during the round. Please undo that first."
            )
            raise Refused(form=[words % {"name": names[later[0]], "number": table.number}])
        if ruled := sorted(adjustments_at(table).keys() & people.keys()):
            words = _("There is a ruling on the result of %(name)s. Please take it back first.")
            raise Refused(form=[words % {"name": names[ruled[0]]}])

    # who sits there

    def seat(self, known: KnownTable, target: KnownTable) -> str | None:
        """Seat people from the next hand on, or close the sheet of too few; return who came."""
        table, people = self.table, target["people"]
        demand_no_result(table)
        was = {player: row["sits"] for player, row in known["people"].items()}
        goes = [player for player, row in people.items() if was[player] and not row["sits"]]
        back = [player for player, row in people.items() if row["sits"] and not was[player]]
        leavings = {str(row.entrant.participant_id): row for row in _leavings(table)}
        joined = {player: entry for entry, player in joined_at(table).items()}
        self._demand_possible_seats(people, goes, back, leavings, joined)
        ranked_otherwise = [
            player
            for player, row in people.items()
            if player in leavings and not row["sits"] and row["left"] != leavings[player].ranked
        ]
        for player in ranked_otherwise:
            self._rank_otherwise(leavings[player], people[player]["left"])
        comes = target.get("comes")
        if not (goes or back or comes):
            return None
        closed_by = {player for player, row in leavings.items() if row.seating_id is None}
        reopens = not closed_by.isdisjoint(back)
        if not (self.sheet.is_open or reopens):
            raise Refused(form=[_("This sheet is already closed.")])
        newcomer = self._newcomer(comes, fills_in=bool(goes)) if comes else None
        seats, dealer = self._seats(goes, back, newcomer, leavings)
        unjoins = [player for player in goes if not people[player]["left"]]
        entry: UUID | None = None
        if reopens:
            demand_seats_taken(table, coming_back=back)
            store(self.sheet, closed_at=None)
        if len(seats) < SMALLEST:
            if newcomer is not None or back:
                raise Refused(form=[_("At least four sit at one table.")])
            store(self.sheet, closed_at=clock.now())  # the table ranks as it stands
        elif tuple(seats) != self.sheet.state.players:
            entry = self._seated(seats, dealer, unjoins, goes, back, newcomer, leavings, joined)
        for player in goes:
            if player in unjoins:
                rows = [row for row in table.joined if row[1] != player]
                store(table, joined=rows)
                table.round.attendances.filter(entrant__participant=int(player)).update(checked_in_at=None)
            else:
                instead = newcomer if player == goes[0] else None
                self._keep_leaving(player, instead, people[player]["left"], entry)
        for player in back:
            store(leavings[player], undone_at=self.at)
        if newcomer is None:
            return None
        seated = str(newcomer.participant_id)
        if not goes:
            store(table, joined=[*table.joined, [str(entry), seated]])
            note_there(table.round, [newcomer], here=True)
            note_reseated(table.round, [seated])
        return seated

    def _demand_possible_seats(
        self,
        people: Mapping[str, Any],
        goes: list[str],
        back: list[str],
        leavings: Mapping[str, Leaving],
        joined: Mapping[str, UUID],
    ) -> None:
        """Refuse players who are both seated and gone, or neither, or return without having left."""
        names = self.tournament.evening.names()
        for player, row in people.items():
            was_never_there = player not in leavings and (player in joined or player not in goes)
            is_wrong = row["left"] if row["sits"] else not (row["left"] or was_never_there)
            if is_wrong or row["left"] not in ("", *Leaving.Ranked.values):
                words = _("Please say whether %(name)s sits here, or how they are ranked.")
                raise Refused(form=[words % {"name": names[player]}])
        for player in back:
            if player not in leavings:
                words = _("%(name)s did not leave this table: please choose them as who takes a seat.")
                raise Refused(form=[words % {"name": names[player]}])
            demand_not_withdrawn(self.tournament, leavings[player].entrant, "form")

    def _newcomer(self, comes: Mapping[str, Any], *, fills_in: bool) -> Entrant:
        """Return the entrant who takes a seat: a house player in place of a leaver, else a latecomer."""
        table, entrant, name = self.table, comes.get("entrant"), tidy(comes.get("name") or "")
        name = self.tournament.as_written(name)
        if fills_in:
            return _house_player(self.act.actor, self.act.id, self.tournament, entrant, name)
        newcomer = _newcomer(self.act.actor, self.act.id, table.round, entrant, name)
        answer_signup(newcomer, comes.get("signup"))
        join_section(table.round, newcomer, table.number)
        _demand_room(table, len(self.sheet.state.players))
        return newcomer

    def _seats(
        self, goes: list[str], back: list[str], newcomer: Entrant | None, leavings: Mapping[str, Leaving]
    ) -> tuple[list[str], str]:
        """Return who sits there from the next hand on, and who deals it: seats stay where they are."""
        seats, dealer = list(self.sheet.state.players), self.sheet.state.dealer
        returning = [player for player in back if leavings[player].seating_id is not None]
        fill_ins = [leavings[player].instead for player in returning]
        give_way = [None if house is None else str(house.participant_id) for house in fill_ins]
        if {*filter(None, give_way)} - {*seats} or {*returning} & {*seats}:
            raise Refused(form=[_("The house player is no longer at this table.")])
        comes = [] if newcomer is None else [str(newcomer.participant_id)]
        taking = [*zip(give_way, returning, strict=True), *zip_longest(goes, comes)]
        for going, coming in taking:
            if going is None:
                seats.append(coming)
                continue
            index = seats.index(going)
            seats[index : index + 1] = [coming] if coming else []
            if dealer == going:
                dealer = coming or seats[index % len(seats)]
        if len(seats) > LARGEST:
            words = _("There are now six at this table: there is no seat to come back to.")
            raise Refused(form=[words])
        return seats, dealer

    def _seated(
        self,
        seats: list[str],
        dealer: str,
        unjoins: list[str],
        goes: list[str],
        back: list[str],
        newcomer: Entrant | None,
        leavings: Mapping[str, Leaving],
        joined: Mapping[str, UUID],
    ) -> UUID | None:
        """Write the seats on the sheet; where nothing was recorded since, undo the last seating instead."""
        seatings = {
            *(joined[player] for player in unjoins),
            *(leavings[player].seating_id for player in back),
        }
        last = self.sheet.entries.current().last()
        is_last = (
            last is not None
            and seatings == {last.pk}
            and newcomer is None
            and goes == unjoins
            and {player for player, row in leavings.items() if row.seating_id == last.pk} == {*back}
        )
        if unjoins and not is_last:
            words = _("A hand has been recorded since: please say that whoever goes now has left.")
            raise Refused(form=[words])
        entry = self.id_of("seat")
        if is_last:
            actor = Actor(self.act.actor, office=PUTTING_RIGHT)
            undo(actor=actor, entry=entry, sheet=self.sheet, known_seq=self.sheet.seq)
            return None
        return sit(self.act.actor, entry, self.sheet, seats, dealer)

    def _keep_leaving(self, player: str, instead: Entrant | None, ranked: str, seating: UUID | None) -> None:
        Leaving.objects.create(
            id=self.id_of(f"leaving {player}"),
            table=self.table,
            entrant=self.tournament.entrants.get(participant=int(player)),
            instead=instead,
            ranked=ranked,
            seating_id=seating,
            **self.written(),
        )

    def _rank_otherwise(self, leaving: Leaving, ranked: str) -> None:
        """Rank a leaver in the other way: another row replaces the first."""
        store(leaving, undone_at=self.at)
        player = str(leaving.entrant.participant_id)
        self._keep_leaving(player, leaving.instead, ranked, leaving.seating_id)

    # results from paper

    def keep_lines(self, typed_lines: Mapping[str, Any]) -> None:
        """Store the results of the printed sheet; without any, take back the stored ones."""
        table, tournament = self.table, self.tournament
        if table.round.stage == Stage.CLOSED:
            if not takes_result_when_closed(table):
                raise Refused(form=[_("There is no result from paper here.")])
            if not tournament.is_directed:
                demand_open(tournament)
                if current_result(table) is not None:
                    words = _("Round %(number)d is closed: only the director can change a stored result.")
                    raise Refused(form=[words % {"number": table.round.number}])
        given = {
            player: PlayerResult.from_json(player, line).paper
            for player, line in typed_lines.items()
            if line is not None
        }
        if given and len(given) < len(typed_lines):
            raise Refused(form=[_("Please type what everybody has in the end.")])
        lines = _kept_lines(tournament, self.sheet, given) if given else None
        self._keep_result(self.fresh(table), self.id_of("paper"), lines)

    def _keep_result(self, table: Table, pk: UUID, lines: Mapping[str, Any] | None) -> None:
        last = table.paper_results.order_by("seq").last()
        seq = 1 if last is None else last.seq + 1
        PaperResult.objects.create(id=pk, table=table, seq=seq, lines=lines, **self.written())
        store(table, paper=True)
        derive(table)

    # rulings on results

    def rule(self, player: str, ruled: Adjustment) -> None:
        """Store a ruling on the result of one person, or of the whole table."""
        self._demand_ruling(player, ruled)
        entrant = self.tournament.entrants.get(participant=int(player)) if player else None
        if entrant is not None and entrant.house:
            words = _("House players are not ranked: there is nothing to rule on.")
            raise Refused(**{_of("ruled", player): [words]})
        last = self.table.adjustments.order_by("seq").last()
        is_points = ruled.kind is AdjustmentKind.POINTS
        ResultRuling.objects.create(
            id=self.id_of(f"ruling {player}"),
            table=self.table,
            entrant=entrant,
            seq=1 if last is None else last.seq + 1,
            kind=ruled.kind,
            twelfths=in_twelfths(ruled.points) if is_points else None,
            **self.written(),
        )

    def _demand_ruling(self, player: str, ruled: Adjustment) -> None:
        """Refuse a ruling without effect here, or one that only the director makes."""
        table, kind = self.table, ruled.kind
        if kind in OF_A_TABLE:
            if not self.tournament.is_directed:
                raise PermissionDenied
            if player:
                words = _("This ruling is about the whole table. Please choose “everybody”.")
                raise Refused(**{_of("ruled", player): [words]})
        is_new = player not in adjustments_at(table)
        if kind is AdjustmentKind.AS_IT_STOOD and is_new and not lacks_result(table):
            words = _("Table %(number)d has a result: it counts as it stands, and needs no ruling.")
            raise Refused(**{_of("ruled", player): [words % {"number": table.number}]})
        if kind is not AdjustmentKind.POINTS:
            return
        if ruled.points == 0:
            problem = _("Please say how many points, with a minus for a penalty, such as −10.")
        elif not -MOST_POINTS <= ruled.points <= MOST_POINTS:
            problem = _("At most %(most)d, please.") % {"most": MOST_POINTS}
        elif (ruled.points * MOST_PARTS).denominator != 1:
            problem = _("Whole points, please, or halves, thirds and quarters of them.")
        else:
            return
        raise Refused(**{_of("points", player): [problem]})


def _of(field: str, player: str) -> str:
    """Return the name of a form's field for a player, or for the whole table."""
    return f"{field}-{player}" if player else field


def _closed(really: Mapping[str, str]) -> dict[str, str]:
    """Return the corrected names as closed circles, in which the last gets the first one's.

    >>> _closed({"1": "2", "2": "3"})
    {'1': '2', '2': '3', '3': '1'}
    """
    people, former = dict(really), {now: was for was, now in really.items()}
    if len(former) < len(really):
        raise Refused(form=[_("Two people cannot really have been the same one.")])
    for first in really.keys() - former.keys():
        last = first
        while last in really:
            last = really[last]
        people[last] = first
    return people


def tables_of(round_: Round, players: Collection[str]) -> list[Table]:
    """Return the tables where these people sat in this round."""
    sat = {table: _ever_at(table) for table in round_.tables.select_related("sheet").order_by("number")}
    known = {str(pk) for pk in round_.tournament.entrants.values_list("participant", flat=True)}
    tables = [table for table, people in sat.items() if not people.isdisjoint(players)]
    if len({*players}) < 2 or not known.union(*sat.values()).issuperset(players):
        raise Refused(form=[_("Please choose two different people in this tournament.")])
    if not tables:
        raise Refused(form=[_("Neither of the two sits at a table in this round.")])
    return tables


def _ever_at(table: Table) -> set[str]:
    return set(table.sheet.totals) if table.sheet else set(table.seats)


def _seat_in_the_draw(round_: Round, players: Iterable[str]) -> None:
    """Check in who sits there, and check out who sat nowhere after all."""
    seated = {each for seats in round_.tables.values_list("seats", flat=True) for each in seats}
    for each in players:
        entrant = Entrant.objects.get(tournament=round_.tournament_id, participant=int(each))
        if each in seated:
            attendance, _new = Attendance.objects.get_or_create(round=round_, entrant=entrant)
            if attendance.checked_in_at is None:
                store(attendance, checked_in_at=clock.now())
        else:
            round_.attendances.filter(entrant=entrant).update(checked_in_at=None)
    store(round_, swapped=True)


def _house_player(
    actor: Account, deed: UUID, tournament: Tournament, house: int | None, name: str
) -> Entrant:
    """Return the house player who sits down, registered now if necessary."""
    if name and house is not None:
        raise Refused(name=[_("Please choose somebody from the list, or type a name, not both.")])
    if name:
        register(actor, uuid5(deed, "house"), tournament=tournament, names=[name], house=True)
        entrant = entrant_called(tournament, name)
        if not entrant.house:
            words = _("“%(name)s” is already registered, and not as a house player.") % {"name": name}
            raise Refused(name=[words])
        demand_not_withdrawn(tournament, entrant, "name")
    else:
        chosen = tournament.entrants.filter(pk=house or 0, house=True, withdrawn_at=None).first()
        if chosen is None:
            raise Refused(entrant=[_("Please choose one of the house players.")])
        entrant = chosen
    if str(entrant.participant_id) in seated_now(tournament):
        words = _("%(name)s is already at a table.") % {"name": tournament.name_of(entrant)}
        raise Refused(**{"name" if name else "entrant": [words]})
    return entrant


# What forms ask for


def differently(table: Table, rows: Mapping[str, Mapping[str, Any]], **whole: Any) -> dict[str, Any]:
    """Return the arguments of `mend` for a table as it is now, with these values changed."""
    state = state_of(table)
    people = {player: {**row, **rows.get(player, {})} for player, row in state["people"].items()}
    return {"table": table, "before": state, "after": {**state, "people": people, **whole}}
