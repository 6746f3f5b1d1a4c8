"""Lists of a hall go by the surname: each row in its order, as names are written there."""

import pytest

from scoring.names import by_surname, in_one_order

FIRST_NAME_FIRST = """
Anna Adam | Zita Ärmel | Josef Berger | Emil Öhler | Otto Ott
Anna Groß | Bert Gross | Bert Grosser
Ludwig van Beethoven | Anna Beham | Maria von Trapp | Alexander Van der Bellen | Sepp Vogel
Johann Wolfgang von Goethe | Anna Maria Huber | Zita Huber | Eva Huber-Maier | Anna Hubert
Franz Eder | Franz Eder 2 | Franz Eder 10 | Franz Eder jun. | Franz Eder sen. | Dr. Rosa Eder
Rosa Eder | Sepp | Mag. Eva Tanner
Gast 2 | Gast 10 | Gustl | Franz H. | Anna Huber
Škoda Čapek | Huber, Anna | Bert Huber
Franz Huber (Gast) | Zoe Huber
"""
SURNAME_FIRST = """
Adam Zita | Ärmel Anna | Berger Josef
van Beethoven Ludwig | Berger Josef | Van der Bellen Alexander
Eder Franz | Eder Franz jun. | Dr. Huber Anna Maria | Huber Zita | Huber-Maier Eva | Sepp
Gast 2 | Gast 10 | Gustl
"""


def orders(text: str) -> list[list[str]]:
    return [line.split(" | ") for line in text.strip().splitlines()]


@pytest.mark.parametrize("people", orders(FIRST_NAME_FIRST), ids=" < ".join)
def test_names_with_the_first_name_first(people: list[str]) -> None:
    assert sorted(set(people), key=by_surname) == people


@pytest.mark.parametrize("people", orders(SURNAME_FIRST), ids=" < ".join)
def test_names_with_the_surname_first(people: list[str]) -> None:
    assert sorted(set(people), key=lambda name: by_surname(name, surname_first=True)) == people


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ("Huber, Franz", "Franz Huber", "Huber Franz"),
        (" Van der Bellen ,Alexander", "Alexander Van der Bellen", "Van der Bellen Alexander"),
        ("Franz Huber", "Franz Huber", "Franz Huber"),
        ("Huber, Franz, Linz", "Huber, Franz, Linz", "Huber, Franz, Linz"),
        ("Franz Huber, jun.", "Franz Huber, jun.", "Franz Huber, jun."),
        ("Huber,", "Huber,", "Huber,"),
    ],
)
def test_a_comma_says_which_is_the_surname(written: str, first: str, last: str) -> None:
    assert (in_one_order(written), in_one_order(written, surname_first=True)) == (first, last)
