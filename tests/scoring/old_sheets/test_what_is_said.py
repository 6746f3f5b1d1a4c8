"""What the page says of a table that was pasted: what was compared, what is odd, and the example."""

import pytest
from django.utils import translation

from scoring.old_sheets.files import pasted
from tests.support.scoring.sent_tables import grid_of

HEAD = "Datum\tAnna\tBert\tKontrolle"
MARCH = ("4.3.2016\t5\t-5\t0", "11.3.2016\t4\t-4\t0")


def sentences(*lines: str, **said: str) -> dict[str, list[str]]:
    with translation.override("en"):
        worksheets = pasted("\n".join((HEAD, *lines)))
    grid = grid_of(worksheets, said)
    return {
        "compared": [comparison.sentence for comparison in grid.compared],
        "remarks": [remark.sentence for remark in grid.remarks],
        "asked": [question.sentence for question in grid.questions],
        "refused": [problem.sentence for problem in grid.refusals],
    }


@pytest.mark.parametrize(
    ("sums", "compared"),
    [
        ("Summe\t9\t-9", ["The sums of Row 4 agree for 2 of 2 people."]),
        (
            "Summe\t8\t-9",
            [
                "The sums of Row 4 agree for 1 of 2 people.",
                "Row 4, Anna: 8 stands there, 9 is what the numbers add up to.",
            ],
        ),
    ],
)
def test_only_what_was_compared_is_claimed_and_what_differs_stands_with_both_numbers(
    sums: str, compared: list[str]
) -> None:
    columns = "The sums of Column D agree on 2 of 2 evenings."
    assert sentences(*MARCH, sums)["compared"] == ["Every evening adds up to zero.", *compared, columns]


def test_a_sum_between_evenings_is_compared_with_all_above_it_and_none_below() -> None:
    lines = ("Summe\t9\t-9", "18.3.2016\t3\t-3\t0", "Summe\t12\t-12", "25.3.2016\t1\t-1\t0")
    assert sentences(*MARCH, *lines)["compared"][1:3] == [
        f"The sums of Row {row} agree for 2 of 2 people." for row in (4, 6)
    ]


def test_nothing_is_claimed_of_evenings_that_do_not_add_up() -> None:
    said = sentences(MARCH[0], "11.3.2016\t4\t-3\t0")
    assert "Every evening adds up to zero." not in said["compared"]
    assert said["refused"] == ["Row 3 adds up to +1, not to 0: Anna +4, Bert −3."]


def test_jumps_days_that_go_back_and_days_that_are_there_twice_are_said() -> None:
    said = sentences(*MARCH, "4.3.2016\t1\t-1\t0", "4.3.2018\t2\t-2\t0")
    assert said["remarks"] == [
        "Row 5: more than a year after the evening before.",
        "The days of “Pasted” run to and fro.",
        "Row 4: Friday, 4 March 2016 is there twice.",
    ]


def test_that_the_newest_day_is_on_top_is_said() -> None:
    assert sentences(*MARCH[::-1])["remarks"] == ["The newest day of “Pasted” is on top."]


def test_which_of_two_days_without_a_year_was_first_is_asked_where_both_can_be() -> None:
    short = ("18.12.\t5\t-5\t0", "8.1.\t4\t-4\t0")
    assert sentences(*short)["asked"] == ["Which day of “Pasted” was first?"]
    year = "In which year was the oldest day (8.1.) of “Pasted”?"
    assert sentences(*short, **{"order-0": "up"})["asked"] == [year]


def test_of_money_the_example_is_there_before_a_point_has_a_price() -> None:
    with translation.override("en"):
        worksheets = pasted("\n".join((HEAD, "4.3.2016\t0,50 €\t-0,50 €\t")))
    grid = grid_of(worksheets, {})
    assert [question.field for question in grid.questions] == ["cents"]
    assert [example.sentence for example in grid.examples] == [
        "On Friday, 4 March 2016 Anna won € 0.50; the numbers are for each evening."
    ]


def test_a_weekday_that_was_none_is_said() -> None:
    said = sentences("Mo 4.3.2016\t5\t-5\t0", MARCH[1])
    assert said["remarks"] == ["Row 2: “Mo 4.3.2016” was a Friday, 4 March 2016."]


def test_a_cell_that_is_neither_read_nor_tapped_is_named() -> None:
    assert sentences(*MARCH, "18.3.2016\t?\t-5\t0")["refused"] == ["Cell B4: “?” is not a number."]
    assert sentences(*MARCH, "18.3.2016\t=A1\t-5\t0")["refused"] == [
        "Cell B4: a formula without its result: save the file once in a spreadsheet."
    ]


def test_zero_is_asked_about_and_a_year_that_is_none_stays_open() -> None:
    assert sentences(*MARCH, "18.3.2016\t0\t0\t0")["asked"] == ["0: was there, or was not there?"]
    short = ("4.3.\t5\t-5\t0", "11.3.\t4\t-4\t0")
    question = "In which year was the oldest day (4.3.) of “Pasted”?"
    assert sentences(*short)["asked"] == [question]
    assert sentences(*short, **{"year-0": "soon"})["asked"] == [question]
    assert sentences(*short, **{"year-0": "2016"})["asked"] == []


def test_so_much_is_said_at_a_time_and_nothing_is_ready_before_the_rest() -> None:
    spoilt = sentences(
        *(f"{day}.3.2016\t5\t?\t" for day in range(1, 29)), *(f"{day}.4.2016\t5\t?\t" for day in range(1, 29))
    )
    assert len(spoilt["refused"]) == 50
    back = [f"{day}.3.2016\t5\t-5\t" for _again in range(3) for day in range(28, 0, -1)]
    assert len(sentences(*back)["remarks"]) == 50
