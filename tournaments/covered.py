"""The rows that each verb of tournaments writes, so that the log of the club covers them."""

from typing import Any

from django.db.models import Model

from scoring.capability import CoveredRows
from scoring.models import Evening
from tournaments.models import (
    Attendance,
    Call,
    CashEntry,
    Entrant,
    Leaving,
    Lot,
    MovedRanks,
    Opening,
    PaperResult,
    Prize,
    ResultRuling,
    Round,
    Ruling,
    SeatingChange,
    Table,
    TableChange,
    Tick,
    TillCount,
    Tournament,
)
from tournaments.privacy import FREE_TERMS

OPENING = ("open_tournament", "copy_tournament")  # a tournament begins with all of them, mostly with none
DRAWING = ("draw_round", "draw_rounds", "take_prepared", "publish_round", "discard_draw")
SEATING = (
    *("swap_seats", "exchange_people", "join_table", "undo_joining", "open_further_table"),
    *("fill_with_house_players", "give_up_seat", "leave_table", "reseat", "undo_leaving", "mend"),
)
STARTING = ("start_round", "take_back_start")
PLAYING = (*STARTING, "close_round", "reopen_round", "double_round", "take_back_double")
TIMING = ("ring", "set_clock", "add_time")
AT_THE_BELL = ("say_dealt", "allow_hand", "reopen_table")
RESULTS = (
    "enter_result",
    "take_back_result",
    "type_second_time",
    "compare_result",
    "exchange_people",
    "mend",
)
ON_PAPER = ("play_on_paper", "all_on_paper")
COMING = ("register", "arrive", "come_in", "remove_entrant", "withdraw_entrant", "readmit_entrant")
SECTIONS = ("set_sections", "divide_people")
PRIZES = (
    *("add_prize", "change_prize", "remove_prize", "share_out_fund", "choose_prize", "give_prize"),
    *("pay_out", "take_back_payout", "take_back_prize", "change_tournament"),
)
TERMS = (
    *("change_tournament", "show_tournament", "finish_tournament", "reopen_tournament", "set_sections"),
    *("start_round", "take_back_start", "write_names"),
)


def _of(
    kind: str, verbs: tuple[str, ...], model: type[Model], whose: str, columns: str, **options: Any
) -> CoveredRows:
    written_by = frozenset((*OPENING, *verbs))
    return CoveredRows(kind, "tournament", written_by, model, whose, tuple(columns.split()), **options)


AT_A_TABLE, IN_A_CALL = "table__round__tournament", "call__table__round__tournament"
COVERED = (
    _of(
        "conditions",  # "terms" in the log of when dividing into sections could be undone
        (*TERMS, *SECTIONS),
        Tournament,
        "pk",
        "kept_terms state public surname_first made_at finished_at",
        without=FREE_TERMS,
    ),
    _of("days", ("change_tournament",), Evening, "tournament", "date ruleset cents_per_point currency"),
    _of(
        "rounds",
        (*DRAWING, *SEATING, *PLAYING, *TIMING, *COMING, "change_tournament"),
        Round,
        "tournament",
        "number stage method seed swapped draws minutes started_at ended_at closed_at reopened_at doubled_at",
    ),
    _of(
        "seatings",
        (*DRAWING, *SEATING),
        SeatingChange,
        "tournament",
        "kind first last people by at",
    ),
    _of(
        "seats",  # "tables" in the log of who joined by other ids
        (*DRAWING, *SEATING, *STARTING, *AT_THE_BELL, *RESULTS, *ON_PAPER, "change_tournament"),
        Table,
        "round__tournament",
        "round number seats joined paper was_on_paper dealt dealt_at extra_hands extra_at sheet",
    ),
    _of(
        "people",
        (*COMING, *SEATING, *SECTIONS, "mark_house", "sell_tickets", "take_back_tickets"),
        Entrant,
        "tournament",
        "participant number house section registered_at withdrawn_at ticket ticket_at ticket_taken_by",
    ),
    _of(
        "fees",
        (*COMING, *SEATING, "check", "pay", "take_back_payment", "change_tournament"),
        Attendance,
        "round__tournament",
        "round entrant checked_in_at paid paid_at taken_by",
    ),
    _of(
        "registration",
        ("open_registration", "close_registration"),
        Opening,
        "tournament",
        "limit opens_at closes_at",
    ),
    _of(
        "lots",
        ("draw_lot", "withdraw_lot"),
        Lot,
        "tournament",
        "round about order seed was_announced by at withdrawn_at",
    ),
    _of(
        "prizes",
        PRIZES,
        Prize,
        "tournament",
        "round position cents share taken_by chosen taken_at paid handed_by removed_at",
    ),
    _of("cash", ("note_cash", "strike_cash"), CashEntry, "tournament", "kind cents by at"),
    _of("till", ("count_till",), TillCount, "tournament", "counted expected by at"),
    _of("paper", RESULTS, PaperResult, AT_A_TABLE, "table seq lines by at"),
    _of(
        "adjustments",
        ("rule_on_result", "mend"),
        ResultRuling,
        AT_A_TABLE,
        "table entrant seq kind twelfths by at",
    ),
    _of(
        "calls", ("call_arbiters", "withdraw_call"), Call, AT_A_TABLE, "table by at withdrawn_at withdrawn_by"
    ),
    _of(
        "rulings",
        ("rule",),
        Ruling,
        IN_A_CALL,
        "call finding sort_key written arbiters by overridden_by replaces at",
    ),
    _of(
        "leavings",
        ("leave_table", "undo_leaving", "mend"),
        Leaving,
        AT_A_TABLE,
        "table entrant instead ranked by at undone_at",
    ),
    _of("ranks", ("standings_moved",), MovedRanks, AT_A_TABLE, "table why hand of_round overall at"),
    _of("changes", ("mend",), TableChange, AT_A_TABLE, "table seq before after by at"),
    _of(
        "clock",
        (*TIMING, "pause_clock", "resume_clock"),
        Tick,
        "round__tournament",
        "round kind seconds table at",
    ),
)
