"""Calls for the arbiters: made at the table, listed for arbiters, ruled on, and logged."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.capability import Capability
from scoring.deeds import Refused, log_of
from scoring.engine import facts
from scoring.engine.explaining import problems_in_words
from scoring.engine.record.stored import read_stored
from scoring.engine.rules import Rules
from scoring.models import Account, Act, Entry
from scoring.rules.versions.timelines import timeline_of
from scoring.table.at_the_table import Visit, visit
from scoring.table.consequences import dealer_as_written
from scoring.table.forms import record_from
from scoring.table.pages.recording_page import page_to_review
from scoring.table.pages.wording import since
from scoring.table.replay import fact_of, record_now
from scoring.table.verbs import Change
from scoring.table.writing import Closed, Illegal, Stale
from scoring.web.access import PAGE, read_as
from scoring.web.language import current_language
from scoring.web.submitting import explain_conflict, submit
from tournaments.corrections.disputes import verbs
from tournaments.corrections.disputes.forms import NO_HAND, AboutWhat, Calling, Permitting, RulingForm
from tournaments.corrections.disputes.pages import (
    Case,
    arbiters_for,
    disputes_of,
    hands_of,
    money_of,
    review_of_ruling,
    stored_entry_in_words,
    words_of,
)
from tournaments.corrections.disputes.verbs import Decision
from tournaments.models import Call, Finding, Pulse, Ruling, Stage, Table, Tournament
from tournaments.preconditions import arbiters_of
from tournaments.web.access import directed_tournament, page_about, run_tournament
from tournaments.web.phones import answer_phone, posted_with_id

# At the table


@require_http_methods(PAGE)
def call(request: HttpRequest, code: str, table: int) -> HttpResponse:
    """Show the page to call from, or call the arbiters, by a form or by JSON.

    Sent is {"id": a new UUID, "words": "…"}. Told is {"id": the same, "table": what `table_facts` says}, or
    {"problems": [{"where": "", "text": "…"}], "table": …} with status 400. The same id calls once, however
    often it comes.
    """
    visitor, at = _at_the_table(request, code, table)
    if request.method != "POST":
        return _call_page(request, visitor, at, Calling())
    if not request.POST:
        posted = posted_with_id(request)
        if not isinstance(words := posted.get("words", ""), str):
            raise BadRequest("No words")
        act = partial(verbs.call_arbiters, visitor.acts, posted["id"], table=at, words=words)
        return answer_phone(posted, visitor.sheet, act)
    form, arguments = Calling(request.POST), {"actor": visitor.acts, "table": at}
    success = _("The arbiters have been called. The sheet and clock of this table are stopped.")
    if form.is_valid() and submit(
        request, form, verbs.call_arbiters, success, **arguments, **form.cleaned_data
    ):
        return redirect("tournaments:call", code, table)
    return _call_page(request, visitor, at, form)


@require_POST
def withdraw_call(request: HttpRequest, code: str, table: int, call: UUID) -> HttpResponse:
    """Withdraw a call, by a form or by JSON {"id": a new UUID}, which is answered as by `call`."""
    visitor, at = _at_the_table(request, code, table)
    called = get_object_or_404(Call.objects.select_related("table__sheet"), pk=call, table=at)
    if not request.POST:
        posted = posted_with_id(request)
        act = partial(verbs.withdraw_call, visitor.acts, posted["id"], call=called)
        return answer_phone(posted, visitor.sheet, act)
    success = _("The call has been withdrawn. The table goes on.")
    submit(request, None, verbs.withdraw_call, success, actor=visitor.acts, call=called)
    return redirect("tournaments:call", code, table)


def _at_the_table(request: HttpRequest, code: str, table: int) -> tuple[Visit, Table]:
    """Return the visit and the table of a visitor who may record there; deny access to all others."""
    tables = Table.objects.select_related("round__tournament__club", "sheet")
    at = get_object_or_404(tables, pk=table, round__tournament__code=code, sheet__isnull=False)
    visitor = visit(request, at.started_sheet.pk)
    if visitor.actor is None:
        raise PermissionDenied
    at.sheet = visitor.sheet
    return visitor, at


def _call_page(request: HttpRequest, visitor: Visit, table: Table, form: Calling) -> HttpResponse:
    waiting = table.calls.open().select_related("words").first()
    page = page_about(
        table,
        visitor=visitor,
        sheet=visitor.sheet,
        waiting=waiting,
        words="" if waiting is None else words_of(waiting),
        may_call=table.round.stage == Stage.RUNNING and visitor.sheet.is_open,
        form=form,
    )
    template = "tournaments/corrections/disputes/call.html"
    return render(request, template, page, status=400 if form.errors else 200)


# For arbiters and directors


@require_safe
def disputes(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show which tables wait, longest first, and everything that came before."""
    tournament = run_tournament(request, slug, pk)
    count = Pulse.objects.values_list("count", flat=True).get(pk=tournament.pk)  # before anything is read
    decisions = disputes_of(tournament, current_language())
    open_cases = [case for case in decisions if case["is_open"]]
    page = page_about(tournament, disputes=decisions, open_cases=open_cases, count=count)
    return render(request, "tournaments/corrections/disputes/disputes.html", page)


@require_safe
def disputes_log(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the log of all disputes, to be printed."""
    tournament = run_tournament(request, slug, pk)
    page = page_about(tournament, disputes=disputes_of(tournament, current_language()))
    return render(request, "tournaments/corrections/disputes/disputes_log.html", page)


@require_safe
def dispute(request: HttpRequest, slug: str, pk: int, call: UUID) -> HttpResponse:
    """Show one call with its outcome; those who may rule choose the hand and the finding."""
    return dispute_page(request, run_tournament(request, slug, pk), call)


def dispute_page(
    request: HttpRequest,
    tournament: Tournament,
    pk: UUID,
    form: AboutWhat | None = None,
    permitting: Permitting | None = None,
) -> HttpResponse:
    """Show one call: its statements and rulings, and what the reader may do about it."""
    case = case_in(tournament, pk)
    called = case["call"]
    is_running = called.table.round.stage == Stage.RUNNING
    may_rule = tournament.is_arbitrated and is_running and case["call"].withdrawn_at is None
    if may_rule and not case["partial"] and form is None:
        form = about_what(called)
    to_permit = []
    if tournament.is_directed and is_running:
        to_permit = arbiters_for(called.table, called, partial=True)
    page = page_about(
        tournament,
        case=case,
        may_rule=may_rule,
        about=form,
        may_step_in=stepping_in(tournament) if case["is_open"] and is_running else "",
        permitting=permitting or (Permitting(arbiters=to_permit) if to_permit and case["is_open"] else None),
        form=form or permitting,
    )
    return render(request, "tournaments/corrections/disputes/dispute.html", page)


def stepping_in(tournament: Tournament) -> str:
    """Return the name of a director who may become an arbiter, because others are named and not there."""
    if not tournament.is_directed or tournament.is_arbitrated:
        return ""
    return tournament.club.members.values_list("name", flat=True).get(pk=tournament.member_id or 0)


def case_in(tournament: Tournament, pk: UUID) -> Case:
    """Return this call of the tournament with everything that came of it, or raise 404."""
    cases = disputes_of(tournament, current_language(), only=pk)
    if not cases:
        raise Http404
    return cases[0]


def about_what(call: Call, *args: Any) -> AboutWhat:
    """Return the possible subjects of a call, the last hand first."""
    sheet = call.table.started_sheet
    sheet.evening = call.table.round.tournament.evening
    sheet.table = call.table
    return AboutWhat(*args, hands=hands_of(sheet, sheet.evening.names(), current_language()))


@require_POST
def permit(request: HttpRequest, slug: str, pk: int, call: UUID) -> HttpResponse:
    """Let the director permit an arbiter who plays at the table to rule on a call."""
    tournament = directed_tournament(request, slug, pk)
    called = case_in(tournament, call)["call"]
    form = Permitting(request.POST, arbiters=list(arbiters_of(tournament).values_list("pk", "name")))
    if form.is_valid():
        arbiter = tournament.club.members.get(pk=form.cleaned_data["arbiter"])
        success = _("%(name)s may rule on this call.") % {"name": arbiter.name}
        if submit(request, form, verbs.permit_arbiter, success, call=called, arbiter=arbiter):
            return redirect("tournaments:dispute", slug, pk, call)
    return dispute_page(request, tournament, call, permitting=form)


# A ruling: which hand, what becomes of it, a look at everything that would change; only then it is final


@dataclass(frozen=True)
class RulingDraft:
    """A ruling that is being prepared and is not stored yet."""

    tournament: Tournament
    call: Call
    case: Case
    visitor: Visit
    finding: Finding
    target: Entry | None
    id: UUID
    known_seq: int
    record: dict[str, Any] | None = None
    keep_deal: bool = False
    deal_chosen: bool = False  # somebody said who deals afterwards
    replaces: UUID | None = None
    query: str = ""

    @property
    def url(self) -> str:
        where = [self.tournament.club.slug, self.tournament.pk, self.call.pk]
        return f"{reverse('tournaments:ruling', args=where)}?{self.query}"

    @property
    def account(self) -> Account:
        account = self.visitor.acts.account
        assert account is not None
        return account

    @cached_property
    def rules(self) -> Rules:
        timeline, target = timeline_of(self.visitor.sheet), self.target
        return timeline.at(self.visitor.sheet.state.last_sort_key + 1 if target is None else target.sort_key)

    @property
    def decision(self) -> Decision:
        return Decision(self.finding, self.target, self.record, self.keep_deal)

    @property
    def by_form(self) -> bool:
        """Return whether the hand is entered on the recording page."""
        if self.finding == Finding.CORRECTED:
            return True
        return self.finding == Finding.RENONCE and (self.target is None or not self.target.is_hand)

    @property
    def revokes_here(self) -> bool:
        """Return whether this page asks who revoked."""
        return self.finding == Finding.RENONCE and not self.by_form

    @cached_property
    def players(self) -> dict[str, str]:
        """Return the four who played the hand."""
        assert self.target is not None
        names = self.visitor.names
        return {player: names[player] for player in self.visitor.sheet.rows.get(pk=self.target.pk).players}


@require_http_methods(PAGE)
def ruling(request: HttpRequest, slug: str, pk: int, call: UUID) -> HttpResponse:
    """Ask for a ruling on a call, show what it would change, and record it."""
    tournament = run_tournament(request, slug, pk)
    if not tournament.is_arbitrated:
        raise PermissionDenied
    case = case_in(tournament, call)
    called = case["call"]
    target_form = about_what(called, request.GET)
    if not target_form.is_valid():
        made = _uuid(request.POST.get("id"))
        if made is not None and Ruling.objects.filter(pk=made, call=called).exists():
            return redirect("tournaments:dispute", slug, pk, call)  # the form came twice
        if request.method == "POST":  # the hand is not there any more
            explain_conflict(request, {"call": called})
        return dispute_page(request, tournament, call, target_form)
    if case["partial"]:
        messages.error(
            request, _("You play at this table. Another arbiter rules, unless the director allows it.")
        )
        return redirect("tournaments:dispute", slug, pk, call)
    visitor = visit(request, called.table.started_sheet.pk)
    hand = target_form.cleaned_data["hand"]
    target = None if hand == NO_HAND else visitor.sheet.entries.select_related("grounds").get(pk=hand)
    draft = RulingDraft(
        *(tournament, called, case, visitor, target_form.finding_, target, uuid4(), visitor.sheet.seq),
        replaces=_uuid(request.GET.get("replaces")),
        query=request.GET.urlencode(),
    )
    if request.method != "POST":
        if draft.by_form:
            return _form(request, draft)
        return _page(request, draft, _ruling_form(draft), look=not draft.revokes_here)
    return _posted(request, _sent(request, draft))


def _uuid(text: str | None) -> UUID | None:
    return read_as(UUID, text) if text else None


def _sent(request: HttpRequest, draft: RulingDraft) -> RulingDraft:
    """Return the contents of the form; raise BadRequest for what no page of ours sends."""
    post = request.POST
    try:
        made, known_seq = UUID(post.get("id", "")), int(post.get("after", ""))
        record = record_from(post.get("record", "")) if draft.by_form else None
    except (ValueError, RecursionError):
        raise BadRequest("Not a form of these pages") from None
    return replace(
        draft,
        id=made,
        known_seq=known_seq,
        record=record,
        keep_deal=post.get("deal") == "keep",
        deal_chosen="deal" in post,
    )


def _posted(request: HttpRequest, draft: RulingDraft) -> HttpResponse:
    step = request.POST.get("step", "")
    if draft.by_form and step == "edit":
        return _form(request, draft)
    if draft.by_form and not step:  # from the recording page
        return _page(request, draft, _ruling_form(draft))
    form = _ruling_form(draft, request.POST)
    is_valid = form.is_valid()
    if draft.revokes_here:
        if "by" not in form.cleaned_data or any(name.startswith("claim_") for name in form.errors):
            return _page(request, draft, form, look=False)
        assert draft.target is not None
        hand = fact_of(draft.target, timeline_of(draft.visitor.sheet)).entry
        assert isinstance(hand, facts.Hand)
        revoked = verbs.with_renonce(hand, draft.rules, by=form.offenders, claims=form.claims)
        draft = replace(draft, record=revoked)
    if step != "save":
        form.errors.clear()  # what is missing is asked for when it is saved
        return _page(request, draft, form)
    if draft.decision.writes and request.POST.get("seen") != _fingerprint(draft):
        notice = _("Something has changed since you looked. Please check the consequences again.")
        return _page(request, draft, form, notice)
    return _save(request, draft, form) if is_valid else _page(request, draft, form)


def _fingerprint(draft: RulingDraft) -> str:
    """Return a fingerprint of the data behind the consequences."""
    return json.dumps([draft.record, draft.keep_deal], sort_keys=True)


# The pages


def _ruling_form(draft: RulingDraft, posted: QueryDict | None = None) -> RulingForm:
    impartial = arbiters_for(draft.call.table, draft.call, partial=False)
    return RulingForm(
        posted,
        arbiters=[(pk, name) for pk, name in impartial if pk != draft.tournament.member_id],
        players=draft.players if draft.revokes_here else None,
        claims=draft.rules.claims,
        several=draft.rules.shared_renonce,
    )


def _form(request: HttpRequest, draft: RulingDraft) -> HttpResponse:
    """Show the recording page, as it stood when this hand was played."""
    record, at = draft.record or _as_played(draft), draft.target and str(draft.target.pk)
    page = page_to_review(draft.visitor, draft.target, record, draft.rules, draft.url, at=at, occasion=None)
    return render(request, "scoring/table/record.html", page)


def _as_played(draft: RulingDraft) -> dict[str, Any] | None:
    """Return the record of the hand; of one that no longer counts, its last version."""
    target, timeline = draft.target, timeline_of(draft.visitor.sheet)
    if target is None or target.is_hand:
        return None if target is None else record_now(target, timeline)
    versions = (
        draft.visitor.sheet.entries.filter(sort_key=target.sort_key)
        .select_related("grounds")
        .order_by("-seq")
    )
    return next((record_now(entry, timeline) for entry in versions if entry.is_hand), None)


def _page(
    request: HttpRequest, draft: RulingDraft, form: RulingForm, *notices: str, look: bool = True
) -> HttpResponse:
    """Show all changes by a ruling, the questions still open, and what was entered in the meantime."""
    problems: list[str] = list(notices)
    sheet = draft.visitor.sheet
    if sheet.seq != draft.known_seq:
        problems.append(_("Something has been entered at this table in the meantime. Please look again."))
        problems += map(capfirst, since(sheet, member=True, seq__gt=draft.known_seq))
        draft = replace(draft, known_seq=sheet.seq)
    review: dict[str, Any] | None = None
    money: list[dict[str, Any]] = []
    if look and draft.decision.writes:
        draft, review, money = _looked(draft, problems)
    names = draft.visitor.names
    target = draft.target
    page = page_about(
        draft.tournament,
        case=draft.case,
        draft=draft,
        hand=_hand(draft),
        told="" if target is None else stored_entry_in_words(target, sheet, names, current_language()),
        record="" if draft.record is None or not draft.by_form else json.dumps(draft.record),
        seen=_fingerprint(draft),
        review=review,
        money=money,
        problems=problems,
        dealer=_dealer(draft) if review is not None else "",
        act="insert" if target is None else "correct",
        may_look=draft.revokes_here,
        may_be_saved=not draft.decision.writes or review is not None,
        form=form,
    )
    return render(request, "tournaments/corrections/disputes/ruling.html", page)


def _hand(draft: RulingDraft) -> int | None:
    if draft.target is None:
        return None
    return draft.visitor.sheet.rows.filter(pk=draft.target.pk).values_list("number", flat=True).first()


def _looked(
    draft: RulingDraft, problems: list[str]
) -> tuple[RulingDraft, dict[str, Any] | None, list[dict[str, Any]]]:
    """Return what a ruling would change; the deal stays as written where a later hand needs it."""
    sheet = draft.visitor.sheet
    try:
        arguments: dict[str, Any] = {"actor": draft.account, "sheet": sheet, "known_seq": draft.known_seq}
        consequences, old, new = verbs.foreseen(draft.decision, **arguments)
    except Illegal as illegal:
        if illegal.number is not None and not draft.deal_chosen:
            return _looked(replace(draft, keep_deal=True, deal_chosen=True), problems)
        problems += _illegal_in_words(draft, illegal)
    except Closed:
        problems.append(_("This table is closed. The director can reopen the round."))
    except (Refused, Stale) as refused:
        problems += refused.sentences
    else:
        names = draft.visitor.names
        review = review_of_ruling(draft.decision, consequences, sheet, names, current_language())
        return draft, review, money_of(old, new, names, draft.call)
    return draft, None, []


def _illegal_in_words(draft: RulingDraft, illegal: Illegal) -> Sequence[str]:
    """Return the objections of the rules in words; a later hand is named by its current number."""
    in_words = problems_in_words(illegal.problems, draft.visitor.names, current_language())
    sentences = [problem.text for problem in in_words]
    if illegal.number is None:
        return sentences
    was = draft.target is not None and draft.target.is_hand
    becomes = isinstance(read_stored(draft.decision.written("…"), draft.rules), facts.Hand)
    number = illegal.number + was - becomes
    words = _("Hand %(number)d would no longer be valid: %(why)s")
    return [words % {"number": number, "why": " ".join(sentences)}]


def _dealer(draft: RulingDraft) -> str:
    if draft.target is None:
        return ""
    change = Change(Act.CORRECT, draft.target, draft.decision.written("…"))
    fact = read_stored(draft.decision.written("…"), draft.rules)
    return dealer_as_written(change, fact, draft.visitor.sheet, draft.visitor.names)


# Final


def _save(request: HttpRequest, draft: RulingDraft, form: RulingForm) -> HttpResponse:
    try:
        arguments = {
            "deed": draft.id,
            "call": draft.call,
            "known_seq": draft.known_seq,
            "decision": draft.decision,
        }
        arguments |= {
            "arbiters": form.others,
            "replaces": draft.replaces,
            "reason": form.cleaned_data["reason"],
        }
        ruled = submit(
            request, form, verbs.rule, _("The ruling is recorded. The table goes on."), **arguments
        )
    except Stale as stale:
        return _page(request, replace(draft, visitor=replace(draft.visitor, sheet=stale.sheet)), form)
    except (Illegal, Closed):
        return _page(request, draft, form)
    if ruled is None:
        return _page(request, replace(draft, id=uuid4()), form)
    return redirect("tournaments:dispute", draft.tournament.club.slug, draft.tournament.pk, draft.call.pk)


# Calls and rulings: what it hands to the rest of the program


tournament_urls = [  # below …/<int:pk>/
    path("disputes/", disputes, name="disputes"),
    path("disputes/log/", disputes_log, name="disputes_log"),
    path("disputes/<uuid:call>/", dispute, name="dispute"),
    path("disputes/<uuid:call>/permit/", permit, name="permit_arbiter"),
    path("disputes/<uuid:call>/ruling/", ruling, name="ruling"),
]
public_urls = [  # below tournaments/<code>/
    path("tables/<int:table>/call/", call, name="call"),
    path("tables/<int:table>/call/<uuid:call>/withdraw/", withdraw_call, name="withdraw_call"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
)
