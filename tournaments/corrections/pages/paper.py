"""Lines typed from paper, with what each of them pays, and what changed at the table meanwhile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Stage, Table


@dataclass(frozen=True, slots=True)
class TableAsOpened:
    """A table as it was when somebody opened a page to type from its printed sheet; the page carries it."""

    table: int
    hands: int
    people: Mapping[str, str]  # names by id, in the order of the seats

    @classmethod
    def now(cls, table: Table, names: Mapping[str, str]) -> TableAsOpened:
        return cls(
            table.pk,
            table.started_sheet.standing["hands"],
            {player: names[player] for player in table.seated},
        )

    @classmethod
    def carried(cls, text: str) -> TableAsOpened | None:
        """Return what a page carried; None if it is no page of ours."""
        try:
            table, hands, people = json.loads(text)
            return cls(int(table), int(hands), {str(person): str(name) for person, name in people})
        except (ValueError, TypeError, OverflowError, RecursionError):
            return None

    def __str__(self) -> str:
        return json.dumps([self.table, self.hands, list(self.people.items())])


def changed_meanwhile(opened: TableAsOpened, table: Table, names: Mapping[str, str]) -> dict[str, Any]:
    """Return who was renamed, who came, who went and where to, and the tables where they sit now.

    One query, and only if somebody went.
    """
    now = TableAsOpened.now(table, names)
    said = [
        _("%(before)s is now called %(name)s.") % {"before": before, "name": names[person]}
        for person, before in opened.people.items()
        if names.get(person, before) != before
    ]
    gone = [person for person in opened.people if person not in now.people]
    where: dict[str, int] = {}
    for other in table.round.tables.select_related("sheet").order_by("number") if gone else ():
        where.update(dict.fromkeys(other.seated, other.number))
    for player in gone:
        name = {"name": names.get(player, opened.people[player]), "number": where.get(player, 0)}
        if player in where:
            said.append(_("%(name)s now sits at table %(number)d.") % name)
        else:
            said.append(_("%(name)s no longer sits at this table.") % name)
    if list(opened.people) != list(now.people):
        said.append(
            _("At this table now, in this order: %(names)s.") % {"names": ", ".join(now.people.values())}
        )
    if now.hands != opened.hands:
        words = ngettext(
            "The sheet has %(count)d hand now: please take out of the lines what is on it already.",
            "The sheet has %(count)d hands now: please take out of the lines what is on it already.",
            now.hands,
        )
        said.append(words % {"count": now.hands})
    return {"sentences": said, "tables": sorted({where[player] for player in gone if player in where})}


def why_hands_wait(table: Table) -> str:
    """Return why no hands can be typed at a table just now; empty if they can."""
    if not table.round.tournament.is_open:
        return _("This tournament is finished.")
    if table.round.stage != Stage.RUNNING:
        words = _("Round %(number)d is closed. The lines can be saved once the director has opened it again.")
        return words % {"number": table.round.number}
    if not table.paper:
        return _(
            "This table plays on the screen. The lines can be saved once the director has set it to paper, "
            "on the page of the table."
        )
    if table.sheet is not None and not table.sheet.is_open:
        return _(
            "The sheet of this table is closed. The lines can be saved once the director has reopened it."
        )
    return ""


class TypedText(NamedTuple):
    """What somebody typed into a field, with what the field is called."""

    field: str
    label: str
    text: str


def typed_texts(
    posted: Mapping[str, str], labels: Mapping[str, Any], names: Mapping[str, str]
) -> list[TypedText]:
    """Return all that was typed into fields with these labels, whoever it is for."""
    found = []
    for field, text in posted.items():
        kind, _dash, person = field[field.find("-") + 1 if field[:1] == "t" else 0 :].partition("-")
        if kind in labels and text.strip():
            found.append(TypedText(field, labels[kind] % {"name": names.get(person, "–")}, text))
    return found
