"""Somebody asks for a page: what they get, what was written for it; afterwards everything is as it was."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from functools import cache, cached_property
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar
from unittest.mock import patch

from django.contrib import auth
from django.contrib.auth import get_user
from django.contrib.messages import get_messages
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.template.backends.django import Template as Page
from django.test import Client
from django.test.client import ClientHandler
from django.urls import get_resolver
from django.utils.safestring import SafeString

from scoring.export import answering
from scoring.export.figures import Figures, Workbook
from scoring.export.writing import FORMATS, File, file_in
from scoring.models import Evening, Participant
from tests.support.scoring.house import House

if TYPE_CHECKING:
    from tests.support.walk import Walk

T = TypeVar("T")
WRITING = re.compile(r'(?:INSERT INTO|INSERT OR \w+ INTO|UPDATE|DELETE FROM) "(\w+)"')
AROUND = ("SAVEPOINT", "RELEASE", "ROLLBACK")  # what a transaction begins and ends with
IN_PASSING = {"django_session", "scoring_rulesetversion"}  # visits; and sheets as the program brings them
HANDLERS = {strict: ClientHandler(enforce_csrf_checks=strict) for strict in (False, True)}
REFUSALS = ("403", "404")
fill_page = Page.render
# Nothing is kept; or only by a browser that asks again; or what changes with the program alone.
KEPT = ("max-age=0, no-cache, no-store, must-revalidate, private", "private, no-cache", "no-cache, private")
AN_HOUR = ("public, max-age=3600",)
# What everybody sees of a tournament, asked without a cookie; five seconds in all.
BRIEFLY = {
    "pulse/": ("public, max-age=0, s-maxage=1",),
    **dict.fromkeys(
        (
            *("", "seating/", "standings/", "standings/embed/", "result/", "projector/", "rounds/1/"),
            *("rounds/2/", "results/"),
            *(f"{of}/export/{form}/" for of in ("standings", "rounds/1", "rounds/2") for form in FORMATS),
        ),
        ("public, max-age=0, s-maxage=4",),
    ),
}
PUBLISHED = re.compile(r"/tournaments/[a-z0-9]+/(.*)")
KEPT_OF = {"/check/tarock-results-1.schema.json": AN_HOUR, "/events.json": ("public, max-age=60",)}
# Everybody who signs in, and those who get nothing.
IN_THE_CLUB = {
    "owner": "Anna",
    "director": "Bert",
    "scorer": "Cilli",
    "arbiter": "Dora",
    "seated": "Emil",
    "member": "Ignaz",
}
OUTSIDE = {"deactivated": "Gustl", "stranger": "Franz", "nobody": ""}
JSON = {"content_type": "application/json"}  # as the scripts of the pages send it


class Answer(NamedTuple):
    response: Any
    written: set[str]  # the tables that are different afterwards
    queries: int = 0

    @property
    def wrote(self) -> bool:
        return bool(self.written)

    @property
    def status(self) -> str:
        return str(self.response.status_code)

    @property
    def refuses(self) -> bool:
        return self.status in REFUSALS or self.location.startswith("/sign-in/")

    @property
    def location(self) -> str:
        return str(self.response.headers.get("Location", ""))

    @property
    def text(self) -> str:
        """All that the visitor gets to read, without what is new each time."""
        page = self.response.content.decode(errors="replace") + self.location + self.response.cookies.output()
        return re.sub("[A-Za-z0-9]{32,}|expires=[^;]*", "", page)


def asked_by(client: Client, method: str, path: str, posted: Any = None, **how: Any) -> Answer:
    """Ask for a page; return what it wrote, looked for in tables with a statement, and take it back."""
    with asking(client, method, path, posted, **how) as answer:
        pass
    return answer


@contextmanager
def asking(client: Client, method: str, path: str, posted: Any = None, **how: Any) -> Iterator[Answer]:
    """Ask for a page, whose writes stay until the block ends, and are then taken back."""
    tables: set[str] = set()
    queries = 0

    def note(execute: Callable[..., Any], query: str, *further: Any) -> Any:
        nonlocal queries
        if found := WRITING.match(query):
            tables.add(found[1])
        queries += not query.startswith(AROUND)
        return execute(query, *further)

    with transaction.atomic():
        with connection.execute_wrapper(note), nothing_noted():
            response = read_out(getattr(client, method)(path, posted, **how))
        assert response.headers["Cache-Control"] in (*KEPT, *kept_of(client, path)), path
        tables -= IN_PASSING
        after = rows(tables)
        answer = Answer(response, set(), queries)
        yield answer
        transaction.set_rollback(True)
    before = rows(tables)
    answer.written.update(table for table in tables if after[table] != before[table])


def kept_of(client: Client, path: str) -> tuple[str, ...]:
    """Return what else an answer may say about how long it is kept."""
    published = None if client.cookies else PUBLISHED.fullmatch(path.partition("?")[0])
    return KEPT_OF.get(path, ()) + (BRIEFLY.get(published[1], ()) if published else ())


def rows(tables: Iterable[str]) -> dict[str, list[str]]:
    found = {}
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = sorted(map(repr, cursor.fetchall()))
    return found


def read_out(response: Any) -> Any:
    """With all of its content, also where it is sent piece by piece."""
    if not response.streaming:
        return response
    content = b"".join(response.streaming_content)
    found = HttpResponse(content, status=response.status_code, headers=dict(response.headers))
    found.cookies = response.cookies
    return found


def unwritten(form: str, what: Workbook | Figures) -> File:
    """A file with nothing in it."""
    file = file_in(form, what)
    pieces = None if file.pieces is None else lambda: iter(())
    return file._replace(write=lambda into: iter(()), pieces=pieces)


@contextmanager
def nothing_shown() -> Iterator[None]:
    """Everything is decided, looked up and written as ever; pages and files stay blank."""
    with (
        patch.object(answering, "file_in", unwritten),
        patch.object(Page, "render", blank),
    ):
        yield


def blank(page: Page, context: Any = None, request: HttpRequest | None = None) -> SafeString:
    """Return nothing instead of a page; what no request asks for is kept, and others read it."""
    return SafeString(fill_page(page, context) if request is None else "")


@contextmanager
def nothing_noted() -> Iterator[None]:
    """Nobody looks at the log, nor at what the templates were given."""
    if logging.root.manager.disable:  # within another one
        yield
        return
    logging.disable()
    try:
        with patch.object(Template, "_render", as_in_life):
            yield
    finally:
        logging.disable(logging.NOTSET)


@contextmanager
def asked_often() -> Iterator[None]:
    """For a test that asks hundreds of times: what stands behind an address is looked up once."""
    resolver = get_resolver()
    with nothing_noted(), patch.object(resolver, "resolve", cache(resolver.resolve)):
        yield


def as_in_life(template: Template, context: Context) -> SafeString:
    return template.nodelist.render(context)


class RefusalsRead:
    """Pages that refuse, each filled once for a visitor and for all that it is given.

    That is the reason, what the visitor is told above it, and whatever a view has put on the request before
    it refused. Of the address a page repeats nothing but what was asked for.
    """

    PAGES = ("403.html", "403_csrf.html", "404.html")

    def __init__(self) -> None:
        self.known: set[tuple[object, ...]] = set()

    @contextmanager
    def filled_once(self, who: str) -> Iterator[None]:
        fill = Page.render

        def render(page: Page, context: Any = None, request: Any = None) -> SafeString:
            name = page.template.name
            if name in self.PAGES and request is not None:
                told = get_messages(request)
                given = {**(context or {}), "request_path": "/sheets/" in request.path}
                about = (
                    who,
                    name,
                    *sorted((one, repr(value)) for one, value in given.items()),
                    *sorted(vars(request)),
                    *map(str, [*told._loaded_messages, *told._queued_messages]),
                )
                if about in self.known:
                    return SafeString()
                self.known.add(about)
            return fill(page, context, request)

        with patch.object(Page, "render", render):
            yield


class Visitors:
    """Everybody who can come by, each with a browser."""

    who: ClassVar[dict[str, str]]  # how they are called who are signed in
    cookies: dict[str, SimpleCookie]
    house: House

    def names(self) -> set[str]:
        """What nobody reads who is refused."""
        return {
            self.house.club.name,
            *self.house.club.members.values_list("name", flat=True),
            *Participant.objects.values_list("guest", flat=True),
            *Evening.objects.values_list("venue", flat=True),
        }

    @cached_property
    def secrets(self) -> dict[str, str]:
        """The same, and as JSON has it."""
        return {name: json.dumps(name).strip('"') for name in self.names() if name}

    @cached_property
    def refusals(self) -> RefusalsRead:
        return RefusalsRead()

    @cached_property
    def accounts(self) -> dict[str, Any]:
        """Who they are, as far as somebody asked."""
        return {}

    def given_away(self, who: str, answer: Answer) -> list[str]:
        """Return the secrets in an answer, except the reader's own name."""
        text, own = answer.text, self.who[who]
        return [
            name
            for name, in_json in self.secrets.items()
            if name != own and (name in text or in_json in text)
        ]

    def browser(self, who: str, *, strict: bool = False) -> Client:
        """The browser of somebody; a strict one is asked for its token as in real life."""
        client = Client()
        client.handler = HANDLERS[strict]
        for name, cookie in self.cookies[who].items():
            client.cookies[name] = cookie.value
        return client

    def ask(
        self, who: str, method: str, path: str, posted: Any = None, *, strict: bool = False, **how: Any
    ) -> Answer:
        return asked_by(self.browser(who, strict=strict), method, path, posted, **how)

    def ask_again(self, who: str, method: str, path: str, posted: Any = None, **how: Any) -> Answer:
        """Ask for a page again without storing anything, with the session already known."""

        def remembered(request: HttpRequest) -> Any:
            if who not in self.accounts:
                self.accounts[who] = get_user(request)
            return copy(self.accounts[who])

        with patch.object(auth, "get_user", remembered):
            return self.ask(who, method, path, posted, **how)

    def refused(self, who: str, method: str, path: str, posted: Any = None, **how: Any) -> Answer:
        """Ask for a page that refuses, which is read once for each reason."""
        with self.refusals.filled_once(who):
            return self.ask_again(who, method, path, posted, **how)

    def differences(
        self,
        address: str,
        path: str,
        reading: str,
        writing: str,
        posted: Any,
        *,
        may_write: bool = True,
        walk: Walk | None = None,
        **how: Any,
    ) -> Iterator[str]:
        """Let everybody read and write; return the differences from the two rows of answers in words.

        What is the same for everybody is done once for each kind of answer: pages and files are filled for
        one who is signed in and one who is not; HEAD, which is GET without its body, is asked by one alone,
        who is refused if anybody is. Refusals are filled for each visitor and reason, and whatever is not as
        wanted. A walk gets the pages of the owner and of nobody, and sends what the owner writes.
        """
        read = [*zip(self.who, reading.split(), strict=True)]
        refused = [(who, wanted) for who, wanted in read if wanted in REFUSALS]
        asked = {
            "get": read,
            "head": (refused or read)[:1],
            "post": [*zip(self.who, writing.split(), strict=True)],
        }
        for method, answers in asked.items():
            known: set[tuple[str, bool]] = set()
            for who, wanted in answers:
                kind = (wanted, bool(self.who[who]))
                sent = {"posted": posted, **how} if method == "post" else {}
                is_walked = walk is not None and method == "get" and who in ("owner", "nobody")
                given = None
                if walk and method == "post" and who == "owner" and wanted not in REFUSALS:
                    given = walk.send(address, path, **sent)
                elif wanted not in REFUSALS and (method == "head" or kind in known) and not is_walked:
                    with nothing_shown():
                        given = self.ask_again(who, method, path, **sent)
                if given is None or given.status != wanted:
                    given = self.refused(who, method, path, **sent)
                if walk and is_walked:
                    yield from walk.read(who, address, given)
                known.add(kind)
                what = f"{who}: {method} {address}"
                if given.status != wanted:
                    yield f"{what} is answered {given.status} instead of {wanted}"
                if given.refuses and (names := self.given_away(who, given)):
                    yield f"{what} gives away {names}"
                if given.wrote and (given.refuses or method != "post" or not may_write):
                    yield f"{what} writes {sorted(given.written)}"


class Row(NamedTuple):
    """The answers to GET and HEAD, those to POST, what is posted, and the round it is asked of, if any is."""

    reading: str
    writing: str
    posted: Callable[[Any], dict[str, Any]] = lambda scene: scene.form()
    round: int = 2
    script: bool = False

    @property
    def how(self) -> dict[str, str]:
        """It is sent."""
        return JSON if self.script else {}


def rows_of(said: Mapping[str, Mapping[str, list[Any]]], row: Callable[..., Row]) -> dict[str, Row]:
    """Return the rows of addresses that begin alike."""
    return {
        f"{begins}{rest}": row(f"{begins}{rest}", *told)
        for begins, there in said.items()
        for rest, told in there.items()
    }


def in_every_format(rows: Mapping[str, T]) -> dict[str, T]:
    """What is said of `…/export/` is said of the address of each format."""
    found: dict[str, T] = {}
    for address, row in rows.items():
        if address.endswith("export/"):
            found |= {f"{address}{form}/": row for form in FORMATS}
        else:
            found[address] = row
    return found
