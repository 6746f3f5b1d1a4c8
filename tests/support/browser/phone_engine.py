"""The engine in a page of the browser: as set-up has built it, or with modules or answers of a test."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, Route

from scoring.phone_chart import answered
from scoring.table.pages.recording_page import phone_engine_parts
from tarockclub import folders
from tarockclub.middleware import OF_THE_WORKER
from tarockclub.phone_engine import FOLDER, building
from tests.support.browser.pages import worked_out
from tests.support.browser.scripts import script

Parts = dict[str, Any]


PATIENCE = 20_000  # milliseconds for an answer
BEGIN = """async ([parts, patience]) => {
    const { phoneEngine } = await import('/static/scoring/engine/engine.js');
    window.engine = phoneEngine(parts, patience);
    return await engine.ready();
}"""
ASK = script("ask_the_worker")


class Questions(NamedTuple):
    """Questions that begin with the same text, which would be long to repeat."""

    begin: str
    ends: list[str]


def built_parts() -> Parts:
    """What a page is told of the engine that set-up has built out of the sources as they are."""
    parts = phone_engine_parts()
    if parts is None:
        pytest.skip("What phones load is not built: `make setup` builds it, or says why it cannot.")
    if settings.PHONE_ENGINE().made_of != building.made_of():
        pytest.fail("What phones load is built of other sources: `make setup` builds it anew.")
    return parts


def with_modules(parts: Parts, modules: Mapping[str, str], folder: Path) -> Parts:
    """Return the engine with other sources for some modules, as a static file of the tests."""
    name = f"engine-{sha256(repr(sorted(modules.items())).encode()).hexdigest()[:8]}.zip"
    with (
        ZipFile(folders.STATIC / FOLDER / Path(parts["engine"]).name) as built,
        ZipFile(folder / name, "w") as changed,
    ):
        for entry in built.namelist():
            if entry.removesuffix("c") not in modules:
                changed.writestr(entry, built.read(entry))
        for module, source in modules.items():
            changed.writestr(module, source)
    return {**parts, "engine": f"{settings.STATIC_URL}{name}"}


def answers(visitor: Page, parts: Parts, questions: Iterable[Questions]) -> Any:
    """Return what the engine in a worker of this page answers to each of them, as text."""
    _open(visitor, OF_THE_WORKER)
    return worked_out(visitor, ASK, [parts, [each._asdict() for each in questions]])


def begin(
    visitor: Page, parts: Parts | None, *, policy: str = OF_THE_WORKER, patience: int = PATIENCE
) -> bool:
    """Begin the engine in this page; return whether it can be asked."""
    _open(visitor, policy)
    return bool(visitor.evaluate(BEGIN, [parts, patience]))


def _open(visitor: Page, policy: str) -> None:
    """Open any page; the server of the tests says nothing of its static files, so this says it."""
    visitor.goto("/imprint/")
    told = {"Content-Security-Policy": policy, "Content-Type": "text/javascript"}
    visitor.route(
        "**/scoring/engine/worker.js", lambda route: route.fulfill(response=route.fetch(), headers=told)
    )


def trouble(visitor: Page) -> Any:
    return visitor.evaluate("engine.trouble")


MODULE = "/static/engine-of-the-test.js"
ENGINE = """
export function phoneEngine() {
  const ask = async (question) => JSON.parse(await answeredByPython(JSON.stringify(question)));
  return { ready: async () => true, ask, leave: () => {} };
}
"""
PREPARED = """
localStorage.setItem("tarockclub engine", JSON.stringify({ version: 1, at: Date.now(), what: true }));
"""
GIVEN = re.compile(r'data-engine="([^"]*)"')


def prepare(
    context: BrowserContext, *, ready: bool = True, answer: Callable[[str], str] = answered
) -> list[str]:
    """Let pages of this phone ask the engine; return the list to which every question will be added.

    Where it is not `ready`, somebody has to tap for it first.
    """
    questions: list[str] = []

    def asked(question: str) -> str:
        questions.append(question)
        return answer(question)

    def with_engine(route: Route) -> None:
        if route.request.resource_type != "document":
            route.fallback()
            return
        response = route.fetch()
        route.fulfill(response=response, body=GIVEN.sub(in_its_place, response.text()))

    def in_its_place(given: re.Match[str]) -> str:
        there = json.loads(unescape(given[1]) or "{}")
        return f'data-engine="{escape(json.dumps({**there, "module": MODULE, "parts": None}))}"'

    context.expose_function("answeredByPython", asked)
    if ready:
        context.add_init_script(PREPARED)
    for page in ("**/record/", "**/play/away/"):
        context.route(page, with_engine)
    context.route(f"**{MODULE}", lambda route: route.fulfill(body=ENGINE, content_type="text/javascript"))
    return questions
