"""The engine in a browser: the server's answers, byte by byte, and no harm where there is none."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from unittest.mock import ANY

import pytest
from django.conf import settings
from playwright.sync_api import Page

from scoring.engine.loading import Data, resolved
from scoring.engine.record import to_dict
from scoring.phone_chart import answered
from scoring.rules import SLUGS, published, read
from scoring.templatetags.pages import STATIC_FILES
from tarockclub import folders
from tarockclub.middleware import HEADERS
from tarockclub.phone_engine import FOLDER as PARTS_FOLDER
from tarockclub.phone_engine import RUNTIME
from tests.everything.without_network import settling_anything
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
from tests.support.clubs.clubs import CLUBS, FOLDER, club_data
from tests.support.engine.hands import build_hand, seeded
from tests.support.engine.phone import EVENINGS, evening
from tests.support.engine.rulebook import Rulebook, rulebook

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
        records = [to_dict(build_hand(seeded(seed), rules), rules) for seed in range(DRAWN)]
        yield under(slug, resolved(slug, read), records)


@pytest.fixture
def parts() -> Parts:
    return built_parts()


def test_whatever_was_worked_out_by_hand_comes_out_the_same_in_a_browser(
    page: OpenPage, parts: Parts
) -> None:
    anything = with_modules(parts, SETTLING_ANYTHING, settings.STATICFILES_DIRS[0])
    asked = [*worked_out_by_hand(), *drawn()]
    expected = [settling_anything.answered(begin + end) for begin, ends in asked for end in ends]
    assert len(expected) > 4800
    assert answers(page(), anything, asked) == expected


def test_whole_evenings_that_wait_come_out_the_same_in_a_browser(page: OpenPage, parts: Parts) -> None:
    evenings = [json.dumps(evening(slug, seed)) for slug in SLUGS for seed in EVENINGS]
    expected = [answered(asked) for asked in evenings]
    assert answers(page(), parts, [Questions("", evenings)]) == expected
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


def open_with(visitor: Page, parts: Parts, before: str, *, shared: bool = False) -> None:
    """Open any page whose worker runs a script first, so that it has what another browser has."""
    script = Path(settings.STATICFILES_DIRS[0]) / "worker-of-the-test.js"
    script.write_text(f"{before}\n{(STATIC_FILES / 'scoring/engine/worker.js').read_text()}")
    parts["worker"] = f"{settings.STATIC_URL}{script.name}"
    visitor.goto("/imprint/")
    if not shared:
        visitor.evaluate("delete globalThis.SharedWorker")


REFUSING = """
    delete StorageManager.prototype.estimate;
    Cache.prototype.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'));
"""


def test_an_engine_begins_also_where_the_browser_keeps_no_memory_of_it(page: OpenPage, parts: Parts) -> None:
    visitor = page()
    open_with(visitor, parts, REFUSING)
    visitor.evaluate("caches.open('engine')")
    assert visitor.evaluate(BEGIN, [parts, PATIENCE]), trouble(visitor)
    assert visitor.evaluate("memory => caches.match(memory).then(Boolean)", parts["memory"]) is False
    assert visitor.evaluate("engine.ask({})") == {"wrong": "question", "text": ANY}


COUNTING = """
asked = 0
def answered(question):
    global asked
    asked += 1
    return str(asked)
"""


def test_all_pages_share_one_worker_until_the_last_one_leaves_it(page: OpenPage, parts: Parts) -> None:
    counting = with_modules(parts, {PHONE: COUNTING}, settings.STATICFILES_DIRS[0])
    one = page()
    two = one.context.new_page()
    for visitor in (one, two):
        open_with(visitor, counting, "", shared=True)
        assert visitor.evaluate(BEGIN, [counting, PATIENCE]), trouble(visitor)
    assert [each.evaluate("engine.ask('')") for each in (one, two, one)] == [1, 2, 3]
    one.evaluate("engine.leave()")
    assert two.evaluate("engine.ask('')") == 4
    assert one.evaluate("engine.ask('')") == 5
    for visitor in (one, two):
        visitor.evaluate("engine.leave()")
    assert one.evaluate("engine.ask('')") == 1


def test_a_page_that_can_share_no_worker_has_one_of_its_own(page: OpenPage, parts: Parts) -> None:
    visitor = page()
    open_with(visitor, parts, "", shared=True)
    visitor.evaluate(
        """(address) => {
            globalThis.SharedWorker = class extends SharedWorker {
                constructor() { super(address); }
            };
        }""",
        f"{settings.STATIC_URL}none.js",
    )
    assert visitor.evaluate(BEGIN, [parts, 3000]), trouble(visitor)


def test_a_browser_that_cannot_read_the_parts_is_told_that_it_is_too_old(
    page: OpenPage, parts: Parts
) -> None:
    folder = Path(settings.STATICFILES_DIRS[0]) / "runtime-of-the-test"
    folder.mkdir(exist_ok=True)
    for name in RUNTIME:
        shutil.copyfile(folders.STATIC / PARTS_FOLDER / Path(parts["runtime"]).name / name, folder / name)
    (folder / "pyodide.asm.mjs").write_text("export class {")
    visitor = page()
    open_with(visitor, parts, "")
    given = {**parts, "runtime": f"{settings.STATIC_URL}{folder.name}"}
    assert visitor.evaluate(BEGIN, [given, PATIENCE]) is False
    assert trouble(visitor)["word"] == "unsupported"


def test_what_forbids_the_runtime_to_start_is_told(shaky_page: OpenPage, parts: Parts) -> None:
    """Pyodide only logs it, and would be waited for."""
    visitor = shaky_page()
    policy = HEADERS["Content-Security-Policy"]
    assert not begin(visitor, parts, policy=policy)
    assert trouble(visitor)["word"] == "failed"
    assert "WebAssembly" in trouble(visitor)["why"]


def test_a_phone_loads_no_more_than_it_is_promised(parts: Parts) -> None:
    assert parts["size"] <= 4_500_000
