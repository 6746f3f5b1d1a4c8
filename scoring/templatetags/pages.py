"""Small parts that many pages are made of."""

from collections.abc import Iterable
from pathlib import Path
from uuid import uuid4

from django import template
from django.conf import settings
from django.template import Context
from django.template.base import Parser, Token
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.capability import capabilities
from scoring.engine.texts import Text
from scoring.export.writing import FORMATS
from scoring.models import Club, Evening, Invitation, Sheet
from scoring.rules.comparing import Difference
from scoring.web.bars import BarItem, SubjectBar, club_of_page, part_of
from scoring.web.language import current_language
from scoring.web.link_previews import LinkPreview, landing_picture, mark_of, picture_address
from scoring.web.links import is_there, link_to
from scoring.web.preview_pictures import SIZE

register = template.Library()

WORKBOOKS = "workbooks"  # in the context of downloads: the file that is at hand

SPRITE = "scoring/icons.svg"
STATIC_FILES = Path(__file__).parent.parent / "static"


@register.simple_tag
def deed() -> SafeString:
    """Return a new id for a form's deed, which is done once even if the form is sent twice."""
    return format_html('<input type="hidden" name="deed" value="{}" autocomplete="off">', uuid4())


@register.simple_tag
def options(offered: Iterable[tuple[str, str, bool]]) -> SafeString:
    """Return options with value, words and whether chosen, without a template, as a page has hundreds."""
    return SafeString(
        "\n".join(
            f'<option value="{escape(code)}"{" selected" if chosen else ""}>{escape(words)}</option>'
            for code, words, chosen in offered
        )
    )


@register.simple_tag(takes_context=True)
def is_demonstration(context: Context) -> bool:
    """Return whether this page is of an invented club, which its subject leads to, without a query."""
    clubs = (_club_of(context.get(name)) for name in ("club", "here", "sheet", "evening", "invitation"))
    return any(club.demonstration for club in clubs if club is not None)


@register.inclusion_tag("scoring/web/_link_preview.html", takes_context=True)
def link_preview_tags(context: Context) -> dict[str, object]:
    """Return what a chat shows of this page, with whole addresses; nothing where the view has no preview."""
    preview: LinkPreview | None = context.get("link_preview")
    if preview is None:
        return {}
    request = context["request"]
    picture = preview.picture or picture_address("scoring:preview_picture", mark=mark_of(landing_picture()))
    return {
        "preview": preview,
        "locale": {"de": "de_AT"}.get(current_language(), "en_GB"),
        "address": link_to(request, request.get_full_path()).url,
        "picture": link_to(request, picture).url,
        "words": preview.title if preview.picture else "Tarockclub",
        "size": SIZE,
    }


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return a sign of the sprite; it stands beside a word, and is not read out."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static(SPRITE), name)


@register.simple_tag(takes_context=True)
def club_bar(context: Context) -> SubjectBar | None:
    """Return the links of this page's club, for its members; without a query.

    There are five, four until there is a first tournament: before, the club's own place leads to them.
    """
    club, request = club_of_page(context), context.get("request")
    if club is None or request is None:
        return None
    below_club = request.path.startswith("/clubs/")
    below = part_of(request, club.get_absolute_url() if below_club else "/")
    positions = {
        "scoring:club": (pgettext("place", "Today"), "today"),
        "scoring:evenings": (_("Evenings"), "evenings"),
        "scoring:season": (_("Season"), "season"),
        "tournaments:tournaments": (_("Tournaments"), "tournaments"),
        "scoring:about_club": (pgettext("place", "Club"), "club"),
    }
    current = _SECTION_BY_PATH.get(below, "scoring:about_club")
    items = tuple(
        BarItem(words, reverse(name, args=[club.slug]), name == current, sign)
        for name, (words, sign) in positions.items()
        if is_there(name, slug=club.slug)
        and (name != "tournaments:tournaments" or name == current or getattr(club, "has_tournaments", True))
    )
    manifest = reverse("scoring:club_manifest", args=[club.slug])
    return SubjectBar(_("In this club"), items, club.name, manifest)


# Where a page lies, by the first part of its address; any other is found under the club's own place.
_SECTION_BY_PATH = {
    "": "scoring:club",
    "evenings": "scoring:evenings",
    "sheets": "scoring:evenings",
    "play": "scoring:club",
    "season": "scoring:season",
    "tournaments": "tournaments:tournaments",
    "series": "tournaments:tournaments",
}


@register.simple_tag(takes_context=True)
def subject_bar(context: Context) -> SubjectBar | None:
    """Return the bar of the evening, season or tournament that this page is about, for members."""
    club, request = club_of_page(context), context.get("request")
    if club is None or request is None:
        return None
    bars = (find(request, context, club) for capability in capabilities() for find in capability.bars)
    return next(filter(None, bars), None)


def _club_of(subject: object) -> Club | None:
    match subject:
        case Club():
            return subject
        case Sheet(evening=evening) | object(sheet=Sheet(evening=evening)):
            return evening.club
        case Evening():
            return subject.club
        case Invitation():
            return subject.member.club
    return None


@register.simple_tag
def shell_command(command: str) -> str:
    """Return a command as the administrator of this installation types it."""
    return str(settings.COMMAND_LINE(command))


@register.inclusion_tag("scoring/web/_exports.html", takes_context=True)
def exports(
    context: Context,
    name: str,
    what: str,
    *,
    asked: str = "",
    lead: str = "",
    progress: bool = False,
    elsewhere: bool = False,
    **where: object,
) -> dict[str, object]:
    """Return links to a file in every format; between `downloads` and its end without the workbook.

    `what` is for whoever does not see what stands beside them, `lead` for everybody.
    From `elsewhere`, another capability, files need not come: where it is gone, there are no links.
    """
    if elsewhere and not is_there(name, **where, form="csv"):
        return {"files": []}
    files = [
        {"label": label, "address": reverse(name, kwargs={**where, "form": form}) + asked, "what": what}
        for form, label in FORMATS.items()
    ]
    if (workbooks := context.get(WORKBOOKS)) == []:
        workbooks += [files.pop([*FORMATS].index("xlsx"))]
    return {"files": files, "what": what, "lead": lead, "progress": progress}


@register.tag("downloads")
class Downloads(template.Node):
    """A page as Excel, on paper unless `printed=False`, and in a fold as other files."""

    def __init__(self, parser: Parser, token: Token) -> None:
        self.printed = "printed=False" not in token.split_contents()
        self.nodelist = parser.parse(("enddownloads",))
        parser.delete_first_token()

    def render(self, context: Context) -> SafeString:
        with context.push(**{WORKBOOKS: []}):
            files = self.nodelist.render(context)
            [workbook] = context[WORKBOOKS] or [None]
        shown = {"files": files if "<a" in files else "", "workbook": workbook, "printed": self.printed}
        return render_to_string("scoring/web/_downloads.html", shown)


@register.filter
def in_language(text: Text | None) -> str:
    """Return a text of the engine in the language of the page."""
    return "" if text is None else text.in_language(current_language())


@register.filter
def sentence(fact: Difference) -> str:
    """Return a sentence of the engine in the language of the page."""
    return fact.in_words(current_language())
