"""The final of a series: who plays, who is in reserve, what they bring along."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django import forms
from django.core.exceptions import BadRequest
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import clock
from scoring.capability import Capability
from scoring.deeds import PendingDeed, Refused, atomic_with_retry, log_of, refuse, verb
from scoring.engine.result import Amount
from scoring.export.figures import Figures
from scoring.models import Account, Member
from scoring.names import folded
from scoring.web.access import PAGE
from scoring.web.columns import Column, ColumnKind
from scoring.web.fields import choice_field, lines_field, number_field, offer
from scoring.web.language import current_language
from scoring.web.stored_forms import StoredForm
from scoring.web.submitting import submit
from tournaments.engine.finals import Carry, FinalTerms, carried
from tournaments.engine.ladders import amount_from_words, in_one_word
from tournaments.engine.series import SeriesPlace, SeriesTerms
from tournaments.entrants.verbs import MOST_ENTRANTS, register, remove_entrant
from tournaments.models import Decline, Entrant, Series, SeriesEvent, SeriesFinal, State, Tournament
from tournaments.preconditions import of_directed_club
from tournaments.series.cuts import cut_of
from tournaments.series.form_pages import Removal, form_page, removal_page
from tournaments.series.forms import points_in
from tournaments.series.outcomes import PERSON, SeriesPerson, members_now
from tournaments.series.pages import SeriesRow, ShownSeries, shown_series
from tournaments.series.verbs import names_of
from tournaments.web.access import directed_series, page_about, series_in

LEAST_RESERVE = 10  # so many are shown, or as many as play

MOST_OFFERED = 100


@dataclass(frozen=True, slots=True)
class Finalist:
    """A person on the page of a final."""

    row: SeriesRow
    carried: str  # how the points that go along come about; empty: none do
    registered: bool

    @property
    def person(self) -> str:
        return self.row.place.person


class ListChanges(NamedTuple):
    """What brings the list of the final's tournament up to date."""

    members: list[int]  # to be registered
    guests: dict[SeriesPerson, str]  # likewise, by name
    declined: list[int]  # entrants who declined
    withdrawn: list[int]  # entrants who would play
    known_by_name: dict[int, SeriesPerson]  # entrants of whom nobody has noted which finalist they are
    nobody: list[int]  # entrants who were finalists, and are nobody in the series any more


@dataclass(frozen=True, slots=True)
class ShownFinal:
    """A final as it stands after what has been played in the series."""

    final: SeriesFinal
    playing: list[Finalist]
    level: list[Finalist]
    reserve: list[Finalist]
    declined: list[Finalist]
    free: int
    changes: ListChanges

    @property
    def is_up_to_date(self) -> bool:
        return not any(self.changes._replace(known_by_name={}, nobody=[]))


def final_of(series: Series) -> SeriesFinal | None:
    """Return the final of a series, if it has one."""
    whole = SeriesFinal.objects.select_related("tournament__club", "tournament__evening", "carried_to")
    return whole.filter(series=series).first()


def shown_final(shown: ShownSeries, final: SeriesFinal, language: str) -> ShownFinal:
    """Return who plays, who is in reserve and who declined; few queries beside those of the series."""
    places, terms = shown.standings.places, final.terms
    declines = final.declines.values_list("member_id", "guest_id", "guest__member_id")
    declined = {
        f"m{member or joined}" if member or joined else f"g{guest}" for member, guest, joined in declines
    }
    final_cut = cut_of(final.series, places, terms, declined)
    rows = {row.place.person: row for row in shown.rows}
    entrants, nobody = _entrants_by_person(shown, final)

    def finalist(place: SeriesPlace) -> Finalist:
        row, entrant = rows[place.person], entrants.get(place.person)
        brought = "" if terms.carry is Carry.NONE else carried(place, places, terms)[1].in_language(language)
        return Finalist(row, brought, entrant is not None and entrant.withdrawn_at is None)

    of_playing = {player.person: entrants.get(player.person) for player in final_cut.playing}
    missing = [person for person, entrant in of_playing.items() if entrant is None]
    registered = {person: entrant for person, entrant in of_playing.items() if entrant is not None}
    of_declined = [entrants[place.person] for place in final_cut.declined if place.person in entrants]
    changes = ListChanges(
        [int(person[1:]) for person in missing if person.startswith("m")],
        {person: shown.names[person] for person in missing if not person.startswith("m")},
        [entrant.pk for entrant in of_declined if entrant.withdrawn_at is None],
        [entrant.pk for entrant in registered.values() if entrant.withdrawn_at is not None],
        {entrant.pk: person for person, entrant in registered.items() if entrant in nobody},
        [entrant.pk for entrant in nobody if entrant.finalist and entrant not in entrants.values()],
    )
    playing, level, reserve, out = (
        list(map(finalist, places))
        for places in (
            final_cut.playing,
            final_cut.level,
            final_cut.reserve[: max(LEAST_RESERVE, terms.places)],
            final_cut.declined,
        )
    )
    return ShownFinal(final, playing, level, reserve, out, final_cut.free, changes)


def _entrants_by_person(
    shown: ShownSeries, final: SeriesFinal
) -> tuple[dict[SeriesPerson, Entrant], list[Entrant]]:
    """Return who of the series is on the final's list, and of which guests it is not noted who they are now.

    These are found by name. Whoever stands in end tables alone is somebody else under another name.
    """
    people = {row.place.person for row in (*shown.rows, *shown.below)}
    entrants = list(final.tournament.entrants.select_related("participant"))
    members = members_now(entrant.finalist for entrant in entrants)
    by_person: dict[SeriesPerson, Entrant] = {}
    by_name: dict[str, Entrant] = {}
    for entrant in entrants:
        person = members.get(entrant.finalist, entrant.finalist)
        if person in people:
            by_person[person] = entrant
        elif not entrant.participant.member_id:
            by_name[entrant.participant.key] = entrant
        if entrant.participant.member_id:
            by_person.setdefault(f"m{entrant.participant.member_id}", entrant)
    for row in shown.rows:
        person = row.place.person
        if person not in by_person and not person.startswith("m"):
            same_name = by_name.get(folded(row.name))
            if same_name is not None and same_name not in by_person.values():
                by_person[person] = same_name
    return by_person, list(by_name.values())


def possible_finals(series: Series) -> list[tuple[str, str]]:
    """Return the tournaments that could be the final of a series, the newest first, and the one that is."""
    events = series.events.exclude(tournament=None).values("tournament")
    others = SeriesFinal.objects.exclude(series=series).values("tournament")
    tournaments = Tournament.objects.filter(club=series.club).exclude(pk__in=events).exclude(pk__in=others)
    rows = tournaments.select_related("evening").order_by("-evening__date", "-pk")
    newest = rows[:MOST_OFFERED]
    older = rows.filter(as_final__series=series).exclude(pk__in=[tournament.pk for tournament in newest])
    return [
        (str(tournament.pk), f"{tournament.title}, {tournament.evening.date:%d.%m.%Y}")
        for tournament in (*newest, *older)
    ]


@verb(log=gettext_lazy("made “%(tournament)s” the final of the series “%(title)s”: %(places)d places"))
def set_final(
    act: PendingDeed[Account], *, series: Series, tournament: int, terms: FinalTerms
) -> SeriesFinal:
    """Let the first of the series play on in this tournament; a series of its own adds carried points up."""
    series = of_directed_club(series, act.actor)
    act.demand_nothing_newer()
    problems: dict[str, list[str]] = {}
    chosen = Tournament.objects.filter(club=series.club, pk=tournament).first()
    existing = SeriesFinal.objects.filter(series=series).first()
    if wrong := _why_no_final(series, chosen):
        problems["tournament"] = [wrong]
    if not 1 <= terms.places <= MOST_ENTRANTS:
        problems["places"] = [_("Please give a whole number from 1 to %(most)d.") % {"most": MOST_ENTRANTS}]
    refuse(problems)
    assert chosen is not None
    final = existing or SeriesFinal(series=series)
    if final.carried_to is not None and final.tournament_id != chosen.pk:
        final.carried_to.events.filter(tournament=final.tournament_id).delete()
    final.tournament, final.places = chosen, terms.places
    final.carry, final.percent = terms.carry, terms.percent
    final.each_section = terms.each_section
    final.kept_table = [str(amount) for amount in terms.table]
    if terms.carry is not Carry.NONE and final.carried_to is None:
        final.carried_to = _added_up(series, chosen)
    if final.carried_to is not None and not final.carried_to.events.filter(tournament=chosen).exists():
        SeriesEvent.objects.create(series=final.carried_to, tournament=chosen)
    final.save()
    act.record(
        series.club, series=series.pk, title=series.title, tournament=chosen.title, places=final.places
    )
    return final


def _why_no_final(series: Series, tournament: Tournament | None) -> str:
    if tournament is None:
        return _("Please choose a tournament.")
    if SeriesFinal.objects.filter(tournament=tournament).exclude(series=series).exists():
        return _("This tournament is the final of another series. Please choose another one.")
    if series.events.filter(Q(tournament=tournament) | Q(round__tournament=tournament)).exists():
        return _("This tournament counts in the series itself. Please choose another one.")
    return ""


def _added_up(series: Series, tournament: Tournament) -> Series:
    """Return a new series for carried points and the final together."""
    taken = {title.casefold() for title in series.club.series.values_list("title", flat=True)}
    titles = chain([tournament.title], (f"{tournament.title[:70]} {number}" for number in count(2)))
    title = next(title for title in titles if title.casefold() not in taken)
    terms = SeriesTerms().as_json()
    return Series.objects.create(club=series.club, title=title, kept_terms=terms, made_at=clock.now())


@verb(log=gettext_lazy("took back the final of the series “%(title)s”"))
def remove_final(act: PendingDeed[Account], *, series: Series) -> Series:
    """Forget that the series has a final; its tournament and its people stay."""
    series = of_directed_club(series, act.actor)
    final = _final_of(series)
    final.declines.all().delete()
    final.delete()
    act.record(series.club, series=series.pk, title=series.title)
    return series


@verb(log=gettext_lazy("noted that %(name)s declines the final of the series “%(title)s”"))
def decline_final(act: PendingDeed[Account], *, series: Series, person: str) -> SeriesFinal:
    """Note that a person declines the final; the next one plays instead."""
    series = of_directed_club(series, act.actor)
    final, reference = _final_of(series), _member_or_guest(person)
    name = _name(series, person)
    if not final.declines.filter(**reference).exists():
        Decline.objects.create(final=final, at=clock.now(), **reference)
    act.record(series.club, series=series.pk, title=series.title, name=name)
    return final


@verb(log=gettext_lazy("noted that %(name)s plays in the final of the series “%(title)s” after all"))
def accept_final(act: PendingDeed[Account], *, series: Series, person: str) -> SeriesFinal:
    """Note that a person plays after all; their substitute is in reserve again."""
    series = of_directed_club(series, act.actor)
    final = _final_of(series)
    name = _name(series, person)
    reference = _member_or_guest(person)
    as_guest = Q(guest__member=reference["member_id"]) if "member_id" in reference else Q()
    final.declines.filter(Q(**reference) | as_guest).delete()
    act.record(series.club, series=series.pk, title=series.title, name=name)
    return final


@atomic_with_retry
def register_finalists(
    *, actor: Account, deed: UUID, final: SeriesFinal, changes: ListChanges
) -> list[Entrant]:
    """Register the finalists who are not on the list yet, and remove those who declined.

    Of everybody who plays as a guest it is noted who they are in the series, also of those known by name
    only: whatever they are called later, they are not registered a second time.
    """
    tournament, names = final.tournament, list(changes.guests.values())
    if tournament.state == State.FINISHED:
        raise Refused(form=[_("The tournament is finished. Nobody else can be registered.")])
    for message, people in _in_the_way(tournament, changes):
        if people:
            raise Refused(form=[message % {"names": ", ".join(people)}])
    for entrant in tournament.entrants.filter(pk__in=changes.declined).whole():
        remove_entrant(actor, uuid5(deed, str(entrant.pk)), entrant=entrant)
    registered = []
    if changes.members or names:
        registered = register(actor, deed, tournament=tournament, members=changes.members, names=names)
    of_names = tournament.entrants.filter(participant__member=None)
    for person, name in changes.guests.items():
        of_names.filter(participant__key=folded(name), finalist="").update(finalist=person)
    for pk, person in changes.known_by_name.items():
        of_names.filter(pk=pk).update(finalist=person)
    return registered


def _in_the_way(tournament: Tournament, changes: ListChanges) -> Iterator[tuple[str, list[str]]]:
    """Yield each reason why finalists cannot be registered, with the names of those concerned."""
    club, guests = tournament.club, {folded(guest): guest for guest in changes.guests.values()}
    inactive = club.members.filter(pk__in=changes.members, active=False).order_by("sorting", "pk")
    yield (
        _(
            "No longer active in the club: %(names)s. Please make them active again, or note here that they "
            "decline."
        ),
        list(inactive.values_list("name", flat=True)),
    )
    others = tournament.entrants.filter(pk__in=changes.nobody if guests else []).order_by("number")
    yield (
        _(
            "No longer in the series: %(names)s. If somebody’s name has changed there, change "
            "it in the tournament, too; please take everybody else off its list first."
        ),
        tournament.names_of(list(others)) if others else [],
    )
    times = Counter(map(folded, changes.guests.values()))
    yield (
        _(
            "Several finalists have this name: %(names)s. If it is one person, please take them in as a "
            "member; otherwise give one of them another name where they played, or note here that one of "
            "them declines."
        ),
        list(dict.fromkeys(name for name in changes.guests.values() if times[folded(name)] > 1)),
    )
    # whoever withdrew plays again only if somebody says so in the tournament
    is_guest = Q(participant__member=None, participant__key__in=guests)
    known = Q(participant__member__in=changes.members) | is_guest | Q(pk__in=changes.withdrawn)
    withdrawn = list(tournament.entrants.filter(known, withdrawn_at__isnull=False).order_by("number"))
    yield (
        _(
            "Withdrawn from the tournament: %(names)s. Please let them play again there, or note here that "
            "they decline."
        ),
        tournament.names_of(withdrawn) if withdrawn else [],
    )
    others = tournament.entrants.filter(is_guest).exclude(finalist="")
    taken = {*others.values_list("participant__key", flat=True)}
    taken |= {*club.members.filter(key__in=guests, active=True).values_list("key", flat=True)}
    yield (
        _(
            "Somebody else already has this name, in the tournament or among the members: %(names)s. If "
            "it is the member, please take the guest in as that member; otherwise give one of the two "
            "another name."
        ),
        [name for key, name in guests.items() if key in taken],
    )


def _member_or_guest(person: str) -> dict[str, int]:
    if person[0] not in "mg":
        message = _(
            "A player known only from old results cannot decline. Please make them a member, "
            "then save the old results again."
        )
        raise Refused(form=[message])
    return {"member_id" if person[0] == "m" else "guest_id": int(person[1:])}


def _name(series: Series, person: str) -> str:
    names = names_of(series, [person])
    if person not in names:
        raise Refused(form=[_("This has been changed in the meantime. Please look again.")])
    return names[person]


def _final_of(series: Series) -> SeriesFinal:
    final = SeriesFinal.objects.filter(series=series).first()
    if final is None:
        raise Refused(form=[_("This has been changed in the meantime. Please look again.")])
    return final


def stored_of_finals(member: Member) -> Iterator[Figures]:
    """Yield the finals that a member declined."""
    declines = member.declines.select_related("final__tournament").order_by("at", "pk")
    final = Column(_("Final"), key="final", of="final.tournament.title")
    columns = (final, Column(_("When"), ColumnKind.MOMENT, key="at"))
    yield Figures.of(_("Finals declined"), columns, declines)


CARRIES = [
    (Carry.NONE, gettext_lazy("none: everybody begins at zero")),
    (Carry.ALL, gettext_lazy("all")),
    (Carry.SHARE, gettext_lazy("a share of them")),
    (Carry.LADDER, gettext_lazy("points by the place in the series")),
]


class FinalForm(StoredForm):
    """Where the first of a series play on, how many of them, and with what."""

    tournament = choice_field(
        gettext_lazy("Tournament of the final"),
        wrong=gettext_lazy("Please choose a tournament."),
        help_text=gettext_lazy("Set up as any other tournament; it does not count in the series itself."),
        kind=forms.TypedChoiceField,
        coerce=int,
    )
    places = number_field(gettext_lazy("How many play in it"), 1, MOST_ENTRANTS)
    each_section = forms.BooleanField(label=gettext_lazy("This many from each section"), required=False)
    carry = forms.ChoiceField(label=gettext_lazy("Points carried over"), choices=CARRIES)
    percent = number_field(gettext_lazy("The share, in percent"), 1, 100, required=False)
    table = lines_field(
        gettext_lazy("Points by place"),
        3000,
        rows=2,
        help_text=gettext_lazy("Only for points by place. Empty: 120 109 100 93 87 82 78 73 69 64 60."),
    )

    def __init__(self, *args: Any, series: Series, **kwargs: Any) -> None:
        """Begin with the final that the series has, if it has one."""
        stored = final_of(series)
        terms = stored.terms if stored else USUAL
        initial = {
            "tournament": stored and stored.tournament_id,
            "places": terms.places,
            "carry": terms.carry,
            "percent": terms.percent,
            "table": " ".join(map(in_one_word, terms.table)),
            "each_section": terms.each_section,
        }
        super().__init__(*args, initial=initial, **kwargs)
        offer(self, tournament=[("", "–"), *possible_finals(series)])
        counts = Q(in_series__series=series) | Q(rounds__in_series__series=series)
        if not terms.each_section and not Tournament.objects.filter(counts).in_sections().exists():
            del self.fields["each_section"]

    def clean_table(self) -> tuple[Amount, ...]:
        return points_in(self.cleaned_data["table"], amount_from_words)

    @property
    def verb_arguments(self) -> dict[str, Any]:
        """Return the arguments of the verb; of a valid form."""
        answers = self.cleaned_data
        carry = Carry(answers["carry"])
        table = answers["table"] if carry is Carry.LADDER else ()
        each_section = answers.get("each_section", False)
        terms = FinalTerms(answers["places"], carry, answers["percent"] or 50, table, each_section)
        return {"tournament": answers["tournament"], "terms": terms}


USUAL = FinalTerms(places=24)
LEAD = gettext_lazy(
    "The series decides who plays. Where points are carried over, a series of its own adds them to the final."
)


@require_safe
def final_page(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show who plays in the final, who is in reserve and who declined."""
    subject = series_in(request, slug, series)
    shown = shown_series(subject, member=subject.club.member_id)
    final = final_of(shown.series)
    shown_or_none = final and shown_final(shown, final, current_language())
    page = page_about(subject, shown=shown, final=shown_or_none)
    return render(request, "tournaments/series/finals/final.html", page)


@require_http_methods(PAGE)
def final_terms_page(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Ask for the tournament, how many play in it, and what they bring along."""
    subject = directed_series(request, slug, series)
    page: dict[str, Any] = {"heading": _("Terms of the final"), "lead": LEAD}
    if final_of(subject) is not None:
        page["way"] = _("Without a final"), reverse("tournaments:remove_final", args=[slug, subject.pk])
    then = reverse("tournaments:series_final", args=[slug, subject.pk])
    form_for = partial(FinalForm, series=subject)
    return form_page(request, subject, form_for, set_final, then, **page)


@require_POST
def decline_final_form(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Note that a person declines, or plays after all."""
    subject = directed_series(request, slug, series)
    person = request.POST.get("person", "")
    if not re.fullmatch(PERSON, person):
        raise BadRequest("Nobody")
    change = accept_final if "after_all" in request.POST else decline_final
    submit(request, None, change, _("Saved."), series=subject, person=person)
    return redirect("tournaments:series_final", slug, subject.pk)


@require_POST
def register_finalists_form(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Bring the list of the tournament up to date."""
    subject = directed_series(request, slug, series)
    if (final := final_of(subject)) is not None:
        shown = shown_final(shown_series(subject), final, current_language())
        message = _("The list of the tournament is up to date.")
        submit(request, None, register_finalists, message, final=final, changes=shown.changes)
    return redirect("tournaments:series_final", slug, subject.pk)


REMOVAL = Removal(
    gettext_lazy("Without a final"),
    gettext_lazy(
        "The series no longer has a final, and no longer records who declined. The tournament and its "
        "list stay as they are."
    ),
    gettext_lazy("Saved."),
    gettext_lazy("Without a final"),
)


@require_http_methods(PAGE)
def remove_final_page(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Ask once more; the tournament and its people stay."""
    subject = directed_series(request, slug, series)
    back = reverse("tournaments:series_final", args=[slug, subject.pk])
    return removal_page(request, subject, remove_final, REMOVAL, back)


club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("series/<int:series>/final/", final_page, name="series_final"),
    path("series/<int:series>/final/terms/", final_terms_page, name="final_terms"),
    path("series/<int:series>/final/decline/", decline_final_form, name="decline_final"),
    path("series/<int:series>/final/register/", register_finalists_form, name="register_finalists"),
    path("series/<int:series>/final/remove/", remove_final_page, name="remove_final"),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(set_final, remove_final, decline_final, accept_final),
    privacy_reports=(stored_of_finals,),
)
