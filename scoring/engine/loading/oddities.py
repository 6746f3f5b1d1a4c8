"""Warnings about a sheet that works but is odd; the club may keep it as it is."""

from collections.abc import Callable
from itertools import pairwise

from scoring.engine.customs import Kind, LimitNotation, Who
from scoring.engine.loading.mistakes import Mistake, Mistakes
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sides import limit_as_written
from scoring.engine.texts import Text


def warnings(rules: Rules) -> tuple[Mistake, ...]:
    """Return everything odd about a sheet that works, in the order of the sheet."""
    return tuple(mistake for ask in _QUESTIONS for mistake in ask(rules))


def _cheap_games(rules: Rules) -> Mistakes:
    """Find games alone that are cheaper than with a partner, and solo games cheaper than with the talon."""
    games = rules.contracts.values()
    with_partner = [
        contract
        for contract in games
        if contract.kind in (Kind.CALLING, Kind.PAIRED) and not contract.solo and not contract.birds
    ]
    for contract in games:
        if contract.solo:
            alike = [game for game in games if _without_solo(game) == _without_solo(contract)]
            code, easier = "solo_cheaper", [game for game in alike if not game.solo]
        elif contract.kind is Kind.ALONE:
            code, easier = "alone_cheaper", with_partner
        else:
            continue
        dearest = max(easier, key=lambda game: game.value, default=None)
        if dearest is not None and contract.value < dearest.value:
            yield _cheaper(code, contract, dearest)


def _without_solo(contract: Contract) -> tuple[object, ...]:
    return contract.kind, contract.colour, bool(contract.birds), contract.by_points


def _cheaper(code: str, contract: Contract, other: Contract) -> Mistake:
    named = {"label": contract.label, "other": other.label, "value": contract.value, "against": other.value}
    return Mistake(code, f"contracts.{contract.key}.value", named)


def _order_of_bidding(rules: Rules) -> Mistakes:
    """Find what does not rise from row to row; an obligatory bird and a Vorhand's game stand apart."""
    ranked = [
        contract
        for contract in rules.contracts.values()
        if contract.who is not Who.VORHAND
        and not contract.birds
        and contract.beside is None
        and contract.kind is not Kind.TRISCHAKEN
    ]
    for lower, higher in pairwise(ranked):
        if higher.value < lower.value:
            yield _cheaper("higher_but_cheaper", higher, lower)


def _odd_values(rules: Rules) -> Mistakes:
    for contract in rules.contracts.values():
        where = f"contracts.{contract.key}"
        if contract.value == 0:
            yield Mistake("worth_nothing", f"{where}.value", {"label": contract.label})
        if contract.lost is not None and contract.lost < contract.value:
            named = {"label": contract.label, "lost": contract.lost, "value": contract.value}
            yield Mistake("lost_below_won", f"{where}.lost", named)
        points = contract.needs_after_kontra
        if points is not None and points > rules.needs:
            few, usual = (limit_as_written(needed, rules) for needed in (points, rules.needs))
            limits = {"label": contract.label, "points": few, "usual": usual}
            yield Mistake("needs_more_after_kontra", f"{where}.needs_after_kontra", limits)


def _odd_limits(rules: Rules) -> Mistakes:
    """Find odd limits: not whole, within reach of both sides, or hardly ever reached."""
    if rules.writes_blatt and rules.limits is LimitNotation.WHOLE:
        odd = next(points for points in rules.all_limits if points % 3 != 2)
        yield Mistake("limits_not_whole", "limits", {"points": limit_as_written(odd, rules)})
    points, every = rules.needs, rules.all_points
    named = {"points": limit_as_written(points, rules), "all": rules.most_points}
    if points * 2 <= every:
        yield Mistake("needs_only_half", "needs", named)
    elif points * 3 > every * 2:
        yield Mistake("needs_nearly_all", "needs", named)


def _odd_premiums(rules: Rules) -> Mistakes:
    without_effect: list[Text] = []
    colour_games = any(contract.colour for contract in rules.contracts.values())
    for rule in rules.premiums.values():
        where = f"premiums.{rule.key}"
        for key in ("silent", "announced", "solo_silent", "solo_announced"):
            if getattr(rule, key) == 0:
                yield Mistake("worth_nothing", f"{where}.{key}", {"label": rule.label})
        for solo in ("", "solo_"):
            silent, announced = getattr(rule, f"{solo}silent"), getattr(rule, f"{solo}announced")
            if silent is not None and announced is not None and announced < silent:
                named = {"label": rule.label, "announced": announced, "silent": silent}
                yield Mistake("announced_cheaper", f"{where}.{solo}announced", named)
        if not any(_can_be_recorded(rule, contract) for contract in rules.contracts.values()):
            yield Mistake("nobody_can_make", where, {"label": rule.label})
        elif not rule.in_colour and not colour_games:
            without_effect.append(rule.label)
    if without_effect:
        yield Mistake("no_colour_game", "contracts", {"labels": tuple(without_effect)})


def _can_be_recorded(rule: PremiumRule, contract: Contract) -> bool:
    prices = [rule.price(announced=announced, solo=contract.solo) for announced in (False, True)]
    return rule.exists_in(contract) and any(price is not None for price in prices)


def _ladder(rules: Rules) -> Mistakes:
    previous = 1
    for level, times in rules.kontra.levels.items():
        if times != previous * 2:
            label = rules.kontra.label(level)
            named = {"level": label, "times": times, "before": previous, "usual": previous * 2}
            yield Mistake("kontra_skips", f"kontra.levels.{level}", named)
        previous = times


def _open_rows(rules: Rules) -> Mistakes:
    for table, rows in (("contracts", rules.open_contracts), ("premiums", rules.open_premiums)):
        for key, label in rows.items():
            yield Mistake("no_value_yet", f"open.{table}.{key}", {"label": label})


_QUESTIONS: tuple[Callable[[Rules], Mistakes], ...] = (
    _cheap_games,
    _order_of_bidding,
    _odd_values,
    _odd_limits,
    _odd_premiums,
    _ladder,
    _open_rows,
)
