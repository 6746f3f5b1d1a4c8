"""A series is given a final; who declines is noted; the finalists are registered in the tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from uuid import UUID, uuid5

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import PendingDeed, Refused, atomic_with_retry, refuse, verb
from scoring.models import Account
from scoring.names import folded
from tournaments.engine.finals import Carry, FinalTerms
from tournaments.engine.series import SeriesTerms
from tournaments.entrants.verbs import MOST_ENTRANTS, register, remove_entrant
from tournaments.models import Decline, Entrant, Series, SeriesEvent, SeriesFinal, State, Tournament
from tournaments.rights import of_directed_club
from tournaments.series.keeping import SeriesPerson
from tournaments.series.verbs import names_of

NOBODY: Mapping[int, SeriesPerson] = MappingProxyType({})


@verb("set_final")
def set_final(
    act: PendingDeed, *, actor: Account, deed: UUID, series: Series, tournament: int, terms: FinalTerms
) -> SeriesFinal:
    """Let the first of the series play on in this tournament; a series of its own adds carried points up."""
    series = of_directed_club(series, actor)
    act.demand_nothing_newer()
    problems: dict[str, list[str]] = {}
    found = Tournament.objects.filter(club=series.club, pk=tournament).first()
    there = SeriesFinal.objects.filter(series=series).first()
    if found is None:
        problems["tournament"] = [_("Please choose a tournament.")]
    elif SeriesFinal.objects.filter(tournament=found).exclude(series=series).exists():
        problems["tournament"] = [
            _("This tournament is the final of another series. Please choose another one.")
        ]
    elif series.events.filter(Q(tournament=found) | Q(round__tournament=found)).exists():
        problems["tournament"] = [
            _("This tournament counts in the series itself. Please choose another one.")
        ]
    if not 1 <= terms.places <= MOST_ENTRANTS:
        problems["places"] = [_("Please give a whole number from 1 to %(most)d.") % {"most": MOST_ENTRANTS}]
    refuse(problems)
    assert found is not None
    final = there or SeriesFinal(series=series)
    if final.carried_to is not None and final.tournament_id != found.pk:
        final.carried_to.events.filter(tournament=final.tournament_id).delete()
    final.tournament, final.places = found, terms.places
    final.carry, final.percent = terms.carry, terms.percent
    final.each_section = terms.each_section
    final.kept_table = [str(amount) for amount in terms.table]
    if terms.carry is not Carry.NONE and final.carried_to is None:
        final.carried_to = _added_up(series, found)
    if final.carried_to is not None and not final.carried_to.events.filter(tournament=found).exists():
        SeriesEvent.objects.create(series=final.carried_to, tournament=found)
    final.save()
    act.record(series.club, series=series.pk, title=series.title, tournament=found.title, places=final.places)
    return final


def _added_up(series: Series, tournament: Tournament) -> Series:
    """Return a new series for carried points and the final together."""
    club = series.club
    taken = {series.casefold() for series in club.series.values_list("title", flat=True)}
    title, number = tournament.title, 1
    while title.casefold() in taken:
        number += 1
        title = f"{tournament.title[:70]} {number}"
    return Series.objects.create(
        club=club, title=title, kept_terms=SeriesTerms().as_json(), made_at=clock.now()
    )


@verb("remove_final")
def remove_final(act: PendingDeed, *, actor: Account, deed: UUID, series: Series) -> Series:
    """Forget that the series has a final; its tournament and its people stay."""
    series = of_directed_club(series, actor)
    final = _final_of(series)
    final.declines.all().delete()
    final.delete()
    act.record(series.club, series=series.pk, title=series.title)
    return series


@verb("decline_final")
def decline_final(
    act: PendingDeed, *, actor: Account, deed: UUID, series: Series, person: str
) -> SeriesFinal:
    """Somebody does not play; the next one does."""
    series = of_directed_club(series, actor)
    final, about = _final_of(series), _about(person)
    name = _name(series, person)
    if not final.declines.filter(**about).exists():
        Decline.objects.create(final=final, at=clock.now(), **about)
    act.record(series.club, series=series.pk, title=series.title, name=name)
    return final


@verb("accept_final")
def accept_final(act: PendingDeed, *, actor: Account, deed: UUID, series: Series, person: str) -> SeriesFinal:
    """Somebody plays after all; whoever would have replaced them is in reserve again."""
    series = of_directed_club(series, actor)
    final = _final_of(series)
    name = _name(series, person)
    final.declines.filter(_as_whomever(person)).delete()
    act.record(series.club, series=series.pk, title=series.title, name=name)
    return final


@atomic_with_retry
def register_finalists(
    *,
    actor: Account,
    deed: UUID,
    final: SeriesFinal,
    members: Sequence[int],
    guests: Mapping[SeriesPerson, str],
    gone: Sequence[int],
    withdrawn: Sequence[int] = (),
    known_by_name: Mapping[int, SeriesPerson] = NOBODY,
) -> list[Entrant]:
    """Register whoever plays and is not on the list yet, and take off it whoever declined.

    Of everybody who plays as a guest it is noted who they are in the series, also of those `known_by_name`
    only: whatever they are called later, they are not registered a second time.
    """
    tournament = final.tournament
    if tournament.state == State.FINISHED:
        raise Refused(form=[_("The tournament is finished. Nobody else can be registered.")])
    names = list(guests.values())
    _demand_all_active(tournament, members)
    _demand_names_of_their_own(names)
    _demand_nobody_withdrawn(tournament, members, names, withdrawn)
    _demand_free_names(tournament, names)
    for entrant in tournament.entrants.filter(pk__in=gone).whole():
        entrant.tournament = tournament
        remove_entrant(actor=actor, deed=uuid5(deed, str(entrant.pk)), entrant=entrant)
    registered = []
    if members or guests:
        registered = register(actor=actor, deed=deed, tournament=tournament, members=members, names=names)
    of_names = tournament.entrants.filter(participant__member=None, finalist="")
    for person, name in guests.items():
        of_names.filter(participant__key=folded(name)).update(finalist=person)
    for pk, person in known_by_name.items():
        of_names.filter(pk=pk).update(finalist=person)
    return registered


def _demand_all_active(tournament: Tournament, members: Sequence[int]) -> None:
    """Refuse whoever is an inactive member, by name."""
    found = tournament.club.members.filter(pk__in=members, active=False).order_by("sorting", "pk")
    if names := list(found.values_list("name", flat=True)):
        said = _(
            "No longer active in the club: %(names)s. Please make them active again, or note here that they "
            "decline."
        )
        raise Refused(form=[said % {"names": ", ".join(names)}])


def _demand_names_of_their_own(guests: Sequence[str]) -> None:
    """Refuse two guests of one name, who would be one person in the list of the tournament."""
    times = Counter(map(folded, guests))
    names = dict.fromkeys(guest for guest in guests if times[folded(guest)] > 1)
    if names:
        said = _(
            "Several finalists are called: %(names)s. If it is one person, please take them in as a member; "
            "else give one of them another name where they played, or note here that one of them declines."
        )
        raise Refused(form=[said % {"names": ", ".join(names)}])


def _demand_nobody_withdrawn(
    tournament: Tournament, members: Sequence[int], guests: Sequence[str], withdrawn: Sequence[int]
) -> None:
    """Whoever has withdrawn is on the list already, and plays again only if somebody says so there."""
    keys = [folded(guest) for guest in guests]
    known = Q(participant__member__in=members) | Q(participant__member=None, participant__key__in=keys)
    entrants = tournament.entrants.filter(known | Q(pk__in=withdrawn), withdrawn_at__isnull=False)
    entrants = entrants.order_by("number")
    names = tournament.evening.names() if entrants else {}
    if told := [names[str(entrant.participant_id)] for entrant in entrants]:
        said = _(
            "Withdrawn from the tournament: %(names)s. Please let them play again there, or note here that "
            "they decline."
        )
        raise Refused(form=[said % {"names": ", ".join(told)}])


def _demand_free_names(tournament: Tournament, guests: Sequence[str]) -> None:
    """Refuse a guest whose name in the list of the tournament would be somebody else."""
    names = {folded(guest): guest for guest in guests}
    finalists = tournament.entrants.filter(participant__member=None, participant__key__in=names)
    taken = set(finalists.exclude(finalist="").values_list("participant__key", flat=True))
    taken |= set(tournament.club.members.filter(key__in=names, active=True).values_list("key", flat=True))
    if taken:
        said = _(
            "Somebody else is already called so, in the tournament or among the members: %(names)s. If it is "
            "the member, please take the guest in as that member; else give one of the two another name."
        )
        raise Refused(form=[said % {"names": ", ".join(names[name] for name in names if name in taken)}])


def _about(person: str) -> dict[str, int]:
    if person[0] not in "mg":
        said = _(
            "Whoever is known from old results only cannot decline. Please take them in as a member, then "
            "save the old results again."
        )
        raise Refused(form=[said])
    return {"member_id" if person[0] == "m" else "guest_id": int(person[1:])}


def _as_whomever(person: str) -> Q:
    """Also as the guest that somebody was when they declined."""
    about = _about(person)
    if (member := about.get("member_id")) is None:
        return Q(**about)
    return Q(member=member) | Q(guest__member=member)


def _name(series: Series, person: str) -> str:
    found = names_of(series, [person])
    if person not in found:
        raise _changed()
    return found[person]


def _final_of(series: Series) -> SeriesFinal:
    found = SeriesFinal.objects.filter(series=series).first()
    if found is None:
        raise _changed()
    return found


def _changed() -> Refused:
    return Refused(form=[_("This has been changed in the meantime. Please look again.")])
