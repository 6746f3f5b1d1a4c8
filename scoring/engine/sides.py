"""Who plays with whom, and how a unit is shared: two against two, or one against three."""

import re
from collections.abc import Callable

from scoring.engine.customs import Counting, DoubledGames, Kind
from scoring.engine.facts import Game, Hand
from scoring.engine.result import Amount
from scoring.engine.rules import Contract, Rules

Shares = tuple[Amount, ...]


_BLATT = re.compile(r"([0-9]{1,3})/([0-2])", re.ASCII)


def thirds(written: str) -> int | None:
    """Return card points in thirds from their notation; None for any other text.

    >>> thirds("35/2"), thirds("41"), thirds("41/3")
    (107, None, None)
    """
    match = _BLATT.fullmatch(written)
    return int(match[1]) * 3 + int(match[2]) if match else None


def blatt(thirds: int) -> str:
    """Return card points as they are written.

    >>> blatt(107), blatt(125)
    ('35/2', '41/2')
    """
    return f"{thirds // 3}/{thirds % 3}"


def limit(thirds: int) -> str:
    """Return the least card points for something as players say it who count in Lagen.

    >>> limit(107), limit(137), limit(106)
    ('36', '46', '35/1')
    """
    return str((thirds + 1) // 3) if thirds % 3 == 2 else blatt(thirds)


def upper_limit(thirds: int) -> str:
    """Return the upper end of a range of card points as players write it who count in Lagen.

    >>> upper_limit(106), upper_limit(107)
    ('35', '35/2')
    """
    return str(thirds // 3) if thirds % 3 == 1 else blatt(thirds)


def points_as_written(points: int, rules: Rules, *, lagen: bool = False) -> str:
    """Return card points as this sheet writes them: 41/2, in Lagen 41, and 45 where there are no Blatt."""
    if rules.counting is Counting.PLAIN:
        return str(points)
    return str((points + 1) // 3) if lagen else blatt(points)


def limit_as_written(points: int, rules: Rules) -> str:
    """Return the least card points for something as this sheet writes them: 36, or 35/2."""
    if rules.counting is Counting.PLAIN:
        return str(points)
    return blatt(points) if rules.writes_blatt else limit(points)


def limits_as_written(first: int, last: int, rules: Rules) -> str:
    """Return a range of card points as a sheet that counts Blatt writes it: 35, or 34/2–35/1."""
    if rules.writes_blatt:
        return f"{blatt(first)}–{blatt(last)}"
    return "–".join(dict.fromkeys((limit(first), upper_limit(last))))


def side_of(game: Game, players: tuple[str, ...]) -> int:
    """Return the declarer's side as a set of seats: bit 0 is the Vorhand."""
    side = 1 << players.index(game.declarer)
    if game.partner is not None:
        side |= 1 << players.index(game.partner)
    return side


def of_declarers_side(game: Game, player: str) -> bool:
    """Return whether this player wins with the declarer."""
    return player in (game.declarer, game.partner)


def plays_alone(game: Game, contract: Contract) -> bool:
    """Return whether the declarer has no partner: in a game alone, or if no other player has the king."""
    return contract.kind is Kind.ALONE or (game.partner is None and game.king is not None)


def holder_of_the_king(game: Game) -> str:
    """Return the owner of the called king: the partner, or the declarer without one."""
    return game.declarer if game.partner is None else game.partner


def _shares(side: int) -> Shares:
    alone = side.bit_count() == 1
    return tuple((3 if alone else 1) if side >> seat & 1 else -1 for seat in range(4))


# What one unit means to each seat when the side wins it, and when it loses it.
GETS: tuple[Shares, ...] = tuple(_shares(side) if side.bit_count() in (1, 2) else () for side in range(16))
PAYS: tuple[Shares, ...] = tuple(tuple(-share for share in shares) for shares in GETS)


def kontra_void_by_itself(level: str, game: Game, contract: Contract, rules: Rules) -> bool:
    """Return whether a kontra is void by itself: in a solo with the called king in the talon, unless agreed.

    Every step of the ladder is, or the lower ones of it.
    """
    void = contract.solo and game.king == "talon" and rules.options["talon_king_kontra"] == "void"
    return void and rules.kontra.voids(level)


def is_doubled_in_radl(hand: Hand, rules: Rules) -> bool:
    """Return whether a hand of a Radl counts double, as it may only for some games."""
    game = hand.games[0]
    return _IS_DOUBLED[rules.radl.doubled_games](game, rules.contracts[game.contract])


_IS_DOUBLED: dict[DoubledGames, Callable[[Game, Contract], bool]] = {
    DoubledGames.ALL: lambda game, contract: True,
    DoubledGames.ALONE: lambda game, contract: contract.kind is not Kind.TRISCHAKEN and game.partner is None,
    DoubledGames.NEGATIVE: lambda game, contract: contract.kind is Kind.NEGATIVE,
}


def needed_points(game: Game, contract: Contract, rules: Rules) -> int:
    """Return the card points the declarer's side needs."""
    has_kontra = game.kontra is not None and not game.kontra_void
    if contract.needs_after_kontra is not None and has_kontra:
        return contract.needs_after_kontra
    return rules.needs


def spread(game: Game, rules: Rules) -> tuple[int, int]:
    """Return the least and the most that the declarer's side can have.

    In Lagen 36 is 35/2, 36/0 or 36/1.
    """
    assert game.points is not None
    if not game.lagen:
        return game.points, game.points
    return max(0, game.points - 1), min(rules.all_points, game.points + 1)


def decides(game: Game, contract: Contract, rules: Rules) -> bool:
    """Return whether the points say who won, and whether it was 35:35."""
    low, high = spread(game, rules)
    edges = [needed_points(game, contract, rules)]
    if rules.radl.drawn is not None:
        edges += [rules.radl.drawn[0], rules.radl.drawn[1] + 1]
    return not any(low < edge <= high for edge in edges)


def lagen(points: int, rules: Rules) -> int:
    """Return card points as whole ones: thirds rounded to the nearest, where Blatt are counted."""
    return points if rules.counting is Counting.PLAIN else (points + 1) // 3


def winners_points(game: Game, rules: Rules, *, won: bool) -> int | None:
    """Return the whole card points of the side that won; None if they were not counted."""
    if game.points is None:
        return None
    return lagen(game.points if won else rules.all_points - game.points, rules)


def steps_above(points: int, game: Game, contract: Contract, rules: Rules, *, won: bool) -> int:
    """Return by how many steps the winners' points raise the price of the game."""
    assert contract.step_points is not None
    begins = contract.step_from
    if begins is None:
        needed = needed_points(game, contract, rules)
        begins = needed if won else rules.all_points - needed + 1
    return max(0, points - lagen(begins, rules)) // contract.step_points


def declarer_wins(game: Game, contract: Contract, rules: Rules) -> bool:
    """Return whether the declarer's side won the game. The hand is legal, so there is an answer."""
    if game.conceded or game.drawn:
        return False
    if game.unplayed:
        return True
    if game.points is not None:
        low, high = spread(game, rules)
        needed = needed_points(game, contract, rules)
        return low >= needed or (high >= needed and bool(game.won))
    if game.tricks is not None and contract.tricks is not None:
        return game.tricks == contract.tricks
    return bool(game.won)


def is_drawn(game: Game, rules: Rules) -> bool:
    """Return whether the game was 35:35, where the sheet treats that apart."""
    if game.drawn:
        return True
    if rules.radl.drawn is None or game.points is None:
        return False
    first, last = rules.radl.drawn
    low, high = spread(game, rules)
    return first <= low and high <= last
