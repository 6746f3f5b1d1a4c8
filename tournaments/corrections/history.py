"""The history of a table: its changes, and those stored in other ways by earlier versions."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.engine.record.stored import OTHER_RULES, PEOPLE
from scoring.rules.versions.timelines import timeline_of
from scoring.table.pages.wording import fact_in_words
from scoring.table.replay import fact_of
from scoring.web.language import current_language
from tournaments.corrections.mend import change_in_words, differences_in_words
from tournaments.engine.adjusting import as_json
from tournaments.engine.changes import TableDifference, changes
from tournaments.models import Table


class PastChange(NamedTuple):
    """A change in words, with the row that has its author, time and reason."""

    row: Any
    words: str
    way: str = ""  # the address of what says more
    undo: str = ""  # the id of the change, where it is the last one and can be set back

    @property
    def at(self) -> datetime:
        return self.row.at  # type: ignore[no-any-return]


def history_of(table: Table, names: Mapping[str, str]) -> list[PastChange]:
    """Return everything that was changed at a table, the newest last; ten queries at most.

    What was changed before 2.0.0 is told by the rows of then. Today's changes keep such rows too, at the
    same moment.
    """
    stored = list(table.changes.select_related("by", "reason").order_by("seq"))
    own = {(change.at, change.by_id) for change in stored}
    of_rules, really = _entries(table, names)
    past = [*_replaced_sheets(table), *of_rules]
    for change in reversed(stored):
        undo = str(change.pk) if change is stored[-1] else ""
        differences = list(changes(change.before, change.after))
        if really and any(each.kind == "who" for each in differences):  # it stands on the sheet, too
            past.append(really.pop()._replace(row=change, undo=undo))
        else:
            past.append(PastChange(change, "; ".join(differences_in_words(differences, names)), "", undo))
    past += [each for each in _former(table, names) if (each.at, each.row.by_id) not in own]
    return sorted([*past, *really], key=lambda each: each.at)


def _replaced_sheets(table: Table) -> list[PastChange]:
    """Return the sheets that a table had before it got another one."""
    former = table.rewritten.select_related("sheet", "by", "reason")
    return [PastChange(each, _("the sheet as it was"), each.sheet.get_absolute_url()) for each in former]


def _entries(table: Table, names: Mapping[str, str]) -> tuple[list[PastChange], list[PastChange]]:
    """Return the sheet's own entries about rules and corrected names."""
    past: dict[str, list[PastChange]] = {OTHER_RULES: [], PEOPLE: []}
    if table.sheet is not None:
        events = Q(record__event=PEOPLE) | Q(record__event=OTHER_RULES, record__from_first=True)
        entries = list(table.sheet.entries.filter(events).select_related("by", "reason").order_by("seq"))
        timeline = timeline_of(table.sheet) if entries else None
        for entry in entries:
            assert timeline is not None
            words = fact_in_words(fact_of(entry, timeline), names, current_language())
            way = reverse("scoring:hand", args=[table.sheet.pk, entry.pk])
            past[(entry.record or {})["event"]].append(PastChange(entry, words, way))
    return past[OTHER_RULES], past[PEOPLE]


def _former(table: Table, names: Mapping[str, str]) -> Iterator[PastChange]:
    """Yield results typed, rulings and who left, as they were kept before there were changes of tables."""
    earlier: Mapping[str, Any] = {}
    for result in table.paper_results.select_related("by", "reason").order_by("seq"):
        lines = result.lines or {}
        differences = [
            TableDifference(player, "typed", earlier.get(player), lines.get(player))
            for player in {**earlier, **lines}
            if earlier.get(player) != lines.get(player)
        ]
        yield PastChange(result, "; ".join(differences_in_words(differences, names)))
        earlier = lines
    for typing in table.second_typings.select_related("by"):
        yield PastChange(typing, _("compared with the printed sheet"))
    for ruling in table.adjustments.select_related("entrant", "by", "reason").order_by("seq"):
        [ruled] = as_json({ruling.player: ruling.adjustment}).values()
        yield PastChange(ruling, change_in_words(TableDifference(ruling.player, "ruled", None, ruled), names))
    for leaving in table.leavings.select_related("entrant", "instead", "by", "reason"):
        player = str(leaving.entrant.participant_id)
        differences = [TableDifference(player, "left", "", leaving.ranked)]
        if leaving.instead is not None:
            instead = str(leaving.instead.participant_id)
            differences.append(TableDifference("", "comes", None, instead))
        words = "; ".join(differences_in_words(differences, names))
        if leaving.undone_at is not None:
            words = _("%(what)s (taken back)") % {"what": words}
        yield PastChange(leaving, words)
