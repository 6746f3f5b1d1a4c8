"""The engine in a phone: what it weighs, how soon it answers, how long a hand takes, its memory."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from threading import Event, Thread
from typing import Any

from playwright.sync_api import Browser, Page, Response, sync_playwright

from scoring.table.pages.recording_page import phone_engine_parts
from tests.benchmarks import memory
from tests.support.browser.chromium import ARGUMENTS, find_chromium
from tests.support.engine.phone import evening
from tests.support.races.processes import HOST, own_server

SLOWED = 4  # times
SLICE = 0.02  # seconds; of each the browser has its part
TIMES = 3
HANDS = 100
IN_A_CELLAR = 60  # hands that wait, all of which are asked for with each further one
BEGIN = """async (parts) => {
    const { phoneEngine } = await import('/static/scoring/engine/engine.js');
    const begun = performance.now();
    window.engine = phoneEngine(parts);
    await engine.ready();
    return engine.trouble ?? performance.now() - begun;
}"""
KEEP = """async ({ memory }) => {
    await caches.open("engine");
    engine.leave();
    await engine.ready();
    while (!(await caches.match(memory))) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
ASK = """async ([question, times]) => {
    const taken = [];
    for (let time = 0; time < times; time += 1) {
        const begun = performance.now();
        if ((await engine.ask(question)).wrong) throw new Error("not answered");
        taken.push(performance.now() - begun);
    }
    return taken;
}"""


def measure() -> None:
    print("\nThe engine in a phone   (aim: 4.5 MB; slowed 4 times: starts in 4.0 s, a hand 10 ms; 150 MiB)")
    parts = phone_engine_parts()
    if parts is None:
        print("  not built here: `make setup` says why")
        return
    with own_server() as server, sync_playwright() as playwright:
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        _measure_at(browser, f"http://{HOST}:{server.port}", parts)
        browser.close()


def _measure_at(browser: Browser, base: str, parts: dict[str, Any]) -> None:
    """Print what a phone that has loaded everything before takes, but for what it loads."""
    page = browser.new_page()
    weights: list[int] = []
    page.on("response", lambda answer: weights.append(_weight(answer)))
    asked = {**evening("standard", 1), "sheet": None}
    hand = {**asked, "waits": asked["waits"][:1], "typed": None}
    cellar = {**asked, "waits": asked["waits"][:1] * IN_A_CELLAR, "typed": None}
    typed = {**asked, "waits": []}  # with all that cannot be tapped beside it
    page.goto(f"{base}/rules/")
    page.evaluate(BEGIN, parts)
    print(f"  loaded: {sum(weights) / 1e6:.2f} MB")
    anew = {slowed: median(_starts(browser, page, parts, slowed)) for slowed in (1, SLOWED)}
    page.evaluate(KEEP, parts)
    for slowed, first in anew.items():
        starts, spent, hands, previews, cellars = [], [], [], [], []
        for _turn in range(TIMES):
            page.goto(f"{base}/rules/")
            renderer, processor = _renderer(browser)
            before = memory.now(renderer)
            with slow(renderer, slowed):
                begun = _begun(page, parts)
                taken_by_start = _renderer(browser)[1] - processor
                of_hands, of_previews = (page.evaluate(ASK, [each, HANDS]) for each in (hand, typed))
                of_cellars = page.evaluate(ASK, [cellar, TIMES])
            starts.append(begun)
            spent.append(taken_by_start)
            hands += of_hands[1:]
            previews += of_previews[1:]
            cellars += of_cellars[1:]
        print(f"  slowed {slowed} times: starts after {median(starts) / 1000:.2f} s", end="   ")
        print(f"processor {median(spent):.2f} s   for the first time {first / 1000:.2f} s", end="   ")
        print(f"a hand {median(hands):.1f} ms   while typed {median(previews):.1f} ms", end="   ")
        print(f"behind {IN_A_CELLAR} that wait {median(cellars):.0f} ms", end="   ")
        print(f"memory {memory.now(renderer) - before:.0f} MiB")


def _starts(browser: Browser, page: Page, parts: dict[str, Any], slowed: int) -> Iterator[float]:
    """Yield in how many milliseconds the engine starts where its memory was not kept."""
    for _turn in range(TIMES):
        page.goto(page.url)
        with slow(_renderer(browser)[0], slowed):
            yield _begun(page, parts)


def _begun(page: Page, parts: dict[str, Any]) -> float:
    begun = page.evaluate(BEGIN, parts)
    assert isinstance(begun, float | int), begun
    return begun


def _weight(answer: Response) -> int:
    return int(answer.headers.get("content-length", 0)) if "phone_engine" in answer.url else 0


def _renderer(browser: Browser) -> tuple[int, float]:
    """Return the process of the page that was shown last, and how long it has had a processor."""
    devtools = browser.new_browser_cdp_session()
    told = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    devtools.detach()
    return max((int(process["id"]), process["cpuTime"]) for process in told if process["type"] == "renderer")


@contextmanager
def slow(process: int, times: int) -> Iterator[None]:
    """Let a process run for a part of each moment; what the browser offers slows no worker."""
    done = Event()

    def stop_and_go() -> None:
        while not done.wait(SLICE / times):
            os.kill(process, signal.SIGSTOP)
            time.sleep(SLICE - SLICE / times)
            os.kill(process, signal.SIGCONT)

    slowing = Thread(target=stop_and_go)
    if times > 1:
        slowing.start()
    try:
        yield
    finally:
        done.set()
        if times > 1:
            slowing.join()
