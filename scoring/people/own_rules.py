"""Names in a club's own rule sheets: in the words of drafts and saved versions, and in their addresses.

In a version that was saved only words change, and their address; what is played by it stays, and so do its
checksum and its code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from scoring.engine.loading import Data
from scoring.models import Club, Ruleset, RulesetVersion
from scoring.models.rulesets import LONGEST_ORIGIN
from scoring.names import address_of
from scoring.people.mentions import Mentions
from scoring.recording.house_rules import free_address, name_of
from scoring.rulesets import SLUGS
from scoring.rulesets.exporting import exported, written
from scoring.rulesets.words import keys_of, reworded, words_of

# Where else the address of a sheet stands, with what it is to be by the one of before.
FURTHER_ADDRESSES: list[Callable[[Club, Mapping[str, str]], None]] = []

Looking = Callable[[datetime], Mentions]  # for somebody, in what was typed at that time


class Named(NamedTuple):
    """A version, or a draft, with what it says of somebody."""

    label: str
    edition: int | None  # None: nobody has agreed on it yet
    words: tuple[str, ...]
    keys: tuple[str, ...]  # of games and the like; they stay, because hands are recorded under them


@dataclass(frozen=True)
class Rewording:
    """One sheet as it will be: under which address, what it began as, what its draft and its versions say."""

    ruleset: Ruleset
    slug: str
    origin: str
    draft: str
    texts: Mapping[int, str]  # of those versions that will say something else

    def store(self) -> None:
        one = self.ruleset
        if self.draft != one.draft:
            one.draft_seq += 1  # whoever has it open looks at it anew
        moved = self.slug != one.slug
        one.slug, one.origin, one.draft = self.slug, self.origin, self.draft
        one.save(update_fields=["slug", "origin", "draft", "draft_seq"])
        for pk in one.versions.values_list("pk", flat=True):
            new: dict[str, str] = {"slug": self.slug} if moved else {}
            if pk in self.texts:
                new["text"] = self.texts[pk]
            if new:
                RulesetVersion.objects.filter(pk=pk).update(**new, reworded_at=timezone.now())


def naming(club: Club, looking: Looking, looking_in_addresses: Looking) -> Iterator[Named]:
    """Where the sheets of a club name somebody."""
    rulesets = list(club.rulesets.order_by("pk"))
    addresses = {one.slug for one in rulesets}
    for ruleset in rulesets:
        at = ruleset.made_at
        draft = _named(None, ruleset.draft, looking(at), looking_in_addresses(at))
        if _is_typed(ruleset.origin, addresses) and ruleset.origin in looking(at):
            draft = draft._replace(words=(*draft.words, ruleset.origin))
        if ruleset.slug in looking_in_addresses(at):
            draft = draft._replace(words=(*draft.words, ruleset.slug))
        versions = [
            _named(one.edition, one.text, looking(one.stored_at), looking_in_addresses(one.stored_at))
            for one in ruleset.versions.order_by("edition")
        ]
        yield from (one for one in (draft, *versions) if one.words or one.keys)


def _named(edition: int | None, text: str, mentions: Mentions, in_addresses: Mentions) -> Named:
    data = tomllib.loads(text)
    words = (word for word in dict.fromkeys(words_of(data).values()) if word in mentions)
    keys = (key for key in keys_of(data) if key.replace("_", "-") in in_addresses)
    return Named(name_of(data), edition, tuple(words), tuple(keys))


def rewordings(club: Club, looking: Looking, looking_in_addresses: Looking, by: str) -> list[Rewording]:
    """The sheets with another name in place of theirs; nothing is stored here."""
    rulesets = list(club.rulesets.order_by("pk"))
    taken = {one.slug for one in rulesets}
    found = []
    for one in rulesets:
        versions = list(one.versions.order_by("edition"))
        texts = {
            version.pk: _said(version.text, looking(version.stored_at), by, written) for version in versions
        }
        draft = _said(one.draft, looking(one.made_at), by, exported)
        slug = one.slug
        if slug in (mentions := looking_in_addresses(one.made_at)):
            label = name_of(tomllib.loads(texts[versions[-1].pk] if versions else draft))
            slug = free_address(mentions.replaced(address_of(label), by=address_of(by)), taken)
            taken.add(slug)
        changed = {version.pk: text for version in versions if (text := texts[version.pk]) != version.text}
        found.append(Rewording(one, slug, one.origin, draft, changed))
    addresses, moved = {one.slug for one in rulesets}, moves(found)
    return [replace(one, origin=_origin(one.ruleset, addresses, moved, looking, by)) for one in found]


def _said(text: str, mentions: Mentions, by: str, spelt: Callable[[Data], str]) -> str:
    """The same text, to the letter, where nobody is named."""
    data = tomllib.loads(text)
    new = reworded(data, lambda word: mentions.replaced(word, by=by))
    return text if new == data else spelt(new)


def _is_typed(origin: str, addresses: Collection[str]) -> bool:
    """Neither a published sheet nor a version of another own one."""
    return origin not in SLUGS and origin.rpartition(" ")[0] not in addresses


def _origin(
    ruleset: Ruleset, addresses: Collection[str], moved: Mapping[str, str], looking: Looking, by: str
) -> str:
    if _is_typed(ruleset.origin, addresses):
        return looking(ruleset.made_at).replaced(ruleset.origin, by=by)[:LONGEST_ORIGIN]
    slug, space, edition = ruleset.origin.rpartition(" ")
    return f"{moved.get(slug, slug)}{space}{edition}"


def moves(found: Iterable[Rewording]) -> dict[str, str]:
    """The new address of each sheet that has one, by that of before."""
    return {one.ruleset.slug: one.slug for one in found if one.slug != one.ruleset.slug}


def reword(club: Club, found: Sequence[Rewording]) -> None:
    """Everything that leads to a sheet goes along."""
    moved = moves(found)
    for one in found:
        one.store()
    if club.default_rules in moved:
        club.default_rules = moved[club.default_rules]
        club.save(update_fields=["default_rules"])
    for further in FURTHER_ADDRESSES:
        further(club, moved)
