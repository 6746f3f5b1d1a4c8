"""What every test may rely on: German texts, a database file, a browser that misses no complaint."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import hypothesis
import pytest
from django.conf import settings
from django.test import override_settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tarockclub import translations

IN_CI = os.environ.get("CI") == "true"

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None)
hypothesis.settings.register_profile("local", deadline=None)
hypothesis.settings.load_profile("ci" if IN_CI else "local")


@pytest.fixture(scope="session", autouse=True)
def compiled_translations() -> None:
    translations.compile_catalogue()


@pytest.fixture(scope="session", autouse=True)
def static_files_from_their_sources() -> Iterator[None]:
    """Nothing has to be collected before a test, and nothing collected earlier is tested."""
    backend = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": backend},
        WHITENOISE_AUTOREFRESH=True,
        WHITENOISE_USE_FINDERS=True,
    ):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A file instead of memory: locks are real, and two test runs never meet."""
    folder = tmp_path_factory.mktemp("database")
    settings.DATABASES["default"]["TEST"]["NAME"] = folder / "test.sqlite3"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    executable = next(found, None)
    if executable is None:
        message = "Chromium is not installed; `make test` installs it where it may."
        pytest.fail(message) if IN_CI else pytest.skip(message)
    # Playwright keeps an event loop in this thread, although nothing here is asynchronous; Django would
    # therefore refuse every query of a test. Its guard is off for as long as the browser is open.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(
            executable_path=executable,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ],
        )
        yield chromium
        chromium.close()


class OpenPage(Protocol):
    def __call__(self, width: int = 1280, height: int = 844, *, dark: bool = False) -> Page: ...


@pytest.fixture
def page(browser: Browser, live_server: LiveServer, transactional_db: None) -> Iterator[OpenPage]:
    """Opens pages, each for a visitor of its own: `phone = page(390, 844, dark=True)`.

    The test fails on any error in a page's console or scripts and on any request to another server.
    """
    complaints: list[str] = []
    contexts: list[BrowserContext] = []
    visited: set[str] = set()

    def open_page(width: int = 1280, height: int = 844, *, dark: bool = False) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale="de-AT",
            timezone_id="Europe/Vienna",
        )
        contexts.append(context)
        context.on("console", note_console_error)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("request", note_foreign_request)
        return context.new_page()

    def note_console_error(message: ConsoleMessage) -> None:
        # That a page itself is not found may be what a test looks at; that a part of it is missing, never.
        not_found = message.location["url"] in visited and "404 (Not Found)" in message.text
        if message.type == "error" and not not_found:
            complaints.append(f"{message.location['url']}: {message.text}")

    def note_foreign_request(request: Request) -> None:
        if request.is_navigation_request():
            visited.add(request.url)
        if not request.url.startswith((f"{live_server.url}/", "data:", "blob:")):
            complaints.append(f"request to another server: {request.url}")

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(scope="session")
def root() -> Path:
    return settings.BASE_DIR


@pytest.fixture(scope="session", autouse=True)
def passwords_are_hashed_quickly() -> Iterator[None]:
    """A good hash is slow on purpose; the tests make hundreds."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
