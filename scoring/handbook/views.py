"""The pages of the handbook."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.handbook.chapters import chapter_called, chapters
from scoring.handbook.pages import search, sections_of, text_of, under_title
from scoring.web.language import current_language


@require_safe
def handbook(request: HttpRequest) -> HttpResponse:
    """Answer with the contents, or with the sections in which somebody's words stand."""
    language = current_language()
    words = request.GET.get("q", "").replace("\0", "").strip()[:100]
    page = {
        "words": words,
        "found": search(words, language),
        "contents": [(chapter, sections_of(chapter, language)) for chapter in chapters()],
    }
    return render(request, "scoring/handbook/handbook.html", page)


@require_safe
def chapter(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with one chapter."""
    found, language = chapter_called(slug), current_language()
    if found is None:
        raise Http404(slug)
    others = list(chapters())
    at = others.index(found)
    page = {
        "chapter": found,
        "sections": sections_of(found, language),
        "text": text_of(found, language),
        "before": others[at - 1] if at else None,
        "after": others[at + 1] if at + 1 < len(others) else None,
    }
    return render(request, "scoring/handbook/chapter.html", page)


@require_safe
def booklet(request: HttpRequest) -> HttpResponse:
    """Answer with all chapters in one, to be printed."""
    language = current_language()
    whole = [(chapter, under_title(text_of(chapter, language))) for chapter in chapters()]
    return render(request, "scoring/handbook/booklet.html", {"whole": whole})
