"""A rule sheet in sentences, as every page shows it: the text, the layout, the version."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from scoring.capability import OpenPage, capabilities
from scoring.engine.rules import CODE, Rules
from scoring.models import RulesetVersion
from scoring.rule_editor.published.worked_examples import games_with_examples, worked_out
from scoring.rules.printing import Imprint, speiszettel
from scoring.rules.printing.book import rulebook_chapters
from scoring.rules.printing.printing import setting_of
from scoring.rules.versions.versions import current_text, digest_of
from scoring.web.language import current_language
from scoring.web.links import link_to


def speiszettel_page(
    request: HttpRequest,
    path: str,
    rules: Rules,
    version: Imprint,
    agreed: Mapping[str, str | int] = MappingProxyType({}),
    currency: str = "EUR",
) -> dict[str, Any]:
    """Return what both templates of a Speiszettel print: the text, the layout, its addresses."""
    sheet = speiszettel(rules, current_language(), version, agreed, currency)
    return {
        "sheet": sheet,
        "setting": setting_of(sheet),
        "chapters": rulebook_chapters(rules, current_language(), agreed, currency),
        "address": link_to(request, path).url,
    }


def version_of(ruleset: RulesetVersion) -> Imprint:
    """Return code, number and date of a version, as they are printed."""
    return Imprint(ruleset.code, ruleset.edition, timezone.localdate(ruleset.stored_at))


def published_version(slug: str) -> Imprint:
    """Return the printed version of a published sheet: edition and date once it was played."""
    digest = digest_of(current_text(slug))
    stored = RulesetVersion.objects.filter(ruleset=None, slug=slug, digest=digest).first()
    return Imprint(digest[:CODE]) if stored is None else version_of(stored)


def games_shown(slug: str, language: str) -> list[dict[str, Any]]:
    """Return each game of a published sheet with its number of worked examples, without settling any."""
    return [
        {
            "key": game.key,
            "label": game.label.in_language(language),
            "number": len(game.by_anchor),
        }
        for game in games_with_examples(slug)
    ]


@cache
def printed_examples(slug: str, key: str, language: str) -> SafeString:
    """Return the worked examples of one game, which never change while the program runs."""
    game = next(game for game in games_with_examples(slug) if game.key == key)
    page = {"slug": slug, "examples": worked_out(slug, game, language)}
    return render_to_string("scoring/rule_editor/published/_examples.html", page)


def open_demonstration() -> list[OpenPage]:
    """Return the pages of the invented club that strangers may see."""
    return [
        page for capability in capabilities() for pages in capability.open_to_strangers for page in pages()
    ]
