"""Which choices of a table each page of the editor asks for; the page of all options has every one."""

from __future__ import annotations

from scoring.engine.options import OPTIONS
from scoring.rule_editor.forms.sections import offers
from tests.support.every import every

# A draft that offers every option already, so that all of them are asked whatever else the sheet has.
OFFERS_ALL = {"options": dict.fromkeys(OPTIONS, "table")}

ASKED_ON = {
    "negative": {"bei_settlement", "negative_kontra"},
    "kontra": {"negative_kontra", "schrift_kontra", "talon_king_kontra"},
    "trischaken": {"trischaken_base", "vorhand_tie", "trischaken_ties", "trischaken_for_schleifen"},
    "radl": {"radl_start", "radl_nesting", "radl_doubles", "radl_schrift"},
    "valat": {"valat_lost_sweep"},
    "calling": {"trischaken_for_schleifen"},
    "": set(OPTIONS),  # the page of all options
}


@every("page, expected", ASKED_ON.items())
def test_a_page_asks_for_the_options_that_belong_to_it(page: str, expected: set[str]) -> None:
    assert {question.name.removeprefix("option_") for question in offers(OFFERS_ALL, page)} == expected


def test_no_option_belongs_to_a_page_that_there_is_not() -> None:
    assert {page for option in OPTIONS.values() for page in option.asked_on} <= ASKED_ON.keys()
