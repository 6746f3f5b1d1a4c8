"""Members say whether they come: by themselves, by the club's link, or the director for them."""

from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import clock
from scoring.accounts.club_rights import demand_director
from scoring.capability import sentence
from scoring.deeds import PendingDeed, Refused, verb
from scoring.models import Account, Coming, Evening, Member, Reply, Shared, Sharing
from scoring.table_policy import Actor

BY_LINK = Actor()  # whoever has the club's link


def _in_words(details: dict[str, Any]) -> str:
    """Return the log's sentence about an answer."""
    templates = {
        (True, True): _("answered “%(said)s” for the evening of %(date)s"),
        (True, False): _("took back what they had said about the evening of %(date)s"),
        (False, True): _("answered “%(said)s” on behalf of %(name)s for the evening of %(date)s"),
        (False, False): _("took back what %(name)s had said about the evening of %(date)s"),
    }
    own, says = bool(details.get("own")), details["says"]
    return sentence(templates[own, bool(says)])({**details, "said": Reply(says).label if says else ""})


@verb(log=_in_words)
def say_coming(
    act: PendingDeed[Account], *, evening: Evening, member: Member, says: str, day: date | None = None
) -> Evening:
    """Store a member's answer for an evening, or remove it (`says` is empty); directors do it for others.

    `day` is the one that they were asked about.
    """
    me = Member.objects.filter(club=evening.club_id, account=act.actor, active=True).first()
    if me is None:
        raise PermissionDenied
    if me != member:
        demand_director(evening.club, act.actor)
    evening, changed = _say(evening, member, says, day, me)
    if changed:
        act.record(evening.club, **changed, own=me == member)
    return evening


@verb(log=_in_words)
def say_coming_by_link(
    act: PendingDeed[Actor],
    *,
    evening: Evening,
    member: Member,
    says: str,
    link: Sharing,
    day: date | None = None,
) -> Evening:
    """Store an answer that was given through the club's link."""
    if not Sharing.objects.readable().filter(pk=link.pk, what=Shared.COMING, club=evening.club_id).exists():
        raise Refused(form=[_("This link has been withdrawn. Please ask the club for the new one.")])
    evening, changed = _say(evening, member, says, day, None)
    if changed:
        with translation.override(evening.club.language):
            page = _("The club’s link")
        act.record(evening.club, actor=page, **changed)
    return evening


def _say(
    evening: Evening, member: Member, says: str, day: date | None, by: Member | None
) -> tuple[Evening, dict[str, Any]]:
    """Store a member's reply; return the evening and the details for the log, empty if nothing changed."""
    rows = Evening.objects.of(evening.club).select_related("club")
    evening = rows.select_for_update(of=("self",)).get(pk=evening.pk)
    stored_member = Member.objects.filter(
        pk=member.pk, club=evening.club_id, active=True, anonymised_at=None
    ).first()
    if stored_member is None:
        raise Refused(form=[_("Only active members are asked who is coming.")])
    if why := why_too_late(evening):
        raise Refused(form=[why])
    if says and says not in Reply.values:
        raise Refused(form=[_("Please say yes, no or perhaps.")])
    if day is not None and day != evening.date:
        message = _("The evening has been moved to %(day)s. Please say again whether you are coming.")
        raise Refused(
            form=[message % {"day": date_format(evening.date, pgettext("date format", "l, j M Y"))}]
        )
    coming = Coming.objects.select_for_update().filter(evening=evening, member=stored_member).first()
    previous = coming.says if coming is not None else ""
    if says == previous and (coming is None or coming.moved_from is None):
        return evening, {}
    earlier = coming.earlier if coming is not None and says == previous else previous
    Coming.objects.update_or_create(
        evening=evening,
        member=stored_member,
        defaults={"says": says, "earlier": earlier, "by": by, "at": clock.now(), "moved_from": None},
    )
    details = {"member": stored_member.pk, "name": stored_member.name, "says": says}
    return evening, {"evening": evening.pk, "date": str(evening.date), **details}


def why_too_late(evening: Evening) -> str:
    """Return why an evening takes no more answers; empty if it does."""
    if not evening.is_open:
        return _("This evening is closed.")
    if evening.date < clock.today():
        return _("This evening is over.")
    return ""
