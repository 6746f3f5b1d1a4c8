"""From one round to the next in two taps: everybody back and drawn; looked at, published and begun."""

from __future__ import annotations

from uuid import UUID, uuid5

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.deeds import Refused
from scoring.models import Account
from scoring.web.access import account_of, deed_of
from scoring.web.refusals import tell
from tournaments.draw.pages.drawing import standing_of
from tournaments.draw.sections import is_within_sections
from tournaments.draw.verbs import draw_round, present, publish_round, seating_in, take_prepared
from tournaments.engine.seating import Method
from tournaments.entrants.pages import check_in_of
from tournaments.entrants.verbs import check
from tournaments.models import Round, Stage
from tournaments.rounds.verbs.rounds import start_round
from tournaments.web.access import directed_tournament, round_in


@require_POST
def everybody_back(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Check in everybody of the round before who has not left, and draw as was agreed."""
    tournament = directed_tournament(request, slug, pk)
    round_ = round_in(tournament, number)
    actor, deed = account_of(request), deed_of(request)
    again = list(check_in_of(round_).again) if round_.stage == Stage.CHECK_IN else []
    try:
        if again:
            check(actor=actor, deed=deed, round_=round_, entrants=again, here=True)
        _draw(actor, deed, round_)
    except Refused as refused:
        tell(request, refused)
        return redirect("tournaments:check_in", slug, pk, number)
    messages.success(request, _("Round %(number)d is drawn. Please look at it.") % {"number": number})
    return redirect("tournaments:draw", slug, pk, number)


def _draw(actor: Account, deed: UUID, round_: Round) -> None:
    """Draw as was agreed; what was drawn ahead is taken where the same people are there."""
    if round_.tournament.club.deeds.filter(pk=uuid5(deed, "draw")).exists():
        return  # the button was pressed twice
    ahead = seating_in(round_)
    same = bool(ahead.tables) and set(ahead.players) == set(present(round_))
    if round_.stage == Stage.CHECK_IN and same and is_within_sections(round_, ahead):
        take_prepared(actor=actor, deed=uuid5(deed, "draw"), round_=round_)
        return
    method = round_.tournament.terms.method
    standing = standing_of(round_) if method is Method.BY_STANDING else {}
    if method is Method.BY_STANDING and not standing:
        method = Method.AVOID_REPEATS  # nothing was ranked yet
    draw_round(
        actor=actor, deed=uuid5(deed, "draw"), round_=round_, method=method, seed="", standing=standing
    )


@require_POST
def publish_and_start(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Publish the draw and begin the round, both or neither."""
    tournament = directed_tournament(request, slug, pk)
    round_ = round_in(tournament, number)
    actor, deed = account_of(request), deed_of(request)
    try:
        with transaction.atomic():
            publish_round(actor=actor, deed=deed, round_=round_)
            start_round(actor=actor, deed=uuid5(deed, "start"), round_=round_)
    except Refused as refused:
        tell(request, refused)
        return redirect("tournaments:draw", slug, pk, number)
    messages.success(request, _("Round %(number)d has begun.") % {"number": number})
    return redirect("tournaments:board", slug, pk, number)
