"""Sheets, evenings and seasons as files; whoever may read the page may have them."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.editions.rules_played import rules_in_words
from scoring.evenings.export.books import book_of_evening
from scoring.evenings.export.settling import figures_of_settling
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.figures import ready
from scoring.figures.figures import Book, Figures, as_demonstration, under_rules
from scoring.figures.workbook import drain
from scoring.figures.writing import File, file_in
from scoring.models import Account, Club, Evening, Member, OldBatch, OldKind, Sheet
from scoring.names import in_an_address
from scoring.old_sheets.export import book_of_old_batch, figures_of_old_totals
from scoring.old_sheets.pages import amounts_of, tables_of, totals_of
from scoring.season.export.careers import book_of_career
from scoring.season.export.seasons import book_of_season, figures_of_hands
from scoring.season.export.standings import figures_of_season, figures_of_strengths
from scoring.season.export.statistics import book_of_statistics
from scoring.season.forms.season import SeasonForm
from scoring.season.forms.statistics import ChoiceForm, MembersChoiceForm, asked_for
from scoring.season.pages.career import career_of
from scoring.season.pages.rating import strengths_of
from scoring.season.pages.season import SeasonStandings, standings_of
from scoring.season.pages.statistics.club import statistics_of
from scoring.season.views.season import period_in_words, season_form
from scoring.table.export import figures_of_sheet
from scoring.table.pages.page import paper_of
from scoring.table.views.at_the_table import visit
from scoring.web.access import open_club
from scoring.web.language import current_language
from scoring.web.news import in_language, line, telling

LONGEST_STEM = 80  # letters of a file's name
SCHEMA = settings.BASE_DIR / "scoring" / "figures" / "schema.json"


def file_of(request: HttpRequest, club: Club, what: Book | Figures, form: str) -> HttpResponseBase:
    """`?plain=1` asks for a CSV that programs read, `?progress=1` for news while the file is made.

    What is in memory is answered as a whole. What is read from the database row by row is sent on as it
    comes, or goes to a file on disk first where the format is a zip.
    """
    book = Book.of(what) if isinstance(what, Figures) else what
    if club.demonstration:
        book = as_demonstration(book)
    plain = request.GET.get("plain") == "1"
    file = file_in(form, book, plain=plain)
    name = f"{_stem_of(book.title)}{'-plain' if plain else ''}.{file.ending}"
    if request.GET.get("progress") == "1" and isinstance(request.user, Account):
        return _making(file, name, book.rows, request.user)
    answer: HttpResponseBase
    if not book.streams:
        answer = HttpResponse(file.content)
    elif file.pieces is not None:
        contents = (piece.content for piece in file.pieces())
        answer = StreamingHttpResponse(in_language(contents, current_language()))
    else:
        answer = FileResponse(_on_disk(file))
    answer.headers["Content-Type"] = file.content_type
    answer.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return answer


def _stem_of(title: str) -> str:
    """Whole words, where there are too many of them.

    >>> _stem_of("Abend 2026-05-08"), len(_stem_of("Gasthaus " * 30)), _stem_of("♠")
    ('abend-2026-05-08', 80, 'tarock')
    """
    stem = in_an_address(title) or "tarock"
    if len(stem) > LONGEST_STEM:
        stem = (stem[: LONGEST_STEM + 1].rpartition("-")[0] or stem)[:LONGEST_STEM]
    return stem


def _on_disk(file: File) -> Iterable[bytes]:
    """Without a name: it is gone when it has been sent."""
    made = TemporaryFile()  # noqa: SIM115 - the answer closes it
    try:
        drain(file.write(made))
    except BaseException:
        made.close()
        raise
    made.seek(0)
    return made


# Made while somebody watches


def _making(file: File, name: str, rows: int, account: Account) -> HttpResponseBase:
    """Lines of JSON: how far it is, and at last where the file can be fetched."""
    return telling(_news(file, name, rows, account), current_language())


def _news(file: File, name: str, rows: int, account: Account) -> Generator[bytes, None, None]:
    path = ready.begun()
    handed_over = False
    try:
        with path.open("wb") as into:
            for written in file.write(into):
                yield line(rows=written, of=max(rows, written))
        token = ready.token_of(path, name, file.content_type, account)
        yield line(ready=reverse("scoring:ready_export", args=[token]))
        handed_over = True
    finally:
        if not handed_over:  # whoever waited has gone, or it went wrong
            path.unlink(missing_ok=True)


@never_cache
@require_safe
def ready_export(request: HttpRequest, token: str) -> HttpResponseBase:
    """Once, and for the account that waited for it; a look at its head does not count."""
    if not isinstance(request.user, Account) or request.method == "HEAD":
        raise Http404
    found = ready.fetched(token, request.user)
    if found is None:
        raise Http404
    answer = FileResponse(found.file, as_attachment=True, filename=found.name)
    answer.headers["Content-Type"] = found.content_type
    return answer


@require_safe
def export_schema(request: HttpRequest) -> HttpResponse:
    """What a JSON file of ours looks like, for whoever reads it with a program."""
    return HttpResponse(Path(SCHEMA).read_bytes(), content_type="application/schema+json")


# What is exported


def _under_rules(figures: Figures, sheets: Iterable[Sheet]) -> Figures:
    return under_rules(figures, rules_in_words(sheets, current_language()))


@never_cache
@require_safe
def export_sheet(request: HttpRequest, pk: int, form: str) -> HttpResponseBase:
    sheet = visit(request, pk).sheet
    paper = paper_of(sheet, sheet.evening.names(), current_language())
    figures = figures_of_sheet(paper, sheet.name, sheet.evening.date)
    return file_of(request, sheet.evening.club, _under_rules(figures, [sheet]), form)


def _evening(club: Club, pk: int) -> Evening:
    return get_object_or_404(Evening.objects.played_in(club), pk=pk)


@never_cache
@require_safe
def export_settling(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """Of an evening, or of a table that plays by itself."""
    club = open_club(request, slug)
    evening = _evening(club, pk)
    sheets = sheets_of(evening)
    figures = figures_of_settling(settling_of(evening, sheets, current_language()), evening.date)
    return file_of(request, club, _under_rules(figures, sheets), form)


@never_cache
@require_safe
def export_evening(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """The whole evening: its sheets, the money, the rules."""
    club = open_club(request, slug)
    evening = _evening(club, pk)
    book = book_of_evening(evening, title_of_evening(evening, club), current_language())
    return file_of(request, club, book, form)


def title_of_evening(evening: Evening, club: Club) -> str:
    return " ".join(filter(None, (_("Evening"), str(evening.date), evening.place, club.name)))


@never_cache
@require_safe
def export_season(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """All pages of the standings, with the names that were looked for."""
    club = open_club(request, slug)
    asked = _asked(request, club)
    standings = standings_of(asked.season)
    found = SeasonStandings(
        tuple(one for one in standings.members if asked.finds(one)),
        tuple(one for one in standings.guests if asked.finds(one)),
    )
    title = _titled(_("Season"), asked)
    whole = asked.shows_guests and not asked.words
    figures = figures_of_season(found, title, guests=asked.shows_guests, whole=whole)
    return file_of(request, club, figures, form)


@never_cache
@require_safe
def export_rating(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """All pages of the playing strengths, with the names that were looked for."""
    club = open_club(request, slug)
    asked = _asked(request, club)
    found = strengths_of(asked.season).of(asked.finds)
    title = _titled(_("Playing strength"), asked)
    return file_of(request, club, figures_of_strengths(found, title, guests=asked.shows_guests), form)


@never_cache
@require_safe
def export_career(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """All that a member's own page shows, of the hands that were chosen."""
    club = open_club(request, slug)
    member = get_object_or_404(Member, club=club, pk=pk)
    asked, language = _asked(request, club), current_language()
    career = career_of(member, asked.season, language, asked_for(request.GET))
    choice = MembersChoiceForm(request.GET, rules=career.rules, language=language, people=career.people)
    if not choice.is_valid():
        raise BadRequest("Nothing like this was played")
    title = _titled(f"{member.name}: {_('Season')}", asked)
    return file_of(request, club, book_of_career(career, title, chosen=" ".join(choice.told)), form)


@never_cache
@require_safe
def export_statistics(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """All that the page of the club's statistics shows, of the hands that were chosen."""
    club = open_club(request, slug)
    asked, language = _asked(request, club), current_language()
    found = statistics_of(asked.season, language, asked_for(request.GET))
    choice = ChoiceForm(request.GET, rules=found.rules, language=language, people=found.people)
    if not choice.is_valid():
        raise BadRequest("Nothing like this was played")
    title = _titled(_("Statistics"), asked)
    return file_of(request, club, book_of_statistics(found, title, chosen=" ".join(choice.told)), form)


@never_cache
@require_safe
def export_old_totals(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """Everybody's total on the sheets of amounts: of all, or of the year that the page shows."""
    club = open_club(request, slug)
    amounts = amounts_of(club, request.GET.get("year", ""))
    year = str(amounts.year) if amounts.year else ""
    title = " ".join(filter(None, (_("Old sheets"), year, club.name)))
    return file_of(request, club, figures_of_old_totals(amounts.totals, title), form)


@never_cache
@require_safe
def export_old_batch(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponseBase:
    """What came in with one file of amounts; hands that came in leave with their sheets."""
    club = open_club(request, slug)
    batch = get_object_or_404(OldBatch, club=club, kind=OldKind.AMOUNTS, pk=pk)
    title = f"{_('Old sheets')} {club.name}"
    return file_of(request, club, book_of_old_batch(totals_of([batch]), tables_of(batch), title), form)


@never_cache
@require_safe
def export_season_book(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """Everybody's standings, evening by evening, with statistics and rules."""
    club = open_club(request, slug)
    asked = _asked(request, club)
    title = _titled(_("Season book"), asked)
    return file_of(request, club, book_of_season(asked.season, title, current_language()), form)


@never_cache
@require_safe
def export_season_hands(request: HttpRequest, slug: str, form: str) -> HttpResponseBase:
    """All hands, however many."""
    club = open_club(request, slug)
    asked = _asked(request, club)
    title = _titled(_("Hands"), asked)
    return file_of(request, club, figures_of_hands(asked.season, title, current_language()), form)


def _asked(request: HttpRequest, club: Club) -> SeasonForm:
    asked = season_form(request, club)
    if not asked.is_valid():
        raise BadRequest("No such period")
    return asked


def _titled(what: str, asked: SeasonForm) -> str:
    return " ".join(filter(None, (what, period_in_words(asked), asked.club.name)))
