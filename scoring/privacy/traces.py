"""Where somebody's names are stored: their own rows, the log, and what was typed by others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from scoring.models import (
    Account,
    Club,
    Deed,
    Evening,
    Member,
    OldPerson,
    OldSheet,
    Participant,
    Reason,
    Sheet,
)
from scoring.models.evenings import LONGEST_PLACE, LONGEST_TABLE_NAME
from scoring.models.people import LONGEST_NAME
from scoring.names import folded, in_an_address
from scoring.privacy.mentions import Mentions
from scoring.privacy.own_rules import Rewording, RulesMention, naming, rewordings
from scoring.rulesets import SLUGS

OF_A_MEMBER = ("name", "before", "after")  # names in the deeds that are about one member
JOINING = ("admit_guest", "join_guest", "separate_guest")
# Words of the program itself in the other deeds; everything else there may have been typed by somebody.
NOT_TYPED = {
    *("code", "date", "kind", "outcome", "period", "purpose", "role", "slug", "what"),
    *("since", "until"),
}


# Those of a club that are given elsewhere than at its tables, each with the time at which it was given.
FURTHER_REASONS: list[Callable[[Club], Iterable[tuple[Reason, datetime]]]] = []


class Typed(NamedTuple):
    """A text of which only another application knows, and what puts another one in its place."""

    text: str
    at: datetime
    replace: Callable[[str], None]
    is_somebody: bool = False  # called so, and perhaps another person


FURTHER_TEXTS: list[Callable[[Club], Iterable[Typed]]] = []


class Spell(NamedTuple):
    """From when to when another member bore a name; None: from the beginning, or to this day."""

    since: datetime | None
    until: datetime | None

    def includes(self, at: datetime) -> bool:
        return (self.since is None or self.since <= at) and (self.until is None or at < self.until)


@dataclass(frozen=True)
class TracedPerson:
    """Somebody of a club: a member, or a guest, with the evenings at which they were."""

    club: Club
    member: Member | None
    participants: frozenset[int]
    old: frozenset[int] = frozenset()  # as whom a guest stands on old sheets of amounts

    @cached_property
    def _deeds(self) -> list[Deed]:
        """The log of the club, the oldest first."""
        return list(self.club.deeds.order_by("at", "pk"))

    @cached_property
    def addresses(self) -> frozenset[str]:
        """Of the club's own rule sheets."""
        return frozenset(self.club.rulesets.values_list("slug", flat=True))

    @cached_property
    def accounts(self) -> list[Account]:
        """The sign-ins that open nothing else, so that they go with the name."""
        if self.member is None:
            return []
        used = {
            deed.account_id
            for deed in self._deeds
            if deed.verb in ("accept_invitation", "join") and deed.details["member"] == self.member.pk
        }
        found = Account.objects.filter(Q(pk=self.member.account_id) | Q(pk__in=used), is_superuser=False)
        elsewhere = Member.objects.exclude(pk=self.member.pk).filter(account__isnull=False)
        alone = found.exclude(pk__in=elsewhere.values("account"))
        return [one for one in alone if one.pk == self.member.account_id or folded(one.name) in self.keys]

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name they ever went by in this club."""
        found = {self.member.name} if self.member is not None else set()
        guests = Participant.objects.filter(pk__in=self.participants, member=None)
        found |= set(guests.values_list("guest", flat=True))
        found |= set(OldPerson.objects.filter(pk__in=self.old, member=None).values_list("guest", flat=True))
        for deed in self._deeds:
            found.update(self._own(deed))
        return frozenset(found)

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(map(folded, self.names))

    def is_about_them(self, deed: Deed) -> bool:
        return self.member is not None and deed.details.get("member") == self.member.pk

    def _own(self, deed: Deed) -> Iterable[str]:
        details = deed.details
        if self.is_about_them(deed):
            yield from (details[key] for key in OF_A_MEMBER if key in details)
        if deed.verb in JOINING:
            yield from (one["guest"] for one in details["evenings"] if self.was_at(one["participant"]))
            yield from (one["guest"] for one in details.get("old", ()) if self.stands_as(one["person"]))
        elif deed.verb == "rename_guest" and self.was_at(details["participant"]):
            yield from (details["before"], details["after"])

    def was_at(self, participant: int) -> bool:
        return participant in self.participants

    def stands_as(self, person: int) -> bool:
        """Is it they on old sheets of amounts?"""
        return person in self.old or person in self._own_old

    @cached_property
    def _own_old(self) -> frozenset[int]:
        if self.member is None:
            return frozenset()
        return frozenset(self.member.old_people.order_by().values_list("pk", flat=True))

    # others of the same name

    @cached_property
    def _others(self) -> dict[int, str]:
        others = self.club.members.order_by()
        if self.member is not None:
            others = others.exclude(pk=self.member.pk)
        return dict(others.values_list("pk", "name"))

    def is_another(self, pk: object) -> bool:
        """Is it a member who is still there, and not this one?"""
        return pk in self._others

    @cached_property
    def _spells(self) -> Mapping[str, list[Spell]]:
        """When other members bore the same names: two never did at the same time."""
        changes: dict[int, list[Deed]] = {}
        entered: dict[str, list[datetime]] = {}
        for deed in self._deeds:
            if deed.verb == "rename_member":
                changes.setdefault(deed.details["member"], []).append(deed)
            for name in _entered(deed):
                entered.setdefault(folded(name), []).append(deed.at)
        found: dict[str, list[Spell]] = {}
        for pk, name in self._others.items():
            renamed = changes.get(pk, [])
            bore = [folded(deed.details["before"]) for deed in renamed] + [folded(name)]
            ends = [deed.at for deed in renamed]
            before_that = [at for at in entered.get(bore[0], []) if not ends or at <= ends[0]]
            begins = [before_that[-1] if before_that else None, *ends]
            for key, since, until in zip(bore, begins, [*ends, None], strict=True):
                if key in self.keys:
                    found.setdefault(key, []).append(Spell(since, until))
        return found

    def bore(self, name: str, at: datetime) -> bool:
        """Was it theirs then? Whoever bears it today and did so then is somebody else."""
        key = folded(name)
        return key in self.keys and not any(one.includes(at) for one in self._spells.get(key, ()))

    def mentions(self, at: datetime) -> Mentions:
        """To look for them in what was typed at that time."""
        return self._mentions_of(frozenset(name for name in self.names if self.bore(name, at)))

    def mentions_in_addresses(self, at: datetime) -> Mentions:
        """The same in an address that was made then from what somebody typed."""
        names = frozenset(in_an_address(name) for name in self.names if self.bore(name, at))
        if names not in self._looked_for_in_addresses:
            others = map(in_an_address, self._everybody_else)
            self._looked_for_in_addresses[names] = Mentions(names, others=others)
        return self._looked_for_in_addresses[names]

    def _mentions_of(self, names: frozenset[str]) -> Mentions:
        if names not in self._looked_for:
            self._looked_for[names] = Mentions(names, others=self._everybody_else)
        return self._looked_for[names]

    @cached_property
    def _looked_for(self) -> dict[frozenset[str], Mentions]:
        return {}

    @cached_property
    def _looked_for_in_addresses(self) -> dict[frozenset[str], Mentions]:
        return {}

    @cached_property
    def _everybody_else(self) -> set[str]:
        guests = Participant.objects.filter(evening__club=self.club, member=None)
        guests = guests.exclude(pk__in=self.participants)
        old = (one.guest for one in self._others_on_old_sheets)
        return {*self._others.values(), *guests.values_list("guest", flat=True), *old}

    @cached_property
    def _others_on_old_sheets(self) -> list[OldPerson]:
        old = OldPerson.objects.filter(batch__club=self.club, member=None)
        return list(old.exclude(pk__in=self.old).select_related("batch"))

    # what was typed

    def reasons(self) -> list[Reason]:
        found = {
            reason.pk: reason for reason, at in _reasons_of(self.club) if reason.text in self.mentions(at)
        }
        return list(found.values())

    def places(self) -> list[Evening]:
        evenings = self.club.evenings.exclude(place="").order_by("-date", "-pk")
        return [one for one in evenings if one.place in self.mentions(one.opened_at)]

    def tables(self) -> list[Sheet]:
        sheets = Sheet.objects.filter(evening__club=self.club).select_related("evening").order_by("-pk")
        return [one for one in sheets if one.name in self.mentions(one.opened_at)]

    def further(self) -> list[Typed]:
        found = [one for texts in FURTHER_TEXTS for one in texts(self.club)]
        found += (
            Typed(one.guest, one.batch.at, partial(_called, one), is_somebody=True)
            for one in self._others_on_old_sheets
        )
        found += _on_old_sheets(self.club)
        return [one for one in found if one.text in self.mentions(one.at)]

    def rules(self) -> list[RulesMention]:
        """What the club's own rule sheets say of them."""
        return list(naming(self.club, self.mentions, self.mentions_in_addresses))

    def rewordings(self, neutral: str) -> list[Rewording]:
        return rewordings(self.club, self.mentions, self.mentions_in_addresses, neutral)

    def guests(self) -> QuerySet[Participant]:
        """Guests of these names in the club: perhaps the same person, perhaps not."""
        guests = Participant.objects.filter(evening__club=self.club, member=None, key__in=self.keys)
        return (
            guests.exclude(pk__in=self.participants)
            .select_related("evening")
            .order_by("-evening__date", "-pk")
        )

    # the log

    def forgotten(self, neutral: str, moved: Mapping[str, str] = MappingProxyType({})) -> list[Deed]:
        """The deeds that name them, with another name in place of theirs; nothing is saved here.

        `moved` has the new address of each rule sheet that is called otherwise from now on.
        """
        found = [deed for deed in self._deeds if self._forget(deed, neutral, moved)]
        if self.accounts:
            found += self._elsewhere(neutral)
        return found

    def _forget(self, deed: Deed, neutral: str, moved: Mapping[str, str]) -> bool:
        before = deed.actor, deepcopy(deed.details)
        if deed.account_id in {one.pk for one in self.accounts} or self.bore(deed.actor, deed.at):
            deed.actor = neutral
        _Rewriting(self, deed, neutral, moved).rewrite()
        return (deed.actor, deed.details) != before

    def _elsewhere(self, neutral: str) -> list[Deed]:
        """What the account has done outside the club, and who took it off there."""
        signed_in = [one.name for one in self.accounts]
        deeds = Deed.objects.exclude(club=self.club).select_related("account")
        taken_off = Q(verb="detach_account", details__account_name__in=signed_in)
        found = list(deeds.filter(Q(account__in=self.accounts) | taken_off))
        for deed in found:
            if deed.account in self.accounts:
                deed.actor = neutral
            if deed.details.get("account_name") in signed_in:
                deed.details["account_name"] = neutral
        return found


def _entered(deed: Deed) -> Iterable[str]:
    if deed.verb == "add_members":
        yield from deed.details["names"]
    elif deed.verb == "admit_guest":
        yield deed.details["name"]


def _reasons_of(club: Club) -> Iterable[tuple[Reason, datetime]]:
    """With the time at which each was given."""
    for use in ("acts", "voids", "voices"):
        reasons = Reason.objects.filter(**{f"{use}__sheet__evening__club": club}).exclude(text="")
        for pk, text, at in reasons.order_by("pk").values_list("pk", "text", f"{use}__at").distinct():
            yield Reason(pk=pk, text=text), at
    taken_back = Reason.objects.filter(old_batches__club=club).exclude(text="").order_by("pk")
    for pk, text, at in taken_back.values_list("pk", "text", "old_batches__withdrawn_at"):
        assert at is not None
        yield Reason(pk=pk, text=text), at
    for further in FURTHER_REASONS:
        yield from further(club)


def _on_old_sheets(club: Club) -> Iterable[Typed]:
    """Places and tables on sheets of amounts."""
    for sheet in OldSheet.objects.filter(batch__club=club).select_related("batch"):
        for column, longest in (("place", LONGEST_PLACE), ("name", LONGEST_TABLE_NAME)):
            if text := getattr(sheet, column):
                yield Typed(text, sheet.batch.at, partial(_named, sheet, column, longest))


def _called(person: OldPerson, name: str) -> None:
    person.guest, person.key = name[:LONGEST_NAME], folded(name[:LONGEST_NAME])
    person.save(update_fields=["guest", "key"])


def _named(sheet: OldSheet, column: str, longest: int, text: str) -> None:
    setattr(sheet, column, text[:longest])
    sheet.save(update_fields=[column])


@dataclass(frozen=True)
class _Rewriting:
    """The details of one deed."""

    person: TracedPerson
    deed: Deed
    neutral: str
    moved: Mapping[str, str]  # new addresses of rule sheets

    def rewrite(self) -> None:
        details, person = self.deed.details, self.person
        match self.deed.verb:
            case "add_members":
                details["names"] = [self._name(name) for name in details["names"]]
            case "rename_guest":
                if person.was_at(details["participant"]):
                    details |= {"before": self.neutral, "after": self.neutral}
            case "change_club":
                details["changes"] = [
                    [field, *(self._setting(field, value) for value in values)]
                    for field, *values in details["changes"]
                ]
                if "rules" in details:
                    details["rules"] = {
                        self.moved.get(slug, slug): self._walked(label)
                        for slug, label in details["rules"].items()
                    }
            case _ if "member" in details:
                self._about_a_member()
            case _:
                self._about_an_evening()

    def _name(self, name: str) -> str:
        return self.neutral if self.person.bore(name, self.deed.at) else name

    def _about_a_member(self) -> None:
        details, person = self.deed.details, self.person
        for key in OF_A_MEMBER:
            if key in details and person.is_about_them(self.deed):
                details[key] = self.neutral
            elif key in details and not person.is_another(details["member"]):  # removed since
                details[key] = self._name(details[key])
        for one in details.get("evenings", ()):
            if person.was_at(one["participant"]):
                one["guest"] = self.neutral
        for one in details.get("old", ()):
            is_own = person.stands_as(one["person"])
            one["guest"] = self.neutral if is_own else self._name(one["guest"])
        signed_in = {folded(one.name) for one in person.accounts}
        if person.is_about_them(self.deed):
            signed_in |= person.keys
        if folded(details.get("account_name", "")) in signed_in:
            details["account_name"] = self.neutral

    def _about_an_evening(self) -> None:
        details = self.deed.details
        if isinstance(reason := details.get("reason"), str) and reason in self._mentions:
            details["reason"] = ""
        self.deed.details = self._walked(details)

    def _walked(self, details: Any, key: str = "") -> Any:
        """With the new name wherever somebody could have typed the old one."""
        if isinstance(details, dict):
            return {inner: self._walked(value, inner) for inner, value in details.items()}
        if isinstance(details, list):
            return [self._walked(value, key) for value in details]
        if isinstance(details, str) and key == "rules":
            return self._rules(details)
        return self._typed(details) if isinstance(details, str) and key not in NOT_TYPED else details

    def _rules(self, said: str) -> str:
        """The address of a sheet, or what it was called."""
        is_address = said in SLUGS or said in self.person.addresses
        return self.moved.get(said, said) if is_address else self._typed(said)

    def _setting(self, field: str, value: Any) -> Any:
        if field == "default_rules":
            return self.moved.get(value, value)
        return self._typed(value) if field == "name" else value

    def _typed(self, text: str) -> str:
        """The name of the club is looked after by its owner."""
        if text == self.person.club.name:
            return text
        return self._mentions.replaced(text, by=self.neutral)

    @property
    def _mentions(self) -> Mentions:
        return self.person.mentions(self.deed.at)
