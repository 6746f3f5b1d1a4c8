"""The rating, written down as slowly as its definition."""

import math
from collections.abc import Sequence

from scoring.engine.rating import Model, Strength


def slowly(before: Sequence[Strength], results: Sequence[int], model: Model) -> list[tuple[float, float]]:
    """The sums of the paper (algorithm 4) as they stand there, player by player, in binary fractions."""
    mus = [float(strength.mu) for strength in before]
    variances = [float(strength.variance) + float(model.tau) ** 2 for strength in before]
    c = math.sqrt(sum(variance + float(model.beta) ** 2 for variance in variances))
    players = range(len(before))
    after = []
    for i in players:
        omega = delta = 0.0
        for q in players:
            if results[q] < results[i]:
                continue
            tied = sum(results[s] == results[q] for s in players)
            behind = sum(math.exp(mus[s] / c) for s in players if results[s] <= results[q])
            chance = math.exp(mus[i] / c) / behind
            omega += ((q == i) - chance) / tied
            delta += chance * (1 - chance) / tied
        omega *= variances[i] / c
        delta *= variances[i] / c**2 * math.sqrt(variances[i]) / c
        variance = variances[i] * max(1 - delta, float(model.kappa))
        after.append((mus[i] + omega, math.sqrt(variance)))
    return after
