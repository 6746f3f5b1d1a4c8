"""Every promise to an organiser has a test that is there and runs."""

from __future__ import annotations

from collections import Counter
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.declaring import declared
from tests.support.checkout import ROOT
from tournaments.templatetags.results_file import WORDS_OF

PROMISES = [
    promise
    for group in declared("tournaments.results_file.promises").values()
    for promise in group["promises"]
]


def collected(session: pytest.Session, path: str) -> set[str]:
    """The tests that pytest finds in a file and does not leave out."""
    module = pytest.Module.from_parent(session, path=ROOT / path)
    return {
        test.originalname
        for test in module.collect()
        if isinstance(test, pytest.Function)
        and not any(test.get_closest_marker(mark) for mark in ("skip", "skipif", "xfail"))
    }


def test_each_of_forty_promises_is_kept_by_a_test_that_runs(request: pytest.FixtureRequest) -> None:
    assert len(PROMISES) == 40
    named = [promise["test"] for promise in PROMISES]
    assert [name for name, times in Counter(named).items() if times > 1] == []
    there = {path: collected(request.session, path) for path in {name.partition("::")[0] for name in named}}
    missing = [name for name in named if name.partition("::")[2] not in there[name.partition("::")[0]]]
    assert missing == []


def test_each_is_said_in_both_languages() -> None:
    for promise in PROMISES:
        assert promise.keys() == {"de", "en", "test"}
        assert promise["de"].endswith(".")
        assert promise["en"].endswith(".")
        assert promise["de"] != promise["en"]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_handbook_prints_all_of_them_and_every_name_of_the_format(client: Client, language: str) -> None:
    def chapter(name: str) -> str:
        address = reverse("scoring:chapter", args=[name])
        return unescape(client.get(f"{address}?language={language}", follow=True).content.decode())

    promises, results = chapter("promises"), chapter("results")
    assert [promise[language] for promise in PROMISES if promise[language] not in promises] == []
    names = [name for rows in WORDS_OF.values() for name, _sentence in rows()]
    assert len(names) > 100
    assert {"label", "radl.length", "kontra.levels"} < set(names), "keys of a sheet, and of its tables"
    assert [name for name in names if f"<code>{name}</code>" not in results] == []
