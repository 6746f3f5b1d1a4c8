"""Where somebody's names are stored: their own rows, the log, and what was typed by others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from scoring.clubs.privacy.mentions import Mentions, parts_of
from scoring.clubs.privacy.texts import NAMES, StoredText, others_on_old_sheets, texts_in_log, texts_of
from scoring.models import Account, Club, Deed, Member, OldPerson, Participant
from scoring.names import folded, in_an_address

OF_A_MEMBER = ("name", "before", "after")  # names in the deeds that are about one member
JOINING = ("admit_guest", "join_guest", "separate_guest")


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
        """Return the log of the club, the oldest first."""
        return list(self.club.deeds.order_by("at", "pk"))

    @cached_property
    def accounts(self) -> list[Account]:
        """Return the accounts that open nothing else, so that they go with the name."""
        if self.member is None:
            return []
        used = {
            deed.account_id
            for deed in self._deeds
            if deed.verb in ("accept_invitation", "join") and deed.details["member"] == self.member.pk
        }
        known = Account.objects.filter(Q(pk=self.member.account_id) | Q(pk__in=used), is_superuser=False)
        elsewhere = Member.objects.exclude(pk=self.member.pk).filter(account__isnull=False)
        alone = known.exclude(pk__in=elsewhere.values("account"))
        return [
            account
            for account in alone
            if account.pk == self.member.account_id or folded(account.name) in self.keys
        ]

    @cached_property
    def names(self) -> frozenset[str]:
        """Return every name they ever went by in this club."""
        called = {self.member.name} if self.member is not None else set()
        guests = Participant.objects.filter(pk__in=self.participants, member=None)
        called |= set(guests.values_list("guest", flat=True))
        called |= set(OldPerson.objects.filter(pk__in=self.old, member=None).values_list("guest", flat=True))
        for deed in self._deeds:
            called.update(self._own(deed))
        return frozenset(called)

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
            yield from (
                detail["guest"] for detail in details["evenings"] if self.was_at(detail["participant"])
            )
            yield from (
                detail["guest"] for detail in details.get("old", ()) if self.stands_as(detail["person"])
            )
        elif deed.verb == "rename_guest" and self.was_at(details["participant"]):
            yield from (details["before"], details["after"])

    def was_at(self, participant: int) -> bool:
        return participant in self.participants

    def stands_as(self, person: int) -> bool:
        """Return whether it is they on old sheets of amounts."""
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
        """Return whether it is a member who is still there, and not this one."""
        return pk in self._others

    @cached_property
    def _spells(self) -> Mapping[str, list[Spell]]:
        """Return when other members bore the same names: two never did at the same time."""
        changes: dict[int, list[Deed]] = {}
        entered: dict[str, list[datetime]] = {}
        for deed in self._deeds:
            if deed.verb == "rename_member":
                changes.setdefault(deed.details["member"], []).append(deed)
            for name in _entered(deed):
                entered.setdefault(folded(name), []).append(deed.at)
        by_text: dict[str, list[Spell]] = {}
        for pk, name in self._others.items():
            renamed = changes.get(pk, [])
            bore = [folded(deed.details["before"]) for deed in renamed] + [folded(name)]
            ends = [deed.at for deed in renamed]
            before_that = [at for at in entered.get(bore[0], []) if not ends or at <= ends[0]]
            begins = [before_that[-1] if before_that else None, *ends]
            for key, since, until in zip(bore, begins, [*ends, None], strict=True):
                if key in self.keys:
                    by_text.setdefault(key, []).append(Spell(since, until))
        return by_text

    def bore(self, name: str, at: datetime) -> bool:
        """Return whether the name was theirs then, and not that of another member who bears it today."""
        key = folded(name)
        return key in self.keys and not any(spell.includes(at) for spell in self._spells.get(key, ()))

    @cached_property
    def _everybody_else(self) -> set[str]:
        guests = Participant.objects.filter(evening__club=self.club, member=None)
        guests = guests.exclude(pk__in=self.participants)
        old = OldPerson.objects.filter(batch__club=self.club, member=None).exclude(pk__in=self.old)
        old_names = old.values_list("guest", flat=True)
        return {*self._others.values(), *guests.values_list("guest", flat=True), *old_names}

    # what was typed

    def texts(self) -> list[StoredText]:
        """Return what names them and is typed freely, the log last: it stays when their name goes."""
        log = [
            text for deed in self._deeds for text in texts_in_log(deed, renamed_in(deed, self, ""), self.club)
        ]
        return [*self.texts_outside_the_log(), *self._mentioning(log)]

    def texts_outside_the_log(self) -> list[StoredText]:
        """Return the same without what the log says of it once more."""
        typed = [*texts_of(self.club), *others_on_old_sheets(self.club, self.old | self._own_old)]
        return list(self._mentioning(typed))

    def _mentioning(self, texts: Iterable[StoredText]) -> Iterator[StoredText]:
        """Yield those that name them, and those that mention a part of a name."""
        for text in texts:
            if self._is_named_in(text):
                yield text
            elif not text.is_key and text.text in self._partly:
                yield text._replace(is_partly=True)

    def _is_named_in(self, one: StoredText) -> bool:
        if one.is_key:
            return one.text.replace("_", "-") in self._mentions_in_addresses
        return one.text in self._mentions

    def mentions(self, text: str) -> bool:
        """Return whether a text names them, or mentions a part of a name."""
        return text in self._mentions or text in self._partly

    @cached_property
    def _partly(self) -> Mentions:
        """Return the parts of their names, but those by which somebody else is called."""
        parts = {part for name in self.names if len(name.split()) > 1 for part in parts_of(name)}
        others = self._everybody_else
        called = {folded(other) for other in others}
        return Mentions((part for part in parts if folded(part) not in called), others=others)

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions(self.names, others=self._everybody_else)

    @cached_property
    def _mentions_in_addresses(self) -> Mentions:
        return Mentions(map(in_an_address, self.names), others=map(in_an_address, self._everybody_else))

    def guests(self) -> QuerySet[Participant]:
        """Return guests of these names in the club: perhaps the same person, perhaps not."""
        guests = Participant.objects.filter(evening__club=self.club, member=None, key__in=self.keys)
        return (
            guests.exclude(pk__in=self.participants)
            .select_related("evening")
            .order_by("-evening__date", "-pk")
        )

    # the log

    def forgotten(self, neutral: str) -> list[Deed]:
        """Return the deeds that name them, with another name in place of theirs; nothing is saved here."""
        found = [deed for deed in self._deeds if self._forget(deed, neutral)]
        if self.accounts:
            found += self._elsewhere(neutral)
        return found

    def _forget(self, deed: Deed, neutral: str) -> bool:
        before = deed.actor, deed.details
        if deed.account_id in {account.pk for account in self.accounts} or self.bore(deed.actor, deed.at):
            deed.actor = neutral
        deed.details = renamed_in(deed, self, neutral)
        return (deed.actor, deed.details) != before

    def _elsewhere(self, neutral: str) -> list[Deed]:
        """Return what the account has done outside the club, and who took it off there."""
        signed_in = [account.name for account in self.accounts]
        deeds = Deed.objects.exclude(club=self.club).select_related("account")
        taken_off = Q(verb="detach_account", details__account_name__in=signed_in)
        deeds_there = list(deeds.filter(Q(account__in=self.accounts) | taken_off))
        for deed in deeds_there:
            if deed.account in self.accounts:
                deed.actor = neutral
            if deed.details.get("account_name") in signed_in:
                deed.details["account_name"] = neutral
        return deeds_there


def _entered(deed: Deed) -> Iterable[str]:
    if deed.verb == "add_members":
        yield from deed.details["names"]
    elif deed.verb == "admit_guest":
        yield deed.details["name"]


def renamed_in(deed: Deed, person: TracedPerson, neutral: str) -> dict[str, Any]:
    """Return the details of a deed with another name wherever one of this person's stands by itself."""
    details: dict[str, Any] = deepcopy(deed.details)

    def renamed(value: Any) -> Any:
        """Return another name for theirs; a guest may be told apart from a member by a word in brackets."""
        if isinstance(value, list):
            return [renamed(name) for name in value]
        is_theirs = isinstance(value, str) and person.bore(value.partition(" (")[0], deed.at)
        return neutral if is_theirs else value

    if deed.verb == "rename_guest":
        if person.was_at(details["participant"]):
            details |= {"before": neutral, "after": neutral}
    elif "member" in details:
        for key in OF_A_MEMBER:
            if key in details and person.is_about_them(deed):
                details[key] = neutral
            elif key in details and not person.is_another(details["member"]):  # removed since
                details[key] = renamed(details[key])
        for detail in details.get("evenings", ()):
            if person.was_at(detail["participant"]):
                detail["guest"] = neutral
        for other_detail in details.get("old", ()):
            other_detail["guest"] = (
                neutral if person.stands_as(other_detail["person"]) else renamed(other_detail["guest"])
            )
        signed_in = {folded(account.name) for account in person.accounts}
        if person.is_about_them(deed):
            signed_in |= person.keys
        if folded(details.get("account_name", "")) in signed_in:
            details["account_name"] = neutral
    else:
        named = (*NAMES, "name") if "instead" in details else NAMES  # somebody left a table
        details |= {key: renamed(details[key]) for key in named if key in details}
    return details
