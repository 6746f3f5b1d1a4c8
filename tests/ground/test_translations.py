import ast
import gettext
import os
import re

import pytest
from babel.messages.catalog import Catalog

from tarockclub import translations
from tarockclub.translations import CannotCollect, Message, in_python, in_template, problems_with, updated


def test_german_says_everything_the_program_says_and_nothing_else():
    catalogue = translations.read(translations.CATALOGUE)
    used = translations.messages_in_use()
    assert problems_with(catalogue, used) == []
    up_to_date = translations.text_of(translations.updated(catalogue, used))
    assert translations.CATALOGUE.read_text("utf-8") == up_to_date, "make messages"


def test_german_speaks_to_everybody_in_the_same_way():
    """A stranger at the next table is no du, and a club no ihr."""
    familiar = re.compile(
        r"\b([Dd](u|ich|ir|eine?\w*)|[Ee]u(ch|er|re\w*)|[Ii]hr (spielt|habt|wollt|seid|könnt))\b"
    )
    german = [entry.string for entry in translations.read(translations.CATALOGUE) if entry.id]
    texts = [text for string in german for text in ([string] if isinstance(string, str) else string)]
    assert [text for text in texts if familiar.search(text)] == []


def test_every_file_of_the_program_is_searched(root):
    assert root / "tarockclub" in translations.folders()
    assert root / "scoring" in translations.folders()
    assert all(folder.parent == root for folder in translations.folders())


TEMPLATE = """\
{% load i18n %}
{% translate "Save" %} {% translate "May" context "month" %}
{% translate "100 % sure" as sure %} {% translate name %}
{% if _("Yes") == answer %}{{ name|default:_("nobody") }}{% else %}{{ _("No") }}{% endif %}
{% for hand in hands %}{% blocktranslate trimmed with name=hand.name %}
    {{ name }} plays
    alone
{% endblocktranslate %}{% endfor %}
{% blocktranslate count n=5 context "cards" %}one hand{% plural %}{{ n }} hands{% endblocktranslate %}
"""


def test_messages_of_a_template_are_what_the_template_engine_looks_up():
    assert set(in_template(TEMPLATE, "planted.html")) == {
        Message("Save"),
        Message("May", context="month"),
        Message("100 %% sure"),
        Message("Yes"),
        Message("nobody"),
        Message("No"),
        Message("%(name)s plays alone"),
        Message("one hand", "%(n)s hands", "cards"),
    }


PYTHON = """\
from django.utils import translation
from django.utils.translation import gettext_lazy as _, ngettext, npgettext_lazy, pgettext
_("Save")
translation.gettext("two " "parts")
pgettext("month", "May")
ngettext("one hand", "%(n)d hands", n)
npgettext_lazy("cards", "one hand", "%(n)d hands", "n")
_(label)
"""


def test_messages_of_a_python_file_are_its_literals():
    assert set(in_python(PYTHON, "planted.py")) == {
        Message("Save"),
        Message("two parts"),
        Message("May", context="month"),
        Message("one hand", "%(n)d hands"),
        Message("one hand", "%(n)d hands", "cards"),
    }


@pytest.mark.parametrize("source", ['_(f"{name} plays")', '_("%s plays" % name)', '_("Hand " + number)'])
def test_a_message_put_together_before_it_is_looked_up_is_an_error(source):
    with pytest.raises(CannotCollect, match=r"planted\.py:1"):
        list(in_python(source, "planted.py"))


USED = {Message("Save"): ["planted.html"], Message("one hand", "%(n)s hands"): ["planted.html"]}


@pytest.fixture
def catalogue():
    catalogue = Catalog(locale="de")
    catalogue.add("Save", "Speichern")
    catalogue.add(("one hand", "%(n)s hands"), ("ein Spiel", "%(n)s Spiele"))
    return catalogue


@pytest.mark.parametrize(
    ("singular", "plural", "found"),
    [
        ("Speichern", "%(n)s Spiele", []),
        ("", "%(n)s Spiele", ["untranslated: 'Save'"]),
        (None, "%(n)s Spiele", ["untranslated: 'Save'"]),
        ("Speichern", "", ["untranslated: 'one hand'"]),
        *(
            ("Speichern", plural, ["different placeholders: 'one hand'"])
            for plural in ("%(m)s Spiele", "%(n)d Spiele", "Spiele", "%(n)s Spiele %s", "{n} Spiele")
        ),
        *(
            (singular, "%(n)s Spiele", ["quotation marks: 'Save'"])
            for singular in ("“Speichern”", "„Speichern”", "Speichern“")
        ),
    ],
)
def test_what_is_wrong_with_a_translation_is_found(catalogue, singular, plural, found):
    catalogue["Save"].string = singular
    catalogue["one hand"].string = ("ein Spiel", plural)
    assert problems_with(catalogue, USED) == found


def test_what_is_missing_superfluous_or_fuzzy_is_found(catalogue):
    used = USED | {Message("Undo"): ["a.html"], Message("Save", context="goalkeeper"): ["b.html"]}
    catalogue.add("Redo", "Wiederholen")
    catalogue["Save"].flags.add("fuzzy")
    assert problems_with(catalogue, used) == [
        "missing: 'Undo' in a.html",
        "missing: 'Save' (goalkeeper) in b.html",
        "superfluous: 'Redo'",
        "fuzzy: 'Save'",
    ]


def test_no_script_has_quotation_marks_of_its_own(root):
    """It speaks both languages: they stand in the words that it is given."""
    scripts = [*root.glob("scoring/static/**/*.js"), *root.glob("tournaments/static/**/*.js")]
    code = {script.name: re.sub("//.*", "", script.read_text("utf-8")) for script in scripts}
    assert [name for name, text in code.items() if re.search("[„“”]", text)] == []


def test_an_update_adds_what_is_new_drops_what_vanished_and_keeps_the_rest(catalogue):
    new = updated(catalogue, {Message("Save"): ["a.html"], Message("Undo"): ["b.html"]})
    assert {entry.id: entry.string for entry in new if entry.id} == {"Save": "Speichern", "Undo": None}


def test_compiling_follows_the_catalogue(tmp_path):
    source = tmp_path / "django.po"
    entry = 'msgid "one"\nmsgid_plural "many"\nmsgstr[0] "eins"\nmsgstr[1] "viele"\n'
    source.write_text(translations.HEADER + entry)
    assert translations.compile_catalogue(source)
    assert not translations.compile_catalogue(source)
    with (tmp_path / "django.mo").open("rb") as file:
        german = gettext.GNUTranslations(file)
    assert [german.ngettext("one", "many", count) for count in (0, 1, 2)] == ["viele", "eins", "viele"]
    later = (tmp_path / "django.mo").stat().st_mtime + 5
    os.utime(source, (later, later))
    assert translations.compile_catalogue(source)
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["django.mo", "django.po"]


# What `verify` says: sentences that are put together out of parts

VERIFYING = ("scoring/verifying.py", "tournaments/verifying.py")
SAYING = {"Verified", "expect_presence", "numbered", "each", "_expect_in_log", "listed"}
A_SENTENCE = re.compile(r"[A-Za-z]{2} |[A-Z][a-z]")
THE_SAME_IN_GERMAN, NO_SENTENCES = {"Kassa", "Pagatkassa", "Schrift", "Radl"}, {"AnyRow", "who is coming"}


def not_looked_up(source: str) -> set[str]:
    """Whatever reads like a sentence or is handed on as one, and goes past the catalogue."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    known = {
        id(text)
        for call in calls
        if getattr(call.func, "id", "") in ("_", "gettext_noop")
        for text in call.args
    }
    scopes = (ast.Module, ast.ClassDef, ast.FunctionDef)
    known |= {
        id(node.body[0].value) for node in nodes if isinstance(node, scopes) and ast.get_docstring(node)
    }
    handed_on = [
        part
        for call in calls
        if getattr(call.func, "id", "") in SAYING
        for word in call.args
        for part in (word, *getattr(word, "values", ()), *getattr(word, "elts", ()))
    ]
    likely = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return {
        text.value
        for text in (*likely, *handed_on)
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and id(text) not in known
        if A_SENTENCE.search(text.value) or (text in handed_on and re.search("[A-Za-z]{2}", text.value))
    }


@pytest.mark.parametrize("name", VERIFYING)
def test_no_sentence_of_verify_goes_past_the_catalogue(root, name):
    found = not_looked_up((root / name).read_text("utf-8"))
    assert found - THE_SAME_IN_GERMAN - NO_SENTENCES == set()
