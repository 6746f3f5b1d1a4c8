"""What the engine makes of hands that were really played: is it what the cards say?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import cycle, islice

from scoring.engine.customs import Effect, Kind, SideBySide, Whose
from scoring.engine.facts import Hand
from scoring.engine.problems import IllegalHand, problems_with
from scoring.engine.record import read_hand
from scoring.engine.result import Line, Outcome, Settlement
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.settling import settle
from scoring.engine.sides import declarer_wins, is_drawn
from scoring.engine.words import problem_in_words
from scoring.rules import published
from tests.support.engine.card_play import Kaiserstich
from tests.support.engine.hands import in_game
from tests.support.engine.played_hands import HOUSES, Played, played_hand

SILENTLY_MISSED = {"pagat", "uhu", "kakadu", "quapil", "geier", "koenig_ultimo", "koenigfang"}


def many_played_hands(slug: str, count: int) -> Iterator[Played]:
    """Yield so many hands of a sheet, its games in turn; the same ones every time."""
    rules = published()[slug]
    for number, contract in enumerate(islice(cycle(rules.contracts), count)):
        yield played_hand(f"{slug} {number}", rules, contract)


def judged(slug: str, count: int) -> tuple[list[str], Counter[str]]:
    """Play so many hands of a sheet; return what is wrong with any, and how often each thing occurred."""
    rules = published()[slug]
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for played in many_played_hands(slug, count):
        seen.update(played.seen)
        seen.update(f"{one} {side}" for one, side in together(played))
        wrong += [f"{fault}: {played}" for fault in faults(played, rules)]
    return wrong, seen


def together(played: Played) -> Iterator[tuple[str, str]]:
    """Yield every two premiums that one side has made in the same hand."""
    made = sorted(played.made)
    for place, (one, ours) in enumerate(made):
        for other, other_ours in made[place + 1 :]:
            if ours == other_ours:
                yield f"{one} and {other}", "ours" if ours else "theirs"


def faults(played: Played, rules: Rules) -> Iterator[str]:
    """Yield what the engine says otherwise than the cards."""
    try:
        hand = read_hand(played.record, rules)
        problems = problems_with(hand, rules)
    except IllegalHand as illegal:
        problems = illegal.problems
    if problems:
        yield from (f"refused: {problem_in_words(problem, 'de')}" for problem in problems)
        return
    settlement = settle(hand, rules)
    if hand.games[0].contract in rules.contracts and played.count:
        yield from _trischaken_faults(played, hand, rules, settlement)
        return
    for game, won in zip(hand.games, played.won, strict=True):
        if declarer_wins(game, rules.contracts[game.contract], rules) != won:
            yield f"{game.contract} is {'won' if won else 'not won'}"
    kind = rules.contracts[hand.games[0].contract].kind
    if kind is Kind.NEGATIVE:
        yield from _negative_faults(played, hand, settlement)
    else:
        yield from _positive_faults(played, hand, rules, settlement)


def _share(line: Line, hand: Hand, player: str) -> int:
    share = line.shares[hand.players.index(player)]
    return (share > 0) - (share < 0)


def _positive_faults(played: Played, hand: Hand, rules: Rules, settlement: Settlement) -> Iterator[str]:
    game, (won,) = hand.games[0], played.won
    if game.points is not None and not game.lagen and game.points != played.points:
        yield f"{game.points} points are {played.points}"
    if is_drawn(game, rules) != played.drawn or ("drawn" in settlement.triggers) != played.drawn:
        yield "35:35"
    first, *others = settlement.lines
    missed_valat = any(
        premium.premium == "valat" and premium.announced and not premium.made for premium in hand.premiums
    )
    valat = next((premium for premium in hand.premiums if premium.premium == "valat"), None)
    effect = rules.premiums["valat"].effect
    wins = won
    if valat is not None and effect is not Effect.LINE and missed_valat:
        wins = valat.by not in (game.declarer, game.partner)
    conceded = game.conceded
    if _share(first, hand, game.declarer) != (1 if wins and not conceded else -1):
        yield f"{first.subject} goes to the wrong side"
    expected = Outcome.WON if won else Outcome.DRAWN if played.drawn else Outcome.LOST
    plain = not (conceded or game.unplayed or (effect is not Effect.LINE and valat is not None))
    if plain and first.outcome is not expected:
        yield f"{first.subject} is {first.outcome}"
    lines = {line.subject: line for line in others}
    if len(lines) != len(others):
        yield "a line comes twice"
    for premium in hand.premiums:
        rule = rules.premiums[premium.premium]
        replaced = premium is valat and effect is Effect.REPLACES and (premium.made or premium.announced)
        if rule.effect is Effect.MULTIPLIES or replaced or conceded:
            continue
        line = lines.pop(premium.premium, None)
        if line is None or _share(line, hand, premium.by) != (1 if premium.made else -1):
            yield f"{premium.premium} goes to the wrong side"
    if lines and not conceded:
        yield f"nobody recorded {', '.join(lines)}"


def _negative_faults(played: Played, hand: Hand, settlement: Settlement) -> Iterator[str]:
    won = {game.declarer: result for game, result in zip(hand.games, played.won, strict=True)}
    for line in settlement.lines:
        (declarer,) = line.by or (hand.games[0].declarer,)
        if _share(line, hand, declarer) != (1 if won[declarer] else -1):
            yield f"{line.subject} of {declarer}"


def _trischaken_faults(played: Played, hand: Hand, rules: Rules, settlement: Settlement) -> Iterator[str]:
    """Who alone has most pays; who has least, or no trick where that counts, pays nothing."""
    assert rules.trischaken is not None
    count = played.count
    most, least = max(count.values()), min(count.values())
    payouts = settlement.payouts
    for player, points in count.items():
        if points == most and list(count.values()).count(most) == 1 and not payouts[player] < 0:
            yield f"{player} has most and pays nothing"
        free = points == least < most or (points == 0 and rules.trischaken.jungfrau)
        if free and payouts[player] < 0:
            yield f"{player} has least and pays"
    if "trischaken" in rules.radl.triggers and "trischaken" not in settlement.triggers:
        yield "no Radl"


# What has to occur among many hands


def wanted(rules: Rules) -> Iterator[str]:
    """Yield everything that many played hands of a sheet have to contain."""
    house = HOUSES[rules.slug]
    yield from rules.contracts
    yield from ("won", "lost", "just won", "just not won", "no points at all")
    if house.drawn is not None:
        yield "35:35"
    if house.kaiserstich != (Kaiserstich.NONE,):
        yield "kaiserstich"
    for rule in rules.premiums.values():
        yield from _wanted_of(rule, rules)
    for contract in rules.contracts.values():
        yield from _wanted_in(contract)
    kinds = {contract.kind for contract in rules.contracts.values()}
    if Kind.CALLING in kinds:
        yield from ("king in the talon", "king left in the talon")
    if Kind.TRISCHAKEN in kinds:
        yield from (f"{number} without a trick" for number in range(4))
        yield from ("bürgermeister", "equal in Trischaken", "hardly more than a trick in Trischaken")
    if Kind.NEGATIVE in kinds:
        yield "all tricks in a negative game"
        alone = rules.side_by_side is SideBySide.NONE
        yield from (f"{number} side by side" for number in ((1,) if alone else (1, 2, 3, 4)))
    if rules.schleifen:
        yield "conceded"
    if any(contract.blank for contract in rules.contracts.values()):
        yield "unplayed"


def _wanted_of(rule: PremiumRule, rules: Rules) -> Iterator[str]:
    games = [
        contract for contract in rules.contracts.values() if contract.by_points and in_game(rule, contract)
    ]
    sides = {
        Whose.DECLARER: ("ours",),
        Whose.KING_HOLDER: ("ours",),
        Whose.OPPONENTS: ("theirs",),
    }.get(rule.whose, ("ours", "theirs"))
    for side in sides:
        if any(rule.price(announced=False, solo=game.solo) is not None for game in games):
            yield f"{rule.key} {side} silent made"
            if rule.key in SILENTLY_MISSED:
                yield f"{rule.key} {side} silent missed"
        if any(rule.price(announced=True, solo=game.solo) is not None for game in games):
            yield f"{rule.key} {side} announced made"
            yield f"{rule.key} {side} announced missed"


def _wanted_in(contract: Contract) -> Iterator[str]:
    if contract.by_points:
        yield from (f"valat {side} in {contract.key}" for side in ("ours", "theirs"))
    elif contract.kind is Kind.NEGATIVE:
        yield from (f"{contract.key} {result}" for result in ("won", "lost"))


def missing(rules: Rules, seen: Iterable[str]) -> list[str]:
    """Return what has to occur and did not."""
    found = set(seen)
    return [event for event in wanted(rules) if event not in found]
