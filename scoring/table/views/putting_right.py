"""Somebody else sat there, or a hand belongs to another table: what changes is shown before it is done."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.deeds import Refusal, Refused
from scoring.models import Deed, Entry, Sheet
from scoring.table import putting_right
from scoring.table.at_the_table import Visit, closed_words, visit
from scoring.table.consequences import TableReview, reviewed
from scoring.table.forms import CorrectionReasonForm
from scoring.table.pages.seatings import SeatValue, people_for
from scoring.table.pages.wording import fact_in_words
from scoring.table.putting_right import PLAYED
from scoring.table.replay import standing_facts
from scoring.table_policy import policy_of
from scoring.web.access import PAGE, deed_of
from scoring.web.language import current_language

Asked = dict[str, Any]
T = TypeVar("T")


def _club_table(request: HttpRequest, pk: int) -> Visit:
    """Return the visit of whoever records at a table of the club; 403 or 404 for everybody else."""
    here = visit(request, pk)
    if not here.sheet.evening.is_of_the_club:
        raise Http404
    if here.actor is None:
        raise PermissionDenied
    return here


def _closed(request: HttpRequest, here: Visit) -> HttpResponseRedirect | None:
    if here.changes:
        return None
    messages.error(request, closed_words())
    return redirect(here.sheet)


def _read(kind: Callable[[str], T], text: str) -> T:
    try:
        return kind(text)
    except ValueError:
        raise BadRequest("Not a form of these pages") from None


class _Asking:
    """One page that asks, shows what would change, and does it."""

    def __init__(self, request: HttpRequest, here: Visit, usual: str) -> None:
        self.request, self.here, self.sheet = request, here, here.sheet
        self.problems: list[str] = []
        self.reviews: list[TableReview] = []
        saving = request.POST.get("step") == "save"
        self.form = CorrectionReasonForm(
            request.POST if saving else None, initial={"reason": request.POST.get("reason") or usual}
        )
        self.saves = saving and self.form.is_valid()

    def done(self, verb: Callable[..., object], asked: Asked) -> bool:
        """Do it; where that is refused, say why."""
        reason = self.form.cleaned_data["reason"]
        try:
            verb(actor=self.here.acts, deed=deed_of(self.request), reason=reason, **asked)
        except Refused as refused:
            self.form.show(refused)
            self.problems += [] if self.form.errors else refused.sentences
        except Refusal as refusal:
            self.problems += refusal.sentences
        else:
            return True
        return False

    def look(self, verb: Callable[..., object], asked: Asked, *tables: Sheet) -> None:
        """Find out what would change, or why it cannot be."""

        def do() -> None:
            verb(actor=self.here.acts, deed=uuid4(), reason="…", **asked)

        try:
            self.reviews = reviewed(tables, do, current_language())
        except Refusal as refusal:
            self.problems += [sentence for sentence in refusal.sentences if sentence not in self.problems]

    def answer(self, template: str, page: Mapping[str, Any]) -> HttpResponse:
        """Return the page; with what would change, if that is known by now."""
        about = {"here": self.here, "sheet": self.sheet, "form": self.form, "deed": uuid4()}
        about |= {"problems": self.problems, "reviews": self.reviews}
        return render(self.request, template, {**about, **page})


# Somebody else sat there


@require_http_methods(PAGE)
def right_names(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask who is written, who it really was and since which hand; show what would change, and note it."""
    here = _club_table(request, pk)
    if closed := _closed(request, here):
        return closed
    sheet, names = here.sheet, here.sheet.evening.names()
    data = request.POST if request.method == "POST" else request.GET
    written = {player: names[player] for player in sheet.totals}
    wrong = data.get("wrong", "")
    page: Asked = {"written": written, "since": data.get("since", "")}
    asking = _Asking(request, here, _("Wrong player"))
    if asking.saves and Deed.objects.filter(pk=deed_of(request), details__sheet=sheet.pk).exists():
        return redirect(sheet)  # sent again, when nobody is written there any more
    if wrong not in written:
        return asking.answer("scoring/table/right_names.html", page)
    choices = people_for(sheet, names, member=here.member)
    page |= {"wrong": wrong, "wrong_name": written[wrong], "hands": _numbered(sheet)}
    page["choices"] = [choice for choice in choices if choice.code != f"p{wrong}"]
    right = SeatValue(data.get("right", ""), data.get("name", "").strip())
    if right == SeatValue() or (right.code and right.code not in {choice.code for choice in choices}):
        return asking.answer("scoring/table/right_names.html", page)
    target = _since(sheet, wrong, data)
    page |= {"right": right, "since": "" if target is None else str(target.pk)}
    page["right_name"] = right.name or next(choice.name for choice in choices if choice.code == right.code)
    asked = {"sheet": sheet, "after": sheet.seq, "wrong": wrong, "right": right.person, "target": target}
    if asking.saves and asking.done(
        putting_right.put_names_right, asked | {"after": _read(int, data.get("after", ""))}
    ):
        messages.success(request, _("The names are put right. Everything has been worked out again."))
        return redirect(sheet)
    asking.look(putting_right.put_names_right, asked, sheet)
    return asking.answer("scoring/table/right_names.html", page)


def _numbered(sheet: Sheet) -> list[tuple[str, int | None]]:
    """Return the hands from which somebody else can have sat there, after the first."""
    rows = sheet.rows.filter(number__gt=1).order_by("place")
    return [(str(entry), number) for entry, number in rows.values_list("entry_id", "number")]


def _since(sheet: Sheet, wrong: str, data: Mapping[str, str]) -> Entry | None:
    """Return the hand that was chosen; where none was, the first since whoever is written sat down."""
    if "since" not in data or data["since"] == "?":
        return putting_right.first_hand_of(wrong, sheet)
    if not data["since"]:
        return None
    return sheet.entries.standing().filter(pk=_read(UUID, data["since"])).first()


# A hand belongs to another table


@require_http_methods(PAGE)
def move_hands(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask which hands belong to which other table; show what would change at both, and move them."""
    here = _club_table(request, pk)
    if here.acts.account is None:
        raise PermissionDenied
    if closed := _closed(request, here):
        return closed
    sheet = here.sheet
    others = [
        other
        for other in Sheet.objects.open_to(request.user)
        .whole()
        .filter(evening=sheet.evening_id)
        .exclude(pk=pk)
        if other.is_open and policy_of(other).may_record(other, here.acts)
    ]
    data = request.POST if request.method == "POST" else request.GET
    hands = [_read(UUID, hand) for hand in data.getlist("hand")]
    asking = _Asking(request, here, _("Recorded at the wrong table"))
    page: Asked = {"others": others, "chosen": hands, "hands": _hands(sheet)}
    to = next((other for other in others if str(other.pk) == data.get("to")), None)
    if to is None:
        return asking.answer("scoring/table/move_hands.html", page)
    asked = {"sheet": sheet, "to": to, "hands": hands, "after": sheet.seq, "there": to.seq}
    keep_deal = data.get("deal") == "keep"
    if asking.saves:
        seen = {key: _read(int, data.get(key, "")) for key in ("after", "there")}
        if asking.done(putting_right.move_hands, asked | seen | {"keep_deal": keep_deal}):
            messages.success(request, _("Moved. Both tables have been worked out again."))
            return redirect(to)
    asking.look(putting_right.move_hands, asked | {"keep_deal": keep_deal}, sheet, to)
    if not asking.reviews and "deal" not in data:
        said, asking.problems = asking.problems, []
        asking.look(putting_right.move_hands, asked | {"keep_deal": True}, sheet, to)
        keep_deal = bool(asking.reviews)
        asking.problems = asking.problems if keep_deal else said
    page |= {"to": to, "keep_deal": keep_deal}
    return asking.answer("scoring/table/move_hands.html", page)


def _hands(sheet: Sheet) -> list[tuple[UUID, int | None, str]]:
    """Return what can be moved, the newest first: id, number and what happened."""
    names, language = sheet.evening.names(), current_language()
    numbers = dict(sheet.rows.values_list("entry_id", "number"))
    facts = [fact for fact in standing_facts(sheet) if isinstance(fact.entry, PLAYED)]
    return [(fact.id, numbers.get(fact.id), fact_in_words(fact, names, language)) for fact in reversed(facts)]
