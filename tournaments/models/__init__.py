"""The tables of tournaments; only verbs write them, and the modules that they call."""

from tournaments.models.disputes import (
    Call,
    Finding,
    MovedRanks,
    PaperResult,
    Permit,
    ResultRuling,
    Ruling,
    SecondTyping,
    TableChange,
)
from tournaments.models.entrants import Attendance, Entrant, Leaving, Opening, Signup, Wish
from tournaments.models.prizes import CashEntry, Lot, Prize, TillCount
from tournaments.models.series import (
    Counted,
    Line,
    PeopleList,
    Series,
)
from tournaments.models.tournaments import (
    TOURNAMENT,
    Card,
    Duty,
    Preset,
    Pulse,
    Rewritten,
    Round,
    SeatingChange,
    Stage,
    State,
    Table,
    Tick,
    Tournament,
)
