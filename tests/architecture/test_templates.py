"""Every template can be read, by Django and by people: none waits for its page to be asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template import TemplateSyntaxError
from django.template.backends.django import DjangoTemplates
from django.template.loader import get_template
from django.utils.translation import override

from tests.support.every import every

TEMPLATES = Path(settings.BASE_DIR) / "templates"
LONGEST = 120  # letters in a line
TAG_ALONE = re.compile(r"\s*{% ((?!%}).)* %}")  # Django reads a tag on one line only
# The formatter parts {% if %} from another tag before it: on the page a space is seen.
SPACE_BEFORE_PUNCTUATION = re.compile(r"\s{% (?:if|for|with)\b[^%]*%}[,.;:!?)]")
UNTRIMMED = re.compile(r"{% blocktranslate(?! trimmed)(?:(?!endblocktranslate).)*\n")


def mistake_in(name: str, read: Callable[[str], object] = get_template) -> str:
    """File, line and reason, if Django cannot read a template."""
    try:
        read(name)
    except TemplateSyntaxError as error:
        token = getattr(error, "token", None)
        return f"{name}:{token.lineno if token else '?'}: {error}"
    return ""


def names() -> list[str]:
    return [str(path.relative_to(TEMPLATES)) for path in sorted(TEMPLATES.rglob("*")) if path.is_file()]


def test_every_template_compiles() -> None:
    assert len(names()) > 100
    assert [mistake for name in names() if (mistake := mistake_in(name))] == []


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("a\nb\n{% if %}{% endif %}", 3),
        ("{% load nothing_of_the_kind %}", 1),
        ("\n{{ one|no_filter }}", 2),
        ("\n\n{% block a %}", 3),
    ],
)
def test_a_planted_mistake_is_named_with_its_line(source: str, line: int, tmp_path: Path) -> None:
    (tmp_path / "broken.html").write_text(source)
    options = {"context_processors": []}
    engine = DjangoTemplates({"NAME": "here", "DIRS": [tmp_path], "APP_DIRS": False, "OPTIONS": options})
    assert mistake_in("broken.html", engine.get_template).startswith(f"broken.html:{line}: ")


def complaints(source: str) -> Iterator[str]:
    """What the formatter leaves, and somebody would have to scroll for or find on a page."""
    for number, line in enumerate(source.splitlines(), start=1):
        if len(line) > LONGEST and not TAG_ALONE.fullmatch(line):
            yield f"{number}: {len(line)} letters that could stand on several lines"
    for found in SPACE_BEFORE_PUNCTUATION.finditer(source):
        yield f"{line_of(found.end(), source)}: a space before the punctuation"
    for found in UNTRIMMED.finditer(source):
        yield f"{line_of(found.start(), source)}: a text on several lines has to be trimmed"


def line_of(place: int, source: str) -> int:
    return source.count("\n", 0, place) + 1


def test_no_template_has_to_be_scrolled_or_parts_what_belongs_together() -> None:
    sources = {name: (TEMPLATES / name).read_text(encoding="utf-8") for name in names()}
    found = [f"{name}:{complaint}" for name, source in sources.items() for complaint in complaints(source)]
    assert found == []


SENTENCE = "one word and another " * 6


@every(
    "source, found",
    [
        (f"<p>\n  {SENTENCE}\n</p>", ["2: 128 letters that could stand on several lines"]),
        (f'<p>{{% translate "{SENTENCE}" %}}</p>', ["1: 151 letters that could stand on several lines"]),
        (f'{{% if a %}}{{% translate "{SENTENCE}" %}}', ["1: 154 letters that could stand on several lines"]),
        (f'<p>\n  {{% translate "{SENTENCE}" %}}\n</p>', []),
        ("{{ guests }}\n{% if house %}, {{ house }}{% endif %}", ["2: a space before the punctuation"]),
        ("{% endif %} {% if house %}: {{ house }}{% endif %}", ["1: a space before the punctuation"]),
        ("{{ guests }}{% if house %}, {{ house }}{% endif %}", []),
        (
            "\n{% blocktranslate %}\n  one\n{% endblocktranslate %}",
            ["2: a text on several lines has to be trimmed"],
        ),
        (
            "{% blocktranslate count number=a %}one{% plural %}\n{{ number }}{% endblocktranslate %}",
            ["1: a text on several lines has to be trimmed"],
        ),
        ("{% blocktranslate trimmed %}\n  one\n{% endblocktranslate %}", []),
        ("{% blocktranslate %}one{% endblocktranslate %}\n", []),
    ],
)
def test_a_template_that_is_hard_to_read_is_found(source: str, found: list[str]) -> None:
    assert list(complaints(source)) == found


def test_a_page_is_sent_without_the_indentation_of_its_template(tmp_path: Path) -> None:
    (tmp_path / "list.html").write_text("<ul>\n  <li\n    class='a  b'\n  >\n    A  B\n  </li>\n</ul>\n")
    options = {"loaders": settings.TEMPLATES[0]["OPTIONS"]["loaders"]}
    engine = DjangoTemplates({"NAME": "here", "DIRS": [tmp_path], "APP_DIRS": False, "OPTIONS": options})
    page = "<ul>\n<li\nclass='a  b'\n>\nA  B\n</li>\n</ul>\n"
    assert engine.get_template("list.html").render() == page


def test_what_is_the_same_on_every_page_is_put_together_once_for_each_language(tmp_path: Path) -> None:
    """Beside it stands what is this page's own; a reader of another language gets it in theirs."""
    (tmp_path / "page.html").write_text(
        "{% load i18n static %}<a href=\"{% url 'scoring:rule_sheets' %}\">{% translate 'Rules' %}</a>"
        "{% if name %}{{ name }}, {% blocktranslate %}Sign in{% endblocktranslate %}"
        " {% blocktranslate %}Signed in as <b>{{ name }}</b>{% endblocktranslate %}{% endif %}"
        "<img src=\"{% static 'scoring/icon.svg' %}\">{% url 'scoring:clubs' as clubs %}{{ clubs }}"
    )
    pages = []
    for loaders in (settings.TEMPLATES[0]["OPTIONS"]["loaders"], None):
        options = {"loaders": loaders} if loaders else {}
        engine = DjangoTemplates({"NAME": "here", "DIRS": [tmp_path], "APP_DIRS": False, "OPTIONS": options})
        for language in ("de", "en", "de"):
            with override(language):
                pages += [
                    engine.get_template("page.html").render({"name": name}) for name in ("Anna", "", "Bert")
                ]
    assert pages[:9] == pages[9:]
    assert len(set(pages[:9])) == 6
