"""Pages to export a whole club as one file, and to import one at the first start."""

import logging
from collections.abc import Generator
from contextlib import ExitStack, suppress
from tempfile import TemporaryFile
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts import verbs as people
from scoring.accounts.open_sessions import start_session
from scoring.archive import exporting, importing, reading, tables, waiting
from scoring.archive.verbs import come_back, move_away
from scoring.archive.waiting import forget
from scoring.capability import Capability, sentence
from scoring.deeds import Refused, log_of
from scoring.models import Club
from scoring.uploads.packed import TablesReport
from scoring.web.access import PAGE, deed_of, owned_club, redirect_to_sign_in
from scoring.web.fields import NewPassword, PageForm, choice_field, offer, text_field
from scoring.web.language import current_language
from scoring.web.news import line, streamed_lines
from scoring.web.submitting import submit
from scoring.web.uploads import MOST_OF_A_CLUB, WholeFile, takes_files


class ClubFile(PageForm):
    """The file of a club."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("What “The whole club as one file” gave you on the other installation."),
        error_messages=dict.fromkeys(
            ("required", "missing", "invalid", "empty"), gettext_lazy("Please choose the file of the club.")
        ),
    )


class BringClub(NewPassword):
    """Asks which of the file's owners signs in here, and with which password."""

    owner = choice_field(
        gettext_lazy("You are"),
        wrong=gettext_lazy("Please choose which of the owners you are."),
        help_text=gettext_lazy("You sign in with this name, and run this installation."),
    )
    field_order = ["owner", "password"]

    def __init__(self, *args: Any, owners: tuple[reading.Owner, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [
            owner.name if owner.name == owner.member else f"{owner.name} ({owner.member})" for owner in owners
        ]
        offer(self, owner=zip([str(owner.account) for owner in owners], names, strict=True))


security = logging.getLogger("tarockclub.security")
TOO_BIG = gettext_lazy(
    "The file is too big for this page: %(limit)d MB at most. The person who runs the program can "
    "import it with “%(command)s”."
)
NO_ROOM = gettext_lazy(
    "The server has no room for the file. The person who runs the program can import it with “%(command)s”."
)


class NewAddress(PageForm):
    """The address of the installation where a club goes on."""

    address = text_field(
        gettext_lazy("Address of the other server"),
        gettext_lazy("Please give the address of the other server, such as https://tarock.example.org"),
        inputmode="url",
        autocapitalize="none",
        spellcheck="false",
    )


@require_http_methods(PAGE)
def club_archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is in the file, what is not, and where to download it; redirect the club's addresses."""
    club = owned_club(request, slug, is_here=False)
    form = NewAddress(request.POST or None)
    if request.method == "POST":
        result = None
        if "back" in request.POST:
            result = submit(request, None, come_back, _("The club is here again."), club=club)
        elif form.is_valid():
            message = _("From now on the addresses of the club are redirected to the other server.")
            result = submit(request, form, move_away, message, club=club, **form.cleaned_data)
        if result is not None:
            return redirect("scoring:club_archive", slug)
    contents, file = tables.contents_of(club), exporting.file_name(club)
    page = {"club": club, "contents": contents, "file": file, "form": form}
    return render(request, "scoring/archive/club_archive.html", page)


@require_safe
def club_file(request: HttpRequest, slug: str) -> FileResponse:
    """Send the file once it is complete, so that no broken one is handed out."""
    club = owned_club(request, slug, is_here=False)
    security.info("club_file: account %s club %s", request.user.pk, club.pk)
    with ExitStack() as until_it_is_whole:
        file = until_it_is_whole.enter_context(TemporaryFile())
        exporting.write_club(club, file)
        file.seek(0)
        until_it_is_whole.pop_all()  # from now on the answer closes it
    return FileResponse(
        file, as_attachment=True, filename=exporting.file_name(club), content_type="application/zip"
    )


@takes_files
@csrf_exempt  # the view within looks at the token: before that it is said how much of a file is listened to
def bring_club(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the file of a club at the first start, and keep it until it is confirmed."""
    if constant_time_compare(code, people.setup_code()) and not people.is_set_up():
        request.upload_handlers = [WholeFile(request)]
    return _bring_club(request, code)


@csrf_protect
@require_http_methods(PAGE)
def _bring_club(request: HttpRequest, code: str) -> HttpResponse:
    """Look at the file, and store only the file itself."""
    _demand_code(code)
    if people.is_set_up():
        return _no_more(request)
    if request.method != "POST":
        return render(request, "scoring/archive/bring_club.html", {"form": ClubFile(), "code": code})
    form, size = ClubFile(request.POST, request.FILES), int(request.META.get("CONTENT_LENGTH") or 0)
    if size > MOST_OF_A_CLUB:
        form = ClubFile()
        form.cleaned_data = {}
        most = {"limit": MOST_OF_A_CLUB // 1_000_000, "command": settings.COMMAND_LINE("import_club")}
        form.add_error("file", TOO_BIG % most)
    elif form.is_valid():
        file: UploadedFile = form.cleaned_data["file"]
        try:
            with reading.look_into(file, is_strangers=True) as archive:
                assert archive.contents
            return redirect("scoring:look_at_club", code, waiting.keep(file.chunks()))
        except reading.Unusable as unusable:
            form.add_error("file", str(unusable))
        except OSError:
            form.add_error(None, NO_ROOM % {"command": settings.COMMAND_LINE("import_club")})
    return render(request, "scoring/archive/bring_club.html", {"form": form, "code": code})


@sensitive_post_parameters()
@require_http_methods(PAGE)
def look_at_club(request: HttpRequest, code: str, digest: str) -> HttpResponseBase:
    """Show what is in the file; once confirmed, bring in the club and sign in its owner."""
    _demand_code(code)
    if request.method == "POST" and (answered := _again(request, deed_of(request))):
        return answered
    if people.is_set_up():
        return _no_more(request)
    file = waiting.opened(digest)
    if file is None:
        return redirect("scoring:bring_club", code)
    problem = ""
    with file:
        try:
            with reading.look_into(file, is_strangers=True) as archive:
                form = BringClub(request.POST or None, owners=archive.contents.owners)
                if form.is_valid():
                    options = {
                        "deed": deed_of(request),
                        "owner": int(form.cleaned_data["owner"]),
                        "password": form.cleaned_data["password"],
                    }
                    if request.GET.get("progress") == "1":
                        return streamed_lines(_news(digest, options, archive.scan), current_language())
                    try:
                        return _brought(request, archive, options)
                    except Refused as refused:
                        form.show(refused)
                contents = archive.contents
        except reading.Unusable as unusable:
            form = BringClub(owners=())
            problem, contents = str(unusable), None
    page = {"form": form, "contents": contents, "problem": problem, "code": code, "digest": digest}
    return render(request, "scoring/archive/look_at_club.html", page)


def _brought(request: HttpRequest, archive: reading.Archive, options: dict[str, Any]) -> HttpResponse:
    try:
        brought = importing.bring_in(archive, **options)
    except reading.Unusable:
        if (answered := _again(request, options["deed"])) is None:  # the same form, sent twice at once
            raise
        return answered
    waiting.forget()
    start_session(request, brought.owner)
    return redirect(brought.club)


def _news(digest: str, options: dict[str, Any], looked: TablesReport) -> Generator[bytes, None, None]:
    """Yield the progress of an import; in the end the page sends its form again for the answer."""
    try:
        if (file := waiting.opened(digest)) is not None:
            with file, reading.look_into(file, scan=looked) as archive:
                yield from _steps(archive, options)
            waiting.forget()
    except Refused:
        pass  # the form says it
    except reading.Unusable as unusable:
        if importing.brought_before(options["deed"], options["password"]) is None:
            yield line(problem=str(unusable))
            return
    yield line(send="again")


def _steps(archive: reading.Archive, options: dict[str, Any]) -> Generator[bytes, None, None]:
    """Yield the progress of an import; finish it even if the browser disconnects."""
    steps = importing.bringing_in(archive, **options)
    try:
        for step in steps:
            yield line(what=step.what, done=step.rows_done, of=step.of)
    except GeneratorExit:
        with suppress(reading.Unusable, Refused):  # nobody is there who could be told
            importing.to_the_end(steps)
            waiting.forget()
        raise


def _again(request: HttpRequest, deed: UUID) -> HttpResponse | None:
    """Answer the same form once more, after it was done."""
    owner = importing.brought_before(deed, request.POST.get("password", ""))
    if owner is None:
        return None
    start_session(request, owner)
    club = Club.objects.owned_by(owner).order_by("pk").first()
    return redirect(club or "scoring:clubs")


def _demand_code(code: str) -> None:
    if not constant_time_compare(code, people.setup_code()):
        raise Http404


def _no_more(request: HttpRequest) -> HttpResponse:
    """Redirect to signing in once the club is there; refuse a file after that."""
    if importing.was_brought():
        return redirect_to_sign_in(request, _("The club is there. Please sign in."))
    if request.method == "POST":
        raise Http404
    return redirect_to_sign_in(request, _("The set-up is done. Please sign in."))


site_urls: list[URLPattern | URLResolver] = [
    path("setup/<str:code>/club/", bring_club, name="bring_club"),
    path("setup/<str:code>/club/<str:digest>/", look_at_club, name="look_at_club"),
]

club_urls: list[URLPattern | URLResolver] = [
    path("archive/", club_archive, name="club_archive"),
    path("archive/file/", club_file, name="club_file"),
]


# A club as one file: what it hands to the rest of the program


CAPABILITY = Capability(
    urls=__name__,
    words={
        "import_club": sentence(gettext_lazy("imported the club %(name)s from another installation")),
        **log_of(move_away, come_back),
    },
    cache_clearers=(forget,),
)
