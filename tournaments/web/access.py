"""Who gets to see what of a tournament: 404 for strangers, 403 for whoever lacks the right."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scoring.deeds import saved_with_other_contents
from scoring.web.access import open_club
from scoring.web.fields import PageForm
from scoring.web.saved_forms import SavedBefore, saved_before
from tournaments.models import Round, Series, Table, Tournament


def tournament_of(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """For members of its club."""
    tournament = Tournament.numbered(pk, request.user)
    if tournament is None or tournament.club.slug != slug:
        raise Http404
    return tournament


def directed_tournament(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """Return the tournament if the reader may direct it; raise 403 otherwise."""
    tournament = tournament_of(request, slug, pk)
    if not tournament.is_directed:
        raise PermissionDenied
    return tournament


def run_tournament(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """For directors and arbiters."""
    tournament = tournament_of(request, slug, pk)
    if not (tournament.is_directed or tournament.is_arbitrated):
        raise PermissionDenied
    return tournament


def tournament_at_the_door(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """For directors and cashiers."""
    tournament = tournament_of(request, slug, pk)
    if not (tournament.is_directed or tournament.is_cashed):
        raise PermissionDenied
    return tournament


def typed_tournament(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """For directors and helpers who type paper sheets."""
    tournament = tournament_of(request, slug, pk)
    if not (tournament.is_directed or tournament.is_typed):
        raise PermissionDenied
    return tournament


def watched_tournament(request: HttpRequest, slug: str, pk: int) -> Tournament:
    """For everybody who sees all tables at once: directors, arbiters and helpers."""
    tournament = tournament_of(request, slug, pk)
    if not (tournament.is_directed or tournament.is_arbitrated or tournament.is_typed):
        raise PermissionDenied
    return tournament


def series_in(request: HttpRequest, slug: str, pk: int) -> Series:
    """Return a series for members of its club; raise 404 for everybody else."""
    club = open_club(request, slug)
    found = get_object_or_404(Series, pk=pk, club=club)
    found.club = club
    return found


def directed_series(request: HttpRequest, slug: str, pk: int) -> Series:
    """Return the series if the reader directs its club; raise 403 otherwise."""
    found = series_in(request, slug, pk)
    if not found.club.is_directed:
        raise PermissionDenied
    return found


def was_done(request: HttpRequest, form: PageForm | None = None) -> bool:
    """Return whether this very form was saved before, and say so: what it asks can be impossible since.

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
    found = tournament.rounds.filter(number=number).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def table_in(round_: Round, number: int) -> Table:
    """Return this table of the round, or raise 404."""
    found = round_.tables.select_related("sheet").filter(number=number).first()
    if found is None:
        raise Http404
    found.round = round_
    return found
