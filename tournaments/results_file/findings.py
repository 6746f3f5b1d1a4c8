"""What was found in a file of results: sentences, each with its place, and how people are called there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.engine.naming import mixed_word
from scoring.engine.play_money import amount_from
from scoring.engine.texts import Text
from tournaments.engine.lots import drawn_from
from tournaments.engine.played import RankedPerson
from tournaments.results_file.reading import WORDS, Document, FileFinding, pointer_to, sentence, shortened

NOBODY_SAYS = "–"
_AMOUNT = re.compile(r"-?[0-9]{1,40}(/[1-9][0-9]{0,39})?")


@dataclass
class Findings:
    """Goes through a document, and keeps what is wrong with it."""

    document: Document
    findings: list[FileFinding] = field(default_factory=list)
    notes: list[FileFinding] = field(default_factory=list)  # remarks, which make no file wrong
    # of each claim that is not made, by its place and key: where it could be
    left_out: dict[tuple[Text, str], list[str]] = field(default_factory=dict)
    pointer: str = ""  # to what is being looked at
    not_repeated: list[int] = field(default_factory=list)  # rounds whose draw cannot be drawn again
    strangers: set[str] = field(default_factory=set)
    taken: list[str] = field(default_factory=list)  # keys taken over in this file only
    skipped: Sequence[str] = ()  # keys of a newer file that nobody here knows

    def __post_init__(self) -> None:
        people = self.document["people"]
        self.names = {person["id"]: person.get("name", "") for person in people}
        self.registered = {person["id"]: person["rounds"] for person in people if "rounds" in person}
        self.people = {
            person["id"]: RankedPerson(None, person.get("house", False), None, person.get("section", 0))
            for person in people
        }

    @property
    def sentences(self) -> list[Text]:
        return [finding.text for finding in self.findings]

    def good_in_words(self, letters: str) -> Text:
        """Return the summary for a file without differences."""
        raise NotImplementedError

    def further_in_words(self, is_wrong: bool) -> Iterable[Text]:
        """Return what belongs to the summary besides."""
        return ()

    def first_places(self) -> Iterable[Sequence[tuple[int, str]]]:
        """Return who was first, of each ranking."""
        return ()

    def tell(self, location: Text, code: str, /, **named: object) -> None:
        """Note that something is wrong at a place."""
        self.findings.append(self._finding(location, code, **named))

    def remark(self, location: Text, code: str, /, **named: object) -> None:
        """Note a remark on a place that is worth knowing but is no error."""
        self.notes.append(self._finding(location, code, **named))

    def leave_out(self, location: Text, key: str, *, pointer: str | None = None) -> None:
        """Note that a file does not make a claim, which is no error; of each place and key once."""
        pointers = self.left_out.setdefault((location, key), [])
        pointers.append(self.pointer if pointer is None else pointer)

    @property
    def remarks(self) -> Iterator[FileFinding]:
        """Yield the remarks, then which claims are left out."""
        yield from self.notes
        for (location, key), pointers in self.left_out.items():
            remark = self._finding(location, "left_out", key=key, count=len(pointers))
            yield remark._replace(pointer=pointers[0])

    def _finding(self, location: Text, code: str, /, **named: object) -> FileFinding:
        return FileFinding(
            code, self.pointer, sentence("at_place", place=location, told=sentence(code, **named))
        )

    def name(self, player: str) -> Text:
        """Return a player's name, or their number in the file."""
        name = self.names.get(player)
        return Text.same(shortened(name)) if name else sentence("person", id=player)

    def all_names(self, players: Iterable[str]) -> Text:
        names = [self.name(player) for player in players]
        return Text.joined(names) if names else WORDS["nothing"]

    def check_people(self) -> None:
        """Tell who stands in the list of people twice; remark names that only look like others."""
        for player, times in Counter(person["id"] for person in self.document["people"]).items():
            if times > 1:
                self.pointer = "/people"
                self.tell(WORDS["people"], "person_twice", name=self.name(player))
        for number, person in enumerate(self.document["people"]):
            if word := mixed_word(person.get("name", "")):
                self.pointer = pointer_to("people", number, "name")
                self.remark(WORDS["people"], "mixed_scripts", name=self.name(person["id"]), word=word)
        if word := mixed_word(self.document["event"].get("club", "")):
            self.pointer = "/event/club"
            self.remark(WORDS["file"], "mixed_scripts", name=self.document["event"]["club"], word=word)

    def demand_known(self, location: Text, players: Iterable[str]) -> None:
        """Report each of these players who is not among the people of the file."""
        for player in dict.fromkeys(players):
            if player not in self.people and player not in self.strangers:
                self.strangers.add(player)
                self.tell(location, "stranger", name=self.name(player))

    def demand_lots(self, lots: Iterable[Document], *at: int | str) -> None:
        """Tell what is wrong with lots; a seed draws from people as they stand in the file."""
        for number, lot in enumerate(lots, 1):
            location, order = sentence("lot", lot=number), lot["order"]
            self.pointer = pointer_to(*at, "lots", number - 1)
            self.demand_known(location, order)
            if len(set(order)) < len(order) or len(order) < 2:
                self.tell(location, "lot_people")
            seed = lot.get("seed")
            if seed and set(order) <= self.people.keys():
                expected = drawn_from(seed, [player for player in self.people if player in order])
                if expected != order:
                    names = {"expected": self.all_names(expected), "found": self.all_names(order)}
                    self.tell(location, "lot_order", seed=seed, **names)

    def compare_amounts(
        self, location: Text, code: str, expected: Mapping[str, Any], claimed: Mapping[str, Any]
    ) -> None:
        """Tell whose amounts differ."""
        for player in dict.fromkeys((*expected, *claimed)):
            pair = expected.get(player, NOBODY_SAYS), claimed.get(player, NOBODY_SAYS)
            if not is_same(*pair):
                self.tell(location, code, name=self.name(player), expected=pair[0], found=pair[1])


def is_same(value: Any, other: Any) -> bool:
    """Return whether two values say the same, however amounts in them are written."""
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(is_same, value, other))
    return bool(_exact(value) == _exact(other))


def _exact(value: Any) -> Any:
    """Return an amount however it is written; anything else as it is."""
    return amount_from(value) if isinstance(value, str) and _AMOUNT.fullmatch(value) else value
