"""Phones that settle by themselves: the engine's own Python, asked in place of the one in a worker."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape, unescape

from playwright.sync_api import BrowserContext, Route

from scoring.phone_chart import answered

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
