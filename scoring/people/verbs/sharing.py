"""Links by which anybody reads: directors hand out evenings, standings and feeds, players their own page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from scoring import clock
from scoring.deeds import PendingDeed, Refused, verb
from scoring.models import Account, Club, Evening, Member, Shared, Sharing
from scoring.models.sharing import FEEDS, SharingQuerySet
from scoring.people.rights import again, demand_director, locked

LETTERS = 20


def code_of(sharing: Sharing) -> str:
    return f"{sharing.pk}-{_seal(sharing.pk)}"


def sharing_behind(code: str) -> Sharing | None:
    """What this link shows, if it still does."""
    return _behind(code, Sharing.objects.readable())


def feed_behind(code: str, what: Shared) -> Sharing | None:
    """The same of a feed, with when its club began and last moved; one query."""
    return _behind(code, Sharing.objects.readable().filter(what=what).dated())


def _behind(code: str, readable: SharingQuerySet) -> Sharing | None:
    number, _dash, seal = code.partition("-")
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    if not constant_time_compare(seal, _seal(int(number))):
        return None
    found = readable.select_related("club", "evening__ruleset", "member")
    return found.filter(Q(pk=int(number))).first()


def _seal(number: int) -> str:
    return salted_hmac("scoring.people.sharing", str(number), algorithm="sha256").hexdigest()[:LETTERS]


@verb
def share_evening(*, actor: Account, deed: UUID, evening: Evening) -> Sharing:
    """All of its tables, with every hand; no money."""
    club = locked(evening.club)
    act = PendingDeed(deed, actor, "share_evening", evening.pk)
    if act.done() is None:
        demand_director(club, actor)
        if not _open(club, Shared.EVENING).filter(evening=evening).exists():
            _share(club, actor, Shared.EVENING, evening=evening)
            act.record(club, evening=evening.pk, date=str(evening.date))
    return _newest(club, Shared.EVENING, Q(evening=evening))


@verb
def share_standings(*, actor: Account, deed: UUID, club: Club, period: str) -> Sharing:
    """The members, in order; `period` is what the season's form takes, nothing is the running year."""
    club = locked(club)
    act = PendingDeed(deed, actor, "share_standings", club.pk, period)
    if act.done() is None:
        demand_director(club, actor)
        if not _open(club, Shared.STANDINGS).filter(period=period).exists():
            _share(club, actor, Shared.STANDINGS, period=period)
            act.record(club, period=period)
    return _newest(club, Shared.STANDINGS, Q(period=period))


@verb
def share_player(*, actor: Account, deed: UUID, member: Member, period: str) -> Sharing:
    """Nobody but the player does this."""
    club, member = locked(member.club), again(member)
    act = PendingDeed(deed, actor, "share_player", member.pk, period)
    if act.done() is None:
        if member.account != actor or not member.active:
            raise PermissionDenied
        if not _open(club, Shared.PLAYER).filter(member=member, period=period).exists():
            _share(club, actor, Shared.PLAYER, member=member, period=period)
            act.record(club, member=member.pk, name=member.name, period=period)
    return _newest(club, Shared.PLAYER, Q(member=member, period=period))


@verb
def share_feed(*, actor: Account, deed: UUID, club: Club, what: Shared) -> Sharing:
    """The club's calendar without names, or its results with those of members."""
    assert what in FEEDS
    club = locked(club)
    act = PendingDeed(deed, actor, "share_feed", club.pk, what)
    if act.done() is None:
        demand_director(club, actor)
        if not _open(club, what).exists():
            _share(club, actor, what)
            act.record(club, what=str(what))
    return _newest(club, what, Q())


def _open(club: Club, what: Shared) -> QuerySet[Sharing]:
    return Sharing.objects.open().filter(club=club, what=what)


def _newest(club: Club, what: Shared, found: Q) -> Sharing:
    """The open one; or the one that was, where the same form comes once more after it was withdrawn."""
    sharings = Sharing.objects.filter(found, club=club, what=what)
    return sharings.order_by(F("withdrawn_at").asc(nulls_first=True), "-pk")[:1].get()


def _share(club: Club, actor: Account, what: Shared, **of: object) -> None:
    maker = Member.objects.get(club=club, account=actor)
    Sharing.objects.create(club=club, what=what, made_by=maker, made_at=clock.now(), **of)


@verb
def withdraw_sharing(*, actor: Account, deed: UUID, sharing: Sharing) -> Sharing:
    """Directors, and players what is their own. The link opens nothing any more, and never will again."""
    club = locked(sharing.club)
    act = PendingDeed(deed, actor, "withdraw_sharing", sharing.pk)
    if act.done() is not None:
        return sharing
    sharing = Sharing.objects.select_related("member", "evening").get(pk=sharing.pk)
    own = sharing.member is not None and sharing.member.account == actor and sharing.member.active
    if not own:
        demand_director(club, actor)
    if sharing.withdrawn_at is not None:
        raise Refused(form=[_("This link was withdrawn already.")])
    sharing.withdrawn_at = clock.now()
    sharing.save(update_fields=["withdrawn_at"])
    about: dict[str, Any] = {"what": str(sharing.what)}
    if sharing.evening is not None:
        about["date"] = str(sharing.evening.date)
    elif sharing.member is not None:
        about |= {"member": sharing.member.pk, "name": sharing.member.name}
    elif sharing.what == Shared.STANDINGS:
        about["period"] = sharing.period
    act.record(club, **about)
    return sharing
