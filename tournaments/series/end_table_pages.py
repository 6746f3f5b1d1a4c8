"""Pages of end tables: all of a club, each with its versions, and what new lines change in which series."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts.capability import FOUNDING
from scoring.capability import Capability, CoveredRows
from scoring.clubs.privacy.name_locations import DASH, Remedy, StoredText, TracedPerson
from scoring.deeds import log_of
from scoring.engine.amounts import noted
from scoring.export.answering import exported, file_of
from scoring.export.figures import Figures
from scoring.models import Club, Member, OtherName
from scoring.models.people import LONGEST_NAME
from scoring.names import folded
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.access import PAGE, directed_club, open_club
from scoring.web.fields import (
    PageForm,
    day_field,
    offer,
    several_field,
    spreadsheet_field,
    text_field,
)
from scoring.web.stored_forms import StoredForm
from scoring.web.submitting import submit
from scoring.web.uploads import takes_files
from tournaments.entrants.forms.lists import LIMITS, text_of
from tournaments.models import EndTable, EndTableResult, Entrant, Series, SeriesLot
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.privacy import free_of, renaming
from tournaments.series import end_tables as verbs
from tournaments.series.end_tables import (
    EndTableEntry,
    OtherNames,
    PlannedTable,
    entries_of,
    guests_in,
    key_of_event,
    key_of_name,
    lines_to_edit,
    outcomes_of_rows,
    planned,
    problems_with,
    shown_rows,
    state_of,
    with_members_now,
)
from tournaments.series.form_pages import Removal, crumbs_of_lists, crumbs_to, form_page, removal_page
from tournaments.series.forms import MOST_LETTERS, MOST_LINES, PeopleForm
from tournaments.series.lines import END_TABLES, PersonLine
from tournaments.series.pages import ShownEvent, ShownSeries, shown_together
from tournaments.series.tables import end_table_columns, end_table_rows, moved_table
from tournaments.series.year import moved_between

MOST_SHOWN = 50  # of each kind of change, and of people in a series
REPLACED = "replaced"  # the boxes of events whose lines give way


class CountingForm(PageForm):
    """The series in which end tables count."""

    series = several_field(gettext_lazy("They count in"))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        offer(self, series=[(str(each.pk), each.title) for each in club.series.all()])
        if not club.series.exists():
            del self.fields["series"]

    @property
    def chosen(self) -> list[int]:
        """Return the series that are ticked; of a valid form."""
        return sorted(map(int, self.cleaned_data.get("series", ())))


class EndTablesForm(PeopleForm, CountingForm):
    """Lines of end tables, and the series in which they count."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, kind=END_TABLES, **kwargs)

    def clean_lines(self) -> list[PersonLine]:
        if lines := super().clean_lines():
            return lines
        raise forms.ValidationError(_("Please write at least one line."))


class EndTableFile(PageForm):
    """A spreadsheet with end tables."""

    list = spreadsheet_field(
        gettext_lazy(
            "xlsx, ods or CSV, up to 1 MB, with headings such as event, date, name, place, points. "
            "Nothing is saved before you have seen the lines."
        )
    )


class EndTableForm(StoredForm):
    """What an end table is called, and when it was."""

    title = text_field(gettext_lazy("Title"), gettext_lazy("Please give a title."))
    date = day_field(gettext_lazy("Date"), required=True)


# What lines change


def changes_in_series(
    club: Club, plans: Sequence[PlannedTable], chosen: Collection[int]
) -> list[dict[str, Any]]:
    """Return, for each series in which it matters, whose place or points are others afterwards."""
    tables = [plan.table.pk for plan in plans if plan.table is not None and plan.changes]
    affected = club.series.filter(Q(events__end_table__in=tables) | Q(pk__in=chosen)).distinct().with_uses()
    series = list(affected.order_by("title", "pk"))
    return [
        {"series": shown.series, "number": len(moved["moved"]), "others": moved["others"]}
        | {"moved": moved["moved"][:MOST_SHOWN], "table": moved_table(moved["moved"][:MOST_SHOWN])}
        | {"further": max(len(moved["moved"]) - MOST_SHOWN, 0)}
        for shown in shown_together(series)
        for moved in (moved_between(shown, _with_plans(shown, plans, chosen)),)
    ]


def _with_plans(shown: ShownSeries, plans: Sequence[PlannedTable], chosen: Collection[int]) -> ShownSeries:
    """Return a series as it stands once the plans are stored."""
    events_by_table = {event.end_table: event for event in shown.events if event.end_table is not None}
    events, outcomes, names = list(shown.events), dict(shown.outcomes), dict(shown.names)
    for number, plan in enumerate(plans, 1):
        event = events_by_table.get(plan.table.pk) if plan.table else None
        if event is None and shown.series.pk in chosen:
            event = ShownEvent(-number, "", plan.entry.title, plan.entry.date, "", held=True)
            events.append(event)
        if event is not None:
            outcomes[event.pk] = outcomes_of_rows(plan.after.values(), shown.series.terms)
            names |= guests_in(plan.after.values())
    events.sort(key=lambda event: (event.date, event.pk))
    return replace(shown, events=tuple(events), outcomes=outcomes, names=names)


def changes_of(plan: PlannedTable, names: dict[int, str]) -> dict[str, Any]:
    """Return what a page says about one planned end table; `names` are those of members."""

    def called(row: EndTableResult) -> str:
        return names.get(row.member_id, "?") if row.member_id else row.guest

    return {
        "plan": plan,
        "lines": len(plan.entry.lines),
        "guests": [row.guest for row in plan.added if row.guest][:MOST_SHOWN],
        "added": [called(row) for row in plan.added[:MOST_SHOWN]],
        "changed": [
            (called(row), _in_words(earlier), _in_words(row)) for earlier, row in plan.changed[:MOST_SHOWN]
        ],
        "gone": [called(row) for row in plan.removed[:MOST_SHOWN]],
    }


def _in_words(row: EndTableResult) -> str:
    rank_words = [] if row.place is None else [_("place %(place)s") % {"place": row.place}]
    return ", ".join([*rank_words, *([] if row.points is None else [noted(row.points)])])


# Views


def _table_of(request: HttpRequest, slug: str, pk: int, *, directed: bool = False) -> EndTable:
    """Return an end table for members of its club, or only for its directors."""
    club = open_club(request, slug)
    table = get_object_or_404(club.end_tables, pk=pk)
    if directed and not club.is_directed:
        raise PermissionDenied
    return table


@require_safe
def end_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """List the end tables of a club, each with how many stand in it and in how many series it counts."""
    club = open_club(request, slug)
    current = Count("results", filter=Q(results__until=None), distinct=True)
    tables = EndTable.objects.filter(club=club)
    rows = tables.annotate(people=current, counts=Count("in_series", distinct=True))
    page = {"club": club, "crumbs": crumbs_of_lists(club, "all_series")}
    page["rows"] = [row for row in rows if row.people]
    page["removed"] = [row for row in rows if not row.people]
    return render(request, "tournaments/series/end_tables/end_tables.html", page)


@takes_files
@require_http_methods(PAGE)
def write_end_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Type end tables, or add those of a spreadsheet; see what changes in which series, and save it."""
    club = directed_club(request, slug)
    step, file = request.POST.get("step", ""), EndTableFile()
    if request.method != "POST":
        begun = _begun(request, club)
        replaced = begun.pop(REPLACED)
        return _writing(request, club, EndTablesForm(club=club, initial=begun), file, replaced=replaced)
    form = EndTablesForm(request.POST, club=club)
    if request.FILES or step == "file":
        file = EndTableFile(request.POST, request.FILES)
        return _writing(request, club, _with_file(request, form, file), file)
    if not form.is_valid():
        return _writing(request, club, form, file)
    entries = entries_of(form.cleaned_data["lines"], request.POST.getlist(REPLACED))
    if wrong := problems_with(entries):
        for sentence in wrong:
            form.add_error("lines", sentence)
        return _writing(request, club, form, file)
    preview = preview_until_saved(request, form, entries)
    if preview is None:
        return redirect("tournaments:end_tables", slug)
    return _writing(request, club, form, file, preview=preview)


def preview_until_saved(
    request: HttpRequest,
    form: CountingForm,
    entries: Sequence[EndTableEntry],
    others: OtherNames | None = None,
    *,
    is_open: bool = False,
) -> dict[str, Any] | None:
    """Return what entries change; None once they are saved, which only what was shown is.

    Nothing is saved while a question of the page `is_open`.
    """
    club, seen_state = form.club, request.POST.get("seen", "")
    plans = planned(club, entries, others)
    if request.POST.get("step") == "save" and is_open:
        form.add_error(
            None, _("Please decide first what happens to what is already stored. Nothing has been saved yet.")
        )
    elif request.POST.get("step") == "save":
        if seen_state != state_of(plans) or request.FILES:
            messages.info(request, _("Please look at what changes, then save. None of it is saved yet."))
        else:
            arguments = {
                "club": club,
                "entries": entries,
                "seen": seen_state,
                "series": form.chosen,
                "others": others,
            }
            message = _("Saved. Lines: %(lines)d, events: %(events)d.")
            message %= {"lines": sum(len(entry.lines) for entry in entries), "events": len(entries)}
            if submit(request, form, verbs.write_end_tables, message, **arguments):
                return None
    members = dict(Member.objects.filter(club=club).values_list("pk", "name"))
    return {
        "plans": [changes_of(plan, members) for plan in plans],
        "seen": state_of(plans),
        "series": changes_in_series(club, plans, form.chosen),
    }


def _writing(
    request: HttpRequest, club: Club, form: EndTablesForm, file: EndTableFile, **extra_context: Any
) -> HttpResponse:
    page = {"club": club, "form": form, "file": file, "heading": _("Write down end tables")}
    page["crumbs"] = crumbs_of_lists(club, "all_series", "end_tables")
    page |= {"replaced": request.POST.getlist(REPLACED), **extra_context}
    return render(request, "tournaments/series/end_tables/write_end_tables.html", page)


def _begun(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Return the lines of the end table and version asked for, to be replaced, and the series."""
    parameters = {
        name: text
        for name in ("table", "version", "series")
        if re.fullmatch(r"[0-9]{1,9}", text := request.GET.get(name, ""))
    }
    begun: dict[str, Any] = {"series": [parameters.get("series", "")], REPLACED: []}
    if "table" in parameters:
        table = get_object_or_404(EndTable, pk=int(parameters["table"]), club=club)
        version = parameters.get("version")
        rows = table.results.in_version(int(version)) if version else table.results.current()
        begun |= {"lines": lines_to_edit(rows), REPLACED: [key_of_event(table.title, table.date)]}
    return begun


def _with_file(request: HttpRequest, form: EndTablesForm, file: EndTableFile) -> EndTablesForm:
    """Return the form with the lines of a file below those that stand there; none of these is replaced."""
    if not file.is_valid():
        return form
    try:
        text = text_of(file.cleaned_data["list"], LIMITS._replace(rows=MOST_LINES), MOST_LETTERS)
    except UnreadableFile as unreadable:
        file.add_error("list", unreadable.message)
        return form
    existing = [row.usual for row in END_TABLES.rows_of(request.POST.get("lines", ""))]
    known = set(existing)
    added = [usual for row in END_TABLES.rows_of(text) if (usual := row.usual) not in known]
    data = {"lines": "\n".join([*existing, *added]), "series": request.POST.getlist("series")}
    count_sentence = _("Lines of the file, added below: %(number)d.") % {"number": len(added)}
    messages.info(request, f"{count_sentence} {_('None of it is saved yet.')}")
    return EndTablesForm(initial=data, club=form.club)


@require_safe
def end_table(request: HttpRequest, slug: str, end_table: int) -> HttpResponse:
    """Show an end table, also as it stood in an earlier version."""
    table = _table_of(request, slug, end_table)
    added = Count("added", distinct=True)
    ended = Count("ended", distinct=True)
    versions = list(table.versions.select_related("by").annotate(lines_added=added, lines_ended=ended))
    version_asked_for = request.GET.get("version", "")
    earlier = [each for each in versions[:-1] if str(each.number) == version_asked_for]
    version = earlier[0] if earlier else None
    rows = list(shown_rows(table, version.number if version else None))
    page = {
        "club": table.club,
        "crumbs": crumbs_to(table, with_itself=False),
        "table": table,
        "rows": rows,
        "lines": end_table_rows(rows),
        "version": version,
        "versions": versions[::-1],
        "series": _series_of(table),
    }
    return render(request, "tournaments/series/end_tables/end_table.html", page)


def _series_of(table: EndTable) -> list[Series]:
    """Return the series in which an end table counts."""
    all_series = list(Series.objects.filter(events__end_table=table).order_by("title"))
    for series in all_series:
        series.club = table.club
    return all_series


@require_safe
def export_end_table(request: HttpRequest, slug: str, end_table: int, form: str) -> HttpResponseBase:
    """Send an end table as a file."""
    table = _table_of(request, slug, end_table)
    title = f"{table.title} {table.date} {table.club.name}"
    figures = Figures.of(title, end_table_columns(), shown_rows(table), name=_("End table"))
    return file_of(request, table.club, figures, form)


@require_http_methods(PAGE)
def rename_end_table(request: HttpRequest, slug: str, end_table: int) -> HttpResponse:
    """Ask what it is called, and when it was."""
    table = _table_of(request, slug, end_table, directed=True)

    def form_for(posted: QueryDict | None = None) -> EndTableForm:
        stored = EndTable.objects.get(pk=table.pk)
        return EndTableForm(posted, initial={"title": stored.title, "date": stored.date})

    then = table.get_absolute_url()
    page: dict[str, Any] = {"heading": _("Title and date"), "way": (_("Cancel"), then)}
    return form_page(request, table, form_for, verbs.rename_end_table, then, **page)


REMOVAL = Removal(
    gettext_lazy("Take it out"),
    gettext_lazy("Its versions stay, and the lines of any of them can be saved again."),
    gettext_lazy("“%(title)s” counts nowhere any more. Its versions stay."),
    gettext_lazy("Take “%(title)s” out?"),
)


@require_http_methods(PAGE)
def remove_end_table(request: HttpRequest, slug: str, end_table: int) -> HttpResponse:
    """Ask once more; its versions stay, and any of them can be saved again."""
    table = _table_of(request, slug, end_table, directed=True)
    removal, titles = REMOVAL, ", ".join(series.title for series in _series_of(table))
    if titles:
        removal = removal._replace(words=f"{_('It no longer counts in:')} {titles}. {removal.words}")
    return removal_page(request, table, verbs.remove_end_table, removal)


# What is stored about people


def stored_of_end_tables(member: Member) -> Iterator[Figures]:
    """Yield a member's lines of end tables."""
    rows = EndTableResult.objects.current().filter(table__club=member.club).select_related("table")
    of_club = with_members_now(rows.order_by("table__date", "table__title"), [member.club])
    own = [row for row in of_club if row.member_id == member.pk]
    yield Figures.of(_("End tables"), end_table_columns(with_event=True), own)


def texts_of_end_tables(club: Club) -> Iterator[StoredText]:
    """Yield titles, and names of those who are no members, also in earlier versions."""
    where: dict[str, tuple[str, int]] = {}
    titles: dict[int, str] = {}
    named = EndTable.objects.filter(club=club).order_by("-pk").values_list("pk", "title", "results__guest")
    for table, title, guest in named.distinct():
        titles[table] = title
        if guest:
            where[guest] = (title, table)
    for table, title in sorted(titles.items()):
        page = reverse("tournaments:rename_end_table", args=[club.slug, table])
        yield StoredText(_("End table"), title, page, Remedy.CHANGE, f"end_table:{table}", room=LONGEST_TITLE)
    for guest, (title, number) in sorted(where.items()):
        page = reverse("tournaments:end_table", args=[club.slug, number])
        where_used = _("Name in the end table “%(title)s”") % {"title": title}
        key = f"end_table_name:{_key_of(guest)}"
        yield StoredText(where_used, guest, page, Remedy.BLANK, key, room=LONGEST_NAME, is_name=True)


def names_in_end_tables(club: Club) -> Iterable[str]:
    """Return the names of those who are no members, in all versions; one query."""
    rows = EndTableResult.objects.filter(table__club=club).exclude(guest="").order_by("guest")
    return rows.values_list("guest", flat=True).distinct()


def _key_of(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:16]


def rename_guest(club: Club, key: str, text: str) -> None:
    """Write something else in the place of a name, in all versions, and in the lots that it was in."""
    names = set(names_in_end_tables(club))
    for name in [name for name in names if _key_of(name) == key]:
        _rename(club, name, free_of(text or DASH, names - {name}))


def _rename(club: Club, name: str, instead: str) -> None:
    EndTableResult.objects.filter(table__club=club, guest=name).update(guest=instead)
    old_key, now = key_of_name(name), key_of_name(instead)
    Entrant.objects.filter(tournament__club=club, finalist=old_key).update(finalist=now)
    for lot in SeriesLot.objects.filter(series__club=club):
        if old_key in lot.order:
            lot.order = [now if person == old_key else person for person in lot.order]
            lot.save(update_fields=["order"])


def forget_names(person: TracedPerson, neutral: str) -> None:
    """Forget a name that stands in end tables only, and what a member is called there."""
    keys = person.keys - set(map(folded, person.others.values())) if person.member else set()
    own = {name for name in names_in_end_tables(person.club) if folded(name) in keys}
    for name in person.called | own:
        _rename(person.club, name, neutral)


def store_old_results(rows: Iterable[Mapping[str, Any]]) -> None:
    """Store what each series had of its own in an older file of the club, as the update does."""
    import_module("tournaments.migrations.0019_end_tables").store_end_tables(apps, rows)


def store_other_names(rows: Iterable[Mapping[str, Any]]) -> None:
    """Store what members are called elsewhere out of a club file that has it among end tables."""
    OtherName.objects.bulk_create(
        OtherName(club_id=row["club"], name=row["name"], key=row["key"], member_id=row["member"])
        for row in rows
    )


club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("end-tables/", end_tables, name="end_tables"),
    path("end-tables/write/", write_end_tables, name="write_end_tables"),
    path("end-tables/<int:end_table>/", end_table, name="end_table"),
    path("end-tables/<int:end_table>/", include(exported(export_end_table))),
    path("end-tables/<int:end_table>/rename/", rename_end_table, name="rename_end_table"),
    path("end-tables/<int:end_table>/remove/", remove_end_table, name="remove_end_table"),
]


OF_GUESTS = ("admit_guest", "join_guest", "separate_guest")
COVERED = (
    CoveredRows(
        "endtables",
        "club",
        frozenset((*FOUNDING, *OF_GUESTS, "write_end_tables", "remove_end_table")),
        EndTableResult,
        "table__club",
        ("table", "since", "until", "member", "place", "kept_points", "outcome"),
    ),
)
CAPABILITY = Capability(
    covered=COVERED,
    urls=__name__,
    words=log_of(verbs),
    anonymisers=(forget_names,),
    bare_names=(names_in_end_tables,),
    legacy_importers={"tournaments.oldresult": store_old_results, "tournaments.othername": store_other_names},
    free_texts=(texts_of_end_tables,),
    text_editors={
        "end_table": renaming(EndTable.objects.all(), "title", "date"),
        "end_table_name": rename_guest,
    },
    privacy_reports=(stored_of_end_tables,),
)
