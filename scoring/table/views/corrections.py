"""Corrections: fill in the form, look at all consequences, and only then change."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.deeds import Refusal, Refused, saved_with_other_contents
from scoring.engine import facts
from scoring.engine.explaining import problems_in_words
from scoring.engine.problems import IllegalHand
from scoring.engine.record import entry_from_dict
from scoring.engine.rules import Rules
from scoring.models import Act, Deed, Entry, Sheet
from scoring.rules.versions.timelines import timeline_of
from scoring.table import putting_right, verbs
from scoring.table.at_the_table import Visit, closed_words, visit
from scoring.table.consequences import consequences, dealer_as_written, review_of, reviewed
from scoring.table.forms import CorrectionReasonForm, record_from
from scoring.table.pages.recording_page import page_to_review
from scoring.table.pages.seatings import SeatValue, people_for
from scoring.table.pages.voices import is_objected
from scoring.table.pages.wording import fact_in_words, named_entry_in_words, since, written_by
from scoring.table.putting_right import PLAYED
from scoring.table.replay import current_facts, fact_of, record_now
from scoring.table.verbs import Change, change
from scoring.table.writing import Closed, Illegal, OtherContents, Stale
from scoring.table_policy import policy_of
from scoring.web.access import PAGE, deed_of, read_as
from scoring.web.language import current_language


@dataclass(frozen=True)
class WantedChange:
    """A proposed change to a sheet, shown before it is made."""

    visitor: Visit
    change: Change
    id: UUID  # of the entry that it becomes
    known_seq: int
    reason: str = ""
    deal_chosen: bool = False  # somebody said who deals afterwards

    @property
    def sheet(self) -> Sheet:
        return self.visitor.sheet

    @cached_property
    def rules(self) -> Rules:
        """Return the rules that hold at the place in question."""
        sort_key = self.change.target.sort_key
        return timeline_of(self.sheet).at(sort_key - 1 if self.change.act == Act.INSERT else sort_key)

    @property
    def fact(self) -> facts.Entry | None:
        """Return the new entry; None if it is removed, or cannot be read."""
        if self.change.record is None:
            return None
        try:
            return entry_from_dict(self.change.record, self.rules)
        except IllegalHand:
            return None


@require_http_methods(PAGE)
def correct(request: HttpRequest, pk: int, entry: UUID, act: Act) -> HttpResponse:
    """Ask what really happened at an entry, or before it; show the consequences, and change it."""
    visitor = visit(request, pk)
    if visitor.actor is None:
        raise PermissionDenied
    target = get_object_or_404(visitor.sheet.entries.select_related("grounds"), pk=entry)
    if request.method == "POST":
        step = _STEPS.get(request.POST.get("step", ""), _look)
        return step(request, _submitted(request, visitor, target, act))
    if not visitor.changes:
        messages.error(request, closed_words())
        return redirect(visitor.sheet)
    if not visitor.sheet.entries.current().filter(pk=target.pk).exists():
        return _redirect_to_newer(request, visitor.sheet, target)
    proposal = WantedChange(visitor, Change(act, target), uuid4(), visitor.sheet.seq)
    if act == Act.TAKE_OUT:
        return _review(request, proposal, None, [], None, is_begun=False)
    if act == Act.CORRECT:
        record = record_now(target, timeline_of(visitor.sheet))
        if "event" in record:  # who sat or dealt otherwise: taken out and entered anew
            return redirect("scoring:hand", visitor.sheet.pk, target.pk)
        proposal = replace(proposal, change=Change(act, target, record))
    return _form(request, proposal)


def _redirect_to_newer(request: HttpRequest, sheet: Sheet, target: Entry) -> HttpResponse:
    newer = sheet.entries.filter(supersedes=target).select_related("by").first()
    sentence = _("This entry has been changed in the meantime (%(who)s). Here is how it stands now.")
    messages.error(request, sentence % {"who": "–" if newer is None else written_by(newer)})
    return redirect("scoring:hand", sheet.pk, target.pk)


def _submitted(request: HttpRequest, visitor: Visit, target: Entry, act: Act) -> WantedChange:
    """Return the change in the form; raise BadRequest for what no page of ours sends."""
    post = request.POST
    record: dict[str, Any] | None = None
    try:
        made, known_seq = UUID(post.get("id", "")), int(post.get("after", ""))
        if act != Act.TAKE_OUT:
            record = record_from(post.get("record", ""))
    except (ValueError, RecursionError):
        raise BadRequest("Not a form of these pages") from None
    keep_deal, anyway = post.get("deal") == "keep", "anyway" in (post.get("step"), post.get("anyway"))
    change = Change(act, target, record, keep_deal=keep_deal, anyway=anyway)
    return WantedChange(visitor, change, made, known_seq, post.get("reason", ""), deal_chosen="deal" in post)


def _form(request: HttpRequest, proposal: WantedChange) -> HttpResponse:
    """Show the recording page as it stood when this hand was played."""
    sheet, target, act = proposal.sheet, proposal.change.target, proposal.change.act
    review = reverse(f"scoring:{act.value}", args=[sheet.pk, target.pk])
    page = page_to_review(
        *(proposal.visitor, target, proposal.change.record, proposal.rules, review),
        first=record_now(target, timeline_of(sheet)) if act == Act.CORRECT else None,
        closed=False,
        at=str(target.pk) if act == Act.CORRECT else None,
        before=str(target.pk) if act == Act.INSERT else None,
    )
    return render(request, "scoring/table/record.html", page)


# The review


def _look(
    request: HttpRequest, proposal: WantedChange, form: CorrectionReasonForm | None = None, *problems: str
) -> HttpResponse:
    """Show what would change, together with entries made in the meantime."""
    sentences = list(problems)
    if proposal.visitor.sheet.seq != proposal.known_seq:
        sentences.append(_meanwhile(proposal))
        proposal = replace(proposal, known_seq=proposal.visitor.sheet.seq)
    if not proposal.visitor.changes:
        return _review(request, proposal, None, [*sentences, closed_words()], form, status=409)
    try:
        sheet, proposed = proposal.sheet, proposal.change
        changes = consequences(
            proposed, actor=proposal.visitor.acts, sheet=sheet, known_seq=proposal.known_seq
        )
        names, language = sheet.evening.names(), current_language()
        review = review_of(proposed, proposal.fact, changes, sheet, names, language)
        return _review(request, proposal, review, sentences, form)
    except Illegal as illegal:
        if illegal.number is not None and not proposal.deal_chosen:
            with_deal_kept = replace(
                proposal, change=replace(proposal.change, keep_deal=True), deal_chosen=True
            )
            return _look(request, with_deal_kept, form, *problems)
        if illegal.number is not None:
            return _review(request, proposal, None, [*sentences, *_cannot_stand(proposal, illegal)], form)
        if illegal.only_by_cards and proposal.sheet.is_directed:
            cards = _sentences(proposal, illegal)
            return _review(request, proposal, None, [*sentences, *cards], form, may_be_stored_anyway=True)
        for problem in _sentences(proposal, illegal):
            messages.error(request, problem)
        return _form(request, proposal)
    except Stale as stale:
        if stale.sheet.seq == proposal.known_seq:
            return _redirect_to_newer(request, proposal.sheet, proposal.change.target)
        return _look(
            request, replace(proposal, visitor=replace(proposal.visitor, sheet=stale.sheet)), form, *problems
        )
    except Closed:
        return _review(request, proposal, None, [*sentences, closed_words()], form, status=409)
    except Refused as refused:
        return _review(request, proposal, None, [*sentences, *refused.sentences], form)


def _review(
    request: HttpRequest,
    proposal: WantedChange,
    review: dict[str, Any] | None,
    problems: list[str],
    form: CorrectionReasonForm | None,
    *,
    status: int = 200,
    is_begun: bool = True,
    may_be_stored_anyway: bool = False,
) -> HttpResponse:
    """Show the consequences, which lock the sheet; before they are asked for, only the entry."""
    sheet, change = proposal.sheet, proposal.change
    names, language, sentence = proposal.visitor.names, current_language(), ""
    usual = [_("It was really played like this")] if change.anyway else _usual_reasons(change.act)
    if change.act != Act.INSERT:
        sentence = fact_in_words(fact_of(change.target, timeline_of(sheet)), names, language)
    elif proposal.fact is not None:  # what would be put there can be read
        sentence = named_entry_in_words(proposal.fact, names, proposal.rules, language)
    page = {
        "here": proposal.visitor,
        "sheet": sheet,
        "asked": proposal,
        "act": change.act,
        "record": "" if change.record is None else json.dumps(change.record),
        "told": sentence,
        "review": review,
        "problems": problems,
        "may_be_saved": review is not None and proposal.visitor.changes,
        "may_be_edited": proposal.visitor.changes,
        "after_closing": not sheet.is_open and review is not None,
        "kept_elsewhere": () if sheet.is_open else proposal.visitor.occasion.kept_elsewhere(sheet),
        "is_begun": is_begun,
        "may_be_stored_anyway": may_be_stored_anyway,
        "dealer": dealer_as_written(change, proposal.fact, sheet, names)
        if proposal.visitor.changes and is_begun
        else "",
        "form": form or CorrectionReasonForm(initial={"reason": proposal.reason or _preset(proposal, usual)}),
        "usual": usual,
    }
    return render(request, "scoring/table/review.html", page, status=status)


def _usual_reasons(act: Act) -> list[str]:
    """Return the reasons that can be tapped."""
    if act == Act.CORRECT:
        return [_("Mistyped"), _("Wrong player"), _("Wrong game"), _("Something was left out")]
    return [_("Forgotten")] if act == Act.INSERT else [_("Entered twice"), _("Never played")]


def _preset(proposal: WantedChange, usual: list[str]) -> str:
    """Return the suggested reason; empty if it has to be chosen or typed.

    Tables correct their own slips; whoever corrects a tournament's table for it says why.
    """
    if proposal.change.anyway:
        return ""
    is_their_own = proposal.sheet.evening.is_of_the_club or proposal.visitor.acts.account is None
    return usual[0] if is_their_own and proposal.change.act != Act.TAKE_OUT else ""


def _meanwhile(proposal: WantedChange) -> str:
    sentences = since(proposal.sheet, member=proposal.visitor.member, seq__gt=proposal.known_seq)
    return _("Entered in the meantime: %(what)s Please check everything again.") % {
        "what": " ".join(sentences)
    }


def _sentences(proposal: WantedChange, illegal: Illegal) -> list[str]:
    problems = problems_in_words(illegal.problems, proposal.visitor.names, current_language())
    return [problem.text for problem in problems]


def _cannot_stand(proposal: WantedChange, illegal: Illegal) -> list[str]:
    """Return why a later hand becomes impossible, by its current number."""
    number = illegal.number
    assert number is not None
    change = proposal.change
    was = change.act != Act.INSERT and change.target.is_hand
    becomes = isinstance(proposal.fact, facts.Hand)
    why = " ".join(_sentences(proposal, illegal))
    sentence = _("Hand %(number)d would no longer be valid: %(why)s") % {
        "number": number + was - becomes,
        "why": why,
    }
    if not dealer_as_written(change, proposal.fact, proposal.sheet, proposal.sheet.evening.names()):
        return [sentence]
    return [sentence, _("Is everything else right? Then choose below who deals after it, and check again.")]


# The change


def _save(request: HttpRequest, proposal: WantedChange) -> HttpResponse:
    form = CorrectionReasonForm(request.POST)
    if not form.is_valid():
        return _look(request, proposal, form)
    try:
        written = change(
            proposal.change,
            actor=proposal.visitor.acts,
            entry=proposal.id,
            sheet=proposal.sheet,
            known_seq=proposal.known_seq,
            reason=form.cleaned_data["reason"],
        )
    except Stale as stale:
        visitor = replace(proposal.visitor, sheet=stale.sheet)
        return _look(request, replace(proposal, visitor=visitor), form)
    except OtherContents:
        # A page that was saved, gone back to and changed: a new change under a new id.
        return _look(request, replace(proposal, id=uuid4()), form, saved_with_other_contents())
    except Refused as refused:
        form.show(refused)
        return _look(request, proposal, form)
    except (Illegal, Closed):
        return _look(request, proposal, form)
    messages.success(request, str(_SAVED[proposal.change.act]))
    if proposal.visitor.directs and is_objected(proposal.sheet, written.entry.sort_key):
        return redirect("scoring:hand", proposal.sheet.pk, written.entry.pk)  # where the objection is settled
    if not proposal.sheet.evening.is_of_the_club:
        return redirect(proposal.sheet)
    return redirect(f"{proposal.sheet.get_absolute_url()}?changed={written.entry.pk}")


@require_POST
def take_back_change(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """Undo a correction, an insertion or a removal, and return to the sheet."""
    visitor = visit(request, pk)
    actor, written = visitor.acts, get_object_or_404(visitor.sheet.entries, pk=entry)
    made, known_seq = read_as(UUID, request.POST.get("id")), read_as(int, request.POST.get("after"))
    try:
        verbs.take_back_change(
            written=written, actor=actor, entry=made, sheet=visitor.sheet, known_seq=known_seq
        )
    except Refusal as refusal:
        messages.error(request, " ".join(refusal.sentences))
    else:
        messages.success(request, _("Taken back."))
    return redirect(visitor.sheet)


_SAVED = {
    Act.CORRECT: gettext_lazy("Corrected. Everything after it has been worked out again."),
    Act.INSERT: gettext_lazy("Inserted. Everything after it has been worked out again."),
    Act.TAKE_OUT: gettext_lazy("Removed. Everything after it has been worked out again."),
}
_STEPS: dict[str, Callable[[HttpRequest, WantedChange], HttpResponse]] = {"save": _save, "edit": _form}


# Somebody else sat there, or a hand belongs to another table: shown before it is done


Arguments = dict[str, Any]


def _club_table(request: HttpRequest, pk: int) -> Visit:
    """Return the visit of a recorder at a table of the club; raise 403 or 404 for all others."""
    visitor = visit(request, pk)
    if not visitor.sheet.evening.is_of_the_club:
        raise Http404
    if visitor.actor is None:
        raise PermissionDenied
    return visitor


def _closed(request: HttpRequest, visitor: Visit) -> HttpResponseRedirect | None:
    if visitor.changes:
        return None
    messages.error(request, closed_words())
    return redirect(visitor.sheet)


class _Asking:
    """One page that asks, shows what would change, and does it."""

    def __init__(self, request: HttpRequest, visitor: Visit, usual: str) -> None:
        self.request, self.visitor, self.sheet = request, visitor, visitor.sheet
        self.problems: list[str] = []
        self.reviews: list[dict[str, Any]] = []
        saving = request.POST.get("step") == "save"
        self.form = CorrectionReasonForm(
            request.POST if saving else None, initial={"reason": request.POST.get("reason") or usual}
        )
        self.saves = saving and self.form.is_valid()

    def perform(self, verb: Callable[..., object], arguments: Arguments) -> bool:
        """Do it; where that is refused, say why."""
        reason = self.form.cleaned_data["reason"]
        try:
            verb(actor=self.visitor.acts, deed=deed_of(self.request), reason=reason, **arguments)
        except Refused as refused:
            self.form.show(refused)
            self.problems += [] if self.form.errors else refused.sentences
        except Refusal as refusal:
            self.problems += refusal.sentences
        else:
            return True
        return False

    def look(self, verb: Callable[..., object], arguments: Arguments, *tables: Sheet) -> None:
        """Find out what would change, or why it cannot be."""

        def do() -> None:
            verb(actor=self.visitor.acts, deed=uuid4(), reason="…", **arguments)

        try:
            self.reviews = reviewed(tables, do, current_language())
        except Refusal as refusal:
            self.problems += [sentence for sentence in refusal.sentences if sentence not in self.problems]

    def answer(self, template: str, page: Mapping[str, Any]) -> HttpResponse:
        """Return the page, with the consequences if known by now."""
        context = {"here": self.visitor, "sheet": self.sheet, "form": self.form, "deed": uuid4()}
        context |= {"problems": self.problems, "reviews": self.reviews}
        return render(self.request, template, {**context, **page})


# Somebody else sat there


@require_http_methods(PAGE)
def right_names(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the wrong name, the right one and the first hand; show the consequences, and store it."""
    visitor = _club_table(request, pk)
    if closed := _closed(request, visitor):
        return closed
    sheet, names = visitor.sheet, visitor.sheet.evening.names()
    data = request.POST if request.method == "POST" else request.GET
    written = {player: names[player] for player in sheet.totals}
    wrong = data.get("wrong", "")
    page: dict[str, Any] = {"written": written, "since": data.get("since", "")}
    asking = _Asking(request, visitor, _("Wrong player"))
    if asking.saves and Deed.objects.filter(pk=deed_of(request), details__sheet=sheet.pk).exists():
        return redirect(sheet)  # sent again, when nobody is written there any more
    if wrong not in written:
        return asking.answer("scoring/table/right_names.html", page)
    choices = people_for(sheet, names, member=visitor.member)
    later = sheet.rows.filter(number__gt=1).order_by("sort_key").values_list("entry_id", "number")
    hands = [(str(entry), number) for entry, number in later]  # from which somebody else can have sat there
    page |= {"wrong": wrong, "wrong_name": written[wrong], "hands": hands}
    page["choices"] = [choice for choice in choices if choice.code != f"p{wrong}"]
    right = SeatValue(data.get("right", ""), data.get("name", "").strip())
    if right == SeatValue() or (right.code and right.code not in {choice.code for choice in choices}):
        return asking.answer("scoring/table/right_names.html", page)
    target = _since(sheet, wrong, data)
    page |= {"right": right, "since": "" if target is None else str(target.pk)}
    page["right_name"] = right.name or next(choice.name for choice in choices if choice.code == right.code)
    arguments = {
        "sheet": sheet,
        "known_seq": sheet.seq,
        "wrong": wrong,
        "right": right.person,
        "target": target,
    }
    if asking.saves and asking.perform(
        putting_right.put_names_right, arguments | {"known_seq": read_as(int, data.get("after"))}
    ):
        messages.success(request, _("The names have been corrected. Everything has been worked out again."))
        return redirect(sheet)
    asking.look(putting_right.put_names_right, arguments, sheet)
    return asking.answer("scoring/table/right_names.html", page)


def _since(sheet: Sheet, wrong: str, data: Mapping[str, str]) -> Entry | None:
    """Return the chosen hand; by default the first since the wrongly named player sat down."""
    if "since" not in data or data["since"] == "?":
        return putting_right.first_hand_of(wrong, sheet)
    if not data["since"]:
        return None
    return sheet.entries.current().filter(pk=read_as(UUID, data["since"])).first()


# A hand belongs to another table


@require_http_methods(PAGE)
def move_hands(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for hands and another table; show the consequences at both, and move them."""
    visitor = _club_table(request, pk)
    if visitor.acts.account is None:
        raise PermissionDenied
    if closed := _closed(request, visitor):
        return closed
    sheet = visitor.sheet
    others = [
        other
        for other in Sheet.objects.open_to(request.user)
        .whole()
        .filter(evening=sheet.evening_id)
        .exclude(pk=pk)
        if other.is_open and policy_of(other).may_record(other, visitor.acts)
    ]
    data = request.POST if request.method == "POST" else request.GET
    hands = [read_as(UUID, hand) for hand in data.getlist("hand")]
    asking = _Asking(request, visitor, _("Recorded at the wrong table"))
    page: dict[str, Any] = {"others": others, "chosen": hands, "hands": _hands(sheet)}
    to = next((other for other in others if str(other.pk) == data.get("to")), None)
    if to is None:
        return asking.answer("scoring/table/move_hands.html", page)
    arguments = {"sheet": sheet, "to": to, "hands": hands, "known_seq": sheet.seq}
    arguments["target_known_seq"] = to.seq
    keep_deal = data.get("deal") == "keep"
    if asking.saves:
        known_seqs = {
            "known_seq": read_as(int, data.get("after")),
            "target_known_seq": read_as(int, data.get("there")),
        }
        if asking.perform(putting_right.move_hands, arguments | known_seqs | {"keep_deal": keep_deal}):
            messages.success(request, _("Moved. Both tables have been worked out again."))
            return redirect(to)
    asking.look(putting_right.move_hands, arguments | {"keep_deal": keep_deal}, sheet, to)
    if not asking.reviews and "deal" not in data:
        earlier_problems, asking.problems = asking.problems, []
        asking.look(putting_right.move_hands, arguments | {"keep_deal": True}, sheet, to)
        keep_deal = bool(asking.reviews)
        asking.problems = asking.problems if keep_deal else earlier_problems
    page |= {"to": to, "keep_deal": keep_deal}
    return asking.answer("scoring/table/move_hands.html", page)


def _hands(sheet: Sheet) -> list[tuple[UUID, int | None, str]]:
    """Return the hands that can be moved, newest first: id, number and what happened."""
    names, language = sheet.evening.names(), current_language()
    numbers = dict(sheet.rows.values_list("entry_id", "number"))
    facts = [fact for fact in current_facts(sheet) if isinstance(fact.entry, PLAYED)]
    return [(fact.id, numbers.get(fact.id), fact_in_words(fact, names, language)) for fact in reversed(facts)]
