"""The calculator: a hand of any sheet, or hand after hand; stored only in addresses and on the page."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

import segno
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import conditional_page, require_POST, require_safe

from scoring.calculator.hands import (
    LONGEST_HAND,
    Calculation,
    NoSheet,
    UnreadableLink,
    agreements,
    checked,
    in_seats,
    own_names,
    read,
    under,
    usual_names,
    written,
)
from scoring.calculator.table import Log, NoLog, last_entry, table_facts
from scoring.capability import Capability
from scoring.engine.explaining import explained, problems_in_words, settled, who_gets_what
from scoring.engine.facts import Hand
from scoring.engine.preview import previewed
from scoring.engine.problems import IllegalHand
from scoring.engine.reminding import reminders_about
from scoring.engine.rules import Rules
from scoring.models import Club, Ruleset, RulesetVersion
from scoring.models.people import LONGEST_NAME
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.pages import Groups, every_sheet, version_under
from scoring.rule_editor.published.worked_examples import example_at, examples_of
from scoring.rules import SLUGS, published
from scoring.rules.printing import published_sheets, speiszettel
from scoring.rules.versions.versions import key_of, newest_of, rules_of
from scoring.table.pages.recording_form import form_facts, rules_of_hand, what_is_possible
from scoring.table.pages.wording import named_entry_in_words
from scoring.web.access import open_club, revalidated
from scoring.web.language import current_language
from scoring.web.link_previews import LinkPreview
from scoring.web.links import link_to
from scoring.web.submitting import json_posted

DRAFT = "draft"  # where a version has its number: "freitag.draft"


class PageOwner(NamedTuple):
    """The owner of a calculator page: the public, or a club, which adds the club's own sheets."""

    sheets: Mapping[str, Rules]
    club: Club | None = None

    def address(self, name: str, *arguments: str) -> str:
        """Return where one of the pages is."""
        club = () if self.club is None else (self.club.slug,)
        return reverse(f"scoring:{name}", args=[*club, *arguments])

    def groups(self, language: str) -> Groups:
        """Return the sheets to choose from, with drafts for directors, by four queries at most."""
        drafts = Ruleset.objects.none()
        if self.club is not None and self.club.is_directed:
            drafts = Ruleset.objects.filter(club=self.club).exclude(draft="")
        named = [(f"{ruleset.slug}.{DRAFT}", _name_of(ruleset, language)) for ruleset in drafts]
        return [*([(_("Drafts"), named)] if named else []), *every_sheet(self.club, language)]

    def shown(self, rules: Rules, language: str) -> dict[str, Any]:
        """Return the name of a sheet with its version, and the address where it is read."""
        label = rules.label.in_language(language)
        slug, _dot, which = rules.slug.partition(".")
        if self.club is None or not which:
            return {"label": label, "address": reverse("scoring:rule_sheet", args=[slug])}
        own = [self.club.slug, slug]
        if which == DRAFT:
            named = _("%(sheet)s, draft") % {"sheet": label}
            return {"label": named, "address": reverse("scoring:edit_sheet", args=own), "is_draft": True}
        named = _("%(sheet)s, version %(number)d") % {"sheet": label, "number": int(which)}
        return {"label": named, "address": reverse("scoring:own_version", args=[*own, which])}


class ClubSheets(Mapping[str, Rules]):
    """Sheets by their key in a link: published ones, each version of the club's own, directors' drafts.

    A key without a number means the newest version; so does that of a draft that is saved or discarded.
    """

    def __init__(self, club: Club) -> None:
        self.club = club

    def __getitem__(self, key: str) -> Rules:
        if key in SLUGS:
            return published()[key]
        slug, _dot, which = key.partition(".")
        if which not in ("", DRAFT):
            return _known_by_its_key(version_under(key, self.club))
        if which == DRAFT and not self.club.is_directed:
            raise KeyError(key)
        ruleset = Ruleset.objects.filter(club=self.club, slug=slug).first()
        if ruleset is None:
            raise KeyError(key)
        if which == DRAFT and ruleset.draft:
            rules = SheetDraft.read(ruleset.draft).rules
            if rules is None:
                raise NoSheet(_("No hand can be worked out under this draft until it is corrected."))
            return replace(rules, slug=key)
        return _known_by_its_key(ruleset.versions.order_by("-edition").first())

    def __iter__(self) -> Iterator[str]:
        groups = PageOwner(self, self.club).groups("de")
        return (key for _title, sheets in groups for key, _label in sheets)

    def __len__(self) -> int:
        return sum(1 for _key in self)


def _known_by_its_key(version: RulesetVersion | None) -> Rules:
    if version is None:
        raise KeyError
    return replace(rules_of(version), slug=key_of(version))


def _name_of(ruleset: Ruleset, language: str) -> str:
    label = SheetDraft.read(ruleset.draft).label
    return ruleset.slug if label is None else label.in_language(language)


CalculatorAnswer = dict[str, Any]

BIGGEST_BODY = 60_000  # characters of a question that a table brings its log along with
LONGEST_CODE = 1300  # characters of a link; in a longer one the squares are too small to scan


def _owner_of(request: HttpRequest, club: str) -> PageOwner:
    """Return the owner of the calculator at an address; raise 404 for another club than the reader's."""
    if not club:
        return PageOwner(published())
    opened = open_club(request, club)
    return PageOwner(ClubSheets(opened), opened)


@require_safe
def calculator(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Ask for a sheet; then show its form with the hand of the link, or a table that begins with it."""
    owner, query = _owner_of(request, slug), request.GET
    try:
        rules = owner.sheets[query["rules"]] if "rules" in query else None
    except KeyError:
        raise Http404(query["rules"]) from None
    except NoSheet as none:
        return _page(request, owner, None, none)
    if rules is not None and "example" in query:
        example = example_at(rules.slug, query["example"]) if rules.slug in SLUGS else None
        if example is None or example.refused:
            raise Http404(query["example"])
        link = written({"rules": rules.slug} | example.document)
        return redirect(f"{owner.address('calculator')}?hand={link}")
    wrong = None
    try:
        if text := query.get("hand", "").strip():
            calculation = read(text, owner.sheets)
            calculation = checked(calculation if rules is None else under(calculation, rules))
            return _page(request, owner, calculation)
    except UnreadableLink as unreadable:
        wrong, rules = unreadable, rules or unreadable.rules
    nothing_yet = Hand(usual_names(current_language()), ())
    return _page(request, owner, None if rules is None else Calculation(rules, nothing_yet), wrong)


@require_safe
def former_table(request: HttpRequest, key: str = "standard", slug: str = "") -> HttpResponse:
    """Redirect the calculator's former address for tables."""
    return redirect(f"{_owner_of(request, slug).address('calculator')}?rules={key}&table=")


def _page(
    request: HttpRequest,
    owner: PageOwner,
    calculation: Calculation | None,
    wrong: UnreadableLink | None = None,
) -> HttpResponse:
    status = 200 if wrong is None else 400
    language = current_language()
    problems = [] if wrong is None else [problem.text for problem in wrong.problems]
    page: CalculatorAnswer = {"problems": problems, "club": owner.club}
    if calculation is None:
        page["sheets"] = published_sheets(language)
        own = [] if owner.club is None else newest_of(owner.club)
        page["own"] = [(key_of(version), rules_of(version).label.in_language(language)) for version in own]
        return render(request, "scoring/calculator/calculators.html", page, status=status)
    page |= {
        "groups": owner.groups(language),
        "found": calculation,
        "shown": owner.shown(calculation.rules, language),
    }
    if "table" in request.GET and wrong is None:  # at which nobody sits; a settled hand is its first
        log = Log.begun_with(calculation)
        page["table"] = json.dumps(table_facts(log, _table_urls(owner, log.rules.slug), language))
        return render(request, "scoring/calculator/calculator.html", page)
    answer = _answer(calculation)
    link = link_to(request, _address(calculation, owner))
    page |= {
        "sheet": speiszettel(calculation.rules, language),
        "answer": answer,
        "link": link,
        "record": json.dumps(calculation.record, ensure_ascii=False),
        "link_preview": _link_preview_of(calculation, answer) if owner.club is None else None,
        "scannable": len(link.url) <= LONGEST_CODE,
        "code": owner.address("calculated_code"),
        "trial": _worth_trying(calculation.rules.slug, language) if calculation.rules.slug in SLUGS else None,
        "form": json.dumps(_form(calculation, answer, link.url.partition("?")[0], owner)),
    }
    return render(request, "scoring/calculator/calculator.html", page, status=status)


def _link_preview_of(calculation: Calculation, answer: CalculatorAnswer) -> LinkPreview:
    """Return what a chat shows of a hand: who gets what, and what was played; or what the page is for."""
    language = current_language()
    label = calculation.rules.label.in_language(language)
    if not answer["save"]:
        sentence = _("One hand, settled and explained line by line. No account needed, nothing is kept.")
        return LinkPreview(f"{_('Calculator')} · {label}", sentence)
    played = named_entry_in_words(calculation.hand, {}, calculation.rules, language)
    return LinkPreview(answer["save"], f"{played} ({label})")


def _table_urls(owner: PageOwner, key: str) -> dict[str, str]:
    steps = {"save": "record", "preview": "preview", "undo": "undo", "redo": "redo"}
    return {name: owner.address(f"table_{what}", key) for name, what in steps.items()}


@cache
def _worth_trying(slug: str, language: str) -> tuple[str, str]:
    """Return title and anchor of the first example that pays more than the game; every sheet has one."""
    return next(
        (example.title.in_language(language), f"example-{number}")
        for number, example in enumerate(examples_of(slug), 1)
        if not example.refused and example.lines > 2
    )


def _form(
    calculation: Calculation, answer: CalculatorAnswer, share: str, owner: PageOwner
) -> CalculatorAnswer:
    """Return everything the page needs to ask for a hand."""
    language = current_language()
    facts = form_facts(calculation.rules.under(calculation.hand.options), language=language)
    return {
        **facts,
        "words": {**facts["words"], **words(language)},
        "rules": calculation.rules.slug,
        "schlussradl": False,
        "names": own_names(calculation.hand.players),
        "usual_names": usual_names(language),
        "longest_name": LONGEST_NAME,
        "agreements": agreements(calculation),
        "radl": calculation.record.get("radl", False),
        "radl_factors": calculation.rules.radl.factors,
        "record": in_seats(calculation),
        "answer": answer,
        "longest_hand": LONGEST_HAND,
        "longest_code": LONGEST_CODE,
        "share": share,
        "urls": {
            "calculator": owner.address("calculator"),
            "settlement": owner.address("calculated"),
            "code": owner.address("calculated_code"),
        },
    }


@cache
def words(language: str) -> dict[str, str]:
    """Return the words of the calculator that the recording form lacks."""
    with override(language):
        return {
            "radl_on": _("Radl: this hand is doubled"),
            "radl_times": _("Radl: this hand counts times {times}"),
            "names": _("Names"),
            "names_legend": _("Who sits at the table?"),
            "names_help": _("If you like. In order of play, the Vorhand first."),
            "name_taken": _("{name} is already at the table."),
            "agreements": _("Agreements of the table"),
            "agreements_help": _("As on the sheet, if nothing is changed."),
            "anew": _("Another hand"),
            "no_answer": _("The server is not answering; the settlement will follow."),
            "too_long": _("This hand is too long for a link."),
            "result": _("Settled: {who}"),
        }


# The settlement, asked for while somebody types


@require_safe
def calculated(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Answer what this hand means; nothing is written."""
    owner = _owner_of(request, slug)
    try:
        calculation = read(request.GET.get("hand", ""), owner.sheets)
        answer = _answer(calculation)
        if "possible" in request.GET:  # other agreements were tapped
            rules = rules_of_hand(calculation.rules, calculation.record)
            answer["possible"] = what_is_possible(rules, current_language())
        return JsonResponse(answer)
    except UnreadableLink as unreadable:
        problems = [problem._asdict() for problem in unreadable.problems]
        return JsonResponse({**_NOTHING, "problems": problems}, status=400)


_NOTHING = {"problems": [], "settlement": "", "save": "", "why": ""}


def _answer(calculation: Calculation) -> CalculatorAnswer:
    language = current_language()
    if not calculation.can_be_settled:
        problems = problems_in_words(calculation.problems, {}, language)
        return {**_NOTHING, "problems": [problem._asdict() for problem in problems]}
    hand, rules = calculation.hand, calculation.rules
    settlement = explained(hand, {}, rules, language)
    return {
        "problems": [],
        "settlement": render_to_string(
            "scoring/calculator/_calculated.html",
            {
                "told": named_entry_in_words(hand, {}, rules, language),
                "settled": settled(hand, settlement, rules, language, reminders=reminders_about(hand, rules)),
            },
        ),
        "save": who_gets_what(settlement),
        "why": " · ".join(line.text for line in settlement.lines),
    }


@require_safe
def calculated_code(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Draw the link as a code to scan: black on white with a quiet zone, in the dark too."""
    owner = _owner_of(request, slug)
    try:
        link = link_to(request, _address(read(request.GET.get("hand", ""), owner.sheets), owner))
    except UnreadableLink:
        raise Http404("No hand") from None
    if len(link.url) > LONGEST_CODE:
        raise Http404("No phone reads as fine a code as that")
    code = segno.make(link.url, error="l", micro=False)
    svg = code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
    svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return HttpResponse(svg, content_type="image/svg+xml")


def _address(calculation: Calculation, owner: PageOwner) -> str:
    return f"{owner.address('calculator')}?hand={calculation.link}"


# A table: one hand after the other


@require_POST
def table_step(request: HttpRequest, key: str, what: str, slug: str = "") -> HttpResponse:
    """Answer with the table after one more entry, without its last one, or with that one again."""
    owner = _owner_of(request, slug)
    language, sent = current_language(), json_posted(request, BIGGEST_BODY)
    try:
        old_log = Log.sent(owner.sheets[key], sent.get("log"))
        position = old_log.table.position
    except KeyError:
        raise Http404(key) from None
    except NoLog:
        raise BadRequest(_NO_LOG) from None
    except (NoSheet, IllegalHand):
        if owner.club is None:
            raise BadRequest(_NO_LOG) from None
        text = _("The draft was changed in the meantime. Please reload the page.")
        return JsonResponse({"problems": [{"where": "", "text": text}]}, status=400)
    if what == "preview":
        preview = previewed(sent, position, old_log.rules, old_log.names, language)
        return JsonResponse({"after": len(old_log.entries), **preview})
    try:
        identity = str(UUID(sent["id"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRequest("No id") from None
    try:
        log = _STEPS[what](old_log, sent.get("record"))
        facts = table_facts(log, _table_urls(owner, key), language)
    except IllegalHand as illegal:
        problems = problems_in_words(illegal.problems, old_log.names, language)
        return JsonResponse({"problems": [problem._asdict() for problem in problems]}, status=400)
    grown = len(log.entries) > len(old_log.entries)
    entry = last_entry(log, language) if grown else {"number": None, "said": "", "settlement": ""}
    return JsonResponse({"id": identity, "seq": len(log.entries), **entry, "table": facts})


_NO_LOG = "Nothing that was entered at such a table"
_STEPS: Mapping[str, Callable[[Log, object], Log]] = {
    "record": lambda log, record: log if log.is_full else log.with_entry(record),
    "undo": lambda log, record: log.back(),
    "redo": lambda log, record: log.again(),
}


# A hand or a table settled for anybody: where the pages are


def _steps(key: str) -> list[URLPattern]:
    """Return where the page of a table asks its questions."""
    return [
        path(f"try/{key}/{what}/", table_step, {"what": what}, name=f"table_{what}")
        for what in ("record", "preview", "undo", "redo")
    ]


site_urls: list[URLPattern | URLResolver] = [
    path("calculator/", revalidated(calculator), name="calculator"),
    path("calculator/settlement/", revalidated(conditional_page(calculated)), name="calculated"),
    path("calculator/code/", revalidated(calculated_code), name="calculated_code"),
    path("try/", former_table, name="try"),
    path("try/<slug:key>/", former_table, name="try_table"),
    *_steps("<slug:key>"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("calculator/", calculator, name="calculator"),
    path("calculator/settlement/", calculated, name="calculated"),
    path("calculator/code/", calculated_code, name="calculated_code"),
    path("try/<str:key>/", former_table, name="try_table"),
    *_steps("<str:key>"),
]

CAPABILITY = Capability(urls=__name__)
