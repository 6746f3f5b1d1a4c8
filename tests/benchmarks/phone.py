"""The recording page on a phone: what it weighs, how soon it can be tapped, how long each tap takes."""

import subprocess
import sys
from statistics import median

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.browser.pictures import PASSWORD, PHONE, played_sheet
from tests.support.browser.chromium import ARGUMENTS, find_chromium
from tests.support.races.processes import HOST, ROOT, own_server

SLOWED = 4  # times
TIMES = 5
# When the form can be tapped: the seats are there, and a frame with them has been shown.
READY = """
    new MutationObserver((_, watch) => {
        if (!document.querySelector('.seats button')) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => { window.ready = performance.now(); }));
    }).observe(document, { childList: true, subtree: true });
"""
WEIGHT = """() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return [all.filter(one => one.transferSize).length, all.reduce((sum, one) => sum + one.transferSize, 0)];
}"""
# From the tap to the frame that shows what it did.
TAP = """async (button) => {
    const begun = performance.now();
    button.click();
    const handled = performance.now() - begun;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return [handled, performance.now() - begun];
}"""
TAPS = {
    "who plays": "#declarer-0 button:nth-child(1)",
    "more games": "#contract-0 .after button",
    "fewer games": "#contract-0 .after button",
    "a game": "[data-act*='besserrufer']",
    "the partner": "#declarer-0 .player:nth-child(2)",
    "the bird": "#bird button",
    "what few need": "#further",
    "by points": "#result-0 [aria-expanded]",
    "a digit": ".counting .key",
    "a premium": "#premiums .opt:not(:disabled)",
    "out of the ordinary": "#special-opener",
}


def measure() -> None:
    print(
        f"\nThe recording page on a phone, its processor slowed {SLOWED} times   (aim: 120 kB, a tap 50 ms)"
    )
    with own_server() as server:
        played = [sys.executable, "-m", "tests.support.run", __name__]
        done = subprocess.run(played, cwd=ROOT, env=server.environment, check=True, capture_output=True)
        server.start()
        _measure_at(f"http://{HOST}:{server.port}", done.stdout.decode().split()[-1])


def _measure_at(base: str, sheet: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        # Without a worker, which fetches everything by itself: the page is weighed as it is.
        context = browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]}, locale="de", service_workers="block"
        )
        page = context.new_page()
        page.goto(f"{base}/sign-in/?next={sheet}")
        page.locator("[name=name], [name=username]").first.fill("Anna")
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("main form button").first.click()
        page.wait_for_url(f"**{sheet}")
        page.add_init_script(READY)
        devtools = context.new_cdp_session(page)
        _print_opening(page, devtools, f"{base}{sheet}record/")
        _print_taps(page, devtools, f"{base}{sheet}record/")
        browser.close()


def _print_opening(page: Page, devtools: CDPSession, address: str) -> None:
    for how in ("cold", "warm"):
        taken = []
        for _ in range(TIMES):
            if how == "cold":
                devtools.send("Network.clearBrowserCache")
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
            page.goto(address)
            page.wait_for_function("window.ready")
            taken.append(page.evaluate("window.ready"))
            page.wait_for_load_state("networkidle")
            requests, weight = page.evaluate(WEIGHT)
        weighs = f"{requests} requests   {weight / 1000:.0f} kB"
        print(f"  {how}: {weighs}   can be tapped after {median(taken):.0f} ms")


def _print_taps(page: Page, devtools: CDPSession, address: str) -> None:
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(TIMES):
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        page.evaluate("localStorage.clear()")
        page.goto(address)
        page.locator(".seats button").first.wait_for()
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        for name, button in TAPS.items():
            target = page.locator(button).first
            target.wait_for()
            handled, shown = target.evaluate(TAP)
            found.setdefault(name, []).append((handled, shown))
            page.wait_for_timeout(400)  # what is asked for afterwards is no part of it
    print("  milliseconds of a tap: handled, and shown")
    for name, times in found.items():
        handled, shown = (median(time) for time in zip(*times, strict=True))
        print(f"  {name:<22} {handled:6.0f} {shown:6.0f}")


if __name__ == "__main__":
    _house, address = played_sheet()
    print(address)
