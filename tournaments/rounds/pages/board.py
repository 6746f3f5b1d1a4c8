"""The tables of a round: live for the people who run it, else only their seats; a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import FilteredRelation, Q, prefetch_related_objects
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import clock
from scoring.engine.amounts import signed
from scoring.engine.money import number_in_words
from scoring.engine.naming import Names
from scoring.engine.record.stored import CALLED_RADL
from scoring.models import Act, Entry
from scoring.models.entries import TAKING_BACK
from scoring.rules.versions.versions import rules_of
from tournaments.engine.clock import Clock, Phase, bell, phase, remaining
from tournaments.engine.terms import Format
from tournaments.models import Call, Round, Stage, Table, Tick
from tournaments.round_clock import (
    TableAtBell,
    changes_of,
    clock_at,
    clock_of,
    entered,
    hands_of,
    is_complete,
    is_late,
    last_hand,
    takes_bell,
)
from tournaments.rounds.pages.clock_display import clock_part, minutes_in_words
from tournaments.standings.results import lacks_result, lines_of

SILENT_AFTER = timedelta(minutes=10)  # without an entry a table is silent for long


class BoardSeat(NamedTuple):
    """A player at a table, with the current score."""

    name: str
    amount: str = ""
    busts: int = 0
    notes: tuple[str, ...] = ()  # has left, fills in


class Note(NamedTuple):
    """A note about a table; in `brief` words on its card if it is the most urgent."""

    words: str
    tone: str = "quiet"  # "quiet", "look" or "now"
    way: str = ""
    kind: str = ""  # by which tables are counted and found: "call", "silent", "late", "bell" or "paper"
    brief: str = ""


class BoardTable(NamedTuple):
    """One table of the round."""

    number: int
    seats: tuple[BoardSeat, ...]
    section: str = ""  # of whose people it was drawn
    settings: str = ""  # where it is led, and put right
    hands: str = ""
    last: datetime | None = None  # when the last hand that stands was entered
    doubled: int = 0  # so many of the next hands count double
    notes: tuple[Note, ...] = ()
    is_open: bool = False
    is_done: bool = False  # its sheet is closed or its result typed
    is_paper: bool = False
    own_time: str = ""  # what is left here, where it is other than for everybody
    own_bell: int | None = None  # when it rings here then, in milliseconds; None: its clock stands
    late: tuple[tuple[datetime, datetime], ...] = ()  # hands entered before the bell that came after it
    can_note_bell: bool = False  # on paper, where nobody has said yet where it rang
    can_allow: bool = False
    is_missing: bool = False  # has neither a hand nor a result from paper
    is_by_hands: bool = False  # plays on paper, and as many hands count as were entered
    pace: str = ""  # how far it is, while nothing else has to be said

    @property
    def is_in(self) -> bool:
        """Return whether its result is complete."""
        return self.is_done and not self.is_by_hands

    @property
    def urgent(self) -> Note | None:
        """Return the most urgent note; None if there is none."""
        notes = [note for tone in ("now", "look") for note in self.notes if note.tone == tone]
        return notes[0] if notes else None

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return by what the table is counted and found."""
        ends = (("open", self.is_open), ("done", self.is_done))
        return (*(note.kind for note in self.notes if note.kind), *(kind for kind, holds in ends if holds))


def board_of(round_: Round, names: Names, *, watched: bool = True) -> dict[str, Any]:
    """Return the clock and the tables of a round, with their state for people who run it."""
    now = clock.now()
    prefetch_related_objects([round_], "ticks")
    known = _Known(round_, names, now, watched=watched)
    tables = [known.shown(table) for table in known.tables]
    doing = phase(known.clock, now)
    is_running, shown = round_.stage == Stage.RUNNING, clock_part(round_.tournament, round_)
    goes = is_running and shown["is_timed"] and doing in (Phase.RUNNING, Phase.STOPPED)
    double = ""
    if is_running and round_.doubled_at is not None:
        double = "back" if known.is_double_untouched(round_.doubled_at) else ""
    elif is_running and rules_of(round_.tournament.evening.ruleset).radl.played:
        double = "call" if doing not in (Phase.BELL, Phase.ENDED) else ""
    return {
        "tables": tables,
        "clock": shown,
        "known": len(changes_of(round_, known.ticks)),  # how often the clock was changed
        "is_running": is_running,
        "is_paused": doing is Phase.PAUSED,
        "has_rung": doing in (Phase.BELL, Phase.ENDED),
        "done": sum(table.is_in for table in tables),
        "takes_paper": round_.stage != Stage.CLOSED and round_.tournament.is_open,
        "can_take_back": is_running and not any(known.entries.values()),  # the start
        "can_pause": goes,
        "can_ring": goes or (is_running and shown["is_timed"] and doing is Phase.PAUSED),
        "double": double,  # what can be done about it
        "counts": _counts(tables),
        "is_many": len(tables) > 12,
        "is_crowd": len(tables) > 20,
        "missing": [table.number for table in tables if table.is_missing],
        "by_hands": [f"{table.number} ({table.hands})" for table in tables if table.is_by_hands],
        "paper_first": round_.tournament.paper_first or 1,
        "paper_last": min(round_.tournament.paper_last or len(tables), len(tables)),
        "some_paper": any(table.is_paper for table in tables),
        "still_open": [table for table in tables if table.is_open],
    }


def _counts(tables: Sequence[BoardTable]) -> list[tuple[str, str, int]]:
    """Return the numbers of tables in all, calling, silent and so on: kind, label, count."""
    labels = {
        "call": pgettext("tables", "call"),
        "silent": pgettext("tables", "silent"),
        "late": pgettext("tables", "late hands"),
        "bell": pgettext("tables", "at the bell"),
        "paper": pgettext("tables", "on paper"),
        "open": pgettext("tables", "still open"),
        "done": pgettext("tables", "over"),
    }
    counted = {kind: sum(kind in table.kinds for table in tables) for kind in labels}
    occurring = [(kind, label, counted[kind]) for kind, label in labels.items() if counted[kind]]
    return [("all", pgettext("tables", "all"), len(tables)), *occurring]


def shown_table(table: Table, names: Names) -> BoardTable:
    """Return one table as on the board of its round, without reading the others."""
    prefetch_related_objects([table.round], "ticks")
    return _Known(table.round, names, clock.now(), watched=True, tables=[table]).shown(table)


class _Known:
    """Everything about all tables of a round or some of them, each read once."""

    def __init__(
        self,
        round_: Round,
        names: Names,
        now: datetime,
        *,
        watched: bool,
        tables: Sequence[Table] | None = None,
    ) -> None:
        self.round, self.names, self.now, self.watched = round_, names, now, watched
        self.where = [round_.tournament.club.slug, round_.tournament.pk, round_.number]
        if tables is None:
            tables = list(round_.tables.select_related("sheet__evening").order_by("number"))
        self.tables = tables
        self.ticks = round_.ticks_now
        self.clock = clock_of(round_, self.ticks)
        self.left: set[tuple[int, str]] = set()
        self.house: set[str] = set()
        self.entries: dict[int, list[Entry]] = defaultdict(list)
        if not watched:
            return
        calls = Call.objects.filter(table__in=tables).select_related("words")
        self.calls = list(calls.prefetch_related("rulings"))
        leavings = FilteredRelation("leavings", condition=Q(leavings__undone_at=None))
        entrants = round_.tournament.entrants.annotate(gone=leavings)
        marked = entrants.filter(Q(house=True) | Q(gone__isnull=False)).order_by()
        for number, house, table in marked.values_list("participant", "house", "gone__table"):
            if house:
                self.house.add(str(number))
            if table is not None:
                self.left.add((table, str(number)))
        for entry in Entry.objects.filter(sheet__table__in=tables).order_by("sheet", "seq"):
            self.entries[entry.sheet_id].append(entry)

    def shown(self, table: Table) -> BoardTable:
        table.round = self.round
        if not self.watched:
            return self._seated(table)
        ticking = clock_at(table, self.clock, self.ticks, self.calls)
        entries = self.entries[table.sheet_id or 0]
        at_bell = last_hand(table, ticking, entries, self.now)
        is_open = self.is_running and table.sheet is not None and table.sheet.is_open and not table.paper
        is_missing = table.sheet is not None and lacks_result(table)
        is_over = table.sheet is not None and (not table.sheet.is_open or table.result.is_typed)
        late = [entry for entry in entries if is_late(entry, at_bell.rings)]
        last = last_played(entries)
        notes = tuple(
            self._notes(table, ticking, at_bell, last, late, is_open=is_open, is_missing=is_missing)
        )
        return self._seated(table)._replace(
            settings=reverse("tournaments:table", args=[*self.where, table.number]),
            seats=tuple(self._seats(table)),
            hands=_hands(table),
            last=last,
            doubled=table.sheet.state.owed if table.sheet is not None and is_open else 0,
            notes=notes,
            is_open=is_open,
            is_done=is_over and not is_missing,
            is_paper=table.paper,
            own_time=(own_time := self._own_time(ticking)),
            own_bell=self._own_bell(ticking) if own_time else None,
            late=tuple((entered(entry), entry.at) for entry in late),
            can_note_bell=self.is_running and table.paper and not is_over and takes_bell(table, table.sheet),
            can_allow=is_open and at_bell.rang and not at_bell.asks and at_bell.left == 0,
            is_missing=is_missing,
            is_by_hands=table.paper and not table.result.is_typed and table.result.hands > 0,
            pace=self._pace(table, last) if is_open else "",
        )

    def _seated(self, table: Table) -> BoardTable:
        """Return the players at a table, as everybody in the club may see."""
        return BoardTable(
            number=table.number,
            seats=tuple(BoardSeat(self.names[player]) for player in table.seated),
            section=self.round.section_of(table.number),
        )

    def _pace(self, table: Table, last: datetime | None) -> str:
        """Return the number of hands played of all, or the time since the last one."""
        if hands_of(table) is not None:
            return _hands(table)
        return "" if last is None else self._ago(last)

    def _ago(self, moment: datetime) -> str:
        return _("%(count)d min") % {"count": (self.now - moment).total_seconds() // 60}

    def is_double_untouched(self, called: datetime) -> bool:
        """Return whether nothing has been entered since the double round was called."""
        since = [entry for entries in self.entries.values() for entry in entries if entry.at >= called]
        return all((entry.record or {}).get("event") == CALLED_RADL for entry in since)

    @property
    def is_running(self) -> bool:
        return self.round.stage == Stage.RUNNING

    def _seats(self, table: Table) -> Iterable[BoardSeat]:
        lines = lines_of(table)
        money = self.round.tournament.terms.format is Format.MONEY
        for player in lines or table.seats:
            line, notes = lines.get(player), tuple(self._about(table, player))
            if line is None:
                yield BoardSeat(self.names[player], "", notes=notes)
            elif not money:
                yield BoardSeat(self.names[player], signed(line.schrift), notes=notes)
            else:
                yield BoardSeat(
                    self.names[player],
                    number_in_words(line.balance),
                    busts=len(line.busts or ()),
                    notes=notes,
                )

    def _about(self, table: Table, player: str) -> Iterable[str]:
        if player in self.house:
            yield _("house player")
        if (table.pk, player) in self.left:
            yield _("left")

    def _own_time(self, ticking: Clock) -> str:
        if not self.is_running:
            return ""
        left, common = remaining(ticking, self.now), remaining(self.clock, self.now)
        if left is None or common is None or abs(left - common) < timedelta(seconds=1):
            return ""
        return minutes_in_words(int(left.total_seconds() * 1000))

    def _own_bell(self, ticking: Clock) -> int | None:
        rings = bell(ticking, self.now)
        return None if rings is None else int(rings.timestamp() * 1000)

    def _notes(
        self,
        table: Table,
        ticking: Clock,
        at_bell: TableAtBell,
        last: datetime | None,
        late: Sequence[Entry],
        *,
        is_open: bool,
        is_missing: bool,
    ) -> Iterable[Note]:
        missing = pgettext("table", "missing")
        if table.paper:
            yield Note(_("plays on paper"), kind="paper")
        if is_missing and not is_open and (at_bell.rang or not self.is_running):
            yield Note(_("No result yet"), "look", brief=missing)
        if not self.is_running:
            return
        calls = [call for call in self.calls if call.table_id == table.pk and call.withdrawn_at is None]
        call = next((call for call in calls if not call.rulings.all()), None)
        if call is not None:
            call.table = table
            brief = pgettext("table", "calls")
            yield Note(self._called(call), "now", call.get_absolute_url(), "call", brief)
        if late:
            words = _("Late: %(count)d, entered before the bell") % {"count": len(late)}
            yield Note(words, "look", kind="late", brief=_("%(count)d late") % {"count": len(late)})
        if table.paper:
            return
        if not is_open:
            yield Note(_("handed in"))
            return
        if at_bell.rang:
            yield self._at_the_bell(at_bell)._replace(brief=missing)
        elif is_complete(table, table.sheet) if table.sheet else False:
            yield Note(_("all hands played, sheet still open"), "look", brief=_("played out"))
        if call is None and (since := self._silent_since(ticking, last)) is not None:
            time = time_format(localtime(since), "H:i")
            brief = _("silent %(time)s") % {"time": self._ago(since)}
            yield Note(_("silent since %(time)s") % {"time": time}, "look", kind="silent", brief=brief)

    def _called(self, call: Call) -> str:
        time = time_format(localtime(call.at), "H:i")
        if call.words is not None and call.words.text:
            words = _("Has been calling the arbiters since %(time)s: “%(words)s”")
            return words % {"time": time, "words": call.words.text}
        return _("Has been calling the arbiters since %(time)s") % {"time": time}

    def _at_the_bell(self, at_bell: TableAtBell) -> Note:
        if at_bell.asks:
            return Note(_("still open: has not said whether cards have been dealt"), "look", kind="bell")
        if at_bell.left:
            words = _("still open: hands that may still be played: %(count)d") % {"count": at_bell.left}
            return Note(words, "look", kind="bell")
        return Note(_("still open: last hand played, sheet not handed in"), "look", kind="bell")

    def _silent_since(self, ticking: Clock, last: datetime | None) -> datetime | None:
        if phase(ticking, self.now) not in (Phase.RUNNING, Phase.BELL, Phase.ENDED):
            return None
        went_on = [tick.at for tick in self.ticks if tick.kind == Tick.Action.RESUME]
        went_on += [stop.until for stop in ticking.calls if stop.until is not None]
        moments = [moment for moment in (last, ticking.started, *went_on) if moment is not None]
        since = max(moments, default=None)
        return since if since is not None and self.now - since >= SILENT_AFTER else None


def last_played(entries: Sequence[Entry]) -> datetime | None:
    """Return when the last current hand was entered, not counting seatings and called Radl."""
    newest = {entry.sort_key: entry.act for entry in entries}
    added = [entry for entry in entries if entry.act in (Act.ADD, Act.REDO)]
    hands = [entry for entry in added if entry.record and entry.record.keys() & {"games", "void"}]
    return max((entry.at for entry in hands if newest[entry.sort_key] not in TAKING_BACK), default=None)


def _hands(table: Table) -> str:
    played, most = table.result.hands, hands_of(table)
    if not table.result.players:
        return ""
    return f"{played}" if most is None else f"{played}/{most}"
