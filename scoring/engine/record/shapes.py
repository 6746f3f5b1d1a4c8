"""The shapes of records, as they are stored and sent; keys are written in this order."""

from typing import Literal, TypedDict


class GameRecord(TypedDict, total=False):
    """One game of a record."""

    contract: str
    declarer: str
    partner: str
    king: Literal["talon", "self"]
    points: int | str | dict[str, int | str]
    order: list[list[str]]
    buergermeister: bool
    jungfrau: list[str]
    won: bool
    drawn: bool
    tricks: int
    kontra: str
    kontras: dict[str, str]
    kontra_void: bool
    conceded: bool
    unplayed: bool


class PremiumRecord(TypedDict, total=False):
    """One premium of a record."""

    premium: str
    by: str
    against: str
    announced: bool
    made: bool
    kontra: str
    kontra_void: bool


class RevokeRecord(TypedDict, total=False):
    """Who revoked, and what they pay beyond the game."""

    by: str | list[str]
    claims: dict[str, int]


class HandRecord(TypedDict, total=False):
    """A hand as a record: at a table without rules, players and Radl, which follow from it."""

    rules: str
    options: dict[str, str | int]
    players: list[str]
    radl: bool | int
    games: list[GameRecord]
    premiums: list[PremiumRecord]
    revoke: RevokeRecord


class EntryRecord(HandRecord, total=False):
    """Anything that a table's sheet holds: a hand, a void hand or an event."""

    void: Literal["redeal", "struck"]
    reason: str
    event: Literal["seating", "dealer", "schlussradl", "radl"]
    dealer: str


class TableRecord(TypedDict, total=False):
    """A table's sheet: who sat down, who dealt first, and everything that happened, in order."""

    rules: str
    options: dict[str, str | int]
    players: list[str]
    dealer: str
    hands: list[EntryRecord]
