"""What the database keeps of tournaments. Only verbs write it, and the modules that they call."""

from tournaments.models.cash import CashEntry
from tournaments.models.disputes import Call, Finding, PaperResult, Permit, Ruling
from tournaments.models.duties import Duty
from tournaments.models.entrants import Attendance, Entrant, Leaving
from tournaments.models.finals import Decline, SeriesFinal
from tournaments.models.groups import GroupMember, MemberGroup
from tournaments.models.kept import KeptOutcomes
from tournaments.models.old_results import OldResult
from tournaments.models.prizes import Lot, Prize
from tournaments.models.registration import Opening, Signup
from tournaments.models.series import BroughtPoints, Series, SeriesEvent, SeriesGroup, SeriesLot
from tournaments.models.tournaments import (
    TOURNAMENT,
    Card,
    Preset,
    Pulse,
    Rewritten,
    Round,
    Stage,
    State,
    Table,
    Tick,
    Tournament,
)
from tournaments.models.wishes import Wish

__all__ = [
    "TOURNAMENT",
    "Attendance",
    "BroughtPoints",
    "Call",
    "Card",
    "CashEntry",
    "Decline",
    "Duty",
    "Entrant",
    "Finding",
    "GroupMember",
    "KeptOutcomes",
    "Leaving",
    "Lot",
    "MemberGroup",
    "OldResult",
    "Opening",
    "PaperResult",
    "Permit",
    "Preset",
    "Prize",
    "Pulse",
    "Rewritten",
    "Round",
    "Ruling",
    "Series",
    "SeriesEvent",
    "SeriesFinal",
    "SeriesGroup",
    "SeriesLot",
    "Signup",
    "Stage",
    "State",
    "Table",
    "Tick",
    "Tournament",
    "Wish",
]
