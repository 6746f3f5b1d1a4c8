"""Lists, pasted or from a file: final standings, points, groups, teams, the order of a lot."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib import import_module
from typing import Any

from django import forms
from django.apps import apps
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts.capability import FOUNDING, JOINING
from scoring.accounts.club_rights import demand_director, locked
from scoring.accounts.names import remember_other_names
from scoring.capability import Capability, CoveredRows, NamedOnLists
from scoring.clubs.privacy.name_locations import DASH, Remedy, StoredText, TracedPerson
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, log_of, store, verb
from scoring.export.answering import exported, file_of
from scoring.export.figures import Figures
from scoring.models import Account, Club, Member, OtherName, Participant
from scoring.models.people import LONGEST_NAME
from scoring.names import folded, tidy
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.access import PAGE, directed_club, done_before, open_club
from scoring.web.columns import Column, ColumnKind
from scoring.web.confirming import Confirmation, confirm
from scoring.web.fields import day_field, lines_field, offer, several_field, spreadsheet_field, text_field
from scoring.web.stored_forms import StoredForm
from scoring.web.submitting import submit
from scoring.web.uploads import takes_files
from tournaments.entrants.forms.lists import LIMITS, text_of
from tournaments.models import Counted, Line, PeopleList
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.preconditions import of_directed_club
from tournaments.privacy import free_of, renaming
from tournaments.series.export import Listing, RankedTable
from tournaments.series.lines import (
    MOST_LETTERS,
    MOST_LINES,
    ListEntry,
    PersonLine,
    as_text,
    entries_of,
    lines_in,
    problems_with,
)
from tournaments.series.points import People, SeriesPerson, people_of
from tournaments.series.verbs import demand_sound

LINES_PER_STATEMENT = 500
OTHER_NAMES = "tournaments.othername"
OF_SERIES = tuple(  # what series went by in files of earlier versions
    f"tournaments.{name}"
    for name in (
        *("endtable", "endtableversion", "endtableresult", "membergroup", "groupmember", "seriesgroup"),
        *("broughtpoints", "serieslot", "seriesfinal", "decline", "seriesevent", "oldresult"),
    )
)


def existing_list(lists: Collection[PeopleList], entry: ListEntry) -> PeopleList | None:
    """Return the list of a club that an entry would replace: by its id, else by title and day."""
    by_id = (each for each in lists if entry.event_id and each.event_id == entry.event_id)
    of_day = (each for each in lists if each.date == entry.date and folded(each.title) == folded(entry.title))
    return next(by_id, None) or next(of_day, None)


def made_lines(entry: ListEntry, people: People, earlier: Sequence[Line] = ()) -> list[Line]:
    """Return the lines of an entry, with the members that earlier lines gave the same names."""
    known = dict(people.known)
    same = {(folded(line.name), line.place, line.kept_points): line for line in earlier}
    of_name = {folded(line.name): line for line in earlier}
    for row in earlier:
        if row.member_id:
            known[folded(people.names[f"m{row.member_id}"])] = row.member_id
    made = []
    for line in entry.lines:
        key, points = folded(line.name), "" if line.points is None else str(line.points)
        was, result = of_name.get(key), same.get((key, line.place, points))
        stranger = was is not None and was.stranger
        made.append(
            Line(
                name=tidy(line.name),
                member_id=None if stranger else known.get(key),
                stranger=stranger,
                place=line.place,
                kept_points=points,
                words=tidy(line.words),
                outcome=line.outcome or ("" if result is None else result.outcome),
            )
        )
    return made


@dataclass(frozen=True)
class Replacement:
    """A list to be replaced, with the differences between old and new lines."""

    title: str
    rows: list[tuple[str, str]]

    @property
    def table(self) -> Listing:
        """Return the rows beside each other."""
        columns = (
            Column(pgettext("series", "Before"), key="old", of="0", empty="–"),
            Column(pgettext("series", "Now"), key="new", of="1", empty="–"),
        )
        return Listing(self.rows, columns, label=self.title)


def replacements(
    club: Club, entries: Iterable[ListEntry], people: People, replaced: PeopleList | None = None
) -> list[Replacement]:
    """Return the changes of existing lists by these entries."""
    replaced_lists, lists = [], list(club.lists.all())
    for entry in entries:
        existing = replaced or (existing_list(lists, entry) if entry.replaces else None)
        if existing is not None:
            earlier = list(existing.lines.in_order())
            old_texts = _texts(earlier, people)
            new_texts = _texts(made_lines(entry, people, earlier), people)
            pairs = [(old_texts.get(who, ""), new_texts.get(who, "")) for who in {**old_texts, **new_texts}]
            rows = [(old, new) for old, new in pairs if old != new]
            replaced_lists.append(Replacement(existing.title, rows))
    return replaced_lists


def _texts(lines: Iterable[Line], people: People) -> dict[SeriesPerson, str]:
    return {who: as_text(line, people.names) for who, line in people.by_person(lines).items()}


def state_of(replaced: Sequence[Replacement], entries: Sequence[ListEntry]) -> str:
    """Return a fingerprint of the preview, which is shown again if it has changed."""
    return sha256(repr((replaced, entries)).encode()).hexdigest()[:24]


@verb(
    log=ngettext_lazy(
        "wrote down lists (%(title)s): %(number)d line",
        "wrote down lists (%(title)s): %(number)d lines",
        "number",
    ),
)
def write_lists(
    act: PendingDeed[Account],
    *,
    club: Club,
    entries: Sequence[ListEntry],
    replaced: PeopleList | None = None,
    series: Collection[int] = (),
    others: Mapping[str, int | None] | None = None,
) -> Club:
    """Store lists that count in these series; replaced ones stay in the log.

    `replaced` is the list that is changed, to one other. `others` are names from elsewhere with the members
    they are; None: nobody of the club.
    """
    club = locked(club)
    demand_director(club, act.actor)
    act.demand_nothing_newer()
    if replaced is not None and not club.lists.filter(pk=replaced.pk).exists():
        raise ChangedMeanwhile()
    wrong = problems_with(entries)
    if replaced is not None:
        wrong += several_events_in(entries)
    if wrong:
        raise Refused(lines=wrong)
    remember_other_names(club, others or {})
    people, removed, lists = people_of(club), list[str](), list(club.lists.all())
    written_to: list[PeopleList] = []
    for entry in entries:
        same = existing_list([*lists, *written_to], entry)
        if same is not None and same != replaced and not entry.replaces:
            message = _(
                "“%(title)s” is there already. Say that it is to be replaced, or call this one otherwise."
            )
            raise Refused(title=[message % {"title": entry.title}])
        if why := why_older(entry, same):
            raise Refused(lines=[why])
        existing = same if replaced is None else replaced
        earlier = [] if existing is None else list(existing.lines.order_by("pk"))
        removed += [as_text(line, people.names) for line in earlier]
        written_to.append(_write(entry, club, existing, made_lines(entry, people, earlier)))
    chosen = list(club.series.filter(pk__in=series))
    if len(chosen) < len(set(series)):
        raise ChangedMeanwhile()
    counting = set(Counted.objects.filter(series__in=chosen).values_list("series_id", "list_id"))
    Counted.objects.bulk_create(
        Counted(series=each, list=stored)
        for each in chosen
        for stored in written_to
        if (each.pk, stored.pk) not in counting
    )
    demand_sound(club, club.series.filter(counted__list__in=written_to).distinct())
    titles = ", ".join(entry.title for entry in entries[:3]) + (" …" if len(entries) > 3 else "")
    number = sum(len(entry.lines) for entry in entries)
    act.record(club, title=titles, number=number, events=len(entries), text=removed)
    return club


def several_events_in(entries: Sequence[ListEntry]) -> list[str]:
    """Return a sentence if the lines of one list name several events."""
    words = _("This is one list, and its lines name several events: %(titles)s.")
    titles = ", ".join(entry.title for entry in entries[:3])
    return [words % {"titles": titles}] if len(entries) > 1 else []


def why_older(entry: ListEntry, existing: PeopleList | None) -> str:
    """Return the sentence for a file with a lower revision than the last one; else empty."""
    if existing is None or not entry.event_id or existing.event_id != entry.event_id:
        return ""
    newest, revision = existing.event_revision, entry.event_revision
    if newest is None or revision is None or revision >= newest:
        return ""
    words = _(
        "This file is older than what is stored: it is revision %(found)d of “%(title)s”, and "
        "revision %(stored)d has already been received. Nothing is replaced."
    )
    return words % {"found": revision, "stored": newest, "title": existing.title}


def _write(entry: ListEntry, club: Club, existing: PeopleList | None, lines: list[Line]) -> PeopleList:
    """Store an entry in place of an existing list, or as a new one."""
    values: dict[str, Any] = {"title": tidy(entry.title), "date": entry.date}
    if entry.event_id:
        values |= {"event_id": entry.event_id, "event_revision": entry.event_revision}
    if existing is None:
        existing = PeopleList.objects.create(club=club, **values)
    else:
        store(existing, **values)
        existing.lines.all().delete()
    for line in lines:
        line.list = existing
    Line.objects.bulk_create(lines, batch_size=LINES_PER_STATEMENT)
    return existing


@verb(log=gettext_lazy("removed the list “%(title)s”"), repeat_result=lambda deed, arguments: None)
def remove_list(act: PendingDeed[Account], *, people_list: PeopleList) -> None:
    """Remove a list from every series; its lines stand in the log."""
    removed = of_directed_club(people_list, act.actor)
    names = people_of(removed.club).names
    text = [as_text(line, names) for line in removed.lines.order_by("pk")]
    removed.in_series.all().delete()
    removed.lines.all().delete()
    number = removed.pk
    removed.delete()
    act.record(removed.club, list=number, title=removed.title, text=text)


# Pages


class ListForm(StoredForm):
    """A list: what it is called, its lines, and where it counts."""

    title = text_field(gettext_lazy("Title"), "")
    date = day_field(gettext_lazy("Date, if it is an event"))
    lines = lines_field(
        gettext_lazy("Lines"),
        MOST_LETTERS,
        rows=12,
        help_text=gettext_lazy(
            "A line for each person: “1; Anna; 45” or “Anna; 45; where from” or just a name. Under headings "
            "(event, date, name, place, points) the columns may stand in any order, and name several events."
        ),
    )
    series = several_field(gettext_lazy("It counts in"))
    replaces = forms.BooleanField(
        label=gettext_lazy("Replace lists of the same title and day"), required=False
    )
    file = spreadsheet_field(
        gettext_lazy("xlsx, ods or CSV, up to 1 MB: its lines are shown before they are saved.")
    )

    def __init__(self, *args: Any, club: Club, existing: PeopleList | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.existing = existing
        self.fields["file"].required = False
        offer(self, series=[(str(each.pk), each.title) for each in club.series.all()])
        left_out = ("series", "replaces", "file") if existing else ()
        for name in left_out or (() if club.series.exists() else ("series",)):
            del self.fields[name]

    def clean_lines(self) -> list[PersonLine]:
        """Return the lines; those of a file are shown first."""
        return [] if self.files else lines_in(self.cleaned_data["lines"])

    def clean(self) -> None:
        """Refuse several events in a list that is changed."""
        super().clean()
        if self.existing is not None and not self.errors:
            for sentence in several_events_in(self.entries):
                self.add_error("lines", sentence)

    @property
    def entries(self) -> list[ListEntry]:
        answers = self.cleaned_data
        lines, replaces = answers["lines"], answers.get("replaces", False)
        return entries_of(lines, answers["title"], answers["date"], replaces=replaces)

    @property
    def chosen(self) -> list[int]:
        """Return the series that are ticked."""
        return sorted(map(int, self.cleaned_data.get("series", ())))


def columns() -> Iterator[Column]:
    """Yield the columns of a list."""
    yield Column(pgettext("end table", "Place"), ColumnKind.NUMBER, "place", empty="")
    yield Column(_("Name"), key="name")
    yield Column(_("Points"), ColumnKind.POINTS, "points", summed=True, empty="")
    yield Column(_("Where from"), key="words", empty="")


def _rows(of: PeopleList) -> list[Line]:
    names, rows = people_of(of.club).names, list(of.lines.in_order())
    for row in rows:
        row.name = names.get(f"m{row.member_id}", row.name)
    return rows


def _list_of(request: HttpRequest, slug: str, pk: int) -> PeopleList:
    return get_object_or_404(open_club(request, slug).lists, pk=pk)


@require_safe
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    """List the lists of a club."""
    club = open_club(request, slug)
    page = {"club": club, "rows": list(club.lists.prefetch_related("in_series__series"))}
    return render(request, "tournaments/series/lists.html", page)


@require_safe
def show_list(request: HttpRequest, slug: str, people_list: int) -> HttpResponse:
    """Show a list, and where it counts."""
    shown = _list_of(request, slug, people_list)
    counts = list(shown.in_series.select_related("series").order_by("series__title"))
    for each in counts:
        each.series.club = shown.club
    place, *others = columns()
    on_page = [replace(place, key="rank", of="place"), *others]  # on a phone it stands in front
    page = {
        "club": shown.club,
        "list": shown,
        "counts": counts,
        "table": RankedTable(_rows(shown), on_page, label=shown.title),
    }
    return render(request, "tournaments/series/list.html", page)


@require_safe
def export_list(request: HttpRequest, slug: str, people_list: int, form: str) -> HttpResponseBase:
    """Send a list as a file."""
    shown = _list_of(request, slug, people_list)
    title = " ".join(filter(None, (shown.title, str(shown.date or ""), shown.club.name)))
    return file_of(request, shown.club, Figures.of(title, columns(), _rows(shown), name=shown.title), form)


@takes_files
@require_http_methods(PAGE)
def write_list(request: HttpRequest, slug: str, people_list: int | None = None) -> HttpResponse:
    """Take typed lists or those from a file, or change one; show differences first."""
    club = directed_club(request, slug)
    existing = get_object_or_404(club.lists, pk=people_list) if people_list else None

    def form_for(posted: Any = None, files: Any = None) -> ListForm:
        initial: dict[str, Any] = {"series": [request.GET.get("series", "")]}
        if existing:
            names = people_of(club).names
            text = "\n".join(as_text(line, names) for line in existing.lines.in_order())
            initial = {"title": existing.title, "date": existing.date, "lines": text}
        return ListForm(posted, files, club=club, existing=existing, initial=initial)

    form = form_for(request.POST or None, request.FILES or None)
    page: dict[str, Any] = {"club": club, "list": existing, "heading": existing or _("Write down a list")}
    if form.is_valid():
        if request.FILES:
            form = _with_file(request, form, club)
        else:
            entries, people = form.entries, people_of(club)
            page["replaced"] = replacements(club, entries, people, existing)
            page["seen"] = state_of(page["replaced"], entries)
            values = {"club": club, "entries": entries, "replaced": existing, "series": form.chosen}
            is_seen = not page["replaced"] or request.POST.get("seen") == page["seen"]
            stored = (form_for,) if existing else ()
            if is_seen and submit(request, form, write_lists, _("Saved."), *stored, **values):
                return redirect("tournaments:lists", slug)
    return render(request, "tournaments/series/write_list.html", page | {"form": form})


def _with_file(request: HttpRequest, form: ListForm, club: Club) -> ListForm:
    """Return the form with the lines of the file below the existing ones."""
    data = request.POST.copy()
    try:
        text = text_of(form.cleaned_data["file"], LIMITS._replace(rows=MOST_LINES), MOST_LETTERS)
    except UnreadableFile as unreadable:
        form.add_error("file", unreadable.message)
        return form
    lines = "\n".join(filter(None, (data.get("lines", "").strip(), text)))
    messages.info(request, _("The lines of the file stand below. None of it is saved yet."))
    initial = data.dict() | {"lines": lines, "series": data.getlist("series")}
    return ListForm(initial=initial, club=club)


@require_http_methods(PAGE)
def remove_list_page(request: HttpRequest, slug: str, people_list: int) -> HttpResponse:
    """Ask once more."""
    if done_before(request, remove_list.__name__, club__slug=slug):
        return redirect("tournaments:lists", slug)
    removed = get_object_or_404(directed_club(request, slug).lists, pk=people_list)
    question = Confirmation(
        crumbs="tournaments/series/_back_to_lists.html",
        about=str(removed),
        heading=_("Remove “%(title)s”?") % {"title": removed},
        sentences=[_("It no longer counts in any series. Its lines stay in the log.")],
        button=_("Remove the list"),
        back=removed.get_absolute_url(),
    )
    back, message = reverse("tournaments:lists", args=[slug]), _("The list “%(title)s” has been removed.")
    page = {"club": removed.club, "list": removed}
    message %= {"title": removed}
    return confirm(request, question, page, remove_list, message, back, people_list=removed)


# What is stored about people


def stored_of_lists(member: Member) -> Iterator[Figures]:
    """Yield a member's lines, including those from before they were a member."""
    people = people_of(member.club)
    rows = Line.objects.filter(list__club=member.club).select_related("list")
    own = [
        row for row in rows.order_by("list__date", "list__title") if people.of_line(row) == f"m{member.pk}"
    ]
    title, day = (
        Column(_("List"), key="list", of="list.title"),
        Column(_("Date"), ColumnKind.DATE, "date", of="list.date"),
    )
    yield Figures.of(_("Lists"), (title, day, *columns()), own)


def _key_of(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:16]


def texts_of_lists(club: Club) -> Iterator[StoredText]:
    """Yield titles, sources of points, and names of people who are no members."""
    for each in club.lists.order_by("pk"):
        page = each.get_absolute_url()
        yield StoredText(_("List"), each.title, page, Remedy.CHANGE, f"list:{each.pk}", room=LONGEST_TITLE)
    for line in Line.objects.filter(list__club=club).select_related("list__club").order_by("pk"):
        page, where = line.list.get_absolute_url(), _("In the list “%(title)s”") % {"title": line.list.title}
        if line.words:
            yield StoredText(where, line.words, page, Remedy.CHANGE)
        if line.member_id is None:
            key = f"list_name:{_key_of(line.name)}"
            yield StoredText(where, line.name, page, Remedy.BLANK, key, room=LONGEST_NAME, is_name=True)


def names_on_lists(club: Club) -> Iterable[str]:
    """Return the names of those who are no members; one query."""
    rows = Line.objects.filter(list__club=club, member=None).order_by("name")
    return rows.values_list("name", flat=True).distinct()


def rename_on_lists(club: Club, key: str, text: str) -> None:
    """Write something else in the place of a name."""
    names = set(names_on_lists(club))
    for name in [name for name in names if _key_of(name) == key]:
        instead = free_of(text or DASH, names - {name})
        Line.objects.filter(list__club=club, member=None, name=name).update(name=instead)


def forget_names(person: TracedPerson, neutral: str) -> None:
    """Forget the names of a person, who stays who they are."""
    lines = Line.objects.filter(list__club=person.club)
    called = set(person.called)
    if person.member is not None:
        lines.filter(member=person.member).update(name=neutral)
        keys = person.keys - set(map(folded, person.others.values()))
        called |= {name for name in names_on_lists(person.club) if folded(name) in keys}
    lines.filter(member=None, name__in=called).update(name=neutral)


# Whoever is taken in, and was on lists before


def titles_with(club: Club, names: Iterable[str]) -> list[str]:
    """Return the titles of lists that contain one of these names without a member."""
    known, keys = people_of(club).known, {folded(name) for name in names}
    rows = Line.objects.filter(list__club=club, member=None, stranger=False).select_related("list")
    named = (row for row in rows.order_by("list__date", "list__title", "pk") if folded(row.name) in keys)
    return list(dict.fromkeys(str(row.list) for row in named if not known.get(folded(row.name))))


def claim_lines(member: Member, names: Iterable[str], *, is_same: bool) -> None:
    """Give lines with these names to a member, or mark them as another person's."""
    keys = {folded(name) for name in names}
    rows = Line.objects.filter(list__club=member.club, member=None, stranger=False)
    own = [row.pk for row in rows if folded(row.name) in keys]
    for first in range(0, len(own), LINES_PER_STATEMENT):
        some = Line.objects.filter(pk__in=own[first : first + LINES_PER_STATEMENT])
        some.update(**({"member": member} if is_same else {"stranger": True}))


def release_lines(member: Member, names: Iterable[str]) -> None:
    """Take lines with these names from a member, except those with the own name."""
    keys = {folded(name) for name in names} - {member.key}
    own = [row.pk for row in Line.objects.filter(member=member) if folded(row.name) in keys]
    Line.objects.filter(pk__in=own).update(member=None)


# Club files of earlier versions


def store_as_lists(rows: Mapping[str, Iterable[Mapping[str, Any]]]) -> Iterator[str]:
    """Store an older file's series data as lists, like the update of a database."""
    by_table = {name.partition(".")[2]: list(of_table) for name, of_table in rows.items()}
    update: Any = import_module("tournaments.migrations.0033_into_lists")
    called = {"_called_there": lambda _lists, final: called_in_final(final, by_table.get("entrant", []))}
    for table in type("ListsOfFile", (update.Lists,), called)(apps, by_table).store():
        yield f"tournaments.{table}"


def called_in_final(tournament: int, entrants: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the names of a series' guests in its final, from the file's rows."""
    players = {
        int(row["finalist"][1:]): row["participant"]
        for row in entrants
        if row["tournament"] == tournament and row.get("finalist", "").startswith("g")
    }
    named = dict(Participant.objects.filter(pk__in=[*players, *players.values()]).values_list("pk", "guest"))
    called = {named.get(guest, ""): named[player] for guest, player in players.items()}
    return {name: in_final for name, in_final in called.items() if name and in_final not in ("", name)}


def store_other_names(rows: Mapping[str, Iterable[Mapping[str, Any]]]) -> Iterator[str]:
    """Store other names of members from an older club file, which has them in its lists."""
    yield OTHER_NAMES
    OtherName.objects.bulk_create(
        OtherName(club_id=row["club"], name=row["name"], key=row["key"], member_id=row["member"])
        for row in rows[OTHER_NAMES]
    )


club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("lists/", lists, name="lists"),
    path("lists/write/", write_list, name="write_list"),
    path("lists/<int:people_list>/", show_list, name="list"),
    path("lists/<int:people_list>/", include(exported(export_list))),
    path("lists/<int:people_list>/change/", write_list, name="change_list"),
    path("lists/<int:people_list>/remove/", remove_list_page, name="remove_list"),
]

COVERED = (
    CoveredRows(
        "lines",
        "club",
        frozenset((*FOUNDING, *JOINING, "join_guest", "separate_guest", "write_lists", "remove_list")),
        Line,
        "list__club",
        ("list", "member", "stranger", "place", "kept_points", "outcome"),
    ),
)
CAPABILITY = Capability(
    urls=__name__,
    words=log_of(write_lists, remove_list),
    covered=COVERED,
    anonymisers=(forget_names,),
    bare_names=(names_on_lists,),
    named_on_lists=(NamedOnLists(titles_with, claim_lines, release_lines),),
    legacy_importers={(OTHER_NAMES,): store_other_names, OF_SERIES: store_as_lists},
    free_texts=(texts_of_lists,),
    text_editors={"list": renaming(PeopleList.objects.all(), "title", "date"), "list_name": rename_on_lists},
    privacy_reports=(stored_of_lists,),
)
