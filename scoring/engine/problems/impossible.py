"""Find contradictions of one hand by its cards, and put them into words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.engine.cards import (
    LAST_KING,
    NEEDED_CARDS,
    TRICKS_OF_BIRDS,
    in_its_trick,
    pack_of,
)
from scoring.engine.customs import BesideValat, Counting, Kind, Whose
from scoring.engine.facts import Premium
from scoring.engine.placing import (
    CALLED_KING,
    DECLARERS,
    KINGS,
    LAST_TRICK,
    MOND,
    OPPONENTS,
    PAGAT,
    TRULL,
    CardFact,
    CardTerms,
    Placed,
    excluding,
    excluding_last,
    least_of,
    possible,
    sides_of,
)
from scoring.engine.prices import VALAT
from scoring.engine.problems.problem import GameCase, Problem, Problems
from scoring.engine.rules import PremiumRule
from scoring.engine.sides import (
    decides,
    declarer_wins,
    is_drawn,
    limit_as_written,
    needed_points,
    of_declarers_side,
    points_as_written,
    spread,
)
from scoring.engine.texts import Text, listed

WON, LOST, DRAWN = Text("gewonnen", "won"), Text("verloren", "lost"), Text("35:35", "35:35")
MADE, MISSED = Text("gewonnen", "made"), Text("verloren", "missed")
_IS, _ARE = Text("ist", "is"), Text("sind", "are")
_CALLED_KING = Text("gerufener König", "the called king")
_CALLED_KING_LAST = Text(f"{_CALLED_KING.de} im letzten Stich", f"{_CALLED_KING.en} in the last trick")
_FOUR_KINGS = NEEDED_CARDS["koenige"]
_A_TRICK, _A_KING = Text("ein Stich", "a trick"), Text("ein König", "a king")
_A_PIECE = Text("ein Stück der Trull", "a piece of the Trull")
_HALF_WITH_THE_KING = Text("die Hälfte mit dem gerufenen König", "the half with the called king")

BIRDS = {bird: LAST_TRICK << index for index, bird in enumerate(TRICKS_OF_BIRDS)}
_HELD = 8  # bits of birds in a hand, beside the called king's
_IN_HAND = {**{bird: bit << _HELD for bird, bit in BIRDS.items()}, "koenig_ultimo": CALLED_KING}
_FULL_PACK, _FULL_HONOUR = (
    88,
    5,
)  # forty cards come to so many with nothing else; recorded ones may be counted otherwise
_CAUGHT = {"pagatfang": "pagat", "koenigfang": "koenig_ultimo"}
# Of two premiums that are about one card, or one trick: which a sentence names first.
_FIRST = ("koenig_ultimo", "koenige", "koenigfang", "trull", "pagat")


_OF_OPPONENTS = {
    "cards_count_more": "cards_count_more_opponents",
    "cards_must_count": "cards_must_count_opponents",
    "valat_counts_more": "valat_counts_more_opponents",
}


class Recorded(NamedTuple):
    """A fact about cards, with its source: a premium, the card points, or the result."""

    fact: CardFact
    premium: Premium | None = None
    by_points: bool = False

    @property
    def known_premium(self) -> Premium:
        """Return the premium, of what is one."""
        assert self.premium is not None
        return self.premium


def impossible(case: GameCase) -> Problems:
    """Yield what excludes each other in a hand."""
    recorded, terms = list(recorded_in(case)), terms_of(case)
    if not possible([row.fact for row in recorded], terms):
        yield from _excluded(case, terms, recorded)


def impossible_beside(
    case: GameCase, terms: CardTerms, others: Sequence[Recorded], premium: Premium
) -> Problems:
    """Yield what a premium excludes of the others that are recorded."""
    recorded = [*others, Recorded(fact_of(case, premium), premium)]
    if not possible([row.fact for row in recorded], terms):
        yield from _excluded(case, terms, recorded, premium)


def _excluded(
    case: GameCase, terms: CardTerms, recorded: list[Recorded], new: Premium | None = None
) -> Problems:
    facts, which = [row.fact for row in recorded], excluding if new is None else excluding_last
    points: list[tuple[int, ...]] = [(index,) for index, row in enumerate(recorded) if row.by_points]
    excluded: Iterable[tuple[int, ...]] = which(facts, terms)
    if points and not possible([facts[indices[0]] for indices in points], terms):
        # Cards that are named say more than those that lie beside the tricks.
        excluded = list(which(facts, terms._replace(loose=True)))
        excluded = excluded or (points if new is None else [])
    rows = ([recorded[index] for index in indices] for indices in excluded)
    yield from _Words(case, terms, recorded, new).of(list(rows) if points else rows)


def recorded_in(case: GameCase) -> Iterator[Recorded]:
    """Yield what is recorded of a game by card points, as facts."""
    game, rules = case.game, case.rules
    if game.points is not None:
        if 0 <= game.points <= rules.all_points:
            low, high = spread(game, rules)
            yield Recorded(
                CardFact(DECLARERS, least=low, other_least=rules.all_points - high), by_points=True
            )
    elif game.won is not None or game.drawn:
        yield Recorded(_result(case))
    for premium in case.hand.premiums:
        if premium.premium in rules.premiums and premium.by in case.hand.players:
            yield Recorded(fact_of(case, premium), premium)


def _result(case: GameCase) -> CardFact:
    everything, needed = case.rules.all_points, needed_points(case.game, case.contract, case.rules)
    if case.game.drawn:
        first, last = case.rules.radl.drawn or (everything - needed + 1, needed - 1)
        return CardFact(DECLARERS, least=first, other_least=everything - last)
    if declarer_wins(case.game, case.contract, case.rules):
        return CardFact(DECLARERS, least=needed)
    return CardFact(DECLARERS, other_least=everything - needed + 1)


def _to_win(case: GameCase, side: int) -> int:
    """Return the least card points of a side that won, if winning takes more than 35:35."""
    needed = needed_points(case.game, case.contract, case.rules)
    if side == DECLARERS:
        return needed
    drawn = case.rules.radl.drawn
    return case.rules.all_points + 1 - (needed if drawn is None else min(needed, drawn[0]))


def terms_of(case: GameCase) -> CardTerms:
    """Return what the game says of the cards: whose the talon is, and where the king is."""
    game, contract, rules = case.game, case.contract, case.rules
    pack, in_talon = pack_of(rules), case.game.king == "talon" and contract.calls_king
    if contract.solo:  # it stays closed, and is the opponents' but for the half with the called king
        least = most = pack.half_a_talon if game.king == "talon" else 0
    elif contract.talon is not None or contract.kind is Kind.CALLING:
        least = most = pack.half_a_talon if contract.talon is None else contract.talon
        if contract.kind is Kind.CALLING and game.king == "talon":
            most = pack.talon  # all of it may be taken, where that is agreed
    else:
        least, most = 0, pack.talon
    least, most = min(least, pack.talon), min(most, pack.talon)
    full = game.points is None and rules.counting is Counting.PLAIN and rules.all_points == _FULL_PACK
    return CardTerms(
        pack,
        rules.all_points,
        (least, pack.talon - most),
        (most, pack.talon - least),
        king_beside=contract.solo and in_talon,
        laid_away=not contract.solo and least > 0,
        king_in_hand=contract.calls_king and game.partner is not None,
        honour=_FULL_HONOUR if full and pack.talon == 0 else 0,
    )


def fact_of(case: GameCase, premium: Premium) -> CardFact:
    """Return what a premium says of the cards of its side."""
    rule, game = case.rules.premiums[premium.premium], case.game
    side = DECLARERS if of_declarers_side(game, premium.by) else OPPONENTS
    key, everything = rule.key, case.rules.all_points
    holds = other_holds = 0
    if premium.announced and (key in BIRDS or (key == "koenig_ultimo" and rule.whose is Whose.KING_HOLDER)):
        holds = _IN_HAND[key]
    if premium.made is None:
        return CardFact(side, holds=holds)
    if not premium.made:
        return CardFact(
            side,
            holds=holds,
            other_has=CALLED_KING if key == "koenigfang" else 0,
            lacks={"trull": TRULL, "koenige": KINGS}.get(key, 0),
            no_birds=BIRDS.get(key, 0),
            other_a_trick=key == VALAT,
            other_least=0 if rule.needs is None else everything - rule.needs + 1,
        )
    keys = {key, *rule.cards}
    birds = sum(BIRDS[bird] for bird in BIRDS if bird in keys)
    has = (
        (TRULL if "trull" in keys else 0)
        | (KINGS if "koenige" in keys else 0)
        | (CALLED_KING if keys & {"koenig_ultimo", "koenigfang"} else 0)
        | (MOND if "mondfang" in keys else 0)
        | (PAGAT if keys & {"pagat", "pagatfang"} else 0)
    )
    left_lying = key == "koenigfang" and case.game.king == "talon" and not case.contract.solo
    holds |= birds << _HELD
    if key in _CAUGHT and not left_lying:
        other_holds = _IN_HAND[_CAUGHT[key]]
    needs = rule.needs is not None
    king_played = bool(keys & {"koenig_ultimo", "koenigfang"}) and not left_lying
    return CardFact(
        side,
        by_one_side=1 << list(case.rules.premiums).index(key),
        has=has,
        holds=holds,
        other_holds=other_holds,
        tricks=birds | (LAST_TRICK if keys & {"koenig_ultimo", LAST_KING} else 0),
        birds=birds,
        king_last=bool(keys & {"koenig_ultimo", LAST_KING}),
        king_played=king_played,
        a_trick=not (left_lying or _lies_in_the_talon(case, rule, side)),
        all_tricks=key == VALAT,
        least=max(rule.needs or 0, _to_win(case, side)) if needs or key == VALAT else 0,
        exact=needs,
    )


def _lies_in_the_talon(case: GameCase, rule: PremiumRule, side: int) -> bool:
    """Return whether the opponents can have a card without a trick, from their part of the talon."""
    counts = case.rules.beside_valat is BesideValat.ALL and not rule.cards
    return counts and side == OPPONENTS and rule.key in ("trull", "koenige")


# What excludes each other, in words


class _Words:
    """What excludes each other in one hand, in words."""

    def __init__(
        self, case: GameCase, terms: CardTerms, recorded: Sequence[Recorded], new: Premium | None
    ) -> None:
        self.case, self.rules, self.terms = case, case.rules, terms
        self.recorded, self.new = recorded, new

    def of(self, sets: Iterable[list[Recorded]]) -> Problems:
        """Yield one problem for each smallest set of contradictory facts."""
        reported, by_cards = set(), set()
        if isinstance(sets, list):  # with points
            by_cards = {
                row.fact.side for rows in sets if self._is_of_cards(rows) for row in rows if row.premium
            }
        for rows in sets:
            premiums = [row for row in rows if row.premium is not None]
            if any(row.by_points for row in rows):
                problem = self.beside_points(premiums, by_cards)
            elif len(premiums) < len(rows):
                problem = self.beside_result(premiums)
            elif len(premiums) == 1:
                problem = self.alone(premiums[0])
            elif len(premiums) == 2:
                problem = self.pair(*premiums)
            else:
                problem = self.several(premiums)
            if problem is not None and (problem.code, problem.where, str(problem.named)) not in reported:
                reported.add((problem.code, problem.where, str(problem.named)))
                yield problem

    @staticmethod
    def _is_of_cards(rows: Sequence[Recorded]) -> bool:
        """Return whether points are recorded that are too few for cards of one side."""
        return any(row.by_points for row in rows) and not any(
            row.fact.least or row.fact.other_least or row.fact.all_tricks for row in rows if row.premium
        )

    # without card points

    def alone(self, row: Recorded) -> Problem:
        """Return the problem of a single impossible premium: no trick can win the called king."""
        closed = row.fact.king_played and row.known_premium.made
        code = "king_in_closed_talon" if closed else "king_with_the_declarer"
        return self.premium(code, row, game=self.case.contract.label)

    def pair(self, first: Recorded, second: Recorded) -> Problem | None:
        """Return why two premiums exclude each other; None if another problem covers both."""
        if _index_of(second) < _index_of(first):
            first, second = second, first
        if first.fact.by_one_side & second.fact.by_one_side:
            both = first.known_premium.announced and second.known_premium.announced
            return self.both("made_by_one", second, first) if both else None
        if first.known_premium.premium == second.known_premium.premium:
            return None
        for valat, opposing in ((first, second), (second, first)):
            if (
                valat.fact.all_tricks
                and valat.fact.side != opposing.fact.side
                and opposing.known_premium.made
            ):
                return self.both("all_tricks", opposing, valat)
        together = first.fact.side == second.fact.side
        if first.known_premium.made and second.known_premium.made:
            if first.fact.exact and second.fact.exact:
                less, more = sorted((first, second), key=lambda row: row.fact.least)
                return self.both("one_side_has_more", more, less)
            same = first.fact.has & second.fact.has or first.fact.birds & second.fact.birds
            is_caught = any(
                row.known_premium.premium == "pagatfang" and by.fact.birds & LAST_TRICK
                for row, by in ((first, second), (second, first))
            )
            if (same and (is_caught or not together)) or _all_kings(first, second):
                return self.both("same_card", first, second)
            if not together and first.fact.tricks & second.fact.tricks:
                return self.both("one_last_trick", first, second)
        for caught, holder in ((first, second), (second, first)):
            if (
                caught.fact.other_holds & holder.fact.holds
                and caught.known_premium.made
                and holder.known_premium.announced
            ):
                return self.both("own_card_caught", caught, holder)
        for more, less in ((first, second), (second, first)):
            if (
                together
                and more.known_premium.made
                and not less.known_premium.made
                and self._contains(more, less)
            ):
                return self.both("more_without_less", more, less)
        return self.several([first, second])

    def _contains(self, more: Recorded, less: Recorded) -> bool:
        cards = self.rules.premiums[more.known_premium.premium].cards
        return less.known_premium.premium in cards or (more.fact.exact and less.fact.other_least > 0)

    def several(self, rows: Sequence[Recorded], outcome: Text | None = None) -> Problem:
        """Return why several facts exclude each other: by what they count together, or where cards lie."""
        least = least_of(sides_of([row.fact for row in rows], self.terms), self.terms)
        others = [row for row in rows if row.known_premium is not self.new] or rows
        facts: list[tuple[Text, str | None]] = [self.named(row) for row in rows]
        named: dict[str, object] = {"other": Text.joined(self.label(row) for row in others)}
        if outcome is not None:
            game = self.case.contract.label
            facts.append((Text(f"„{game.de}: {outcome.de}“", f'"{game.en}: {outcome.en}"'), None))
            named["outcome"] = outcome
            counted = _result(self.case)
            least = [max(least[0], counted.least), max(least[1], counted.other_least)]
        named["facts"] = tuple(facts)
        where = f"premiums.{self.index(rows[0])}.made"
        valat = next((row.fact.side for row in rows if row.fact.all_tricks), None)
        if valat is not None:
            counts, left = self.at_least(least[valat]), _left(self.terms.most[1 - valat])
            return Problem("not_with_all_tricks", where, {**named, "least": counts, "left": left})
        if sum(least) > self.terms.points:
            written = [self.at_least(points) for points in (sum(least), self.terms.points)]
            return Problem("more_than_the_pack", where, {**named, "sum": written[0], "all": written[1]})
        return Problem("cards_exclude", where, named)

    def beside_result(self, rows: list[Recorded]) -> Problem:
        """Return what the result of the game excludes."""
        outcome = DRAWN if self.case.game.drawn else WON if self.wins else LOST
        if not rows:
            needed = needed_points(self.case.game, self.case.contract, self.rules)
            needs, everything = limit_as_written(needed, self.rules), self.at_least(self.terms.points)
            key = "drawn" if outcome is DRAWN else "won"
            return self.case.problem("nobody_wins", key, outcome=outcome, needs=needs, all=everything)
        if len(rows) == 1 and (rows[0].fact.all_tricks or rows[0].fact.exact):
            code = "valat_contradicts_game" if rows[0].fact.all_tricks else "more_than_the_game"
            return self.premium(code, rows[0], game=self.case.contract.label, outcome=outcome)
        return self.several(rows, outcome)

    @property
    def wins(self) -> bool:
        return declarer_wins(self.case.game, self.case.contract, self.rules)

    # beside card points

    def beside_points(self, rows: list[Recorded], by_cards: set[int]) -> Problem | None:
        """Return the problem of the recorded points; None if another problem covers it."""
        if len(rows) == 1 and (
            rows[0].fact.exact or (not rows[0].known_premium.made and rows[0].fact.other_least)
        ):
            return self.counted(rows[0])
        valat = next((row for row in rows if row.fact.all_tricks), None)
        if valat is None:
            return self.cards(rows)
        side, drawn, wins = valat.fact.side, is_drawn(self.case.game, self.rules), self.wins
        if self.case.game.won is None and not decides(self.case.game, self.case.contract, self.rules):
            return None  # which has to be said first
        if drawn or wins != (side == DECLARERS):
            outcome = DRAWN if drawn else WON if wins else LOST
            game = self.case.contract.label
            return self.premium("valat_contradicts_game", valat, game=game, outcome=outcome)
        if side in by_cards:
            return None
        own = [row.fact for row in self.recorded if row.premium is not None and row.fact.side == side]
        least = least_of(sides_of(own, self.terms), self.terms)[side]
        named = {
            "label": self.label(valat),
            "by": valat.known_premium.by,
            "left": _left(self.terms.most[1 - side]),
        }
        return self.points("valat_counts_more", side, least, **named)

    def counted(self, row: Recorded) -> Problem:
        """Return that a premium is proved by other points than are recorded."""
        game, everything = self.case.game, self.rules.all_points
        low, high = spread(game, self.rules)
        if row.fact.side == OPPONENTS:
            low, high = everything - high, everything - low
        has = points_as_written((low + high) // 2, self.rules, lagen=game.lagen)
        needs = limit_as_written(self.rules.premiums[row.known_premium.premium].needs or 0, self.rules)
        how = MADE if row.known_premium.made else MISSED
        return self.premium("made_contradicts_points", row, how=how, has=has, needs=needs)

    def cards(self, rows: list[Recorded]) -> Problem:
        """Return the problem that the points are too few for a side's cards; name all of them."""
        low, high = spread(self.case.game, self.rules)
        terms, pack = self.terms, self.terms.pack
        excluded = sides_of([row.fact for row in rows], terms)
        named = sides_of([row.fact for row in self.recorded if row.premium is not None], terms)
        for side, most in enumerate((high, terms.points - low)):
            if rows and excluded[side].named(pack, excluded[1 - side].lacks) > most:
                least = named[side].named(pack, named[1 - side].lacks)
                names = list(self.names(side, named))
                code = "cards_must_count" if {_A_PIECE, _A_KING} & {*names} else "cards_count_more"
                are = _IS if len(names) == 1 and names != [_FOUR_KINGS] else _ARE
                return self.points(code, side, least, cards=_listed(names), are=are)
        for side, most in enumerate((high, terms.points - low)):
            if terms.least_beside(side) > most:
                king = terms.king_beside and side == DECLARERS
                what = (
                    _HALF_WITH_THE_KING if king else _cards_beside(terms.fewest[side], laid=side == DECLARERS)
                )
                return self.must_count(
                    side, terms.least_beside(side), what, singular=king or terms.fewest[side] == 1
                )
        if rows and min(high, terms.points - low) >= terms.a_trick:
            return self.several(rows)
        return self.must_count(DECLARERS if high < terms.a_trick else OPPONENTS, terms.a_trick, _A_TRICK)

    def must_count(self, side: int, least: int, what: Text, *, singular: bool = True) -> Problem:
        """Return the problem that a side must count more: a trick, or its cards beside the tricks."""
        are = _IS if singular else _ARE
        return self.points("cards_must_count", side, least, cards=_listed([what]), are=are)

    def names(self, side: int, named: tuple[Placed, Placed]) -> Iterator[Text]:
        """Yield the names of the cards that premiums put into one side's tricks, as a sentence lists them."""
        rules, made, has = self.rules.premiums, set(), named[side].has
        for row in self.recorded:
            if row.premium is not None and row.premium.made and row.fact.side == side:
                made |= {row.premium.premium, *rules[row.premium.premium].cards}
        if "trull" in made:
            yield Text("Trull", "Trull")
        if "koenige" in made:
            yield _FOUR_KINGS
        if "koenig_ultimo" in made:
            yield _CALLED_KING_LAST
        elif "koenige" not in made and has & CALLED_KING:
            yield _CALLED_KING
        if LAST_KING in made and "koenig_ultimo" not in made:
            yield NEEDED_CARDS[LAST_KING]
        for key, name in (("mondfang", Text("Mond", "the Mond")), ("pagatfang", Text("Pagat", "the Pagat"))):
            if key in made and "trull" not in made:
                yield name
        for bird, trick in TRICKS_OF_BIRDS.items():
            if bird in made:
                yield in_its_trick(rules[bird].label, trick) if bird in rules else NEEDED_CARDS[bird]
        lacking = named[1 - side].lacks
        if lacking & TRULL and not has & TRULL:
            yield _A_PIECE
        if lacking & KINGS and not (has & KINGS or named[side].king_last):
            yield _A_KING

    # a problem

    def points(self, code: str, side: int, least: int, **named: object) -> Problem:
        """Return the problem with the recorded points, or with those they leave to the opponents."""
        game, rules, where = self.case.game, self.rules, f"{self.case.where}.points"
        assert game.points is not None
        noted = points_as_written(game.points, rules, lagen=game.lagen)
        whole = game.lagen and not rules.writes_blatt
        named = {**named, "least": points_as_written(least, rules, lagen=whole)}
        if side == DECLARERS:
            return Problem(code, where, {**named, "has": noted})
        has = points_as_written(rules.all_points - game.points, rules, lagen=game.lagen)
        return Problem(_OF_OPPONENTS[code], where, {**named, "noted": noted, "has": has})

    def at_least(self, points: int) -> str:
        """Return the least value as the sheet writes limits; in whole points, rounded up."""
        if self.rules.counting is Counting.PLAIN or self.rules.writes_blatt:
            return points_as_written(points, self.rules)
        return points_as_written(points + 1, self.rules, lagen=True)

    def both(self, code: str, first: Recorded, second: Recorded) -> Problem:
        return self.premium(code, first, other=self.label(second), other_by=second.known_premium.by)

    def premium(self, code: str, row: Recorded, **named: object) -> Problem:
        where = f"premiums.{self.index(row)}.made"
        return Problem(code, where, {"label": self.label(row), "by": row.known_premium.by, **named})

    def index(self, row: Recorded) -> int:
        premiums = self.case.hand.premiums
        return next(
            (index for index, premium in enumerate(premiums) if premium is row.premium), len(premiums)
        )

    def label(self, row: Recorded) -> Text:
        return self.rules.premiums[row.known_premium.premium].label

    def named(self, row: Recorded) -> tuple[Text, str]:
        label = self.label(row)
        if row.known_premium.made is False:
            label = Text(f"{label.de} {MISSED.de}", f"{label.en} {MISSED.en}")
        return label, row.known_premium.by


def _index_of(row: Recorded) -> int:
    """Return which of two a sentence names first."""
    return _FIRST.index(row.known_premium.premium) if row.known_premium.premium in _FIRST else len(_FIRST)


def _all_kings(first: Recorded, second: Recorded) -> bool:
    """Return whether one side has all kings, but the other one a king in the last trick."""
    opposed = first.fact.side != second.fact.side
    kings = [(first, second), (second, first)]
    return opposed and any(row.fact.king_last and against.fact.has & KINGS == KINGS for row, against in kings)


_NUMBERS = {
    2: Text("zwei", "two"),
    3: Text("drei", "three"),
    5: Text("fünf", "five"),
    6: Text("sechs", "six"),
}


def _cards_beside(cards: int, *, laid: bool) -> Text:
    """Return the words for cards that count beside the tricks: laid away, or left in the talon."""
    german, english = ("der Ablage", "laid away") if laid else ("vom Talon", "of the talon")
    if cards == 1:
        return Text(f"eine Karte {german}", f"one card {english}")
    word = _NUMBERS.get(cards, Text.same(str(cards)))
    return Text(f"{word.de} Karten {german}", f"{word.en} cards {english}")


def _left(talon: int) -> Text:
    if talon == 0:
        return Text("nichts", "nothing")
    if talon == 1:
        return Text("höchstens eine Karte vom Talon", "one card of the talon at most")
    return Text(f"höchstens {talon} Karten vom Talon", f"{talon} cards of the talon at most")


def _listed(names: Sequence[Text]) -> Text:
    """Return the names as a sentence begins with them: "Trull und vier Könige"."""
    german, english = listed([name.de for name in names], "de"), listed([name.en for name in names], "en")
    return Text(german[0].upper() + german[1:], english[0].upper() + english[1:])
