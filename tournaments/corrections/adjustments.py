"""Rulings on results (no result, a penalty, an adjusted score): made, shown and taken back.

The newest ruling about the same person, or about everybody at the table, holds. Hands, busts and cash stay.
"""

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.capability import Capability
from scoring.deeds import Refused
from scoring.web.access import PAGE, account_of
from scoring.web.fields import PageForm, choice_field, offer
from tournaments.corrections.forms.repair import why_field
from tournaments.corrections.mend import mend, state_of
from tournaments.corrections.pages import balance_in_words, decided_by, looked_at, ranks_changed
from tournaments.engine.adjusting import EVERYBODY, OF_A_TABLE, Adjustment, AdjustmentKind, as_json
from tournaments.engine.changes import KnownTable
from tournaments.engine.terms import Overall
from tournaments.models import ResultRuling, Table
from tournaments.standings.results import lacks_result, lines_of
from tournaments.web.access import page_about, redirect_to, round_in, run_tournament, table_in, was_done
from tournaments.web.amounts import AmountField
from tournaments.wording import ADJUSTMENTS, adjustment_in_words


class ResultRulingForm(PageForm):
    """Whom a ruling is about, what holds, and why."""

    entrant = choice_field(_("About whom"), required=False, widget=forms.RadioSelect)
    kind = choice_field(_("What applies"), widget=forms.RadioSelect)
    points = AmountField(
        label=_("Points"), required=False, help_text=_("Only for points: −10 takes ten off, 5 adds five.")
    )
    reason = why_field(_("Everybody who sees the result can read it."))
    before = forms.JSONField(widget=forms.HiddenInput)

    def changed(self, player: str) -> KnownTable:
        """Return the state of the table with the ruling on this player, or on everybody."""
        known, kind = self.cleaned_data["before"], AdjustmentKind(self.cleaned_data["kind"])
        stated = Adjustment(kind, self.cleaned_data["points"] or 0)
        [ruled] = as_json({player: stated}).values()
        if not player:
            return {**known, "ruled": ruled}
        row = {**known["people"][player], "ruled": ruled}
        return {**known, "people": {**known["people"], player: row}}


class RuledLine(NamedTuple):
    """One ruling as the page tells it."""

    ruling: ResultRuling
    subject: str  # a person, or everybody at the table
    words: str
    holds: bool


@require_http_methods(PAGE)
def rule(request: HttpRequest, slug: str, pk: int, number: int, table: int) -> HttpResponse:
    """Show what was ruled on the results of a table, and rule."""
    tournament = run_tournament(request, slug, pk)
    table_row = table_in(round_in(tournament, number), table)
    table_row.round.tournament = tournament
    if table_row.sheet is None:
        raise Http404
    names = tournament.evening.names()
    lines = list(_ruled_lines(table_row, names))
    form = _form(request, table_row, names, lines)
    if form.is_bound and not form.is_valid() and was_done(request, form):
        return redirect_to("rule_on_result", table_row)

    def act(deed: UUID) -> object:
        entrant, reason = form.cleaned_data["entrant"], form.cleaned_data["reason"]
        player = str(tournament.entrants.get(pk=entrant).participant_id) if entrant else EVERYBODY
        known = form.cleaned_data["before"]
        try:
            after = form.changed(player)
            return mend(account_of(request), deed, table=table_row, before=known, after=after, reason=reason)
        except Refused as refused:  # the page asks about one person at a time
            of_player = {f"ruled-{player}": "kind", f"points-{player}": "points", "ruled": "kind"}
            raise Refused(
                **{of_player.get(field, field): words for field, words in refused.problems.items()}
            ) from None

    changed = looked_at(
        request, table_row.round, form, act, lambda _round, ruled: ranks_changed(table_row, ruled)
    )
    if changed == "done":
        messages.success(request, gettext("Ruled."))
        return redirect_to("rule_on_result", table_row)
    page = page_about(
        table_row,
        form=form,
        lines=lines,
        lacks_result=lacks_result(table_row),
        changed=changed,
        kept_elsewhere=[] if changed is None else decided_by(table_row),
    )
    return render(request, "tournaments/corrections/rule_on_result.html", page)


def _ruled_lines(table: Table, names: dict[str, str]) -> Iterator[RuledLine]:
    rulings = list(table.adjustments.select_related("entrant", "by", "reason").order_by("seq"))
    newest = {ruling.player: ruling.pk for ruling in rulings}
    for ruling in rulings:
        holds = newest[ruling.player] == ruling.pk and ruling.kind != AdjustmentKind.NONE
        words = adjustment_in_words(ruling.adjustment)
        subject = names[ruling.player] if ruling.player else _everybody()
        yield RuledLine(ruling, subject, words, holds)


def _everybody() -> str:
    return pgettext("ruling", "everybody at this table")


def _form(
    request: HttpRequest, table: Table, names: dict[str, str], lines: list[RuledLine]
) -> ResultRulingForm:
    tournament = table.round.tournament
    missing, results = lacks_result(table), lines_of(table)
    begin = {"entrant": request.GET.get("entrant", ""), "before": state_of(table), "kind": ""}
    form = ResultRulingForm(request.POST if request.method == "POST" else None, initial=begin)
    entrants = {
        str(entrant.participant_id): entrant.pk for entrant in tournament.entrants.filter(house=False)
    }
    people = []
    for player, line in results.items():
        if player in entrants:
            result = balance_in_words(None if missing else line, tournament.terms)
            people.append((str(entrants[player]), " · ".join(filter(None, (names[player], result)))))
    kinds = list(AdjustmentKind)
    if not tournament.is_directed:
        kinds = [kind for kind in kinds if kind not in OF_A_TABLE]
    if not missing and not any(line.holds and not line.ruling.player for line in lines):
        kinds = [kind for kind in kinds if kind is not AdjustmentKind.AS_IT_STOOD]
    if not any(line.holds for line in lines):
        kinds.remove(AdjustmentKind.NONE)
    words = dict(ADJUSTMENTS)
    if tournament.terms.overall is Overall.AVERAGE:
        words[AdjustmentKind.NO_SHOW] = gettext(
            "did not turn up: no result; this round no longer counts in the average, which rises if it was "
            "a bad one"
        )
    offer(form, entrant=[("", _everybody()), *people], kind=[(kind.value, words[kind]) for kind in kinds])
    return form


round_urls = [path("tables/<int:table>/ruling/", rule, name="rule_on_result")]

CAPABILITY = Capability(urls=__name__)
