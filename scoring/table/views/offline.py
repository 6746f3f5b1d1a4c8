"""Requests of pages in the background: who is signed in, the service worker, how to install."""

import json
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from scoring.engine.phone import rules_document
from scoring.models import RulesetVersion
from scoring.rules import data_of
from scoring.table.at_the_table import visit
from scoring.table.pages.recording_page import phone_engine_parts
from scoring.table_policy import occasions
from scoring.templatetags.pages import STATIC_FILES
from scoring.web.access import open_club, revalidated
from scoring.web.links import is_there

FILES = (
    "scoring/chevron.svg",
    "scoring/dark.css",
    "scoring/display.js",
    "scoring/drawings/mark.svg",
    "scoring/drawings/trull.svg",
    "scoring/evenings.css",
    "scoring/fonts/alegreya.woff2",
    "scoring/fonts/atkinson.woff2",
    "scoring/hands.css",
    "scoring/home.css",
    "scoring/icon.svg",
    "scoring/icons.svg",
    "scoring/icons/192.png",
    "scoring/names.js",
    "scoring/paper.css",
    "scoring/paper.js",
    "scoring/play.js",
    "scoring/print.js",
    "scoring/record.css",
    "scoring/recording.css",
    "scoring/rules.css",
    "scoring/record/device.js",
    "scoring/record/page.js",
    "scoring/sheet.css",
    "scoring/sheet.js",
    "scoring/style.css",
    "scoring/table_away.js",
    "scoring/waiting.css",
    "scoring/waiting_anywhere.js",
    "scoring/waiting_here.js",
)


@require_safe
def door(request: HttpRequest) -> HttpResponse:
    """Answer who is signed in, with a fresh token, to a page whose request was refused."""
    account = request.user.pk if request.user.is_authenticated else None
    return JsonResponse({"account": "" if account is None else str(account), "token": get_token(request)})


BELOW_AN_ICON = 12  # letters that phones show of a name
ICONS = {
    "192.png": ("192x192", "any"),
    "512.png": ("512x512", "any"),
    "maskable.png": ("512x512", "maskable"),
}


@require_safe
def no_network(request: HttpRequest) -> HttpResponse:
    """Show the page for addresses that a phone has not stored, while there is no network."""
    return render(request, "scoring/web/no_network.html")


@revalidated
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Send the web manifest, by which the program can be installed on a phone."""
    return _manifest("/", "Tarockclub", "Tarock")


@require_safe
def club_manifest(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the web manifest of one club, which starts at its own Today with an icon of its own."""
    club = open_club(request, slug)
    ways = {"scoring:record_now": gettext("Record"), "scoring:season": gettext("Season")}
    shortcuts = [
        {"name": words, "url": reverse(name, args=[slug])}
        for name, words in ways.items()
        if is_there(name, slug=slug)
    ]
    screenshots = [
        {
            "src": static(f"scoring/pictures/{picture}.png"),
            "sizes": "390x844",
            "type": "image/png",
            "form_factor": "narrow",
        }
        for picture in ("recording-phone-light", "sheet-phone-light")
    ]
    short = short_name(club.name)
    return _manifest(club.get_absolute_url(), club.name, short, shortcuts=shortcuts, screenshots=screenshots)


def short_name(name: str) -> str:
    """Return as many words of a name as fit below an icon; of a long first word the beginning.

    >>> short_name("Mühlviertler Runde"), short_name("Kaffeehaus Süd"), short_name("Donaudampfschiffer")
    ('Mühlviertler', 'Kaffeehaus', 'Donaudampfsc')
    """
    if len(name) <= BELOW_AN_ICON:
        return name
    return name[: BELOW_AN_ICON + 1].rpartition(" ")[0] or name[:BELOW_AN_ICON]


def _manifest(start: str, name: str, short: str, **further: object) -> HttpResponse:
    icons = [
        {"src": static(f"scoring/icons/{file}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for file, (sizes, purpose) in ICONS.items()
    ]
    document = {
        "id": start,
        "name": name,
        "short_name": short,
        "description": gettext("Tarock, settled exactly"),
        "lang": get_language() or "de",
        "start_url": start,
        "scope": "/",  # the pages of tables do not lie below their club's
        "display": "standalone",
        "background_color": "#f3eee3",
        "theme_color": "#123f32",
        "icons": icons,
        **further,
    }
    return JsonResponse(document, content_type="application/manifest+json")


@require_safe
def rules_here(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the rules of the next hand, for a phone that settles by itself."""
    sheet = visit(request, pk).sheet
    agreed = sheet.state.rules
    version = sheet.ruleset if agreed is None else RulesetVersion.objects.get(pk=agreed.version)
    text = rules_document(version.digest, version.slug, data_of(version.text))
    return HttpResponse(text, content_type="application/json")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the script that opens pages without network; if switched off, one that removes it."""
    if not settings.OFFLINE_PAGES:
        return _script(_text("no_service_worker.js"))
    occasion_files = [
        name for occasion in occasions().values() for name in (*occasion.styles, *occasion.scripts)
    ]
    files = [static(name) for name in (*FILES, *occasion_files)]
    text = _text("service_worker.js")
    version = sha256("\n".join([*files, text]).encode()).hexdigest()[:12]
    engine: list[str] = []  # whatever a phone loads to settle without network, its scripts among them
    if (parts := phone_engine_parts()) is not None:
        engine = [static("scoring/engine/engine.js"), parts["worker"], *parts["files"]]
    instead = reverse("scoring:no_network")
    above = {"VERSION": version, "FILES": files, "ENGINE_FILES": engine, "INSTEAD": instead}
    constants = (f"const {name} = {json.dumps(value, indent=2)};\n" for name, value in above.items())
    return _script(f"{''.join(constants)}\n{text}")


def _text(name: str) -> str:
    return (STATIC_FILES / "scoring" / name).read_text()


def _script(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")
