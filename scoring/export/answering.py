"""Answer a request with a table or workbook: at once, streamed, or made while its progress is shown."""

import json
import logging
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack
from hashlib import sha256
from tempfile import TemporaryFile
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from scoring.export import pending_downloads
from scoring.export.figures import Figures, Workbook, as_demonstration
from scoring.export.results_file import MEDIA_TYPE, without_names
from scoring.export.workbook import drain
from scoring.export.writing import FORMATS, File, file_in
from scoring.models import Account, Club
from scoring.names import in_a_file_name
from scoring.web.access import kept_from_search
from scoring.web.language import current_language
from scoring.web.news import in_language, line, streamed_lines

LONGEST_STEM = 80  # letters of a file's name

security = logging.getLogger("tarockclub.security")


def exported(view: Callable[..., HttpResponseBase], name: str = "") -> list[URLPattern]:
    """Return an address for every format."""
    return [path(f"export/{form}/", view, {"form": form}, name=name or view.__name__) for form in FORMATS]


def file_of(request: HttpRequest, club: Club, what: Workbook | Figures, form: str) -> HttpResponseBase:
    """Answer with a file: `?progress=1` wants news while the file is made.

    What is in memory is answered as a whole. What is read from the database row by row is sent on as it
    comes, or goes to a file on disk first where the format is a zip.
    """
    workbook = Workbook.of(what) if isinstance(what, Figures) else what
    if club.demonstration:
        workbook = as_demonstration(workbook)
    file = file_in(form, workbook)
    name = f"{_stem_of(workbook.title)}.{file.ending}"
    view = request.resolver_match.url_name if request.resolver_match else ""
    security.info("%s: account %s club %s as %s", view, request.user.pk or "none", club.pk, form)
    if request.GET.get("progress") == "1" and isinstance(request.user, Account):
        news = _news(file, name, workbook.rows, request.user)
        return streamed_lines(news, current_language())
    answer: HttpResponseBase
    if not workbook.streams:
        answer = HttpResponse(file.content)
    elif file.pieces is not None:
        contents = (piece.content for piece in file.pieces())
        answer = StreamingHttpResponse(in_language(contents, current_language()))
    else:
        answer = FileResponse(_on_disk(file))
    answer.headers["Content-Type"] = file.content_type
    answer.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer


def results_answer(request: HttpRequest, club: Club, document: dict[str, Any], title: str) -> HttpResponse:
    """Answer with a file of results: `?names=0` wants one without names."""
    names = request.GET.get("names") != "0"
    program = {"x_program": f"Tarockclub {settings.RELEASE()}"}
    results = {**(document if names else without_names(document)), **program}
    stem = _stem_of(f"{_('Demonstration')} {title}" if club.demonstration else title)
    name = f"{stem}{'' if names else '-' + _('without names').replace(' ', '-')}.tarock.json"
    security.info("results: account %s club %s names %s", request.user.pk or "none", club.pk, names)
    answer = HttpResponse(json.dumps(results, ensure_ascii=False), content_type=MEDIA_TYPE)
    answer.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer


def for_programs(
    request: HttpRequest, answer: HttpResponseBase, cache_control: str, tag: str = ""
) -> HttpResponseBase:
    """Let programs and pages anywhere read an answer of public pages, and ask whether it still holds.

    Search engines keep out. What is sent while it is read from the database has no tag.
    """
    if "progress" in request.GET:
        return answer
    if isinstance(answer, HttpResponse):
        answer.headers["ETag"] = tag or f'"{sha256(answer.content).hexdigest()[:32]}"'
        answer.headers["Cache-Control"] = cache_control
        answer = get_conditional_response(request, answer.headers["ETag"], None, answer) or answer
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return kept_from_search(answer)


def _stem_of(title: str) -> str:
    """Return the beginning of a file's name: a few whole words, in their own letters.

    >>> _stem_of("Abend 2026-05-08"), len(_stem_of("Gasthaus " * 30)), _stem_of("Львів"), _stem_of("♠")
    ('abend-2026-05-08', 80, 'львів', 'tarock')
    """
    stem = in_a_file_name(title) or "tarock"
    if len(stem) > LONGEST_STEM:
        stem = (stem[: LONGEST_STEM + 1].rpartition("-")[0] or stem)[:LONGEST_STEM]
    return stem


def _on_disk(file: File) -> Iterable[bytes]:
    """Return the file written to a nameless file on disk, which is deleted once it has been sent."""
    with ExitStack() as unless_written:
        made = unless_written.enter_context(TemporaryFile())
        drain(file.write(made))
        unless_written.pop_all()  # the answer closes it
    made.seek(0)
    return made


def _news(file: File, name: str, rows: int, account: Account) -> Generator[bytes, None, None]:
    """Yield lines of JSON: the progress of a file, and at last the address to fetch it."""
    made = pending_downloads.begun()
    try:
        with made.open("wb") as into:
            for written in file.write(into):
                yield line(rows=written, of=max(rows, written))
        token = pending_downloads.token_of(made, name, file.content_type, account)
        yield line(ready=reverse("scoring:ready_export", args=[token]))
    except BaseException:  # whoever waited has gone, or it went wrong
        made.unlink(missing_ok=True)
        raise
