"""Rulings on results (no result, a penalty, an adjusted score): made, shown and taken back.

The newest ruling about the same person, or about everybody at the table, holds. Hands, busts and cash stay.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring import clock
from scoring.capability import Capability
from scoring.deeds import PendingDeed, Refused, log_of, verb
from scoring.engine.result import Amount, in_twelfths
from scoring.models import Account, Reason
from scoring.table.reasons import demand_reason
from scoring.web.access import PAGE, account_of
from scoring.web.fields import PageForm, choice_field, offer
from tournaments.corrections.forms.repair import why_field
from tournaments.corrections.pages import balance_in_words, decided_by, looked_at, ranks_changed
from tournaments.corrections.verbs import table_now
from tournaments.engine.adjusting import EVERYBODY, OF_A_TABLE, AdjustmentKind
from tournaments.engine.terms import Overall
from tournaments.log import record_deed, sentence_at_table
from tournaments.models import ResultRuling, Table
from tournaments.preconditions import member, run
from tournaments.standings.results import adjustments_at, derive_ruled, lacks_result, lines_of
from tournaments.web.access import page_about, redirect_to, round_in, run_tournament, table_in, was_done
from tournaments.web.amounts import AmountField
from tournaments.wording import ADJUSTMENTS, adjustment_in_words, points_in_words

MOST_POINTS = 1_000_000
MOST_PARTS = 12  # halves, thirds, quarters: what a hand can pay


def _ruled_in_words(details: dict[str, Any]) -> str:
    """Return what the log says: who or which table, and what holds from now on."""
    if details.get("name"):
        words = _("ruled on the result of %(name)s: %(ruled)s, %(reason)s")
    else:
        words = _("ruled on the result: %(ruled)s, %(reason)s")
    ruled = str(ADJUSTMENTS[details["kind"]])
    if details["kind"] == AdjustmentKind.POINTS:
        ruled = gettext("%(points)s points") % details
    return sentence_at_table(words)({**details, "ruled": ruled})


@verb(log=_ruled_in_words, repeat_result=ResultRuling)
def rule_on_result(
    act: PendingDeed[Account],
    *,
    table: Table,
    kind: AdjustmentKind,
    reason: str,
    entrant: int | None = None,
    points: Amount | None = None,
    seen: int | None = None,
) -> ResultRuling:
    """Rule on the result of a table, or of one who sat there; what was ruled before about the same ends.

    Whoever directs rules that a table was not played, or counts as it stood; the rest arbiters rule too.
    `seen` is the last ruling at this table that the page knew, 0: none.
    """
    tournament = run(table.round.tournament, act.actor)
    if kind in OF_A_TABLE and not tournament.is_directed:
        raise PermissionDenied
    reason = demand_reason(reason)
    table, _sheet = table_now(table, act.actor, tournament, also_closed=True)
    last = table.adjustments.aggregate(last=Max("seq"))["last"] or 0
    if seen is not None and seen != last:
        raise Refused(form=[_ruled_meanwhile(table)])
    ruled_entrant = None if entrant is None else tournament.entrants.filter(pk=entrant).first()
    player = EVERYBODY if ruled_entrant is None else str(ruled_entrant.participant_id)
    if (entrant is not None and ruled_entrant is None) or (player and player not in lines_of(table)):
        raise Refused(entrant=[gettext("Please choose somebody who sat at this table.")])
    if ruled_entrant is not None and ruled_entrant.house:
        raise Refused(entrant=[gettext("House players are not ranked: there is nothing to rule on.")])
    _demand_possible(table, kind, player, points)
    ruling = ResultRuling.objects.create(
        id=act.id,
        table=table,
        entrant=ruled_entrant,
        seq=last + 1,
        kind=kind,
        twelfths=None if points is None or kind is not AdjustmentKind.POINTS else in_twelfths(points),
        reason=Reason.objects.create(text=reason),
        by=member(tournament, act.actor),
        at=clock.now(),
    )
    derive_ruled(table)
    name = tournament.evening.names()[player] if player else ""
    words = points_in_words(ruling.adjustment.points)
    record_deed(act, table, name=name, kind=kind.value, points=words, reason=reason)
    return ruling


def _ruled_meanwhile(table: Table) -> str:
    newest = table.adjustments.select_related("by", "entrant", "reason").order_by("seq").last()
    if newest is None:
        return gettext("This has been changed in the meantime. Please look again.")
    words = gettext("%(name)s has ruled here in the meantime: %(ruled)s. Please look again.")
    return words % {"name": newest.by.name, "ruled": adjustment_in_words(newest.adjustment)}


def _demand_possible(table: Table, kind: AdjustmentKind, player: str, points: Amount | None) -> None:
    """Refuse what says nothing here, naming what would."""
    current = adjustments_at(table).get(player)
    if kind in OF_A_TABLE and player:
        raise Refused(kind=[gettext("This ruling is about the whole table. Please choose “everybody”.")])
    if kind is AdjustmentKind.AS_IT_STOOD and not lacks_result(table) and current is None:
        words = gettext("Table %(number)d has a result: it counts as it stands, and needs no ruling.")
        raise Refused(kind=[words % {"number": table.number}])
    if kind is AdjustmentKind.NONE and current is None:
        raise Refused(form=[gettext("There is no ruling here that could be taken back.")])
    if kind is not AdjustmentKind.POINTS:
        return
    if points is None or points == 0:
        raise Refused(
            points=[gettext("Please say how many points, with a minus for a penalty, such as −10.")]
        )
    if not -MOST_POINTS <= points <= MOST_POINTS:
        raise Refused(points=[gettext("At most %(most)d, please.") % {"most": MOST_POINTS}])
    if (points * MOST_PARTS).denominator != 1:
        raise Refused(points=[gettext("Whole points, please, or halves, thirds and quarters of them.")])


# The page


class ResultRulingForm(PageForm):
    """Whom a ruling is about, what holds, and why."""

    entrant = choice_field(_("About whom"), required=False, widget=forms.RadioSelect)
    kind = choice_field(_("What applies"), widget=forms.RadioSelect)
    points = AmountField(
        label=_("Points"), required=False, help_text=_("Only for points: −10 takes ten off, 5 adds five.")
    )
    reason = why_field(_("Everybody who sees the result can read it."))
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    @property
    def verb_arguments(self) -> dict[str, Any]:
        """Return what the verb asks for."""
        cleaned = self.cleaned_data
        entrant = int(cleaned["entrant"]) if cleaned["entrant"] else None
        return {**cleaned, "entrant": entrant, "kind": AdjustmentKind(cleaned["kind"])}


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
        return rule_on_result(account_of(request), deed, table=table_row, **form.verb_arguments)

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
    begin = {"entrant": request.GET.get("entrant", ""), "seen": len(lines), "kind": ""}
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

CAPABILITY = Capability(urls=__name__, words=log_of(rule_on_result))
