"""A club's calendar and its results, handed out by directors and fetched by programs that cannot sign in."""

from __future__ import annotations

from hashlib import sha256

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.accounts import verbs as people
from scoring.accounts.verbs.sharing import feed_behind
from scoring.export import calendar
from scoring.export.atom import AtomFeed
from scoring.models import Shared
from scoring.sharing.feeds import Addresses, calendar_behind, results_behind
from scoring.web.access import (
    account_of,
    asked_again,
    deed_of,
    directed_club,
    kept_from_search,
    language_elsewhere,
)
from scoring.web.links import link_to


@require_POST
def share_feed(request: HttpRequest, slug: str, what: Shared) -> HttpResponse:
    """Hand out a link to the calendar or to the results of a club, or to say who is coming."""
    club = directed_club(request, slug)
    people.share_feed(actor=account_of(request), deed=deed_of(request), club=club, what=what)
    said = _("Anybody with the link can subscribe to it, without an account.")
    if what == Shared.COMING:
        said = _("Anybody with the link can say who is coming, without an account.")
    messages.success(request, said)
    return redirect("scoring:sharings", slug)


# For anybody


@asked_again
@require_safe
def feed(request: HttpRequest, code: str, what: Shared) -> HttpResponseBase:
    """In the language of the club unless asked otherwise; 304 where nothing has changed."""
    sharing = feed_behind(code, what)
    if sharing is None:
        return render(request, "scoring/sharing/sharing_is_gone.html", status=404)
    language = language_elsewhere(request, sharing.club)
    addresses = Addresses(
        feed=link_to(request, request.path).url,
        page=link_to(request, reverse("scoring:shared", args=[code])).url,
        whole=lambda path: link_to(request, path).url,
    )
    with translation.override(language):
        if what == Shared.CALENDAR:
            content, content_type = calendar_behind(sharing, addresses), calendar.CONTENT_TYPE
        else:
            content, content_type = results_behind(sharing, addresses, language), AtomFeed.content_type
    moved = int(sharing.club_moved.timestamp())
    response = HttpResponse(content, content_type=content_type)
    response.headers["ETag"] = f'"{sha256(content).hexdigest()[:32]}"'
    response.headers["Last-Modified"] = http_date(moved)
    response.headers["Content-Language"] = language
    answer = get_conditional_response(request, response.headers["ETag"], moved, response)
    assert answer is not None
    return kept_from_search(answer)
