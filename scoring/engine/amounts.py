"""Write amounts: with a sign, with thirds, in the cells of a table."""

from collections.abc import Iterable
from fractions import Fraction
from html import escape

from scoring.engine.money import number_in_words
from scoring.engine.result import Amount, exact


def noted(amount: Amount | None) -> str:
    """Return an amount with its sign as written by hand: whole points, then their fraction.

    >>> from fractions import Fraction
    >>> noted(4), noted(-12), noted(0), noted(Fraction(-152, 3)), noted(Fraction(1, 2)), noted(None)
    ('+4', '−12', '0', '−50⅔', '+½', '')
    """
    if amount is None:
        return ""
    if amount == 0:
        return "0"
    if isinstance(amount, int):
        return f"{'−' if amount < 0 else '+'}{abs(amount)}"
    return f"{'−' if amount < 0 else '+'}{number_in_words(abs(amount))}"


def signed(amount: Amount | str | None) -> str:
    """Return an amount as a sheet of hands shows it; a dot for players who sat out.

    >>> signed(4), signed(0), signed("-2/3"), signed("3/2"), signed(None)
    ('+4', '0', '−⅔', '+1½', '·')
    """
    return "·" if amount is None else noted(exact(Fraction(amount)))


def direction(amount: Amount | str | None) -> str:
    """Return the colour class of an amount; the sign says the same without colour.

    >>> direction(4), direction("-2/3"), direction(0)
    ('gets', 'pays', 'even')
    """
    words = "0" if amount is None else str(amount)
    if words == "0":
        return "even"
    return "pays" if words.startswith("-") else "gets"


def in_cells(amounts: tuple[Amount, ...]) -> str:
    """Return the cells of a row of amounts.

    >>> in_cells((4, -4))
    '<td class="gets">+4</td><td class="pays">−4</td>'
    """
    return "".join(f'<td class="{direction(amount)}">{signed(amount)}</td>' for amount in amounts)


def in_heads(names: Iterable[str]) -> str:
    """Return the head of a table with a column for everybody.

    >>> in_heads(["Anna", "B & C"])
    '<th scope="col">Anna</th><th scope="col">B &amp; C</th>'
    """
    return "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
