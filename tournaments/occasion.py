"""What holds at the tables of a tournament: who records, the bell, calls for the arbiters, rulings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import Refused
from scoring.engine.naming import Names
from scoring.models import Act, Entry, Evening, Sheet
from scoring.occasions import Actor, Crumb, MovedSheet, NewEntry, Occasion, OnPaper, RemarkOnEntry
from scoring.table.replay import is_of_the_bell
from scoring.table.verbs.hands import last_entry, redoable
from tournaments.clock import lapsing
from tournaments.clock.bell import demand_number, demand_time, takes_late
from tournaments.disputes.pages import remarks_of
from tournaments.disputes.verbs import is_ruling, refuse_ruled, ruled_at
from tournaments.drawing.cards import OPENED, place_behind
from tournaments.drawing.pages.blanks import on_paper_of
from tournaments.models import Pulse, Stage, Table, Tournament
from tournaments.pulse import beat_at
from tournaments.repair.pages.repair import replaced
from tournaments.repair.verbs import repair
from tournaments.repair.verbs.leaving import demand_no_result, demand_seats
from tournaments.repair.verbs.paper import demand_screen
from tournaments.standings.derived import is_shown
from tournaments.standings.results import derive
from tournaments.wording import no_schlussradl

LAST_ENTRY = (Act.ADD, Act.UNDO, Act.REDO)
OF_DIRECTORS = ("seating", "radl", "rules")  # events that no card writes, takes back or changes


def table_of(sheet: Sheet) -> Table:
    """The table whose sheet it is, with round and tournament; asked for once."""
    kept: Table | None = getattr(sheet, "_at_table", None)
    if kept is None:
        tables = Table.objects.select_related("round__tournament__club")
        kept = tables.filter(sheet=sheet).first() or tables.get(rewritten__sheet=sheet)
        sheet._at_table = kept  # type: ignore[attr-defined]
        sheet._is_aside = kept.sheet_id != sheet.pk  # type: ignore[attr-defined]
    kept.sheet = sheet
    return kept


def _event_of(record: object) -> str | None:
    return record.get("event") if isinstance(record, dict) else None


class AtATournament(Occasion):
    """The tables of a tournament."""

    scripts = ("tournaments/table.js", "tournaments/calling.js")
    imported = ("tournaments/clock.js", "tournaments/next_round.js", "tournaments/sound.js")
    styles = ("tournaments/clock.css", "tournaments/table.css")
    has_schlussradl = False

    def may_record(self, sheet: Sheet, actor: Actor) -> bool:
        """Directors and arbiters everywhere, the card at its own table."""
        if actor.account is None:
            return actor.link == sheet.record_link and self.admits_link(sheet)
        return bool(sheet.is_directed or sheet.is_arbitrated)

    def corrects(self, sheet: Sheet, actor: Actor | None) -> bool:
        return actor is not None and actor.account is not None

    def demand(self, sheet: Sheet, actor: Actor, asked: NewEntry) -> None:
        table = table_of(sheet)
        if table.round.stage != Stage.RUNNING:
            raise Refused(form=[_("Round %(number)d is not running.") % {"number": table.round.number}])
        if _event_of(asked.record) == "schlussradl":
            raise Refused(form=[no_schlussradl()])
        before = asked.supersedes.record if asked.supersedes is not None else None
        if not table.paper and (is_of_the_bell(asked.record) or is_of_the_bell(before)):
            raise Refused(form=[_("The bell stands on the sheet where it rang, and stays there.")])
        if is_ruling():
            return
        if table.calls.open().exists():
            raise Refused(form=[_("This table has called the arbiters, and waits for their ruling.")])
        self._demand_not_ruled(table, asked)
        demand_no_result(table)
        demand_seats(sheet, asked)
        if actor.account is None:
            self._demand_of_the_card(sheet, asked)
            demand_screen(table)
        demand_number(table, sheet, actor, asked)
        if not table.paper:
            demand_time(table, asked, clock.now())

    def admits(self, sheet: Sheet, actor: Actor, act: Act) -> bool:
        """Not while the arbiters are called, nor what they have ruled on."""
        last = last_entry(sheet) if act == Act.UNDO else redoable(sheet)
        if last is None:
            return False
        record = None if act == Act.UNDO or last.supersedes is None else last.supersedes.record
        try:
            self.demand(sheet, actor, NewEntry(uuid4(), act, record, supersedes=last))
        except Refused:
            return False
        return True

    def _demand_not_ruled(self, table: Table, asked: NewEntry) -> None:
        """What the arbiters have ruled on stays; also nothing is put before it."""
        place = asked.supersedes.place if asked.supersedes is not None else asked.place
        if place is None:
            return
        rulings = ruled_at(table)
        if asked.supersedes is not None:
            refuse_ruled(rulings.filter(place=place).first())
        else:
            refuse_ruled(rulings.filter(place__gt=place).first())

    def _demand_of_the_card(self, sheet: Sheet, asked: NewEntry) -> None:
        """The table itself adds, takes back and corrects its last hand; who sits there says the director."""
        self._demand_not_of_directors(asked)
        if asked.act in (Act.UNDO, Act.CORRECT) and self._has_taken_back(sheet):
            raise Refused(form=[_("Only the last hand can be taken back here. Please call the director.")])
        if asked.act in LAST_ENTRY:
            return
        last = last_entry(sheet)
        if asked.act == Act.CORRECT and last is not None and asked.supersedes == last:
            return
        raise Refused(form=[_("Only the last hand can be corrected here. Please call the director.")])

    def _demand_not_of_directors(self, asked: NewEntry) -> None:
        before = asked.supersedes.record if asked.supersedes is not None else None
        events = {_event_of(asked.record), _event_of(before)}
        if "seating" in events:
            raise Refused(form=[_("Who sits at this table is changed by the director.")])
        if events.intersection(OF_DIRECTORS):
            words = _("The director has entered this. Only the director can take it back or change it.")
            raise Refused(form=[words])

    def _has_taken_back(self, sheet: Sheet) -> bool:
        """The last hand, and has entered nothing since: the one before it is not the table's."""
        last = sheet.entries.filter(act__in=LAST_ENTRY).order_by("seq").last()
        return last is not None and last.act == Act.UNDO and last.by_id is None

    def moved(self, sheet: Sheet) -> None:
        table = table_of(sheet)
        if sheet._is_aside:  # type: ignore[attr-defined]
            return  # written anew: another sheet is the table's
        derive(table)
        Pulse.beat(table.round.tournament_id)

    def place_for(self, sheet: Sheet, entered: datetime | None) -> int | None:
        return lapsing.place_for(table_of(sheet), sheet, entered)

    def rearranged(self, sheet: Sheet, actor: Actor, entry: Entry) -> bool:
        return lapsing.rearranged(table_of(sheet), sheet, actor, entry)

    def moved_to(self, sheet: Sheet, session: Mapping[str, Any]) -> MovedSheet | None:
        """The card on a table opens whichever sheet is the table's, and no other."""
        if sheet.is_open:
            return None
        moved = repair.moved_to(sheet)
        if moved is None:
            return None
        table, place = table_of(sheet), place_behind(session.get(OPENED, ""))
        here = (table.round.tournament_id, table.number)
        opens = place is not None and (place.tournament, place.number) == here
        return moved._replace(opens=opens and self.admits_link(moved.sheet))

    def takes_late(self, sheet: Sheet, entered: datetime) -> bool:
        table = table_of(sheet)
        is_running = table.round.stage == Stage.RUNNING and not sheet._is_aside  # type: ignore[attr-defined]
        return is_running and takes_late(table, sheet, entered, clock.now())

    def admits_link(self, sheet: Sheet) -> bool:
        round_ = table_of(sheet).round
        return round_.stage == Stage.RUNNING and round_.reopened_at is None

    def is_shown_to_all(self, sheet: Sheet) -> bool:
        tournament = table_of(sheet).round.tournament
        return tournament.public and is_shown(tournament)

    def is_shown_to_members(self, sheet: Sheet) -> bool:
        """Whoever runs the tournament sees every sheet; others once it may be seen how it stands."""
        tournament = table_of(sheet).round.tournament
        runs = bool(sheet.is_directed or sheet.is_arbitrated)
        return runs or is_shown(tournament)

    def final_places(self, sheet: Sheet) -> Collection[int]:
        places = ruled_at(table_of(sheet)).values_list("place", flat=True)
        return frozenset(place for place in places if place is not None)

    def remarks(self, sheet: Sheet) -> Sequence[RemarkOnEntry]:
        return [*replaced(sheet), *remarks_of(table_of(sheet))]

    def remarks_on(self, sheet: Sheet, place: int) -> Sequence[RemarkOnEntry]:
        return remarks_of(table_of(sheet), place)

    def ways(self, sheet: Sheet, actor: Actor | None) -> Sequence[Crumb]:
        table = table_of(sheet)
        if actor is None or table.round.stage != Stage.RUNNING or not sheet.is_open:
            return ()
        where = [table.round.tournament.code, table.pk]
        waits = table.calls.open().exists()
        label = _("The arbiters have been called") if waits else _("Call the arbiters")
        return (Crumb(label, reverse("tournaments:call", args=where)),)

    def crumbs(self, sheet: Sheet, *, member: bool) -> Sequence[Crumb]:
        tournament = table_of(sheet).round.tournament
        if member:
            club = sheet.evening.club
            return (
                Crumb(club.name, club.get_absolute_url()),
                Crumb(tournament.title, reverse("tournaments:tournament", args=[club.slug, tournament.pk])),
            )
        if tournament.public:
            return (Crumb(tournament.title, reverse("tournaments:public", args=[tournament.code])),)
        return ()

    def table_facts(self, sheet: Sheet, names: Names) -> dict[str, Any] | None:
        from tournaments.rounds.pages.table_facts import facts_of

        return facts_of(table_of(sheet), names)

    def on_paper(self, sheet: Sheet) -> OnPaper:
        return on_paper_of(table_of(sheet))

    def pulse(self, sheet: Sheet) -> str | None:
        table = table_of(sheet)
        return reverse("tournaments:table_pulse", args=[table.round.tournament.code, table.pk])

    def tag(self, sheet: Sheet) -> str:
        table = table_of(sheet)
        beat = beat_at(table.round.tournament.code, table.pk)
        return beat.tag.strip('"') if beat else ""

    def address(self, evening: Evening) -> str:
        return evening.tournament.get_absolute_url()

    def renamed(self, evenings: Collection[int]) -> None:
        for tournament in Tournament.objects.filter(evening__in=evenings).order_by("pk"):
            Pulse.beat(tournament.pk, clock=True)
