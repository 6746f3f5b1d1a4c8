"""Everything that changes evenings and opens or closes tables."""

from scoring.evenings.verbs.editions import take_newer_edition, version_now
from scoring.evenings.verbs.evenings import (
    agree_pagatkassa,
    answers_given,
    change_evening,
    close_evening,
    count_evening,
    counting_stays,
    just_play,
    open_evening,
    pagatkassa_stays,
    reopen_evening,
)
from scoring.evenings.verbs.sheets import close_sheet, open_sheet, remove_sheet, reopen_sheet, stays

__all__ = [
    "agree_pagatkassa",
    "answers_given",
    "change_evening",
    "close_evening",
    "close_sheet",
    "count_evening",
    "counting_stays",
    "just_play",
    "open_evening",
    "open_sheet",
    "pagatkassa_stays",
    "remove_sheet",
    "reopen_evening",
    "reopen_sheet",
    "stays",
    "take_newer_edition",
    "version_now",
]
