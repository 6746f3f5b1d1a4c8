"""Lines typed from paper, with what each of them pays, and what changed at the table meanwhile."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.result import Amount
from tournaments.models import Stage, Table


class PaperHand(NamedTuple):
    """A hand typed from paper in words, with what everybody at the table gets; None: not in this hand."""

    number: int  # of the line
    told: str
    amounts: Sequence[Amount | None]


def paid(number: int, told: str, amounts: Mapping[str, Amount] | None, seats: Sequence[str]) -> PaperHand:
    """Return a hand from paper with what each seat gets: None if it was not in it, or nobody knows yet."""
    return PaperHand(number, told, [None if amounts is None else amounts.get(seat) for seat in seats])


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


@dataclass(frozen=True, slots=True)
class ChangedMeanwhile:
    """What happened to a table while somebody typed from its printed sheet."""

    sentences: tuple[str, ...]
    tables: tuple[int, ...]  # where people who sat here sit now


def changed_meanwhile(opened: TableAsOpened, table: Table, names: Mapping[str, str]) -> ChangedMeanwhile:
    """Return who was renamed, who came, who went and where to; one query, and only if somebody went."""
    now = TableAsOpened.now(table, names)
    said = [
        _("%(before)s is now called %(name)s.") % {"before": before, "name": names[person]}
        for person, before in opened.people.items()
        if names.get(person, before) != before
    ]
    gone = [person for person in opened.people if person not in now.people]
    where = _seats_in(table) if gone else {}
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
    tables = sorted({where[player] for player in gone if player in where})
    return ChangedMeanwhile(tuple(said), tuple(tables))


def _seats_in(table: Table) -> dict[str, int]:
    """Return the table of everybody who sits at one in the same round."""
    tables = table.round.tables.select_related("sheet").order_by("number")
    return {player: each.number for each in tables for player in each.seated}


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


def why_result_waits(table: Table) -> str:
    """Return why a helper cannot save a result at a table just now; empty if they can."""
    if table.paper:
        return ""
    return _(
        "This table plays on the screen. The result can be saved once the director has set it to paper, on "
        "the page of the table."
    )


class TypedText(NamedTuple):
    """What somebody typed into a field, with what the field is called."""

    field: str
    label: str
    text: str


def amounts_for_others(
    posted: Mapping[str, Any],
    fields: Mapping[str, object],
    labels: Mapping[str, Any],
    names: Mapping[str, str],
) -> list[TypedText]:
    """Return what was typed for people who are no longer among those of the table."""
    found = []
    for field, text in posted.items():
        kind, _dash, one = field.partition("-")
        if kind in labels and field not in fields and one in names and text.strip():
            found.append(TypedText(field, labels[kind] % {"name": names[one]}, text))
    return found


def texts_on_paper_pages(
    posted: Mapping[str, str], labels: Mapping[str, Any], opened: TableAsOpened | None
) -> list[TypedText]:
    """Return all that was typed into a page for paper sheets, by what the page itself carried."""
    people = opened.people if opened is not None else {}
    found = []
    for field, text in posted.items():
        kind, _dash, one = field.partition("-")
        if kind in labels and text.strip():
            found.append(TypedText(field, labels[kind] % {"name": people.get(one, "–")}, text))
    return found
