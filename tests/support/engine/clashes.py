"""Premiums that are not both made, as the rules say it: by different sides, or by whomever."""

from typing import NamedTuple


class Clash(NamedTuple):
    one: str
    other: str
    apart: bool = True


CLASHES = (
    Clash("trull", "mondfang"),
    Clash("trull", "pagatfang"),
    Clash("trull", "pagat"),
    Clash("koenige", "koenigfang"),
    Clash("koenig_ultimo", "koenige"),
    Clash("koenig_ultimo", "koenigfang"),
    Clash("pagat", "pagatfang", apart=False),
    Clash("koenig_ultimo", "pagat"),
)
