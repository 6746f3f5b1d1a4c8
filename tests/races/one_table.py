"""How long several phones are let loose on one table."""

import time

SEED = 54


ROUNDS = 10


AS_LONG_AS_A_REQUEST = 0.03  # seconds


def a_little_later(dice, action):
    """The keeper is quicker than a request: so that now the one, now the other comes first."""
    late = dice.uniform(0, AS_LONG_AS_A_REQUEST)

    def wait_and_act():
        time.sleep(late)
        return action()

    return wait_and_act
