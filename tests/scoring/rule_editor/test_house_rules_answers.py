"""Every question of the editor: what is not changed stays to the byte, and every answer is saved."""

from collections.abc import Callable, Iterator
from inspect import unwrap
from typing import Any

import pytest
from django.template import engines
from django.test import RequestFactory
from django.urls import resolve
from django.utils.translation import override

from scoring.engine.customs import Custom
from scoring.engine.loading import Data, mistakes_in, resolved
from scoring.engine.loading.reading import OneCustom
from scoring.engine.loading.tables import TABLES
from scoring.engine.options import CHOICES
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.engine.triggers import TRIGGERS
from scoring.models import Club, Ruleset
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.forms.builder import PAGES, rows_of
from scoring.rule_editor.forms.forms import DraftForm, GridForm
from scoring.rule_editor.forms.questions import picks_of, picks_of_option, value_at
from scoring.rule_editor.views import house_rules_editor
from scoring.rule_editor.views.house_rules_editor import EditorPage
from scoring.rules import SLUGS, read
from scoring.rules.exporting import canonical, exported
from tests.support.scoring.house import House
from tests.support.scoring.house_rules_editor import (
    CASES,
    Answers,
    Opened,
    begun,
    fields_in,
    fields_of,
    names_in,
)

CUSTOMS: dict[str, type[Custom]] = {
    key if table == "sheet" else f"{table}.{key}": declared.read.custom
    for table, keys in TABLES.items()
    for key, declared in keys.items()
    if isinstance(declared.read, OneCustom)
}


def pages(draft: Data) -> Iterator[str]:
    """Every page with a form about something that is on the sheet."""
    for page, subject in PAGES.items():
        rows = list(rows_of(draft, subject.table)) if subject.table else []
        if rows or (not subject.table and (page != "trischaken" or "trischaken" in draft)):
            yield f"{page}/"
        yield from (f"{page}/{key}/" for key in (rows[:2] if page == "book" else rows))  # all alike


def kind_of(page: str) -> tuple[object, ...]:
    """The view of a page, and what it is about: a matter, or rows of a table and whether one of them."""
    match = resolve(f"/clubs/club/rules/sheet/edit/{page}")
    return match.func, PAGES[match.kwargs["page"]].table, "row" in match.kwargs


# What is saved unchanged

Asked = Callable[[str, Answers | None], DraftForm]
QUESTIONS = engines["django"].from_string(
    '<form class="editing" method="post">{% for row in grid %}'
    '<input type="hidden" name="order" value="{{ row.key }}">'
    "{{ row.tick }}{% for word, field in row.fields %}{{ field }}{% endfor %}{% endfor %}"
    "{% for block in blocks %}{% for question in block.questions %}"
    '{% include "scoring/rule_editor/_asked.html" %}{% endfor %}{% endfor %}</form>'
)


def forms_of(draft: Data, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The form of a page, empty or filled in; without the page around it, and without a database."""
    club = Club(slug="club")
    ruleset = Ruleset(pk=1, club=club, slug="sheet")

    def form_of(editor: EditorPage, form: DraftForm, back: str, **page: Any) -> DraftForm:
        return form

    monkeypatch.setattr(house_rules_editor, "_ask", form_of)
    requests = RequestFactory()

    def form(page: str, sent: Answers | None) -> DraftForm:
        path = f"/clubs/club/rules/sheet/edit/{page}"
        request = requests.get(path) if sent is None else requests.post(path, sent)
        match, now = resolve(request.path), SheetDraft(draft)
        about = {name: value for name, value in match.kwargs.items() if name not in ("slug", "own")}
        shown = unwrap(match.func)(EditorPage(request, club, ruleset, now, now, 1, 1), **about)
        assert isinstance(shown, DraftForm)
        return shown

    return form


def rendered(form: DraftForm, language: str) -> str:
    grid = form.rows_of_the_sheet() if isinstance(form, GridForm) else []
    return QUESTIONS.render({"blocks": form.blocks(language), "grid": grid})


@pytest.mark.parametrize("slug", SLUGS)
def test_every_form_as_it_comes_leaves_the_sheet_as_it_is_to_the_byte(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other page of each sheet, in the two languages by turns: most games are on several sheets."""
    draft = {**resolved(slug, read), "label": "Hausregeln"}
    before, asked = exported(draft), forms_of(draft, monkeypatch)
    for number, page in enumerate([*pages(draft)][SLUGS.index(slug) % 2 :: 2]):
        language = ("de", "en")[number % 2]
        with override(language):
            sent = fields_in(rendered(asked(page, None), language))
            form = asked(page, sent)
            assert sent.keys() - {"order"} <= form.fields.keys(), (page, language)
            assert form.is_valid(), (page, language, form.errors)
            assert SheetDraft(draft).edited(form.write).text == before, (page, language)


def test_a_page_that_is_saved_unchanged_writes_nothing(house: House) -> None:
    """A page of every kind, of each as it comes: test_every_form_as_it_comes_leaves_the_sheet_as_it_is."""
    editor = begun(house, "karlsruhe")
    before = editor.text
    for page in {kind_of(page): page for page in pages(editor.draft)}.values():
        response = editor.client.get(editor.path + page)
        assert response.status_code == 200, page
        sent: Answers = {**fields_of(response)}
        assert sent["base"], page
        editor.done(editor.send(page, sent))
        editor.ruleset.refresh_from_db()
        assert editor.ruleset.draft == before, page
    assert editor.ruleset.draft_seq == 1, "nothing was written"


# Every key there is


@pytest.mark.parametrize("slug", sorted({case.slug for case in CASES}))
def test_every_answer_can_be_given(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = {**resolved(slug, read), "label": "Hausregeln"}
    asked, pages = forms_of(draft, monkeypatch), dict[str, Opened]()
    wrong = []
    for case in (case_ for case_ in CASES if case_.slug == slug):
        page = case.page + case.query
        if page not in pages:
            text = rendered(asked(page, None), "de")
            pages[page] = Opened(fields_in(text), names_in(text))
        form = asked(page, pages[page].answered(case.answers))
        told = SheetDraft(draft).edited(form.write).answers if form.is_valid() else {}
        if form.errors or mistakes_in(told):
            wrong.append(f"{case}: {form.errors or mistakes_in(told)}")
        elif (value := value_at(canonical(told), tuple(case.place.split(".")))) != case.wanted:
            wrong.append(f"{case}: {value!r}")
    assert wrong == []


def keys_there_are() -> set[str]:
    """Every key of a sheet, with every value of a custom and every choice of an option."""
    rows = {table: keys for table, keys in TABLES.items() if table not in ("sheet", "words")}
    keys = set(TABLES["sheet"]) - {*rows, *TABLES_OF_WORDS}
    for table, schema in {**rows, "options": CHOICES}.items():
        keys |= {f"{table}.{key}" for key in schema}
    return keys | set(TABLES_OF_WORDS)


def test_the_cases_leave_out_no_key() -> None:
    covered = set()
    for case in CASES:
        steps = case.place.split(".")
        rows = steps[0] in ("contracts", "premiums")
        covered |= {steps[0], ".".join(steps[:2]), *([f"{steps[0]}.{steps[2]}"] if rows else [])}
    assert keys_there_are() - covered == set()


def test_every_custom_option_and_trigger_has_its_sentence() -> None:
    for custom in CUSTOMS.values():
        for pick in picks_of(custom):
            assert pick.title, pick
            assert pick.sentence, pick
    for key in CHOICES:
        assert all(pick.title and pick.sentence for pick in picks_of_option(key)), key
    assert all(trigger.told and trigger.title and trigger.sentence for trigger in TRIGGERS.values())
