"""What can be wrong with the options that a table chose."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.engine.options import CHOICES, OPTIONS, choice_label
from scoring.engine.problems.problem import Problem, Problems, unknown
from scoring.engine.rules import Rules


def option_problems(options: Mapping[str, str | int], rules: Rules) -> tuple[Problem, ...]:
    """Return what is wrong with the options of a hand or of a whole sheet."""
    return tuple(_problems(options, rules)) if options else ()


def _problems(options: Mapping[str, str | int], rules: Rules) -> Problems:
    for key, value in options.items():
        where = f"options.{key}"
        if key not in CHOICES:
            yield unknown("unknown_option", where, key, CHOICES, values=", ".join(CHOICES))
        elif not rules.offers(key):
            yield Problem("option_not_on_this_sheet", where, {"key": key})
        elif value not in CHOICES[key]:
            values = ", ".join(map(str, CHOICES[key]))
            yield Problem("unknown_option_value", where, {"key": key, "values": values})
        elif rules.fixes(key) and value != getattr(rules.options, key):
            named = {"matter": OPTIONS[key].matter, "value": choice_label(key, getattr(rules.options, key))}
            yield Problem("option_fixed", where, named)
