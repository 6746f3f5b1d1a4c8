"""Sections of a tournament: naming them, and dividing people at once or by hand."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from scoring.accounts.names import problems_with_name
from scoring.capability import Capability
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, log_of, store, verb
from scoring.models import Account
from scoring.names import folded, tidy
from scoring.signatures import signature_of
from scoring.table.reasons import demand_reason
from scoring.web.access import PAGE, deed_of
from scoring.web.fields import choice_field, lines_field, offer, text_field
from scoring.web.stored_forms import StoredForm
from scoring.web.submitting import submit
from tournaments.engine.sections import MOST_SECTIONS, best_together, divided_by_lot, equally_strong
from tournaments.entrants.verbs import seats_of
from tournaments.log import record_deed
from tournaments.models import Entrant, Series, Stage, State, Tournament
from tournaments.preconditions import demand_open, directed, why_not
from tournaments.series.standing import standing_of
from tournaments.web.access import directed_tournament, page_about

LONGEST_SECTION = 30
SEATED = (Stage.DRAFT, Stage.PUBLISHED, Stage.RUNNING)


def _set(details: dict[str, Any]) -> str:
    if not details["sections"]:
        return _("plays “%(title)s” without sections") % details
    template = (
        _("plays “%(title)s” in sections, ranked apart and together: %(sections)s")
        if details["together"]
        else _("plays “%(title)s” in sections, ranked apart: %(sections)s")
    )
    return template % {**details, "sections": ", ".join(details["sections"])}


@verb(log=_set)
def set_sections(
    act: PendingDeed[Account], *, tournament: Tournament, names: Sequence[str], together: bool
) -> Tournament:
    """Name the sections in order; people of a dropped one have none. Without names there are none.

    A section is known by its name; a name that is new takes the place of one that goes.
    """
    tournament = directed(tournament, act.actor)
    act.demand_nothing_newer()
    demand_open(tournament)
    names = [name for name in map(tidy, names) if name]
    _demand_names(names)
    terms_before = tournament.terms
    numbers = _renumbered(terms_before.sections, names)
    if len(names) != len(terms_before.sections) or any(now != number for number, now in numbers.items()):
        for round_ in tournament.rounds.filter(stage__in=SEATED).order_by("number"):
            raise Refused(
                form=[why_not("", round_), _("Sections can only be added and removed between rounds.")]
            )
    _renumber(tournament, numbers)
    terms = replace(terms_before, sections=tuple(names), together=together and bool(names))
    store(tournament, kept_terms=tournament.kept_terms | terms.as_json())
    tournament.__dict__.pop("terms", None)
    record_deed(act, tournament, sections=names, together=terms.together)
    return tournament


def _renumbered(old_names: Sequence[str], names: Sequence[str]) -> dict[int, int]:
    """Return the new number of each section; 0 for a dropped one.

    >>> _renumbered(["A", "B", "C"], ["B", "C"]), _renumbered(["A", "B"], ["Stark", "B"])
    ({1: 0, 2: 1, 3: 2}, {1: 1, 2: 2})
    """
    left = {folded(name): number for number, name in enumerate(names, 1)}
    numbers = {number: left.pop(folded(old), 0) for number, old in enumerate(old_names, 1)}
    new = iter(left.values())
    return {number: now or next(new, 0) for number, now in numbers.items()}


def _renumber(tournament: Tournament, numbers: Mapping[int, int]) -> None:
    """Store everybody's section, and that of drawn tables, by the new numbers."""
    if all(now == number for number, now in numbers.items()):
        return
    people = list(tournament.entrants.filter(section__gt=0))
    for entrant in people:
        entrant.section = numbers.get(entrant.section, 0)
    Entrant.objects.bulk_update(people, ["section"])
    for round_ in tournament.rounds.filter(report__sections__isnull=False):
        round_.report["sections"] = [numbers.get(section, 0) for section in round_.report["sections"]]
        round_.save(update_fields=["report"])


def _demand_names(names: Sequence[str]) -> None:
    wrong = [problem for name in names for problem in problems_with_name(name, LONGEST_SECTION)]
    if len({folded(name) for name in names}) < len(names):
        wrong.append(_("Two sections have the same name."))
    if len(names) == 1:
        wrong.append(_("One section on its own is not enough: please give at least two, or no name at all."))
    if len(names) > MOST_SECTIONS:
        wrong.append(_("At most %(most)d sections.") % {"most": MOST_SECTIONS})
    if wrong:
        raise Refused(names=wrong)


def _divided(details: dict[str, Any]) -> str:
    people = list(zip(details["names"], details["into"], strict=True))
    divided = ", ".join(f"{name} → {section or '–'}" for name, section in people[:MOST_NAMED])
    fields = {"title": details["title"], "count": len(people), "moved": divided}
    if len(people) <= MOST_NAMED:
        words = _("divided people of “%(title)s” into sections: %(moved)s") % fields
    else:
        template = ngettext(
            "divided %(count)d person of “%(title)s” into sections",
            "divided %(count)d people of “%(title)s” into sections",
            len(people),
        )
        words = template % fields
    if details["seed"]:
        words = _("%(told)s, seed %(seed)s") % {"told": words, "seed": details["seed"]}
    return f"{words}: {details['reason'] or _('removed')}" if details["for_reason"] else words


@verb(log=_divided)
def divide_people(
    act: PendingDeed[Account],
    *,
    tournament: Tournament,
    sections: Mapping[int, int],
    seed: str = "",
    reason: str = "",
) -> Tournament:
    """Put people, by their entries, into sections by number; 0: into none.

    Once the tournament has begun, whoever changes section takes all results along, and there is a reason.
    """
    tournament = directed(tournament, act.actor)
    act.demand_nothing_newer()
    demand_open(tournament)
    count = len(tournament.terms.sections)
    if not count or any(not 0 <= number <= count for number in sections.values()):
        raise ChangedMeanwhile()
    reassigned = [
        (entrant, sections[entrant.pk])
        for entrant in tournament.entrants.filter(pk__in=sections).order_by("number")
        if entrant.section != sections[entrant.pk]
    ]
    for_reason = _needs_reason(tournament, [entrant for entrant, _number in reassigned])
    reason = demand_reason(reason) if for_reason else ""
    for entrant, number in reassigned:
        entrant.section = number
    Entrant.objects.bulk_update([entrant for entrant, _number in reassigned], ["section"])
    names, titles = tournament.evening.names(), ("", *tournament.terms.sections)
    record_deed(
        act,
        tournament,
        seed=seed,
        for_reason=for_reason,
        reason=reason,
        names=[names[str(entrant.participant_id)] for entrant, _number in reassigned],
        into=[titles[number] for _entrant, number in reassigned],
    )
    return tournament


def _needs_reason(tournament: Tournament, reassigned: Iterable[Entrant]) -> bool:
    """Return whether one of these people has played; refuse if one has a seat now."""
    seated = seats_of(tournament)
    people = [entrant for entrant in reassigned if not entrant.house]
    tables = [table for entrant in people for table in seated.get(str(entrant.participant_id), ())]
    for table in tables:
        if table.round.stage in SEATED:
            message = (
                _("Round %(number)d is running. Sections can only be changed between rounds.")
                if table.round.stage == Stage.RUNNING
                else _("Round %(number)d is drawn. Please discard the draw first, then change the sections.")
            )
            raise Refused(form=[message % {"number": table.round.number}])
    return tournament.state != State.PLANNED and bool(tables)


MOST_NAMED = 5


LOT, EVEN, BEST = "lot", "even", "best"  # the ways
LIST = "list"  # what says who is stronger, beside series


class SectionsShown(NamedTuple):
    """The sections of a tournament with its people."""

    sections: list[tuple[int, str, int]]  # the number and name of each, and how many are in it
    people: list[tuple[Entrant, str]]  # with their names, those in no section first
    nowhere: int  # so many are in none


def sections_shown(tournament: Tournament) -> SectionsShown:
    """Return everybody's section; two queries."""
    names = tournament.evening.names()
    entrants = tournament.entrants.filter(withdrawn_at=None)
    people = sorted(
        ((entrant, names[str(entrant.participant_id)]) for entrant in entrants),
        key=lambda row: (row[0].section > 0, row[0].house, tournament.in_list(row[1]), row[0].pk),
    )
    counts = Counter(entrant.section for entrant, _name in people if not entrant.house)
    sections = enumerate(tournament.terms.sections, 1)
    return SectionsShown([(number, name, counts[number]) for number, name in sections], people, counts[0])


def orders_of(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the possible orders of strength, with their names."""
    series = Series.objects.filter(club=tournament.club).order_by("title", "pk")
    orders = [
        (str(pk), _("the series “%(title)s”") % {"title": title})
        for pk, title in series.values_list("pk", "title")
    ]
    return [*orders, (LIST, _("the list of players: the first is the strongest"))]


def divided(tournament: Tournament, way: str, *, seed: str, order: str) -> dict[int, int]:
    """Return everybody's section by entrant, if people are divided in this way."""
    playing = tournament.entrants.filter(withdrawn_at=None, house=False).order_by("number")
    entrants = list(playing.select_related("participant"))
    count = len(tournament.terms.sections)
    if way == LOT:
        divisions = divided_by_lot(entrants, count, seed)
    else:
        ordered = _strongest_first(tournament, entrants, order)
        divisions = {EVEN: equally_strong, BEST: best_together}[way](ordered, count)
    return {entrant.pk: number for number, people in enumerate(divisions, 1) for entrant in people}


def _strongest_first(tournament: Tournament, entrants: Sequence[Entrant], order: str) -> list[Entrant]:
    """Sort entrants by a list; those not in it come last."""
    ranks: Mapping[str, int] = {}
    if order.isdecimal():
        ranking_series = Series.objects.filter(club=tournament.club, pk=order).first()
        if ranking_series is not None:
            ranking_series.club = tournament.club
            stands = standing_of(ranking_series)
            ranks = {row.place.person: number for number, row in enumerate((*stands.rows, *stands.below))}
    return sorted(entrants, key=lambda entrant: ranks.get(f"m{entrant.participant.member_id}", len(ranks)))


APART, TOGETHER = "apart", "together"


class SectionsForm(StoredForm):
    """What the sections are called, and whether all are ranked together, too."""

    names = lines_field(
        gettext_lazy("Names of the sections"),
        1000,
        rows=4,
        help_text=gettext_lazy(
            "One name on each line, such as A and B. Without names there are no sections."
        ),
    )
    ranked = choice_field(
        gettext_lazy("How they are ranked"),
        [
            (APART, gettext_lazy("each section by itself")),
            (TOGETHER, gettext_lazy("all together, and each section beside it")),
        ],
    )


class DivideForm(StoredForm):
    """How everybody is divided at once."""

    way = choice_field(gettext_lazy("How people are divided"))
    order = choice_field(
        gettext_lazy("Who is stronger"),
        help_text=gettext_lazy(
            "Only if divided by strength: those at the top of this list are the strongest."
        ),
        required=False,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="id_all_%s", **kwargs)
        ways = [
            (LOT, _("by lot, evenly")),
            (EVEN, _("equally strong: the strongest spread over the sections")),
            (BEST, _("by strength: the strongest in the first section")),
        ]
        offer(self, way=ways, order=orders_of(tournament))
        if tournament.state != State.PLANNED:
            self.fields["reason"] = reason_field()


def reason_field() -> forms.CharField:
    """Return the field for why a person who has played changes section."""
    hint = gettext_lazy("Required for a person who has played already: all their results move too.")
    return text_field(gettext_lazy("Reason"), "", help_text=hint)


class ByHandForm(StoredForm):
    """Everybody's section, as it was tapped."""

    reason = reason_field()

    def __init__(self, *args: Any, shown: SectionsShown, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = shown.people
        self.numbers = {str(number): name for number, name, _count in shown.sections}
        for entrant, name in shown.people:
            self.fields[f"section_{entrant.pk}"] = forms.CharField(
                label=name,
                initial=str(entrant.section or ""),
                required=False,
                widget=forms.RadioSelect(choices=self.numbers.items()),
            )

    @property
    def sections(self) -> dict[int, int]:
        """Return the section tapped for each entrant, without those left alone."""
        tapped = {entrant.pk: self.cleaned_data[f"section_{entrant.pk}"] for entrant, _name in self.people}
        return {pk: int(section) for pk, section in sorted(tapped.items()) if section in self.numbers}

    @property
    def rows(self) -> list[tuple[Entrant, str, str]]:
        """Return everybody with their name and the section that is tapped on the page."""
        fields = ((entrant, name, self[f"section_{entrant.pk}"]) for entrant, name in self.people)
        return [(entrant, name, str(field.value() or "")) for entrant, name, field in fields]


@require_http_methods(PAGE)
def sections_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show everybody's section, and move single people to another one."""
    tournament = directed_tournament(request, slug, pk)
    stored, message = partial(_by_hand_form, request, slug, pk), _("Saved.")
    form = stored(request.POST or None)
    if form.is_valid():
        arguments = {"sections": form.sections, "reason": form.cleaned_data["reason"]}
        if submit(request, form, divide_people, message, stored, tournament=tournament, **arguments):
            return redirect("tournaments:sections", slug, pk)
    return _page(request, tournament, by_hand=form)


@require_http_methods(PAGE)
def section_settings_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Name the sections, and say how they are ranked."""
    tournament = directed_tournament(request, slug, pk)
    stored, message = partial(_settings_form, request, slug, pk), _("Saved.")
    form = stored(request.POST if request.method == "POST" else None)
    if form.is_valid():
        names, together = form.cleaned_data["names"].splitlines(), form.cleaned_data["ranked"] == TOGETHER
        arguments = {"tournament": tournament, "names": names, "together": together}
        if submit(request, form, set_sections, message, stored, **arguments):
            return redirect("tournaments:sections", slug, pk)
    if request.method != "POST":
        return redirect("tournaments:sections", slug, pk)
    return _page(request, tournament, settings_form=form)


@require_http_methods(PAGE)
def divide_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Divide everybody at once."""
    tournament = directed_tournament(request, slug, pk)
    if request.method != "POST" or not tournament.terms.sections:
        return redirect("tournaments:sections", slug, pk)
    form = DivideForm(request.POST, tournament=tournament)
    if form.is_valid():
        answers = form.cleaned_data
        # sent twice, it is the same lot
        seed = signature_of("tournaments.series.sections", deed_of(request))[:8]
        new_sections = divided(tournament, answers["way"], seed=seed, order=answers["order"])
        arguments = {"tournament": tournament, "sections": new_sections, "reason": answers.get("reason", "")}
        arguments["seed"] = seed if answers["way"] == LOT else ""
        stored = partial(_by_hand_form, request, slug, pk)
        if submit(request, form, divide_people, _("Everybody is divided."), stored, **arguments):
            return redirect("tournaments:sections", slug, pk)
    return _page(request, tournament, divide_form=form)


def _by_hand_form(request: HttpRequest, slug: str, pk: int, posted: QueryDict | None = None) -> ByHandForm:
    return ByHandForm(posted, shown=sections_shown(directed_tournament(request, slug, pk)))


def _settings_form(request: HttpRequest, slug: str, pk: int, posted: QueryDict | None = None) -> SectionsForm:
    terms = directed_tournament(request, slug, pk).terms
    ranked = TOGETHER if terms.together else APART
    return SectionsForm(posted, initial={"names": "\n".join(terms.sections), "ranked": ranked})


def _page(request: HttpRequest, tournament: Tournament, **sent_forms: Any) -> HttpResponse:
    """Show all forms of the page, one of them perhaps with sent values."""
    shown = sections_shown(tournament)
    page = page_about(
        tournament,
        there=shown,
        by_hand=ByHandForm(shown=shown),
        divide_form=DivideForm(tournament=tournament) if tournament.terms.sections else None,
        settings_form=_settings_form(request, tournament.club.slug, tournament.pk),
        has_begun=tournament.state != State.PLANNED,
    )
    page |= sent_forms
    return render(request, "tournaments/series/sections/sections.html", page)


tournament_urls: list[URLPattern | URLResolver] = [  # below …/<int:pk>/
    path("sections/", sections_page, name="sections"),
    path("sections/divide/", divide_page, name="divide"),
    path("sections/settings/", section_settings_page, name="section_settings"),
]


CAPABILITY = Capability(urls=__name__, words=log_of(set_sections, divide_people))
