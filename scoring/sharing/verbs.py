"""Make and withdraw links that only read: to evenings, standings, feeds and the page of a player."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.accounts.club_rights import demand_director, locked, reloaded
from scoring.capability import DeedWords, sentence, sentence_by
from scoring.deeds import ChangedMeanwhile, PendingDeed, store, verb
from scoring.models import Account, Club, Evening, Member, Shared, Sharing
from scoring.models.sharing import LINKS, OF_A_CLUB, SharingQuerySet, period_label
from scoring.moved import demand_here
from scoring.signatures import row_behind


def _of_time(template: Any) -> DeedWords:
    return lambda details: sentence(template)({**details, "period": period_label(details["period"])})


SHARED_STANDINGS = _of_time(gettext_lazy("made a link to the standings (%(period)s)"))
SHARED_PLAYER = _of_time(gettext_lazy("made a link to the page of %(name)s (%(period)s)"))
SHARED_FEED = sentence_by(
    "what",
    {
        Shared.CALENDAR: gettext_lazy("made a link to the calendar"),
        Shared.COMING: gettext_lazy("made a link to say who is coming"),
        Shared.RESULTS: gettext_lazy("made a link to the results"),
    },
)
_WITHDREW_STANDINGS = _of_time(gettext_lazy("withdrew the link to the standings (%(period)s)"))
_WITHDREW = sentence_by(
    "what",
    {
        Shared.EVENING: gettext_lazy("withdrew the link to the evening of %(date)s"),
        Shared.PLAYER: gettext_lazy("withdrew the link to the page of %(name)s"),
        Shared.CALENDAR: gettext_lazy("withdrew the link to the calendar"),
        Shared.RESULTS: gettext_lazy("withdrew the link to the results"),
        Shared.COMING: gettext_lazy("withdrew the link to say who is coming"),
    },
)


def sharing_behind(code: str) -> Sharing | None:
    """Return the sharing behind this link, if it still opens."""
    return _behind(code, Sharing.objects.readable())


def feed_behind(code: str, what: Shared) -> Sharing | None:
    """Return the feed behind a link, with when its club began and last changed, by one query."""
    return _behind(code, Sharing.objects.readable().filter(what=what).select_related("club__log"))


def _behind(code: str, readable: SharingQuerySet) -> Sharing | None:
    sharing: Sharing | None = row_behind(
        code, readable.select_related("club", "evening__ruleset", "member"), LINKS
    )
    if sharing is not None:
        demand_here(sharing.club)
    return sharing


@verb(
    log=gettext_lazy("made a link to the evening of %(date)s"),
    repeat_result=lambda deed, arguments: _newest_link(
        deed.club, Shared.EVENING, evening=arguments["evening"]
    ),
)
def share_evening(act: PendingDeed[Account], *, evening: Evening) -> Sharing:
    """Share all tables of an evening, with every hand; money only where the club shows it."""
    club = locked(evening.club)
    demand_director(club, act.actor)
    log = {"evening": evening.pk, "date": str(evening.date)}
    return _share(act, act.actor, club, Shared.EVENING, log, evening=evening)


@verb(
    log=SHARED_STANDINGS,
    repeat_result=lambda deed, arguments: _newest_link(
        deed.club, Shared.STANDINGS, period=arguments["period"]
    ),
)
def share_standings(act: PendingDeed[Account], *, club: Club, period: str) -> Sharing:
    """Share the members in order; `period` is what the season's form takes, nothing is the running year."""
    club = locked(club)
    demand_director(club, act.actor)
    return _share(act, act.actor, club, Shared.STANDINGS, {"period": period}, period=period)


@verb(
    log=SHARED_PLAYER,
    repeat_result=lambda deed, arguments: _newest_link(
        deed.club, Shared.PLAYER, member=arguments["member"], period=arguments["period"]
    ),
)
def share_player(act: PendingDeed[Account], *, member: Member, period: str) -> Sharing:
    """Share the page of a player, which only the player may do."""
    club, member = locked(member.club), reloaded(member)
    if member.account != act.actor or not member.active:
        raise PermissionDenied
    log = {"member": member.pk, "name": member.name, "period": period}
    return _share(act, act.actor, club, Shared.PLAYER, log, member=member, period=period)


@verb(log=SHARED_FEED, repeat_result=lambda deed, arguments: _newest_link(deed.club, arguments["what"]))
def share_feed(act: PendingDeed[Account], *, club: Club, what: Shared) -> Sharing:
    """Share the club's calendar without names, its results with those of members, or who is coming."""
    assert what in OF_A_CLUB
    club = locked(club)
    demand_director(club, act.actor)
    return _share(act, act.actor, club, what, {"what": str(what)})


def _share(
    act: PendingDeed, actor: Account, club: Club, what: Shared, log: dict[str, Any], **subject: Any
) -> Sharing:
    """Return the open link to a subject; make and record one where there is none."""
    if not Sharing.objects.open().filter(club=club, what=what, **subject).exists():
        maker = Member.objects.get(club=club, account=actor)
        Sharing.objects.create(club=club, what=what, made_by=maker, made_at=clock.now(), **subject)
        act.record(club, **log)
    return _newest_link(club, what, **subject)


def _newest_link(club: Club | None, what: Shared, **subject: Any) -> Sharing:
    """Return the open link, or the last withdrawn one, where a form is sent again."""
    sharings = Sharing.objects.filter(club=club, what=what, **subject)
    return sharings.order_by(F("withdrawn_at").asc(nulls_first=True), "-pk")[:1].get()


@verb(log=lambda details: (_WITHDREW_STANDINGS if "period" in details else _WITHDREW)(details))
def withdraw_sharing(act: PendingDeed[Account], *, sharing: Sharing) -> Sharing:
    """Withdraw a link for good; directors may, and players their own."""
    club = locked(sharing.club)
    sharing = Sharing.objects.select_related("member", "evening").get(pk=sharing.pk)
    own = sharing.member is not None and sharing.member.account == act.actor and sharing.member.active
    if not own:
        demand_director(club, act.actor)
    if sharing.withdrawn_at is not None:
        raise ChangedMeanwhile()
    store(sharing, withdrawn_at=clock.now())
    log_details: dict[str, Any] = {"what": str(sharing.what)}
    if sharing.evening is not None:
        log_details["date"] = str(sharing.evening.date)
    elif sharing.member is not None:
        log_details |= {"member": sharing.member.pk, "name": sharing.member.name}
    elif sharing.what == Shared.STANDINGS:
        log_details["period"] = sharing.period
    act.record(club, **log_details)
    return sharing
