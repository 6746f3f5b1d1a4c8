"""Pages of a club's tournaments: the list, a new one, desk, settings, finishing, copying, presets."""

from collections.abc import Iterator
from secrets import token_hex
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template import Context
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy, pgettext
from django.views.decorators.http import require_http_methods

from scoring import clock
from scoring.archive.tables import CountedRows
from scoring.capability import Capability
from scoring.deeds import log_of
from scoring.evenings.forms import ReasonForm
from scoring.language import gettext_noop
from scoring.models import Club
from scoring.rules.versions.versions import offered
from scoring.signatures import LinkKind
from scoring.web.access import PAGE, directed_club, done_before
from scoring.web.bars import SubjectBar, bar
from scoring.web.confirming import Confirmation, confirm
from scoring.web.fields import PageForm
from scoring.web.language import current_language
from scoring.web.stored_forms import SHOWN
from scoring.web.submitting import submit
from tournaments.models import Preset, Stage, State, Tournament
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.planning import verbs
from tournaments.planning.forms import (
    CopyForm,
    NewTournament,
    PresetName,
    Settings,
    arranged,
    replaced_preset,
)
from tournaments.planning.pages import (
    StartingTerms,
    arbiters_to_invite,
    beginning,
    beginnings,
    copied,
    fixed_matters,
    is_behind,
    left_open,
    sheets_for,
    title_of_the_copy,
    version_in_words,
)
from tournaments.standings.derived import ranked
from tournaments.web.access import (
    asked_for_everybody,
    directed_tournament,
    page_about,
)
from tournaments.wording import terms_in_words


@require_http_methods(PAGE)
def new_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask what it begins as, then everything about it."""
    club = directed_club(request, slug)
    presets = beginnings(club, current_language())
    chosen = next((preset for preset in presets if preset.key == request.GET.get("preset")), None)
    if request.method != "POST" and chosen is None:
        page = {"club": club, "beginnings": presets, "own": [preset for preset in presets if preset.own]}
        return render(request, "tournaments/planning/presets.html", page)
    begin = chosen or presets[0]  # what somebody began with can have been removed meanwhile
    rearranged = arranged(request.POST)
    if rearranged is not None:
        rearranged["arbiters"] = request.POST.getlist("arbiters")
    form = _new_form(request, club, begin, rearranged)
    if rearranged is None and "preset_too" in request.POST:
        form = _kept_as_preset(request, club, begin, form)
    elif rearranged is None and form.is_valid():
        arguments = {name: form.cleaned_data[name] for name in ("title", "date", "rules")}
        arguments["venue"] = form.cleaned_data["place"]
        arguments["arbiters"] = [int(member) for member in form.cleaned_data["arbiters"]]
        if outcome := submit(request, form, verbs.open_tournament, club=club, terms=form.terms, **arguments):
            return redirect(outcome.result)
    replaced = replaced_preset(club, form, "preset")
    page = {"club": club, "form": form, "begin": begin, "replaced": replaced}
    page["to_invite"] = arbiters_to_invite(club)
    return render(request, "tournaments/planning/new_tournament.html", page)


def _new_form(
    request: HttpRequest, club: Club, begin: StartingTerms, rearranged: dict[str, Any] | None
) -> NewTournament:
    posted = request.POST if request.method == "POST" and rearranged is None else None
    return NewTournament(
        posted,
        club=club,
        sheets=offered(club),
        terms=begin.terms,
        rules=begin.rules or club.default_rules,
        initial=rearranged or {},
    )


def _kept_as_preset(
    request: HttpRequest, club: Club, begin: StartingTerms, form: NewTournament
) -> NewTournament:
    """Save terms and rules as a preset, even if the rest is invalid; return the form again."""
    form.is_valid()
    wrong = [name for name in form.errors if name not in ("title", "date", "place", "preset")]
    if wrong:
        return form
    name, rules = form.cleaned_data.get("preset", ""), form.cleaned_data["rules"]
    if not _save_preset(request, form, club, name, rules=rules, terms=form.terms):
        return form
    answers = {name: request.POST.get(name) for name in request.POST}
    lists = {"arbiters": request.POST.getlist("arbiters")}
    return _new_form(request, club, begin, {**answers, **lists, "gives_back": "gives_back" in answers})


@require_http_methods(PAGE)
def settings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the settings of an open tournament, and change them."""
    tournament = directed_tournament(request, slug, pk)
    if not tournament.is_open:
        messages.error(request, _("This tournament is finished. Reopen it to change it."))
        return redirect(tournament)
    rearranged = arranged(request.POST)

    def form_for(posted: QueryDict | None = None, begin: dict[str, Any] | None = None) -> Settings:
        stored = directed_tournament(request, slug, pk)
        return Settings(
            posted,
            tournament=stored,
            sheets=sheets_for(stored),
            is_behind=is_behind(stored),
            initial=begin or {},
        )

    form = form_for(request.POST if request.method == "POST" and rearranged is None else None, rearranged)
    if rearranged is not None:
        form.shown = request.POST.get(SHOWN, "")
    if rearranged is None and form.is_valid():
        cleaned = form.cleaned_data
        arguments: dict[str, Any] = {"title": cleaned["title"], "date": cleaned["date"]}
        arguments["venue"] = cleaned["place"]
        arguments["reason"] = cleaned.get("reason", "")
        arguments |= {"rules": cleaned.get("rules", ""), "newest": cleaned.get("newest", False)}
        arguments |= {"tournament": tournament, "terms": form.terms}
        saved = _("The settings are saved.")
        if outcome := submit(request, form, verbs.change_tournament, saved, form_for, **arguments):
            return redirect(outcome.result)
    fixed = [] if form.is_planned else fixed_matters(tournament, current_language())
    page = page_about(tournament, form=form, fixed=fixed, why=verbs.why_it_stays())
    return render(request, "tournaments/planning/settings.html", page)


@require_http_methods(PAGE)
def show(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the tournament to everybody, or to the club only."""
    tournament = directed_tournament(request, slug, pk)
    if request.method == "POST":
        public = asked_for_everybody(request)
        success = _("Everybody can now watch.") if public else _("Only the club can now watch.")
        submit(request, None, verbs.show_tournament, success, tournament=tournament, public=public)
    return redirect(tournament)


@require_http_methods(PAGE)
def finish(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what is still open and which results are missing, and finish the tournament."""
    tournament = directed_tournament(request, slug, pk)
    if request.method != "POST" and not tournament.is_open:
        return redirect(tournament)
    running = tournament.rounds.filter(stage=Stage.RUNNING).first()
    missing = ranked(tournament).missing_tables
    refused = ""
    if running is not None:
        refused = _("Round %(number)d is running. Please close it first.") % {"number": running.number}
    elif missing:
        refused = _(
            "The tournament finishes once every table has a result: type what is missing, or rule what "
            "counts for it."
        )
    question = Confirmation(
        crumbs="tournaments/web/_crumbs.html",
        about=tournament.title,
        heading=_("Finish the tournament?"),
        sentences=[
            _(
                "After that nothing more is played, and nobody arrives, leaves or pays; prizes can still be "
                "given. Everybody in the club sees the standings. A director can reopen it."
            )
        ],
        warnings=left_open(tournament) if running is None else [],
        refused=refused,
        button=_("Finish the tournament"),
        back=tournament.get_absolute_url(),
        template="tournaments/planning/finish.html",
    )
    page = page_about(tournament, missing=missing if running is None else [])
    success = _("The tournament is finished.")
    return confirm(request, question, page, verbs.finish_tournament, success, tournament=tournament)


@require_http_methods(PAGE)
def reopen(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask why a finished tournament shall be opened again, and open it."""
    tournament = directed_tournament(request, slug, pk)
    if request.method != "POST" and tournament.state != State.FINISHED:
        return redirect(tournament)
    question = Confirmation(
        crumbs="tournaments/web/_crumbs.html",
        about=tournament.title,
        heading=_("Reopen the tournament?"),
        sentences=[_("It carries on where it was. The reason is kept in the log.")],
        form=ReasonForm(request.POST or None),
        button=_("Reopen the tournament"),
        back=tournament.get_absolute_url(),
    )
    success = _("The tournament is open again.")
    page = page_about(tournament)
    return confirm(request, question, page, verbs.reopen_tournament, success, tournament=tournament)


@require_http_methods(PAGE)
def copy(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what a copy takes along, and ask for a title and a day."""
    origin = directed_tournament(request, slug, pk)
    begin = {
        "title": title_of_the_copy(origin.title, LONGEST_TITLE),
        "date": clock.today(),
        "place": origin.evening.venue,
    }
    form, ready = CopyForm(request.POST or None, initial=begin), _("The copy is ready.")
    if form.is_valid():
        arguments = {"tournament": origin, "venue": form.cleaned_data.pop("place"), **form.cleaned_data}
        if outcome := submit(request, form, verbs.copy_tournament, ready, **arguments):
            return redirect(outcome.result)
    page = page_about(origin, form=form, copied=copied(origin, current_language()))
    return render(request, "tournaments/planning/copy.html", page)


def _save_preset(request: HttpRequest, form: PageForm, club: Club, name: str, **terms: Any) -> bool:
    """Save terms under a name, and say so; return whether that was done."""
    replaces = request.POST.get("replaces", "")
    outcome = submit(request, form, verbs.save_preset, club=club, name=name, replaces=replaces, **terms)
    if outcome is not None:
        messages.success(request, _("The preset “%(name)s” is saved.") % {"name": outcome.result.name})
    return outcome is not None


def _preset_in(club: Club, pk: int) -> Preset:
    return get_object_or_404(club.presets, pk=pk)


@require_http_methods(PAGE)
def preset(request: HttpRequest, slug: str, preset: int) -> HttpResponse:
    """Show what is in it, and its name."""
    club = directed_club(request, slug)
    preset_row = _preset_in(club, preset)

    def form_for(posted: QueryDict | None = None) -> PresetName:
        return PresetName(posted, initial={"name": _preset_in(club, preset).name})

    form, message = form_for(request.POST or None), _("The name is saved.")
    if form.is_valid() and submit(
        request, form, verbs.rename_preset, message, form_for, preset=preset_row, **form.cleaned_data
    ):
        return redirect("tournaments:new_tournament", slug)
    begin = beginning(preset_row, club, offered(club), current_language())
    page = {"club": club, "preset": preset_row, "form": form, "begin": begin}
    return render(request, "tournaments/planning/preset.html", page)


@require_http_methods(PAGE)
def remove_preset(request: HttpRequest, slug: str, preset: int) -> HttpResponse:
    """Ask whether a preset is to be removed, and remove it."""
    club = directed_club(request, slug)
    if done_before(request, verbs.remove_preset.__name__, club=club):
        return redirect("tournaments:new_tournament", slug)
    preset_row = _preset_in(club, preset)
    question = Confirmation(
        crumbs="tournaments/web/_crumbs.html",
        about=club.name,
        heading=_("Remove “%(name)s”?") % {"name": preset_row.name},
        sentences=[_("Tournaments that started from it stay as they are.")],
        button=_("Remove the preset"),
        back=reverse("tournaments:preset", args=[slug, preset]),
    )
    page = {"club": club, "preset": preset_row, "with_new": True}
    success = _("“%(name)s” has been removed.") % {"name": preset_row.name}
    next_page = reverse("tournaments:new_tournament", args=[slug])
    return confirm(request, question, page, verbs.remove_preset, success, next_page, preset=preset_row)


@require_http_methods(PAGE)
def keep_preset(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Keep the terms of a tournament, to begin others with."""
    tournament = directed_tournament(request, slug, pk)
    club = tournament.club
    form = PresetName(request.POST or None, initial={"name": tournament.title})
    if form.is_valid():
        terms = {"rules": tournament.evening.ruleset.slug, "terms": tournament.terms}
        if _save_preset(request, form, club, form.cleaned_data["name"], **terms):
            return redirect(tournament)
    page = page_about(
        tournament,
        form=form,
        rules=version_in_words(tournament.evening.ruleset, current_language()),
        terms=terms_in_words(tournament.terms, club.currency),
        taken=list(club.presets.values_list("name", flat=True)),
        replaced=replaced_preset(club, form, "name"),
    )
    return render(request, "tournaments/planning/keep_preset.html", page)


# Tournaments set up: what it hands to the rest of the program, its bar, and its part of a club's page


TOURNAMENTS = ngettext_lazy("%(count)d tournament", "%(count)d tournaments", "count")

club_urls = [  # below clubs/<slug>/tournaments/
    path("new/", new_tournament, name="new_tournament"),
    path("presets/<int:preset>/", preset, name="preset"),
    path("presets/<int:preset>/remove/", remove_preset, name="remove_preset"),
]
tournament_urls = [  # below …/<int:pk>/
    path("settings/", settings, name="settings"),
    path("show/", show, name="show"),
    path("finish/", finish, name="finish"),
    path("reopen/", reopen, name="reopen"),
    path("copy/", copy, name="copy"),
    path("preset/", keep_preset, name="keep_preset"),
]


# Where a page lies, by the part of its address behind the tournament, or behind one of its rounds.
_PART_OF = {
    **dict.fromkeys(("people", "registration", "wishes", "sections"), "people"),
    **dict.fromkeys(("standings", "prizes", "lots", "certificates"), "standings"),
    "money": "money",
}


def tournament_bar(request: HttpRequest, context: Context, club: Club) -> SubjectBar | None:
    """Return the bar of the tournament that a page is about."""
    tournament = context.get("tournament")
    if not isinstance(tournament, Tournament) or tournament.club_id != club.pk:
        return None
    desk = reverse("tournaments:tournament", args=[club.slug, tournament.pk])
    if not request.path.startswith(desk):
        return None
    parts = request.path.removeprefix(desk).strip("/").split("/")
    of_round = parts[2] if parts[0] == "rounds" and len(parts) > 2 else ""
    current = _PART_OF.get(of_round) or _PART_OF.get(parts[0], "round")
    return bar(tournament.title, current, _ways(tournament, club))


def _ways(tournament: Tournament, club: Club) -> Iterator[tuple[str, str, str]]:
    where = {"slug": club.slug, "pk": tournament.pk}
    yield "round", pgettext("bar", "Round"), reverse("tournaments:tournament", kwargs=where)
    if tournament.is_directed:
        yield "people", pgettext("bar", "People"), reverse("tournaments:people", kwargs=where)
    standings = pgettext("tournament", "Standings")
    yield "standings", standings, reverse("tournaments:standings", kwargs=where)
    if tournament.is_directed or tournament.is_cashed:
        yield "money", pgettext("bar", "Till"), reverse("tournaments:money", kwargs=where)


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs),
    links=(
        LinkKind(
            model=Tournament,
            open=lambda: Q(public=True),
            renew=lambda rows: rows.update(public=False),
            club="club",
            singular=gettext_noop("tournament open to everybody"),
            plural=gettext_noop("tournaments open to everybody"),
        ),
        LinkKind(
            model=Tournament,
            open=lambda: Q(state=State.RUNNING),
            renew=lambda rows: rows.update(salt=token_hex()),
            club="club",
            title="title",
            singular=gettext_noop("cards on its tables and a code at the door"),
        ),
        LinkKind(
            model=Tournament,
            open=lambda: Q(state=State.PLANNED),
            renew=lambda rows: rows.update(salt=token_hex()),
            club="club",
            singular=gettext_noop("tournament with cards on its tables and a code at the door"),
            plural=gettext_noop("tournaments with cards on their tables and a code at the door"),
        ),
    ),
    row_counts=(CountedRows("tournaments.tournament", TOURNAMENTS),),
    bars=(tournament_bar,),
)
