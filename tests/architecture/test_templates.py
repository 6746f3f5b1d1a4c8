"""Every template can be read: none waits for its page to be asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.template import TemplateSyntaxError
from django.template.backends.django import DjangoTemplates
from django.template.loader import get_template

TEMPLATES = Path(settings.BASE_DIR) / "templates"


def mistake_in(name: str, read: Callable[[str], object] = get_template) -> str:
    """File, line and reason, if Django cannot read a template."""
    try:
        read(name)
    except TemplateSyntaxError as error:
        token = getattr(error, "token", None)
        return f"{name}:{token.lineno if token else '?'}: {error}"
    return ""


def test_every_template_compiles() -> None:
    names = [str(path.relative_to(TEMPLATES)) for path in sorted(TEMPLATES.rglob("*")) if path.is_file()]
    assert len(names) > 100
    assert [mistake for name in names if (mistake := mistake_in(name))] == []


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
