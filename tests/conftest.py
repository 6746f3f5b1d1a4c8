"""What every test may rely on: German texts, a real database, a browser that misses no complaint."""

import fcntl
import gc
import os
import re
import shutil
from collections.abc import Iterator
from functools import wraps
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import hypothesis
import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client, TransactionTestCase, override_settings
from django.utils import translation
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer
from pytest_django.plugin import DjangoDbBlocker

from tarockclub import folders, translations
from tarockclub.phone_engine import FOLDER as PHONE_ENGINE
from tarockclub.static_files import write_whole
from tests.support import call_stack, doctests, jumping, order, sums
from tests.support.browser import axe
from tests.support.browser.arrival import wait_for_arrival
from tests.support.browser.chromium import ARGUMENTS, find_chromium
from tests.support.browser.chromium import NOT_INSTALLED as NO_CHROMIUM
from tests.support.browser.pages import OpenPage, Windows
from tests.support.browser.slow_line import hold_up
from tests.support.dead_names import keep_noting, noting_dead_names
from tests.support.office import NOT_INSTALLED, find_office
from tests.support.read import as_read
from tests.support.skipped import failed_if_skipped
from tests.support.sound_pages import faults_of
from tests.support.stages import Theatre, Values, stage_of
from tests.support.statements import chosen_from, keep, noted, noting
from tournaments.web.kept_answers import PAGE_CACHE, SERIES_CACHE

os.environ["LANGUAGE"] = "en"  # whatever the system of whoever runs the tests speaks
IN_CI = os.environ.get("CI") == "true"

# What is wrong in a property shows in the first few examples; the same ones in CI, others on every machine.
hypothesis.settings.register_profile("tarock", derandomize=IN_CI, deadline=None, max_examples=40)
hypothesis.settings.load_profile("tarock")

expect.set_options(timeout=30_000)  # as long as for everything else: a busy machine is no mistake of a page


@pytest.fixture(scope="session", autouse=True)
def compiled_translations() -> None:
    translations.compile_catalogue()


@pytest.fixture(scope="session", autouse=True)
def programs_that_are_just_installed() -> Iterator[None]:
    """`.ci/test` begins while the system installs what is missing: whoever looks for a program waits."""
    look = shutil.which

    @wraps(look)
    def looked_for(*about: Any, **further: Any) -> str | None:
        with (settings.BASE_DIR / ".ci/system").open() as installing:
            fcntl.flock(installing, fcntl.LOCK_SH)
        return look(*about, **further)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(shutil, "which", looked_for)
        yield


@pytest.fixture(scope="session", autouse=True)
def static_files_from_their_sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing has to be collected before a test, and nothing collected earlier is tested."""
    sent_whole = tmp_path_factory.mktemp("static")
    write_whole(sent_whole)
    backend = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": backend},
        STATICFILES_DIRS=[sent_whole, (PHONE_ENGINE, folders.STATIC / PHONE_ENGINE)],
        WHITENOISE_AUTOREFRESH=True,
        WHITENOISE_USE_FINDERS=True,
        WHITENOISE_MAX_AGE=86_400,  # no browser asks for one twice
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def files_of_this_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What waits there to be fetched or brought in is thrown away by many a test."""
    with override_settings(DATA=tmp_path_factory.mktemp("data")):
        yield


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """The folder in which files wait, with those of one test alone."""
    with override_settings(DATA=tmp_path):
        yield tmp_path


@pytest.fixture(scope="session", autouse=True)
def pages_as_they_are_read() -> Iterator[None]:
    """What a test finds in a page does not depend on how its template is laid out, and it is sound."""
    ask = Client.request

    @wraps(ask)
    def read(client: Client, **about: object) -> HttpResponse:
        dead.clear()
        keep_noting()
        answer = ask(client, **about)
        assert not dead, f"{about['PATH_INFO']}: {sorted(dead)}"
        is_text = answer.get("Content-Type", "").startswith("text/html") and "Content-Encoding" not in answer
        if is_text and not answer.streaming:
            page = as_read(answer.content.decode())
            assert not (faults := faults_of(page)), f"{about['PATH_INFO']}: {faults}"
            answer.content = page
        return answer

    with pytest.MonkeyPatch.context() as patched, noting_dead_names() as dead:
        patched.setattr(Client, "request", read)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--every-statement", action="store_true", help="run only what it takes: tests/support/statements.py"
    )


def pytest_configure(config: pytest.Config) -> None:
    for plugin in (call_stack, doctests, jumping, order, sums):  # for the files of the program as well
        config.pluginmanager.register(plugin)


PROGRAMS = {"empty_database", "migrated_database", "shared_database"}  # started as a whole
COMMITS = {"transactional_db", "live_server"}
SORTING = re.compile(r"::test_\w*(sort|_order|alphabet)")
NEEDED = {
    "browser": {"browser", "other_browser"},
    "office": {"office"},
    "program": {*PROGRAMS, "own_database", "serve"},
}


def uses_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return "django_db" in item.keywords or bool(fixtures & {"db", *COMMITS, *PROGRAMS})


def commits(item: pytest.Item) -> bool:
    transactional = any(marker.kwargs.get("transaction") for marker in item.iter_markers("django_db"))
    return transactional or bool(set(getattr(item, "fixturenames", ())) & {*COMMITS, *PROGRAMS})


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what a test needs, so that `-m database` finds it; leaves out what is for the other kind.

    In the browser, where a test takes seconds, only those run on both kinds that say so themselves. What can
    differ although the same statements are sent is marked `differs`: what commits, races too, and what sorts.
    """
    here: list[pytest.Item] = []
    elsewhere: list[pytest.Item] = []
    alike: set[str] = set()
    for item in items:
        for marker, fixtures in NEEDED.items():
            if fixtures & set(getattr(item, "fixturenames", ())):
                item.add_marker(marker)
        says_so = item.get_closest_marker("database") is not None
        uses_it = uses_database(item) and item.get_closest_marker("browser") is None
        if uses_it:
            item.add_marker("database")
        if says_so or (uses_it and (commits(item) or SORTING.search(item.nodeid))):
            item.add_marker("differs")
        elif uses_it:
            alike.add(item.nodeid)
        vendors = {vendor for marker in item.iter_markers("database") for vendor in marker.args}
        (here if connection.vendor in (vendors or {connection.vendor}) else elsewhere).append(item)
    if config.getoption("every_statement"):
        chosen = chosen_from(alike, noted())
        elsewhere += [item for item in here if item.nodeid not in chosen]
        here = [item for item in here if item.nodeid in chosen]
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
    items[:] = here


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Every test begins in German, whatever language the last page of the one before was asked for in."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture
def english() -> Iterator[None]:
    """The whole test is in English: `pytestmark = pytest.mark.usefixtures("english")`."""
    with translation.override("en"):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    if not uses_database(item) or connection.vendor != "sqlite":
        return (yield)
    with noting() as shapes:
        try:
            return (yield)
        finally:
            item.user_properties.append(("statements", sorted(shapes)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    return failed_if_skipped((yield), in_ci=IN_CI)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    return failed_if_skipped((yield), in_ci=IN_CI)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for found in terminalreporter.stats.values() for report in found]
    keep([report for report in reports if isinstance(report, pytest.TestReport)])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests are in memory for good: whoever tidies up need not look at them each time.

    Nor at all while they are loaded, nor later as often as with every program: a request leaves behind
    thousands of objects, and next to no circles.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        gc.enable()


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Theatre]:
    """Instead of a database that every process migrates, and empties after every test that commits."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    folder = tmp_path_factory.mktemp("database")
    shared = (folder.parent if worker == "alone" else folder.parent.parent) / "stages"
    shared.mkdir(exist_ok=True)
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda test: None)
        # Sessions that one process began go on in the others.
        patch.setattr(settings, "SECRET_KEY", 2 * os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid4().hex))
        theatre = Theatre(folder, worker, shared)
        yield theatre
        theatre.close()


@pytest.fixture
def stage_values(
    request: pytest.FixtureRequest, django_db_setup: Theatre, django_db_blocker: DjangoDbBlocker
) -> Values:
    """What the stage of this test holds, with the connection led there."""
    transactional = any(marker.kwargs.get("transaction") for marker in request.node.iter_markers("django_db"))
    commits = transactional or bool({"transactional_db", "live_server"} & set(request.fixturenames))
    for cache in (PAGE_CACHE, SERIES_CACHE):
        cache.made.clear()  # kept by number and version: those of another test's database may be the same
    with django_db_blocker.unblock(), jumping.time_of_the_run():
        return django_db_setup.enter(stage_of(request.node), commits=commits)


@pytest.fixture
def _django_db_helper(stage_values: Values, _django_db_helper: None) -> None:
    """Before pytest-django begins a test's transaction, the test is on its stage."""
    jumping.stay_signed_in()


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


@pytest.fixture
def migrated_database(django_db_setup: Theatre, django_db_blocker: DjangoDbBlocker) -> str:
    """The same with every table, and nothing in them."""
    with django_db_blocker.unblock():
        return django_db_setup.address()


@pytest.fixture
def own_database(transactional_db: None, django_db_setup: Theatre, tmp_path: Path) -> str:
    """The test's database for programs that are started as a whole; on SQLite a copy.

    Such a program takes the log of the file away at its end, and the live server of these tests, whose
    connections stay open, could not go on with it.
    """
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{django_db_setup.kind.copy(Path(name), tmp_path / 'own.sqlite3')}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@pytest.fixture(scope="module")
def shared_database(django_db_setup: Theatre, django_db_blocker: DjangoDbBlocker) -> str:
    """One for all tests of a file, whose program only reads it."""
    with django_db_blocker.unblock():
        return django_db_setup.address()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = find_chromium()
    if executable is None:
        pytest.skip(NO_CHROMIUM)
    # Playwright keeps an event loop in this thread, although nothing here is asynchronous; Django would
    # therefore refuse every query of a test. Its guard is off for as long as the browser is open. From then
    # on Django has another connection here: the one of before would stay open, and nothing be copied.
    connection.close()
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        wait_for_arrival(patch)
        if os.environ.get("SLOW"):
            hold_up(patch)
        chromium = playwright.chromium.launch(executable_path=executable, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def windows(browser: Browser, live_server: LiveServer) -> Windows:
    axe.serve(settings.STATICFILES_DIRS[0])
    return Windows(browser, live_server.url)


@pytest.fixture
def page(windows: Windows, live_server: LiveServer, transactional_db: None) -> Iterator[OpenPage]:
    """Opens pages, each for a visitor of its own: `phone = page(390, 844, dark=True)`.

    The test fails on any error in a page's console or scripts and on any request to another server.
    """
    yield windows.open
    assert not windows.leave()


@pytest.fixture
def shaky_page(windows: Windows, live_server: LiveServer, transactional_db: None) -> Iterator[OpenPage]:
    """Pages on which requests may fail: the browser's complaints about that are what is tested."""
    yield windows.open
    windows.leave()


@pytest.fixture(scope="session")
def office() -> str:
    """LibreOffice, that opens what was exported."""
    found = find_office()
    if found is None:
        pytest.skip(NOT_INSTALLED)
    return found


@pytest.fixture(scope="session")
def root() -> Path:
    return settings.BASE_DIR


@pytest.fixture(scope="session", autouse=True)
def passwords_are_hashed_quickly() -> Iterator[None]:
    """A good hash is slow on purpose; the tests make hundreds."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
