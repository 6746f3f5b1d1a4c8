"""Links that only read: handed out and withdrawn by those whose pages they show, opened by anybody."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import people
from scoring.chronicle import current_language
from scoring.forms.season import SeasonForm
from scoring.forms.sharing import PeriodForm
from scoring.links import Link, link_to
from scoring.models import Evening, Member, Shared, Sharing
from scoring.models.sharing import period_told
from scoring.names import sorting
from scoring.paper.career import career_of
from scoring.paper.evening import people_of
from scoring.paper.rules_played import named_rules
from scoring.paper.season import standings_of
from scoring.paper.shared import shared_tables
from scoring.people.sharing import code_of, sharing_behind
from scoring.views.access import PAGE, account_of, deed_of, directed_club, open_club
from scoring.views.at_the_table import remember_sharing
from scoring.views.evenings import evening_in
from scoring.views.season import career_page, period_in_words, years_of


def _day(evening: Evening) -> str:
    return date_format(evening.date, pgettext("date format", "j M Y"))


class Handed:
    """An open link as its owner sees it."""

    def __init__(self, request: HttpRequest, sharing: Sharing) -> None:
        self.sharing = sharing
        self.link: Link = link_to(request, reverse("scoring:shared", args=[code_of(sharing)]))
        self.frame: Link = link_to(request, reverse("scoring:embedded", args=[code_of(sharing)]))

    @property
    def told(self) -> str:
        if self.sharing.evening is not None:
            return _("Evening of %(date)s") % {"date": _day(self.sharing.evening)}
        if self.sharing.member is not None:
            return f"{self.sharing.member.name}: {period_told(self.sharing.period)}"
        return f"{_('Standings')}: {period_told(self.sharing.period)}"

    @property
    def can_be_embedded(self) -> bool:
        return self.sharing.what == Shared.STANDINGS

    @property
    def snippet(self) -> str:
        """For the page of the club elsewhere; the address holds no character that would end the tag."""
        return (
            f'<iframe src="{self.frame.url}" title="{_("Standings")}" width="100%" height="600" '
            'loading="lazy" style="border:0"></iframe>'
        )


def _handed(request: HttpRequest, found: Any) -> list[Handed]:
    return [Handed(request, one) for one in found.select_related("evening", "member", "made_by")]


@never_cache
@require_http_methods(PAGE)
def sharings(request: HttpRequest, slug: str) -> HttpResponse:
    """All open links of the club; the form makes one to the standings."""
    club = directed_club(request, slug)
    form = PeriodForm(request.POST or None, years=years_of(club))
    if form.is_valid():
        people.share_standings(
            actor=account_of(request), deed=deed_of(request), club=club, period=form.cleaned_data["period"]
        )
        messages.success(request, _("Whoever has the link reads the standings."))
        return redirect("scoring:sharings", slug)
    handed = _handed(request, Sharing.objects.readable().filter(club=club))
    return render(request, "scoring/sharings.html", {"club": club, "form": form, "handed": handed})


@never_cache
@require_http_methods(PAGE)
def share_evening(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = directed_club(request, slug)
    evening = evening_in(club, pk)
    if request.method == "POST":
        people.share_evening(actor=account_of(request), deed=deed_of(request), evening=evening)
        messages.success(request, _("Whoever has the link reads this evening."))
        return redirect("scoring:share_evening", slug, pk)
    handed = _handed(request, Sharing.objects.readable().filter(evening=evening))
    page = {"club": club, "evening": evening, "handed": handed}
    return render(request, "scoring/share_evening.html", page)


@never_cache
@require_http_methods(PAGE)
def share_player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One's own page, and nobody else's."""
    club = open_club(request, slug)
    member = get_object_or_404(Member, club=club, pk=pk)
    if member.account_id != account_of(request).pk:
        raise PermissionDenied
    form = PeriodForm(request.POST or None, years=years_of(club))
    if form.is_valid():
        people.share_player(
            actor=account_of(request),
            deed=deed_of(request),
            member=member,
            period=form.cleaned_data["period"],
        )
        messages.success(request, _("Whoever has the link reads your page."))
        return redirect("scoring:share_player", slug, pk)
    handed = _handed(request, Sharing.objects.readable().filter(member=member))
    page = {"club": club, "member": member, "form": form, "handed": handed}
    return render(request, "scoring/share_player.html", page)


@never_cache
@require_POST
def withdraw_sharing(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = open_club(request, slug)
    sharing = get_object_or_404(Sharing.objects.select_related("evening", "member"), club=club, pk=pk)
    try:
        people.withdraw_sharing(actor=account_of(request), deed=deed_of(request), sharing=sharing)
    except people.Refused as refused:
        for sentences in refused.problems.values():
            messages.error(request, " ".join(sentences))
    else:
        messages.success(request, _("The link opens nothing any more."))
    if sharing.evening is not None:
        return redirect("scoring:share_evening", slug, sharing.evening_id)
    if sharing.member is not None and sharing.member.account_id == account_of(request).pk:
        return redirect("scoring:share_player", slug, sharing.member_id)
    return redirect("scoring:sharings", slug)


# For anybody


def _behind(code: str) -> Sharing:
    sharing = sharing_behind(code)
    if sharing is None:
        raise Http404
    return sharing


def _kept_from_search(response: HttpResponse) -> HttpResponse:
    """Whoever has the link reads; nobody finds it by a name."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_safe
def shared(request: HttpRequest, code: str) -> HttpResponse:
    sharing = sharing_behind(code)
    if sharing is None:
        return render(request, "scoring/sharing_is_gone.html", status=404)
    page = SHOWN[Shared(sharing.what)]
    return _kept_from_search(page(request, sharing))


def _evening(request: HttpRequest, sharing: Sharing) -> HttpResponse:
    """Its tables, each with its sheet, which this browser may read from now on."""
    evening = sharing.evening
    assert evening is not None
    evening.club = sharing.club
    remember_sharing(request, sharing)
    sheets = sorted(evening.sheets.select_related("ruleset"), key=lambda sheet: sorting(sheet.name))
    for sheet in sheets:
        sheet.evening = evening
    names = evening.names()
    page = {
        "club": sharing.club,
        "evening": evening,
        "tables": shared_tables(sheets, names),
        "people": people_of(evening, sheets, names),
        "rules": named_rules(sheets, current_language()),
    }
    return render(request, "scoring/shared_evening.html", page)


def _season_of(sharing: Sharing) -> SeasonForm:
    asked = QueryDict(mutable=True)
    asked["period"] = sharing.period
    form = SeasonForm(asked, club=sharing.club, today=timezone.localdate())
    if not form.is_valid():
        raise AssertionError(f"{sharing} is of no period")
    return form


def _standings(sharing: Sharing) -> dict[str, Any]:
    form = _season_of(sharing)
    period = period_in_words(form) or period_told(sharing.period)
    return {"club": sharing.club, "standings": standings_of(form.season), "period": period}


def _shared_standings(request: HttpRequest, sharing: Sharing) -> HttpResponse:
    return render(request, "scoring/shared_standings.html", _standings(sharing))


def _shared_player(request: HttpRequest, sharing: Sharing) -> HttpResponse:
    """How one player has played; nobody else is named."""
    member = sharing.member
    assert member is not None
    form = _season_of(sharing)
    career = career_of(member, form.season, current_language())
    page = {
        "club": sharing.club,
        "member": member,
        "period": period_in_words(form) or period_told(sharing.period),
        **career_page(request, member, career, linked=False),
    }
    return render(request, "scoring/shared_player.html", page)


SHOWN = {
    Shared.EVENING: _evening,
    Shared.STANDINGS: _shared_standings,
    Shared.PLAYER: _shared_player,
}


@never_cache
@require_safe
@xframe_options_exempt
def embedded(request: HttpRequest, code: str) -> HttpResponse:
    """The standings alone, for a frame on the club's own page, and in its language unless asked otherwise."""
    sharing = _behind(code)
    if sharing.what != Shared.STANDINGS:
        raise Http404
    language = current_language() if "language" in request.GET else sharing.club.language
    with translation.override(language):
        page = {**_standings(sharing), "language": language, "code": code}
        response = render(request, "scoring/embedded_standings.html", page)
    response.headers["Content-Language"] = language
    return _kept_from_search(response)
