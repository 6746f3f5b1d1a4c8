"""What happened at the table, as a scorer would dictate it. Facts only: no amounts, no rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Order:
    """A Trischaken by order: groups of players from most to fewest card points."""

    groups: tuple[tuple[str, ...], ...]
    buergermeister: bool = False
    jungfrauen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """One contract and how it ended. Card points are whole numbers: thirds where Blatt are counted."""

    contract: str
    declarer: str
    partner: str | None = None
    king: str | None = None  # "talon" or "self": why a calling game has no partner
    points: int | None = None
    lagen: bool = False  # the points are rounded to the nearest whole one
    count: Mapping[str, int] | None = None  # Trischaken: everybody's card points
    order: Order | None = None  # Trischaken, instead of the count
    won: bool | None = None
    drawn: bool = False
    tricks: int | None = None
    kontra: str | None = None
    kontras: Mapping[str, str] = field(default_factory=dict)  # negative games: opponent to level
    kontra_void: bool = False
    conceded: bool = False
    unplayed: bool = False


@dataclass(frozen=True, slots=True)
class Premium:
    """A premium of the side of the player who made or announced it."""

    premium: str
    by: str
    against: str | None = None  # where only two settle it: with whom
    announced: bool = False
    made: bool | None = None
    kontra: str | None = None
    kontra_void: bool = False


@dataclass(frozen=True, slots=True)
class Renonce:
    """Who revoked, and what the others freely claim beyond the game."""

    by: str
    claims: Mapping[str, int] = field(default_factory=dict)
    others: tuple[str, ...] = ()  # who revoked as well; they share what is to be paid

    @property
    def offenders(self) -> tuple[str, ...]:
        """Return everybody who revoked."""
        return (self.by, *self.others)


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of four players in order of play, Vorhand first."""

    players: tuple[str, ...]
    games: tuple[Game, ...]
    premiums: tuple[Premium, ...] = ()
    radl: bool = False
    times: int = 2  # what a hand of the Radl is multiplied by
    revoke: Renonce | None = None
    options: Mapping[str, str | int] = field(default_factory=dict)


# What a table's sheet holds beside hands.


@dataclass(frozen=True, slots=True)
class Void:
    """A hand that does not count: "redeal" (same dealer again) or "struck" (the deal moves on)."""

    kind: str
    reason: str


VOIDS = ("redeal", "struck")


@dataclass(frozen=True, slots=True)
class Schlussradl:
    """Every later hand is doubled."""


@dataclass(frozen=True, slots=True)
class CalledRadl:
    """The call that begins a round of doubled hands."""


@dataclass(frozen=True, slots=True)
class DoublingEnds:
    """Doubled hands still to come lapse, and from here on nothing is doubled.

    A hand whose cards are dealt already is played as it was called, and only then this holds.
    """

    dealt: bool = False


@dataclass(frozen=True, slots=True)
class DoublingResumes:
    """From here on hands can be doubled again."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits from the next hand on, in order of play, and who deals it."""

    players: tuple[str, ...]
    dealer: str


@dataclass(frozen=True, slots=True)
class Dealer:
    """Who deals next."""

    dealer: str


@dataclass(frozen=True, slots=True)
class OtherRules:
    """Other rules hold: a stored version, and what the table chooses of it.

    From the next hand on; or from the first one, and then everything that stands is settled by them.
    """

    version: int
    digest: str
    options: Mapping[str, str | int] = field(default_factory=dict)
    from_first: bool = False
    written_as: int | None = None  # the number of the version on the server it was written on, if another one


@dataclass(frozen=True, slots=True)
class RightNames:
    """The wrong people were recorded: all earlier entries were really of those named here.

    On the whole sheet; or from this place of it on, and then they sit there from here.
    """

    people: Mapping[str, str]  # who was named, to who it really was
    from_here: bool = False


@dataclass(frozen=True, slots=True)
class Totals:
    """Everybody's final total, in twelfths of a point, on a sheet without known hands."""

    twelfths: Mapping[str, int]


Doubling = Schlussradl | CalledRadl | DoublingEnds | DoublingResumes
Entry = Hand | Void | Doubling | Seating | Dealer | OtherRules | RightNames | Totals


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """A table's evening: who sat down, who dealt first, and everything that happened, in order.

    The hands' own players and Radl are empty here: the sheet derives them.
    """

    players: tuple[str, ...]
    dealer: str
    entries: tuple[Entry, ...]
    options: Mapping[str, str | int] = field(default_factory=dict)
