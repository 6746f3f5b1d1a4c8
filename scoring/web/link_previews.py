"""Say what a chat shows beside a link: a title, one sentence and a picture."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _

from scoring.models import Club
from scoring.names import initials
from scoring.web.language import current_language
from scoring.web.preview_pictures import LandingPicture, PreviewPicture, drawn

SECONDS_KEPT = 24 * 60 * 60
CHAT_APPS = re.compile("WhatsApp|TelegramBot|facebookexternalhit")  # Signal calls itself WhatsApp, too


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """What a chat shows of a page; without an address of a picture, that of the program."""

    title: str
    sentence: str
    picture: str = ""


def landing_picture() -> LandingPicture:
    """Return the words in the picture of the program."""
    return LandingPicture(
        _("Tarock, settled exactly"),
        _(
            "A phone in the middle of the table keeps the score: who pays whom and why, by the rules of your "
            "house."
        ),
    )


def picture_address(name: str, *arguments: str, mark: str = "") -> str:
    """Return where a picture is, in the language of the page; chats keep pictures by their address.

    So another `mark` stands there when something else is on it.
    """
    return f"{reverse(name, args=arguments)}?language={current_language()}&of={mark}"


def mark_of(content: object) -> str:
    """Return a short text that stands for a content, and for no other."""
    return sha256(repr(content).encode()).hexdigest()[:16]


def picture_answer(request: HttpRequest, content: PreviewPicture) -> HttpResponse:
    """Send a picture, drawn once for each content, or 304 where the browser has it."""
    mark = mark_of(content)
    tag = f'"{mark}"'
    answer = get_conditional_response(request, tag)
    if answer is None:
        picture = cache.get_or_set(f"preview-picture-{mark}", partial(drawn, content), SECONDS_KEPT)
        answer = HttpResponse(picture, content_type="image/png")
    answer.headers["ETag"] = tag
    return answer


def asks_for_preview(request: HttpRequest) -> bool:
    """Return whether it is a chat that asks, which keeps no cookies and goes no further."""
    return CHAT_APPS.search(request.headers.get("User-Agent", "")) is not None


def names_to_share(club: Club, names: Iterable[str]) -> list[str]:
    """Return names as results are shared, with initials for members who want no name there."""
    unnamed = set(club.members.filter(in_pictures=False).values_list("name", flat=True))
    return [initials(name) if name in unnamed else name for name in names]
