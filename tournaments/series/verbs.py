"""A series is opened, changed and removed; events are taken into it and out of it."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.accounts.names import problems_with_name
from scoring.capability import sentence_by
from scoring.deeds import PendingDeed, Refused, store, verb
from scoring.heads import announced
from scoring.models import Account, Club, Evening, Member, Participant
from scoring.names import folded, tidy
from scoring.signatures import signature_of
from tournaments.engine.lots import drawn_from
from tournaments.engine.series import SeriesTerms, WhoCounts
from tournaments.models import (
    BroughtPoints,
    EndTable,
    EndTableResult,
    GroupMember,
    MemberGroup,
    Round,
    Series,
    SeriesEvent,
    SeriesFinal,
    SeriesGroup,
    SeriesLot,
    Tournament,
)
from tournaments.models.series import BROUGHT, LONGEST_WORDS
from tournaments.models.tournaments import LENGTH_OF_SEED, LETTERS, LONGEST_SEED, LONGEST_TITLE
from tournaments.preconditions import of_directed_club
from tournaments.series.end_tables import key_of_name
from tournaments.series.lines import POINTS, PersonLine
from tournaments.series.outcomes import SeriesPerson

GroupsByUse = Mapping[str, Collection[int]]  # what groups are for, by `SeriesGroup.Use`

LENGTH_OF_CODE = 10
MOST_NAMED = 5  # names that are told as wrong
END_TABLE = "o"  # before its number
EVENTS = {"t": "tournament", END_TABLE: "end_table", "r": "round", "e": "evening"}


@verb(log=gettext_lazy("opened the series “%(title)s”"), repeat_result=Series)
def open_series(
    act: PendingDeed[Account],
    *,
    club: Club,
    title: str,
    terms: SeriesTerms,
    groups: GroupsByUse | None = None,
) -> Series:
    """Open a series; its events are chosen afterwards."""
    club = locked(club)
    demand_director(club, act.actor)
    title = _untaken(title, club)
    series = Series.objects.create(club=club, title=title, kept_terms=terms.as_json(), made_at=clock.now())
    _go_by(series, terms, groups or {})
    act.record(club, series=series.pk, title=title)
    return series


@verb(log=gettext_lazy("changed the terms of the series “%(title)s”"))
def change_series(
    act: PendingDeed[Account],
    *,
    series: Series,
    title: str,
    terms: SeriesTerms,
    groups: GroupsByUse | None = None,
) -> Series:
    """Change the terms of a series, and its groups where they are given; results follow."""
    series = of_directed_club(series, act.actor)
    act.demand_nothing_newer()
    store(series, title=_untaken(title, series.club, series), kept_terms=terms.as_json())
    if groups is not None:
        _go_by(series, terms, groups)
    act.record(series.club, series=series.pk, title=series.title)
    return series


@verb(log=gettext_lazy("removed the series “%(title)s”"), repeat_result=lambda deed, arguments: None)
def remove_series(act: PendingDeed[Account], *, series: Series) -> None:
    """Remove a series, but nothing that was played."""
    series = of_directed_club(series, act.actor)
    finals = SeriesFinal.objects.filter(Q(series=series) | Q(carried_to=series))
    if (final := finals.select_related("tournament").first()) is not None:
        message = _("“%(final)s” is a final of this series. Please take back the final first.")
        raise Refused(form=[message % {"final": final.tournament.title}])
    series.events.all().delete()
    for belonging in (series.groups, series.brought, series.lots):
        belonging.all().delete()
    number = series.pk
    series.delete()
    act.record(series.club, series=number, title=series.title)


@verb(
    log=sentence_by(
        "public",
        {
            True: gettext_lazy("showed the series “%(title)s” to everybody"),
            False: gettext_lazy("showed the series “%(title)s” to the club only"),
        },
    )
)
def show_series(act: PendingDeed[Account], *, series: Series, public: bool) -> Series:
    """Publish a series by a link, or hide it; published again it has another link."""
    series = of_directed_club(series, act.actor)
    if public != bool(series.code):
        store(series, code=get_random_string(LENGTH_OF_CODE, LETTERS) if public else "")
    act.record(series.club, series=series.pk, title=series.title, public=public)
    return series


def renew_codes(rows: QuerySet[Series]) -> None:
    """Give each of these public series another link."""
    for series in rows:
        Series.objects.filter(pk=series.pk).update(code=get_random_string(LENGTH_OF_CODE, LETTERS))


@verb(log=gettext_lazy("chose the events of the series “%(title)s”: %(added)d added, %(removed)d taken out"))
def choose_events(
    act: PendingDeed[Account], *, series: Series, among: Collection[str], chosen: Collection[str]
) -> Series:
    """Choose which of some events count; all others stay as they are."""
    series = of_directed_club(series, act.actor)
    act.demand_nothing_newer()
    existing = {key_of(event): event for event in series.events.all()}
    added = [_event(series, key) for key in sorted(set(chosen) & set(among)) if key not in existing]
    _demand_no_final(series, added)
    removed = [event.pk for key, event in existing.items() if key in among and key not in chosen]
    SeriesEvent.objects.filter(pk__in=removed).delete()
    SeriesEvent.objects.bulk_create(added)
    act.record(series.club, series=series.pk, title=series.title, added=len(added), removed=len(removed))
    return series


def _demand_no_final(series: Series, events: Iterable[SeriesEvent]) -> None:
    """Refuse the tournament in which the first of the series play on."""
    final = SeriesFinal.objects.filter(series=series).select_related("tournament").first()
    if final is None:
        return
    for event in events:
        if final.tournament_id == (event.round.tournament_id if event.round else event.tournament_id):
            message = _("“%(final)s” is the final of this series, and does not count in it.")
            raise Refused(form=[message % {"final": final.tournament.title}])


def members_named(club: Club, names: Sequence[str], staying: Q) -> tuple[dict[str, int], list[str]]:
    """Return members by the keys of their names, and problems with unknown names.

    Those `staying` are known also once their names are gone.
    """
    known = dict(Member.objects.filter(Q(anonymised_at=None) | staying, club=club).values_list("key", "pk"))
    unknown = [tidy(name)[:40] for name in names if folded(name) not in known]
    listed = ", ".join(unknown[:MOST_NAMED]) + (" …" if len(unknown) > MOST_NAMED else "")
    message = _("Nobody in this club is called %(names)s. Please write names as in the list of members.")
    return known, [message % {"names": listed}] if unknown else []


def _points_changed(details: dict[str, Any]) -> str:
    words = ngettext(
        "changed “%(list)s” in the series “%(title)s”: %(number)d person",
        "changed “%(list)s” in the series “%(title)s”: %(number)d people",
        details["number"],
    )
    return words % {**details, "list": POINTS[details.get("kind", BROUGHT)].title}


@verb(log=_points_changed)
def bring_points(
    act: PendingDeed[Account], *, series: Series, lines: Sequence[PersonLine], kind: str = BROUGHT
) -> Series:
    """Write down points in a list beside the events; they replace all points of that list."""
    series = of_directed_club(series, act.actor)
    act.demand_nothing_newer()
    names = [line.name for line in lines]
    known, problems = members_named(series.club, names, Q(brought__series=series))
    keys = [folded(name) for name in names]
    times = Counter(keys)
    if twice := [tidy(name)[:40] for name in names if times[folded(name)] > 1]:
        template = _("%(names)s: only one line for each, please.")
        problems.append(template % {"names": ", ".join(twice[:MOST_NAMED])})
    if any(len(line.words) > LONGEST_WORDS for line in lines):
        problems.append(
            _("Please say in at most %(most)d letters where points come from.") % {"most": LONGEST_WORDS}
        )
    if problems:
        raise Refused(lines=problems)
    series.brought.filter(kind=kind).delete()
    BroughtPoints.objects.bulk_create(
        BroughtPoints(
            series=series,
            kind=kind,
            member_id=known[key],
            kept_points=str(line.points),
            words=tidy(line.words),
        )
        for line, key in zip(lines, keys, strict=True)
    )
    act.record(series.club, series=series.pk, title=series.title, kind=kind, number=len(lines))
    return series


@verb(log=gettext_lazy("drew a lot in the series “%(title)s”: %(names)s"), repeat_result=SeriesLot)
def draw_series_lot(
    act: PendingDeed[Account],
    *,
    series: Series,
    people: Sequence[str],
    seed: str = "",
    order: Sequence[str] = (),
) -> SeriesLot:
    """Draw a lot from a seed that everybody sees, or record the order drawn by hand."""
    series = of_directed_club(series, act.actor)
    people, order, seed = in_order_of_numbers(people), list(order), tidy(seed)
    if order and in_order_of_numbers(order) != people:
        raise Refused(order=[_("Please give everybody a different place.")])
    if seed and (wrong := problems_with_name(seed, LONGEST_SEED)):
        raise Refused(seed=wrong)
    names = names_of(series, people)
    if len(people) < 2 or len(names) < len(people):
        raise Refused(form=[_("This has been changed in the meantime. Please look again.")])
    own_seed = seed_of_program(series, people)
    if not order:
        seed = seed or own_seed
        order = drawn_from(seed, people)
    by = Member.objects.get(club=series.club, account=act.actor)
    letters = announced(seed, people) if seed == own_seed else ""
    lot = SeriesLot.objects.create(
        id=act.id, series=series, order=order, seed=seed, by=by, at=clock.now(), was_announced=bool(letters)
    )
    drawn = [names[player] for player in order]
    act.record(series.club, series=series.pk, title=series.title, names=drawn, seed=seed, letters=letters)
    return lot


def seed_of_program(series: Series, people: Iterable[SeriesPerson]) -> str:
    """Return the seed of a lot unless another is typed: fixed, and another once a lot was withdrawn."""
    withdrawn = series.lots.filter(withdrawn_at__isnull=False).count()
    return signature_of("tournaments.lot", "series", series.pk, withdrawn, *in_order_of_numbers(people))[
        :LENGTH_OF_SEED
    ]


def in_order_of_numbers(people: Iterable[str]) -> list[str]:
    """Return people as lots are drawn among them: members first, in the order they were written down."""
    return sorted(people, key=lambda person: (person[0] != "m", int(person[1:])))


@verb(log=gettext_lazy("withdrew a lot in the series “%(title)s”: %(names)s"))
def withdraw_series_lot(act: PendingDeed[Account], *, series: Series, lot: UUID) -> Series:
    """Withdraw a lot; those in it are equal again."""
    series = of_directed_club(series, act.actor)
    withdrawn = series.lots.filter(pk=lot, withdrawn_at=None).first()
    if withdrawn is None:
        raise Refused(form=[_("This lot has already been withdrawn.")])
    store(withdrawn, withdrawn_at=clock.now())
    known = names_of(series, withdrawn.order)
    names = [known.get(player, "–") for player in withdrawn.order]
    act.record(series.club, series=series.pk, title=series.title, names=names)
    return series


def names_of(series: Series, people: Collection[SeriesPerson]) -> dict[SeriesPerson, str]:
    """Return what those of them are called who are members, guests or names in end tables."""
    numbers = {kind: [int(person[1:]) for person in people if person[0] == kind] for kind in "mg"}
    members = Member.objects.filter(club=series.club, pk__in=numbers["m"]).values_list("pk", "name")
    guests = Participant.objects.filter(evening__club=series.club, member=None, pk__in=numbers["g"])
    names_by_key = {f"m{pk}": name for pk, name in members}
    names_by_key |= {f"g{pk}": name for pk, name in guests.values_list("pk", "guest")}
    lines = EndTableResult.objects.current().filter(table__in_series__series=series).exclude(guest="")
    names = lines.order_by("-pk").values_list("guest", flat=True)
    return names_by_key | {key: name for name in names if (key := key_of_name(name)) in people}


def key_of(event: SeriesEvent) -> str:
    """Return what an event is called in a form: "t12" a tournament, "r34" a round, "e56" an evening, "o78" an
    end table.

    >>> key_of(SeriesEvent(round_id=34))
    'r34'
    """
    references = ((kind, getattr(event, f"{of}_id")) for kind, of in EVENTS.items())
    return next(f"{kind}{pk}" for kind, pk in references if pk is not None)


def _event(series: Series, key: str) -> SeriesEvent:
    """Return a new event of the series, if the club has it."""
    kind, pk, club = key[:1], int(key[1:]), series.club
    of_club: dict[str, QuerySet[Any]] = {
        "t": Tournament.objects.filter(club=club),
        "r": Round.objects.filter(tournament__club=club),
        END_TABLE: EndTable.objects.filter(club=club),
        "e": Evening.objects.of(club),
    }
    counted = of_club[kind].filter(pk=pk).first()
    if counted is None:
        raise Refused(form=[_("This has been changed in the meantime. Please look again.")])
    return SeriesEvent(series=series, **{EVENTS[kind]: counted})


def _go_by(series: Series, terms: SeriesTerms, groups: GroupsByUse) -> None:
    """Write down which groups a series goes by."""
    requested = {(use, pk) for use, pks in groups.items() for pk in pks}
    known = set(MemberGroup.objects.filter(club=series.club).values_list("pk", flat=True))
    counting = [pk for use, pk in requested if use == SeriesGroup.Use.COUNTS]
    if not {pk for _use, pk in requested} <= known or len(counting) != (terms.who is WhoCounts.GROUP):
        raise Refused(form=[_("This has been changed in the meantime. Please look again.")])
    teams = [pk for use, pk in requested if use == SeriesGroup.Use.TEAM]
    everybody = GroupMember.objects.filter(group__in=teams).values_list("member__name", flat=True)
    twice = sorted(name for name, number in Counter(everybody).items() if number > 1)
    if twice:
        message = _("%(names)s: nobody can be in two teams of a series.")
        raise Refused(teams=[message % {"names": ", ".join(twice[:5])}])
    existing = {(group.use, group.group_id): group.pk for group in series.groups.all()}
    series.groups.filter(pk__in=[pk for key, pk in existing.items() if key not in requested]).delete()
    SeriesGroup.objects.bulk_create(
        SeriesGroup(series=series, group_id=pk, use=use) for use, pk in sorted(requested - existing.keys())
    )


def _untaken(title: str, club: Club, series: Series | None = None) -> str:
    """Return a title that can be read and that no other series of the club has."""
    title = tidy(title)
    problems = problems_with_name(title, LONGEST_TITLE)
    others = club.series.exclude(pk=series.pk if series else 0).values_list("title", flat=True)
    if title.casefold() in {other.casefold() for other in others}:
        problems.append(_("Another series of this club has this title. Please choose another one."))
    if problems:
        raise Refused(title=problems)
    return title
