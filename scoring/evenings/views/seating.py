"""Change who sits at a table between two hands; close and reopen its sheet."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.forms import ReasonForm, SeatingForm
from scoring.evenings.pages.evening import doubled_hands_to_come
from scoring.models import Club, Entry, Evening, Sheet
from scoring.rules.versions.timelines import timeline_of
from scoring.table import verbs as recording
from scoring.table.at_the_table import Visit, visit
from scoring.table.pages.seatings import SeatValue, people_for
from scoring.table.pages.voices import waiting_in
from scoring.table.pages.wording import by_whom, fact_in_words
from scoring.table.replay import fact_of
from scoring.table.writing import Closed, Stale, is_written
from scoring.web.access import PAGE, done_before, read_as
from scoring.web.confirming import Confirmation, confirm
from scoring.web.language import current_language

MOST_TOLD = 5  # entries of others


@require_http_methods(PAGE)
def seating(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask who sits from the next hand on; earlier rows stay as they are."""
    visitor = visit(request, pk)
    actor = visitor.acts
    sheet = visitor.sheet
    names = sheet.evening.names()
    if request.method != "POST" and not sheet.is_open:
        return _closed(request, sheet)
    entry, known_seq = uuid4(), sheet.seq
    if request.method == "POST":
        entry, known_seq = read_as(UUID, request.POST.get("entry")), read_as(int, request.POST.get("after"))
    again = request.method == "POST" and is_written(entry)
    form = _form(request, visitor, names, again=again)
    page = {"sheet": sheet, "form": form, "owed": sheet.state.owed, "by_link": not visitor.member}
    page["may_name"] = sheet.evening.is_of_the_club and sheet.state.hands
    if form.is_valid():
        if form.is_unchanged(sheet.state.players, sheet.state.dealer) and not again:
            messages.info(request, _("Nothing was changed: they already sit like this."))
            return redirect("scoring:record", sheet.pk)
        page["warned"] = form.at_two_tables
        if not page["warned"] or "anyway" in request.POST:
            try:
                written = recording.seat(
                    actor=actor,
                    entry=entry,
                    sheet=sheet,
                    known_seq=known_seq,
                    people=form.people,
                    dealer=form.mark,
                )
            except Stale as stale:
                fresh = stale.sheet
                page |= {
                    "since": _since(fresh, known_seq, member=visitor.member),
                    "dealer": fresh.evening.names()[fresh.state.dealer],
                }
                known_seq = fresh.seq
            except Closed:
                return _closed(request, sheet)
            except Refused as refused:
                form.show(refused)
            else:
                messages.success(request, _in_words(written.entry, written.sheet))
                return redirect("scoring:record", sheet.pk)
    return render(request, "scoring/evenings/seating.html", {**page, "after": known_seq, "entry": uuid4()})


def _form(request: HttpRequest, visitor: Visit, names: dict[str, str], *, again: bool) -> SeatingForm:
    """Return the form with all who may be chosen, and everybody as they sit."""
    seated = visitor.sheet.state.players
    return SeatingForm(
        request.POST or None,
        choices=people_for(visitor.sheet, names, member=visitor.member, again=again),
        seated=[SeatValue(f"p{player}") for player in seated],
        mark=seated.index(visitor.sheet.state.dealer),
    )


def _since(sheet: Sheet, known_seq: int, *, member: bool) -> list[str]:
    """Return others' entries since the page was made, the newest last."""
    entries = sheet.entries.filter(seq__gt=known_seq).select_related("by", "grounds", "row").order_by("-seq")
    return [by_whom(_in_words(entry, sheet), entry, member=member) for entry in reversed(entries[:MOST_TOLD])]


def _in_words(entry: Entry, sheet: Sheet) -> str:
    if entry.record is None:
        return _("Something was taken back.")
    words = fact_in_words(fact_of(entry, timeline_of(sheet)), sheet.evening.names(), current_language())
    row = getattr(entry, "row", None)
    if row is None or row.number is None:
        return words
    return _("Hand %(number)d: %(what)s") % {"number": row.number, "what": words}


def _closed(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    messages.error(request, _("This table is closed. Nothing was saved."))
    return redirect(sheet)


# Closing


def _directed(request: HttpRequest, pk: int) -> Sheet:
    visitor = visit(request, pk)
    if not visitor.directs:
        raise PermissionDenied
    return visitor.sheet


@require_http_methods(PAGE)
def close_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether a table's sheet is to be closed, and close it."""
    sheet = _directed(request, pk)
    if request.method != "POST" and not sheet.is_open:
        return redirect(sheet)
    hands, doubled = sheet.state.hands, sheet.state.owed
    played = ngettext("%(number)s hand", "%(number)s hands", hands) % {"number": hands}
    over = _("After that, nothing more can be recorded here; a director can reopen the table.")
    confirmation = Confirmation(
        heading=_("Close “%(name)s”?") % {"name": sheet.name},
        sentences=[f"{played}. {over}"],
        warnings=[doubled_hands_to_come(doubled)] if doubled else [],
        button=_("Close the table"),
        template="scoring/evenings/close_sheet.html",
        **_at(sheet),
    )
    page = _page_of(sheet, waiting=waiting_in(sheet.evening, sheet=sheet))
    page["removable"] = not evening_verbs.stays(sheet)
    message = _("“%(name)s” is closed.") % {"name": sheet.name}
    next_address = sheet.evening.get_absolute_url()
    return confirm(request, confirmation, page, evening_verbs.close_sheet, message, next_address, sheet=sheet)


def _at(sheet: Sheet) -> dict[str, Any]:
    """Return the values for every page that asks about a table."""
    crumbs = "scoring/evenings/_evening_crumbs.html"
    return {"crumbs": crumbs, "about": sheet.name, "back": sheet.get_absolute_url()}


def _page_of(sheet: Sheet, **context: Any) -> dict[str, Any]:
    return {"sheet": sheet, "evening": sheet.evening, "club": sheet.evening.club, **context}


@require_http_methods(PAGE)
def reopen_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask why a table's sheet is to be opened again, and open it."""
    sheet = _directed(request, pk)
    if request.method != "POST" and sheet.is_open:
        return redirect(sheet)
    confirmation = Confirmation(
        heading=_("Reopen “%(name)s”?") % {"name": sheet.name},
        sentences=[_("The reason is kept in the club's log.")],
        form=ReasonForm(request.POST or None),
        button=_("Reopen the table"),
        **_at(sheet),
    )
    message = _("“%(name)s” is open again.") % {"name": sheet.name}
    return confirm(request, confirmation, _page_of(sheet), evening_verbs.reopen_sheet, message, sheet=sheet)


@require_http_methods(PAGE)
def remove_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether a table at which nothing was recorded is to be removed, and remove it."""
    if removal := done_before(request, evening_verbs.remove_sheet.__name__, details__sheet=pk):
        left = Evening.objects.filter(pk=removal.details["evening"], spontaneous=False).first()
        return redirect(left or removal.club or "scoring:clubs")
    visitor = visit(request, pk)
    sheet, club = visitor.sheet, visitor.sheet.evening.club
    if not visitor.member or visitor.actor is None:
        raise PermissionDenied
    if why := evening_verbs.stays(sheet):
        messages.error(request, why)
        return redirect(sheet)
    confirmation = Confirmation(
        heading=_("Remove “%(name)s”?") % {"name": sheet.name},
        sentences=[
            _(
                "Nothing has been recorded at this table. It disappears from all lists; the log still shows "
                "that it existed."
            )
        ],
        button=_("Remove the empty table"),
        **_at(sheet),
    )

    def next_address(left: Evening | None) -> Evening | Club:
        return club if left is None or left.spontaneous else left

    message = _("“%(name)s” has been removed.") % {"name": sheet.name}
    return confirm(
        request, confirmation, _page_of(sheet), evening_verbs.remove_sheet, message, next_address, sheet=sheet
    )
