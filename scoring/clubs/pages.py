"""A club in a few words beside the links to its pages, and its members."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min, Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from scoring import clock
from scoring.engine.result import Amount
from scoring.evenings.balances import balance_of
from scoring.models import Club, Evening, Member, Participant, Row
from scoring.season.pages.periods import SeasonCalendar, running_season
from scoring.season.pages.season import SeasonScore, form_of, standings_of


def state_of(club: Club) -> dict[str, Any]:
    """Count members, guests and evenings of a club; for its leadership links and old sheets, too."""
    evenings = Evening.objects.of(club)
    played = Row.objects.filter(sheet__evening__in=evenings, number__isnull=False).aggregate(
        hands=Count("pk"), evenings=Count("sheet__evening", distinct=True), since=Min("sheet__evening__date")
    )
    guests = Participant.objects.filter(evening__club=club, member=None, kitty=False)
    shown = {
        "played": played,
        "members": club.members.filter(active=True).count(),
        "guests": guests.aggregate(number=Count("key", distinct=True))["number"],
        "owed": balance_of(club).number_open,
    }
    return shown | (_for_the_leadership(club) if club.is_directed else {})


def _for_the_leadership(club: Club) -> dict[str, Any]:
    """Return the numbers of links and of files of old sheets, and the time of the last deed."""
    counted = Club.objects.filter(pk=club.pk).aggregate(
        links=Count("sharings", filter=Q(sharings__withdrawn_at=None), distinct=True),
        old=Count("old_batches", filter=Q(old_batches__withdrawn_at=None), distinct=True),
    )
    last = club.deeds.aggregate(at=Max("at"))["at"]
    day = localdate(last) if last else None
    changed = "" if day is None else _("today") if day == clock.today() else clock.day_in_words(day)
    calendar = SeasonCalendar.of(club)
    season = calendar.running(clock.today()).name if calendar.named else _("calendar years")
    return counted | {"changed": changed, "season": season}


class ListedMember(NamedTuple):
    """A member in the list of people."""

    member: Member
    roles: str
    link: str  # whether one is on its way; for the leadership
    score: SeasonScore | None  # of this season; None: has not played
    form: Sequence[Amount | None]  # the last evenings, the oldest first; None: not there


def listed(club: Club, members: Iterable[Member]) -> list[ListedMember]:
    """Return these members with what they have won this season; five queries."""
    _period, season = running_season(club, clock.today())
    scores = {player.member: player.score for player in standings_of(season).members}
    form = form_of(season)
    return [
        ListedMember(
            member,
            member.roles_in_words,
            _link(member) if club.is_directed else "",
            scores.get(member.pk),
            form.get(member.pk, ()),
        )
        for member in members
    ]


def _link(member: Member) -> str:
    if not member.is_invited or not member.active:
        return ""
    return _("invited") if member.account_id is None else _("open password link")
