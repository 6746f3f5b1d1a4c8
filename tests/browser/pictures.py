"""`make pictures`: takes the README's pictures anew, from a server of its own on a free port."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent.parent
PICTURES = Path(__file__).parent / "pictures"


@contextmanager
def server() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, "manage.py", "runserver", address, "--noreload"]
    process = subprocess.Popen(command, cwd=ROOT, env={"DEBUG": "1"}, stdout=subprocess.DEVNULL)
    try:
        wait_for(f"http://{address}/")
        yield f"http://{address}"
    finally:
        process.terminate()
        process.wait()


def wait_for(url: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(url, timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit(f"{url} does not answer")


def take(
    browser: Browser, url: str, name: str, *, width: int, height: int, dark: bool, group: str = ""
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
    )
    page = context.new_page()
    page.goto(url)
    if group:
        page.evaluate(
            "id => { const it = document.getElementById(id); it.open = true; it.scrollIntoView(); }", group
        )
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with server() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        take(browser, f"{base}/rules/treffpunkt/", "speiszettel", width=1100, height=760, dark=False)
        take(
            browser,
            f"{base}/rules/standard/",
            "examples",
            width=390,
            height=760,
            dark=True,
            group="besserrufer",
        )
        browser.close()


if __name__ == "__main__":
    main()
