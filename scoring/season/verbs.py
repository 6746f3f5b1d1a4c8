"""A club names its seasons, and takes a name back."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.accounts.club_rights import demand_director, locked
from scoring.capability import DeedWords, sentence
from scoring.clock import day_in_words
from scoring.deeds import ChangedMeanwhile, PendingDeed, refuse, verb
from scoring.models import Account, Club, NamedPeriod, NamedSeason
from scoring.models.people import LONGEST_NAME
from scoring.names import tidy


def _with_days(template: Any) -> DeedWords:
    def in_words(details: dict[str, Any]) -> str:
        days = {key: day_in_words(date.fromisoformat(details[key])) for key in ("since", "until")}
        return sentence(template)({**details, **days})

    return in_words


NAMED = _with_days(gettext_lazy("named the season %(name)s, from %(since)s to %(until)s"))
REMOVED = _with_days(gettext_lazy("removed the name of the season %(name)s, from %(since)s to %(until)s"))


@verb(log=NAMED, repeat_result=NamedSeason)
def name_season(act: PendingDeed[Account], *, club: Club, name: str, since: date, until: date) -> NamedSeason:
    """Name a season, which goes on from year to year."""
    club = locked(club)
    demand_director(club, act.actor)
    period = NamedPeriod(tidy(name), since, until)
    refuse(_problems_with(period, club))
    season = NamedSeason.objects.create(club=club, name=period.name, since=since, until=until)
    act.record(club, namedseason=season.pk, name=season.name, since=str(since), until=str(until))
    return season


def _problems_with(period: NamedPeriod, club: Club) -> dict[str, list[str]]:
    problems: dict[str, list[str]] = {}
    if not period.name or len(period.name) > LONGEST_NAME:
        problems["name"] = [_("Please give a name with %(most)d letters at most.") % {"most": LONGEST_NAME}]
    elif not period.says_its_year:
        problems["name"] = [
            _("Please give a name with its year, such as 2025/26: so the next ones have theirs.")
        ]
    elif club.named_seasons.filter(name=period.name).exists():
        problems["name"] = [_("There is a season of this name.")]
    if not period.can_move(1):  # there is no next one
        problems["until"] = [_("Please give the date, such as 24.12.2026.")]
    elif period.until < period.since:
        problems["until"] = [_("The last day is before the first one.")]
    elif period.is_over_a_year:
        problems["until"] = [_("A season has a year at most.")]
    else:
        others = club.named_seasons.filter(since__lte=period.until, until__gte=period.since)
        if other := others.first():
            message = _("Some of these days belong to %(name)s. Please remove that name first.")
            problems["since"] = [message % {"name": other.name}]
    return problems


def _removed(details: Mapping[str, str]) -> NamedPeriod:
    return NamedPeriod(details["name"], *(date.fromisoformat(details[key]) for key in ("since", "until")))


@verb(log=REMOVED, repeat_result=lambda deed, arguments: _removed(deed.details))
def remove_season(act: PendingDeed[Account], *, club: Club, number: int) -> NamedPeriod:
    """Remove the name of a season and of those that follow from it; the evenings stay."""
    club = locked(club)
    demand_director(club, act.actor)
    season = club.named_seasons.filter(pk=number).first()
    if season is None:
        raise ChangedMeanwhile()
    season.delete()
    details: dict[str, Any] = {"name": season.name, "since": str(season.since), "until": str(season.until)}
    act.record(club, **details, namedseason=number)
    return season.period
