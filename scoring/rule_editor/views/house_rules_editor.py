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
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.deeds import Refused
from scoring.engine.customs import Kind
from scoring.engine.loading import Mistake, mistake_in_words, path_in_words
from scoring.engine.rules import Rules
from scoring.models import Club, Deed, Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.forms import words
from scoring.rule_editor.forms.builder import PAGE_OF, PAGES, EditorTopic, label_of, rows_of
from scoring.rule_editor.forms.forms import DraftForm, GridForm, NewRowForm, RowForm, SectionForm
from scoring.rule_editor.forms.questions import picks_of
from scoring.rule_editor.forms.rows import open_rows
from scoring.rule_editor.forms.summaries import editor_field, summary
from scoring.rule_editor.pages import origin_of
from scoring.rule_editor.verbs import WrittenMeanwhile, draft_of, next_edition
from scoring.rules.comparing.differences import differences, grouped, note_of
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

    def url(self, page: str = "edit_sheet", *location: str) -> str:
        return reverse(f"scoring:{page}", args=[self.club.slug, self.ruleset.slug, *location])

    def page(self, **context: Any) -> dict[str, Any]:
        return {
            "club": self.club,
            "ruleset": self.ruleset,
            "label": label_of(self.draft.answers),
            "editor": self,
            "problem": bool(context.get("meantime") or context.get("problems")),
            **context,
        }


def editor_page(request: HttpRequest, slug: str, own: str) -> EditorPage:
    """Return the draft as shown on the user's page; raise 404 or 403 for others."""
    club = directed_club(request, slug)
    ruleset = get_object_or_404(Ruleset, club=club, slug=own)
    ruleset.club = club
    now = draft_of(ruleset)
    if request.method != "POST":
        return EditorPage(request, club, ruleset, now, now, ruleset.draft_seq, ruleset.draft_seq)
    try:
        ruleset_pk, seen_at, text = signing.loads(request.POST.get("base", ""), salt=SALT)
        seq = int(request.POST.get("seq", ""))
    except (signing.BadSignature, ValueError):
        raise BadRequest("Not a form of these pages") from None
    if ruleset_pk != ruleset.pk:
        raise BadRequest("The form of another sheet")
    shown = now if seen_at == ruleset.draft_seq else SheetDraft.read(text)
    return EditorPage(request, club, ruleset, now, shown, seen_at, seq)


def editing(methods: list[str], page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap a page or a button as a view that is given the draft shown on the user's page."""

    @require_http_methods(methods)
    @wraps(page)
    def with_draft(request: HttpRequest, slug: str, own: str, **location: str) -> HttpResponse:
        return page(editor_page(request, slug, own), **location)

    return with_draft


read_only = partial(editing, ["GET", "HEAD"])
page_with_form = partial(editing, PAGE)
pressed = partial(editing, ["POST"])


def _change(editor: EditorPage, draft: SheetDraft) -> None:
    """Store one step of the draft and show a message of what changed."""
    base = editor.base
    if base.text == draft.text:
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
    changes = differences(base.rules, draft.rules) if base.rules and draft.rules else ()
    note = note_of(changes, current_language())
    saved = _("In the draft: %(changes)s.") % {"changes": note} if note else _("Saved in the draft.")
    messages.success(editor.request, saved)
    untrue = _(
        "It was no longer true and has been removed: %(words)s If you play it your own way, please "
        "write it again."
    )
    _quote(editor, untrue, words.sentences_made_untrue(base.answers, draft.answers))
    mentioned = _("Sentences that mention it: %(words)s If one is no longer true, change it under “Remarks”.")
    spoken = words.sentences_about_changes(base.answers, draft.answers)
    _quote(editor, mentioned, [sentence.words for sentence in spoken[:MOST_QUOTED]])


def _quote(editor: EditorPage, template: str, sentences: list[str]) -> None:
    """Show the sentences of the sheet that a change affects, if there are any."""
    if sentences:
        quoted = " ".join(_("“%(sheet)s”") % {"sheet": sentence} for sentence in sentences)
        messages.success(editor.request, template % {"words": quoted})


def newer_draft(editor: EditorPage) -> tuple[str, list[str]]:
    """Return who has changed the draft since it was shown, and what."""
    deeds = Deed.objects.filter(club=editor.club, details__ruleset=editor.ruleset.pk)
    last = deeds.filter(verb__in=WRITING).latest("at")
    sentence = _("%(name)s has changed the draft in the meantime.") % {"name": last.actor}
    if last.account_id == account_of(editor.request).pk:
        sentence = _("You have changed the draft in another window in the meantime.")
    old, new = editor.shown.rules, draft_of(_reread(editor.ruleset)).rules
    changes = differences(old, new) if old and new else ()
    return sentence, [difference.in_words(current_language()) for difference in changes]


def _reread(ruleset: Ruleset) -> Ruleset:
    return Ruleset.objects.select_related("club").get(pk=ruleset.pk)


def _ask(editor: EditorPage, form: DraftForm, back: str, **page: Any) -> HttpResponse:
    """Show one form, or save what it sends, or tell what is in the way; what was typed stays."""
    request = editor.request
    if "so_far" in request.POST:
        return _so_far(editor, form)
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
        page["mistakes"] = [problem for problem in mistakes if problem["path"] == request.path]
    page |= {"form": form, "blocks": form.blocks(current_language()), "back": back}
    return render(request, "scoring/rule_editor/edit_page.html", editor.page(**page))


def _so_far(editor: EditorPage, form: DraftForm) -> HttpResponse:
    """Answer what a form would come to as it is filled in now; nothing is kept."""
    page: dict[str, Any] = {"wrong": form.in_error}
    if form.is_valid():
        editor.draft = editor.base.edited(form.write)
        page |= {
            "mistakes": _problems(editor, editor.draft.mistakes),
            "changes": changes_of(editor),
            "spoken": [
                (text.words, editor.url("edit_page", PAGE_OF[text.table], text.key))
                for text in words.sentences_about_changes(editor.base.answers, editor.draft.answers)
            ],
        }
    return render(editor.request, "scoring/rule_editor/_so_far.html", editor.page(**page))


# What is said of a draft as it is


def _problems(editor: EditorPage, mistakes: Iterable[Mistake]) -> list[dict[str, str]]:
    """Return mistakes of the draft in words, each with the page and the field that mend it."""
    language = current_language()
    problems = []
    for mistake in mistakes:
        at = editor_field(mistake.path, editor.draft.answers)
        path = editor.url("edit_page" if at.page else "edit_sheet", *at.page)
        location = path_in_words(mistake.path, editor.draft.answers, language)
        url = f"{path}#id_{at.field}" if at.field else path
        sentence = mistake_in_words(mistake, language)
        problems.append({"place": location, "sentence": sentence, "path": path, "url": url})
    return problems


def changes_of(editor: EditorPage) -> dict[str, Any] | None:
    """Return what the draft changes of the newest version, or else of its origin, where that is known."""
    version = editor.ruleset.versions.order_by("-edition").first()
    old: Rules | None
    if version is not None:
        old, name = rules_of(version), _("version %(number)d") % {"number": version.edition}
    else:
        origin = origin_of(editor.ruleset, current_language())
        old, name = origin.rules, _("“%(sheet)s”") % {"sheet": origin.words}
    new = editor.draft.rules
    if old is None or new is None:
        return None
    return {"before": name, "groups": grouped(differences(old, new))}


def _as_it_is(editor: EditorPage) -> dict[str, Any]:
    """Return what the overview and the page to save it say of a draft."""
    return {
        "mistakes": _problems(editor, editor.draft.mistakes),
        "changes": changes_of(editor),
        "next": next_edition(editor.ruleset),
        "is_new": not editor.ruleset.versions.exists(),
    }


# The sheet as a whole


@read_only
def edit_sheet(editor: EditorPage) -> HttpResponse:
    """Show everything a sheet says, section by section, and what of it is new."""
    sections = [
        (key, topic.title, summary(key, editor.draft.answers), editor.url("edit_page", key))
        for key, topic in PAGES.items()
    ]
    page = {"sections": sections, "undo": _last_step(editor) is not None}
    page |= _as_it_is(editor)
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
    text, editor.after = _last_step(editor), editor.ruleset.draft_seq
    try:
        if text is None:
            raise WrittenMeanwhile
        _change(editor, SheetDraft.read(text))
    except WrittenMeanwhile:
        messages.error(editor.request, _("There is nothing to undo."))
    except Refused as refused:
        tell(editor.request, refused)
    editor.request.session.pop(LAST_STEP, None)
    return redirect(editor.url())


@page_with_form
def save_sheet(editor: EditorPage) -> HttpResponse:
    """Show what is new in the draft, by POST save it as a version."""
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
            message = _(
                "Version %(number)d is saved. Evenings keep their version until somebody switches to "
                "the new one."
            )
            messages.success(request, message % {"number": version.edition})
            return redirect(editor.url("own_sheet"))
    page |= _as_it_is(editor)
    return render(request, "scoring/rule_editor/edit_save.html", editor.page(**page))


@require_POST
def discard_draft(request: HttpRequest, slug: str, own: str) -> HttpResponse:
    """Discard the draft, and a sheet that was never saved altogether."""
    list_of_sheets = reverse("scoring:rule_sheets", args=[slug])
    if deed := done_before(request, house_rules.discard_draft.__name__, club__slug=slug):
        return redirect("scoring:own_sheet", slug, own) if deed.details["stays"] else redirect(list_of_sheets)
    editor = editor_page(request, slug, own)
    try:
        discarded = submit(
            *(request, None, house_rules.discard_draft, _("The draft has been discarded.")),
            ruleset=editor.ruleset,
            after=editor.after,
        )
    except WrittenMeanwhile:
        sentence, _changes = newer_draft(editor)
        messages.error(request, f"{sentence} {_('Nothing was discarded.')}")
        discarded = None
    if discarded is None:
        return redirect(editor.url())
    return redirect(editor.url("own_sheet") if discarded.result else list_of_sheets)


# Its pages


@page_with_form
def edit_page(editor: EditorPage, page: str, row: str = "") -> HttpResponse:
    """Ask what one page asks: about the sheet, about all rows of a table at once, or about one row."""
    topic, posted, answers = _topic(page), editor.request.POST or None, editor.shown.answers
    context = {"title": topic.title, "lead": topic.lead, "page": page}
    form: DraftForm
    if row:
        if row not in rows_of(answers, topic.table):
            raise Http404(row)
        form = RowForm(posted, data=answers, table=topic.table, key=row)
        context |= {
            "title": label_of(answers[topic.table][row], row),
            "lead": "",
            "up": (editor.url("edit_page", page), topic.title),
        }
        return _ask(editor, form, f"{editor.url('edit_page', page)}#row-{row}", **context)
    if not topic.table:
        form = SectionForm(posted, data=answers, page=page)
    else:
        form = GridForm(posted, data=answers, table=topic.table)
        if form.button:
            moved = editor.request.POST.get(form.button)
            return _ask(editor, form, f"{editor.url('edit_page', page)}#row-{moved}", **context)
    return _ask(editor, form, f"{editor.url()}#{page}", **context)


def _topic(page: str) -> EditorTopic:
    """Return what a page of the editor is about; raise 404 for an address that has none."""
    if page not in PAGES:
        raise Http404(page)
    return PAGES[page]


_NEW = {"contracts": gettext_lazy("New game"), "premiums": gettext_lazy("New premium")}


@page_with_form
def add_row(editor: EditorPage, page: str) -> HttpResponse:
    """Ask for a row of the club's own, by the way in which a game is played, or for one that had no value."""
    topic, request, answers = _topic(page), editor.request, editor.shown.answers
    table, known = topic.table, request.GET.get("row", "")
    label = open_rows(answers, table).get(known)
    kind = request.GET.get("kind", "")
    if not table or kind not in ("", *(kind.value for kind in Kind)):
        raise Http404(kind)
    context = {
        "title": label or _NEW.get(table, topic.title),
        "page": page,
        "up": (editor.url("edit_page", page), topic.title),
    }
    if table == "contracts" and not kind:
        kinds = [pick for pick in picks_of(Kind) if pick.value not in answers]  # Trischaken once only
        page_of_kinds = editor.page(**context, kinds=kinds, known=known if label else "")
        return render(request, "scoring/rule_editor/edit_page.html", page_of_kinds)
    form = NewRowForm(
        request.POST or None, data=answers, table=table, kind=kind, known=known if label else ""
    )
    return _ask(editor, form, editor.url("edit_page", page), **context)
