"""Take a hand to another sheet: the hand there, what it loses, or why it cannot go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.engine.declaring import declared
from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.options import OPTIONS
from scoring.engine.problems import Problem, of_stored_hands, problems_with
from scoring.engine.problems.impossible import fact_of
from scoring.engine.problems.problem import GameCase
from scoring.engine.rules import DOUBLED, Contract, Rules
from scoring.engine.sides import declarer_wins, holder_of_the_king, needed_points, spread
from scoring.engine.texts import Text, sentences
from scoring.engine.trischaken import ranking

Named = tuple[tuple[str, Text | str], ...]

MOST_STEPS = 200  # every step takes a fact away, and no hand has as many

# What is said of a hand beyond the engine's own sentences; no players are named, so that it can be counted.
LOSSES = sentences(declared(__name__))


class Loss(NamedTuple):
    """A fact that another sheet does not know or counts in another way; equal ones can be counted."""

    code: str
    named: Named = ()

    @classmethod
    def of(cls, problem: Problem) -> Loss:
        """Return a problem without the people that it names."""
        named = tuple(
            (key, value if isinstance(value, Text) else str(value))
            for key, value in problem.named.items()
            if key not in ("name", "names", "key", "near")
        )
        return cls(problem.code, named)


def loss_in_words(loss: Loss, language: str) -> str:
    """Return one sentence, the engine's own where it has one."""
    words = LOSSES.get(loss.code)
    if words is None:
        return Problem(loss.code, "", dict(loss.named)).in_words(language)
    named = {key: word.in_language(language) if isinstance(word, Text) else word for key, word in loss.named}
    return words.in_language(language).format_map(named)


@dataclass(frozen=True, slots=True)
class Translation:
    """A hand under another sheet, or why it cannot be played there."""

    hand: Hand | None
    lost: tuple[Loss, ...] = ()
    refused: Loss | None = None


class _Refused(Exception):
    """The hand cannot go there."""

    def __init__(self, code: str, **named: Text | str) -> None:
        self.loss = Loss(code, tuple(named.items()))
        super().__init__(code)


def translated(hand: Hand, old: Rules, new: Rules) -> Translation:
    """Return a legal hand of the old sheet under the new one: legal there too, or refused.

    Games and premiums are the ones with the same key, or else with the same name and way of playing.
    """
    played = old.under(hand.options)
    lost: list[Loss] = []
    try:
        taken = _with_results_that_last(hand, played, new, lost)
        taken = _with_games(taken, played, new)
        taken = _with_premiums(taken, played, new, lost)
        taken = _mended(taken, played, new, lost)
    except _Refused as refused:
        return Translation(None, (), refused.loss)
    lost += _in_doubt(hand, played, taken, new.under(taken.options))
    return Translation(taken, tuple(dict.fromkeys(lost)))


# The same games and premiums under their keys of the other sheet


def _with_games(hand: Hand, old: Rules, new: Rules) -> Hand:
    games = []
    for game in hand.games:
        contract = old.contracts[game.contract]
        counterpart = _same_game(contract, hand, new)
        if counterpart is None and contract.key in new.open_contracts:
            raise _Refused("contract_without_value", label=new.open_contracts[contract.key])
        if counterpart is None:
            raise _Refused("other_kind" if contract.key in new.contracts else "gone", label=contract.label)
        games.append(game if counterpart.key == game.contract else replace(game, contract=counterpart.key))
    return hand if games == [*hand.games] else replace(hand, games=tuple(games))


def _same_game(contract: Contract, hand: Hand, new: Rules) -> Contract | None:
    """Return the game with this key or name, or the one that has the same obligatory bird."""
    alike = [other for other in new.contracts.values() if other.kind is contract.kind]
    counterpart = next((other for other in alike if other.key == contract.key), None)
    counterpart = counterpart or next(
        (other for other in alike if _same_name(other.label, contract.label)), None
    )
    announced = {premium.premium for premium in hand.premiums if premium.announced}
    birds = announced.intersection(contract.birds)
    if not birds or (counterpart is not None and birds.intersection(counterpart.birds)):
        return counterpart
    with_bird = (other for other in alike if other.solo == contract.solo and birds.intersection(other.birds))
    return next(with_bird, counterpart)


def _same_name(name: Text, other: Text) -> bool:
    return name.de.casefold() == other.de.casefold() or name.en.casefold() == other.en.casefold()


def _with_premiums(hand: Hand, old: Rules, new: Rules, lost: list[Loss]) -> Hand:
    if all(premium.premium in new.premiums for premium in hand.premiums):
        return hand
    premiums = []
    for premium in hand.premiums:
        rule = old.premiums[premium.premium]
        if rule.key in new.premiums:
            premiums.append(premium)
            continue
        alike = (other for other in new.premiums.values() if _same_name(other.label, rule.label))
        if (counterpart := next(alike, None)) is not None:
            premiums.append(replace(premium, premium=counterpart.key))
        elif rule.key in new.open_premiums:
            lost.append(Loss("premium_without_value", (("label", new.open_premiums[rule.key]),)))
        else:
            lost.append(Loss("gone", (("label", rule.label),)))
    return replace(hand, premiums=tuple(premiums))


# Results


def _with_results_that_last(hand: Hand, old: Rules, new: Rules, lost: list[Loss]) -> Hand:
    """Keep won or lost, or the order, where the other sheet counts card points in another way."""
    if old.counts_like(new) or not any(game.points is not None or game.count for game in hand.games):
        return hand
    lost.append(Loss("only_result"))
    return replace(hand, games=tuple(without_points(game, old) for game in hand.games))


def without_points(game: Game, old: Rules) -> Game:
    """Return the game with its result in place of its card points."""
    if game.count is not None and old.trischaken is not None:
        return replace(game, count=None, order=ranking(game, tuple(game.count), old.trischaken))
    if game.points is None or game.contract not in old.contracts:
        return replace(game, points=None, lagen=False, count=None)
    return replace(game, points=None, lagen=False, won=declarer_wins(game, old.contracts[game.contract], old))


def _in_doubt(hand: Hand, old: Rules, taken: Hand, new: Rules) -> Iterator[Loss]:
    """Yield losses of figures that could be left open, but matter under the new rules."""
    if hand.revoke is not None or not old.counts_like(new):
        return
    for old_game, game in zip(hand.games, taken.games, strict=True):
        contract = new.contracts[game.contract]
        is_certain = game.points is not None or old_game.drawn or game.conceded or game.unplayed
        if is_certain or not contract.by_points:
            continue
        label = ("label", contract.label)
        if not game.won and "drawn" in new.triggers and "drawn" not in old.triggers:
            yield Loss("maybe_drawn", (label,))
        needed = needed_points(game, contract, new)
        needed_before = needed_points(old_game, old.contracts[old_game.contract], old)
        if (needed > needed_before) if game.won else (needed < needed_before):
            yield Loss("other_threshold", (label,))


# What the other sheet refuses, one fact after the other


class _Step(NamedTuple):
    """One problem of a hand on its way."""

    hand: Hand
    problem: Problem
    old: Rules
    new: Rules

    @property
    def path(self) -> list[str]:
        """Return the path of a problem in the record; a name at its end may have dots."""
        return self.problem.path.split(".", 3)

    @property
    def item_index(self) -> int:
        return int(self.path[1])

    @property
    def game(self) -> Game:
        return self.hand.games[self.item_index]

    @property
    def premium(self) -> Premium:
        return self.hand.premiums[self.item_index]

    def label(self) -> Text:
        if self.path[0] == "premiums":
            return self.new.premiums[self.premium.premium].label
        return self.new.contracts[self.game.contract].label

    def loss(self, code: str, **named: Text | str) -> Loss:
        return Loss(code, (("label", self.label()), *named.items()))

    def with_game(self, game: Game) -> Hand:
        games = self.hand.games
        return replace(self.hand, games=(*games[: self.item_index], game, *games[self.item_index + 1 :]))

    def with_premium(self, *premium: Premium) -> Hand:
        premiums, index = self.hand.premiums, self.item_index
        return replace(self.hand, premiums=(*premiums[:index], *premium, *premiums[index + 1 :]))


MendedHand = tuple[Hand, Loss | None]
Mend = Callable[["_Step"], MendedHand]


def _mended(hand: Hand, old: Rules, new: Rules, lost: list[Loss]) -> Hand:
    """Return the hand without facts that the sheet lacks; refused at any other problem."""
    for _ in range(MOST_STEPS):
        problems = of_stored_hands(problems_with(hand, new)) or tuple(_proved_otherwise(hand, new))
        if not problems:
            return hand
        steps = [_Step(hand, problem, old, new) for problem in problems if problem.code in _MENDS]
        tried = (_MENDS[step.problem.code](step) for step in steps)
        mended = next((attempt for attempt in tried if attempt[0] != hand), None)
        if mended is None:
            refused = Loss.of(problems[0])
            raise _Refused(refused.code, **dict(refused.named))
        hand, loss = mended
        if loss is not None:
            lost.append(loss)
    raise AssertionError(f"There is no end to what is wrong with {hand}")


def _proved_otherwise(hand: Hand, rules: Rules) -> Iterator[Problem]:
    """Yield each premium that the points do not prove as it is recorded."""
    game = hand.games[0]
    case = GameCase(hand, rules, game, rules.contracts[game.contract], "games.0")
    for index, premium in enumerate(hand.premiums if game.points is not None else ()):
        (low, high), fact = spread(game, rules), fact_of(case, premium)
        if rules.premiums[premium.premium].needs is not None and (fact.least > high or fact.most < low):
            yield Problem("proved_otherwise", f"premiums.{index}.made")


def _by_the_points(step: _Step) -> MendedHand:
    premium = step.premium
    if not premium.announced and premium.made:
        return step.with_premium(), step.loss("not_proved")
    return step.with_premium(replace(premium, made=not premium.made)), step.loss("points_decide")


def _drawn(step: _Step) -> MendedHand:
    """Turn a 35:35 into won or lost, by what the new sheet needs; refused where that is undecided."""
    game, span = step.game, step.old.radl.drawn
    needed = needed_points(game, step.new.contracts[game.contract], step.new)
    first, last = span if span is not None and step.old.counts_like(step.new) else (0, 0)
    if first < needed <= last:
        raise _Refused("draw_undecided", label=step.label())
    won = span is not None and step.old.counts_like(step.new) and needed <= first
    lasting = replace(game, drawn=False, won=won)
    return step.with_game(lasting), step.loss("drawn_is_won" if won else "drawn_is_lost")


def _kontra(step: _Step) -> MendedHand:
    """Lower a kontra to as high as it may be there."""
    path = step.path
    if path[0] == "premiums":
        premium = step.premium
        level, loss = _lower(step, premium.kontra)
        void = premium.kontra_void and level is not None
        return step.with_premium(replace(premium, kontra=level, kontra_void=void)), loss
    game = step.game
    if path[2] == "kontra":
        level, loss = _lower(step, game.kontra)
        void = game.kontra_void and level is not None
        return step.with_game(replace(game, kontra=level, kontra_void=void)), loss
    level, loss = _lower(step, game.kontras[path[3]])
    return _with_their_kontra(step, level), loss


def _with_their_kontra(step: _Step, level: str | None) -> Hand:
    """Return the hand with another kontra of the opponent that the problem names, or without theirs."""
    player = step.path[3]
    kontras = {other: kontra for other, kontra in step.game.kontras.items() if other != player}
    if level is not None:
        kontras[player] = level
    return step.with_game(replace(step.game, kontras=kontras))


def _lower(step: _Step, old_level: str | None) -> tuple[str | None, Loss]:
    """Return the limit that replaces a higher kontra, and the loss; None where no kontra is played."""
    old, new = step.old.kontra, step.new.kontra
    assert old_level is not None
    if not step.new.levels:
        return None, step.loss("no_such_kontra", level=old.label(old_level))
    level = next(key for key in step.new.levels if new.label(key) == step.problem.named["limit"])
    return level, step.loss("capped", level=old.label(old_level), limit=new.label(level))


def _unplayed(step: _Step) -> MendedHand:
    """Pay a blank game at once there: neither its result nor its silent premiums came about."""
    paid = replace(step.game, unplayed=True, points=None, lagen=False, won=None, drawn=False)
    return replace(step.with_game(paid), premiums=()), Loss.of(step.problem)


def _without_claims(step: _Step) -> MendedHand:
    revoke = step.hand.revoke
    assert revoke is not None
    return replace(step.hand, revoke=replace(revoke, claims={})), Loss.of(step.problem)


def _without_option(step: _Step) -> MendedHand:
    key = step.problem.path.partition(".")[2]
    options = {option: value for option, value in step.hand.options.items() if option != key}
    label = OPTIONS[key].matter if key in OPTIONS else key
    return replace(step.hand, options=options), Loss("no_option", (("label", label),))


_OF_OPTIONS = ("unknown_option", "unknown_option_near", "option_not_on_this_sheet", "unknown_option_value")
_OF_PREMIUMS = (
    *("premium_not_in_game", "not_announced", "not_silent", "declarers_premium", "opponents_premium"),
    *("winners_premium", "only_recorded_when_made", "not_beside_missed_valat", "between_whom"),
    *("needs_kontra_on_game", "conceded_only_its_bird", "premium_twice"),
)
_MENDS: Mapping[str, Mend] = {
    **dict.fromkeys(_OF_OPTIONS, _without_option),
    **dict.fromkeys(_OF_PREMIUMS, lambda step: (step.with_premium(), Loss.of(step.problem))),
    "radl_not_here": lambda step: (replace(step.hand, radl=False), Loss(step.problem.code)),
    "radl_times_not_here": lambda step: (replace(step.hand, times=DOUBLED), Loss.of(step.problem)),
    # Beside points or tricks, which decide, it need not be said who won.
    "result_contradicts_points": lambda step: (step.with_game(replace(step.game, won=None)), None),
    "result_contradicts_tricks": lambda step: (step.with_game(replace(step.game, won=None)), None),
    "drawn_not_here": _drawn,
    "proved_otherwise": _by_the_points,
    "blank_must_be_paid": _unplayed,
    "kontra_too_high": _kontra,
    "no_kontra_here": _kontra,
    "no_premium_kontra": lambda step: (
        step.with_premium(replace(step.premium, kontra=None, kontra_void=False)),
        Loss.of(step.problem),
    ),
    "no_negative_kontra": lambda step: (
        step.with_game(replace(step.game, kontras={})),
        Loss.of(step.problem),
    ),
    "declarers_do_not_kontra": lambda step: (_with_their_kontra(step, None), Loss(step.problem.code)),
    "no_claims": _without_claims,
    # Somebody else of the side announces it there; nobody pays otherwise for that.
    "king_holders_premium": lambda step: (
        step.with_premium(replace(step.premium, by=holder_of_the_king(step.hand.games[0]))),
        None,
    ),
    # There the sides settle it, so nobody has to be named beside whoever made it.
    "not_between_two": lambda step: (step.with_premium(replace(step.premium, against=None)), None),
}
