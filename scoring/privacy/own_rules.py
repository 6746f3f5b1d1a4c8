"""Names in a club's own rule sheets: in the words of drafts and saved versions, and in their addresses.

In a version that was saved only words change, and their address; what is played by it stays, and so do its
checksum and its code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from django.db.models import Prefetch

from scoring import clock
from scoring.engine.loading import Data, resolved
from scoring.house_rules.verbs import free_address, name_of
from scoring.models import Club, Ruleset, RulesetVersion
from scoring.models.rulesets import LONGEST_ORIGIN
from scoring.names import address_of
from scoring.privacy.mentions import Mentions
from scoring.rulesets import SLUGS, read
from scoring.rulesets.exporting import exported, written
from scoring.rulesets.reading import data_of
from scoring.rulesets.words import Place, keys_of, reworded, saying_at, sayings_of, words_of

# Where else the address of a sheet stands, with what it is to be by the one of before.
FURTHER_ADDRESSES: list[Callable[[Club, Mapping[str, str]], None]] = []

Looking = Callable[[datetime], Mentions]  # for somebody, in what was typed at that time


class RulesMention(NamedTuple):
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

    @property
    def changes_something(self) -> bool:
        one = self.ruleset
        return bool(self.texts) or (self.slug, self.origin, self.draft) != (one.slug, one.origin, one.draft)

    def store(self) -> None:
        one = self.ruleset
        if self.draft != one.draft:
            one.draft_seq += 1  # whoever has it open looks at it anew
        moved = self.slug != one.slug
        one.slug, one.origin, one.draft = self.slug, self.origin, self.draft
        one.save(update_fields=["slug", "origin", "draft", "draft_seq"])
        for version in one.versions.all():
            new: dict[str, str] = {"slug": self.slug} if moved else {}
            if version.pk in self.texts:
                new["text"] = self.texts[version.pk]
            if new:
                at = _later_than(version.reworded_at)
                RulesetVersion.objects.filter(pk=version.pk).update(**new, reworded_at=at)


def _later_than(before: datetime | None) -> datetime:
    """Now, and in any case after the last time: the database takes no other words without a new moment."""
    now = clock.now()
    return now if before is None else max(now, before + timedelta(microseconds=1))


# What was typed, and when


Times = tuple[datetime, datetime]  # something was typed at one of them, or between


class _Published(NamedTuple):
    """What published sheets say: nobody of the club has typed it."""

    sayings: frozenset[tuple[Place, str]]
    keys: frozenset[str]

    @property
    def addresses(self) -> set[str]:
        return {address_of(word) for (kind, *_), word in self.sayings if kind == "label"}


def _published() -> _Published:
    """In their files, and in those of before by which somebody played here."""
    stored = RulesetVersion.objects.filter(ruleset=None).order_by("pk").values_list("text", flat=True)
    found = [_in_files(), *map(_in_text, stored)]
    return _Published(
        frozenset().union(*(one.sayings for one in found)), frozenset().union(*(one.keys for one in found))
    )


@cache
def _in_files() -> _Published:
    sheets = [resolved(slug, read) for slug in SLUGS]
    return _Published(
        frozenset(saying for data in sheets for saying in sayings_of(data)),
        frozenset(key for data in sheets for key in keys_of(data)),
    )


@lru_cache(maxsize=100)
def _in_text(text: str) -> _Published:
    data = data_of(text)
    return _Published(frozenset(sayings_of(data)), frozenset(keys_of(data)))


class _State(NamedTuple):
    """A version, or the draft, with when its words and keys were typed; what is published was not."""

    version: RulesetVersion | None
    text: str
    data: Data
    words: Mapping[Place, Times]
    keys: Mapping[str, Times]

    @property
    def label(self) -> tuple[str, Times | None]:
        return name_of(self.data), self.words.get(("label",)) or self.words.get(("label", "de"))


def _states(ruleset: Ruleset, published: _Published) -> list[_State]:
    """The draft is the last one. What it says in the same place as the one before was typed with that."""
    found: list[_State] = []
    said: dict[Place, str] = {}
    words: dict[Place, Times] = {}
    keys: dict[str, Times] = {}
    since = ruleset.made_at
    for version in (*ruleset.versions.all(), None):
        text, until = (ruleset.draft, clock.now()) if version is None else (version.text, version.stored_at)
        data = data_of(text)
        before, said, now = said, words_of(data), (since, until)
        words = {
            place: words[place] if place in words and before[place] == word else now
            for place, word in said.items()
            if (saying_at(place), word) not in published.sayings
        }
        keys = {key: keys.get(key, now) for key in keys_of(data) if key not in published.keys}
        found.append(_State(version, text, data, words, keys))
        since = until
    return found


def _of_the_club(club: Club) -> list[Ruleset]:
    versions = Prefetch("versions", RulesetVersion.objects.order_by("edition"))
    return list(club.rulesets.order_by("pk").prefetch_related(versions))


def _all_mentions(looking: Looking, times: Iterable[datetime]) -> list[Mentions]:
    return list(dict.fromkeys(map(looking, times)))


def _names(looking: Looking, times: Iterable[datetime], text: str) -> bool:
    return any(text in mentions for mentions in _all_mentions(looking, times))


def _replaced(looking: Looking, times: Iterable[datetime], text: str, by: str) -> str:
    for mentions in _all_mentions(looking, times):
        text = mentions.replaced(text, by=by)
    return text


# Who is named


@dataclass(frozen=True)
class _Look:
    """The sheets of a club, looked through for somebody."""

    club: Club
    looking: Looking
    looking_in_addresses: Looking

    @cached_property
    def published(self) -> _Published:
        return _published()

    @cached_property
    def rulesets(self) -> dict[Ruleset, list[_State]]:
        return {one: _states(one, self.published) for one in _of_the_club(self.club)}

    @cached_property
    def addresses(self) -> set[str]:
        return {one.slug for one in self.rulesets}

    @cached_property
    def _begun_as(self) -> dict[int, tuple[str, Times]]:
        """What each sheet was called when it was begun, as the log tells it."""
        deeds = self.club.deeds.filter(verb="begin_sheet")
        return {deed.details["ruleset"]: (deed.details["name"], (deed.at, deed.at)) for deed in deeds}

    def named_in_address(self, ruleset: Ruleset) -> bool:
        """Also where the address holds only the beginning of the label that it was made from."""
        stem = re.sub("-[0-9]+$", "", ruleset.slug)
        if self.published.addresses & {ruleset.slug, stem}:
            return False
        if ruleset.slug in self.looking_in_addresses(ruleset.made_at):
            return True
        labels = [state.label for state in self.rulesets[ruleset]]
        if ruleset.pk in self._begun_as:
            labels.append(self._begun_as[ruleset.pk])
        return any(
            times is not None
            and address_of(label) in (ruleset.slug, stem)
            and _names(self.looking, times, label)
            for label, times in labels
        )

    def named_in_origin(self, ruleset: Ruleset) -> bool:
        origin = ruleset.origin
        return _is_typed(origin, self.addresses) and origin in self.looking(ruleset.made_at)

    def named_in(self, state: _State) -> RulesMention:
        said = words_of(state.data)
        words = (said[place] for place, times in state.words.items() if self._names(times, said[place]))
        keys = (
            key
            for key, times in state.keys.items()
            if _names(self.looking_in_addresses, times, key.replace("_", "-"))
        )
        edition = None if state.version is None else state.version.edition
        return RulesMention(name_of(state.data), edition, tuple(dict.fromkeys(words)), tuple(keys))

    def _names(self, times: Times, word: str) -> bool:
        return _names(self.looking, times, word)

    def said(self, state: _State, by: str) -> str:
        """The same text, to the letter, where nobody is named."""
        before, new = words_of(state.data), {}
        for place, times in state.words.items():
            word = before[place]
            if self._names(times, word):
                new[place] = [_replaced(self.looking, times, word, one) for one in (by, _short(by))]
        if not new:
            return state.text
        spelt = exported if state.version is None else written
        return spelt(reworded(state.data, new))


def _short(by: str) -> str:
    """Of a number that has a word before it.

    >>> _short("Mitglied 437")
    'M437'
    """
    return f"{by[0]}{by.rpartition(' ')[2]}"


def naming(club: Club, looking: Looking, looking_in_addresses: Looking) -> Iterator[RulesMention]:
    """Where the sheets of a club name somebody."""
    look = _Look(club, looking, looking_in_addresses)
    for ruleset, states in look.rulesets.items():
        *versions, draft = map(look.named_in, states)
        further = (ruleset.origin,) if look.named_in_origin(ruleset) else ()
        if look.named_in_address(ruleset):
            further = (*further, ruleset.slug)
        draft = draft._replace(words=(*draft.words, *further))
        if not draft.label and versions:
            draft = draft._replace(label=versions[-1].label)
        yield from (one for one in (draft, *versions) if one.words or one.keys)


def rewordings(club: Club, looking: Looking, looking_in_addresses: Looking, by: str) -> list[Rewording]:
    """The sheets that name somebody, with another name in place of theirs; nothing is stored here."""
    look = _Look(club, looking, looking_in_addresses)
    taken = set(look.addresses)
    found = []
    for one, states in look.rulesets.items():
        *texts, draft = (look.said(state, by) for state in states)
        slug = one.slug
        if look.named_in_address(one):
            label = name_of(data_of(texts[-1] if texts else draft))
            mentions = looking_in_addresses(one.made_at)
            slug = free_address(mentions.replaced(address_of(label), by=address_of(by)), taken)
            taken.add(slug)
        versions = zip(one.versions.all(), texts, strict=True)
        changed = {version.pk: text for version, text in versions if text != version.text}
        found.append(Rewording(one, slug, one.origin, draft, changed))
    moved = moves(found)
    found = [replace(one, origin=_origin(one.ruleset, look.addresses, moved, looking, by)) for one in found]
    return [one for one in found if one.changes_something]


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
