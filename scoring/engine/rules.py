"""A loaded rule sheet: what can be played, what it is worth, and which customs hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from scoring.engine import customs
from scoring.engine.customs import Counting, InSolo, Kind, LimitNotation, RenonceCustom, Whose
from scoring.engine.declaring import declared
from scoring.engine.options import TOTALS_ZERO, USUAL_OPTIONS, Options
from scoring.engine.result import Amount, Factor
from scoring.engine.texts import Text, sentences


@dataclass(frozen=True, slots=True)
class Contract:
    """A row of the bidding list."""

    key: str
    label: Text
    short: str
    value: Amount  # whole, or with a half
    kind: Kind
    also: Text | None = None  # other names, separated by commas
    lost: Amount | None = None  # what a lost game costs, where it is not the value
    who: customs.Who = customs.Who.ANYONE
    solo: bool = False
    colour: bool = False
    talon: int | None = None  # so many of its cards count with the declarer's tricks; None: not laid down
    calls: Text | None = None  # the tarock that is called; None: a king, where anything is
    birds: tuple[str, ...] = ()  # one of them is announced with the game
    tricks: int | None = None  # negative games: exactly so many
    beside: str | None = None  # exists only beside this contract
    goes_beside: bool = False  # where only listed games can be played side by side: one of them
    blank: bool = False  # without announcement or kontra it is paid at once
    needs_after_kontra: int | None = None
    step_points: int | None = None  # for every so many whole card points of the winners it costs more ...
    step_value: Amount | None = None  # ... by so much each time ...
    step_from: int | None = None  # ... counted from here; None: from where their side begins to win
    kontra_up_to: str | None = None
    note: Text | None = None

    @property
    def price_lost(self) -> Amount:
        return self.value if self.lost is None else self.lost

    @property
    def by_points(self) -> bool:
        return self.kind in _BY_POINTS

    @property
    def calls_king(self) -> bool:
        return self.kind is Kind.CALLING and self.calls is None

    @property
    def called(self) -> Text:
        """Return what is called: "König", or the tarock."""
        return self.calls or _KING

    @property
    def concedable(self) -> bool:
        return self.kind is Kind.CALLING and not self.solo


OF_THE_DECLARERS_SIDE = frozenset({Whose.DECLARER, Whose.KING_HOLDER})

_KING = Text("König", "king")
_BY_POINTS = frozenset({Kind.CALLING, Kind.PAIRED, Kind.ALONE})


@dataclass(frozen=True, slots=True)
class PremiumRule:
    """A row of the premium list; without a price it does not exist that way."""

    key: str
    label: Text
    short: str
    also: Text | None = None
    silent: Amount | None = None
    announced: Amount | None = None
    solo_silent: Amount | None = None
    solo_announced: Amount | None = None
    in_solo: InSolo = InSolo.SAME
    in_colour: bool = True
    calling_only: bool = False
    between_two: bool = False  # settled by the two whom it concerns alone, on whichever side they are
    whose: Whose = Whose.EITHER
    effect: customs.Effect = customs.Effect.LINE
    counts_beside_valat: bool = False
    in_silent_valat: bool = False  # made silently it is in the price of a silent Valat
    needs: int | None = None  # card points that prove it
    cards: tuple[str, ...] = ()  # whoever makes it has these
    opponents_need_kontra: bool = False  # announced by the opponents only with a kontra on the game
    note: Text | None = None

    def exists_in(self, contract: Contract) -> bool:
        """Return whether this premium can be recorded in this contract at all."""
        return contract.by_points and not (
            (contract.colour and not self.in_colour)
            or (contract.solo and self.in_solo is InSolo.NEVER)
            or (self.calling_only and not contract.calls_king)
        )

    def price(self, *, announced: bool, solo: bool) -> Amount | None:
        """Return the price before any doubling."""
        if solo and self.in_solo is InSolo.LISTED:
            return self.solo_announced if announced else self.solo_silent
        return self.announced if announced else self.silent

    def price_with(self, contract: Contract) -> Amount:
        """Return the amount it adds to a game that it is announced with."""
        price = self.price(announced=True, solo=contract.solo) or 0
        return 2 * price if contract.solo and self.in_solo is InSolo.DOUBLED else price


def other_names(row: Contract | PremiumRule) -> tuple[str, ...]:
    """Return a game's or premium's other names, in either language."""
    words = row.also or ()
    return tuple(dict.fromkeys(name.strip() for word in words for name in word.split(",") if name.strip()))


@dataclass(frozen=True, slots=True)
class Kontra:
    """The ladder of kontras and where it ends."""

    levels: Mapping[str, int]  # in order: {"kontra": 2, "re": 4}
    on_premiums: bool = True
    with_announced_valat: str | None = None
    void_up_to: str | None = None  # with the king in the talon of a solo game; None: every step is void
    names: Mapping[str, str] = field(default_factory=dict)  # what the table calls a step, if not as usual

    def voids(self, level: str) -> bool:
        """Return whether the king in the talon makes this step void, if it makes any void."""
        ladder = list(self.levels)
        return self.void_up_to is None or ladder.index(level) <= ladder.index(self.void_up_to)

    def label(self, level: str) -> str:
        """Return the name of a step on this sheet."""
        return self.names.get(level) or KONTRA_LABELS.get(level, level)


@dataclass(frozen=True, slots=True)
class Trischaken:
    """How a Trischaken is paid; its base is the contract's value."""

    custom: customs.TrischakenCustom
    renonce: customs.TrischakenRenonce
    buergermeister: int | None = None  # from so many card points; None: there is none
    jungfrau: bool = True  # does it matter that somebody made no trick?
    jungfrauen: customs.Jungfrauen = customs.Jungfrauen.SHARE
    jungfrau_price: int | None = None  # what each of the others pays her
    vorhand_pays: int | None = (
        None  # alone, with most and less than a Bürgermeister; None: as the custom says
    )
    splits: customs.Splits = customs.Splits.EXACT
    renonce_times: int | None = None
    all_tricks: int | None = None
    all_tricks_doubled: bool = False  # for the Vorhand, as every other price of hers

    def has(self, name: str) -> bool:
        """Return whether the sheet has this row of a Trischaken; an unnamed one is always there."""
        value = getattr(self, name) if name else True
        return value is not None and value is not False


DOUBLED = 2  # what a hand of a Radl is multiplied by, where the sheet says nothing else


@dataclass(frozen=True, slots=True)
class Radl:
    """What starts a round of doubled hands."""

    triggers: tuple[str, ...] = ()
    schlussradl: bool = False
    drawn: tuple[int, int] | None = None  # the card points of a 35:35, from - to
    length: int | None = None  # in hands; None: as many as people at the table
    doubled_games: customs.DoubledGames = customs.DoubledGames.ALL
    waits: bool = False  # a hand that is not of these uses up none of its hands
    lengths: Mapping[str, int] = field(default_factory=dict)  # of what one trigger alone starts
    times: Mapping[str, int] = field(default_factory=dict)  # what its hands are multiplied by, if not by 2

    @property
    def played(self) -> bool:
        return bool(self.triggers) or self.schlussradl

    def round_of(self, people: int, triggers: Iterable[str] = ()) -> tuple[int, ...]:
        """Return the factors of a round's hands; of several triggers, those of the strongest."""
        hands = people if self.length is None else self.length
        times, length = max(
            ((self.times.get(name, DOUBLED), self.lengths.get(name, hands)) for name in triggers),
            default=(DOUBLED, hands),
        )
        return (times,) * length

    @property
    def factors(self) -> tuple[int, ...]:
        """Return the possible factors of a hand in a Radl."""
        return tuple(sorted({DOUBLED, *self.times.values()}))


USUAL_STAKE = 10  # of a Pagatkassa, until somebody says otherwise


@dataclass(frozen=True, slots=True)
class PagatkassaTerms:
    """What a table has agreed about its Pagatkassa, in cents."""

    stake: int  # of each dealer before his hand
    start: int = 0  # of everybody at the table when the pot is empty; 0: nobody pays in
    start_again: bool = True  # whenever it is empty, not only before the first hand
    ceiling: int | None = None  # the most that a miss costs
    pot_ceiling: int | None = None  # the most that the pot holds: what is paid in is cut to it

    def __post_init__(self) -> None:
        if min(self.stake, self.start, self.ceiling or 0, self.pot_ceiling or 0) < 0:
            raise AssertionError(f"Nobody pays in less than nothing: {self}")


TABLES_OF_WORDS = ("remarks", "reminders", "redeals", "book")  # free words, each under a key of its own

CODE = 6  # so many signs of a version's checksum are compared by eye

# The steps of the longest ladder, lowest first, and what they are usually called.
KONTRA_LABELS: Mapping[str, str] = {
    "kontra": "Kontra",
    "re": "Re",
    "sub": "Sub",
    "hirsch": "Hirsch",
    **{f"kontra_{step}": f"{step}. Kontra" for step in range(5, 10)},
}

SCHRIFT_AT_MOST: Mapping[str, int | None] = {"all": None, "simple": 2, "none": 1}


# The chapters of a rule book, in the order in which somebody learns the game.
CHAPTERS: Mapping[str, Text] = sentences(declared(__name__)["chapters"])


@dataclass(frozen=True, slots=True)
class Remark:
    """Free words of a sheet, and the chapter of the rule book in which they stand."""

    words: Text
    chapter: str = "table"

    def in_language(self, language: str) -> str:
        return self.words.in_language(language)


@dataclass(frozen=True, slots=True)
class OptionNote:
    """An option that the sheet offers; one without words changes amounts, others only the play."""

    key: str
    words: Text | None = None
    chapter: str = "table"
    fixed: bool = False  # the sheet has chosen: no table is asked, and no record may say otherwise

    @property
    def changes_amounts(self) -> bool:
        return self.words is None

    @property
    def is_offered(self) -> bool:
        """Return whether a table can agree otherwise, so that amounts change."""
        return self.changes_amounts and not self.fixed


@dataclass(frozen=True)
class Rules:
    """One rule sheet with everything resolved."""

    slug: str
    label: Text
    about: Text
    counting: Counting
    needs: int
    contracts: Mapping[str, Contract]  # in bidding order
    premiums: Mapping[str, PremiumRule]
    kontra: Kontra
    radl: Radl
    renonce: RenonceCustom
    claims: bool
    beside_valat: customs.BesideValat
    silent_valat_voids_kontra: bool = False  # made, it takes the kontra off the game
    limits: LimitNotation = LimitNotation.WHOLE  # where Blatt are counted
    pack: int | None = None  # what all cards count, where that is not usual for this way of counting
    pack_cards: int | None = None  # with those of the talon; None: as usual for such games
    talon_cards: int | None = None
    side_by_side: customs.SideBySide = customs.SideBySide.EQUAL
    shared_renonce: bool = True  # several can have revoked in one hand; they share what is to be paid
    self_call: bool = False
    schleifen: bool = False
    bird_by: customs.BirdBy = customs.BirdBy.DECLARER
    high_card: customs.HighCard = customs.HighCard.VORHAND
    trischaken: Trischaken | None = None
    cents_per_point: int | None = None  # usual here; every evening agrees on its own
    pagatkassa: PagatkassaTerms | None = None  # likewise
    options: Options = field(default_factory=lambda: USUAL_OPTIONS)
    option_notes: tuple[OptionNote, ...] = ()
    remarks: Mapping[str, Remark] = field(default_factory=dict)
    reminders: Mapping[str, Remark] = field(default_factory=dict)
    redeals: Mapping[str, Text] = field(default_factory=dict)  # why a hand is dealt again, beside a misdeal
    book: Mapping[str, Remark] = field(default_factory=dict)  # what only the rule book says
    open_contracts: Mapping[str, Text] = field(default_factory=dict)
    open_premiums: Mapping[str, Text] = field(default_factory=dict)

    @cached_property
    def kontra_factors(self) -> Mapping[str, Factor]:
        """Return the factor of each step of the ladder, which may be less in the Schrift."""
        most = SCHRIFT_AT_MOST[self.options["schrift_kontra"]]
        return {
            level: Factor(level, times, times if most is None else min(times, most))
            for level, times in self.kontra.levels.items()
        }

    @cached_property
    def void_kontra_factors(self) -> Mapping[str, Factor]:
        """Return the factors, by level, of kontras that were given but do not count."""
        return {level: Factor(level, 1, 1, void=True) for level in self.kontra.levels}

    @cached_property
    def levels(self) -> tuple[str, ...]:
        return tuple(self.kontra.levels)

    @property
    def calls_radl(self) -> bool:
        """Return whether a Radl only begins when it is called."""
        return self.radl.played and self.options["radl_start"] == "called"

    @cached_property
    def triggers(self) -> tuple[str, ...]:
        """Return the triggers that start a Radl by themselves; none if a Radl has to be called."""
        if self.options["radl_start"] == "called":
            return ()
        left_out = TOTALS_ZERO if self.options["radl_schrift"] == "off" else None
        return tuple(name for name in self.radl.triggers if name != left_out)

    @cached_property
    def _variants(self) -> dict[frozenset[tuple[str, str | int]], Rules]:
        return {}

    @property
    def terms_of_trischaken(self) -> Trischaken:
        """Return how a Trischaken is paid, on a sheet that has one."""
        assert self.trischaken is not None, f"{self.slug} has no Trischaken"
        return self.trischaken

    @property
    def all_points(self) -> int:
        """Return the card points of all cards."""
        return self.pack or points_in(self.counting)

    @property
    def writes_blatt(self) -> bool:
        """Return whether limits are written with Blatt; all of them are where one is no whole number."""
        in_whole_points = all(limit % 3 == 2 for limit in self.all_limits)  # to those who round: 35/2 is 36
        return self.counting is Counting.BLATT and (self.limits is LimitNotation.BLATT or not in_whole_points)

    @property
    def all_limits(self) -> Iterator[int]:
        """Yield the card points from which something is reached."""
        yield self.needs
        for contract in self.contracts.values():
            limits = (contract.needs_after_kontra, contract.step_from)
            yield from (limit for limit in limits if limit is not None)
        yield from (rule.needs for rule in self.premiums.values() if rule.needs is not None)
        if self.trischaken is not None and self.trischaken.buergermeister is not None:
            yield self.trischaken.buergermeister
        if self.radl.drawn is not None:
            first, last = self.radl.drawn
            yield from (first, last + 1)

    def counts_like(self, other: Rules) -> bool:
        """Return whether card points mean the same by both sheets."""
        return self.counting is other.counting and self.all_points == other.all_points

    @property
    def step(self) -> Amount:
        """Return the unit of all amounts: only a Trischaken and a shared Renonce split points."""
        if self.trischaken is not None:
            return Fraction(1, 12)
        if self.shared_renonce and self.renonce is RenonceCustom.INDEMNIFY:
            return Fraction(1, 12)
        whole = Fraction(1, 2) if self.has_halves else 1
        if self.shared_renonce and self.renonce is RenonceCustom.PRICE_TO_EACH:
            return Fraction(whole, 3)  # two who pay owe the same to two others, three share what one gets
        return whole

    @property
    def has_halves(self) -> bool:
        """Return whether something on the sheet is worth half a point."""
        rows = (*self.contracts.values(), *self.premiums.values())
        return any(isinstance(getattr(row, key, None), Fraction) for row in rows for key in _PRICES)

    @property
    def most_points(self) -> int:
        """Return the card points of all cards, in whole points."""
        return self.all_points // 3 if self.counting is Counting.BLATT else self.all_points

    def has_kontra_on(self, premium: PremiumRule) -> bool:
        """Return whether a kontra on this premium is possible."""
        return self.kontra.on_premiums and premium.effect is not customs.Effect.MULTIPLIES

    def offers(self, option: str) -> bool:
        """Return whether a table of this sheet can choose an option; some concern few sheets."""
        if option == "trischaken_base":
            return self.options["trischaken_base"] is not None
        return option != "radl_schrift" or TOTALS_ZERO in self.radl.triggers

    def fixes(self, option: str) -> bool:
        """Return whether the sheet leaves no choice of it."""
        return any(note.fixed for note in self.option_notes if note.key == option)

    def under(self, options: Mapping[str, str | int]) -> Rules:
        """Return these rules with the options a hand or a table carries (legal ones)."""
        if not options:
            return self
        key = frozenset(options.items())
        variant = self._variants.get(key)
        if variant is None:
            chosen = {**self.options, **options}
            variant = self._variants[key] = replace(
                self, options=chosen, contracts=_with_base(self.contracts, chosen["trischaken_base"])
            )
        return variant


_PRICES = (
    *("value", "lost", "step_value"),
    *("silent", "announced", "solo_silent", "solo_announced"),
)


def points_in(counting: Counting) -> int:
    """Return the card points of all cards: thirds where Blatt are counted, else whole points."""
    return 210 if counting is Counting.BLATT else 88


def _with_base(contracts: Mapping[str, Contract], base: int | None) -> Mapping[str, Contract]:
    """Return the contracts with the agreed base of the Trischaken, where the sheet leaves a choice."""
    if base is None:
        return contracts
    return {
        key: replace(contract, value=base) if contract.kind is Kind.TRISCHAKEN else contract
        for key, contract in contracts.items()
    }
