"""Who gets to see what of a tournament: 404 for strangers, 403 for whoever lacks the right."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from scoring.models.prepared import PreparedModels
from scoring.web.access import account_of, deed_of
from tournaments.models import Round, Table, Tournament


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


def was_done(request: HttpRequest, tournament: Tournament) -> bool:
    """Return whether this very form came before and was done: what it asks can be impossible since."""
    if request.method != "POST":
        return False
    return tournament.club.deeds.filter(pk=deed_of(request), account=account_of(request)).exists()


def round_in(tournament: Tournament, number: int) -> Round:
    """Return this round of the tournament, or raise 404."""
    found = next(iter(_ROUND(tournament.pk, number)), None)
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def _round(tournament: int, number: int) -> QuerySet[Round]:
    return Round.objects.filter(tournament=tournament, number=number).order_by()


_ROUND: PreparedModels[Round] = PreparedModels(_round, int, int)


def table_in(round_: Round, number: int) -> Table:
    """Return this table of the round, or raise 404."""
    found = round_.tables.select_related("sheet").filter(number=number).first()
    if found is None:
        raise Http404
    found.round = round_
    return found
