"""Names that could be one person's, and names that are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.names import Likeness, NameRegister, likeness

ALIKE = [
    ("Franz Huber", "franz  huber", Likeness.SAME),
    ("Huber Franz", "Franz Huber", Likeness.ORDER),
    ("Müller", "Mueller", Likeness.SPELLING),
    ("Müller Hans", "Hans Muller", Likeness.ORDER),
    ("Weiß", "Weiss", Likeness.SAME),
    ("Renée", "Renee", Likeness.SPELLING),
    ("Franz-Josef Huber", "Franz Josef Huber", Likeness.SPELLING),
    ("\u0425aver", "Xaver", Likeness.SPELLING),
    ("\u041d\u0430ns", "Hans", Likeness.SPELLING),
    ("Anna\ufe0f", "Anna", Likeness.SAME),
    ("An\u200bna", "anna", Likeness.SAME),
    ("Meier", "Maier", Likeness.LETTER),
    ("Maier", "Mayer", Likeness.LETTER),
    ("Hubr", "Huber", Likeness.LETTER),
    ("Hubre", "Huber", Likeness.LETTER),
    ("Meier Hans", "Hans Maier", Likeness.LETTER),
    ("Cilli", "Cili", Likeness.LETTER),
    ("F. Huber", "Franz Huber", Likeness.INITIAL),
    ("Huber F", "Franz Huber", Likeness.INITIAL),
]
APART = [
    ("Anna", "Dora"),
    ("Eva", "Ewa"),  # of three letters another one is another name
    ("Gast 1", "Gast 2"),
    ("Gast 1", "Gast 11"),
    ("Tisch 12", "Tisch 21"),
    ("Franz", "Franz Huber"),
    ("F. Huber", "Franz Gruber"),
    ("F. H.", "Franz Huber"),
    ("Hubrich", "Huber"),
    ("", "Anna"),
    ("!?", "?!"),
]


@pytest.mark.parametrize(("one", "other", "why"), ALIKE)
def test_two_spellings_of_one_person_are_found(one: str, other: str, why: Likeness) -> None:
    assert likeness(one, other) is likeness(other, one) is why
    assert NameRegister([("Dora", 1), (other, 2), ("Emil", 3)]).like(one) == [(2, why)]
    assert NameRegister([(one, 1)]).like(other) == [(1, why)]


@pytest.mark.parametrize(("one", "other"), APART)
def test_two_people_are_not_taken_for_one(one: str, other: str) -> None:
    assert likeness(one, other) is likeness(other, one) is None
    assert NameRegister([(other, 1)]).like(one) == []


words = st.text(alphabet="abeiou.ßüé -1", max_size=8)


@given(words, words)
def test_the_register_finds_exactly_what_is_alike(one: str, other: str) -> None:
    why = likeness(one, other)
    assert NameRegister([(other, 1)]).like(one) == ([] if why is None else [(1, why)])
    assert likeness(other, one) is why
