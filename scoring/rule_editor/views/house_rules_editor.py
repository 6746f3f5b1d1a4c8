"""The page on which a club changes the draft of its own rule sheet and saves it as a version."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.core import signing
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.deeds import Refused
from scoring.engine.loading import path_in_words, tidied
from scoring.models import Club, Deed, Ruleset
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor import words
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.pages import origin_of
from scoring.rule_editor.ready_made import with_ready_rows
from scoring.rule_editor.sheet_fields import (
    SectionOfFields,
    SheetErrors,
    SheetField,
    label_of,
    section_of,
    without_field,
)
from scoring.rule_editor.typed_changes import (
    TypedChanges,
    demand_short_texts,
    merged,
    typed_changes,
    without_effect,
)
from scoring.rule_editor.verbs import WrittenMeanwhile, draft_of, next_edition
from scoring.rules import data_of
from scoring.rules.comparing import SECTIONS, differences, grouped, note_of
from scoring.rules.printing import speiszettel
from scoring.rules.printing.printing import setting_of
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

    @property
    def sealed(self) -> str:
        """Return the draft as it is now, signed, for a hidden field of the form."""
        return signing.dumps(
            [self.ruleset.pk, self.ruleset.draft_seq, self.draft.text], salt=SALT, compress=True
        )

    def url(self, page: str = "edit_sheet") -> str:
        return reverse(f"scoring:{page}", args=[self.club.slug, self.ruleset.slug])

    def last_step(self) -> str | None:
        """Return the draft as it was before this browser's own last step, if nothing came after it."""
        known = self.request.session.get(LAST_STEP)
        if not isinstance(known, list) or known[:2] != [self.ruleset.pk, self.ruleset.draft_seq]:
            return None
        return str(known[2])


def editor_page(request: HttpRequest, slug: str, own: str) -> EditorPage:
    """Return the reader's page of the editor; raise 404 or 403 for others."""
    club = directed_club(request, slug)
    ruleset = get_object_or_404(Ruleset, club=club, slug=own)
    ruleset.club = club
    now = draft_of(ruleset)
    if request.method != "POST":
        return EditorPage(request, club, ruleset, now, now)
    try:
        ruleset_pk, draft_seq, text = signing.loads(request.POST.get("base", ""), salt=SALT)
    except signing.BadSignature:
        raise BadRequest("Not a form of these pages") from None
    if ruleset_pk != ruleset.pk:
        raise BadRequest("The form of another sheet")
    return EditorPage(
        request, club, ruleset, now, now if draft_seq == ruleset.draft_seq else SheetDraft.read(text)
    )


def editing(methods: list[str], page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap a page or a button as a view that is given the draft shown on the user's page."""

    @require_http_methods(methods)
    @wraps(page)
    def with_draft(request: HttpRequest, slug: str, own: str) -> HttpResponse:
        return page(editor_page(request, slug, own))

    return with_draft


page_with_form = partial(editing, PAGE)
pressed = partial(editing, ["POST"])


@page_with_form
def edit_sheet(editor: EditorPage) -> HttpResponse:
    """Show everything that is played as fields; by POST store the changes, or save them as a version."""
    return _form(editor, [key for key in SECTIONS if key != "words"])


@page_with_form
def edit_words(editor: EditorPage) -> HttpResponse:
    """Show the sheet's free words as fields; by POST store the changes."""
    return _form(editor, ["words"])


def _form(editor: EditorPage, keys: list[str]) -> HttpResponse:
    request, problems = editor.request, list[str]()
    changes, conflicts = TypedChanges(), list[SheetField]()
    if request.method == "POST":
        if done_before(request, house_rules.change_draft.__name__, club=editor.club):
            return redirect(f"{request.path}#{_anchor(request)}")
        if done_before(request, house_rules.save_version.__name__, club=editor.club):
            return redirect(editor.url("own_sheet"))
        try:
            changes = typed_changes(editor.shown.answers, request.POST, _sections(editor.shown, keys))
            demand_short_texts(request.POST)
            if "publish" in request.POST and not changes:
                return _publish(editor)
            conflicts = _change(editor, changes)
            if not conflicts:
                return redirect(f"{request.path}#{_anchor(request)}")
        except WrittenMeanwhile:
            problems = [_("Somebody has changed the draft just now. Please save again.")]
        except Refused as refused:
            problems = refused.sentences
    return _page(editor, keys, changes, conflicts, problems)


def _anchor(request: HttpRequest) -> str:
    """Return the anchor of the section whose button was pressed."""
    section = request.POST.get("save", "")
    return f"at-{section}" if section in SECTIONS else "new"


def _sections(draft: SheetDraft, keys: list[str]) -> list[SectionOfFields]:
    return [section_of(draft.answers, key) for key in keys]


def _page(
    editor: EditorPage,
    keys: list[str],
    changes: TypedChanges,
    conflicts: list[SheetField],
    problems: list[str],
) -> HttpResponse:
    """Show the draft as fields, with typed texts that could not be stored."""
    mistakes, language = editor.draft.mistakes, current_language()
    shown = (
        SheetDraft(merged(editor.draft.answers, editor.shown.answers, changes)[0])
        if changes
        else editor.draft
    )
    sections = _sections(shown, keys)
    errors = SheetErrors(mistakes, sections)
    for field in conflicts:
        errors.add(
            field,
            _("Somebody else has changed this meanwhile, to: %(value)s. If you save now, yours holds.")
            % {"value": _as_stored(editor, keys, field)},
        )
    rules = editor.draft.rules
    sheet = None if rules is None else speiszettel(rules, language, currency=editor.club.currency)
    page = {
        "club": editor.club,
        "ruleset": editor.ruleset,
        "label": label_of(editor.draft.answers),
        "editor": editor,
        "sections": [with_ready_rows(errors.shown_in(section), shown.answers) for section in sections],
        "without_field": list(without_field(editor.draft.answers)),
        "is_words": keys == ["words"],
        "problems": problems,
        "conflicts": conflicts,
        "mistakes": [
            (
                path_in_words(mistake.path, editor.draft.answers, language),
                mistake.in_words(language),
                name,
            )
            for mistake, name in zip(mistakes, errors.anchors, strict=True)
        ],
        "changes": changes_of(editor),
        "next": next_edition(editor.ruleset),
        "is_new": not editor.ruleset.versions.exists(),
        "undo": editor.last_step() is not None,
        "sheet": sheet,
        "setting": None if sheet is None else setting_of(sheet),
    }
    return render(editor.request, "scoring/rule_editor/edit.html", page)


def _as_stored(editor: EditorPage, keys: list[str], conflict: SheetField) -> str:
    stored = (field for section in _sections(editor.draft, keys) for field in section.fields)
    return (
        next((" / ".join(filter(None, field.texts)) for field in stored if field.path == conflict.path), "")
        or "–"
    )


def _change(editor: EditorPage, changes: TypedChanges) -> list[SheetField]:
    """Store one step of the draft and say what it changed, or return the fields that others changed too."""
    request, old = editor.request, editor.draft
    edited, conflicts = merged(old.answers, editor.shown.answers, changes)
    if conflicts:
        return conflicts
    draft = SheetDraft(tidied(edited)) if changes else old
    if draft.text == old.text:
        messages.success(request, _("Nothing was changed."))
        return []
    earlier_writer = "" if editor.shown.text == old.text else _last_writer(editor)
    ruleset = house_rules.change_draft(
        account_of(request),
        deed_of(request),
        ruleset=editor.ruleset,
        draft_seq=editor.ruleset.draft_seq,
        draft=draft,
    )
    if ruleset.draft_seq == editor.ruleset.draft_seq + 1:
        request.session[LAST_STEP] = [ruleset.pk, ruleset.draft_seq, old.text]
    note = note_of(differences(old.answers, draft.answers), current_language())
    messages.success(
        request, _("In the draft: %(changes)s.") % {"changes": note} if note else _("Saved in the draft.")
    )
    if earlier_writer:
        both = _("%(name)s has changed the draft in the meantime; both changes are in it.")
        messages.success(request, both % {"name": earlier_writer})
    dropped = ", ".join(without_effect(edited, draft.answers, changes))
    if dropped:
        messages.success(
            request,
            _("Without effect on this sheet, and therefore not kept: %(labels)s.") % {"labels": dropped},
        )
    untrue = _(
        "It was no longer true and has been removed: %(words)s If you play it your own way, please "
        "write it again."
    )
    _quote(editor, untrue, words.sentences_made_untrue(old.answers, draft.answers))
    mentioned = _("Sentences that mention it: %(words)s If one is no longer true, change it under “Words”.")
    spoken = words.sentences_about_changes(old.answers, draft.answers)
    _quote(editor, mentioned, [sentence.words for sentence in spoken[:MOST_QUOTED]])
    return []


def _last_writer(editor: EditorPage) -> str:
    deeds = Deed.objects.filter(club=editor.club, details__ruleset=editor.ruleset.pk, verb__in=WRITING)
    return str(deeds.latest("at").actor)


def _quote(editor: EditorPage, template: str, sentences: list[str]) -> None:
    """Show the free words of the sheet that speak of a change, if there are any."""
    if sentences:
        quoted = " ".join(_("“%(sheet)s”") % {"sheet": sentence} for sentence in sentences)
        messages.success(editor.request, template % {"words": quoted})


def changes_of(editor: EditorPage) -> dict[str, Any] | None:
    """Return the draft's changes since the newest version, or else since its origin if known."""
    version = editor.ruleset.versions.order_by("-edition").first()
    if version is not None:
        text, name = version.text, _("version %(number)d") % {"number": version.edition}
    else:
        origin = origin_of(editor.ruleset, current_language())
        text, name = origin.text, _("“%(sheet)s”") % {"sheet": origin.words}
    if not text:
        return None
    return {"before": name, "groups": grouped(differences(data_of(text), editor.draft.answers))}


def _publish(editor: EditorPage) -> HttpResponse:
    """Save the draft as a version and lead to the sheet."""
    if editor.shown.text != editor.draft.text:
        message = _("%(name)s has changed the draft in the meantime. Please look at what is new now.")
        raise Refused(form=[message % {"name": _last_writer(editor)}])
    version = house_rules.save_version(
        account_of(editor.request),
        deed_of(editor.request),
        ruleset=editor.ruleset,
        draft_seq=editor.ruleset.draft_seq,
    )
    message = _(
        "Version %(number)d is saved. Evenings keep their version until somebody switches to the new one."
    )
    messages.success(editor.request, message % {"number": version.edition})
    return redirect(editor.url("own_sheet"))


@pressed
def undo_edit(editor: EditorPage) -> HttpResponse:
    """Take back the last step that this browser made in the draft."""
    text = editor.last_step()
    try:
        if text is None:
            raise WrittenMeanwhile
        draft, draft_seq = SheetDraft.read(text), editor.ruleset.draft_seq
        house_rules.change_draft(
            account_of(editor.request),
            deed_of(editor.request),
            ruleset=editor.ruleset,
            draft_seq=draft_seq,
            draft=draft,
        )
        messages.success(editor.request, _("The last step is taken back."))
    except WrittenMeanwhile:
        messages.error(editor.request, _("There is nothing to undo."))
    except Refused as refused:
        tell(editor.request, refused)
    editor.request.session.pop(LAST_STEP, None)
    return redirect(editor.url())


@require_POST
def discard_draft(request: HttpRequest, slug: str, own: str) -> HttpResponse:
    """Discard the draft, and a sheet that was never saved altogether."""
    list_of_sheets = reverse("scoring:rule_sheets", args=[slug])
    if deed := done_before(request, house_rules.discard_draft.__name__, club__slug=slug):
        return redirect("scoring:own_sheet", slug, own) if deed.details["stays"] else redirect(list_of_sheets)
    editor = editor_page(request, slug, own)
    try:
        if editor.shown.text != editor.draft.text:
            raise WrittenMeanwhile
        discarded = submit(
            *(request, None, house_rules.discard_draft, _("The draft has been discarded.")),
            ruleset=editor.ruleset,
            draft_seq=editor.ruleset.draft_seq,
        )
    except WrittenMeanwhile:
        message = _("%(name)s has changed the draft in the meantime. Nothing was discarded.")
        messages.error(request, message % {"name": _last_writer(editor)})
        discarded = None
    if discarded is None:
        return redirect(editor.url())
    return redirect(editor.url("own_sheet") if discarded.result else list_of_sheets)
