"""The engine in a browser: the server's answers, byte by byte, and no harm where there is none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from django.conf import settings

from scoring.engine.loading import Data, resolved
from scoring.engine.record import hand_record
from scoring.phone_chart import answered
from scoring.rules import SLUGS, published, read
from tarockclub.middleware import HEADERS
from tests.support.browser.no_network import (
    NewContext,
    house,
    phone,
    play,
    scorer_on,
    tarockrunde,
)
from tests.support.browser.pages import OpenPage
from tests.support.browser.phone_engine import (
    BEGIN,
    PATIENCE,
    Parts,
    Questions,
    answers,
    begin,
    built_parts,
    trouble,
    with_modules,
)
from tests.support.browser.recording_form import table_of
from tests.support.clubs.clubs import CLUBS, FOLDER, club_data
from tests.support.engine import settling_anything
from tests.support.engine.hands import build_hand, seeded
from tests.support.engine.phone import EVENINGS, evening
from tests.support.engine.rulebook import Rulebook, rulebook
from tests.support.scoring.house import House

__all__ = ["house", "phone", "tarockrunde"]

DRAWN = 50  # hands of each published sheet
PHONE = "scoring/engine/phone.py"
SETTLING_ANYTHING = {PHONE: Path(settling_anything.__file__).read_text()}


def under(slug: str, data: Data, documents: Iterable[Mapping[str, object]]) -> Questions:
    rules = json.dumps({"slug": slug, "data": data})
    begin = f'{{"rules": {json.dumps(rules)}, "document": '
    return Questions(begin, [f"{json.dumps({**document, 'rules': slug})}}}" for document in documents])


def worked_out_by_hand() -> Iterator[Questions]:
    """Yield all examples and tables of the published sheets and of the clubs' own."""
    for slug in SLUGS:
        yield under(slug, resolved(slug, read), documents_of(rulebook(slug)))
    for slug in CLUBS:
        yield under(slug, club_data(slug), documents_of(rulebook(slug, FOLDER)))


def documents_of(book: Rulebook) -> Iterator[Mapping[str, object]]:
    yield from (example.document for example in (*book.all_examples, *book.all_tables))


def drawn() -> Iterator[Questions]:
    for slug in SLUGS:
        rules = published()[slug]
        records = [hand_record(build_hand(seeded(seed), rules), rules) for seed in range(DRAWN)]
        yield under(slug, resolved(slug, read), records)


@pytest.fixture
def parts() -> Parts:
    return built_parts()


@pytest.fixture
def anything(parts: Parts) -> Parts:
    """The engine, asked for whatever it can settle."""
    return with_modules(parts, SETTLING_ANYTHING, settings.STATICFILES_DIRS[0])


def by_the_server(
    asked: Iterable[Questions], ask: Callable[[str], str] = settling_anything.answered
) -> list[str]:
    return [ask(begin + end) for begin, ends in asked for end in ends]


def test_whatever_was_worked_out_by_hand_comes_out_the_same_in_a_browser(
    page: OpenPage, anything: Parts
) -> None:
    asked = [*worked_out_by_hand(), *drawn()]
    expected = by_the_server(asked)
    assert len(expected) > 4800
    assert answers(page(), anything, asked) == expected


def test_whole_evenings_that_wait_come_out_the_same_in_a_browser(page: OpenPage, parts: Parts) -> None:
    evenings = [json.dumps(evening(slug, seed)) for slug in SLUGS for seed in EVENINGS]
    asked = [Questions("", evenings)]
    expected = by_the_server(asked, answered)
    assert answers(page(), parts, asked) == expected
    assert sum(len(json.loads(answer)["entries"]) for answer in expected) > 300


# A phone that is short of memory ends a worker without a word: like one that never answers.
ENDED = """
def answered(question):
    while "end" in question:
        pass
    if "fail" in question:
        raise AssertionError(question)
    return question
"""


def test_a_worker_that_fails_goes_on_and_one_that_the_phone_ends_is_begun_again(
    shaky_page: OpenPage, parts: Parts
) -> None:
    visitor = shaky_page()
    ended = with_modules(parts, {PHONE: ENDED}, settings.STATICFILES_DIRS[0])
    assert begin(visitor, ended, patience=1000), trouble(visitor)
    assert visitor.evaluate("engine.ask('fail')") is None
    assert trouble(visitor)["word"] == "failed"
    assert "AssertionError" in trouble(visitor)["why"]
    assert visitor.evaluate("engine.ask('go on')") == "go on"
    for question in ("one", "two"):
        assert visitor.evaluate("q => engine.ask(q)", question) == question
        assert visitor.evaluate("q => engine.ask(q)", "end") is None
        assert trouble(visitor)["word"] == "died"
    assert visitor.evaluate("q => engine.ask(q)", "three") == "three"
    assert trouble(visitor) is None
    assert visitor.evaluate("q => engine.ask(q)", "end") is None
    assert visitor.evaluate("q => engine.ask(q)", "four") is None  # a phone that goes on so is left alone


def test_where_there_is_no_engine_nothing_is_loaded_and_nothing_thrown(page: OpenPage) -> None:
    visitor = page()
    assert not begin(visitor, None)
    assert visitor.evaluate("engine.ask({})") is None
    assert trouble(visitor) == {"word": "absent", "why": ""}


def test_a_browser_without_webassembly_is_told(page: OpenPage, parts: Parts) -> None:
    visitor = page()
    visitor.goto("/imprint/")
    visitor.evaluate("delete globalThis.WebAssembly")
    assert visitor.evaluate(BEGIN, [parts, PATIENCE]) is False
    assert trouble(visitor) == {"word": "unsupported", "why": ""}


def test_a_part_that_does_not_arrive_is_told(shaky_page: OpenPage, parts: Parts) -> None:
    visitor = shaky_page()
    assert not begin(visitor, {**parts, "engine": "/static/phone_engine/engine.none.zip"})
    assert trouble(visitor) == {"word": "failed", "why": "Error: /static/phone_engine/engine.none.zip: 404"}


def test_what_forbids_the_runtime_to_start_is_told(shaky_page: OpenPage, parts: Parts) -> None:
    """Pyodide only logs it, and would be waited for."""
    visitor = shaky_page()
    policy = HEADERS["Content-Security-Policy"]
    assert not begin(visitor, parts, policy=policy)
    assert trouble(visitor)["word"] == "failed"
    assert "WebAssembly" in trouble(visitor)["why"]


def test_a_phone_loads_no_more_than_it_is_promised(parts: Parts) -> None:
    assert parts["size"] <= 4_500_000


def test_the_recording_page_loads_nothing_of_it_before_a_hand_waits(
    phone: NewContext, house: House, parts: Parts
) -> None:
    context = phone()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    scorer = scorer_on(context, table_of(house))
    play(scorer, "Anna").save()
    assert any("/record/" in address for address in asked)
    assert not [address for address in asked if parts["runtime"] in address or "/engine/" in address]
