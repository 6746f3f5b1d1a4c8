"""SECURITY.md is complete: every column of every table is found when it changes, refused, or named there."""

from tests.support.checkout import ROOT
from tests.support.scoring.columns import LISTED, columns, found, named, refused


def test_every_column_is_found_refused_or_named_in_security_md() -> None:
    silent = columns().keys() - refused() - named().keys() - found()
    assert silent == set(), "find it in `verify`, or say in SECURITY.md that nobody does"
    assert found() - columns().keys() == set()
    assert found() & named().keys() == set()


def test_what_is_named_stands_in_security_md() -> None:
    text = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    unfound = text.partition("Nothing finds these changes:")[2].partition("## ")[0]
    assert [words for words in LISTED["named"] if words not in unfound] == []
    names = {*columns(), *(name.rpartition(".")[0] for name in columns())}
    assert {name for of_words in LISTED["named"].values() for name in of_words.split()} - names == set()
