"""Import results files as events of a club's series: check, match people, and store all at once."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.accounts.names import members_by_name
from scoring.engine.play_money import amount_from
from scoring.models import Club
from scoring.names import folded, tidy
from scoring.uploads.sandbox import run_on_file
from scoring.uploads.spreadsheets import UnreadableFile
from scoring.web.access import PAGE, directed_club
from scoring.web.fields import PageForm, offer, several_field
from scoring.web.language import current_language
from scoring.web.submitting import submit
from scoring.web.uploads import MANY_RESULTS, MOST_FILES, MOST_OF_RESULTS, takes_files
from tournaments.engine.names import NameRegister
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.results_file.replacing import IncomingEvent
from tournaments.results_file.verdict import GOOD
from tournaments.series.lines import ListEntry, PersonLine, problems_with
from tournaments.series.lists import replacements, state_of, write_lists
from tournaments.series.points import people_of

JOB = "tournaments.results_file.checking:event_in"  # in the process that reads files of strangers
MOST_SECONDS = 25  # to read files; nobody waits longer for a page
MOST_SENTENCES = 5  # of what is wrong with a file
SALT = "files of results"
WHO = "who "  # before a name: the field that asks who it is
NOBODY = "0"


class RefusedFile(Exception):
    """A file that is not taken, with the sentences that say why."""


class ManyFilesInput(forms.FileInput):
    """A field that takes several files."""

    allow_multiple_selected = True


class FilesForm(PageForm):
    """Files of results, and the series in which they count."""

    series = several_field(gettext_lazy("They count in"))
    many_results = forms.FileField(
        label=gettext_lazy("Files of results"),
        help_text=gettext_lazy(
            "Up to 40 files at a time, as other clubs and programs write them (.tarock.json)."
        ),
        required=False,
        widget=ManyFilesInput({"accept": ".json,application/json"}),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, series=[(str(each.pk), each.title) for each in club.series.all()])
        if not club.series.exists():
            del self.fields["series"]

    @property
    def chosen(self) -> list[int]:
        """Return the series that are ticked; of a valid form."""
        return sorted(map(int, self.cleaned_data.get("series", ())))


@dataclass
class FilesTaken:
    """The contents of files: events, and sentences about refused ones."""

    events: list[dict[str, Any]] = field(default_factory=list)
    refused: list[tuple[str, list[str]]] = field(default_factory=list)  # each by the name of its file

    def add(self, file: UploadedFile, club: Club) -> None:
        """Take one more file, or say why not."""
        name = str(file.name)
        try:
            event = _event_in(file, club)
            entry = _entry(event)
            for other in self.entries:
                _demand_another_event(entry, other)
            if problems := problems_with([entry]):
                raise RefusedFile(*problems)
        except UnreadableFile as unreadable:
            self.refused.append((name, [unreadable.message]))
        except RefusedFile as refused:
            self.refused.append((name, list(refused.args)[:MOST_SENTENCES]))
        else:
            self.events.append({**event, "file": name})

    @property
    def entries(self) -> list[ListEntry]:
        return [_entry(event) for event in self.events]


def _demand_another_event(entry: ListEntry, other: ListEntry) -> None:
    """Refuse a file about the same event as another one sent with it."""
    ids = {each.event_id for each in (entry, other)}
    if ids == {entry.event_id} != {""}:
        raise RefusedFile(_("Another one of these files is about the same event."))
    if entry.key == other.key:
        if "" in ids:
            raise RefusedFile(_("Another one of these files is about the same event."))
        raise RefusedFile(
            _(
                "Another one of these files has the same title and day. Please save that one before you send "
                "this one."
            )
        )


def _event_in(file: UploadedFile, club: Club) -> dict[str, Any]:
    """Return the event of a checked file."""
    content = file.read()
    if len(content) < (file.size or 0) or len(content) > MOST_OF_RESULTS:
        raise RefusedFile(_("This file, or all of them together, is too big. Please send fewer at a time."))
    verdict = run_on_file(JOB, content)
    if verdict["status"] != GOOD:
        raise RefusedFile(*verdict["told"]["de" if current_language() == "de" else "en"])
    if "results" not in verdict:
        sentence = _("This file covers several events, without hands. Please send the file of each of them.")
        raise RefusedFile(sentence)
    event = verdict["event"]
    if not event.get("finished"):
        raise RefusedFile(_("This file was made before the end. Please ask for one made after it."))
    if not all(result["name"] for result in verdict["results"]):
        raise RefusedFile(_("There are no names in this file. Please ask for the file with names."))
    title, at = tidy(event.get("title", "")), event.get("club", "")
    if not title:
        with translation.override(club.language):
            title = ", ".join(filter(None, (_("Evening"), tidy(event.get("place", "")))))
    if at and folded(at) != folded(club.name):
        title = f"{title[: LONGEST_TITLE // 2]} ({tidy(at)[: LONGEST_TITLE // 2 - 3]})"
    identity = {"id": event.get("id", ""), "revision": event.get("revision")}
    return {"title": title, "date": event["date"], "results": verdict["results"], **identity}


def _entry(event: Mapping[str, Any]) -> ListEntry:
    """Return an event as it is written down: with all its lines."""
    day = date.fromisoformat(event["date"])
    lines = (
        PersonLine(
            result["name"], amount_from(result["points"]), place=result["place"], outcome=result["outcome"]
        )
        for result in event["results"]
    )
    identity = {"event_id": event["id"], "event_revision": event["revision"]}
    return ListEntry(event["title"], day, tuple(lines), replaces=True, **identity)


def doubtful_names(club: Club, entries: Sequence[ListEntry]) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Yield unknown names that resemble those of members, each with these members."""
    names = dict(club.members.filter(anonymised_at=None).values_list("pk", "name"))
    register, known = NameRegister((name, pk) for pk, name in names.items()), members_by_name(club)
    for name in sorted({line.name for entry in entries for line in entry.lines}):
        if folded(name) not in known and (like := [(pk, names[pk]) for pk, _why in register.like(name)]):
            yield name, like


def _others(request: HttpRequest, club: Club, entries: Sequence[ListEntry]) -> dict[str, int | None]:
    """Return the identities chosen for doubtful names on the page."""
    chosen: dict[str, int | None] = {}
    for name, like in doubtful_names(club, entries):
        answer = request.POST.get(f"{WHO}{name}", "")
        if answer == NOBODY or answer in {str(pk) for pk, _name in like}:
            chosen[name] = None if answer == NOBODY else int(answer)
    return chosen


def _incoming_events(request: HttpRequest, club: Club, taken: FilesTaken) -> Iterator[IncomingEvent]:
    """Yield events with their stored ones by title and day; refuse files already replaced."""
    for event in list(taken.events):
        incoming = IncomingEvent.of(club, _entry(event))
        if why := incoming.why_older:
            taken.events.remove(event)
            taken.refused.append((event.get("file", event["title"]), [why]))
        else:
            incoming.answer = request.POST.get(incoming.field, "")
            yield incoming


def _taken_before(request: HttpRequest) -> FilesTaken:
    """Return the contents of files sent before, which the page carries along, sealed."""
    try:
        return FilesTaken(signing.loads(request.POST.get("taken", ""), salt=SALT))
    except signing.BadSignature:
        return FilesTaken()


@takes_files
@require_http_methods(PAGE)
def results_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Take results files: show refused ones, doubtful people and changes, and save them."""
    club = directed_club(request, slug)
    form = FilesForm(request.POST or None, club=club)
    taken = _taken_before(request)
    until = time.monotonic() + MOST_SECONDS
    for number, file in enumerate(request.FILES.getlist(MANY_RESULTS)):
        if number < MOST_FILES and time.monotonic() < until:
            taken.add(file, club)
        else:
            later = _(
                "There was no time left to read this file. Please send it now, along with those "
                "already taken."
            )
            taken.refused.append((str(file.name), [later]))
    page: dict[str, Any] = {"club": club, "form": form, "taken": taken}
    if form.is_valid():
        if not taken.events and not taken.refused:
            form.add_error(MANY_RESULTS, _("Please choose a file with something in it."))
        if taken.events:
            incoming = list(_incoming_events(request, club, taken))
            entries = [entry for event in incoming if (entry := event.chosen) is not None]
            page |= {
                "sealed": signing.dumps(taken.events, salt=SALT, compress=True),
                "asked": [event for event in incoming if event.is_asked],
                "doubtful": [
                    (f"{WHO}{name}", name, like, request.POST.get(f"{WHO}{name}", ""))
                    for name, like in doubtful_names(club, entries)
                ],
            }
            if entries:
                is_open = any(event.is_open for event in incoming)
                page["preview"] = _preview_until_saved(request, club, form, entries, is_open=is_open)
                if page["preview"] is None:
                    return redirect("tournaments:lists", slug)
    return render(request, "tournaments/results_file/results_in.html", page)


def _preview_until_saved(
    request: HttpRequest, club: Club, form: FilesForm, entries: Sequence[ListEntry], *, is_open: bool
) -> dict[str, Any] | None:
    """Return what entries are and replace; None once the previewed ones are saved.

    Nothing is saved while a question of the page `is_open`.
    """
    others, people = _others(request, club, entries), people_of(club)
    people.known = {**people.known, **{folded(name): member for name, member in others.items()}}
    replaced = replacements(club, entries, people)
    state = state_of(replaced, entries)
    if request.POST.get("step") == "save" and is_open:
        form.add_error(
            None, _("Please decide first what happens to what is already stored. Nothing has been saved yet.")
        )
    elif request.POST.get("step") == "save":
        if state != request.POST.get("seen", "") or request.FILES:
            messages.info(request, _("Please look at what changes, then save. None of it is saved yet."))
        else:
            arguments = {"club": club, "entries": entries, "series": form.chosen, "others": others}
            message = _("Saved. Lines: %(lines)d, events: %(events)d.")
            message %= {"lines": sum(len(entry.lines) for entry in entries), "events": len(entries)}
            if submit(request, form, write_lists, message, **arguments):
                return None
    titles = {replacement.title for replacement in replaced}
    return {
        "new": [entry for entry in entries if entry.title not in titles],
        "replaced": replaced,
        "seen": state,
    }
