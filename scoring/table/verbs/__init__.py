"""Everything that changes what happened at a table: hands, seats, doubling, confirmations, its links."""

from scoring.table.verbs.doubling import call_radl, call_radl_on, can_call_radl
from scoring.table.verbs.hands import add, add_here, correct, insert, redo, redoable, take_out, undo
from scoring.table.verbs.opening import renew_link
from scoring.table.verbs.seats import Person, seat
from scoring.table.verbs.voices import confirm, object_to, settle_objection, withdraw

__all__ = [
    "Person",
    "add",
    "add_here",
    "call_radl",
    "call_radl_on",
    "can_call_radl",
    "confirm",
    "correct",
    "insert",
    "object_to",
    "redo",
    "redoable",
    "renew_link",
    "seat",
    "settle_objection",
    "take_out",
    "undo",
    "withdraw",
]
