"""What a sheet stores of its entries beside their rows: the state of its table, as it is read and written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.facts import OtherRules
from scoring.engine.sheet import Position, position_from


@dataclass(frozen=True, slots=True)
class StoredState:
    """The state of a table after its last entry, kept in `Sheet.stored_state`.

    Written with each entry by `table/writing.py`, and before the first one by `evenings/verbs.py`.
    """

    position: Position  # without points, which are in the scores
    last_sort_key: int = 0  # the highest of all entries, also of those that count no more
    versions: tuple[int, ...] = ()  # other rules ever agreed on, also where they were taken back
    people: tuple[tuple[Any, ...], ...] = ()  # corrections of names, as `NamesPutRight` notes them
    link: str = ""  # the checksum of the last entry
    head: str = ""  # the checksum of all entries, of which the letters of the table are made

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> StoredState:
        """Return the state that is stored so."""
        return cls(
            position_from(stored),
            stored["last_place"],
            tuple(stored["versions"]),
            tuple(map(tuple, stored.get("people", ()))),
            stored.get("link", ""),
            stored.get("head", ""),
        )

    def as_json(self) -> dict[str, Any]:
        """Return the state as it is stored: without names, link and head where there are none."""
        rare = {"people": list(map(list, self.people)), "link": self.link, "head": self.head}
        return {
            **self.position.as_json(),
            "last_place": self.last_sort_key,
            "versions": list(self.versions),
            **{key: value for key, value in rare.items() if value},
        }

    @property
    def players(self) -> tuple[str, ...]:
        """Return who sits at the table, in order of play."""
        return self.position.players

    @property
    def dealer(self) -> str:
        """Return who deals the next hand."""
        return self.position.dealer

    @property
    def hands(self) -> int:
        """Return how many hands were counted."""
        return self.position.hands

    @property
    def owed(self) -> int:
        """Return how many doubled hands are still to come."""
        return self.position.owed

    @property
    def rules(self) -> OtherRules | None:
        """Return the rules agreed on for the next hand; None: those that the sheet began with."""
        return self.position.rules
