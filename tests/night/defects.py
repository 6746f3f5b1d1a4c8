"""Defects that a night has to find: planted in what phones load, or in the program of the server."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.night.failures import OF_FAILING_SERVERS

if TYPE_CHECKING:  # the program is read by the server alone
    from scoring.engine.sheet import DerivedRow, Fact, Position
    from scoring.models import Entry, Sheet
    from scoring.table.replay import StoredRow

from tests.night.broken_days import OF_DAYS

PLANTED = "PLANTED_DEFECT"  # where the server reads which one it has: tests/night/broken.py

# What is replaced in the scripts.
OF_SCRIPTS = {
    "full storage drops what waits": (
        "inPage = what;\n        return what === null;",
        "return what === null;",
    ),
    "what waits is forgotten with the page": (
        "box.version === version ? box.what",
        "box.version > version ? box.what",
    ),
    "every try has another id": (
        "postOnce(urls.save, { id, after,",
        "postOnce(urls.save, { id: newId(), after,",
    ),
    "the last hand is sent first": ("const [first] = queue.deeds;", "const first = queue.deeds.at(-1);"),
    "putting lists together loses a hand": ("now.deeds.map(free)", "now.deeds.slice(1).map(free)"),
    "a tap on Save sends only the undo": (
        "if (page.pending.unsure) sendAgain();",
        "if (page.pending.unsure) send(page.pending);",
    ),
    "an answer cut in the middle counts as saved": (
        'return { outcome: "unsure", data: null };\n  }\n}',
        'return { outcome: "ok", data: { id: body.id, seq: body.after + 1, came: {} } };\n  }\n}',
    ),
    "a clock that jumps throws away what waits": ("if (isOld && !isNeeded(box?.what))", "if (isOld)"),
    "a Kontra is not sent": ("record.kontra = game.kontra;", ""),
    "the phone's own engine is told of no hand but the last": (
        "const waits = deeds.map((deed) => waitOf(table, deed));",
        "const waits = deeds.slice(-1).map((deed) => waitOf(table, deed));",
    ),
    "what another phone enters is not shown": (
        "newTable(data.table);\n    redraw();\n    askForPreview();",
        "redraw();",
    ),
    "the sheet does not follow": ("if (!isShown(told)) await refresh(newsOf(told));", ""),
    "no answer is taken for a refusal": (
        'return { outcome: "unsure", data: null };\n  }\n}',
        'return { outcome: "problems", data: { problems: [] } };\n  }\n}',
    ),
}


def spoiled_by(defect: str) -> Callable[[str], str]:
    """Return what makes of each script one with this defect."""
    before, after = OF_SCRIPTS[defect]
    return lambda script: script.replace(before, after)


def _same_id_is_written_anew() -> None:
    from scoring.table import writing

    writing.written_as = lambda sheet, entry: None


def _every_second_answer_is_not_kept() -> None:
    from scoring.table import verbs
    from tests.night.broken import without_keeping_every_second

    verbs.add_here = without_keeping_every_second(verbs.add_here)


def _amounts_are_doubled() -> None:
    from scoring.table import writing

    stored_row = writing.stored_row

    def doubled(derived: DerivedRow) -> StoredRow:
        row = stored_row(derived)
        return replace(row, twelfths=row.twelfths and tuple(2 * amount for amount in row.twelfths))

    writing.stored_row = doubled


def _a_radl_is_a_hand_too_short() -> None:
    from scoring.table import writing

    step = writing.step

    def shorter(position: Position, fact: Fact) -> tuple[Position, DerivedRow | None]:
        after, derived = step(position, fact)
        if derived is not None and derived.row.triggers:
            standing = replace(after.standing, ahead=after.standing.ahead[:-1])
            after = replace(after, standing=standing)
        return after, derived

    writing.step = shorter


def _nobody_compares_what_came_meanwhile() -> None:
    from scoring.table import writing

    writing._demand_current = lambda sheet, after: None


def _heads_are_not_chained() -> None:
    from scoring.heads import link_of_entry
    from scoring.table import writing

    def put_on(sheet: Sheet, entry: Entry) -> None:
        entry.head = sheet.standing["head"]
        sheet.standing["link"] = link_of_entry(entry)

    writing.put_on = put_on


def _what_is_taken_back_stands() -> None:
    from scoring.table import verbs
    from scoring.table.writing import written_before

    verbs._derived = lambda sheet, entry, actor: written_before(sheet, entry)


def _one_total_is_not_stored() -> None:
    from scoring.models.evenings import TableScore

    store = TableScore.objects.bulk_create
    TableScore.objects.bulk_create = lambda changed, **further: store(changed[:3], **further)


OF_THE_SERVER: dict[str, Callable[[], None]] = {
    "an id is not looked for": _same_id_is_written_anew,
    "what is answered is not always kept": _every_second_answer_is_not_kept,
    "amounts are doubled": _amounts_are_doubled,
    "a Radl is a hand too short": _a_radl_is_a_hand_too_short,
    "nobody compares what came meanwhile": _nobody_compares_what_came_meanwhile,
    "heads are not chained": _heads_are_not_chained,
    "what is taken back stands": _what_is_taken_back_stands,
    "one total is not stored": _one_total_is_not_stored,
    **OF_FAILING_SERVERS,
}


def plant_in_this_process() -> None:
    if defect := os.environ.get(PLANTED):
        {**OF_THE_SERVER, **OF_DAYS}[defect]()
