"""Defects that a night has to find: planted in what phones load, or in the program of the server."""

from __future__ import annotations

import os
from collections.abc import Callable

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
    from scoring.models import Row

    create = Row.objects.bulk_create

    def doubled(rows: list[Row], **how: object) -> list[Row]:
        for row in rows:
            row.twelfths = row.twelfths and [2 * amount for amount in row.twelfths]
        return create(rows, **how)

    Row.objects.bulk_create = doubled


OF_THE_SERVER: dict[str, Callable[[], None]] = {
    "an id is not looked for": _same_id_is_written_anew,
    "what is answered is not always kept": _every_second_answer_is_not_kept,
    "amounts are doubled": _amounts_are_doubled,
}


def plant_in_this_process() -> None:
    if defect := os.environ.get(PLANTED):
        OF_THE_SERVER[defect]()
