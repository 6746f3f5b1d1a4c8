"""What runs on PostgreSQL as well: every statement that the tests send, and everything nobody noted."""

import pytest
from django.db import DatabaseError, connection

from scoring.models import Club
from tests.support.statements import Sent, chosen_from, noting, shape_of
from tournaments.series.year import years_with_series


def test_everything_is_sent_by_the_quickest_and_what_was_not_noted_or_speaks_of_sorting_runs_too() -> None:
    sent = {"gone": 0, "quick": 1, "slower": 2, "names_are_sorted": 9}
    noted = {f"test.py::test_{name}": Sent(frozenset({"one"}), took) for name, took in sent.items()}
    noted["test.py::test_both"] = Sent(frozenset({"one", "two"}), 5)
    there = noted.keys() - {"test.py::test_gone"} | {"test.py::test_new"}
    chosen = {"both", "names_are_sorted", "new"}
    assert chosen_from(there, noted) == {f"test.py::test_{name}" for name in chosen}
    del noted["test.py::test_both"]
    assert "test.py::test_quick" in chosen_from(there, noted)


@pytest.mark.parametrize(
    ("statement", "other", "same"),
    [
        ("SELECT a WHERE b IN (%s, %s)", "SELECT a WHERE b IN (%s, %s, %s)", True),
        ("INSERT INTO a VALUES (%s, %s), (%s, %s)", "INSERT INTO a VALUES (%s, %s)", True),
        ("SELECT a WHERE (b = %s)", "SELECT a WHERE (b = %s OR b = %s OR b = %s)", True),
        (
            "SET a = CASE WHEN (b = %s) THEN %s WHEN (b = %s) THEN %s END",
            "SET a = CASE WHEN (b = %s) THEN %s END",
            True,
        ),
        ("SELECT a LIMIT 21", "SELECT a LIMIT 1", True),
        ("SELECT a WHERE b = %s", "SELECT a WHERE c = %s", False),
        ("SELECT a ORDER BY b", "SELECT a ORDER BY b DESC", False),
    ],
)
def test_the_values_do_not_make_another_statement(statement: str, other: str, same: bool) -> None:
    assert (shape_of(statement) == shape_of(other)) is same


@pytest.mark.django_db
def test_what_is_sent_is_noted_and_so_is_what_is_refused() -> None:
    with noting() as shapes:
        list(Club.objects.filter(pk=1))
    with noting() as other_value:
        list(Club.objects.filter(pk=2))
    assert len(shapes) == 1
    assert other_value == shapes
    with noting(tests_too=False) as of_program:
        list(Club.objects.filter(pk=3))
    assert not of_program
    with noting(tests_too=False) as of_program:
        years_with_series(Club(pk=3))
    assert of_program
    with noting() as refused, pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    assert len(refused) == 2
