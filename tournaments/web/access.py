"""Access to the pages of a tournament: 404 for strangers, 403 for those who lack the right."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import clock
from scoring.deeds import saved_with_other_contents
from scoring.moved import demand_here
from scoring.web.access import open_club
from scoring.web.fields import PageForm
from scoring.web.links import frame_of, link_to
from scoring.web.stored_forms import SavedBefore, saved_before
from tournaments.models import Round, Series, Table, Tournament


def tournament_of(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """Return the tournament for members of its club, or raise 404."""
    tournament = Tournament.numbered(pk, request.user)
    if tournament is None or tournament.club.slug != slug:
        open_club(request, slug)  # which says where it has moved to
        raise Http404
    demand_here(tournament.club)
    return tournament


def _tournament_for(*rights: str) -> Callable[[HttpRequest, str, int], Tournament]:
    """Return a function that finds a tournament and demands one of these rights; others get 403."""

    def tournament_for(request: HttpRequest, slug: str, pk: int) -> Tournament:
        tournament = tournament_of(request, slug, pk)
        if not any(getattr(tournament, right) for right in rights):
            raise PermissionDenied
        return tournament

    return tournament_for


directed_tournament = _tournament_for("is_directed")
run_tournament = _tournament_for("is_directed", "is_arbitrated")
tournament_at_the_door = _tournament_for("is_directed", "is_cashed")
typed_tournament = _tournament_for("takes_results")  # for whoever types what paper sheets say


def page_about(subject: Tournament | Round | Table | Series, /, **context: Any) -> dict[str, Any]:
    """Return the values for every page about a tournament, a round, a table or a series."""
    if isinstance(subject, Series):
        return {"club": subject.club, "series": subject, **context}
    page: dict[str, Any] = {}
    if isinstance(subject, Table):
        page["table"] = subject
        subject = subject.round
    if isinstance(subject, Round):
        page["round"] = subject
        subject = subject.tournament
    return {"club": subject.club, "tournament": subject, **page, **context}


def redirect_to(page: str, subject: Tournament | Round | Table) -> HttpResponse:
    """Return a redirect to a page about a tournament, a round or a table."""
    where = [subject.pk] if isinstance(subject, Tournament) else subject.in_deeds.values()
    return redirect(f"tournaments:{page}", subject.club.slug, *where)


def asked_for_everybody(request: HttpRequest) -> bool:
    """Return whether a form makes something public; else it is only for the club."""
    public = {"yes": True, "no": False}.get(request.POST.get("public", ""))
    if public is None:
        raise BadRequest("Shown or not?")
    return public


def snippet_of(request: HttpRequest, page: str, code: str, *, offered: bool) -> str:
    """Return the HTML that embeds standings in a club's own page; empty if unreachable or not offered."""
    frame = link_to(request, reverse(f"tournaments:{page}", args=[code]))
    return frame_of(frame.url, pgettext("tournament", "Standings")) if offered and not frame.local else ""


def number_sent(text: str) -> int:
    """Return the id that a button sent; raise BadRequest where it is none."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise BadRequest("No such number")
    return int(text)


def series_in(request: HttpRequest, slug: str, pk: int) -> Series:
    """Return a series for members of its club; raise 404 for everybody else."""
    club = open_club(request, slug)
    return get_object_or_404(club.series.select_related("final__evening"), pk=pk)


def series_behind(code: str) -> Series:
    """Return a public series by its link, or raise 404."""
    series = get_object_or_404(Series.objects.select_related("club", "final"), code=code)
    demand_here(series.club)
    return series


def directed_series(request: HttpRequest, slug: str, pk: int) -> Series:
    """Return the series if the reader directs its club; raise 403 otherwise."""
    series = series_in(request, slug, pk)
    if not series.club.is_directed:
        raise PermissionDenied
    return series


def year_asked(request: HttpRequest, years: list[int]) -> int:
    """Return the year in the address if it exists; else the last one."""
    chosen = [year for year in years if str(year) == request.GET.get("year")] or years
    return chosen[0] if chosen else clock.today().year


def was_done(request: HttpRequest, form: PageForm | None = None) -> bool:
    """Return whether this form was saved before, and say so, as it may be impossible by now.

    A form in which something else stands by now says that instead, and keeps it.
    """
    earlier = saved_before(request)
    if earlier is SavedBefore.THE_SAME:
        messages.info(request, _("This was saved before. Nothing was done a second time."))
    elif earlier is not None and form is None:
        messages.error(request, saved_with_other_contents())
    elif earlier is not None and form is not None:
        form.add_error(None, saved_with_other_contents())
        return False
    return earlier is not None


def round_in(tournament: Tournament, number: int) -> Round:
    """Return this round of the tournament, or raise 404."""
    return get_object_or_404(tournament.rounds, number=number)


def directed_round(request: HttpRequest, slug: str, pk: int, number: int) -> Round:
    """Return this round for a director; others get 403."""
    return round_in(directed_tournament(request, slug, pk), number)


def table_in(round_: Round, number: int) -> Table:
    """Return this table of the round, or raise 404."""
    return get_object_or_404(round_.tables.select_related("sheet"), number=number)
