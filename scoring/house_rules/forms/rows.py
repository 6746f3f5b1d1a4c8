"""Games and premiums one by one: what is asked about each kind, and how a new one comes onto the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.engine.loading import Data, tidied
from scoring.engine.loading.consistency import RESERVED
from scoring.engine.loading.reading import LONGEST_KEY, LONGEST_LABEL, LONGEST_NOTE, LONGEST_SHORT, MOST_ROWS
from scoring.engine.prices import VALAT
from scoring.engine.rules import BesideValat, Effect, InSolo, Kind, Who, Whose
from scoring.house_rules.forms.examples import about_game, about_premium
from scoring.house_rules.forms.forms import DraftForm
from scoring.house_rules.forms.questions import (
    Abbreviation,
    Both,
    CardPoints,
    Choice,
    Number,
    Pick,
    Question,
    Several,
    Truth,
    found,
)
from scoring.house_rules.forms.sections import (
    BY_POINTS,
    QuestionGroup,
    label_of,
    labels,
    of_kind,
    rows,
    up_to,
)
from scoring.house_rules.forms.wording import name_of, picks_of
from scoring.names import address_of

TABLES = {"games": "contracts", "premiums": "premiums"}  # as addresses call them: as sheets do
MOST_TRICKS = 12
BY_FLAG = {BesideValat.TRICK_PREMIUMS.value, BesideValat.TRICK_OR_KONTRA.value}
NEW = "new_row"  # the key of a row that has no name yet


class RowForm(DraftForm):
    """One game or premium that is on the sheet."""

    def __init__(self, posted: Mapping[str, Any] | None, *, data: Data, table: str, key: str) -> None:
        self.table, self.key = table, key
        ask, about = (_game, about_game) if table == "contracts" else (_premium, about_premium)
        super().__init__(posted, data=data, groups=ask(data, key), about=about(key))

    def write(self, sheet: Data) -> None:
        found_rows = sheet.setdefault(self.table, {})
        if self.key not in found_rows:  # taken away in the meantime: whoever saves it wants it back
            found_rows[self.key] = deepcopy(self.sheet[self.table][self.key])
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
        order += [(one, label_of(row, one)) for one, row in rows(data, table).items()]
        label = _("It is bid after") if table == "contracts" else _("It stands after")
        self.fields["stands_after"] = forms.ChoiceField(
            label=label,
            choices=order,
            required=False,
            initial=last or (self.before[-1] if self.before else ""),
            error_messages={"invalid_choice": _("Please choose.")},
        )

    def applied(self, data: Data) -> Data:
        sheet = deepcopy(data)
        self.write(sheet)
        row = sheet[self.table].pop(NEW)
        label = self.cleaned_data["label_de"] or self.cleaned_data["label_en"]
        key = self.known or made_key(label, sheet)
        sheet[self.table] = put_after(sheet[self.table], key, row, self.cleaned_data["stands_after"])
        return tidied(sheet)


def made_key(label: str, data: Data) -> str:
    """A key for something new: it stays, whatever the thing is called later.

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
    """The rows with one more at its place."""
    others = {one: value for one, value in found_rows.items() if one != key}
    keys = list(others)
    place = keys.index(after) + 1 if after in others else 0
    order = [*keys[:place], key, *keys[place:]]
    return {one: row if one == key else others[one] for one in order}


def place_in(found_rows: Mapping[str, Any], key: str, order: Sequence[str]) -> str:
    """After which row something stands that has its place in another sheet's order."""
    before = order[: order.index(key)] if key in order else order
    return next((one for one in reversed(before) if one in found_rows), "")


def moved(data: Data, table: str, key: str, step: int, among: Sequence[str]) -> Data:
    """One place up or down among those that are shown; what is first or last stays there."""
    sheet, place = deepcopy(data), list(among).index(key) + step if key in among else -1
    if not 0 <= place < len(among):
        return sheet
    keys = [one for one in sheet[table] if one != key]
    keys.insert(keys.index(among[place]) + (step > 0), key)
    sheet[table] = {one: sheet[table][one] for one in keys}
    return sheet


def removed(data: Data, table: str, key: str) -> Data:
    sheet = deepcopy(data)
    sheet.get(table, {}).pop(key, None)
    return tidied(sheet)


def not_played(data: Data, table: str, key: str) -> Data:
    """Something that has no value yet and is not to have one."""
    sheet = deepcopy(data)
    (found(sheet, ("open", table)) or {}).pop(key, None)
    return tidied(sheet)


def open_rows(data: Data, table: str) -> dict[str, str]:
    """What has no value yet, by its name."""
    still_open = found(data, ("open", table))
    return {key: label_of(label, key) for key, label in still_open.items()} if still_open else {}


def first_row(kind: str) -> Data:
    """What a new game of a kind begins with."""
    if kind == Kind.TRISCHAKEN.value:
        return {"kind": kind, "who": Who.VORHAND.value}
    return {"kind": kind}


FIRST_PREMIUM: Data = {"in_solo": InSolo.DOUBLED.value}


# What is asked


def _named(table: str, key: str) -> list[Question]:
    both = _("One language is enough; the other one then has the same words.")
    return [
        Both((table, key, "label"), name_of("label"), both, longest=LONGEST_LABEL, required=True),
        Abbreviation(
            (table, key, "short"),
            name_of("short"),
            _("A few letters for the list of hands, such as SR for Solorufer."),
            longest=LONGEST_SHORT,
        ),
    ]


def _note(table: str, key: str) -> QuestionGroup:
    said = _("A few words beside it on the Speiszettel. They change no amount.")
    return QuestionGroup("", [Both((table, key, "note"), name_of("note"), said, longest=LONGEST_NOTE)])


def _game(data: Data, key: str) -> list[QuestionGroup]:
    row = rows(data, "contracts").get(key, {})
    kind, at = row.get("kind"), ("contracts", key)
    trischaken = kind == Kind.TRISCHAKEN.value
    each = _("What each opponent pays, or gets if it is lost.")
    if trischaken:
        each = _("How it is shared out stands under Trischaken.")
    value: list[Question] = [Number((*at, "value"), name_of("value"), each, required=True)]
    if not trischaken:
        alike = _("Leave it empty if losing costs the same.")
        value.append(Number((*at, "lost"), name_of("lost"), alike))
    groups = [QuestionGroup("", _named(*at)), QuestionGroup("", value)]
    if kind == Kind.NEGATIVE.value:
        groups.append(QuestionGroup("", _of_negative(data, key, row)))
    groups.append(QuestionGroup("", [Choice((*at, "who"), name_of("who"), picks=picks_of(Who))]))
    if kind in BY_POINTS:
        groups.append(QuestionGroup(_("Solo and colour"), _of_points(data, key, row)))
    if kind == Kind.CALLING.value:
        groups.append(QuestionGroup(_("The obligatory bird"), _of_calling(data, key, row)))
    if not trischaken:
        questions = _of_kontra(data, key, row, by_points=kind in BY_POINTS)
        groups.append(QuestionGroup(_("A kontra of its own"), questions, folded=True))
    return [*groups, _note(*at)]


def _of_negative(data: Data, key: str, row: Data) -> list[Question]:
    others = {one: other for one, other in of_kind(data, Kind.NEGATIVE).items() if one != key}
    alone = Pick("", _("It is played by itself"), _("Like Piccolo and Bettler."))
    return [
        Number(
            ("contracts", key, "tricks"),
            _("Exactly so many tricks"),
            _("0 for a Bettler, 1 for a Piccolo, 2 for a Zwiccolo."),
            required=True,
            most=MOST_TRICKS,
        ),
        Choice(
            ("contracts", key, "beside"),
            _("Only beside another game"),
            _("Such as a Zwiccolo that exists only beside a Piccolo. Both need the same value."),
            picks=[alone, *labels(others)],
        ),
    ]


def _of_points(data: Data, key: str, row: Data) -> list[Question]:
    return [
        Truth(
            ("contracts", key, "solo"),
            _("It is a solo game"),
            _("Played without the talon. Many premiums count double in it."),
        ),
        Truth(
            ("contracts", key, "colour"),
            _("It is a colour game"),
            _("Tarocks are no trumps. Only the premiums ticked for colour games count."),
        ),
    ]


def _of_calling(data: Data, key: str, row: Data) -> list[Question]:
    chosen = row.get("birds") or []
    announced = {
        one: premium
        for one, premium in rows(data, "premiums").items()
        if one in chosen or ("announced" in premium and one != VALAT)
    }
    picks = labels(announced)
    questions: list[Question] = [
        Several(
            ("contracts", key, "birds"),
            _("One of these is announced with the game"),
            _("As in a Besserrufer. Tick nothing if the game has no obligatory bird."),
            picks=picks,
            empty_goes=True,
        )
    ]
    if not chosen:
        questions.append(
            Truth(
                ("contracts", key, "blank"),
                _("Paid at once when blank"),
                _("Without an announcement and without a kontra it is not played, but paid at once."),
            )
        )
    return questions


def _of_kontra(data: Data, key: str, row: Data, *, by_points: bool) -> list[Question]:
    at, limit = ("contracts", key), row.get("kontra_up_to")
    always = _("As far as in every game")
    questions: list[Question] = [
        Choice((*at, "kontra_up_to"), name_of("kontra_up_to"), picks=up_to(data, always, "", limit))
    ]
    if by_points:
        questions.append(
            CardPoints(
                (*at, "needs_after_kontra"),
                _("Card points that win after a kontra"),
                _("Leave it empty if they are the same as always."),
            )
        )
    return questions


def _premium(data: Data, key: str) -> list[QuestionGroup]:
    row, at = rows(data, "premiums").get(key, {}), ("premiums", key)
    is_valat = key == VALAT
    effects = [Effect.LINE, Effect.MULTIPLIES, *([Effect.REPLACES] if is_valat else [])]
    nothing = _("Leave it empty if it does not exist that way.")
    where: list[Question] = [
        Truth(
            (*at, "in_colour"),
            _("It counts in colour games"),
            _("Such as Farbendreier and Farbensolo."),
        ),
        Truth(
            (*at, "calling_only"),
            _("Only in games that call a king"),
            _("Such as König ultimo and Königfang."),
        ),
    ]
    if not is_valat and (data.get("beside_valat") in BY_FLAG or row.get("counts_beside_valat")):
        where.append(
            Truth(
                (*at, "counts_beside_valat"),
                _("It counts beside a made Valat"),
                _("All premiums that are not ticked so become 0."),
            )
        )
    proof: list[Question] = [
        Truth(
            (*at, "opponents_need_kontra"),
            _("The opponents announce it only with a kontra on the game"),
            _("As the Absolut in Zwanzigerrufen."),
        )
    ]
    if not is_valat:
        proof.insert(
            0,
            CardPoints(
                (*at, "needs"),
                _("Card points that prove it"),
                _("Such as 46 for the first Sack. Leave it empty if it does not go by card points."),
            ),
        )
    return [
        QuestionGroup("", _named(*at)),
        QuestionGroup(
            "",
            [
                Number((*at, "silent"), name_of("silent"), nothing),
                Number((*at, "announced"), name_of("announced"), nothing),
                Choice((*at, "effect"), name_of("effect"), picks=picks_of(effects)),
            ],
        ),
        QuestionGroup("", [Choice((*at, "in_solo"), _("In solo games it is worth"), picks=picks_of(InSolo))]),
        QuestionGroup(
            "",
            [
                Number((*at, "solo_silent"), name_of("solo_silent"), nothing),
                Number((*at, "solo_announced"), name_of("solo_announced"), nothing),
            ],
            when="listed",
        ),
        QuestionGroup("", [Choice((*at, "whose"), name_of("whose"), picks=picks_of(Whose)), *where]),
        QuestionGroup(_("How it is proved and announced"), proof, folded=True),
        _note(*at),
    ]


def keys_of(data: Data, tables: Iterable[str]) -> set[str]:
    return {key for table in tables for key in rows(data, table)}
