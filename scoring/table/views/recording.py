"""The sheet of a table, its file and its links; the recording page with its requests; saving, undoing."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import Max, QuerySet
from django.http import (
    HttpRequest,
    HttpResponse,
    JsonResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import clock
from scoring.accounts.guests import admit_all
from scoring.charts import chart_in_words
from scoring.deeds import Refused
from scoring.engine.amounts import noted
from scoring.engine.explaining import Entered, problems_in_words
from scoring.engine.facts import Hand
from scoring.engine.naming import Names
from scoring.engine.preview import NO_SETTLEMENT, previewed
from scoring.engine.sheet import Fact
from scoring.export.answering import file_of
from scoring.export.figures import under_rules
from scoring.heads import heads_of, link_of_entry
from scoring.models import Act, Entry, Sheet
from scoring.models.evenings import colours_of, names_of
from scoring.moved import demand_here
from scoring.names import called_now
from scoring.rules.versions.rules_played import named_rules, rules_in_words
from scoring.rules.versions.timelines import rules_for, timeline_of
from scoring.table import links as table_links
from scoring.table import verbs as recording
from scoring.table.at_the_table import AtTheDoor, Visit, handing_on, let_in, remember_link, visit
from scoring.table.export import figures_of_sheet
from scoring.table.hand_page import HandPage, entry_on
from scoring.table.links import Kind, code_of, sheet_behind
from scoring.table.other_versions import (
    DECIDED,
    hand_is_gone,
    keep_other_version,
    position_before,
    take_other_version,
)
from scoring.table.pages.page import charts_of, paper_of
from scoring.table.pages.recording_form import usual
from scoring.table.pages.recording_page import (
    banner_of,
    games_played,
    phone_engine_parts,
    picture_facts,
    table_facts,
)
from scoring.table.pages.seatings import people_known
from scoring.table.pages.voices import last_hand, newest_voice_in_words
from scoring.table.pages.wording import as_played, by_whom, since
from scoring.table.poll_tags import Poll, state_of
from scoring.table.replay import fact_of
from scoring.table.writing import Closed, Illegal, OtherContents, Stale, Written, written_once
from scoring.table_policy import occasion_of, policy_of
from scoring.web.access import PAGE, account_of, deed_of, read_as
from scoring.web.language import current_language
from scoring.web.link_previews import LinkPreview, asks_for_preview
from scoring.web.links import Link, link_to
from scoring.web.polls import answer_poll
from scoring.web.submitting import json_posted

BIGGEST_BODY = 100_000
LONGEST_NUMBER = 9  # digits
KNOWN_FORM = "HTTP_KNOWN_FORM"  # which version of the rules the page has; it is not sent again
MOST_NAMED = 5  # entries of others that a phone is told about
LONGEST_WAY = 366 * 24 * 3_600_000

Document = dict[str, Any]


@require_http_methods(PAGE)
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the recording page; by POST save the next hand, void hand or event."""
    if request.method == "POST":
        return _save(request, pk)
    visitor, tag = _visit_of_page(request, pk)
    if not visitor.records:
        return redirect(visitor.sheet)
    sheet, language = visitor.sheet, current_language()
    participants = list(sheet.evening.participants.select_related("member").order_by("pk"))
    names = names_of(participants)
    engine: Document = {"engine": ""}
    if (parts := phone_engine_parts()) is not None:  # the one that phones can load
        evening = sheet.evening
        lies = {
            "module": static("scoring/engine/engine.js"),
            "parts": parts,
            "by_itself": evening.club.phones_ready,
            "played_for": {
                "cents_per_point": evening.cents_per_point,
                "currency": evening.currency,
                "seed": evening.seed,
            },
        }
        engine = {"engine": json.dumps(lies), "engine_size": parts["size"] / 1_000_000}
    rules = rules_for(sheet)
    table = table_facts(sheet, names, language) | {"usual": usual(rules, games_played(sheet))}
    page = {
        **engine,
        "here": visitor,
        "sheet": sheet,
        "banner": banner_of(sheet, names, rules, language),
        "table": json.dumps(table),
        "colours": json.dumps(colours_of(participants)),
        "shown": state_of(sheet, names, language, tag),
        "worker": settings.OFFLINE_PAGES,
        "keeps": json.dumps(_keeps(visitor)),
        "people": json.dumps(people_known(sheet, participants, names) if visitor.member else []),
        "picture": json.dumps(picture_facts(sheet, link_to(request, reverse("scoring:picture")).url)),
        "watch": _link_to_read(request, visitor),
    }
    return render(request, "scoring/table/record.html", page)


def _link_to_read(request: HttpRequest, visitor: Visit) -> Link | None:
    """Return the reading link, for a member at a table of the club; None without an account."""
    if visitor.acts.account is None or not visitor.sheet.evening.is_of_the_club:
        return None
    return link_to(request, reverse("scoring:read_link", args=[code_of(visitor.sheet, "read")]))


def _visit_of_page(request: HttpRequest, pk: int) -> tuple[Visit, str]:
    """Return the visit and the occasion's tag, read first, so that no page is older than its tag."""
    visitor = visit(request, pk)
    if visitor.sheet.evening.is_of_the_club:
        return visitor, ""
    tag = visitor.occasion.tag(pk)
    return visit(request, pk), tag


def _keeps(visitor: Visit) -> dict[str, Any]:
    """Return the pages that a phone stores with this one for an evening without network."""
    sheet = visitor.sheet
    addresses = [sheet.get_absolute_url(), reverse("scoring:sheet_rules", args=[sheet.pk])]
    if sheet.ruleset.ruleset_id is None:  # published, with its worked examples
        addresses += [
            reverse(f"scoring:{name}", args=[sheet.ruleset.slug]) for name in ("rule_sheet", "rule_examples")
        ]
    if visitor.member and sheet.evening.is_of_the_club:
        addresses.append(reverse("scoring:table_away", args=[sheet.evening.club.slug]))
    link = ""  # scanned again, it opens this page
    if visitor.occasion.admits_link(sheet):
        link = reverse("scoring:table_link", args=[code_of(sheet, "record")])
    return {
        "first": sheet.evening.club.get_absolute_url() if visitor.member else reverse("scoring:home"),
        "instead": reverse("scoring:no_network"),
        "beside": addresses,
        "link": link,
    }


# What the page sends


class Sent(NamedTuple):
    """The body of a request."""

    id: UUID
    known_seq: int  # the newest entry that the phone knows
    document: Document
    known: str  # what the phone has of the rules
    record: Any
    seen_seq: int  # the newest entry that it knew when the hand was typed
    entered: datetime | None  # when that was; None: just now
    why_anyway: str  # why a hand that no cards can give is stored; empty: it is an ordinary one


def _sent(request: HttpRequest) -> Sent:
    document = json_posted(request, BIGGEST_BODY)
    try:
        entry, known_seq = UUID(document["id"]), document["after"]
        if type(known_seq) is not int:
            raise ValueError(known_seq)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRequest("No id, or nothing said of what was seen") from None
    seen_seq = document.get("seen")
    seen_seq = known_seq if seen_seq is None else seen_seq
    if type(seen_seq) is not int:
        raise BadRequest("No number of entries")
    ago = document.get("ago", 0)  # milliseconds since then, and every one may count
    if type(ago) is not int or not 0 <= ago <= LONGEST_WAY:
        raise BadRequest("No time in which a hand could have been entered")
    why = document.get("anyway", "")
    if type(why) is not str:
        raise BadRequest("No reason")
    entered = clock.now() - timedelta(milliseconds=ago) if ago else None
    record, known = document.get("record") or {}, request.META.get(KNOWN_FORM, "")
    return Sent(entry, known_seq, document, known, record, seen_seq, entered, why)


# Writing


def _save(request: HttpRequest, pk: int) -> HttpResponse:
    try:
        sent = _sent(request)
    except BadRequest:
        visit(request, pk)  # a stranger hears that nothing is there, whatever they send
        raise

    door = AtTheDoor(request, pk, lock=True)
    if not door.has_a_key:  # no table waits because a stranger knocks
        visit(request, pk)
        raise PermissionDenied

    @written_once
    def save(existing: Entry | None, *, entry: UUID) -> Written:
        visitor = let_in(door)
        return recording.add_here(
            existing,
            actor=visitor.acts,
            entry=entry,
            sheet=visitor.sheet,
            known_seq=sent.known_seq,
            record=sent.record,
            entered=sent.entered,
            seen_seq=sent.seen_seq,
            why_anyway=sent.why_anyway,
        )

    answer = _answer(request, pk, sent, partial(save, entry=sent.id))
    if answer.status_code == HTTPStatus.OK:
        _take_in(request, pk, sent)
    return answer


def _take_in(request: HttpRequest, pk: int, sent: Sent) -> None:
    """Make those newcomers members whom a director has named; sent again, they are members already."""
    joins = sent.document.get("joins")
    if not isinstance(joins, list) or not (visitor := visit(request, pk)).directs:
        return
    named = sent.document["record"].get("newcomers")
    newcomers = named.values() if isinstance(named, dict) else ()
    names = [name for name in joins if isinstance(name, str) and name in newcomers]
    with suppress(Refused):  # a guest they are in any case
        admit_all(actor=account_of(request), deed=sent.id, club=visitor.sheet.evening.club, names=names)


@require_POST
def other_version(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """Take a phone's version of a hand instead of the sheet's, or keep it in the hand's history."""
    visitor = visit(request, pk)
    actor, written = visitor.acts, entry_on(visitor.sheet, entry)
    sent = _sent(request)
    if sent.document.get("takes") is True:
        take = partial(
            take_other_version,
            actor=actor,
            entry=sent.id,
            of=written,
            record=sent.record,
            known_seq=sent.known_seq,
            why_anyway=sent.why_anyway,
        )
        return _answer(request, pk, sent, take)
    try:
        keep_other_version(
            actor=actor,
            version=sent.id,
            of=written,
            record=sent.record,
            seen_seq=sent.seen_seq,
            entered=sent.entered,
        )
    except Illegal as illegal:
        problems = problems_in_words(illegal.problems, visitor.names, current_language())
        return JsonResponse({"problems": [problem._asdict() for problem in problems]}, status=400)
    except (Closed, OtherContents) as why:
        words = " ".join(why.sentences)
        closed = isinstance(why, Closed)
        return _conflict(visitor.sheet, visitor.sheet.evening.names(), words, sent, closed=closed)
    sentence = str(DECIDED["theirs"])
    table = table_facts(visitor.sheet, visitor.sheet.evening.names(), current_language(), known=sent.known)
    return JsonResponse({"id": str(sent.id), "seq": sent.known_seq, "said": sentence, "table": table})


TakingBack = Callable[..., Written]  # `undo` or `redo` of `scoring.table.verbs`


@require_POST
def take_back(request: HttpRequest, pk: int, verb: TakingBack) -> HttpResponse:
    """Take back the last entry, or bring it back, for a form or for the recording page."""
    visitor = visit(request, pk)
    if request.POST:
        return _by_form(request, visitor, verb)
    sent = _sent(request)
    write = partial(verb, actor=visitor.acts, entry=sent.id, sheet=visitor.sheet, known_seq=sent.known_seq)
    return _answer(request, pk, sent, write)


def _by_form(request: HttpRequest, visitor: Visit, take_back: TakingBack) -> HttpResponse:
    """Take back or bring back, say so or why not, and return to the sheet."""
    actor = visitor.acts
    entry, known_seq = read_as(UUID, request.POST.get("id")), read_as(int, request.POST.get("after"))
    try:
        written = take_back(actor=actor, entry=entry, sheet=visitor.sheet, known_seq=known_seq)
    except Stale as stale:
        words = " ".join(map(capfirst, since(stale.sheet, member=visitor.member, seq__gt=known_seq)))
        messages.error(
            request,
            _("Nothing was undone. Entered in the meantime: %(what)s") % {"what": words}
            if words
            else _("There is nothing to undo."),
        )
    except (Illegal, OtherContents):
        messages.error(request, _("This can no longer be restored."))
    except (Closed, Refused) as refusal:
        messages.error(request, " ".join(refusal.sentences))
    else:
        sentences = since(written.sheet, member=False, pk=written.entry.pk)
        messages.success(request, " ".join(map(capfirst, sentences)))
    return redirect(visitor.sheet)


def _answer(request: HttpRequest, pk: int, sent: Sent, write: Callable[[], Written]) -> HttpResponse:
    """Write an entry, and answer with it or with why not. A phone believes only its own id."""
    try:
        written = write()
    except Illegal as illegal:
        visitor = visit(request, pk)
        problems = problems_in_words(illegal.problems, visitor.names, current_language())
        answer = {"problems": [problem._asdict() for problem in problems]}
        only_by_cards = illegal.only_by_cards and visitor.directs
        return JsonResponse(answer | {"only_by_cards": only_by_cards}, status=400)
    except Stale as stale:
        return _overtaken(stale.sheet, sent, member=visit(request, pk).member)
    except (Closed, OtherContents) as why:
        closed = isinstance(why, Closed)
        words = _("This hand was saved before with different contents.")
        if closed:
            words = _(
                "This table was closed before this arrived. It does not count, and stays on this phone: if a "
                "director reopens the table, save it again."
            )
        sheet = visit(request, pk).sheet
        return _conflict(sheet, sheet.evening.names(), words, sent, closed=closed)
    return _written(written, sent)


def _written(written: Written, sent: Sent) -> HttpResponse:
    sheet, entry = written.sheet, written.entry
    names = sheet.evening.names()

    def read(entry: Entry) -> Fact:
        known = written.fact
        return known if known is not None and known.id == entry.pk else fact_of(entry, timeline_of(sheet))

    entered = _entered(entry, names, read)
    answer = {
        "id": str(sent.id),
        **entered.as_json(),
        "seq": entry.seq,
        "came": written.ids_by_phone_id,
        "table": table_facts(sheet, names, current_language(), known=sent.known),
    }
    return WrittenOtherwise(answer) if _was_shown_otherwise(sent, entry, entered) else JsonResponse(answer)


class PhoneDiffers(Exception):
    """A phone without network had shown other amounts of a hand than were written."""


class WrittenOtherwise(JsonResponse):
    """The answer to a phone that had shown other amounts; it also becomes an error report."""

    mistake = PhoneDiffers()

    def __init__(self, answer: Document) -> None:
        differs = _(
            "This phone showed different amounts from those that were saved; the saved ones "
            "count. The person who runs the server is told."
        )
        super().__init__({**answer, "differs": differs})


def _was_shown_otherwise(sent: Sent, entry: Entry, entered: Entered) -> bool:
    """Return whether the phone had shown other amounts for this hand, as it reports."""
    shown = sent.document.get("shown")
    if not isinstance(shown, dict) or entry.seq != sent.known_seq + 1:
        return False
    return shown != {"number": entered.number, "amounts": [amount for _name, amount in entered.amounts]}


def _conflict(
    sheet: Sheet,
    names: Names,
    words: str,
    sent: Sent,
    *,
    closed: bool = False,
    since: Sequence[Document] = (),
    next_number: int | None = None,
) -> HttpResponse:
    """Answer that nothing was written, with the others' entries `since` the phone looked.

    `next_number` is the number that the next hand would have had then.
    """
    table = table_facts(sheet, names, current_language(), known=sent.known)
    answer = {
        "conflict": words,
        "table": table,
        "closed": closed,
        "since": list(since),
        "next": next_number,
    }
    return JsonResponse(answer, status=409)


def _overtaken(sheet: Sheet, sent: Sent, *, member: bool) -> HttpResponse:
    """Answer with the entries since the phone looked, or that nothing is there to take back."""
    entries = list(_entries(sheet).select_related("by").filter(seq__gt=sent.known_seq).order_by("seq"))
    names, timeline = sheet.evening.names(), timeline_of(sheet)  # afterwards: also of who has come with them
    entered_since = [_entered(entry, names, lambda entry: fact_of(entry, timeline)) for entry in entries]
    words = _("There is nothing to undo here.")
    if entered_since:
        newest = list(zip(entries, entered_since, strict=True))[-MOST_NAMED:]
        sentences = " ".join(by_whom(entered.sentence, entry, member=member) for entry, entered in newest)
        words = _("Meanwhile, another phone has entered: {said}").replace("{said}", sentences)
    superseded_ids = {entry.supersedes_id for entry in entries}
    since = [  # as it stands beside what a phone kept
        {
            "id": str(entry.pk),
            "number": entered.number,
            "said": entered.sentence,
            "record": entry.record,
            "amounts": entered.amounts,
        }
        for entry, entered in zip(entries, entered_since, strict=True)
        if entry.record is not None and entry.pk not in superseded_ids
    ]
    return _conflict(sheet, names, words, sent, since=since, next_number=_next_number(sheet, sent.known_seq))


def _next_number(sheet: Sheet, seq: int) -> int:
    """Return the number of the hand that follows all places of the sheet's first `seq` entries."""
    last = sheet.entries.filter(seq__lte=seq).aggregate(last=Max("sort_key", default=0))["last"]
    return sheet.rows.filter(sort_key__lte=last, number__isnull=False).count() + 1


def _entered(entry: Entry, names: Names, read: Callable[[Entry], Fact]) -> Entered:
    """Return an entry in words, a hand with its settlement; or the entry that it took back."""
    if entry.record is None:
        assert entry.supersedes is not None
        return replace(_entered(entry.supersedes, names, read), hand=None, number=None, undone=True)
    fact = read(entry)
    entered = Entered(fact.entry, fact.rules, names, current_language())
    if not isinstance(fact.entry, Hand) or not hasattr(entry, "row"):
        return entered
    row, hand = entry.row, as_played(fact.entry, entry.row)
    seats = entry.sheet.state.players
    return replace(entered, hand=hand, number=row.number, starts=bool(row.triggers), seats=seats)


def _entries(sheet: Sheet) -> QuerySet[Entry]:
    return sheet.entries.select_related("row", "grounds", "supersedes__grounds")


# Looking


@require_POST
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer what this record would mean; nothing is written."""
    visitor = visit(request, pk)
    if visitor.actor is None:
        raise PermissionDenied
    document = json_posted(request, BIGGEST_BODY)
    sheet, language = visitor.sheet, current_language()
    names = visitor.names
    answer: Document = {**NO_SETTLEMENT, "problems": [], "after": sheet.seq}
    try:
        sort_key = _sort_key(sheet, document) or policy_of(sheet).sort_key_for(sheet, None)
    except Refused as refused:
        problems = [{"where": "", "text": sentence} for sentence in refused.sentences]
        return JsonResponse(answer | {"problems": problems})
    rules = rules_for(sheet) if sort_key is None else timeline_of(sheet).at(sort_key)
    state = position_before(sheet, sort_key)
    answer |= previewed(document, state, rules, names, language)
    return JsonResponse(answer | {"only_by_cards": answer["only_by_cards"] and visitor.directs})


def _sort_key(sheet: Sheet, document: Document) -> int | None:
    """Return the place of the entry to correct, or the place before the entry to insert in front of."""
    entry_id = document.get("at") or document.get("before")
    if entry_id is None:
        return None
    try:
        entry = sheet.entries.filter(pk=UUID(entry_id)).first()
    except (ValueError, AttributeError, TypeError):
        raise BadRequest("Not the id of an entry") from None
    if entry is None:  # one that a copy of the database did not know when it was put back
        raise hand_is_gone()
    return entry.sort_key if document.get("at") else entry.sort_key - 1


@require_safe
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with the changes since the last poll; 304, at hardly any cost, if there are none."""
    poll = Poll(request, pk)
    if poll.is_unchanged:
        return answer_poll(poll.given, None)
    visitor = visit(request, pk)
    sheet, names, language = visitor.sheet, visitor.sheet.evening.names(), current_language()
    shown = state_of(sheet, names, language, poll.occasion)

    def news() -> HttpResponse:
        last = next(iter(sheet.entries.order_by().select_related("row").filter(seq=sheet.seq)), None)
        # Whoever came by the link to an evening is not told who of the club wrote or said what.
        sentence = ""
        if last is not None and not visitor.sharing:
            sentence = _entered(last, names, lambda entry: fact_of(entry, timeline_of(sheet))).sentence
        return JsonResponse(
            {
                "after": sheet.seq,
                "said": sentence,
                "voice": "" if visitor.sharing else newest_voice_in_words(sheet, names),
                "names": called_now(names),
                "table": table_facts(sheet, names, language, known=request.META.get(KNOWN_FORM, "")),
            }
        )

    return answer_poll(poll.tag(shown), None if poll.shown == shown else news)


@require_safe
def heads(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer with the links of the chain from a phone's last known state to the current one, and its head.

    It is worked out from what the entries say today, and not read where it stands.
    """
    sheet = visit(request, pk).sheet
    number = request.GET.get("after", "0")
    if not (number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER):
        raise BadRequest("Not a number of entries")
    entries = list(sheet.entries.select_related("reason", "grounds").order_by("seq"))
    head = heads_of(sheet, entries)[-1]
    links = [link_of_entry(entry) for entry in entries[int(number) :]]
    return JsonResponse({"after": len(entries), "head": head, "links": links})


@require_safe
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the sheet of a table."""
    visitor, tag = _visit_of_page(request, pk)
    sheet = visitor.sheet
    if sheet.evening.totals:  # nothing was written at this table: the page of the evening says it all
        return redirect(sheet.evening)
    (names, colours), language = sheet.evening.names_and_colours(), current_language()
    rules = rules_for(sheet)
    paper = paper_of(sheet, names, language)
    changed = request.GET.get("changed") if visitor.changes and sheet.evening.is_of_the_club else None
    page = {
        "here": visitor,
        "sheet": sheet,
        "rules": named_rules([sheet], language),
        "paper": paper,
        "banner": banner_of(sheet, names, rules, language) if sheet.is_open else None,
        "last": last_hand(sheet, names, visitor.actor),
        "heard": sheet.heard_so_far,
        "called": called_now(names),
        "changed": recording.newest_change(sheet, read_as(UUID, changed)) if changed else None,
        "undo": paper.last_entry if visitor.admits(Act.UNDO) else None,
        "redo": recording.redoable(sheet) is not None and visitor.admits(Act.REDO),
        "charts": charts_of(paper, colours),
        "charted": chart_in_words(len(paper.hands), language),
        "remarks": visitor.occasion.remarks(sheet),
        "seal": None if sheet.evening.is_open else sheet.evening.seals.last(),
        "shown": state_of(sheet, names, language, tag),
        "words": {  # what its script says
            "lost": _("No connection; this page may be out of date."),
            "back": _("Connected again."),
            "gone": _("This table can no longer be opened here."),
            "changed": _("The sheet has changed."),
        },
        "pulse": visitor.occasion.pulse(sheet) or "",
    }
    return render(request, "scoring/table/sheet.html", page)


@require_safe
def table_screen(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one table in big figures, for a screen in the room: names, totals, the Radl, the last hand."""
    visitor, tag = _visit_of_page(request, pk)
    sheet, language = visitor.sheet, current_language()
    names = sheet.evening.names()
    paper = paper_of(sheet, names, language)
    last = paper.hands[-1] if paper.hands else None
    amounts = [cell.amount if cell else None for cell in last.cells] if last else [None] * len(paper.columns)
    page = {
        "here": visitor,
        "sheet": sheet,
        "banner": banner_of(sheet, names, rules_for(sheet), language) if sheet.is_open else None,
        "stands": list(zip([column.name for column in paper.columns], paper.totals, amounts, strict=True)),
        "pulse": visitor.occasion.pulse(sheet) or "",
        "shown": state_of(sheet, names, language, tag),
        "widest": max(3, *(len(noted(total)) for total in paper.totals)),
        "last": last,
    }
    return render(request, "scoring/table/table_screen.html", page)


@require_safe
def hand(request: HttpRequest, pk: int, entry: UUID) -> HttpResponse:
    """Show one entry: what happened, the amounts and why, and who wrote it when."""
    visitor = visit(request, pk)
    return HandPage(request, visitor, entry_on(visitor.sheet, entry)).answer()


@require_safe
def former_links(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect the former address of a table's links to the page of links."""
    return redirect(_links_of(handing_on(request, pk).sheet))


def _links_of(sheet: Sheet) -> str:
    return f"{reverse('scoring:sharings', args=[sheet.evening.club.slug])}?sheet={sheet.pk}"


@require_http_methods(["GET", "HEAD", "POST"])
def renew_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a new link, so that the old one opens nothing any more."""
    visitor = handing_on(request, pk)
    if request.method != "POST":
        return redirect(_links_of(visitor.sheet))
    kinds: tuple[Kind, ...] = ("record", "read")
    kind = next((known for known in kinds if known == request.POST.get("kind")), None)
    if kind is None:
        raise BadRequest("No such link")
    table_links.renew_link(account_of(request), deed_of(request), sheet=visitor.sheet, kind=kind)
    messages.success(request, _("The link is new. The old one no longer works."))
    return redirect(_links_of(visitor.sheet))


@require_safe
def open_link(request: HttpRequest, code: str, kind: Kind) -> HttpResponse:
    """Open the recording page by the link on the table's card, or a sheet by the link that only reads."""
    sheet = sheet_behind(code, kind)
    if sheet is None:
        return render(request, "scoring/table/table_link_is_gone.html", status=404)
    demand_here(sheet.evening.club)
    records = kind == "record" and sheet.is_open
    answer = redirect("scoring:record", sheet.pk) if records else redirect(sheet)
    if "screen" in request.GET:
        answer = redirect("scoring:table_screen", sheet.pk)
    if not (asks_for_preview(request) and occasion_of(sheet).admits_link(sheet)):
        return remember_link(request, sheet, kind, answer)
    page = _page_of_link(sheet, "record" if records else "read", answer.url)
    return remember_link(request, sheet, kind, render(request, "scoring/table/table_link.html", page))


def _page_of_link(sheet: Sheet, kind: Kind, address: str) -> dict[str, Any]:
    """Return what a chat reads of a link to a table, where browsers are led on; no player is named."""
    sentence = _("Record the hands of this table, without an account.")
    if kind == "read":
        sentence = _("Look on at this table, hand by hand, without an account.")
    evening = sheet.evening  # a table is often called by those who sit there
    preview = LinkPreview(f"{evening.club.name} · {clock.weekday_in_words(evening.date)}", sentence)
    return {"address": address, "link_preview": preview}


@require_safe
def export_sheet(request: HttpRequest, pk: int, form: str) -> HttpResponseBase:
    """Send the hands of a sheet as a file."""
    sheet = visit(request, pk).sheet
    paper = paper_of(sheet, sheet.evening.names(), current_language())
    figures = figures_of_sheet(paper, sheet.name, sheet.evening.date)
    rules = rules_in_words([sheet], current_language())
    return file_of(request, sheet.evening.club, under_rules(figures, rules), form)
