"""The pages on which a club changes the draft of its own rule sheet, looks it through and saves it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.core import signing
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.deeds import Refused
from scoring.engine.customs import Kind
from scoring.engine.loading import Mistake, mistake_in_words, place_in_words, warnings
from scoring.engine.loading.reading import rows as rows_of
from scoring.engine.rules import Rules
from scoring.models import Club, Deed, Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.examples import about_row, example_lines, section_examples
from scoring.rule_editor.forms import ready_made, words
from scoring.rule_editor.forms.builder import ROW_TABLES, SECTIONS, groups_of, label_of
from scoring.rule_editor.forms.forms import DraftForm, GridForm, NewRowForm, RowForm, moved
from scoring.rule_editor.forms.questions import picks_of, value_at
from scoring.rule_editor.forms.rows import first_row, in_order, open_rows
from scoring.rule_editor.forms.summaries import editor_field, summary
from scoring.rule_editor.pages import origin_of
from scoring.rule_editor.verbs import WrittenMeanwhile, draft_of, next_edition
from scoring.rules.comparing.differences import differences, grouped, note_of
from scoring.rules.comparing.effects import effects
from scoring.rules.versions.versions import rules_of
from scoring.web.access import PAGE, account_of, deed_of, directed_club, done_before
from scoring.web.language import current_language
from scoring.web.submitting import submit, tell

SALT = "scoring.house_rules.draft"
MOST_QUOTED = 6  # sentences that speak of what was changed
WRITING = ("begin_sheet", "change_draft", "discard_draft", "save_version")  # what writes a draft
LAST_STEP = "last_step_of_a_draft"  # in the session: what the draft was before


@dataclass
class EditorPage:
    """A sheet that is being changed: the draft as it is, and as it was when the page was made."""

    request: HttpRequest
    club: Club
    ruleset: Ruleset
    draft: SheetDraft  # as it is now
    shown: SheetDraft  # as the page showed it
    shown_seq: int  # how often the draft had been written when the page was made
    after: int  # and when whoever sends it was last told of changes

    @property
    def base(self) -> SheetDraft:
        """Return the draft that a change is made to: the same for a form that is sent again."""
        return self.shown if self.shown_seq == self.after else self.draft

    @property
    def sealed(self) -> str:
        """Return the draft as the page showed it, signed, for the form to bring along."""
        return signing.dumps([self.ruleset.pk, self.shown_seq, self.shown.text], salt=SALT, compress=True)

    def url(self, page: str = "edit_sheet", *about: str) -> str:
        return reverse(f"scoring:{page}", args=[self.club.slug, self.ruleset.slug, *about])

    def page(self, **further: Any) -> dict[str, Any]:
        return {
            "club": self.club,
            "ruleset": self.ruleset,
            "label": label_of(self.draft.answers),
            "editor": self,
            "problem": bool(further.get("meantime") or further.get("problems")),
            **further,
        }


def editor_page(request: HttpRequest, slug: str, own: str) -> EditorPage:
    """Return the draft as whoever asks has it before them; raise 404 or 403 for others."""
    club = directed_club(request, slug)
    ruleset = get_object_or_404(Ruleset, club=club, slug=own)
    ruleset.club = club
    now = draft_of(ruleset)
    if request.method != "POST":
        return EditorPage(request, club, ruleset, now, now, ruleset.draft_seq, ruleset.draft_seq)
    try:
        about, seen_at, text = signing.loads(request.POST.get("base", ""), salt=SALT)
        after = int(request.POST.get("seq", ""))
    except (signing.BadSignature, ValueError):
        raise BadRequest("Not a form of these pages") from None
    if about != ruleset.pk:
        raise BadRequest("The form of another sheet")
    seen = now if seen_at == ruleset.draft_seq else SheetDraft.read(text)
    return EditorPage(request, club, ruleset, now, seen, seen_at, after)


def editing(methods: list[str], page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view of a page or a button that is given the draft as whoever asks has it before them."""

    @require_http_methods(methods)
    @wraps(page)
    def with_draft(request: HttpRequest, slug: str, own: str, **about: str) -> HttpResponse:
        return page(editor_page(request, slug, own), **about)

    return with_draft


read_only = partial(editing, ["GET", "HEAD"])
page_with_form = partial(editing, PAGE)
pressed = partial(editing, ["POST"])


def _change(editor: EditorPage, draft: SheetDraft) -> None:
    """Make one step of the draft and tell whoever made it."""
    before = editor.base
    if before.text == draft.text:
        messages.success(editor.request, _("Nothing was changed."))
        return
    ruleset = house_rules.change_draft(
        account_of(editor.request),
        deed_of(editor.request),
        ruleset=editor.ruleset,
        after=editor.after,
        draft=draft,
    )
    if ruleset.draft_seq == editor.after + 1 and editor.draft.text != ruleset.draft:
        editor.request.session[LAST_STEP] = [ruleset.pk, ruleset.draft_seq, editor.draft.text]
    changes = differences(before.rules, draft.rules) if before.rules and draft.rules else ()
    note = note_of(changes, current_language())
    saved = _("In the draft: %(changes)s.") % {"changes": note} if note else _("Saved in the draft.")
    messages.success(editor.request, saved)
    untrue = _(
        "It was no longer true and has been removed: %(words)s If you play it your own way, please "
        "write it again."
    )
    _quote(editor, untrue, words.sentences_made_untrue(before.answers, draft.answers))
    asked = _("Sentences that speak of it: %(words)s If one is no longer true, change it under “Remarks”.")
    spoken = words.sentences_about_changes(before.answers, draft.answers)
    _quote(editor, asked, [sentence.words for sentence in spoken[:MOST_QUOTED]])


def _quote(editor: EditorPage, told: str, sentences: list[str]) -> None:
    """Tell whoever made a change which sentences of the sheet it is about, if there are any."""
    if sentences:
        quoted = " ".join(_("“%(sheet)s”") % {"sheet": sentence} for sentence in sentences)
        messages.success(editor.request, told % {"words": quoted})


def _by_button(editor: EditorPage, draft: SheetDraft, back: str) -> HttpResponse:
    """Make a change for which nothing is typed, or tell why not; then go back."""
    try:
        _change(editor, draft)
    except WrittenMeanwhile:
        sentence, changes = newer_draft(editor)
        said = _("Not done yet: %(told)s If you still want to, please tap again.")
        messages.error(editor.request, said % {"told": " ".join([sentence, *changes])})
    except Refused as refused:
        tell(editor.request, refused)
    return redirect(back)


def newer_draft(editor: EditorPage) -> tuple[str, list[str]]:
    """Return who has changed the draft since it was shown, and what."""
    deeds = Deed.objects.filter(club=editor.club, details__ruleset=editor.ruleset.pk)
    last = deeds.filter(verb__in=WRITING).latest("at")
    sentence = _("%(name)s has changed the draft in the meantime.") % {"name": last.actor}
    if last.account_id == account_of(editor.request).pk:
        sentence = _("You have changed the draft in another window in the meantime.")
    before, after = editor.shown.rules, draft_of(_reread(editor.ruleset)).rules
    changes = differences(before, after) if before and after else ()
    return sentence, [difference.in_words(current_language()) for difference in changes]


def _reread(ruleset: Ruleset) -> Ruleset:
    return Ruleset.objects.select_related("club").get(pk=ruleset.pk)


def _ask(editor: EditorPage, form: DraftForm, back: str, template: str, **page: Any) -> HttpResponse:
    """Show one form, or save what it sends, or tell what is in the way; what was typed stays."""
    if form.is_valid():
        try:
            _change(editor, editor.base.edited(form.write))
        except WrittenMeanwhile:
            page["meantime"] = newer_draft(editor)
            editor.after = _reread(editor.ruleset).draft_seq
        except Refused as refused:
            form.show(refused)
        else:
            return redirect(back)
    elif not form.is_bound:
        mistakes = _problems(editor, editor.draft.mistakes)
        page["mistakes"] = [problem for problem in mistakes if problem["path"] == editor.request.path]
    page |= {"form": form, "blocks": form.blocks(current_language()), "back": back}
    return render(editor.request, f"scoring/rule_editor/{template}.html", editor.page(**page))


# What is said of a draft as it is


def _problems(editor: EditorPage, mistakes: Iterable[Mistake]) -> list[dict[str, str]]:
    """Return mistakes and oddities of the draft in words, each with the page and the field that mend it."""
    language = current_language()
    problems = []
    for mistake in mistakes:
        at = editor_field(mistake.place, editor.draft.answers)
        path = editor.url(at.page, *at.about)
        place = place_in_words(mistake.place, editor.draft.answers, language)
        url = f"{path}#id_{at.field}" if at.field else path
        sentence = mistake_in_words(mistake, language)
        problems.append({"place": place, "sentence": sentence, "path": path, "url": url})
    return problems


def changes_of(editor: EditorPage, *, with_effects: bool = False) -> dict[str, Any] | None:
    """Return what the draft changes of the newest version, or else of its origin, where that is known."""
    version = editor.ruleset.versions.order_by("-edition").first()
    before: Rules | None
    if version is not None:
        before, name = rules_of(version), _("version %(number)d") % {"number": version.edition}
    else:
        origin = origin_of(editor.ruleset, current_language())
        before, name = origin.rules, _("“%(sheet)s”") % {"sheet": origin.words}
    after = editor.draft.rules
    if before is None or after is None:
        return None
    found = effects(before, after) if with_effects else None
    return {"before": name, "groups": grouped(differences(before, after)), "effects": found}


def _as_it_is(editor: EditorPage, *, with_effects: bool) -> dict[str, Any]:
    """Return what the overview and the page to save it say of a draft."""
    rules = editor.draft.rules
    return {
        "mistakes": _problems(editor, editor.draft.mistakes),
        "warnings": [] if rules is None else _problems(editor, warnings(rules)),
        "changes": changes_of(editor, with_effects=with_effects),
        "next": next_edition(editor.ruleset),
        "is_new": not editor.ruleset.versions.exists(),
    }


# The sheet as a whole


def _section_url(editor: EditorPage, key: str) -> str:
    if key == "words":
        return editor.url("edit_words")
    return editor.url("edit_rows" if key in ROW_TABLES else "edit_section", key)


@read_only
def edit_sheet(editor: EditorPage) -> HttpResponse:
    """Show everything a sheet says, section by section, and what of it is new."""
    sections = [
        (key, title, summary(key, editor.draft.answers), _section_url(editor, key))
        for key, (title, _lead) in SECTIONS.items()
    ]
    page = {"sections": sections, "undo": _last_step(editor) is not None}
    page |= _as_it_is(editor, with_effects=False)
    return render(editor.request, "scoring/rule_editor/edit.html", editor.page(**page))


def _last_step(editor: EditorPage) -> str | None:
    """Return the draft as it was before this browser's own last step, if nothing came after it."""
    known = editor.request.session.get(LAST_STEP)
    if not isinstance(known, list) or known[:2] != [editor.ruleset.pk, editor.ruleset.draft_seq]:
        return None
    return str(known[2])


@pressed
def undo_edit(editor: EditorPage) -> HttpResponse:
    """Take back the last step that this browser made in the draft."""
    text = _last_step(editor)
    if text is None:
        messages.error(editor.request, _("There is nothing to undo."))
        return redirect(editor.url())
    answer = _by_button(editor, SheetDraft.read(text), editor.url())
    editor.request.session.pop(LAST_STEP, None)
    return answer


@page_with_form
def save_sheet(editor: EditorPage) -> HttpResponse:
    """Show what is new in the draft, what it does to hands and what is odd; by POST save it as a version."""
    request, page = editor.request, dict[str, Any]()
    if request.method == "POST":
        try:
            version = house_rules.save_version(
                account_of(request), deed_of(request), ruleset=editor.ruleset, after=editor.after
            )
        except WrittenMeanwhile:
            page["meantime"] = newer_draft(editor)
            editor.ruleset = _reread(editor.ruleset)
            editor.draft, editor.after = draft_of(editor.ruleset), editor.ruleset.draft_seq
        except Refused as refused:
            page["problems"] = refused.sentences
        else:
            said = _(
                "Version %(number)d is saved. Evenings keep their version until somebody switches to "
                "the new one."
            )
            messages.success(request, said % {"number": version.edition})
            return redirect(editor.url("own_sheet"))
    page |= _as_it_is(editor, with_effects=True)
    return render(request, "scoring/rule_editor/edit_save.html", editor.page(**page))


@require_http_methods(PAGE)
def discard_draft(request: HttpRequest, slug: str, own: str) -> HttpResponse:
    """Ask whether to discard the draft; by POST discard it, and a sheet that was never saved altogether."""
    gone = reverse("scoring:own_sheets", args=[slug])
    if done := done_before(request, house_rules.discard_draft.__name__, club__slug=slug):
        return redirect("scoring:own_sheet", slug, own) if done.details["stays"] else redirect(gone)
    editor = editor_page(request, slug, own)
    if request.method != "POST":
        page = {"is_new": not editor.ruleset.versions.exists(), "changes": changes_of(editor)}
        return render(request, "scoring/rule_editor/edit_discard.html", editor.page(**page))
    try:
        discarded = submit(
            *(request, None, house_rules.discard_draft, _("The draft is discarded.")),
            ruleset=editor.ruleset,
            after=editor.after,
        )
    except WrittenMeanwhile:
        sentence, _changes = newer_draft(editor)
        messages.error(request, f"{sentence} {_('Nothing was discarded.')}")
        discarded = None
    if discarded is None:
        return redirect(editor.url())
    return redirect(editor.url("own_sheet") if discarded.result else gone)


# Sections


@page_with_form
def edit_section(editor: EditorPage, section: str) -> HttpResponse:
    """Ask the fixed questions of one section of the sheet."""
    if section not in SECTIONS or section in (*ROW_TABLES, "words"):
        raise Http404(section)
    shown = editor.shown.answers
    form = DraftForm(editor.request.POST or None, data=shown, groups=groups_of(shown, section))
    title, lead = SECTIONS[section]
    draft, lines = editor.draft.variant, list[str]()
    if draft and not form.is_bound:
        lines = section_examples(section, draft, editor.club.currency, current_language())
    nothing = section == "trischaken" and "trischaken" not in editor.draft.answers
    page = {"title": title, "lead": lead, "told": lines, "section": section, "no_trischaken": nothing}
    return _ask(editor, form, f"{editor.url()}#{section}", "edit_form", **page)


# Games and premiums


def _table(address: str) -> str:
    """Return what sheets call the table that an address names; raise 404 for others."""
    if address not in ROW_TABLES:
        raise Http404(address)
    return ROW_TABLES[address]


@page_with_form
def edit_rows(editor: EditorPage, table: str) -> HttpResponse:
    """Show all games in bidding order, or all premiums, in one grid; several changes are saved at once."""
    address, table, posted = table, _table(table), editor.request.POST
    here = editor.url("edit_rows", address)
    if drop := posted.get("drop", ""):
        draft = editor.base.edited(lambda sheet: (value_at(sheet, ("open", table)) or {}).pop(drop, None))
        return _by_button(editor, draft, here)
    form = GridForm(posted or None, data=editor.shown.answers, table=table)
    still_open = open_rows(editor.draft.answers, table)
    page = {
        "title": SECTIONS[address][0],
        "table": address,
        "open": [
            (label, _fill(editor, address, key))
            for key, label in still_open.items()
            if key not in form.further
        ],
        "so_far": None if form.is_bound else _so_far(editor),
    }
    by_arrow = posted.get("up") or posted.get("down")
    back = f"{here}#row-{by_arrow}" if by_arrow else f"{editor.url()}#{address}"
    return _ask(editor, form, back, "edit_rows", **page)


def _so_far(editor: EditorPage) -> dict[str, Any]:
    """Return what a draft comes to while it is changed, and the sentences that speak of what is changed."""
    about = words.sentences_about_changes(editor.base.answers, editor.draft.answers)
    return {
        "mistakes": _problems(editor, editor.draft.mistakes),
        "changes": changes_of(editor, with_effects=True),
        "spoken": [(text.words, editor.url("edit_remark", text.table, text.key)) for text in about],
    }


@pressed
def rows_so_far(editor: EditorPage, table: str) -> HttpResponse:
    """Answer what the grid would come to as it is filled in now; nothing is kept."""
    form = GridForm(editor.request.POST, data=editor.shown.answers, table=_table(table))
    wrong = [] if form.is_valid() else form.in_error
    if not wrong:
        editor.draft = editor.base.edited(form.write)
    page = {"wrong": wrong, "so_far": None if wrong else _so_far(editor)}
    return render(editor.request, "scoring/rule_editor/_so_far.html", editor.page(**page))


def _fill(editor: EditorPage, address: str, key: str) -> str:
    """Return where something without a value gets one that no other sheet plays either."""
    page = editor.url("add_row", address) if address == "games" else editor.url("new_row", address, "premium")
    return f"{page}?row={key}"


@page_with_form
def edit_row(editor: EditorPage, table: str, key: str) -> HttpResponse:
    """Ask what else is said of one game or premium, besides what the grid asks."""
    address, table = table, _table(table)
    row = rows_of(editor.shown.answers, table).get(key)
    if row is None:
        raise Http404(key)
    form = RowForm(editor.request.POST or None, data=editor.shown.answers, table=table, key=key)
    page = {
        "title": label_of(row, key),
        "told": [] if form.is_bound else _examples(editor.draft, key),
        "section": address,
        "up": (editor.url("edit_rows", address), SECTIONS[address][0]),
    }
    return _ask(editor, form, f"{editor.url('edit_rows', address)}#row-{key}", "edit_form", **page)


def _examples(draft: SheetDraft, key: str) -> list[str]:
    """Return what a few hands with a game or premium come to; nothing while something is wrong."""
    return example_lines(draft.variant, about_row(key), current_language()) if draft.variant else []


@page_with_form
def add_row(editor: EditorPage, table: str) -> HttpResponse:
    """Offer usual changes, one tap each, and new rows by the way they are played."""
    address, table, request = table, _table(table), editor.request
    back = editor.url("edit_rows", address)
    if request.method == "POST":
        change = request.POST.get("change", "")
        return _by_button(
            editor, editor.base.edited(lambda sheet: ready_made.make_change(sheet, change)), back
        )
    asked = request.GET.get("row", "")
    query = f"?row={asked}" if asked in open_rows(editor.draft.answers, table) else ""
    kinds = [
        (pick.title, pick.sentence, editor.url("new_row", address, pick.value) + query)
        for pick in picks_of(Kind)
        if pick.value != Kind.TRISCHAKEN.value or "trischaken" not in editor.draft.answers
    ]
    page = {
        "table": address,
        "kinds": kinds if table == "contracts" else [],
        "new_premium": editor.url("new_row", address, "premium"),
        "changes": ready_made.usual_changes(editor.draft.answers) if table == "contracts" else [],
        "filling": open_rows(editor.draft.answers, table).get(asked, ""),
        "up": (back, SECTIONS[address][0]),
    }
    return render(request, "scoring/rule_editor/edit_add.html", editor.page(**page))


def _new_row(editor: EditorPage, table: str, kind: str) -> tuple[NewRowForm, str | None]:
    """Return the form of a row of the club's own, or of one that had no value and its name."""
    request = editor.request
    kinds = {kind.value for kind in Kind} if table == "contracts" else {"premium"}
    if kind not in kinds:
        raise Http404(kind)
    key = request.GET.get("row", "")
    label = open_rows(editor.shown.answers, table).get(key)
    if label is None:
        key = ""
    usual = ready_made.usual_row(table, key) if key else None
    first = first_row(table, kind)
    if usual is not None and usual.get("kind", "premium") == kind:
        first = usual
    if key:
        first["label"] = editor.shown.answers["open"][table][key]
    last = ready_made.usual_place(editor.shown.answers, table, key) if key else ""
    form = NewRowForm(
        request.POST or None, data=editor.shown.answers, table=table, row=first, key=key, last=last
    )
    return form, label


@page_with_form
def new_row(editor: EditorPage, table: str, kind: str) -> HttpResponse:
    """Ask for a game or premium of the club's own, or for one that had no value so far."""
    address, table = table, _table(table)
    form, label = _new_row(editor, table, kind)
    title = label or (_("New game") if table == "contracts" else _("New premium"))
    query = editor.request.GET.urlencode()
    page = {
        "title": title,
        "section": address,
        "place": form["stands_after"],
        "up": (editor.url("edit_rows", address), SECTIONS[address][0]),
        "so_far": f"{editor.url('new_row_so_far', address, kind)}{f'?{query}' if query else ''}",
    }
    return _ask(editor, form, editor.url("edit_rows", address), "edit_form", **page)


@pressed
def new_row_so_far(editor: EditorPage, table: str, kind: str) -> HttpResponse:
    """Answer what a new game or premium would come to, won and lost, as it is filled in now; keep nothing."""
    table = _table(table)
    form, _label = _new_row(editor, table, kind)
    lines: list[str] = []
    if form.is_valid():
        after = editor.base.edited(form.write)
        key = next(iter(after.answers[table].keys() - rows_of(editor.base.answers, table).keys()), "")
        lines = _examples(after, key)
    return render(editor.request, "scoring/rule_editor/_row_so_far.html", {"told": lines})


# Free words


@page_with_form
def edit_words(editor: EditorPage) -> HttpResponse:
    """Show all remarks, and those of other sheets to take over."""
    request, back = editor.request, editor.url("edit_words")
    if request.method == "POST":
        if take := request.POST.get("take", ""):
            return _by_button(
                editor, editor.base.edited(lambda sheet: ready_made.add_words(sheet, take)), back
            )
        table = request.POST.get("table", "")
        if table not in words.TABLES:
            raise Http404(table)
        order = moved(request.POST, [words.key for words in words.remarks(editor.base.answers, table)])
        draft = editor.base.edited(lambda sheet: sheet.update({table: in_order(sheet[table], order)}))
        key = request.POST.get("up") or request.POST.get("down", "")
        return _by_button(editor, draft, f"{back}#row-{key}")
    title, lead = SECTIONS["words"]
    page = {
        "title": title,
        "lead": lead,
        "tables": [
            (table, name, said, words.remarks(editor.draft.answers, table))
            for table, (name, said) in words.TABLES.items()
        ],
        "offered": ready_made.offered_words(editor.draft.answers),
    }
    return render(request, "scoring/rule_editor/edit_words.html", editor.page(**page))


def _remark(editor: EditorPage, table: str, key: str) -> str:
    """Return what a remark says; raise 404 where there is none."""
    there = words.remarks(editor.shown.answers, table) if table in words.TABLES else []
    found = next((remark.words for remark in there if remark.key == key), None)
    if found is None:
        raise Http404(key)
    return found


@page_with_form
def edit_remark(editor: EditorPage, table: str, key: str = "") -> HttpResponse:
    """Ask for one remark in both languages, new or changed."""
    if key:
        _remark(editor, table, key)
    elif table not in words.TABLES:
        raise Http404(table)
    form = words.WordsForm(editor.request.POST or None, data=editor.shown.answers, table=table, key=key)
    page = {
        "title": words.TABLES[table][0],
        "lead": words.TABLES[table][1],
        "section": "words",
        "up": (editor.url("edit_words"), SECTIONS["words"][0]),
        "remark": (table, key) if key else None,
    }
    return _ask(editor, form, editor.url("edit_words"), "edit_form", **page)


@page_with_form
def remove_remark(editor: EditorPage, table: str, key: str) -> HttpResponse:
    """Ask whether to remove a remark; by POST remove it."""
    page = {"what": _remark(editor, table, key), "back": editor.url("edit_words")}
    if editor.request.method == "POST":
        draft = editor.base.edited(lambda sheet: sheet.get(table, {}).pop(key, None))
        return _by_button(editor, draft, page["back"])
    return render(editor.request, "scoring/rule_editor/edit_remove.html", editor.page(**page))
