"""What a chapter of the handbook is, and which of them explains a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from operator import attrgetter

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise

from scoring.capability import capabilities


@dataclass(frozen=True, eq=False, slots=True)
class HandbookChapter:
    """A chapter, whose text is the template `<app>/handbook/<language>/<slug>.html`."""

    order: int  # among all chapters
    slug: str
    app: str
    title: Promise
    whom: Promise  # it is written for
    explains: Mapping[str, str]  # modules and packages of views, each with the section about their pages


@cache
def chapters() -> tuple[HandbookChapter, ...]:
    """Return the chapters in the order in which they are read."""
    return tuple(
        sorted(
            (chapter for capability in capabilities() for chapter in capability.handbook),
            key=attrgetter("order"),
        )
    )


def chapter_called(slug: str) -> HandbookChapter | None:
    """Return the chapter with this slug."""
    return next((chapter for chapter in chapters() if chapter.slug == slug), None)


@cache
def explanation_of(module: str) -> str:
    """Return the address of the section about the pages of a module of views; "" if there is none."""
    explained = {name: (chapter, at) for chapter in chapters() for name, at in chapter.explains.items()}
    while module:
        if module in explained:
            chapter, section = explained[module]
            return f"{reverse('scoring:chapter', args=[chapter.slug])}#{section}"
        module = module.rpartition(".")[0]
    return ""


def explained(request: HttpRequest) -> dict[str, str]:
    """Return the address of the section about the page that was asked for."""
    match = request.resolver_match
    return {"explained": explanation_of(match.func.__module__) if match else ""}
