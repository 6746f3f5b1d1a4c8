"""A hand recorded by a plain form, in a browser that cannot run the scripts of the recording page."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.deeds import Refusal
from scoring.engine.explaining import problems_in_words
from scoring.engine.table_state import next_deal
from scoring.rules.versions.timelines import rules_for
from scoring.table import verbs
from scoring.table.at_the_table import visit
from scoring.table.hand_page import entry_on
from scoring.table.other_versions import (
    DECIDED,
    keep_other_version,
    newest_at,
    take_other_version,
    versions_compared,
)
from scoring.table.pages.recording_page import banner_of
from scoring.table.pages.wording import since
from scoring.table.plain_form import PlainHand
from scoring.table.replay import position_of
from scoring.table.writing import Illegal, OtherContents, Stale
from scoring.web.access import PAGE, read_as
from scoring.web.language import current_language


@require_http_methods(PAGE)
def record_plainly(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the next hand without any script; by POST save it, sent twice only once."""
    visitor = visit(request, pk)
    if not visitor.records and request.method != "POST":
        return redirect(visitor.sheet)
    sheet, names = visitor.sheet, visitor.sheet.evening.names()
    rules, position = rules_for(sheet), position_of(sheet)
    players = {player: names[player] for player in position.state.players}
    form = PlainHand(request.POST or None, rules=rules, players=players)
    entry, known_seq, compared = uuid4(), sheet.seq, None
    if request.method == "POST":
        actor = visitor.acts
        entry, seen_seq = read_as(UUID, request.POST.get("id")), read_as(int, request.POST.get("after"))
        if form.is_valid():
            try:
                if (instead := request.POST.get("instead")) in ("theirs", "mine"):
                    of = entry_on(sheet, read_as(UUID, request.POST.get("of")))
                    arguments: dict[str, Any] = {"actor": actor, "record": form.record}
                    if instead == "theirs":
                        keep_other_version(version=entry, of=of, seen_seq=seen_seq, **arguments)
                    else:
                        take_other_version(entry=entry, of=newest_at(of), after=seen_seq, **arguments)
                    messages.success(request, str(DECIDED[instead]))
                    return redirect("scoring:hand", pk, of.pk)
                written = verbs.add(actor=actor, entry=entry, sheet=sheet, after=seen_seq, record=form.record)
            except Illegal as illegal:
                form.refuse(problems_in_words(illegal.problems, visitor.names, current_language()))
            except OtherContents as other:
                entry = uuid4()  # looked at again, it can be saved as a further hand
                form.add_error(None, " ".join(other.sentences))
            except Stale as stale:
                sentences = since(stale.sheet, member=visitor.member, seq__gt=seen_seq)
                details = {"what": " ".join(map(capfirst, sentences))}
                form.add_error(None, _("Entered in the meantime: %(what)s") % details)
                form.add_error(None, _("If yours is another hand, please save it again."))
                compared = versions_compared(stale.sheet, seen_seq, form.record)
            except Refusal as refusal:
                form.add_error(None, " ".join(refusal.sentences))
            else:
                sentences = since(written.sheet, member=False, pk=written.entry.pk)
                messages.success(request, " ".join(map(capfirst, sentences)))
                return redirect("scoring:record_plainly", pk)
        else:
            known_seq = seen_seq  # nothing was looked at yet
    has_totals = visitor.occasion.table_facts(sheet, names) is None
    page = {
        "here": visitor,
        "seats": next_deal(position, names)["seats"] if has_totals else [],
        "sheet": sheet,
        "form": form,
        "entry": entry,
        "after": known_seq,
        "compared": compared,
        "banner": banner_of(sheet, position, names, rules, current_language()),
    }
    return render(request, "scoring/table/record_plainly.html", page)
