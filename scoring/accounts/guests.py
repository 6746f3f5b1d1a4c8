"""Make guests members together with everything they have played, and guests again after a mistake."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import chain
from scoring.accounts.club_rights import demand_director, locked, refuse_anonymised, reloaded
from scoring.accounts.names import (
    claim_on_lists,
    problems_with_person,
    release_on_lists,
    remember_other_names,
)
from scoring.accounts.verbs import add_members
from scoring.capability import DeedWords
from scoring.clock import day_in_words
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, saved_with_other_contents, store, verb
from scoring.models import Account, Club, Deed, Member, OldPerson, Participant
from scoring.models.people import LONGEST_NAME
from scoring.names import folded, spellings, tidy
from scoring.table_policy import called_otherwise

GIVEN_BACK = ("member", "guest", "key", "former_guest", "joined_by")


def _taken_over(template: Any) -> DeedWords:
    """Return a function that fills the guest's typed names and the count of evenings into a template."""

    def in_words(details: dict[str, Any]) -> str:
        evenings = details["evenings"]
        names = dict.fromkeys(person["guest"] for person in (*evenings, *details.get("old", ())))
        message = ngettext("%(count)d evening", "%(count)d evenings", len(evenings))
        where = message % {"count": len(evenings)} if evenings else _("old sheets of amounts")
        return str(template % {**details, "guests": ", ".join(names), "evenings": where})

    return in_words


@verb(
    log=_taken_over(gettext_lazy("made the guest %(guests)s a member: %(name)s, with %(evenings)s")),
    repeat_result=Member,
)
def admit_guest(
    act: PendingDeed[Account],
    *,
    club: Club,
    participants: Collection[int],
    name: str,
    old: Collection[int] = (),
    on_lists: bool | None = None,
) -> Member:
    """Make a guest a new member, with these evenings and these rows of old sheets of amounts.

    `on_lists`: whether they are also whoever is called so on lists; None: by their names.
    """
    name = tidy(name)
    club = locked(club)
    demand_director(club, act.actor)
    if wrong := problems_with_person(name):
        raise Refused(name=wrong)
    if club.members.filter(key=folded(name)).exists():
        raise Refused(
            name=[_("“%(name)s” is already a member: choose the name from the list.") % {"name": name}]
        )
    guests = _guests(club, participants, old)
    people = [*on_old_sheets(club, guests), *_old_guests(club, old)]
    member = Member.objects.create(club=club, **spellings(name))
    _claim(member, guests, people, on_lists)
    details = {"evenings": _in_log(guests), **_old_in_log(people)}
    covers = _hand_over(guests, people, member, act.id)
    act.record(club, covers=covers, member=member.pk, name=name, **details)
    return member


_admit: Any = admit_guest  # every verb takes an actor and a deed
_add: Any = add_members


def add_or_admit(
    *,
    actor: Account,
    deed: UUID,
    club: Club,
    names: Sequence[str],
    guests: Mapping[str, str],
    strangers: Collection[str] = (),
) -> int:
    """Add these members; `guests` gives the keys of those who have played as guests.

    `strangers` are somebody else than whoever is called so on lists. Returns how many there are. All of them
    are added, or none; sent twice, once.
    """
    keys = set(map(folded, names))
    if not guests or len(keys) < len(names):  # who is listed twice is named there
        return len(_add(actor=actor, deed=deed, club=club, names=names, strangers=strangers))
    with transaction.atomic():
        deeds = [deed, *(uuid5(deed, key) for key in guests.values())]
        if Deed.objects.filter(pk__in=deeds).exists():
            if club.members.filter(key__in=keys).count() < len(keys):
                raise Refused(form=[saved_with_other_contents()])
            return len(names)
        new = [name for name in names if name not in guests]
        for name, key in guests.items():
            rows = Participant.objects.filter(evening__club=club, member=None, key=key)
            if participants := list(rows.order_by("pk").values_list("pk", flat=True)):
                fields = {"club": club, "participants": participants, "name": name}
                fields["on_lists"] = False if name in strangers else None
                _admit(actor=actor, deed=uuid5(deed, key), **fields)
            else:  # somebody else has taken the guest over
                new.append(name)
        if new:
            _add(actor=actor, deed=deed, club=club, names=new, strangers=strangers)
    return len(names)


def admit_all(*, actor: Account, deed: UUID, club: Club, names: Iterable[str]) -> list[Member]:
    """Make the guests of these names members, each with every evening of the name; all of them or none.

    Left as they are: who is a member already, and who is called as one who left the club. Sent twice, it is
    done once: nobody is a guest the second time.
    """
    keys = dict.fromkeys(folded(tidy(name)) for name in names)
    members = []
    with transaction.atomic():
        member_keys = set(club.members.filter(key__in=keys).values_list("key", flat=True))
        for key in keys:
            guests = list(
                Participant.objects.filter(evening__club=club, member=None, key=key).order_by("evening__date")
            )
            if not guests or key in member_keys:
                continue
            members.append(
                _admit(
                    actor=actor,
                    deed=uuid5(deed, key),
                    club=club,
                    participants=[guest.pk for guest in guests],
                    name=guests[-1].guest,
                )
            )
    return members


@verb(log=_taken_over(gettext_lazy("joined the guest %(guests)s to %(name)s, with %(evenings)s")))
def join_guest(
    act: PendingDeed[Account],
    *,
    member: Member,
    participants: Collection[int],
    old: Collection[int] = (),
    on_lists: bool | None = None,
) -> Member:
    """Join the guest of these evenings, and of these old sheets of amounts, to this member.

    `on_lists`: whether they are also whoever is called so on lists; None: by their names.
    """
    club, member = locked(member.club), reloaded(member)
    demand_director(club, act.actor)
    refuse_anonymised(member)
    guests = _guests(club, participants, old)
    participations = member.participations.filter(
        evening__in=[participant.evening_id for participant in guests]
    )
    if participations.exists():
        message = _("%(name)s already took part in these evenings: %(days)s. Nobody can play twice.")
        days = _days(participations.select_related("evening"))
        raise Refused(evenings=[message % {"name": member.name, "days": days}])
    people = [*on_old_sheets(club, guests, member), *_old_guests(club, old)]
    if member.old_people.filter(batch__in=[person.batch_id for person in people]).exists():
        message = _(
            "%(name)s is already on one of these old sheets, and nobody can be on the same sheet twice."
        )
        raise Refused(form=[message % {"name": member.name}])
    _claim(member, guests, people, on_lists)
    details = {"evenings": _in_log(guests), **_old_in_log(people)}
    covers = _hand_over(guests, people, member, act.id)
    act.record(club, covers=covers, member=member.pk, name=member.name, **details)
    return member


def _claim(
    member: Member, guests: Iterable[Participant], old: Iterable[OldPerson], on_lists: bool | None
) -> None:
    if on_lists is not None:
        names = {member.name, *(each.guest for each in guests), *(each.guest for each in old)}
        claim_on_lists(member, names, is_same=on_lists)


def _guests(club: Club, participants: Collection[int], old: Collection[int] = ()) -> list[Participant]:
    if not participants and not old:
        raise Refused(evenings=[_("Please choose at least one evening.")])
    return guests_there(club, participants, field="evenings")


def guests_there(club: Club, participants: Collection[int], *, field: str) -> list[Participant]:
    """Lock and return one guest's rows at these evenings; a refusal goes to `field`."""
    rows = Participant.objects.filter(evening__club=club, member=None, pk__in=participants)
    guests = list(
        rows.select_for_update(of=("self",)).select_related("evening").order_by("evening__date", "pk")
    )
    if len(guests) < len(set(participants)):
        raise guest_is_gone()
    if len({participant.evening_id for participant in guests}) < len(guests):
        raise Refused(**{field: [_("Two guests of the same evening are two people.")]})
    return guests


def guest_is_gone() -> Refused:
    """Return the refusal of a chosen guest who is no longer there."""
    return Refused(form=[_("One of these guests is no longer there. Please look again.")])


def _in_log(guests: Iterable[Participant]) -> list[dict[str, Any]]:
    """Return these rows as the log keeps them, enough to give them back."""
    return [
        {
            "participant": participant.pk,
            "guest": participant.guest,
            "evening": participant.evening_id,
            "date": str(participant.evening.date),
        }
        for participant in guests
    ]


def on_old_sheets(
    club: Club, guests: Collection[Participant], member: Member | None = None
) -> list[OldPerson]:
    """Return the people on old sheets of amounts who have these guests' names and go with them.

    Nobody does as long as another evening has a guest of the name, who may be somebody else; nor beside the
    member on the same sheets.
    """
    keys = {participant.key for participant in guests}
    left = Participant.objects.filter(evening__club=club, member=None, key__in=keys)
    keys -= set(left.exclude(pk__in=[participant.pk for participant in guests]).values_list("key", flat=True))
    people = OldPerson.objects.filter(batch__club=club, member=None, key__in=keys).order_by("pk")
    batches = set() if member is None else set(member.old_people.values_list("batch", flat=True))
    by_batch: dict[int, OldPerson] = {}
    for person in people:
        if person.batch_id not in batches:
            by_batch.setdefault(person.batch_id, person)
    return list(by_batch.values())


def _old_guests(club: Club, old: Collection[int]) -> list[OldPerson]:
    """Lock and return the chosen guests of old sheets of amounts."""
    guests = old_guests_there(club, old)
    if len({person.batch_id for person in guests}) < len(guests):
        raise Refused(form=[_("Two guests of the same old sheets are two people.")])
    return guests


def old_guests_there(club: Club, old: Collection[int]) -> list[OldPerson]:
    """Lock and return these guests of old sheets; refuse if one of them is gone."""
    rows = OldPerson.objects.select_for_update().filter(batch__club=club, member=None, pk__in=old)
    guests = list(rows.order_by("pk"))
    if len(guests) < len(set(old)):
        raise guest_is_gone()
    return guests


def _old_in_log(old: Iterable[OldPerson]) -> dict[str, Any]:
    people = [{"person": person.pk, "guest": person.guest} for person in old]
    return {"old": people} if people else {}


def _days(participants: Iterable[Participant]) -> str:
    return ", ".join(map(day_in_words, sorted({participant.evening.date for participant in participants})))


def _hand_over(
    guests: Sequence[Participant], old: Sequence[OldPerson], member: Member, deed: UUID
) -> list[str]:
    """Give the rows to the member; they keep the guest's name. Return the keys that the log covers."""
    taken_over = {"member": member, "former_guest": F("guest"), "guest": "", "key": "", "joined_by": deed}
    participants = Participant.objects.filter(pk__in=[participant.pk for participant in guests])
    participants.update(**taken_over)
    OldPerson.objects.filter(pk__in=[person.pk for person in old]).update(**taken_over)
    _remember_names(member, [*(each.guest for each in guests), *(each.guest for each in old)])
    called_otherwise(participants)
    return [chain.key_of(participant) for participant in guests]


def _remember_names(member: Member, names: Iterable[str]) -> None:
    """Store these names as other names of the member, except those of another person."""
    club, by_key = member.club, {folded(name): name for name in names}
    left = Participant.objects.filter(evening__club=club, member=None, key__in=by_key)
    others = club.other_names.filter(key__in=by_key).exclude(member=None)
    members = club.members.filter(key__in=by_key)
    for rows in (left, others, members):
        for key in rows.values_list("key", flat=True):
            by_key.pop(key, None)
    remember_other_names(club, dict.fromkeys(by_key.values(), member.pk))


# The way back


class Joining(NamedTuple):
    """A guest's rows that a member took over by one deed, and still has."""

    deed: UUID | None
    guests: Sequence[Participant]
    old: Sequence[OldPerson]  # on sheets of amounts

    @property
    def names(self) -> tuple[str, ...]:
        names = [participant.former_guest for participant in self.guests]
        return tuple(dict.fromkeys(names + [person.former_guest for person in self.old]))


def joinings_of(member: Member) -> list[Joining]:
    """Return the guests that a member has taken over, those of the newest evenings first."""
    guests, old = (
        defaultdict[UUID | None, list[Participant]](list),
        defaultdict[UUID | None, list[OldPerson]](list),
    )
    joined = member.participations.exclude(joined_by=None).select_related("evening")
    for participant in joined.order_by("evening__date", "pk"):
        guests[participant.joined_by].append(participant)
    for person in member.old_people.exclude(joined_by=None).order_by("pk"):
        old[person.joined_by].append(person)
    return [Joining(deed, guests[deed], old[deed]) for deed in reversed(list({**old, **guests}))]


@verb(log=_taken_over(gettext_lazy("separated the guest %(guests)s from %(name)s again, with %(evenings)s")))
def separate_guest(act: PendingDeed[Account], *, member: Member, joining: UUID) -> Member:
    """Give back to the guest the rows of one of these deeds, under the name typed then."""
    club, member = locked(member.club), reloaded(member)
    demand_director(club, act.actor)
    refuse_anonymised(member)
    taken_over = next((other for other in joinings_of(member) if other.deed == joining), None)
    if taken_over is None:
        raise ChangedMeanwhile()
    participants = taken_over.guests
    rows: list[Participant | OldPerson] = [*participants, *taken_over.old]
    for row in rows:
        row.guest, row.key = row.former_guest, folded(row.former_guest)
        row.member, row.former_guest, row.joined_by = None, "", None
    doubles = [participant for participant in participants if _another_guest(participant, participant.guest)]
    if doubles:
        message = _("These evenings now have another guest of this name: %(days)s.")
        raise Refused(form=[message % {"days": _days(doubles)}])
    Participant.objects.bulk_update(participants, GIVEN_BACK)
    covers = [chain.key_of(participant) for participant in participants]
    called_otherwise(Participant.objects.filter(pk__in=[participant.pk for participant in participants]))
    # Those who went over on old sheets of amounts go back as well.
    OldPerson.objects.bulk_update(taken_over.old, GIVEN_BACK)
    member.other_names.filter(key__in=[row.key for row in rows]).delete()
    release_on_lists(member, [row.guest for row in rows])
    details = {"evenings": _in_log(participants), **_old_in_log(taken_over.old)}
    act.record(club, covers=covers, member=member.pk, name=member.name, **details)
    return member


def _another_guest(participant: Participant, name: str) -> bool:
    guests = Participant.objects.filter(evening=participant.evening_id, member=None, key=folded(name))
    return guests.exclude(pk=participant.pk).exists()


# A slip of the pen


@verb(
    log=gettext_lazy("corrected the name of the guest %(before)s to %(after)s (%(date)s)"),
    repeat_result=Participant,
)
def rename_guest(act: PendingDeed[Account], *, club: Club, participant: int, name: str) -> Participant:
    """Rename a guest at one evening, which may be long over."""
    name = tidy(name)
    club = locked(club)
    guest = Participant.objects.filter(evening__club=club, pk=participant).select_related("evening").first()
    if guest is None:
        raise guest_is_gone()
    demand_director(club, act.actor)
    act.demand_nothing_newer()
    if guest.member_id is not None:
        raise Refused(form=[_("This guest is now a member.")])
    if wrong := problems_with_person(name, LONGEST_NAME):
        raise Refused(name=wrong)
    if _another_guest(guest, name):
        raise Refused(name=[_("There is another guest called “%(name)s” on this evening.") % {"name": name}])
    if club.members.filter(key=folded(name), active=True).exists():
        message = _("“%(name)s” is a member: join the guest to the member instead.")
        raise Refused(name=[message % {"name": name}])
    old_name = guest.guest
    store(guest, guest=name, key=folded(name))
    called_otherwise(Participant.objects.filter(pk=guest.pk))
    evening = guest.evening
    act.record(
        club,
        covers=[chain.key_of(guest)],
        participant=guest.pk,
        evening=evening.pk,
        date=str(evening.date),
        before=old_name,
        after=name,
    )
    return guest
