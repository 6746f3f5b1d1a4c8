"""What every test may rely on: German texts, a real database, a browser that misses no complaint."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit
from uuid import uuid4

import hypothesis
import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.backends.base.operations import BaseDatabaseOperations
from django.test import override_settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright
from pytest_django.live_server_helper import LiveServer

from scoring import protection
from tarockclub import translations
from tests.office import NOT_INSTALLED, find_office

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


DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "empty_database"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what uses the database, so that `-m database` finds it; leaves out what is for the other kind.

    In the browser, where a test takes seconds, only those run on both kinds that say so themselves.
    """
    here: list[pytest.Item] = []
    elsewhere: list[pytest.Item] = []
    for item in items:
        uses_it = "django_db" in item.keywords or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        if uses_it and "tests/browser/" not in item.nodeid:
            item.add_marker("database")
        kinds = {kind for marker in item.iter_markers("database") for kind in marker.args}
        (here if connection.vendor in (kinds or {connection.vendor}) else elsewhere).append(item)
    if elsewhere:
        items[:] = here
        config.hook.pytest_deselected(items=elsewhere)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file instead of memory: locks are real, and two test runs never meet."""
    if connection.vendor == "sqlite":
        folder = tmp_path_factory.mktemp("database")
        settings.DATABASES["default"]["TEST"]["NAME"] = folder / "test.sqlite3"


@pytest.fixture(scope="session", autouse=True)
def tests_may_tidy_up() -> Iterator[None]:
    """What may never be deleted is deleted after a test: only for that its protection is lifted."""
    flush = BaseDatabaseOperations.execute_sql_flush

    def lift_and_flush(operations: BaseDatabaseOperations, statements: list[str]) -> None:
        with transaction.atomic(using=operations.connection.alias):
            protection.unprotect(operations.connection)
            flush(operations, statements)
            protection.protect(operations.connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", lift_and_flush)
        yield


@pytest.fixture
def empty_database(tmp_path: Path) -> Iterator[str]:
    """The address of a database of the kind under test, for programs that are started as a whole."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path}/empty.sqlite3"
        return
    address, name = urlsplit(os.environ["DATABASE_URL"]), f"empty_{uuid4().hex}"
    with psycopg.connect(address.geturl(), autocommit=True) as administration:
        administration.execute(f"CREATE DATABASE {name}")
        yield address._replace(path=f"/{name}").geturl()
        administration.execute(f"DROP DATABASE {name} WITH (FORCE)")


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
            service_workers="block",  # every page comes from the server, except in test_no_network.py
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
def office() -> str:
    """LibreOffice, that opens what was exported."""
    found = find_office()
    if found is None:
        pytest.fail(NOT_INSTALLED) if IN_CI else pytest.skip(NOT_INSTALLED)
    return found


@pytest.fixture(scope="session")
def root() -> Path:
    return settings.BASE_DIR


@pytest.fixture(scope="session", autouse=True)
def passwords_are_hashed_quickly() -> Iterator[None]:
    """A good hash is slow on purpose; the tests make hundreds."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
