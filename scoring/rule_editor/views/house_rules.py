"""A club's own rule sheets: the list, their versions, making one, importing and exporting."""

import tomllib
from collections.abc import Callable, Iterable
from typing import Any

from django.core import signing
from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.engine.loading import (
    Data,
    Mistake,
    path_in_words,
    resolved,
    rules_from,
)
from scoring.engine.loading.mistakes import shown
from scoring.models import Club, Ruleset, RulesetVersion
from scoring.moved import demand_here
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rule_editor.forms import NewSheet, SheetFile, SheetNameForm
from scoring.rule_editor.pages import (
    every_sheet,
    label_in,
    origin_elsewhere,
    origin_of,
    saved,
    shown_elsewhere,
    version_under,
)
from scoring.rule_editor.pages import own_sheets as sheets_of
from scoring.rule_editor.published.pages import published_version, speiszettel_page, version_of
from scoring.rule_editor.verbs import shown_behind
from scoring.rules import SLUGS, data_of, published, read
from scoring.rules.comparing import differences, grouped
from scoring.rules.exporting import exported, label_of
from scoring.rules.importing import MOST_BYTES, imported
from scoring.rules.printing import published_sheets, speiszettel
from scoring.rules.versions.versions import key_of, rules_of
from scoring.web.access import PAGE, directed_club, kept_from_search, open_club, revalidated
from scoring.web.language import current_language
from scoring.web.links import link_to
from scoring.web.submitting import submit
from scoring.web.uploads import MOST_READ, takes_files

VERSIONS_ON_A_PAGE = 20
SALT = "scoring.house_rules.import"


def own_sheet_in(club: Club, slug: str) -> Ruleset:
    """Return this sheet of the club, or raise 404."""
    ruleset = get_object_or_404(Ruleset, club=club, slug=slug)
    ruleset.club = club
    return ruleset


@require_safe
def rule_sheets(request: HttpRequest, slug: str = "") -> HttpResponse:
    """List the published sheets, after a club's own; those no longer offered are folded away."""
    page: dict[str, Any] = {"published": published_sheets(current_language())}
    if slug:
        club = open_club(request, slug)
        own = sheets_of(club, current_language())
        page |= {
            "club": club,
            "offered": [own_sheet for own_sheet in own if own_sheet.ruleset.retired_at is None],
            "retired": [own_sheet for own_sheet in own if own_sheet.ruleset.retired_at is not None],
        }
    return render(request, "scoring/rule_editor/list.html", page)


@require_safe
def own_sheet(request: HttpRequest, slug: str, own: str) -> HttpResponse:
    """Show the Speiszettel of the newest version, and all versions of the sheet."""
    club = open_club(request, slug)
    ruleset = own_sheet_in(club, own)
    newest = ruleset.versions.select_related("by").order_by("-edition").first()
    return _sheet(request, ruleset, newest, newest)


@require_safe
def own_version(request: HttpRequest, slug: str, own: str, edition: int) -> HttpResponse:
    """Show one version, as it was saved and stays."""
    ruleset, version = _version_in(open_club(request, slug), own, edition)
    newest = ruleset.versions.order_by("-edition").first()
    return _sheet(request, ruleset, version, newest)


def _version_in(club: Club, own: str, edition: int) -> tuple[Ruleset, RulesetVersion]:
    ruleset = own_sheet_in(club, own)
    if edition >= 2**31:
        raise Http404
    return ruleset, get_object_or_404(ruleset.versions.select_related("by"), edition=edition)


def _sheet(
    request: HttpRequest, ruleset: Ruleset, version: RulesetVersion | None, newest: RulesetVersion | None
) -> HttpResponse:
    club, language = ruleset.club, current_language()
    page: dict[str, Any] = {
        "club": club,
        "ruleset": ruleset,
        "label": label_in(ruleset, version, language),
        "version": version,
        "newest": newest,
        "is_newest": version == newest,
        "is_usual": club.default_rules == ruleset.slug,
    }
    if version is not None:
        address = reverse("scoring:own_version", args=[club.slug, ruleset.slug, version.edition])
        page |= speiszettel_page(
            request, address, rules_of(version), version_of(version), currency=club.currency
        )
        assert newest is not None
        page |= {"key": key_of(version), "newest_key": key_of(newest)}
        versions = ruleset.versions.select_related("by").order_by("-edition")
        page["pages"] = Paginator(versions, VERSIONS_ON_A_PAGE).get_page(request.GET.get("page"))
        shown_here = list(page["pages"])
        earlier = versions.filter(edition__lt=shown_here[-1].edition).first()
        page["origin"] = origin_of(ruleset, language)
        page["versions"] = saved(shown_here, earlier, page["origin"], language)
        if ruleset.shown_at is not None:
            code = house_rules.code_of(ruleset)
            page["link"] = link_to(request, reverse("scoring:shown_sheet", args=[code]))
    return render(request, "scoring/rule_editor/sheet.html", page)


@require_POST
def offer_own_sheet(request: HttpRequest, slug: str, own: str) -> HttpResponse:
    """Let a sheet be chosen for evenings, or no longer."""
    yes, no = _("The sheet can be chosen again."), _("The sheet is no longer offered. What was played stays.")
    return _switch(request, slug, own, house_rules.offer_sheet, "offered", yes, no)


@require_POST
def show_own_sheet(request: HttpRequest, slug: str, own: str) -> HttpResponse:
    """Offer a sheet to other clubs and by a link, or no longer."""
    yes = _("Other clubs can start a sheet from it. The link is below.")
    no = _("It is no longer offered to other clubs, and its link opens nothing any more.")
    return _switch(request, slug, own, house_rules.show_sheet, "shown", yes, no)


def _switch(
    request: HttpRequest, slug: str, own: str, verb: Callable[..., Ruleset], name: str, yes: str, no: str
) -> HttpResponse:
    """Set one of two states of a sheet by the field of this name, and confirm it."""
    ruleset, on = own_sheet_in(directed_club(request, slug), own), request.POST.get(name) == "yes"
    submit(request, None, verb, yes if on else no, ruleset=ruleset, **{name: on})
    return redirect("scoring:own_sheet", slug, own)


# Begin one


@takes_files
@require_http_methods(PAGE)
def new_own_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a sheet from a published one, any version of an own one, another club's, or a file."""
    club, language = directed_club(request, slug), current_language()
    if "sealed" in request.POST:
        return _begin_file(request, club)
    if request.method == "POST" and "begin" not in request.POST:
        return _read_file(request, club)
    groups = every_sheet(club, language)
    if elsewhere := shown_elsewhere(club, language):
        groups.append((_("Offered by other clubs"), elsewhere))
    keys = [key for _title, ones in groups for key, _label in ones]
    usual = [key for key in keys if key.partition(".")[0] == club.default_rules]
    begin = next(key for key in (request.GET.get("from", ""), *usual, *keys) if key in keys)
    form = NewSheet(request.POST or None, groups=groups, begin=begin)
    if form.is_valid():
        data, origin = _beginning(form.cleaned_data["link"] or form.cleaned_data["begin"], club)
        if answer := _begin(request, club, form, form.with_label(data, language), origin):
            return answer
    return render(
        request, "scoring/rule_editor/new.html", {"club": club, "form": form, "file_form": SheetFile()}
    )


def _beginning(key: str, club: Club) -> tuple[Data, str]:
    """Return the data with which a new sheet begins, and the stored note of its origin."""
    if key in SLUGS:  # what is said of that sheet on the whole need not be true of this one
        german, english = published()[key].label
        description = {
            "de": f"Hausregeln, begonnen mit „{german}“.",
            "en": f'House rules, begun from "{english}".',
        }
        return {**resolved(key, read), "about": description}, key
    if (shown_there := house_rules.shown_behind(key)) is not None:
        return data_of(shown_there.text), origin_elsewhere(shown_there)
    version = version_under(key, club)
    if version is None:
        raise Http404(key)
    return data_of(version.text), f"{version.slug} {version.edition}"


def _begin(
    request: HttpRequest, club: Club, form: SheetNameForm, data: Data | None, origin: str
) -> HttpResponse | None:
    """Make a sheet and redirect to the editor; None where it has no name, or was refused."""
    if data is None:
        return None
    started = _("The sheet has been started. Change what you like, then save it as version 1.")
    draft = SheetDraft(data)
    saved = submit(request, form, house_rules.begin_sheet, started, club=club, draft=draft, origin=origin)
    return None if saved is None else redirect("scoring:edit_sheet", club.slug, saved.result.slug)


# Out


@require_safe
def own_version_toml(request: HttpRequest, slug: str, own: str, edition: int) -> HttpResponse:
    """Send a version as the file that it was saved as."""
    ruleset, version = _version_in(open_club(request, slug), own, edition)
    invented = "demonstration-" if ruleset.club.demonstration else ""
    name = f"{invented}{version.slug}-{version.edition}-{version.code}.toml"
    return toml_file(name, exported(data_of(version.text)))


@revalidated
@require_safe
def rule_sheet_toml(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a published sheet as a file, with everything that it extends."""
    if slug not in SLUGS:
        raise Http404(slug)
    version = published_version(slug)
    parts = [slug, *([str(version.edition)] if version.edition else []), version.code]
    return toml_file(f"{'-'.join(parts)}.toml", exported(resolved(slug, read)))


# In


def _read_file(request: HttpRequest, club: Club) -> HttpResponse:
    """Read a file and show it as a sheet; only a sheet that was shown can be made from it."""
    page: dict[str, Any] = {"club": club}
    file = request.FILES.get("file")
    size = int(request.META.get("CONTENT_LENGTH") or 0) if file is None else file.size or 0
    if size > (MOST_READ if file is None else MOST_BYTES):
        named = {"size": f"{size / 1_000_000:.1f} MB", "limit": f"{MOST_BYTES // 1000} kB"}
        page |= {"mistakes": _located([Mistake("file_too_big", "", named)], {}), "problem": True}
        form = SheetFile()
    else:
        form = SheetFile(request.POST, request.FILES)
        if form.is_valid():
            return _look(request, club, form.cleaned_data["file"], page)
    return render(request, "scoring/rule_editor/new.html", {**page, "file_form": form})


def _located(mistakes: Iterable[Mistake], data: Data) -> list[tuple[str, str]]:
    """Return mistakes in words, each with its place unless it is about the whole file."""
    language = current_language()
    return [
        (
            path_in_words(mistake.path, data, language) if mistake.path else "",
            mistake.in_words(language),
        )
        for mistake in mistakes
    ]


def _look(request: HttpRequest, club: Club, file: UploadedFile, page: dict[str, Any]) -> HttpResponse:
    """Show everything that is wrong with a file, or what the sheet would say."""
    language = current_language()
    content = file.read()
    sheet = imported(content)
    if not sheet.works:
        more = ngettext("%(count)d more mistake.", "%(count)d more mistakes.", sheet.more)
        page |= {
            "mistakes": _located(sheet.mistakes, sheet.named),
            "more": more % {"count": sheet.more} if sheet.more else "",
        }
        page |= {"file_form": SheetFile(), "problem": True, "file": shown(file.name)}
        return render(request, "scoring/rule_editor/new.html", page)
    assert sheet.data is not None
    name = shown(file.name)
    origin = name if name.lower().endswith(".toml") else f"{name}.toml"
    written = tomllib.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))
    extends = written["extends"] if written.get("extends") in SLUGS else ""
    sealed = signing.dumps([club.pk, exported(sheet.data), origin, extends], salt=SALT, compress=True)
    label = label_of(sheet.data)
    form = SheetNameForm(initial={"label": "" if label is None else label.in_language(language)})
    return _preview(request, club, form, sheet.data, sealed, origin, extends)


def _preview(
    request: HttpRequest, club: Club, form: SheetNameForm, data: Data, sealed: str, origin: str, extends: str
) -> HttpResponse:
    language = current_language()
    rules = rules_from(data, "import")
    page: dict[str, Any] = {
        "club": club,
        "form": form,
        "sealed": sealed,
        "file": origin,
        "sheet": speiszettel(rules, language, currency=club.currency),
    }
    if extends:
        page["extends"] = published()[extends].label.in_language(language)
        page["groups"] = grouped(differences(resolved(extends, read), data))
    return render(request, "scoring/rule_editor/import_preview.html", page)


def _begin_file(request: HttpRequest, club: Club) -> HttpResponse:
    language, sealed = current_language(), request.POST["sealed"]
    try:
        club_pk, text, origin, extends = signing.loads(sealed, salt=SALT)
    except signing.BadSignature:
        raise BadRequest("Not a form of these pages") from None
    if club_pk != club.pk:
        raise BadRequest("The form of another club")
    data = data_of(text)
    form = SheetNameForm(request.POST)
    if form.is_valid():
        label = label_of(data)
        is_same_name = label is not None and form.cleaned_data["label"] in label
        if answer := _begin(
            request, club, form, data if is_same_name else form.with_label(data, language), origin
        ):
            return answer
    return _preview(request, club, form, data, sealed, origin, extends)


# Shown to others, and as files


def _version(code: str) -> RulesetVersion:
    version = shown_behind(code)
    if version is None:
        raise Http404(code)
    assert version.ruleset is not None
    demand_here(version.ruleset.club)
    return version


@require_safe
def shown_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Show the newest version of the sheet; directors of a club may make one from it."""
    version = _version(code)
    assert version.ruleset is not None
    clubs = Club.objects.none()
    if request.user.is_authenticated:
        clubs = Club.objects.directed_by(request.user).exclude(pk=version.ruleset.club_id)
    page = {
        "code": code,
        "of": version.ruleset.club,
        "version": version,
        "clubs": clubs,
        **speiszettel_page(
            request,
            request.path,
            rules_of(version),
            version_of(version),
            currency=version.ruleset.club.currency,
        ),
    }
    return kept_from_search(render(request, "scoring/rule_editor/shown.html", page))


@require_safe
def shown_sheet_toml(request: HttpRequest, code: str) -> HttpResponse:
    """Send the sheet as a file, to make a sheet from it on another server."""
    version = _version(code)
    name = f"{version.slug}-{version.edition}-{version.code}.toml"
    return kept_from_search(toml_file(name, exported(data_of(version.text))))


def toml_file(name: str, text: str) -> HttpResponse:
    """Return a sheet as a file to save."""
    answer = HttpResponse(text.encode("utf-8"), content_type="application/toml; charset=utf-8")
    answer.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer
