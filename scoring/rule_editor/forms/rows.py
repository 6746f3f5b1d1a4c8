"""Games and premiums one by one: what is asked about each kind, and how a new one comes onto the sheet."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.cards import NEEDED_CARDS
from scoring.engine.customs import BY_FLAG, Effect, InSolo, Kind, SideBySide, Who, Whose
from scoring.engine.loading import Data, copied
from scoring.engine.loading.consistency import RESERVED
from scoring.engine.loading.reading import LONGEST_KEY, MOST_ROWS, rows
from scoring.engine.loading.tables import TABLES as KEYS
from scoring.engine.prices import VALAT
from scoring.names import address_of
from scoring.rule_editor.examples import about_row
from scoring.rule_editor.forms.forms import DraftForm
from scoring.rule_editor.forms.questions import (
    Pick,
    capitalised,
    picks_of,
    value_at,
)
from scoring.rule_editor.forms.sections import (
    AskedOtherwise,
    QuestionGroup,
    blocks,
    label_of,
    labels,
    of_kind,
    up_to,
)
from scoring.web.fields import choice_field

TABLES = {"games": "contracts", "premiums": "premiums"}  # as addresses call them: as sheets do
GRID = {"contracts": ("value", "lost", "who"), "premiums": ("silent", "announced")}  # asked for all at once
NEW = "new_row"  # the key of a row that has no name yet


class RowForm(DraftForm):
    """One game or premium that is on the sheet."""

    def __init__(self, posted: Mapping[str, Any] | None, *, data: Data, table: str, key: str) -> None:
        self.table, self.key = table, key
        groups_of = _game if table == "contracts" else _premium
        groups = self.shown_groups(groups_of(data, key))
        super().__init__(posted, data=data, groups=groups, about=about_row(key))

    def shown_groups(self, groups: Iterable[QuestionGroup]) -> list[QuestionGroup]:
        """Return what is asked on this page: not what stands in the grid."""
        kept = (
            group._replace(questions=[each for each in group.questions if each.name not in GRID[self.table]])
            for group in groups
        )
        return [question_group for question_group in kept if question_group.questions]

    def write(self, sheet: Data) -> None:
        found_rows = sheet.setdefault(self.table, {})
        if self.key not in found_rows:  # taken away in the meantime: whoever saves it wants it back
            found_rows[self.key] = copied(self.sheet[self.table][self.key])
        super().write(sheet)


class NewRowForm(RowForm):
    """One that is new: it is given a key of its own, and its place in the bidding order."""

    def __init__(
        self,
        posted: Mapping[str, Any] | None,
        *,
        data: Data,
        table: str,
        row: Data,
        key: str = "",
        last: str = "",
    ) -> None:
        self.known = key  # of a row that was without a value so far
        self.before = list(rows(data, table))
        sheet = {**data, table: {**rows(data, table), NEW: row}}
        super().__init__(posted, data=sheet, table=table, key=NEW)
        order = [("", _("first of all"))]
        order += [(other, label_of(row, other)) for other, row in rows(data, table).items()]
        label = _("Ranks above") if table == "contracts" else _("Listed after")
        initial = last or (self.before[-1] if self.before else "")
        self.fields["stands_after"] = choice_field(
            label, order, _("Please choose."), required=False, initial=initial
        )

    def shown_groups(self, groups: Iterable[QuestionGroup]) -> list[QuestionGroup]:
        """Return everything: what is new stands in no grid yet."""
        return list(groups)

    def write(self, sheet: Data) -> None:
        super().write(sheet)
        row = sheet[self.table].pop(NEW)
        label = self.cleaned_data["label_de"] or self.cleaned_data["label_en"]
        key = self.known or made_key(label, sheet)
        sheet[self.table] = put_after(sheet[self.table], key, row, self.cleaned_data["stands_after"])


def made_key(label: str, data: Data) -> str:
    """Return a free key for something new: it stays, whatever the thing is called later.

    >>> made_key("Zweier", {}), made_key("1. Sack", {}), made_key("Solo", {"contracts": {}})
    ('zweier', 'row_1_sack', 'solo_2')
    """
    stem = address_of(label).replace("-", "_") or "row"
    if not stem[0].isalpha():
        stem = f"row_{stem}"
    stem = stem[: LONGEST_KEY - 4].rstrip("_")
    taken = {*RESERVED, NEW, *rows(data, "contracts"), *rows(data, "premiums")}
    numbered = (f"{stem}_{number}" for number in range(2, 2 * MOST_ROWS + 50))
    return stem if stem not in taken else next(key for key in numbered if key not in taken)


def put_after(found_rows: Mapping[str, Any], key: str, row: Any, after: str) -> Data:
    """Return the rows with this one behind the row `after`, or first where there is no such row."""
    others = [(other, value) for other, value in found_rows.items() if other != key]
    place = next((number for number, (other, _) in enumerate(others, 1) if other == after), 0)
    return dict([*others[:place], (key, row), *others[place:]])


def place_in(found_rows: Mapping[str, Any], key: str, order: Sequence[str]) -> str:
    """Return behind which row something stands that has its place in another sheet's order."""
    before = order[: order.index(key)] if key in order else order
    return next((row for row in reversed(before) if row in found_rows), "")


def open_rows(data: Data, table: str) -> dict[str, str]:
    """Return the names of the rows that have no value yet, by their keys."""
    still_open = value_at(data, ("open", table))
    return {key: label_of(label, key) for key, label in still_open.items()} if still_open else {}


def first_row(table: str, kind: str) -> Data:
    """Return what a new game of a kind, or a new premium, begins with."""
    if table == "premiums":
        return {"in_solo": InSolo.DOUBLED.value}
    return {"kind": kind} | ({"who": Who.VORHAND.value} if kind == Kind.TRISCHAKEN.value else {})


# What is asked


def _game(data: Data, key: str) -> list[QuestionGroup]:
    row = rows(data, "contracts").get(key, {})
    kind, together = row.get("kind"), data.get("side_by_side")
    others = {name: other for name, other in of_kind(data, Kind.NEGATIVE).items() if name != key}
    alone = Pick("", _("It is played on its own"), _("Like Piccolo and Bettler."))
    chosen = row.get("birds") or []
    announced = {
        row: premium
        for row, premium in rows(data, "premiums").items()
        if row in chosen or ("announced" in premium and row != VALAT)
    }
    always = _("As far as in any other game")
    known: AskedOtherwise = {
        "kind": None,
        "tricks": {"required": True},
        "goes_beside": {} if together == SideBySide.LISTED.value or row.get("goes_beside") else None,
        "beside": (
            {"picks": [alone, *labels(others)]}
            if together != SideBySide.NONE.value or row.get("beside")
            else None
        ),
        "birds": {"picks": labels(announced)},
        "blank": None if chosen else {},
        "kontra_up_to": {"picks": up_to(data, always, "", row.get("kontra_up_to"))},
        **{name: None for name, key in KEYS["contracts"].items() if not key.goes_with(kind)},
    }
    if kind == Kind.TRISCHAKEN.value:
        known = {**known, "value": {"help_text": _("How it is shared out is set under Trischaken.")}}
    framed = {
        "solo": QuestionGroup(_("Solo and colour"), []),
        "birds": QuestionGroup(_("The obligatory bird"), []),
        "step_points": QuestionGroup(_("More by card points"), [], folded=True),
        "kontra_up_to": QuestionGroup(_("Its own kontra"), [], folded=True),
    }
    asked = blocks("contracts", key, known=known, framed=framed)
    return _in_order(asked, "label", "value", "tricks")


def _premium(data: Data, key: str) -> list[QuestionGroup]:
    row, is_valat = rows(data, "premiums").get(key, {}), key == VALAT
    effects = [Effect.LINE, Effect.MULTIPLIES, *([Effect.REPLACES] if is_valat else [])]
    cards = [Pick(card, capitalised(words)) for card, words in NEEDED_CARDS.items() if card != key]
    known: dict[str, Mapping[str, Any] | None] = {
        "effect": {"picks": picks_of(effects)},
        "cards": {"picks": cards},
    }
    if is_valat:
        known |= dict.fromkeys(("between_two", "counts_beside_valat", "in_silent_valat", "needs", "cards"))
    if data.get("beside_valat") not in BY_FLAG and not row.get("counts_beside_valat"):
        known["counts_beside_valat"] = None
    if "silent" not in rows(data, "premiums").get(VALAT, {}):
        known["in_silent_valat"] = None
    if all(row.get("calls") for row in of_kind(data, Kind.CALLING).values()):  # nobody calls a king
        chosen = row.get("whose")
        fitting = (whose for whose in Whose if whose is not Whose.KING_HOLDER or whose.value == chosen)
        known["whose"] = {"picks": picks_of(fitting)}
        if not row.get("calling_only"):
            known["calling_only"] = None
    framed = {"needs": QuestionGroup(_("How it is proved and announced"), [], folded=True)}
    asked = blocks("premiums", key, known=known, framed=framed)
    return _in_order(asked, "label", "silent", "in_solo")


def _in_order(asked: Mapping[str, QuestionGroup], *first: str) -> list[QuestionGroup]:
    """Return what the form asks first, where the sheet names it later."""
    return [asked[key] for key in (*first, *(key for key in asked if key not in first)) if key in asked]
