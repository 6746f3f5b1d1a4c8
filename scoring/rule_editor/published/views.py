"""Home and the rules pages."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.accounts.verbs import is_set_up
from scoring.capability import Capability
from scoring.rule_editor.published.pages import (
    games_shown,
    open_demonstration,
    printed_examples,
    published_version,
    speiszettel_page,
    version_of,
)
from scoring.rules import published
from scoring.rules.versions.rules_played import played_under
from scoring.rules.versions.versions import newer_edition, rules_of
from scoring.table.at_the_table import visit
from scoring.table.pot import terms_of
from scoring.web.access import own_address, revalidated
from scoring.web.language import current_language
from scoring.web.link_previews import LinkPreview, landing_picture, picture_answer


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show strangers what this is; lead members on to their club."""
    if request.user.is_authenticated:
        return redirect(own_address(request))
    landing = landing_picture()
    page = {
        "is_set_up": is_set_up(),
        "shared": open_demonstration(),
        "link_preview": LinkPreview(landing.title, landing.sentence),
    }
    return render(request, "scoring/rule_editor/published/home.html", page)


@revalidated
@require_safe
def preview_picture(request: HttpRequest) -> HttpResponse:
    """Send the picture that chats show beside a link to the program."""
    return picture_answer(request, landing_picture())


@revalidated
@require_safe
def rule_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a published sheet as it is now, with its code, the same at every table."""
    if slug not in published():
        raise Http404(slug)
    page = speiszettel_page(request, request.path, published()[slug], published_version(slug))
    return render(
        request,
        "scoring/rule_editor/published/rule_sheet.html",
        {
            **page,
            "games": games_shown(slug, current_language()),
            "link_preview": LinkPreview(
                f"{_('Speiszettel')}: {page['sheet'].label}",
                _("What every game and premium counts, with hands worked out as examples."),
            ),
        },
    )


@revalidated
@require_safe
def rule_examples(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the worked examples of a published sheet, those of each game in a fold."""
    if slug not in published():
        raise Http404(slug)
    language = current_language()
    games = [
        game | {"examples": printed_examples(slug, game["key"], language)}
        for game in games_shown(slug, language)
    ]
    label = published()[slug].label.in_language(language)
    return render(
        request,
        "scoring/rule_editor/published/rule_examples.html",
        {"slug": slug, "label": label, "games": games},
    )


@require_safe
def sheet_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rules of a table, or under `?code=` earlier ones, to readers of its sheet."""
    visited = visit(request, pk)
    code = request.GET.get("code")
    played = [
        version_played
        for version_played in played_under(visited.sheet)
        if code in (None, version_played.ruleset.code)
    ]
    if not played:
        raise Http404(code)
    ruleset, options = played[-1].ruleset, played[-1].options
    evening, rules = visited.sheet.evening, rules_of(ruleset)
    if visited.sharing is None:  # the link to an evening shows no money
        cents = evening.cents_per_point or None
        rules = replace(rules, cents_per_point=cents, pagatkassa=terms_of(evening))
    version = version_of(ruleset)
    page = speiszettel_page(
        request, f"{request.path}?code={version.code}", rules, version, options, evening.currency
    )
    return render(
        request,
        "scoring/rule_editor/published/rule_sheet.html",
        {
            **page,
            "here": visited,
            "table": visited.sheet,
            "is_published": ruleset.ruleset_id is None,
            "newer": newer_edition(ruleset),
        },
    )


# Published sheets: where their pages are


site_urls: list[URLPattern | URLResolver] = [
    path("", home, name="home"),
    path("preview.png", preview_picture, name="preview_picture"),
    path("rules/<slug:slug>/", rule_sheet, name="rule_sheet"),
    path("rules/<slug:slug>/examples/", rule_examples, name="rule_examples"),
]

sheet_urls: list[URLPattern | URLResolver] = [
    path("rules/", sheet_rules, name="sheet_rules"),
]

CAPABILITY = Capability(urls=__name__)
