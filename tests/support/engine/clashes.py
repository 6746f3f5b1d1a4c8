"""Premiums that are not both made, as the rules say it: by different sides, or by whomever."""

from typing import NamedTuple


class Clash(NamedTuple):
    one: str
    other: str
    code: str
    apart: bool = True


CLASHES = (
    Clash("trull", "mondfang", "same_card"),
    Clash("trull", "pagatfang", "same_card"),
    Clash("trull", "pagat", "same_card"),
    Clash("koenige", "koenigfang", "same_card"),
    Clash("koenig_ultimo", "koenige", "same_card"),
    Clash("koenig_ultimo", "koenigfang", "same_card"),
    Clash("pagat", "pagatfang", "same_card", apart=False),
    Clash("koenig_ultimo", "pagat", "one_last_trick"),
)
