"""The forms of the editor: they read the draft, say what was changed, and write only that."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.engine.customs import Kind
from scoring.engine.loading import Data, copied
from scoring.engine.loading.reading import rows
from scoring.rule_editor.examples import (
    About,
    Variant,
    about_row,
    any_hand,
    doubled_after_another,
    doubled_hands,
    in_schlussradl,
    variant_of,
    worked,
)
from scoring.rule_editor.forms import ready_made
from scoring.rule_editor.forms.builder import (
    GRID,
    ROW_TABLES,
    QuestionGroup,
    blocks,
    label_of,
)
from scoring.rule_editor.forms.questions import (
    OFFERED,
    BothLanguages,
    CardPoints,
    Choice,
    Offer,
    Place,
    Question,
    Range,
    Several,
    YesOrNo,
    ask,
    name_of,
)
from scoring.rule_editor.forms.rows import NEW, in_order, made_key, open_rows, put_after
from scoring.web.fields import PageForm, choice_field

# Tables that are not on every sheet: what belongs to them is written only where they are.
_OPTIONAL = ("pagatkassa", "trischaken")


def _is_gone(sheet: Data, place: Place) -> bool:
    """Return whether the table, game or premium that a place is in is no longer on the sheet."""
    table, *inside = place
    if table in ROW_TABLES.values() and inside:
        return inside[0] not in rows(sheet, table)
    return table in _OPTIONAL and bool(inside) and table not in sheet


class DraftForm(PageForm):
    """Questions about a draft. It is made from the draft as it was when the page was made."""

    def __init__(
        self,
        posted: Mapping[str, Any] | None,
        *,
        data: Data,
        groups: Iterable[QuestionGroup],
        about: About = any_hand,
    ) -> None:
        self.sheet, self.groups = data, list(groups)
        self.about = about  # which hands show what an answer comes to
        initial = {
            name: value for question in self._questions for name, value in question.initial(data).items()
        }
        super().__init__(posted, initial=initial)
        for question in self._questions:
            self.fields.update(question.fields(self._counted(posted)))

    def _counted(self, posted: Mapping[str, Any] | None) -> Data:
        """Return the data by which points are read: with the way of counting that this page sends."""
        if not posted or all(question.name != "counting" for question in self._questions):
            return self.sheet
        pack = str(posted.get("pack", ""))
        known = int(pack) if pack.isascii() and pack.isdecimal() and len(pack) < 4 else None
        return {**self.sheet, "counting": posted.get("counting"), "pack": known}

    @property
    def _questions(self) -> Iterator[Question]:
        for group in self.groups:
            yield from group.questions

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for question in self._questions:
            if isinstance(question, BothLanguages):
                question.clean(self)
        return cleaned

    def write(self, sheet: Data) -> None:
        """Write what was changed on this page into the answers of a draft."""
        for question in self._questions:
            is_changed = not {*question.initial(self.sheet)}.isdisjoint(self.changed_data)
            if "counting" in self.changed_data and isinstance(question, CardPoints | Range):
                is_changed = True  # the same that is typed means something else now: 36 was 35/2
            if is_changed and not _is_gone(sheet, question.place):
                question.write(sheet, self.cleaned_data)

    def anchor(self, place: Place) -> str | None:
        """Return the name of the field that asks a place of the sheet; None if none here does."""
        names = (question.anchor(place, self.sheet) for question in self._questions)
        return next((name for name in names if name is not None), None)

    def blocks(self, language: str) -> list[QuestionGroup]:
        """Return everything the page asks as it shows it, with what each answer comes to."""
        for question in self._questions:
            question.examples = self._worked(question, language)
        data = self._counted(self.data if self.is_bound else None)
        return [
            group._replace(questions=[question.as_shown(self, data) for question in group.questions])
            for group in self.groups
        ]

    def _worked(self, question: Question, language: str) -> Mapping[str, str]:
        answers: dict[str, Any]
        if isinstance(question, Several):
            return dict(self._ticked(question, language))
        if isinstance(question, YesOrNo):
            answers = {"on": True, "": False}
        elif isinstance(question, Choice):
            answers = {pick.value: pick.value for pick in question.picks}
        else:
            return {}
        variants = {value: self._under(question, answer) for value, answer in answers.items()}
        if isinstance(question, Offer) and question.is_of_the_sheet:
            return _bases(variants[OFFERED], language)
        if isinstance(question, Offer) and question.key == "radl_nesting":
            return {
                value: doubled_hands(variant) for value, variant in variants.items() if variant is not None
            }
        if question.place == ("radl", "schlussradl") and (draft := variants["on"]) is not None:
            return {"": in_schlussradl(draft, language)}
        if question.place == ("radl", "waits"):
            waiting, going_on = (variant and doubled_after_another(variant) for variant in variants.values())
            return {"": _yes_or_no(waiting.removesuffix("."), going_on)} if waiting and going_on else {}
        told = worked(variants, language, self.about)
        if isinstance(question, YesOrNo) and told:
            return {"": _yes_or_no(told["on"], told[""])}
        return told

    def _ticked(self, question: Several, language: str) -> Iterator[tuple[str, str]]:
        """Yield each of several ticks with what it comes to, beside those that are set."""
        chosen = set(question.initial(self.sheet)[question.name])
        now = self._under(question, list(chosen))
        every = self._under(question, [pick.value for pick in question.picks])
        starts, of_cards = question.place == ("radl", "triggers"), question.place[-1] == "cards"
        for value in (pick.value for pick in question.picks):
            turned = self._under(question, list(chosen ^ {value}))
            ticked, not_ticked = (now, turned) if value in chosen else (turned, now)
            about = any_hand if starts else self.about if of_cards else about_row(value)
            if told := worked({"on": ticked, "": not_ticked}, language, about, hands_of=every):
                yield value, _yes_or_no(told["on"], told[""])
            elif starts and ticked is not None:
                yield value, in_schlussradl(ticked, language)

    def _under(self, question: Question, answer: Any) -> Variant | None:
        def answered(sheet: Data) -> None:
            question.write(sheet, {question.name: answer})

        return variant_of(self.sheet, answered)


def _bases(draft: Variant | None, language: str) -> Mapping[str, str]:
    if draft is None:
        return {}
    told = worked({str(base): draft.under(trischaken_base=base) for base in (1, 2)}, language)
    return {OFFERED: "; ".join(f"{base}: {words}" for base, words in told.items())} if told else {}


def _yes_or_no(ticked: str, not_ticked: str) -> str:
    title, _colon, _outcome = ticked.rpartition(": ")
    return _("%(ticked)s; otherwise %(not_ticked)s") % {
        "ticked": ticked,
        "not_ticked": not_ticked.removeprefix(f"{title}: "),
    }


# Games and premiums, one by one and all at once


class RowForm(DraftForm):
    """One game or premium that is on the sheet."""

    def __init__(self, posted: Mapping[str, Any] | None, *, data: Data, table: str, key: str) -> None:
        self.table, self.key = table, key
        groups = self.shown_groups(blocks(data, table, key))
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


class FurtherRow(NamedTuple):
    """A row that the sheet does not have: another sheet's, or one that still needs a value."""

    row: Data
    sheet: str  # the slug of the published sheet that has it; "" where it only needs a value
    said: str  # "3, as in the sheet “Cup”"


class GridForm(DraftForm):
    """The rows of a table in their order, and what could be played besides."""

    def __init__(self, posted: QueryDict | None, *, data: Data, table: str) -> None:
        self.table = table
        self.there = rows(data, table)
        self.further = further_rows(data, table)
        every = {**self.there, **{key: row.row for key, row in self.further.items()}}
        groups = [QuestionGroup(key, _questions(table, key, row)) for key, row in every.items()]
        super().__init__(posted, data={**data, table: every}, groups=groups)
        for key, row in every.items():
            self.fields[f"play-{key}"] = forms.BooleanField(
                label=label_of(row, key), required=False, initial=key in self.there
            )
        self.sent = set(self.there) if posted is None else set(posted.getlist("order"))
        self.order = list(self.there) if posted is None else moved(posted, list(self.there))

    def is_played(self, key: str) -> bool:
        """Return whether a row is to be on the sheet: it is ticked, or something new was typed into it."""
        is_elsewhere = key in self.there and key not in self.sent  # came onto the sheet after this page
        if is_elsewhere or self.cleaned_data.get(f"play-{key}"):
            return True
        typed = {f"{name}-{key}" for name in GRID[self.table]} & set(self.data)
        return key in self.further and bool(typed & set(self.changed_data))

    def _is_written(self, key: str) -> bool:
        return self.is_played(key) and (key in self.further or key in self.sent)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for group in self.groups:
            if not self._is_written(str(group.title)):
                for question in group.questions:
                    self.errors.pop(question.name, None)
        return cleaned

    def write(self, sheet: Data) -> None:
        """Write everything that was changed in the grid: rows that come and go, values, the order."""
        for key, row in self.further.items():
            if self.is_played(key) and key not in rows(sheet, self.table):
                if row.sheet:
                    ready_made.add_row(sheet, self.table, row.sheet, key)
                else:
                    place = ready_made.usual_place(sheet, self.table, key)
                    sheet[self.table] = put_after(rows(sheet, self.table), key, copied(row.row), place)
        for question in self._questions:
            key = question.place[1]
            if question.name in self.changed_data and self._is_written(key):
                there = sheet.setdefault(self.table, {})
                if key not in there:  # taken away in the meantime: whoever changes it wants it back
                    there[key] = copied(self.sheet[self.table][key])
                question.write(sheet, self.cleaned_data)
        for key in self.there:
            if not self.is_played(key):
                sheet[self.table].pop(key, None)
        if self.order != list(self.there):
            sheet[self.table] = in_order(sheet[self.table], self.order)

    def blocks(self, language: str) -> list[QuestionGroup]:
        """Return nothing: the grid shows rows, and what they come to stands beside it."""
        return []

    def rows_of_the_sheet(self) -> list[dict[str, Any]]:
        """Return what is on the sheet, in its order."""
        return [
            self._row(key, is_first=key == self.order[0], is_last=key == self.order[-1]) for key in self.order
        ]

    def rows_without_a_value(self) -> list[dict[str, Any]]:
        """Return what still needs a value."""
        return [self._row(key) for key, row in self.further.items() if not row.sheet]

    def rows_of_other_sheets(self) -> list[dict[str, Any]]:
        """Return what other sheets play, to be ticked."""
        return [self._row(key, said=row.said) for key, row in self.further.items() if row.sheet]

    def _row(self, key: str, **about: Any) -> dict[str, Any]:
        """Return a game or premium as the grid shows it: its fields, each with the short words above it."""
        name = label_of(self.sheet[self.table][key], key)
        questions = next(group.questions for group in self.groups if group.title == key)
        fields = [(name_of(question.place[-1]), self[question.name]) for question in questions]
        return {"key": key, "name": name, "tick": self[f"play-{key}"], "fields": fields, **about}


def _questions(table: str, key: str, row: Data) -> list[Question]:
    never = ("lost",) if row.get("kind") == Kind.TRISCHAKEN.value else ()
    return [_cell(table, key, row, name) for name in GRID[table] if name not in never]


def _cell(table: str, key: str, row: Data, name: str) -> Question:
    label = _("%(row)s: %(what)s") % {"row": label_of(row, key), "what": name_of(name)}
    return ask(table, key, name, label=label, help_text="", name=f"{name}-{key}")


def further_rows(data: Data, table: str) -> dict[str, FurtherRow]:
    """Return what could be played besides: what still needs a value, then the rows of other sheets."""
    found: dict[str, FurtherRow] = {}
    for key, label in open_rows(data, table).items():
        usual = ready_made.usual_row(table, key)
        if usual is not None:
            found[key] = FurtherRow({**usual, "label": data["open"][table][key]}, "", label)
    for offer in ready_made.offered_rows(data, table):
        slug, _colon, key = offer.key.partition(":")
        if key not in found and key not in open_rows(data, table):
            found[key] = FurtherRow(copied(ready_made.sheet(slug)[table][key]), slug, str(offer.sentence))
    return found


def moved(posted: QueryDict, there: Sequence[str]) -> list[str]:
    """Return the order of the rows as the page sent it, with one moved by its button."""
    order = [key for key in dict.fromkeys(posted.getlist("order")) if key in there]
    order += [key for key in there if key not in order]
    key, step = (posted["up"], -1) if "up" in posted else (posted.get("down", ""), 1)
    if key in order and 0 <= order.index(key) + step < len(order):
        place = order.index(key)
        order[place], order[place + step] = order[place + step], order[place]
    return order
