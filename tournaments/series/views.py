"""A club's series: how each stands, its terms and events; shown to everybody, and certificates."""

from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template import Context
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from scoring.capability import Capability, DeedWords, sentence, sentence_by
from scoring.clock import as_of_today, day_in_words
from scoring.clubs.privacy.name_locations import Remedy, StoredText
from scoring.deeds import log_of
from scoring.export.answering import exported, file_of
from scoring.export.figures import Figures
from scoring.language import gettext_noop
from scoring.models import Club, Member
from scoring.season.forms import CertificatesForm
from scoring.sharing.feeds import Source
from scoring.signatures import LinkKind
from scoring.web.access import (
    PAGE,
    directed_club,
    done_before,
    kept_from_search,
    language_elsewhere,
    open_club,
    read_as,
)
from scoring.web.bars import SubjectBar, bar, part_of
from scoring.web.columns import Column, ColumnKind
from scoring.web.first_places import first_asked, first_places
from scoring.web.language import current_language
from scoring.web.links import is_there, link_to
from scoring.web.submitting import submit
from tournaments.engine.ladders import written
from tournaments.models import BroughtPoints, Series, SeriesLot
from tournaments.models.tournaments import LONGEST_TITLE
from tournaments.privacy import renaming
from tournaments.series import verbs
from tournaments.series.export import PublicSeriesTable, SeriesTable, series_as
from tournaments.series.form_pages import Removal, crumbs_of_lists, form_page, removal_page
from tournaments.series.forms import (
    EventsForm,
    PeopleForm,
    SeriesForm,
)
from tournaments.series.history import history_of
from tournaments.series.lines import POINTS
from tournaments.series.pages import (
    ShownSeries,
    choices_for,
    person_in,
    point_lines,
    series_of,
    shown_series,
    terms_in_words,
    years_of,
)
from tournaments.series.places import charts_of, places_after_each
from tournaments.series.sharing import certificates_of, occasion_of, sentence_of, series_results, shown_to_all
from tournaments.series.tables import (
    moved_table,
    person_table,
    places_table,
    teams_table,
    winners_table,
    years_table,
)
from tournaments.series.verifying import of_series
from tournaments.series.year import year_of, years_with_series
from tournaments.web.access import (
    asked_for_everybody,
    directed_series,
    page_about,
    series_behind,
    series_in,
    year_asked,
)
from tournaments.web.lots import TieForms


@require_safe
def all_series(request: HttpRequest, slug: str) -> HttpResponse:
    """List the series of a club."""
    club = open_club(request, slug)
    page = {"club": club, "rows": list(series_of(club))}
    return render(request, "tournaments/series/all_series.html", page)


@require_safe
def series_year(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what counts in a year, how every series stands, and what was put right since."""
    club = open_club(request, slug)
    years = years_with_series(club)
    year = year_asked(request, years)
    shown = year_of(club, year, member=club.member_id)
    for row in shown["series"]:
        row["table"] = moved_table(row.get("moved", ()))
    page = {"club": club, "years": years, "year": year, "shown": shown}
    return render(request, "tournaments/series/series_year.html", page)


@require_safe
def series_history(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who has won over all years, and how many came."""
    club = open_club(request, slug)
    shown = history_of(club)
    page = {"club": club, "shown": shown}
    page |= {"winners": winners_table(shown["winners"]), "years": years_table(shown["years"])}
    return render(request, "tournaments/series/history.html", page)


@require_http_methods(PAGE)
def new_series(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for everything but the events, which are chosen next."""
    club = directed_club(request, slug)
    return form_page(
        request,
        club,
        partial(SeriesForm, club=club),
        verbs.open_series,
        lambda series: reverse("tournaments:series_events", args=[slug, series.pk]),
        crumbs=crumbs_of_lists(club, "all_series"),
        heading=_("New series"),
        lead=_("What counts is chosen next, and everything can be changed later."),
        button=_("Open the series"),
        template="series_form",
    )


@require_safe
def series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show how a series stands."""
    subject = series_in(request, slug, series)
    shown = shown_series(subject, member=subject.club.member_id)
    places = places_after_each(shown)
    page = {
        **_standings(request, shown, SeriesTable),
        "place_history": places and places_table(places, shown.held),
        "charts": charts_of(places),
        **shown_to_all(request, shown, subject.club),
        "terms": terms_in_words(shown, current_language()),
        "lists": [
            (point_list.title, reverse(f"tournaments:{kind}_points", args=[slug, subject.pk]))
            for kind, point_list in POINTS.items()
        ],
    }
    return render(request, "tournaments/series/series.html", page)


@require_safe
def series_teams(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show how the teams of a series stand."""
    subject = series_in(request, slug, series)
    shown = shown_series(subject, member=subject.club.member_id)
    return _page(request, "series_teams", subject, shown=shown, teams=teams_table(shown.team_rows))


@require_safe
def series_person(request: HttpRequest, slug: str, series: int, person: str) -> HttpResponse:
    """Show which events counted for a person, which did not, and what is missing to be ranked."""
    subject = series_in(request, slug, series)
    shown = shown_series(subject, member=subject.club.member_id)
    who = person_in(shown, person, current_language())
    if who is None:
        raise Http404
    return _page(request, "series_person", subject, shown=shown, who=who, events=person_table(who))


@require_http_methods(PAGE)
def series_settings(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Change the title and the terms."""
    subject = directed_series(request, slug, series)

    def form_for(posted: QueryDict | None = None) -> SeriesForm:
        return SeriesForm(posted, club=subject.club, series=directed_series(request, slug, series))

    return form_page(
        request,
        subject,
        form_for,
        verbs.change_series,
        subject.get_absolute_url(),
        heading=pgettext("series", "Terms"),
        lead=_("Everything played so far is ranked by the new terms at once."),
        way=(_("Remove the series"), reverse("tournaments:remove_series", args=[slug, subject.pk])),
        template="series_form",
    )


@require_http_methods(PAGE)
def series_events(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Choose what counts, year by year."""
    subject = directed_series(request, slug, series)
    years = years_of(subject)
    year = year_asked(request, years)

    choices = choices_for(subject, year)
    everything = [event for whole, rounds in choices for event in (whole, *rounds)]

    def form_for(posted: QueryDict | None = None) -> EventsForm:
        chosen = {verbs.key_of(event) for event in subject.events.all()}
        return EventsForm(posted, among=everything, chosen=chosen)

    form = form_for(request.POST if request.method == "POST" else None)
    if form.is_valid():
        among = [event.key for event in everything]
        arguments = {"series": subject, "among": among, "chosen": form.cleaned_data["event"]}
        if submit(request, form, verbs.choose_events, _("Saved."), form_for, **arguments):
            return redirect(subject)
    return _page(request, "series_events", subject, choices=choices, form=form, year=year, years=years)


REMOVAL = Removal(
    gettext_lazy("Remove the series"),
    gettext_lazy(
        "Its terms and the choice of its events are removed. Tournaments, evenings and end tables stay "
        "as they are."
    ),
    gettext_lazy("The series “%(title)s” has been removed."),
)


@require_http_methods(PAGE)
def remove_series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Ask once more; nothing that was played goes with it."""
    if done_before(request, verbs.remove_series.__name__, club__slug=slug):
        return redirect("tournaments:all_series", slug)
    subject = directed_series(request, slug, series)
    return removal_page(request, subject, verbs.remove_series, REMOVAL)


@require_http_methods(PAGE)
def points_of_series(request: HttpRequest, slug: str, series: int, kind: str) -> HttpResponse:
    """Say who has how many points beside the events, in one of the lists of them."""
    subject, point_list = directed_series(request, slug, series), POINTS[kind]

    def form_for(posted: QueryDict | None = None) -> PeopleForm:
        return PeopleForm(posted, kind=point_list, initial={"lines": point_lines(subject, kind)})

    verb, then = partial(verbs.bring_points, kind=kind), subject.get_absolute_url()
    return form_page(request, subject, form_for, verb, then, heading=point_list.title, lead=point_list.lead)


@require_http_methods(PAGE)
def series_lots(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Draw lots between those who have as many points, or record what was drawn by hand."""
    subject = directed_series(request, slug, series)
    shown = shown_series(subject)
    drawing = [
        TieForms(
            *(request, index, [(person, shown.names.get(person, "?")) for person in tie]),
            verbs.seed_of_program(subject, tie),
        )
        for index, tie in enumerate(shown.ties)
    ]
    for tie in drawing:
        if tie.is_asked and tie.form.is_valid():
            arguments = {"series": subject, "people": tie.players, **tie.facts}
            if submit(request, tie.form, verbs.draw_series_lot, _("The lot is drawn."), **arguments):
                return redirect("tournaments:series_lots", slug, subject.pk)
    drawn_lots = [(lot, [shown.names.get(person, "?") for person in lot.order]) for lot in shown.lots]
    return _page(request, "series_lots", subject, drawing=drawing, drawn=drawn_lots[::-1])


@require_POST
def withdraw_series_lot(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Take a lot back; who it parted is equal again."""
    subject = directed_series(request, slug, series)
    lot = read_as(UUID, request.POST.get("lot"))
    submit(
        request, None, verbs.withdraw_series_lot, _("The lot has been withdrawn."), series=subject, lot=lot
    )
    return redirect("tournaments:series_lots", slug, subject.pk)


@require_safe
def export_series(request: HttpRequest, slug: str, series: int, form: str) -> HttpResponseBase:
    """Send the standings as a file."""
    subject = series_in(request, slug, series)
    return file_of(request, subject.club, series_as(form, shown_series(subject)), form)


@require_http_methods(PAGE)
def show_series(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show the series to everybody, or to the club only."""
    subject = directed_series(request, slug, series)
    if request.method == "POST":
        public = asked_for_everybody(request)
        for_all = _("Everybody with the link can now read this series.")
        message = for_all if public else _("Only the club can now read this series.")
        submit(request, None, verbs.show_series, message, series=subject, public=public)
    return redirect(subject)


@require_safe
def public_series(request: HttpRequest, series_code: str) -> HttpResponse:
    """Show the standings to everybody who has the link."""
    shown = shown_series(series_behind(series_code))
    link = link_to(request, reverse("tournaments:public_series", args=[series_code]))
    page = {
        **_standings(request, shown),
        "link": link,
        "sentence": sentence_of(shown),
        "terms": terms_in_words(shown, current_language()),
    }
    return kept_from_search(render(request, "tournaments/series/public_series.html", page))


@require_safe
@xframe_options_exempt
def embedded_series(request: HttpRequest, series_code: str) -> HttpResponse:
    """Show the standings alone, for a frame elsewhere; in the club's language unless asked otherwise."""
    shown = shown_series(series_behind(series_code))
    language = language_elsewhere(request, shown.series.club)
    with translation.override(language):
        by_itself = reverse("tournaments:public_series", args=[series_code])
        query_prefix = f"language={language}&" if "language" in request.GET else ""
        address_context = {"language": language, "by_itself": by_itself, "further": query_prefix}
        page = {**_standings(request, shown), **address_context}
        response = render(request, "tournaments/series/embedded_series.html", page)
    response.headers["Content-Language"] = language
    return kept_from_search(response)


@require_safe
def export_public_series(request: HttpRequest, series_code: str, form: str) -> HttpResponseBase:
    """Send the same as a file."""
    shown = shown_series(series_behind(series_code))
    return kept_from_search(file_of(request, shown.series.club, series_as(form, shown), form))


@require_safe
def series_certificates(request: HttpRequest, slug: str, series: int) -> HttpResponse:
    """Show the certificates to print; `?whose=first&first=3` says for whom."""
    subject = directed_series(request, slug, series)
    shown = shown_series(subject)
    everybody = certificates_of(shown)
    page: dict[str, Any] = {"shown": shown}
    if everybody:
        form = CertificatesForm(request.GET.dict(), groups={_("Only one person"): everybody})
        page |= {
            "form": form,
            "problems": [_("Please look at the fields marked below.")],
            "occasion": occasion_of(shown),
            "certificates": form.chosen(everybody) if form.is_valid() else (),
            "own_line": form.own_line if form.is_valid() else "",
        }
    return _page(request, "series_certificates", subject, **page)


def _page(request: HttpRequest, template: str, series: Series, **shown: Any) -> HttpResponse:
    return render(request, f"tournaments/series/{template}.html", page_about(series, **shown))


def _standings(
    request: HttpRequest, shown: ShownSeries, kind: type[SeriesTable] = PublicSeriesTable
) -> dict[str, Any]:
    """Return how a series stands: all of it, or the group that the address asks for."""
    group = shown.group_called(request.GET.get("group", ""))
    rows, below = (shown.rows, shown.below) if group is None else (shown.among(group), ())
    if first := first_asked(request):
        rows, below = tuple(row for row in rows if row.rank and row.rank <= first), ()
    return {
        "club": shown.series.club,
        "series": shown.series,
        "shown": shown,
        "group": group,
        **first_places(
            first,
            ((row.rank, row.name, written(row.points)) for row in rows),
            shown.series.club,
            shown.series.title,
            group.name if group else "",
            shown.series.club.name,
            as_of_today()
            if shown.to_come or not shown.held
            else day_in_words(max(event.date for event in shown.held)),
        ),
        "kept": [("group", group.pk)] if group else [],
        "table": rows
        and RequestConfig(request, paginate=not first).configure(
            kind(rows, pgettext("tournament", "Standings"), in_group=group is not None)
        ),
        "teams": teams_table(shown.team_rows),
        "below": below and RequestConfig(request).configure(kind(below, _("Too few starts"), prefix="b-")),
    }


# Series: what they hand to the rest of the program, such as what they keep about people


def texts_of_series(club: Club) -> Iterator[StoredText]:
    """Yield titles, origins of points, and chosen seeds of lots."""
    for series in Series.objects.filter(club=club).order_by("pk"):
        page = reverse("tournaments:series_settings", args=[club.slug, series.pk])
        key = f"series:{series.pk}"
        yield StoredText(_("Series"), series.title, page, Remedy.CHANGE, key, room=LONGEST_TITLE)
        where = _("Series “%(title)s”") % {"title": series.title}
        for row in series.brought.exclude(words="").order_by("pk"):
            page = reverse(f"tournaments:{row.kind}_points", args=[club.slug, series.pk])
            yield StoredText(where, row.words, page, Remedy.CHANGE)
        page = reverse("tournaments:series_lots", args=[club.slug, series.pk])
        for lot in series.lots.exclude(seed="").order_by("pk"):
            yield StoredText(_("Seed of a draw: %(where)s") % {"where": where}, lot.seed, page, Remedy.STAYS)


def stored_of_series(member: Member) -> Iterator[Figures]:
    """Yield a member's points brought along, and the lots that they were in."""
    series = Column(_("Series"), key="series", of="series.title")
    points = Column(_("Points"), ColumnKind.POINTS, "points", summed=True)
    brought = BroughtPoints.objects.filter(member=member).select_related("series").order_by("pk")
    where_from = Column(_("Where from"), key="words")
    in_list = Column(_("List"), key="list", of=lambda row: str(POINTS[row.kind].title))
    yield Figures.of(_("Points brought along"), (series, in_list, points, where_from), brought)
    # the lots in which somebody is, also as the guest they were then
    drawn = SeriesLot.objects.filter(series__club=member.club).select_related("series")
    known = {f"m{member.pk}", *(f"g{pk}" for pk in member.participations.values_list("pk", flat=True))}
    lots = [lot for lot in drawn if not known.isdisjoint(lot.order)]
    yield Figures.of(_("Lots drawn in series"), (series, Column(_("When"), ColumnKind.MOMENT, "at")), lots)


def series_bar(request: HttpRequest, context: Context, club: Club) -> SubjectBar | None:
    """Return the bar of the series that a page is about; none where there is only one page."""
    series = context.get("series")
    if not isinstance(series, Series):
        return None
    ways = list(_pages(series, club))
    part = part_of(request, reverse("tournaments:series", args=[club.slug, series.pk]))
    current = part if part in {key for key, _words, _address in ways} else ""
    return bar(series.title, current, ways) if len(ways) > 1 else None


def _pages(series: Series, club: Club) -> Iterator[tuple[str, str, str]]:
    where = {"slug": club.slug, "series": series.pk}
    yield "", pgettext("bar", "Standings"), reverse("tournaments:series", kwargs=where)
    if club.is_directed:
        yield "events", pgettext("bar", "Counts"), reverse("tournaments:series_events", kwargs=where)
        yield "settings", pgettext("series", "Terms"), reverse("tournaments:series_settings", kwargs=where)
    if is_there("tournaments:series_final", **where):
        yield "final", _("Final"), reverse("tournaments:series_final", kwargs=where)


def _joint_series_ended(details: dict[str, Any]) -> str:
    words = ngettext(
        "turned what %(clubs)s brought to the series “%(title)s” into old results of it: %(number)d result",
        "turned what %(clubs)s brought to the series “%(title)s” into old results of it: %(number)d results",
        details["number"],
    )
    if details["missing"]:
        words += _("; nothing is known about: %(missing)s")
    return words % {**details, "missing": ", ".join(details["missing"])}


def _part_ended(details: dict[str, Any]) -> str:
    if details["stays"]:
        words = _(
            "continued the club's part of the series “%(title)s” of “%(club_name)s” as a series of its own"
        )
    else:
        words = _(
            "removed the club's part of the series “%(title)s” of “%(club_name)s”, which keeps its results: "
            "%(events)s"
        )
    return words % {**details, "events": ", ".join(details["events"]) or "–"}


# Clubs once held series together, and each series had end tables of its own. Nothing is done in this way any
# more; the log still says what was.
PAST: dict[str, DeedWords] = {
    "bring_old_results": sentence(
        ngettext_lazy(
            "wrote down old results in the series “%(title)s”: %(number)d line",
            "wrote down old results in the series “%(title)s”: %(number)d lines",
            "number",
        )
    ),
    "end_joint_series": _joint_series_ended,  # by a migration
    "end_part_of_series": _part_ended,
    "invite_club": sentence_by(
        "club_name",
        {
            True: gettext_lazy("invited the club “%(club_name)s” to the series “%(title)s”"),
            False: gettext_lazy("made a link that invites a club to the series “%(title)s”"),
        },
    ),
    "withdraw_club": sentence_by(
        "was_there",
        {
            True: gettext_lazy("ended the part of “%(club_name)s” in the joint series “%(title)s”"),
            False: gettext_lazy("withdrew an invitation to the series “%(title)s”"),
        },
    ),
    "accept_joint_series": sentence(
        gettext_lazy("accepted the invitation to the joint series “%(title)s” for “%(club_name)s”")
    ),
    "decline_joint_series": sentence(
        gettext_lazy("declined the invitation to the series “%(title)s” for “%(club_name)s”")
    ),
    "leave_joint_series": sentence(gettext_lazy("left the series “%(title)s” with the club “%(club_name)s”")),
    "propose_same_person": sentence(
        gettext_lazy(
            "proposed that %(name)s and somebody of “%(club_name)s” are one person in the series “%(title)s”"
        )
    ),
    "agree_same_person": sentence(
        gettext_lazy(
            "agreed that %(name)s and somebody of “%(club_name)s” are one person in the series “%(title)s”"
        )
    ),
    "part_same_person": sentence(
        gettext_lazy(
            "noted that %(name)s and somebody of “%(club_name)s” are two people in the series “%(title)s”"
        )
    ),
}


club_urls: list[URLPattern | URLResolver] = [  # below clubs/<slug>/tournaments/
    path("series/", all_series, name="all_series"),
    path("series/new/", new_series, name="new_series"),
    path("series/year/", series_year, name="series_year"),
    path("series/history/", series_history, name="series_history"),
    path("series/<int:series>/", series, name="series"),
    path("series/<int:series>/show/", show_series, name="show_series"),
    path("series/<int:series>/certificates/", series_certificates, name="series_certificates"),
    path("series/<int:series>/", include(exported(export_series))),
    path("series/<int:series>/people/<str:person>/", series_person, name="series_person"),
    path("series/<int:series>/settings/", series_settings, name="series_settings"),
    path("series/<int:series>/events/", series_events, name="series_events"),
    path("series/<int:series>/teams/", series_teams, name="series_teams"),
    *(
        path(f"series/<int:series>/{kind}/", points_of_series, {"kind": kind}, name=f"{kind}_points")
        for kind in POINTS
    ),
    path("series/<int:series>/lots/", series_lots, name="series_lots"),
    path("series/<int:series>/lots/withdraw/", withdraw_series_lot, name="withdraw_series_lot"),
    path("series/<int:series>/remove/", remove_series, name="remove_series"),
]

site_urls: list[URLPattern | URLResolver] = [  # for everybody
    path("series/<str:series_code>/", public_series, name="public_series"),
    path("series/<str:series_code>/embed/", embedded_series, name="embedded_series"),
    path("series/<str:series_code>/", include(exported(export_public_series))),
]


CAPABILITY = Capability(
    urls=__name__,
    words=log_of(verbs) | PAST,
    bars=(series_bar,),
    links=(
        LinkKind(
            model=Series,
            open=lambda: ~Q(code=""),
            renew=verbs.renew_codes,
            club="club",
            singular=gettext_noop("series open to everybody"),
            plural=gettext_noop("series that are open to everybody"),
        ),
    ),
    free_texts=(texts_of_series,),
    text_editors={"series": renaming(Series.objects.all(), "title")},
    privacy_reports=(stored_of_series,),
    verified=(of_series,),
    feeds=(Source(lambda club: (), series_results),),
)
