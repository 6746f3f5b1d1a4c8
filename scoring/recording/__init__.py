"""Everything that changes evenings, sheets and hands."""

from scoring.people.deeds import Refused
from scoring.recording.consequences import Change, Consequences, consequences
from scoring.recording.doubling import call_radl, call_radl_on, can_call_radl
from scoring.recording.editions import take_newer_edition, version_now
from scoring.recording.evenings import (
    agree_pagatkassa,
    change_evening,
    close_evening,
    just_play,
    open_evening,
    pagatkassa_stays,
    reopen_evening,
)
from scoring.recording.hands import add, correct, insert, redo, redoable, take_out, undo
from scoring.recording.occasions import Actor
from scoring.recording.rights import may_record
from scoring.recording.seats import Person, seat
from scoring.recording.sheets import close_sheet, open_sheet, renew_link, reopen_sheet
from scoring.recording.versions import current_edition, rules_of
from scoring.recording.voices import confirm, object_to, settle_objection, withdraw
from scoring.recording.writing import Closed, Illegal, Stale, Written

__all__ = [
    "Actor",
    "Change",
    "Closed",
    "Consequences",
    "Illegal",
    "Person",
    "Refused",
    "Stale",
    "Written",
    "add",
    "agree_pagatkassa",
    "call_radl",
    "call_radl_on",
    "can_call_radl",
    "change_evening",
    "close_evening",
    "close_sheet",
    "confirm",
    "consequences",
    "correct",
    "current_edition",
    "insert",
    "just_play",
    "may_record",
    "object_to",
    "open_evening",
    "open_sheet",
    "pagatkassa_stays",
    "redo",
    "redoable",
    "renew_link",
    "reopen_evening",
    "reopen_sheet",
    "rules_of",
    "seat",
    "settle_objection",
    "take_newer_edition",
    "take_out",
    "undo",
    "version_now",
    "withdraw",
]
