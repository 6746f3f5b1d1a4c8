"""Who does what at a tournament, and who rules when a table calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from scoring.models import Member
from tournaments.models import Duty, Tournament
from tournaments.rights import arbiters_of

HEADINGS: dict[Duty.Kind, Promise] = {
    Duty.Kind.DIRECTOR: pgettext_lazy("duty", "Directors"),
    Duty.Kind.ARBITER: pgettext_lazy("duty", "Arbiters"),
    Duty.Kind.CASHIER: pgettext_lazy("duty", "At the till"),
    Duty.Kind.HELPER: pgettext_lazy("duty", "Type paper sheets"),
}


@dataclass(frozen=True, slots=True)
class NamedMember:
    """A member with a duty."""

    pk: int
    name: str
    cannot_sign_in: bool


@dataclass(frozen=True, slots=True)
class DutyList:
    """One duty, and who was named for it."""

    kind: str
    heading: str
    members: tuple[NamedMember, ...]


def duties_of(tournament: Tournament) -> tuple[DutyList, ...]:
    """Return all duties in order, also those for which nobody was named; one query."""
    held: dict[str, list[NamedMember]] = {}
    for duty in tournament.duties.select_related("member"):
        named = NamedMember(duty.member_id, duty.member.name, not _can_sign_in(duty.member))
        held.setdefault(duty.kind, []).append(named)
    return tuple(DutyList(kind, str(words), tuple(held.get(kind, ()))) for kind, words in HEADINGS.items())


def _can_sign_in(member: Member) -> bool:
    return member.active and member.account_id is not None


@dataclass(frozen=True, slots=True)
class WhoRules:
    """Whom a call reaches, in words."""

    sentence: str
    beside: str = ""  # about those who play themselves


def who_rules(tournament: Tournament) -> WhoRules:
    """Return who rules when a table calls, and what happens where they play themselves; one query."""
    entered = tournament.entrants.filter(participant__member=OuterRef("pk"), withdrawn_at=None)
    there: list[Any] = list(
        arbiters_of(tournament).filter(account__isnull=False).annotate(plays=Exists(entered))
    )
    if any(one.named for one in there):
        sentence = ngettext(
            "When a table calls, %(names)s rules.", "When a table calls, these rule: %(names)s.", len(there)
        )
    else:
        sentence = _("No arbiter has been appointed: when a table calls, the director rules (%(names)s).")
    playing = [one.name for one in there if one.plays]
    beside = _("%(names)s: also playing. At their own table somebody else rules, or the director allows it.")
    return WhoRules(
        sentence % {"names": ", ".join(one.name for one in there)},
        beside % {"names": ", ".join(playing)} if playing else "",
    )


def nameable(tournament: Tournament) -> list[str]:
    """Return the names of the club's active members."""
    return list(tournament.club.members.filter(active=True).values_list("name", flat=True))
