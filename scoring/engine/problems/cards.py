"""Card points against the cards that the record names: a side has at least those it is said to have won."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.engine.cards import (
    CARDS_OF_A_TRICK,
    HALF_A_TALON,
    KINGS,
    LAST_KING,
    NEEDED_CARDS,
    TRICKS_OF_BIRDS,
    Pack,
    in_its_trick,
    pack_of,
)
from scoring.engine.customs import Kind
from scoring.engine.facts import Premium
from scoring.engine.prices import VALAT
from scoring.engine.problems.problem import GameCase, Problem, Problems
from scoring.engine.sides import declarer_wins, is_drawn, of_declarers_side, points_as_written, spread
from scoring.engine.texts import Text

SKUES, MOND, PAGAT = "skues", "mond", "pagat"
TRULL = frozenset({SKUES, MOND, PAGAT})
_CALLED_KING = Text("gerufener König", "the called king")
_IS, _ARE = Text("ist", "is"), Text("sind", "are")


@dataclass(slots=True)
class _Won:
    """Cards that one side is said to have in its tricks."""

    kings: int = 0
    king_last: bool = False  # in the last trick
    trull: set[str] = field(default_factory=set)
    birds: set[str] = field(default_factory=set)  # each has taken its own trick
    names: list[Text] = field(default_factory=list)  # of all these, as a sentence puts it

    @property
    def honours(self) -> int:
        return self.kings + len(self.trull)

    def least(self, pack: Pack) -> int:
        """Return the least that these cards count, with the others in the tricks of birds and kings."""
        birds = len(self.birds - {PAGAT})
        return self.honours * pack.honour + (birds + self._others()) * pack.empty

    def _others(self) -> int:
        """Return how many more cards lie in those tricks, beside all named ones that can lie there."""
        pagat_last = PAGAT in self.birds
        in_the_last = pagat_last + self.king_last
        last = CARDS_OF_A_TRICK - in_the_last if in_the_last else 0
        room = last + (CARDS_OF_A_TRICK - 1) * len(self.birds - {PAGAT})
        kings = self.kings - self.king_last
        pagat = PAGAT in self.trull and not pagat_last
        higher = len(self.trull & {SKUES, MOND})  # no bird takes them; but in a Kaiserstich the Pagat both
        if not in_the_last or (pagat_last and higher == 1):
            higher = 0
        return max(0, room - kings - pagat - higher)


def card_problems(case: GameCase) -> Problems:
    """Find points that are too few for one side's cards, or so many that the other side has too few."""
    game, rules = case.game, case.rules
    if game.points is None or not 0 <= game.points <= rules.all_points or not case.hand.premiums:
        return
    pack, (low, high) = pack_of(rules), spread(game, rules)
    premiums = [
        premium
        for premium in case.hand.premiums
        if premium.made is not None and premium.premium in rules.premiums and premium.by in case.hand.players
    ]
    valat = next((premium for premium in premiums if premium.premium == VALAT and premium.made), None)
    for declarers in (True, False):
        most = high if declarers else rules.all_points - low
        won = _won(case, premiums, declarers=declarers)
        if won.least(pack) > most:
            yield _too_few(case, won, pack, declarers=declarers)
        elif valat is not None and of_declarers_side(game, valat.by) == declarers:
            yield from _valat_problems(case, valat, won, pack, declarers=declarers, most=most)


def _won(case: GameCase, premiums: Sequence[Premium], *, declarers: bool) -> _Won:
    """Return what the record says that one side has in its tricks."""
    rules = case.rules.premiums
    own = [
        premium.premium for premium in premiums if premium.made and _own(case, premium, declarers=declarers)
    ]
    made = {*own, *(cards for key in own for cards in rules[key].cards)}
    saved = any(
        premium.premium == "koenigfang" and not premium.made and not _own(case, premium, declarers=declarers)
        for premium in premiums
    )
    won = _Won()
    if "trull" in made:
        won.trull |= TRULL
        won.names.append(Text("Trull", "Trull"))
    if "koenige" in made:
        won.kings = KINGS
        won.names.append(Text("vier Könige", "four kings"))
    elif "koenig_ultimo" in made or "koenigfang" in made or saved:
        won.kings = 1
    if "koenig_ultimo" in made:
        won.king_last = True
        won.names.append(Text(f"{_CALLED_KING.de} im letzten Stich", f"{_CALLED_KING.en} in the last trick"))
    elif won.kings == 1:
        won.names.append(_CALLED_KING)
    if LAST_KING in made and not won.king_last:
        won.king_last = True
        won.kings = max(won.kings, 1)
        won.names.append(NEEDED_CARDS[LAST_KING])
    for key, card, name in (
        ("mondfang", MOND, Text("Mond", "the Mond")),
        ("pagatfang", PAGAT, Text("Pagat", "the Pagat")),
    ):
        if key in made and card not in won.trull:
            won.trull.add(card)
            won.names.append(name)
    for bird, trick in TRICKS_OF_BIRDS.items():
        if bird in made:
            won.birds.add(bird)
            won.names.append(in_its_trick(rules[bird].label, trick) if bird in rules else NEEDED_CARDS[bird])
    if PAGAT in won.birds:
        won.trull.add(PAGAT)
    return won


def _own(case: GameCase, premium: Premium, *, declarers: bool) -> bool:
    return of_declarers_side(case.game, premium.by) == declarers


def _too_few(case: GameCase, won: _Won, pack: Pack, *, declarers: bool) -> Problem:
    one = len(won.names) == 1 and won.kings < KINGS
    return _problem(
        case,
        "cards_count_more" if declarers else "cards_count_more_opponents",
        declarers=declarers,
        cards=_listed(won.names),
        are=_IS if one else _ARE,
        least=points_as_written(won.least(pack), case.rules),
    )


def _valat_problems(
    case: GameCase, valat: Premium, won: _Won, pack: Pack, *, declarers: bool, most: int
) -> Problems:
    """Find a Valat that leaves the others more than what of the talon counts for them."""
    drawn = is_drawn(case.game, case.rules)
    if drawn or declarer_wins(case.game, case.contract, case.rules) != declarers:
        return  # which is said of the game
    talon = _talon_of(case, pack, declarers=not declarers)
    least = case.rules.all_points - sum(pack.dearest[won.honours :][:talon])
    if least > most:
        label = case.rules.premiums[VALAT].label
        yield _problem(
            case,
            "valat_counts_more" if declarers else "valat_counts_more_opponents",
            declarers=declarers,
            label=label,
            by=valat.by,
            least=points_as_written(least, case.rules),
            left=_left(talon),
        )


def _left(talon: int) -> Text:
    if talon == 0:
        return Text("nichts", "nothing")
    if talon == 1:
        return Text("höchstens eine Karte vom Talon", "one card of the talon at most")
    return Text(f"höchstens {talon} Karten vom Talon", f"{talon} cards of the talon at most")


def _talon_of(case: GameCase, pack: Pack, *, declarers: bool) -> int:
    """Return how many cards of the talon, or laid away for them, one side has at the most."""
    contract, king_there = case.contract, case.game.king == "talon"
    taken = contract.talon
    if contract.solo:  # it stays closed, and is the opponents' but for the half with the called king
        taken = HALF_A_TALON if king_there else 0
    elif taken is None and contract.kind is Kind.CALLING:
        taken = HALF_A_TALON
    if taken is None:
        return pack.talon
    if declarers:  # with the called king all of it may be taken, where that is agreed
        return pack.talon if king_there and not contract.solo else min(taken, pack.talon)
    return max(0, pack.talon - taken)


def _problem(case: GameCase, code: str, *, declarers: bool, **named: object) -> Problem:
    """Return the problem with what is recorded; of the opponents, with what that leaves them."""
    game, rules = case.game, case.rules
    assert game.points is not None
    noted = points_as_written(game.points, rules, lagen=game.lagen)
    if declarers:
        return Problem(code, f"{case.where}.points", {**named, "has": noted})
    has = points_as_written(rules.all_points - game.points, rules, lagen=game.lagen)
    return Problem(code, f"{case.where}.points", {**named, "noted": noted, "has": has})


def _listed(names: Sequence[Text]) -> Text:
    """Return the names as a sentence begins with them: "Trull und vier Könige"."""
    return Text(
        *(_joined(name, word) for name, word in zip(zip(*names, strict=True), ("und", "and"), strict=True))
    )


def _joined(names: Sequence[str], word: str) -> str:
    *first, last = names
    listed = f"{', '.join(first)} {word} {last}" if first else last
    return listed[0].upper() + listed[1:]
