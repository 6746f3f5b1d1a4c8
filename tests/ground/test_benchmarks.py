"""Every part of `make bench` can be loaded, and those that need no further program measure a little."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import pytest

from tests.benchmarks import hands, pages
from tests.benchmarks.__main__ import PARTS

pytestmark = pytest.mark.database("sqlite")  # as the bench itself


# How each is begun, and sizes with which it ends at once.
TINY: Mapping[Any, tuple[Callable[[], object], Mapping[str, object]]] = {
    hands: (hands.measure, {"EARLY": 9, "LATE": 10, "ROUNDS": 1}),
    pages: (pages.measure, {"REPEATS": 2}),
}


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_there(part: str) -> None:
    assert callable(import_module(f"tests.benchmarks.{part}").measure)


@pytest.mark.parametrize("part", TINY, ids=lambda part: part.__name__.rpartition(".")[2])
@pytest.mark.own_time("the bell rings after 30 minutes, and the hands are given before")
@pytest.mark.django_db
def test_a_part_measures(
    part: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin, sizes = TINY[part]
    for name, value in sizes.items():
        monkeypatch.setattr(part, name, value)
    begin()
    assert capsys.readouterr().out.count("\n") > 2
