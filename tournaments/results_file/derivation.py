"""The results of a derivation: claims that follow from a file's facts, and impossible facts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.engine.naming import mixed_word
from scoring.engine.play_money import amount_from
from scoring.engine.texts import Text
from tournaments.engine.lots import drawn_from
from tournaments.engine.played import RankedPerson
from tournaments.results_file.reading import Document, JsonPath

NOBODY_SAYS = "–"
_AMOUNT = re.compile(r"-?[0-9]{1,40}(/[1-9][0-9]{0,39})?")


class Claim(NamedTuple):
    """What follows from the facts, and where a file says it."""

    path: JsonPath
    value: Any
    is_expected: bool = True  # to leave it out is remarked


class Impossible(NamedTuple):
    """An impossible fact: its place, its sentence, and the sentence's values."""

    path: JsonPath
    code: str
    named: Mapping[str, Any] = {}


class FileRemark(Impossible):
    """What is worth knowing and makes no file wrong."""


Item = Claim | Impossible


class Derivation:
    """Works out a file from its facts."""

    def __init__(self, document: Document) -> None:
        self.document = document
        people = document["people"]
        self.names = {person["id"]: person.get("name", "") for person in people}
        self.registered = {person["id"]: person["rounds"] for person in people if "rounds" in person}
        self.people = {
            person["id"]: RankedPerson(None, person.get("house", False), None, person.get("section", 0))
            for person in people
        }
        self.strangers: set[str] = set()
        self.not_repeated: list[int] = []  # rounds whose draw cannot be drawn again
        self.taken: list[str] = []  # keys taken over in this file only

    def derived(self) -> Iterator[Item]:
        """Yield every claim as it follows, and what cannot be."""
        raise NotImplementedError

    def further_in_words(self, is_wrong: bool) -> Iterable[Text]:
        """Return further sentences of the summary."""
        return ()

    def ranked_people(self) -> Iterable[Sequence[tuple[int, str]]]:
        """Return the people by place, of each ranking."""
        return ()

    def problems_with_people(self) -> Iterator[Item]:
        """Yield people listed twice; remark names that only look alike."""
        for player, times in Counter(person["id"] for person in self.document["people"]).items():
            if times > 1:
                yield Impossible(("people",), "person_twice", {"name": player})
        for number, person in enumerate(self.document["people"]):
            if word := mixed_word(person.get("name", "")):
                named = {"name": person["id"], "word": word}
                yield FileRemark(("people", number, "name"), "mixed_scripts", named)
        club = self.document["event"].get("club", "")
        if word := mixed_word(club):
            yield FileRemark(("event", "club"), "mixed_scripts", {"name": Text.same(club), "word": word})

    def unknown(self, at: JsonPath, players: Iterable[str]) -> Iterator[Item]:
        """Yield each of these players who is missing in the people of the file, once."""
        for player in dict.fromkeys(players):
            if player not in self.people and player not in self.strangers:
                self.strangers.add(player)
                yield Impossible(at, "stranger", {"name": player})

    def lots(self, lots: Iterable[Document], *at: int | str) -> Iterator[Item]:
        """Yield the order of lots; a seed draws from people in the order of the file."""
        for number, lot in enumerate(lots):
            lot_path, order = (*at, "lots", number), lot["order"]
            yield from self.unknown(lot_path, order)
            if len(set(order)) < len(order) or len(order) < 2:
                yield Impossible(lot_path, "lot_people")
            if lot.get("seed") and set(order) <= self.people.keys():
                drawn = drawn_from(lot["seed"], [player for player in self.people if player in order])
                yield Claim((*lot_path, "order"), drawn)


def is_same(value: Any, other: Any) -> bool:
    """Return whether two values are equal, however amounts in them are written."""
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(is_same, value, other))
    return bool(_exact(value) == _exact(other))


def _exact(value: Any) -> Any:
    """Return an amount however it is written; anything else as it is."""
    return amount_from(value) if isinstance(value, str) and _AMOUNT.fullmatch(value) else value
