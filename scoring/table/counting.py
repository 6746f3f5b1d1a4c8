"""Rows about a hand for statistics. Derived from the entries, written with each hand, verified."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from scoring.engine.customs import Effect, Kind
from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.prices import VALAT, counting_valats
from scoring.engine.result import Amount, Line, Settlement, added_up, in_twelfths
from scoring.engine.rules import Rules
from scoring.engine.sheet import SheetRow
from scoring.engine.sides import declarer_wins, kontra_void_by_itself, of_declarers_side
from scoring.engine.trischaken import ranking
from scoring.models import PlayedGame, PlayedKontra, PlayedPremium, PlayedSeat, Sheet

# Alone: in a Trischaken somebody else declared. Apart: somebody who plays another game beside this one,
# where declarers do not pay one another.
DECLARER, PARTNER, OPPONENT, ALONE, OTHER_DECLARER = "dpoa-"
SILENT, MADE, MISSED, SILENT_MISSED = "sami"


class GameCounted(NamedTuple):
    """A game of the hand. `sides` has a letter for each seat."""

    contract: str
    sides: str
    won: bool | None  # by the declarer's side; None: somebody revoked. A Trischaken: who does not pay wins
    twelfths: Sequence[int] | None = None  # of this game, where several were played; None: the whole hand


class PremiumCounted(NamedTuple):
    """A premium of a hand, as statistics count it."""

    key: str
    seat: int  # whose it is
    how: str
    twelfths: Sequence[int]


class KontraCounted(NamedTuple):
    """One step of a kontra: what it brought beyond the step before."""

    step: int  # 1 Kontra, 2 Re, …
    givers: Sequence[int]  # the seats of the side that said it
    twelfths: Sequence[int]


class HandCounted(NamedTuple):
    """A hand as statistics see it."""

    rules: int  # the version that held; 0: the one the sheet began with
    players: Sequence[int]  # participants, Vorhand first
    twelfths: Sequence[int]  # Kassa
    schrift: Sequence[int]
    games: Sequence[GameCounted]
    premiums: Sequence[PremiumCounted] = ()
    kontras: Sequence[KontraCounted] = ()
    jungfrauen: Collection[int] = ()  # seats
    buergermeister: Collection[int] = ()


def counted(row: SheetRow) -> HandCounted:
    """Return the statistics of a hand that counts."""
    hand, settlement = row.fact.entry, row.settlement
    assert isinstance(hand, Hand)
    assert settlement is not None
    rules = row.fact.rules.under(hand.options)
    premiums: Iterable[PremiumCounted] = ()
    kontras: Iterable[KontraCounted] = ()
    jungfrauen: Collection[int] = ()
    buergermeister: Collection[int] = ()
    if hand.revoke is None:
        kind = rules.contracts[hand.games[0].contract].kind
        if kind is Kind.TRISCHAKEN:
            jungfrauen, buergermeister = _of_trischaken(hand.games[0], settlement, rules)
        elif kind is Kind.NEGATIVE:
            kontras = _kontras_of_each(hand, settlement, rules)
        else:
            premiums = _premiums(hand, settlement, rules)
            kontras = _kontras(hand, settlement, rules)
    return HandCounted(
        rules=row.version or 0,
        players=tuple(map(int, settlement.players)),
        twelfths=_twelfths(settlement.amounts),
        schrift=_twelfths(settlement.schrift_amounts),
        games=tuple(_games(hand, settlement, rules)),
        premiums=tuple(premiums),
        kontras=tuple(kontras),
        jungfrauen=jungfrauen,
        buergermeister=buergermeister,
    )


def _twelfths(amounts: Iterable[Amount]) -> tuple[int, ...]:
    return tuple(map(in_twelfths, amounts))


def _games(hand: Hand, settlement: Settlement, rules: Rules) -> Iterable[GameCounted]:
    """Yield each game, of several with its own lines; claims after a Renonce go with the first."""
    players, games = settlement.players, hand.games
    twelfths_by_game: list[tuple[int, ...] | None] = [None]
    if len(games) > 1:
        later = [_of_lines(settlement, game.declarer) for game in games[1:]]
        whole = _twelfths(settlement.amounts)
        twelfths_by_game = [
            tuple(all_ - sum(some) for all_, *some in zip(whole, *later, strict=True)),
            *later,
        ]
    for game, twelfths in zip(games, twelfths_by_game, strict=True):
        yield GameCounted(
            game.contract, _sides(hand, game, players, rules), wins(hand, game, rules), twelfths
        )


def _of_lines(settlement: Settlement, declarer: str) -> tuple[int, ...]:
    """Return the sum of the lines of this declarer's game, seat by seat, in twelfths."""
    lines = [_twelfths(line.amounts) for line in settlement.lines if line.by == (declarer,)]
    return tuple(sum(line[seat] for line in lines) for seat in range(len(settlement.players)))


def _sides(hand: Hand, game: Game, players: Sequence[str], rules: Rules) -> str:
    other = ALONE if rules.contracts[game.contract].kind is Kind.TRISCHAKEN else OPPONENT
    letters = {}
    if rules.options["bei_settlement"] == "opponents":
        letters = {other_game.declarer: OTHER_DECLARER for other_game in hand.games}
    letters |= {game.declarer: DECLARER}
    if game.partner is not None:
        letters[game.partner] = PARTNER
    return "".join(letters.get(player, other) for player in players)


def wins(hand: Hand, game: Game, rules: Rules) -> bool | None:
    """Return whether the declarer's side won; None after a revoke, which leaves the outcome open.

    A Trischaken that was played to its end is true: there everybody who does not pay has won.
    """
    if hand.revoke is not None:
        return None
    if rules.contracts[game.contract].kind is Kind.TRISCHAKEN:
        return True
    winners = {of_declarers_side(game, valat.by) == bool(valat.made) for valat in counting_valats(hand)}
    if len(winners) == 1:
        return winners.pop()
    return declarer_wins(game, rules.contracts[game.contract], rules)


def _of_trischaken(
    game: Game, settlement: Settlement, rules: Rules
) -> tuple[Collection[int], Collection[int]]:
    """Return the seats of Jungfrauen, and that of a Bürgermeister."""
    assert rules.trischaken is not None
    seats = settlement.players.index
    order = ranking(game, settlement.players, rules.trischaken)
    mayors = [order.groups[0][0]] if order.buergermeister else []
    return tuple(map(seats, order.jungfrauen)), tuple(map(seats, mayors))


def _premiums(hand: Hand, settlement: Settlement, rules: Rules) -> Iterable[PremiumCounted]:
    for premium in hand.premiums:
        if premium.made is None:
            continue  # the bird of a game that was conceded
        seat, how = settlement.players.index(premium.by), SILENT if premium.made else SILENT_MISSED
        if premium.announced:
            how = MADE if premium.made else MISSED
        yield PremiumCounted(premium.premium, seat, how, _brought(premium, hand, settlement, rules))


def _brought(premium: Premium, hand: Hand, settlement: Settlement, rules: Rules) -> tuple[int, ...]:
    """Return each seat's amount from a premium, in twelfths; of a multiplying one, the added amount."""
    if rules.premiums[premium.premium].effect is not Effect.MULTIPLIES:
        return _twelfths(_line_of(premium, hand, settlement).amounts)
    valats = counting_valats(hand)
    game = settlement.lines[valats.index(premium) if premium in valats else 0]
    times = next((factor.times for factor in game.factors if factor.name == premium.premium), 1)
    return _twelfths(amount - Fraction(amount, times) for amount in game.amounts)


def _line_of(premium: Premium, hand: Hand, settlement: Settlement) -> Line:
    """Return the line of a premium; if both sides announced it, each has one, in the same order."""
    entries = [other for other in hand.premiums if other.premium == premium.premium]
    lines = [line for line in settlement.lines if line.subject == premium.premium]
    return lines[entries.index(premium)]


def _kontras(hand: Hand, settlement: Settlement, rules: Rules) -> Iterable[KontraCounted]:
    """Yield kontras on the game and announced premiums: the other side begins, then the sides take turns."""
    game, players = hand.games[0], settlement.players
    contract = rules.contracts[game.contract]
    own = [of_declarers_side(game, player) for player in players]
    valats = counting_valats(hand)
    taken = valats and rules.premiums[VALAT].effect is not Effect.LINE
    lines = settlement.lines[: len(valats) if taken else 1]  # of the game, or of each Valat that takes it
    voided = any(factor.void for factor in lines[0].factors)
    if game.kontra is not None and not voided:
        yield from _steps(game.kontra, lines, own, rules)
    for premium in hand.premiums:
        if premium.kontra is None or kontra_void_by_itself(premium.kontra, game, contract, rules):
            continue
        if not premium.kontra_void and premium.made is not None:
            side = of_declarers_side(game, premium.by)
            line = _line_of(premium, hand, settlement)
            yield from _steps(premium.kontra, [line], [seat_side == side for seat_side in own], rules)


def _steps(level: str, lines: Sequence[Line], own: Sequence[bool], rules: Rules) -> Iterable[KontraCounted]:
    """Yield the steps of a kontra; `own` are the seats of the side with the game or the premium.

    Beside a Valat a line may have come to nothing, kontra and all.
    """
    multiplier = next((factor.times for factor in lines[0].factors if factor.name == level), None)
    amounts = added_up([line.amounts for line in lines])
    for step, increase in _up_to(level, rules):
        part = 0 if multiplier is None else Fraction(increase, multiplier)
        givers = tuple(seat for seat, mine in enumerate(own) if mine == (step % 2 == 0))
        yield KontraCounted(step, givers, _twelfths(amount * part for amount in amounts))


def _up_to(level: str, rules: Rules) -> Iterable[tuple[int, int]]:
    """Yield the steps of a kontra up to its level, each with what it adds to the line's multiplier."""
    previous = 1
    for step, name in enumerate(rules.levels[: rules.levels.index(level) + 1], 1):
        times = rules.kontra.levels[name]
        yield step, times - previous
        previous = times


def _kontras_of_each(hand: Hand, settlement: Settlement, rules: Rules) -> Iterable[KontraCounted]:
    """Yield the kontras of a negative game: everybody gives their own, and the declarer answers it."""
    players = settlement.players
    for game in hand.games:
        declarer = players.index(game.declarer)
        for opponent, level in sorted(game.kontras.items(), key=lambda kontra: players.index(kontra[0])):
            seat = players.index(opponent)
            line = next(
                line
                for line in settlement.lines
                if line.by in ((), (game.declarer,)) and (not line.against or opponent in line.against)
            )
            between = line.shares[seat] * line.unit
            amounts = [0] * len(players)
            for step, increase in _up_to(level, rules):
                part = in_twelfths(between * Fraction(increase, rules.kontra.levels[level]))
                amounts[seat], amounts[declarer] = part, -part
                yield KontraCounted(step, (seat,) if step % 2 else (declarer,), tuple(amounts))


def won_at(game: GameCounted, hand: HandCounted, seat: int) -> bool | None:
    """Return whether the player in this seat won the game; in a Trischaken all who do not pay win."""
    if game.won is None:
        return None
    if ALONE in game.sides:
        return hand.twelfths[seat] >= 0
    return game.won == (game.sides[seat] in (DECLARER, PARTNER))


# As rows


class GameFacts(NamedTuple):
    """The columns of a game."""

    order: int
    evening: int
    rules: int
    contract: str
    declarer: int
    won: bool | None
    partnered: bool
    trischaken: bool
    twelfths: int
    most: int | None


class SeatFacts(NamedTuple):
    """The columns of a seat."""

    seat: int
    participant: int
    role: str
    won: bool | None
    twelfths: int
    kassa: int | None
    schrift: int | None
    jungfrau: bool
    buergermeister: bool


class PremiumFacts(NamedTuple):
    """The columns of a premium."""

    order: int
    evening: int
    rules: int
    premium: str
    participant: int
    how: str
    twelfths: int


class KontraFacts(NamedTuple):
    """The columns of one step of a kontra by one player."""

    order: int
    evening: int
    rules: int
    step: int
    participant: int
    twelfths: int
    side: int | None


class HandFacts(NamedTuple):
    """All rows of a hand; premiums and kontras stand at its first game."""

    games: tuple[tuple[GameFacts, tuple[SeatFacts, ...]], ...]
    premiums: tuple[PremiumFacts, ...]
    kontras: tuple[KontraFacts, ...]


def facts_of(sheet: Sheet, row: SheetRow) -> HandFacts:
    """Return the rows of a hand that counts."""
    hand = counted(row)
    where = sheet.evening_id, hand.rules or sheet.ruleset_id
    return HandFacts(
        tuple(_game_facts(hand, game, order, *where) for order, game in enumerate(hand.games)),
        tuple(
            PremiumFacts(
                order,
                *where,
                premium.key,
                hand.players[premium.seat],
                premium.how,
                premium.twelfths[premium.seat],
            )
            for order, premium in enumerate(hand.premiums)
        ),
        tuple(
            KontraFacts(order, *where, kontra.step, hand.players[seat], kontra.twelfths[seat], side)
            for order, kontra in enumerate(hand.kontras)
            for seat, side in zip(kontra.givers, _sides_sum(kontra), strict=True)
        ),
    )


def _sides_sum(kontra: KontraCounted) -> Iterator[int | None]:
    """Yield for each giver of a step their side's amount, or None after the first of a side."""
    for number, _seat in enumerate(kontra.givers):
        yield None if number else sum(kontra.twelfths[seat] for seat in kontra.givers)


def _game_facts(
    hand: HandCounted, game: GameCounted, order: int, evening: int, rules: int
) -> tuple[GameFacts, tuple[SeatFacts, ...]]:
    is_first, twelfths = order == 0, game.twelfths or hand.twelfths
    declarer = game.sides.index(DECLARER)
    own = GameFacts(
        order=order,
        evening=evening,
        rules=rules,
        contract=game.contract,
        declarer=hand.players[declarer],
        won=won_at(game, hand, declarer),
        partnered=PARTNER in game.sides,
        trischaken=ALONE in game.sides,
        twelfths=twelfths[declarer],
        most=max(hand.twelfths) if is_first else None,
    )
    seats = (
        SeatFacts(
            seat=seat,
            participant=participant,
            role=game.sides[seat],
            won=won_at(game, hand, seat),
            twelfths=twelfths[seat],
            kassa=hand.twelfths[seat] if is_first else None,
            schrift=hand.schrift[seat] if is_first else None,
            jungfrau=is_first and seat in hand.jungfrauen,
            buergermeister=is_first and seat in hand.buergermeister,
        )
        for seat, participant in enumerate(hand.players)
    )
    return own, tuple(seats)


def store_facts(sheet: Sheet, hands: Mapping[UUID, HandFacts]) -> None:
    """Store the rows of hands for statistics, by the hands' rows on the sheet."""
    games = [
        PlayedGame(row_id=row, sheet=sheet, **columns_of(game))
        for row, hand in hands.items()
        for game, _seats in hand.games
    ]
    PlayedGame.objects.bulk_create(games)
    by_hand: dict[UUID, list[PlayedGame]] = {}
    for game in games:
        by_hand.setdefault(game.row_id, []).append(game)
    _store(PlayedSeat, _seats_of(hands, by_hand))
    first = {row: of_hand[0] for row, of_hand in by_hand.items()}
    _store(PlayedPremium, ((first[row], premium) for row, hand in hands.items() for premium in hand.premiums))
    _store(PlayedKontra, ((first[row], kontra) for row, hand in hands.items() for kontra in hand.kontras))


def _store(model: Any, rows: Iterable[tuple[PlayedGame, Any]]) -> None:
    if made := [model(game=game, **columns_of(facts)) for game, facts in rows]:
        model.objects.bulk_create(made)


def _seats_of(
    hands: Mapping[UUID, HandFacts], by_hand: Mapping[UUID, Sequence[PlayedGame]]
) -> Iterator[tuple[PlayedGame, SeatFacts]]:
    for row, hand in hands.items():
        for game, (_own, seats) in zip(by_hand[row], hand.games, strict=True):
            for seat in seats:
                yield game, seat


_REFERENCES = frozenset({"evening", "rules", "declarer", "participant"})


def columns_of(facts: Any) -> dict[str, Any]:
    """Return the values of a row for storing, with ids in place of other rows."""
    return {f"{name}_id" if name in _REFERENCES else name: value for name, value in facts._asdict().items()}
