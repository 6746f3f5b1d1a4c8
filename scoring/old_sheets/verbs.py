"""Import totals from a file or a clipboard as a whole, and withdraw them as a whole."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import chain, clock
from scoring.accounts.club_rights import demand_director, locked
from scoring.accounts.names import problems_with_name, remember_other_names
from scoring.accounts.verbs import add_members
from scoring.capability import day_in_words
from scoring.deeds import ChangedMeanwhile, PendingDeed, Refused, store, verb
from scoring.engine import facts
from scoring.evenings.totals import Total, problems_with_totals, store_totals
from scoring.models import (
    TAKEN_BACK,
    Account,
    Club,
    ComparedWith,
    Evening,
    Member,
    OldBatch,
    OldKind,
    Participant,
)
from scoring.models.evenings import LONGEST_VENUE
from scoring.models.old_sheets import LONGEST_FILE_NAME
from scoring.names import folded, tidy
from scoring.rules.versions.versions import in_use
from scoring.table.reasons import demand_reason, store_reason

KITTY = "kitty"  # in the place of somebody's id


class Someone(NamedTuple):
    """A person on old sheets: a member, a guest, or a guest who joins the club."""

    name: str
    member: int | None = None
    joins: bool = False
    called: str = ""  # in the file, where that is to be remembered

    @property
    def id(self) -> str:
        """Return an id that is the same for the same member or guest."""
        return f"m{self.member}" if self.member is not None else f"g{folded(self.name)}"

    @property
    def columns(self) -> dict[str, Any]:
        """Return how a row of the database names them."""
        if self.member is not None:
            return {"member_id": self.member}
        return {"guest": self.name, "key": folded(self.name)}


class DayOfTotals(NamedTuple):
    """Everybody's final totals of a day, by the ids of `Someone`, in twelfths, one list for each table."""

    date: datetime.date
    lists: tuple[Mapping[str, int], ...]


def _brought_in(details: dict[str, Any]) -> str:
    first, last = (day_in_words({"date": details[key]}) for key in ("since", "until"))
    fields = {**details, "days": first if first == last else f"{first} – {last}"}
    if details["kind"] == OldKind.TOTALS:
        return _("imported totals, %(days)s: evenings %(evenings)d") % fields
    if details["kind"] == OldKind.HANDS:
        sentence = _("imported old sheets, %(days)s: evenings %(evenings)d, hands %(hands)d") % fields
    else:
        sentence = _("imported old amounts, %(days)s: evenings %(evenings)d, rows %(rows)d") % fields
    if "compared" not in details:  # from before
        return sentence
    return f"{sentence}, {ComparedWith(details['compared']).label}"


@verb(
    "import_old_sheets",
    log=_brought_in,
    fingerprint=lambda *, club, digest, **_fields: (club, "totals", digest),
    repeat_result=lambda deed, _fields: OldBatch.objects.select_related("club").get(pk=deed.details["batch"]),
)
def import_totals(
    act: PendingDeed[Account],
    *,
    club: Club,
    people: Sequence[Someone],
    days: Sequence[DayOfTotals],
    cents_per_point: int,
    venue: str,
    file_name: str,
    confirmed: Mapping[str, Any],
    digest: str,
) -> OldBatch:
    """Store every day as an evening with totals only, closed and sealed.

    Without a price of a point nobody owes anything for it.
    """
    club = locked(club)
    demand_director(club, act.actor)
    venue = tidy(venue)
    if venue and (wrong := problems_with_name(venue, LONGEST_VENUE)):
        raise Refused(place=wrong)
    if problems := _problems_with_days(days):
        raise Refused(form=problems)
    batch = OldBatch.objects.create(
        club=club,
        kind=OldKind.TOTALS,
        by=club.members.get(account=act.actor),
        at=clock.now(),
        file_name=tidy(file_name)[:LONGEST_FILE_NAME],
        confirmed=dict(confirmed),
    )
    known = _with_newcomers(club, act.actor, act.id, people)
    newcomers = [str(known[someone.id].member) for someone in people if someone.joins]
    store(batch, newcomers=newcomers or None)
    others = {someone.called: known[someone.id].member for someone in people if someone.called}
    remember_other_names(club, others)
    terms = {"ruleset": in_use(club.default_rules, club), "cents_per_point": cents_per_point, "venue": venue}
    for day in days:
        _write_day(batch, day, known, act.id, terms)
    counted: dict[str, Any] = {"evenings": len(days), "tables": sum(len(day.lists) for day in days)}
    counted |= {"since": str(min(day.date for day in days)), "until": str(max(day.date for day in days))}
    covers = chain.keys_of_batch(batch)
    act.record(club, covers=covers, batch=batch.pk, kind=str(batch.kind), **counted)
    return batch


def _problems_with_days(days: Sequence[DayOfTotals]) -> list[str]:
    """Return why these days cannot be stored, which the reader should have refused."""
    if not days:
        return [_("There is nothing in these sheets.")]
    if len({day.date for day in days}) < len(days):
        return [_("Something has changed. Please look again.")]
    lists = ([Total(twelfths) for twelfths in amounts.values()] for day in days for amounts in day.lists)
    return [problem for totals in lists for problem in problems_with_totals(totals)]


def _write_day(
    batch: OldBatch, day: DayOfTotals, known: Mapping[str, Someone], deed: UUID, terms: Mapping[str, Any]
) -> None:
    evening = Evening.objects.create(
        club=batch.club,
        date=day.date,
        currency=batch.club.currency,
        old_batch=batch,
        opened_at=batch.at,
        **terms,
    )
    with translation.override(batch.club.language):
        name = _("Kitty")
    kitty = {"guest": name, "key": folded(name), "kitty": True}
    participants = dict.fromkeys(who for amounts in day.lists for who in amounts)
    columns = [kitty if who == KITTY else known[who].columns for who in participants]
    rows = Participant.objects.bulk_create(Participant(evening=evening, **values) for values in columns)
    ids = {who: str(row.pk) for who, row in zip(participants, rows, strict=True)}
    lists = [facts.Totals({ids[who]: amount for who, amount in amounts.items()}) for amounts in day.lists]
    store_totals(evening, lists, batch.by, deed, batch.at)


@verb(log=gettext_lazy("withdrew the old sheets of %(date)s: %(reason)s"))
def withdraw_old_batch(act: PendingDeed[Account], *, batch: OldBatch, reason: str) -> OldBatch:
    """Withdraw a batch: nothing of it counts any more, but everything can still be read."""
    reason = demand_reason(reason)
    club = locked(batch.club)
    batch = OldBatch.objects.select_for_update().get(pk=batch.pk)
    batch.club = club
    demand_director(club, act.actor)
    if not batch.counts:
        raise ChangedMeanwhile()
    evenings = Evening.objects.select_for_update().filter(old_batch=batch)
    if running := [evening for evening in evenings if evening.is_open]:
        sentence = ngettext(
            "%(count)d of the evenings is open again. Please close it first.",
            "%(count)d of the evenings are open again. Please close them first.",
            len(running),
        )
        raise Refused(form=[sentence % {"count": len(running)}])
    evenings.update(occasion=TAKEN_BACK)
    store(
        batch,
        withdrawn_at=clock.now(),
        withdrawn_by=club.members.get(account=act.actor),
        reason=store_reason(reason),
    )
    fields: dict[str, Any] = {"batch": batch.pk, "kind": str(batch.kind), "date": str(batch.at.date())}
    act.record(club, covers=[f"reason:{batch.reason_id}"], **fields, reason=reason)
    return batch


def newcomers_of(batch: OldBatch) -> list[Member]:
    """Return the people who became members with this batch and still are."""
    members = Member.objects.filter(club=batch.club, pk__in=map(int, batch.newcomers or ()))
    newcomers = members.filter(active=True, anonymised_at=None)
    return list(newcomers.order_by("sorting"))


def _with_newcomers(club: Club, actor: Account, deed: UUID, people: Sequence[Someone]) -> dict[str, Someone]:
    """Return the people by id, with their member; those who join become members."""
    joining = [someone.name for someone in people if someone.joins]
    if joining:
        add_members(actor, uuid5(deed, "members"), club=club, names=joining)
    keys = dict(club.members.values_list("key", "pk"))
    remaining = set(club.members.filter(anonymised_at=None).values_list("pk", flat=True))
    members: dict[str, Someone] = {}
    for someone in people:
        member = keys[folded(someone.name)] if someone.joins else someone.member
        if member is not None and member not in remaining:
            raise ChangedMeanwhile()
        members[someone.id] = someone._replace(member=member)
    return members
