"""The form of one page: it reads the draft, says what was changed, and writes only that."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.loading import Data
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
)
from scoring.rule_editor.forms.sections import QuestionGroup
from scoring.web.fields import PageForm

# Tables that are not on every sheet: what belongs to them is written only where they are.
_OPTIONAL = ("pagatkassa", "trischaken")
_OF_ROWS = ("contracts", "premiums")  # nor is a part of a row written where the row is not


def _is_gone(sheet: Data, place: Place) -> bool:
    """Return whether the table, game or premium that a place is in is not on the sheet."""
    table, *inside = place
    if table in _OF_ROWS and inside:
        return inside[0] not in rows(sheet, table)
    return table in _OPTIONAL and bool(inside) and table not in sheet


class DraftForm(PageForm):
    """Questions about a draft. It is made from the draft as it was when the page was made."""

    def __init__(
        self,
        posted: Mapping[str, Any] | None,
        *,
        data: Data,
        groups: Sequence[QuestionGroup],
        about: About = any_hand,
    ) -> None:
        self.sheet, self.groups = data, groups
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
