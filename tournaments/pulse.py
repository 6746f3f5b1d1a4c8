"""Tell 160 phones and 20 screens every three seconds whether anything changed; one query, counters only.

The queries are written out: for Django to put them together would take longer than to ask them.
"""

from dataclasses import dataclass
from typing import Any

from django.db import connection

NOW = "Server-Now"  # a header, in milliseconds; also beside an answer without a body
BIGGEST_ID = 2**63 - 1  # that databases know
OF_A_TOURNAMENT = """
    SELECT pulse.count, pulse.clock, tournament.public
    FROM tournaments_pulse pulse
    JOIN tournaments_tournament tournament ON tournament.id = pulse.tournament_id
    JOIN scoring_club club ON club.id = tournament.club_id
    WHERE tournament.code = %s AND club.moved_to = ''
"""
AT_A_TABLE = """
    SELECT pulse.count, pulse.clock, sheet.seq,
        CASE WHEN round.stage = 'running' AND round.reopened_at IS NOT NULL THEN 'reopened'
            WHEN sheet.id IS NULL THEN 'closed back'
            ELSE round.stage END,
        sheet.closed_at, place.dealt, place.extra_hands, place.paper, EXISTS (
            SELECT 1 FROM tournaments_call asked
            LEFT JOIN tournaments_ruling ruling ON ruling.call_id = asked.id
            WHERE asked.table_id = place.id AND asked.withdrawn_at IS NULL AND ruling.id IS NULL
        )
    FROM tournaments_table place
    JOIN tournaments_round round ON round.id = place.round_id
    JOIN tournaments_tournament tournament ON tournament.id = round.tournament_id
    JOIN tournaments_pulse pulse ON pulse.tournament_id = tournament.id
    JOIN scoring_club club ON club.id = tournament.club_id AND club.moved_to = ''
    LEFT JOIN scoring_sheet sheet ON sheet.id = place.sheet_id
"""

OF_ITS_PAGES = """
    SELECT tournament.id, tournament.public, pulse.count, pulse.clock, log.head, club.moved_to
    FROM tournaments_tournament tournament
    JOIN tournaments_pulse pulse ON pulse.tournament_id = tournament.id
    JOIN scoring_clublog log ON log.club_id = tournament.club_id
    JOIN scoring_club club ON club.id = tournament.club_id
    WHERE tournament.code = %s
"""


@dataclass(frozen=True, slots=True)
class Beat:
    """How far a tournament, or one of its tables, has come."""

    count: int  # anything
    clock: int  # what all clocks show
    seq: int | None = None  # of the table's sheet
    state: str | None = None  # of the table: what else changes on its page
    public: bool = False  # of the whole tournament, if it is shown to everybody

    @property
    def tag(self) -> str:
        """Return the tag of a page; a table's page changes only with its own hands."""
        parts = (self.count, self.clock) if self.seq is None else (self.clock, self.seq, self.state)
        return "-".join(str(part) for part in parts)

    def as_json(self) -> dict[str, Any]:
        whole = {"count": self.count, "clock": self.clock}
        return whole if self.seq is None else whole | {"seq": self.seq, "state": self.state}


def beat_of(code: str) -> Beat | None:
    """Return the counters of the tournament with this code."""
    row = _first_row(OF_A_TOURNAMENT, code) if code.isalnum() else None
    if row is None:
        return None
    count, ticks, public = row
    return Beat(count, ticks, public=bool(public))


def beat_at(code: str, table: int) -> Beat | None:
    """Return how far one table of this tournament has come."""
    if not code.isalnum() or table > BIGGEST_ID:
        return None
    return _beat(f"{AT_A_TABLE} WHERE place.id = %s AND tournament.code = %s", table, code)


def beat_of_sheet(sheet: int) -> Beat | None:
    """Return the counters of the table with this sheet; None for one that was replaced."""
    return _beat(f"{AT_A_TABLE} WHERE sheet.id = %s", sheet)


def _beat(query: str, *values: int | str) -> Beat | None:
    row = _first_row(query, *values)
    if row is None:
        return None
    count, clock, seq, stage, closed_at, dealt, extra_hands, paper, waits = row
    answer = "-" if dealt is None else int(dealt)
    state = f"{stage}.{int(closed_at is None)}.{answer}.{extra_hands}.{int(paper)}.{int(waits)}"
    return Beat(count, clock, seq or 0, state)


def _first_row(query: str, *parameters: int | str) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


@dataclass(frozen=True, slots=True)
class TournamentVersion:
    """The counters of a tournament, with the head of the club's log for changed names."""

    tournament: int
    public: bool
    count: int
    clock: int
    head: str  # of the club's log
    moved_to: str  # see `scoring.moved`

    def tag(self, language: str, *, hands: bool) -> str:
        """Return the tag of a page that shows hands, or of one that only changes with what the
        director does; a weak one holds for a compressed answer, too."""
        counted = f"{self.count}" if hands else f"c{self.clock}"
        return f'W/"{counted}-{self.head[:12]}-{language}"'


def version_of(code: str) -> TournamentVersion | None:
    """Return the version of the tournament with this code, by one query; None if there is none."""
    row = _first_row(OF_ITS_PAGES, code) if code.isalnum() else None
    if row is None:
        return None
    tournament, public, count, ticks, head, moved_to = row
    return TournamentVersion(tournament, bool(public), count, ticks, head, moved_to)
