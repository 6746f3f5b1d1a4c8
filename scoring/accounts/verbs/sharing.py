"""Links by which anybody reads: directors hand out evenings, standings and feeds, players their own page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from scoring import clock
from scoring.accounts.rights import again, demand_director, locked
from scoring.deeds import PendingDeed, Refused, verb
from scoring.models import Account, Club, Evening, Member, Shared, Sharing
from scoring.models.sharing import OF_A_CLUB, SharingQuerySet
from scoring.sealing import is_seal_of, seal_of

LINKS = "scoring.people.sharing"  # never renamed: links that were given out open by it


def code_of(sharing: Sharing) -> str:
    """Return the signed code that stands in a link's address."""
    return f"{sharing.pk}-{seal_of(LINKS, sharing.pk, sharing.salt)}"


def sharing_behind(code: str) -> Sharing | None:
    """Return what this link shows, if it still does."""
    return _behind(code, Sharing.objects.readable())


def feed_behind(code: str, what: Shared) -> Sharing | None:
    """Return the same of a feed, with when its club began and last moved; one query."""
    return _behind(code, Sharing.objects.readable().filter(what=what).dated())


def _behind(code: str, readable: SharingQuerySet) -> Sharing | None:
    number, _dash, seal = code.partition("-")
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    found = readable.select_related("club", "evening__ruleset", "member").filter(Q(pk=int(number))).first()
    return found if found is not None and is_seal_of(seal, LINKS, found.pk, found.salt) else None


@verb(
    "share_evening",
    again=lambda before, about: _newest(before.club, Shared.EVENING, Q(evening=about["evening"])),
)
def share_evening(act: PendingDeed, *, actor: Account, deed: UUID, evening: Evening) -> Sharing:
    """All of its tables, with every hand; no money."""
    club = locked(evening.club)
    demand_director(club, actor)
    if not _open(club, Shared.EVENING).filter(evening=evening).exists():
        _share(club, actor, Shared.EVENING, evening=evening)
        act.record(club, evening=evening.pk, date=str(evening.date))
    return _newest(club, Shared.EVENING, Q(evening=evening))


@verb(
    "share_standings",
    again=lambda before, about: _newest(before.club, Shared.STANDINGS, Q(period=about["period"])),
)
def share_standings(act: PendingDeed, *, actor: Account, deed: UUID, club: Club, period: str) -> Sharing:
    """Share the members in order; `period` is what the season's form takes, nothing is the running year."""
    club = locked(club)
    demand_director(club, actor)
    if not _open(club, Shared.STANDINGS).filter(period=period).exists():
        _share(club, actor, Shared.STANDINGS, period=period)
        act.record(club, period=period)
    return _newest(club, Shared.STANDINGS, Q(period=period))


@verb(
    "share_player",
    again=lambda before, about: _newest(
        before.club, Shared.PLAYER, Q(member=about["member"], period=about["period"])
    ),
)
def share_player(act: PendingDeed, *, actor: Account, deed: UUID, member: Member, period: str) -> Sharing:
    """Nobody but the player does this."""
    club, member = locked(member.club), again(member)
    if member.account != actor or not member.active:
        raise PermissionDenied
    if not _open(club, Shared.PLAYER).filter(member=member, period=period).exists():
        _share(club, actor, Shared.PLAYER, member=member, period=period)
        act.record(club, member=member.pk, name=member.name, period=period)
    return _newest(club, Shared.PLAYER, Q(member=member, period=period))


@verb("share_feed", again=lambda before, about: _newest(before.club, about["what"], Q()))
def share_feed(act: PendingDeed, *, actor: Account, deed: UUID, club: Club, what: Shared) -> Sharing:
    """Share the club's calendar without names, its results with those of members, or who is coming."""
    assert what in OF_A_CLUB
    club = locked(club)
    demand_director(club, actor)
    if not _open(club, what).exists():
        _share(club, actor, what)
        act.record(club, what=str(what))
    return _newest(club, what, Q())


def _open(club: Club, what: Shared) -> QuerySet[Sharing]:
    return Sharing.objects.open().filter(club=club, what=what)


def _newest(club: Club | None, what: Shared, found: Q) -> Sharing:
    """Return the open one.

    Or the one that was, where the same form comes once more after it was withdrawn.
    """
    sharings = Sharing.objects.filter(found, club=club, what=what)
    return sharings.order_by(F("withdrawn_at").asc(nulls_first=True), "-pk")[:1].get()


def _share(club: Club, actor: Account, what: Shared, **of: object) -> None:
    maker = Member.objects.get(club=club, account=actor)
    Sharing.objects.create(club=club, what=what, made_by=maker, made_at=clock.now(), **of)


@verb("withdraw_sharing")
def withdraw_sharing(act: PendingDeed, *, actor: Account, deed: UUID, sharing: Sharing) -> Sharing:
    """Directors, and players what is their own. The link opens nothing any more, and never will again."""
    club = locked(sharing.club)
    sharing = Sharing.objects.select_related("member", "evening").get(pk=sharing.pk)
    own = sharing.member is not None and sharing.member.account == actor and sharing.member.active
    if not own:
        demand_director(club, actor)
    if sharing.withdrawn_at is not None:
        raise Refused(form=[_("This link has already been withdrawn.")])
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
