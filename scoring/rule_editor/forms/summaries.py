"""A section of a draft in one line, whatever state the draft is in."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.customs import (
    BesideValat,
    Counting,
    Custom,
    HighCard,
    Kind,
    RenonceCustom,
    SideBySide,
    TrischakenCustom,
)
from scoring.engine.loading import Data
from scoring.engine.loading.reading import rows
from scoring.engine.loading.tables import SHEET
from scoring.engine.options import CHOICES, OPTIONS
from scoring.engine.prices import VALAT
from scoring.rule_editor.forms.forms import DraftForm
from scoring.rule_editor.forms.questions import LEAST, Place, shown, value_at
from scoring.rule_editor.forms.rows import GRID, TABLES, RowForm, open_rows
from scoring.rule_editor.forms.sections import BUILT, label_of, levels, of_kind, step_name
from scoring.rule_editor.forms.words import TABLES as WORDS
from scoring.rule_editor.forms.words import WordsForm, remarks
from scoring.web.language import current_language


def summary(section: str, data: Data) -> str:
    """Return what a page of the editor says of the sheet, in a line."""
    return ", ".join(part for part in _SUMMARIES[section](data) if part)


def _custom(customs: type[Custom], value: Any) -> str:
    known = [custom for custom in customs if custom.value == value]
    return known[0].label.in_language(current_language()) if known else ""


def _games(data: Data) -> Iterator[str]:
    games = rows(data, "contracts")
    yield ngettext("%(count)d game", "%(count)d games", len(games)) % {"count": len(games)}
    ends = [next(iter(games), ""), next(reversed(games), "")]
    yield " … ".join(f"{label_of(games[key], key)} {games[key].get('value', '?')}" for key in ends if key)
    yield _without_value(data, "contracts")


def _without_value(data: Data, table: str) -> str:
    count = len(open_rows(data, table))
    said = ngettext("%(count)d still without a value", "%(count)d still without a value", count)
    return said % {"count": count} if count else ""


def _premiums(data: Data) -> Iterator[str]:
    premiums = rows(data, "premiums")
    yield ngettext("%(count)d premium", "%(count)d premiums", len(premiums)) % {"count": len(premiums)}
    for key in list(premiums)[:3]:
        row = premiums[key]
        yield f"{label_of(row, key)} {row.get('silent', '–')}/{row.get('announced', '–')}"
    yield _without_value(data, "premiums")


def _kontra(data: Data) -> Iterator[str]:
    ladder = value_at(data, ("kontra", "levels")) or {}
    if not ladder:
        yield _("no kontra")
        return
    yield ", ".join(f"{step_name(data, level)} ×{ladder[level]}" for level in levels(data))
    if not value_at(data, ("kontra", "on_premiums")):
        yield _("on the game only")


def _points(data: Data) -> Iterator[str]:
    yield _("%(points)s win") % {"points": shown(data.get("needs", "?"), LEAST, data)}
    yield _custom(Counting, data.get("counting"))


def _trischaken(data: Data) -> Iterator[str]:
    played = of_kind(data, Kind.TRISCHAKEN)
    if not played:
        yield _("is not played")
        return
    row = next(iter(played.values()))
    yield f"{label_of(row)} {row.get('value', '?')}"
    yield _custom(TrischakenCustom, value_at(data, ("trischaken", "custom")))


def _negative(data: Data) -> Iterator[str]:
    count = len(of_kind(data, Kind.NEGATIVE))
    yield ngettext("%(count)d game", "%(count)d games", count) % {"count": count}
    if count:
        together = _custom(SideBySide, data.get("side_by_side", SideBySide.EQUAL.value))
        yield _("side by side: %(custom)s") % {"custom": together}


def _radl(data: Data) -> Iterator[str]:
    triggers = value_at(data, ("radl", "triggers")) or []
    count = len(triggers)
    if value_at(data, ("options", "radl_start", "value")) == "called":
        yield _("only when it is called")
    elif count:
        yield ngettext("%(count)d trigger", "%(count)d triggers", count) % {"count": count}
        length = value_at(data, ("radl", "length"))
        yield _("one round") if length is None else _("%(count)s hands") % {"count": length}
    else:
        yield _("nothing starts a Radl")
    if value_at(data, ("radl", "schlussradl")):
        yield _("with Schlussradl")


def _valat(data: Data) -> Iterator[str]:
    valat = rows(data, "premiums").get(VALAT)
    if valat is not None:
        yield f"{label_of(valat)} {valat.get('silent', '–')}/{valat.get('announced', '–')}"
    said_beside = _custom(BesideValat, data.get("beside_valat"))
    yield _("beside it: %(custom)s") % {"custom": said_beside}


def _calling(data: Data) -> Iterator[str]:
    if of_kind(data, Kind.CALLING):
        yield _("conceding allowed") if data.get("schleifen") else _("no conceding")
        yield _("self-calling allowed") if data.get("self_call") else _("no self-calling")
    yield _("the highest card %(custom)s") % {
        "custom": _custom(HighCard, data.get("high_card", HighCard.VORHAND.value))
    }


def _options(data: Data) -> Iterator[str]:
    there = rows(data, "options")
    offered = [key for key in CHOICES if key in there and not there[key].get("fixed")]
    yield ngettext("%(count)d question", "%(count)d questions", len(offered)) % {"count": len(offered)}
    for key in offered[:2]:
        yield OPTIONS[key].matter.in_language(current_language())


def _money(data: Data) -> Iterator[str]:
    cents = value_at(data, ("money", "cents_per_point"))
    yield (
        _("as in the settings of the club")
        if cents is None
        else _("%(cents)s cents a point") % {"cents": cents}
    )
    yield _("with Pagatkassa") if "pagatkassa" in data else _("no Pagatkassa")


def _words(data: Data) -> Iterator[str]:
    count = sum(len(remarks(data, table)) for table in WORDS)
    yield ngettext("%(count)d remark", "%(count)d remarks", count) % {"count": count}


_SUMMARIES: Mapping[str, Callable[[Data], Iterable[str]]] = {
    "games": _games,
    "premiums": _premiums,
    "kontra": _kontra,
    "points": _points,
    "trischaken": _trischaken,
    "negative": _negative,
    "radl": _radl,
    "renonce": lambda data: [_custom(RenonceCustom, data.get("renonce"))],
    "valat": _valat,
    "calling": _calling,
    "options": _options,
    "money": _money,
    "words": _words,
    "names": lambda data: [label_of(data)],
}


# Where the editor mends what is wrong with a sheet

_ADDRESSES = {table: address for address, table in TABLES.items()}
_NUMBER = re.compile(r"\[[0-9]+\]")


class EditorField(NamedTuple):
    """A page by the name and the arguments of its address, and a field on it."""

    page: str
    about: tuple[str, ...] = ()
    field: str = ""


def editor_field(place: str, data: Data) -> EditorField:
    """Return where to mend what a mistake names.

    >>> editor_field("radl.drawn", {"radl": {"triggers": ["drawn"]}})
    EditorField(page='edit_section', about=('radl',), field='drawn_from')
    """
    steps: Place = tuple(_NUMBER.sub("", place).split("."))
    table, key = steps[0], steps[1] if len(steps) > 1 else ""
    if table == "open":
        return EditorField("edit_rows", (_ADDRESSES.get(key, "games"),))
    if table in _ADDRESSES:
        if key not in rows(data, table):
            return EditorField("edit_rows", (_ADDRESSES[table],))
        if steps[2:] and steps[2] in GRID[table]:
            return EditorField("edit_rows", (_ADDRESSES[table],), f"{steps[2]}-{key}")
        form: DraftForm = RowForm(None, data=data, table=table, key=key)
        return EditorField("edit_row", (_ADDRESSES[table], key), form.anchor(steps) or "")
    if table in WORDS and key not in CHOICES:
        if value_at(data, (table, key)) is None:
            return EditorField("edit_words")
        return EditorField(
            "edit_remark", (table, key), WordsForm(None, data=data, table=table, key=key).anchor(steps) or ""
        )
    section = SHEET[table].page if table in SHEET else ""
    if not section:
        return EditorField("edit_sheet")
    form = DraftForm(None, data=data, groups=list(BUILT[section](data)))
    return EditorField("edit_section", (section,), form.anchor(steps) or "")
